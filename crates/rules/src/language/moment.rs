//! A move that is judged or made, and what conditions and facts mean at it.

use std::cell::OnceCell;

use kosolver_board::{Colour, Point, PointSet, Position};

use super::frame;
use super::program::{Formula, Place, Template};
use super::syntax::Who;
use crate::{Fact, Game, Memory, Scope, Slot};

/// A move that is judged, or has been made.
pub(super) struct Moment<'a> {
    pub mover: Colour,
    pub before: Position,
    pub after: Position,
    pub point: Option<Point>,
    pub memory: &'a Memory,
    pub passes: u8,
    pub retakes: bool,
    /// What is known of the facts that its effects ask for.
    pub guards: Vec<(Fact, bool)>,
    /// The game of a move, and the points of the kos before it once they are asked for.
    pub game: Option<&'a Game>,
    pub kos: OnceCell<PointSet>,
}

/// A point as a position, since symmetries map positions.
fn marked(point: Option<Point>, stone: Colour) -> Position {
    let mut position = Position::EMPTY;
    position.set(point.map_or(PointSet::EMPTY, Point::bit), Some(stone));
    position
}

impl Moment<'_> {
    #[inline]
    pub(super) fn player(&self, who: Who) -> Colour {
        if who == Who::Mover { self.mover } else { !self.mover }
    }

    #[inline]
    pub(super) fn place(&self, place: Place, memory: &Memory, slots: &[Slot]) -> Option<Position> {
        match place {
            Place::Before => Some(self.before),
            Place::After => Some(self.after),
            Place::Kept(slot, who) => memory.board(slots[usize::from(slot)].of(self.player(who))),
            Place::Nothing | Place::Variable => None,
        }
    }

    /// The points of all kos before the move, or after it.
    pub(super) fn kos(&self, after: bool) -> PointSet {
        let of = |position| self.game.map_or(PointSet::EMPTY, |game| frame::kos(game, position));
        if after { of(self.after) } else { *self.kos.get_or_init(|| of(self.before)) }
    }

    /// What is left of a condition by what is known of facts.
    pub(super) fn given(&self, rest: Rest) -> Rest {
        self.guards.iter().fold(rest, |rest, (fact, there)| rest.given(fact, *there))
    }

    pub(super) fn holds(&self, formula: &Formula, slots: &[Slot]) -> bool {
        match formula {
            Formula::Retakes => self.retakes,
            Formula::Passes { exactly: true, count } => self.passes == *count,
            Formula::Passes { exactly: false, count } => self.passes >= *count,
            Formula::Equal(one, other) => {
                self.place(*one, self.memory, slots) == self.place(*other, self.memory, slots)
            }
            Formula::Not(part) => !self.holds(part, slots),
            Formula::All(parts) => parts.iter().all(|part| self.holds(part, slots)),
            Formula::Any(parts) => parts.iter().any(|part| self.holds(part, slots)),
            Formula::Fact(template) => {
                let fact = template.fact(self, self.memory, slots, self.mover);
                self.guards.contains(&(fact, true))
            }
        }
    }
}

impl Template {
    /// The fact of a moment; a point is marked with a stone of this colour.
    #[inline]
    pub(super) fn fact(&self, moment: &Moment, memory: &Memory, slots: &[Slot], stone: Colour) -> Fact {
        let mut scope = self.scope;
        let colour = self.who.map(|who| moment.player(who));
        if self.split && colour == Some(Colour::White) {
            scope += 1;
        }
        let mut fact = Fact::about(Scope(scope), Position::EMPTY);
        fact.colour = colour;
        if let (Some(after), Some(colour)) = (self.frame, colour) {
            let (position, kos) = (if after { moment.after } else { moment.before }, moment.kos(after));
            (fact.position, fact.to) =
                frame::said(position, kos, colour, moment.point.filter(|_| self.point));
            return fact;
        }
        let mut second = false;
        for (place, nothing) in &self.places {
            match moment.place(*place, memory, slots) {
                Some(position) if second => fact.to = position,
                Some(position) => (fact.position, second) = (position, true),
                // What a `for each` goes through is the first position; what else is said of it is the second.
                None if *place == Place::Variable => second = true,
                None => fact.scope.0 += nothing,
            }
        }
        if self.point {
            fact.to = marked(moment.point, stone);
        }
        fact
    }
}

/// What is left of a condition once the node has decided its part.
#[derive(Clone, Debug)]
pub(super) enum Rest {
    Known(bool),
    Fact(Fact),
    Not(Box<Rest>),
    All(Vec<Rest>),
    Any(Vec<Rest>),
}

impl Rest {
    pub(super) fn of(
        formula: &Formula,
        fact: &dyn Fn(&Template) -> Rest,
        holds: &dyn Fn(&Formula) -> bool,
    ) -> Rest {
        let all =
            |parts: &[Formula]| parts.iter().map(|part| Rest::of(part, fact, holds)).collect::<Vec<Rest>>();
        match formula {
            Formula::Fact(template) => fact(template),
            Formula::Not(part) => Rest::not(Rest::of(part, fact, holds)),
            Formula::All(parts) => Rest::joined(all(parts), false),
            Formula::Any(parts) => Rest::joined(all(parts), true),
            part => Rest::Known(holds(part)),
        }
    }

    pub(super) fn not(part: Rest) -> Rest {
        match part {
            Rest::Known(known) => Rest::Known(!known),
            part => Rest::Not(Box::new(part)),
        }
    }

    pub(super) fn joined(parts: Vec<Rest>, any: bool) -> Rest {
        let mut open = Vec::new();
        for part in parts {
            match (part, any) {
                (Rest::Known(known), _) if known == any => return Rest::Known(any),
                (Rest::Known(_), _) => {}
                (Rest::Any(parts), true) | (Rest::All(parts), false) => open.extend(parts),
                (part, _) => open.push(part),
            }
        }
        match open.len() {
            0 => Rest::Known(!any),
            1 => open.remove(0),
            _ if any => Rest::Any(open),
            _ => Rest::All(open),
        }
    }

    /// The same if a fact is there, or is not.
    pub(super) fn given(&self, fact: &Fact, there: bool) -> Rest {
        let all = |parts: &[Rest]| parts.iter().map(|part| part.given(fact, there)).collect::<Vec<Rest>>();
        match self {
            Rest::Fact(own) if own == fact => Rest::Known(there),
            Rest::Not(part) => Rest::not(part.given(fact, there)),
            Rest::All(parts) => Rest::joined(all(parts), false),
            Rest::Any(parts) => Rest::joined(all(parts), true),
            rest => rest.clone(),
        }
    }

    pub(super) fn first(&self) -> Option<Fact> {
        match self {
            Rest::Known(_) => None,
            Rest::Fact(fact) => Some(*fact),
            Rest::Not(part) => part.first(),
            Rest::All(parts) | Rest::Any(parts) => parts.iter().find_map(Rest::first),
        }
    }

    /// All that it asks for.
    pub(super) fn facts(&self) -> Vec<Fact> {
        match self {
            Rest::Known(_) => Vec::new(),
            Rest::Fact(fact) => vec![*fact],
            Rest::Not(part) => part.facts(),
            Rest::All(parts) | Rest::Any(parts) => parts.iter().flat_map(Rest::facts).collect(),
        }
    }

    /// The facts of which one is enough, if that is all there is.
    pub(super) fn plain(&self) -> Option<Vec<Fact>> {
        match self {
            Rest::Known(false) => Some(Vec::new()),
            Rest::Fact(fact) => Some(vec![*fact]),
            Rest::Any(parts) => parts
                .iter()
                .map(|part| match part {
                    Rest::Fact(fact) => Some(*fact),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// The first fact that is part of more than a fact.
    pub(super) fn deep(&self) -> Option<Fact> {
        match self {
            Rest::Any(parts) => {
                parts.iter().filter(|part| !matches!(part, Rest::Fact(_))).find_map(Rest::first)
            }
            rest => rest.first(),
        }
    }
}
