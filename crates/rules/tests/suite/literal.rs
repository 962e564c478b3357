//! The referee against the ko rules read literally from the record, on random games and on all
//! games of tiny boards; and which prohibitions follow from which.

use crate::oracle;

use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Compensation, Game, Ko, Move, Referee, Ruleset, Score, Suicide};
use oracle::Record;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The record of a game and its referee must be of one mind about everything.
fn compare(record: &Record, referee: &Referee) -> Result<(), TestCaseError> {
    let rules = referee.game().rules();
    prop_assert_eq!(record.moves.as_slice(), referee.record());
    prop_assert_eq!(record.position(record.now()), referee.position());
    prop_assert_eq!(record.score(rules), referee.score(), "score");
    let legal = record.legal_moves(rules);
    let allowed: Vec<Move> = referee.legal_steps().iter().map(|step| step.made).collect();
    prop_assert_eq!(&legal, &allowed, "legal moves");
    for made in record.board.all().iter().map(Move::Play).chain([Move::Pass]) {
        let refused = referee.why_illegal(made);
        prop_assert_eq!(refused.is_none(), legal.contains(&made), "{:?}: {:?}", made, refused);
    }
    Ok(())
}

/// Every rule in every reading.
fn kos() -> Vec<Ko> {
    Ko::all().flat_map(Ko::readings).collect()
}

fn boards() -> impl Strategy<Value = Board> {
    select(vec!["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "2x1", "2x2", "2x3", "3x2"])
        .prop_map(|text| text.parse().unwrap())
}

/// Rulesets that do not contradict themselves, the plain ones half of the time.
fn rulesets() -> impl Strategy<Value = Ruleset> {
    let kinds = prop_oneof![select(kos()).prop_map(Ruleset::new), select(Ruleset::kinds())];
    let given = (select(vec![(0, 1), (1, 2), (-3, 1)]), select(&Compensation::ALL[..]), 0..=2_i32);
    (kinds, select(&Suicide::ALL[..]), given).prop_map(
        |(rules, suicide, ((numerator, denominator), compensation, worth))| {
            let komi = Score::fraction(numerator, denominator);
            let rules = rules.but().suicide(suicide).build().unwrap();
            let rules = match rules.win_or_loss() {
                true => rules,
                false => rules.but().komi(komi).standing_compensation(compensation).build().unwrap(),
            };
            match rules.may_have_no_result() {
                true => rules.but().no_result(Score::points(worth)).build().unwrap(),
                false => rules,
            }
        },
    )
}

/// The empty board half of the time.
fn starts(board: Board) -> impl Strategy<Value = Position> {
    let all: Vec<Position> = legal_positions(&board).collect();
    prop_oneof![Just(Position::EMPTY), select(all)]
}

fn beginnings() -> impl Strategy<Value = Record> {
    (boards(), select(&Colour::BOTH[..])).prop_flat_map(|(board, first)| {
        (Just(board), starts(board), Just(first))
            .prop_map(|(board, start, first)| Record::new(board, start, first))
    })
}

/// What to do at each move: whether to pass if there is a play, and which move otherwise.
fn choices(longest: usize) -> impl Strategy<Value = Vec<(bool, Index)>> {
    vec((prop::bool::weighted(0.2), any::<Index>()), 1..=longest)
}

fn choose(legal: &[Move], (pass, index): &(bool, Index)) -> Move {
    let plays: Vec<Move> = legal.iter().copied().filter(|made| *made != Move::Pass).collect();
    if plays.is_empty() || (*pass && legal.contains(&Move::Pass)) { Move::Pass } else { *index.get(&plays) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn the_referee_agrees_with_the_record(
        (mut record, mut rules, choices, handicap) in
            (beginnings(), rulesets(), choices(60), prop_oneof![3 => Just(0), 1 => 1..=3_u8])
    ) {
        if handicap > 0 && handicap < record.board.points() {
            rules = rules.but().handicap(handicap).build().unwrap();
            record = Record::with_handicap(record.board, usize::from(handicap));
        }
        let mut referee = Referee::new(Game::new(record.board, rules).unwrap(), record.start, record.first);
        compare(&record, &referee)?;
        for choice in &choices {
            let legal = record.legal_moves(&rules);
            if legal.is_empty() {
                break;
            }
            let made = choose(&legal, choice);
            record.push(made);
            prop_assert!(referee.play(made).is_ok());
            compare(&record, &referee)?;
        }
    }

    /// Under Kee's rule no position becomes a scoring position twice, but by the third of three
    /// passes: once it is one, both players have passed on it, and whoever does so again ends
    /// the game.
    #[test]
    fn a_position_becomes_a_scoring_position_once(
        (mut record, rules, choices, reading) in
            (beginnings(), rulesets(), choices(60), any::<Index>())
    ) {
        let readings: Vec<Ko> = "kee".parse::<Ko>().unwrap().readings().collect();
        let rules = Ruleset::with_suicide(*reading.get(&readings), rules.suicide());
        for choice in &choices {
            let legal = record.legal_moves(&rules);
            if legal.is_empty() {
                break;
            }
            record.push(choose(&legal, choice));
            let passes = record.moves.iter().rev().take_while(|(_, made, _)| *made == Move::Pass).count();
            if passes == 2 {
                let mut before = record.clone();
                before.moves.pop();
                let here = record.position(record.now());
                prop_assert!(!before.scoring_positions(0).contains(&here));
            }
        }
    }

    /// Whatever was played before, legal or not under the rules compared.
    #[test]
    fn prohibitions_follow_from_each_other((mut record, choices) in (beginnings(), choices(30))) {
        for choice in &choices {
            let mut moves = vec![Move::Pass];
            for point in record.position(record.now()).empty(&record.board) {
                moves.push(Move::Play(point));
                let play = record.try_play(point).unwrap();
                for (narrow, wide) in [
                    ("fixed", "nssk"),
                    ("nssk", "ssk"),
                    ("ssk", "psk"),
                    ("basic", "spight"),
                    ("spight", "psk"),
                    ("basic", "ssk"),
                    ("spight", "kee:passer"),
                    ("kee:passer", "psk"),
                ] {
                    // A lone suicide is the same change by either player: see the next test.
                    let exception = narrow == "fixed" && play.is_lone_suicide();
                    let follows = !record.prohibited(narrow, play.after) || record.prohibited(wide, play.after);
                    prop_assert!(follows || exception, "{} but not {}: {:?}", narrow, wide, play);
                }
            }
            record.push(choose(&moves, choice));
        }
    }
}

#[test]
fn a_lone_suicide_is_one_change_whoever_plays_it() {
    let mut record = Record::new("1x1".parse().unwrap(), Position::EMPTY, Colour::Black);
    record.push(Move::Play(kosolver_board::Point::new(0)));
    assert!(record.prohibited("fixed", Position::EMPTY), "Black left the empty board and created it");
    assert!(!record.prohibited("nssk", Position::EMPTY), "White did not");
}

/// All games of some boards up to a number of moves, under every rule. Every rule but `none`
/// must have prohibited something, and the games of every rule must have ended.
#[test]
fn the_referee_agrees_with_the_record_on_all_short_games() {
    let mut prohibited: BTreeMap<&str, u64> = BTreeMap::new();
    let mut ended = prohibited.clone();
    for (board, longest) in [("1x1", 6), ("1x2", 9), ("1x3", 6), ("2x2", 5)] {
        for ko in kos() {
            for suicide in Suicide::ALL {
                let board = board.parse().unwrap();
                let rules = Ruleset::with_suicide(ko, suicide);
                let referee = Referee::new(Game::new(board, rules).unwrap(), Position::EMPTY, Colour::Black);
                let record = Record::new(board, Position::EMPTY, Colour::Black);
                all_games(&record, &referee, longest, &mut |record, referee| {
                    if let Err(fault) = compare(record, referee) {
                        panic!("{board} {rules}: {fault}\n{record:?}");
                    }
                    *ended.entry(ko.name()).or_default() += u64::from(referee.score().is_some());
                    *prohibited.entry(ko.name()).or_default() += record
                        .position(record.now())
                        .empty(&board)
                        .iter()
                        .filter_map(|point| record.try_play(point))
                        .filter(|play| record.prohibits(&rules, play))
                        .count() as u64;
                });
            }
        }
    }
    for ko in kos() {
        assert_eq!(prohibited[ko.name()] == 0, ko.name() == "none", "{ko}");
        assert!(ended[ko.name()] > 0, "{ko}");
    }
}

fn all_games(record: &Record, referee: &Referee, longest: usize, visit: &mut impl FnMut(&Record, &Referee)) {
    visit(record, referee);
    if record.now() == longest {
        return;
    }
    for step in referee.legal_steps() {
        let (mut record, mut referee) = (record.clone(), referee.clone());
        record.push(step.made);
        referee.play(step.made).unwrap();
        all_games(&record, &referee, longest, visit);
    }
}
