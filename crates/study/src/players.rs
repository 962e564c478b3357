//! What the players of a game of several can reach, board by board.

use kosolver_board::Board;
use kosolver_record::{Aim, Ko, Player, Points, Position, Rules, Suicide, guarantee};
use kosolver_report::{PlayerBounds, PlayersCell, PlayersTable};
use kosolver_rules::Score;

use crate::parallel::{Done, each};

/// Boards under ko rules, for several players.
#[derive(Clone, Debug)]
pub struct PlayersSurvey {
    /// The boards.
    pub boards: Vec<Board>,
    /// How many play.
    pub players: u8,
    /// The ko rules.
    pub kos: Vec<Ko>,
    /// The suicide rule.
    pub suicide: Suicide,
    /// What each player wants.
    pub aim: Aim,
    /// The most nodes of a question.
    pub nodes: u64,
    /// The start, which fits all boards; the empty board if there is none.
    pub start: Option<String>,
    /// Who moves first.
    pub first: Player,
}

impl PlayersSurvey {
    /// The boards of the published table.
    pub const BOARDS: [&str; 8] = ["1x2", "1x3", "1x4", "1x5", "2x2", "complete:3", "star:4", "cycle:4"];
    /// Its ko rules.
    pub const KOS: [&str; 3] = ["psk", "spight", "kee"];
    /// Its most nodes.
    pub const NODES: u64 = 20_000;

    /// How many cells there are.
    pub fn tasks(&self) -> usize {
        self.boards.len() * self.kos.len()
    }

    /// Finds what players can reach, cell by cell in parallel.
    ///
    /// # Errors
    /// [`kosolver_record::Error`] if there are too many players, if play can go on for ever, or if
    /// the start does not fit a board.
    pub fn solve(&self, done: Done) -> Result<PlayersTable, kosolver_record::Error> {
        let keys: Vec<(Board, Ko)> =
            self.boards.iter().flat_map(|board| self.kos.iter().map(|ko| (*board, *ko))).collect();
        let cell = |(board, ko): (Board, Ko)| {
            let cell = self.cell(board, ko)?;
            done(None);
            Ok::<_, kosolver_record::Error>(cell)
        };
        Ok(self.table(each(keys, cell)?))
    }

    /// Cells as a table.
    pub(crate) fn table(&self, cells: Vec<PlayersCell>) -> PlayersTable {
        PlayersTable {
            title: "What players can reach".to_owned(),
            format: 1,
            players: self.players,
            suicide: self.suicide.to_string(),
            aim: self.aim.to_string(),
            nodes: self.nodes,
            cells,
        }
    }

    /// What is published, under a ko rule.
    pub(crate) fn published(kos: Vec<Ko>) -> PlayersSurvey {
        PlayersSurvey {
            boards: Vec::new(),
            players: 3,
            kos,
            suicide: Suicide::Forbidden,
            aim: Aim::Points,
            nodes: PlayersSurvey::NODES,
            start: None,
            first: Player::FIRST,
        }
    }

    /// A board under one of the ko rules.
    pub(crate) fn cell(&self, small: Board, ko: Ko) -> Result<PlayersCell, kosolver_record::Error> {
        let board = kosolver_record::Board::from(small);
        let rules = Rules::new(self.players, ko)?.with_suicide(self.suicide);
        let start = match &self.start {
            Some(text) => Position::parse(&board, text)?,
            None => Position::empty(&board),
        };
        let score = |points: Points| Score::fraction(*points.numer(), *points.denom());
        let mut guarantees = Vec::new();
        for player in Player::all(self.players) {
            let bounds = guarantee(&board, rules, &start, self.first, player, self.aim, self.nodes)?;
            let [lower, upper] = [bounds.lower, bounds.upper].map(score);
            guarantees.push(PlayerBounds { player: player.to_string(), lower, upper });
        }
        Ok(PlayersCell {
            board: small,
            ko: ko.name().to_owned(),
            position: start.text(&board),
            to_play: self.first.to_string(),
            guarantees,
        })
    }
}
