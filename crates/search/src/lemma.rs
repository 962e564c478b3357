//! History lemmas: what has been proved of a node, and under which histories.
//!
//! A lemma says: *from this node, under every history that has none of the facts A and all of
//! the facts B, this player wins at this threshold.* It is exact, however positions
//! transpose: nothing is ever believed under a history it was not proved for.

use crate::arena::{Budget, Cursor, NONE, Shared, Words, numbers, read, write};
use crate::buckets::{Bucket, Buckets, PAGE, Pages};
use crate::sync::{AtomicU64, Ordering};

/// A lemma's place in the store. [`Lemma::PLAIN`] is the lemma without conditions that needs
/// no place: the player to move ends the game at once and wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lemma(pub u32);

impl Lemma {
    pub(crate) const PLAIN: Lemma = Lemma(NONE);
}

/// The conditions of a lemma under construction.
#[derive(Default)]
pub(crate) struct Conditions {
    pub absent: Vec<u32>,
    /// Facts that must be absent too, if there are very many.
    pub buckets: Buckets,
    pub present: Vec<u32>,
}

impl Conditions {
    pub(crate) fn clear(&mut self) {
        self.absent.clear();
        self.buckets.clear();
        self.present.clear();
    }

    pub(crate) fn tidy(&mut self) {
        for facts in [&mut self.absent, &mut self.present] {
            facts.sort_unstable();
            facts.dedup();
        }
    }
}

/// A lemma cited for a move, so that a certificate can be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Citation {
    /// The edge of the node.
    pub index: u16,
    /// The lemma of where it leads; [`Lemma::PLAIN`] also for an edge that ends the game.
    pub lemma: Lemma,
}

/// What a lemma says beside its conditions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claim {
    /// The node, in whose frame the conditions are.
    pub node: u32,
    /// `threshold << 1 | black wins`, in that frame.
    pub kind: u32,
    pub memory: u32,
    /// How much work it was, from 0 to 255: see [`effort`].
    pub effort: u8,
}

/// The most that [`effort`] gives.
pub(crate) const GREATEST_EFFORT: u8 = 127;

/// Work as a small number: twice the logarithm of the nodes visited.
pub(crate) fn effort(nodes: u64) -> u8 {
    let log = nodes.max(1).ilog2();
    let half = nodes.max(1) >> (log.max(1) - 1) & 1;
    (2 * log + half as u32) as u8
}

/// The words of a lemma:
///
/// ```text
///   next lemma of its kin | kind << 8 | effort | memory | node
///   scopes of buckets << 28 | count of A | count of B | count of citations
///   A … | B … | a page of buckets for each scope that has one … | edge, lemma …
/// ```
///
/// with A and B in ascending order. The lemmas of nodes that differ only in their memories (kin)
/// are kept together, since one may serve where another memory is as good.
const HEADER: usize = 7;

/// Where in the count of A the scopes are that have buckets.
const BUCKETS: u32 = 28;

/// All lemmas.
///
/// Threads add and look up at the same time. A lemma that can be found is complete, because
/// its list gets it last. If two threads change a list at once, a lemma that was dropped may stay
/// in it, or one be lost from it. That harms nothing: every lemma is true, and its words remain.
pub(crate) struct Lemmas {
    words: Words,
    proved: AtomicU64,
}

impl Lemmas {
    /// None yet, in these words.
    pub(crate) fn new(words: Words) -> Lemmas {
        Lemmas { words, proved: AtomicU64::new(0) }
    }

    /// Every lemma's place is below this.
    pub(crate) fn places(&self) -> u64 {
        self.words.places()
    }

    /// How many lemmas have been proved.
    pub(crate) fn proved(&self) -> u64 {
        self.proved.load(Ordering::Relaxed)
    }

    fn run(&self, lemma: u32) -> &[[Shared; 1]] {
        self.words.from(lemma)
    }

    /// The facts A and B of a lemma.
    #[inline]
    pub(crate) fn conditions(&self, lemma: Lemma) -> (&[[Shared; 1]], &[[Shared; 1]]) {
        if lemma == Lemma::PLAIN {
            return (&[], &[]);
        }
        conditions(self.run(lemma.0))
    }

    /// The buckets that a lemma asks to be absent beside A.
    pub(crate) fn buckets(&self, lemma: Lemma) -> Pages<'_> {
        if lemma == Lemma::PLAIN { Pages::NONE } else { buckets(self.run(lemma.0)) }
    }

    /// What a lemma says beside its conditions.
    pub(crate) fn claim(&self, lemma: Lemma) -> Claim {
        let run = self.run(lemma.0);
        let kind = read(&run[1][0]);
        Claim { kind: kind >> 8, effort: kind as u8, memory: read(&run[2][0]), node: read(&run[3][0]) }
    }

    /// What a lemma rests on, if that was kept.
    pub(crate) fn citations(&self, lemma: Lemma) -> impl Iterator<Item = Citation> {
        let run = self.run(lemma.0);
        let [absent, present, pages, count] = lengths(run);
        let start = HEADER + absent + present + pages;
        let pairs = run[start..start + 2 * count].chunks_exact(2);
        pairs.map(|pair| Citation { index: read(&pair[0][0]) as u16, lemma: Lemma(read(&pair[1][0])) })
    }

    /// The lemmas of a list; `head` says which is its first.
    pub(crate) fn list(&self, head: &Shared) -> impl Iterator<Item = Lemma> {
        let mut at = head.load(Ordering::Acquire);
        std::iter::from_fn(move || {
            let lemma = (at != NONE).then_some(Lemma(at))?;
            at = self.words.at(at).load(Ordering::Acquire);
            Some(lemma)
        })
    }

    /// How many bytes a lemma takes, with what it cites or without.
    pub(crate) fn bytes(&self, lemma: Lemma, citing: bool) -> u64 {
        let [absent, present, pages, count] = lengths(self.run(lemma.0));
        let words = HEADER + absent + present + pages + if citing { 2 * count } else { 0 };
        // A run begins at an even word.
        4 * words.next_multiple_of(2) as u64
    }

    /// A lemma of a list whose conditions are met, and who wins by it (`true` for Black).
    /// `holds` tells which facts the history has, `touches` whether it has one of some buckets,
    /// `useful[threshold << 1 | black wins]` which lemmas decide the question at hand,
    /// `serves(kind, memory)` whether a lemma for that memory does here.
    #[inline]
    pub(crate) fn find(
        &self,
        head: &Shared,
        (holds, touches): (impl Fn(u32) -> bool, impl Fn(Pages) -> bool),
        useful: &[bool],
        mut serves: impl FnMut(u32, u32) -> bool,
    ) -> Option<(Lemma, bool)> {
        let mut at = head.load(Ordering::Acquire);
        while at != NONE {
            let run = self.run(at);
            let kind = read(&run[1][0]) >> 8;
            if useful[kind as usize] {
                let (absent, present) = conditions(run);
                // What must be there fails more often than what must not.
                let met = numbers(present).all(&holds)
                    && !numbers(absent).any(&holds)
                    && (read(&run[4][0]) >> BUCKETS == 0 || !touches(buckets(run)));
                if met && serves(kind, read(&run[2][0])) {
                    return Some((Lemma(at), kind & 1 == 1));
                }
            }
            at = run[0][0].load(Ordering::Acquire);
        }
        None
    }

    /// Drops the lemmas of a list that a new one makes superfluous. `weaker[kind]` tells which
    /// kinds of lemma the new kind's verdict covers, `bucket` the bucket of a fact.
    pub(crate) fn drop_covered(
        &self,
        head: &Shared,
        claim: Claim,
        facts: &Conditions,
        weaker: &[bool],
        bucket: impl Fn(u32) -> Option<Bucket>,
    ) {
        let mut link: Option<u32> = None;
        let mut at = head.load(Ordering::Acquire);
        while at != NONE {
            let run = self.run(at);
            let next = run[0][0].load(Ordering::Acquire);
            let (absent, present) = conditions(run);
            let covered = read(&run[2][0]) == claim.memory
                && weaker[(read(&run[1][0]) >> 8) as usize]
                && includes(present, &facts.present)
                && match buckets(run) {
                    pages if pages.is_empty() => facts.buckets.is_empty() && includes(absent, &facts.absent),
                    pages => {
                        let in_pages = |fact: u32| bucket(fact).is_some_and(|bucket| pages.has(bucket));
                        let listed = |fact: u32| numbers(absent).any(|other| other == fact);
                        facts.buckets.are_in(pages)
                            && facts.absent.iter().all(|fact| in_pages(*fact) || listed(*fact))
                    }
                };
            if covered {
                let place = link.map_or(head, |link| self.words.at(link));
                // If it has changed meanwhile, the lemma stays: no harm.
                let _ = place.compare_exchange(at, next, Ordering::AcqRel, Ordering::Relaxed);
            } else {
                link = Some(at);
            }
            at = next;
        }
    }

    /// Adds a lemma, to a list if it is to be found.
    pub(crate) fn add(
        &self,
        (cursor, budget): (&mut Cursor, &Budget),
        head: Option<&Shared>,
        claim: Claim,
        facts: &Conditions,
        citations: &[Citation],
    ) -> Lemma {
        let pages = facts.buckets.scopes().count_ones() as usize * PAGE;
        let length = HEADER + facts.absent.len() + facts.present.len() + pages + 2 * citations.len();
        let place = self.words.add(cursor, length, budget);
        let [absent, present, cited] =
            [facts.absent.len(), facts.present.len(), citations.len()].map(|length| length as u32);
        let lengths = [absent | facts.buckets.scopes() << BUCKETS, present, cited];
        let header = [NONE, claim.kind << 8 | u32::from(claim.effort), claim.memory, claim.node];
        let cited = citations.iter().flat_map(|citation| [u32::from(citation.index), citation.lemma.0]);
        let conditions = facts.absent.iter().chain(&facts.present).copied();
        let conditions = conditions.chain(facts.buckets.words());
        let words = header.into_iter().chain(lengths).chain(conditions).chain(cited);
        self.proved.fetch_add(1, Ordering::Relaxed);
        let run = self.run(place);
        for (place, word) in run.iter().zip(words) {
            write(&place[0], word);
        }
        let Some(head) = head else { return Lemma(place) };
        let mut first = head.load(Ordering::Acquire);
        loop {
            write(&run[0][0], first);
            match head.compare_exchange_weak(first, place, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => break,
                Err(now) => first = now,
            }
        }
        Lemma(place)
    }
}

/// How many words A, B and the buckets have, and how many citations there are.
#[inline]
fn lengths(run: &[[Shared; 1]]) -> [usize; 4] {
    let [absent, present, citations] = [4, 5, 6].map(|place: usize| read(&run[place][0]));
    let pages = (absent >> BUCKETS).count_ones() as usize * PAGE;
    [(absent & ((1 << BUCKETS) - 1)) as usize, present as usize, pages, citations as usize]
}

#[inline]
fn buckets(run: &[[Shared; 1]]) -> Pages<'_> {
    let [absent, present, pages, _] = lengths(run);
    let start = HEADER + absent + present;
    Pages { scopes: read(&run[4][0]) >> BUCKETS, words: &run[start..start + pages] }
}

#[inline]
fn conditions(run: &[[Shared; 1]]) -> (&[[Shared; 1]], &[[Shared; 1]]) {
    let [absent, present, ..] = lengths(run);
    run[HEADER..HEADER + absent + present].split_at(absent)
}

/// Whether the sorted `all` includes the sorted `some`.
fn includes(all: &[[Shared; 1]], some: &[u32]) -> bool {
    if some.len() > all.len() {
        return false;
    }
    let mut rest = numbers(all);
    some.iter().all(|fact| rest.by_ref().any(|other| other == *fact))
}
