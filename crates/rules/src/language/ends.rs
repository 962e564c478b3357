//! Whether games under a text end.
//!
//! A row of passes is followed until a pass surely ends the game, or is forbidden. That a kind of moves is
//! made finitely often is shown by one of four arguments:
//!
//! 1. Such a move always ends the game, or is always forbidden.
//! 2. It makes a fact true that forbids the move with the same terms, or ends the game. So while that
//!    fact is not forgotten, each move of the kind makes another fact true, and there are finitely many. It is
//!    never forgotten, or only by moves of kinds that are themselves made finitely often. Several facts that
//!    do so together are like one with the terms of all; so are facts that become true one after the other,
//!    each once those before it are there.
//! 3. The same, but the fact forbids the play that would lead to the move's own position again: that of
//!    the opponent just before, for moves that do not follow a pass.
//! 4. It follows a pass of a kind that is made finitely often.
//!
//! Moves are of one kind if both are plays or both passes, and as many passes were made just before.

use super::program::{Argument, Formula, Place, Program, Template};
use super::syntax::{Event, Who};

/// The longest row of passes: certificates have two bits for the passes before a move.
pub(super) const LONGEST_ROW: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    event: Event,
    passes: u8,
}

struct Proof<'a> {
    program: &'a Program,
    forbid: [Formula; 2],
    end: Option<Formula>,
    play_end: Formula,
    /// What each position before a move surely is, in the terms of that move.
    implied: Vec<Template>,
    /// Which kinds of moves are made finitely often, and why.
    found: Vec<(Kind, String)>,
}

/// Why nothing shows that games end.
#[derive(Clone)]
pub(super) struct Missing {
    /// In words.
    pub message: String,
    /// Which `forget` of the text is at fault, if one is.
    pub forget: Option<usize>,
}

impl From<String> for Missing {
    fn from(message: String) -> Missing {
        Missing { message, forget: None }
    }
}

/// Why games end, or what is missing.
pub(super) fn shown(program: &Program, two_passes: bool) -> Result<Vec<String>, Missing> {
    let end =
        if two_passes { Some(Formula::Passes { exactly: false, count: 1 }) } else { program.end.clone() };
    let forbid = [&program.forbid_play, &program.forbid_pass].map(|parts| Formula::Any(parts.clone()));
    let implied = program.implied(false).into_iter().map(|(fact, _)| {
        fact.with(|argument| match argument {
            Argument::Player(Who::Next) => Argument::Player(Who::Mover),
            Argument::Player(Who::Mover) => Argument::Player(Who::Next),
            Argument::Place(Place::After) => Argument::Place(Place::Before),
            argument => argument,
        })
    });
    let play_end = Formula::Any(program.play_ends.iter().map(|(when, _)| when.clone()).collect());
    let mut proof = Proof { program, forbid, end, play_end, implied: implied.collect(), found: Vec::new() };
    let mut reasons = Vec::new();
    if proof.end.is_some() || program.stuck_loses && !program.no_pass {
        match proof.row() {
            0 => {
                return Err(format!(
                    "passes may go on for ever, or for more than {LONGEST_ROW} in a row: after some passes on one position 'end pass' has to hold whatever came before"
                )
                .into());
            }
            1 => reasons.push("A pass ends the game.".to_owned()),
            row => reasons
                .push(format!("At the latest pass number {row} in a row ends the game, or is forbidden.")),
        }
    }
    let kinds =
        [Event::Play, Event::Pass].map(|event| (0..LONGEST_ROW).map(move |passes| Kind { event, passes }));
    let kinds: Vec<Kind> = kinds.into_iter().flatten().collect();
    // Each proof rests on those found before, so none rests on itself.
    loop {
        let open = kinds.iter().filter(|kind| proof.is_finite(**kind).is_none());
        let Some(found) = open.clone().find_map(|kind| Some((*kind, proof.finite(*kind).ok()?))) else {
            break;
        };
        proof.found.push(found);
    }
    // Between two plays there is at most one row of passes, so plays decide.
    for passes in (0..LONGEST_ROW).take_while(|passes| *passes == 0 || !program.no_pass) {
        let kind = Kind { event: Event::Play, passes };
        let reason = match proof.is_finite(kind) {
            Some(reason) => reason.to_owned(),
            None => proof.finite(kind)?,
        };
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    Ok(reasons)
}

impl Proof<'_> {
    fn forbids(&self, event: Event) -> &Formula {
        &self.forbid[usize::from(event == Event::Pass)]
    }

    /// What is known of a part of a condition before a move of a kind, if some facts are there.
    fn known(&self, part: &Formula, kind: Kind, facts: &[Template]) -> Option<bool> {
        match part {
            Formula::Passes { exactly: true, count } => Some(kind.passes == *count),
            Formula::Passes { exactly: false, count } => Some(kind.passes >= *count),
            Formula::Retakes if kind.passes > 0 => Some(false),
            Formula::Fact(asked) if facts.contains(&at(asked, kind.event)) => Some(true),
            Formula::Equal(one, other) if one == other => Some(true),
            Formula::Equal(Place::Before, Place::After) | Formula::Equal(Place::After, Place::Before)
                if kind.event == Event::Pass =>
            {
                Some(true)
            }
            _ => None,
        }
    }

    fn surely(&self, formula: &Formula, kind: Kind, facts: &[Template]) -> bool {
        formula.truth(&|part| self.known(part, kind, facts)) == Some(true)
    }

    /// Whether a move of a kind surely does not go on if some facts are there: it is forbidden, or ends
    /// the game.
    fn stops(&self, kind: Kind, facts: &[Template]) -> bool {
        let end = if kind.event == Event::Pass { self.end.as_ref() } else { Some(&self.play_end) };
        self.surely(self.forbids(kind.event), kind, facts)
            || end.is_some_and(|end| self.surely(end, kind, facts))
    }

    /// Why moves of a kind are made finitely often, if it has been found.
    fn is_finite(&self, kind: Kind) -> Option<&str> {
        self.found.iter().find(|(found, _)| *found == kind).map(|(_, why)| why.as_str())
    }

    /// Why moves of a kind are made finitely often, by what has been found so far; or what is missing.
    fn finite(&self, kind: Kind) -> Result<String, Missing> {
        let moves = if kind.event == Event::Play { "play" } else { "pass" };
        if self.stops(kind, &[]) {
            return Ok(format!("No game goes on after a {moves} that follows {} passes.", kind.passes));
        }
        let by_a_fact = self.by_a_fact(kind);
        // Where the ruleset ends the game nothing is known of its passes.
        let bounded = self.end.is_some() || self.program.stuck_loses;
        let pass = kind.passes.checked_sub(1).map(|passes| Kind { event: Event::Pass, passes });
        match pass.filter(|pass| by_a_fact.is_err() && bounded && self.is_finite(*pass).is_some()) {
            Some(_) => Ok("What follows a pass is made no more often than passes are.".to_owned()),
            None => by_a_fact,
        }
    }

    fn by_a_fact(&self, kind: Kind) -> Result<String, Missing> {
        let moves = if kind.event == Event::Play { "play" } else { "pass" };
        let mut missing = Missing::from(format!(
            "no fact is remembered on every {moves} that forbids {}it, with the same terms, the next time",
            if kind.event == Event::Pass || !self.program.play_ends.is_empty() {
                "or ends the game at "
            } else {
                ""
            }
        ));
        let mut together: Vec<Template> = Vec::new();
        for remember in &self.program.remembers {
            let made = remember.on.has(kind.event)
                && remember.each.as_ref().is_none_or(|each| self.is_implied(each))
                && remember.when.as_ref().is_none_or(|when| self.surely(when, kind, &[]));
            let written = of_board(&remember.fact);
            let fact = at(&written, kind.event);
            if !made || self.changes(kind, &fact) {
                continue;
            }
            if !together.contains(&fact) && self.forgotten(fact.name).is_ok() {
                together.push(fact.clone());
            }
            let arrival = Kind { event: Event::Play, passes: 0 };
            let itself = self.stops(kind, std::slice::from_ref(&fact));
            let before = kind.passes == 0
                && shifted(&written).is_some_and(|fact| {
                    (0..LONGEST_ROW).all(|passes| {
                        self.surely(
                            self.forbids(Event::Play),
                            Kind { passes, ..arrival },
                            std::slice::from_ref(&fact),
                        )
                    })
                });
            if !itself && !before {
                continue;
            }
            let name = &self.program.names[fact.name].name;
            match self.forgotten(fact.name) {
                Ok(how) => {
                    let what = match (itself, kind.event) {
                        (false, _) => "keeps the opponent from making the same position for him again",
                        (true, Event::Pass) => "ends the game, or forbids the pass, the next time",
                        (true, _) if self.program.play_ends.is_empty() => "forbids the play the next time",
                        (true, _) => "forbids the play, or ends the game, the next time",
                    };
                    let each = if kind.event == Event::Pass { "pass" } else { "play" };
                    return Ok(format!("Each {each} makes a '{name}' true that {what}; {how}."));
                }
                Err(why) => missing = why,
            }
        }
        // A fact that such a move makes true once others are there: each move makes one more of them true.
        let mut one_more = false;
        while let Some(fact) = self.next_fact(kind, &together) {
            together.push(fact);
            one_more = true;
        }
        // Several facts that each such move makes true may do together what none does alone.
        if !self.stops(kind, &together) {
            return Err(missing);
        }
        let mut names: Vec<String> =
            together.iter().map(|fact| format!("'{}'", self.program.names[fact.name].name)).collect();
        names.dedup();
        let what = match kind.event {
            Event::Pass => "end the game, or forbid the pass,",
            _ if self.program.play_ends.is_empty() => "forbid the play",
            _ => "forbid the play, or end the game,",
        };
        let mut how: Vec<String> = Vec::new();
        for fact in &together {
            let forgotten = self.forgotten(fact.name)?;
            if !how.contains(&forgotten) {
                how.push(forgotten);
            }
        }
        let names =
            if one_more { format!("one more of {}", names.join(" and ")) } else { names.join(" and ") };
        Ok(format!(
            "Each {moves} makes {names} true, which together {what} the next time; {}.",
            how.join(", or ")
        ))
    }

    /// A fact that every move of a kind makes true once these are there, and that is forgotten finitely often.
    fn next_fact(&self, kind: Kind, there: &[Template]) -> Option<Template> {
        let found = self.program.remembers.iter().find(|remember| {
            let fact = at(&remember.fact, kind.event);
            remember.on.has(kind.event)
                && remember.each.is_none()
                && remember.when.as_ref().is_some_and(|when| self.surely(when, kind, there))
                && !there.contains(&fact)
                && !self.changes(kind, &fact)
                && self.forgotten(fact.name).is_ok()
        });
        found.map(|remember| at(&remember.fact, kind.event))
    }

    /// Whether a move of a kind changes what is kept in a term: what is kept must be the same when a fact is
    /// remembered as when it is asked for.
    fn changes(&self, kind: Kind, fact: &Template) -> bool {
        fact.arguments.iter().any(|argument| match argument {
            Argument::Place(Place::Kept(slot, _)) => {
                self.program.keeps.iter().any(|keep| keep.slot == *slot && keep.on.has(kind.event))
            }
            _ => false,
        })
    }

    /// Whether what a `for each` goes through surely holds of the position on the board before a move.
    fn is_implied(&self, each: &Template) -> bool {
        self.implied.contains(&of_board(each))
    }

    /// How the facts of a name are forgotten, if that is finitely often.
    fn forgotten(&self, name: usize) -> Result<String, Missing> {
        let mut on = Vec::new();
        let own = self.program.forgets.iter().enumerate().filter(|(_, forget)| forget.name == name);
        for (number, forget) in own {
            for event in [Event::Play, Event::Pass] {
                for passes in (0..LONGEST_ROW).filter(|_| forget.on.has(event)) {
                    let kind = Kind { event, passes };
                    let known = |part: &Formula| self.known(part, kind, &[]);
                    if forget.when.as_ref().is_some_and(|when| when.truth(&known) == Some(false)) {
                        continue;
                    }
                    if self.is_finite(kind).is_none() {
                        let name = &self.program.names[name].name;
                        let ends = if event == Event::Pass { "ends the game or forbids" } else { "forbids" };
                        let message = format!(
                            "'{name}' is forgotten on {0}, and a {0} may be made again and again: no fact that it makes true {ends} the next",
                            event.word()
                        );
                        return Err(Missing { message, forget: Some(number) });
                    }
                    on.push(event.word());
                }
            }
        }
        on.sort_unstable();
        on.dedup();
        Ok(match &on[..] {
            [] => "it is never forgotten".to_owned(),
            on => format!("it is forgotten on {} alone, finitely often", on.join(" and ")),
        })
    }

    /// Which pass in a row surely does not go on, the first being 1; 0 if none is known to.
    fn row(&self) -> u8 {
        let program = self.program;
        // What is surely kept for the player who passes first and for the other: the position.
        let mut kept = vec![[false; 2]; program.kept.len()];
        let mut facts: Vec<(usize, Vec<Seen>)> = Vec::new();
        for passes in 0..LONGEST_ROW {
            let mover = usize::from(passes % 2);
            let kind = Kind { event: Event::Pass, passes };
            let player = |who: Who| if who == Who::Mover { mover } else { 1 - mover };
            let seen = |argument: &Argument, kept: &[[bool; 2]]| match argument {
                Argument::Player(who) => Some(Seen::Player(player(*who))),
                Argument::Place(Place::Before | Place::After) => Some(Seen::Board),
                Argument::Place(Place::Nothing) => Some(Seen::Nothing),
                Argument::Place(Place::Kept(slot, who)) => {
                    kept[usize::from(*slot)][player(*who)].then_some(Seen::Board)
                }
                _ => None,
            };
            let said = |fact: &Template, kept: &[[bool; 2]]| {
                let terms = fact.arguments.iter().map(|argument| seen(argument, kept));
                terms.collect::<Option<Vec<Seen>>>().map(|terms| (fact.name, terms))
            };
            let known = |part: &Formula| match part {
                Formula::Fact(fact) => said(fact, &kept).filter(|said| facts.contains(said)).map(|_| true),
                Formula::Equal(one, other) => {
                    let [one, other] = [one, other].map(|place| seen(&Argument::Place(*place), &kept));
                    one.zip(other).map(|(one, other)| one == other)
                }
                part => self.known(part, kind, &[]),
            };
            let holds = |formula: &Formula| formula.truth(&known);
            if holds(self.forbids(Event::Pass)) == Some(true)
                || self.end.as_ref().is_some_and(|end| holds(end) == Some(true))
            {
                return passes + 1;
            }
            let mut after = kept.clone();
            for keep in program.keeps.iter().filter(|keep| keep.on.has(Event::Pass)) {
                after[usize::from(keep.slot)][player(keep.who)] =
                    seen(&Argument::Place(keep.value), &kept) == Some(Seen::Board);
            }
            let on = |on: super::syntax::Events| on.has(Event::Pass);
            let may = |when: &Option<Formula>| when.as_ref().is_none_or(|when| holds(when) != Some(false));
            let forgets: Vec<usize> = program
                .forgets
                .iter()
                .filter(|forget| on(forget.on) && may(&forget.when))
                .map(|forget| forget.name)
                .collect();
            let must = |when: &Option<Formula>| when.as_ref().is_none_or(|when| holds(when) == Some(true));
            let made: Vec<(usize, Vec<Seen>)> = program
                .remembers
                .iter()
                .filter(|remember| on(remember.on) && remember.each.is_none() && must(&remember.when))
                .filter_map(|remember| said(&remember.fact, &after))
                .collect();
            facts.retain(|(name, _)| !forgets.contains(name));
            facts.extend(made);
            kept = after;
        }
        0
    }
}

/// A fact of a `for each` about the position on the board.
fn of_board(fact: &Template) -> Template {
    fact.with(|argument| match argument {
        Argument::Place(Place::Variable) => Argument::Place(Place::Before),
        argument => argument,
    })
}

/// A fact of a move on an event: on a pass the position before it is the one after it.
fn at(fact: &Template, event: Event) -> Template {
    fact.with(|argument| match argument {
        Argument::Place(Place::After) if event == Event::Pass => Argument::Place(Place::Before),
        argument => argument,
    })
}

/// What a term stands for in a row of passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Player(usize),
    Board,
    Nothing,
}

/// A fact of a move, in the terms of the play before it that made the position.
fn shifted(fact: &Template) -> Option<Template> {
    let fits = |argument: &Argument| {
        matches!(argument, Argument::Player(Who::Mover) | Argument::Place(Place::Before))
    };
    fact.arguments.iter().all(fits).then(|| {
        fact.with(|argument| match argument {
            Argument::Player(_) => Argument::Player(Who::Next),
            _ => Argument::Place(Place::After),
        })
    })
}
