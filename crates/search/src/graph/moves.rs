//! The moves of nodes: generated when they are first asked for, and what they do to facts.

use kosolver_board::{Play, Point, PointSet, Position};
use kosolver_rules::{Legality, Move, Node, Predicate, Step, Then};
use smallvec::SmallVec;

use super::{Graph, POSITION, Pen, ROW};
use crate::concurrent::sync::Ordering;
use crate::concurrent::{Full, Mark, NONE, Shared, numbers, read, write};
use crate::graph::{Edge, Extra, FactNumber, NodeNumber, Place, Row, Target, Turn};

/// A row that is that of a visit to its node, and not yet that of the node: where it is, and where the thread had been
/// before it and its extras.
#[must_use]
pub(crate) struct Loose {
    place: u64,
    before: Mark,
}

/// Extras begin at places that are multiples of this, so that their numbers leave a bit for whether they are loose.
const STEP: usize = 2;
const IS_LOOSE: u32 = 1 << 31;

impl Graph {
    /// The moves of a node; they are generated the first time.
    #[inline]
    pub(crate) fn expand(&self, pen: &mut Pen, node: NodeNumber) -> Result<Row<'_>, Full> {
        match self.row(node) {
            Some(row) if row.is_whole => Ok(row),
            _ => {
                let steps = self.game.steps(&self.node(node));
                self.generate(pen, node, (&steps, true), false).map(|(row, _)| row)
            }
        }
    }

    /// The same for a visit, after which what was generated for it is [kept](Graph::keep) or
    /// [discarded](Graph::discard), the last first.
    #[inline]
    pub(crate) fn expand_loosely(
        &self,
        pen: &mut Pen,
        node: NodeNumber,
    ) -> Result<(Row<'_>, Option<Loose>), Full> {
        match self.row(node) {
            Some(row) if row.is_whole => Ok((row, None)),
            _ => {
                let steps = self.game.steps(&self.node(node));
                self.generate(pen, node, (&steps, true), true)
            }
        }
    }

    /// The same of some moves: one play, and those that may be known to win, since they lead to nodes that have
    /// been made, or `seem` to by the position after them. That takes much less memory.
    pub(crate) fn expand_some(
        &self,
        pen: &mut Pen,
        node: NodeNumber,
        play: Point,
        seem: impl Fn(Position) -> bool,
    ) -> Result<(Row<'_>, Option<Loose>), Full> {
        match self.row(node) {
            None => {
                let at = self.node(node);
                let points = at.position.empty(self.game.board()) - play.bit();
                let points = self.worth(&at, points, seem) | play.bit();
                let steps = self.game.steps_at(&at, points);
                self.generate(pen, node, (&steps, false), true)
            }
            Some(row) if row.is_whole || row.edges().any(|edge| edge.made == Move::Play(play)) => {
                Ok((row, None))
            }
            Some(_) => self.expand_loosely(pen, node),
        }
    }

    /// The points of those plays after which a position comes that has nodes, or that seems good.
    fn worth(&self, at: &Node, points: PointSet, seem: impl Fn(Position) -> bool) -> PointSet {
        let plays = points.iter().filter_map(|point| at.position.play(self.game.board(), at.to_move, point));
        let plays: SmallVec<[Play; 64]> = plays.collect();
        let made = self.positions.have_nodes(&self.group, plays.iter().map(|play| play.after));
        let worth = plays.iter().zip(made).filter(|(play, is_made)| *is_made || seem(play.after));
        worth.fold(PointSet::EMPTY, |points, (play, _)| points | play.point.bit())
    }

    /// The plays of a node on some points, and its passes.
    pub(crate) fn expand_at(
        &self,
        pen: &mut Pen,
        node: NodeNumber,
        points: PointSet,
    ) -> Result<(Row<'_>, Option<Loose>), Full> {
        match self.row(node) {
            Some(row) if row.is_whole => Ok((row, None)),
            _ => {
                let steps = self.game.steps_at(&self.node(node), points);
                self.generate(pen, node, (&steps, false), true)
            }
        }
    }

    /// The moves of a node that end the game, have guards, or lead to positions of nodes that have been made: all
    /// that a lemma for the player to move can rest on. No position gets a number.
    pub(crate) fn expand_made(
        &self,
        pen: &mut Pen,
        node: NodeNumber,
    ) -> Result<(Row<'_>, Option<Loose>), Full> {
        match self.row(node) {
            Some(row) if row.is_whole => Ok((row, None)),
            _ if self.one_step => {
                let at = self.node(node);
                let points = self.worth(&at, at.position.empty(self.game.board()), |_| false);
                self.expand_at(pen, node, points)
            }
            _ => {
                let mut steps = self.game.steps(&self.node(node));
                let next = |step: &Step| match &step.then {
                    Then::Node(next) if step.present.is_empty() && step.absent.is_empty() => {
                        Some(next.position)
                    }
                    _ => None,
                };
                let nexts = steps.iter().filter_map(next);
                let mut made = self.positions.have_nodes(&self.group, nexts).into_iter();
                steps.retain(|step| next(step).is_none() || made.next() == Some(true));
                self.generate(pen, node, (&steps, false), true)
            }
        }
    }

    /// Has a row that was made for a visit be that of its node, unless that has got one meanwhile.
    pub(crate) fn keep(&self, pen: &mut Pen, node: NodeNumber, loose: Loose) -> Result<(), Full> {
        if self.row(node).is_some_and(|row| row.is_whole || !self.loose_row(&loose).is_whole) {
            Graph::discard(pen, loose);
            return Ok(());
        }
        let row = self.loose_row(&loose);
        let mut edges = std::mem::take(&mut pen.edges);
        edges.clear();
        edges.extend(row.edges());
        for edge in edges.iter_mut().filter(|edge| edge.extra != NONE) {
            let words = Extra::words(self.extra_words(edge.extra));
            edge.extra = self.write_extra(pen, numbers(words), false)?;
        }
        let place = self.write_row(pen, (row.implied, row.is_whole), edges, false)?;
        Graph::discard(pen, loose);
        self.publish(node, place)
    }

    /// Gives the room of a row back that was made for a visit.
    pub(crate) fn discard(pen: &mut Pen, loose: Loose) {
        pen.loose.mark = loose.before;
    }

    /// Has a node have the row at a place.
    fn publish(&self, node: NodeNumber, place: u64) -> Result<(), Full> {
        // It fits: there are no more chunks.
        let (place, row) = (place as u32, &self.make_more(self.record(node))?[ROW]);
        if self.row_at(place).is_whole {
            row.store(place, Ordering::Release);
        } else {
            // Another thread may have generated all.
            _ = row.compare_exchange(NONE, place, Ordering::AcqRel, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The moves of a node that have been generated.
    #[inline]
    fn row(&self, node: NodeNumber) -> Option<Row<'_>> {
        let place = self.more(self.record(node))?[ROW].load(Ordering::Acquire);
        (place != NONE).then(|| self.row_at(place))
    }

    fn loose_row(&self, loose: &Loose) -> Row<'_> {
        Row::from_words(self.loose.from(loose.place), self.facts.bits_after_base())
    }

    fn row_at(&self, place: u32) -> Row<'_> {
        Row::from_words(self.words.from(place.into()), self.facts.bits_after_base())
    }

    /// Makes a row of steps of a node, all or some, for a visit alone if `loosely` says so.
    #[cold]
    fn generate(
        &self,
        pen: &mut Pen,
        number: NodeNumber,
        (steps, is_whole): (&[Step], bool),
        loosely: bool,
    ) -> Result<(Row<'_>, Option<Loose>), Full> {
        let (node, before) = (self.node(number), pen.loose.mark);
        // All positions at once: most of the time goes into waiting for the memory they are in.
        pen.places.clear();
        pen.places.push((node.position, Place { number: read(&self.record(number)[POSITION]), to_least: 0 }));
        let nexts = steps.iter().filter_map(|step| match &step.then {
            Then::Node(next) if step.made != Move::Pass => Some(next.position),
            _ => None,
        });
        self.positions.numbers(&self.group, nexts, &self.budget, &mut pen.places)?;
        let mut implied = [FactNumber::NONE; 2];
        for (place, fact) in implied.iter_mut().zip(self.game.implied(&node)) {
            *place = self.fact(pen, &fact)?;
        }
        let mut edges = std::mem::take(&mut pen.edges);
        edges.clear();
        for step in steps {
            edges.extend(self.edge(pen, step, implied, loosely)?);
        }
        let place = self.write_row(pen, (implied, is_whole), edges, loosely)?;
        if loosely {
            let loose = Loose { place, before };
            return Ok((self.loose_row(&loose), Some(loose)));
        }
        self.publish(number, place)?;
        // It fits: there are no more chunks.
        Ok((self.row_at(place as u32), None))
    }

    /// A step as an edge, whose extra is for a visit alone if `loosely` says so; `None` if no history that leads here
    /// allows it.
    fn edge(
        &self,
        pen: &mut Pen,
        step: &Step,
        implied: [FactNumber; 2],
        loosely: bool,
    ) -> Result<Option<Edge>, Full> {
        if matches!(step.legality, Legality::Never(_)) {
            return Ok(None);
        }
        let mut forbids: SmallVec<[FactNumber; 2]> = SmallVec::new();
        for fact in step.legality.prohibiting() {
            let fact = self.fact(pen, fact)?;
            if implied.contains(&fact) && step.present.is_empty() && step.absent.is_empty() {
                return Ok(None);
            }
            forbids.push(fact);
        }
        let (forbid, more) = match *forbids {
            [] => (FactNumber::NONE, &[][..]),
            [first, ref more @ ..] => (first, more),
        };
        let plain = step.present.is_empty()
            && step.absent.is_empty()
            && step.clears.is_empty()
            && step.pulls.is_empty()
            && more.is_empty()
            && step.inserts.len() <= 1;
        let (insert, extra) = if plain {
            let insert = step.inserts.first().map(|fact| self.fact(pen, fact)).transpose()?;
            (insert.unwrap_or(FactNumber::NONE), NONE)
        } else {
            (FactNumber::NONE, self.add_extra(pen, step, more, loosely)?)
        };
        let (target, turn) = match &step.then {
            Then::Node(node) => {
                let (target, turn) = self.target(pen, node)?;
                if self.eager {
                    self.reach(target)?;
                }
                (target, turn)
            }
            Then::End(score) => (Target::End(self.scores.number(score, &self.budget)), 0),
        };
        Ok(Some(Edge { target, forbid, insert, extra, made: step.made, turn }))
    }

    fn add_extra(
        &self,
        pen: &mut Pen,
        step: &Step,
        forbids: &[FactNumber],
        loosely: bool,
    ) -> Result<u32, Full> {
        assert!(step.pulls.is_empty() || self.coarse.is_none(), "a ko rule whose steps pull says so");
        let mut facts: Vec<FactNumber> = Vec::new();
        for fact in step.present.iter().chain(&step.absent).chain(&step.inserts) {
            facts.push(self.fact(pen, fact)?);
        }
        let inserts = facts.split_off(step.present.len() + step.absent.len());
        let are_wide = facts.iter().chain(&inserts).chain(forbids).any(|fact| fact.is_wide());
        let counts = [step.present.len(), step.absent.len(), step.clears.len(), step.inserts.len()];
        let mut words = vec![u32::from(are_wide)];
        words.extend(counts.into_iter().chain([forbids.len(), step.pulls.len()]).map(|n| n as u32));
        let written = |fact: &FactNumber| fact.words(are_wide);
        words.extend(facts.iter().flat_map(written));
        words.extend(step.clears.iter().map(|scope| u32::from(scope.0)));
        words.extend(inserts.iter().chain(forbids).flat_map(written));
        let predicates = step.pulls.iter().flat_map(|pull| [pull.to, pull.from]);
        words.extend(predicates.map(|predicate| self.predicates.number(&predicate, &self.budget)));
        self.write_extra(pen, words.into_iter(), loosely)
    }

    /// The number of an extra with these words, which is for a visit alone if `loosely` says so.
    fn write_extra(
        &self,
        pen: &mut Pen,
        words: impl ExactSizeIterator<Item = u32>,
        loosely: bool,
    ) -> Result<u32, Full> {
        let place = self.room(pen, words.len() + STEP - 1, loosely)?;
        // It fits: there are no more chunks.
        let number = place.div_ceil(STEP as u64) as u32 | if loosely { IS_LOOSE } else { 0 };
        for (place, word) in self.extra_words(number).iter().zip(words) {
            write(&place[0], word);
        }
        Ok(number)
    }

    /// Writes a row with the edges of a thread, which it gets back: where it is.
    fn write_row(
        &self,
        pen: &mut Pen,
        (implied, is_whole): ([FactNumber; 2], bool),
        edges: Vec<Edge>,
        loosely: bool,
    ) -> Result<u64, Full> {
        let bits = self.facts.bits_after_base();
        let lengths = Row::lengths(implied, &edges, bits);
        let place = self.room(pen, lengths.row, loosely)?;
        let words = if loosely { self.loose.from(place) } else { self.words.from(place) };
        Row::write(words, (implied, is_whole), &edges, lengths, bits);
        pen.edges = edges;
        Ok(place)
    }

    /// A place for so many words, for a visit alone if `loosely` says so.
    fn room(&self, pen: &mut Pen, length: usize, loosely: bool) -> Result<u64, Full> {
        match loosely {
            true => self.loose.push(&mut pen.loose, length, &self.budget),
            false => self.words.add(&mut pen.cursor, length, &self.budget),
        }
    }

    /// The words from the beginning of an extra on.
    #[inline]
    fn extra_words(&self, number: u32) -> &[[Shared; 1]] {
        let place = u64::from(number & !IS_LOOSE) * STEP as u64;
        if number & IS_LOOSE == 0 { self.words.from(place) } else { self.loose.from(place) }
    }

    /// The facts that prohibit an edge, in the frame of its node.
    #[inline]
    pub(crate) fn forbids(&self, edge: &Edge) -> impl Iterator<Item = FactNumber> + use<'_> {
        let first = (edge.forbid != FactNumber::NONE).then_some(edge.forbid);
        let more = first.and_then(|_| self.extra(edge));
        first.into_iter().chain(more.into_iter().flat_map(|extra| extra.forbids()))
    }

    /// What an edge says after it, and what of before that means, in the frame that a turn leads to.
    fn pulls<'a>(&'a self, extra: &Extra<'a>, turn: Turn) -> impl Iterator<Item = [Predicate; 2]> + use<'a> {
        let turned = move |number| self.group.predicate(&self.game, turn, self.predicates.get(number));
        extra.pulls().map(move |pull| pull.map(turned))
    }

    /// The fact that one says the same before an edge as this one after it, if it is pulled back to
    /// another; all in the frame of the edge's node.
    fn pulled_back(&self, extra: &Extra, fact: FactNumber) -> Result<Option<FactNumber>, Full> {
        if extra.pulls_nothing() {
            return Ok(None);
        }
        let after = self.get_fact(fact);
        let pull = self.pulls(extra, 0).find(|[to, _]| *to == after.predicate());
        pull.map(|[_, from]| self.fact(&mut Pen::default(), &from.of(after.position))).transpose()
    }

    /// The source of a fact before an edge that does not insert it, in the frame of the edge's node;
    /// `None` if it has none.
    pub(crate) fn before(&self, extra: &Extra, fact: FactNumber) -> Result<Option<FactNumber>, Full> {
        let pulled = self.pulled_back(extra, fact)?;
        let cleared = || !extra.clears_nothing() && extra.clears(self.scope(fact));
        Ok(pulled.or_else(|| (!cleared()).then_some(fact)))
    }

    /// Adds what must be absent before an edge, in the frame of its node, if these facts must be absent
    /// after it, in the frame of the node it leads to.
    pub(crate) fn absent_before(
        &self,
        edge: &Edge,
        absent: impl Iterator<Item = FactNumber>,
        into: &mut Vec<FactNumber>,
    ) -> Result<(), Full> {
        let absent = absent.map(|fact| self.image(edge.turn, fact));
        match self.extra(edge) {
            None => {
                let start = into.len();
                into.extend(absent);
                restore_order(&mut into[start..]);
            }
            Some(extra) => {
                for fact in absent {
                    into.extend(self.before(&extra, fact)?);
                }
                into.extend(extra.absent());
            }
        }
        Ok(())
    }

    /// Of some facts of the history before an edge those that are left after it, those that come from
    /// pulls among them; all in the frame that a turn leads to.
    pub(crate) fn after_pulls(
        &self,
        extra: &Extra,
        turn: Turn,
        before: &[FactNumber],
    ) -> Result<Vec<FactNumber>, Full> {
        // Exchanging the colours twice changes nothing: the turn leads back as well.
        let forgotten = |fact: FactNumber| extra.clears(self.turned_scope(turn, self.scope(fact)));
        if extra.pulls_nothing() {
            return Ok(before.iter().copied().filter(|fact| !forgotten(*fact)).collect());
        }
        let pulls: Vec<[Predicate; 2]> = self.pulls(extra, turn).collect();
        let (mut after, mut pulled) = (Vec::new(), Vec::new());
        for &number in before {
            let fact = self.get_fact(number);
            let said = fact.predicate();
            if !pulls.iter().any(|[to, _]| *to == said) && !forgotten(number) {
                after.push(number);
            }
            for [to, _] in pulls.iter().filter(|[_, from]| *from == said) {
                pulled.push(self.fact(&mut Pen::default(), &to.of(fact.position))?);
            }
        }
        // Two sources may say the same after it.
        pulled.sort_unstable();
        pulled.dedup();
        after.extend(pulled);
        Ok(after)
    }

    #[inline]
    pub(crate) fn extra(&self, edge: &Edge) -> Option<Extra<'_>> {
        (edge.extra != NONE).then(|| Extra::from_words(self.extra_words(edge.extra)))
    }
}

/// Puts the images of facts in ascending order in that order again. The numbers of images differ in
/// their low bits alone, so only neighbours can have changed places.
fn restore_order(images: &mut [FactNumber]) {
    for place in 1..images.len() {
        let mut at = place;
        while at > 0 && images[at - 1] > images[at] {
            images.swap(at - 1, at);
            at -= 1;
        }
    }
}
