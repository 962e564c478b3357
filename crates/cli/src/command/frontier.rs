use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::Board;
use kosolver_rules::{Game, Ko, Score};
use kosolver_search::Meter;
use kosolver_study::{Column, Frontier, FrontierSearch, FrontierSurvey, Kind};
use kosolver_tablebase::Size;

use crate::arguments::{BeginAgainArguments, List, boards, columns, ko_rules, memory, rulesets};
use crate::guide::{GuideArguments, guides};
use crate::survey::PartArguments;
use crate::{limits, output, progress, survey};

#[derive(Debug, Args)]
pub struct FrontierArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas
    #[arg(long, value_name = "LIST", value_parser = boards, default_value = "3x4")]
    pub boards: List<Board>,

    /// Ko rules without endless play, separated by commas [default: psk]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko"])]
    pub rules: Option<List<Column>>,

    /// Memory that a search may use, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    #[command(flatten)]
    pub guide: GuideArguments,

    #[command(flatten)]
    pub beginning: BeginAgainArguments,

    /// Find only the values, not the values of first moves nor a line of best play
    #[arg(long)]
    pub value_only: bool,

    /// A score to try first. A right guess saves work, a wrong one may cost some. The answer
    /// does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// Solve cells again that are in the list already
    #[arg(long)]
    pub again: bool,

    /// Explain where superkos (with --rules, all rulesets) differ, on boards whose cells took at
    /// most this many nodes
    #[arg(long, value_name = "NODES", default_value_t = 3_000_000)]
    pub explain: u64,

    #[command(flatten)]
    pub part: PartArguments,

    /// The directory of results. After each cell, frontier.json, frontier-costs.json and
    /// frontier.md are written there; with --rules frontier-rulesets.json and so on
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

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
    let memory = limits::memory(arguments.memory) >> 20 << 20;
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
            scout: arguments.guide.scout,
            memory,
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
