//! What is written as SGF is read back as the same game: board, start, rules and every line of moves.

use kosolver::report::{Branch, file_rules, game_sgf, sgf};
use kosolver::sgf::Game as File;
use kosolver::{Board, Colour, Game, Meter, Move, Point, Position, Referee, Request, Ruleset, solve_request};
use proptest::prelude::*;

/// The moves of all lines of a file from the root on, without White's passes between handicap stones.
fn lines(file: &File) -> Vec<Vec<(Colour, Move)>> {
    let ends = (0..file.nodes.len()).filter(|index| file.nodes[*index].children.is_empty());
    let up = |index: &usize| file.nodes[*index].parent;
    let line = |end| {
        let nodes = std::iter::successors(Some(end), up);
        let made = nodes.filter_map(|index| file.nodes[index].made);
        let made = made.map(|(colour, point)| {
            (colour, point.map_or(Move::Pass, |point| Move::Play(Point::new(point as u8))))
        });
        let mut made: Vec<_> = made.collect();
        made.reverse();
        made
    };
    ends.map(line).collect()
}

fn written(branch: &Branch, before: &[(Colour, Move)], first: Colour, all: &mut Vec<Vec<(Colour, Move)>>) {
    let mut line = before.to_vec();
    for made in &branch.moves {
        let colour = line.last().map_or(first, |(colour, _)| !*colour);
        line.push((colour, *made));
    }
    if branch.branches.is_empty() {
        all.push(line);
    } else {
        branch.branches.iter().for_each(|branch| written(branch, &line, first, all));
    }
}

/// Reads a file, and checks all of it but its moves.
fn read(text: &str, game: &Game, start: (Position, Colour)) -> File {
    let file = File::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (board, position, to_move) = file.start(true).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!((board, position, to_move), (*game.board(), start.0, start.1), "{text}");
    let rules: Ruleset = file.rules.as_deref().expect("rules").parse().expect("known rules");
    assert_eq!(file_rules(&file, rules).expect("rules"), *game.rules(), "{text}");
    // Without what RU says, the komi is known to a millionth of a point.
    let komi = file.komi.expect("a komi");
    let near = kosolver::Score::fraction(*komi.numer(), *komi.denom()) - game.rules().komi();
    assert!(near.abs() <= kosolver::Score::fraction(1, 1_000_000));
    file
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn games_are_read_as_they_were_written(
        (rows, columns) in (1_u64..=25, 1_u64..=25).prop_map(|(rows, columns)| (rows, columns.min(64 / rows).max(1))),
        ko in prop::sample::select(vec!["psk", "basic", "kee", "spight"]),
        komi in (-1000_i64..=1000, 1_i64..=100),
        setup in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..8),
        white_first in any::<bool>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        forks in prop::collection::vec(any::<prop::sample::Index>(), 0..3),
    ) {
        let board = Board::new(rows, columns).expect("a board");
        let komi = kosolver::Score::fraction(komi.0, komi.1);
        let rules = ko.parse::<Ruleset>().expect("rules").but().komi(komi).build().expect("rules");
        let game = Game::new(board, rules).expect("a game");
        let mut position = Position::EMPTY;
        for (index, black) in setup {
            let point = Point::new(index.index(rows as usize * columns as usize) as u8).bit();
            let mut with = Position { black: position.black - point, white: position.white - point };
            if black { with.black |= point } else { with.white |= point }
            if with.is_legal(&board) { position = with }
        }
        let first = if white_first { Colour::White } else { Colour::Black };
        let play = |choices: &[prop::sample::Index], referee: &mut Referee| {
            let mut moves = Vec::new();
            for choice in choices {
                let mut legal: Vec<Move> = referee.legal_steps().iter().map(|step| step.made).collect();
                legal.dedup();
                if legal.is_empty() { break }
                moves.push(*choice.get(&legal));
                referee.play(moves[moves.len() - 1]).expect("legal");
            }
            moves
        };
        let mut referee = Referee::new(game.clone(), position, first);
        let moves = play(&choices, &mut referee);
        let branches = forks.iter().map(|fork| Branch { moves: play(&[*fork, *fork], &mut referee.clone()), branches: Vec::new() });
        let branches: Vec<Branch> = branches.filter(|branch| !branch.moves.is_empty()).collect();
        let tree = Branch { moves, branches };
        let file = read(&game_sgf(&game, position, first, &tree), &game, (position, first));
        let mut expected = Vec::new();
        written(&tree, &[], first, &mut expected);
        prop_assert_eq!(lines(&file), expected);
    }
}

#[test]
fn trees_of_solutions_are_read_as_they_were_written() {
    for (board, rules, position, first) in [
        ("2x3", "ko=ssk komi=1/3", "OO./...", Colour::Black),
        ("1x4", "ko=psk komi=-2/7", "....", Colour::White),
        ("2x2", "ko=psk handicap=2 compensation=K komi=1/2", "../..", Colour::Black),
        ("2x2", "ko=psk handicap=1", "../..", Colour::Black),
        ("2x2", "ko=psk handicap=2 compensation=K-1", "X./.X", Colour::White),
        ("1x3", "primitive", "...", Colour::Black),
        ("1x5", "basic", ".....", Colour::Black),
    ] {
        let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
        let start = (Position::parse(game.board(), position).unwrap(), first);
        let request = Request::new(game.clone(), start.0, start.1).unwrap().with_openings(true);
        let solution = solve_request(&request, &Meter::default()).unwrap();
        let text = sgf(&request, &solution, &[]);
        let file = read(&text, &game, start);
        assert_eq!(lines(&file).len(), solution.openings.len(), "{text}");
        // A value that was written is that of the game that is read.
        let (board, position, to_move) = file.start(false).unwrap();
        let rules = file_rules(&file, file.rules.as_deref().unwrap().parse().unwrap()).unwrap();
        let again = Request::new(Game::new(board, rules).unwrap(), position, to_move).unwrap();
        assert_eq!(solve_request(&again, &Meter::default()).unwrap().value, solution.value);
    }
}
