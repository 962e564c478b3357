use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use ahash::RandomState;
use indexmap::IndexSet;

use crate::text::Known;
use crate::{Board, Ko, Outcome, Play, Player, Points, Position, Rules};

/// What a player does in his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// He puts a stone on a point.
    Play(usize),
    /// He passes.
    Pass,
}

/// A move that was made. Positions are named by their numbers in the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Made {
    /// Who made it.
    pub player: Player,
    /// What he did.
    pub what: Move,
    /// The position before it.
    pub before: usize,
    /// The position after it.
    pub after: usize,
}

impl Made {
    /// Whether it is a pass.
    pub fn is_pass(self) -> bool {
        self.what == Move::Pass
    }
}

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// The game is over, since so many moves were made.
    Over(usize),
    /// There is a stone on the point.
    Stone(Player),
    /// It removes so many of the player's own stones.
    Suicide(usize),
    /// The ko rule prohibits it.
    Ko {
        /// The rule.
        ko: Ko,
        /// By this part of its text.
        part: &'static str,
        /// Who would make the move, and who moves after him.
        players: [Player; 2],
        /// After how many moves that was so first, if anything in the past is why.
        since: Option<usize>,
    },
}

impl Refusal {
    /// After how many moves that was so first, where the past prohibits the move.
    pub fn since(&self) -> Option<usize> {
        match self {
            Refusal::Over(since) => Some(*since),
            Refusal::Ko { since, .. } => *since,
            Refusal::Stone(_) | Refusal::Suicide(_) => None,
        }
    }

    /// In words, in which the players are called so.
    pub(crate) fn words(&self, name: fn(Player) -> String) -> String {
        let time = |since: usize| match since {
            0 => "the start".to_owned(),
            number => format!("move {number}"),
        };
        match *self {
            Refusal::Over(since) => format!("the game is over since move {since}"),
            Refusal::Stone(owner) => format!("there is a stone of {} on that point", name(owner)),
            Refusal::Suicide(1) => "suicide of a single stone".to_owned(),
            Refusal::Suicide(stones) => format!("suicide of {stones} stones"),
            Refusal::Ko { ko: Ko::Text(_), part, since, .. } => {
                let since = since.map_or(String::new(), |since| format!(", true since {}", time(since)));
                format!("its text forbids it: {part}{since}")
            }
            Refusal::Ko { part, players: [mover, next], since, .. } => {
                let since = time(since.unwrap_or(0));
                let when =
                    if since == "the start" { "at the start".to_owned() } else { format!("after {since}") };
                match part {
                    "retakes" => "it makes the position before the last move again".to_owned(),
                    "played(before, after)" => format!("{since} made the same change of the position"),
                    "made(mover, after)" => {
                        format!("{} made the position by a play before, by {since}", name(mover))
                    }
                    "stood(after)" => format!("the position stood on the board {when}"),
                    "stood(after, next)" => {
                        format!("the position stood on the board with {} to move {when}", name(next))
                    }
                    _ => format!("the position stood on the board {when}, and no pass lifts that"),
                }
            }
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.words(|player| player.to_string()))
    }
}

/// The record of a game: the start, and each move with its player. It takes moves that no rule
/// allows, except plays onto stones: what rules say of a move is asked with [`Record::refused`].
#[derive(Clone, Debug)]
pub struct Record<'a> {
    board: &'a Board,
    players: u8,
    /// Every position that has been named, by its number. Positions are the same if all their points
    /// are.
    positions: IndexSet<Position, RandomState>,
    first: Player,
    moves: Vec<Made>,
    /// What the texts of some ko rules know now.
    known: Vec<Known>,
}

impl<'a> Record<'a> {
    /// A game of so many players from a position.
    ///
    /// # Panics
    /// Unless there are 2 to 4 players.
    pub fn new(board: &'a Board, players: u8, start: Position, first: Player) -> Record<'a> {
        assert!((2..=Player::MOST).contains(&players), "a game has 2 to 4 players, not {players}");
        Record {
            board,
            players,
            positions: IndexSet::from_iter([start]),
            first,
            moves: Vec::new(),
            known: Vec::new(),
        }
    }

    /// What a ko rule knows now is kept from here on, move by move. Else it is found from the start for each
    /// question.
    pub fn follow(&mut self, ko: Ko) {
        if let Cow::Owned(known) = self.known(ko) {
            self.known.push(known);
        }
    }

    fn known(&self, ko: Ko) -> Cow<'_, Known> {
        let text = ko.text();
        if let Some(known) = self.known.iter().find(|known| std::ptr::eq(known.text, text)) {
            return Cow::Borrowed(known);
        }
        let mut known = Known::new(text, self.players, self.first);
        self.moves.iter().for_each(|made| known.push(*made));
        Cow::Owned(known)
    }

    fn note(&mut self, made: Made) {
        self.moves.push(made);
        self.known.iter_mut().for_each(|known| known.push(made));
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// How many play.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// How many moves were made.
    pub fn now(&self) -> usize {
        self.moves.len()
    }

    /// A move, numbered from 1.
    ///
    /// # Panics
    /// If it was not made.
    pub fn made(&self, number: usize) -> Made {
        self.moves[number - 1]
    }

    /// The number of the position after so many moves; 0 is that of the start.
    ///
    /// # Panics
    /// If they were not made.
    pub fn position_at(&self, time: usize) -> usize {
        if time == 0 { 0 } else { self.made(time).after }
    }

    /// Who was to move after so many moves.
    ///
    /// # Panics
    /// If they were not made.
    pub fn to_move_at(&self, time: usize) -> Player {
        if time == 0 { self.first } else { self.made(time).player.next(self.players) }
    }

    /// Who is to move.
    pub fn to_move(&self) -> Player {
        self.to_move_at(self.now())
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.positions[self.position_at(self.now())]
    }

    /// The number of a position, if it has one: it has once it has stood on the board.
    pub fn number_of(&self, position: &Position) -> Option<usize> {
        self.positions.get_index_of(position)
    }

    /// The position with a number.
    ///
    /// # Panics
    /// If there is none.
    pub fn numbered(&self, number: usize) -> &Position {
        &self.positions[number]
    }

    /// Gives a position a number. That is no sign that it has stood on the board.
    pub(crate) fn name(&mut self, position: Position) -> usize {
        self.positions.insert_full(position).0
    }

    /// What the player to move would do by playing there; `None` if there is a stone.
    pub fn try_play(&self, point: usize) -> Option<Play> {
        self.position().play(self.board, self.to_move(), point)
    }

    /// Writes down a move of the player to move.
    ///
    /// # Panics
    /// If it is a play onto a stone.
    pub fn push(&mut self, what: Move) {
        self.push_of(self.to_move(), what);
    }

    /// Writes down a move of any player, who need not be the one to move.
    ///
    /// # Panics
    /// If it is a play onto a stone.
    pub fn push_of(&mut self, player: Player, what: Move) {
        let before = self.position_at(self.now());
        let after = match what {
            Move::Pass => before,
            Move::Play(point) => {
                let play = self.position().play(self.board, player, point).expect("the point is empty");
                self.name(play.after)
            }
        };
        self.note(Made { player, what, before, after });
    }

    /// Writes down a move whose position after it has this number.
    pub(crate) fn push_to(&mut self, what: Move, after: usize) {
        let before = self.position_at(self.now());
        self.note(Made { player: self.to_move(), what, before, after });
    }

    /// Takes the last move back.
    pub fn pop(&mut self) -> Option<Made> {
        self.known.iter_mut().for_each(Known::pop);
        self.moves.pop()
    }

    /// How many passes there were in a row, up to now.
    pub fn passes(&self) -> usize {
        self.moves.iter().rev().take_while(|made| made.is_pass()).count()
    }

    /// Why rules refuse a move to the player to move; `None` if they allow it.
    ///
    /// # Panics
    /// If the point is none of the board's.
    pub fn refused(&self, rules: &Rules, what: Move) -> Option<Refusal> {
        if let Some(over) = self.over_since(rules) {
            return Some(Refusal::Over(over));
        }
        match what {
            Move::Pass => self.pass_refused(rules, self.to_move()),
            Move::Play(point) => match self.try_play(point) {
                None => self.position().at(point).map(Refusal::Stone),
                Some(play) => self.play_refused(rules, self.to_move(), &play),
            },
        }
    }

    /// Why rules refuse a play of a player, whether the game is over or not.
    pub fn play_refused(&self, rules: &Rules, player: Player, play: &Play) -> Option<Refusal> {
        if !rules.suicide().allows(play.suicide.len() as u32) {
            return Some(Refusal::Suicide(play.suicide.len()));
        }
        let before = self.position_at(self.now());
        // A position without a number never stood on the board.
        let after = self.number_of(&play.after).unwrap_or(usize::MAX);
        self.prohibited(rules.ko(), Made { player, what: Move::Play(play.point), before, after })
    }

    /// Why rules refuse a pass of a player, whether the game is over or not.
    pub fn pass_refused(&self, rules: &Rules, player: Player) -> Option<Refusal> {
        let here = self.position_at(self.now());
        self.prohibited(rules.ko(), Made { player, what: Move::Pass, before: here, after: here })
    }

    fn prohibited(&self, ko: Ko, made: Made) -> Option<Refusal> {
        let known = self.known(ko);
        let (part, facts) = known.forbids(made);
        let since = known.since_all(&facts);
        // Simple ko looks at the position before the last move.
        let earlier = usize::from(part == Some("retakes") && !matches!(ko, Ko::Text(_)));
        let players = [made.player, made.player.next(self.players)];
        part.map(|part| Refusal::Ko { ko, part, players, since: since.map(|since| since - earlier) })
    }

    /// The moves that rules allow: plays in the order of points, then the pass.
    pub fn legal(&self, rules: &Rules) -> Vec<Move> {
        if self.over_since(rules).is_some() {
            return Vec::new();
        }
        let moves = (0..self.board.points()).map(Move::Play).chain([Move::Pass]);
        moves.filter(|what| self.refused(rules, *what).is_none()).collect()
    }

    /// If moves have ended the game: after how many it was over first. That a player has no legal move is
    /// not looked at.
    pub fn over_since(&self, rules: &Rules) -> Option<usize> {
        self.known(rules.ko()).over_since()
    }

    /// Whether a move is the last of passes of all players, one after the other. Who passes twice out of turn
    /// is one player.
    fn passed_by_all(&self, number: usize) -> bool {
        let Some(before) = number.checked_sub(usize::from(self.players)) else { return false };
        let passes = || (before + 1..=number).map(|number| self.made(number));
        let passed = |player| passes().any(|made| made.player == player);
        passes().all(|made| made.is_pass()) && Player::all(self.players).all(passed)
    }

    /// The positions that all players passed one after the other.
    pub fn scoring_positions(&self) -> BTreeSet<usize> {
        (1..=self.now())
            .filter(|&number| self.passed_by_all(number))
            .map(|number| self.position_at(number))
            .collect()
    }

    /// How the game has ended, if it is over.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.over_since(rules)?;
        let of = |position: usize| self.numbered(position).points(self.board, self.players);
        let scored: Vec<Vec<i64>> = if rules.ko().scores_passed_positions() {
            self.scoring_positions().into_iter().map(of).collect()
        } else {
            vec![of(self.position_at(self.now()))]
        };
        if scored.is_empty() {
            return Some(Outcome::draw(self.players));
        }
        let mean = |player: Player| {
            let sum = scored.iter().map(|points| points[player.index()]).sum();
            Points::new(sum, scored.len() as i64)
        };
        Some(Outcome::scored(Player::all(self.players).map(mean).collect()))
    }
}
