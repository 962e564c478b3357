//! Facts in plain English, where plain words say exactly what the lines of a name say.
//!
//! Each form of words stands beside the lines for which it is right, and no others. Where there is none, the
//! lines are quoted.

use kosolver_board::{Board, PointSet, Position};

use super::program::{Argument, Formula, Place, Program, Template};
use super::syntax::{Call, Condition, Event, Says, Span, Term, Who};
use super::{Rule, frame};
use crate::Fact;

/// What the terms of a fact are called.
pub(super) struct Called {
    pub player: String,
    pub opponent: String,
    /// Its positions in order, as nouns; nothing where there is none.
    pub places: Vec<Option<String>>,
    pub point: String,
    /// Its frame.
    pub frame: Option<String>,
}

/// By what facts of a name become true on one event. What the event itself decides is put in.
#[derive(PartialEq, Eq)]
struct Line<'a> {
    event: Event,
    arguments: Vec<Argument>,
    each: Option<&'a Template>,
    when: Option<&'a Formula>,
}

impl Line<'_> {
    /// The player that its facts are about.
    fn player(&self) -> Option<Who> {
        self.arguments.iter().find_map(Argument::player)
    }
}

/// By what they become false.
#[derive(PartialEq, Eq)]
struct Loss<'a> {
    event: Event,
    who: Option<Who>,
    when: Option<&'a Formula>,
}

/// How the rest of a sentence goes on about when a fact became true.
struct Time {
    /// ` before`, ` since the last pass` and so on.
    from: String,
    /// `, and no play has been made since`.
    since: String,
}

pub(super) fn count(count: u8) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][usize::from(count)]
}

pub(super) fn is_board(place: Place) -> bool {
    matches!(place, Place::Before | Place::After)
}

/// What is known of a condition on an event, whatever the game.
fn settled(formula: &Formula, event: Event) -> Option<bool> {
    let start = event == Event::Start;
    let place = |place: Place| match place {
        Place::Before if event != Event::Play => Place::After,
        Place::Kept(..) if start => Place::Nothing,
        place => place,
    };
    formula.truth(&|part| match part {
        Formula::Passes { exactly: false, count: 0 } => Some(true),
        Formula::Passes { count, .. } if start => Some(*count == 0),
        Formula::Equal(one, other) => match (place(*one), place(*other)) {
            (one, other) if one == other => Some(true),
            (one, Place::Nothing) | (Place::Nothing, one) if is_board(one) => Some(false),
            _ => None,
        },
        _ => None,
    })
}

/// A condition of an event that is left, if it can hold at all.
fn left(when: Option<&Formula>, event: Event) -> Option<Option<&Formula>> {
    match when.map(|when| settled(when, event)) {
        Some(Some(false)) => None,
        None | Some(Some(true)) => Some(None),
        Some(None) => Some(when),
    }
}

/// What is said of a move that was made after passes: as `, in answer to a pass` and as `answers a pass`.
fn answering(when: &Formula) -> Option<[String; 2]> {
    let Formula::Passes { exactly, count: passes } = when else { return None };
    let words = |one: &str, other: &str| Some([one.to_owned(), other.to_owned()]);
    match (exactly, passes) {
        (true, 0) => words(", not in answer to a pass", "answers no pass"),
        (true, 1) => words(", in answer to a single pass", "answers a single pass"),
        (false, 1) => words(", in answer to a pass", "answers a pass"),
        (exactly, passes) => {
            let row =
                format!("{} {} passes in a row", if *exactly { "just" } else { "at least" }, count(*passes));
            Some([format!(", after {row}"), format!("follows {row}")])
        }
    }
}

/// Whether each line about a player stands there about the other too.
fn are_of_both(lines: &[Line]) -> bool {
    fn other<'a>(line: &Line<'a>) -> Line<'a> {
        let exchanged = line.arguments.iter().map(|argument| match argument {
            Argument::Player(Who::Mover) => Argument::Player(Who::Next),
            Argument::Player(Who::Next) => Argument::Player(Who::Mover),
            argument => *argument,
        });
        Line { arguments: exchanged.collect(), ..*line }
    }
    lines.iter().all(|line| line.player().is_some() && lines.contains(&other(line)))
}

impl Program {
    /// What makes facts of a name true.
    fn lines(&self, name: usize) -> Vec<Line<'_>> {
        let mut lines: Vec<Line> = Vec::new();
        for remember in self.remembers.iter().filter(|remember| remember.fact.name == name) {
            for event in remember.on.iter() {
                let Some(when) = left(remember.when.as_ref(), event) else { continue };
                let arguments = remember.fact.arguments.iter().map(|argument| argument.on(event)).collect();
                let line = Line { event, arguments, each: remember.each.as_ref(), when };
                if !lines.contains(&line) {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// What makes them false.
    fn losses(&self, name: usize) -> Vec<Loss<'_>> {
        let mut losses = Vec::new();
        for forget in self.forgets.iter().filter(|forget| forget.name == name) {
            for event in forget.on.iter() {
                let Some(when) = left(forget.when.as_ref(), event) else { continue };
                let loss = Loss { event, who: forget.who, when };
                if !losses.contains(&loss) {
                    losses.push(loss);
                }
            }
        }
        losses
    }

    /// Whether what is kept is the position that its player passed last.
    pub(super) fn is_passed_last(&self, slot: u8) -> bool {
        self.keeps
            .iter()
            .filter(|keep| keep.slot == slot)
            .all(|keep| keep.who == Who::Mover && is_board(keep.value) && keep.on.iter().eq([Event::Pass]))
    }

    /// What is kept, in words: `whose` is who keeps it, as in `he`, and as in `of him`.
    pub(super) fn kept(&self, slot: u8, whose: [&str; 2]) -> String {
        match self.is_passed_last(slot) {
            true => format!("the position that {} passed last", whose[0]),
            false => format!("'{}' of {}", self.kept[usize::from(slot)], whose[1]),
        }
    }

    /// Since when a fact holds.
    fn time(&self, name: usize, called: &Called, passed: bool) -> Option<Time> {
        let losses = self.losses(name);
        let has = |event: Event, who: Option<Who>| losses.contains(&Loss { event, who, when: None });
        let all =
            |event: Event| has(event, None) || has(event, Some(Who::Mover)) && has(event, Some(Who::Next));
        let player = |who: Who| if who == Who::Mover { &called.player } else { &called.opponent };
        let one = |event: Event| {
            [Who::Mover, Who::Next].into_iter().find(|who| !all(event) && has(event, Some(*who))).map(player)
        };
        let last = match (all(Event::Pass), one(Event::Pass)) {
            (true, _) => Some("the last pass".to_owned()),
            (_, Some(player)) => Some(format!("the last pass of {player}")),
            _ => None,
        };
        let from = match (last, passed) {
            (None, _) => " before".to_owned(),
            (Some(last), true) => format!(" at or after {last}"),
            (Some(last), false) => format!(" since {last}"),
        };
        let mut since = match (all(Event::Play), one(Event::Play)) {
            (true, _) => ", and no play has been made since".to_owned(),
            (_, Some(player)) => format!(", and {player} has made no play since"),
            _ => String::new(),
        };
        for Loss { event, who, when } in losses.iter().filter(|loss| loss.when.is_some()) {
            let (None, Some([_, answers])) = (who, when.and_then(answering)) else { return None };
            since += &format!(", and no {} that {answers} has been made since", event.word());
        }
        Some(Time { from, since })
    }

    /// Whether facts of a name say of each position whether it has stood.
    fn says_what_stood(&self, name: usize) -> bool {
        let lines = self.lines(name);
        let stood = |line: &Line| {
            line.arguments == [Argument::Place(Place::After)] && line.each.is_none() && line.when.is_none()
        };
        let on = |event: Event| lines.iter().any(|line| line.event == event);
        lines.iter().all(stood) && on(Event::Start) && on(Event::Play) && self.losses(name).is_empty()
    }

    /// Whether facts of a name are said of what has occurred, if they are said in words.
    pub(super) fn says_what_occurred(&self, name: usize) -> bool {
        let lines = self.lines(name);
        let on = |event| lines.iter().any(|line: &Line| line.event == event);
        let of_players = lines.iter().any(|line| line.player().is_some());
        on(Event::Start) && on(Event::Play) && (on(Event::Pass) || !of_players)
    }

    /// Whether the start makes facts of a name true.
    pub(super) fn on_start(&self, name: usize) -> bool {
        self.lines(name).iter().any(|line| line.event == Event::Start)
    }

    /// Whether a fact is there for ever if a move makes it true, and passes do so as well as plays.
    pub(super) fn stands_at_a_pass(&self, name: usize) -> bool {
        let lines = self.lines(name);
        let on = |event| lines.iter().any(|line: &Line| line.event == event);
        Event::ALL.into_iter().all(on) && self.losses(name).is_empty()
    }

    /// Whether facts of a name say that a player has passed in a position.
    pub(super) fn says_who_passed(&self, name: usize) -> bool {
        let lines = self.lines(name);
        let [line] = &lines[..] else { return false };
        let passed = [Argument::Player(Who::Mover), Argument::Place(Place::After)];
        let whose = self.losses(name).iter().any(|loss| loss.who.is_some());
        line.event == Event::Pass && line.when.is_none() && line.arguments == passed && !whose
    }

    /// A fact in words, if there are words that say just what its lines do.
    pub(super) fn fact(&self, name: usize, called: &Called) -> Option<String> {
        let mut lines = self.lines(name);
        let with_frame = |term: &Argument| matches!(term, Argument::Frame { .. });
        if lines.first().is_some_and(|line| line.arguments.iter().any(with_frame)) {
            let frame = called.frame.as_ref()?;
            let played = [Argument::Player(Who::Mover), Argument::Frame { after: false }, Argument::Point];
            let [Line { event: Event::Play, arguments, each: None, when: None }] = &lines[..] else {
                return None;
            };
            let ever = *arguments == played && self.losses(name).is_empty();
            return ever
                .then(|| format!("{} has played on {} before with {frame}", called.player, called.point));
        }
        // What is said of both players at once is said of nobody.
        let of_both = are_of_both(&lines);
        if of_both {
            lines.retain(|line| !line.arguments.contains(&Argument::Player(Who::Next)));
        }
        let on = |event: Event| lines.iter().find(|line| line.event == event);
        let events = Event::ALL.map(|event| on(event).is_some());
        let [start, play, pass] = Event::ALL.map(on);
        let first = play.or(pass).or(start)?;
        if lines.len() != events.into_iter().filter(|on| *on).count() {
            return None;
        }
        let who = first.player().filter(|_| !of_both);
        // What the positions are; a pass is made in the position that it leaves.
        let mut nouns = called.places.iter();
        let (mut before, mut after, mut each, mut kept) = (None, None, None, None);
        for argument in &first.arguments {
            let Argument::Place(place) = argument else { continue };
            let noun = nouns.next()?;
            let taken = match place {
                Place::Before => &mut before,
                Place::After => &mut after,
                Place::Variable => &mut each,
                Place::Kept(slot, who) => {
                    let noun = noun.clone().unwrap_or_else(|| "nothing".to_owned());
                    if kept.replace((*slot, *who, noun)).is_some() {
                        return None;
                    }
                    continue;
                }
                Place::Nothing => return None,
            };
            if taken.replace(noun.as_ref()?).is_some() {
                return None;
            }
        }
        let alike = |line: &Line| {
            let same = |(one, other): (&Argument, &Argument)| {
                let passed = line.event == Event::Pass && *one == Argument::Place(Place::After);
                one == other || passed && *other == Argument::Place(Place::Before)
            };
            line.arguments.iter().zip(&first.arguments).all(same) && line.each.is_none() == each.is_none()
        };
        if !lines.iter().all(alike) || lines.len() > 1 && before.is_some() && after.is_some() {
            return None;
        }
        let time = self.time(name, called, pass.is_some())?;
        let (player, opponent) = (&called.player, &called.opponent);
        let subject = match who {
            Some(Who::Mover) => player.clone(),
            Some(Who::Next) => opponent.clone(),
            None => "somebody".to_owned(),
        };
        let by = if who.is_some() { format!(" by {subject}") } else { String::new() };
        let from = &time.from;
        let later = if from == " before" { "" } else { from };
        let point = first.arguments.contains(&Argument::Point).then_some(&called.point);
        let place = before.map_or(String::new(), |before| format!(" in {before}"));
        let made = match (events, point, before, after) {
            ([true, false, false], None, None, Some(after)) if who.is_none() && later.is_empty() => {
                format!("{after} was the start position")
            }
            ([false, true, false], Some(point), _, None) => {
                let from = if each.is_some() { "" } else { from };
                match who {
                    Some(_) => format!("{subject} has played on {point}{place}{from}"),
                    None => format!("{point} has been played on{place}{from}"),
                }
            }
            ([false, true, false], Some(point), None, Some(after)) => {
                format!("an earlier play on {point}{by} made {after}{later}")
            }
            ([false, true, false], None, Some(before), Some(after)) => {
                let again = before.starts_with("the position ") && !after.starts_with("the position that ");
                let after = after.strip_prefix("the position ").filter(|_| again).unwrap_or(after);
                format!("an earlier play{by} from {before} made {after}{later}")
            }
            ([false, true, false], None, None, Some(after)) => match who {
                Some(_) => format!("{subject} has created {after}{from}"),
                None => format!("a play has made {after}{from}"),
            },
            ([false, true, false], None, _, None) => {
                let from = if each.is_some() { "" } else { from };
                format!("{subject} has made a play{place}{from}")
            }
            ([false, false, true], None, None, after) => {
                let place = after.map_or(String::new(), |after| format!(" in {after}"));
                format!("{subject} has passed{place}{from}")
            }
            ([false, true, true], None, None, Some(after)) => {
                format!("{subject} has made or passed {after}{from}")
            }
            ([false, true, true], None, _, None) => format!("{subject} has moved{place}{from}"),
            // What stands at a pass has occurred, and is not remembered: then only `since the last pass` is clear.
            ([true, true, false], None, None, Some(after))
                if who.is_none()
                    && self
                        .losses(name)
                        .iter()
                        .all(|loss| loss.event == Event::Play || loss.when.is_none()) =>
            {
                format!("{after} has occurred{from}")
            }
            ([true, true, false], None, None, Some(after)) if self.losses(name).is_empty() => {
                let next = if who == Some(Who::Mover) { opponent } else { player };
                format!("a play has made {after} with {next} to move before, or the game began so")
            }
            ([true, true, true], None, None, Some(after)) => {
                let with = match who {
                    Some(Who::Mover) => format!(" after a move of {player}"),
                    Some(Who::Next) => format!(" with {player} to move"),
                    None => String::new(),
                };
                format!("{after}{with} has occurred{from}")
            }
            _ => return None,
        };
        let when = match (&lines[..], first.when) {
            ([_], Some(when)) => answering(when)?.into_iter().next()?,
            (lines, _) if lines.iter().any(|line| line.when.is_some()) => return None,
            _ => String::new(),
        };
        let kept = match kept {
            None => String::new(),
            // What is kept is as it was after the move.
            Some((slot, whose, noun)) => {
                let changed = self.keeps.iter().any(|keep| keep.slot == slot && keep.on.has(Event::Play));
                let of_him = match (events, who) {
                    ([true, true, true], Some(who)) => whose == who,
                    ([false, true, false], Some(_)) if after.is_some() && !changed => whose == Who::Mover,
                    _ => return None,
                };
                let whose = if of_him { ["he", "him"] } else { ["his opponent"; 2] };
                format!(", when {} was {noun}", self.kept(slot, whose))
            }
        };
        let each = match (first.each, each) {
            (None, None) => String::new(),
            (Some(from), Some(noun)) => {
                let whole = from.arguments == [Argument::Place(Place::Variable)];
                let plain = before.is_none() && after.is_none() && kept.is_empty() && when.is_empty();
                if events != [false, true, false] || !whole || !plain || !self.says_what_stood(from.name) {
                    return None;
                }
                format!(" since {noun} first stood")
            }
            _ => return None,
        };
        Some(format!("{made}{when}{kept}{each}{}", time.since))
    }

    fn term(&self, argument: Argument) -> Term {
        match argument {
            Argument::Player(who) => Term::Player(who),
            Argument::Point => Term::Point,
            Argument::Frame { after } => Term::Frame { after },
            Argument::Place(Place::Before) => Term::Before,
            Argument::Place(Place::After) => Term::After,
            Argument::Place(Place::Nothing) => Term::Nothing,
            Argument::Place(Place::Variable) => Term::Variable("P".to_owned()),
            Argument::Place(Place::Kept(slot, who)) => Term::Kept(self.kept[usize::from(slot)].clone(), who),
        }
    }

    fn call(&self, fact: &Template) -> Call {
        let terms = fact.arguments.iter().map(|argument| (self.term(*argument), Span::default()));
        Call { name: self.names[fact.name].name.clone(), terms: terms.collect(), span: Span::default() }
    }

    /// A condition in the words of the text.
    pub fn condition(&self, formula: &Formula) -> String {
        self.written(formula).to_string()
    }

    pub(super) fn written(&self, formula: &Formula) -> Condition {
        let all = |parts: &[Formula]| parts.iter().map(|part| self.written(part)).collect();
        let place = |place: &Place| (self.term(Argument::Place(*place)), Span::default());
        match formula {
            Formula::Fact(fact) => Condition::Fact(self.call(fact)),
            Formula::Retakes => Condition::Retakes(Span::default()),
            Formula::Passes { exactly, count } => Condition::Passes { exactly: *exactly, count: *count },
            Formula::Equal(one, other) => Condition::Equal([place(one), place(other)]),
            Formula::Not(part) => Condition::Not(Box::new(self.written(part))),
            Formula::All(parts) => Condition::All(all(parts)),
            Formula::Any(parts) => Condition::Any(all(parts)),
        }
    }

    /// The statements that make facts of a name true.
    pub(super) fn remembering(&self, name: usize) -> Vec<String> {
        let own = self.remembers.iter().filter(|remember| remember.fact.name == name);
        let says = own.map(|remember| Says::Remember {
            fact: self.call(&remember.fact),
            each: remember.each.as_ref().map(|each| self.call(each)),
            on: remember.on,
            when: remember.when.as_ref().map(|when| self.written(when)),
        });
        says.map(|says| format!("'{says}'")).collect()
    }

    /// Those that make them false.
    pub(super) fn forgetting(&self, name: usize) -> Vec<String> {
        let own = self.forgets.iter().filter(|forget| forget.name == name);
        let says = own.map(|forget| Says::Forget {
            name: self.names[name].name.clone(),
            who: forget.who,
            on: forget.on,
            when: forget.when.as_ref().map(|when| self.written(when)),
        });
        says.map(|says| format!("'{says}'")).collect()
    }

    /// Those that count positions.
    pub(super) fn counting(&self) -> Vec<String> {
        let says = self.counts.iter().map(|count| Says::Count {
            after: count.after,
            on: count.on,
            when: count.when.as_ref().map(|when| self.written(when)),
        });
        says.map(|says| format!("'{says}'")).collect()
    }

    /// Those that keep something.
    pub(super) fn keeping(&self, slot: u8) -> Vec<String> {
        let own = self.keeps.iter().filter(|keep| keep.slot == slot);
        let says = own.map(|keep| Says::Keep {
            name: self.kept[usize::from(slot)].clone(),
            who: keep.who,
            value: self.term(Argument::Place(keep.value)),
            at: Span::default(),
            on: keep.on,
        });
        says.map(|says| format!("'{says}'")).collect()
    }
}

impl Rule {
    /// A fact in words, as the referee says it.
    pub(super) fn describe_fact(&self, fact: &Fact, board: &Board) -> String {
        let program = &self.program;
        let of =
            |name: &super::program::Name| (name.scope..name.scope + name.scopes()).contains(&fact.scope.0);
        let Some(name) = program.names.iter().position(of) else {
            return "what the move needs has not happened".to_owned();
        };
        let own = &program.names[name];
        if let Some((_, words)) = self.said.iter().find(|(said, _)| *said == own.name) {
            let player = fact.colour.map_or(String::new(), |colour| colour.to_string());
            return words.replace("{position}", &fact.position.text(board)).replace("{player}", &player);
        }
        let template = program.remembers.iter().find(|remember| remember.fact.name == name);
        let frame = template.is_some_and(|remember| remember.fact.frame.is_some());
        let (kos, points) = if frame { frame::read(fact) } else { (PointSet::EMPTY, fact.to.occupied()) };
        let named = |points: PointSet| {
            points.iter().map(|point| board.point_name(point)).collect::<Vec<String>>().join(" ")
        };
        let point = named(points);
        // Which terms are nothing is said by the scope.
        let variant = (fact.scope.0 - own.scope) >> u8::from(own.split);
        let mut values = [fact.position, fact.to].into_iter();
        let unit = if own.split { 2 } else { 1 };
        let places = template.into_iter().flat_map(|remember| &remember.fact.places).map(|(_, nothing)| {
            let is_nothing = *nothing > 0 && variant & (nothing / unit) != 0;
            if is_nothing { None } else { values.next().map(|value| value.text(board)) }
        });
        let places: Vec<Option<String>> = places.collect();
        let colour = |of: Option<kosolver_board::Colour>| of.map_or(String::new(), |of| of.to_string());
        let called = Called {
            player: colour(fact.colour),
            opponent: colour(fact.colour.map(|colour| !colour)),
            places: places
                .iter()
                .map(|place| place.as_ref().map(|place| format!("the position {place}")))
                .collect(),
            point: point.clone(),
            frame: frame.then(|| {
                let stones = Position { black: fact.position.black - kos, white: fact.position.white - kos };
                let kos = if kos.is_empty() { "no kos".to_owned() } else { format!("kos on {}", named(kos)) };
                format!("{kos} and {} off them", stones.text(board))
            }),
        };
        program.fact(name, &called).unwrap_or_else(|| {
            let mut places = places.into_iter();
            let terms = template.into_iter().flat_map(|remember| &remember.fact.arguments);
            let terms = terms.map(|argument| match argument {
                Argument::Player(_) => called.player.clone(),
                Argument::Point => point.clone(),
                Argument::Frame { .. } => called.frame.clone().unwrap_or_default(),
                Argument::Place(_) => places.next().flatten().unwrap_or_else(|| "nothing".to_owned()),
            });
            let terms = terms.collect::<Vec<String>>().join(", ");
            let lines = program.remembering(name);
            let which = if lines.len() == 1 { "the line" } else { "one of the lines" };
            format!("{which} {} made {}({terms}) true", lines.join(", "), own.name)
        })
    }
}
