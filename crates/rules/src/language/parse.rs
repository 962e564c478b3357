//! The parser: from a text to its tree.

use kosolver_board::{is_unseen, quoted};
use winnow::Parser;
use winnow::error::ParserError;
use winnow::stream::{LocatingSlice, Location};
use winnow::token::{any, take_till, take_while};

use super::syntax::{
    Call, Choice, Condition, Ending, Event, Events, Says, Scored, Span, Statement, Term, Text, Who,
};
use crate::error::nearest;

/// The longest text, in bytes.
pub(super) const LONGEST: usize = 1 << 16;
/// The most statements of a text, those of options included.
const MOST_STATEMENTS: usize = 64;
/// The most facts, comparisons and the like of one condition.
const MOST_PARTS: usize = 32;
/// How deep conditions may be nested.
const DEEPEST: usize = 16;
/// The longest name.
const LONGEST_NAME: usize = 32;
/// Each choice doubles the readings.
const MOST_OPTIONS: usize = 3;

type Input<'a> = LocatingSlice<&'a str>;
type Parsed<T> = Result<T, Fault>;

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub span: Span,
    pub message: String,
}

impl Fault {
    pub(super) fn new<T>(span: &Span, message: impl Into<String>) -> Result<T, Fault> {
        Err(Fault { span: span.clone(), message: message.into() })
    }
}

impl<'a> ParserError<Input<'a>> for Fault {
    type Inner = Fault;

    fn from_input(input: &Input<'a>) -> Fault {
        let at = input.current_token_start();
        Fault { span: Span(at..at), message: "this is not part of the language".to_owned() }
    }

    fn into_inner(self) -> Result<Fault, Fault> {
        Ok(self)
    }
}

fn is_letter(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || "-:+_".contains(sign)
}

/// The next word or sign of the line, and where it stands; empty at the end of the line.
fn next<'a>(input: &mut Input<'a>) -> Parsed<(&'a str, Span)> {
    take_while(0.., (' ', '\t', '\r')).void().parse_next(input)?;
    let mut ahead = *input;
    let token = match ahead.chars().next() {
        None | Some('\n' | '#') => "",
        Some(sign) if is_letter(sign) => take_while(1.., is_letter).parse_next(&mut ahead)?,
        Some('>') if ahead.starts_with(">=") => ">=",
        Some(_) => any.take().parse_next(&mut ahead)?,
    };
    let at = input.current_token_start();
    Ok((token, Span(at..at + token.len())))
}

/// Takes the next word or sign if it is this one.
fn takes(input: &mut Input, wanted: &str) -> Parsed<bool> {
    let (token, _) = next(input)?;
    let there = token == wanted;
    if there {
        wanted.void().parse_next(input)?;
    }
    Ok(there)
}

/// That something else stands here than is wanted.
fn instead<T>(input: &mut Input, wanted: &str, words: &[&str]) -> Parsed<T> {
    let (token, span) = next(input)?;
    if let Some(space) = token.chars().next().filter(|sign| sign.is_whitespace() && !sign.is_ascii()) {
        let code = u32::from(space);
        return Fault::new(
            &span,
            format!("a space that is no usual one (U+{code:04X}) stands here: write a plain space"),
        );
    }
    let found =
        if token.is_empty() { "the line ends".to_owned() } else { format!("{} stands", quoted(token)) };
    let near = nearest(token, words.iter().copied().filter(|word| *word != token));
    let near = if words.contains(&token) { String::new() } else { near };
    let near = if near.is_empty() { String::new() } else { format!("; did you mean {near}?") };
    Fault::new(&span, format!("{found} where {wanted} belongs{near}"))
}

fn expect(input: &mut Input, wanted: &str) -> Parsed<()> {
    if takes(input, wanted)? { Ok(()) } else { instead(input, &format!("'{wanted}'"), &[wanted]) }
}

/// One of some words.
fn one_of<T: Copy>(input: &mut Input, wanted: &str, words: &[(&str, T)]) -> Parsed<T> {
    let (token, _) = next(input)?;
    match words.iter().find(|(word, _)| *word == token) {
        Some((_, value)) => {
            token.void().parse_next(input)?;
            Ok(*value)
        }
        None => {
            let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            instead(input, &format!("{wanted} ({})", words.join(", ")), &words)
        }
    }
}

const RESERVED: [&str; 34] = [
    "rule", "title", "source", "remember", "forget", "keep", "forbid", "end", "no", "stuck", "loses",
    "count", "score", "since", "retakes", "option", "for", "each", "on", "if", "start", "play", "pass",
    "passes", "before", "after", "mover", "next", "point", "frame", "nothing", "and", "or", "not",
];

/// Whether a word is a name, of any length.
fn is_name(word: &str) -> bool {
    let good = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
    word.starts_with(|sign: char| sign.is_ascii_lowercase())
        && word.chars().all(good)
        && !RESERVED.contains(&word)
}

/// A name of the text's own: a fact, or something kept.
fn name(input: &mut Input, wanted: &str) -> Parsed<(String, Span)> {
    let (token, span) = next(input)?;
    if !is_name(token) {
        return instead(
            input,
            &format!("{wanted} (a name in lower-case letters, digits and '-', no word of the language)"),
            &[],
        );
    }
    if token.len() > LONGEST_NAME {
        return Fault::new(&span, format!("a name has at most {LONGEST_NAME} letters"));
    }
    token.void().parse_next(input)?;
    Ok((token.to_owned(), span))
}

const PLAYERS: [(&str, Who); 2] = [("mover", Who::Mover), ("next", Who::Next)];

fn player(input: &mut Input) -> Parsed<Who> {
    one_of(input, "a player", &PLAYERS)
}

fn in_parentheses<T>(input: &mut Input, parser: impl FnOnce(&mut Input) -> Parsed<T>) -> Parsed<T> {
    expect(input, "(")?;
    let value = parser(input)?;
    expect(input, ")")?;
    Ok(value)
}

const TERMS: [&str; 7] = ["before", "after", "mover", "next", "point", "frame", "nothing"];

fn term(input: &mut Input) -> Parsed<(Term, Span)> {
    let (token, span) = next(input)?;
    let term = match token {
        "before" => Term::Before,
        "after" => Term::After,
        "mover" => Term::Player(Who::Mover),
        "next" => Term::Player(Who::Next),
        "point" => Term::Point,
        "frame" => {
            expect(input, token)?;
            let positions = [("before", false), ("after", true)];
            let after = in_parentheses(input, |input| one_of(input, "a position", &positions))?;
            return Ok((Term::Frame { after }, Span(span.0.start..input.current_token_start())));
        }
        "nothing" => Term::Nothing,
        _ if token.starts_with(|sign: char| sign.is_ascii_uppercase()) && token.len() <= LONGEST_NAME => {
            Term::Variable(token.to_owned())
        }
        _ => {
            let ahead = &mut input.clone();
            let own = name(ahead, "a term").is_ok() && next(ahead)?.0 == "(";
            if !own {
                let words = TERMS.join(", ");
                return instead(
                    input,
                    &format!("a term ({words}, or what is kept, as in last(mover))"),
                    &TERMS,
                );
            }
            let (name, _) = name(input, "a term")?;
            let who = in_parentheses(input, player)?;
            return Ok((Term::Kept(name, who), Span(span.0.start..input.current_token_start())));
        }
    };
    token.void().parse_next(input)?;
    Ok((term, span))
}

/// The most terms of a fact.
const MOST_TERMS: usize = 4;

fn call(input: &mut Input) -> Parsed<Call> {
    let (name, span) = name(input, "a fact")?;
    let terms = in_parentheses(input, |input| {
        let mut terms = vec![term(input)?];
        while takes(input, ",")? {
            terms.push(term(input)?);
        }
        Ok(terms)
    })?;
    let span = Span(span.0.start..input.current_token_start());
    match terms.len() > MOST_TERMS {
        true => Fault::new(&span, format!("a fact has at most {MOST_TERMS} terms")),
        false => Ok(Call { name, terms, span }),
    }
}

fn events(input: &mut Input) -> Parsed<Events> {
    expect(input, "on")?;
    let words = Event::ALL.map(|event| (event.word(), event));
    let mut events = Events::default();
    loop {
        events.insert(one_of(input, "an event", &words)?);
        if !takes(input, ",")? {
            let (token, span) = next(input)?;
            return match token {
                "and" | "or" => Fault::new(
                    &span,
                    format!("'{token}' stands between events: write a comma, as in 'on start, play'"),
                ),
                _ => Ok(events),
            };
        }
    }
}

/// A condition and how many parts it has so far.
fn condition(input: &mut Input) -> Parsed<Condition> {
    any_of(input, 0, &mut 0)
}

fn when(input: &mut Input) -> Parsed<Option<Condition>> {
    if takes(input, "if")? { condition(input).map(Some) } else { Ok(None) }
}

fn any_of(input: &mut Input, depth: usize, parts: &mut usize) -> Parsed<Condition> {
    joined(input, "or", |input| joined(input, "and", |input| single(input, depth, parts)))
}

fn joined(
    input: &mut Input,
    word: &str,
    mut part: impl FnMut(&mut Input) -> Parsed<Condition>,
) -> Parsed<Condition> {
    let first = part(input)?;
    let mut parts = vec![first];
    while takes(input, word)? {
        parts.push(part(input)?);
    }
    Ok(Condition::joined(parts, word == "or"))
}

const CONDITION: &str =
    "a condition (a fact as in stood(after), retakes, passes >= 1, before = after, not, or parentheses)";

fn single(input: &mut Input, depth: usize, parts: &mut usize) -> Parsed<Condition> {
    let (token, span) = next(input)?;
    *parts += 1;
    if *parts > MOST_PARTS {
        return Fault::new(&span, format!("a condition has at most {MOST_PARTS} parts"));
    }
    if depth > DEEPEST {
        return Fault::new(&span, format!("a condition is nested at most {DEEPEST} deep"));
    }
    match token {
        "(" => return in_parentheses(input, |input| any_of(input, depth + 1, parts)),
        "not" => {
            expect(input, "not")?;
            return Ok(Condition::Not(Box::new(single(input, depth + 1, parts)?)));
        }
        "retakes" => {
            expect(input, "retakes")?;
            return Ok(Condition::Retakes(span));
        }
        "passes" => {
            expect(input, "passes")?;
            let exactly = one_of(input, "a comparison", &[(">=", false), ("=", true)])?;
            let (number, span) = next(input)?;
            return match number.parse() {
                Ok(count @ 0..=9) => {
                    number.void().parse_next(input)?;
                    Ok(Condition::Passes { exactly, count })
                }
                Ok(_) => Fault::new(&span, "passes are compared with a number from 0 to 9"),
                Err(_) => instead(input, "a number from 0 to 9", &[]),
            };
        }
        _ => {}
    }
    // A fact and something kept look alike until what follows.
    let ahead = &mut input.clone();
    if let Ok(fact) = call(ahead)
        && next(ahead)?.0 != "="
    {
        *input = *ahead;
        return Ok(Condition::Fact(fact));
    }
    let is_name = name(&mut input.clone(), "").is_ok();
    if !is_name && !TERMS.contains(&token) && !token.starts_with(|sign: char| sign.is_ascii_uppercase()) {
        return instead(input, CONDITION, &["retakes", "passes", "not", "before", "after", "nothing"]);
    }
    let ahead = &mut input.clone();
    if is_name && term(ahead).is_err() {
        return call(input).map(Condition::Fact);
    }
    let one = term(input)?;
    expect(input, "=")?;
    Ok(Condition::Equal([one, term(input)?]))
}

impl Condition {
    /// That one of some holds, or that all do; those that say so themselves are taken apart.
    fn joined(parts: Vec<Condition>, any: bool) -> Condition {
        let parts = parts.into_iter().flat_map(|part| match part {
            Condition::Any(parts) if any => parts,
            Condition::All(parts) if !any => parts,
            part => vec![part],
        });
        let mut parts: Vec<Condition> = parts.collect();
        match parts.len() {
            1 => parts.remove(0),
            _ if any => Condition::Any(parts),
            _ => Condition::All(parts),
        }
    }
}

const STATEMENTS: [&str; 9] =
    ["remember", "forget", "keep", "forbid", "end", "no", "stuck", "count", "score"];

fn statement(input: &mut Input) -> Parsed<Statement> {
    let (token, span) = next(input)?;
    if !STATEMENTS.contains(&token) {
        let words =
            "remember, forget, keep, forbid, end, no pass, stuck loses, count, score, option, title, source";
        let all: Vec<&str> = STATEMENTS.into_iter().chain(["option", "title", "source", "rule"]).collect();
        return instead(input, &format!("a statement ({words})"), &all);
    }
    expect(input, token)?;
    let says = match token {
        "remember" => {
            let fact = call(input)?;
            let mut each = None;
            if takes(input, "for")? {
                expect(input, "each")?;
                each = Some(call(input)?);
            }
            Says::Remember { fact, each, on: events(input)?, when: when(input)? }
        }
        "forget" => {
            let (name, _) = name(input, "a fact")?;
            let who = if next(input)?.0 == "(" { Some(in_parentheses(input, player)?) } else { None };
            Says::Forget { name, who, on: events(input)?, when: when(input)? }
        }
        "keep" => {
            let (name, _) = name(input, "what is kept")?;
            let who = in_parentheses(input, player)?;
            expect(input, "=")?;
            let (value, at) = term(input)?;
            Says::Keep { name, who, value, at, on: events(input)? }
        }
        "forbid" => {
            let event = one_of(input, "what is forbidden", &[("play", Event::Play), ("pass", Event::Pass)])?;
            expect(input, "if")?;
            Says::Forbid { event, when: condition(input)? }
        }
        "end" => {
            let play =
                one_of(input, "what ends the game", &[("pass", None), ("play", Some(Ending::Scored))])?;
            let play = match play.is_some() && takes(input, "with")? {
                true => Some(one_of(input, "how it ends", &Ending::NAMED)?),
                false => play,
            };
            expect(input, "if")?;
            Says::End { play, when: condition(input)? }
        }
        "no" => {
            expect(input, "pass")?;
            Says::NoPass
        }
        "stuck" => {
            expect(input, "loses")?;
            Says::StuckLoses
        }
        "count" => {
            let after = one_of(input, "a position", &[("before", false), ("after", true)])?;
            Says::Count { after, on: events(input)?, when: when(input)? }
        }
        _ => {
            let words = Scored::ALL.map(|scored| (scored.word(), Some(scored)));
            match one_of(input, "what is scored", &[&words[..], &[("since", None)]].concat())? {
                Some(scored) => Says::Score(scored),
                None => Says::Since(call(input)?),
            }
        }
    };
    Ok(Statement { says, span: Span(span.0.start..input.current_token_start()) })
}

/// The end of a line, with what may be said beside a statement.
fn end_of_line(input: &mut Input, wanted: &str) -> Parsed<()> {
    if !next(input)?.0.is_empty() {
        return instead(input, wanted, &["and", "or", "if", "on", "for"]);
    }
    take_till(0.., '\n').void().parse_next(input)?;
    if !input.is_empty() {
        any.void().parse_next(input)?;
    }
    Ok(())
}

/// Skips empty lines and comments.
fn blank_lines(input: &mut Input) -> Parsed<()> {
    while !input.is_empty() && next(input)?.0.is_empty() && !input.is_empty() {
        end_of_line(input, "")?;
    }
    Ok(())
}

/// The rest of the line, as it stands.
fn words(input: &mut Input) -> Parsed<String> {
    let words: &str = take_till(0.., '\n').parse_next(input)?;
    match words.trim() {
        "" => instead(input, "text", &[]),
        words => Ok(words.replace(['\t', '\r'], " ")),
    }
}

fn choice(input: &mut Input) -> Parsed<Choice> {
    let (name, _) = name(input, "an option")?;
    expect(input, "\"")?;
    take_till(1.., ('"', '\n')).void().parse_next(input)?;
    expect(input, "\"")?;
    expect(input, "{")?;
    let mut statements = Vec::new();
    loop {
        blank_lines(input)?;
        if takes(input, "}")? {
            end_of_line(input, "the end of the line")?;
            return Ok(Choice { name, statements });
        }
        if input.is_empty() {
            return instead(input, "'}'", &[]);
        }
        statements.push(statement(input)?);
    }
}

pub(super) fn text(text: &str) -> Parsed<Text> {
    if text.len() > LONGEST {
        return Fault::new(&Span(0..0), format!("the text has more than {LONGEST} bytes"));
    }
    // What cannot be seen would be shown again in titles, comments and messages.
    if let Some((at, sign)) =
        text.char_indices().find(|(_, sign)| is_unseen(*sign) && !"\n\r\t".contains(*sign))
    {
        let span = Span(at..at + sign.len_utf8());
        let code = u32::from(sign);
        return Fault::new(
            &span,
            format!("a sign that cannot be seen (U+{code:04X}) stands here: a text has none"),
        );
    }
    let input = &mut LocatingSlice::new(text);
    blank_lines(input)?;
    if !takes(input, "rule")? {
        return instead(input, "'rule NAME', the first line,", &["rule"]);
    }
    let (own, span) = next(input)?;
    if !own.split_once(':').map_or(is_name(own), |(rule, options)| {
        // The name of a reading, as a normal form has it.
        let options: Vec<&str> = options.split('+').collect();
        let twice = |place: usize| options[..place].contains(&options[place]);
        is_name(rule)
            && options.len() <= MOST_OPTIONS
            && options.iter().all(|option| is_name(option))
            && !(0..options.len()).any(twice)
    }) {
        let wanted = "the name of the rule (lower-case letters, digits and '-', a letter first, no word of the language)";
        return instead(input, wanted, &[]);
    }
    if let Some(long) = own.split([':', '+']).find(|part| part.len() > LONGEST_NAME) {
        let at = long.as_ptr() as usize - own.as_ptr() as usize + span.0.start;
        return Fault::new(&Span(at..at + long.len()), format!("a name has at most {LONGEST_NAME} letters"));
    }
    own.void().parse_next(input)?;
    end_of_line(input, "the end of the line")?;
    let mut parsed =
        Text { name: own.to_owned(), title: None, source: None, statements: Vec::new(), options: Vec::new() };
    loop {
        blank_lines(input)?;
        if input.is_empty() {
            break;
        }
        let (token, at) = next(input)?;
        let twice = match token {
            "title" => parsed.title.is_some(),
            "source" => parsed.source.is_some(),
            "rule" => true,
            _ => false,
        };
        if twice {
            return Fault::new(&at, format!("'{token}' stands here for the second time"));
        }
        match token {
            "title" | "source" => {
                expect(input, token)?;
                let words = Some(words(input)?);
                *(if token == "title" { &mut parsed.title } else { &mut parsed.source }) = words;
            }
            "option" => {
                expect(input, token)?;
                let (name, span) = (next(input)?.0, next(input)?.1);
                if parsed.options.iter().any(|option| option.name == name) {
                    return Fault::new(&span, format!("there is an option {name} already"));
                }
                parsed.options.push(choice(input)?);
            }
            _ => {
                parsed.statements.push(statement(input)?);
                end_of_line(input, "the end of the line, or what goes on with the statement,")?;
            }
        }
        let statements = parsed.options.iter().map(|option| option.statements.len()).sum::<usize>();
        if parsed.statements.len() + statements > MOST_STATEMENTS {
            return Fault::new(&at, format!("a text has at most {MOST_STATEMENTS} statements"));
        }
        if parsed.options.len() > MOST_OPTIONS {
            return Fault::new(&at, format!("a text has at most {MOST_OPTIONS} options"));
        }
    }
    if own.contains(':') && !parsed.options.is_empty() {
        return Fault::new(&span, "the name of a reading, with ':', is for a text without options");
    }
    Ok(parsed)
}
