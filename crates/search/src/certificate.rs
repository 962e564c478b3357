//! Writing certificates: the lemmas that a value rests on, pruned, in an order in which they
//! can be checked one at a time. `docs/certificate.md` describes the format field by field;
//! the checker reads it with code of its own.

use std::collections::hash_map::Entry;
use std::io::{self, Write};

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::{Code, Fact, Move, Node, Step, Threshold};

use crate::arena::numbers;
use crate::buckets::Bucket;
use crate::edge::Edge;
use crate::graph::{Pen, Spot, ban_number};
use crate::lemma::{Claim, Lemma};
use crate::prover::Prover;
use crate::request::Request;
use crate::symmetry::Turn;

/// What proves a value: a header that says what is proved, and encoded lemmas.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    header: String,
    /// One after the other.
    body: Vec<Vec<u8>>,
    lemmas: u64,
}

/// How hard the library that compresses tries: enough; more costs more time than it saves space.
const LEVEL: i32 = 4;

impl Certificate {
    /// The number of lemmas in it.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// Writes it: the header as lines of text, an empty line, and the compressed lemmas.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        out.write_all(self.header.as_bytes())?;
        let mut encoder = zstd::Encoder::new(out, LEVEL)?;
        encoder.include_checksum(true)?;
        self.body.iter().try_for_each(|part| encoder.write_all(part))?;
        encoder.finish()?.flush()
    }
}

/// What the lemmas of a certificate say, beside their nodes and conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub threshold: Threshold,
    pub winner: Colour,
    /// Whether endless play counts as a win of this winner; then lemmas may rest on each other
    /// in a circle.
    pub endless: bool,
}

/// A lemma ready to be written.
pub(crate) struct Statement<'a> {
    pub kind: usize,
    pub node: &'a Node,
    pub absent: Vec<Fact>,
    /// The history has no fact of these groups, in ascending order.
    pub groups: Vec<u16>,
    pub present: Vec<Fact>,
    pub grounds: Grounds,
}

/// Why a lemma holds.
pub(crate) enum Grounds {
    /// The player to move wins by this step, after which this lemma holds; none if it ends the
    /// game.
    Win { step: usize, then: Option<u64> },
    /// Every step that goes on, of those the conditions do not rule out, has such a lemma.
    Loss { then: Vec<u64> },
}

/// Lemmas as bytes.
pub(crate) struct Encoder {
    kinds: Bytes,
    lemmas: Bytes,
    facts: HashMap<Fact, u64>,
    /// Where lemmas have groups: all facts, each with its group, and the sets of groups so far.
    grouped: Option<(Bytes, HashMap<Vec<u16>, u64>)>,
    count: u64,
}

impl Encoder {
    /// Of lemmas without groups, or of any.
    pub(crate) fn new(kinds: &[Kind], grouped: bool) -> Encoder {
        let mut bytes = Bytes::default();
        bytes.number(kinds.len() as u64);
        for kind in kinds {
            bytes.signed(kind.threshold.score.numerator());
            bytes.number(kind.threshold.score.denominator() as u64);
            bytes.number(u64::from(kind.threshold.strict));
            bytes.number(kind.winner as u64);
            bytes.number(u64::from(kind.endless));
        }
        Encoder {
            kinds: bytes,
            lemmas: Bytes::default(),
            facts: HashMap::default(),
            grouped: grouped.then(|| (Bytes::default(), HashMap::from_iter([(Vec::new(), 0)]))),
            count: 0,
        }
    }

    /// Facts by their number among those that have been written; a new one in full, after a 0. Where
    /// lemmas have groups, all facts have been [listed](Encoder::list).
    fn facts(&mut self, facts: &[Fact]) {
        self.lemmas.number(facts.len() as u64);
        for fact in facts {
            match self.facts.get(fact) {
                Some(&number) => self.lemmas.number(number + 1),
                None => {
                    self.facts.insert(*fact, self.facts.len() as u64);
                    self.lemmas.number(0);
                    self.lemmas.fact(fact);
                }
            }
        }
    }

    fn is_grouped(&self) -> bool {
        self.grouped.is_some()
    }

    /// Lists a fact and its group among those at the head, if there are groups.
    fn list(&mut self, fact: Fact, group: Option<u16>) {
        let number = self.facts.len() as u64;
        if let Some((listed, _)) = &mut self.grouped
            && let Entry::Vacant(entry) = self.facts.entry(fact)
        {
            entry.insert(number);
            listed.fact(&fact);
            listed.number(group.map_or(0, |group| 1 + u64::from(group)));
        }
    }

    /// A set of groups by its number among those that have been written; a new one in full, after a 0.
    fn groups(&mut self, groups: Vec<u16>) {
        let Some((_, sets)) = &mut self.grouped else { return };
        let next = sets.len() as u64;
        match sets.entry(groups) {
            Entry::Occupied(entry) => self.lemmas.number(entry.get() + 1),
            Entry::Vacant(entry) => {
                self.lemmas.number(0);
                self.lemmas.number(entry.key().len() as u64);
                let mut least = 0;
                for group in entry.key() {
                    self.lemmas.number(u64::from(*group) - least);
                    least = u64::from(*group) + 1;
                }
                entry.insert(next);
            }
        }
    }

    /// The number of the next lemma.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Writes the next lemma.
    pub(crate) fn lemma(&mut self, lemma: Statement) {
        self.lemmas.number(1 + lemma.kind as u64);
        self.lemmas.node(lemma.node);
        self.facts(&lemma.absent);
        self.groups(lemma.groups);
        self.facts(&lemma.present);
        let back = |cited: u64, own: u64| own as i64 - cited as i64;
        match &lemma.grounds {
            Grounds::Win { step, then } => {
                self.lemmas.number(*step as u64);
                if let Some(cited) = then {
                    self.lemmas.signed(back(*cited, self.count));
                }
            }
            Grounds::Loss { then } => {
                self.lemmas.number(then.len() as u64);
                for cited in then {
                    self.lemmas.signed(back(*cited, self.count));
                }
            }
        }
        self.count += 1;
    }

    /// The end: how many lemmas there were, and which of them makes each claim of the header.
    pub(crate) fn finish(mut self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        self.lemmas.number(0);
        self.lemmas.number(self.count);
        self.lemmas.number(claims.len() as u64);
        for claim in claims {
            self.lemmas.number(claim.map_or(0, |lemma| lemma + 1));
        }
        let version = if self.grouped.is_some() { 2 } else { 1 };
        let mut body = vec![self.kinds.0];
        if let Some((listed, _)) = self.grouped {
            let mut count = Bytes::default();
            count.number(self.facts.len() as u64);
            body.extend([count.0, listed.0]);
        }
        body.push(self.lemmas.0);
        let game = &request.game;
        let header = format!(
            "kosolver certificate {version}\nboard {}\nrules {}\nposition {}\nto-play {}\n{}value {value}\n\n",
            game.board(),
            game.rules(),
            request.position.text(game.board()),
            request.to_move,
            played(request),
        );
        Certificate { header, body, lemmas: self.count }
    }
}

/// Numbers as bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    /// Seven bits a byte, the low ones first; the high bit says that more follow.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    /// 0, -1, 1, -2, … as 0, 1, 2, 3, ….
    fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    fn node(&mut self, node: &Node) {
        self.number(node.position.black.bits());
        self.number(node.position.white.bits());
        // Most memories are tallies alone, or nothing.
        let more = u64::from(node.memory.has_more());
        self.number(node.to_move as u64 | u64::from(node.passes) << 1 | more << 3);
        self.number(u64::from(ban_number(node.ban)));
        for code in node.memory.code() {
            match code {
                Code::Unsigned(number) => self.number(number),
                Code::Signed(number) => self.signed(number),
            }
        }
    }

    fn fact(&mut self, fact: &Fact) {
        self.number(u64::from(fact.scope.0));
        self.number(fact.colour.map_or(0, |colour| 1 + colour as u64));
        self.number(u64::from(fact.index));
        for set in [fact.position.black, fact.position.white, fact.to.black, fact.to.white] {
            self.number(set.bits());
        }
    }
}

/// The line of a header or checkpoint that tells the moves since the start; nothing if there are none.
pub(crate) fn played(request: &Request) -> String {
    if request.played.is_empty() {
        return String::new();
    }
    let names = request.played.iter().map(|made| made.name(request.game.board()));
    format!("moves {}\n", names.collect::<Vec<String>>().join(" "))
}

/// The place, among the steps of a node, of a move with these guards. (Which facts must be present
/// tells the steps of a move apart; their order is not that of an image.)
pub(crate) fn step_with(steps: &[Step], made: Move, present: &[Fact]) -> usize {
    let step = steps.iter().position(|step| step.made == made && step.present == present);
    let Some(place) = step else { unreachable!("an edge stands for a step") };
    place
}

/// Something that a certificate of the proof search writes as a lemma, in the frame that a turn
/// leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    Lemma(Lemma, Turn),
    /// The player to move at this node wins by ending the game; the kind is in its frame.
    Exit {
        spot: Spot,
        kind: u32,
    },
}

/// Writes what two roots rest on: that Black reaches the value, and that he gets no more.
pub(crate) struct ProofWriter<'a> {
    prover: &'a mut Prover,
    kinds: Vec<Kind>,
    /// The places of kinds, by whether the frame of a lemma has the colours exchanged, and its kind.
    places: [Vec<usize>; 2],
    numbers: HashMap<Source, u64>,
    /// What is to be written, by its number.
    sources: Vec<Source>,
    pen: Pen,
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
        let (numbers, sources) = (HashMap::default(), Vec::new());
        ProofWriter { prover, kinds, places, numbers, sources, pen: Pen::default() }
    }

    /// Takes the lemma that decides the start at a threshold, and all it rests on. Its number.
    pub(crate) fn root(&mut self, threshold: Threshold) -> Option<u64> {
        let spot = self.prover.here();
        let (lemma, kind, _) = self.prover.lemma(threshold)?;
        let root = source(lemma, spot, kind);
        // Depth first, without recursion: a lemma is numbered once all it rests on is.
        let mut stack = vec![(root, false)];
        while let Some((source, ready)) = stack.pop() {
            if self.numbers.contains_key(&source) {
                continue;
            }
            if ready {
                self.numbers.insert(source, self.sources.len() as u64);
                self.sources.push(source);
                continue;
            }
            stack.push((source, true));
            let rests_on = self.rests_on(source);
            stack.extend(rests_on.into_iter().rev().filter_map(|(_, source)| Some((source?, false))));
        }
        self.numbers.get(&root).copied()
    }

    /// Writes it all.
    pub(crate) fn finish(mut self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        let lemmas = &self.prover.lemmas;
        let has_buckets =
            |source: &Source| matches!(source, Source::Lemma(lemma, _) if !lemmas.buckets(*lemma).is_empty());
        let mut encoder = Encoder::new(&self.kinds, self.sources.iter().any(has_buckets));
        for source in std::mem::take(&mut self.sources) {
            self.write(source, &mut encoder);
        }
        encoder.finish(request, value, claims)
    }

    /// For each citation the edge and what is cited for it; nothing for the end of the game.
    fn rests_on(&mut self, source: Source) -> Vec<(usize, Option<Source>)> {
        let Source::Lemma(lemma, turn) = source else { return Vec::new() };
        let (graph, lemmas) = (&self.prover.graph, &self.prover.lemmas);
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let row = graph.expand(&mut self.pen, node);
        let cited = lemmas.citations(lemma).map(|citation| {
            let index = usize::from(citation.index);
            let edge = row.edge(index);
            let next = graph.after(Spot { node, turn }, &edge);
            // The same claim in the frame of the next node.
            let kind = if graph.group.exchanges(edge.turn) { self.prover.exchanged_kind(kind) } else { kind };
            (index, next.map(|next| self::source(citation.lemma, next, kind)))
        });
        cited.collect()
    }

    fn write(&mut self, source: Source, encoder: &mut Encoder) {
        let cited = self.rests_on(source);
        let (kind, spot, lemma) = match source {
            Source::Exit { spot, kind } => (kind, spot, Lemma::PLAIN),
            Source::Lemma(lemma, turn) => {
                let claim = self.prover.lemmas.claim(lemma);
                (claim.kind, Spot { node: claim.node, turn }, lemma)
            }
        };
        let graph = &self.prover.graph;
        let exchanges = graph.group.exchanges(spot.turn);
        let node = graph.node_at(spot);
        let row = graph.expand(&mut self.pen, spot.node);
        let edges: Vec<Edge> = row.edges().collect();
        let steps = graph.game.steps(&node);
        let step = |edge: usize| {
            let edge = &edges[edge];
            let present = graph.extra(edge).into_iter().flat_map(|extra| extra.present());
            let present: Vec<Fact> =
                present.map(|fact| graph.get_fact(graph.image(spot.turn, fact))).collect();
            step_with(&steps, graph.group.made(spot.turn, edge.made), &present)
        };
        let mut grounds: Vec<(usize, Option<u64>)> = cited
            .into_iter()
            .map(|(edge, cited)| (step(edge), cited.map(|cited| self.numbers[&cited])))
            .collect();
        grounds.sort_unstable();
        let black_wins = (kind & 1 == 1) != exchanges;
        let grounds = if black_wins != (node.to_move == Colour::Black) {
            Grounds::Loss { then: grounds.into_iter().filter_map(|(_, cited)| cited).collect() }
        } else {
            let (step, then) = grounds.first().copied().unwrap_or_else(|| (exit_step(&steps), None));
            Grounds::Win { step, then }
        };
        let fact = |fact: u32| graph.get_fact(graph.image(spot.turn, fact));
        let (absent, present) = self.prover.lemmas.conditions(lemma);
        let buckets = self.prover.lemmas.buckets(lemma);
        let group = |fact: u32| graph.bucket(fact).map(Bucket::group);
        if !buckets.is_empty() {
            // What its steps ask for and has no place of its own among the conditions.
            let guards = edges.iter().filter_map(|edge| graph.extra(edge)).flat_map(|extra| extra.absent());
            for guard in guards.chain(edges.iter().flat_map(|edge| graph.forbids(edge))) {
                if graph.bucket(guard).is_some_and(|bucket| buckets.has(bucket)) {
                    encoder.list(fact(guard), group(guard));
                }
            }
        }
        if encoder.is_grouped() {
            for number in numbers(absent).chain(numbers(present)) {
                encoder.list(fact(number), group(number));
            }
        }
        encoder.lemma(Statement {
            kind: self.places[usize::from(exchanges)][kind as usize],
            node: &node,
            absent: numbers(absent).map(fact).collect(),
            groups: buckets.all().map(Bucket::group).collect(),
            present: numbers(present).map(fact).collect(),
            grounds,
        });
    }
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
