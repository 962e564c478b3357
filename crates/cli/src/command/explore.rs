use std::net::SocketAddr;

use anyhow::{Context, Result, bail};
use kosolver_board::Position;
use kosolver_explorer::{Limits, OPENAPI, serve};
use kosolver_report::explorer_query;
use kosolver_rules::{Game, Ruleset};
use kosolver_study::checker_files;

use crate::arguments::{ExploreArguments, usual};
use crate::{interrupt, limits, output};

pub fn run(arguments: &ExploreArguments) -> Result<()> {
    if arguments.openapi {
        return output::print(OPENAPI);
    }
    let query = query(arguments)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let allowed = Limits {
        memory: limits::memory(arguments.memory)?,
        time: arguments.time,
        solves: arguments.threads.map_or(cores, usize::from),
        ..Limits::default()
    };
    let checker = arguments.checker.as_deref().map(checker_files).transpose()?.unwrap_or_default();
    let address = SocketAddr::new(arguments.address, arguments.port);
    let served = serve(address, allowed, &checker, &interrupt::stops_work(), |at| {
        let page = format!("http://{at}/{query}");
        // A closed standard output is no reason not to serve.
        let _ = output::print(&format!("the explorer is at {page}\nCtrl-C ends it\n"));
        if arguments.open
            && let Err(error) = open::that_detached(&page)
        {
            output::complain(&format!("no browser could be opened ({error}): open the page yourself"));
        }
    });
    served.with_context(|| {
        format!("{address} cannot be used: write another --port, or --port 0 for any that is free")
    })
}

/// What stands for a ruleset in the address: a name, or all of it with the text of a ko rule of one's own, so
/// that the link shows the same elsewhere.
fn named(title: &str, rules: Ruleset) -> String {
    match rules.ko() {
        ko if ko.own_text().is_none() => title.to_owned(),
        // The words of who wrote it, with their title.
        ko if rules == Ruleset::new(ko) && !ko.name().contains(':') => {
            ko.written().unwrap_or_default().to_owned()
        }
        _ => rules.in_full(),
    }
}

/// The state of the page at first, as it stands in its address; nothing is the gallery.
fn query(arguments: &ExploreArguments) -> Result<String> {
    let ExploreArguments { board, ko, rules, position, to_play, .. } = arguments;
    let board = match board {
        None if ko.is_none() && rules.is_none() && position.is_none() => return Ok(String::new()),
        None => &"3x3".parse()?,
        Some(board) => board,
    };
    let rules: Vec<(String, Ruleset)> = match (rules, ko) {
        (Some(rules), _) => rules.0.iter().map(|one| (named(one.title(), one.rules), one.rules)).collect(),
        (None, Some(ko)) => {
            ko.0.iter().map(|ko| (named(ko.name(), Ruleset::new(*ko)), Ruleset::new(*ko))).collect()
        }
        (None, None) => {
            let rules = usual()?;
            vec![(rules.ko().name().to_owned(), rules)]
        }
    };
    if rules.len() > 2 {
        bail!("the explorer shows one ruleset or two side by side, not {}", rules.len());
    }
    let start = position.as_deref().map(|text| Position::parse(board, text)).transpose()?;
    for (_, rules) in &rules {
        Game::new(*board, *rules)?.check_start(start.unwrap_or(Position::EMPTY), *to_play)?;
    }
    let names: Vec<&str> = rules.iter().map(|(name, _)| name.as_str()).collect();
    let position = position.as_deref().unwrap_or_default();
    Ok(format!("?{}", explorer_query::<&str>(&board.to_string(), &names, position, *to_play, &[])))
}
