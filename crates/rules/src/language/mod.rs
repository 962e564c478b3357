//! Ko rules as texts (`docs/rule-language.md`): from a text of a few lines to a rule that is solved, refereed
//! and proved like any other.
//!
//! The parser makes a tree of the text (`syntax`), `check` finds out what its names mean, `whole` whether its
//! statements fit each other, `ends` shows that
//! games end, `moves` runs it, and `words` says it in English. All that is asked of a rule is derived from its
//! text.

mod check;
mod compiled;
mod derived;
mod ends;
mod frame;
mod moment;
mod moves;
mod parse;
mod phrase;
mod program;
mod syntax;
mod text_error;
mod whole;
mod words;

use std::borrow::Cow;
use std::sync::{Arc, PoisonError, RwLock};

use kosolver_board::{Board, quoted, without_mark};
use serde::Serialize;
use sha2::{Digest, Sha256};

use self::compiled::Compiled;
use self::derived::{bans_what_it_makes, is_without_history, within_endless};
use self::parse::Fault;
pub use self::program::{Argument, Count, Forget, Formula, Keep, Place, Program, Remember, Template};
use self::syntax::Text;
pub use self::syntax::{Ending, Event, Events, Scored, Who};
pub use self::text_error::TextError;
use crate::ko::KoMoves;
use crate::{Error, Ko, KoRule, Ruleset, Score, Slot};

/// What a text means.
#[derive(Debug)]
pub(crate) struct Rule {
    program: Program,
    compiled: Compiled,
    endless: bool,
    /// Whether the text says how a game ends, or rests on one end.
    own_end: bool,
    /// Its facts in words of its own: their names, and what is said of `{position}` and `{player}`.
    said: &'static [(&'static str, &'static str)],
}

/// What the text of a ko rule says, without making the rule known.
///
/// ```
/// use kosolver_rules::RuleText;
///
/// let text = "rule mine\nremember made(after) on play\nforbid play if made(after)";
/// assert_eq!(RuleText::read(text)?[0].sentence, "A play is prohibited if a play has made T before.");
/// # Ok::<(), kosolver_rules::Error>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct RuleText {
    /// The name, with that of the reading.
    pub name: String,
    /// The name in words.
    pub title: String,
    /// Who wrote the rule down.
    pub source: String,
    /// The rule in one or two sentences. T is the position after the play.
    pub sentence: String,
    /// How a game ends, in words.
    pub end: String,
    /// Why games end, in sentences; nothing where play can go on for ever.
    pub why_it_ends: Vec<String>,
    /// The normal form.
    pub normal_form: String,
    #[serde(skip)]
    rule: Arc<Rule>,
}

/// A ko rule made from a text.
#[derive(Debug)]
pub(crate) struct TextRule {
    name: &'static str,
    title: &'static str,
    source: &'static str,
    sentence: &'static str,
    end: &'static str,
    normal: &'static str,
    written: &'static str,
    why_it_ends: Vec<String>,
    rule: Arc<Rule>,
    traits: Traits,
    /// The readings it is one of, by the number of their text.
    family: usize,
}

/// What tables and searches ask about a rule that no text says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub on_request: bool,
    /// The sentence of a rule as results have published it, where another is derived from the text.
    pub published: Option<&'static str>,
    /// The same of how games end.
    pub published_end: Option<&'static str>,
    /// The same of facts: their names, and what is said of `{position}` and `{player}`.
    pub said: &'static [(&'static str, &'static str)],
}

impl Traits {
    pub(crate) const USUAL: Traits =
        Traits { on_request: false, published: None, published_end: None, said: &[] };

    /// The same, with the sentence that results have published.
    pub(crate) const fn published(self, sentence: &'static str) -> Traits {
        Traits { published: Some(sentence), ..self }
    }

    /// The same, with the words for the end that results have published.
    pub(crate) const fn ending(self, end: &'static str) -> Traits {
        Traits { published_end: Some(end), ..self }
    }
}

impl TextRule {
    /// A reading of a text that comes with this library.
    pub(crate) fn built_in(source: &str, chosen: usize, traits: Traits) -> TextRule {
        let text = parse::text(source).map_err(|fault| TextError::new(source, fault));
        match text.and_then(|text| RuleText::new(&text.reading(chosen), source)) {
            Ok(mut text) => {
                if let Some(rule) = Arc::get_mut(&mut text.rule) {
                    rule.said = traits.said;
                }
                TextRule::new(text, source.to_owned().leak(), traits, 0)
            }
            Err(error) => unreachable!("a built-in rule is wrong: {error}"),
        }
    }

    fn new(text: RuleText, written: &'static str, traits: Traits, family: usize) -> TextRule {
        TextRule {
            name: text.name.leak(),
            title: text.title.leak(),
            source: text.source.leak(),
            sentence: traits.published.unwrap_or_else(|| text.sentence.leak()),
            end: traits.published_end.unwrap_or_else(|| text.end.leak()),
            normal: text.normal_form.leak(),
            written,
            why_it_ends: text.why_it_ends,
            rule: text.rule,
            traits,
            family,
        }
    }
}

impl RuleText {
    /// The readings of a text, the default first; most texts have one.
    ///
    /// # Errors
    /// [`Error::Text`], with the line and the column, if it is no rule.
    pub fn read(text: &str) -> Result<Vec<RuleText>, Error> {
        let text = &*with_usual_lines(text);
        let readings = readings(text)?;
        built_in(text, &readings)?;
        let read = readings.iter().map(|reading| RuleText::of(reading, text));
        read.collect::<Result<_, TextError>>().map_err(|error| Error::Text(Box::new(error)))
    }

    /// Whether play can go on for ever.
    pub fn endless(&self) -> bool {
        self.rule.endless
    }

    /// Whether these words of a rule were [parsed](Ko::parse) before.
    pub fn is_known(&self) -> bool {
        let same = |ko: &Ko| ko.title() == self.title && ko.source() == self.source;
        known().iter().filter(|ko| ko.text() == Some(&*self.normal_form)).any(same)
            || Ko::all().flat_map(Ko::readings).any(|ko| ko.name() == self.name)
    }

    /// A reading of a text of one's own. What a rule of this library says by another name is described in its words.
    fn of(text: &Text, source: &str) -> Result<RuleText, TextError> {
        let read = RuleText::new(text, source)?;
        let said = |text: &str| text.split_once('\n').map(|(_, said)| said.to_owned());
        let own = said(&read.normal_form);
        let same =
            Ko::all().flat_map(Ko::readings).find(|ko| own.is_some() && ko.text().and_then(said) == own);
        Ok(match same {
            Some(ko) => RuleText { sentence: ko.sentence().to_owned(), end: ko.end().to_owned(), ..read },
            None => read,
        })
    }

    fn new(text: &Text, source: &str) -> Result<RuleText, TextError> {
        let fault = |fault: Fault| TextError::new(source, fault);
        let program = check::program(text).map_err(fault)?;
        let endless = is_without_history(&program);
        let mut end = program.end.clone();
        let mut own_end = end.is_some() || program.no_pass || program.stuck_loses;
        let mut why_it_ends = Vec::new();
        if !endless {
            // Where passes are spoken of, the text is about two passes in a row.
            let mut shown = match own_end || !program.counts_passes {
                true => ends::shown(&program, false),
                false => Err(ends::Missing::from(String::new())),
            };
            if shown.is_err() && !own_end {
                (own_end, end) = (true, Some(Formula::Passes { exactly: false, count: 1 }));
                shown = ends::shown(&program, true);
            }
            why_it_ends = shown.map_err(|missing| {
                let ends::Missing { message: missing, forget } = match program.remembers.is_empty() {
                    true => "nothing is remembered. Such a rule forbids nothing, or what retakes, and says nothing else".to_owned().into(),
                    false => missing,
                };
                let mut forgets = text.statements.iter().filter(|said| matches!(said.says, syntax::Says::Forget { .. }));
                let at = forget.and_then(|number| forgets.nth(number));
                let at = at.or_else(|| text.statements.iter().find(|statement| [(3, "play"), (3, "pass"), (4, "play")].contains(&statement.says.kind())));
                let span = at.map_or_else(Default::default, |statement| statement.span.clone());
                let message = format!("games under this rule need not end: {missing}");
                fault(Fault { span, message })
            })?;
            if own_end && program.stuck_loses && end.is_none() && !program.no_pass {
                end = Some(Formula::Any(Vec::new()));
            }
        }
        let slots = (0..program.kept.len() as u8).map(Slot::own);
        let compiled = Compiled::new(&program, end, slots.collect());
        Ok(RuleText {
            name: text.name.clone(),
            title: text.title.clone().unwrap_or_else(|| text.name.clone()),
            source: text.source.clone().unwrap_or_else(|| "a text".to_owned()),
            sentence: program.sentence(endless),
            end: program.end(),
            normal_form: text.normal(),
            why_it_ends,
            rule: Arc::new(Rule { program, compiled, endless, own_end, said: &[] }),
        })
    }
}

impl KoRule for TextRule {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn sentence(&self) -> &'static str {
        self.sentence
    }

    fn source(&self) -> &'static str {
        self.source
    }

    fn text(&self) -> Option<&'static str> {
        Some(self.normal)
    }

    fn written(&self) -> Option<&'static str> {
        Some(self.written)
    }

    fn why_it_ends(&self) -> &[String] {
        &self.why_it_ends
    }

    fn family(&self) -> Option<usize> {
        Some(self.family).filter(|family| *family > 0)
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(self.rule.clone())
    }

    fn endless(&self) -> bool {
        self.rule.endless
    }

    fn within_endless(&self) -> bool {
        within_endless(&self.rule)
    }

    fn bans_what_it_makes(&self) -> bool {
        bans_what_it_makes(&self.rule)
    }

    fn bans_retaking(&self) -> bool {
        self.rule.program.retakes
    }

    fn pulls(&self) -> bool {
        self.rule.program.remembers.iter().any(|remember| remember.each.is_some())
    }

    fn most_steps(&self) -> u8 {
        self.rule.compiled.most_steps()
    }

    /// If a play is forbidden by what was kept, another thing kept makes every position new.
    fn has_long_fights(&self) -> bool {
        let kept = |argument: &Argument| matches!(argument, Argument::Place(Place::Kept(..)));
        let asked = self.rule.program.forbid_play.iter().flat_map(Formula::facts);
        asked.into_iter().any(|fact| fact.arguments.iter().any(kept))
    }

    fn on_request(&self) -> bool {
        self.traits.on_request
    }

    fn has_plain_facts(&self) -> bool {
        self.rule.compiled.is_plain()
    }

    fn has_words(&self) -> bool {
        !self.rule.program.kept.is_empty()
    }

    fn combines_scores(&self) -> bool {
        self.rule.program.scored != Scored::Last
    }

    /// A mean lies between the least and the greatest score of a position, and a draw is 0; a sum has no bounds.
    /// What a play ends in is another score, or beyond all of them.
    fn score_range(&self, (low, high): (Score, Score), rules: &Ruleset) -> Option<(Score, Score)> {
        match self.rule.program.scored {
            Scored::Last if self.has_ending(&|ending| matches!(ending, Ending::Loss | Ending::Win)) => {
                Some((-Score::WIN, Score::WIN))
            }
            Scored::Last => {
                let draw = self.has_ending(&|ending| ending == Ending::Draw).then_some(Score::ZERO);
                let void = self.has_ending(&|ending| ending == Ending::Void).then(|| rules.no_result());
                let all = [draw, void].into_iter().flatten();
                Some(all.fold((low, high), |(low, high), score| (low.min(score), high.max(score))))
            }
            Scored::Mean => Some((low.min(Score::ZERO), high.max(Score::ZERO))),
            Scored::Sum => None,
        }
    }

    fn program(&self) -> Option<&Program> {
        Some(&self.rule.program)
    }

    fn win_or_loss(&self) -> bool {
        self.rule.program.stuck_loses
    }

    fn has_own_end(&self) -> bool {
        self.rule.own_end
    }

    fn end(&self) -> &'static str {
        self.end
    }
}

/// Rules made from texts while the program runs, and what they were made from.
static KNOWN: RwLock<Vec<([u8; 32], Vec<&'static TextRule>)>> = RwLock::new(Vec::new());

/// Each text stays in memory.
const MOST_TEXTS: usize = 1 << 12;

/// The readings that were made from texts so far.
pub(crate) fn known() -> Vec<Ko> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    known.iter().flat_map(|(_, readings)| readings.iter().map(|rule| Ko::of(*rule))).collect()
}

/// A text without a byte order mark, whatever ends its lines.
fn with_usual_lines(source: &str) -> Cow<'_, str> {
    let source = without_mark(source);
    match source.contains('\r') {
        true => Cow::Owned(source.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(source),
    }
}

/// The readings of a text as trees, the default first.
fn readings(source: &str) -> Result<Vec<Text>, Error> {
    let text = parse::text(source);
    let text = text.map_err(|fault| Error::Text(Box::new(TextError::new(source, fault))))?;
    Ok((0..1 << text.options.len()).map(|chosen| text.reading(chosen)).collect())
}

/// The built-in rules that a text says over again, if it does.
///
/// # Errors
/// [`Error::Text`] if it says something else by the name of one.
fn built_in(source: &str, readings: &[Text]) -> Result<Option<Vec<Ko>>, Error> {
    let built_in: Vec<Ko> = Ko::all().flat_map(Ko::readings).collect();
    let named = |text: &Text| built_in.iter().copied().find(|ko| ko.name() == text.name);
    // No reading of a rule that is built in, and no other name of one, can mean a text.
    let rule = |name: &'static str| name.split(':').next();
    let own = readings[0].name.split(':').next();
    let ours = |ko: &&Ko| rule(ko.name()) == own || own.is_some_and(|own| ko.is_also_called(own));
    let taken = || built_in.iter().find(ours).copied();
    let Some(taken) = readings.iter().find_map(named).or_else(taken) else { return Ok(None) };
    let same: Vec<Ko> = readings.iter().filter_map(named).collect();
    let says_so = same.len() == readings.len()
        && same.iter().zip(readings).all(|(ko, text)| ko.text() == Some(&*text.normal()));
    if says_so {
        return Ok(Some(same));
    }
    let name = &readings[0].name;
    let at = source.find(name).unwrap_or_default();
    let span = syntax::Span(at..at + name.len());
    let message = format!("there is a ko rule {taken} that says something else: give this one another name");
    Err(Error::Text(Box::new(TextError::new(source, Fault { span, message }))))
}

/// The readings of a text, the default first. A text that says what a built-in rule says, by its name, is
/// that rule.
///
/// # Errors
/// [`Error::Text`] if it is no rule.
pub(crate) fn parsed(source: &str) -> Result<Vec<Ko>, Error> {
    let source = &*with_usual_lines(source);
    let texts = readings(source)?;
    if let Some(same) = built_in(source, &texts)? {
        return Ok(same);
    }
    // The title is part of a rule that is named again, though not of what it says.
    let mut key = String::new();
    for text in &texts {
        key += &text.normal();
    }
    key += &format!("{:?} {:?}", texts[0].title, texts[0].source);
    let key: [u8; 32] = Sha256::digest(key.as_bytes()).into();
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = known.iter().position(|(other, _)| *other == key) {
        // Of texts of one name the last is meant.
        let again = known.remove(place);
        let rules = again.1.iter().map(|rule| Ko::of(*rule)).collect();
        known.push(again);
        return Ok(rules);
    }
    let fault = |error| Error::Text(Box::new(error));
    if known.len() == MOST_TEXTS {
        let message = format!("more than {MOST_TEXTS} different texts were read: start the program again");
        return Err(fault(TextError::new(source, Fault { span: syntax::Span::default(), message })));
    }
    let family = known.len() + 1;
    let read = texts.iter().map(|text| RuleText::of(text, source));
    let read = read.collect::<Result<Vec<RuleText>, TextError>>().map_err(fault)?;
    let written = source.to_owned().leak();
    let rules = read.into_iter().map(|text| TextRule::new(text, written, Traits::USUAL, family));
    let rules: Vec<&'static TextRule> = rules.map(|rule| &*Box::leak(Box::new(rule))).collect();
    known.push((key, rules.clone()));
    Ok(rules.into_iter().map(|rule| Ko::of(rule)).collect())
}

/// A text of a ruleset that has the text of its ko rule: the fields, and the text. The rule begins with the
/// line `rule NAME`, or with a comment; in one line `;` stands between its statements.
pub(crate) fn split(text: &str) -> Option<(String, Cow<'_, str>)> {
    let separator = if text.contains('\n') { '\n' } else { ';' };
    let mut from = 0;
    for line in text.split_inclusive(separator) {
        if line.split_whitespace().next().is_some_and(|word| word.trim_end_matches(';') == "rule") {
            let fields = &text[..from];
            let is_comment = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
            return Some(if fields.split(separator).all(is_comment) {
                (String::new(), in_lines(text, separator))
            } else {
                (fields.replace(separator, " "), in_lines(&text[from..], separator))
            });
        }
        from += line.len();
    }
    None
}

fn in_lines(text: &str, separator: char) -> Cow<'_, str> {
    if separator == '\n' { Cow::Borrowed(text) } else { Cow::Owned(text.replace(separator, "\n")) }
}

/// Whether an argument names a file with a rule.
pub(crate) fn is_path(argument: &str) -> bool {
    let argument = argument.strip_prefix("ko=").unwrap_or(argument);
    argument.contains(['/', '\\']) || argument.split(':').next().is_some_and(|path| path.ends_with(".ko"))
}

/// The same error, unless the argument is the name of a file.
pub(crate) fn but_a_file(argument: &str, error: Error) -> Error {
    match std::path::Path::new(argument).is_file() {
        true => Error::File(format!(
            "{argument} is the name of a file and of no ko rule: write ./{argument}, or let it end in .ko"
        )),
        false => error,
    }
}

/// The rule that an argument of a command means: a name, or the path of a file with a text, after which a
/// reading may stand, as in `mine.ko:free`.
///
/// # Errors
/// If there is no such rule, or the file cannot be read or is none; with the line that is wrong.
pub(crate) fn of_argument(argument: &str) -> Result<Ko, Error> {
    if !is_path(argument) {
        return argument.parse().map_err(|error| but_a_file(argument, error));
    }
    let (path, reading) = match argument.rsplit_once(".ko:") {
        Some((path, reading)) => (format!("{path}.ko"), Some(reading)),
        None => (argument.to_owned(), None),
    };
    let text = read(&path).map_err(Error::File)?;
    let readings = parsed(&text).map_err(|error| match error {
        Error::Text(error) => Error::File(error.shown(&path)),
        error => error,
    })?;
    // Records, tables and the like name a rule by its name alone.
    let other = |other: &Ko| other.name() == readings[0].name() && *other != readings[0];
    if let Some(name) = known().into_iter().find(other).map(Ko::name) {
        return Err(Error::File(format!(
            "{path}: its rule is called {name}, and another text of this command says something else by that name: write another name after 'rule' in one of them"
        )));
    }
    let Some(reading) = reading else { return Ok(readings[0]) };
    let ends = |ko: &&Ko| ko.name().split_once(':').is_some_and(|(_, name)| name == reading);
    readings.iter().find(ends).copied().ok_or_else(|| {
        let names: Vec<&str> = readings.iter().skip(1).filter_map(|ko| ko.name().split(':').nth(1)).collect();
        let accepted = match &names[..] {
            [] => "the text has no options".to_owned(),
            names => format!("its readings are {}", names.join(", ")),
        };
        Error::File(format!("{path} has no reading {}; {accepted}", quoted(reading)))
    })
}

/// A file of at most so many bytes as a text may have.
fn read(path: &str) -> Result<String, String> {
    let text = kosolver_board::read_plain(path.as_ref(), parse::LONGEST as u64);
    let text = text.map_err(|error| match error.kind() {
        std::io::ErrorKind::FileTooLarge => {
            format!("{path} is too long: a rule has at most {} bytes", parse::LONGEST)
        }
        _ => format!("{path} cannot be read: {error}"),
    })?;
    // Half of the bytes of UTF-16 are 0, if the letters are English ones.
    let utf_16 = text.starts_with(&[0xff, 0xfe])
        || text.starts_with(&[0xfe, 0xff])
        || text.iter().take(2).any(|byte| *byte == 0);
    if utf_16 {
        return Err(format!("{path} is in UTF-16: save it as UTF-8"));
    }
    String::from_utf8(text).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        format!("{path} is not in UTF-8, from line {line} on: save it as UTF-8")
    })
}
