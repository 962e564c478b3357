use anyhow::Result;
use clap::Args;
use kosolver_board::Board;
use kosolver_report::{Format, Table, terminal_width};
use kosolver_rules::{Ko, Suicide};
use kosolver_search::Meter;
use kosolver_study::{Column, Survey, boards};

use crate::arguments::{BoardsArguments, List, columns, ko_rules, rulesets, threads};
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct TableArguments {
    #[command(flatten)]
    pub boards: BoardsArguments,

    /// Ko rules, separated by commas; all means all that `kosolver rules` lists [default: the first eleven, without
    /// kee-2007, under which fights are too long]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets. `kosolver rules list` lists them. Under
    /// kee-2007, cells that need more than 1 000 000 nodes are left open
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// What to print: text, markdown, csv, json or html
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Threads to use [default: one for each core]; the values do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

pub fn run(arguments: &TableArguments) -> Result<()> {
    let TableArguments { rules, ko, suicide, format, .. } = arguments;
    let columns = columns(rules, ko, *suicide, Survey::default_kos);
    let default_boards = if rules.is_some() { boards::of_presets } else { boards::of_tables };
    let boards = arguments.boards.list().map_or_else(default_boards, <[Board]>::to_vec);
    let survey = Survey { boards, columns };
    limits::use_threads(arguments.threads)?;
    let meter = Meter::default();
    let records = progress::counted(survey.tasks(), &meter, |done| survey.solve(&meter, done))?;
    output::print(&format.table(&Table::new(records), terminal_width())?)
}
