//! One solution, for a program and for a terminal.

use kosolver_board::{Colour, Position, Shape};
use kosolver_rules::Move;
use kosolver_search::{Request, Solution};
use serde::{Deserialize, Serialize};

use crate::costs::EffortRecord;
use crate::diagram::{diagram, diagrams};
use crate::fair_komi::FairKomi;
use crate::record::Record;
use crate::text::{fill, fill_items};

/// A solution: its record, the komi that would be fair, a principal variation, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolutionRecord {
    /// What was found.
    #[serde(flatten)]
    pub record: Record,
    /// The komi at which the game would be even; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fair_komi: Option<FairKomi>,
    /// The moves that were made from the start position; left out if none were. The value and the first
    /// moves are those after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// One line of best play.
    pub principal_variation: Vec<String>,
    /// If it goes on for ever: the number of moves after which it repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_after: Option<usize>,
    /// What was searched; left out if a tablebase answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searched: Option<Searched>,
    /// How far the end is, if a tablebase answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distances: Option<Distances>,
}

/// What was searched for a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// How much; the engine is `proof search` or `retrograde analysis`.
    #[serde(flatten)]
    pub effort: EffortRecord,
    /// How often the memory was full.
    pub replacements: u64,
}

/// The moves in which Black forces L, and White U; nothing where no end can be forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distances {
    /// For L.
    pub lower: Option<u16>,
    /// For U.
    pub upper: Option<u16>,
}

/// A solution of a request, in text or as JSON.
#[derive(Clone, Debug)]
pub struct SolutionReport<'a> {
    request: &'a Request,
    solution: &'a Solution,
    record: SolutionRecord,
}

impl<'a> SolutionReport<'a> {
    /// What a search has found.
    pub fn searched(request: &'a Request, solution: &'a Solution) -> SolutionReport<'a> {
        let effort = &solution.effort;
        let searched = Searched {
            effort: EffortRecord::of(effort, ["proof search", "retrograde analysis"]),
            replacements: effort.replacements,
        };
        SolutionReport::of(request, solution, Some(searched), None)
    }

    /// What a tablebase has answered: nothing was searched, but it is known how far the end is.
    pub fn probed(request: &'a Request, solution: &'a Solution, distances: Distances) -> SolutionReport<'a> {
        SolutionReport::of(request, solution, None, Some(distances))
    }

    fn of(
        request: &'a Request,
        solution: &'a Solution,
        searched: Option<Searched>,
        distances: Option<Distances>,
    ) -> SolutionReport<'a> {
        let name = |made: &Move| made.name(request.game().board());
        let record = SolutionRecord {
            record: Record::of(request, solution),
            fair_komi: FairKomi::of(request.game(), &solution.value),
            moves: request.played().iter().map(name).collect(),
            principal_variation: solution.line.moves.iter().map(name).collect(),
            repeats_after: solution.line.repeats_after,
            searched,
            distances,
        };
        SolutionReport { request, solution, record }
    }

    /// The same with this fair komi.
    pub fn with_fair_komi(mut self, fair_komi: Option<FairKomi>) -> SolutionReport<'a> {
        self.record.fair_komi = fair_komi;
        self
    }

    /// The record.
    pub fn record(&self) -> &SolutionRecord {
        &self.record
    }

    /// For a terminal: at most so many columns wide where its words allow it.
    pub fn text(&self, width: u16) -> String {
        let SolutionReport { request, record: SolutionRecord { record, .. }, .. } = self;
        let board = request.game().board();
        let rules = request.game().rules().in_words();
        let line = |label: &str, text: &str| fill(&format!("{label:<11}"), text, width) + "\n";
        let referee = request.referee();
        let to_play = referee.node().to_move;
        let after = match &self.record.moves[..] {
            [] => String::new(),
            moves => format!("after {}, ", moves.join(" ")),
        };
        let mut text = fill("", &format!("{board}, {rules}, {after}{to_play} to play"), width) + "\n";
        for line in diagram(board, referee.position()) {
            text += &format!("  {line}\n");
        }
        if board.shape() == Shape::Graph
            && let Some(graph) = &record.graph
        {
            let edges: Vec<String> = graph.edges.iter().map(|edge| edge.join("-")).collect();
            text += "\n";
            text += &line("edges", &edges.join(" "));
        }
        let mut value = record.headline();
        if let Some(bounds) = record.value.bounds_in_words() {
            value += &format!("   ({bounds})");
        }
        text += "\n";
        text += &line("value", &value);
        if let Some(komi) = self.record.fair_komi {
            text += &line("fair komi", &komi.to_string());
        }
        if request.openings() {
            text += &if record.openings.is_empty() {
                let over = !request.played().is_empty() && referee.outcome().is_some();
                let why = if over { "the game is over" } else { "the player to move has no legal move" };
                line("openings", &format!("none: {why}"))
            } else {
                fill_items("openings   ", &openings(record, to_play), width) + "\n"
            };
        }
        if request.line() {
            let mut variation = self.record.principal_variation.join(" ");
            if let Some(after) = self.record.repeats_after {
                variation += &format!(" … and again from move {}", request.played().len() + after + 1);
            }
            text += &line("variation", &variation);
        }
        text += "\n";
        text += &diagrams(board, &self.plays(), width);
        if let Some(searched) = &self.record.searched {
            let EffortRecord { engine, nodes, lemmas, questions } = &searched.effort;
            text += &line(
                "searched",
                &format!(
                    "{engine}: {nodes} nodes, {lemmas} lemmas, {questions} question{}",
                    if *questions == 1 { "" } else { "s" }
                ),
            );
            if searched.replacements > 0 {
                text += &line(
                    "memory",
                    &format!(
                        "was full {} time(s): what took least work was forgotten",
                        searched.replacements
                    ),
                );
            }
        }
        if let Some(Distances { lower, upper }) = self.record.distances {
            let moves = |distance: Option<u16>| {
                distance.map_or("never".to_owned(), |moves| format!("in {moves} moves"))
            };
            text += &line("forced", &format!("by Black {}, by White {}", moves(lower), moves(upper)));
        }
        text
    }

    /// The position after each play of the principal variation.
    fn plays(&self) -> Vec<(String, Position)> {
        let request = self.request;
        let mut shown: Vec<(String, Position)> = Vec::new();
        let mut referee = request.referee();
        for (number, made) in self.solution.line.moves.iter().enumerate() {
            let player = referee.node().to_move;
            if referee.play(*made).is_err() {
                break;
            }
            if *made != Move::Pass {
                let name = made.name(request.game().board());
                let number = request.played().len() + number + 1;
                shown.push((format!("{number} {player} {name}"), referee.position()));
            }
        }
        shown
    }
}

/// The first moves of a player with their scores; the best are marked.
fn openings(record: &Record, player: Colour) -> Vec<String> {
    let scores = record.openings.iter().map(|opening| {
        let value = match opening.value.winner {
            Some(winner) if winner == player => "wins".to_owned(),
            Some(_) => "loses".to_owned(),
            None => opening.value.headline(),
        };
        format!("{} {value}{}", opening.made, if opening.best { "*" } else { "" })
    });
    scores.collect()
}
