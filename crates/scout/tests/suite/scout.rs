//! The scout on boards whose values are known and do not depend on the past.

use std::sync::Arc;

use kosolver_board::{Board, Colour, Interrupt, Point, Position, legal_positions};
use kosolver_rules::{Ban, Game, Suicide};
use kosolver_scout::{Error, Lessons, Network, Opinion, Scout, State, bans_retaking, decided};

const BYTES: u64 = 1 << 22;
const START: State = State { position: Position::EMPTY, mover: Colour::Black, passed: false, ban: Ban::None };

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn scout(board: Board, score: i32, network: Option<&Network>) -> Scout {
    let judge = network.map(|network| Arc::new(network.judge(score)));
    Scout::new(&game_on(board), score, judge, BYTES).unwrap()
}

fn game_on(board: Board) -> Game {
    Game::new(board, "psk".parse().unwrap()).unwrap()
}

fn network(board: Board, games: u64) -> Network {
    Network::learn(board, Suicide::Forbidden, &Lessons::new(games, 1), &Interrupt::default(), &|_| ())
        .unwrap()
}

/// Values of README.md that all superko rules agree on. On 1x2 they agree too, but there the past decides
/// (DESIGN.md), and the scout is wrong.
#[test]
fn it_finds_values_of_small_boards() {
    for (text, value) in [("1x1", 0), ("1x3", 3), ("1x4", 4), ("2x4", 8), ("3x3", 9), ("3x4", 4)] {
        let board = board(text);
        let points = i32::from(board.points());
        let learned = network(board, 200);
        for (network, threads) in [(None, 1), (Some(&learned), 1), (Some(&learned), 2)] {
            for score in [1 - points, value - 1, value, value + 1, points] {
                let score = score.clamp(1 - points, points);
                let scout = scout(board, score, network);
                let ask = |mover, score_of_black: bool| {
                    let start = State::new(Position::EMPTY, mover);
                    let found = scout.search(start, threads, u64::MAX, &Interrupt::default(), &|_| ());
                    assert_eq!(found.unwrap(), Some(score_of_black), "{text} {score} {mover} {threads}");
                };
                ask(Colour::Black, value >= score);
                // White first: he gets what Black gets.
                ask(Colour::White, -value >= score);
            }
        }
    }
}

/// Under `nssk` alone who has passed may retake, since he has not made the position that comes back.
#[test]
fn it_sees_when_a_ko_may_be_retaken() {
    for (ko, bans, lifts) in [
        ("psk", true, false),
        ("ssk", true, false),
        ("nssk", true, true),
        ("spight", true, false),
        ("basic-fixed", true, false),
        ("basic", true, false),
        ("fixed", false, false),
        ("none", false, false),
    ] {
        let game = Game::new(board("3x4"), ko.parse().unwrap()).unwrap();
        let lifting = Scout::new(&game, 1, None, BYTES).unwrap().passes_lift();
        assert_eq!((bans_retaking(&game), lifting), (bans, lifts), "{ko}");
    }
}

/// White passes, Black takes a ko, and White retakes it: the scout sees that also on its own line, and hardly ever
/// takes the ko to win.
#[test]
fn a_pass_lets_a_ko_be_retaken() {
    let board = board("3x3");
    let game = Game::new(board, "nssk".parse().unwrap()).unwrap();
    let asked = |state| {
        let scout = Scout::new(&game, 1, None, BYTES).unwrap();
        let black = scout.search(state, 1, u64::MAX, &Interrupt::default(), &|_| ()).unwrap();
        (black, scout.opinion(state).and_then(|opinion| opinion.best))
    };
    let (mut refuted, mut wrong) = (0, 0);
    for position in legal_positions(&board).filter(|position| position.area(&board) < 1) {
        let before = State::new(position, Colour::White).pass();
        for take in before.plays(&board, Suicide::Forbidden) {
            let after = before.after(&board, &take, true);
            if Ban::after(&board, &take) != Ban::None && asked(after).0 == Some(false) {
                refuted += 1;
                wrong += u32::from(asked(before) == (Some(true), Some(take.point)));
            }
        }
    }
    assert!(refuted > 200 && wrong < 5, "{wrong} of {refuted}");
}

/// A game as long as it `goes_on`. Black plays as he is `told` by the position and whether White has passed; he
/// passes if that is no legal play, and the game is over if he is told nothing. White plays at random.
/// The position if both have passed.
fn game(
    board: &Board,
    dice: &mut fastrand::Rng,
    goes_on: impl Fn(State) -> bool,
    mut told: impl FnMut(State) -> Option<Option<Point>>,
) -> Option<Position> {
    let (mut state, mut seen) = (START, vec![START.position]);
    while goes_on(state) {
        let plays = state.plays(board, Suicide::Forbidden);
        let legal: Vec<_> = plays.filter(|play| !seen.contains(&play.after)).collect();
        let play = if state.mover == Colour::Black {
            told(state)?.and_then(|best| legal.iter().find(|play| play.point == best))
        } else {
            legal.get(dice.usize(..=legal.len()))
        };
        state = match play {
            Some(play) => state.after(board, play, false),
            None if state.passed => return Some(state.position),
            None => state.pass(),
        };
        seen.push(state.position);
    }
    None
}

/// What wins by the memo wins in play: the best moves lead to a position in which all is decided, whatever
/// the replies. They rarely fail: a state in the memo may have been judged with another past.
#[test]
fn its_best_moves_win() {
    let board = board("3x3");
    let scout = scout(board, 9, None);
    let (mut lost, mut dice) = (0, fastrand::Rng::with_seed(3));
    for _ in 0..1000 {
        let goes_on = |state| decided(&board, state, 9) != Some(true);
        let told = |state| {
            scout.search(state, 1, u64::MAX, &Interrupt::default(), &|_| ()).unwrap();
            Some(scout.opinion(state).and_then(|opinion| opinion.best))
        };
        let end = game(&board, &mut dice, goes_on, told);
        lost += u32::from(end.is_some_and(|position| position.area(&board) < 9));
    }
    assert!(lost < 10, "{lost} of 1000");
}

/// Black takes a ko. He wins as White may not retake it at once, and would lose if White might. One memo knows
/// both, for all images of the board.
#[test]
fn a_ko_is_not_retaken_at_once() {
    let board = board("3x3");
    let scout = scout(board, 1, None);
    for rows in ["XO./.XO/X..", "X../.XO/XO.", "..X/OX./.OX"] {
        let before = State::new(Position::parse(&board, rows).unwrap(), Colour::Black);
        let mut takes = before.plays(&board, Suicide::Forbidden).filter(|play| !play.captured.is_empty());
        let after = before.after(&board, &takes.next().unwrap(), false);
        assert_ne!(after.ban, Ban::None, "{rows}");
        let free = State { ban: Ban::None, ..after };
        let asked = |state| scout.search(state, 1, u64::MAX, &Interrupt::default(), &|_| ()).unwrap();
        assert_eq!([after, free].map(asked), [Some(true), Some(false)], "{rows}");
    }
}

/// What is kept of a memo answers as the whole memo did, hardly ever otherwise: a position in a proof may have
/// been judged with another past.
#[test]
fn it_keeps_its_proof() {
    let (board, score, interrupt) = (board("4x4"), 2, Interrupt::default());
    let learned = network(board, 2000);
    let mut scout = scout(board, score, Some(&learned));
    scout.grow(16 * BYTES).unwrap();
    let start = |scout: &Scout| scout.search(START, 1, u64::MAX, &interrupt, &|_| ()).unwrap();
    assert_eq!(start(&scout), Some(true));
    let nodes = scout.nodes();
    let kept = scout.keep_proof(START, u64::MAX, &interrupt, &|_| ()).unwrap();
    assert!((1000..nodes).contains(&kept), "{kept} of {nodes}");
    let mut file = Vec::new();
    scout.write_proof(&mut file).unwrap();
    assert!(scout.bytes() < 5 * BYTES && file.len() < 10 * kept as usize, "{} bytes of {kept}", file.len());
    let (nodes, read) = (scout.nodes(), Scout::read_proof(&file[..]).unwrap());
    assert_eq!((start(&scout), scout.nodes()), (Some(true), nodes));
    assert_eq!((start(&read), read.nodes(), read.bytes()), (Some(true), 0, scout.bytes()));
    for end in [0, 30, 80, 120, file.len() - 1] {
        assert!(matches!(Scout::read_proof(&file[..end]), Err(Error::Broken(_))));
    }
    let (mut met, mut unknown, mut dice) = (0, 0, fastrand::Rng::with_seed(3));
    for _ in 0..1000 {
        let goes_on = |state| decided(&board, state, score).is_none();
        game(&board, &mut dice, goes_on, |state| {
            met += 1;
            match scout.opinion(state) {
                Some(Opinion { numbers: [0, _], best }) => Some(best),
                _ => {
                    unknown += 1;
                    None
                }
            }
        });
    }
    assert!(met > 3000 && unknown < met / 10, "{unknown} of {met}");
}

#[test]
fn it_gives_up_and_stops() {
    let board = board("4x4");
    let scout = scout(board, 16, None);
    let asked = |nodes, interrupt: &Interrupt| scout.search(START, 2, nodes, interrupt, &|_| ());
    assert_eq!(asked(2000, &Interrupt::default()).unwrap(), None);
    assert!((2000..100_000).contains(&scout.nodes()), "{}", scout.nodes());
    // What it has found so far is there.
    assert!(scout.opinion(START).is_some());
    let interrupt = Interrupt::default();
    interrupt.stop();
    assert!(matches!(asked(u64::MAX, &interrupt), Err(Error::Stopped)));
}

#[test]
fn other_boards_are_refused() {
    let ring = board("cycle:6");
    let Err(error) = Scout::new(&game_on(ring), 1, None, BYTES) else { panic!("it is a ring") };
    assert_eq!(
        error.to_string(),
        "cycle:6 is not a rectangle, and only rectangles such as 5x5 have networks and scouts"
    );
}
