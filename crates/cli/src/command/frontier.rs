use std::sync::Arc;

use anyhow::{Result, bail};
use kosolver_report::{Frontier, FrontierTask};
use kosolver_search::Meter;

use crate::arguments::FrontierArguments;
use crate::command::solve::free_memory;
use crate::{output, progress};

pub fn run(arguments: &FrontierArguments) -> Result<()> {
    if let Some(ko) = arguments.ko.0.iter().find(|ko| ko.endless()) {
        bail!("under {ko} play can go on for ever: `kosolver tablebase` solves its boards");
    }
    output::check_directory(Some(&arguments.out))?;
    let mut frontier = Frontier::of(&arguments.out)?;
    let memory = arguments.memory.map_or_else(free_memory, |size| size.0);
    let meter = Arc::new(Meter::default());
    for board in &arguments.boards.0 {
        for ko in &arguments.ko.0 {
            if frontier.has(board, *ko) && !arguments.again {
                eprintln!("{board} {ko} is there already; --again solves it again");
                continue;
            }
            let FrontierArguments { value_only, guess, .. } = *arguments;
            let task = FrontierTask { board: *board, ko: *ko, value_only, guess, memory };
            let added = progress::watched(&meter, || frontier.add(&task, &meter))?;
            eprintln!("{board} {ko}: {added}");
            // What has been found is not lost if a later cell is interrupted.
            output::write_all(&frontier.files()?, &arguments.out)?;
        }
    }
    progress::watched(&meter, || frontier.explain(arguments.explain, &meter))?;
    output::write_all(&frontier.files()?, &arguments.out)
}
