//! The moves of a node, as words.

use kosolver_board::{Colour, Point};
use kosolver_rules::{Move, Scope};

use crate::concurrent::{NONE, Shared, numbers, read, write};
use crate::graph::{FactNumber, FactRun, NodeNumber, Turn, facts};

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

/// Positions, entries of the list of facts, nodes and lemmas are numbered below this.
pub(crate) const NUMBERS: u32 = 1 << 30;

impl Target {
    /// Its word, and the flag that goes with it.
    fn words(self) -> [u32; 2] {
        match self {
            Target::Plain(plain) => [plain.0, 0],
            Target::Node(node) => [node.0, IS_NODE],
            Target::End(score) => [score, ENDS],
        }
    }

    #[inline]
    fn of_words(word: u32, flags: u32) -> Target {
        match flags & (IS_NODE | ENDS) {
            0 => Target::Plain(Plain(word)),
            IS_NODE => Target::Node(NodeNumber(word)),
            _ => Target::End(word),
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
///   target | move, flags << 8, turn << 13, end of the fact << 24 | fact or extra | insert or extra
/// ```
///
/// Most edges are prohibited by the fact that they insert, and most such facts speak of the position
/// that the edge leads to: then only the end of its number is kept, two words in all. Where that is not
/// so for an edge of a row, or there are so many turns that the end of a number is long, those of the row
/// have the fact as a third word; where one is prohibited and inserts another fact or has an extra, four. Where
/// the number of a fact of the row does not fit into a word, all of them take two.
const PASS: u32 = 0xff;
const HAS_EXTRA: u32 = 1 << 8;
const IS_FORBIDDEN: u32 = 1 << 9;
const INSERTS: u32 = 1 << 10;
const IS_NODE: u32 = 1 << 11;
const ENDS: u32 = 1 << 12;
const TURN: u32 = 13;
const END_OF_FACT: u32 = 24;

/// The words of an edge before its facts.
const PLAIN: usize = 2;

impl Edge {
    /// What prohibits it or is inserted by it, unless these are two.
    fn only_fact(&self) -> Option<FactNumber> {
        match (self.forbid, self.last()) {
            (FactNumber::NONE, other) | (other, FactNumber::NONE) => Some(other),
            (one, other) => (self.extra == NONE && one == other).then_some(one),
        }
    }

    /// What it inserts, or its extra.
    fn last(&self) -> FactNumber {
        if self.extra == NONE { self.insert } else { FactNumber(self.extra.into()) }
    }

    /// How many of its facts are written in full. Facts about a position begin with its number, followed by so many
    /// bits.
    fn facts(&self, bits: u32) -> usize {
        match (self.only_fact(), self.target) {
            (Some(FactNumber::NONE), _) => 0,
            (Some(FactNumber(fact)), Target::Plain(plain))
                if self.extra == NONE
                    && bits <= u32::BITS - END_OF_FACT
                    && fact >> bits == u64::from(plain.position()) =>
            {
                0
            }
            (Some(_), _) => 1,
            (None, _) => 2,
        }
    }

    /// Writes it into as many words as it is to take.
    fn write(&self, words: &[[Shared; 1]], are_wide: bool, bits: u32) {
        let made = match self.made {
            Move::Play(point) => u32::from(point.number()),
            Move::Pass => PASS,
        };
        let flag = |is_there: bool, flag: u32| if is_there { flag } else { 0 };
        let flags = flag(self.extra != NONE, HAS_EXTRA)
            | flag(self.forbid != FactNumber::NONE, IS_FORBIDDEN)
            | flag(self.insert != FactNumber::NONE, INSERTS);
        let [target, kind] = self.target.words();
        let rest = made | u32::from(self.turn) << TURN | flags | kind;
        let only = self.only_fact().unwrap_or(self.forbid);
        let end = match words.len() {
            PLAIN => ((only.0 & ((1 << bits) - 1)) as u32) << END_OF_FACT,
            _ => 0,
        };
        let fact = if words.len() == PLAIN + 2 * width(are_wide) { self.forbid } else { only };
        let facts = [fact, self.last()].into_iter().flat_map(|fact| fact.words(are_wide));
        for (place, word) in words.iter().zip([target, rest | end].into_iter().chain(facts)) {
            write(&place[0], word);
        }
    }

    #[inline]
    fn from_words(words: &[[Shared; 1]], are_wide: bool, bits: u32) -> Edge {
        let [to, rest, more @ ..] = words else { unreachable!("an edge has two words or more") };
        let (to, rest) = (read(&to[0]), read(&rest[0]));
        let (fact, last) = if more.is_empty() {
            let fact = FactNumber(u64::from(to >> 2) << bits | u64::from(rest >> END_OF_FACT));
            (fact, fact)
        } else {
            let (fact, last) = more.split_at(width(are_wide));
            (FactNumber::of_words(fact), FactNumber::of_words(if last.is_empty() { fact } else { last }))
        };
        let when = |flag: u32, fact: FactNumber| if rest & flag == 0 { FactNumber::NONE } else { fact };
        let made = match rest & 0xff {
            PASS => Move::Pass,
            point => Move::Play(Point::new(point as u8)),
        };
        Edge {
            target: Target::of_words(to, rest),
            forbid: when(IS_FORBIDDEN, fact),
            insert: when(INSERTS, last),
            extra: when(HAS_EXTRA, last).0 as u32,
            made,
            turn: (rest >> TURN & ((1 << (END_OF_FACT - TURN)) - 1)) as Turn,
        }
    }
}

/// The words of a fact.
#[inline]
fn width(are_wide: bool) -> usize {
    1 + usize::from(are_wide)
}

/// What a step has beyond one prohibition and one insertion.
#[derive(Clone, Copy)]
pub(crate) struct Extra<'a> {
    present: FactRun<'a>,
    absent: FactRun<'a>,
    clears: &'a [[Shared; 1]],
    inserts: FactRun<'a>,
    forbids: FactRun<'a>,
    pulls: &'a [[Shared; 1]],
}

impl<'a> Extra<'a> {
    /// The extra that begins with these words: whether its facts take two words; how many facts it wants present
    /// and absent, how many scopes it clears, how many facts it inserts, how many more prohibit it, how many pulls it
    /// has; then these.
    #[inline]
    pub(crate) fn from_words(words: &'a [[Shared; 1]]) -> Extra<'a> {
        let count = |place: usize| read(&words[place][0]) as usize;
        let are_wide = count(0) == 1;
        let (present, rest) = FactRun::split(&words[7..], count(1), are_wide);
        let (absent, rest) = FactRun::split(rest, count(2), are_wide);
        let (clears, rest) = rest.split_at(count(3));
        let (inserts, rest) = FactRun::split(rest, count(4), are_wide);
        let (forbids, rest) = FactRun::split(rest, count(5), are_wide);
        Extra { present, absent, clears, inserts, forbids, pulls: &rest[..2 * count(6)] }
    }

    /// The words of an extra, of some that begin with it.
    pub(crate) fn words(words: &'a [[Shared; 1]]) -> &'a [[Shared; 1]] {
        let count = |place: usize| read(&words[place][0]) as usize;
        let facts: usize = [1, 2, 4, 5].into_iter().map(count).sum();
        &words[..7 + facts * width(count(0) == 1) + count(3) + 2 * count(6)]
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
    /// Whether facts take two.
    are_wide: bool,
    /// The bits of a fact after the number of its position.
    bits: u32,
    /// Facts that hold at the node under every history, or none.
    pub implied: [FactNumber; 2],
}

/// The first word of a row has the number of edges, and above it the words of an edge, whether facts take two,
/// whether these are not all edges, and how many facts are implied; these come next.
const WIDTH: u32 = 16;
const ARE_WIDE: u32 = 1 << 22;
const IS_PART: u32 = 1 << 23;
const IMPLIED: u32 = 24;

/// The words of a row, of each of its edges, and whether facts take two of them.
#[derive(Clone, Copy)]
pub(crate) struct Lengths {
    pub row: usize,
    edge: usize,
    are_wide: bool,
}

impl<'a> Row<'a> {
    /// One without moves.
    pub(crate) const NONE: Row<'static> = Row {
        is_whole: false,
        words: &[],
        width: PLAIN,
        are_wide: false,
        bits: 0,
        implied: [FactNumber::NONE; 2],
    };

    /// How many words a row takes. Facts about a position begin with its number, followed by so many bits.
    pub(crate) fn lengths(implied: [FactNumber; 2], edges: &[Edge], bits: u32) -> Lengths {
        let facts = edges.iter().map(|edge| edge.facts(bits)).max().unwrap_or(0);
        let is_wide = |edge: &Edge| edge.forbid.is_wide() || edge.insert.is_wide();
        let are_wide = implied.iter().any(|fact| fact.is_wide()) || facts > 0 && edges.iter().any(is_wide);
        let implied = implied.iter().filter(|fact| **fact != FactNumber::NONE).count();
        let edge = PLAIN + facts * width(are_wide);
        Lengths { row: 1 + implied * width(are_wide) + edges.len() * edge, edge, are_wide }
    }

    /// Writes a row into words that have room for it.
    pub(crate) fn write(
        words: &[[Shared; 1]],
        (implied, is_whole): ([FactNumber; 2], bool),
        edges: &[Edge],
        Lengths { edge: width, are_wide, .. }: Lengths,
        bits: u32,
    ) {
        let count = u16::try_from(edges.len()).unwrap_or_else(|_| unreachable!("a node has fewer moves"));
        let (mut start, mut known) = (1, 0);
        for fact in implied.into_iter().filter(|fact| *fact != FactNumber::NONE) {
            for word in fact.words(are_wide) {
                write(&words[start][0], word);
                start += 1;
            }
            known += 1;
        }
        let flags = if is_whole { 0 } else { IS_PART } | if are_wide { ARE_WIDE } else { 0 };
        write(&words[0][0], u32::from(count) | (width as u32) << WIDTH | known << IMPLIED | flags);
        for (words, edge) in words[start..].chunks_exact(width).zip(edges) {
            edge.write(words, are_wide, bits);
        }
    }

    /// The row that begins with these words.
    #[inline]
    pub(crate) fn from_words(words: &'a [[Shared; 1]], bits: u32) -> Row<'a> {
        let head = read(&words[0][0]);
        let (count, width) = ((head & 0xffff) as usize, (head >> WIDTH & 0x3f) as usize);
        let (is_whole, are_wide) = (head & IS_PART == 0, head & ARE_WIDE != 0);
        let (known, words) = FactRun::split(&words[1..], (head >> IMPLIED) as usize, are_wide);
        let mut implied = [FactNumber::NONE; 2];
        implied.iter_mut().zip(facts(known)).for_each(|(place, fact)| *place = fact);
        Row { is_whole, words: &words[..count * width], width, are_wide, bits, implied }
    }

    #[inline]
    pub(crate) fn edge(&self, index: usize) -> Edge {
        Edge::from_words(&self.words[index * self.width..(index + 1) * self.width], self.are_wide, self.bits)
    }

    pub(crate) fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + use<'a> {
        let Row { are_wide, bits, .. } = *self;
        self.words.chunks_exact(self.width).map(move |words| Edge::from_words(words, are_wide, bits))
    }

    /// Where the edges lead.
    #[inline]
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> + use<'a> {
        self.words
            .chunks_exact(self.width)
            .map(|words| Target::of_words(read(&words[0][0]), read(&words[1][0])))
    }
}
