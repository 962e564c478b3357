//! Tables as a stream of bytes, written from them and read into them an entry at a time: what is
//! kept when they are full, and what a checkpoint holds.
//!
//! ```text
//!   totals | positions | entries of the list of facts | nodes with proof numbers | lemmas
//! ```
//!
//! Entries come in the order of their numbers. New tables give them the same numbers in the same
//! order, so neither side needs a dictionary. Moves are not in the stream: they are found again.

use std::io::{self, Read, Write};

use kosolver_board::Position;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::concurrent::{Cursor, Full, numbers, read, write};
use crate::graph::{
    Base, DELTA, FactNumber, HEAD, NodeNumber, PHI, Pen, STATE, facts, position_words, words_position,
};
use crate::lemma::{Buckets, Claim, Conditions, GREATEST_EFFORT, Lemma, PAGE, Pattern, SCOPES};
use crate::snapshot::{FrozenFact, FrozenNode, Selection, bytes_by_effort, least_effort, table_bytes};
use crate::tables::Tables;

/// What there is.
#[derive(Serialize, Deserialize)]
struct Totals {
    positions: u32,
    entries: u32,
    nodes: u32,
    lemmas: u32,
    /// Whether a proof may need any of them, so that none can be left out.
    is_proof: bool,
    /// By effort: what is left out if the memory is smaller now.
    bytes_by_effort: Vec<u64>,
}

/// Why tables cannot be read.
pub(crate) enum Fault {
    /// They do not fit together, in words; only data from outside can be so.
    Damaged(String),
    /// They do not fit into the memory.
    Memory,
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Damaged(error.to_string())
    }
}

impl From<Full> for Fault {
    fn from(_: Full) -> Fault {
        Fault::Memory
    }
}

fn damaged<T>(what: &str) -> Result<T, Fault> {
    Err(Fault::Damaged(format!("{what} is out of range")))
}

/// Conditions of a lemma beyond which a file is not believed.
const LONGEST: u64 = 1 << 24;

/// Writes what is kept of some tables.
pub(crate) fn write_tables(tables: &Tables, kept: &Selection, out: &mut impl Write) -> io::Result<()> {
    let graph = &tables.graph;
    let mut writer = Writer { tables, kept, out, bytes: Vec::new() };
    writer.value(&Totals {
        positions: kept.positions.len(),
        entries: kept.entries.len(),
        nodes: kept.nodes.len(),
        lemmas: kept.lemmas.len(),
        is_proof: kept.is_proof(),
        bytes_by_effort: bytes_by_effort(tables),
    })?;
    for position in kept.positions.iter() {
        writer.words(position_words(graph.positions.get(position)))?;
    }
    for entry in kept.entries.iter() {
        writer.value(&FrozenFact::of(graph.get_fact(graph.facts.of_entry(entry))))?;
    }
    for node in kept.nodes.iter().map(NodeNumber) {
        writer.node(node)?;
    }
    kept.lemmas.iter().try_for_each(|lemma| writer.lemma(Lemma(lemma)))
}

struct Writer<'a, W> {
    tables: &'a Tables,
    kept: &'a Selection,
    out: &'a mut W,
    bytes: Vec<u8>,
}

impl<W: Write> Writer<'_, W> {
    fn value(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.bytes.clear();
        self.bytes = postcard::to_extend(value, std::mem::take(&mut self.bytes)).map_err(io::Error::other)?;
        self.out.write_all(&self.bytes)
    }

    fn words(&mut self, words: impl IntoIterator<Item = u32>) -> io::Result<()> {
        self.bytes.clear();
        words.into_iter().for_each(|word| self.bytes.extend_from_slice(&word.to_le_bytes()));
        self.out.write_all(&self.bytes)
    }

    fn node(&mut self, node: NodeNumber) -> io::Result<()> {
        let position = self.kept.positions.rank(self.tables.graph.position_of(node));
        self.value(&FrozenNode::of(self.tables.graph.node(node), position))?;
        let graph = &self.tables.graph;
        match graph.more(graph.record(node)).filter(|_| self.kept.numbered(graph, node)) {
            Some(more) => self.words([STATE, PHI, DELTA].map(|word| read(&more[word]))),
            None => self.words([0]),
        }
    }

    fn lemma(&mut self, lemma: Lemma) -> io::Result<()> {
        let (Tables { graph, lemmas }, kept) = (self.tables, self.kept);
        let claim = lemmas.claim(lemma);
        let (absent, present) = lemmas.conditions(lemma);
        let node = kept.nodes.rank(claim.node.0) << 1 | u32::from(kept.in_list(lemma));
        let pages = lemmas.buckets(lemma);
        let [absents, presents] = [absent.len(), present.len()].map(|length| length as u32);
        let assumed = lemmas.assumed(lemma).map_or(0, |assumed| assumed + 1);
        let patterns: Vec<Pattern> = lemmas.patterns(lemma).iter(graph).collect();
        let lengths = [absents, presents, assumed, pages.scopes | (patterns.len() as u32) << SCOPES];
        let header = [claim.kind << 8 | u32::from(claim.effort), node].into_iter().chain(lengths);
        let conditions = facts(absent).chain(facts(present)).flat_map(|fact| {
            let base = match graph.facts.base(fact) {
                Base::Position(position) => Base::Position(kept.positions.rank(position)),
                Base::Entry(entry) => Base::Entry(kept.entries.rank(entry)),
            };
            graph.facts.rebased(fact, base).words(true)
        });
        self.words(
            header
                .chain(conditions)
                .chain(numbers(pages.words))
                .chain(patterns.iter().flat_map(Pattern::words)),
        )
    }
}

/// Reads tables into new ones, of which some lemmas may be so many of other certificates.
///
/// # Errors
/// [`Fault`].
pub(crate) fn read_tables(
    tables: &Tables,
    kinds: u32,
    assumed: u32,
    from: &mut impl Read,
) -> Result<(), Fault> {
    let graph = &tables.graph;
    let mut reader = Reader {
        tables,
        kinds,
        assumed,
        from,
        pen: Pen::default(),
        cursor: Cursor::default(),
        least_effort: 0,
        is_proof: false,
    };
    let totals: Totals = reader.value()?;
    reader.is_proof = totals.is_proof;
    let besides = table_bytes(totals.positions, totals.entries, totals.nodes);
    let all: u64 = totals.bytes_by_effort.iter().fold(0, |sum, bytes| sum.saturating_add(*bytes));
    if !graph.budget.has_room(all.saturating_add(besides)) && !totals.is_proof {
        reader.least_effort =
            least_effort(&totals.bytes_by_effort, graph.budget.room().saturating_sub(besides));
    }
    for number in 0..totals.positions {
        reader.position(number)?;
    }
    for entry in 0..totals.entries {
        reader.entry(entry)?;
    }
    for node in 0..totals.nodes {
        reader.node(node)?;
    }
    for _ in 0..totals.lemmas {
        reader.lemma()?;
    }
    Ok(())
}

struct Reader<'a, R> {
    tables: &'a Tables,
    kinds: u32,
    assumed: u32,
    from: &'a mut R,
    pen: Pen,
    cursor: Cursor,
    /// Lemmas and proof numbers that took less are left out.
    least_effort: u8,
    /// None is, whatever it took.
    is_proof: bool,
}

impl<R: Read> Reader<'_, R> {
    fn value<T: DeserializeOwned>(&mut self) -> Result<T, Fault> {
        let mut scratch = [0; 64];
        let read = postcard::from_io::<T, _>((&mut *self.from, &mut scratch));
        read.map(|(value, _)| value).map_err(|error| Fault::Damaged(error.to_string()))
    }

    fn words<const N: usize>(&mut self) -> Result<[u32; N], Fault> {
        let mut words = [0; N];
        for word in &mut words {
            let mut bytes = [0; 4];
            self.from.read_exact(&mut bytes)?;
            *word = u32::from_le_bytes(bytes);
        }
        Ok(words)
    }

    /// The next entry of a table may take memory.
    fn check_memory(&self) -> Result<(), Fault> {
        if self.tables.graph.budget.is_full() { Err(Fault::Memory) } else { Ok(()) }
    }

    fn fits(&self, position: Position) -> bool {
        position.fits(self.tables.graph.game.board())
    }

    fn position(&mut self, number: u32) -> Result<(), Fault> {
        self.check_memory()?;
        let position = words_position(self.words()?);
        if !self.fits(position) {
            return damaged("a position");
        }
        let place = self.tables.graph.positions.number(
            &self.tables.graph.group,
            position,
            &self.tables.graph.budget,
        )?;
        if place.number != number || place.to_least != 0 {
            return Err(Fault::Damaged(
                "a position is not the least of its images, or there twice".to_owned(),
            ));
        }
        Ok(())
    }

    fn entry(&mut self, entry: u32) -> Result<(), Fault> {
        self.check_memory()?;
        let fact = self.value::<FrozenFact>()?.fact();
        if !self.fits(fact.position) || !self.fits(fact.to) {
            return damaged("a fact");
        }
        let number = self.tables.graph.fact(&mut self.pen, &fact)?;
        if self.tables.graph.facts.base(number) != Base::Entry(entry) {
            return Err(Fault::Damaged("a fact is not one of the list, or there twice".to_owned()));
        }
        Ok(())
    }

    fn node(&mut self, number: u32) -> Result<(), Fault> {
        self.check_memory()?;
        let frozen: FrozenNode = self.value()?;
        if !frozen.is_in_range(self.tables.graph.game.board(), self.tables.graph.positions.len()) {
            return damaged("a node");
        }
        let node = frozen.node(self.tables.graph.positions.get(frozen.position));
        let spot = self.tables.graph.spot(&mut self.pen, &node)?;
        if spot.node != NodeNumber(number) || spot.turn != 0 {
            return Err(Fault::Damaged("a node is not the least of its images, or there twice".to_owned()));
        }
        let [state] = self.words()?;
        if state != 0 {
            let [phi, delta] = self.words()?;
            if state as u8 >= self.least_effort {
                let record = self.tables.graph.make_more(self.tables.graph.record(spot.node))?;
                for (place, word) in [(PHI, phi), (DELTA, delta), (STATE, state)] {
                    write(&record[place], word.min(u32::MAX - 1));
                }
            }
        }
        Ok(())
    }

    fn lemma(&mut self) -> Result<(), Fault> {
        let [says, node, absent, present, assumed, scopes] = self.words::<6>()?;
        let (scopes, patterns) = (scopes & ((1 << SCOPES) - 1), scopes >> SCOPES);
        let (node, in_list) = (node >> 1, node & 1 == 1);
        let (kind, effort) = (says >> 8, (says as u8).min(GREATEST_EFFORT));
        let [absent, present] = [absent, present].map(u64::from);
        let assumed = assumed.checked_sub(1);
        if kind >= self.kinds || node >= self.tables.graph.len() || absent + present >= LONGEST {
            return damaged("a lemma");
        }
        if assumed.is_some_and(|assumed| assumed >= self.assumed) {
            return damaged("a lemma of a piece");
        }
        if scopes != 0 && self.tables.graph.coarse.is_none() {
            return damaged("a set of buckets");
        }
        let mut conditions = Conditions {
            absent: self.facts(absent)?,
            present: self.facts(present)?,
            buckets: Buckets::default(),
            patterns: Vec::new(),
        };
        conditions.tidy();
        for scope in (0..SCOPES).filter(|scope| scopes >> scope & 1 == 1) {
            conditions.buckets.read(scope, self.words::<PAGE>()?);
        }
        if patterns > u32::from(u16::MAX) || patterns > 0 && self.tables.graph.decided.is_none() {
            return damaged("a pattern");
        }
        for _ in 0..patterns {
            let pattern = Pattern::from_words(self.words()?);
            let board = self.tables.graph.game.board();
            let fits = |pattern: &Pattern| {
                (((pattern.stones | pattern.points) - board.all()) | (pattern.stones & pattern.points))
                    .is_empty()
            };
            match pattern.filter(fits) {
                Some(pattern) => conditions.patterns.push(pattern),
                None => return damaged("a pattern"),
            }
        }
        // If it is no part of a proof, a lemma may be left out where there is no room.
        let full = self.tables.graph.budget.is_full();
        if full && self.is_proof {
            return Err(Fault::Memory);
        }
        if full || effort < self.least_effort {
            return Ok(());
        }
        let node = NodeNumber(node);
        let (kin, memory) = self.tables.graph.kin(node, self.tables.graph.record(node));
        let claim = Claim { node, kind, memory, effort };
        let list = in_list.then(|| &self.tables.graph.record(kin)[HEAD]);
        let Tables { graph, lemmas } = self.tables;
        lemmas.add(list, claim, &conditions, assumed, &mut self.cursor, graph)?;
        Ok(())
    }

    fn facts(&mut self, count: u64) -> Result<Vec<FactNumber>, Fault> {
        let mut facts = Vec::new();
        for _ in 0..count {
            let [low, high] = self.words()?.map(u64::from);
            let fact = FactNumber(high << u32::BITS | low);
            if !self.tables.graph.is_fact(fact) {
                return damaged("a fact");
            }
            facts.push(fact);
        }
        Ok(facts)
    }
}
