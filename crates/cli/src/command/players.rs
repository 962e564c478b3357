use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::{Board, distinct};
use kosolver_record::{Aim, Ko, Player, Suicide, check_guarantees};
use kosolver_report::{Format, json, terminal_width};
use kosolver_search::Meter;
use kosolver_study::PlayersSurvey;

use crate::arguments::{List, boards, one_record_ko, text_or_json, threads};
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct PlayersArguments {
    /// Boards, separated by commas, up to 64 points each: 2x2, 1x2..1x5, star:4 [default: those of
    /// the published table]
    #[arg(value_name = "BOARDS", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// How many play: 2, 3 or 4
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub players: u8,

    /// Ko rules under which games end, separated by commas: psk, ssk, nssk, fixed, spight, kee and other
    /// texts, or files with rules of your own [default: psk,spight,kee]
    #[arg(long, value_name = "LIST", value_parser = kos)]
    pub ko: Option<List<Ko>>,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// What each player wants: points, lead (over the best of the others) or place
    #[arg(long, value_name = "AIM", default_value_t = Aim::Points)]
    pub aim: Aim,

    /// Start position of the one board: rows from the top with / between them; X, O, # and @ are
    /// stones, . is empty [default: the empty board]
    #[arg(long, value_name = "ROWS", requires = "boards", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: X, O, # or @
    #[arg(long, value_name = "PLAYER", default_value = "X", value_parser = player)]
    pub to_play: Player,

    /// Leave a question open if it takes more than this many nodes
    #[arg(long, value_name = "N", default_value_t = PlayersSurvey::NODES)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pub nodes: u64,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

/// Ko rules under which games of several players end, separated by commas.
fn kos(text: &str) -> Result<List<Ko>, String> {
    let ko = |name: &str| {
        let ko = one_record_ko(name)?;
        check_guarantees(ko).map(|()| ko).map_err(|error| error.to_string())
    };
    let kos: Result<Vec<Ko>, String> = text.split(',').map(ko).collect();
    Ok(List(distinct(kos?)))
}

fn player(text: &str) -> Result<Player, String> {
    let mut symbols = text.chars();
    let found = symbols.next().and_then(Player::of_symbol).filter(|_| symbols.next().is_none());
    found.ok_or_else(|| format!("{} is not a player: write X, O, # or @", kosolver_board::quoted(text)))
}

pub fn run(arguments: &PlayersArguments) -> Result<()> {
    let PlayersArguments { players, to_play, position, .. } = arguments;
    let boards = match &arguments.boards {
        Some(list) => list.0.clone(),
        None => PlayersSurvey::BOARDS.iter().map(|board| board.parse()).collect::<Result<_, _>>()?,
    };
    if position.is_some() && boards.len() > 1 {
        bail!("--position is of one board, and here are {}: write one", boards.len());
    }
    if Player::all(*players).all(|player| player != *to_play) {
        bail!("--to-play {to_play}: with --players {players} nobody has these stones");
    }
    let stones = position.iter().flat_map(|text| text.chars().filter_map(Player::of_symbol));
    if let Some(stone) = stones.into_iter().find(|stone| Player::all(*players).all(|player| player != *stone))
    {
        bail!("--position has a stone of {stone}, and with --players {players} nobody has these stones");
    }
    let survey = PlayersSurvey {
        boards,
        players: *players,
        kos: match &arguments.ko {
            Some(list) => list.0.clone(),
            None => PlayersSurvey::KOS.iter().map(|ko| ko.parse()).collect::<Result<_, _>>()?,
        },
        suicide: arguments.suicide,
        aim: arguments.aim,
        nodes: arguments.nodes,
        start: position.clone(),
        first: *to_play,
    };
    limits::use_threads(arguments.threads)?;
    let table = progress::counted(survey.tasks(), &Meter::default(), |done| survey.solve(done))?;
    output::print(&match arguments.format {
        Format::Json => json(&table)?,
        _ => table.text(terminal_width()),
    })
}
