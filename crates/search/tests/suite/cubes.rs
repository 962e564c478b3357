//! Proofs in pieces: cubes give the value of one search, and their proof closes.

use std::collections::HashSet;
use std::time::Duration;

use kosolver_board::{Colour, Interrupt, Position};
use kosolver_checker::{Digest, Error as Fault, Pieces, Proved, pieces_of, verify_with};
use kosolver_rules::{Game, Score};
use kosolver_scout::{Scout, State};
use kosolver_search::{
    Certificate, Cubes, Error, Guides, Meter, Piece, Plan, Request, Resources, Session, solve,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn bytes(certificate: &Certificate) -> Vec<u8> {
    certificate.parts().concat()
}

fn session(game: &Game, guides: &Guides, nodes: Option<u64>) -> Session {
    let resources = Resources::default().with_guides(guides.clone());
    Session::with(game.clone(), resources.with_nodes(nodes), &Meter::default())
}

fn verified(pieces: &Pieces, file: &[u8]) -> Result<kosolver_checker::Verified, Fault> {
    verify_with(pieces, file.len() as u64, kosolver_checker::MEMORY, || Ok::<_, Fault>(file))
}

/// What a certificate of a cube proves.
fn piece(file: &[u8], pieces: &mut Pieces) -> Piece {
    let (digest, verified) = (Digest::of(file).unwrap(), verified(pieces, file).unwrap());
    pieces.add(digest, &verified);
    let proved = verified.piece.unwrap();
    Piece { digest: digest.to_string(), grouped: proved.grouped().to_vec(), lemmas: proved.lemmas().to_vec() }
}

/// What came of a value in cubes.
struct Closed {
    score: Score,
    whole: Vec<u8>,
    pieces: Pieces,
    cubes: usize,
    hard: usize,
}

/// How cubes are solved: those that take more than `limit` nodes are split again; a worker keeps what it has
/// found or does not, as does the search above.
#[derive(Default)]
struct Way {
    limit: u64,
    backwards: bool,
    keeps: bool,
    guides: Guides,
}

/// Solves a request in cubes of about so many nodes.
fn in_cubes(request: &Request, nodes: u64, guess: Option<Score>, way: &Way) -> Closed {
    let Way { limit, backwards, keeps, ref guides } = *way;
    let (mut plan, mut pieces) = (Plan { nodes, guess, ..Plan::default() }, Pieces::default());
    let folder = tempfile::tempdir().unwrap();
    let mut met = HashSet::new();
    for round in 0..200 {
        let mut top = request.clone();
        if keeps {
            let saved = folder.path().join("top");
            let resources = Resources::default().with_guides(guides.clone());
            let resources = resources.with_checkpoint(saved, Duration::from_secs(60), round > 0);
            top = request.clone().with_certificate(true).with_resources(resources);
        }
        if backwards {
            // What was saved finds its pieces in any order.
            plan.pieces.reverse();
        }
        let cubes = session(request.game(), guides, None).cubes(&top, &plan).unwrap();
        let Cubes { mut open, closed, .. } = cubes;
        if let Some((score, certificate)) = closed {
            assert!(open.is_empty());
            let whole = bytes(&certificate);
            return Closed { score, whole, pieces, cubes: plan.pieces.len(), hard: plan.hard.len() };
        }
        assert!(!open.is_empty());
        assert_eq!(open.iter().collect::<HashSet<_>>().len(), open.len());
        if backwards {
            open.reverse();
            // As if the others were missing.
            open.truncate(3);
        }
        let known = plan.pieces.clone();
        let mut worker = session(request.game(), guides, Some(limit));
        for cube in open {
            assert!(met.insert(cube.clone()), "what was solved or too hard is not open again");
            let there = Request::new(request.game().clone(), request.position(), request.to_move()).unwrap();
            let there = there.after(&cube.moves).unwrap();
            if !keeps {
                worker = session(request.game(), guides, Some(limit));
            }
            match worker.decide(&there, cube.threshold, &known) {
                Ok(decision) => {
                    plan.pieces.push(piece(&bytes(&decision.certificate), &mut pieces));
                    // What it proves is known from now on, whichever frame the line comes in.
                    let again =
                        session(request.game(), guides, None).decide(&there, cube.threshold, &plan.pieces);
                    assert_eq!(again.unwrap().nodes, 0, "{:?}", cube.moves);
                }
                Err(Error::Nodes { .. }) => assert!(plan.hard.insert(cube), "it was split"),
                Err(error) => panic!("{error}"),
            }
        }
    }
    panic!("it does not close");
}

fn law(board: &str, rules: &str, nodes: u64, guess: Option<i32>, way: &Way) -> Closed {
    let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
    law_from(&Request::empty(game), nodes, guess.map(Score::points), way)
}

/// The value in cubes is that of one search, whatever is guessed, by how much it is more than the value; its
/// certificate holds with the pieces, and not without one.
fn law_from(request: &Request, nodes: u64, guess: Option<Score>, way: &Way) -> Closed {
    let value = solve(request, &Meter::default()).unwrap().value.worth;
    let closed = in_cubes(request, nodes, guess.map(|by| value + by), way);
    assert_eq!(closed.score, value);
    let whole = verified(&closed.pieces, &closed.whole).unwrap();
    assert_eq!(whole.value, Proved::Score(value));
    assert_eq!(whole.pieces, pieces_of(&closed.whole[..]).unwrap());
    if !whole.pieces.is_empty() {
        match verified(&Pieces::default(), &closed.whole) {
            Err(Fault::Assumed(missing)) => assert_eq!(missing, whole.pieces),
            other => panic!("{other:?}"),
        }
    }
    closed
}

#[test]
fn several_levels_of_cubes_give_the_value_of_one_search() {
    let (mut cubes, mut hard, mut rest) = (0, 0, 0);
    for (board, ko) in [
        ("2x3", "psk"),
        ("2x3", "spight"),
        ("2x3", "fixed"),
        ("2x2", "ssk"),
        ("2x2", "nssk"),
        ("1x6", "psk"),
        ("1x5", "basic-fixed"),
        ("1x5", "ssk komi=1/2"),
        ("star:5", "psk"),
        ("cycle:6", "psk"),
        ("2x3", "ssk"),
    ] {
        let closed = law(board, ko, 60, Some(0), &Way { limit: 12, ..Way::default() });
        (cubes, hard) = (cubes + closed.cubes, hard + closed.hard);
        rest += usize::from(!pieces_of(&closed.whole[..]).unwrap().is_empty());
    }
    assert!(cubes > 20 && hard > 10 && rest > 5, "{cubes} cubes, {hard} hard, {rest}");
}

// Some cases take minutes, so these are the same each time.
proptest! {
    #![proptest_config(ProptestConfig { cases: 24, rng_seed: RngSeed::Fixed(53), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_guess_nor_order_nor_size_changes_a_value(
        board in prop::sample::select(&["2x2", "1x4", "1x5", "2x3", "cycle:5"][..]),
        ko in prop::sample::select(&["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"][..]),
        komi in prop::sample::select(&["0", "1/2", "1", "-3/2", "1/3", "6.5"][..]),
        guess in prop::sample::select(&[None, Some("0"), Some("1/2"), Some("-1/2"), Some("1/3"), Some("-2"), Some("99")][..]),
        stones in prop::option::of(prop::collection::vec(prop::sample::select(&b"XO.."[..]), 6)), black: bool,
        nodes in 1..300_u64, limit in 4..100_u64, backwards: bool, keeps: bool, scout in prop::option::of(1..300_u64),
    ) {
        let game = Game::new(board.parse().unwrap(), format!("{ko} komi={komi}").parse().unwrap()).unwrap();
        let request = start(game, stones.as_deref(), black);
        let guides = scout.map_or_else(Guides::default, |nodes| Guides::learned(None, Some(nodes), Vec::new()));
        let guess = guess.map(|by| by.parse().unwrap());
        law_from(&request, nodes, guess, &Way { limit, backwards, keeps, guides });
    }
}

/// The inputs that once gave a certificate that does not hold, or pieces that prove nothing.
#[test]
fn a_guess_that_is_no_possible_score_is_as_good_as_any() {
    for (board, rules, guess) in [
        ("2x2", "psk komi=1/2", "1"),
        ("2x2", "psk", "1/2"),
        ("1x4", "fixed komi=1/2", "0"),
        ("2x3", "ssk komi=-1/3", "-5/7"),
    ] {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        let request = Request::empty(game);
        for nodes in [1, 10, 100] {
            let value = solve(&request, &Meter::default()).unwrap().value.worth;
            let guess: Score = guess.parse().unwrap();
            law_from(&request, nodes, Some(guess - value), &Way { limit: 10, ..Way::default() });
        }
    }
}

/// A start with these stones, as far as the board has points and a game may start so; else the empty board.
fn start(game: Game, stones: Option<&[u8]>, black: bool) -> Request {
    let to_move = if black { Colour::Black } else { Colour::White };
    let board = *game.board();
    let position = stones.and_then(|stones| {
        let mut left = stones.iter();
        let rows = Position::EMPTY.text(&board);
        let mut stone = || left.next().map_or('.', |stone| char::from(*stone));
        let rows: String = rows.chars().map(|point| if point == '.' { stone() } else { point }).collect();
        Position::parse(&board, &rows).ok()
    });
    let request = position.and_then(|position| Request::new(game.clone(), position, to_move).ok());
    request.unwrap_or_else(|| Request::empty(game))
}

/// Where a scout has kept a proof, it says which positions are small enough, and what lemmas rest on is found again.
#[test]
fn a_scout_shows_the_cubes() {
    let mut cubes = 0;
    for (board, rules, score, nodes) in [("2x4", "ssk", 8, 10), ("3x4", "psk", 4, 1000)] {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        let mut scout = Scout::new(&game, score, None, 1 << 24).unwrap();
        let (interrupt, start) = (Interrupt::default(), State::new(Position::EMPTY, Colour::Black));
        let found = scout.search(start, 1, 1 << 20, &interrupt, &|_| ());
        assert_eq!(found.unwrap(), Some(true), "{board}");
        let size = scout.keep_proof(start, 1 << 24, &interrupt, &|_| ()).unwrap();
        let most = |most| scout.proof_size(start, most);
        assert_eq!((most(1 << 20), most(7)), (Some(size), Some(7)), "{board}");
        let guides = Guides::learned(None, Some(2_000), vec![scout]);
        for (limit, keeps) in [(nodes / 2, false), (8 * nodes, true)] {
            let way = Way { limit, keeps, guides: guides.clone(), ..Way::default() };
            let closed = law(board, rules, nodes, Some(0), &way);
            cubes += closed.cubes;
        }
    }
    assert!(cubes > 10, "{cubes} cubes");
}

#[test]
fn what_cannot_be_taken_apart_is_refused() {
    for ko in ["kee", "basic", "psk scoring=stones"] {
        let game = Game::new("1x3".parse().unwrap(), ko.parse().unwrap()).unwrap();
        let mut session = Session::with(game.clone(), Resources::default(), &Meter::default());
        let refused = session.cubes(&Request::empty(game), &Plan::default());
        assert!(matches!(refused, Err(Error::Resources(_))), "{ko}");
    }
}
