//! Every small connected graph as a board, under every ko rule: what it is worth, and what stands out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kosolver_board::{
    Board, Colour, Position, Symmetry, canonical_graph, connected_graphs, count_legal, known_names,
};
use kosolver_rules::{Game, Ko, Ruleset, Score, Suicide};
use kosolver_search::{Meter, Request, solve};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::page::page;
use crate::publication::{CellCheck, PublicationError, Published, proves, sha256};
use crate::{Record, RenderError, Rules, ValueRecord, Verdict};

/// What to solve: the empty board, Black first.
#[derive(Clone, Debug)]
pub struct GraphSurvey {
    /// The most points of a graph, 1 to 6.
    pub points: u8,
    /// The ko rules.
    pub rules: Vec<Ko>,
    /// The suicide rule.
    pub suicide: Suicide,
    /// Cells that take more nodes are left out.
    pub nodes: u64,
}

/// All connected graphs of up to so many points, solved.
#[derive(Clone, Debug, Serialize)]
pub struct Graphs {
    title: &'static str,
    format: u32,
    /// The most points.
    points: u8,
    suicide: String,
    /// Cells that take more nodes of a search are left out.
    nodes: u64,
    /// The rules, spelled out.
    rules: Vec<Rules>,
    findings: Findings,
    /// Fewest points first, then fewest edges.
    graphs: Vec<Graph>,
}

#[derive(Clone, Debug, Serialize)]
struct Graph {
    board: String,
    /// Boards of other shapes that are the same graph.
    names: Vec<String>,
    points: u8,
    edges: usize,
    automorphisms: usize,
    legal_positions: u64,
    values: Vec<Cell>,
}

/// A graph under a rule.
#[derive(Clone, Debug, Serialize)]
struct Cell {
    ko: &'static str,
    /// Nothing if it takes too many nodes.
    #[serde(flatten)]
    solved: Option<Solved>,
}

#[derive(Clone, Debug, Serialize)]
struct Solved {
    #[serde(flatten)]
    value: ValueRecord,
    certificate: Digest,
}

impl Cell {
    fn headline(&self) -> String {
        self.solved.as_ref().map_or("–".to_owned(), |solved| solved.value.headline())
    }
}

/// What the certificate is like that was verified and is not kept.
#[derive(Clone, Debug, Serialize)]
struct Digest {
    bytes: usize,
    lemmas: u64,
    sha256: String,
}

/// What stands out.
#[derive(Clone, Debug, Serialize)]
struct Findings {
    graphs: usize,
    /// The graphs that are solved under all rules that have a score, and those of them on which these agree.
    solved: usize,
    agreed: usize,
    rules: Vec<OfRule>,
    pairs: Vec<OfPair>,
}

/// What stands out under a rule.
#[derive(Clone, Debug, Serialize)]
struct OfRule {
    ko: &'static str,
    /// Whether there is nothing but winning and losing.
    win_loss: bool,
    /// How many graphs are left out.
    left_out: usize,
    /// How many graphs are all Black's, worth 0, White's, or without result; where only winning counts, won and
    /// lost by Black.
    whole: usize,
    zero: usize,
    negative: usize,
    no_result: usize,
    won: usize,
    lost: usize,
    /// The least score, and the first graph that has it.
    least: Option<(Score, String)>,
    /// What one more edge does.
    edge: OfEdge,
}

/// What one more edge does to the value, from a connected graph to another.
#[derive(Clone, Debug, Default, Serialize)]
struct OfEdge {
    /// Pairs of graphs that differ by an edge, both with a value.
    pairs: usize,
    raises: usize,
    lowers: usize,
    largest_rise: Option<Change>,
    largest_fall: Option<Change>,
}

#[derive(Clone, Debug, Serialize)]
struct Change {
    from: String,
    to: String,
    values: [Score; 2],
}

/// Where two rules differ.
#[derive(Clone, Debug, Serialize)]
struct OfPair {
    rules: [&'static str; 2],
    differ: usize,
    /// The first of them.
    graphs: Vec<Differing>,
}

#[derive(Clone, Debug, Serialize)]
struct Differing {
    board: String,
    values: [String; 2],
}

/// How many graphs are named where two rules differ.
const NAMED: usize = 12;

const JSON: &str = "graphs.json";
const PAGE: &str = "graphs.md";

/// The fields of the file that say what to solve.
#[derive(Deserialize)]
struct Asked {
    points: u8,
    suicide: String,
    nodes: u64,
    rules: Vec<AskedRule>,
}

#[derive(Deserialize)]
struct AskedRule {
    ko: String,
}

impl GraphSurvey {
    /// The survey that a directory holds; nothing if there is none.
    ///
    /// # Errors
    /// [`PublicationError::NoTable`] if its file cannot be read as one.
    pub fn published(directory: &Path) -> Result<Option<GraphSurvey>, PublicationError> {
        if [JSON, PAGE].iter().all(|name| !directory.join(name).exists()) {
            return Ok(None);
        }
        let path = directory.join(JSON).display().to_string();
        let fault = |fault: String| PublicationError::NoTable { path: path.clone(), fault };
        let document = Published(directory).document(JSON).map_err(fault)?;
        let asked: Asked = serde_json::from_value(document).map_err(|error| fault(error.to_string()))?;
        let rules: Result<Vec<Ko>, kosolver_rules::Error> =
            asked.rules.iter().map(|rule| rule.ko.parse()).collect();
        let rules = rules.map_err(|error| fault(error.to_string()))?;
        let suicide =
            asked.suicide.parse().map_err(|error: kosolver_rules::Error| fault(error.to_string()))?;
        if !(1..=6).contains(&asked.points) || rules.is_empty() {
            return Err(fault("it says nothing of graphs of 1 to 6 points".to_owned()));
        }
        Ok(Some(GraphSurvey { points: asked.points, rules, suicide, nodes: asked.nodes }))
    }

    fn boards(&self) -> Vec<Board> {
        (1..=self.points).flat_map(connected_graphs).collect()
    }

    /// How many solutions it takes.
    pub fn tasks(&self) -> usize {
        self.boards().len() * self.rules.len()
    }

    /// Solves all graphs in parallel, with certificates, and verifies these. `done` is called after each
    /// solution, from any thread.
    ///
    /// # Errors
    /// Those of the search but [`kosolver_search::Error::Nodes`], and [`PublicationError::Certificate`] if a certificate does not hold.
    pub fn solve(&self, meter: &Meter, done: &(dyn Fn() + Sync)) -> Result<Graphs, PublicationError> {
        let boards = self.boards();
        // The largest first, so that no core waits for the last.
        let tasks = boards.iter().rev().flat_map(|board| self.rules.iter().map(move |ko| (*board, *ko)));
        let cells = tasks.collect::<Vec<_>>().into_par_iter().with_max_len(1).map(|(board, ko)| {
            let cell = self.cell(board, ko, meter);
            done();
            cell
        });
        let cells: Vec<Cell> = cells.collect::<Result<_, PublicationError>>()?;
        let graphs =
            boards.iter().zip(cells.chunks(self.rules.len().max(1)).rev()).map(|(board, values)| Graph {
                board: board.to_string(),
                names: known_names(board).iter().map(Board::to_string).collect(),
                points: board.points(),
                edges: board.edges().count(),
                automorphisms: Symmetry::all(board).len(),
                legal_positions: count_legal(board) as u64,
                values: values.to_vec(),
            });
        let graphs: Vec<Graph> = graphs.collect();
        Ok(Graphs {
            title: "Every small connected graph as a board",
            format: 1,
            points: self.points,
            suicide: self.suicide.to_string(),
            nodes: self.nodes,
            rules: self.rules.iter().map(|ko| Rules::of(&self.ruleset(*ko))).collect(),
            findings: self.findings(&boards, &graphs),
            graphs,
        })
    }

    fn ruleset(&self, ko: Ko) -> Ruleset {
        Ruleset::with_suicide(ko, self.suicide)
    }

    fn cell(&self, board: Board, ko: Ko, meter: &Meter) -> Result<Cell, PublicationError> {
        let game = Game::new(board, self.ruleset(ko)).map_err(kosolver_search::Error::from)?;
        let mut request = Request::new(game, Position::EMPTY, Colour::Black);
        request.certificate = true;
        request.resources.nodes = Some(self.nodes);
        let solution = match solve(&request, meter) {
            Err(kosolver_search::Error::Nodes { .. }) => return Ok(Cell { ko: ko.name(), solved: None }),
            solution => solution?,
        };
        let record = Record::of(&request, &solution);
        let mut bytes = Vec::new();
        let mut lemmas = 0;
        if let Some(certificate) = &solution.certificate {
            certificate.write(&mut bytes)?;
            lemmas = certificate.lemmas();
        }
        let wrong = |fault: String| PublicationError::Certificate { cell: format!("{board} {ko}"), fault };
        let verified = kosolver_checker::verify(&bytes[..]).map_err(|error| wrong(error.to_string()))?;
        if !proves(&verified, &record) {
            return Err(wrong(format!("it proves something else: {verified}")));
        }
        let certificate = Digest { bytes: bytes.len(), lemmas, sha256: sha256(&bytes) };
        Ok(Cell { ko: ko.name(), solved: Some(Solved { value: record.value, certificate }) })
    }

    fn findings(&self, boards: &[Board], graphs: &[Graph]) -> Findings {
        let scored: Vec<usize> =
            (0..self.rules.len()).filter(|rule| !self.rules[*rule].win_or_loss()).collect();
        let worth = |graph: &Graph, rule: usize| graph.values[rule].headline();
        let known = |graph: &Graph, rule: usize| graph.values[rule].solved.is_some();
        let solved = graphs.iter().filter(|graph| scored.iter().all(|rule| known(graph, *rule)));
        let agreed =
            |graph: &&Graph| scored.windows(2).all(|pair| worth(graph, pair[0]) == worth(graph, pair[1]));
        let steps = steps(boards);
        let rules = self.rules.iter().enumerate().map(|(rule, ko)| of_rule(graphs, rule, *ko, &steps));
        let pairs = scored.iter().enumerate().flat_map(|(place, one)| {
            scored[place + 1..].iter().map(move |other| {
                let known = graphs.iter().filter(move |graph| known(graph, *one) && known(graph, *other));
                let differ = known.filter(|graph| worth(graph, *one) != worth(graph, *other));
                OfPair {
                    rules: [*one, *other].map(|rule| self.rules[rule].name()),
                    differ: differ.clone().count(),
                    graphs: differ
                        .take(NAMED)
                        .map(|graph| Differing {
                            board: graph.board.clone(),
                            values: [*one, *other].map(|rule| worth(graph, rule)),
                        })
                        .collect(),
                }
            })
        });
        Findings {
            graphs: graphs.len(),
            solved: solved.clone().count(),
            agreed: solved.filter(agreed).count(),
            rules: rules.collect(),
            pairs: pairs.collect(),
        }
    }
}

/// The pairs of graphs, by their places, of which the second is the first with one edge more.
fn steps(boards: &[Board]) -> Vec<[usize; 2]> {
    let places: BTreeMap<String, usize> =
        boards.iter().enumerate().map(|(place, board)| (board.to_string(), place)).collect();
    let mut steps = BTreeSet::new();
    for (place, board) in boards.iter().enumerate() {
        let near: Vec<u64> =
            kosolver_board::points_of(board.all()).map(|point| board.adjacent(point.bit())).collect();
        for (one, set) in near.iter().enumerate() {
            for other in kosolver_board::points_of(board.all() & !set)
                .filter(|other| usize::from(other.number()) > one)
            {
                let mut more = near.clone();
                more[one] |= other.bit();
                let larger = Board::graph(&more).ok().and_then(|board| canonical_graph(&board));
                if let Some(after) = larger.and_then(|board| places.get(&board.to_string())) {
                    steps.insert([place, *after]);
                }
            }
        }
    }
    steps.into_iter().collect()
}

fn of_rule(graphs: &[Graph], rule: usize, ko: Ko, steps: &[[usize; 2]]) -> OfRule {
    let value = |graph: &Graph| graph.values[rule].solved.as_ref().map(|solved| solved.value);
    let count = |wanted: &dyn Fn(&Graph) -> bool| graphs.iter().filter(|graph| wanted(graph)).count();
    let is = |graph: &Graph, verdict: Verdict| value(graph).is_some_and(|value| value.result == verdict);
    let score = |graph: &Graph| value(graph)?.score;
    let scored = |graph: &Graph| score(graph).filter(|_| is(graph, Verdict::Score));
    // The first of those with the least score.
    let least =
        graphs.iter().filter_map(|graph| Some((scored(graph)?, graph))).min_by_key(|(score, _)| *score);
    let mut edge = OfEdge::default();
    let by = |change: &Option<Change>| {
        change.as_ref().map_or(Score::ZERO, |change| (change.values[1] - change.values[0]).abs())
    };
    for [from, to] in steps.iter().map(|step| step.map(|place| &graphs[place])) {
        let (Some(before), Some(after)) = (score(from), score(to)) else { continue };
        edge.pairs += 1;
        let change = Change { from: from.board.clone(), to: to.board.clone(), values: [before, after] };
        let (number, largest) = match before.cmp(&after) {
            std::cmp::Ordering::Less => (&mut edge.raises, &mut edge.largest_rise),
            std::cmp::Ordering::Greater => (&mut edge.lowers, &mut edge.largest_fall),
            std::cmp::Ordering::Equal => continue,
        };
        *number += 1;
        if (after - before).abs() > by(largest) {
            *largest = Some(change);
        }
    }
    OfRule {
        ko: ko.name(),
        win_loss: ko.win_or_loss(),
        left_out: count(&|graph| value(graph).is_none()),
        whole: count(&|graph| scored(graph) == Some(Score::points(graph.points.into()))),
        zero: count(&|graph| scored(graph) == Some(Score::ZERO)),
        negative: count(&|graph| scored(graph).is_some_and(|score| score < Score::ZERO)),
        no_result: count(&|graph| is(graph, Verdict::NoResult)),
        won: count(&|graph| is(graph, Verdict::FirstPlayerWins)),
        lost: count(&|graph| is(graph, Verdict::FirstPlayerLoses)),
        least: least.map(|(score, graph)| (score, graph.board.clone())),
        edge,
    }
}

impl Graphs {
    /// For a terminal.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn text(&self) -> Result<String, RenderError> {
        Ok(page("graphs.txt", self.view())?)
    }

    /// The files.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn files(&self) -> Result<BTreeMap<String, Vec<u8>>, RenderError> {
        let json = serde_json::to_string_pretty(self)? + "\n";
        let page = page("graphs.md", self.view())?;
        Ok([(JSON, json), (PAGE, page)].map(|(name, text)| (name.to_owned(), text.into_bytes())).into())
    }

    fn view(&self) -> serde_json::Value {
        let headlines = |graph: &Graph| graph.values.iter().map(Cell::headline).collect();
        let headlines: Vec<Vec<String>> = self.graphs.iter().map(headlines).collect();
        serde_json::json!({
            "title": self.title, "points": self.points, "suicide": self.suicide, "nodes": self.nodes, "rules": self.rules,
            "findings": self.findings, "graphs": self.graphs, "headlines": headlines, "named": NAMED,
            "endless": self.rules.iter().any(|rules| rules.no_result.is_some()),
        })
    }

    /// Holds the files of a directory against these.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn check(&self, directory: &Path) -> Result<Vec<CellCheck>, RenderError> {
        let files = self.files()?;
        Ok(files.iter().map(|(name, bytes)| Published(directory).compare(name, bytes)).collect())
    }
}
