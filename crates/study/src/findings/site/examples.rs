//! The smallest example of each study: what is said is chosen by hand, all that is shown is computed.

use kosolver_board::{Colour, Position};
use kosolver_report::Event;
use kosolver_rules::{Game, Ruleset};
use kosolver_search::Session;
use serde::{Deserialize, Serialize};

use super::lines::BoardView;
use crate::error::PublicationError;
use crate::published::Published;

/// What is shown of each study, as it is written down.
const EXAMPLES: &str = include_str!("../../../data/examples.json");

/// An example of a study.
#[derive(Deserialize)]
struct Example {
    study: String,
    says: String,
    board: String,
    /// Rows from the top; empty for the empty board.
    #[serde(default)]
    position: String,
    lines: Vec<Way>,
}

/// A line of an example, under some rules: best play, unless it is said what is played.
#[derive(Deserialize)]
struct Way {
    rules: String,
    /// The moves before the position whose value is shown.
    #[serde(default)]
    before: String,
    /// The moves from there; the last may be prohibited.
    moves: Option<String>,
    /// The published line on which two rules differ on the empty board, to the move that one prohibits.
    parting: Option<[String; 2]>,
}

/// An example as it is shown.
#[derive(Serialize)]
pub(super) struct ExampleView {
    says: String,
    #[serde(flatten)]
    board: BoardView,
}

/// The examples of a study, if there are any.
pub(super) fn of(study: &str, from: Published) -> Result<Vec<ExampleView>, PublicationError> {
    let all: Vec<Example> = serde_json::from_slice(EXAMPLES.as_bytes())?;
    all.into_iter().filter(|example| example.study == study).map(|example| example.view(from)).collect()
}

impl Example {
    /// Solves what is not published, and plays the lines.
    fn view(self, from: Published) -> Result<ExampleView, PublicationError> {
        let board = self.board.parse()?;
        let start = match self.position.as_str() {
            "" => Position::EMPTY,
            rows => Position::parse(&board, rows)?,
        };
        let mut view = BoardView::of(&board, start, Colour::Black)?;
        for way in &self.lines {
            let rules: Ruleset = way.rules.parse()?;
            let game = Game::new(board, rules)?;
            let mut session = Session::new(game.clone());
            session.restart(start, Colour::Black)?;
            let mut moves: Vec<String> = way.before.split_whitespace().map(str::to_owned).collect();
            for name in &moves {
                session.play(name)?;
            }
            let known = from.empty_boards()?.into_iter().find(|(known, name, _)| {
                self.position.is_empty() && moves.is_empty() && *known == board && *name == way.rules
            });
            let value = match known {
                Some((_, _, score)) => score.to_string(),
                None => session.value()?.to_string(),
            };
            match (&way.moves, &way.parting) {
                (Some(then), _) => moves.extend(then.split_whitespace().map(str::to_owned)),
                (None, None) => {
                    let best = session.best_line()?;
                    moves.extend(best.to_string().split_whitespace().map(str::to_owned));
                }
                (None, Some(rules)) => {
                    let differences = from.frontier()?.differences;
                    let part =
                        differences.into_iter().find(|part| part.board == board && part.rules == *rules);
                    let parting = part.map(|part| part.parting);
                    moves.extend(parting.iter().flat_map(|parting| parting.line.clone()));
                    if let Some(Event::Prohibited { made, .. }) = parting.map(|parting| parting.event) {
                        moves.push(made);
                    }
                }
            }
            let after = if way.before.is_empty() { String::new() } else { format!(" after {}", way.before) };
            let label = format!("{}{after}: {value}", way.rules);
            view.line(&game, &way.rules, label, start, &moves, (0, None))?;
        }
        Ok(ExampleView { says: self.says, board: view })
    }
}
