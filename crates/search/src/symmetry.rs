//! The symmetries of a game at work: positions, nodes and facts turned into each other.
//!
//! A node is kept once for all its images, in a frame of its own. A *turn* is the number of a
//! symmetry; it leads from one frame to another. The rules know no directions, so a symmetry
//! of the board that maps one node to another maps its moves and its lemmas too, facts
//! included. Without komi they know no colours either: then half of the turns also exchange
//! Black and White, and with them the sign of every score.

use std::cmp::Ordering;

use kosolver_board::{Board, Images, Point, Position, Symmetry};
use kosolver_rules::{Ban, Fact, Game, Move, Node, Predicate};

/// The number of a symmetry; 0 is the identity.
pub(crate) type Turn = u8;

/// The most symmetries of a board: facts and sets of turns have room for twice as many.
const MOST: usize = 8;

/// The symmetries of a game, with their products and inverses. Turns from [`Group::half`] on
/// exchange the colours.
pub(crate) struct Group {
    symmetries: Vec<Symmetry>,
    /// Where the symmetries of the board take sets of points.
    images: Images,
    order: usize,
    inverses: Vec<Turn>,
    products: Vec<Turn>,
}

impl Group {
    /// All symmetries of a game; of a graph with more than eight some of them.
    pub(crate) fn of(game: &Game) -> Group {
        Group::from(game.board(), Symmetry::group(game.board(), MOST), game.fair())
    }

    /// The identity alone.
    pub(crate) fn trivial(board: &Board) -> Group {
        Group::from(board, Symmetry::group(board, 1), false)
    }

    fn from(board: &Board, symmetries: Vec<Symmetry>, exchange: bool) -> Group {
        let images = Images::new(board, &symmetries);
        let order = symmetries.len() << u32::from(exchange);
        let mut group = Group { symmetries, images, order, inverses: Vec::new(), products: Vec::new() };
        let all = group.turns();
        let products = all.clone().flat_map(|second| all.clone().map(move |first| (first, second)));
        group.products = products.map(|(first, second)| group.find_product(board, first, second)).collect();
        let inverse = |turn: Turn| all.clone().find(|other| group.then(turn, *other) == 0).unwrap_or(0);
        group.inverses = all.clone().map(inverse).collect();
        group
    }

    fn find_product(&self, board: &Board, first: Turn, second: Turn) -> Turn {
        let turned = |point: Point| self.symmetry(second).point(self.symmetry(first).point(point));
        let same = |symmetry: &Symmetry| board.all().iter().all(|p| symmetry.point(p) == turned(p));
        let place = self.symmetries.iter().position(same);
        let Some(place) = place else { unreachable!("symmetries are closed under composition") };
        let exchanges = self.exchanges(first) != self.exchanges(second);
        (place + if exchanges { self.half() } else { 0 }) as Turn
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

    /// How many there are, at most 16.
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

    /// The turns that leave a position as it is, as a set of bits.
    pub(crate) fn stabiliser(&self, position: Position) -> u32 {
        self.turns()
            .filter(|turn| self.position(*turn, position) == position)
            .fold(0, |set, turn| set | 1 << turn)
    }

    /// Of the turns that do the same as this one to something that a set of turns leaves as it
    /// is, the first.
    #[inline]
    pub(crate) fn first(&self, stabiliser: u32, turn: Turn) -> Turn {
        if stabiliser == 1 {
            return turn;
        }
        self.turns()
            .filter(|same| stabiliser >> same & 1 == 1)
            .map(|same| self.then(same, turn))
            .min()
            .unwrap_or(turn)
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

    /// The image of a fact.
    pub(crate) fn fact(&self, game: &Game, turn: Turn, fact: Fact) -> Fact {
        let place = self.place(turn) as Turn;
        let image =
            Fact { position: self.position(place, fact.position), to: self.position(place, fact.to), ..fact };
        if self.exchanges(turn) { game.exchanged_fact(image) } else { image }
    }
}
