//! The cases of `data/worked-cases.txt` before the referee and before the rules read literally,
//! and Kee's games, played to their ends.

mod oracle;

use std::collections::BTreeSet;

use board::{Board, Colour, Point, Position};
use oracle::Record;
use rules::{Game, Illegal, Ko, Move, Referee, Ruleset, Score, Suicide};

/// A move as the cases write it: `B1`, `W2(x1)`, `W1(-2)` or `p`.
#[derive(Clone, Copy, Debug)]
struct Written {
    /// Nobody's name is written at a pass.
    player: Option<Colour>,
    made: Move,
    captured: u32,
    suicide: u32,
}

fn written(word: &str) -> Written {
    if word == "p" {
        return Written { player: None, made: Move::Pass, captured: 0, suicide: 0 };
    }
    let (play, removed) = word.split_once('(').unwrap_or((word, ""));
    let (player, number) = play.split_at(1);
    let number: u8 = number.parse().unwrap_or_else(|_| panic!("{word}"));
    let count = |sign| match removed.strip_prefix(sign) {
        Some(count) => count.trim_end_matches(')').parse().unwrap(),
        None => 0,
    };
    Written {
        player: Some(player.parse().unwrap()),
        made: Move::Play(Point::new(number - 1)),
        captured: count('x'),
        suicide: count('-'),
    }
}

#[derive(Debug)]
struct Case {
    name: String,
    board: Board,
    suicide: Suicide,
    before: Vec<Written>,
    question: Written,
    prohibited: BTreeSet<String>,
    prohibited_anyway: BTreeSet<String>,
    allowed: BTreeSet<String>,
    /// The name of a rule, and what its referee answers.
    says: Vec<(String, String)>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("data/worked-cases.txt");
    let lines = || text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let starts: Vec<usize> =
        lines().enumerate().filter(|(_, line)| line.starts_with("case:")).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([lines().count()]);
    let blocks = starts.iter().zip(ends).map(|(&start, end)| lines().skip(start).take(end - start));
    blocks.map(|block| case(block.map(|line| line.split_once(": ").unwrap()))).collect()
}

fn case<'a>(fields: impl Iterator<Item = (&'a str, &'a str)>) -> Case {
    let mut case = Case {
        name: String::new(),
        board: Board::new(1, 1).unwrap(),
        suicide: Suicide::Forbidden,
        before: Vec::new(),
        question: written("p"),
        prohibited: BTreeSet::new(),
        prohibited_anyway: BTreeSet::new(),
        allowed: BTreeSet::new(),
        says: Vec::new(),
    };
    for (field, value) in fields {
        match field {
            "case" => case.name = value.to_owned(),
            "board" => case.board = value.parse().unwrap(),
            "suicide" => case.suicide = value.parse().unwrap(),
            "before" => case.before = value.split(' ').map(written).collect(),
            "move" => case.question = written(value),
            "prohibited" => case.prohibited = rules_named(value),
            "prohibited anyway" => case.prohibited_anyway = rules_named(value),
            "allowed" => case.allowed = rules_named(value),
            other => {
                let rule = other.strip_prefix("says ").unwrap_or_else(|| panic!("{other}"));
                case.says.push((rule.to_owned(), value.to_owned()));
            }
        }
    }
    case
}

/// The names in a list, with all readings of a rule for `name:*`.
fn rules_named(list: &str) -> BTreeSet<String> {
    let readings = |name: &str| -> Vec<Ko> {
        match name.strip_suffix(":*") {
            Some(rule) => rule.parse::<Ko>().unwrap().readings().collect(),
            None => vec![name.parse().unwrap()],
        }
    };
    list.split(' ').flat_map(readings).map(|ko| ko.to_string()).collect()
}

impl Case {
    fn referee(&self, ko: Ko) -> Referee {
        let rules = Ruleset { suicide: self.suicide, ..Ruleset::new(ko) };
        Referee::new(Game::new(self.board, rules), Position::EMPTY, Colour::Black)
    }

    /// The game up to the question.
    fn record(&self) -> Record {
        let mut record = Record::new(self.board, Position::EMPTY, Colour::Black);
        for word in &self.before {
            check_removals(&record, word);
            record.push(word.made);
        }
        check_removals(&record, &self.question);
        record
    }
}

/// The player and the removed stones must be as written.
fn check_removals(record: &Record, word: &Written) {
    if let Move::Play(point) = word.made {
        let play = record.try_play(point).expect("an empty point");
        assert_eq!(word.player, Some(play.colour), "{word:?}");
        assert_eq!(word.captured, play.captured.count_ones(), "{word:?}");
        assert_eq!(word.suicide, play.suicide.count_ones(), "{word:?}");
    }
}

/// Plays some moves; a game that passes end is taken up again.
fn replay(referee: &mut Referee, moves: &[Written]) -> Result<(), Illegal> {
    for word in moves {
        referee.play(word.made)?;
        if word.made == Move::Pass && referee.score().is_some() {
            referee.resume();
        }
    }
    Ok(())
}

#[test]
fn there_are_cases() {
    assert_eq!(cases().len(), 10);
}

#[test]
fn the_referee_decides_every_case() {
    for case in cases() {
        for ko in Ko::all().flat_map(Ko::readings) {
            let name = ko.name();
            let (prohibited, allowed) = (case.prohibited.contains(name), case.allowed.contains(name));
            assert!(!(prohibited && allowed), "{}: {name} is named twice", case.name);
            let mut referee = case.referee(ko);
            let reached = replay(&mut referee, &case.before).is_ok() && referee.score().is_none();
            assert_eq!(reached, prohibited || allowed, "{}: {name} gets to the question", case.name);
            if !reached {
                continue;
            }
            let answer = referee.why_illegal(case.question.made);
            assert_eq!(answer.is_some(), prohibited, "{}: {name} says {answer:?}", case.name);
            if let Some(reason) = answer {
                // By the ko rule, not for some other fault.
                assert!(
                    matches!(
                        reason,
                        Illegal::History { .. } | Illegal::Never { reason: rules::Never::BasicKo, .. }
                    ),
                    "{}: {name} says {reason}",
                    case.name
                );
            }
        }
    }
}

#[test]
fn the_referee_explains_itself() {
    for case in cases() {
        for (name, answer) in &case.says {
            let mut referee = case.referee(name.parse().unwrap());
            replay(&mut referee, &case.before).unwrap();
            let refused = referee.play(case.question.made).unwrap_err();
            assert_eq!(refused.to_string(), *answer, "{}", case.name);
        }
    }
}

/// The rules read literally say the same, also of a game that they would have stopped earlier.
#[test]
fn the_literal_rules_decide_every_case() {
    for case in cases() {
        let record = case.record();
        let Move::Play(point) = case.question.made else { panic!("{}: a pass", case.name) };
        let after = record.try_play(point).unwrap().after;
        for name in case.prohibited.iter().chain(&case.prohibited_anyway) {
            assert!(record.prohibited(name, after), "{}: {name}", case.name);
        }
        for name in &case.allowed {
            assert!(!record.prohibited(name, after), "{}: {name}", case.name);
        }
    }
}

#[test]
fn moves_that_are_none_are_explained() {
    let referee = |board: &str, rules: &str| {
        let rules: Ruleset = rules.parse().unwrap();
        Referee::new(Game::new(board.parse().unwrap(), rules), Position::EMPTY, Colour::Black)
    };
    let point = |number: u8| Move::Play(Point::new(number - 1));
    let refused = |referee: &mut Referee, moves: &[Move]| {
        let (last, before) = moves.split_last().unwrap();
        before.iter().for_each(|&made| referee.play(made).unwrap());
        let (position, length) = (referee.position(), referee.record().len());
        let refused = referee.play(*last).unwrap_err().to_string();
        assert_eq!((referee.position(), referee.record().len()), (position, length), "nothing has changed");
        refused
    };
    for (board, rules, moves, answer) in [
        ("1x3", "psk", &[point(1), point(1)][..], "white A1 is not a play: there is a stone on that point"),
        ("1x3", "psk", &[point(4)], "black point 3 is not a play: 1x3 has no such point"),
        ("1x3", "psk", &[Move::Pass, Move::Pass, point(1)], "the game is over: score 0"),
        ("1x3", "psk komi=6.5", &[Move::Pass, Move::Pass, Move::Pass], "the game is over: score -13/2"),
        ("1x1", "psk", &[point(1)], "black A1 is prohibited: it is suicide"),
        (
            "1x1",
            "psk suicide=multi-stone",
            &[point(1)],
            "black A1 is prohibited: it is the suicide of a lone stone",
        ),
        (
            "1x2",
            "primitive",
            &[Move::Pass],
            "black pass is not a move: there are no passes under the primitive rules",
        ),
        // Black must not pass, and cannot play anywhere but on A1, which would bring back X. again.
        ("1x2", "primitive", &[point(1), point(2), point(1)], "the game is over: score -1"),
    ] {
        assert_eq!(refused(&mut referee(board, rules), moves), answer, "{board} {rules}");
    }
}

/// Plays a game to its end under one reading of Kee's rule: the referee's score, and the record.
fn kee_game(ko: Ko, board: &str, moves: &str) -> (Option<Score>, Record) {
    let board = board.parse().unwrap();
    let mut referee = Referee::new(Game::new(board, Ruleset::new(ko)), Position::EMPTY, Colour::Black);
    let mut record = Record::new(board, Position::EMPTY, Colour::Black);
    for word in moves.split(' ').map(written) {
        assert_eq!(referee.score(), None, "{ko}: the game is over before {word:?}");
        check_removals(&record, &word);
        referee.play(word.made).unwrap_or_else(|refused| panic!("{ko}: {refused}"));
        record.push(word.made);
    }
    (referee.score(), record)
}

fn kee_readings() -> impl Iterator<Item = Ko> {
    "kee".parse::<Ko>().unwrap().readings()
}

/// W. Kee, 12 May 2009, on two points. The readings do not differ here. Each player has passed
/// before his opponent uses it, so it does not matter whose ban a pass lifts; the closing cycle
/// starts after Black's first pass (move 3), so it has both scoring positions; and these are
/// worth −2 and 2, which make 0 both as a mean and as a sum.
#[test]
fn kee_on_two_points_is_a_tie() {
    assert_eq!(kee_readings().count(), 8);
    for ko in kee_readings() {
        let (score, record) = kee_game(ko, "1x2", "B1 W2(x1) p p B1(x1) p p W2(x1) p");
        assert_eq!(score, Some(Score::ZERO), "{ko}");
        let scoring: Vec<String> =
            record.scoring_positions(0).iter().map(|position| position.text(&record.board)).collect();
        assert_eq!(scoring, [".O", "X."], "{ko}");
    }
}

/// In the same game White must not retake instead of his second pass: .O stood when he passed.
#[test]
fn kee_on_two_points_white_must_not_retake_at_once() {
    for ko in kee_readings() {
        let game = Game::new("1x2".parse().unwrap(), Ruleset::new(ko));
        let mut referee = Referee::new(game, Position::EMPTY, Colour::Black);
        for word in "B1 W2(x1) p p B1(x1)".split(' ') {
            referee.play(written(word).made).unwrap();
        }
        let refused = referee.play(written("W2").made).unwrap_err();
        assert!(matches!(refused, Illegal::History { .. }), "{ko}: {refused}");
    }
}

/// W. Kee, 12 May 2009, on four points: White's second pass on X./OO ends the game, and no two
/// passes were consecutive. The readings do not differ: who comes back to a position from before
/// a pass has always passed since himself (White's 8th and 10th moves after his pass at the 6th,
/// Black's 11th after his at the 9th), and there is nothing to count.
#[test]
fn kee_on_four_points_is_a_draw() {
    for ko in kee_readings() {
        let (score, record) = kee_game(ko, "2x2", "B1 W4 B2 W3(x2) B1 p B2(x2) W4 p W3(x2) B1 p");
        assert_eq!(score, Some(Score::ZERO), "{ko}");
        assert_eq!(record.scoring_positions(0).len(), 0, "{ko}");
        assert_eq!(record.position(record.now()).text(&record.board), "X./OO", "{ko}");
        assert_eq!(record.to_move(record.now()), Colour::Black, "White passed last");
    }
}

/// A quiet game ends by three passes, X, Y, X: the second makes the position a scoring position,
/// the third is X's second on it. In the closing cycle, too, it is one scoring position.
#[test]
fn kee_ends_a_quiet_game_by_three_passes() {
    for ko in kee_readings() {
        let (score, record) = kee_game(ko, "1x3", "B2 p p p");
        assert_eq!(score, Some(Score::points(3)), "{ko}");
        assert_eq!(record.to_move(record.now()), Colour::Black, "White passed last");
    }
}
