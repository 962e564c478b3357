//! Writing certificates: the lemmas that a value rests on, pruned, in an order in which they
//! can be checked one at a time. `docs/certificate.md` describes the format field by field;
//! the checker reads it with code of its own.

use std::io::{self, Write};

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::{Code, Fact, Move, Node, Step, Threshold};

use crate::arena::numbers;
use crate::edge::Edge;
use crate::graph::{Pen, Spot, ban_number};
use crate::lemma::{Citation, Claim, Lemma};
use crate::prover::Prover;
use crate::request::Request;
use crate::symmetry::Turn;

/// What proves a value: a header that says what is proved, and encoded lemmas.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    header: String,
    body: Vec<u8>,
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
        encoder.write_all(&self.body)?;
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
pub(crate) struct Entry<'a> {
    pub kind: usize,
    pub node: &'a Node,
    pub absent: Vec<Fact>,
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
    body: Vec<u8>,
    facts: HashMap<Fact, u64>,
    count: u64,
}

impl Encoder {
    pub(crate) fn new(kinds: &[Kind]) -> Encoder {
        let mut encoder = Encoder { body: Vec::new(), facts: HashMap::default(), count: 0 };
        encoder.number(kinds.len() as u64);
        for kind in kinds {
            encoder.signed(kind.threshold.score.numerator());
            encoder.number(kind.threshold.score.denominator() as u64);
            encoder.number(u64::from(kind.threshold.strict));
            encoder.number(kind.winner as u64);
            encoder.number(u64::from(kind.endless));
        }
        encoder
    }

    /// Seven bits a byte, the low ones first; the high bit says that more follow.
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.body.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.body.push(value as u8);
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

    /// Facts by their number among those that have been written; a new one in full, after a 0.
    fn facts(&mut self, facts: &[Fact]) {
        self.number(facts.len() as u64);
        for fact in facts {
            if let Some(&number) = self.facts.get(fact) {
                self.number(number + 1);
                continue;
            }
            self.facts.insert(*fact, self.facts.len() as u64);
            self.number(0);
            self.number(u64::from(fact.scope.0));
            self.number(fact.colour.map_or(0, |colour| 1 + colour as u64));
            self.number(u64::from(fact.index));
            for set in [fact.position.black, fact.position.white, fact.to.black, fact.to.white] {
                self.number(set.bits());
            }
        }
    }

    /// The number of the next lemma.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Writes the next lemma.
    pub(crate) fn lemma(&mut self, entry: &Entry) {
        self.number(1 + entry.kind as u64);
        self.node(entry.node);
        self.facts(&entry.absent);
        self.facts(&entry.present);
        let back = |cited: u64, own: u64| own as i64 - cited as i64;
        match &entry.grounds {
            Grounds::Win { step, then } => {
                self.number(*step as u64);
                if let Some(cited) = then {
                    self.signed(back(*cited, self.count));
                }
            }
            Grounds::Loss { then } => {
                self.number(then.len() as u64);
                for cited in then {
                    self.signed(back(*cited, self.count));
                }
            }
        }
        self.count += 1;
    }

    /// The end: how many lemmas there were, and which of them makes each claim of the header.
    pub(crate) fn finish(mut self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        self.number(0);
        self.number(self.count);
        self.number(claims.len() as u64);
        for claim in claims {
            self.number(claim.map_or(0, |lemma| lemma + 1));
        }
        let game = &request.game;
        let header = format!(
            "kosolver certificate 1\nboard {}\nrules {}\nposition {}\nto-play {}\n{}value {value}\n\n",
            game.board(),
            game.rules(),
            request.position.text(game.board()),
            request.to_move,
            played(request),
        );
        Certificate { header, body: self.body, lemmas: self.count }
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
    /// By whether the frame of a lemma has the colours exchanged, and its kind.
    kinds: [Vec<usize>; 2],
    numbers: HashMap<Source, u64>,
    encoder: Encoder,
    pen: Pen,
    /// What must be absent for the lemmas that have it in buckets, found again fact by fact: the checker
    /// need not know of buckets.
    exact: HashMap<Lemma, Vec<u32>>,
}

impl<'a> ProofWriter<'a> {
    /// `restated` says what the kinds of the search's lemmas amount to in the certificate.
    pub(crate) fn new(
        prover: &'a mut Prover,
        restated: impl Fn(Threshold, Colour) -> Threshold,
    ) -> ProofWriter<'a> {
        let mut kinds: Vec<Kind> = Vec::new();
        let index = [false, true].map(|exchanges| {
            let mut index = Vec::new();
            for threshold in prover.thresholds() {
                for winner in [Colour::White, Colour::Black] {
                    // In the frame of the game.
                    let (threshold, winner) = if exchanges {
                        (prover.exchanged(*threshold), !winner)
                    } else {
                        (*threshold, winner)
                    };
                    let kind = Kind { threshold: restated(threshold, winner), winner, endless: false };
                    index.push(kinds.iter().position(|known| *known == kind).unwrap_or(kinds.len()));
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                }
            }
            index
        });
        let encoder = Encoder::new(&kinds);
        ProofWriter {
            prover,
            kinds: index,
            numbers: HashMap::default(),
            encoder,
            pen: Pen::default(),
            exact: HashMap::default(),
        }
    }

    /// Writes the lemma that decides the start at a threshold, and all it rests on. Its number.
    pub(crate) fn root(&mut self, threshold: Threshold) -> Option<u64> {
        let spot = self.prover.here();
        let (lemma, kind, _) = self.prover.lemma(threshold)?;
        let root = source(lemma, spot, kind);
        // Depth first, without recursion: a lemma is written once all it rests on is.
        let mut stack = vec![(root, false)];
        while let Some((source, ready)) = stack.pop() {
            if self.numbers.contains_key(&source) {
                continue;
            }
            if ready {
                self.numbers.insert(source, self.encoder.count);
                self.write(source);
                continue;
            }
            stack.push((source, true));
            let rests_on = self.rests_on(source);
            stack.extend(rests_on.into_iter().rev().filter_map(|(_, source)| Some((source?, false))));
        }
        self.numbers.get(&root).copied()
    }

    pub(crate) fn finish(self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        self.encoder.finish(request, value, claims)
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

    /// The facts that must be absent for a lemma, from what it cites: all of that has been written.
    fn exact_absent(&self, lemma: Lemma, edges: &[Edge], implied: [u32; 2]) -> Vec<u32> {
        let (graph, lemmas) = (&self.prover.graph, &self.prover.lemmas);
        let Claim { node, kind, .. } = lemmas.claim(lemma);
        let mover = graph.face(graph.record(node)).mover;
        let wins = (kind & 1 == 1) == (mover == Colour::Black);
        let mut absent = Vec::new();
        for Citation { index, lemma } in lemmas.citations(lemma) {
            let edge = &edges[usize::from(index)];
            match self.exact.get(&lemma) {
                Some(cited) => graph.absent_before(edge, cited.iter().copied(), &mut absent),
                None => graph.absent_before(edge, numbers(lemmas.conditions(lemma).0), &mut absent),
            }
            if wins {
                absent.extend(graph.forbids(edge));
            }
        }
        if !wins {
            let guards = edges.iter().filter_map(|edge| self.guards_of_prohibited(lemma, edge, implied));
            absent.extend(guards.flatten());
        }
        absent.sort_unstable();
        absent.dedup();
        absent
    }

    /// The facts that must be absent so that a step applies that a lemma knows to be prohibited: then no
    /// other step of its move does. Nothing if the lemma does not ask for all of its guards.
    fn guards_of_prohibited(&self, lemma: Lemma, edge: &Edge, implied: [u32; 2]) -> Option<Vec<u32>> {
        let (graph, lemmas) = (&self.prover.graph, &self.prover.lemmas);
        let extra = graph.extra(edge)?;
        let (absent, present) = lemmas.conditions(lemma);
        let buckets = lemmas.buckets(lemma);
        let is_present = |fact| implied.contains(&fact) || numbers(present).any(|other| other == fact);
        let is_absent = |fact| {
            numbers(absent).any(|other| other == fact)
                || graph.bucket(fact).is_some_and(|bucket| buckets.has(bucket))
        };
        let known = graph.forbids(edge).any(is_present)
            && extra.present().all(is_present)
            && extra.absent().all(is_absent);
        known.then(|| extra.absent().collect())
    }

    fn write(&mut self, source: Source) {
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
        let present = numbers(present).map(fact).collect();
        if !self.prover.lemmas.buckets(lemma).is_empty() && !self.exact.contains_key(&lemma) {
            let exact = self.exact_absent(lemma, &edges, row.implied);
            self.exact.insert(lemma, exact);
        }
        let absent = match self.exact.get(&lemma) {
            Some(exact) => exact.iter().copied().map(fact).collect(),
            None => numbers(absent).map(fact).collect(),
        };
        let kind = self.kinds[usize::from(exchanges)][kind as usize];
        self.encoder.lemma(&Entry { kind, node: &node, absent, present, grounds });
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
