//! The published kit: every verdict in it is judged again by the rules as they are read from the record of the
//! game, and by the rules of the solver.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kosolver_board::{Board, Colour, Position as Stones};
use kosolver_record::conformance::{Action, Case, CaseScore, Game, Illegal, Kit, State};
use kosolver_record::{Record, Refusal, Rules, Suicide};
use kosolver_rules::{Game as SmallGame, Move as SmallMove, Referee, Ruleset as SmallRuleset};

static KIT: LazyLock<Kit> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/conformance/cases.json");
    Kit::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
});

/// The plays that rules refuse, and why.
fn refused(record: &Record<'_>, rules: &Rules) -> Vec<(usize, Refusal)> {
    let why = |point| record.play_refused(rules, record.to_move(), &record.try_play(point)?);
    record.position().vacant().filter_map(|point| Some((point, why(point)?))).collect()
}

/// What the record says at a moment.
fn state(record: &Record<'_>, rules: &Rules) -> State {
    let board = record.board();
    let over = record.over_since(rules).is_some();
    let refused = if over { Vec::new() } else { refused(record, rules) };
    let mut points = String::new();
    for point in 0..board.points() {
        if point > 0 && point % board.columns() == 0 {
            points.push('/');
        }
        let why = refused.iter().find(|(there, _)| *there == point);
        points.push(match (record.position().at(point), why) {
            (Some(owner), _) => owner.symbol(),
            (None, _) if over => '.',
            (None, None) => '+',
            (None, Some((_, Refusal::Suicide(_)))) => 's',
            (None, Some(_)) => 'k',
        });
    }
    let illegal = |(point, refusal): &(usize, Refusal)| Illegal {
        play: board.point_name(*point),
        by: match refusal {
            Refusal::Suicide(_) => "suicide".to_owned(),
            _ => rules.ko().name().to_owned(),
        },
        since: refusal.since(),
        why: refusal.since().map(|_| refusal.to_string()),
    };
    let illegal = refused.iter().map(illegal).collect();
    State { to_move: record.to_move().colour().to_string(), points, illegal }
}

/// The case with the verdicts of the record, up to the first action that the rules refuse.
fn judged(case: &Case) -> Case {
    let (game, rules) = (case.game().unwrap(), case.rules().unwrap());
    let mut record = Record::new(&game.board, 2, game.start.clone(), game.first);
    record.follow(rules.ko());
    let mut states = vec![state(&record, &rules)];
    for action in &game.actions {
        match action {
            Action::Undo => assert!(record.pop().is_some()),
            // It refuses every move of a game that is over.
            Action::Move(made) if record.refused(&rules, *made).is_some() => break,
            Action::Move(made) => record.push(*made),
        }
        states.push(state(&record, &rules));
    }
    let score = record.outcome(&rules).map(|outcome| {
        let score = outcome.points()[0] - outcome.points()[1];
        match score.is_integer() {
            true => CaseScore::Whole(score.to_integer()),
            false => CaseScore::Fraction(score.to_string()),
        }
    });
    Case { states, score, ..case.clone() }
}

#[test]
fn every_verdict_is_that_of_the_record() {
    for case in &KIT.cases {
        assert_eq!(judged(case), *case, "{}", case.name);
    }
}

/// A kit with any verdict changed would not pass.
#[test]
fn a_changed_verdict_is_found() {
    let case = KIT.cases.iter().find(|case| case.name == "psk-forbidden-weiqi.js-35").unwrap();
    assert_eq!(judged(case), *case);
    for moment in 0..case.states.len() {
        for (at, symbol) in case.states[moment].points.char_indices().filter(|(_, symbol)| *symbol != '/') {
            let mut changed = case.clone();
            let other = if symbol == '+' { "k" } else { "+" };
            changed.states[moment].points.replace_range(at..=at, other);
            assert_ne!(judged(&changed), changed, "{moment} {at}");
        }
    }
    let changes: [fn(&mut Case); 7] = [
        |case| case.states[1].to_move = "black".to_owned(),
        |case| case.states[2].illegal.clear(),
        |case| case.states[2].illegal[0].since = Some(1),
        |case| case.states[2].illegal[0].why = Some("it is so".to_owned()),
        |case| case.score = Some(CaseScore::Whole(1)),
        |case| case.ko = "ssk".to_owned(),
        |case| case.actions.insert(0, "pass".to_owned()),
    ];
    for (number, change) in changes.iter().enumerate() {
        let mut changed = case.clone();
        change(&mut changed);
        assert_ne!(judged(&changed), changed, "{number}");
    }
}

/// Where a program that plays by other rules is seen first: after how many actions, at which play, and whether it
/// is legal.
fn first_difference(case: &Case, other: &Rules) -> Option<(usize, String, bool)> {
    let game = case.game().unwrap();
    let mut record = Record::new(&game.board, 2, game.start.clone(), game.first);
    record.follow(other.ko());
    for (moment, state) in
        case.states[..case.states.len() - usize::from(case.score.is_some())].iter().enumerate()
    {
        let [legal, refused]: [BTreeSet<usize>; 2] = [
            state.legal(&game.board).into_iter().collect(),
            refused(&record, other).into_iter().map(|(point, _)| point).collect(),
        ];
        let differs = |point: &usize| legal.contains(point) == refused.contains(point);
        if let Some(point) = record.position().vacant().find(differs) {
            return Some((moment, game.board.point_name(point), legal.contains(&point)));
        }
        match game.actions.get(moment) {
            None => break,
            Some(Action::Undo) => assert!(record.pop().is_some()),
            Some(Action::Move(made)) => record.push(*made),
        }
    }
    None
}

/// Each mistake that is to play by another rule is seen first where these rules first differ, and nowhere else.
#[test]
fn mistakes_of_the_rule_are_seen_where_the_rules_differ() {
    let mut compared = 0;
    for case in &KIT.cases {
        let rules = case.rules().unwrap();
        for mistake in &KIT.faults {
            let other = match (mistake.name.strip_prefix("as-"), mistake.name.strip_prefix("suicide-")) {
                (Some(ko), _) => {
                    let ko = ko.replace("kee-passer", "kee:passer");
                    Rules::of_two(ko.parse().unwrap(), rules.suicide()).unwrap()
                }
                (_, Some(suicide)) if Suicide::ALL.iter().any(|one| one.to_string() == suicide) => {
                    rules.with_suicide(suicide.parse().unwrap())
                }
                _ => continue,
            };
            let seen = case.catches.iter().find(|catch| catch.faults.contains(&mistake.name));
            let seen = seen.map(|catch| (catch.after, catch.play.clone(), catch.legal));
            assert_eq!(first_difference(case, &other), seen, "{} {}", case.name, mistake.name);
            compared += usize::from(seen.is_some());
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// All that the kit says of itself.
#[test]
fn the_kit_agrees_with_itself() {
    assert_eq!((KIT.format, KIT.cases.len(), KIT.faults.len()), (1, 630, 38));
    let names: BTreeSet<&str> = KIT.cases.iter().map(|case| &*case.name).collect();
    let rulesets: BTreeSet<String> = KIT.cases.iter().map(Case::ruleset).collect();
    assert_eq!((names.len(), rulesets.len()), (630, 30));
    for mistake in &KIT.faults {
        let finds = |ruleset: &&String| {
            KIT.cases.iter().any(|case| case.ruleset() == **ruleset && case.finds(&mistake.name))
        };
        let (found, not): (BTreeSet<&String>, BTreeSet<&String>) = rulesets.iter().partition(finds);
        assert_eq!(mistake.found_under.iter().collect::<BTreeSet<_>>(), found, "{}", mistake.name);
        assert_eq!(mistake.not_found_under.iter().collect::<BTreeSet<_>>(), not, "{}", mistake.name);
        assert!(!found.is_empty() && mistake.mistake.ends_with('.'), "{}", mistake.name);
    }
    let known: BTreeSet<&str> = KIT.faults.iter().map(|mistake| &*mistake.name).collect();
    for case in &KIT.cases {
        let game = case.game().unwrap();
        let mut seen: Vec<&str> = Vec::new();
        for catch in &case.catches {
            let point = game.board.parse_point(&catch.play).unwrap();
            let legal = case.states[catch.after].legal(&game.board).contains(&point);
            let illegal = case.states[catch.after].illegal.iter().any(|illegal| illegal.play == catch.play);
            assert_eq!((legal, illegal), (catch.legal, !catch.legal), "{} {catch:?}", case.name);
            seen.extend(catch.faults.iter().map(String::as_str));
        }
        let distinct: BTreeSet<&str> = seen.iter().copied().collect();
        assert!(distinct.len() == seen.len() && !seen.is_empty(), "{}", case.name);
        assert!(distinct.is_subset(&known), "{}", case.name);
    }
}

/// The solver's own rules, which know facts and steps instead of a record, say the same on all boards
/// that it can hold: what is legal, what bans a play, and the score.
#[test]
fn the_rules_of_the_solver_agree_with_every_case() {
    let (mut compared, mut scores) = (0, 0);
    for case in &KIT.cases {
        let Ok(board) = case.board.parse::<Board>() else { continue };
        let suicide = case.suicide.parse().unwrap();
        let ruleset = SmallRuleset::with_suicide(case.ko.parse().unwrap(), suicide);
        let start: Stones = Stones::parse(&board, &case.start).unwrap();
        let first = if case.first == "black" { Colour::Black } else { Colour::White };
        let begin = || Referee::new(SmallGame::new(board, ruleset).unwrap(), start, first);
        let mut made: Vec<SmallMove> = Vec::new();
        let mut referee = begin();
        for (moment, state) in case.states.iter().enumerate() {
            let legal: Vec<usize> = referee
                .legal_steps()
                .iter()
                .filter_map(|step| match step.made {
                    SmallMove::Play(point) => Some(usize::from(point.number())),
                    SmallMove::Pass => None,
                })
                .collect();
            let game = case.game().unwrap();
            assert_eq!(legal, state.legal(&game.board), "{} {moment}", case.name);
            compared += 1;
            let Some(action) = case.actions.get(moment) else { break };
            match action.as_str() {
                "undo" => {
                    made.pop();
                    referee = begin();
                    made.iter().for_each(|made| referee.play(*made).unwrap());
                    continue;
                }
                "pass" => made.push(SmallMove::Pass),
                point => made.push(SmallMove::Play(board.parse_point(point).unwrap())),
            }
            referee.play(*made.last().unwrap()).unwrap();
        }
        let score = referee.score();
        let found: Option<CaseScore> = serde_json::from_value(serde_json::to_value(score).unwrap()).unwrap();
        assert_eq!(found, case.score, "{}", case.name);
        scores += usize::from(score.is_some());
    }
    assert!(compared > 5_000 && scores > 400, "{compared} {scores}");
}

/// Reports of public trackers, and what the rules say of them.
#[test]
fn reports_are_judged_as_their_threads_say() {
    let case =
        |name: &str| KIT.cases.iter().find(|case| case.name == name).unwrap_or_else(|| panic!("{name}"));
    let illegal = |name: &str, moment: usize, play: &str| {
        case(name).states[moment]
            .illegal
            .iter()
            .find(|illegal| illegal.play == play)
            .map(|illegal| illegal.since)
    };
    // KataGo 1100: "B19 at move 3 is forbidden" under positional superko, not under situational.
    assert_eq!(illegal("psk-forbidden-katago-1100", 2, "B19"), Some(Some(0)));
    assert_eq!(illegal("ssk-forbidden-katago-1100", 2, "B19"), None);
    assert!(case("psk-forbidden-katago-1100").finds("as-ssk"));
    // Little Go 289: B1 is legal again after it was taken back.
    for name in ["psk-forbidden-littlego-289", "basic-forbidden-littlego-289"] {
        assert_eq!(case(name).actions[2..5], ["B1", "undo", "B1"], "{name}");
    }
    assert!(case("psk-forbidden-littlego-289").finds("undo-keeps"));
    // weiqi.js 35: a positional superko where the player expected simple ko.
    assert_eq!(illegal("psk-forbidden-weiqi.js-35", 2, "A4"), Some(Some(0)));
    assert_eq!(illegal("basic-forbidden-weiqi.js-35", 2, "A4"), None);
    assert!(case("basic-forbidden-weiqi.js-35").finds("as-psk"));
    // goban 13 and 14: a snapback is not a ko, and a pass lifts one.
    assert!(case("basic-forbidden-goban-13").finds("ko-point"));
    assert!(case("basic-forbidden-goban-14").finds("ko-point-stays"));
}

#[test]
fn games_that_cannot_be_are_refused() {
    let fault = |first: &str, actions: &[&str]| {
        let actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
        Game::parse("1x2", "..", first, &actions).unwrap_err().to_string()
    };
    assert_eq!(fault("black", &["A1", "A1"]), "move 2 of the game, A1, is onto a stone");
    assert_eq!(fault("black", &["undo"]), "action 1 of the game undoes a move, and there is none");
    assert!(fault("red", &["A1"]).contains("red"));
    assert!(fault("black", &["C1"]).contains("C1"));
}
