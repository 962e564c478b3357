use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::Board;
use kosolver_report::TablebaseCell;
use kosolver_rules::{Ko, Suicide};
use kosolver_study::{Column, TablebaseSurvey, Tablebases, tablebase_cell};
use kosolver_tablebase::{Probe, Setting, Table};

use crate::arguments::{List, boards, ko_rules, suicides};
use crate::survey::{self, PartArguments};
use crate::tablebase::{Limits, open, watched};
use crate::{limits, output};

#[derive(Debug, Args)]
pub struct SurveyArguments {
    /// Boards as `build` takes them, or ranges such as 1x1..1x9, separated by commas
    #[arg(long, value_name = "LIST", value_parser = boards, required_unless_present = "file")]
    pub boards: Option<List<Board>>,

    /// Ko rules with endless play, separated by commas
    #[arg(long, value_name = "LIST", value_parser = ko_rules, default_value = "basic,none")]
    pub ko: List<Ko>,

    /// Suicide rules, separated by commas: forbidden, multi-stone, allowed
    #[arg(long, value_name = "LIST", value_parser = suicides, default_value = "forbidden,allowed")]
    pub suicide: List<Suicide>,

    /// A tablebase that is built already: it is verified, and not solved again. The option may be
    /// given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["boards", "ko", "suicide", "part"])]
    pub file: Vec<PathBuf>,

    /// Trust the files: `kosolver tablebase verify` has accepted them before
    #[arg(long, requires = "file", conflicts_with = "boards")]
    pub verified: bool,

    /// Solve boards again that are in the list already
    #[arg(long)]
    pub again: bool,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub part: PartArguments,

    /// The directory of results. After each board, tablebases.json and tablebases.md are written
    /// there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

pub fn run(arguments: &SurveyArguments) -> Result<()> {
    let SurveyArguments { out, again, limits, .. } = arguments;
    output::check_directory(Some(out))?;
    let is_new = |setting: &Setting| -> Result<bool> {
        let there = Tablebases::of(out)?.has(&setting.game) && !again;
        if there {
            let (board, rules) = (*setting.game.board(), setting.game.rules());
            let (ko, suicide) = (rules.ko(), rules.suicide());
            output::tell(&format!(
                "{board} {ko}, suicide {suicide} is there already; --again solves it again"
            ));
        }
        Ok(!there)
    };
    for path in &arguments.file {
        if is_new(open(path)?.setting())? {
            let start = Instant::now();
            add(from_file(path, arguments)?, start, out)?;
        }
    }
    let mut work = TablebaseSurvey { cells: Vec::new(), memory: limits.memory().0 };
    for (board, column) in cells(arguments) {
        if is_new(&Setting::new(board, column.rules)?)? {
            work.cells.push((board, column));
        }
    }
    if let Some(part) = arguments.part.part {
        limits::use_threads(limits.threads)?;
        return survey::write(&work, part, out);
    }
    for cell in &work.cells {
        let start = Instant::now();
        let solved = watched(limits, |progress| Ok(work.cell(cell, progress)?))?;
        add(solved, start, out)?;
    }
    Ok(())
}

/// Each board under each of the rules.
fn cells(arguments: &SurveyArguments) -> impl Iterator<Item = (Board, Column)> {
    let SurveyArguments { boards, ko, suicide, .. } = arguments;
    let boards = boards.iter().flat_map(|list| &list.0);
    boards.flat_map(move |board| {
        let rules = ko.0.iter().flat_map(|ko| suicide.0.iter().map(|suicide| Column::of_ko(*ko, *suicide)));
        rules.map(|column| (*board, column))
    })
}

/// What is known of a tablebase in a file, which must hold.
fn from_file(path: &Path, arguments: &SurveyArguments) -> Result<TablebaseCell> {
    let file = open(path)?;
    let cell = watched(&arguments.limits, |progress| {
        let named = |error| match error {
            kosolver_tablebase::Error::Corrupt(fault) => anyhow::anyhow!("{}: {fault}", output::named(path)),
            error => anyhow::Error::new(error),
        };
        let table = Table::load(&file, arguments.limits.memory(), progress).map_err(named)?;
        if !arguments.verified {
            table.verify(progress).map_err(named)?;
        }
        tablebase_cell(&table, progress).map_err(named)
    })?;
    if cell.file.bytes != file.size() {
        bail!("{} is not as `tablebase build` writes it: build it again", output::named(path));
    }
    Ok(cell)
}

/// Adds a board to the list in a directory.
fn add(cell: TablebaseCell, start: Instant, out: &Path) -> Result<()> {
    let seconds = start.elapsed().as_secs_f64();
    output::tell(&format!("{}: {}, in {seconds:.1} s", cell.title(), cell.headline()));
    // What has been found is not lost if a later board is interrupted. Others may have added boards.
    let lock = output::lock(out)?;
    let mut tablebases = Tablebases::of(out)?;
    tablebases.put(cell);
    lock.write(&tablebases.files()?)
}
