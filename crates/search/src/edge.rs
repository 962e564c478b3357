//! The moves of a node, as words.

use kosolver_board::Point;
use kosolver_rules::{Move, Scope};

use crate::arena::{NONE, Shared, numbers, read, write};
use crate::symmetry::Turn;

/// Where an edge leads: a node, or the end of the game with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Node(u32),
    End(u32),
}

/// Nodes and scores are numbered below this.
pub(crate) const END: u32 = 1 << 31;

impl Target {
    pub(crate) fn word(self) -> u32 {
        match self {
            Target::Node(node) => node,
            Target::End(score) => score | END,
        }
    }
}

/// A step, as numbers in the frame of its node. What few rules need is kept aside in
/// [`Extra`].
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    /// The word of its target.
    pub to: u32,
    /// The fact that prohibits it, or [`NONE`].
    pub forbid: u32,
    /// The fact it inserts; [`NONE`] if none, or if it has an extra.
    pub insert: u32,
    /// Where its [`Extra`] is, or [`NONE`].
    pub extra: u32,
    /// The move.
    pub made: Move,
    /// From the frame of the node it leads to, to that of its own node.
    pub turn: Turn,
}

/// The words of an edge: its target, what prohibits it, what it inserts or its extra, and the
/// rest.
const EDGE: usize = 4;
const PASS: u32 = 0xff;
const HAS_EXTRA: u32 = 1 << 24;

impl Edge {
    #[inline]
    pub(crate) fn target(&self) -> Target {
        if self.to & END == 0 { Target::Node(self.to) } else { Target::End(self.to & !END) }
    }

    fn words(&self) -> [u32; EDGE] {
        let made = match self.made {
            Move::Play(point) => u32::from(point.number()),
            Move::Pass => PASS,
        };
        let has_extra = if self.extra == NONE { 0 } else { HAS_EXTRA };
        let third = if self.extra == NONE { self.insert } else { self.extra };
        [self.to, self.forbid, third, made | u32::from(self.turn) << 8 | has_extra]
    }

    #[inline]
    fn from_words(words: &[[Shared; 1]]) -> Edge {
        let word = |place: usize| read(&words[place][0]);
        let (third, rest) = (word(2), word(3));
        let (insert, extra) = if rest & HAS_EXTRA == 0 { (third, NONE) } else { (NONE, third) };
        let made = match rest & 0xff {
            PASS => Move::Pass,
            point => Move::Play(Point::new(point as u8)),
        };
        Edge { to: word(0), forbid: word(1), insert, extra, made, turn: (rest >> 8) as Turn }
    }
}

/// What a step has beyond one prohibition and one insertion.
#[derive(Clone, Copy)]
pub(crate) struct Extra<'a> {
    present: &'a [[Shared; 1]],
    absent: &'a [[Shared; 1]],
    clears: &'a [[Shared; 1]],
    inserts: &'a [[Shared; 1]],
    forbids: &'a [[Shared; 1]],
    pulls: &'a [[Shared; 1]],
}

impl<'a> Extra<'a> {
    /// The extra that begins with these words: how many facts it wants present and absent, how many
    /// scopes it clears, how many facts it inserts, how many more prohibit it, how many pulls it has;
    /// then these.
    #[inline]
    pub(crate) fn from_words(words: &'a [[Shared; 1]]) -> Extra<'a> {
        let count = |place: usize| read(&words[place][0]) as usize;
        let (present, rest) = words[6..].split_at(count(0));
        let (absent, rest) = rest.split_at(count(1));
        let (clears, rest) = rest.split_at(count(2));
        let (inserts, rest) = rest.split_at(count(3));
        let (forbids, rest) = rest.split_at(count(4));
        Extra { present, absent, clears, inserts, forbids, pulls: &rest[..2 * count(5)] }
    }

    pub(crate) fn present(&self) -> impl Iterator<Item = u32> + use<'a> {
        numbers(self.present)
    }

    pub(crate) fn absent(&self) -> impl Iterator<Item = u32> + use<'a> {
        numbers(self.absent)
    }

    /// All it inserts.
    pub(crate) fn inserts(&self) -> impl Iterator<Item = u32> + use<'a> {
        numbers(self.inserts)
    }

    /// The facts that prohibit it beside [`Edge::forbid`].
    pub(crate) fn forbids(&self) -> impl Iterator<Item = u32> + use<'a> {
        numbers(self.forbids)
    }

    /// For each pull the numbers of what is said after it and before it.
    pub(crate) fn pulls(&self) -> impl Iterator<Item = [u32; 2]> + use<'a> {
        self.pulls.chunks_exact(2).map(|pull| [read(&pull[0][0]), read(&pull[1][0])])
    }

    pub(crate) fn pulls_nothing(&self) -> bool {
        self.pulls.is_empty()
    }

    /// Whether it forgets a scope, in the frame of the node.
    pub(crate) fn clears(&self, scope: Scope) -> bool {
        numbers(self.clears).any(|cleared| cleared == u32::from(scope.0))
    }

    pub(crate) fn clears_nothing(&self) -> bool {
        self.clears.is_empty()
    }
}

/// What is known of a node once its moves have been generated.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    words: &'a [[Shared; 1]],
    count: usize,
    /// Facts that hold at the node under every history, or [`NONE`].
    pub implied: [u32; 2],
}

/// The words of a row before those of its edges: how many these are, and what is implied.
const ROW: usize = 3;

impl<'a> Row<'a> {
    /// How many words a row of so many edges takes.
    pub(crate) fn length(edges: usize) -> usize {
        ROW + edges * EDGE
    }

    /// Writes a row into words that have room for it.
    pub(crate) fn write(words: &[[Shared; 1]], implied: [u32; 2], edges: impl Iterator<Item = Edge>) {
        let mut count = 0;
        for edge in edges {
            for (place, word) in words[Row::length(count)..].iter().zip(edge.words()) {
                write(&place[0], word);
            }
            count += 1;
        }
        for (place, word) in words.iter().zip([count as u32, implied[0], implied[1]]) {
            write(&place[0], word);
        }
    }

    /// The row that begins with these words.
    #[inline]
    pub(crate) fn from_words(words: &'a [[Shared; 1]]) -> Row<'a> {
        let word = |place: usize| read(&words[place][0]);
        Row { count: word(0) as usize, implied: [word(1), word(2)], words: &words[ROW..] }
    }

    #[inline]
    pub(crate) fn edge(&self, index: usize) -> Edge {
        Edge::from_words(&self.words[index * EDGE..index * EDGE + EDGE])
    }

    pub(crate) fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + use<'a> {
        let row = *self;
        (0..self.count).map(move |index| row.edge(index))
    }
}
