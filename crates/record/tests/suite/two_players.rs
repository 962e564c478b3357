//! With two players, the record says what the rules of two players say, those that are texts too; and what a
//! player can guarantee is the value of the board.

use kosolver_board::{Board as Small, Colour, Position as Stones};
use kosolver_record::{
    Aim, Board, Bounds, Ko, Move, Player, Position, Record, Rules, Suicide, check_guarantees, guarantee,
};
use kosolver_rules::{Game, Move as SmallMove, Referee, Ruleset, Score};
use kosolver_search::{Meter, Outcome, Request, solve};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

#[path = "../../../rules/tests/suite/texts.rs"]
pub mod texts;

/// A position of a small board.
pub fn of(text: &str, small: &Small, position: Stones) -> Position {
    Position::parse(&text.parse().unwrap(), &position.text(small)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn the_record_agrees_with_the_referee(
        text in select(vec!["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3", "cycle:5", "star:4", "complete:3"]),
        ko in select(readable()),
        rule in select(Suicide::ALL.to_vec()),
        first in select(vec![0_usize, 1]),
        start in any::<Index>(),
        choices in vec((prop::bool::weighted(0.25), any::<Index>()), 1..60),
    ) {
        compare(text, ko, rule, first, start, &choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_text_is_read_as_the_referee_reads_it(
        text in select(vec!["1x2", "1x3", "1x4", "2x2", "cycle:5", "complete:3"]),
        ko in any::<u64>().prop_map(|seed| Ko::parse(&texts::text(seed)).unwrap()),
        suicide in select(Suicide::ALL.to_vec()),
        first in select(vec![0_usize, 1]),
        start in any::<Index>(),
        choices in vec((prop::bool::weighted(0.25), any::<Index>()), 1..40),
    ) {
        compare(text, ko, suicide, first, start, &choices)?;
    }
}

/// The rules that come as texts.
fn readable() -> Vec<Ko> {
    Ko::all().flat_map(Ko::readings).filter(|ko| ko.said().is_some()).collect()
}

/// Plays a game by the record and by the referee of the solver.
fn compare(
    text: &str,
    ko: Ko,
    rule: Suicide,
    first: usize,
    start: Index,
    choices: &[(bool, Index)],
) -> Result<(), TestCaseError> {
    let (board, small): (Board, Small) = (text.parse().unwrap(), text.parse().unwrap());
    let ruleset = Ruleset::with_suicide(ko, rule);
    let starts: Vec<Stones> = kosolver_board::legal_positions(&small).collect();
    let start = if choices[0].0 { *start.get(&starts) } else { Stones::EMPTY };
    let mut referee = Referee::new(Game::new(small, ruleset).unwrap(), start, Colour::BOTH[first]);
    let player = Player::all(2).nth(first).unwrap();
    let mut record = Record::new(&board, 2, of(text, &small, start), player);
    let rules = Rules::new(2, ko).unwrap().with_suicide(rule);
    for (pass, choice) in choices {
        let legal: Vec<SmallMove> = referee.legal_steps().iter().map(|step| step.made).collect();
        let same: Vec<Move> = legal
            .iter()
            .map(|made| match made {
                SmallMove::Pass => Move::Pass,
                SmallMove::Play(point) => Move::Play(usize::from(point.number())),
            })
            .collect();
        prop_assert_eq!(record.legal(&rules), same.clone());
        prop_assert_eq!(record.position(), &of(text, &small, referee.position()));
        if ko.win_or_loss() && legal.is_empty() {
            break;
        }
        let outcome = record.outcome(&rules);
        let score = outcome.map(|outcome| outcome.for_black());
        let without = referee.outcome() == Some(kosolver_rules::Outcome::NoResult);
        let said = |score: Score| if without { "no result".to_owned() } else { score.to_string() };
        prop_assert_eq!(score, referee.score().map(said));
        if legal.is_empty() {
            break;
        }
        let made = if *pass { legal.len() - 1 } else { choice.index(legal.len()) };
        referee.play(legal[made]).unwrap();
        record.push(same[made]);
    }
    Ok(())
}

/// Every rule under which games end, on the boards that are solved at once.
#[test]
fn the_guaranteed_lead_is_the_value() {
    let mut compared = 0;
    let boards = ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "complete:3", "star:4"];
    for ko in readable().into_iter().filter(|ko| check_guarantees(*ko).is_ok()) {
        let often = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee:passer"];
        compared += guaranteed(if often.contains(&ko.name()) { &boards } else { &boards[..4] }, ko);
    }
    assert!(compared > 8 * 8 * 2);
}

/// Compares what is guaranteed with the values; says how many there are.
fn guaranteed(boards: &[&str], ko: Ko) -> usize {
    for text in boards {
        let game = Game::new(text.parse().unwrap(), Ruleset::new(ko)).unwrap();
        let Outcome::Score(value) = solve(&Request::empty(game), &Meter::default()).unwrap().value.outcome
        else {
            panic!("{text} {ko} has a score");
        };
        let board: Board = text.parse().unwrap();
        let (rules, start) = (Rules::new(2, ko).unwrap(), Position::empty(&board));
        for player in Player::all(2) {
            let found = guarantee(&board, rules, &start, Player::FIRST, player, Aim::Lead, 1_000_000);
            let Bounds { lower, upper } = found.unwrap();
            let value = if player == Player::FIRST { value } else { -value }.to_string();
            assert_eq!([lower, upper].map(|lead| lead.to_string()), [&*value; 2], "{text} {ko} {player}");
        }
    }
    2 * boards.len()
}
