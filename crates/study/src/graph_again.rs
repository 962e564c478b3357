//! A published survey of graphs: what it says is recomputed, and what it leaves open is tried again.

use std::path::Path;

use ahash::AHashMap;
use kosolver_board::Board;
use kosolver_report::{GraphOutcome, Graphs};
use kosolver_rules::Ruleset;
use kosolver_search::Meter;

use crate::cell_check::CellCheck;
use crate::column::Column;
use crate::error::{FileFault, PublicationError};
use crate::graphs::{GraphEffort, GraphSurvey};
use crate::parallel::{Done, Found};
use crate::publication::graph_files;
use crate::published::Published;
use crate::sample::Sample;
use crate::work::Work;

/// Cells that took no more nodes are all recomputed by a check. Open cells are tried with so many.
const AGAIN: u64 = 20_000;

/// Cells that took fewer are in every sample.
const QUICK: u64 = 1_000;

/// Of cells that took more nodes, a check makes one in so many again.
const SAMPLE: usize = 10;

/// Cells that took more nodes than this are not recomputed.
const MOST: u64 = 1_000_000;

/// What was found, by board and rules.
type Outcomes = Vec<((Board, Ruleset), GraphOutcome)>;

/// A survey of graphs, with what was found.
#[derive(Clone, Debug)]
pub struct PublishedGraphs {
    survey: GraphSurvey,
    /// In the order of the survey.
    found: Outcomes,
}

/// What was found of open cells.
#[derive(Debug)]
pub struct Extension {
    fresh: Outcomes,
    nodes: u64,
}

/// A cell to solve, and how.
type Try = ((Board, Ruleset), GraphEffort);

impl PublishedGraphs {
    /// The survey that a document is of, and what the document says was found.
    pub(crate) fn of(document: Graphs) -> Result<PublishedGraphs, FileFault> {
        let Graphs { points, nodes, rules, graphs, .. } = document;
        let columns: Result<Vec<Column>, kosolver_rules::Error> =
            rules.iter().map(Column::of_rules).collect();
        let columns = columns?;
        if !(1..=6).contains(&points) || columns.is_empty() {
            return Err(FileFault::Graphs);
        }
        let survey = GraphSurvey { points, columns, nodes };
        if !graphs.iter().map(|graph| graph.board).eq(survey.boards()) {
            return Err(FileFault::Cells);
        }
        let mut found = Vec::new();
        for graph in graphs {
            let names = graph.values.iter().map(|cell| &cell.rules);
            if !names.eq(survey.columns.iter().map(Column::rules_name).collect::<Vec<_>>().iter()) {
                return Err(FileFault::Cells);
            }
            let outcomes = graph.values.into_iter().map(|cell| cell.outcome);
            let rules = survey.columns.iter().map(|column| (graph.board, column.rules));
            found.extend(rules.zip(outcomes));
        }
        Ok(PublishedGraphs { survey, found })
    }

    /// The open cells of some rules that were given up after fewer nodes than this; all of them if the search
    /// is not as usual.
    fn open(&self, wanted: impl Fn(&Ruleset) -> bool, effort: GraphEffort) -> Vec<Try> {
        let other = |outcome: &GraphOutcome| !effort.is_usual() || outcome.nodes < effort.nodes;
        let open = |outcome: &GraphOutcome| outcome.solved.is_none() && other(outcome);
        let tried = self.found.iter().filter(|((_, rules), outcome)| wanted(rules) && open(outcome));
        tried.map(|(key, _)| (*key, effort)).collect()
    }

    /// The rules of the survey, in its order.
    pub fn rules(&self) -> impl Iterator<Item = &Ruleset> {
        self.survey.columns.iter().map(|column| &column.rules)
    }

    /// How many cells [`PublishedGraphs::extend`] tries.
    pub fn tries(&self, wanted: impl Fn(&Ruleset) -> bool, effort: GraphEffort) -> usize {
        self.open(wanted, effort).len()
    }

    /// Tries the open cells of some rules with more nodes than before, or all of them if the search is not as
    /// usual. What it finds is for [`PublishedGraphs::extended`].
    ///
    /// # Errors
    /// Those of solving a [`GraphSurvey`].
    pub fn extend(
        &self,
        wanted: impl Fn(&Ruleset) -> bool,
        effort: GraphEffort,
        meter: &Meter,
        done: Done,
    ) -> Result<Extension, PublicationError> {
        let mut fresh = self.solve(self.open(wanted, effort), meter, done)?;
        // An open cell says how long a search as usual has taken.
        fresh.retain(|(_, outcome)| outcome.solved.is_some() || effort.is_usual());
        Ok(Extension { fresh, nodes: effort.nodes })
    }

    /// The survey with what was found of open cells. What is solved stays as it is.
    pub fn extended(&self, Extension { mut fresh, nodes }: Extension) -> Graphs {
        let known: AHashMap<_, _> = self.found.iter().map(|(key, outcome)| (key, outcome)).collect();
        // Another program may have found more of them meanwhile.
        fresh.retain(|(key, outcome)| {
            let open = known.get(key).filter(|known| known.solved.is_none());
            open.is_some_and(|known| outcome.solved.is_some() || outcome.nodes > known.nodes)
        });
        self.with(fresh, nodes.max(self.survey.nodes))
    }

    /// The cells that a check solves again: those of few nodes, one in ten of the others, and those that
    /// are open, which must be so with few nodes. Of all these it takes a sample.
    fn sample(&self, sample: Sample) -> Vec<Try> {
        let mut larger = 0;
        let again = self.found.iter().filter_map(|(key, GraphOutcome { nodes, solved })| {
            let quick = solved.is_some() && *nodes < QUICK;
            if !sample.takes(&self.survey.name(key), quick) {
                return None;
            }
            let most = match solved {
                None => AGAIN.min(*nodes),
                Some(_) if *nodes <= AGAIN => AGAIN + 1,
                Some(_) => {
                    larger += 1;
                    ((larger - 1) % SAMPLE == 0 && *nodes <= MOST).then_some(nodes + 1)?
                }
            };
            let (begin_again, guess) =
                solved.as_ref().map_or((None, None), |solved| (solved.begin_again, solved.guess));
            Some((*key, GraphEffort { nodes: most, begin_again, guess }))
        });
        again.collect()
    }

    /// How many cells a check solves again.
    pub fn tasks(&self, sample: Sample) -> usize {
        self.sample(sample).len()
    }

    /// Makes cells of a directory again, and the files out of them and of the others, and compares.
    ///
    /// # Errors
    /// Those of solving a [`GraphSurvey`].
    pub fn check(
        &self,
        directory: &Path,
        sample: Sample,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<CellCheck>, PublicationError> {
        let sample = self.sample(sample);
        let larger = |outcome: &GraphOutcome| outcome.solved.is_some() && outcome.nodes > AGAIN;
        let all = self.found.iter().filter(|(_, outcome)| larger(outcome)).count();
        let tried = sample.iter().filter(|(_, effort)| effort.nodes > AGAIN + 1).count();
        let mut fresh = self.solve(sample, meter, done)?;
        // With few nodes an open cell stays open; if not, it shows.
        fresh.retain(|(_, outcome)| outcome.solved.is_some());
        let files = graph_files(&self.with(fresh, self.survey.nodes))?;
        let compared = |(name, bytes): (&String, &Vec<u8>)| {
            let mut check = Published(directory).compare(name, bytes);
            check.says(format!("{tried} of {all} cells of more than {AGAIN} nodes again"));
            check
        };
        Ok(files.iter().map(compared).collect())
    }

    fn solve(&self, tries: Vec<Try>, meter: &Meter, done: Done) -> Result<Outcomes, PublicationError> {
        let solve = |((board, rules), effort): Try| {
            let outcome = GraphSurvey::outcome(board, rules, effort, meter)?;
            done(None);
            Ok::<_, PublicationError>(outcome)
        };
        let weight = |((board, rules), effort): &Try| GraphSurvey::weight(board, rules, effort.nodes);
        let found = Found::of(tries.iter().copied(), weight, solve)?;
        Ok(tries.iter().map(|tried| (tried.0, found.get(tried))).collect())
    }

    /// The survey with so many nodes, and with these outcomes in the place of those that were.
    fn with(&self, fresh: Outcomes, nodes: u64) -> Graphs {
        let all: AHashMap<_, _> = self.found.iter().cloned().chain(fresh).collect();
        GraphSurvey { nodes, ..self.survey.clone() }.whole(&Found::known(all))
    }
}
