//! What the proof search has found, as a certificate: the lemmas that a value rests on, gathered from the
//! tables and, where the tables were full on the way, from volumes.

use ahash::{HashMap, HashSet, RandomState};
use indexmap::IndexMap;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Step, Threshold};

use crate::arena::numbers;
use crate::buckets::Bucket;
use crate::certificate::{Certificate, Encoder, Grounds, Kind, Statement, step_with};
use crate::edge::Edge;
use crate::graph::{Pen, Spot};
use crate::lemma::{Claim, Lemma, Origin};
use crate::prover::Prover;
use crate::request::{Error, Request};
use crate::symmetry::Turn;

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

/// Writes what two claims rest on: that Black reaches the value, and that he gets no more.
pub(crate) struct ProofWriter<'a> {
    prover: &'a mut Prover,
    kinds: Vec<Kind>,
    /// The places of kinds, by whether the frame of a lemma has the colours exchanged, and its kind.
    places: [Vec<usize>; 2],
    /// The numbers in the certificate of what is written of the present tables, and of what it rests on in
    /// volumes before.
    numbers: HashMap<Source, u32>,
    pen: Pen,
    /// The bytes of what is kept from one volume to the next.
    kept: usize,
}

/// A lemma of a volume, by its number there, and the turn to the frame in which it is cited.
type Wanted = (Origin, Turn);

/// Facts in the order of a list, each with its group.
type Listed = IndexMap<Fact, Option<u16>, RandomState>;

/// After so many lemmas it is seen whether there is still room.
const STRIDE: usize = 1 << 10;

/// What something rests on.
#[derive(Default)]
struct Part {
    /// In the present tables, each after what it rests on.
    here: Vec<Source>,
    /// In volumes before.
    before: Vec<(Source, Wanted)>,
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
        ProofWriter { prover, kinds, places, numbers: HashMap::default(), pen: Pen::default(), kept: 0 }
    }

    /// Writes the lemmas that decide the start at these thresholds, and all they rest on.
    ///
    /// # Errors
    /// [`Error::Memory`] if there is no room for it, and those of [`Prover::open_volume`] if there are volumes.
    pub(crate) fn write(
        mut self,
        claims: [Option<Threshold>; 2],
        (request, value): (&Request, &str),
    ) -> Result<Certificate, Error> {
        let volumes = self.prover.volumes();
        if volumes > 0 {
            return self.write_volumes(claims, (request, value), volumes);
        }
        let roots = self.roots(claims);
        let Part { here, .. } = self.part(&all(roots))?;
        let mut encoder = if here.iter().any(|source| self.has_buckets(*source)) {
            let facts = self.facts(&here)?;
            let mut encoder = Encoder::listing(&self.kinds, facts.iter().map(|fact| self.lookup(*fact)));
            encoder.turn_to(facts.into_iter().zip(0..));
            encoder
        } else {
            Encoder::new(&self.kinds)
        };
        self.write_all(&here, &mut encoder)?;
        Ok(encoder.finish(request, value, &self.numbers_of(roots)))
    }

    /// The same if lemmas rest on what is in volumes. Backwards from the present tables, which become
    /// the last volume, it finds what each of them is needed for; then it writes them in their order.
    fn write_volumes(
        mut self,
        claims: [Option<Threshold>; 2],
        (request, value): (&Request, &str),
        last: u16,
    ) -> Result<Certificate, Error> {
        self.prover.add_volume(1)?;
        let mut wanted: Vec<Vec<(u32, Turn)>> = vec![Vec::new(); usize::from(last)];
        // The facts that lemmas speak of, with their groups.
        let mut listed: Listed = IndexMap::default();
        for volume in (0..=last).rev() {
            let known = self.open(volume)?;
            let roots = match wanted.get_mut(usize::from(volume)) {
                None => all(self.roots(claims)),
                Some(wanted) => {
                    wanted.sort_unstable();
                    wanted.dedup();
                    sources(wanted, &known)
                }
            };
            let part = self.part(&roots)?;
            for (_, (origin, turn)) in &part.before {
                wanted[usize::from(origin.volume)].push((origin.lemma, *turn));
            }
            for fact in self.facts(&part.here)? {
                let (fact, group) = self.lookup(fact);
                listed.entry(fact).or_insert(group);
                self.kept = wanted.iter().map(list_bytes).sum::<usize>() + listed_bytes(&listed);
                self.check_room(0)?;
            }
        }
        let mut encoder = Encoder::listing(&self.kinds, listed.iter().map(|(fact, group)| (*fact, *group)));
        let kept = self.kept;
        let mut written: HashMap<Wanted, u32> = HashMap::default();
        for (volume, wanted) in (0..).zip(&wanted) {
            let known = self.open(volume)?;
            let roots = sources(wanted, &known);
            self.kept = kept + map_bytes(&written);
            self.write_part(&roots, &listed, &written, &mut encoder)?;
            for ((lemma, turn), root) in wanted.iter().zip(&roots) {
                written.insert((Origin { volume, lemma: *lemma }, *turn), self.numbers[root]);
            }
        }
        self.open(last)?;
        let roots = self.roots(claims);
        self.write_part(&all(roots), &listed, &written, &mut encoder)?;
        self.prover.go_on();
        Ok(encoder.finish(request, value, &self.numbers_of(roots)))
    }

    /// Writes what these rest on in the present tables, where all before them is written.
    fn write_part(
        &mut self,
        roots: &[Source],
        listed: &Listed,
        written: &HashMap<Wanted, u32>,
        encoder: &mut Encoder,
    ) -> Result<(), Error> {
        // The same that the first pass has found in these tables, so all facts have a place.
        let part = self.part(roots)?;
        let numbers = self.facts(&part.here)?;
        encoder.turn_to(numbers.into_iter().map(|fact| {
            let place = listed.get_index_of(&self.lookup(fact).0);
            (fact, place.unwrap_or_else(|| unreachable!("the first pass has listed it")) as u32)
        }));
        self.numbers = part.before.iter().map(|(source, wanted)| (*source, written[wanted])).collect();
        self.write_all(&part.here, encoder)
    }

    /// Has a volume in the place of the present tables. The numbers of its lemmas in these.
    fn open(&mut self, volume: u16) -> Result<Vec<u32>, Error> {
        // It knows numbers of the tables of before.
        self.pen = Pen::default();
        self.prover.open_volume(volume)
    }

    /// The lemmas that decide the start at these thresholds.
    fn roots(&mut self, claims: [Option<Threshold>; 2]) -> [Option<Source>; 2] {
        claims.map(|claim| {
            let spot = self.prover.here();
            let (lemma, kind, _) = self.prover.lemma(claim?)?;
            Some(source(lemma, spot, kind))
        })
    }

    /// Their numbers in the certificate.
    fn numbers_of(&self, roots: [Option<Source>; 2]) -> [Option<u64>; 2] {
        roots.map(|root| self.numbers.get(&root?).copied().map(u64::from))
    }

    /// What these rest on, and they themselves.
    fn part(&mut self, roots: &[Source]) -> Result<Part, Error> {
        let (mut part, mut known) = (Part::default(), HashSet::default());
        // Depth first, without recursion: a lemma comes once all it rests on has.
        let mut stack: Vec<(Source, bool)> = roots.iter().rev().map(|root| (*root, false)).collect();
        while let Some((source, ready)) = stack.pop() {
            if ready {
                part.here.push(source);
                if part.here.len().is_multiple_of(STRIDE) {
                    let taken = list_bytes(&part.here) + list_bytes(&part.before) + list_bytes(&stack);
                    self.check_room(taken + set_bytes(&known))?;
                }
                continue;
            }
            if !known.insert(source) {
                continue;
            }
            if let Source::Lemma(lemma, turn) = source
                && let Some(origin) = self.prover.lemmas.origin(lemma)
            {
                part.before.push((source, (origin, turn)));
                continue;
            }
            stack.push((source, true));
            let rests_on = self.rests_on(source);
            stack.extend(rests_on.into_iter().rev().filter_map(|(_, source)| Some((source?, false))));
        }
        Ok(part)
    }

    /// Whether there is room for so many bytes beside the tables and what is kept.
    fn check_room(&self, bytes: usize) -> Result<(), Error> {
        self.prover.check_room((self.kept + bytes) as u64)
    }

    /// Writes these, each after what it rests on.
    fn write_all(&mut self, sources: &[Source], encoder: &mut Encoder) -> Result<(), Error> {
        for source in sources {
            self.numbers.insert(*source, encoder.count() as u32);
            self.write_source(*source, encoder);
            if encoder.count().is_multiple_of(STRIDE as u64) {
                self.check_room(size_of_val(sources) + map_bytes(&self.numbers) + encoder.bytes())?;
            }
        }
        Ok(())
    }

    fn has_buckets(&self, source: Source) -> bool {
        matches!(source, Source::Lemma(lemma, _) if !self.prover.lemmas.buckets(lemma).is_empty())
    }

    fn lookup(&self, fact: u32) -> (Fact, Option<u16>) {
        let graph = &self.prover.graph;
        (graph.get_fact(fact), graph.bucket(fact).map(Bucket::group))
    }

    /// All facts that the lemmas speak of, and those that the steps of lemmas with buckets ask for, in the
    /// order in which they come up.
    fn facts(&mut self, sources: &[Source]) -> Result<Vec<u32>, Error> {
        let (graph, lemmas) = (&self.prover.graph, &self.prover.lemmas);
        let (mut facts, mut known) = (Vec::new(), HashSet::default());
        for (count, source) in sources.iter().enumerate() {
            let &Source::Lemma(lemma, turn) = source else { continue };
            if count.is_multiple_of(STRIDE) {
                let taken = size_of_val(sources) + list_bytes(&facts) + set_bytes(&known);
                self.prover.check_room((self.kept + taken) as u64)?;
            }
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
        Ok(facts)
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

    fn write_source(&mut self, source: Source, encoder: &mut Encoder) {
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

fn list_bytes<T>(list: &Vec<T>) -> usize {
    size_of::<T>() * list.capacity()
}

/// The bytes of a table of so many places: of eight seven are used, and each has a byte of its own.
fn table_bytes<T>(capacity: usize) -> usize {
    size_of::<(T, u8)>() * capacity / 7 * 8
}

fn set_bytes<T>(set: &HashSet<T>) -> usize {
    table_bytes::<T>(set.capacity())
}

pub(crate) fn map_bytes<K, V>(map: &HashMap<K, V>) -> usize {
    table_bytes::<(K, V)>(map.capacity())
}

fn listed_bytes(listed: &Listed) -> usize {
    size_of::<(u64, Fact, Option<u16>)>() * listed.capacity() + table_bytes::<usize>(listed.capacity())
}

fn all(roots: [Option<Source>; 2]) -> Vec<Source> {
    roots.into_iter().flatten().collect()
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
