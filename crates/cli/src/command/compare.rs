use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::Board;
use kosolver_report::{Format, terminal_width};
use kosolver_rules::{Ko, Suicide};
use kosolver_search::Meter;
use kosolver_study::{Census, Column};

use crate::arguments::{List, boards, columns, ko_rules, rulesets, threads};
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas
    #[arg(value_name = "BOARDS", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// The boards, written as for other commands
    #[arg(long = "boards", value_name = "LIST", value_parser = boards, conflicts_with = "boards")]
    pub listed_boards: Option<List<Board>>,

    /// At least two ko rules, separated by commas. Under primitive, which has no score, only who
    /// wins is compared [default: those of `table` except primitive; kee is left out where a side is over 7,
    /// since it takes minutes there]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets. If one of them does not treat both players
    /// alike, every position is solved with Black and with White to move
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// What to print: text, markdown, csv, json or html
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

pub fn run(arguments: &CompareArguments) -> Result<()> {
    let CompareArguments { rules, ko, suicide, format, .. } = arguments;
    let listed = arguments.boards.as_ref().or(arguments.listed_boards.as_ref());
    let Some(boards) = listed else { bail!("name a board, as in `kosolver compare 2x3`") };
    let boards = boards.0.iter().copied();
    let columns = |board: &Board| columns(rules, ko, *suicide, || Census::default_rules(board));
    let boards: Vec<(Board, Vec<Column>)> = boards.map(|board| (board, columns(&board))).collect();
    let census = Census { boards };
    if census.boards.iter().any(|(_, columns)| columns.len() < 2) {
        let option = if rules.is_some() { "--rules names one ruleset" } else { "--ko names one rule" };
        bail!("{option}: name at least two different ones to compare");
    }
    census.check()?;
    limits::use_threads(arguments.threads)?;
    let meter = Meter::default();
    let comparison = progress::counted(census.tasks(), &meter, |done| census.solve(&meter, done))?;
    output::print(&format.comparison(&comparison, terminal_width())?)
}
