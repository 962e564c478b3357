//! Writing certificates: the lemmas that a value rests on, pruned, in an order in which they
//! can be checked one at a time. `docs/certificate.md` describes the format field by field;
//! the checker reads it with code of its own.

use std::collections::hash_map::Entry;
use std::io::{self, Write};

use ahash::{HashMap, HashSet};
use kosolver_board::Colour;
use kosolver_rules::{Fact, Move, Node, Step, Threshold};

use crate::arena::numbers;
use crate::buckets::{Bucket, Pages};
use crate::edge::Edge;
use crate::graph::{Pen, Spot};
use crate::lemma::{Claim, Lemma};
use crate::packer::Packer;
use crate::prover::Prover;
use crate::request::Request;
use crate::symmetry::Turn;

/// What proves a value: a header that says what is proved, and encoded lemmas.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    header: String,
    /// The lemmas, compressed.
    frame: Vec<u8>,
    lemmas: u64,
}

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
        out.write_all(&self.frame)?;
        out.flush()
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
    /// Facts by their numbers in the search, here and below.
    pub absent: Vec<u32>,
    /// No fact of the buckets of this lemma of the search is in the history.
    pub buckets: (Lemma, Pages<'a>),
    pub present: Vec<u32>,
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

/// A fact by its number in the search, and its group.
pub(crate) type Lookup<'a> = &'a dyn Fn(u32) -> (Fact, Option<u16>);

/// Lemmas as bytes.
pub(crate) struct Encoder {
    packer: Packer,
    /// The numbers of facts in the file, by those in the search.
    facts: HashMap<u32, u32>,
    /// Where facts are listed, which is where lemmas have groups: the sets of groups in the file, by the
    /// lemmas of the search that have them.
    sets: Option<HashMap<Lemma, u32>>,
    count: u64,
}

impl Encoder {
    /// Of lemmas without groups.
    pub(crate) fn new(kinds: &[Kind]) -> Encoder {
        let mut packer = Packer::default();
        packer.number(kinds.len() as u64);
        for kind in kinds {
            packer.signed(kind.threshold.score.numerator());
            packer.number(kind.threshold.score.denominator() as u64);
            packer.number(u64::from(kind.threshold.strict));
            packer.number(kind.winner as u64);
            packer.number(u64::from(kind.endless));
        }
        Encoder { packer, facts: HashMap::default(), sets: None, count: 0 }
    }

    /// Of lemmas with groups, whose facts are all of these.
    pub(crate) fn listing(kinds: &[Kind], facts: &[u32], lookup: Lookup) -> Encoder {
        let mut encoder = Encoder::new(kinds);
        encoder.sets = Some(HashMap::default());
        encoder.packer.number(facts.len() as u64);
        for (&number, place) in facts.iter().zip(0..) {
            let (fact, group) = lookup(number);
            encoder.packer.fact(&fact);
            encoder.packer.number(group.map_or(0, |group| 1 + u64::from(group)));
            encoder.facts.insert(number, place);
        }
        encoder
    }

    /// Facts by their number among those that have been written; a new one in full, after a 0.
    fn facts(&mut self, facts: &[u32], lookup: Lookup) {
        self.packer.number(facts.len() as u64);
        for &fact in facts {
            let next = self.facts.len() as u32;
            match self.facts.entry(fact) {
                Entry::Occupied(number) => self.packer.number(1 + u64::from(*number.get())),
                Entry::Vacant(entry) => {
                    entry.insert(next);
                    self.packer.number(0);
                    self.packer.fact(&lookup(fact).0);
                }
            }
        }
    }

    /// A set of groups by its number among those that have been written; a new one in full, after a 0. No
    /// groups are set 0.
    fn groups(&mut self, (lemma, buckets): (Lemma, Pages)) {
        let Some(sets) = &mut self.sets else { return };
        if buckets.is_empty() {
            return self.packer.number(1);
        }
        let next = 1 + sets.len() as u32;
        match sets.entry(lemma) {
            Entry::Occupied(number) => self.packer.number(1 + u64::from(*number.get())),
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.packer.number(0);
                self.packer.number(buckets.all().count() as u64);
                let mut least = 0;
                for group in buckets.all().map(|bucket| u64::from(bucket.group())) {
                    self.packer.number(group - least);
                    least = group + 1;
                }
            }
        }
    }

    /// The number of the next lemma.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Writes the next lemma.
    pub(crate) fn lemma(&mut self, lemma: Statement, lookup: Lookup) {
        self.packer.number(1 + lemma.kind as u64);
        self.packer.node(lemma.node);
        self.facts(&lemma.absent, lookup);
        self.groups(lemma.buckets);
        self.facts(&lemma.present, lookup);
        let back = |cited: u64, own: u64| own as i64 - cited as i64;
        match &lemma.grounds {
            Grounds::Win { step, then } => {
                self.packer.number(*step as u64);
                if let Some(cited) = then {
                    self.packer.signed(back(*cited, self.count));
                }
            }
            Grounds::Loss { then } => {
                self.packer.number(then.len() as u64);
                for cited in then {
                    self.packer.signed(back(*cited, self.count));
                }
            }
        }
        self.count += 1;
    }

    /// The end: how many lemmas there were, and which of them makes each claim of the header.
    pub(crate) fn finish(mut self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        self.packer.number(0);
        self.packer.number(self.count);
        self.packer.number(claims.len() as u64);
        for claim in claims {
            self.packer.number(claim.map_or(0, |lemma| lemma + 1));
        }
        let version = if self.sets.is_some() { 2 } else { 1 };
        let game = &request.game;
        let header = format!(
            "kosolver certificate {version}\nboard {}\nrules {}\nposition {}\nto-play {}\n{}value {value}\n\n",
            game.board(),
            game.rules(),
            request.position.text(game.board()),
            request.to_move,
            played(request),
        );
        Certificate { header, frame: self.packer.finish(), lemmas: self.count }
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
    numbers: HashMap<Source, u32>,
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
                self.numbers.insert(source, self.sources.len() as u32);
                self.sources.push(source);
                continue;
            }
            stack.push((source, true));
            let rests_on = self.rests_on(source);
            stack.extend(rests_on.into_iter().rev().filter_map(|(_, source)| Some((source?, false))));
        }
        self.numbers.get(&root).copied().map(u64::from)
    }

    /// Writes it all.
    pub(crate) fn finish(mut self, request: &Request, value: &str, claims: &[Option<u64>]) -> Certificate {
        let sources = std::mem::take(&mut self.sources);
        let lemmas = &self.prover.lemmas;
        let has_buckets =
            |source: &Source| matches!(source, Source::Lemma(lemma, _) if !lemmas.buckets(*lemma).is_empty());
        let mut encoder = if sources.iter().any(has_buckets) {
            let facts = self.facts(&sources);
            Encoder::listing(&self.kinds, &facts, &|fact| self.lookup(fact))
        } else {
            Encoder::new(&self.kinds)
        };
        for source in sources {
            self.write(source, &mut encoder);
        }
        encoder.finish(request, value, claims)
    }

    fn lookup(&self, fact: u32) -> (Fact, Option<u16>) {
        let graph = &self.prover.graph;
        (graph.get_fact(fact), graph.bucket(fact).map(Bucket::group))
    }

    /// All facts that the lemmas speak of, and those that the steps of lemmas with buckets ask for, in the
    /// order in which they come up.
    fn facts(&mut self, sources: &[Source]) -> Vec<u32> {
        let (graph, lemmas) = (&self.prover.graph, &self.prover.lemmas);
        let (mut facts, mut known) = (Vec::new(), HashSet::default());
        for source in sources {
            let &Source::Lemma(lemma, turn) = source else { continue };
            let mut add = |fact: u32| {
                let fact = graph.image(turn, fact);
                if known.insert(fact) {
                    facts.push(fact);
                }
            };
            let (absent, present) = lemmas.conditions(lemma);
            numbers(absent).chain(numbers(present)).for_each(&mut add);
            let buckets = lemmas.buckets(lemma);
            if !buckets.is_empty() {
                let row = graph.expand(&mut self.pen, lemmas.claim(lemma).node);
                for edge in row.edges() {
                    let guards = graph.extra(&edge).into_iter().flat_map(|extra| extra.absent());
                    let listed = |fact: &u32| graph.bucket(*fact).is_some_and(|bucket| buckets.has(bucket));
                    guards.chain(graph.forbids(&edge)).filter(listed).for_each(&mut add);
                }
            }
        }
        facts
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
            .map(|(edge, cited)| (step(edge), cited.map(|cited| u64::from(self.numbers[&cited]))))
            .collect();
        grounds.sort_unstable();
        let black_wins = (kind & 1 == 1) != exchanges;
        let grounds = if black_wins != (node.to_move == Colour::Black) {
            Grounds::Loss { then: grounds.into_iter().filter_map(|(_, cited)| cited).collect() }
        } else {
            let (step, then) = grounds.first().copied().unwrap_or_else(|| (exit_step(&steps), None));
            Grounds::Win { step, then }
        };
        let turned = |fact: u32| graph.image(spot.turn, fact);
        let (absent, present) = self.prover.lemmas.conditions(lemma);
        let statement = Statement {
            kind: self.places[usize::from(exchanges)][kind as usize],
            node: &node,
            absent: numbers(absent).map(turned).collect(),
            buckets: (lemma, self.prover.lemmas.buckets(lemma)),
            present: numbers(present).map(turned).collect(),
            grounds,
        };
        encoder.lemma(statement, &|fact| self.lookup(fact));
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
