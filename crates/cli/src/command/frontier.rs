use anyhow::{Result, bail};
use kosolver_board::Board;
use kosolver_rules::Suicide;
use kosolver_search::Meter;
use kosolver_study::{Frontier, FrontierTask, Kind};

use crate::arguments::{FrontierArguments, columns};
use crate::guide::guides;
use crate::{limits, output, progress};

pub fn run(arguments: &FrontierArguments) -> Result<()> {
    let FrontierArguments { value_only, guess, rules, ko, .. } = arguments;
    let columns = columns(rules, ko, None, || vec!["psk".parse().expect("a ko rule")]);
    if let Some(column) = columns.iter().find(|column| column.rules.endless()) {
        let name = column.title();
        bail!("under {name} play can go on for ever: `kosolver tablebase` solves its boards");
    }
    let kind = if rules.is_some() { Kind::Rulesets } else { Kind::KoRules };
    output::check_directory(Some(&arguments.out))?;
    let mut frontier = Frontier::of(&arguments.out, kind)?;
    let memory = limits::memory(arguments.memory);
    let meter = Meter::default();
    let games: Vec<(Board, Suicide)> = arguments
        .boards
        .0
        .iter()
        .flat_map(|board| columns.iter().map(|column| (*board, column.rules.suicide())))
        .collect();
    let guides = guides(&arguments.guide, &games)?;
    let guide = arguments
        .guide
        .guide
        .as_ref()
        .and_then(|path| path.file_name())
        .map(|name| name.to_string_lossy().into_owned());
    for board in &arguments.boards.0 {
        for column in &columns {
            let name = column.title();
            if frontier.has(board, column) && !arguments.again {
                output::tell(&format!("{board} {name} is there already; --again solves it again"));
                continue;
            }
            let (value_only, guess) = (*value_only, *guess);
            let task = FrontierTask {
                board: *board,
                column: column.clone(),
                value_only,
                guess,
                memory,
                guides: guides.clone(),
                guide: guide.clone(),
            };
            let added = progress::watched(&meter, || frontier.add(&task, &meter))?;
            output::tell(&format!("{board} {name}: {added}"));
            // What has been found is not lost if a later cell is interrupted.
            output::write_all(&frontier.files()?, &arguments.out)?;
        }
    }
    progress::watched(&meter, || frontier.explain(arguments.explain, &meter))?;
    output::write_all(&frontier.files()?, &arguments.out)
}
