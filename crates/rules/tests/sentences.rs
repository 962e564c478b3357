//! What is said of a ko rule in plain English is true. A reader here knows the forms of words, and nothing of how
//! they are made; it looks at the record of a game for what they claim, and so finds what a sentence prohibits.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Illegal, Ko, Move, Referee, Ruleset, Suicide};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[path = "suite/reader.rs"]
mod reader;
#[path = "suite/texts.rs"]
mod texts;

use reader::{Event, Keep, Kind, Reader, Told, Untold, conditions};

/// How many judgements were made, and how many sentences were quoted.
#[derive(Default)]
struct Counted {
    judged: usize,
    reasons: usize,
    untold: usize,
}

/// Compares what is said with a game of these choices.
fn compare(
    ko: Ko,
    board: Board,
    first: Colour,
    choices: &[Index],
    counted: &mut Counted,
) -> Result<(), TestCaseError> {
    let rules = Ruleset::with_suicide(ko, Suicide::MultiStone);
    let mut referee = Referee::new(Game::new(board, rules).unwrap(), Position::EMPTY, first);
    let start = Event {
        kind: Kind::Start,
        mover: !first,
        before: Position::EMPTY,
        after: Position::EMPTY,
        made: None,
        passes: 0,
    };
    let mut past = vec![start];
    let sentence = ko.sentence();
    let plays = ["A play is prohibited if ", "A play from P to T is prohibited if "];
    let plays = plays.iter().find_map(|words| conditions(sentence, words)).unwrap_or_default();
    let keeps = Keep::all(ko.text().unwrap());
    let passes = conditions(sentence, "A pass is prohibited if ").unwrap_or_default();
    for choice in choices {
        if referee.score().is_some() {
            break;
        }
        let (mover, before) = (referee.node().to_move, referee.position());
        let row = past.iter().rev().take_while(|event| event.kind == Kind::Pass).count();
        let judged = |made: Move, after: Position| Event {
            kind: if made == Move::Pass { Kind::Pass } else { Kind::Play },
            mover,
            before,
            after,
            made: Some(made),
            passes: row,
        };
        let points = before.empty(&board).iter().filter_map(|point| before.play(&board, mover, point));
        let moves = points
            .filter(|play| play.suicide.len() != 1)
            .map(|play| judged(Move::Play(play.point), play.after));
        let pass = (!sentence.contains("There are no passes")).then(|| judged(Move::Pass, before));
        for now in moves.chain(pass) {
            let reader = Reader { board: &board, past: &past, now, keeps: &keeps };
            let made = now.made.unwrap();
            let why = referee.why_illegal(made);
            let said = if made == Move::Pass { &passes } else { &plays };
            let told: Told<Vec<bool>> = said.iter().map(|words| reader.holds(words)).collect();
            match told {
                Ok(told) => {
                    prop_assert_eq!(
                        told.contains(&true),
                        why.is_some(),
                        "{:?} under\n{}\n{}\n{:?} {:?}",
                        made,
                        ko.text().unwrap(),
                        sentence,
                        told,
                        why
                    );
                    counted.judged += 1;
                }
                Err(Untold) if said.iter().any(|words| words.contains('\'')) => counted.untold += 1,
                Err(Untold) => {
                    return Err(TestCaseError::fail(format!("words that are not known: {sentence}")));
                }
            }
            // The reason is true of the move that it names.
            let Some(Illegal::History { fact, since, .. }) = why else { continue };
            let number = since.strip_prefix("move ").map_or(0, |number| number.parse().unwrap());
            if fact == "what the move needs has not happened" {
                continue;
            }
            let lines: Vec<&str> = fact.split('\'').skip(1).step_by(2).collect();
            if fact.starts_with("the line '") || fact.starts_with("one of the lines '") {
                prop_assert!(
                    lines.iter().all(|line| ko.text().unwrap().lines().any(|own| own == *line)),
                    "{fact}"
                );
                let kind = ["start", "play", "pass"][past[number].kind as usize];
                let on = |line: &&str| {
                    line.split_once(" on ").unwrap().1.split(" if ").next().unwrap().contains(kind)
                };
                prop_assert!(lines.iter().any(on), "{fact}, by {since}");
            } else {
                let right = reader.made(&fact, number);
                prop_assert!(matches!(right, Ok(true)), "{fact}, by {since} under\n{}", ko.text().unwrap());
            }
            counted.reasons += 1;
        }
        let legal = referee.legal_moves();
        let made = *choice.get(&legal);
        referee.play(made).unwrap();
        past.push(judged(made, referee.position()));
    }
    Ok(())
}

/// Texts as people write them first: some lines about one fact.
fn small() -> impl Strategy<Value = String> {
    let terms = select(vec![
        "after",
        "before",
        "mover, after",
        "next, after",
        "mover, before",
        "next, before",
        "before, after",
        "mover, point",
        "before, point",
        "after, point",
        "mover, before, after",
        "next",
        "after, last(mover)",
        "next, after, last(mover)",
        "mover, after, last(next)",
        "P, point",
    ]);
    let events = || select(vec!["start", "play", "pass", "start, play", "play, pass", "start, play, pass"]);
    let when = || {
        select(vec![
            "",
            "",
            "",
            " if passes = 1",
            " if passes >= 1",
            " if passes = 0",
            " if not passes = 1",
            " if before = after",
            " if passes >= 2",
        ])
    };
    let ban = select(vec![
        "s(TERMS)",
        "s(TERMS)",
        "retakes or s(TERMS)",
        "s(TERMS) and passes = 0",
        "not s(TERMS)",
        "s(TERMS) and not passes = 1",
    ]);
    let remember = (events(), when());
    let forget = prop_oneof![2 => Just(None), 1 => (select(vec!["", "(mover)", "(next)"]), select(vec!["play", "pass", "play, pass"]), when()).prop_map(Some)];
    (terms, vec(remember, 1..3), forget, ban, any::<bool>()).prop_map(
        |(terms, remembers, forget, ban, other)| {
            let mut text =
                "rule small\nremember past(after) on start, play\nforbid play if past(after)\n".to_owned();
            let asked = terms.replace('P', "before");
            for (on, when) in remembers {
                let each = if terms.starts_with('P') { " for each past(P)" } else { "" };
                text += &format!("remember s({terms}){each} on {on}{when}\n");
            }
            // The same fact asked of the other player, or of the other position.
            let asked = if other {
                asked
                    .replace("mover", "M")
                    .replace("next", "mover")
                    .replace('M', "next")
                    .replace("before", "after")
            } else {
                asked
            };
            text += &format!("forbid play if {}\n", ban.replace("TERMS", &asked));
            if terms.contains("last") {
                text += "keep last(mover) = before on pass\n";
            }
            if let Some((who, on, when)) = forget {
                text += &format!("forget s{who} on {on}{when}\n");
            }
            text
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reason_names_a_move_that_made_it_true(
        seed in any::<u64>(),
        board in select(vec!["1x2", "1x3", "2x2"]),
        first in select(&Colour::BOTH[..]),
        choices in vec(any::<Index>(), 20),
    ) {
        for ko in Ko::parse(&texts::text(seed)).unwrap().readings() {
            compare(ko, board.parse().unwrap(), first, &choices, &mut Counted::default())?;
        }
    }
}

/// Most of what people write is said in words, and the words are right of every play of random games.
#[test]
fn a_sentence_is_true_of_every_play() {
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig { cases: 2600, ..config });
    let counted = std::cell::RefCell::new(Counted::default());
    let games =
        (small(), select(vec!["1x2", "1x3", "2x2"]), select(&Colour::BOTH[..]), vec(any::<Index>(), 20));
    let done = runner.run(&games, |(text, board, first, choices)| {
        let Ok(ko) = Ko::parse(&text) else { return Ok(()) };
        compare(ko, board.parse().unwrap(), first, &choices, &mut counted.borrow_mut())
    });
    done.unwrap_or_else(|error| panic!("{error}"));
    let Counted { judged, reasons, untold } = *counted.borrow();
    assert!(judged > 10_000 && reasons > 1_000 && untold < 2 * judged, "{judged} {reasons} {untold}");
}

/// A reason is a fact of the ban, and not one that only an effect of the move asks for.
#[test]
fn what_is_named_forbids() {
    let text = "rule named
remember passed(mover) on pass
remember stood(after) on start, play
remember made(after) on play
remember other(after) on play if passed(next)
forbid play if stood(after) and made(after)
";
    let rules = Ruleset::new(Ko::parse(text).unwrap());
    let board: Board = "1x2".parse().unwrap();
    let mut referee = Referee::new(Game::new(board, rules).unwrap(), Position::EMPTY, Colour::Black);
    for made in ["pass", "A1", "B1"] {
        referee.play(Move::parse(&board, made).unwrap()).unwrap();
    }
    let why = referee.why_illegal(Move::parse(&board, "A1").unwrap());
    let Some(Illegal::History { fact, since, .. }) = why else { panic!("it makes O. again: {why:?}") };
    assert_eq!((&fact[..], &since[..]), ("the position O. has occurred before", "move 2"));
}
