//! The kit: every case fails some wrong implementation, no right one fails any, and every mistake that
//! matters is found.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kosolver_board::{Board, Colour, Position as Stones};
use kosolver_record::conformance::{
    Action, Case, Game, Kit, Mistake, Trace, Wrong, files, judge, make, rulesets, serve,
};
use kosolver_record::{Ko, Move, Rules, Suicide};
use kosolver_rules::{Game as SmallGame, Move as SmallMove, Referee, Ruleset as SmallRuleset};

static KIT: LazyLock<Kit> = LazyLock::new(|| make().unwrap());

fn rules(case: &Case) -> Rules {
    case.rules().unwrap()
}

/// The published file is the kit, and a file that is read is what was written.
#[test]
fn the_published_kit_is_made_again() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/conformance");
    let files = files(&KIT).unwrap();
    for (name, bytes) in &files {
        assert!(std::fs::read(format!("{path}/{name}")).unwrap() == *bytes, "{name}");
    }
    assert_eq!(Kit::parse(std::str::from_utf8(&files["cases.json"]).unwrap()).unwrap(), *KIT);
    let bytes: usize = files.values().map(Vec::len).sum();
    assert!(bytes < 2_000_000, "{bytes}");
    let names: BTreeSet<&str> = KIT.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(names.len(), KIT.cases.len());
}

/// What is written of a case is what the wrong implementations do in it; and each case finds one.
#[test]
fn every_case_fails_a_wrong_implementation() {
    for case in &KIT.cases {
        let (game, rules) = (case.game().unwrap(), rules(case));
        let trace = Trace::of(&game);
        let judged = judge(&trace, &rules);
        assert_eq!(judged.actions(), case.actions.len(), "{}", case.name);
        let mut found = 0;
        for fault in Mistake::ALL {
            let seen = fault.seen(&trace, &judged, &rules);
            assert_eq!(seen.is_some(), case.finds(fault.name()), "{} {fault}", case.name);
            found += usize::from(seen.is_some());
        }
        assert!(found > 0, "{}", case.name);
    }
}

/// A mistake is found under exactly the rulesets under which it can be told from the rule: where a
/// program does what the rule says, nothing is found.
#[test]
fn every_mistake_that_matters_is_found() {
    for ruleset in rulesets() {
        for fault in Mistake::ALL {
            let cases: Vec<&Case> = KIT
                .cases
                .iter()
                .filter(|case| case.ruleset() == ruleset.to_string() && case.finds(fault.name()))
                .collect();
            assert_eq!(!cases.is_empty(), matters(fault, &ruleset), "{ruleset} {fault}");
        }
    }
}

/// Under the usual superkos, programs that know square boards and no set-up have cases for every mistake
/// but those about the start: without suicide the empty board does not come again.
#[test]
fn a_program_that_cannot_set_stones_up_is_asked_too() {
    let plain: Vec<&Case> = KIT.cases.iter().filter(|case| case.game().unwrap().is_plain()).collect();
    let usual = |ruleset: &Rules| matches!(ruleset.ko(), Ko::Psk | Ko::Ssk | Ko::Nssk);
    for ruleset in rulesets().into_iter().filter(usual) {
        for fault in Mistake::ALL.into_iter().filter(|fault| fault.class() != "start") {
            let mut cases = plain.iter().filter(|case| case.ruleset() == ruleset.to_string());
            if matters(fault, &ruleset) {
                assert!(cases.any(|case| case.finds(fault.name())), "{ruleset} {fault}");
            }
        }
    }
}

/// The implementation that all wrong ones are made of agrees with every case when it makes no mistake.
/// Its history is kept as programs keep it; the literal rules read the record.
#[test]
fn the_implementation_without_a_mistake_fails_nothing() {
    for case in &KIT.cases {
        let game = case.game().unwrap();
        let trace = Trace::of(&game);
        let mut right = Wrong::new(rules(case), None);
        right.begin(game.first(), &trace.stages[0].pass, &trace.empty);
        for (moment, state) in case.states.iter().enumerate() {
            let stage = &trace.stages[moment];
            if moment + 1 < case.states.len() || case.score.is_none() {
                let legal: Vec<usize> = stage
                    .plays
                    .iter()
                    .filter(|play| !right.refuses(stage.to_move, play))
                    .filter_map(|play| play.point)
                    .collect();
                assert_eq!(legal, state.legal(game.board()), "{} {moment}", case.name);
            }
            match game.actions().get(moment) {
                None => {}
                Some(Action::Undo) => right.undo(),
                Some(Action::Move(Move::Pass)) => right.make(stage.to_move, &stage.pass),
                Some(Action::Move(Move::Play(point))) => {
                    right.make(stage.to_move, &stage.play(*point).unwrap());
                }
            }
        }
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
            assert_eq!(legal, state.legal(game.board()), "{} {moment}", case.name);
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
        let [found, said] =
            [serde_json::to_value(score), serde_json::to_value(&case.score)].map(Result::unwrap);
        assert_eq!(found, said, "{}", case.name);
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

/// Every rule that can ban something has a case on 9x9 without stones set up, and one on 19x19.
#[test]
fn real_boards_have_cases() {
    for ko in Ko::ALL {
        let of = |board: &str, plain: bool| {
            KIT.cases.iter().any(|case| {
                case.ko == ko.name() && case.board == board && (!plain || case.game().unwrap().is_plain())
            })
        };
        assert!(of("9x9", true) && of("19x19", false), "{ko}");
    }
}

#[test]
fn games_that_cannot_be_are_refused() {
    let fault =
        |first: &str, actions: &str| Game::parse("1x2", "..", first, actions).unwrap_err().to_string();
    assert_eq!(fault("black", "A1 A1"), "move 2 of the game, A1, is onto a stone");
    assert_eq!(fault("black", "undo"), "action 1 of the game takes a move back, and there is none");
    assert!(fault("red", "A1").contains("red"));
    assert!(fault("black", "C1").contains("C1"));
    assert!("no-such".parse::<Mistake>().is_err());
    for fault in Mistake::ALL {
        assert_eq!(fault.name().parse::<Mistake>().unwrap(), fault);
        assert!(fault.sentence().ends_with('.'));
    }
}

/// The server answers as GTP says, and refuses what it does not know.
#[test]
fn the_server_speaks_gtp() {
    let rules = rulesets()[6];
    assert_eq!(rules.ko(), Ko::Psk);
    let talk = |input: &str, fault: Option<Mistake>| {
        let mut output = Vec::new();
        serve(Wrong::new(rules, fault), "test", false, input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    };
    let ko = "rectangular_boardsize 2 1\nset_position black A1\nplay white B1\nall_legal black\nundo\n7 undo\nnonsense\nplay red A1\nquit\n";
    assert_eq!(
        talk(ko, None),
        "= \n\n= \n\n= \n\n= \n\n= \n\n?7 cannot undo\n\n? unknown command\n\n? syntax error\n\n= \n\n"
    );
    // Who forgets the start lets Black take back.
    assert!(talk(ko, Some(Mistake::StartForgotten)).contains("= A1\n"));
    // A move that is taken back leaves the start, and no new game.
    let undone = "boardsize 2\nplay black A1\nundo\nall_legal black\n";
    assert!(talk(undone, None).ends_with("= A2 B2 A1 B1\n\n"));
    assert!(talk(undone, Some(Mistake::UndoKeeps)).ends_with("= A2 B2 B1\n\n"));
}

/// As many arguments as they take, and no more.
#[test]
fn commands_take_no_more_arguments() {
    let commands = [
        "protocol_version",
        "name",
        "version",
        "known_command name",
        "list_commands",
        "boardsize 2",
        "rectangular_boardsize 2 2",
        "clear_board",
        "komi 0",
        "undo",
        "play black A1",
        "set_position black A1",
        "all_legal black",
        "quit",
    ];
    let rules = rulesets()[6];
    for command in commands {
        let mut output = Vec::new();
        serve(Wrong::new(rules, None), "test", false, format!("{command} A1\n").as_bytes(), &mut output)
            .unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "? syntax error\n\n", "{command}");
    }
}

/// Whether a program with this mistake can be told from one without it, under these rules.
fn matters(mistake: Mistake, rules: &Rules) -> bool {
    let (ko, suicide) = (rules.ko(), rules.suicide());
    // Without suicide a play that makes the position before the last move again takes one stone, and
    // the move before it did so too; and no pass was between them. So it is if two or more stones
    // are removed by suicide: the opponent cannot put back two.
    let (basic, retakes) = (ko == Ko::Basic, suicide != Suicide::Allowed);
    let lifted = ko.ends_by_passing_again();
    match mistake {
        Mistake::Rule(other) => {
            let alike = |ko| if ko == Ko::Kee { Ko::Spight } else { ko };
            alike(other) != alike(ko)
        }
        // A lone suicide leaves the position on the board, which has stood there, and stands there
        // since every pass.
        Mistake::SuicideRule(other) if ko == Ko::Psk || lifted => {
            (other == Suicide::Forbidden) != (suicide == Suicide::Forbidden)
        }
        Mistake::SuicideRule(other) => other != suicide,
        Mistake::KoPoint | Mistake::KoPointStays => true,
        // All other mistakes are about the history, at which `none` does not look.
        _ if ko == Ko::None => false,
        // Nobody has made the start by a play.
        Mistake::StartForgotten | Mistake::SetUpForgotten => ko != Ko::Nssk,
        // Who made a position matters to `nssk` alone.
        Mistake::StartMade => ko == Ko::Nssk,
        // A pass makes no new position, no change, and creates nothing. Under basic ko it parts a
        // play from the next of the same player.
        Mistake::PassesForgotten => match ko {
            Ko::Psk | Ko::Nssk | Ko::Fixed => false,
            Ko::Basic | Ko::BasicFixed => suicide != Suicide::Forbidden,
            _ => true,
        },
        Mistake::PassesClear => !matches!(ko, Ko::Basic | Ko::Spight | Ko::Kee),
        Mistake::PassPositionForgotten => lifted,
        Mistake::LoneSuicideFree => suicide == Suicide::Allowed,
        Mistake::SuicideFree | Mistake::SuicideHashed => suicide != Suicide::Forbidden && !(basic && retakes),
        Mistake::ColourBlind => !(basic && suicide == Suicide::Forbidden),
        // Basic ko looks at two positions, at the one before the last move alone.
        Mistake::Last(_) => !basic,
        Mistake::CapturesOnly | Mistake::SingleOnly | Mistake::AfterSingle => !(basic && retakes),
        Mistake::BeforeCaptures
        | Mistake::CapturesTwice
        | Mistake::CapturesColour
        | Mistake::Hash8
        | Mistake::Mirrored
        | Mistake::UndoKeeps
        | Mistake::UndoClears => true,
    }
}
