use anyhow::{Result, bail};
use kosolver_record::{Ko, Player};
use kosolver_report::{Format, json, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{PlayersSurvey, players_files};

use crate::arguments::PlayersArguments;
use crate::{limits, output, progress};

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
        kos: arguments.ko.as_ref().map_or_else(|| PlayersSurvey::KOS.to_vec(), |list| list.0.clone()),
        suicide: arguments.suicide,
        aim: arguments.aim,
        nodes: arguments.nodes,
        start: position.clone(),
        first: *to_play,
    };
    let own = |ko: &&Ko| ko.name().parse::<kosolver_rules::Ko>().is_ok_and(|ko| ko.own_text().is_some());
    if let (Some(ko), true) = (survey.kos.iter().find(own), arguments.out.is_some()) {
        bail!("--out: the published table has no texts, and {ko} is one of yours: use --format json");
    }
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    let table = progress::counted(survey.tasks(), &Meter::default(), |done| survey.solve(done))?;
    match &arguments.out {
        Some(directory) => output::write_all(&players_files(&table)?, directory),
        None if arguments.format == Format::Json => output::print(&json(&table)?),
        None => output::print(&table.text(terminal_width())),
    }
}
