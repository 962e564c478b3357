//! What a text says once its names are resolved: statements with names as numbers.

use std::collections::HashSet;

use super::syntax::{Ending, Event, Events, Scored, Who};

/// Of facts by whose presence a move is several steps.
pub(super) const MOST_SPLITS: usize = 3;

/// A position that a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The one before the move.
    Before,
    /// The one after it.
    After,
    /// None.
    Nothing,
    /// What is kept under the name with this number.
    Kept(u8, Who),
    /// The position that a `for each` goes through.
    Variable,
}

/// A term of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Argument {
    /// A player.
    Player(Who),
    /// A position.
    Place(Place),
    /// The point of the play.
    Point,
    /// Which points are in kos, and the stones on all others.
    Frame {
        /// Whether of the position after the move.
        after: bool,
    },
}

impl Argument {
    /// Whether it can stand for no position.
    pub(super) fn may_be_nothing(&self) -> bool {
        matches!(self, Argument::Place(Place::Kept(..) | Place::Nothing))
    }

    /// The player that it is.
    pub(super) fn player(&self) -> Option<Who> {
        if let Argument::Player(who) = self { Some(*who) } else { None }
    }

    /// The same term on an event: on `start` and `pass` `before` is `after`.
    pub(super) fn on(self, event: Event) -> Argument {
        match self {
            Argument::Place(Place::Before) if event != Event::Play => Argument::Place(Place::After),
            argument => argument,
        }
    }
}

/// The facts of one name.
#[derive(Clone, Debug)]
pub(super) struct Name {
    pub name: String,
    /// What its terms are, each with which one it is of those that may be nothing.
    pub kinds: Vec<Kind>,
    /// The first of its scopes.
    pub scope: u8,
    /// How many of its terms may be nothing: each takes twice as many scopes.
    pub nullable: u8,
    /// Whether they are forgotten for one player alone: then each scope is two, Black's and White's.
    pub split: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Player,
    Position,
    Point,
    Frame,
}

impl Name {
    /// How many scopes it takes.
    pub(super) fn scopes(&self) -> u8 {
        (1 << self.nullable) * if self.split { 2 } else { 1 }
    }
}

/// A fact with terms in place of positions and players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Template {
    /// The number of its name.
    pub name: usize,
    /// Its terms.
    pub arguments: Vec<Argument>,
    pub(super) scope: u8,
    pub(super) split: bool,
    pub(super) who: Option<Who>,
    /// Its positions, each with the scopes that are added if it is nothing.
    pub(super) places: Vec<(Place, u8)>,
    pub(super) point: bool,
    /// Whether it has a frame, and that of the position after the move.
    pub(super) frame: Option<bool>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// A fact is true.
    Fact(Template),
    /// The play makes the position before the last move again, and that was a play.
    Retakes,
    /// So many passes were made just before, or at least so many.
    Passes {
        /// Whether just so many.
        exactly: bool,
        /// How many.
        count: u8,
    },
    /// Two positions are the same.
    Equal(Place, Place),
    /// Something does not hold.
    Not(Box<Formula>),
    /// All of these hold.
    All(Vec<Formula>),
    /// One of these holds.
    Any(Vec<Formula>),
}

/// What becomes true.
#[derive(Clone, Debug)]
pub struct Remember {
    /// The fact.
    pub fact: Template,
    /// The facts that a `for each` goes through.
    pub each: Option<Template>,
    /// On which events.
    pub on: Events,
    /// Under which condition.
    pub when: Option<Formula>,
}

/// What is forgotten.
#[derive(Clone, Debug)]
pub struct Forget {
    /// The number of the facts' name.
    pub name: usize,
    /// Of which player, if not of both.
    pub who: Option<Who>,
    /// On which events.
    pub on: Events,
    /// Under which condition.
    pub when: Option<Formula>,
}

/// What is kept.
#[derive(Clone, Debug)]
pub struct Keep {
    /// The number of its name.
    pub slot: u8,
    /// For whom.
    pub who: Who,
    /// Which position.
    pub value: Place,
    /// On which events.
    pub on: Events,
}

/// Which positions are counted.
#[derive(Clone, Debug)]
pub struct Count {
    /// Whether the position after the move, not the one before it.
    pub after: bool,
    /// On which events.
    pub on: Events,
    /// Under which condition.
    pub when: Option<Formula>,
}

/// What a text says: its statements, with names as numbers. It is run as steps here, and over the record of a
/// game by `kosolver-record`.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The names of what is kept.
    pub kept: Vec<String>,
    /// What is kept.
    pub keeps: Vec<Keep>,
    pub(super) names: Vec<Name>,
    /// What is remembered.
    pub remembers: Vec<Remember>,
    /// What is forgotten.
    pub forgets: Vec<Forget>,
    /// When a play is forbidden: if one of these holds.
    pub forbid_play: Vec<Formula>,
    /// When a pass is.
    pub forbid_pass: Vec<Formula>,
    /// When a pass ends the game, if the text says it.
    pub end: Option<Formula>,
    /// When a play does, and how: the first of these that holds.
    pub play_ends: Vec<(Formula, Ending)>,
    /// Whether there are no passes.
    pub no_pass: bool,
    /// Whether a player without a move loses.
    pub stuck_loses: bool,
    /// What is counted.
    pub counts: Vec<Count>,
    /// What is scored.
    pub scored: Scored,
    /// After what became true it is counted.
    pub since: Option<Template>,
    /// Whether it speaks of passes in a row.
    pub counts_passes: bool,
    /// Whether it speaks of retaking.
    pub retakes: bool,
    /// Whether a fact has a frame.
    pub frames: bool,
    /// The scope after all: of the fact that always holds.
    pub(crate) always: u8,
}

impl Formula {
    pub(super) fn any(&self, of: &mut impl FnMut(&Formula) -> bool) -> bool {
        of(self)
            || match self {
                Formula::Not(part) => part.any(of),
                Formula::All(parts) | Formula::Any(parts) => parts.iter().any(|part| part.any(of)),
                _ => false,
            }
    }

    pub(super) fn asks(&self) -> bool {
        self.any(&mut |part| matches!(part, Formula::Fact(_)))
    }

    /// The facts that it asks for.
    pub(super) fn facts(&self) -> Vec<&Template> {
        match self {
            Formula::Fact(fact) => vec![fact],
            Formula::Not(part) => part.facts(),
            Formula::All(parts) | Formula::Any(parts) => parts.iter().flat_map(Formula::facts).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it holds, as far as it is known of its parts.
    pub(super) fn truth(&self, known: &dyn Fn(&Formula) -> Option<bool>) -> Option<bool> {
        let joined = |parts: &[Formula], settles: bool| {
            let truths: Vec<Option<bool>> = parts.iter().map(|part| part.truth(known)).collect();
            match () {
                () if truths.contains(&Some(settles)) => Some(settles),
                () if truths.contains(&None) => None,
                () => Some(!settles),
            }
        };
        match self {
            Formula::Not(part) => part.truth(known).map(|truth| !truth),
            Formula::All(parts) => joined(parts, false),
            Formula::Any(parts) => joined(parts, true),
            part => known(part),
        }
    }
}

impl Program {
    /// Whether a play can end a game in such a way.
    pub fn has_ending(&self, of: impl Fn(Ending) -> bool) -> bool {
        self.play_ends.iter().any(|(_, ending)| of(*ending))
    }

    /// The conditions of what moves of an event end, remember, forget and count that ask for facts.
    pub(super) fn effects_asking(&self, event: Event) -> impl Iterator<Item = &Formula> {
        let ends = self.play_ends.iter().map(|(when, _)| when).filter(move |_| event == Event::Play);
        let remembers = self.remembers.iter().map(|remember| (remember.on, &remember.when));
        let forgets = self.forgets.iter().map(|forget| (forget.on, &forget.when));
        let counts = self.counts.iter().map(|count| (count.on, &count.when));
        let conditions = remembers.chain(forgets).chain(counts).filter(move |(on, _)| on.has(event));
        ends.chain(conditions.filter_map(|(_, when)| when.as_ref())).filter(|when| when.asks())
    }

    /// Whether what a move does depends on facts.
    pub fn effects_ask(&self) -> bool {
        [Event::Play, Event::Pass].into_iter().any(|event| self.effects_asking(event).next().is_some())
    }

    /// The facts that those conditions ask for.
    pub(super) fn asked_by_effects(&self, event: Event) -> HashSet<&Template> {
        self.effects_asking(event).flat_map(Formula::facts).collect()
    }

    /// What a node implies: facts that start and every play make true of it, and every pass too, or that a
    /// pass leaves as they are. If a pass takes it away, only where passes are counted and there were none.
    pub(super) fn implied(&self, counts_passes: bool) -> Vec<(Template, bool)> {
        let made = |event: Event| {
            let remembers = self.remembers.iter().filter(move |remember| {
                remember.on.has(event) && remember.each.is_none() && remember.when.is_none()
            });
            let made = remembers.map(move |remember| remember.fact.with(|argument| argument.on(event)));
            made.collect::<Vec<Template>>()
        };
        let [start, play, pass] = Event::ALL.map(made);
        let mut implied = Vec::new();
        for fact in start {
            let of_node = fact.arguments.iter().all(|argument| {
                matches!(
                    argument,
                    Argument::Player(_) | Argument::Place(Place::After | Place::Nothing | Place::Kept(..))
                )
            });
            if !of_node || !play.contains(&fact) || implied.iter().any(|(known, _)| *known == fact) {
                continue;
            }
            let position_alone = fact.arguments == [Argument::Place(Place::After)];
            let forgotten =
                self.forgets.iter().any(|forget| forget.on.has(Event::Pass) && forget.name == fact.name);
            let after_pass = self.no_pass || pass.contains(&fact) || position_alone && !forgotten;
            if after_pass || counts_passes {
                implied.push((fact, !after_pass));
            }
        }
        implied
    }
}

impl Template {
    /// The same with other terms.
    pub(super) fn with(&self, change: impl Fn(Argument) -> Argument) -> Template {
        let mut fact = self.clone();
        fact.arguments.iter_mut().for_each(|argument| *argument = change(*argument));
        fact.who = fact.arguments.iter().find_map(Argument::player);
        let places = fact.arguments.iter().filter_map(|argument| match argument {
            Argument::Place(place) => Some(*place),
            _ => None,
        });
        let places: Vec<Place> = places.collect();
        fact.places.iter_mut().zip(places).for_each(|((own, _), place)| *own = place);
        fact
    }
}
