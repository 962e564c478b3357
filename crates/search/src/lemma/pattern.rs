//! Patterns: a condition that speaks of many facts at once.
//!
//! A pattern means that the history has no fact of a scope whose last position has all of some stones
//! of a player and a stone of his on one of some other points. Decided positions ask for such, and they
//! take the place of most facts (`DESIGN.md`, "Decided positions").

use std::cmp::Reverse;

use kosolver_board::{Board, Colour, PointSet, Position};
use kosolver_rules::Scope;
use smallvec::SmallVec;

use crate::concurrent::{Shared, read};
use crate::graph::{Graph, NodeNumber};
use crate::lemma::SCOPES;

/// Positions that the history must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Pattern {
    /// Of these facts.
    pub scope: Scope,
    /// Whose stones.
    pub player: Colour,
    /// All of these,
    pub stones: PointSet,
    /// and one of these.
    pub points: PointSet,
}

/// More patterns than this are merged. With 4 instead, 1x12 takes a fifth more nodes.
const MANY: usize = 16;

/// Words of a pattern.
pub(crate) const PATTERN: usize = 5;

/// The bits of the scope and the player of a pattern, and the most points of boards on which two words hold it.
const WHAT: u32 = 9;
const TIGHT: u8 = 27;

/// Words of a pattern in a lemma that is kept.
pub(crate) fn kept_words(board: &Board) -> usize {
    if board.points() <= TIGHT { 2 } else { PATTERN }
}

impl Pattern {
    /// Whether it speaks of a position.
    #[inline]
    pub(crate) fn matches(&self, position: Position) -> bool {
        let own = position.stones(self.player);
        (self.stones - own).is_empty() && !(self.points & own).is_empty()
    }

    /// Whether it asks for all that another asks for.
    pub(crate) fn includes(&self, other: &Pattern) -> bool {
        (self.scope, self.player) == (other.scope, other.player)
            && (self.stones - other.stones).is_empty()
            && (other.points - self.points).is_empty()
    }

    /// A pattern that asks for all that two ask for, of the same scope and player.
    fn merged(&self, other: &Pattern) -> Option<Pattern> {
        ((self.scope, self.player) == (other.scope, other.player)).then(|| Pattern {
            stones: self.stones & other.stones,
            points: self.points | other.points,
            ..*self
        })
    }

    /// Its scope and player.
    fn what(&self) -> u32 {
        u32::from(self.scope.0) | (self.player as u32) << 8
    }

    pub(crate) fn words(&self) -> [u32; PATTERN] {
        let [stones, points] = [self.stones.bits(), self.points.bits()];
        [self.what(), stones as u32, (stones >> 32) as u32, points as u32, (points >> 32) as u32]
    }

    /// The pattern with these words; `None` if there is none.
    pub(crate) fn from_words(words: [u32; PATTERN]) -> Option<Pattern> {
        let [what, words @ ..] = words;
        let set = |low: u32, high: u32| PointSet::from_bits(u64::from(low) | u64::from(high) << 32);
        let player = *Colour::BOTH.get((what >> 8) as usize)?;
        let [stones, points] = [set(words[0], words[1]), set(words[2], words[3])];
        Some(Pattern { scope: Scope(what as u8), player, stones, points })
    }

    /// The words of it in a lemma that is kept: so [many](kept_words).
    pub(crate) fn kept(&self, words: usize) -> SmallVec<[u32; PATTERN]> {
        if words == PATTERN {
            return SmallVec::from(self.words());
        }
        let sets = self.stones.bits() | self.points.bits() << TIGHT;
        let both = u64::from(self.what()) | sets << WHAT;
        SmallVec::from_slice(&[both as u32, (both >> 32) as u32])
    }

    fn of_kept(words: &[[Shared; 1]]) -> Option<Pattern> {
        if let [low, high] = words {
            let both = u64::from(read(&low[0])) | u64::from(read(&high[0])) << 32;
            let set = |bits: u64| (bits & ((1 << TIGHT) - 1)) as u32;
            let (what, sets) = (both as u32 & ((1 << WHAT) - 1), both >> WHAT);
            return Pattern::from_words([what, set(sets), 0, set(sets >> TIGHT), 0]);
        }
        Pattern::from_words(std::array::from_fn(|place| read(&words[place][0])))
    }
}

/// The patterns of a lemma that is kept.
#[derive(Clone, Copy)]
pub(crate) struct Patterns<'a> {
    /// Those that are written with all they say.
    pub words: &'a [[Shared; 1]],
    /// How many words each has.
    pub each: usize,
    /// The scopes, as bits, of those that say no more than that the winner has [more
    /// stones](Graph::more_stones) than at the node of the lemma: nearly all.
    pub more_stones: u32,
    /// The winner, in the frame of the node.
    pub winner: Colour,
    pub node: NodeNumber,
}

impl<'a> Patterns<'a> {
    pub(crate) const NONE: Patterns<'static> =
        Patterns { words: &[], each: PATTERN, more_stones: 0, winner: Colour::Black, node: NodeNumber(0) };

    pub(crate) fn is_empty(self) -> bool {
        self.words.is_empty() && self.more_stones == 0
    }

    pub(crate) fn iter(self, graph: &Graph) -> impl Iterator<Item = Pattern> + use<'a, '_> {
        let scopes = (0..SCOPES as u8).filter(move |scope| self.more_stones >> scope & 1 == 1);
        let own = scopes.map(move |scope| graph.more_stones(Scope(scope), self.winner, self.node));
        own.chain(
            self.words.chunks_exact(self.each).map(|words| {
                Pattern::of_kept(words).unwrap_or_else(|| unreachable!("a pattern was written"))
            }),
        )
    }
}

/// Leaves out patterns that others include, and merges some if there are many. What is merged asks for
/// more; `holds` tells whether the present history meets it.
pub(crate) fn tidy(patterns: &mut Vec<Pattern>, holds: impl Fn(&Pattern) -> bool) {
    if patterns.len() < 2 {
        return;
    }
    patterns.sort_unstable();
    patterns.dedup();
    let mut kept: SmallVec<[Pattern; MANY + 1]> = SmallVec::new();
    for pattern in patterns.drain(..) {
        add(&mut kept, pattern);
        if kept.len() <= MANY {
            continue;
        }
        // With one of the others: the more stones the fewer positions.
        let merged = kept.iter().enumerate().filter_map(|(place, other)| {
            let merged = pattern.merged(other).filter(|_| *other != pattern)?;
            Some((merged.stones.len(), Reverse(merged.points.len()), place, merged))
        });
        let mut merged: SmallVec<[_; MANY]> = merged.collect();
        merged.sort_unstable_by(|one, other| other.cmp(one));
        if let Some((.., merged)) = merged.into_iter().find(|(.., merged)| holds(merged)) {
            add(&mut kept, merged);
        }
    }
    kept.sort_unstable();
    patterns.extend(kept);
}

/// Adds a pattern, unless another includes it, in the place of those that it includes.
fn add(kept: &mut SmallVec<[Pattern; MANY + 1]>, pattern: Pattern) {
    if !kept.iter().any(|other| other.includes(&pattern)) {
        kept.retain(|other| !pattern.includes(other));
        kept.push(pattern);
    }
}
