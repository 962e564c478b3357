//! What the proof search has found, as a certificate: the lemmas that a value rests on, gathered from the
//! tables and, where the tables were full on the way, from volumes.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;

use ahash::{HashMap, HashSet, RandomState};
use indexmap::IndexMap;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Step, Threshold};

use crate::certificate::{
    Certificate, Cited as Citing, Encoder, Grounds, GroupSet, Kind, Says, Statement, step_with,
};
use crate::concurrent::{Full, NONE};
use crate::error::Error;
use crate::graph::{Edge, FactNumber, NodeNumber, Pen, Row, Spot, Turn, facts as facts_of};
use crate::lemma::{Bucket, Citation, Claim, Lemma, Origin, Pattern, effort};
use crate::prover::{Proof, Prover};
use crate::request::Request;
use crate::tables::Tables;

/// Something that a certificate of the proof search writes as a lemma, in the frame that a turn
/// leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Source {
    Lemma(Lemma, Turn),
    /// The player to move at this node wins by ending the game; the kind is in its frame.
    Exit {
        spot: Spot,
        kind: u32,
    },
}

impl Source {
    fn lemma(self) -> Option<Lemma> {
        match self {
            Source::Lemma(lemma, _) => Some(lemma),
            Source::Exit { .. } => None,
        }
    }
}

/// Writes what two claims rest on: that Black reaches the value, and that he gets no more.
pub(crate) struct ProofWriter<'a> {
    pub(super) prover: &'a mut Prover,
    kinds: Vec<Kind>,
    /// The places of kinds, by whether the frame of a lemma has the colours exchanged, and its kind.
    places: [Vec<usize>; 2],
    pen: Pen,
    /// The pieces that it rests on, by their places in the header.
    pieces: Vec<u32>,
    /// The bytes of what is kept from one volume to the next.
    pub(super) kept: usize,
}

/// For each citation of a lemma the edge, and what is cited with the turn from the frame that it is written in;
/// nothing for the end of the game.
type Grounding = Vec<(u16, Option<(Source, Turn)>)>;

/// A lemma of a volume, by its number there, and the turn to the frame in which it is cited.
type Wanted = (Origin, Turn);

/// Facts in the order of a list, each with its group.
type Listed = IndexMap<Fact, Option<u16>, RandomState>;

/// Lemmas that took so many nodes are of use to other searches; of a large proof, those that took such a part of
/// it.
const FOR_OTHERS: u64 = 8;
const PART_FOR_OTHERS: u64 = 1 << 12;

/// After so many lemmas it is seen whether there is still room.
pub(super) const STRIDE: usize = 1 << 10;

/// What something rests on: in the present tables, each after what it rests on, and in volumes before.
#[derive(Default)]
struct Part {
    here: Vec<Source>,
    /// What those here rest on, and where that of each ends.
    cited: Vec<Cited>,
    ends: Vec<usize>,
    before: Vec<Wanted>,
    /// The place of each here, and from [`BEFORE`] on of each before.
    places: HashMap<Source, u32>,
}

impl Part {
    fn bytes(&self) -> usize {
        list_bytes(&self.here)
            + list_bytes(&self.cited)
            + list_bytes(&self.ends)
            + list_bytes(&self.before)
            + map_bytes(&self.places)
    }
}

/// Places of what is in volumes before begin here.
const BEFORE: u32 = 1 << 31;

/// What is cited for an edge: its place in the part, or [`NONE`] for the end of the game, and the turn from
/// the frame that it is written in.
#[derive(Clone, Copy)]
pub(super) struct Cited {
    pub edge: u16,
    pub turn: Turn,
    pub place: u32,
}

/// Where the lemmas of a part are in the certificate.
struct Written<'a> {
    part: &'a Part,
    /// The number of the first of those here.
    first: u64,
    /// The numbers of those before.
    before: Vec<u64>,
}

impl Written<'_> {
    fn number(&self, place: u32) -> u64 {
        match place.checked_sub(BEFORE) {
            Some(place) => self.before[place as usize],
            None => self.first + u64::from(place),
        }
    }

    fn of(&self, source: &Source) -> u64 {
        self.number(self.part.places[source])
    }
}

impl<'a> ProofWriter<'a> {
    /// `restated` says what the kinds of the search's lemmas amount to in the certificate.
    pub(crate) fn new(
        prover: &'a mut Prover,
        restated: impl Fn(Threshold, Colour) -> Threshold,
    ) -> ProofWriter<'a> {
        let mut kinds: Vec<Kind> = Vec::new();
        let places = [false, true].map(|exchanges| {
            let mut places = Vec::new();
            for threshold in prover.thresholds() {
                for winner in [Colour::White, Colour::Black] {
                    // In the frame of the game.
                    let (threshold, winner) = if exchanges {
                        (prover.exchanged(*threshold), !winner)
                    } else {
                        (*threshold, winner)
                    };
                    let kind = Kind { threshold: restated(threshold, winner), winner, endless: false };
                    places.push(kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len()));
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                }
            }
            places
        });
        ProofWriter { prover, kinds, places, pen: Pen::default(), pieces: Vec::new(), kept: 0 }
    }

    /// Writes the lemmas that decide the start at these thresholds, and all they rest on.
    ///
    /// # Errors
    /// [`Error::Memory`] if there is no room for it, and those of [`Prover::open_volume`] if there are volumes.
    pub(crate) fn write(
        mut self,
        claims: &[Option<Threshold>],
        request: &Request,
        says: Says,
    ) -> Result<Certificate, Error> {
        let volumes = self.prover.volumes();
        if volumes > 0 {
            return self.write_volumes(claims, request, says, volumes);
        }
        let roots = self.roots(claims);
        if self.prover.proof == Proof::Found {
            // To find what lemmas rest on, moves are generated again that searching has dropped.
            self.prover.fill_all();
            let written = self.write_from_tables(&roots, request, says);
            self.prover.share_again();
            return written;
        }
        let part = self.part(&all(&roots))?;
        self.rest_on_pieces_of(part.here.iter().filter_map(|source| source.lemma()));
        let facts = self.facts(&part)?;
        let mut encoder = self.encoder(facts);
        let written = self.write_all(&part, Vec::new(), &mut encoder)?;
        let mut claims: Vec<_> = roots.iter().map(|root| root.map(|root| written.of(&root))).collect();
        if matches!(says, Says::Claim(..)) {
            let is_for_others = |source: &&Source| {
                source.lemma().is_some_and(|lemma| self.is_for_others(lemma, part.here.len()))
            };
            claims.extend(part.here.iter().filter(is_for_others).map(|source| Some(written.of(source))));
        }
        Ok(encoder.finish(request, says, &claims))
    }

    /// For lemmas that speak of these facts.
    pub(super) fn encoder(&self, facts: Vec<FactNumber>) -> Encoder {
        let listed = facts.iter().map(|fact| self.lookup(*fact));
        let mut encoder =
            Encoder::new(&self.kinds, &self.prover.tables.graph.group, self.digests(), listed);
        encoder.turn_to(facts.into_iter().map(|fact| fact.0).zip(0..));
        encoder
    }

    /// The same if lemmas rest on what is in volumes. Backwards from the present tables, which become
    /// the last volume, it finds what each of them is needed for; then it writes them in their order.
    fn write_volumes(
        mut self,
        claims: &[Option<Threshold>],
        request: &Request,
        says: Says,
        last: u16,
    ) -> Result<Certificate, Error> {
        self.prover.add_volume(1)?;
        let mut wanted: Vec<Vec<(u32, Turn)>> = vec![Vec::new(); usize::from(last)];
        // The facts that lemmas speak of, with their groups.
        let mut listed: Listed = IndexMap::default();
        for volume in (0..=last).rev() {
            let known = self.open(volume)?;
            let roots = match wanted.get_mut(usize::from(volume)) {
                None => all(&self.roots(claims)),
                Some(wanted) => {
                    wanted.sort_unstable();
                    wanted.dedup();
                    sources(wanted, &known)
                }
            };
            let part = self.part(&roots)?;
            for (origin, turn) in &part.before {
                wanted[usize::from(origin.volume)].push((origin.lemma, *turn));
            }
            let wanted_bytes = wanted.iter().map(list_bytes).sum::<usize>();
            let facts = self.facts(&part)?;
            let present = part.bytes() + list_bytes(&facts);
            for fact in facts {
                let (fact, group) = self.lookup(fact);
                listed.entry(fact).or_insert(group);
                self.kept = wanted_bytes + listed_bytes(&listed);
                self.check_room(present)?;
            }
        }
        let facts = listed.iter().map(|(fact, group)| (*fact, *group));
        let mut encoder = Encoder::new(&self.kinds, &self.prover.tables.graph.group, Vec::new(), facts);
        let kept = self.kept;
        let mut known: HashMap<Wanted, u64> = HashMap::default();
        for (volume, wanted) in (0..).zip(&wanted) {
            let numbers = self.open(volume)?;
            let roots = sources(wanted, &numbers);
            self.kept = kept + map_bytes(&known);
            let part = self.part(&roots)?;
            let written = self.write_part(&part, &listed, &known, &mut encoder)?;
            for ((lemma, turn), root) in wanted.iter().zip(&roots) {
                known.insert((Origin { volume, lemma: *lemma }, *turn), written.of(root));
            }
        }
        self.open(last)?;
        let roots = self.roots(claims);
        self.kept = kept + map_bytes(&known);
        let part = self.part(&all(&roots))?;
        let written = self.write_part(&part, &listed, &known, &mut encoder)?;
        let claims: Vec<_> = roots.iter().map(|root| root.map(|root| written.of(&root))).collect();
        self.prover.go_on();
        Ok(encoder.finish(request, says, &claims))
    }

    /// Writes a part of the present tables, where all before them is written.
    fn write_part<'p>(
        &mut self,
        part: &'p Part,
        listed: &Listed,
        known: &HashMap<Wanted, u64>,
        encoder: &mut Encoder,
    ) -> Result<Written<'p>, Error> {
        // The same that the first pass has found in these tables, so all facts have a place.
        let facts = self.facts(part)?;
        encoder.turn_to(facts.into_iter().map(|fact| {
            let place = listed.get_index_of(&self.lookup(fact).0);
            (fact.0, place.unwrap_or_else(|| unreachable!("the first pass has listed it")) as u32)
        }));
        let before = part.before.iter().map(|wanted| known[wanted]).collect();
        self.write_all(part, before, encoder)
    }

    /// Has a volume in the place of the present tables. The numbers of its lemmas in these.
    fn open(&mut self, volume: u16) -> Result<Vec<u32>, Error> {
        // It knows numbers of the tables of before.
        self.pen = Pen::default();
        self.prover.open_volume(volume)
    }

    /// The lemmas that decide the start at these thresholds.
    fn roots(&mut self, claims: &[Option<Threshold>]) -> Vec<Option<Source>> {
        let spot = self.prover.here();
        let mut root = |claim: &Option<Threshold>| {
            let (lemma, kind) = self.prover.lemma((*claim)?)?;
            Some(source(lemma, spot, kind))
        };
        claims.iter().map(&mut root).collect()
    }

    /// Whether other files may rest on a lemma of so many: it took some work, and it is not theirs.
    pub(super) fn is_for_others(&self, lemma: Lemma, of: usize) -> bool {
        let lemmas = &self.prover.tables.lemmas;
        let least = FOR_OTHERS.max(of as u64 / PART_FOR_OTHERS);
        lemmas.assumed(lemma).is_none() && lemmas.claim(lemma).effort >= effort(least)
    }

    /// Rests on the pieces of these lemmas, in the order of their numbers.
    pub(super) fn rest_on_pieces_of(&mut self, lemmas: impl Iterator<Item = Lemma>) {
        let Prover { tables, assumed, .. } = &*self.prover;
        let piece = |lemma| Some(assumed[tables.lemmas.assumed(lemma)? as usize].piece);
        self.pieces = Vec::from_iter(BTreeSet::from_iter(lemmas.filter_map(piece)));
    }

    /// The digests of the pieces that it rests on.
    fn digests(&self) -> Vec<String> {
        self.pieces.iter().map(|piece| self.prover.pieces[*piece as usize].0.clone()).collect()
    }

    /// What these rest on, and they themselves.
    fn part(&mut self, roots: &[Source]) -> Result<Part, Error> {
        let mut part = Part::default();
        // Depth first, without recursion: a lemma comes once all it rests on has.
        let mut stack: Vec<(Source, Option<Grounding>)> =
            roots.iter().rev().map(|root| (*root, None)).collect();
        // The bytes of what is cited by those that wait for it.
        let mut waiting = 0;
        while let Some((source, grounds)) = stack.pop() {
            if let Some(grounds) = grounds {
                waiting -= list_bytes(&grounds);
                for (edge, cited) in grounds {
                    let (place, turn) = cited.map_or((NONE, 0), |(cited, turn)| (part.places[&cited], turn));
                    part.cited.push(Cited { edge, turn, place });
                }
                part.places.insert(source, part.here.len() as u32);
                part.here.push(source);
                part.ends.push(part.cited.len());
                if part.here.len().is_multiple_of(STRIDE) {
                    self.check_room(part.bytes() + list_bytes(&stack) + waiting)?;
                }
                continue;
            }
            let Entry::Vacant(place) = part.places.entry(source) else { continue };
            if let Source::Lemma(lemma, turn) = source
                && let Some(origin) = self.prover.tables.lemmas.origin(lemma)
            {
                place.insert(BEFORE + part.before.len() as u32);
                part.before.push((origin, turn));
                continue;
            }
            place.insert(NONE);
            let grounds = self.rests_on(source).map_err(self.prover.no_room())?;
            waiting += list_bytes(&grounds);
            let at = stack.len();
            stack.push((source, None));
            stack.extend(grounds.iter().rev().filter_map(|(_, cited)| Some((cited.as_ref()?.0, None))));
            stack[at].1 = Some(grounds);
        }
        Ok(part)
    }

    /// Whether there is room for so many bytes beside the tables and what is kept.
    pub(super) fn check_room(&self, bytes: usize) -> Result<(), Error> {
        self.prover.check_room((self.kept + bytes) as u64)
    }

    /// Writes a part, each lemma after what it rests on.
    fn write_all<'p>(
        &mut self,
        part: &'p Part,
        before: Vec<u64>,
        encoder: &mut Encoder,
    ) -> Result<Written<'p>, Error> {
        let written = Written { part, first: encoder.count(), before };
        let mut start = 0;
        for (source, end) in part.here.iter().zip(&part.ends) {
            let cited = &part.cited[start..*end];
            let Tables { graph, lemmas } = &self.prover.tables;
            let (node, citations) = match source {
                Source::Lemma(lemma, _) => (lemmas.claim(*lemma).node, lemmas.citations(*lemma).collect()),
                Source::Exit { spot, .. } => (spot.node, Vec::new()),
            };
            let row = graph.expand(&mut self.pen, node).map_err(self.prover.no_room())?;
            let number = |place| written.number(place);
            self.write_source((*source, row, &citations), cited, &number, encoder)
                .map_err(self.prover.no_room())?;
            start = *end;
            if encoder.count().is_multiple_of(STRIDE as u64) {
                self.check_room(part.bytes() + list_bytes(&written.before) + encoder.bytes())?;
            }
        }
        Ok(written)
    }

    fn lookup(&self, fact: FactNumber) -> (Fact, Option<u16>) {
        let graph = &self.prover.tables.graph;
        (graph.get_fact(fact), graph.bucket(fact).map(Bucket::group))
    }

    /// All facts that the lemmas speak of, and those that the steps of lemmas with buckets ask for, in the
    /// order in which they come up.
    fn facts(&mut self, part: &Part) -> Result<Vec<FactNumber>, Error> {
        let mut facts = FactList::default();
        self.list_facts_of_pieces(&mut facts)?;
        let Tables { graph, lemmas } = &self.prover.tables;
        for (count, source) in part.here.iter().enumerate() {
            let &Source::Lemma(lemma, turn) = source else { continue };
            if count.is_multiple_of(STRIDE) {
                self.check_room(part.bytes() + facts.bytes())?;
            }
            let row = graph.expand(&mut self.pen, lemmas.claim(lemma).node).map_err(self.prover.no_room())?;
            let citations: Vec<Citation> = lemmas.citations(lemma).collect();
            let found = facts_of_lemma(&self.prover.tables, (lemma, turn), row, &citations, &mut facts);
            found.map_err(self.prover.no_room())?;
        }
        Ok(facts.facts)
    }

    /// Lists the facts of the groups of the pieces that it rests on.
    pub(super) fn list_facts_of_pieces(&mut self, facts: &mut FactList) -> Result<(), Error> {
        let graph = &self.prover.tables.graph;
        for piece in &self.pieces {
            for (_, fact) in &self.prover.pieces[*piece as usize].1 {
                let fact = graph.fact(&mut self.pen, fact).map_err(self.prover.no_room())?;
                facts.add(graph.least(fact));
            }
        }
        Ok(())
    }

    /// For each citation the edge and what is cited for it; nothing for the end of the game.
    fn rests_on(&mut self, source: Source) -> Result<Grounding, Full> {
        let Source::Lemma(lemma, turn) = source else { return Ok(Vec::new()) };
        let Tables { graph, lemmas } = &self.prover.tables;
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let row = graph.expand(&mut self.pen, node)?;
        let cited = lemmas.citations(lemma).map(|citation| self.cited(row, (node, turn), kind, citation));
        cited.collect()
    }

    /// What a lemma of a kind, of a node in the frame that a turn leads to, cites for an edge.
    pub(super) fn cited(
        &self,
        row: Row,
        (node, turn): (NodeNumber, Turn),
        kind: u32,
        citation: Citation,
    ) -> Result<(u16, Option<(Source, Turn)>), Full> {
        let graph = &self.prover.tables.graph;
        let edge = row.edge(usize::from(citation.index));
        let next = graph.after(Spot { node, turn }, &edge)?;
        // The same claim in the frame of the next node.
        let kind = if graph.group.exchanges(edge.turn) { self.prover.exchanged_kind(kind) } else { kind };
        // Each is written once, in the frame that its node is kept in.
        let cited =
            |next: Spot| (self::source(citation.lemma, Spot { turn: 0, ..next }, kind), next.turn);
        Ok((citation.index, next.map(cited)))
    }

    /// Writes something, with the moves of its node and what it rests on; `number` tells the numbers of that
    /// by the places where it is `cited`.
    pub(super) fn write_source(
        &self,
        (source, row, citations): (Source, Row, &[Citation]),
        cited: &[Cited],
        number: &dyn Fn(u32) -> u64,
        encoder: &mut Encoder,
    ) -> Result<(), Full> {
        let (kind, spot, lemma) = match source {
            Source::Exit { spot, kind } => (kind, spot, Lemma::PLAIN),
            Source::Lemma(lemma, turn) => {
                let claim = self.prover.tables.lemmas.claim(lemma);
                (claim.kind, Spot { node: claim.node, turn }, lemma)
            }
        };
        let graph = &self.prover.tables.graph;
        let exchanges = graph.group.exchanges(spot.turn);
        let node = graph.node_at(spot);
        let edges: Vec<Edge> = row.edges().collect();
        let steps = graph.game.steps(&node);
        let step = |edge: u16| {
            let edge = &edges[usize::from(edge)];
            let present = graph.extra(edge).into_iter().flat_map(|extra| extra.present());
            let present: Vec<Fact> =
                present.map(|fact| graph.get_fact(graph.image(spot.turn, fact))).collect();
            step_with(&steps, graph.group.made(spot.turn, edge.made), &present)
        };
        let number = |cited: &Cited| (cited.place != NONE).then(|| (number(cited.place), cited.turn));
        let mut grounds: Vec<(usize, Option<Citing>)> =
            cited.iter().map(|cited| (step(cited.edge), number(cited))).collect();
        grounds.sort_unstable();
        let black_wins = (kind & 1 == 1) != exchanges;
        let is_decided = graph.decided.is_some() && lemma != Lemma::PLAIN && cited.is_empty();
        let assumed = self.prover.tables.lemmas.assumed(lemma);
        let grounds = if let Some(assumed) = assumed {
            let assumed = &self.prover.assumed[assumed as usize];
            let place = self.pieces.binary_search(&assumed.piece).unwrap_or_default();
            let turn = graph.group.then(graph.group.inverse(assumed.turn), spot.turn);
            Grounds::Assumed(place as u64, (assumed.lemma.into(), turn))
        } else if is_decided {
            Grounds::Decided
        } else if black_wins != (node.to_move == Colour::Black) {
            Grounds::Loss { then: grounds.into_iter().filter_map(|(_, cited)| cited).collect() }
        } else {
            let (step, then) = grounds.first().copied().unwrap_or_else(|| (exit_step(&steps), None));
            Grounds::Win { step, then }
        };
        let turned = |fact: FactNumber| graph.image(spot.turn, fact).0;
        let (_, present) = self.prover.tables.lemmas.conditions(lemma);
        let buckets = self.prover.tables.lemmas.buckets(lemma);
        let own = match source {
            Source::Lemma(lemma, _) => Own::of(&self.prover.tables, row, lemma, citations)?,
            Source::Exit { .. } => Own::default(),
        };
        let patterns = own.patterns.into_iter();
        let groups = || buckets.all().map(Bucket::group).collect();
        let statement = Statement {
            kind: self.places[usize::from(exchanges)][kind as usize],
            node: &node,
            absent: own.absent.into_iter().map(turned).collect(),
            groups: (!buckets.is_empty()).then_some(GroupSet { key: lemma.0, groups: &groups }),
            present: facts_of(present).map(turned).collect(),
            patterns: patterns.map(|pattern| graph.group.pattern(&graph.game, spot.turn, &pattern)).collect(),
            grounds,
        };
        encoder.lemma(statement);
        Ok(())
    }
}

/// Facts in the order in which they come up.
#[derive(Default)]
pub(super) struct FactList {
    pub facts: Vec<FactNumber>,
    known: HashSet<FactNumber>,
}

impl FactList {
    fn add(&mut self, fact: FactNumber) {
        if self.known.insert(fact) {
            self.facts.push(fact);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.facts) + table_bytes::<FactNumber>(self.known.capacity())
    }
}

/// Lists the facts that a lemma speaks of in the frame that a turn leads to, and if it has buckets those that the steps
/// of its node ask for.
pub(super) fn facts_of_lemma(
    tables: &Tables,
    (lemma, turn): (Lemma, Turn),
    row: Row,
    citations: &[Citation],
    list: &mut FactList,
) -> Result<(), Full> {
    let Tables { graph, lemmas } = tables;
    let turned = |fact: FactNumber| graph.image(turn, fact);
    let (_, present) = lemmas.conditions(lemma);
    let buckets = lemmas.buckets(lemma);
    let listed = |fact: &FactNumber| graph.bucket(*fact).is_some_and(|bucket| buckets.has(bucket));
    // What is not written is carried back by the checker; of a group it knows the facts that are listed, and their
    // images.
    let own = Own::of(tables, row, lemma, citations)?;
    own.absent.into_iter().chain(facts_of(present)).map(turned).for_each(|fact| list.add(fact));
    own.carried.into_iter().filter(listed).map(|fact| graph.least(fact)).for_each(|fact| list.add(fact));
    // What another certificate proves asks for what is listed with it.
    if lemmas.assumed(lemma).is_none() && !buckets.is_empty() {
        for edge in row.edges() {
            let guards = graph.extra(&edge).into_iter().flat_map(|extra| extra.absent());
            let facts = guards.chain(graph.forbids(&edge)).filter(listed);
            facts.map(|fact| graph.least(fact)).for_each(|fact| list.add(fact));
        }
    }
    Ok(())
}

/// What is written of the conditions of a lemma where the checker carries back those of what it cites.
#[derive(Default)]
struct Own {
    absent: Vec<FactNumber>,
    patterns: Vec<Pattern>,
    /// What need not be written.
    carried: Vec<FactNumber>,
}

impl Own {
    /// Of a lemma with the moves of its node and what it rests on.
    fn of(tables: &Tables, row: Row, lemma: Lemma, citations: &[Citation]) -> Result<Own, Full> {
        let Tables { graph, lemmas } = tables;
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let mover_wins = (kind & 1 == 1) == (graph.face(graph.record(node)).mover == Colour::Black);
        let (mut carried, mut before) = (Vec::new(), Vec::new());
        for citation in citations {
            let edge = row.edge(usize::from(citation.index));
            tables.absent_before(&edge, citation.lemma, &mut carried, &mut before)?;
            if mover_wins {
                carried.extend(graph.forbids(&edge));
            }
        }
        if lemmas.assumed(lemma).is_some() {
            carried.extend(facts_of(lemmas.conditions(lemma).0));
        }
        if citations.is_empty() {
            // A decided position is seen to have its patterns, and a piece has them.
            before.extend(lemmas.patterns(lemma).iter(graph));
        }
        carried.sort_unstable();
        carried.dedup();
        // Guards tell which steps apply before anything is carried back.
        let extras = row.edges().filter_map(|edge| graph.extra(&edge));
        let guards: Vec<FactNumber> =
            extras.flat_map(|extra| extra.absent().chain(extra.present())).collect();
        let is_new = |fact: &FactNumber| carried.binary_search(fact).is_err() || guards.contains(fact);
        let absent = facts_of(lemmas.conditions(lemma).0).filter(is_new).collect();
        let is_new = |pattern: &Pattern| !before.contains(pattern);
        let mut patterns: Vec<Pattern> = lemmas.patterns(lemma).iter(graph).filter(is_new).collect();
        patterns.sort_unstable();
        Ok(Own { absent, patterns, carried })
    }
}

pub(super) fn list_bytes<T>(list: &Vec<T>) -> usize {
    size_of::<T>() * list.capacity()
}

/// The bytes of a table of so many places: of eight seven are used, and each has a byte of its own.
fn table_bytes<T>(capacity: usize) -> usize {
    size_of::<(T, u8)>() * capacity / 7 * 8
}

pub(super) fn map_bytes<K, V>(map: &HashMap<K, V>) -> usize {
    table_bytes::<(K, V)>(map.capacity())
}

fn listed_bytes(listed: &Listed) -> usize {
    size_of::<(u64, Fact, Option<u16>)>() * listed.capacity() + table_bytes::<usize>(listed.capacity())
}

fn all(roots: &[Option<Source>]) -> Vec<Source> {
    roots.iter().flatten().copied().collect()
}

/// Lemmas that are wanted of a volume, by their numbers in the present tables.
fn sources(wanted: &[(u32, Turn)], known: &[u32]) -> Vec<Source> {
    wanted.iter().map(|(lemma, turn)| Source::Lemma(Lemma(known[*lemma as usize]), *turn)).collect()
}

fn source(lemma: Lemma, spot: Spot, kind: u32) -> Source {
    if lemma == Lemma::PLAIN { Source::Exit { spot, kind } } else { Source::Lemma(lemma, spot.turn) }
}

/// The step that ends the game whatever the history.
fn exit_step(steps: &[Step]) -> usize {
    let ends = |step: &Step| matches!(step.then, kosolver_rules::Then::End(_));
    let exit = steps.iter().position(|step| ends(step) && step.is_unconditional());
    let Some(exit) = exit else { unreachable!("a node with an exit has the step") };
    exit
}
