//! The ko rules as their sentences say them, over the complete record of a game: every question
//! is answered by reading the record again from the start. Nothing of the rules crate is used
//! but names and numbers; the board crate plays the stones.

#![allow(dead_code)] // each test file uses a part

use std::collections::BTreeSet;

use board::{Board, Colour, Play, Position, points_of};
use rules::{Move, Ruleset, Score, Suicide};

/// A game as it was written down: the start, and each move with its player and the position
/// after it.
#[derive(Clone, Debug)]
pub struct Record {
    pub board: Board,
    pub start: Position,
    pub first: Colour,
    pub moves: Vec<(Colour, Move, Position)>,
}

impl Record {
    pub fn new(board: Board, start: Position, first: Colour) -> Record {
        Record { board, start, first, moves: Vec::new() }
    }

    /// The position after `number` moves.
    pub fn position(&self, number: usize) -> Position {
        if number == 0 { self.start } else { self.moves[number - 1].2 }
    }

    /// Who is to move after `number` moves.
    pub fn to_move(&self, number: usize) -> Colour {
        if number == 0 { self.first } else { !self.moves[number - 1].0 }
    }

    /// The number of moves so far.
    pub fn now(&self) -> usize {
        self.moves.len()
    }

    /// The numbers of the moves so far, from 1.
    fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.now()
    }

    fn mover(&self, number: usize) -> Colour {
        self.moves[number - 1].0
    }

    fn is_pass(&self, number: usize) -> bool {
        self.moves[number - 1].1 == Move::Pass
    }

    /// What the player to move would do by playing there.
    pub fn try_play(&self, point: board::Point) -> Option<Play> {
        self.position(self.now()).play(&self.board, self.to_move(self.now()), point)
    }

    /// Writes down a move of the player to move.
    pub fn push(&mut self, made: Move) {
        let after = match made {
            Move::Pass => self.position(self.now()),
            Move::Play(point) => self.try_play(point).expect("the point is empty").after,
        };
        self.moves.push((self.to_move(self.now()), made, after));
    }

    /// Whether the ko rule of this name (readings of Kee's included) prohibits the player to
    /// move, X, to play to T.
    pub fn prohibited(&self, ko: &str, t: Position) -> bool {
        let now = self.now();
        let x = self.to_move(now);
        match ko {
            "none" => false,
            // The previous move was a play and T is the position before it.
            "basic" => now > 0 && !self.is_pass(now) && self.position(now - 1) == t,
            // T has occurred before; the start counts.
            "psk" | "primitive" => self.occurred_since(0, t),
            // T has occurred before with the same player to move; the start counts, and a pass
            // leaves a situation too.
            "ssk" => (0..=now).any(|number| self.position(number) == t && self.to_move(number) == !x),
            // X has created T before by a play.
            "nssk" => self
                .numbers()
                .any(|number| self.mover(number) == x && !self.is_pass(number) && self.position(number) == t),
            // An earlier play left P and created T.
            "fixed" => self.numbers().any(|number| {
                !self.is_pass(number)
                    && self.position(number - 1) == self.position(now)
                    && self.position(number) == t
            }),
            "basic-fixed" => self.prohibited("basic", t) || self.prohibited("fixed", t),
            // T has occurred at or after the last pass.
            "spight" => self.occurred_since(self.last_pass(|_| true), t),
            kee if kee.contains("passer") => self.occurred_since(self.last_pass(|player| player == x), t),
            kee if kee.starts_with("kee") => self.prohibited("spight", t),
            other => panic!("{other} is no ko rule"),
        }
    }

    /// Whether T stood on the board after `since` moves or later.
    fn occurred_since(&self, since: usize, t: Position) -> bool {
        (since..=self.now()).any(|number| self.position(number) == t)
    }

    /// The number of the last pass of such a player; 0, the start, if there is none.
    fn last_pass(&self, by: impl Fn(Colour) -> bool) -> usize {
        self.numbers().rev().find(|&number| self.is_pass(number) && by(self.mover(number))).unwrap_or(0)
    }

    /// The legal moves, plays in the order of their points, then the pass.
    pub fn legal_moves(&self, rules: &Ruleset) -> Vec<Move> {
        if self.score(rules).is_some() {
            return Vec::new();
        }
        let mut moves = self.legal_plays(rules);
        if rules.ko.name() != "primitive" {
            moves.push(Move::Pass);
        }
        moves
    }

    fn legal_plays(&self, rules: &Ruleset) -> Vec<Move> {
        let legal = |play: &Play| {
            let suicide = match rules.suicide {
                Suicide::Forbidden => play.suicide == 0,
                Suicide::MultiStone => play.suicide.count_ones() != 1,
                Suicide::Allowed => true,
            };
            suicide && !self.prohibited(rules.ko.name(), play.after)
        };
        points_of(self.board.all())
            .filter(|&point| self.try_play(point).is_some_and(|play| legal(&play)))
            .map(Move::Play)
            .collect()
    }

    /// The score, if the game is over.
    pub fn score(&self, rules: &Ruleset) -> Option<Score> {
        let now = self.now();
        let score = Score::points(self.position(now).area(&self.board)) - rules.komi;
        match rules.ko.name() {
            // A player without a legal play loses.
            "primitive" => match self.to_move(now) {
                _ if !self.legal_plays(rules).is_empty() => None,
                Colour::Black => Some(Score::points(-1)),
                Colour::White => Some(Score::points(1)),
            },
            // A player passes in a position in which he has passed before.
            "spight" => self.earlier_pass().map(|_| score),
            kee if kee.starts_with("kee") => self.earlier_pass().map(|before| self.kee_score(rules, before)),
            // Two consecutive passes.
            _ => (now > 1 && self.is_pass(now) && self.is_pass(now - 1)).then_some(score),
        }
    }

    /// If the last move is a pass: the number of its player's earlier pass on the same position.
    fn earlier_pass(&self) -> Option<usize> {
        let now = self.now();
        let same = |number: &usize| {
            self.is_pass(*number)
                && self.mover(*number) == self.mover(now)
                && self.position(*number) == self.position(now)
        };
        if now > 0 && self.is_pass(now) { (1..now).rev().find(same) } else { None }
    }

    /// The positions that both players passed consecutively, by the passes after the first
    /// `since` moves.
    pub fn scoring_positions(&self, since: usize) -> BTreeSet<Position> {
        self.numbers()
            .filter(|&number| {
                number > since && number > 1 && self.is_pass(number) && self.is_pass(number - 1)
            })
            .map(|number| self.position(number))
            .collect()
    }

    /// Kee's score of a game whose last player has passed on its last position before, as move
    /// number `before`.
    fn kee_score(&self, rules: &Ruleset, before: usize) -> Score {
        let name = rules.ko.name();
        let positions = self.scoring_positions(if name.contains("cycle") { before } else { 0 });
        let sum = positions.iter().fold(Score::ZERO, |sum, position| {
            sum + (Score::points(position.area(&self.board)) - rules.komi)
        });
        match positions.len() as i64 {
            0 => Score::ZERO, // no scoring position: a draw
            _ if name.contains("sum") => sum,
            count => Score::fraction(sum.numerator(), sum.denominator() * count),
        }
    }
}
