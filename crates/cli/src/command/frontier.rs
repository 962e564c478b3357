use anyhow::{Result, bail};
use kosolver_rules::Game;
use kosolver_search::Meter;
use kosolver_study::{Frontier, FrontierSearch, FrontierSurvey, Kind};

use crate::arguments::{FrontierArguments, columns};
use crate::guide::guides;
use crate::{limits, output, progress, survey};

pub fn run(arguments: &FrontierArguments) -> Result<()> {
    let FrontierArguments { value_only, guess, rules, ko, .. } = arguments;
    let columns = columns(rules, ko, None, || vec!["psk".parse().expect("a ko rule")]);
    if let Some(column) = columns.iter().find(|column| column.rules.endless()) {
        let name = column.title();
        bail!("under {name} play can go on for ever: `kosolver tablebase` solves its boards");
    }
    let kind = if rules.is_some() { Kind::Rulesets } else { Kind::KoRules };
    output::check_directory(Some(&arguments.out))?;
    let frontier = Frontier::of(&arguments.out, kind)?;
    // Whole MiB, so that the command of a cell can name it.
    let memory = limits::memory(arguments.memory)? >> 20 << 20;
    let meter = Meter::default();
    let boards = &arguments.boards.0;
    let games = boards.iter().flat_map(|board| columns.iter().map(|column| Game::new(*board, column.rules)));
    let games: Result<Vec<Game>, _> = games.collect();
    let guides = guides(&arguments.guide, &games?)?;
    let names = arguments.guide.guide.iter().filter_map(|path| path.file_name());
    let guide = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let mut work = FrontierSurvey {
        kind,
        cells: Vec::new(),
        search: FrontierSearch {
            value_only: *value_only,
            guess: *guess,
            begin_again: arguments.beginning.begin_again,
            guide,
            memory,
            scratch: arguments.scratch.scratch.clone(),
            guides,
        },
        explain: arguments.explain,
    };
    for board in &arguments.boards.0 {
        for column in &columns {
            if frontier.has(board, column) && !arguments.again {
                let name = column.title();
                output::tell(&format!("{board} {name} is there already; --again solves it again"));
            } else {
                work.cells.push((*board, column.clone()));
            }
        }
    }
    if let Some(part) = arguments.part.part {
        return survey::write(&work, part, &arguments.out);
    }
    for (board, column) in &work.cells {
        let (cell, cost) = progress::watched(&meter, || work.search.solve(board, column, &meter))?;
        let (headline, seconds) = (cell.record.headline(), cost.seconds);
        output::tell(&format!("{board} {}: {headline}, in {seconds} s", column.title()));
        // What has been found is not lost if a later cell is interrupted. Others may have added cells.
        let lock = output::lock(&arguments.out)?;
        let mut frontier = Frontier::of(&arguments.out, kind)?;
        frontier.put(cell, cost);
        lock.write(&frontier.files()?)?;
    }
    let lock = output::lock(&arguments.out)?;
    let mut frontier = Frontier::of(&arguments.out, kind)?;
    progress::watched(&meter, || frontier.explain(arguments.explain, &meter))?;
    lock.write(&frontier.files()?)
}
