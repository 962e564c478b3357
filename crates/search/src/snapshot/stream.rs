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

use crate::concurrent::{Cursor, Full, NONE, numbers, read, write};
use crate::graph::{
    Base, DELTA, FactNumber, HEAD, NodeNumber, PHI, Pen, STATE, facts, position_words, words_position,
};
use crate::lemma::{Buckets, Citation, Claim, Conditions, Lemma, PAGE, Pattern, SCOPES};
use crate::snapshot::{
    FrozenFact, FrozenNode, NumberSet, Selection, bytes_by_effort, least_effort, table_bytes,
};
use crate::tables::Tables;

/// What there is.
#[derive(Serialize, Deserialize)]
struct Totals {
    positions: u32,
    entries: u32,
    nodes: u32,
    lemmas: u32,
    /// Whether lemmas come with what they rest on.
    citing: bool,
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

/// Conditions and citations of a lemma beyond which a file is not believed.
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
        citing: kept.citing(),
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
    writer.lemmas()
}

struct Writer<'a, W> {
    tables: &'a Tables,
    kept: &'a Selection<'a>,
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
        let record = self.tables.graph.record(node);
        match self.kept.numbered(&self.tables.graph, node) {
            true => self.words([STATE, PHI, DELTA].map(|word| read(&record[word]))),
            false => self.words([0]),
        }
    }

    /// All lemmas. With what they rest on, each comes after that.
    fn lemmas(&mut self) -> io::Result<()> {
        let kept = self.kept;
        if !kept.citing() {
            return kept.lemmas.iter().try_for_each(|lemma| self.lemma(Lemma(lemma)));
        }
        let mut written = NumberSet::none(self.tables.lemmas.len().into());
        let mut stack: Vec<(Lemma, bool)> = Vec::new();
        for first in kept.lemmas.iter() {
            stack.push((Lemma(first), false));
            while let Some((lemma, ready)) = stack.pop() {
                if ready {
                    self.lemma(lemma)?;
                } else if lemma != Lemma::PLAIN && written.insert(lemma.0) {
                    stack.push((lemma, true));
                    let here = kept.citations(&self.tables.lemmas, lemma).filter(|cited| cited.is_lemma());
                    stack.extend(here.map(|citation| (citation.lemma, false)));
                }
            }
        }
        Ok(())
    }

    fn lemma(&mut self, lemma: Lemma) -> io::Result<()> {
        let (Tables { graph, lemmas }, kept) = (self.tables, self.kept);
        let claim = lemmas.claim(lemma);
        let (absent, present) = lemmas.conditions(lemma);
        let cited = || kept.citations(lemmas, lemma);
        let node = kept.nodes.rank(claim.node.0) << 1 | u32::from(kept.in_list(lemma));
        let pages = lemmas.buckets(lemma);
        let [absents, presents, citeds] =
            [absent.len(), present.len(), cited().count()].map(|length| length as u32);
        let patterns: Vec<Pattern> = lemmas.patterns(lemma).iter(graph).collect();
        let lengths = [absents, presents, citeds, pages.scopes | (patterns.len() as u32) << SCOPES];
        let header = [claim.kind << 8 | u32::from(claim.effort), node].into_iter().chain(lengths);
        let own = kept.citing().then(|| kept.lemmas.rank(lemma.0));
        let conditions = facts(absent).chain(facts(present)).map(|fact| {
            let base = match graph.facts.base(fact) {
                Base::Position(position) => Base::Position(kept.positions.rank(position)),
                Base::Entry(entry) => Base::Entry(kept.entries.rank(entry)),
            };
            graph.facts.rebased(fact, base).0
        });
        let cited = cited().flat_map(|citation| {
            let place = match citation.lemma {
                place if !citation.is_lemma() => place.0,
                Lemma::PLAIN => NONE,
                Lemma(number) => kept.lemmas.rank(number),
            };
            [u32::from(citation.index), place]
        });
        self.words(
            header
                .chain(own)
                .chain(conditions)
                .chain(numbers(pages.words))
                .chain(patterns.iter().flat_map(Pattern::words))
                .chain(cited),
        )
    }
}

/// Reads tables into new ones, of which some lemmas may rest on what is in so many volumes, or are so many of other
/// certificates. Where lemmas come
/// with what they rest on: the number of each, by that which it has in the stream.
///
/// # Errors
/// [`Fault`].
pub(crate) fn read_tables(
    tables: &Tables,
    kinds: u32,
    (volumes, assumed): (u16, u32),
    from: &mut impl Read,
) -> Result<Vec<u32>, Fault> {
    let graph = &tables.graph;
    let mut reader = Reader {
        tables,
        kinds,
        volumes,
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
    let places = if totals.citing { 4 * u64::from(totals.lemmas) } else { 0 };
    let all: u64 = totals.bytes_by_effort.iter().fold(0, |sum, bytes| sum.saturating_add(*bytes));
    if !graph.budget.has_room(all.saturating_add(besides + places)) && !totals.is_proof {
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
    if !graph.budget.has_room(places) {
        return Err(Fault::Memory);
    }
    graph.budget.take(places);
    let mut known = vec![NONE; if totals.citing { totals.lemmas as usize } else { 0 }];
    for _ in 0..totals.lemmas {
        reader.lemma(totals.citing.then_some(&mut known[..]))?;
    }
    graph.budget.give_back(places);
    Ok(known)
}

struct Reader<'a, R> {
    tables: &'a Tables,
    kinds: u32,
    volumes: u16,
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
                let record = self.tables.graph.record(spot.node);
                for (place, word) in [(PHI, phi), (DELTA, delta), (STATE, state)] {
                    write(&record[place], word.min(u32::MAX - 1));
                }
            }
        }
        Ok(())
    }

    /// The next lemma; `known` has the places of those before, if they are cited.
    fn lemma(&mut self, known: Option<&mut [u32]>) -> Result<(), Fault> {
        let [says, node, absent, present, cited, scopes] = self.words::<6>()?;
        let (scopes, patterns) = (scopes & ((1 << SCOPES) - 1), scopes >> SCOPES);
        let (node, in_list) = (node >> 1, node & 1 == 1);
        let (kind, effort) = (says >> 8, says as u8);
        let [absent, present, cited] = [absent, present, cited].map(u64::from);
        let own = if known.is_some() { Some(self.words::<1>()?[0]) } else { None };
        if kind >= self.kinds || node >= self.tables.graph.len() || absent + present + 2 * cited >= LONGEST {
            return damaged("a lemma");
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
        let mut citations = Vec::new();
        for _ in 0..cited {
            let [index, cited] = self.words()?;
            let citation = Citation { index: index as u16, lemma: Lemma(cited) };
            let place = match known.as_ref().and_then(|known| known.get(cited as usize)) {
                _ if citation.origin().is_some_and(|origin| origin.volume < self.volumes) => cited,
                _ if citation.assumed().is_some_and(|assumed| assumed < self.assumed) => cited,
                _ if !citation.is_lemma() => return damaged("a volume"),
                _ if cited == NONE => NONE,
                Some(place) if *place != NONE => *place,
                _ => return damaged("a citation"),
            };
            citations.push(Citation { lemma: Lemma(place), ..citation });
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
        let lemma = lemmas.add(list, claim, &conditions, &citations, &mut self.cursor, graph)?;
        if let (Some(known), Some(own)) = (known, own) {
            match known.get_mut(own as usize) {
                Some(place) => *place = lemma.0,
                None => return damaged("the number of a lemma"),
            }
        }
        Ok(())
    }

    fn facts(&mut self, count: u64) -> Result<Vec<FactNumber>, Fault> {
        let mut facts = Vec::new();
        for _ in 0..count {
            let fact = FactNumber(self.words::<1>()?[0]);
            if !self.tables.graph.is_fact(fact) {
                return damaged("a fact");
            }
            facts.push(fact);
        }
        Ok(facts)
    }
}
