//! Networks: what is learned, and what is kept of it.

use kosolver_board::{Board, Colour, Interrupt, Position, Symmetry, legal_positions};
use kosolver_rules::Suicide;
use kosolver_scout::{Error, Lessons, Network, State};

fn learned(text: &str, games: u64, seed: u64) -> Network {
    let board: Board = text.parse().unwrap();
    Network::learn(board, Suicide::Forbidden, &Lessons::new(games, seed), &Interrupt::default(), &|_| ())
        .unwrap()
}

fn bytes(network: &Network) -> Vec<u8> {
    let mut bytes = Vec::new();
    network.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let first = bytes(&learned("3x4", 300, 7));
    assert_eq!(first, bytes(&learned("3x4", 300, 7)));
    assert_ne!(first, bytes(&learned("3x4", 300, 8)));
    let read = Network::read(&first[..]).unwrap();
    assert_eq!((read.board().to_string(), read.suicide()), ("3x4".into(), Suicide::Forbidden));
    assert_eq!(bytes(&read), first);
}

/// It says the same of all images of a position, and of colours exchanged; what is read says what was
/// learned.
#[test]
fn it_has_the_symmetries_of_the_board() {
    for text in ["3x3", "2x5", "1x6"] {
        let network = learned(text, 400, 1);
        let read = Network::read(&bytes(&network)[..]).unwrap();
        let board = *network.board();
        for score in [1, 2, i32::from(board.points()), 0, -1] {
            let (judge, other, again) = (network.judge(score), network.judge(1 - score), read.judge(score));
            for position in legal_positions(&board).step_by(41) {
                for mover in Colour::BOTH {
                    let odds = judge.odds(position, mover);
                    assert_eq!(odds, again.odds(position, mover));
                    assert_eq!(odds, -other.odds(position.inverted(), !mover));
                    for symmetry in Symmetry::all(&board) {
                        assert_eq!(odds, judge.odds(symmetry.position(position), mover), "{text}");
                    }
                }
            }
        }
    }
}

/// On 3x3 Black gets all if he begins in the centre, and White if he does.
#[test]
fn it_learns_who_is_ahead() {
    let network = learned("3x3", 3000, 1);
    let judge = network.judge(9);
    let odds = |rows: &str, mover| judge.odds(Position::parse(network.board(), rows).unwrap(), mover);
    assert!(odds(".../.X./...", Colour::White) > 1.0);
    assert!(odds(".../.O./...", Colour::Black) < -1.0);
    assert!(odds("X../.../...", Colour::White) < odds(".../.X./...", Colour::White));
}

#[test]
fn broken_files_are_refused() {
    let whole = bytes(&learned("2x3", 50, 1));
    let fault = |bytes: &[u8]| match Network::read(bytes) {
        Err(Error::Broken(fault)) => fault,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it was read"),
    };
    for end in 0..whole.len() {
        fault(&whole[..end]);
    }
    for place in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fault(&bytes);
    }
    assert_eq!(fault(b"X.O"), "it does not begin with \"kosolver network\"");
    let header = |text: &str| fault(format!("kosolver network {text}\n\n").as_bytes());
    assert_eq!(header("1"), "it is of another version; this program reads \"kosolver network 2\"");
    assert_eq!(header("2\nsuicide allowed"), "its header has no line 'board'");
    assert_eq!(header("2\nboard 9x9"), "its header has the board '9x9'");
    assert_eq!(header("2\nboard 2x2\nsuicide no"), "its header has the suicide 'no'");
    assert_eq!(header("2\nboard 2x2\nsuicide allowed\ngames -1"), "its header has the games '-1'");
    assert_eq!(header("2\nboard 2x2\nsuicide allowed\ngames 1\nseed 1"), "it is cut off");
    assert!(matches!(Network::read(&b"kosolver network 2\nboard cycle:5\n\n"[..]), Err(Error::Board(_))));
}

/// Several threads give one network, whatever their number; and one that has learned after a play knows more of it.
#[test]
fn threads_and_starts_say_which_games_are_played() {
    let board: Board = "3x4".parse().unwrap();
    let learn = |lessons: &Lessons| {
        Network::learn(board, Suicide::Forbidden, lessons, &Interrupt::default(), &|_| ()).unwrap()
    };
    let games = Lessons::new(3001, 7);
    let [one, two, nine] = [1, 2, 9].map(|threads| bytes(&learn(&games.clone().with_threads(threads))));
    assert!(one == bytes(&learned("3x4", 3001, 7)) && two == nine && one != two);
    let after = State::new(Position::parse(&board, "X.../..../....").unwrap(), Colour::White);
    let empty = State::new(Position::EMPTY, Colour::Black);
    let from = |start, openings| games.clone().from(&board, Suicide::Forbidden, start, openings);
    assert_eq!(from(empty, false), games);
    assert_ne!(from(empty, true), games);
    let [told, all] = [from(after, false), from(empty, true)].map(|lessons| learn(&lessons));
    assert_ne!(bytes(&told), bytes(&all));
    // The best first play gets 4, and this one nothing.
    assert!(told.expected(after.position, Colour::White) < 4);
}

#[test]
fn learning_stops() {
    let interrupt = Interrupt::default();
    interrupt.stop();
    let stopped = Network::learn(
        "5x5".parse().unwrap(),
        Suicide::Forbidden,
        &Lessons::new(1000, 1),
        &interrupt,
        &|_| (),
    );
    assert!(matches!(stopped, Err(Error::Stopped)));
}
