//! The engines against the reference solver, from random start positions of boards of up to six
//! points, under every ko rule in every reading and every suicide rule.

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Compensation, Game, Ko, Move, Referee, Ruleset, Score, Suicide};
use kosolver_search::{Meter, Outcome, Request, Solution, reference, solve};
use proptest::prelude::*;
use proptest::sample::select;

fn boards(names: &[&str]) -> Vec<Board> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// A random start: a board, a legal position of it, and who moves.
fn start_on(boards: Vec<Board>) -> impl Strategy<Value = (Board, Position, Colour)> {
    select(boards).prop_flat_map(|board| {
        let positions: Vec<Position> = legal_positions(&board).collect();
        (Just(board), select(positions), select(Colour::BOTH.to_vec()))
    })
}

fn start() -> impl Strategy<Value = (Board, Position, Colour)> {
    start_on(boards(&["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3"]))
}

/// Rules that a condition picks, with any suicide rule and a komi of a few half points.
fn rules(picked: fn(&Ko) -> bool) -> impl Strategy<Value = Ruleset> {
    let kos: Vec<Ko> = Ko::all().flat_map(Ko::readings).filter(picked).collect();
    (select(kos), select(Suicide::ALL.to_vec()), -3..=3_i64).prop_map(|(ko, suicide, halves)| {
        let komi = if ko.win_or_loss() { Score::ZERO } else { Score::fraction(halves, 2) };
        Ruleset::with(ko).suicide(suicide).komi(komi).build().unwrap()
    })
}

/// Rulesets that are not plain: other scorings and ends, Ikeda's rule, handicap stones.
fn unusual_rules() -> impl Strategy<Value = Ruleset> {
    let stones = prop_oneof![2 => Just(0), 1 => 1..=2_u8];
    let given = (-3..=3_i64, stones, select(Compensation::ALL.to_vec()), -1..=1_i32);
    (select(Ruleset::kinds()), select(Suicide::ALL.to_vec()), given).prop_map(
        |(rules, suicide, (halves, handicap, compensation, worth))| {
            let mut rules = rules.but().suicide(suicide).handicap(handicap).build().unwrap();
            if !rules.win_or_loss() {
                let komi = Score::fraction(halves, 2);
                rules = rules.but().komi(komi).standing_compensation(compensation).build().unwrap();
            }
            if rules.may_have_no_result() {
                rules = rules.but().no_result(Score::points(worth)).build().unwrap();
            }
            rules
        },
    )
}

/// A start and rules; Kee's rules only on the smallest boards, since some of their readings take
/// minutes from some positions of larger ones.
fn game() -> impl Strategy<Value = ((Board, Position, Colour), Ruleset)> {
    let small = start_on(boards(&["1x2", "1x3", "1x4"]));
    let long = |ko: &Ko| ko.combines_scores() || ko.has_long_fights();
    let short = |ko: &Ko| !ko.combines_scores() && !ko.has_long_fights();
    prop_oneof![3 => (start(), rules(short)), 1 => (small, rules(long))]
}

fn solution(request: &Request) -> Solution {
    solve(request, &Meter::default()).unwrap()
}

/// The line is legal, keeps the value, and ends with it or comes back to a node.
fn check_line(request: &Request, solution: &Solution) {
    let mut referee = Referee::new(request.game().clone(), request.position(), request.to_move());
    for made in &solution.line.moves {
        referee.play(*made).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    match solution.value.outcome {
        // A long cycle that ends the game ends the line.
        Outcome::NoResult if !request.game().rules().long_cycle() => {
            assert!(solution.line.repeats_after.is_some());
        }
        _ => assert_eq!(referee.score(), Some(solution.value.worth)),
    }
}

/// The engine's answer is the reference solver's, the best first move is worth what the start is,
/// and the variation keeps the value.
fn agrees_with_the_reference(game: Game, position: Position, to_move: Colour) -> Result<(), TestCaseError> {
    let rules = *game.rules();
    let (node, facts) = game.start(position, to_move);
    let request = Request::new(game.clone(), position, to_move).unwrap().with_openings(true).with_line(true);
    let solution = solution(&request);
    if let Some(value) = reference::value(&game, &node, &facts, 20_000) {
        prop_assert_eq!(solution.value.worth, value);
    }
    if rules.endless()
        && let Some(bounds) = reference::bounds(&game, &node, 20_000)
    {
        prop_assert_eq!(solution.value.bounds, Some(bounds));
    }
    // The best first move is worth what the start is.
    let worths = solution.openings.iter().map(|opening| opening.value.worth);
    let best = if to_move == Colour::Black { worths.max() } else { worths.min() };
    prop_assert_eq!(best.unwrap_or_else(|| game.stuck(&node)), solution.value.worth);
    check_line(&request, &solution);
    Ok(())
}

/// Rules under which komi shifts every score: all of the area is counted, once.
fn shifts(ko: &Ko) -> bool {
    !ko.win_or_loss() && !ko.combines_scores() && !ko.endless() && !ko.has_long_fights()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    // The reference solver finishes on all but a few: which is asserted on the empty boards, in
    // reference.rs.
    #[test]
    fn the_engine_finds_what_the_reference_finds(((board, position, to_move), rules) in game()) {
        agrees_with_the_reference(Game::new(board, rules).unwrap(), position, to_move)?;
    }

    /// The same under rulesets that are not plain, from starts of the smallest boards and, half of
    /// the time, from the empty board, where a handicap begins.
    #[test]
    fn unusual_rulesets_agree_with_the_reference(
        (board, position, to_move) in start_on(boards(&["1x2", "1x3", "1x4", "2x2"])),
        rules in unusual_rules(),
        empty: bool,
    ) {
        let rules = rules.but().handicap(rules.handicap().min(board.points() - 1)).build().unwrap();
        // A long cycle is found by looking back, which makes games long.
        let long = rules.long_cycle() || rules.ko().combines_scores() || rules.ko().has_long_fights();
        prop_assume!(!long || board.rows() == 1);
        let (position, to_move) = if empty { (Position::EMPTY, Colour::Black) } else { (position, to_move) };
        // In other starts no handicap stones are placed.
        let begins = position == Position::EMPTY && to_move == Colour::Black;
        let rules = if begins { rules } else { rules.but().handicap(0).build().unwrap() };
        agrees_with_the_reference(Game::new(board, rules).unwrap(), position, to_move)?;
        // Its certificate holds.
        let game = Game::new(board, rules).unwrap();
        let request = Request::new(game, position, to_move).unwrap().with_certificate(true);
        let mut bytes = Vec::new();
        let solution = solution(&request);
        solution.certificate.expect("it was asked for").write(&mut bytes).unwrap();
        let verified = kosolver_checker::verify(&bytes[..]);
        prop_assert!(verified.is_ok(), "{:?}", verified);
    }

    #[test]
    fn exchanging_the_colours_negates(((board, position, to_move), rules) in game()) {
        let straight = Request::new(Game::new(board, rules).unwrap(), position, to_move).unwrap();
        let exchanged = rules.but().komi(-rules.komi()).build().unwrap();
        let exchanged = Request::new(Game::new(board, exchanged).unwrap(), position.inverted(), !to_move).unwrap();
        let (straight, exchanged) = (solution(&straight).value, solution(&exchanged).value);
        prop_assert_eq!(straight.worth, -exchanged.worth);
        prop_assert_eq!(straight.bounds, exchanged.bounds.map(|(lower, upper)| (-upper, -lower)));
    }

    #[test]
    fn symmetric_positions_agree(((board, position, to_move), rules) in game(), pick in 0..8_usize) {
        let symmetries = kosolver_board::Symmetry::all(&board);
        let symmetry = &symmetries[pick % symmetries.len()];
        let game = Game::new(board, rules).unwrap();
        let all = |position| {
            let request = Request::new(game.clone(), position, to_move).unwrap().with_openings(true);
            solution(&request)
        };
        let (straight, turned) = (all(position), all(symmetry.position(position)));
        prop_assert_eq!(straight.value, turned.value);
        for opening in &straight.openings {
            let made = match opening.made {
                Move::Play(point) => Move::Play(symmetry.point(point)),
                Move::Pass => Move::Pass,
            };
            let other = turned.openings.iter().find(|other| other.made == made).unwrap();
            prop_assert_eq!(opening.value, other.value);
        }
    }

    /// Komi shifts every score where all of the area is counted once.
    #[test]
    fn komi_shifts_the_value((board, position, to_move) in start(), rules in rules(shifts), halves in -9..=9_i64) {
        let komi = Score::fraction(halves, 2);
        let with = |komi| {
            let game = Game::new(board, rules.but().komi(komi).build().unwrap()).unwrap();
            solution(&Request::new(game, position, to_move).unwrap()).value.worth
        };
        prop_assert_eq!(with(komi), with(Score::ZERO) - komi);
    }

    /// The bounds of the game without a ko rule hold from a fresh start under fixed ko, natural
    /// situational and situational superko: whoever forces an end there follows falling ranks, so
    /// he never repeats, and the ko rule only takes moves from his opponent.
    #[test]
    fn the_game_without_a_ko_rule_bounds_the_others((board, position, to_move) in start()) {
        let value = |rules: &str| {
            let game = Game::new(board, rules.parse().unwrap()).unwrap();
            solution(&Request::new(game, position, to_move).unwrap()).value
        };
        let (lower, upper) = value("none").bounds.unwrap();
        prop_assert!(lower <= upper);
        for rules in ["fixed", "nssk", "ssk"] {
            let score = value(rules).worth;
            prop_assert!(lower <= score && score <= upper, "{rules}: {score} not in [{lower}, {upper}]");
        }
    }

    /// The more endless play is worth, the more the game is.
    #[test]
    fn the_value_rises_with_that_of_no_result(
        (board, position, to_move) in start(), ko in select(vec!["none", "basic"]), suicide in select(Suicide::ALL.to_vec())
    ) {
        let mut last: Option<Score> = None;
        for worth in -7..=7 {
            let rules = Ruleset::new(ko.parse().unwrap()).but().suicide(suicide).no_result(Score::points(worth)).build().unwrap();
            let value = solution(&Request::new(Game::new(board, rules).unwrap(), position, to_move).unwrap()).value.worth;
            prop_assert!(last.is_none_or(|last| last <= value));
            last = Some(value);
        }
    }
}

/// Where passing is allowed Black can always do at least as well as White: he may pass first.
#[test]
fn the_empty_board_is_worth_at_least_nothing() {
    for board in ["1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3", "2x4"] {
        // On the larger ones Kee's readings take long where suicide is allowed.
        let small = ["1x1", "1x2", "1x3", "1x4"].contains(&board);
        let quick = |ko: &Ko| !ko.win_or_loss() && !ko.has_long_fights() && (small || !ko.combines_scores());
        for ko in Ko::all().flat_map(Ko::readings).filter(quick) {
            for suicide in Suicide::ALL {
                let rules = Ruleset::with_suicide(ko, suicide);
                let game = Game::new(board.parse().unwrap(), rules).unwrap();
                let value =
                    solution(&Request::new(game, Position::EMPTY, Colour::Black).unwrap()).value.worth;
                assert!(value >= Score::ZERO, "{board} {rules}: {value}");
            }
        }
    }
}
