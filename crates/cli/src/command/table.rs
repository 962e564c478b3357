use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use kosolver_board::Board;
use kosolver_report::{Format, Table};
use kosolver_rules::{Ko, Suicide};
use kosolver_study::{Column, Kind, Survey, boards};

use crate::arguments::{List, boards, columns, ko_rules, rulesets, threads};
use crate::survey::{self, PartArguments, Target};

#[derive(Debug, Args)]
pub struct TableArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas [default: 1x1..1x9,2x2,2x3,2x4,3x3; with --rules up to 1x8]
    #[arg(long, value_name = "LIST", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// Ko rules, separated by commas; `kosolver rules` lists them [default: the first eleven, without
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

    #[command(flatten)]
    pub part: PartArguments,

    /// What to print: text, markdown, csv, json or html [default: text]
    #[arg(long, value_name = "FORMAT", conflicts_with = "part")]
    pub format: Option<Format>,

    /// Write the table to DIR/kee.json and DIR/kee.md instead of printing it; with --rules to
    /// DIR/rulesets.json and DIR/rulesets.md; with --format in that format alone
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// With --out, also write the certificate of every cell to DIR/certificates and list them in
    /// DIR/certificates.json; with --rules to DIR/certificates/rulesets and
    /// DIR/certificates-rulesets.json
    #[arg(long, requires = "out", conflicts_with = "format")]
    pub certificates: bool,

    /// Threads to use [default: one for each core]; the values do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

pub fn run(arguments: &TableArguments) -> Result<()> {
    let TableArguments { rules, ko, suicide, format, .. } = arguments;
    let columns = columns(rules, ko, *suicide, Survey::default_kos);
    let (kind, default_boards): (Kind, fn() -> Vec<Board>) = match rules {
        Some(_) => (Kind::Rulesets, boards::of_presets),
        None => (Kind::KoRules, boards::of_tables),
    };
    let boards = arguments.boards.as_ref().map_or_else(default_boards, |list| list.0.clone());
    let work = Survey { boards, columns, certificates: arguments.certificates };
    let target = Target {
        part: arguments.part.part,
        out: arguments.out.as_deref(),
        file: format.map(|format| kind.table(format)),
        threads: arguments.threads,
    };
    survey::run(&work, target, |cells, width| {
        let table = Table::new(cells.iter().map(|(record, _)| record.clone()).collect());
        Ok(format.unwrap_or(Format::Text).table(&table, width)?)
    })
}
