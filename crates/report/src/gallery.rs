//! The gallery: positions to begin with, in the explorer and on the site.

use kosolver_board::Colour;
use serde::Deserialize;

/// The positions as they are written down. A test of the explorer solves each.
const EXAMPLES: &str = include_str!("../data/gallery.json");

/// A position of the gallery.
#[derive(Clone, Debug, Deserialize)]
pub struct Example {
    /// What it shows, in a few words.
    pub title: String,
    /// Why it is here.
    pub sentence: String,
    /// The board and how the position came about.
    pub game: ExampleGame,
    /// The ruleset it is compared with.
    pub against: Option<String>,
}

/// A game of the gallery.
#[derive(Clone, Debug, Deserialize)]
pub struct ExampleGame {
    /// The board, as in `3x3`.
    pub board: String,
    /// The ruleset.
    pub rules: String,
    /// The start: rows from the top; empty for the empty board.
    #[serde(default)]
    pub position: String,
    /// Who moves first.
    #[serde(default = "black")]
    pub to_play: Colour,
    /// The moves since.
    #[serde(default)]
    pub moves: Vec<String>,
}

fn black() -> Colour {
    Colour::Black
}

impl Example {
    /// The ruleset, and the one it is compared with.
    pub fn rules(&self) -> Vec<&str> {
        [Some(&self.game.rules), self.against.as_ref()].into_iter().flatten().map(String::as_str).collect()
    }
}

/// The positions of the gallery.
///
/// ```
/// assert!(kosolver_report::gallery().unwrap().iter().any(|example| example.title == "Triple ko"));
/// ```
///
/// # Errors
/// If the file is not as it should be; it is part of the program, and tests read it.
pub fn gallery() -> Result<Vec<Example>, serde_json::Error> {
    serde_json::from_str(EXAMPLES)
}
