//! The ko rules as their sentences say them, over the complete record of a game: every question
//! is answered by reading the record again from the start. Nothing of the rules crate is used
//! but names and numbers; the board crate plays the stones.

#![allow(dead_code)] // each test file uses a part

mod newko;
pub mod sequence;

use std::collections::BTreeSet;

use kosolver_board::{Board, Colour, Play, PointSet, Position};
use kosolver_rules::{Compensation, End, Move, Ruleset, Score, Scoring, Suicide};

/// A game as it was written down: the start, and each move with its player and the position
/// after it.
#[derive(Clone, Debug)]
pub struct Record {
    pub board: Board,
    pub start: Position,
    pub first: Colour,
    pub moves: Vec<(Colour, Move, Position)>,
    /// How many of the moves come before the game: handicap stones, and White's passes between them.
    pub handicap: usize,
}

impl Record {
    pub fn new(board: Board, start: Position, first: Colour) -> Record {
        Record { board, start, first, moves: Vec::new(), handicap: 0 }
    }

    /// A game from the empty board in which Black first places some stones.
    pub fn with_handicap(board: Board, handicap: usize) -> Record {
        Record { handicap: 2 * handicap - 1, ..Record::new(board, Position::EMPTY, Colour::Black) }
    }

    /// How many handicap stones there are.
    fn stones(&self) -> i32 {
        (self.handicap as i32 + 1) / 2
    }

    /// Whether Black is still to place a stone.
    fn is_placing(&self) -> bool {
        self.now() < self.handicap
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

    /// The numbers of the moves so far, from 1; handicap stones are none.
    fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        self.handicap + 1..=self.now()
    }

    /// The numbers of moves after which there was a position, the start of the game among them.
    fn times(&self) -> std::ops::RangeInclusive<usize> {
        self.handicap..=self.now()
    }

    fn mover(&self, number: usize) -> Colour {
        self.moves[number - 1].0
    }

    fn is_pass(&self, number: usize) -> bool {
        self.moves[number - 1].1 == Move::Pass
    }

    /// What the player to move would do by playing there.
    pub fn try_play(&self, point: kosolver_board::Point) -> Option<Play> {
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

    /// Whether the ko rule of a ruleset prohibits the player to move, X, this play. Some ask where
    /// it is made, and what suicide is legal.
    pub fn prohibits(&self, rules: &Ruleset, play: &Play) -> bool {
        match rules.ko().name() {
            "basic-ko-rules" => self.basic_ko_rules(rules.suicide(), play),
            "configuration-rules" => self.configuration_rules(play),
            "newko-reconstruction" => newko::prohibited(self, play),
            name => self.prohibited(name, play.after),
        }
    }

    /// The stone that took a stone of a ko may not be retaken at once. "From all board positions with
    /// the same set of board points of all kos and with the same configuration of stones on the board
    /// without the set each player may only once play on each board point."
    fn basic_ko_rules(&self, suicide: Suicide, play: &Play) -> bool {
        let played = |number: &usize| {
            let (player, made, _) = self.moves[number - 1];
            (player, made) == (play.colour, Move::Play(play.point))
        };
        let kos = |position| kos(&self.board, suicide, position);
        let now = kos(play.before);
        let alike = |number: usize| {
            let position = self.position(number - 1);
            let outside = |colour| (position.stones(colour) - now, play.before.stones(colour) - now);
            kos(position) == now && Colour::BOTH.map(outside).into_iter().all(|(then, now)| then == now)
        };
        self.prohibited("basic", play.after) || self.numbers().filter(played).any(alike)
    }

    /// No play on a point that anybody has played on since the position on the board first stood; no
    /// two plays in succession repeat a position.
    fn configuration_rules(&self, play: &Play) -> bool {
        let first = self.times().find(|&number| self.position(number) == play.before);
        let first = first.expect("it stands");
        self.prohibited("basic", play.after)
            || (first + 1..=self.now()).any(|number| self.moves[number - 1].1 == Move::Play(play.point))
    }

    /// Whether the move of this number is a pass of the game.
    fn passed(&self, number: usize) -> bool {
        self.numbers().contains(&number) && self.is_pass(number)
    }

    /// Whether nobody has passed after the first moves, so many.
    fn no_pass_since(&self, number: usize) -> bool {
        !(number + 1..=self.now()).any(|later| self.passed(later))
    }

    /// Whether a move is a play made immediately after a pass, but not immediately after a series of
    /// passes of both players (Kee, March 2020).
    fn is_disturbing(&self, number: usize) -> bool {
        let before = number - 1;
        self.numbers().contains(&number)
            && !self.is_pass(number)
            && self.passed(before)
            && !self.passed(before - 1)
    }

    /// Whether the ko rule of this name (readings of Kee's included) prohibits the player to
    /// move, X, to play to T.
    pub fn prohibited(&self, ko: &str, t: Position) -> bool {
        let now = self.now();
        let x = self.to_move(now);
        match ko {
            "none" => false,
            // The previous move was a play and T is the position before it.
            "basic" => now > self.handicap && !self.is_pass(now) && self.position(now - 1) == t,
            // T has occurred before; the start counts.
            "psk" | "primitive" => self.occurred_since(0, t),
            // T has occurred before with the same player to move; the start counts, and a pass
            // leaves a situation too.
            "ssk" => self.times().any(|number| self.position(number) == t && self.to_move(number) == !x),
            // X has created T before by a play.
            "nssk" => self
                .numbers()
                .any(|number| self.mover(number) == x && !self.is_pass(number) && self.position(number) == t),
            // An earlier play from P made T.
            "fixed" => self.numbers().any(|number| {
                !self.is_pass(number)
                    && self.position(number - 1) == self.position(now)
                    && self.position(number) == t
            }),
            "basic-fixed" => self.prohibited("basic", t) || self.prohibited("fixed", t),
            // T has occurred at or after the last pass.
            "spight" => self.occurred_since(self.last_pass(|_| true), t),
            // The next player has had before to play T with the same board last passed by X.
            "kee-2007" => self.times().any(|number| {
                self.position(number) == t
                    && self.to_move(number) == !x
                    && self.last_passed(x, number) == self.last_passed(x, now)
            }),
            // T appeared before, and no other board was initialised, by a pass, since it last did;
            // or the board was initialised for X just now, and had been before.
            "kee-2020" => {
                let appeared = self.times().rev().find(|&number| self.position(number) == t);
                let initialised = |number: &usize| self.is_pass(*number) && self.to_move(*number) == x;
                let here =
                    |number: &usize| initialised(number) && self.position(*number) == self.position(now);
                appeared.is_some_and(|last| {
                    !self
                        .numbers()
                        .any(|number| number > last && self.is_pass(number) && self.position(number) != t)
                }) || now > self.handicap && initialised(&now) && self.numbers().filter(here).count() > 1
            }
            // T has been encountered by somebody, and no pass has intervened; or the play would be
            // disturbing, and X has made a disturbing play in this position before.
            march if march.starts_with("kee-2020-03") => {
                let (free, same) = (march.contains("free"), march.contains("same"));
                let encountered =
                    |&number: &usize| self.position(number) == t && !(free && self.passed(number));
                let again = |number: usize| {
                    self.is_disturbing(number)
                        && self.mover(number) == x
                        && self.position(number - 1) == self.position(now)
                        && (!same || self.position(number) == t)
                };
                let disturbs = self.passed(now) && !self.passed(now - 1);
                self.times().filter(encountered).any(|number| self.no_pass_since(number))
                    || disturbs && self.numbers().any(again)
            }
            // The opponent has made a play in T, and no pass has intervened; or he has passed in T,
            // and X did not pass immediately.
            "spight-2" => self.numbers().any(|number| {
                self.mover(number) != x
                    && self.position(number - 1) == t
                    && if self.is_pass(number) {
                        !self.passed(number + 1)
                    } else {
                        self.no_pass_since(number)
                    }
            }),
            kee if kee.contains("passer") => self.occurred_since(self.last_pass(|player| player == x), t),
            kee if kee.starts_with("kee") => self.prohibited("spight", t),
            other => panic!("{other} is no ko rule"),
        }
    }

    /// The board that a player had passed last after some moves.
    fn last_passed(&self, player: Colour, after: usize) -> Option<Position> {
        let passes = self.numbers().rev().filter(|&number| number <= after && self.is_pass(number));
        passes.filter(|&number| self.mover(number) == player).map(|number| self.position(number)).next()
    }

    /// The situation to play (Kee 2007) before a move.
    fn situation(&self, number: usize) -> (Position, Option<Position>) {
        (self.position(number - 1), self.last_passed(!self.mover(number), number - 1))
    }

    /// Whether T stood on the board after `since` moves or later.
    fn occurred_since(&self, since: usize, t: Position) -> bool {
        (since.max(self.handicap)..=self.now()).any(|number| self.position(number) == t)
    }

    /// The number of the last pass of such a player; 0, the start, if there is none.
    fn last_pass(&self, by: impl Fn(Colour) -> bool) -> usize {
        self.numbers().rev().find(|&number| self.is_pass(number) && by(self.mover(number))).unwrap_or(0)
    }

    /// The legal moves, plays in the order of their points, then the pass.
    pub fn legal_moves(&self, rules: &Ruleset) -> Vec<Move> {
        if self.score(rules).is_some() { Vec::new() } else { self.moves_of_a_game_that_goes_on(rules) }
    }

    fn moves_of_a_game_that_goes_on(&self, rules: &Ruleset) -> Vec<Move> {
        let mut moves = self.legal_plays(rules);
        let may_pass = match rules.end() {
            _ if self.is_placing() => self.to_move(self.now()) == Colour::White,
            _ if rules.ko().name() == "primitive" => false,
            End::TwoPasses | End::Agreement => true,
            End::NoPass => false,
            // Each pass gives back a stone taken.
            End::PrisonerReturn => {
                let player = self.to_move(self.now());
                self.lost(!player)
                    > self.numbers().filter(|&n| self.is_pass(n) && self.mover(n) == player).count() as i32
            }
        };
        if may_pass {
            moves.push(Move::Pass);
        }
        moves
    }

    /// The stones of a colour that were removed.
    fn lost(&self, colour: Colour) -> i32 {
        let stones = |number: usize| self.position(number).stones(colour).len() as i32;
        let played = |number: &usize| !self.is_pass(*number) && self.mover(*number) == colour;
        stones(self.handicap) + self.numbers().filter(played).count() as i32 - stones(self.now())
    }

    fn legal_plays(&self, rules: &Ruleset) -> Vec<Move> {
        if self.is_placing() && self.to_move(self.now()) == Colour::White {
            return Vec::new();
        }
        let legal = |play: &Play| {
            let suicide = match rules.suicide() {
                Suicide::Forbidden => play.suicide.is_empty(),
                Suicide::MultiStone => play.suicide.len() != 1,
                Suicide::Allowed => true,
            };
            match self.is_placing() {
                true => play.suicide.is_empty(),
                false => suicide && !self.prohibits(rules, play),
            }
        };
        self.board
            .all()
            .iter()
            .filter(|&point| self.try_play(point).is_some_and(|play| legal(&play)))
            .map(Move::Play)
            .collect()
    }

    /// What Black gets, whatever he has to give for it: by the stones and by the record.
    fn count(&self, rules: &Ruleset) -> i32 {
        let position = self.position(self.now());
        let stones = position.black.len() as i32 - position.white.len() as i32;
        let territory = position.area(&self.board) - stones;
        let prisoners = self.lost(Colour::White) - self.lost(Colour::Black);
        let passes: Vec<Colour> =
            self.numbers().filter(|&number| self.is_pass(number)).map(|number| self.mover(number)).collect();
        let ikeda = rules.ikeda() && passes.first() == Some(&Colour::White);
        let handed_over = |player| passes.iter().filter(|passer| **passer == player).count() as i32;
        // White passes last.
        let last = i32::from(passes.last() == Some(&Colour::Black));
        let pass_stones = handed_over(Colour::White) + last - handed_over(Colour::Black);
        // What the start must have cost, if the players moved in turn before, Black first.
        let start = self.position(self.handicap);
        let before = match self.handicap {
            0 => {
                start.black.len() as i32
                    - start.white.len() as i32
                    - i32::from(self.to_move(0) == Colour::White)
            }
            _ => 0,
        };
        let counted = match rules.scoring() {
            Scoring::Area => stones + territory,
            Scoring::Stones => stones,
            Scoring::Territory => territory + prisoners,
            Scoring::Equivalence => territory + prisoners + pass_stones + before,
        };
        counted - i32::from(ikeda)
    }

    /// What White is given.
    fn given(&self, rules: &Ruleset) -> Score {
        let stones = self.stones();
        rules.komi()
            + Score::points(match rules.compensation() {
                Compensation::None => 0,
                Compensation::LessOne => (stones - 1).max(0),
                Compensation::Full => stones,
            })
    }

    /// The score, if the game is over.
    pub fn score(&self, rules: &Ruleset) -> Option<Score> {
        let now = self.now();
        if self.is_placing() {
            return None;
        }
        let score = Score::points(self.count(rules)) - self.given(rules);
        let passes = self.numbers().rev().take_while(|&number| self.is_pass(number)).count();
        let stuck = || match self.to_move(now) {
            Colour::Black => Score::points(-1),
            Colour::White => Score::points(1),
        };
        match rules.ko().name() {
            // A player passes in a position in which he has passed before.
            "spight" => return self.earlier_pass().map(|_| score),
            // Both players pass consecutively the same situation.
            "kee-2007" => {
                let same = passes > 1 && self.situation(now) == self.situation(now - 1);
                return same.then_some(score);
            }
            // Both players pass consecutively on the board initialised for each of them by the
            // pass before.
            "kee-2020" => return (passes > 2).then_some(score),
            // A player passes in a position for the second time, and no disturbing play intervened.
            march if march.starts_with("kee-2020-03") => {
                let again = |before: usize| {
                    self.passed(before)
                        && self.mover(before) == self.mover(now)
                        && self.position(before) == self.position(now)
                        && !(before + 1..now).any(|number| self.is_disturbing(number))
                };
                let ends = self.passed(now) && (self.handicap + 1..now).any(again);
                return ends.then_some(score);
            }
            kee if kee.starts_with("kee") => {
                return self.earlier_pass().map(|before| self.kee_score(rules, before));
            }
            _ => {}
        }
        let ended = match rules.end() {
            _ if rules.ko().name() == "primitive" => None,
            End::TwoPasses => (passes > 1).then_some(score),
            End::Agreement => (passes > 3).then_some(score),
            End::NoPass | End::PrisonerReturn => None,
        };
        ended.or_else(|| self.long_cycle(rules)).or_else(|| {
            // A player without a legal move loses.
            let wins = rules.ko().name() == "primitive" || rules.end().win_or_loss();
            (wins && self.moves_of_a_game_that_goes_on(rules).is_empty()).then(stuck)
        })
    }

    /// Where a situation comes again under basic ko with territory scoring: no result, or a win of
    /// who lost fewer stones in the cycle.
    fn long_cycle(&self, rules: &Ruleset) -> Option<Score> {
        let now = self.now();
        if rules.ko().name() != "basic" || rules.scoring() != Scoring::Territory {
            return None;
        }
        let same = |&number: &usize| {
            self.position(number) == self.position(now) && self.to_move(number) == self.to_move(now)
        };
        let before = (self.handicap..now).find(same)?;
        let removed = |colour: Colour| {
            let earlier = Record { moves: self.moves[..before].to_vec(), ..self.clone() };
            self.lost(colour) - earlier.lost(colour)
        };
        Some(match removed(Colour::White).cmp(&removed(Colour::Black)) {
            std::cmp::Ordering::Greater => Score::WIN,
            std::cmp::Ordering::Equal => rules.no_result(),
            std::cmp::Ordering::Less => -Score::WIN,
        })
    }

    /// If the last move is a pass: the number of its player's earlier pass on the same position.
    fn earlier_pass(&self) -> Option<usize> {
        let now = self.now();
        let same = |number: &usize| {
            self.is_pass(*number)
                && self.mover(*number) == self.mover(now)
                && self.position(*number) == self.position(now)
        };
        if now > self.handicap && self.is_pass(now) {
            (self.handicap + 1..now).rev().find(same)
        } else {
            None
        }
    }

    /// The positions that both players passed consecutively, by the passes after the first
    /// `since` moves.
    pub fn scoring_positions(&self, since: usize) -> BTreeSet<Position> {
        self.numbers()
            .filter(|&number| {
                number > since
                    && number > self.handicap + 1
                    && self.is_pass(number)
                    && self.is_pass(number - 1)
            })
            .map(|number| self.position(number))
            .collect()
    }

    /// Kee's score of a game whose last player has passed on its last position before, as move
    /// number `before`.
    fn kee_score(&self, rules: &Ruleset, before: usize) -> Score {
        let name = rules.ko().name();
        let positions = self.scoring_positions(if name.contains("cycle") { before } else { 0 });
        let sum = positions.iter().fold(Score::ZERO, |sum, position| {
            let stones = position.black.len() as i32 - position.white.len() as i32;
            let points = if rules.scoring() == Scoring::Stones { stones } else { position.area(&self.board) };
            sum + (Score::points(points) - self.given(rules))
        });
        match positions.len() as i64 {
            0 => Score::ZERO, // no scoring position: a draw
            _ if name.contains("sum") => sum,
            count => Score::fraction(sum.numerator(), sum.denominator() * count),
        }
    }
}

/// The points of all kos: "two board points are a ko if on them a move of one player followed by a move of
/// the other player repeats the configuration of stones".
pub fn kos(board: &Board, suicide: Suicide, position: Position) -> PointSet {
    let made = |position: Position, player, point| {
        let play = position.play(board, player, point)?;
        suicide.allows(play.suicide.len()).then_some(play.after)
    };
    let mut kos = PointSet::EMPTY;
    for one in board.all() {
        for other in board.all() {
            for player in Colour::BOTH {
                let after = made(position, player, one).and_then(|after| made(after, !player, other));
                if after == Some(position) {
                    kos |= one.bit() | other.bit();
                }
            }
        }
    }
    kos
}
