//! A game as it is sent, and read.

use kosolver::board::shortened;
use kosolver::{Board, Colour, Error, Game, Illegal, Move, Position, Request, Ruleset};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::limits::{MOVES, RULE, TEXT};
use crate::rule;

/// A game: a board, rules, a start position and the moves made since.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameText {
    /// The board, of up to 64 points: `3x3`, `cycle:5`, `torus:3x4`, `graph6:DQc`.
    pub board: String,
    /// The rules: a ko rule, a preset, a ruleset as text, or rules as KataGo writes them. The text of a ko rule
    /// of one's own can stand in place of its name, after the fields of a ruleset if there are any.
    pub rules: String,
    /// The start position: rows from the top with `/` between them, `X` black, `O` white, `.` empty. The
    /// empty board if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Who moves first; Black if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_play: Option<Colour>,
    /// The moves since: points such as `B2`, or `pass`. They are history. At most 1000.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// Refuses text that is longer than any that means something.
fn short<'a>(what: &str, text: &'a str) -> Result<&'a str, Fault> {
    within(TEXT, what, text)
}

fn within<'a>(most: usize, what: &str, text: &'a str) -> Result<&'a str, Fault> {
    if text.len() > most {
        let start = shortened(text, 20);
        return Err(Fault::large(format!("the {what} {start} is too long: write at most {most} characters")));
    }
    Ok(text.trim())
}

/// The ruleset of a text.
pub fn ruleset(text: &str) -> Result<Ruleset, Fault> {
    let most = if Ruleset::rule_text(text).is_some() { RULE } else { TEXT };
    rule::ruleset(within(most, "ruleset", text)?)
}

/// A game, and a position in which it starts.
pub fn start(text: &GameText) -> Result<(Game, Position, Colour), Fault> {
    let board: Board = short("board", &text.board)?.parse()?;
    let game = Game::new(board, ruleset(&text.rules)?)?;
    let position = match &text.position {
        Some(position) => Position::parse(&board, short("position", position)?)?,
        None => Position::EMPTY,
    };
    Ok((game, position, text.to_play.unwrap_or(Colour::Black)))
}

/// The first move of a game that is illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Its number, from 1.
    pub number: usize,
    /// Why.
    pub reason: String,
}

impl GameText {
    /// The game as it stands, with its moves as history. They must be legal.
    pub fn request(&self) -> Result<Request, Fault> {
        self.read()?.map_err(|(number, reason)| Error::Illegal { number, reason }.into())
    }

    /// The game up to its first illegal move, and why that is illegal.
    pub fn as_far_as_legal(&self) -> Result<(Request, Option<Refused>), Fault> {
        match self.read()? {
            Ok(request) => Ok((request, None)),
            Err((number, reason)) => {
                let moves = self.moves[..number - 1].to_vec();
                let request = GameText { moves, ..self.clone() }.request()?;
                Ok((request, Some(Refused { number, reason: reason.to_string() })))
            }
        }
    }

    /// The game, or the number of its first illegal move and the reason.
    fn read(&self) -> Result<Result<Request, (usize, Illegal)>, Fault> {
        let count = self.moves.len();
        if count > MOVES {
            return Err(Fault::large(format!("{count} moves are too many: send at most {MOVES}")));
        }
        let (game, position, to_move) = start(self)?;
        let moves: Result<Vec<Move>, kosolver::board::Error> =
            self.moves.iter().map(|name| Move::parse(game.board(), name)).collect();
        match Request::new(game, position, to_move)?.after(&moves?) {
            Ok(request) => Ok(Ok(request)),
            Err(Error::Illegal { number, reason }) => Ok(Err((number, reason))),
            Err(error) => Err(error.into()),
        }
    }
}
