use std::path::Path;

use anyhow::{Result, anyhow, bail};
use kosolver_rules::{Ko, Ruleset};
use kosolver_search::Meter;
use kosolver_study::{GraphEffort, GraphSurvey, Published, graph_files};

use crate::arguments::{GraphsArguments, columns};
use crate::survey::{self, Target};
use crate::{limits, output, progress};

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
