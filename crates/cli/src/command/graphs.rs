use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use kosolver_rules::{Ko, Ruleset, Score, Suicide};
use kosolver_search::Meter;
use kosolver_study::{Column, GraphEffort, GraphSurvey, Published, graph_files};

use crate::arguments::{BeginAgainArguments, List, columns, ko_rules, rulesets, threads};
use crate::survey::{self, PartArguments, Target};
use crate::{limits, output, progress};

#[derive(Debug, Args)]
pub struct GraphsArguments {
    /// The most points that a graph has
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub points: u8,

    /// Ko rules, separated by commas [default: those of `table`, and kee-2007]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// Leave a cell open if its search needs more than this many nodes: dense graphs can be hard
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub nodes: u64,

    /// Keep what the survey in the directory of --out has solved, and try with --nodes those of its open
    /// cells that were given up sooner, with --begin-again or --guess all; with --ko or --rules only those
    /// of these rules
    #[arg(long, requires = "out", conflicts_with_all = ["points", "suicide", "part"])]
    pub extend: bool,

    #[command(flatten)]
    pub beginning: BeginAgainArguments,

    /// The score to try first, with --extend. A right guess saves work, a wrong one may cost some. The
    /// values do not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    #[command(flatten)]
    pub part: PartArguments,

    /// Write DIR/graphs.json and DIR/graphs.md instead of printing; with --rules
    /// DIR/graphs-rulesets.json and so on
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

pub fn run(arguments: &GraphsArguments) -> Result<()> {
    let GraphsArguments { points, rules, ko, suicide, nodes, guess, .. } = arguments;
    let columns = columns(rules, ko, *suicide, || Ko::all().filter(|ko| !ko.on_request()).collect());
    let work = GraphSurvey { points: *points, columns, nodes: *nodes };
    let only_extending =
        [("--begin-again", arguments.beginning.begin_again.is_some()), ("--guess", guess.is_some())];
    if !arguments.extend
        && let Some((option, _)) = only_extending.iter().find(|(_, given)| *given)
    {
        bail!("{option} is for cells that were left open before: give --extend too");
    }
    let (out, threads) = (arguments.out.as_deref(), arguments.threads);
    if let (true, Some(directory)) = (arguments.extend, out) {
        output::check_directory(out)?;
        limits::use_threads(threads)?;
        return extend(arguments, directory);
    }
    let target = Target { part: arguments.part.part, out, file: None, threads };
    survey::run(&work, target, |graphs, width| Ok(graphs.text(width)?))
}

/// Tries the open cells of published surveys again.
fn extend(arguments: &GraphsArguments, directory: &Path) -> Result<()> {
    let GraphsArguments { rules, ko, nodes, guess, beginning, .. } = arguments;
    let effort = GraphEffort { nodes: *nodes, begin_again: beginning.begin_again, guess: *guess };
    let wanted = |rules_of: &Ruleset| match (rules, ko) {
        (Some(columns), _) => columns.0.iter().any(|column| column.rules == *rules_of),
        (None, Some(kos)) => kos.0.contains(&rules_of.ko()),
        (None, None) => true,
    };
    let mut surveys = Published(directory).graphs()?;
    let gone = || anyhow!("--extend: {} has no survey of graphs", output::named(directory));
    if surveys.is_empty() {
        return Err(gone());
    }
    for place in 0..surveys.len() {
        // Rule by rule: what has been found is kept if a later one is interrupted.
        let each: Vec<Ruleset> = surveys[place].rules().filter(|rules| wanted(rules)).cloned().collect();
        for rules in each {
            let (survey, one) = (&surveys[place], |other: &Ruleset| *other == rules);
            let tries = survey.tries(one, effort);
            if tries == 0 {
                continue;
            }
            let meter = Meter::default();
            let found = progress::counted(tries, &meter, |done| survey.extend(one, effort, &meter, done))?;
            let lock = output::lock(directory)?;
            surveys = Published(directory).graphs()?;
            let Some(survey) = surveys.get(place) else { return Err(gone()) };
            lock.write(&graph_files(&survey.extended(found))?)?;
            surveys = Published(directory).graphs()?;
        }
    }
    Ok(())
}
