//! Ko rules that are texts (`docs/rule-language.md`), read from the record of a game: on boards of any size, and
//! for any number of players. What a text knows at one place of a game.
//!
//! The text is parsed where it is turned into steps too (`kosolver_rules::language`). All else is done again, and
//! tests hold the two against each other.

use ahash::RandomState;
use indexmap::IndexMap;
use kosolver_rules::language::{
    Argument, Ending, Event as On, Events, Formula, Place, Program, Remember, Scored, Template, Who,
};

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

/// The name of the facts that a position stood just before the last move, a play: `retakes` asks for them.
const RETAKEN: usize = usize::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fact {
    name: usize,
    values: [Value; MOST_TERMS],
}

/// Something that happens: a move, or the start.
#[derive(Clone, Copy)]
struct Event {
    on: On,
    mover: Player,
    next: Player,
    before: usize,
    after: usize,
    point: Value,
}

impl Event {
    fn player(&self, who: Who) -> Player {
        if who == Who::Mover { self.mover } else { self.next }
    }

    fn of(made: Made, players: u8) -> Event {
        let (on, point) = match made.what {
            Move::Play(point) => (On::Play, Value::Point(point)),
            Move::Pass => (On::Pass, Value::Nothing),
        };
        let Made { player, before, after, .. } = made;
        Event { on, mover: player, next: player.next(players), before, after, point }
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
    row: Vec<Player>,
    /// The positions that it counted.
    counted: Vec<usize>,
    /// After how many moves counts what is scored if it ends the game.
    from: usize,
    /// How it ended the game, if it did.
    ended: Option<Ending>,
}

/// What a text knows of a game at one place in it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub program: &'static Program,
    players: u8,
    /// Every fact that was true once, or was asked for, by its number; and since how many moves it is true.
    facts: IndexMap<Fact, Option<usize>, RandomState>,
    /// The numbers of those that are true.
    holding: Vec<usize>,
    kept: Kept,
    passes: usize,
    /// Who made the passes just before; who passes twice out of turn is named once.
    row: Vec<Player>,
    changes: Vec<Change>,
}

impl Known {
    /// At the start of a game, from position 0 with this player.
    pub fn new(program: &'static Program, players: u8, first: Player) -> Known {
        let kept = vec![Value::Nothing; program.kept.len() * usize::from(Player::MOST)];
        let (facts, holding, changes) = (IndexMap::default(), Vec::new(), Vec::new());
        let mut known = Known { program, players, facts, holding, kept, passes: 0, row: Vec::new(), changes };
        let mover = Player::all(players).find(|player| player.next(players) == first).unwrap_or(first);
        let start = Event { on: On::Start, mover, next: first, before: 0, after: 0, point: Value::Nothing };
        let made: Vec<Fact> = known.made(&start, &known.kept).collect();
        known.facts.extend(made.into_iter().map(|fact| (fact, Some(0))));
        known.holding = (0..known.facts.len()).collect();
        known
    }

    fn place(&self, place: Place, event: &Event, kept: &Kept, each: Value) -> Value {
        match place {
            Place::Before => Value::Position(event.before),
            Place::After => Value::Position(event.after),
            Place::Nothing => Value::Nothing,
            Place::Kept(slot, who) => kept[Known::slot(slot, event.player(who))],
            Place::Variable => each,
        }
    }

    fn slot(slot: u8, player: Player) -> usize {
        usize::from(slot) * usize::from(Player::MOST) + player.index()
    }

    fn fact(&self, template: &Template, event: &Event, kept: &Kept, each: Value) -> Fact {
        let mut values = [Value::Nothing; MOST_TERMS];
        for (value, argument) in values.iter_mut().zip(&template.arguments) {
            *value = match argument {
                Argument::Player(who) => Value::Player(event.player(*who)),
                Argument::Place(place) => self.place(*place, event, kept, each),
                Argument::Point => event.point,
                // No rule with frames is read from the record.
                Argument::Frame { .. } => Value::Nothing,
            };
        }
        Fact { name: template.name, values }
    }

    fn retaken(position: usize) -> Fact {
        let mut values = [Value::Nothing; MOST_TERMS];
        values[0] = Value::Position(position);
        Fact { name: RETAKEN, values }
    }

    /// Since how many moves a fact is true.
    fn since(&self, fact: &Fact) -> Option<usize> {
        self.facts.get(fact).copied().flatten()
    }

    /// Whether a condition holds; and facts that show it, as they are.
    fn holds(&self, condition: &Formula, event: &Event, shown: &mut Vec<Fact>) -> bool {
        self.holds_after(condition, event, [self.passes, 1], shown)
    }

    /// The same after so many passes, of which so many stand for one.
    fn holds_after(
        &self,
        condition: &Formula,
        event: &Event,
        [passes, unit]: [usize; 2],
        shown: &mut Vec<Fact>,
    ) -> bool {
        let mut is_true = |fact: Fact| {
            shown.push(fact);
            self.since(&fact).is_some()
        };
        match condition {
            Formula::Fact(template) => is_true(self.fact(template, event, &self.kept, Value::Nothing)),
            Formula::Retakes => is_true(Known::retaken(event.after)),
            Formula::Passes { exactly: true, count } => passes == unit * usize::from(*count),
            Formula::Passes { exactly: false, count } => passes >= unit * usize::from(*count),
            Formula::Equal(one, other) => {
                let [one, other] =
                    [one, other].map(|place| self.place(*place, event, &self.kept, Value::Nothing));
                one == other
            }
            Formula::Not(part) => !self.holds_after(part, event, [passes, unit], shown),
            Formula::All(parts) | Formula::Any(parts) => {
                // One part settles it, or all of them do.
                let settles = matches!(condition, Formula::Any(_));
                let from = shown.len();
                for part in parts {
                    let at = shown.len();
                    if self.holds_after(part, event, [passes, unit], shown) == settles {
                        shown.drain(from..at);
                        return settles;
                    }
                }
                !settles
            }
        }
    }

    /// Whether a statement speaks of an event.
    fn speaks(&self, on: Events, when: &Option<Formula>, event: &Event) -> bool {
        on.has(event.on) && when.as_ref().is_none_or(|when| self.holds(when, event, &mut Vec::new()))
    }

    fn remembers<'b>(&'b self, event: &'b Event) -> impl Iterator<Item = &'b Remember> + 'b {
        self.program.remembers.iter().filter(|remember| self.speaks(remember.on, &remember.when, event))
    }

    /// The facts that an event makes true, beside those of a `for each`. What is remembered of the mover and of
    /// who moves after him, in the same words, is remembered of all players.
    fn made<'b>(&'b self, event: &'b Event, kept: &'b Kept) -> impl Iterator<Item = Fact> + 'b {
        let plain = self.remembers(event).filter(|remember| remember.each.is_none());
        let of_each = plain.flat_map(move |remember| {
            let fact = self.fact(&remember.fact, event, kept, Value::Nothing);
            let place = self.of_all(remember);
            Player::all(if place.is_some() { self.players } else { 1 }).map(move |player| {
                let mut fact = fact;
                if let Some(place) = place {
                    fact.values[place] = Value::Player(player);
                }
                fact
            })
        });
        let retaken = self.program.retakes && event.on == On::Play;
        of_each.chain(retaken.then(|| Known::retaken(event.before)))
    }

    /// The term in place of which all players stand.
    fn of_all(&self, remember: &Remember) -> Option<usize> {
        let terms = &remember.fact.arguments;
        let place = terms.iter().position(|term| *term == Argument::Player(Who::Next))?;
        let mut twin = terms.clone();
        twin[place] = Argument::Player(Who::Mover);
        let is_twin = |other: &Remember| {
            other.fact.name == remember.fact.name
                && other.fact.arguments == twin
                && (other.on, &other.when) == (remember.on, &remember.when)
        };
        (self.players > 2 && self.program.remembers.iter().any(is_twin)).then_some(place)
    }

    /// Whether an event makes a fact forgotten.
    fn is_forgotten(&self, fact: &Fact, event: &Event) -> bool {
        fact.name == RETAKEN
            || self.program.forgets.iter().any(|forget| {
                let of = forget.who.map(|who| Value::Player(event.player(who)));
                forget.name == fact.name
                    && self.speaks(forget.on, &forget.when, event)
                    && of.is_none_or(|player| fact.values.contains(&player))
            })
    }

    fn kept_after(&self, event: &Event) -> Kept {
        let mut kept = self.kept.clone();
        for keep in self.program.keeps.iter().filter(|keep| keep.on.has(event.on)) {
            let value = self.place(keep.value, event, &self.kept, Value::Nothing);
            kept[Known::slot(keep.slot, event.player(keep.who))] = value;
        }
        kept
    }

    /// The positions that a move counts. Where it asks for a pass just before, all others have passed.
    pub fn counts(&self, made: Made) -> Vec<usize> {
        let event = &Event::of(made, self.players);
        let others = usize::from(self.players) - 1;
        let by_others = self.row.len() - usize::from(self.row.last() == Some(&made.player));
        let counting = self.program.counts.iter().filter(|count| {
            let holds = |when| self.holds_after(when, event, [by_others, others], &mut Vec::new());
            count.on.has(event.on) && count.when.as_ref().is_none_or(holds)
        });
        counting.map(|count| if count.after { event.after } else { event.before }).collect()
    }

    /// The positions that are scored if the last move ends the game; `None` if the last is.
    pub fn scored(&self) -> Option<Vec<usize>> {
        let from = self.changes.last().map_or(0, |change| change.from);
        let counted = self.changes[from..].iter().flat_map(|change| change.counted.iter().copied());
        (self.program.scored != Scored::Last).then(|| counted.collect())
    }

    /// A move is made.
    pub fn push(&mut self, made: Made) {
        let event = &Event::of(made, self.players);
        let now = self.changes.len() + 1;
        let passed = || self.ends(made).0.then_some(Ending::Scored);
        let ended = if made.is_pass() { passed() } else { self.ended_by_play(event) };
        let since = self.program.since.as_ref().filter(|_| made.is_pass());
        let since = since.and_then(|fact| self.since(&self.fact(fact, event, &self.kept, Value::Nothing)));
        let (counted, from) = (self.counts(made), since.unwrap_or(0));
        let kept = self.kept_after(event);
        let mut pulled = Vec::new();
        for Remember { fact, each, .. } in self.remembers(event) {
            let Some(each) = each else { continue };
            let known = self.holding.iter().filter_map(|number| self.from(each, self.named(*number), event));
            pulled.extend(known.map(|value| self.fact(fact, event, &self.kept, value)));
        }
        let forgets =
            self.program.retakes || self.program.forgets.iter().any(|forget| forget.on.has(event.on));
        let is_forgotten = |&number: &usize| forgets && self.is_forgotten(self.named(number), event);
        let (forgotten, left): (Vec<usize>, Vec<usize>) =
            self.holding.iter().copied().partition(is_forgotten);
        let made: Vec<Fact> = self.made(event, &kept).collect();
        let mut change = Change {
            facts: Vec::new(),
            holding: std::mem::replace(&mut self.holding, left),
            kept: std::mem::replace(&mut self.kept, kept),
            passes: self.passes,
            row: self.row.clone(),
            counted,
            from,
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
        if event.on == On::Pass {
            self.passes += 1;
            self.row.extend((self.row.last() != Some(&event.mover)).then_some(event.mover));
        } else {
            (self.passes, self.row) = (0, Vec::new());
        }
        self.changes.push(change);
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        let Some(Change { facts, holding, kept, passes, row, .. }) = self.changes.pop() else { return };
        for (number, since) in facts.into_iter().rev() {
            self.facts[number] = since;
        }
        (self.holding, self.kept, self.passes, self.row) = (holding, kept, passes, row);
    }

    /// What `for each` goes through, if this fact is one of those.
    fn from(&self, each: &Template, fact: &Fact, event: &Event) -> Option<Value> {
        let is_variable = |term: &Argument| *term == Argument::Place(Place::Variable);
        let place = each.arguments.iter().position(is_variable)?;
        // Nothing is no position.
        let value = Some(fact.values[place]).filter(|value| matches!(value, Value::Position(_)))?;
        (self.fact(each, event, &self.kept, value) == *fact).then_some(value)
    }

    /// After how many moves the game was over first, if it is.
    pub fn over_since(&self) -> Option<usize> {
        self.changes.iter().position(|change| change.ended.is_some()).map(|place| place + 1)
    }

    /// How the last move ended the game, if it did.
    pub fn ending_of_last(&self) -> Option<Ending> {
        self.changes.last().and_then(|change| change.ended)
    }

    /// How a play ends the game: as the first statement says that holds.
    fn ended_by_play(&self, event: &Event) -> Option<Ending> {
        let mut ends = self.program.play_ends.iter();
        ends.find(|(when, _)| self.holds(when, event, &mut Vec::new())).map(|(_, ending)| *ending)
    }

    /// The fact with a number.
    fn named(&self, number: usize) -> &Fact {
        self.facts.get_index(number).expect("there is such a fact").0
    }

    /// Whether a pass ends the game; and facts that show it, as they are.
    fn ends(&self, made: Made) -> (bool, Vec<Fact>) {
        let Some(end) = &self.program.end else {
            return (!self.program.stuck_loses && self.passes + 1 >= usize::from(self.players), Vec::new());
        };
        let (event, mut shown) = (&Event::of(made, self.players), Vec::new());
        let others = usize::from(self.players) - 1;
        let ends = self.holds_after(end, event, [self.passes, others], &mut shown);
        (ends, shown)
    }

    /// Whether a move is forbidden: by what; and facts that show it, as they are.
    pub fn forbids(&self, made: Made) -> (Option<&'static Formula>, Vec<Fact>) {
        const NO_PASS: &Formula = &Formula::All(Vec::new());
        let event = &Event::of(made, self.players);
        let parts = match event.on {
            On::Pass if self.program.no_pass => return (Some(NO_PASS), Vec::new()),
            On::Pass => &self.program.forbid_pass,
            _ => &self.program.forbid_play,
        };
        let mut shown = Vec::new();
        for part in parts {
            let at = shown.len();
            if self.holds(part, event, &mut shown) {
                return (Some(part), shown.split_off(at));
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
        let (part, facts) = self.forbids(made);
        (part.is_some(), self.premises(facts))
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
        for Remember { fact: to, each, .. } in self.remembers(event) {
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
