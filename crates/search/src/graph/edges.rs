//! The moves of a node, as words.

use kosolver_board::{Colour, Point};
use kosolver_rules::{Move, Scope};

use crate::concurrent::{NONE, Shared, numbers, read, write};
use crate::graph::{FactNumber, NodeNumber, Turn, facts};

/// A node that has a position and nothing else but a player to move and at most one pass, by these: it
/// need not be made to be spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain(u32);

impl Plain {
    /// With the number of its position.
    pub(crate) fn new(position: u32, white_to_move: bool, passes: u8) -> Plain {
        Plain(position << 2 | u32::from(white_to_move) << 1 | u32::from(passes))
    }

    /// The number of its position.
    #[inline]
    pub(crate) fn position(self) -> u32 {
        self.0 >> 2
    }

    /// Which of the plain nodes of its position it is, from 0 to 3.
    #[inline]
    pub(crate) fn place(self) -> usize {
        self.0 as usize & 3
    }

    /// The player to move.
    #[inline]
    pub(crate) fn mover(self) -> Colour {
        if self.0 & 2 == 0 { Colour::Black } else { Colour::White }
    }

    /// How many passes there were, 0 or 1.
    #[inline]
    pub(crate) fn passes(self) -> u8 {
        self.0 as u8 & 1
    }
}

/// Where an edge leads: a plain node, another, by its number, or the end of the game with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Plain(Plain),
    Node(NodeNumber),
    End(u32),
}

/// Scores are numbered below this.
const END: u32 = 1 << 31;
const NODE: u32 = 1 << 30;

/// Nodes are numbered below this.
pub(crate) const NODES: u32 = 1 << 28;

/// Positions of plain nodes are numbered below this power of 2.
pub(crate) const POSITIONS: u32 = 28;

impl Target {
    fn word(self) -> u32 {
        match self {
            Target::Plain(plain) => plain.0,
            Target::Node(node) => node.0 | NODE,
            Target::End(score) => score | END,
        }
    }

    #[inline]
    fn of_word(word: u32) -> Target {
        match (word & END, word & NODE) {
            (0, 0) => Target::Plain(Plain(word)),
            (0, _) => Target::Node(NodeNumber(word & !NODE)),
            _ => Target::End(word & !END),
        }
    }
}

/// A step, as numbers in the frame of its node. What few rules need is kept aside in
/// [`Extra`].
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    /// Where it leads.
    pub target: Target,
    /// The fact that prohibits it, or none.
    pub forbid: FactNumber,
    /// The fact it inserts; none also if it has an extra.
    pub insert: FactNumber,
    /// Where its [`Extra`] is, or [`NONE`].
    pub extra: u32,
    /// The move.
    pub made: Move,
    /// From the frame of the node it leads to, to that of its own node.
    pub turn: Turn,
}

/// The words of an edge:
///
/// ```text
///   target | move, flags << 8, turn << 11, end of the fact << 22 | fact or extra | insert or extra
/// ```
///
/// Most edges are prohibited by the fact that they insert, and most such facts speak of the position
/// that the edge leads to: then only the end of its number is kept, two words in all. Where that is not
/// so for an edge of a row, or there are so many turns that the end of a number is long, those of the row
/// have the fact as a third word; where one is prohibited and inserts another fact or has an extra, four.
const PASS: u32 = 0xff;
const HAS_EXTRA: u32 = 1 << 8;
const IS_FORBIDDEN: u32 = 1 << 9;
const INSERTS: u32 = 1 << 10;
const TURN: u32 = 11;
const END_OF_FACT: u32 = 22;

impl Edge {
    /// What prohibits it or is inserted by it, unless these are two.
    fn only_fact(&self) -> Option<u32> {
        let facts = (self.forbid.0, if self.extra == NONE { self.insert.0 } else { self.extra });
        match facts {
            (NONE, other) | (other, NONE) => Some(other),
            (one, other) => (self.extra == NONE && one == other).then_some(one),
        }
    }

    /// How many words it takes. Facts about a position begin with its number, followed by so many bits.
    fn width(&self, bits: u32) -> usize {
        match (self.only_fact(), self.target) {
            (Some(NONE), _) => 2,
            (Some(fact), Target::Plain(plain))
                if self.extra == NONE
                    && bits <= u32::BITS - END_OF_FACT
                    && fact >> bits == plain.position() =>
            {
                2
            }
            (Some(_), _) => 3,
            (None, _) => 4,
        }
    }

    /// Writes it into as many words as it is to take.
    fn write(&self, words: &[[Shared; 1]], bits: u32) {
        let made = match self.made {
            Move::Play(point) => u32::from(point.number()),
            Move::Pass => PASS,
        };
        let flag = |fact: u32, flag: u32| if fact == NONE { 0 } else { flag };
        let flags =
            flag(self.extra, HAS_EXTRA) | flag(self.forbid.0, IS_FORBIDDEN) | flag(self.insert.0, INSERTS);
        let rest = made | u32::from(self.turn) << TURN | flags;
        let fact = self.only_fact().unwrap_or(self.forbid.0);
        let (end, last) = match words.len() {
            2 => ((fact & ((1 << bits) - 1)) << END_OF_FACT, NONE),
            3 => (0, NONE),
            _ => (0, if self.extra == NONE { self.insert.0 } else { self.extra }),
        };
        let fact = if words.len() == 4 { self.forbid.0 } else { fact };
        for (place, word) in words.iter().zip([self.target.word(), rest | end, fact, last]) {
            write(&place[0], word);
        }
    }

    #[inline]
    fn from_words(words: &[[Shared; 1]], bits: u32) -> Edge {
        let [to, rest, more @ ..] = words else { unreachable!("an edge has two words or more") };
        let (to, rest) = (read(&to[0]), read(&rest[0]));
        let fact = match more {
            [] => (to >> 2) << bits | rest >> END_OF_FACT,
            [fact, ..] => read(&fact[0]),
        };
        let last = if let [_, last] = more { read(&last[0]) } else { fact };
        let when = |flag: u32, fact: u32| if rest & flag == 0 { NONE } else { fact };
        let made = match rest & 0xff {
            PASS => Move::Pass,
            point => Move::Play(Point::new(point as u8)),
        };
        Edge {
            target: Target::of_word(to),
            forbid: FactNumber(when(IS_FORBIDDEN, fact)),
            insert: FactNumber(when(INSERTS, last)),
            extra: when(HAS_EXTRA, last),
            made,
            turn: (rest >> TURN & ((1 << (END_OF_FACT - TURN)) - 1)) as Turn,
        }
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

    pub(crate) fn present(&self) -> impl Iterator<Item = FactNumber> + use<'a> {
        facts(self.present)
    }

    pub(crate) fn absent(&self) -> impl Iterator<Item = FactNumber> + use<'a> {
        facts(self.absent)
    }

    /// All it inserts.
    pub(crate) fn inserts(&self) -> impl Iterator<Item = FactNumber> + use<'a> {
        facts(self.inserts)
    }

    /// The facts that prohibit it beside [`Edge::forbid`].
    pub(crate) fn forbids(&self) -> impl Iterator<Item = FactNumber> + use<'a> {
        facts(self.forbids)
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

/// What is known of a node once its moves have been generated, all or some.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    /// Whether it has all moves.
    pub is_whole: bool,
    /// Those of its edges.
    words: &'a [[Shared; 1]],
    /// The words of an edge.
    width: usize,
    /// The bits of a fact after the number of its position.
    bits: u32,
    /// Facts that hold at the node under every history, or none.
    pub implied: [FactNumber; 2],
}

/// The first word of a row has the number of edges, and above it the words of an edge, whether these are
/// not all, and how many facts are implied; these come next.
const WIDTH: u32 = 16;
const IS_PART: u32 = 1 << 23;
const IMPLIED: u32 = 24;

impl<'a> Row<'a> {
    /// How many words a row takes, and each of its edges. Facts about a position begin with its number,
    /// followed by so many bits.
    pub(crate) fn lengths(implied: [FactNumber; 2], edges: &[Edge], bits: u32) -> [usize; 2] {
        let width = edges.iter().map(|edge| edge.width(bits)).max().unwrap_or(2);
        let implied = implied.iter().filter(|fact| **fact != FactNumber::NONE).count();
        [1 + implied + edges.len() * width, width]
    }

    /// Writes a row into words that have room for it.
    pub(crate) fn write(
        words: &[[Shared; 1]],
        (implied, is_whole): ([FactNumber; 2], bool),
        edges: &[Edge],
        width: usize,
        bits: u32,
    ) {
        let count = u16::try_from(edges.len()).unwrap_or_else(|_| unreachable!("a node has fewer moves"));
        let mut start = 1;
        for fact in implied.into_iter().filter(|fact| *fact != FactNumber::NONE) {
            write(&words[start][0], fact.0);
            start += 1;
        }
        let part = if is_whole { 0 } else { IS_PART };
        let head = u32::from(count) | (width as u32) << WIDTH | (start as u32 - 1) << IMPLIED | part;
        write(&words[0][0], head);
        for (words, edge) in words[start..].chunks_exact(width).zip(edges) {
            edge.write(words, bits);
        }
    }

    /// The row that begins with these words.
    #[inline]
    pub(crate) fn from_words(words: &'a [[Shared; 1]], bits: u32) -> Row<'a> {
        let word = |place: usize| read(&words[place][0]);
        let head = word(0);
        let (count, width) = ((head & 0xffff) as usize, (head >> WIDTH & 0x7f) as usize);
        let known = (head >> IMPLIED) as usize;
        let implied = |place: usize| FactNumber(if place < known { word(1 + place) } else { NONE });
        let implied = [implied(0), implied(1)];
        let start = 1 + known;
        let is_whole = head & IS_PART == 0;
        Row { is_whole, words: &words[start..start + count * width], width, bits, implied }
    }

    #[inline]
    pub(crate) fn edge(&self, index: usize) -> Edge {
        Edge::from_words(&self.words[index * self.width..(index + 1) * self.width], self.bits)
    }

    pub(crate) fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + use<'a> {
        let bits = self.bits;
        self.words.chunks_exact(self.width).map(move |words| Edge::from_words(words, bits))
    }

    /// Where the edges lead.
    #[inline]
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> + use<'a> {
        self.words.chunks_exact(self.width).map(|words| Target::of_word(read(&words[0][0])))
    }
}
