//! What the players of a game of several can reach: the records, and how they are shown.

use kosolver_board::Board;
use kosolver_players::{Outcome, Player, Points};
use serde::{Deserialize, Serialize};

use crate::page::markdown;
use crate::text::fill;

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
    /// A question, or a search of max-n, that takes more nodes is left open.
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
    /// The outcomes of max-n; nothing if the search takes too many nodes.
    pub max_n: Option<MaxNRecord>,
    /// What each player gets by max-n lies between these, if the search takes too many nodes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub max_n_bounds: Vec<PlayerBounds>,
}

/// What is proved of a number for a player: it is one of these, or between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerBounds {
    /// His stones.
    pub player: String,
    /// It is at least this.
    pub lower: Points,
    /// It is at most this.
    pub upper: Points,
}

/// What max-n finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaxNRecord {
    /// If each player takes the first of the moves that are best for him.
    pub first: OutcomeRecord,
    /// Every outcome that some choice among best moves leads to.
    pub outcomes: Vec<OutcomeRecord>,
}

/// How a game ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutcomeRecord {
    /// The points of each player.
    pub points: Vec<Points>,
    /// The place of each player; players with the same points share one.
    pub places: Vec<usize>,
    /// Whether there is no scoring position.
    pub draw: bool,
}

impl From<&Outcome> for OutcomeRecord {
    fn from(outcome: &Outcome) -> OutcomeRecord {
        let players = Player::all(outcome.points().len() as u8);
        OutcomeRecord {
            points: outcome.points().to_vec(),
            places: players.map(|player| outcome.place(player)).collect(),
            draw: outcome.is_draw(),
        }
    }
}

impl OutcomeRecord {
    /// As in `0-2-0`, or `draw`.
    fn short(&self) -> String {
        let points: Vec<String> = self.points.iter().map(Points::to_string).collect();
        if self.draw { "draw".to_owned() } else { points.join("-") }
    }
}

impl PlayerBounds {
    /// The number, or as in `0 to 4`.
    fn text(&self) -> String {
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

impl MaxNRecord {
    fn all(&self) -> String {
        self.outcomes.iter().map(OutcomeRecord::short).collect::<Vec<_>>().join(", ")
    }
}

impl PlayersTable {
    /// The stones of the players, as the numbers of an outcome stand.
    fn order(&self) -> String {
        Player::all(self.players).map(|player| player.to_string()).collect::<Vec<_>>().join("-")
    }

    /// For a terminal: at most so many columns wide where its words allow it.
    pub fn text(&self, width: u16) -> String {
        let cells = self.cells.iter().map(|cell| {
            let head = format!(
                "{}, {} players, ko={} suicide={}, from {}, {} to play\n",
                cell.board, self.players, cell.ko, self.suicide, cell.position, cell.to_play
            );
            let forced = fill("guaranteed  ", &format!("{}: {}", self.aim, texts(&cell.guarantees)), width);
            let max_n = match &cell.max_n {
                Some(found) => {
                    let first = format!("{} {}", self.order(), found.first.short());
                    fill("max-n       ", &format!("{first} if ties go to the first move"), width)
                        + "\n"
                        + &fill("            ", &format!("with any ties: {}", found.all()), width)
                }
                None => {
                    let bounds = texts(&cell.max_n_bounds);
                    let open = format!("open after {} nodes; {}: {bounds}", self.nodes, self.aim);
                    fill("max-n       ", &open, width)
                }
            };
            format!("{head}{forced}\n{max_n}\n")
        });
        cells.collect::<Vec<_>>().join("\n")
    }

    /// As a document.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "# {}\n\n{} players move in the order {}; suicide is {}. The start is the empty board unless a row says otherwise.\n\n",
            self.title,
            self.players,
            markdown(
                &Player::all(self.players).map(|player| player.to_string()).collect::<Vec<_>>().join(", ")
            ),
            self.suicide
        );
        text += &format!(
            "*Guaranteed*: what a player can force against all others together ({}). *Max-n*: how the game ends if each player does the best for himself; of equally good moves he takes the first. *Any ties*: every outcome that some choice among equally good moves leads to. Outcomes are the points of {}; `draw` is a game without a scoring position. *Open*: the search takes more than {} nodes, and what is proved is that the {} of each player lie in these bounds. [What this means](../docs/players.md). `kosolver players --out DIR` makes this page.\n\n",
            self.aim,
            markdown(&self.order()),
            self.nodes,
            self.aim
        );
        text += "| board | ko | guaranteed | max-n | any ties |\n|---|---|---|---|---|\n";
        for cell in &self.cells {
            let start = match cell.position.chars().all(|symbol| matches!(symbol, '.' | '/')) {
                true => String::new(),
                false => format!(", {} to play from `{}`", markdown(&cell.to_play), cell.position),
            };
            let (first, all) = match &cell.max_n {
                Some(found) => (found.first.short(), format!("{}: {}", found.outcomes.len(), found.all())),
                None => ("open".to_owned(), markdown(&texts(&cell.max_n_bounds))),
            };
            let forced = markdown(&texts(&cell.guarantees));
            text += &format!("| {}{start} | {} | {forced} | {first} | {all} |\n", cell.board, cell.ko);
        }
        text
    }

    /// For a program.
    ///
    /// # Errors
    /// If the JSON library refuses; a table gives it no reason to.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }
}
