//! What the names of a text mean, and whether its statements fit each other.

use std::collections::{HashMap, HashSet};

use super::parse::Fault;
use super::program::{
    Argument, Count, Forget, Formula, Keep, Kind, MOST_SPLITS, Name, Place, Program, Remember, Template,
};
use super::syntax::{Call, Condition, Event, Events, Says, Span, Statement, Term, Text};
use super::whole::whole;
use crate::error::nearest;

/// There are no more scopes for buckets.
const MOST_SCOPES: u8 = 31;
/// Of facts that one condition asks for.
const MOST_ASKED: usize = 16;
const MOST_KEPT: usize = 8;
/// The longest statement, so that it fits a line of a certificate.
const LONGEST_STATEMENT: usize = 4000;

struct Checker {
    program: Program,
    places: HashMap<String, usize>,
}

/// What a condition or a fact is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// What is remembered, or asked of a move.
    Of(Event),
    /// The facts that a `for each` goes through.
    Each,
}

fn list<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

fn unknown<T>(span: &Span, name: &str, what: &str, names: &[String]) -> Result<T, Fault> {
    let near = nearest(name, names.iter().map(String::as_str));
    let near = if near.is_empty() { String::new() } else { format!("; did you mean {near}?") };
    Fault::new(span, format!("'{name}' is not {what}; there is {}{near}", list(names)))
}

impl Checker {
    fn kept(&self, name: &str, span: &Span) -> Result<u8, Fault> {
        match self.program.kept.iter().position(|kept| kept == name) {
            Some(place) => Ok(place as u8),
            None => unknown(span, name, "kept by any statement", &self.program.kept),
        }
    }

    fn place(&self, (term, span): &(Term, Span)) -> Result<Place, Fault> {
        Ok(match term {
            Term::Before => Place::Before,
            Term::After => Place::After,
            Term::Nothing => Place::Nothing,
            Term::Kept(name, who) => Place::Kept(self.kept(name, span)?, *who),
            _ => return Fault::new(span, format!("'{term}' is not a position, which belongs here")),
        })
    }

    /// The kinds of the terms of a fact.
    fn kinds(call: &Call) -> Result<Vec<Kind>, Fault> {
        let kind = |(term, _): &(Term, Span)| match term {
            Term::Player(_) => Kind::Player,
            Term::Point => Kind::Point,
            Term::Frame { .. } => Kind::Frame,
            _ => Kind::Position,
        };
        let kinds: Vec<Kind> = call.terms.iter().map(kind).collect();
        let count = |of: Kind| kinds.iter().filter(|kind| **kind == of).count();
        if count(Kind::Player) > 1 {
            return Fault::new(&call.span, "a fact has at most one player");
        }
        if count(Kind::Point) > 1 || count(Kind::Position) + count(Kind::Point) > 2 {
            return Fault::new(&call.span, "a fact has at most two positions; a point counts as the second");
        }
        let with_frame = [Kind::Frame, Kind::Player, Kind::Position].map(count);
        if with_frame[0] > 0 && with_frame != [1, 1, 0] {
            return Fault::new(&call.span, "a fact with a frame has one frame, a player, and no position");
        }
        Ok(kinds)
    }

    /// Makes the name of a fact known, or checks that it is said of the same kinds of things again.
    fn add_name(&mut self, call: &Call) -> Result<(), Fault> {
        let kinds = Checker::kinds(call)?;
        if self.program.kept.contains(&call.name) {
            return Fault::new(&call.span, format!("'{}' is kept, and cannot be a fact too", call.name));
        }
        let place = self.places.get(&call.name).copied().unwrap_or_else(|| {
            let place = self.program.names.len();
            let (name, kinds) = (call.name.clone(), kinds.clone());
            self.program.names.push(Name { name, kinds, scope: 0, nullable: 0, split: false });
            self.places.insert(call.name.clone(), place);
            place
        });
        self.program.frames |= kinds.contains(&Kind::Frame);
        self.fits(place, &kinds, call)
    }

    fn fits(&self, place: usize, kinds: &[Kind], call: &Call) -> Result<(), Fault> {
        let name = &self.program.names[place];
        if name.kinds == kinds {
            return Ok(());
        }
        let word = |kind: &Kind| match kind {
            Kind::Player => "a player",
            Kind::Position => "a position",
            Kind::Point => "a point",
            Kind::Frame => "a frame",
        };
        let words: Vec<&str> = name.kinds.iter().map(word).collect();
        Fault::new(&call.span, format!("'{}' is elsewhere a fact about {}", call.name, words.join(" and ")))
    }

    fn name(&self, name: &str, span: &Span) -> Result<usize, Fault> {
        match self.places.get(name) {
            Some(place) => Ok(*place),
            None => {
                let names: Vec<String> = self.program.names.iter().map(|name| name.name.clone()).collect();
                unknown(span, name, "remembered by any statement", &names)
            }
        }
    }

    /// A fact whose name is known. Its scopes are filled in later.
    fn template(&self, call: &Call, part: Part, variable: Option<&str>) -> Result<Template, Fault> {
        let name = self.name(&call.name, &call.span)?;
        self.fits(name, &Checker::kinds(call)?, call)?;
        let mut arguments = Vec::new();
        for term in &call.terms {
            arguments.push(match &term.0 {
                Term::Player(who) => Argument::Player(*who),
                Term::Point if part == Part::Of(Event::Play) => Argument::Point,
                Term::Point => return Fault::new(&term.1, "only a play has a point"),
                Term::Frame { after } if matches!(part, Part::Of(Event::Play | Event::Pass)) => {
                    Argument::Frame { after: *after }
                }
                Term::Frame { .. } => return Fault::new(&term.1, "only a move has a frame"),
                Term::Variable(name) if variable == Some(name) => Argument::Place(Place::Variable),
                Term::Variable(name) => {
                    return Fault::new(&term.1, format!("'{name}' is not in a 'for each' of this statement"));
                }
                _ => Argument::Place(self.place(term)?),
            });
        }
        let who = arguments.iter().find_map(|argument| match argument {
            Argument::Player(who) => Some(*who),
            _ => None,
        });
        let point = arguments.contains(&Argument::Point);
        let frame = arguments.iter().find_map(|argument| match argument {
            Argument::Frame { after } => Some(*after),
            _ => None,
        });
        Ok(Template { name, arguments, scope: 0, split: false, who, places: Vec::new(), point, frame })
    }

    /// A condition: of a move that is judged, or of what a move does.
    fn formula(&mut self, condition: &Condition, event: Event, judged: bool) -> Result<Formula, Fault> {
        let mut parts = |parts: &[Condition]| {
            parts
                .iter()
                .map(|part| self.formula(part, event, judged))
                .collect::<Result<Vec<Formula>, Fault>>()
        };
        Ok(match condition {
            Condition::All(all) => Formula::All(parts(all)?),
            Condition::Any(any) => Formula::Any(parts(any)?),
            Condition::Not(part) => Formula::Not(Box::new(self.formula(part, event, judged)?)),
            Condition::Fact(call) => Formula::Fact(self.template(call, Part::Of(event), None)?),
            Condition::Retakes(span) if event != Event::Play || !judged => {
                return Fault::new(
                    span,
                    "only 'forbid play' and 'end play' can ask whether the play retakes",
                );
            }
            Condition::Retakes(_) => {
                self.program.retakes = true;
                Formula::Retakes
            }
            Condition::Passes { exactly, count } => {
                self.program.counts_passes = true;
                Formula::Passes { exactly: *exactly, count: *count }
            }
            Condition::Equal([one, other]) => Formula::Equal(self.place(one)?, self.place(other)?),
        })
    }

    fn when(&mut self, when: &Option<Condition>, on: Events, span: &Span) -> Result<Option<Formula>, Fault> {
        let mut read = None;
        // A pass has no point, so each event reads the terms.
        for event in on.iter() {
            read = when.as_ref().map(|when| self.formula(when, event, false)).transpose()?;
            if event == Event::Start && read.as_ref().is_some_and(Formula::asks) {
                return Fault::new(
                    span,
                    "on start no fact is true yet: ask for facts on play and pass alone",
                );
            }
        }
        Ok(read)
    }

    fn statement(&mut self, Statement { says, span }: &Statement) -> Result<(), Fault> {
        if says.to_string().len() > LONGEST_STATEMENT {
            return Fault::new(span, format!("a statement has at most {LONGEST_STATEMENT} letters"));
        }
        match says {
            Says::Keep { name, who, value, at, on } => {
                if on.has(Event::Start) {
                    return Fault::new(span, "nothing is kept on start");
                }
                let slot = self.kept(name, span)?;
                let value = self.place(&(value.clone(), at.clone()))?;
                // The mover and his opponent are two, so those are never the same.
                let twice = |keep: &&Keep| (keep.slot, keep.who) == (slot, *who);
                let both = |keep: &Keep| on.iter().find(|event| keep.on.has(*event));
                if let Some(event) = self.program.keeps.iter().filter(twice).find_map(both) {
                    let fault = format!(
                        "two statements say what {name}({who}) is on {}: leave one of them out",
                        event.word()
                    );
                    return Fault::new(span, fault);
                }
                self.program.keeps.push(Keep { slot, who: *who, value, on: *on });
            }
            Says::Remember { fact, each, on, when } => {
                let variable = each.as_ref().map(|each| self.variable(each, span)).transpose()?;
                if variable.is_some() && on.has(Event::Start) {
                    return Fault::new(span, "on start there is no fact to go through with 'for each'");
                }
                for event in on.iter() {
                    self.template(fact, Part::Of(event), variable.as_deref())?;
                }
                let event = Part::Of(if on.has(Event::Play) { Event::Play } else { Event::Pass });
                let template = self.template(fact, event, variable.as_deref())?;
                let each = match each {
                    None => None,
                    Some(call) => {
                        let each = self.template(call, Part::Each, variable.as_deref())?;
                        self.check_each(fact, &template, call, &each)?;
                        Some(each)
                    }
                };
                let when = self.when(when, *on, span)?;
                self.program.remembers.push(Remember { fact: template, each, on: *on, when });
            }
            Says::Forget { name, who, on, when } => {
                let place = self.name(name, span)?;
                if on.has(Event::Start) {
                    return Fault::new(span, "on start there is nothing to forget");
                }
                if who.is_some() && !self.program.names[place].kinds.contains(&Kind::Player) {
                    return Fault::new(span, format!("'{name}' is not a fact about a player"));
                }
                self.program.names[place].split |= who.is_some();
                let when = self.when(when, *on, span)?;
                self.program.forgets.push(Forget { name: place, who: *who, on: *on, when });
            }
            Says::Forbid { event, when } => {
                let formula = self.formula(when, *event, true)?;
                let parts = match formula {
                    Formula::Any(parts) => parts,
                    part => vec![part],
                };
                let forbid = match event {
                    Event::Play => &mut self.program.forbid_play,
                    _ => &mut self.program.forbid_pass,
                };
                forbid.extend(parts);
                check_size(forbid, span)?;
            }
            Says::End { play: Some(ending), when } => {
                let formula = self.formula(when, Event::Play, true)?;
                self.program.play_ends.push((formula, *ending));
            }
            Says::End { play: None, when } => {
                let formula = self.formula(when, Event::Pass, true)?;
                let formula = match self.program.end.take() {
                    None => formula,
                    Some(end) => Formula::Any(vec![end, formula]),
                };
                let facts: HashSet<&Template> = formula.facts().into_iter().collect();
                if facts.len() > MOST_SPLITS {
                    return Fault::new(span, format!("'end pass' asks for at most {MOST_SPLITS} facts"));
                }
                self.program.end = Some(formula);
            }
            Says::NoPass => self.program.no_pass = true,
            Says::StuckLoses => self.program.stuck_loses = true,
            Says::Score(scored) => self.program.scored = *scored,
            Says::Since(fact) => {
                if self.program.since.is_some() {
                    return Fault::new(span, "two statements say since when is counted: leave one out");
                }
                self.program.since = Some(self.template(fact, Part::Of(Event::Pass), None)?);
            }
            Says::Count { after, on, when } => {
                if on.has(Event::Start) {
                    return Fault::new(span, "nothing is counted on start");
                }
                let when = self.when(when, *on, span)?;
                self.program.counts.push(Count { after: *after, on: *on, when });
            }
        }
        Ok(())
    }

    /// The variable of a `for each`.
    fn variable(&self, each: &Call, span: &Span) -> Result<String, Fault> {
        let variables = each.terms.iter().filter_map(|(term, _)| match term {
            Term::Variable(name) => Some(name.clone()),
            _ => None,
        });
        let variables: Vec<String> = variables.collect();
        match &variables[..] {
            [one] => Ok(one.clone()),
            _ => Fault::new(span, "'for each' goes through one variable, as in 'for each stood(P)'"),
        }
    }

    /// A pull makes what is remembered true of the positions of which the other is, and of no others.
    /// So it must not take back what an earlier one has made true.
    fn check_each(&self, fact: &Call, to: &Template, each: &Call, from: &Template) -> Result<(), Fault> {
        let variables = |template: &Template| {
            template
                .arguments
                .iter()
                .filter(|argument| **argument == Argument::Place(Place::Variable))
                .count()
        };
        let first = |template: &Template| {
            let place = template.arguments.iter().find(|argument| matches!(argument, Argument::Place(_)));
            place == Some(&Argument::Place(Place::Variable))
        };
        if variables(to) != 1 || !first(to) || !first(from) {
            return Fault::new(&fact.span, "the variable of 'for each' is the first position of both facts");
        }
        if to.name == from.name {
            return Fault::new(&each.span, "'for each' goes through facts of another name");
        }
        if from.arguments.iter().any(|argument| !to.arguments.contains(argument)) {
            return Fault::new(&each.span, "each term of 'for each' is a term of what is remembered");
        }
        let kept = |template: &Template| template.arguments.iter().any(Argument::may_be_nothing);
        if kept(to) || kept(from) {
            return Fault::new(&fact.span, "with 'for each' a fact has no kept values");
        }
        Ok(())
    }

    /// Numbers the scopes, in the order in which facts are first remembered, and fills them in.
    fn number(&mut self, text: &Text) -> Result<(), Fault> {
        let Program {
            names,
            remembers,
            forgets,
            counts,
            forbid_play,
            forbid_pass,
            end,
            play_ends,
            since,
            always,
            ..
        } = &mut self.program;
        let mut templates: Vec<&mut Template> = Vec::new();
        fn within<'a>(formula: &'a mut Formula, templates: &mut Vec<&'a mut Template>) {
            match formula {
                Formula::Fact(fact) => templates.push(fact),
                Formula::Not(part) => within(part, templates),
                Formula::All(parts) | Formula::Any(parts) => {
                    parts.iter_mut().for_each(|part| within(part, templates));
                }
                _ => {}
            }
        }
        for remember in remembers {
            templates.push(&mut remember.fact);
            templates.extend(remember.each.as_mut());
            remember.when.iter_mut().for_each(|when| within(when, &mut templates));
        }
        let forgets = forgets.iter_mut().filter_map(|forget| forget.when.as_mut());
        let counts = counts.iter_mut().filter_map(|count| count.when.as_mut());
        forgets.chain(counts).for_each(|when| within(when, &mut templates));
        let ends = end.iter_mut().chain(play_ends.iter_mut().map(|(when, _)| when));
        forbid_play.iter_mut().chain(forbid_pass).chain(ends).for_each(|part| within(part, &mut templates));
        templates.extend(since);
        // Which terms of a name may be nothing.
        let mut nullable: Vec<Vec<bool>> = names.iter().map(|name| vec![false; name.kinds.len()]).collect();
        for template in &templates {
            for (place, argument) in template.arguments.iter().enumerate() {
                nullable[template.name][place] |= argument.may_be_nothing();
            }
        }
        let mut scope = 0_u8;
        for (name, nullable) in names.iter_mut().zip(&nullable) {
            name.nullable = nullable.iter().filter(|may| **may).count() as u8;
            name.scope = scope;
            scope = scope.saturating_add(name.scopes());
        }
        if scope > MOST_SCOPES {
            let span = text.statements.first().map_or(Span::default(), |first| first.span.clone());
            return Fault::new(&span, format!("the text has more kinds of facts than {MOST_SCOPES}"));
        }
        *always = scope;
        for template in templates {
            let (name, nullable) = (&names[template.name], &nullable[template.name]);
            (template.scope, template.split) = (name.scope, name.split);
            let mut step = if name.split { 2 } else { 1 };
            for (argument, nullable) in template.arguments.iter().zip(nullable) {
                if let Argument::Place(place) = argument {
                    template.places.push((*place, if *nullable { step } else { 0 }));
                }
                step *= if *nullable { 2 } else { 1 };
            }
        }
        Ok(())
    }
}

/// Whether all of a move's prohibitions together are few enough.
fn check_size(parts: &[Formula], span: &Span) -> Result<(), Fault> {
    let asked: usize = parts.iter().map(|part| part.facts().len()).sum();
    if asked > MOST_ASKED {
        return Fault::new(span, format!("what forbids a move asks for at most {MOST_ASKED} facts"));
    }
    let split: HashSet<&Template> =
        parts.iter().filter(|part| splits(part)).flat_map(Formula::facts).collect();
    if split.len() > MOST_SPLITS {
        let fault =
            format!("'and' and 'not' can be about at most {MOST_SPLITS} facts of what forbids a move");
        return Fault::new(span, fault);
    }
    Ok(())
}

/// Whether a part of what forbids a move can make it several steps: it is more than one fact under a
/// condition that the node decides.
pub(super) fn splits(part: &Formula) -> bool {
    match part {
        Formula::Fact(_) => false,
        Formula::All(parts) => {
            let asking: Vec<&Formula> = parts.iter().filter(|part| part.asks()).collect();
            !matches!(&asking[..], [] | [Formula::Fact(_)])
        }
        part => part.asks(),
    }
}

/// Finds out what a text means.
pub(super) fn program(text: &Text) -> Result<Program, Fault> {
    let mut checker = Checker { program: Program::default(), places: HashMap::new() };
    for statement in &text.statements {
        if let Says::Keep { name, .. } = &statement.says
            && !checker.program.kept.contains(name)
        {
            checker.program.kept.push(name.clone());
            if checker.program.kept.len() > MOST_KEPT {
                return Fault::new(&statement.span, format!("at most {MOST_KEPT} names are kept"));
            }
        }
    }
    for statement in &text.statements {
        if let Says::Remember { fact, .. } = &statement.says {
            checker.add_name(fact)?;
        }
    }
    for statement in &text.statements {
        checker.statement(statement)?;
    }
    whole(&checker.program, text)?;
    checker.number(text)?;
    Ok(checker.program)
}
