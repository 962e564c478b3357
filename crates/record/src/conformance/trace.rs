use std::sync::Arc;

use crate::{Board, Move, Play, Player, Position, Record};
use ahash::RandomState;
use indexmap::IndexSet;

use crate::conformance::{Action, Game};

/// What implementations look at in a play: the position after it, and what mistaken ones take for
/// it. Positions are numbers; the same number is the same position.
#[derive(Clone, Debug, Default)]
pub struct Observation {
    /// The point; `None` for a pass.
    pub point: Option<usize>,
    /// The position after it.
    pub after: u64,
    /// That before captured stones are removed.
    pub unremoved: u64,
    /// The position after it or its image in a mirror, which of them was numbered first.
    pub mirrored: u64,
    /// The position after it with all stones black.
    pub occupied: u64,
    /// How many opposing stones it removes.
    pub captured: usize,
    /// How many of the player's own.
    pub own: usize,
    /// The point of the one stone it takes, if taking back there would restore the position before.
    pub ko: Option<usize>,
    /// The point of the one stone it takes.
    pub taken: Option<usize>,
    /// Zobrist keys (Zobrist 1970) of the position after it; of the stone that is put; of captured
    /// stones; of captured stones in the wrong colour; of own stones removed.
    pub keys: Keys,
}

/// Keys of sets of stones: each is the exclusive or of a number of each stone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keys {
    /// Of the position after the play.
    pub after: u64,
    /// Of the stone that is put.
    pub put: u64,
    /// Of captured stones.
    pub captured: u64,
    /// Of captured stones, had they the other colour.
    pub miscoloured: u64,
    /// Of own stones that are removed.
    pub own: u64,
}

/// A moment of a game: who is to move, and what each play on an empty point would do.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Who is to move.
    pub to_move: Player,
    /// The position on the board, with what a pass would leave: it.
    pub pass: Arc<Observation>,
    /// The plays, in the order of points.
    pub plays: Vec<Arc<Observation>>,
}

/// A game with its moments: one before each action and one after the last.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    /// The game.
    pub game: &'a Game,
    /// The number of the empty board.
    pub empty: Arc<Observation>,
    /// The moments.
    pub stages: Vec<Stage>,
}

/// Gives positions numbers.
#[derive(Debug, Default)]
pub(crate) struct Numbers(IndexSet<Position, RandomState>);

impl Numbers {
    fn of(&mut self, position: Position) -> u64 {
        self.0.insert_full(position).0 as u64
    }

    /// A position that is left as it is.
    pub(crate) fn standing(&mut self, board: &Board, position: &Position) -> Observation {
        Observation {
            after: self.of(position.clone()),
            unremoved: self.of(position.clone()),
            mirrored: self.mirrored(board, position),
            occupied: self.occupied(board, position),
            keys: Keys { after: key_of(board, position), ..Keys::default() },
            ..Observation::default()
        }
    }

    fn mirrored(&mut self, board: &Board, position: &Position) -> u64 {
        let columns = board.columns();
        let image: Vec<usize> = (0..board.points())
            .map(|point| point - point % columns + columns - 1 - point % columns)
            .collect();
        self.of(position.image(&image)).min(self.of(position.clone()))
    }

    fn occupied(&mut self, board: &Board, position: &Position) -> u64 {
        let mut all = position.clone();
        for point in 0..board.points() {
            all.set(point, position.at(point).map(|_| Player::FIRST));
        }
        self.of(all)
    }

    /// What a play does.
    pub(crate) fn play(
        &mut self,
        board: &Board,
        before: &Position,
        player: Player,
        point: usize,
    ) -> Option<Observation> {
        let Play { after, captured, suicide, .. } = before.play(board, player, point)?;
        let mut unremoved = before.clone();
        unremoved.set(point, Some(player));
        let opponent = player.next(2);
        let sum = |points: &[usize], owner| points.iter().fold(0, |sum, &point| sum ^ key(point, owner));
        let taken = (captured.len() == 1).then(|| captured[0]);
        let restores =
            |back: &usize| after.play(board, opponent, *back).is_some_and(|back| back.after == *before);
        Some(Observation {
            point: Some(point),
            unremoved: self.of(unremoved),
            mirrored: self.mirrored(board, &after),
            occupied: self.occupied(board, &after),
            captured: captured.len(),
            own: suicide.len(),
            ko: taken.filter(restores),
            taken,
            keys: Keys {
                after: key_of(board, &after),
                put: key(point, player),
                captured: sum(&captured, opponent),
                miscoloured: sum(&captured, player),
                own: sum(&suicide, player),
            },
            after: self.of(after),
        })
    }

    /// The moment of a record that comes next.
    pub(crate) fn stage(&mut self, record: &Record<'_>) -> Stage {
        let (board, position, to_move) = (record.board(), record.position(), record.to_move());
        let plays =
            position.vacant().filter_map(|point| self.play(board, position, to_move, point)).map(Arc::new);
        let plays = plays.collect();
        Stage { to_move, pass: Arc::new(self.standing(board, position)), plays }
    }
}

/// The number of a stone: the generator SplitMix64 (Steele, Lea and Flood 2014).
fn key(point: usize, owner: Player) -> u64 {
    let mut mixed = (2 * point as u64 + owner.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn key_of(board: &Board, position: &Position) -> u64 {
    let stones = (0..board.points()).filter_map(|point| Some(key(point, position.at(point)?)));
    stones.fold(0, |sum, key| sum ^ key)
}

impl<'a> Trace<'a> {
    /// The moments of a game.
    pub fn of(game: &'a Game) -> Trace<'a> {
        let mut numbers = Numbers::default();
        let empty = Arc::new(numbers.standing(game.board(), &Position::empty(game.board())));
        let mut record = Record::new(game.board(), 2, game.start().clone(), game.first());
        let mut stages = vec![numbers.stage(&record)];
        for action in game.actions() {
            action.add_to(&mut record);
            stages.push(numbers.stage(&record));
        }
        Trace { game, empty, stages }
    }

    /// What an action does.
    pub(crate) fn made(&self, index: usize) -> Option<Arc<Observation>> {
        let stage = &self.stages[index];
        match self.game.actions()[index] {
            Action::Undo => None,
            Action::Move(Move::Pass) => Some(stage.pass.clone()),
            Action::Move(Move::Play(point)) => stage.play(point),
        }
    }
}

impl Stage {
    /// The play on a point, if it is empty.
    pub fn play(&self, point: usize) -> Option<Arc<Observation>> {
        self.plays.iter().find(|play| play.point == Some(point)).cloned()
    }
}
