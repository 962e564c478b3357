//! The symmetries of a game at work: positions, nodes and facts turned into each other.
//!
//! A node is kept once for all its images, in a frame of its own. A *turn* is the number of a
//! symmetry; it leads from one frame to another. The rules know no directions, so a symmetry
//! of the board that maps one node to another maps its moves and its lemmas too, facts
//! included. Without komi they know no colours either: then half of the turns also exchange
//! Black and White, and with them the sign of every score.

use std::cmp::Ordering;

use ahash::AHashMap;
use kosolver_board::{Board, Images, Point, Position, Symmetry};
use kosolver_rules::{Ban, Fact, Game, Move, Node, Predicate};

use crate::graph::{Stabiliser, Stabilisers, Turn};
use crate::lemma::Pattern;

/// The most symmetries of a board with any number of points: with more, moves take more memory, and the least image
/// of a position more time.
const MOST: usize = 8;

/// Boards with at most so many points have few positions, and room for more symmetries.
const FEW_POINTS: u8 = 9;

/// The most symmetries of a board with few points: those of six points that are all adjacent.
const MOST_OF_FEW: usize = 720;

/// The symmetries of a game, with their products and inverses. Turns from [`Group::half`] on
/// exchange the colours.
pub(crate) struct Group {
    symmetries: Vec<Symmetry>,
    /// How many points the board has.
    points: u8,
    /// Where the symmetries of the board take sets of points.
    images: Images,
    order: usize,
    inverses: Vec<Turn>,
    products: Vec<Turn>,
    stabilisers: Stabilisers,
}

impl Group {
    /// All symmetries of a game; of a graph with very many, or with many points and more than eight,
    /// some of them.
    pub(crate) fn of(game: &Game) -> Group {
        let board = game.board();
        let all = if board.points() <= FEW_POINTS { Symmetry::all(board) } else { Vec::new() };
        let fit = (1..=MOST_OF_FEW).contains(&all.len());
        Group::from(board, if fit { all } else { Symmetry::group(board, MOST) }, game.fair())
    }

    /// The identity alone.
    pub(crate) fn trivial(board: &Board) -> Group {
        Group::from(board, Symmetry::group(board, 1), false)
    }

    fn from(board: &Board, symmetries: Vec<Symmetry>, exchange: bool) -> Group {
        let half = symmetries.len();
        let order = half << u32::from(exchange);
        let points = |symmetry: &Symmetry| -> Vec<Point> {
            board.all().iter().map(|point| symmetry.point(point)).collect()
        };
        let lists: Vec<Vec<Point>> = symmetries.iter().map(points).collect();
        let places: AHashMap<&[Point], Turn> =
            lists.iter().enumerate().map(|(place, list)| (&list[..], place as Turn)).collect();
        let mut products = vec![0; order * order];
        let mut turned: Vec<Point> = Vec::new();
        for (second, after) in lists.iter().enumerate() {
            for (first, before) in lists.iter().enumerate() {
                turned.clear();
                turned.extend(before.iter().map(|point| after[usize::from(point.number())]));
                let Some(&place) = places.get(&turned[..]) else {
                    unreachable!("symmetries are closed under composition")
                };
                // By whether the second turn exchanges the colours, and the first.
                for [late, early] in [[0, 0], [0, half], [half, 0], [half, half]] {
                    if late.max(early) < order {
                        let exchange = if late == early { 0 } else { half as Turn };
                        products[(second + late) * order + first + early] = place + exchange;
                    }
                }
            }
        }
        let mut inverses = vec![0; order];
        for (place, product) in products.iter().enumerate() {
            if *product == 0 {
                inverses[place % order] = (place / order) as Turn;
            }
        }
        let (images, stabilisers) = (Images::new(board, &symmetries), Stabilisers::of_order(order));
        Group { symmetries, points: board.points(), images, order, inverses, products, stabilisers }
    }

    /// For each symmetry of the board where it takes each point. Turns that exchange the colours come after
    /// those that do not, in the same order.
    pub(crate) fn permutations(&self) -> impl ExactSizeIterator<Item = Vec<Point>> {
        self.symmetries.iter().map(|symmetry| {
            let points = (0..self.points).map(Point::new);
            points.map(|point| symmetry.point(point)).collect()
        })
    }

    fn half(&self) -> usize {
        self.symmetries.len()
    }

    fn symmetry(&self, turn: Turn) -> &Symmetry {
        &self.symmetries[self.place(turn)]
    }

    #[inline]
    fn place(&self, turn: Turn) -> usize {
        usize::from(turn) - if self.exchanges(turn) { self.half() } else { 0 }
    }

    /// How many there are: at most 16, on boards with few points at most 1440.
    pub(crate) fn order(&self) -> usize {
        self.order
    }

    /// How many bits a turn has.
    pub(crate) fn bits(&self) -> u32 {
        self.order.next_power_of_two().trailing_zeros()
    }

    /// All of them.
    pub(crate) fn turns(&self) -> impl Iterator<Item = Turn> + Clone + use<> {
        0..self.order as Turn
    }

    /// Whether a turn exchanges the colours.
    #[inline]
    pub(crate) fn exchanges(&self, turn: Turn) -> bool {
        usize::from(turn) >= self.half()
    }

    /// The turn that does one turn and then another.
    #[inline]
    pub(crate) fn then(&self, first: Turn, second: Turn) -> Turn {
        self.products[usize::from(second) * self.order + usize::from(first)]
    }

    /// The turn that undoes a turn.
    #[inline]
    pub(crate) fn inverse(&self, turn: Turn) -> Turn {
        self.inverses[usize::from(turn)]
    }

    #[inline]
    pub(crate) fn position(&self, turn: Turn, position: Position) -> Position {
        let image = self.images.position(self.place(turn), position);
        if self.exchanges(turn) { image.inverted() } else { image }
    }

    /// The image of a position that stands for all, and the first turn that leads to it: of
    /// those with fewer black stones the least.
    pub(crate) fn least(&self, position: Position) -> (Position, Turn) {
        let exchange = self.order > self.half();
        match position.black.len().cmp(&position.white.len()) {
            Ordering::Greater if exchange => {
                let (least, turn) = self.least_of_board(position.inverted());
                (least, turn + self.half() as Turn)
            }
            Ordering::Equal if exchange => {
                let (least, turn) = self.least_of_board(position);
                let (other, other_turn) = self.least_of_board(position.inverted());
                if other < least { (other, other_turn + self.half() as Turn) } else { (least, turn) }
            }
            _ => self.least_of_board(position),
        }
    }

    /// The least image without exchange of the colours.
    #[inline]
    fn least_of_board(&self, position: Position) -> (Position, Turn) {
        let (mut least, mut first) = (position, 0);
        for place in 1..self.half() {
            let black = self.images.set(place, position.black);
            if black <= least.black {
                let image = Position { black, white: self.images.set(place, position.white) };
                if image < least {
                    (least, first) = (image, place);
                }
            }
        }
        (least, first as Turn)
    }

    /// The turns that leave a position as it is.
    pub(crate) fn stabiliser(&self, position: Position) -> Stabiliser {
        self.stabiliser_of(self.turns().filter(|turn| self.position(*turn, position) == position))
    }

    /// A group of turns, in ascending order.
    pub(crate) fn stabiliser_of(&self, turns: impl Iterator<Item = Turn>) -> Stabiliser {
        self.stabilisers.number(turns.collect(), self.order, |first, second| self.then(first, second))
    }

    /// The turns of a group.
    #[inline]
    pub(crate) fn turns_of(&self, stabiliser: Stabiliser) -> impl Iterator<Item = Turn> + Clone {
        self.stabilisers.turns(stabiliser).iter().copied()
    }

    /// Of the turns that do the same as this one to something that a group of turns leaves as it
    /// is, the first.
    #[inline]
    pub(crate) fn first(&self, stabiliser: Stabiliser, turn: Turn) -> Turn {
        if stabiliser == Stabiliser::TRIVIAL { turn } else { self.stabilisers.first(stabiliser, turn) }
    }

    /// The image of a move.
    pub(crate) fn made(&self, turn: Turn, made: Move) -> Move {
        match made {
            Move::Play(point) => Move::Play(self.symmetry(turn).point(point)),
            Move::Pass => Move::Pass,
        }
    }

    /// The image of a ban.
    pub(crate) fn ban(&self, turn: Turn, ban: Ban) -> Ban {
        match ban {
            Ban::Point(point) => Ban::Point(self.symmetry(turn).point(point)),
            other => other,
        }
    }

    /// The image of a node.
    pub(crate) fn node(&self, game: &Game, turn: Turn, node: &Node) -> Node {
        let place = self.place(turn) as Turn;
        let image = Node {
            position: self.position(place, node.position),
            ban: self.ban(place, node.ban),
            memory: node.memory.mapped(|board| self.position(place, board)),
            ..*node
        };
        if self.exchanges(turn) { game.exchanged_node(&image) } else { image }
    }

    /// What is said of positions, in the frame that a turn leads to.
    pub(crate) fn predicate(&self, game: &Game, turn: Turn, predicate: Predicate) -> Predicate {
        self.fact(game, turn, predicate.of(Position::EMPTY)).predicate()
    }

    /// The image of a pattern.
    pub(crate) fn pattern(&self, game: &Game, turn: Turn, pattern: &Pattern) -> Pattern {
        let set = |points| self.images.set(self.place(turn), points);
        let image = Pattern { stones: set(pattern.stones), points: set(pattern.points), ..*pattern };
        if self.exchanges(turn) {
            Pattern { scope: game.exchanged_scope(pattern.scope), player: !pattern.player, ..image }
        } else {
            image
        }
    }

    /// The image of a fact.
    pub(crate) fn fact(&self, game: &Game, turn: Turn, fact: Fact) -> Fact {
        let place = self.place(turn) as Turn;
        let image =
            Fact { position: self.position(place, fact.position), to: self.position(place, fact.to), ..fact };
        if self.exchanges(turn) { game.exchanged_fact(image) } else { image }
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::legal_positions;

    use super::*;

    fn group(board: &str) -> (Board, Group) {
        let board: Board = board.parse().unwrap();
        let game = Game::new(board, "psk".parse().unwrap()).unwrap();
        (board, Group::of(&game))
    }

    #[test]
    fn all_symmetries_of_small_boards_are_folded() {
        for (board, order) in [
            ("3x3", 16),
            ("4x5", 8),
            ("complete:6", 1440),
            ("complete:7", 16),
            ("star:6", 240),
            ("torus:3x3", 144),
            ("torus:4x4", 16),
        ] {
            assert_eq!(group(board).1.order(), order, "{board}");
        }
    }

    #[test]
    fn turns_are_a_group_and_stabilisers_its_subgroups() {
        for name in ["2x2", "complete:4", "star:5", "cycle:5"] {
            let (board, group) = group(name);
            let all: Vec<Position> = legal_positions(&board).collect();
            for one in group.turns() {
                assert_eq!(group.then(one, group.inverse(one)), 0, "{name}");
                assert_eq!([group.then(one, 0), group.then(0, one)], [one, one], "{name}");
                for other in group.turns() {
                    let position = all[usize::from(one * 7 + other) % all.len()];
                    let both = group.position(other, group.position(one, position));
                    assert_eq!(group.position(group.then(one, other), position), both, "{name}");
                }
            }
            for position in all {
                let (least, to_least) = group.least(position);
                assert_eq!(group.position(to_least, position), least);
                let stabiliser = group.stabiliser(least);
                let same: Vec<Turn> = group.turns_of(stabiliser).collect();
                assert!(same.iter().all(|turn| group.position(*turn, least) == least), "{name}");
                let images: std::collections::HashSet<Position> =
                    group.turns().map(|turn| group.position(turn, least)).collect();
                assert_eq!(same.len() * images.len(), group.order(), "{name}");
                for turn in group.turns() {
                    let image = |turn| group.position(turn, least);
                    let first = group.turns().find(|other| image(*other) == image(turn));
                    assert_eq!(Some(group.first(stabiliser, turn)), first, "{name}");
                }
            }
        }
    }
}
