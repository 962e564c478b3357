//! On which smallest board a ko rule differs from those that come with the library.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Ko, Move, Referee, Ruleset};
use kosolver_search::{Meter, Request, Resources, Value, solve};

/// The boards on which rules are compared, the smallest first.
const BOARDS: [&str; 5] = ["1x1", "1x2", "1x3", "1x4", "2x2"];
/// The most nodes of a search.
const NODES: u64 = 5_000;
/// The longest games whose moves are compared, and the most of them on a board.
const LONGEST: usize = 8;
const MOST_GAMES: usize = 400;

/// How a ko rule differs from another, with area scoring and without suicide, from the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The other rule.
    pub other: Ko,
    /// The first board that is worth something else, with what it is worth under the rule and the other.
    pub value: Option<(Board, Value, Value)>,
    /// The first board and game after which other moves are legal, with those of the rule alone and of the
    /// other alone.
    pub moves: Option<(Board, Vec<Move>, [Vec<Move>; 2])>,
    /// Whether all these boards were solved under both; else one of them took too many nodes.
    pub solved: bool,
}

/// How a ko rule differs from each that comes with the library, as far as little work shows it. Boards of up to
/// four points and games of up to eight moves are tried. The answer does not depend on the machine.
pub fn differences(ko: Ko) -> Vec<Difference> {
    let boards: Vec<Board> = BOARDS.iter().filter_map(|board| board.parse().ok()).collect();
    let worth = |ko: Ko, board: &Board| {
        let game = Game::new(*board, Ruleset::new(ko)).ok()?;
        let resources = Resources::default().with_nodes(Some(NODES));
        solve(&Request::empty(game).with_resources(resources), &Meter::default())
            .ok()
            .map(|found| found.value)
    };
    let own: Vec<Option<Value>> = boards.iter().map(|board| worth(ko, board)).collect();
    let others = Ko::all().filter(|other| *other != ko).map(|other| {
        let moves = boards.iter().find_map(|board| {
            let game = |ko| Game::new(*board, Ruleset::new(ko)).ok();
            let (line, apart) = part([game(ko)?, game(other)?])?;
            Some((*board, line, apart))
        });
        let (mut value, mut solved) = (None, true);
        for (board, own) in boards.iter().zip(&own) {
            match (own, worth(other, board)) {
                (Some(own), Some(theirs)) if own.outcome != theirs.outcome => {
                    value = Some((*board, *own, theirs));
                    break;
                }
                (Some(_), Some(_)) => {}
                _ => solved = false,
            }
        }
        Difference { other, value, moves, solved }
    });
    others.collect()
}

/// The shortest game, of those that are tried, after which different moves are legal.
fn part(games: [Game; 2]) -> Option<(Vec<Move>, [Vec<Move>; 2])> {
    let start = games.map(|game| Referee::new(game, Position::EMPTY, Colour::Black));
    let mut level = vec![(Vec::new(), start)];
    let mut tried = 0;
    for _ in 0..=LONGEST {
        let mut next = Vec::new();
        for (line, referees) in level {
            tried += 1;
            if tried > MOST_GAMES {
                return None;
            }
            let legal = referees.each_ref().map(|referee| referee.legal_moves());
            let alone = |own: usize| {
                legal[own]
                    .iter()
                    .copied()
                    .filter(|made| !legal[1 - own].contains(made))
                    .collect::<Vec<Move>>()
            };
            let apart = [alone(0), alone(1)];
            if apart.iter().any(|moves| !moves.is_empty()) {
                return Some((line, apart));
            }
            for made in &legal[0] {
                let mut referees = referees.clone();
                let played = referees.iter_mut().all(|referee| referee.play(*made).is_ok());
                if played {
                    let line = line.iter().copied().chain([*made]).collect();
                    next.push((line, referees));
                }
            }
        }
        level = next;
    }
    None
}
