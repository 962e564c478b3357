//! What lemmas rest on, found again where the search has not kept it.
//!
//! A lemma was derived from lemmas that had been stored before it, so their numbers are less than its own, and
//! it asks for all that they ask for. Any lemma of the same nodes with a number that is less, and of which that
//! is so, serves as well. So nothing rests on itself, and something is always found.

mod quickly;

use kosolver_board::Colour;
use kosolver_rules::{Scope, Threshold};
use smallvec::SmallVec;

use crate::concurrent::{Full, NONE};
use crate::decided::needed;
use crate::graph::{Edge, FactNumber, Graph, Loose, MemoryNumber, NodeNumber, Pen, Row, Target, facts};
use crate::lemma::{Buckets, Citation, Claim, Lemma, Pages, Pattern, winner};
use crate::prover::{Prover, last};
use crate::tables::Tables;

/// All lemmas of the tables by their nodes, those among them that no list has any more.
pub(crate) struct GroundsFinder {
    /// By node where those begin that are kept with it.
    starts: Vec<u32>,
    lemmas: Vec<u32>,
    /// By kind: whether a lemma of another kind says as much, and how many points the winner needs for good.
    serves: Vec<Vec<bool>>,
    needed: Vec<u8>,
    /// By kind the same with the colours exchanged, if a symmetry does that.
    exchanged: Vec<u32>,
    thresholds: Vec<Threshold>,
}

/// The conditions of a lemma, to be compared with.
struct Asked<'a> {
    absent: Vec<FactNumber>,
    present: Vec<FactNumber>,
    buckets: Pages<'a>,
    patterns: Vec<Pattern>,
}

impl<'a> Asked<'a> {
    /// Those of a lemma, and what holds at its node under every history.
    fn of(tables: &'a Tables, row: Row, lemma: Lemma) -> Asked<'a> {
        let Tables { graph, lemmas } = tables;
        let (absent, present) = lemmas.conditions(lemma);
        let implied = row.implied.into_iter().filter(|fact| *fact != FactNumber::NONE);
        Asked {
            absent: facts(absent).collect(),
            present: facts(present).chain(implied).collect(),
            buckets: lemmas.buckets(lemma),
            patterns: lemmas.patterns(lemma).iter(graph).collect(),
        }
    }

    /// Whether a fact must be absent.
    fn lacks(&self, graph: &Graph, fact: FactNumber) -> bool {
        self.absent.binary_search(&fact).is_ok()
            || graph.bucket(fact).is_some_and(|bucket| self.buckets.has(bucket))
            || !self.patterns.is_empty() && {
                let (scope, position) = last(graph, fact);
                self.patterns.iter().any(|pattern| pattern.scope == scope && pattern.matches(position))
            }
    }

    fn has(&self, fact: FactNumber) -> bool {
        self.present.contains(&fact)
    }

    /// Whether an edge, by these conditions, cannot be taken.
    fn rules_out(&self, graph: &Graph, edge: &Edge) -> bool {
        graph.forbids(edge).any(|fact| self.has(fact))
            || graph.extra(edge).is_some_and(|extra| {
                extra.absent().any(|fact| self.has(fact))
                    || extra.present().any(|fact| self.lacks(graph, fact) || self.excludes(graph, fact))
            })
    }

    /// Whether a fact that must be present never holds together with another.
    fn excludes(&self, graph: &Graph, fact: FactNumber) -> bool {
        let fact = graph.get_fact(fact);
        self.present.iter().any(|present| graph.game.excludes(&graph.get_fact(*present), &fact))
    }
}

impl GroundsFinder {
    /// Of the tables of a search that has forgotten no lemma.
    pub(crate) fn new(prover: &Prover) -> GroundsFinder {
        let Tables { graph, lemmas } = &prover.tables;
        let kin = |lemma: u32| {
            let node = lemmas.claim(Lemma(lemma)).node;
            graph.kin(node, graph.record(node)).0.0 as usize
        };
        let mut starts = vec![0; graph.len() as usize + 1];
        (0..lemmas.len()).for_each(|lemma| starts[kin(lemma)] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut by_node = vec![0; lemmas.len() as usize];
        for lemma in (0..lemmas.len()).rev() {
            let place = &mut starts[kin(lemma)];
            *place -= 1;
            by_node[*place as usize] = lemma;
        }
        let thresholds = prover.thresholds();
        let kinds = 0..2 * thresholds.len() as u32;
        let threshold = |kind: u32| thresholds[(kind >> 1) as usize];
        let serves = |kind: u32| {
            let says_as_much = |other: u32| {
                kind & 1 == other & 1
                    && if kind & 1 == 1 {
                        threshold(other) >= threshold(kind)
                    } else {
                        threshold(other) <= threshold(kind)
                    }
            };
            kinds.clone().map(says_as_much).collect()
        };
        let points = |kind: u32| match kind & 1 {
            1 => needed(&graph.game, |score| threshold(kind).met_by(score), Colour::Black),
            _ => needed(&graph.game, |score| !threshold(kind).met_by(score), Colour::White),
        };
        GroundsFinder {
            starts,
            lemmas: by_node,
            serves: kinds.clone().map(serves).collect(),
            needed: kinds.clone().map(points).collect(),
            exchanged: match graph.group.turns().any(|turn| graph.group.exchanges(turn)) {
                true => kinds.map(|kind| prover.exchanged_kind(kind)).collect(),
                false => Vec::new(),
            },
            thresholds: thresholds.to_vec(),
        }
    }

    /// The bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<u32>() * (self.starts.capacity() + self.lemmas.capacity())
    }

    /// The lemmas that are kept with a node, in the order of their numbers.
    fn of_node(&self, node: NodeNumber) -> &[u32] {
        match self.starts.get(node.0 as usize..node.0 as usize + 2) {
            Some(&[start, end]) => &self.lemmas[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Whether a score is a win for whom a kind of lemma says, both in the frame of a node.
    fn is_won(&self, graph: &Graph, kind: u32, score: u32) -> bool {
        let score = graph.scores.get(score);
        self.thresholds[(kind >> 1) as usize].met_by(score) == (kind & 1 == 1)
    }

    /// What a lemma rests on; nothing if its position is decided, or another certificate proves it. With it the
    /// moves of its node, all if it is lost by them.
    pub(crate) fn citations<'a>(
        &self,
        tables: &'a Tables,
        pen: &mut Pen,
        lemma: Lemma,
        into: &mut Vec<Citation>,
    ) -> Result<(Row<'a>, Option<Loose>), Full> {
        let Tables { graph, lemmas } = tables;
        into.clear();
        let claim = lemmas.claim(lemma);
        if lemmas.assumed(lemma).is_some() {
            return graph.expand_loosely(pen, claim.node);
        }
        let face = graph.face(graph.record(claim.node));
        let winner = winner(claim.kind);
        let (mover_wins, settled) = (face.mover == winner, graph.positions.settled(face.position));
        if mover_wins || settled[winner as usize] >= self.needed[claim.kind as usize] {
            if graph.one_step
                && lemmas.buckets(lemma).is_empty()
                && let Some(found) = self.quickly(tables, pen, (lemma, claim), into)?
            {
                return Ok(found);
            }
            // With buckets, a checker is told of what all moves ask for.
            let (row, loose) = match lemmas.buckets(lemma).is_empty() {
                true => graph.expand_made(pen, claim.node)?,
                false => graph.expand_loosely(pen, claim.node)?,
            };
            let asked = Asked::of(tables, row, lemma);
            if self.is_decided(graph, row, claim, &asked) {
                return Ok((row, loose));
            }
            if mover_wins && let Some(winning) = self.winning(tables, row, (lemma, claim), &asked)? {
                into.push(winning);
                return Ok((row, loose));
            }
            loose.into_iter().for_each(|loose| Graph::discard(pen, loose));
        }
        let (row, loose) = graph.expand_loosely(pen, claim.node)?;
        let asked = Asked::of(tables, row, lemma);
        if mover_wins {
            // Of the position that the move leads to there may be none but nodes that are not plain.
            let winning = self.winning(tables, row, (lemma, claim), &asked)?;
            let Some(winning) = winning else {
                unreachable!("what a lemma was derived from is in the tables")
            };
            into.push(winning);
            return Ok((row, loose));
        }
        for (index, edge) in row.edges().enumerate() {
            if asked.rules_out(graph, &edge) {
                continue;
            }
            let found = match self.plainly(graph, claim, &edge) {
                true => Some(Lemma::PLAIN),
                false => self.after(tables, (lemma, claim), &edge, &asked)?,
            };
            let Some(lemma) = found else { unreachable!("what a lemma was derived from is in the tables") };
            into.push(Citation { index: index as u16, lemma });
        }
        Ok((row, loose))
    }

    /// Whether an edge, or the move of whoever wins after it, ends the game with the score that a claim says.
    fn plainly(&self, graph: &Graph, claim: Claim, edge: &Edge) -> bool {
        match edge.target {
            Target::End(score) => self.is_won(graph, claim.kind, score),
            target => graph.made(target).is_some_and(|next| {
                let face = graph.face(graph.record(next));
                let kind = self.kind_after(graph, claim, edge);
                face.exit != NONE && face.mover == winner(kind) && self.is_won(graph, kind, face.exit)
            }),
        }
    }

    /// The kind of a claim in the frame of the node that an edge leads to.
    fn kind_after(&self, graph: &Graph, claim: Claim, edge: &Edge) -> u32 {
        if graph.group.exchanges(edge.turn) { self.exchanged[claim.kind as usize] } else { claim.kind }
    }

    /// The lemmas that may be cited for an edge, the latest first.
    fn candidates<'a>(
        &'a self,
        tables: &'a Tables,
        (lemma, claim): (Lemma, Claim),
        edge: &Edge,
    ) -> impl Iterator<Item = Lemma> + use<'a> {
        let Tables { graph, lemmas } = tables;
        let serves = &self.serves[self.kind_after(graph, claim, edge) as usize];
        let next = graph.made(edge.target).map(|next| graph.kin(next, graph.record(next)));
        let all = next.map_or(&[][..], |(kin, _)| self.of_node(kin));
        let before = &all[..all.partition_point(|other| *other < lemma.0)];
        let weighs = move |Claim { kind, memory: theirs, .. }: Claim, ours: MemoryNumber| {
            let threshold = self.thresholds[(kind >> 1) as usize];
            let [ours, theirs] = [ours, theirs].map(|memory| graph.memories.get(memory.0));
            let (good, bad) = if kind & 1 == 1 { (&ours, &theirs) } else { (&theirs, &ours) };
            graph.game.outweighs(threshold, good, bad)
        };
        before.iter().rev().map(|other| Lemma(*other)).filter(move |other| {
            let claim = lemmas.claim(*other);
            let remembers = |(_, memory)| claim.memory == memory || weighs(claim, memory);
            serves[claim.kind as usize] && next.is_some_and(remembers)
        })
    }

    /// The lemma of what an edge leads to.
    fn after(
        &self,
        tables: &Tables,
        derived: (Lemma, Claim),
        edge: &Edge,
        asked: &Asked,
    ) -> Result<Option<Lemma>, Full> {
        for other in self.candidates(tables, derived, edge) {
            if asks_no_more(tables, edge, other, asked)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// The move of a row that wins, and the lemma after it; `None` if the row has none.
    fn winning(
        &self,
        tables: &Tables,
        row: Row,
        derived: (Lemma, Claim),
        asked: &Asked,
    ) -> Result<Option<Citation>, Full> {
        let graph = &tables.graph;
        let mut latest: Vec<(Lemma, u16)> = Vec::new();
        for (index, edge) in row.edges().enumerate() {
            let index = index as u16;
            let may_be_played = graph.forbids(&edge).all(|fact| asked.lacks(graph, fact))
                && graph.extra(&edge).is_none_or(|extra| {
                    extra.present().all(|fact| asked.has(fact))
                        && extra.absent().all(|fact| asked.lacks(graph, fact))
                });
            if !may_be_played {
                continue;
            }
            if let Target::End(score) = edge.target {
                if self.is_won(graph, derived.1.kind, score) {
                    return Ok(Some(Citation { index, lemma: Lemma::PLAIN }));
                }
                continue;
            }
            latest.extend(self.candidates(tables, derived, &edge).map(|other| (other, index)));
        }
        // It was most likely derived just before.
        latest.sort_unstable_by(|one, other| other.cmp(one));
        for (lemma, index) in latest {
            if asks_no_more(tables, &row.edge(usize::from(index)), lemma, asked)? {
                return Ok(Some(Citation { index, lemma }));
            }
        }
        Ok(None)
    }

    /// Whether a lemma is that of a decided position: see `Worker::decide`.
    fn is_decided(&self, graph: &Graph, row: Row, claim: Claim, asked: &Asked) -> bool {
        let guarded = |edge: Edge| {
            graph.extra(&edge).is_some_and(|extra| extra.present().any(|fact| asked.lacks(graph, fact)))
        };
        let mut ends = row.edges().filter(|edge| matches!(edge.target, Target::End(_)));
        let may_end = self.decided(graph, claim, asked.patterns.clone());
        may_end.is_some_and(|may_end| !may_end || ends.all(guarded))
    }

    /// The same unless a pass of the loser ends the game: whether one might.
    fn decided(&self, graph: &Graph, claim: Claim, mut own: Vec<Pattern>) -> Option<bool> {
        let winner = winner(claim.kind);
        let settled = graph.positions.settled(graph.position_of(claim.node))[winner as usize];
        if settled < self.needed[claim.kind as usize] {
            return None;
        }
        let (mut patterns, may_end) = graph.decided_by(claim.node, winner)?;
        patterns.sort_unstable();
        own.sort_unstable();
        (own[..] == patterns[..]).then_some(may_end)
    }
}

/// Whether a lemma of what an edge leads to holds after the edge if all that is asked for holds before it.
fn asks_no_more(tables: &Tables, edge: &Edge, lemma: Lemma, asked: &Asked) -> Result<bool, Full> {
    let Tables { graph, lemmas } = tables;
    let (extra, turn) = (graph.extra(edge), edge.turn);
    let inserted: SmallVec<[FactNumber; 2]> = match extra {
        Some(extra) => extra.inserts().collect(),
        None => (edge.insert != FactNumber::NONE).then_some(edge.insert).into_iter().collect(),
    };
    let (absent, present) = lemmas.conditions(lemma);
    for fact in facts(present).map(|fact| graph.image(turn, fact)) {
        let before = extra.map_or(Ok(Some(fact)), |extra| graph.before(&extra, fact));
        if !inserted.contains(&fact) && !before?.is_some_and(|fact| asked.has(fact)) {
            return Ok(false);
        }
    }
    if !extra.is_none_or(|extra| extra.present().all(|fact| asked.has(fact))) {
        return Ok(false);
    }
    let pages = lemmas.buckets(lemma);
    let is_there = |fact: FactNumber| {
        facts(absent).any(|absent| graph.image(turn, absent) == fact)
            || graph.bucket(fact).is_some_and(|bucket| pages.has(bucket))
            || lemmas.patterns(lemma).iter(graph).any(|pattern| {
                let (pattern, (scope, position)) =
                    (graph.group.pattern(&graph.game, turn, &pattern), last(graph, fact));
                scope == pattern.scope && pattern.matches(position)
            })
    };
    if inserted.iter().any(|fact| is_there(*fact)) {
        return Ok(false);
    }
    if !pages.is_empty() {
        let mut buckets = Buckets::default();
        buckets.unite(pages, |scope| extra.is_some_and(|extra| extra.clears(Scope(scope))));
        if !buckets.are_in(asked.buckets) {
            return Ok(false);
        }
    }
    let (mut absent, mut patterns) = (Vec::new(), Vec::new());
    tables.absent_before(edge, lemma, &mut absent, &mut patterns)?;
    let is_asked = |pattern: &Pattern| asked.patterns.iter().any(|other| other.includes(pattern));
    Ok(patterns.iter().all(is_asked) && absent.into_iter().all(|fact| asked.lacks(graph, fact)))
}
