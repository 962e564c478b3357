//! Texts that are made to do harm: random ones, and good and broken ones changed at random. None brings the reader
//! down or takes much work or memory; and what is accepted is read the same from its normal form.
//!
//! Work is counted in allocations. So this is a program of its own with one test.

use std::alloc::System;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use kosolver_rules::{Error, Ko, RuleText};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[path = "suite/texts.rs"]
mod texts;

#[global_allocator]
static ALLOCATIONS: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most that one text may take. The largest seen is a third of it.
const MOST_ALLOCATIONS: usize = 120_000;
const MOST_BYTES: usize = 20 << 20;

/// The texts that come with the library, and those that are refused.
fn known() -> Vec<String> {
    let kos = Ko::all().flat_map(Ko::readings).filter_map(|ko| ko.written());
    let mut known: BTreeSet<String> = kos.map(str::to_owned).collect();
    let mut text = String::new();
    for line in include_str!("data/broken-rules.txt").lines() {
        match line.strip_prefix('|') {
            Some(line) => text += &format!("{}\n", line.strip_prefix(' ').unwrap_or(line)),
            None if !text.is_empty() => _ = known.insert(std::mem::take(&mut text)),
            None => {}
        }
    }
    assert!(known.len() > 50);
    known.into_iter().chain(largest()).collect()
}

/// How many of the largest texts are rules.
const ACCEPTED: usize = 4;

/// Texts with as much as a text may have; the first of them are rules.
fn largest() -> Vec<String> {
    let names: Vec<String> = (0..11).map(|number| format!("f{number}(mover, after)")).collect();
    let facts =
        names.iter().map(|fact| format!("remember {fact} on start, play, pass\n")).collect::<String>();
    let kept = (0..8).map(|number| format!("keep k{number}(mover) = before on pass\n")).collect::<String>();
    let forbid = |word: &str, end: &str| format!("forbid play if {}{end}\n", names.join(word));
    let decided = format!("forbid play if {} or f0(mover, after)\n", vec!["passes = 1"; 31].join(" or "));
    let nested = format!("forbid play if {}f0(mover, after){}\n", "not (".repeat(7), ")".repeat(7));
    let split =
        "forbid play if not (f0(mover, after) and f1(mover, after) and f2(mover, after) and passes >= 9)\n";
    let end = "end pass if passes >= 3 or not f3(mover, after) and f4(mover, after) and k7(next) = before\n";
    let start = format!("rule largest\n{kept}{facts}{}{nested}{split}{end}", forbid(" or ", ""));
    let options = (0..3).map(|number| {
        let statements =
            (0..11).map(|other| format!("forget f{other}(mover) on pass if passes = {number}\n"));
        format!("option o{number} \"x\" {{\n{}}}\n", statements.collect::<String>())
    });
    let options = options.collect::<String>();
    let blank = "# nothing\n\n".repeat(5000);
    let long = format!("rule x\nforbid play if {}\n", "(".repeat(60_000));
    let all = format!("{start}{options}");
    vec![
        all.clone(),
        format!("{start}{decided}"),
        format!("{start}{blank}"),
        format!("{blank}{start}"),
        long,
        all + &forbid(" and ", ""),
    ]
}

/// Words and signs of the language, and some that are none.
const WORDS: [&str; 58] = [
    "rule x",
    "title x",
    "source x",
    "remember",
    "forget",
    "keep",
    "forbid play if",
    "forbid pass if",
    "end pass if",
    "no pass",
    "stuck loses",
    "score last",
    "score mean",
    "option o \"x\" {",
    "}",
    "for each",
    "on",
    "if",
    "start",
    "play",
    "pass",
    "passes >= 1",
    "passes = 9",
    "passes",
    "before",
    "after",
    "mover",
    "next",
    "point",
    "nothing",
    "and",
    "or",
    "not",
    "retakes",
    "(",
    ")",
    ",",
    "=",
    ">=",
    "a(after)",
    "a(P)",
    "last(mover)",
    "last(next) = before",
    "P",
    "a",
    "on start, play, pass",
    "on play",
    "on pass",
    "\"",
    "#",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "é",
    "10",
    "x:y",
];

/// A change of a text, at places in it.
#[derive(Clone, Debug)]
enum Change {
    /// A word, a line or a letter goes.
    Without(usize, Index),
    /// One comes twice, or as often as a text is long.
    Again(usize, Index, usize),
    /// Two change places.
    Swapped(usize, Index, Index),
    /// One stands in place of another, or beside it.
    Instead(Index, &'static str, bool),
    /// A letter.
    Letter(Index, char),
    /// The end is cut off.
    Cut(Index),
    /// A condition is nested.
    Nested(Index, usize, &'static str),
    /// Statements stand in options.
    Chosen(Index, usize),
}

/// A change repeats no more than this many bytes: several changes would make a text of gigabytes.
const LONGEST: usize = 1 << 20;

/// A text in parts: words, lines or letters.
fn parts(text: &str, kind: usize) -> Vec<String> {
    match kind {
        0 => text.split_inclusive([' ', '\n', '(', ')', ',']).map(str::to_owned).collect(),
        1 => text.split_inclusive('\n').map(str::to_owned).collect(),
        _ => text.chars().map(String::from).collect(),
    }
}

impl Change {
    fn made(&self, text: &str) -> String {
        let of = |kind: usize| {
            let mut parts = parts(text, kind);
            if parts.is_empty() {
                parts.push(String::new());
            }
            parts
        };
        match self {
            Change::Without(kind, at) => {
                let mut parts = of(*kind);
                parts.remove(at.index(parts.len()));
                parts.concat()
            }
            Change::Again(kind, at, count) => {
                let mut parts = of(*kind);
                let at = at.index(parts.len());
                parts[at] = parts[at].repeat((*count).min(LONGEST / parts[at].len().max(1)));
                parts.concat()
            }
            Change::Swapped(kind, one, other) => {
                let mut parts = of(*kind);
                let [one, other] = [one, other].map(|at| at.index(parts.len()));
                parts.swap(one, other);
                parts.concat()
            }
            Change::Instead(at, word, beside) => {
                let mut parts = of(0);
                let at = at.index(parts.len());
                let kept = if *beside { parts[at].clone() } else { String::new() };
                parts[at] = format!("{kept}{word} ");
                parts.concat()
            }
            Change::Letter(at, letter) => {
                let mut parts = of(2);
                let at = at.index(parts.len());
                parts[at] = letter.to_string();
                parts.concat()
            }
            Change::Cut(at) => {
                let parts = of(2);
                parts[..at.index(parts.len())].concat()
            }
            Change::Nested(at, count, word) => {
                let lines: Vec<&str> = text.lines().collect();
                let at = at.index(lines.len().max(1));
                let count = (*count).min(LONGEST / (lines.len() * 20).max(1));
                let nested = lines.iter().enumerate().map(|(place, line)| match line.split_once(" if ") {
                    Some((before, condition)) if place >= at => {
                        let (from, to) = (format!("{word}(").repeat(count), ")".repeat(count));
                        format!("{before} if {from}{condition}{to}\n")
                    }
                    _ => format!("{line}\n"),
                });
                nested.collect()
            }
            Change::Chosen(at, count) => {
                let lines = of(1);
                let at = at.index(lines.len());
                let (head, tail) = (lines[..at].concat(), lines[at..].concat());
                let options = (0..*count).map(|number| format!("\noption o{number} \"x\" {{\n{tail}\n}}"));
                format!("{head}{tail}{}", options.collect::<String>())
            }
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        3 => (0..3_usize, at()).prop_map(|(kind, at)| Change::Without(kind, at)),
        2 => (0..3_usize, at(), prop_oneof![9 => 2..40_usize, 1 => Just(20_000)]).prop_map(|(kind, at, count)| Change::Again(kind, at, count)),
        2 => (0..3_usize, at(), at()).prop_map(|(kind, one, other)| Change::Swapped(kind, one, other)),
        5 => (at(), select(&WORDS[..]), any::<bool>()).prop_map(|(at, word, beside)| Change::Instead(at, word, beside)),
        1 => (at(), any::<char>()).prop_map(|(at, letter)| Change::Letter(at, letter)),
        1 => at().prop_map(Change::Cut),
        2 => (at(), prop_oneof![9 => 1..20_usize, 1 => Just(10_000)], select(vec!["", "not ", "retakes or ", "passes >= 1 and "]))
            .prop_map(|(at, count, word)| Change::Nested(at, count, word)),
        1 => (at(), 1..5_usize).prop_map(|(at, count)| Change::Chosen(at, count)),
    ]
}

/// A text, which is shown in a failure as far as it can be read.
#[derive(Clone)]
struct Hostile(String);

impl fmt::Debug for Hostile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes:\n{}", self.0.len(), self.0.chars().take(3000).collect::<String>())
    }
}

fn random() -> impl Strategy<Value = String> {
    any::<u64>().prop_map(texts::text)
}

fn hostile() -> impl Strategy<Value = Hostile> {
    let good = || prop_oneof![select(known()), random()];
    let changed = (good(), vec(change(), 0..6))
        .prop_map(|(text, changes)| changes.iter().fold(text, |text, change| change.made(&text)));
    let joined = (good(), good(), any::<Index>()).prop_map(|(one, other, at)| {
        let lines = parts(&one, 1);
        lines[..at.index(lines.len())].concat() + &other
    });
    let words = vec(select(&WORDS[..]), 0..80).prop_map(|words| format!("rule x\n{}", words.join(" ")));
    let large = vec((random(), change()), 10..30).prop_map(|texts| {
        let lines =
            texts.iter().map(|(text, change)| change.made(text.split_once('\n').unwrap_or_default().1));
        format!("rule x\n{}", lines.collect::<String>())
    });
    let bytes = vec(any::<u8>(), 0..2000).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    prop_oneof![8 => changed, 2 => joined, 1 => words, 2 => large, 1 => bytes, 1 => ".{0,300}"]
        .prop_map(Hostile)
}

/// Reads a text and looks at all that is said of it.
fn look(text: &str) -> Result<(), TestCaseError> {
    let readings = match RuleText::read(text) {
        Ok(readings) => readings,
        Err(Error::Text(error)) => {
            prop_assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            prop_assert!(error.shown("x.ko").contains("x.ko"));
            return Ok(());
        }
        Err(other) => return Err(TestCaseError::fail(other.to_string())),
    };
    for reading in readings {
        for words in [&reading.name, &reading.title, &reading.sentence, &reading.end, &reading.normal_form] {
            prop_assert!(!words.trim().is_empty(), "{reading:?}");
        }
        prop_assert!(reading.endless() == reading.why_it_ends.is_empty());
        let again = RuleText::read(&reading.normal_form);
        let again =
            again.map_err(|error| TestCaseError::fail(format!("{error}: {}", reading.normal_form)))?;
        prop_assert_eq!(again.len(), 1);
        let said = |text: &RuleText| {
            (
                text.name.clone(),
                text.sentence.clone(),
                text.end.clone(),
                text.why_it_ends.clone(),
                text.normal_form.clone(),
            )
        };
        prop_assert_eq!(said(&again[0]), said(&reading));
    }
    Ok(())
}

#[test]
fn no_text_does_harm() {
    let config = ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = TestRunner::new(config);
    let (most, mut accepted) = (Cell::new([0; 2]), Vec::new());
    let bounded = |text: &str| {
        let region = Region::new(ALLOCATIONS);
        look(text)?;
        let taken = region.change();
        let [allocations, bytes] = most.get();
        most.set([allocations.max(taken.allocations), bytes.max(taken.bytes_allocated)]);
        prop_assert!(taken.allocations <= MOST_ALLOCATIONS, "{} allocations", taken.allocations);
        prop_assert!(taken.bytes_allocated <= MOST_BYTES, "{} bytes", taken.bytes_allocated);
        Ok(())
    };
    for text in known() {
        bounded(&text).unwrap_or_else(|error| panic!("{error}: {:?}", Hostile(text)));
    }
    for text in &largest()[..ACCEPTED] {
        RuleText::read(text).unwrap_or_else(|error| panic!("{error}"));
    }
    let result = runner.run(&hostile(), |Hostile(text)| bounded(&text));
    println!("{:?} allocations and bytes at most", most.get());
    result.unwrap_or_else(|error| panic!("{error}"));
    // A rule and its normal form are one rule, with one digest.
    let (texts, mut chance) = (hostile(), TestRunner::deterministic());
    while accepted.len() < 300 {
        let Hostile(text) = texts.new_tree(&mut chance).unwrap().current();
        if let Ok(ko) = Ko::parse(&text) {
            let again = Ko::parse(ko.text().unwrap()).unwrap();
            assert_eq!((again, again.digest()), (ko, ko.digest()), "{text}");
            accepted.push(ko);
        }
    }
}
