//! The symmetries of a board at work: positions, nodes and facts turned into each other.
//!
//! A node is kept once for all its images, in a frame of its own. A *turn* is the number of a
//! symmetry; it leads from one frame to another. The rules know no directions, so a symmetry
//! that maps one node to another maps its moves and its lemmas too, facts included.

use board::{Board, Point, Position, Symmetry};
use rules::{Ban, Fact, Move, Node, Scope};

use crate::graph::Interner;

/// The number of a symmetry; 0 is the identity.
pub(crate) type Turn = u8;

/// The symmetries of a board, with their products and inverses.
pub(crate) struct Group {
    symmetries: Vec<Symmetry>,
    /// For each symmetry and each byte of a set the image of the points in it.
    images: Vec<Vec<[u64; 256]>>,
    inverses: Vec<Turn>,
    products: Vec<Turn>,
}

impl Group {
    /// All symmetries of a board.
    pub(crate) fn of(board: &Board) -> Group {
        Group::from(board, Symmetry::all(board))
    }

    /// The identity alone.
    pub(crate) fn trivial(board: &Board) -> Group {
        Group::from(board, Symmetry::all(board).into_iter().take(1).collect())
    }

    fn from(board: &Board, symmetries: Vec<Symmetry>) -> Group {
        let bytes = usize::from(board.points()).div_ceil(8);
        let table = |symmetry: &Symmetry, byte: usize| {
            let mut table = [0; 256];
            for (bits, image) in table.iter_mut().enumerate() {
                *image = symmetry.set((bits as u64) << (8 * byte) & board.all());
            }
            table
        };
        let images = symmetries
            .iter()
            .map(|symmetry| (0..bytes).map(|byte| table(symmetry, byte)).collect())
            .collect();
        let mut group = Group { symmetries, images, inverses: Vec::new(), products: Vec::new() };
        let all = 0..group.symmetries.len() as Turn;
        let products = all.clone().flat_map(|second| all.clone().map(move |first| (first, second)));
        group.products = products.map(|(first, second)| group.find_product(board, first, second)).collect();
        let inverse = |turn: &Turn| all.clone().find(|other| group.then(*turn, *other) == 0).unwrap_or(0);
        group.inverses = all.clone().map(|turn| inverse(&turn)).collect();
        group
    }

    fn find_product(&self, board: &Board, first: Turn, second: Turn) -> Turn {
        let turned = |point: Point| {
            self.symmetries[usize::from(second)].point(self.symmetries[usize::from(first)].point(point))
        };
        let same =
            |symmetry: &Symmetry| board::points_of(board.all()).all(|p| symmetry.point(p) == turned(p));
        let place = self.symmetries.iter().position(same);
        let Some(place) = place else { unreachable!("symmetries are closed under composition") };
        place as Turn
    }

    /// How many there are: 1, 2, 4 or 8.
    fn order(&self) -> usize {
        self.symmetries.len()
    }

    /// The turn that does one turn and then another.
    #[inline]
    pub(crate) fn then(&self, first: Turn, second: Turn) -> Turn {
        self.products[usize::from(second) * self.order() + usize::from(first)]
    }

    /// The turn that undoes a turn.
    #[inline]
    pub(crate) fn inverse(&self, turn: Turn) -> Turn {
        self.inverses[usize::from(turn)]
    }

    #[inline]
    fn set(&self, turn: Turn, mut set: u64) -> u64 {
        let mut image = 0;
        for table in &self.images[usize::from(turn)] {
            image |= table[(set & 0xff) as usize];
            set >>= 8;
        }
        image
    }

    #[inline]
    fn position(&self, turn: Turn, position: Position) -> Position {
        if position == Position::EMPTY {
            return position; // most facts have no second position
        }
        Position { black: self.set(turn, position.black), white: self.set(turn, position.white) }
    }

    /// The image of a move.
    pub(crate) fn made(&self, turn: Turn, made: Move) -> Move {
        match made {
            Move::Play(point) => Move::Play(self.symmetries[usize::from(turn)].point(point)),
            Move::Pass => Move::Pass,
        }
    }

    fn ban(&self, turn: Turn, ban: Ban) -> Ban {
        match ban {
            Ban::Point(point) => Ban::Point(self.symmetries[usize::from(turn)].point(point)),
            other => other,
        }
    }

    /// The image of a node.
    pub(crate) fn node(&self, turn: Turn, node: &Node) -> Node {
        Node { position: self.position(turn, node.position), ban: self.ban(turn, node.ban), ..node.clone() }
    }

    /// The image of a fact.
    pub(crate) fn fact(&self, turn: Turn, fact: Fact) -> Fact {
        Fact { position: self.position(turn, fact.position), to: self.position(turn, fact.to), ..fact }
    }

    /// The least image of a node, and the first turn that leads to it.
    pub(crate) fn least_node(&self, node: Node) -> (Node, Turn) {
        let image = |turn: &Turn| (self.position(*turn, node.position), self.ban(*turn, node.ban));
        let Some(turn) = (0..self.order() as Turn).min_by_key(image) else { return (node, 0) };
        if turn == 0 { (node, 0) } else { (self.node(turn, &node), turn) }
    }
}

/// Facts as numbers, such that the number of an image is found without looking at the fact:
/// the number of the least image, then the turn that leads from it to this one.
pub(crate) struct Facts {
    least: Interner<Fact>,
    /// For each least image and each turn the first turn that does the same to it.
    first: Vec<[Turn; 8]>,
    shift: u32,
}

impl Facts {
    pub(crate) fn new(group: &Group) -> Facts {
        Facts { least: Interner::new(), first: Vec::new(), shift: group.order().trailing_zeros() }
    }

    /// The number of a fact.
    pub(crate) fn number(&mut self, group: &Group, fact: Fact) -> u32 {
        let image = |turn: &Turn| {
            let fact = group.fact(*turn, fact);
            (fact.position, fact.to)
        };
        let to_least = (0..group.order() as Turn).min_by_key(image).unwrap_or(0);
        let least = group.fact(to_least, fact);
        let (number, new) = self.least.number(least);
        if new {
            let images: Vec<Fact> = (0..group.order() as Turn).map(|turn| group.fact(turn, least)).collect();
            let mut first = [0; 8];
            for (turn, place) in first.iter_mut().enumerate().take(images.len()) {
                *place = images.iter().position(|image| *image == images[turn]).unwrap_or(turn) as Turn;
            }
            self.first.push(first);
        }
        assert!(number < u32::MAX >> 4, "fewer than 2^28 facts");
        number << self.shift | u32::from(self.first[number as usize][usize::from(group.inverse(to_least))])
    }

    /// The number of an image of a fact.
    #[inline]
    pub(crate) fn image(&self, group: &Group, turn: Turn, fact: u32) -> u32 {
        if turn == 0 {
            return fact;
        }
        let (least, to_fact) = (fact >> self.shift, (fact & ((1 << self.shift) - 1)) as Turn);
        let turned = group.then(to_fact, turn);
        least << self.shift | u32::from(self.first[least as usize][usize::from(turned)])
    }

    /// The fact with a number.
    pub(crate) fn get(&self, group: &Group, fact: u32) -> Fact {
        group.fact((fact & ((1 << self.shift) - 1)) as Turn, *self.least.get(fact >> self.shift))
    }

    /// The scope of a fact.
    pub(crate) fn scope(&self, fact: u32) -> Scope {
        self.least.get(fact >> self.shift).scope
    }
}
