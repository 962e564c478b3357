//! How a lemma is derived from those it rests on (DESIGN.md, "How they are derived").

use kosolver_board::Colour;
use kosolver_rules::Scope;

use crate::concurrent::{Cursor, Full};
use crate::graph::{Edge, FactNumber, HEAD, Row, Spot, Turn, facts};
use crate::lemma::{Buckets, Citation, Claim, Coarse, Conditions, Lemma, Pattern, effort, tidy_patterns};
use crate::prover::{History, Question, last};
use crate::tables::Tables;

/// What a thread writes lemmas with: room that is used again and again.
#[derive(Default)]
pub(crate) struct Draft {
    conditions: Conditions,
    /// The buckets that the history touches, while a lemma is made coarse.
    touched: Buckets,
    cursor: Cursor,
}

/// A lemma under construction, of a node under the present history.
pub(crate) struct Derivation<'a> {
    pub tables: &'a Tables,
    pub question: &'a Question,
    pub history: &'a History,
    pub draft: &'a mut Draft,
    pub spot: Spot,
    /// How many nodes were visited for it.
    pub work: u64,
}

impl Derivation<'_> {
    /// The lemma that the player to move wins by an edge, given the lemma of what follows.
    pub(crate) fn win(mut self, row: Row, winning: Citation) -> Result<Lemma, Full> {
        let edge = row.edge(usize::from(winning.index));
        self.draft.conditions.clear();
        self.carry(&edge, winning.lemma)?;
        if edge.forbid != FactNumber::NONE {
            self.draft.conditions.absent.extend(self.tables.graph.forbids(&edge));
        }
        self.gather(true);
        self.conclude(true, row.implied)
    }

    /// The lemma that the player to move loses: every legal move, given in the order of the row, loses by
    /// its lemma, and every other is prohibited by a fact of the history.
    pub(crate) fn loss(mut self, row: Row, losing: impl Iterator<Item = Citation>) -> Result<Lemma, Full> {
        assert!(row.is_whole, "a player loses if all his moves do");
        self.draft.conditions.clear();
        let mut losing = losing.peekable();
        for (index, edge) in row.edges().enumerate() {
            if let Some(citation) = losing.next_if(|citation| usize::from(citation.index) == index) {
                self.carry(&edge, citation.lemma)?;
            } else if edge.forbid != FactNumber::NONE
                && let Some(fact) = self.history.prohibiting(&self.tables.graph, &edge, self.spot.turn)
            {
                self.draft.conditions.present.push(fact);
                self.add_guards_that_hold(&edge, self.spot.turn);
            }
        }
        self.gather(false);
        self.conclude(false, row.implied)
    }

    /// The lemma of a decided position: these facts, and those of these patterns, must be absent.
    pub(crate) fn decided(
        self,
        mover_wins: bool,
        absent: &[FactNumber],
        patterns: &[Pattern],
    ) -> Result<Lemma, Full> {
        self.draft.conditions.clear();
        self.draft.conditions.absent.extend(absent);
        self.draft.conditions.patterns.extend(patterns);
        self.conclude(mover_wins, [FactNumber::NONE; 2])
    }

    /// Adds the guards of an edge that is prohibited, if it applies: then no other step of its move
    /// does.
    fn add_guards_that_hold(&mut self, edge: &Edge, turn: Turn) {
        if let Some(extra) = self.tables.graph.extra(edge)
            && self.history.applies(&self.tables.graph, edge, turn)
        {
            self.draft.conditions.absent.extend(extra.absent());
            self.draft.conditions.present.extend(extra.present());
        }
    }

    /// Adds what the lemma of an edge's target asks of the history before the edge, in the
    /// frame of the edge's node.
    fn carry(&mut self, edge: &Edge, lemma: Lemma) -> Result<(), Full> {
        let (graph, conditions) = (&self.tables.graph, &mut self.draft.conditions);
        let present = self.tables.lemmas.conditions(lemma).1;
        let extra = graph.extra(edge);
        self.tables.absent_before(edge, lemma, &mut conditions.absent, &mut conditions.patterns)?;
        let pages = self.tables.lemmas.buckets(lemma);
        if !pages.is_empty() {
            conditions.buckets.unite(pages, |scope| extra.is_some_and(|extra| extra.clears(Scope(scope))));
        }
        let present = facts(present).map(|fact| graph.image(edge.turn, fact));
        let Some(extra) = extra else {
            conditions.present.extend(present.filter(|&fact| fact != edge.insert));
            return Ok(());
        };
        let present = present.filter(|&fact| !extra.inserts().any(|inserted| inserted == fact));
        if extra.pulls_nothing() {
            conditions.present.extend(present);
        } else {
            for fact in present {
                conditions.present.extend(graph.before(&extra, fact)?);
            }
        }
        conditions.present.extend(extra.present());
        Ok(())
    }

    /// Puts the facts that must be absent into buckets if they are very many, or if facts below are in
    /// buckets already. A fact whose bucket the present history touches stays as it is, so that the
    /// lemma answers the question that is asked.
    fn make_coarse(&mut self) {
        let Draft { conditions, touched, .. } = &mut *self.draft;
        let Some(Coarse { many, .. }) = self.tables.graph.coarse else { return };
        if conditions.buckets.is_empty() && conditions.absent.len() <= many {
            return;
        }
        touched.clear();
        for bucket in self.history.facts().iter().filter_map(|fact| self.tables.graph.bucket(*fact)) {
            touched.insert(bucket);
        }
        let Conditions { absent, buckets, .. } = conditions;
        absent.retain(|fact| match self.tables.graph.bucket(*fact) {
            Some(bucket) if !touched.has(bucket) => {
                buckets.insert(bucket);
                false
            }
            _ => true,
        });
    }

    /// Has a pattern in the place of facts about positions in which the winner has the stones that he has here, and
    /// more, if the present history meets it: hardly any has such a position. Lemmas become much shorter.
    fn gather(&mut self, mover_wins: bool) {
        let (graph, Spot { node, turn }) = (&self.tables.graph, self.spot);
        let Some(decided) = &graph.decided else { return };
        let mover = graph.face(graph.record(node)).mover;
        let player = if mover_wins { mover } else { !mover };
        let Conditions { absent, patterns, .. } = &mut self.draft.conditions;
        for scope in decided.scopes.iter().copied() {
            let pattern = graph.more_stones(scope, player, node);
            if !self.history.has_of(&graph.group.pattern(&graph.game, turn, &pattern)) {
                let before = absent.len();
                absent.retain(|fact| {
                    let (scope, position) = last(graph, *fact);
                    scope != pattern.scope || !pattern.matches(position)
                });
                patterns.extend((absent.len() < before).then_some(pattern));
            }
        }
    }

    /// Stores the lemma, in the place of those it makes superfluous.
    fn conclude(mut self, mover_wins: bool, implied: [FactNumber; 2]) -> Result<Lemma, Full> {
        let (graph, Spot { node, turn }) = (&self.tables.graph, self.spot);
        let black = mover_wins == (graph.mover(self.spot) == Colour::Black);
        let exchanges = graph.group.exchanges(turn);
        let record = graph.record(node);
        let (kin, memory) = graph.kin(node, record);
        self.draft.conditions.present.retain(|fact| !implied.contains(fact));
        self.draft.conditions.tidy();
        self.make_coarse();
        tidy_patterns(&mut self.draft.conditions.patterns, |pattern| {
            !self.history.has_of(&graph.group.pattern(&graph.game, turn, pattern))
        });
        let Draft { conditions, cursor, .. } = &mut *self.draft;
        let kind = self.question.kind(exchanges, black);
        let claim = Claim { node, kind, memory, effort: effort(self.work) };
        let weaker = &self.question.weaker[usize::from(exchanges)][usize::from(black != exchanges)];
        let list = &if kin == node { record } else { graph.record(kin) }[HEAD];
        let left = self.tables.lemmas.drop_covered(list, claim, conditions, weaker, graph);
        let lemma = self.tables.lemmas.add(Some(list), claim, conditions, None, cursor, graph)?;
        self.tables.lemmas.gather(list, left, graph);
        Ok(lemma)
    }
}
