use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use kosolver_board::{Board, Colour, Position};
use kosolver_explorer::{Limits, serve};
use kosolver_report::{EXPLORER_PORT, explorer_query};
use kosolver_rules::{Game, Ko, Ruleset};
use kosolver_study::{Column, checker_files};
use kosolver_tablebase::Size;

use crate::arguments::{List, board, interval, ko_rules, memory, rulesets, threads};
use crate::ruleset::usual;
use crate::{interrupt, limits, output};

#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// The board, as `solve` takes it [default: 3x3 if rules or a position are given, otherwise the
    /// gallery of the explorer]
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Option<Board>,

    /// One ko rule, or two with a comma between them [default: psk]
    #[arg(long, value_name = "RULES", value_parser = ko_rules, conflicts_with = "rules")]
    pub ko: Option<List<Ko>>,

    /// One ruleset or two instead, as `solve` takes them: presets, texts, rules of KataGo
    #[arg(long, value_name = "RULES", value_parser = rulesets)]
    pub rules: Option<List<Column>>,

    /// Start position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = EXPLORER_PORT)]
    pub port: u16,

    /// The address at which the page answers. With another than this machine's own, everybody who
    /// reaches it can use it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,

    /// Memory for the tables of all games together, such as 512MiB or 8GiB [default: three quarters
    /// of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// The time that one question may take, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = interval)]
    pub time: Duration,

    /// How many questions are worked on at once, one thread each [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// The directory of the verified checker, compiled by `make -C verified web`: then the page can check
    /// the value that it shows
    #[arg(long, value_name = "DIR")]
    pub checker: Option<PathBuf>,
}

pub fn run(arguments: &ExploreArguments) -> Result<()> {
    let query = query(arguments)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let allowed = Limits {
        memory: limits::memory(arguments.memory),
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
