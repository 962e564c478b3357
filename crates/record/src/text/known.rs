//! What a text knows at one place of a game.

use ahash::RandomState;
use indexmap::IndexMap;

use super::{Condition, On, Remember, Template, Term, Text, Who};
use crate::tree::Premise;
use crate::{Made, Move, Player};

/// What a term stands for. Positions are named by their numbers in the record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Value {
    #[default]
    Nothing,
    Player(Player),
    Position(usize),
    Point(usize),
}

/// A fact has a player, a position, and another position or a point at most.
const MOST_TERMS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fact {
    name: usize,
    values: [Value; MOST_TERMS],
}

/// Something that happens: a move, or the start.
#[derive(Clone, Copy)]
struct Event {
    kind: usize,
    mover: Player,
    next: Player,
    before: usize,
    after: usize,
    point: Value,
}

impl Event {
    fn of(made: Made, players: u8) -> Event {
        let (kind, point) = match made.what {
            Move::Play(point) => (1, Value::Point(point)),
            Move::Pass => (2, Value::Nothing),
        };
        let Made { player, before, after, .. } = made;
        Event { kind, mover: player, next: player.next(players), before, after, point }
    }
}

/// What is kept, by name and player.
type Kept = Vec<Value>;

/// What a move changed.
#[derive(Clone, Debug)]
struct Change {
    /// Since when each of these facts had been true.
    facts: Vec<(usize, Option<usize>)>,
    /// The facts that were true.
    holding: Vec<usize>,
    kept: Kept,
    passes: usize,
    /// Whether it ended the game.
    ended: bool,
}

/// What a text knows of a game at one place in it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub text: &'static Text,
    players: u8,
    /// Every fact that was true once, or was asked for, by its number; and since how many moves it is true.
    facts: IndexMap<Fact, Option<usize>, RandomState>,
    /// The numbers of those that are true.
    holding: Vec<usize>,
    kept: Kept,
    passes: usize,
    changes: Vec<Change>,
}

impl Known {
    /// At the start of a game, from position 0 with this player.
    pub fn new(text: &'static Text, players: u8, first: Player) -> Known {
        let kept = vec![Value::Nothing; text.kept.len() * usize::from(Player::MOST)];
        let (facts, holding, changes) = (IndexMap::default(), Vec::new(), Vec::new());
        let mut known = Known { text, players, facts, holding, kept, passes: 0, changes };
        let mover = Player::all(players).find(|player| player.next(players) == first).unwrap_or(first);
        let start = Event { kind: 0, mover, next: first, before: 0, after: 0, point: Value::Nothing };
        let made: Vec<Fact> = known.made(&start, &known.kept).collect();
        known.facts.extend(made.into_iter().map(|fact| (fact, Some(0))));
        known.holding = (0..known.facts.len()).collect();
        known
    }

    fn value(&self, term: Term, event: &Event, kept: &Kept, each: Value) -> Value {
        let player = |who: Who| if who == Who::Mover { event.mover } else { event.next };
        match term {
            Term::Before => Value::Position(event.before),
            Term::After => Value::Position(event.after),
            Term::Player(who) => Value::Player(player(who)),
            Term::Point => event.point,
            Term::Nothing => Value::Nothing,
            Term::Kept(slot, who) => kept[Known::slot(slot, player(who))],
            Term::Each => each,
        }
    }

    fn slot(slot: usize, player: Player) -> usize {
        slot * usize::from(Player::MOST) + player.index()
    }

    fn fact(&self, template: &Template, event: &Event, kept: &Kept, each: Value) -> Fact {
        let mut values = [Value::Nothing; MOST_TERMS];
        for (value, term) in values.iter_mut().zip(&template.terms) {
            *value = self.value(*term, event, kept, each);
        }
        Fact { name: template.name, values }
    }

    /// Since how many moves a fact is true.
    fn since(&self, fact: &Fact) -> Option<usize> {
        self.facts.get(fact).copied().flatten()
    }

    /// Whether a condition holds; and facts that show it, as they are.
    fn holds(&self, condition: &Condition, event: &Event, shown: &mut Vec<Fact>) -> bool {
        match condition {
            Condition::Fact(template) => {
                let fact = self.fact(template, event, &self.kept, Value::Nothing);
                shown.push(fact);
                self.since(&fact).is_some()
            }
            Condition::Passes { exactly: true, count } => self.passes == *count,
            Condition::Passes { exactly: false, count } => self.passes >= *count,
            Condition::Equal(one, other) => {
                let [one, other] =
                    [one, other].map(|term| self.value(*term, event, &self.kept, Value::Nothing));
                one == other
            }
            Condition::Not(part) => !self.holds(part, event, shown),
            Condition::All(parts) | Condition::Any(parts) => {
                // One part settles it, or all of them do.
                let settles = matches!(condition, Condition::Any(_));
                let from = shown.len();
                for part in parts {
                    let at = shown.len();
                    if self.holds(part, event, shown) == settles {
                        shown.drain(from..at);
                        return settles;
                    }
                }
                !settles
            }
        }
    }

    /// The statements that speak of an event.
    fn speaking<'b, T>(
        &'b self,
        statements: &'b [On<T>],
        event: &'b Event,
    ) -> impl Iterator<Item = &'b T> + 'b {
        let holds = |when: &Option<Condition>| {
            when.as_ref().is_none_or(|when| self.holds(when, event, &mut Vec::new()))
        };
        let speaking = statements.iter().filter(move |on| on.events[event.kind] && holds(&on.when));
        speaking.map(|on| &on.what)
    }

    fn remembers<'b>(&'b self, event: &'b Event) -> impl Iterator<Item = &'b Remember> + 'b {
        self.speaking(&self.text.remembers, event)
    }

    /// The facts that an event makes true, beside those of a `for each`. A word that means nothing else is
    /// every player in turn.
    fn made<'b>(&'b self, event: &'b Event, kept: &'b Kept) -> impl Iterator<Item = Fact> + 'b {
        let plain = self.remembers(event).filter(|remember| remember.each.is_none());
        plain.flat_map(move |Remember { fact, .. }| {
            let players = if fact.terms.contains(&Term::Each) { self.players } else { 1 };
            Player::all(players).map(move |player| self.fact(fact, event, kept, Value::Player(player)))
        })
    }

    /// Whether an event makes a fact forgotten.
    fn is_forgotten(&self, fact: &Fact, event: &Event) -> bool {
        self.speaking(&self.text.forgets, event).any(|(name, who)| {
            let of = who.map(|who| self.value(Term::Player(who), event, &self.kept, Value::Nothing));
            *name == fact.name && of.is_none_or(|player| fact.values.contains(&player))
        })
    }

    fn kept_after(&self, event: &Event) -> Kept {
        let mut kept = self.kept.clone();
        for (slot, who, value) in self.speaking(&self.text.keeps, event) {
            let player = if *who == Who::Mover { event.mover } else { event.next };
            kept[Known::slot(*slot, player)] = self.value(*value, event, &self.kept, Value::Nothing);
        }
        kept
    }

    /// A move is made.
    pub fn push(&mut self, made: Made) {
        let event = &Event::of(made, self.players);
        let now = self.changes.len() + 1;
        let ended = made.is_pass() && self.ends(made).0;
        let kept = self.kept_after(event);
        let mut pulled = Vec::new();
        for Remember { fact, each } in self.remembers(event) {
            let Some(each) = each else { continue };
            let known = self.holding.iter().filter_map(|number| self.from(each, self.named(*number), event));
            pulled.extend(known.map(|value| self.fact(fact, event, &self.kept, value)));
        }
        let forgets = self.text.forgets.iter().any(|on| on.events[event.kind]);
        let is_forgotten = |&number: &usize| forgets && self.is_forgotten(self.named(number), event);
        let (forgotten, left): (Vec<usize>, Vec<usize>) =
            self.holding.iter().copied().partition(is_forgotten);
        let made: Vec<Fact> = self.made(event, &kept).collect();
        let mut change = Change {
            facts: Vec::new(),
            holding: std::mem::replace(&mut self.holding, left),
            kept: std::mem::replace(&mut self.kept, kept),
            passes: self.passes,
            ended,
        };
        for number in forgotten {
            change.facts.push((number, self.facts[number].take()));
        }
        for fact in pulled.into_iter().chain(made) {
            let number = self.number(fact) as usize;
            if self.facts[number].is_none() {
                change.facts.push((number, self.facts[number].replace(now)));
                self.holding.push(number);
            }
        }
        self.passes = if event.kind == 2 { self.passes + 1 } else { 0 };
        self.changes.push(change);
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        let Some(Change { facts, holding, kept, passes, .. }) = self.changes.pop() else { return };
        for (number, since) in facts.into_iter().rev() {
            self.facts[number] = since;
        }
        (self.holding, self.kept, self.passes) = (holding, kept, passes);
    }

    /// What `for each` goes through, if this fact is one of those.
    fn from(&self, each: &Template, fact: &Fact, event: &Event) -> Option<Value> {
        let place = each.terms.iter().position(|term| *term == Term::Each)?;
        let value = fact.values[place];
        (self.fact(each, event, &self.kept, value) == *fact).then_some(value)
    }

    /// After how many moves the game was over first, if it is.
    pub fn over_since(&self) -> Option<usize> {
        self.changes.iter().position(|change| change.ended).map(|place| place + 1)
    }

    /// The fact with a number.
    fn named(&self, number: usize) -> &Fact {
        self.facts.get_index(number).expect("there is such a fact").0
    }

    /// Whether a pass ends the game; and facts that show it, as they are.
    fn ends(&self, made: Made) -> (bool, Vec<Fact>) {
        if self.text.ends.is_empty() {
            return (!self.text.stuck_loses && self.passes + 1 >= usize::from(self.players), Vec::new());
        }
        let (event, mut shown) = (&Event::of(made, self.players), Vec::new());
        let ends = self.text.ends.iter().any(|end| self.holds(end, event, &mut shown));
        (ends, shown)
    }

    /// Whether a move is forbidden: by what, in the words of the text; and facts that show it, as they are.
    pub fn forbids(&self, made: Made) -> (Option<&'static str>, Vec<Fact>) {
        let event = &Event::of(made, self.players);
        let mut shown = Vec::new();
        for (words, condition) in &self.text.forbids[event.kind - 1] {
            let at = shown.len();
            if self.holds(condition, event, &mut shown) {
                return (Some(words), shown.split_off(at));
            }
        }
        (None, shown)
    }

    /// Since how many moves all of these facts are true that are.
    pub fn since_all(&self, facts: &[Fact]) -> Option<usize> {
        facts.iter().filter_map(|fact| self.since(fact)).max()
    }

    /// Whether a pass ends the game; and what shows it.
    pub fn ending(&mut self, made: Made) -> (bool, Vec<Premise>) {
        let (ends, facts) = self.ends(made);
        (ends, self.premises(facts))
    }

    /// Whether a move is prohibited; and what shows it.
    pub fn prohibiting(&mut self, made: Made) -> (bool, Vec<Premise>) {
        let (words, facts) = self.forbids(made);
        (words.is_some(), self.premises(facts))
    }

    /// That these facts are as they are.
    fn premises(&mut self, facts: Vec<Fact>) -> Vec<Premise> {
        let premise = |fact| {
            let number = self.number(fact);
            Premise { fact: number, holds: self.is_true(number) }
        };
        facts.into_iter().map(premise).collect()
    }

    /// The number of a fact.
    fn number(&mut self, fact: Fact) -> u32 {
        let entry = self.facts.entry(fact);
        let number = entry.index() as u32;
        entry.or_default();
        number
    }

    /// Whether the fact with a number is true.
    pub fn is_true(&self, number: u32) -> bool {
        self.facts[number as usize].is_some()
    }

    /// What must have been so before a move for a fact to be as it is after it.
    pub fn before(&mut self, Premise { fact: number, holds }: Premise, made: Made) -> Vec<Premise> {
        let fact = *self.named(number as usize);
        let event = &Event::of(made, self.players);
        if self.made(event, &self.kept_after(event)).any(|made| made == fact)
            || self.is_forgotten(&fact, event)
        {
            return Vec::new();
        }
        let mut sources = vec![fact];
        for Remember { fact: to, each } in self.remembers(event) {
            let each = each.as_ref().filter(|_| to.name == fact.name);
            let value = each.and_then(|_| self.from(to, &fact, event));
            sources.extend(each.zip(value).map(|(each, value)| self.fact(each, event, &self.kept, value)));
        }
        if holds {
            sources.retain(|source| self.since(source).is_some());
            sources.truncate(1);
        }
        sources.into_iter().map(|source| Premise { fact: self.number(source), holds }).collect()
    }

    /// The facts that are true, and since when.
    #[cfg(test)]
    pub fn all_true(&self) -> std::collections::HashMap<Fact, Option<usize>> {
        self.facts.iter().filter(|(_, since)| since.is_some()).map(|(fact, since)| (*fact, *since)).collect()
    }

    /// What is kept, and how many passes were made in a row, after a move.
    pub fn kept_by(&self, made: Made) -> Vec<u32> {
        let word = |value: &Value| match value {
            Value::Position(number) => *number as u32 + 1,
            _ => 0,
        };
        self.kept_after(&Event::of(made, self.players)).iter().map(word).collect()
    }
}
