//! Ko rules as texts. What a text means is read a second time, by the [interpreter](crate::interpreter).

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{
    End, Error, Facts, Game, Ko, Legality, Move, Never, Outcome, Referee, RuleText, Ruleset, Score, Scoring,
    Suicide, Then,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::interpreter::{Record, Text};
use crate::texts;

/// Compares the library with the record here over a game of these choices.
fn compare(ko: Ko, text: &Text, board: Board, first: Colour, choices: &[Index]) -> Result<(), TestCaseError> {
    let rules = Ruleset::with_suicide(ko, Suicide::MultiStone);
    let game = Game::new(board, rules).unwrap();
    let mut referee = Referee::new(game.clone(), Position::EMPTY, first);
    let mut record = Record { board, start: Position::EMPTY, first, moves: Vec::new() };
    for choice in choices {
        let now = record.now(text);
        let legal: Vec<Move> = referee.legal_steps().iter().map(|step| step.made).collect();
        prop_assert_eq!(
            &legal,
            &record.legal(text, &now),
            "after {:?} under\n{}",
            record.moves,
            ko.text().unwrap()
        );
        prop_assert_eq!(referee.score().is_some(), now.over, "after {:?}", record.moves);
        if now.over && matches!(record.moves.last(), Some(Move::Play(_))) && !ko.win_or_loss() {
            let area = Score::points(Scoring::Area.of_board(&board, now.position));
            let outcome = match now.how.as_deref() {
                None => Outcome::Score(area),
                Some("draw") => Outcome::Score(Score::ZERO),
                Some("void") => Outcome::NoResult,
                // The winner made the last move, or is to move.
                Some(how) => Outcome::Win(if how == "win" { !now.mover } else { now.mover }),
            };
            prop_assert_eq!(referee.outcome(), Some(outcome), "after {:?}", record.moves);
        }
        if legal.is_empty() {
            break;
        }
        // The promises of a rule (DESIGN.md).
        let node = referee.node().clone();
        for fact in &game.implied(&node) {
            prop_assert!(referee.knows(fact), "P1: {}", game.describe(fact));
        }
        let steps = game.steps(&node);
        let facts: Facts = referee.facts().copied().collect();
        for made in steps.iter().map(|step| step.made) {
            let of: Vec<_> = steps.iter().filter(|step| step.made == made).collect();
            let applying = of.iter().filter(|step| step.applies(|fact| facts.has(fact))).count();
            prop_assert_eq!(applying, 1, "P2");
            let never = |step: &&&_| matches!(step_legality(step), Legality::Never(_));
            let never = of.iter().filter(never).count();
            prop_assert!(of.len() == 1 || never == 0 || never == of.len(), "P3");
            prop_assert!(of.len() <= usize::from(ko.most_steps()) + node.memory.tallies().len());
        }
        let made = *choice.get(&legal);
        record.moves.push(made);
        referee.play(made).unwrap();
    }
    Ok(())
}

fn step_legality(step: &kosolver_rules::Step) -> &Legality {
    &step.legality
}

fn texts() -> impl Strategy<Value = String> {
    any::<u64>().prop_map(texts::text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_text_means_what_its_words_say(
        text in texts(),
        board in select(vec!["1x2", "1x3", "2x2"]),
        first in select(&Colour::BOTH[..]),
        choices in vec(any::<Index>(), 24),
    ) {
        for (chosen, ko) in Ko::parse(&text).unwrap().readings().enumerate() {
            let board = board.parse().unwrap();
            compare(ko, &Text::new(&text, chosen > 0), board, first, &choices)?;
            // The normal form says the same, and is its own normal form.
            let normal = ko.text().unwrap();
            prop_assert_eq!(Ko::parse(normal).unwrap().text(), Some(normal));
            compare(ko, &Text::new(normal, false), board, first, &choices)?;
        }
    }

    #[test]
    fn the_built_in_texts_mean_what_their_words_say(
        ko in select(built_in()),
        board in select(vec!["1x2", "1x3", "2x2"]),
        first in select(&Colour::BOTH[..]),
        choices in vec(any::<Index>(), 24),
    ) {
        compare(ko, &Text::new(ko.text().unwrap(), false), board.parse().unwrap(), first, &choices)?;
    }

    /// A sentence says whether the start counts.
    #[test]
    fn a_sentence_says_of_the_start_what_the_text_says(text in texts()) {
        let says = |text: &str| Some(RuleText::read(text).ok()?.remove(0)).map(|read| (read.sentence, read.end));
        let Some(said) = says(&text) else { return Ok(()) };
        let asked = |name: &str| {
            let asks = |line: &str| (line.starts_with("forbid") || line.starts_with("end")) && line.contains(&format!("{name}("));
            text.lines().any(asks)
        };
        prop_assume!(!text.contains("option"));
        for line in text.lines().filter(|line| line.contains(" on start, ") && !line.contains(" if ")) {
            let name = line.strip_prefix("remember ").unwrap().split('(').next().unwrap();
            let once = text.matches(&format!("remember {name}(")).count() == 1;
            if let Some(other) = says(&text.replace(line, &line.replace("start, ", ""))).filter(|_| once && asked(name)) {
                let says = |said: &str| ["the start", "the game began so", " on start"].iter().any(|words| said.contains(words));
                let counts = says(&said.0) || says(&said.1);
                prop_assert!(counts && said != other, "{text}{said:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// A ruleset with a rule of one's own is read back from its one line, whatever came between.
    #[test]
    fn a_ruleset_with_a_text_is_read_as_it_was_written(
        texts in vec(texts(), 1..3), suicide in select(&Suicide::ALL[..]), in_lines in any::<bool>(),
    ) {
        let mut written = Vec::new();
        for text in &texts {
            let fields = format!("suicide={suicide}");
            let given = if in_lines { format!("{fields}\n{text}") } else { format!("{fields}; {}", text.replace('\n', ";")) };
            let Ok(rules) = Ruleset::named(&given) else { continue };
            prop_assert_eq!(rules.suicide(), suicide);
            prop_assert_eq!(Some(rules.ko()), Ko::parse(text).ok());
            written.push((rules, rules.in_full()));
        }
        for (rules, line) in written {
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(line.parse(), Ok(rules));
        }
    }

    #[test]
    fn no_text_is_too_much(text in ".{0,200}", bytes in vec(any::<u8>(), 0..400)) {
        for text in [text.as_str(), &String::from_utf8_lossy(&bytes), &format!("rule x\n{text}")] {
            if let Err(Error::Text(error)) = Ko::parse(text) {
                prop_assert!(error.shown("x.ko").contains("x.ko"));
            }
        }
    }

    /// Texts of words of the language in any order.
    #[test]
    fn words_in_any_order_are_no_surprise(words in vec(select(vec![
        "rule", "x", "remember", "a", "(", ")", "after", "before", "mover", ",", "on", "play", "pass", "start", "if", "forbid",
        "end", "no", "stuck", "loses", "not", "and", "or", "passes", ">=", "=", "1", "for", "each", "P", "keep", "nothing",
        "forget", "option", "\"", "{", "}", "\n", "\n", "#", "title", "retakes", "point", "é",
    ]), 0..60)) {
        if let Err(Error::Text(error)) = Ko::parse(&format!("rule x\n{}", words.join(" "))) {
            prop_assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
        }
    }
}

/// The rules that come with the library as texts.
fn built_in() -> Vec<Ko> {
    Ko::all().flat_map(Ko::readings).filter(|ko| ko.text().is_some()).collect()
}

#[test]
fn a_built_in_rule_is_known_by_its_text() {
    assert_eq!(built_in().len(), 26);
    for ko in built_in() {
        assert_eq!(Ko::parse(ko.text().unwrap()), Ok(ko));
        assert_eq!(ko.own_text(), None);
    }
}

const MADE: &str = "remember made(after) on play\nforbid play if made(after)";

/// Where the text of a rule stands in place of a name, with what may stand before it.
#[test]
fn a_ruleset_has_the_text_of_its_rule() {
    let mine = Ko::parse(&format!("rule in-place\n{MADE}")).unwrap();
    let line = format!("rule in-place; {}", MADE.replace('\n', "; "));
    for (text, suicide) in [
        (format!("rule in-place\n{MADE}"), Suicide::Forbidden),
        (format!("# what a comment says\n\nrule in-place # mine\n{MADE}\n"), Suicide::Forbidden),
        (format!("suicide=allowed\nrule in-place\r\n{MADE}"), Suicide::Allowed),
        (format!("ko=in-place\nsuicide=allowed\n\nrule in-place\n{MADE}"), Suicide::Allowed),
        (line.clone(), Suicide::Forbidden),
        (format!("suicide=allowed ; {line};"), Suicide::Allowed),
    ] {
        assert_eq!(Ruleset::named(&text), Ok(Ruleset::with_suicide(mine, suicide)), "{text}");
        let alone = text.parse::<Ko>();
        assert_eq!(alone.is_ok_and(|ko| ko == mine), suicide == Suicide::Forbidden, "{text}");
    }
    for (fields, fault) in [
        ("ko=psk", "'psk' is not the rule in-place"),
        ("tromp-taylor", "'tromp-taylor' is not the rule in-place"),
        ("handicap=x", "'x' is not a number of handicap stones"),
        ("colour=red", "'colour=red' is not part of a ruleset"),
    ] {
        let error = Ruleset::named(&format!("{fields}; {line}")).unwrap_err().to_string();
        assert!(error.starts_with(fault), "{error}");
    }
    let error = Ruleset::named("komi=1\nrule in-place\nremember made(afer) on play").unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 15: 'afer' stands where"), "{error}");
    // A reading is chosen by its name.
    let readings = format!("{MADE}\noption free \"x\" {{\nremember made(after) on start, play\n}}");
    let free = Ruleset::named(&format!("ko=open:free komi=1\nrule open\n{readings}")).unwrap();
    assert_eq!((free.ko().name(), free.ko().readings().count()), ("open:free", 2));
    assert_eq!(free.in_full().parse(), Ok(free));
}

/// Of texts of one name each is meant by its text, and the one that was read last by the name.
#[test]
fn texts_of_one_name_are_told_apart() {
    let [one, other] = ["start, play", "play"]
        .map(|on| format!("rule of-one-name\nremember stood(after) on {on}\nforbid play if stood(after)"));
    let (first, second) = (Ko::parse(&one).unwrap(), Ko::parse(&other).unwrap());
    assert_ne!(first, second);
    assert_eq!("of-one-name".parse(), Ok(second));
    assert_eq!((one.parse(), "of-one-name".parse()), (Ok(first), Ok(first)));
}

/// To say what a text means is not to keep it.
#[test]
fn a_text_that_is_read_is_not_known() {
    let text = format!("rule not-known\n{MADE}");
    let read = RuleText::read(&text).unwrap();
    assert_eq!((read[0].name.as_str(), read[0].is_known()), ("not-known", false));
    assert!("not-known".parse::<Ko>().is_err() && Ko::parsed().iter().all(|ko| ko.name() != "not-known"));
    let ko = Ko::parse(&text).unwrap();
    let says = |text: &RuleText| {
        (text.sentence.clone(), text.end.clone(), text.why_it_ends.clone(), text.normal_form.clone())
    };
    let known = (
        ko.sentence().to_owned(),
        ko.end().to_owned(),
        ko.why_it_ends().to_vec(),
        ko.text().unwrap().to_owned(),
    );
    assert_eq!(says(&read[0]), known);
    assert!(read[0].is_known() && Ko::parsed().contains(&ko));
    for text in ["rule psk\nforbid play if retakes", "rule x\nforbid play if x(after)", ""] {
        assert_eq!(RuleText::read(text).err(), Ko::parse(text).err());
    }
}

/// What is derived from the texts.
#[test]
fn what_is_asked_about_a_rule_is_found_in_its_text() {
    let with = |has: &dyn Fn(Ko) -> bool| {
        let names = Ko::all().flat_map(Ko::readings).filter(|ko| ko.text().is_some() && has(*ko));
        names.map(|ko| ko.name()).collect::<Vec<&str>>().join(" ")
    };
    assert_eq!(with(&|ko| ko.within_endless()), "ssk nssk fixed");
    assert_eq!(with(&|ko| ko.has_plain_facts()), "psk ssk nssk primitive");
    assert_eq!(with(&|ko| ko.bans_what_it_makes()), "psk spight ssk nssk fixed basic-fixed");
    assert_eq!(with(&|ko| ko.bans_retaking()), "basic basic-fixed basic-ko-rules configuration-rules");
    assert_eq!(with(&|ko| ko.endless()), "basic none");
    assert_eq!(with(&|ko| ko.pulls()), "configuration-rules");
    assert_eq!(with(&|ko| ko.has_long_fights()), "kee-2007");
    assert_eq!(with(&|ko| ko.win_or_loss()), "primitive");
    assert_eq!(with(&|ko| ko.has_words()), "kee-2007");
    assert_eq!(
        with(&|ko| ko.has_own_end()),
        "spight kee kee:sum kee:cycle kee:sum+cycle kee:passer kee:passer+sum kee:passer+cycle kee:passer+sum+cycle primitive kee-2007 kee-2020 kee-2020-03 kee-2020-03:free kee-2020-03:same kee-2020-03:free+same spight-2"
    );
    assert_eq!(with(&|ko| ko.most_steps() > 2), "");
}

/// A decided position rests on what no fact of any scope says: also not one that only the start remembers, and
/// that no move from the empty board shows.
#[test]
fn what_the_start_alone_remembers_has_a_scope() {
    let text = "rule first-or-made\nremember first(after) on start\nremember made(after) on play\nforbid play if made(after) or first(after)";
    let ko = Ko::parse(text).unwrap();
    assert!(ko.bans_what_it_makes());
    let game = Game::new("2x3".parse().unwrap(), Ruleset::new(ko)).unwrap();
    assert!(game.has_decided_positions());
    assert_eq!(game.scopes().len(), 2);
}

/// A play can be forbidden here whatever came before, and by a fact that is not there.
#[test]
fn what_forbids_a_play_can_be_that_nothing_happened() {
    let text = "rule first-pass\nremember stood(after) on start, play\nremember passed(mover) on pass\nforbid play if stood(after) or not passed(next) and passes >= 1";
    let ko = Ko::parse(text);
    assert!(ko.is_ok(), "{ko:?}");
    let game = Game::new("1x3".parse().unwrap(), Ruleset::new(ko.unwrap())).unwrap();
    let (node, facts) = game.start(Position::EMPTY, Colour::Black);
    assert_eq!(facts.len(), 2, "the position, and what always holds");
    assert!(game.steps(&node).iter().all(|step| step.legality != Legality::Never(Never::Rule)));
    let pass = game.steps(&node).into_iter().find(|step| step.made == Move::Pass).unwrap();
    let Then::Node(next) = pass.then else { panic!("the game goes on") };
    assert!(game.steps(&next).len() > game.steps(&node).len(), "a play is several steps");
}

#[test]
fn the_end_of_a_ruleset_tells_of_plays_that_end_games() {
    let ko =
        Ko::parse("rule void\nremember stood(after) on play\nend play with void if stood(after)").unwrap();
    let end = "two consecutive passes; a play ends the game without a result if a play has made T before";
    assert_eq!(Ruleset::new(ko).end_in_words(), end);
}

/// Who makes a third pass in a row has passed here before: that it ends the game goes without saying, unless a pass
/// forgets it.
#[test]
fn a_third_pass_in_a_row_is_told_where_a_pass_forgets_the_first() {
    let kee: Ko = "kee".parse().unwrap();
    assert!(!kee.end().contains("consecutive passes;"), "{}", kee.end());
    let text = "rule forgets\nremember stood(after) on start, play\nremember passed(mover, before) on pass\nforget passed on pass\nforbid play if stood(after)\nend pass if passes >= 2 or passed(mover, before)";
    let ko = Ko::parse(text).unwrap();
    assert!(ko.end().contains("three consecutive passes"), "{}", ko.end());
}

/// Each broken text of `data/broken-rules.txt` is refused in the words that stand there, and its line is shown.
#[test]
fn a_broken_text_is_refused_with_its_place_and_what_is_accepted() {
    let (mut text, mut name, mut cases, mut wrong) = (String::new(), "", 0, Vec::new());
    for line in include_str!("../data/broken-rules.txt").lines() {
        if let Some(case) = line.strip_prefix("case: ") {
            (text, name) = (String::new(), case);
        } else if let Some(line) = line.strip_prefix('|') {
            text += &format!("{}\n", line.strip_prefix(' ').unwrap_or(line));
        } else if let Some(says) = line.strip_prefix("says: ") {
            cases += 1;
            match Ko::parse(&text) {
                Err(Error::Text(error)) => {
                    if error.to_string() != says {
                        wrong.push(format!("{name}:\nsays: {error}"));
                    }
                    let line = text.lines().nth(error.line - 1).unwrap_or_default();
                    // What cannot be seen is not shown as it is.
                    let line = line.replace('\u{a0}', " ").replace(['\u{1b}', '\u{200b}'], "\u{fffd}");
                    let shown = error.shown("mine.ko");
                    let place = format!("mine.ko:{}:{}", error.line, error.column);
                    assert!(
                        shown.contains(&place) && shown.contains(&line) && shown.contains('^'),
                        "{shown}"
                    );
                }
                other => wrong.push(format!("{name}: {other:?}")),
            }
        }
    }
    assert!(cases >= 40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// However an editor ends lines, and with a mark of the order of bytes, a text is the same.
#[test]
fn line_ends_and_a_byte_order_mark_change_nothing() {
    let text = format!("rule of-any-editor\ntitle\tof any\teditor\n{MADE}\n");
    let ko = Ko::parse(&text).unwrap();
    assert_eq!(ko.title(), "of any editor");
    for other in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}")] {
        assert_eq!(Ko::parse(&other), Ok(ko), "{other:?}");
        assert_eq!(RuleText::read(&other).unwrap()[0].title, ko.title());
    }
    let broken = text.replace('\n', "\r\n").replace("on play", "on ply");
    let Err(Error::Text(error)) = Ko::parse(&broken) else { panic!("it is broken") };
    assert_eq!((error.line, error.column), (3, 25));
    // A long line is shown where it is wrong.
    let long = format!("rule x\nremember stood(after) on play{}# x\n# \n", " ".repeat(3000) + "y ");
    let Err(Error::Text(error)) = Ko::parse(&long) else { panic!("it is broken") };
    let shown = error.shown("x.ko");
    let [line, mark] = [2, 3].map(|place| shown.lines().nth(place + 1).unwrap_or_default());
    assert!(shown.lines().count() == 5 && shown.len() < 1000, "{shown}");
    assert_eq!(line.find('y'), mark.find('^'), "{shown}");
}

/// Where a fact is forgotten too often, the mark is at the statement that forgets it.
#[test]
fn what_forgets_too_often_is_marked() {
    for (text, line) in [
        (
            "rule x\nforbid play if stood(after)\nremember stood(after) on start, play\nforget stood on play",
            4,
        ),
        (
            "rule x\nremember p(point) on play\nremember stood(after) on start, play\nforget p on pass\nforget stood on play\nforbid play if stood(after) or p(point)",
            5,
        ),
        ("rule x\nremember stood(after) on play if passes >= 1\nforbid play if stood(after)", 3),
    ] {
        let Err(Error::Text(error)) = Ko::parse(text) else { panic!("{text}") };
        assert_eq!((error.line, error.column), (line, 1), "{error}");
        assert_eq!(error.message.contains("'stood' is forgotten on play"), line > 3, "{error}");
    }
}

/// What a rule of this library says by another name is described in its words.
#[test]
fn a_rule_by_another_name_is_described_as_before() {
    for ko in Ko::all().filter(|ko| ko.written().is_some()) {
        let written = ko.written().unwrap();
        let mut words: Vec<&str> =
            written.lines().find(|line| line.starts_with("rule")).unwrap().split(' ').collect();
        let line = words.join(" ");
        *words.last_mut().unwrap() = "renamed";
        let renamed = Ko::parse(&written.replacen(&line, &words.join(" "), 1)).unwrap();
        let reading = |ko: Ko| ko.name().split_once(':').map(|(_, reading)| reading);
        for ko in ko.readings() {
            let renamed = renamed.readings().find(|renamed| reading(*renamed) == reading(ko)).unwrap();
            assert_eq!((renamed.sentence(), renamed.end()), (ko.sentence(), ko.end()), "{ko}");
            assert_ne!(renamed, ko);
        }
    }
}

/// A file that is no UTF-8 is refused, and what to do is said.
#[test]
fn files_in_other_encodings_are_named() {
    let path = std::env::temp_dir().join(format!("kosolver-{}.ko", std::process::id()));
    let text = format!("rule encoded\ntitle é\n{MADE}\n");
    let wide = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let latin: Vec<u8> = text.chars().map(|sign| sign as u8).collect();
    for (bytes, says) in [
        ([vec![0xff, 0xfe], wide(u16::to_le_bytes)].concat(), "is in UTF-16: save it as UTF-8"),
        (wide(u16::to_be_bytes), "is in UTF-16: save it as UTF-8"),
        (latin, "is not in UTF-8, from line 2 on: save it as UTF-8"),
    ] {
        std::fs::write(&path, bytes).unwrap();
        let error = Ko::of_argument(path.to_str().unwrap()).unwrap_err().to_string();
        assert!(error.ends_with(says), "{error}");
    }
    std::fs::remove_file(path).unwrap();
}

/// On a pass `before` and `after` are one position; several facts can forbid a move together.
#[test]
fn games_end_by_what_passes_and_several_facts_say() {
    let stood = "remember stood(after) on start, play\nforget stood on pass\nforbid play if stood(after)";
    for (number, terms) in ["mover, before", "mover, after"].into_iter().enumerate() {
        for (place, asked) in ["mover, before", "mover, after"].into_iter().enumerate() {
            let text = format!(
                "rule one-place-{number}{place}\n{stood}\nremember passed({terms}) on pass\nend pass if passed({asked})"
            );
            assert_eq!(
                Ko::parse(&text).unwrap().end(),
                "a player passes in a position in which he has passed before"
            );
        }
    }
    let both =
        "remember s(after) on start, play\nremember t(after) on play\nforbid play if s(after) and t(after)";
    assert!(Ko::parse(&format!("rule both\n{both}")).is_ok());
    assert!(Ko::parse(&format!("rule both-lost\n{both}\nforget t on play")).is_err());
    assert!(
        Ko::parse(&format!("rule both-sometimes\n{}", both.replace("t(after) on play", "t(after) on pass")))
            .is_err()
    );
}

/// Why a ruleset can have no other end is said of the text that asks for it.
#[test]
fn an_end_that_does_not_apply_is_refused_for_what_the_text_says() {
    let made = "remember made(after) on play\nforbid play if made(after)";
    let own = "remember passed(mover, before) on pass\nend pass if passed(mover, before)";
    for (lines, says) in [
        (format!("{made} or passes = 9 and retakes"), "its text speaks of passes in a row"),
        (
            format!("{made}\n{own}"),
            "whose games end otherwise: a player passes in a position in which he has passed before",
        ),
    ] {
        let ko = Ko::parse(&format!("rule other-end\n{lines}")).unwrap();
        let error = Ruleset::with(ko).end(End::Agreement).build().unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
}
