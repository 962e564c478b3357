use std::borrow::Cow;
use std::fmt;

use ahash::RandomState;
use indexmap::IndexSet;

use kosolver_rules::language::{Ending, Formula, Scored, Template};

use crate::known::Known;
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
        part: &'static Formula,
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
            Refusal::Ko { ko, part, players: [mover, next], since } => {
                let said = ko.said().map_or_else(String::new, |program| program.condition(part));
                // Only the statement without a condition has none.
                let said = if said.is_empty() { "no pass".to_owned() } else { said };
                let since_then = since.map_or(String::new(), |since| format!(", true since {}", time(since)));
                let since = time(since.unwrap_or(0));
                let when =
                    if since == "the start" { "at the start".to_owned() } else { format!("after {since}") };
                let of = |fact: &Template| {
                    ko.said()
                        .is_some_and(|program| program.forgets.iter().any(|forget| forget.name == fact.name))
                };
                let lifted = matches!(part, Formula::Fact(fact) if of(fact));
                match (said.as_str(), lifted) {
                    // Texts of one's own may mean anything by these words.
                    _ if ko.own_text().is_some() => format!("its text forbids it: {said}{since_then}"),
                    ("retakes", _) => "it makes the position before the last move again".to_owned(),
                    ("played(before, after)", _) => format!("{since} made the same change of the position"),
                    ("made(mover, after)", _) => {
                        format!("{} made the position by a play before, by {since}", name(mover))
                    }
                    ("stood(after)", false) => format!("the position stood on the board {when}"),
                    ("stood(after, next)", _) => {
                        format!("the position stood on the board with {} to move {when}", name(next))
                    }
                    ("stood(after)" | "stood(mover, after)", true) => {
                        format!("the position stood on the board {when}, and no pass lifts that")
                    }
                    _ => format!("its text forbids it: {said}{since_then}"),
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
    ///
    /// # Panics
    /// If the rule is not a text.
    pub fn follow(&mut self, ko: Ko) {
        if let Cow::Owned(known) = self.known(ko) {
            self.known.push(known);
        }
    }

    fn known(&self, ko: Ko) -> Cow<'_, Known> {
        let program = ko.said().expect("rules are of ko rules that are texts");
        if let Some(known) = self.known.iter().find(|known| std::ptr::eq(known.program, program)) {
            return Cow::Borrowed(known);
        }
        let mut known = Known::new(program, self.players, self.first);
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
        let earlier = usize::from(part == Some(&Formula::Retakes) && ko.own_text().is_none());
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

    /// How the game has ended, if it is over.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.over_since(rules)?;
        let of = |position: usize| self.numbered(position).points(self.board, self.players);
        let known = self.known(rules.ko());
        let last = self.moves.last().map(|made| made.player);
        match known.ending_of_last() {
            Some(Ending::Draw) => return Some(Outcome::draw(self.players)),
            Some(Ending::Void) => return Some(Outcome::no_result(self.players)),
            Some(Ending::Win) => return Some(Outcome::won(self.players, |player| Some(player) == last)),
            Some(Ending::Loss) => return Some(Outcome::won(self.players, |player| Some(player) != last)),
            Some(Ending::Scored) | None => {}
        }
        let scored = known.scored().unwrap_or_else(|| vec![self.position_at(self.now())]);
        if scored.is_empty() {
            return Some(Outcome::draw(self.players));
        }
        let scored: Vec<Vec<i64>> = scored.into_iter().map(of).collect();
        let count = if known.program.scored == Scored::Sum { 1 } else { scored.len() as i64 };
        let combined =
            |player: Player| Points::new(scored.iter().map(|points| points[player.index()]).sum(), count);
        Some(Outcome::scored(Player::all(self.players).map(combined).collect()))
    }
}
