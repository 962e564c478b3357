//! History lemmas: what has been proved of a node, and under which histories.
//!
//! A lemma says: *from this node, under every history that has none of the facts A and all of
//! the facts B, this player wins at this threshold.* It is exact, however positions
//! transpose: nothing is ever believed under a history it was not proved for.

use std::sync::PoisonError;

use crossbeam_utils::CachePadded;
use kosolver_board::{Board, Colour};

use crate::concurrent::sync::{AtomicU64, Mutex, Ordering, RwLock, RwLockReadGuard, RwLockWriteGuard};
use crate::concurrent::{Cursor, Full, NONE, Records, Shared, Words, read, write};
use crate::graph::{FactNumber, FactRun, Graph, MemoryNumber, NodeNumber, facts as facts_of};
use crate::lemma::{Buckets, Entry, LongList, LongLists, PAGE, Pages, Pattern, Patterns, SCOPES, kept_words};

/// A lemma's number in the store. [`Lemma::PLAIN`] is the lemma without conditions that needs
/// no place: the player to move ends the game at once and wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lemma(pub u32);

impl Lemma {
    pub(crate) const PLAIN: Lemma = Lemma(NONE);
}

/// The conditions of a lemma under construction.
#[derive(Default)]
pub(crate) struct Conditions {
    pub absent: Vec<FactNumber>,
    /// Facts that must be absent too, if there are very many.
    pub buckets: Buckets,
    pub present: Vec<FactNumber>,
    /// Facts that must be absent too, by patterns.
    pub patterns: Vec<Pattern>,
}

impl Conditions {
    pub(crate) fn clear(&mut self) {
        self.absent.clear();
        self.buckets.clear();
        self.present.clear();
        self.patterns.clear();
    }

    pub(crate) fn tidy(&mut self) {
        for facts in [&mut self.absent, &mut self.present] {
            // They come as runs in ascending order, one of each lemma; this sort makes use of it.
            facts.sort();
            facts.dedup();
        }
    }
}

/// A lemma that a certificate cites for a move.
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
    pub node: NodeNumber,
    /// `threshold << 1 | black wins`, in that frame.
    pub kind: u32,
    pub memory: MemoryNumber,
    /// How much work it was, from 0 to 255: see [`effort`].
    pub effort: u8,
}

/// The most that [`effort`] gives.
pub(crate) const GREATEST_EFFORT: u8 = 127;

/// Who wins by a lemma of a kind, in the frame of its node.
pub(crate) fn winner(kind: u32) -> Colour {
    if kind & 1 == 1 { Colour::Black } else { Colour::White }
}

/// Work as a small number: twice the logarithm of the nodes visited.
pub(crate) fn effort(nodes: u64) -> u8 {
    let log = nodes.max(1).ilog2();
    let half = nodes.max(1) >> (log.max(1) - 1) & 1;
    (2 * log + half as u32) as u8
}

/// The words of a lemma: a record, which lists are walked by, and a body elsewhere, which most have none of.
///
/// ```text
///   next lemma of its kin | kind << 15 | scopes of buckets << 11 | scopes in which the winner must not have had more
///   stones << 7 | effort | node | place of the body
///
///   witness | count of A | count of B | whether another certificate proves it, whether facts take two words << 1,
///   whether it has a memory << 2, count of patterns << 3 | memory | A … | B … | a page of buckets for each scope
///   that has one … | a pattern … | its number among what other certificates prove
/// ```
///
/// with A and B in ascending order. Where all of these are empty there is no body. The witness is the fact
/// of A that was there when the lemma was last tried in vain, or [`NONE`], also if it takes two words: it is there
/// the next time too, more often than not. The lemmas of nodes that differ only in their memories (kin) are kept
/// together, since one may serve where another memory is as good.
const NEXT: usize = 0;
const KIND: usize = 1;
const NODE: usize = 2;
const BODY: usize = 3;

type Record = [Shared; 4];

/// The words of a body.
const WITNESS: usize = 0;
const ABSENT: usize = 1;
const PRESENT: usize = 2;
const ABOUT: usize = 3;
const MEMORY: usize = 4;

/// Those that each body has.
const COUNTS: usize = 4;

/// Bodies begin at multiples of so many words.
const STEP: usize = 4;

const HAS_MEMORY: u32 = 1 << 2;
const PATTERNS: u32 = 3;

/// A link is the number of a lemma, or beyond these that of a [long list](crate::lemma::long_list), which comes after
/// the last lemma that is linked; [`NONE`] if nothing comes.
const LONG: u32 = 1 << 31;

/// From this many lemmas on those of a list are gathered in a long one. (So many take about as long to
/// walk past as a long list takes to ask.)
pub(crate) const MANY: usize = 32;

/// Where the scopes of patterns that are not written in full are in the word of the kind, those of buckets, and the
/// kind.
const MORE_STONES: u32 = 7;
const BUCKETS: u32 = MORE_STONES + SCOPES as u32;
const KINDS: u32 = BUCKETS + SCOPES as u32;

/// The most kinds of lemmas.
pub(crate) const MOST_KINDS: u32 = 1 << (u32::BITS - KINDS);

/// The scopes that stand at a place of the word of a kind.
fn scopes(kind: u32, place: u32) -> u32 {
    kind >> place & ((1 << SCOPES) - 1)
}

/// All lemmas.
///
/// Threads add and look up at the same time. A lemma that can be found is complete, because
/// its list gets it last. If two threads change a list at once, a lemma that was dropped may stay
/// in it, be in it twice, or be lost from it. That harms nothing: every lemma is true, and its words remain.
pub(crate) struct Lemmas {
    records: Records<4>,
    bodies: Words,
    empty_body: [[Shared; 1]; COUNTS],
    longs: LongLists,
    /// Held while lemmas are gathered.
    gathering: Mutex<()>,
    proved: CachePadded<AtomicU64>,
    /// How many words a pattern has.
    pattern: usize,
    /// From how many lemmas on a list becomes a long one; tests change it.
    pub many: usize,
}

/// A lemma's words.
#[derive(Clone, Copy)]
struct Run<'a> {
    record: &'a Record,
    body: &'a [[Shared; 1]],
    /// How many words a pattern has.
    pattern: usize,
}

impl<'a> Run<'a> {
    fn word(self, place: usize) -> u32 {
        read(&self.body[place][0])
    }

    fn kind(self) -> u32 {
        read(&self.record[KIND])
    }

    /// How many words come before A, and how many A and B, the buckets, the patterns and the number of what is assumed
    /// have.
    #[inline]
    fn lengths(self) -> [usize; 5] {
        let about = self.word(ABOUT);
        let facts = (self.word(ABSENT) + self.word(PRESENT)) * (1 + (about >> 1 & 1));
        let pages = scopes(self.kind(), BUCKETS).count_ones() as usize * PAGE;
        let patterns = (about >> PATTERNS) as usize * self.pattern;
        [COUNTS + usize::from(about & HAS_MEMORY != 0), facts as usize, pages, patterns, about as usize & 1]
    }

    /// The facts A and B.
    #[inline]
    fn conditions(self) -> (FactRun<'a>, FactRun<'a>) {
        let (start, are_wide) = (self.lengths()[0], self.word(ABOUT) >> 1 & 1 == 1);
        let (absent, rest) = FactRun::split(&self.body[start..], self.word(ABSENT) as usize, are_wide);
        let (present, _) = FactRun::split(rest, self.word(PRESENT) as usize, are_wide);
        (absent, present)
    }

    #[inline]
    fn buckets(self) -> Pages<'a> {
        let [start, facts, pages, ..] = self.lengths();
        let start = start + facts;
        Pages { scopes: scopes(self.kind(), BUCKETS), words: &self.body[start..start + pages] }
    }

    #[inline]
    fn patterns(self) -> Patterns<'a> {
        let [start, facts, pages, patterns, _] = self.lengths();
        let start = start + facts + pages;
        let (kind, node) = (self.kind(), NodeNumber(read(&self.record[NODE])));
        let words = &self.body[start..start + patterns];
        Patterns {
            words,
            each: self.pattern,
            more_stones: scopes(kind, MORE_STONES),
            winner: winner(kind >> KINDS),
            node,
        }
    }

    fn assumed(self) -> Option<u32> {
        let [before @ .., assumed] = self.lengths();
        (assumed == 1).then(|| self.word(before.iter().sum()))
    }

    fn memory(self) -> MemoryNumber {
        match self.word(ABOUT) & HAS_MEMORY {
            0 => MemoryNumber::EMPTY,
            _ => MemoryNumber(self.word(MEMORY)),
        }
    }
}

impl Lemmas {
    /// None yet on a board, room for so many; the words of their bodies are these.
    pub(crate) fn new(board: &Board, most: u32, bodies: Words, threads: u32) -> Lemmas {
        Lemmas {
            records: Records::new(most, threads),
            bodies,
            empty_body: std::array::from_fn(|place| [Shared::new(if place == WITNESS { NONE } else { 0 })]),
            longs: LongLists::new(),
            gathering: Mutex::new(()),
            proved: CachePadded::new(AtomicU64::new(0)),
            pattern: kept_words(board),
            many: MANY,
        }
    }

    /// Every lemma's number is below this.
    pub(crate) fn len(&self) -> u32 {
        self.records.len()
    }

    /// How many lemmas have been proved.
    pub(crate) fn proved(&self) -> u64 {
        self.proved.load(Ordering::Relaxed)
    }

    /// A lemma's words, once its record has been read.
    #[inline]
    fn run<'a>(&'a self, record: &'a Record) -> Run<'a> {
        let body = match read(&record[BODY]) {
            NONE => &self.empty_body,
            place => self.bodies.from(u64::from(place) * STEP as u64),
        };
        Run { record, body, pattern: self.pattern }
    }

    fn run_of(&self, lemma: Lemma) -> Run<'_> {
        self.run(self.records.get(lemma.0))
    }

    /// The facts A and B of a lemma.
    #[inline]
    pub(crate) fn conditions(&self, lemma: Lemma) -> (FactRun<'_>, FactRun<'_>) {
        if lemma == Lemma::PLAIN { (FactRun::EMPTY, FactRun::EMPTY) } else { self.run_of(lemma).conditions() }
    }

    /// The buckets that a lemma asks to be absent beside A.
    pub(crate) fn buckets(&self, lemma: Lemma) -> Pages<'_> {
        if lemma == Lemma::PLAIN { Pages::NONE } else { self.run_of(lemma).buckets() }
    }

    /// The patterns that a lemma asks to be absent beside A.
    pub(crate) fn patterns(&self, lemma: Lemma) -> Patterns<'_> {
        if lemma == Lemma::PLAIN { Patterns::NONE } else { self.run_of(lemma).patterns() }
    }

    /// What a lemma says beside its conditions.
    pub(crate) fn claim(&self, lemma: Lemma) -> Claim {
        let run = self.run_of(lemma);
        let (kind, node) = (run.kind(), NodeNumber(read(&run.record[NODE])));
        Claim { kind: kind >> KINDS, effort: kind as u8 & GREATEST_EFFORT, memory: run.memory(), node }
    }

    /// The number of what another certificate proves, if a lemma is that.
    pub(crate) fn assumed(&self, lemma: Lemma) -> Option<u32> {
        if lemma == Lemma::PLAIN { None } else { self.run_of(lemma).assumed() }
    }

    /// The lemmas of a list; `head` says which is its first.
    pub(crate) fn list(&self, head: &Shared) -> impl Iterator<Item = Lemma> {
        let (chain, rest) = self.chain(head);
        let long: Vec<u32> =
            rest.map_or_else(Vec::new, |rest| reading(self.longs.get(rest)).lemmas().collect());
        chain.into_iter().chain(long).map(Lemma)
    }

    /// The lemmas that are linked from here, and the long list behind them.
    fn chain(&self, link: &Shared) -> (Vec<u32>, Option<u32>) {
        let mut chain = Vec::new();
        let mut at = link.load(Ordering::Acquire);
        while at < LONG {
            chain.push(at);
            at = self.records.get(at)[NEXT].load(Ordering::Acquire);
        }
        (chain, (at != NONE).then_some(at - LONG))
    }

    /// A word of the first lemma of a list, for whoever wants it near; 0 if the list is empty.
    #[inline]
    pub(crate) fn first_word(&self, head: &Shared) -> u32 {
        match head.load(Ordering::Acquire) {
            LONG.. => 0,
            first => read(&self.records.get(first)[KIND]),
        }
    }

    /// How many bytes a lemma takes.
    pub(crate) fn bytes(&self, lemma: Lemma) -> u64 {
        let run = self.run_of(lemma);
        let words = match read(&run.record[BODY]) {
            NONE => 0,
            _ => run.lengths().iter().sum::<usize>().next_multiple_of(STEP),
        };
        (size_of::<Record>() + size_of::<Shared>() * words) as u64
    }

    /// A lemma of a list whose conditions are met, and who wins by it (`true` for Black): the latest.
    /// `facts` are those of the history in the frame of the list, and `holds` tells which they are;
    /// `touches` tells whether the history has a fact of some buckets, `matches` whether it has one of a pattern,
    /// `useful[threshold << 1 | black wins]` which lemmas decide the question at hand,
    /// `serves(kind, memory)` whether a lemma for that memory does here.
    #[inline]
    pub(crate) fn find<I: Iterator<Item = FactNumber>>(
        &self,
        (graph, head): (&Graph, &Shared),
        facts: impl FnOnce() -> I,
        holds: impl Fn(FactNumber) -> bool,
        (touches, matches): (impl Fn(Pages) -> bool, impl Fn(&Pattern) -> bool),
        useful: &[bool],
        mut serves: impl FnMut(u32, MemoryNumber) -> bool,
    ) -> Option<(Lemma, bool)> {
        let touched = |run: Run| scopes(run.kind(), BUCKETS) != 0 && touches(run.buckets());
        let matched = |run: Run| {
            let patterns = run.patterns();
            !patterns.is_empty() && patterns.iter(graph).any(|pattern| matches(&pattern))
        };
        let mut at = head.load(Ordering::Acquire);
        while at < LONG {
            let record = self.records.get(at);
            let kind = read(&record[KIND]) >> KINDS;
            if useful[kind as usize] {
                let run = self.run(record);
                let witness = run.word(WITNESS);
                let (absent, present) = run.conditions();
                // What must be there fails more often than what must not.
                if (witness == NONE || !holds(FactNumber(witness.into()))) && facts_of(present).all(&holds) {
                    if let Some(fact) = facts_of(absent).find(|fact| holds(*fact)) {
                        write(&run.body[WITNESS][0], u32::try_from(fact.0).unwrap_or(NONE));
                    } else if !touched(run) && !matched(run) && serves(kind, run.memory()) {
                        return Some((Lemma(at), kind & 1 == 1));
                    }
                }
            }
            at = record[NEXT].load(Ordering::Acquire);
        }
        if at == NONE {
            return None;
        }
        reading(self.longs.get(at - LONG)).find(facts(), &matches, |lemma| {
            let run = self.run_of(Lemma(lemma));
            let kind = run.kind() >> KINDS;
            let meets = useful[kind as usize]
                && facts_of(run.conditions().1).all(&holds)
                && !touched(run)
                && serves(kind, run.memory());
            meets.then_some((Lemma(lemma), kind & 1 == 1))
        })
    }

    /// Whether a new lemma makes one superfluous, as in [`Lemmas::drop_covered`].
    fn covers(&self, lemma: u32, claim: Claim, facts: &Conditions, weaker: &[bool], graph: &Graph) -> bool {
        let run = self.run_of(Lemma(lemma));
        if !weaker[(run.kind() >> KINDS) as usize] || run.memory() != claim.memory {
            return false;
        }
        let (absent, present) = run.conditions();
        includes(present, &facts.present)
            && facts
                .patterns
                .iter()
                .all(|pattern| run.patterns().iter(graph).any(|other| other.includes(pattern)))
            && match run.buckets() {
                pages if pages.is_empty() => facts.buckets.is_empty() && includes(absent, &facts.absent),
                pages => {
                    let in_pages =
                        |fact: FactNumber| graph.bucket(fact).is_some_and(|bucket| pages.has(bucket));
                    let listed = |fact: FactNumber| facts_of(absent).any(|other| other == fact);
                    facts.buckets.are_in(pages)
                        && facts.absent.iter().all(|fact| in_pages(*fact) || listed(*fact))
                }
            }
    }

    /// Drops the lemmas of a list that a new one makes superfluous. `weaker[kind]` tells which
    /// kinds of lemma the new kind's verdict covers. How many are left that have to be walked past.
    pub(crate) fn drop_covered(
        &self,
        head: &Shared,
        claim: Claim,
        facts: &Conditions,
        weaker: &[bool],
        graph: &Graph,
    ) -> usize {
        let covers = |lemma: u32| self.covers(lemma, claim, facts, weaker, graph);
        let (mut link, mut left): (Option<u32>, usize) = (None, 0);
        let mut at = head.load(Ordering::Acquire);
        while at < LONG {
            let next = self.records.get(at)[NEXT].load(Ordering::Acquire);
            if covers(at) {
                let place = link.map_or(head, |link| &self.records.get(link)[NEXT]);
                // If it has changed meanwhile, the lemma stays: no harm.
                let _ = place.compare_exchange(at, next, Ordering::AcqRel, Ordering::Relaxed);
            } else {
                (link, left) = (Some(at), left + 1);
            }
            at = next;
        }
        if at != NONE {
            writing(self.longs.get(at - LONG)).drop_covered(&facts.absent, covers);
        }
        left
    }

    /// Gathers the lemmas of a list in a long one, if there are many of them. The first stays where it is,
    /// since threads tell by it whether the list has changed. While one thread gathers, others may add
    /// and drop lemmas: some may then be in the list twice, or lost from it.
    ///
    /// Where there is no room for a long list they stay linked, and are walked past.
    pub(crate) fn gather(&self, head: &Shared, left: usize, graph: &Graph) {
        if left < self.many {
            return;
        }
        let _gathering = self.gathering.lock().unwrap_or_else(PoisonError::into_inner);
        let first = head.load(Ordering::Acquire);
        if first >= LONG {
            return;
        }
        let link = &self.records.get(first)[NEXT];
        let (chain, rest) = self.chain(link);
        let budget = &graph.budget;
        let facts = chain.iter().map(|lemma| self.conditions(Lemma(*lemma)).0.len() + 1).sum();
        let patterns = chain.iter().map(|lemma| self.patterns(Lemma(*lemma)).iter(graph).count()).sum();
        let more = [facts, patterns];
        let growth = match rest {
            Some(rest) => reading(self.longs.get(rest)).growth(chain.len(), more),
            None => LongList::default().growth(chain.len(), more),
        };
        if chain.is_empty() || !budget.has_room(growth) {
            return;
        }
        let new = rest.is_none();
        let rest = rest.unwrap_or_else(|| self.longs.add());
        {
            let mut long = writing(self.longs.get(rest));
            let before = if new { 0 } else { long.bytes() };
            for lemma in chain.into_iter().rev() {
                if long.is_full() {
                    let lemmas: Vec<u32> = long.lemmas().collect();
                    *long = LongList::with_room(2 * lemmas.len() + 1);
                    lemmas.into_iter().rev().for_each(|lemma| long.add(self.entry(lemma, graph)));
                }
                long.add(self.entry(lemma, graph));
            }
            match (before, long.bytes()) {
                (before, after) if after > before => budget.take(after - before),
                (before, after) => budget.give_back(before - after),
            }
        }
        link.store(LONG + rest, Ordering::Release);
    }

    /// A lemma as a long list wants it.
    fn entry(
        &self,
        lemma: u32,
        graph: &Graph,
    ) -> Entry<impl Iterator<Item = FactNumber>, impl Iterator<Item = Pattern>> {
        let run = self.run_of(Lemma(lemma));
        let (absent, present) = run.conditions();
        let coarse = !run.buckets().is_empty();
        let patterns = run.patterns().iter(graph);
        Entry { lemma, absent: facts_of(absent), patterns, watched: facts_of(present).next(), coarse }
    }

    /// Adds a lemma, to a list if it is to be found; `assumed` is its number among what other certificates prove.
    pub(crate) fn add(
        &self,
        head: Option<&Shared>,
        claim: Claim,
        facts: &Conditions,
        assumed: Option<u32>,
        cursor: &mut Cursor,
        graph: &Graph,
    ) -> Result<Lemma, Full> {
        let budget = &graph.budget;
        let is_more_stones = |pattern: &&Pattern| {
            usize::from(pattern.scope.0) < SCOPES
                && **pattern == graph.more_stones(pattern.scope, winner(claim.kind), claim.node)
        };
        let more_stones = facts.patterns.iter().filter(is_more_stones);
        let more_stones = more_stones.fold(0, |scopes, pattern| scopes | 1 << pattern.scope.0);
        let others = || facts.patterns.iter().filter(|pattern| !is_more_stones(pattern));
        let pages = facts.buckets.scopes().count_ones() as usize * PAGE;
        let patterns = others().count();
        assert!(claim.kind < MOST_KINDS && claim.effort <= GREATEST_EFFORT);
        let said = || facts.absent.iter().chain(&facts.present);
        let are_wide = said().any(|fact| fact.is_wide());
        let conditions = said().count() * (1 + usize::from(are_wide)) + pages + self.pattern * patterns;
        let memory = (claim.memory != MemoryNumber::EMPTY).then_some(claim.memory.0);
        let body = match conditions + usize::from(assumed.is_some()) + usize::from(memory.is_some()) {
            0 => None,
            length => Some(self.bodies.add(cursor, (COUNTS + length).next_multiple_of(STEP), budget)?),
        };
        let number = self.records.add(budget)?;
        let [absent, present] = [&facts.absent, &facts.present].map(|facts| facts.len() as u32);
        let scopes = more_stones << MORE_STONES | facts.buckets.scopes() << BUCKETS;
        let kind = claim.kind << KINDS | scopes | u32::from(claim.effort);
        let record = self.records.get(number);
        // It fits: there are no more chunks.
        let words = [NONE, kind, claim.node.0, body.map_or(NONE, |place| (place / STEP as u64) as u32)];
        for (place, word) in record.iter().zip(words) {
            write(place, word);
        }
        let flags = u32::from(assumed.is_some()) | u32::from(are_wide) << 1;
        let about = flags | if memory.is_some() { HAS_MEMORY } else { 0 } | (patterns as u32) << PATTERNS;
        let words = [NONE, absent, present, about].into_iter().chain(memory);
        let words = words.chain(said().flat_map(|fact| fact.words(are_wide)));
        let patterns = others().flat_map(|pattern| pattern.kept(self.pattern));
        let words = words.chain(facts.buckets.words()).chain(patterns).chain(assumed);
        let places = body.map_or(&[][..], |place| self.bodies.from(place));
        for (place, word) in places.iter().zip(words) {
            write(&place[0], word);
        }
        self.proved.fetch_add(1, Ordering::Relaxed);
        let Some(head) = head else { return Ok(Lemma(number)) };
        let mut first = head.load(Ordering::Acquire);
        loop {
            write(&record[NEXT], first);
            match head.compare_exchange_weak(first, number, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => break,
                Err(now) => first = now,
            }
        }
        Ok(Lemma(number))
    }
}

/// What a thread that panicked left behind is true: at worst a lemma is missing.
fn reading(long: &RwLock<LongList>) -> RwLockReadGuard<'_, LongList> {
    long.read().unwrap_or_else(PoisonError::into_inner)
}

fn writing(long: &RwLock<LongList>) -> RwLockWriteGuard<'_, LongList> {
    long.write().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the sorted `all` includes the sorted `some`.
fn includes(all: FactRun, some: &[FactNumber]) -> bool {
    if some.len() > all.len() {
        return false;
    }
    let mut rest = facts_of(all);
    some.iter().all(|fact| rest.by_ref().any(|other| other == *fact))
}
