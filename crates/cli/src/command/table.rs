use anyhow::Result;
use kosolver_board::Board;
use kosolver_report::{Format, Table};
use kosolver_study::{Kind, Survey, boards};

use crate::arguments::{TableArguments, columns};
use crate::survey::{self, Target};

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
