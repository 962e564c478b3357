//! The smallest example of each study: what is said is chosen by hand, all that is shown is computed.

use kosolver_board::{Colour, Position};
use kosolver_report::Event;
use kosolver_rules::{Game, Ruleset};
use kosolver_search::Session;
use serde::Serialize;

use super::lines::BoardView;
use crate::findings::error::StudyError;
use crate::findings::sources::Sources;

/// An example of a study.
pub(super) struct Example {
    pub study: &'static str,
    says: &'static str,
    board: &'static str,
    /// Rows from the top; empty for the empty board.
    position: &'static str,
    lines: &'static [Way],
}

/// A line of an example, under some rules.
struct Way {
    rules: &'static str,
    /// The moves before the position whose value is shown.
    before: &'static str,
    /// The moves from there; the last may be prohibited.
    then: Then,
}

impl Way {
    /// Best play from the position.
    const fn best(rules: &'static str) -> Way {
        Way { rules, before: "", then: Then::Best }
    }
}

enum Then {
    /// These.
    Moves(&'static str),
    /// Best play.
    Best,
    /// The published line on which two rules differ on the empty board, to the move that one prohibits.
    Parting(&'static str, &'static str),
}

const EXAMPLES: [Example; 13] = [
    Example {
        study: "cache",
        says: "Black plays, White captures, and Black may not take back. A program that remembers what this board is \
               worth, and not how it came about, mixes up the two lines: the board after White's move is the start \
               of the second.",
        board: "1x2",
        position: "",
        lines: &[Way { rules: "psk", before: "A1 B1", then: Then::Moves("A1") }],
    },
    Example {
        study: "cache",
        says: "The same board with nothing before it: Black may capture.",
        board: "1x2",
        position: ".O",
        lines: &[Way::best("psk")],
    },
    Example {
        study: "history",
        says: "The same stones, the same player to move, and another value. First as the start of a game, then after \
               a game in which White has just captured.",
        board: "1x2",
        position: ".O",
        lines: &[Way::best("psk")],
    },
    Example {
        study: "history",
        says: "After two moves it is the same board. What has gone before prohibits the capture.",
        board: "1x2",
        position: "",
        lines: &[Way { rules: "psk", before: "A1 B1", then: Then::Moves("A1") }],
    },
    Example {
        study: "fights",
        says: "An ordinary ko fight under basic-fixed ko. White has captured at A1. Black may not take back at once, so \
               he threatens at D1, White answers at E1, and Black takes at B1.",
        board: "1x7",
        position: "..O....",
        lines: &[Way { rules: "basic-fixed", before: "G1 F1 B1 A1", then: Then::Moves("D1 E1 B1") }],
    },
    Example {
        study: "fights",
        says: "The same without the threat: Black takes back at once, and may not.",
        board: "1x7",
        position: "..O....",
        lines: &[Way { rules: "basic-fixed", before: "G1 F1 B1 A1", then: Then::Moves("B1") }],
    },
    Example {
        study: "rarity",
        says: "The only start of 1x6 on which positional and situational superko differ.",
        board: "1x6",
        position: "X.X.X.",
        lines: &[Way::best("psk"), Way::best("ssk")],
    },
    Example {
        study: "cycles",
        says: "The smallest start on which the mean that Kee takes matters: under Spight's rule the last board counts \
               alone.",
        board: "1x2",
        position: "O.",
        lines: &[Way::best("kee"), Way::best("spight")],
    },
    Example {
        study: "versions",
        says: "A start on which the versions differ. The ruleset of 2007 allows suicide.",
        board: "1x2",
        position: "X.",
        lines: &[Way::best("kee-2007"), Way::best("kee"), Way::best("kee-2020-03"), Way::best("kee-2020")],
    },
    Example {
        study: "catalogue",
        says: "The smallest example with two rows.",
        board: "2x3",
        position: "OO./...",
        lines: &[Way::best("psk"), Way::best("ssk")],
    },
    Example {
        study: "graphs",
        says: "A star: Black plays in the middle, and no white stone can live or capture.",
        board: "star:4",
        position: "",
        lines: &[Way::best("psk")],
    },
    Example {
        study: "parity",
        says: "1x12, where positional and situational superko differ, and where the pattern of four ends.",
        board: "1x12",
        position: "",
        lines: &[
            Way { rules: "psk", before: "", then: Then::Parting("psk", "ssk") },
            Way { rules: "ssk", before: "", then: Then::Parting("psk", "ssk") },
        ],
    },
    Example {
        study: "fill",
        says: "Every empty point is Black's. To fill in C1 costs him nothing under area scoring, and a point under \
               territory scoring.",
        board: "1x5",
        position: ".X.X.",
        lines: &[
            Way::best("ko=psk scoring=area"),
            Way { rules: "ko=psk scoring=area", before: "C1", then: Then::Best },
            Way::best("ko=psk scoring=territory"),
            Way { rules: "ko=psk scoring=territory", before: "C1", then: Then::Best },
        ],
    },
];

/// An example as it is shown.
#[derive(Serialize)]
pub(super) struct ExampleView {
    says: &'static str,
    #[serde(flatten)]
    board: BoardView,
}

/// The examples of a study, if there are any.
///
/// # Errors
/// Those of [`Example::view`].
pub(super) fn of(study: &str, from: &Sources) -> Result<Vec<ExampleView>, StudyError> {
    EXAMPLES.iter().filter(|example| example.study == study).map(|example| example.view(from)).collect()
}

impl Example {
    /// Solves what is not published, and plays the lines.
    ///
    /// # Errors
    /// [`StudyError::Search`] if a line is illegal before its last move.
    fn view(&self, from: &Sources) -> Result<ExampleView, StudyError> {
        let board = self.board.parse()?;
        let start = match self.position {
            "" => Position::EMPTY,
            rows => Position::parse(&board, rows)?,
        };
        let mut view = BoardView::of(&board, start, Colour::Black)?;
        for way in self.lines {
            let rules: Ruleset = way.rules.parse()?;
            let game = Game::new(board, rules)?;
            let mut session = Session::new(game.clone());
            session.restart(start, Colour::Black)?;
            let mut moves: Vec<String> = way.before.split_whitespace().map(str::to_owned).collect();
            for name in &moves {
                session.play(name)?;
            }
            let known = from.empty_boards()?.into_iter().find(|(known, name, _)| {
                self.position.is_empty() && moves.is_empty() && *known == board && name == way.rules
            });
            let value = match known {
                Some((_, _, score)) => score.to_string(),
                None => session.value()?.to_string(),
            };
            match way.then {
                Then::Moves(then) => moves.extend(then.split_whitespace().map(str::to_owned)),
                Then::Best => {
                    let best = session.best_line()?;
                    moves.extend(best.to_string().split_whitespace().map(str::to_owned));
                }
                Then::Parting(one, other) => {
                    let differences = from.frontier()?.differences;
                    let part = differences
                        .into_iter()
                        .find(|part| part.board == board && part.rules == [one, other]);
                    let parting = part.map(|part| part.parting);
                    moves.extend(parting.iter().flat_map(|parting| parting.line.clone()));
                    if let Some(Event::Prohibited { made, .. }) = parting.map(|parting| parting.event) {
                        moves.push(made);
                    }
                }
            }
            let after = if way.before.is_empty() { String::new() } else { format!(" after {}", way.before) };
            let label = format!("{}{after}: {value}", way.rules);
            view.line(&game, way.rules, label, start, &moves, (0, None))?;
        }
        Ok(ExampleView { says: self.says, board: view })
    }
}
