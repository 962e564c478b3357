//! What the players of a game of several can reach: the records, and how they are shown.

use kosolver_board::Board;
use kosolver_record::Player;
use kosolver_rules::Score;
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::{Deserialize, Serialize};

use crate::format::RenderError;
use crate::page::page;
use crate::text::{WIDTH, fill};

/// Boards under ko rules, for several players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayersTable {
    /// What it is.
    pub title: String,
    /// The version of this form.
    pub format: u32,
    /// How many play.
    pub players: u8,
    /// The suicide rule.
    pub suicide: String,
    /// What each player wants: points, lead or place.
    pub aim: String,
    /// A question that takes more nodes is left open.
    pub nodes: u64,
    /// Board by board, rule by rule.
    pub cells: Vec<PlayersCell>,
}

/// A board under a ko rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayersCell {
    /// The board.
    pub board: Board,
    /// The ko rule.
    pub ko: String,
    /// The start: rows from the top.
    pub position: String,
    /// The stones of who moves first.
    pub to_play: String,
    /// What each player can force against all others together.
    pub guarantees: Vec<PlayerBounds>,
}

/// What is proved of a number for a player: it is one of these, or between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerBounds {
    /// His stones.
    pub player: String,
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
}

impl PlayerBounds {
    /// The number, or as in `0 to 4`.
    pub fn text(&self) -> String {
        match self.lower == self.upper {
            true => self.lower.to_string(),
            false => format!("{} to {}", self.lower, self.upper),
        }
    }
}

/// As in `X 0, O 0 to 4`.
fn texts(bounds: &[PlayerBounds]) -> String {
    let parts: Vec<String> =
        bounds.iter().map(|bounds| format!("{} {}", bounds.player, bounds.text())).collect();
    parts.join(", ")
}

impl PlayersTable {
    /// For a terminal: at most so many columns wide where its words allow it.
    pub fn text(&self, width: u16) -> String {
        let cells = self.cells.iter().map(|cell| {
            let head = format!(
                "{}, {} players, ko={} suicide={}, from {}, {} to play\n",
                cell.board, self.players, cell.ko, self.suicide, cell.position, cell.to_play
            );
            let forced = fill("guaranteed  ", &format!("{}: {}", self.aim, texts(&cell.guarantees)), width);
            format!("{head}{forced}\n")
        });
        cells.collect::<Vec<_>>().join("\n")
    }

    /// As a document.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn markdown(&self) -> Result<String, RenderError> {
        let order: Vec<String> = Player::all(self.players).map(|player| player.to_string()).collect();
        let row = |cell: &PlayersCell| {
            let empty = cell.position.chars().all(|symbol| matches!(symbol, '.' | '/'));
            context! { empty, guaranteed => texts(&cell.guarantees), ..Serde(cell) }
        };
        let rows: Vec<Value> = self.cells.iter().map(row).collect();
        Ok(page("players.md", context! { order => order.join(", "), rows, ..Serde(self) }, WIDTH)?)
    }
}
