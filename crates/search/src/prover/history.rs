//! The history of the line being searched: a set of facts that can be wound back.

use kosolver_board::Position;
use kosolver_rules::Scope;

use crate::concurrent::{Full, NONE};
use crate::graph::{Edge, FactNumber, Graph, Turn};
use crate::lemma::Pattern;

/// Facts by number, in the frame of the game, with a log to undo. An edge comes with the turn
/// from the frame of its node.
pub(crate) struct History {
    /// A hash table of the facts, small enough to stay close to the processor: each is at the
    /// first free place from where its number sends it.
    places: Vec<FactNumber>,
    /// The facts of the set in the order they came; those forgotten are taken out.
    order: Vec<FactNumber>,
    log: Vec<Change>,
    /// What patterns look at of the first facts of the order, as far as they have been looked up, in the frame
    /// of the game.
    last: Vec<Last>,
}

/// What patterns look at of a fact.
#[derive(Clone, Copy)]
struct Last {
    scope: Scope,
    position: Position,
    /// The points on which a player has had a stone, in this position or in those of facts before.
    any: Position,
    /// The most stones that Black and White have had.
    most: [u8; 2],
}

impl Default for Last {
    fn default() -> Last {
        Last { scope: Scope(0), position: Position::EMPTY, any: Position::EMPTY, most: [0; 2] }
    }
}

impl Last {
    /// That of the fact after this one.
    fn then(self, scope: Scope, position: Position) -> Last {
        let any = Position { black: self.any.black | position.black, white: self.any.white | position.white };
        let [black, white] = [position.black, position.white].map(|stones| stones.len() as u8);
        let most = [self.most[0].max(black), self.most[1].max(white)];
        Last { scope, position, any, most }
    }
}

enum Change {
    Inserted,
    /// The order before facts were forgotten or pulled.
    Replaced(Vec<FactNumber>),
}

/// A moment to go back to.
#[derive(Clone, Copy)]
pub(crate) struct Moment(usize);

impl Default for History {
    fn default() -> History {
        History { places: vec![FactNumber::NONE; 256], order: Vec::new(), log: Vec::new(), last: Vec::new() }
    }
}

impl History {
    /// The same facts, with nothing to undo.
    pub(crate) fn fresh(&self) -> History {
        History { places: self.places.clone(), order: self.order.clone(), log: Vec::new(), last: Vec::new() }
    }

    /// Where a fact is, or would be.
    #[inline]
    fn place(&self, fact: FactNumber) -> usize {
        let mask = self.places.len() - 1;
        // Fibonacci hashing (D. Knuth): the high bits of the product are well mixed.
        let mut place = (fact.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.places[place] != fact && self.places[place] != FactNumber::NONE {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    pub(crate) fn has(&self, fact: FactNumber) -> bool {
        self.places[self.place(fact)] == fact
    }

    fn set(&mut self, fact: FactNumber) {
        if self.order.len() * 4 >= self.places.len() {
            self.places = vec![FactNumber::NONE; self.places.len() * 4];
            for index in 0..self.order.len() {
                let place = self.place(self.order[index]);
                self.places[place] = self.order[index];
            }
        }
        let place = self.place(fact);
        self.places[place] = fact;
    }

    /// The set is emptied from its end and filled from its start, so that the places of those
    /// that stay are not disturbed.
    fn unset(&mut self, fact: FactNumber) {
        let place = self.place(fact);
        self.places[place] = FactNumber::NONE;
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let kept = self.log.iter().map(|change| match change {
            Change::Inserted => 0,
            Change::Replaced(before) => size_of::<FactNumber>() * before.capacity(),
        });
        size_of::<FactNumber>() * (self.places.capacity() + self.order.capacity())
            + size_of::<Last>() * self.last.capacity()
            + size_of::<Change>() * self.log.capacity()
            + kept.sum::<usize>()
    }

    /// The facts of the set.
    pub(crate) fn facts(&self) -> &[FactNumber] {
        &self.order
    }

    pub(crate) fn insert(&mut self, fact: FactNumber) {
        if !self.has(fact) {
            self.set(fact);
            self.order.push(fact);
            self.log.push(Change::Inserted);
        }
    }

    /// Looks up the last positions of all facts that have come since the last time.
    #[inline]
    pub(crate) fn look_up(&mut self, graph: &Graph) {
        for fact in &self.order[self.last.len()..] {
            let (scope, position) = last(graph, *fact);
            let before = self.last.last().copied().unwrap_or_default();
            self.last.push(before.then(scope, position));
        }
    }

    /// Whether it has a fact of one of some patterns, in the frame of the game. Its facts have been looked
    /// up.
    pub(crate) fn has_of(&self, pattern: &Pattern) -> bool {
        debug_assert_eq!(self.last.len(), self.order.len(), "they have been looked up");
        let Some(all) = self.last.last() else { return false };
        // Few patterns come near any of the positions.
        let any = all.any.stones(pattern.player);
        u32::from(all.most[pattern.player as usize]) > pattern.stones.len()
            && pattern.matches(Position { black: any, white: any })
            && self.last.iter().any(|last| last.scope == pattern.scope && pattern.matches(last.position))
    }

    fn replace(&mut self, order: Vec<FactNumber>) -> Vec<FactNumber> {
        for index in (0..self.order.len()).rev() {
            self.unset(self.order[index]);
        }
        self.last.clear();
        let before = std::mem::take(&mut self.order);
        for fact in order {
            self.set(fact);
            self.order.push(fact);
        }
        before
    }

    /// Whether an edge is legal and its guards hold.
    #[inline]
    pub(crate) fn allows(&self, graph: &Graph, edge: &Edge, turn: Turn) -> bool {
        !self.prohibits(graph, edge, turn) && self.applies(graph, edge, turn)
    }

    /// Whether the guards of an edge hold.
    #[inline]
    pub(crate) fn applies(&self, graph: &Graph, edge: &Edge, turn: Turn) -> bool {
        graph.extra(edge).is_none_or(|extra| {
            extra.present().all(|fact| self.has(graph.image(turn, fact)))
                && !extra.absent().any(|fact| self.has(graph.image(turn, fact)))
        })
    }

    /// Whether an edge is prohibited by a fact.
    #[inline]
    pub(crate) fn prohibits(&self, graph: &Graph, edge: &Edge, turn: Turn) -> bool {
        edge.forbid != FactNumber::NONE
            && (self.has(graph.image(turn, edge.forbid))
                || (edge.extra != NONE && self.prohibiting(graph, edge, turn).is_some()))
    }

    /// The first fact that prohibits an edge, in the frame of its node.
    pub(crate) fn prohibiting(&self, graph: &Graph, edge: &Edge, turn: Turn) -> Option<FactNumber> {
        graph.forbids(edge).find(|fact| self.has(graph.image(turn, *fact)))
    }

    /// Makes a move.
    pub(crate) fn make(&mut self, graph: &Graph, edge: &Edge, turn: Turn) -> Result<Moment, Full> {
        let moment = Moment(self.log.len());
        if let Some(extra) = graph.extra(edge) {
            if !extra.clears_nothing() || !extra.pulls_nothing() {
                let left = graph.after_pulls(&extra, turn, &self.order)?;
                let before = self.replace(left);
                self.log.push(Change::Replaced(before));
            }
            for fact in extra.inserts() {
                self.insert(graph.image(turn, fact));
            }
        } else if edge.insert != FactNumber::NONE {
            self.insert(graph.image(turn, edge.insert));
        }
        Ok(moment)
    }

    /// Takes back all that came after a moment.
    pub(crate) fn undo(&mut self, moment: Moment) {
        while self.log.len() > moment.0 {
            match self.log.pop() {
                Some(Change::Inserted) => {
                    if let Some(fact) = self.order.pop() {
                        self.last.truncate(self.order.len());
                        self.unset(fact);
                    }
                }
                Some(Change::Replaced(before)) => {
                    self.replace(before);
                }
                None => return,
            }
        }
    }
}

/// What patterns look at of a fact.
pub(crate) fn last(graph: &Graph, fact: FactNumber) -> (Scope, Position) {
    let fact = graph.get_fact(fact);
    (fact.scope, fact.last_position())
}
