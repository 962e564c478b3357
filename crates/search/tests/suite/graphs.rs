//! Boards of any shape: one graph has one value whatever it is called, and the engines find what the
//! reference solver finds.

use kosolver_board::{Board, Colour, Position, connected_graphs, legal_positions};
use kosolver_rules::{Game, Ko, Ruleset, Suicide};
use kosolver_search::{Error, Meter, Request, Resources, Solution, reference, solve};
use proptest::prelude::*;
use proptest::sample::select;

fn solved(board: Board, rules: Ruleset, position: Position, to_move: Colour) -> Solution {
    solved_within(None, board, rules, position, to_move).unwrap()
}

/// What is found within so many nodes.
fn solved_within(
    nodes: Option<u64>,
    board: Board,
    rules: Ruleset,
    position: Position,
    to_move: Colour,
) -> Result<Solution, Error> {
    let request = Request::new(Game::new(board, rules).unwrap(), position, to_move).unwrap();
    let request = request.with_openings(true).with_line(true).with_certificate(true);
    let request = request.with_resources(Resources::default().with_nodes(nodes));
    let solution = solve(&request, &Meter::default())?;
    let mut bytes = Vec::new();
    solution.certificate.as_ref().unwrap().write(&mut bytes).unwrap();
    let verified = kosolver_checker::verify(&bytes[..]).unwrap();
    assert_eq!(*verified.game.board(), board);
    Ok(solution)
}

/// The value, and those of the first moves in ascending order.
fn values(board: Board, ko: Ko) -> impl PartialEq + std::fmt::Debug {
    let solution = solved(board, Ruleset::new(ko), Position::EMPTY, Colour::Black);
    let mut openings: Vec<_> = solution.openings.iter().map(|opening| opening.value.worth).collect();
    openings.sort();
    (solution.value.worth, solution.value.bounds, openings)
}

#[test]
fn a_graph_has_one_value_by_any_name() {
    let file = Board::from_graph_text("a b\nb c\nc d\nd a\n").unwrap();
    let board = |text: &str| text.parse::<Board>().unwrap();
    for ko in Ko::all().filter(|ko| !ko.has_long_fights()) {
        for boards in [
            vec![board("2x2"), board("cycle:4"), board("torus:1x4"), board("cylinder:1x4"), file],
            vec![board("1x3"), board("star:3"), board("graph6:BW"), board("cylinder:3x1")],
            vec![board("1x4"), board("graph6:Ch")],
        ] {
            let expected = values(boards[0], ko);
            for other in &boards[1..] {
                assert_eq!(values(*other, ko), expected, "{other} under {ko}");
            }
        }
    }
    for grid in ["1x6", "2x3", "3x3"] {
        let grid = board(grid);
        let near: Vec<_> = grid.all().iter().map(|point| grid.adjacent(point.bit())).collect();
        for ko in ["psk", "basic", "nssk"].map(|ko| ko.parse().unwrap()) {
            assert_eq!(values(Board::graph(&near).unwrap(), ko), values(grid, ko), "{grid} under {ko}");
        }
    }
}

/// A connected graph of up to four points but the complete one of four, on which games are long; a legal
/// position of it, and who moves.
fn starts() -> impl Strategy<Value = (Board, Position, Colour)> {
    let graphs = (1..=4).flat_map(connected_graphs).filter(|graph| graph.edges().count() < 6);
    let starts = graphs.flat_map(|board| {
        let positions = legal_positions(&board).collect::<Vec<Position>>();
        positions.into_iter().flat_map(move |position| Colour::BOTH.map(|colour| (board, position, colour)))
    });
    select(starts.collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engines_find_what_the_reference_finds(
        (board, position, to_move) in starts(),
        ko in select(Ko::all().collect::<Vec<Ko>>()),
        suicide in select(Suicide::ALL.to_vec()),
    ) {
        let long = board.edges().count() > 3 && (ko.combines_scores() || ko.has_long_fights() || suicide == Suicide::Allowed);
        prop_assume!(!long);
        let rules = Ruleset::with_suicide(ko, suicide);
        let game = Game::new(board, rules).unwrap();
        let (node, facts) = game.start(position, to_move);
        // Some rules have fights without end in sight even here.
        let solution = match solved_within(Some(20_000), board, rules, position, to_move) {
            Err(Error::Nodes { .. }) => return Err(TestCaseError::reject("it takes too long")),
            solution => solution.unwrap(),
        };
        if let Some(value) = reference::value(&game, &node, &facts, 20_000) {
            prop_assert_eq!(solution.value.worth, value);
        }
        if ko.endless() && let Some(bounds) = reference::bounds(&game, &node, 20_000) {
            prop_assert_eq!(solution.value.bounds, Some(bounds));
        }
    }
}

/// A number has few bits left for facts where a board has many symmetries: there are only as many threads
/// then as can have numbers.
#[test]
fn many_threads_search_very_symmetric_boards() {
    for (board, ko) in [("complete:6", "psk"), ("star:5", "spight"), ("complete:4", "kee")] {
        let rules = Ruleset::new(ko.parse().unwrap());
        let value = |threads: usize| {
            let game = Game::new(board.parse().unwrap(), rules).unwrap();
            let request = Request::new(game, Position::EMPTY, Colour::Black).unwrap();
            let resources = Resources::default().with_threads(threads).unwrap();
            solve(&request.with_resources(resources), &Meter::default()).unwrap().value.worth
        };
        assert_eq!(value(1), value(Resources::MOST_THREADS), "{board} {ko}");
    }
}
