//! The cases of `data/worked-cases.txt` before the referee and before the rules read literally,
//! and Kee's games, played to their ends.

use crate::oracle;

use std::collections::BTreeSet;

use kosolver_board::{Board, Colour, Point, Position};
use kosolver_rules::{Game, Illegal, Ko, Move, Never, Referee, Ruleset, Score, Suicide};
use oracle::Record;

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
    let text = include_str!("../data/worked-cases.txt");
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

/// The names in a list, with all readings of a rule for `name:*`, without those after a minus sign.
fn rules_named(list: &str) -> BTreeSet<String> {
    let readings = |name: &str| -> Vec<Ko> {
        match name.strip_suffix(":*") {
            Some(rule) => rule.parse::<Ko>().unwrap().readings().collect(),
            None => vec![name.parse().unwrap()],
        }
    };
    let (out, names): (Vec<&str>, Vec<&str>) = list.split(' ').partition(|name| name.starts_with('-'));
    let out: Vec<Ko> = out.iter().flat_map(|name| readings(&name[1..])).collect();
    let named = names.into_iter().flat_map(readings).filter(|ko| !out.contains(ko));
    named.map(|ko| ko.to_string()).collect()
}

impl Case {
    fn referee(&self, ko: Ko) -> Referee {
        let rules = Ruleset::with(ko).suicide(self.suicide).build().unwrap();
        Referee::new(Game::new(self.board, rules).unwrap(), Position::EMPTY, Colour::Black)
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
        assert_eq!(word.captured, play.captured.len(), "{word:?}");
        assert_eq!(word.suicide, play.suicide.len(), "{word:?}");
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
    assert_eq!(cases().len(), 15);
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
                        Illegal::History { .. }
                            | Illegal::Never {
                                reason: Never::BasicKo | Never::Rule | Never::Fighting | Never::Disturber,
                                ..
                            }
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
        let play = record.try_play(point).unwrap();
        let prohibits = |name: &str| {
            let rules = Ruleset::with_suicide(name.parse().unwrap(), case.suicide);
            record.prohibits(&rules, &play)
        };
        for name in case.prohibited.iter().chain(&case.prohibited_anyway) {
            assert!(prohibits(name), "{}: {name}", case.name);
        }
        for name in &case.allowed {
            assert!(!prohibits(name), "{}: {name}", case.name);
        }
    }
}

#[test]
fn moves_that_are_none_are_explained() {
    let referee = |board: &str, rules: &str| {
        let rules: Ruleset = rules.parse().unwrap();
        Referee::new(Game::new(board.parse().unwrap(), rules).unwrap(), Position::EMPTY, Colour::Black)
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
        ("1x2", "primitive", &[point(1), point(2), point(1)], "the game is over: white has won"),
    ] {
        assert_eq!(refused(&mut referee(board, rules), moves), answer, "{board} {rules}");
    }
}

/// Plays a game to its end under one reading of Kee's rule: the referee's score, and the record.
fn kee_game(ko: Ko, board: &str, moves: &str) -> (Option<Score>, Record) {
    let board = board.parse().unwrap();
    let mut referee =
        Referee::new(Game::new(board, Ruleset::new(ko)).unwrap(), Position::EMPTY, Colour::Black);
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
        let game = Game::new("1x2".parse().unwrap(), Ruleset::new(ko)).unwrap();
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

/// A game by the names of its moves, to its end or not.
fn game_of(board: &str, rules: &str, moves: &str) -> Referee {
    let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
    let mut referee = Referee::new(game, Position::EMPTY, Colour::Black);
    for word in moves.split_whitespace() {
        assert_eq!(referee.score(), None, "{rules}: the game is over before {word} of {moves}");
        let made = Move::parse(&board.parse().unwrap(), word).unwrap();
        referee.play(made).unwrap_or_else(|refused| panic!("{rules}: {refused}"));
    }
    referee
}

/// The score of a game, as printed.
fn score_of(board: &str, rules: &str, moves: &str) -> String {
    let score = game_of(board, rules, moves).score();
    score.map_or("none".to_owned(), |score| score.to_string())
}

/// What the referee says of one more move; nothing if it is legal.
fn refused_after(board: &str, rules: &str, moves: &str, made: &str) -> Option<Illegal> {
    game_of(board, rules, moves).why_illegal(Move::parse(&board.parse().unwrap(), made).unwrap())
}

/// P. McKenzie's test whether a server's superko is situational (computer-go list, 13 August 2005).
/// White takes back C1 alone and leaves the board as after move 7, but now Black is to move.
#[test]
fn mckenzies_test_of_superko() {
    let moves = "A2 B1 B2 C2 B3 D1 A3 A1 C1";
    for board in ["4x4", "5x5"] {
        assert!(matches!(refused_after(board, "psk", moves, "B1"), Some(Illegal::History { .. })));
        for rules in ["ssk", "basic"] {
            assert_eq!(refused_after(board, rules, moves, "B1"), None, "{rules}");
        }
    }
}

/// On 1x2 White takes the only stone and Black must not take it back: he has no move, and loses.
#[test]
fn no_pass_go_is_lost_without_a_move() {
    assert!(matches!(refused_after("1x2", "psk end=no-pass", "", "pass"), Some(Illegal::NoPass { .. })));
    assert_eq!(score_of("1x2", "psk end=no-pass", "A1 B1"), "-1");
}

/// White has taken A1, so he may pass once. Black has taken nothing.
#[test]
fn a_prisoner_is_a_pass() {
    let pass_after = |moves| refused_after("1x4", "psk end=prisoner-return", moves, "pass");
    assert!(matches!(pass_after(""), Some(Illegal::NoPass { .. })));
    assert!(matches!(pass_after("A1 B1"), Some(Illegal::NoPass { .. })));
    assert_eq!(pass_after("A1 B1 C1"), None);
    // White has given his prisoner back, and the points between Black's stones are suicide.
    assert_eq!(score_of("1x4", "psk end=prisoner-return", "A1 B1 C1 pass A1"), "1");
}

/// A play takes the game up again; only four passes in a row end it.
#[test]
fn an_agreement_takes_four_passes() {
    for (moves, score) in [
        ("B1 pass pass", "none"),
        ("B1 pass pass pass", "none"),
        ("B1 pass pass pass pass", "3"),
        ("pass pass B1 pass pass pass", "none"),
        ("pass pass B1 pass pass pass pass", "3"),
    ] {
        assert_eq!(score_of("1x3", "psk end=agreement", moves), score, "{moves}");
    }
}

/// Black's stone in the middle: two points of territory, and by area three. White's pass hands over
/// a stone, Black's one back, and White passes once more. If White passes last, nothing is added.
#[test]
fn pass_stones_make_up_for_moves() {
    for (moves, score) in [("B1 pass pass", "3"), ("pass B1 pass pass", "-3"), ("pass pass", "0")] {
        for scoring in ["equivalence", "area"] {
            assert_eq!(score_of("1x3", &format!("psk scoring={scoring}"), moves), score, "{scoring} {moves}");
        }
    }
}

/// T. Ikeda's exception: if White passes first, Black has a point less; if Black does, nobody.
#[test]
fn ikeda_takes_a_point_for_whites_first_pass() {
    for scoring in ["area", "equivalence"] {
        let rules = format!("psk ikeda=yes scoring={scoring}");
        for (moves, score) in [("B1 pass pass", "2"), ("pass B1 pass pass", "-3"), ("pass pass", "0")] {
            assert_eq!(score_of("1x3", &rules, moves), score, "{scoring} {moves}");
        }
    }
}

/// Flower's rules (Sensei's Library, January 2007): "If the first pass of a game is made by White then no
/// passtone shall be given for this pass"; two passes open an agreement phase, two more end it; White
/// passes last; "during Handicap placement the stronger player does not give passtones. Thus the handicap
/// stones will not score during counting."
#[test]
fn flowers_rules_count_pass_stones() {
    for (moves, score) in [
        // Two points of territory; White's first pass hands over nothing, Black's two passes one stone each,
        // White's second and his last after Black one stone each.
        ("B1 pass pass", "none"),
        ("B1 pass pass pass pass", "2"),
        // Black passes first, so White's passes hand over their stones: by area -3.
        ("pass B1 pass pass pass pass", "-3"),
    ] {
        assert_eq!(score_of("1x3", "flower", moves), score, "{moves}");
    }
    // A play in the agreement phase resumes play, and two more passes open another phase.
    for (moves, score) in [
        ("B1 pass pass D1 pass pass", "none"),
        ("B1 pass pass D1 pass pass pass pass", "0"),
        ("B1 pass pass pass D1 pass pass", "none"),
    ] {
        assert_eq!(score_of("1x4", "flower", moves), score, "{moves}");
    }
    // Two handicap stones: the area is 3, less a stone that does not score, less White's first pass.
    let handicap = format!("{} handicap=2", "flower".parse::<Ruleset>().unwrap());
    assert_eq!(score_of("1x3", &handicap, "A1 pass C1 pass pass pass pass"), "1");
    // Suicide of two stones is legal, a recapture that makes X. again is not.
    assert_eq!(refused_after("1x4", "flower", "A1 C1", "B1"), None);
    assert!(refused_after("1x2", "flower", "A1 B1", "A1").is_some());
}

/// White's stone at B1 borders three empty points, and White has a prisoner.
#[test]
fn prisoners_are_counted_with_territory() {
    assert_eq!(score_of("1x4", "psk scoring=territory", "A1 B1 pass pass"), "-4");
    assert_eq!(score_of("1x4", "psk scoring=area", "A1 B1 pass pass"), "-4");
    assert_eq!(score_of("1x4", "psk scoring=territory", "A1 C1 pass pass"), "-1");
}

/// The situation after Black's first move, `X..` with White to move, comes again six moves later:
/// X.O, XX. (one white stone taken), ..O (two black), X.O, .OO (one black), X.. (two white). Each has
/// lost three. No shorter board has a cycle of plays without suicide: on two points the one recapture
/// is banned.
#[test]
fn a_long_cycle_with_equal_losses_has_no_result() {
    let moves = "A1 C1 B1 C1 A1 B1 A1";
    for worth in ["0", "5", "-1/2"] {
        let rules = format!("basic scoring=territory no-result={worth}");
        assert_eq!(score_of("1x3", &rules, moves), worth);
    }
}

/// Send two, return one: X.O with Black to move comes again after White's pass. Black has lost two,
/// White one: White has passed once more than Black, and wins.
#[test]
fn a_long_cycle_with_a_pass_is_won() {
    assert_eq!(score_of("1x3", "basic scoring=territory", "A1 C1 B1 C1 A1"), "none");
    assert_eq!(score_of("1x3", "basic scoring=territory", "A1 C1 B1 C1 A1 pass"), "-win");
    // The smallest board of all: Black has removed his own stone, and White passes.
    assert_eq!(score_of("1x1", "basic scoring=territory suicide=allowed", "A1 pass"), "-win");
}

/// W. Kee, 5 March 2007: what Black passed last is part of White's situation to play. So a pass, though
/// it is answered by a pass, frees the recapture; a third in a row ends the game, since Black had
/// passed the same board before. Two in a row never do: Black would have to face a board that White has
/// passed last, by a play of White's, and Black had that situation right after White's pass.
#[test]
fn a_pass_makes_boards_new_for_the_opponent() {
    assert!(matches!(refused_after("1x2", "kee-2007", "A1 B1", "A1"), Some(Illegal::History { .. })));
    assert_eq!(refused_after("1x2", "kee-2007", "A1 B1 pass pass", "A1"), None);
    assert_eq!(score_of("1x2", "kee-2007", "A1 B1 pass pass"), "none");
    assert_eq!(score_of("1x2", "kee-2007", "A1 B1 pass pass pass"), "-2");
}

/// W. Kee, 8 October 2020: White's pass initialises `X.` for Black at move 2 and again at move 8. Then
/// Black has only a pass, though his suicide at B1 would leave a board that has not appeared since.
#[test]
fn a_board_initialised_twice_leaves_a_pass() {
    let rules = "kee-2020 suicide=allowed";
    let after = |moves| refused_after("1x2", rules, moves, "B1");
    assert_eq!(after("A1 pass"), None);
    let again = "A1 pass pass B1 pass pass A1 pass";
    assert!(matches!(after(again), Some(Illegal::History { .. })));
    assert_eq!(refused_after("1x2", rules, again, "pass"), None);
}

/// Black places two stones, White passing between; then White is to move, and the history is that of
/// the start: the first stone alone is no position that has occurred.
#[test]
fn handicap_stones_come_before_the_game() {
    let legal = |moves| {
        let referee = game_of("1x3", "psk handicap=2", moves);
        referee.legal_steps().iter().map(|step| step.made.name(referee.game().board())).collect::<Vec<_>>()
    };
    assert_eq!(legal(""), ["A1", "B1", "C1"]);
    assert_eq!(legal("A1"), ["pass"]);
    assert_eq!(legal("A1 pass"), ["B1", "C1"]);
    let placed = game_of("1x3", "psk handicap=2", "A1 pass C1");
    assert_eq!(placed.node().to_move, Colour::White);
    for (position, occurred) in [("...", false), ("X..", false), ("X.X", true)] {
        let position = Position::parse(placed.game().board(), position).unwrap();
        assert_eq!(placed.knows(&kosolver_rules::Fact::about(kosolver_rules::Scope(0), position)), occurred);
    }
    // White's passes there do not count: two more end the game, less a point of compensation.
    assert_eq!(score_of("1x3", "psk handicap=2 compensation=K-1", "A1 pass C1 pass"), "none");
    assert_eq!(score_of("1x3", "psk handicap=2 compensation=K-1", "A1 pass C1 pass pass"), "2");
}
