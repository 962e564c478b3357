//! On which smallest start a ko rule differs from those that come with the library.

use std::fmt;

use kosolver_board::{Board, Colour, Position, distinct_positions};
use kosolver_rules::{Game, Ko, Move, Referee, Ruleset};
use kosolver_search::{Meter, Request, Resources, Value, solve};

/// The boards on which rules are compared, the smallest first.
const BOARDS: [&str; 5] = ["1x1", "1x2", "1x3", "1x4", "2x2"];
/// The most nodes of a search.
const NODES: u64 = 5_000;
/// The longest games whose moves are compared, and the most of them on an empty board.
const LONGEST: usize = 8;
const MOST_GAMES: usize = 400;

/// A start: a board, and the stones on it. Black is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedStart {
    /// The board.
    pub board: Board,
    /// The stones.
    pub position: Position,
}

impl fmt::Display for ComparedStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.fmt(f)?;
        if self.position == Position::EMPTY {
            Ok(())
        } else {
            write!(f, " from {}", self.position.text(&self.board))
        }
    }
}

/// How a ko rule differs from another, with area scoring and without suicide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The other rule.
    pub other: Ko,
    /// The first start that is worth something else, with what it is worth under the rule and the other.
    pub value: Option<(ComparedStart, Value, Value)>,
    /// The first start and game after which other moves are legal, with those of the rule alone and of the
    /// other alone.
    pub moves: Option<(ComparedStart, Vec<Move>, [Vec<Move>; 2])>,
    /// Whether all these starts were solved under both; else one of them took too many nodes.
    pub solved: bool,
}

/// The starts: the empty boards, then all other positions of them up to symmetry. Black is to move; what
/// White has to move is the same with the colours exchanged.
fn starts() -> Vec<ComparedStart> {
    let boards = BOARDS.iter().filter_map(|board| board.parse().ok());
    let starts = boards.flat_map(|board: Board| {
        distinct_positions(&board).into_iter().map(move |position| ComparedStart { board, position })
    });
    let mut starts: Vec<ComparedStart> = starts.collect();
    starts.sort_by_key(|start| start.position != Position::EMPTY);
    starts
}

/// How a ko rule differs from each that comes with the library, as far as little work shows it. All starts of
/// boards of up to four points are tried, and games of up to eight moves. The answer does not depend on the
/// machine.
pub fn differences(ko: Ko) -> Vec<Difference> {
    let starts = starts();
    let game = |ko: Ko, start: &ComparedStart| {
        let game = Game::new(start.board, Ruleset::new(ko)).ok()?;
        game.check_start(start.position, Colour::Black).is_ok().then_some(game)
    };
    let worth = |ko: Ko, start: &ComparedStart| {
        let request = Request::new(game(ko, start)?, start.position, Colour::Black).ok()?;
        let resources = Resources::default().with_nodes(Some(NODES));
        solve(&request.with_resources(resources), &Meter::default()).ok().map(|found| found.value)
    };
    let own: Vec<Option<Value>> = starts.iter().map(|start| worth(ko, start)).collect();
    let others = Ko::all().filter(|other| *other != ko).map(|other| {
        // Where no game starts under one of them, nothing is compared.
        let both = |start: &&ComparedStart| game(ko, start).is_some() && game(other, start).is_some();
        let moves = starts.iter().filter(both).find_map(|start| {
            let (line, apart) = part([game(ko, start)?, game(other, start)?], start.position)?;
            Some((*start, line, apart))
        });
        let (mut value, mut solved) = (None, true);
        for (start, own) in starts.iter().zip(&own).filter(|(start, _)| both(start)) {
            match (own, worth(other, start)) {
                (Some(own), Some(theirs)) if own.outcome != theirs.outcome => {
                    value = Some((*start, *own, theirs));
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

/// The shortest game from a position, of those that are tried, after which different moves are legal.
fn part(games: [Game; 2], position: Position) -> Option<(Vec<Move>, [Vec<Move>; 2])> {
    let most = if position == Position::EMPTY { MOST_GAMES } else { MOST_GAMES / 8 };
    let start = games.map(|game| Referee::new(game, position, Colour::Black));
    let mut level = vec![(Vec::new(), start)];
    let mut tried = 0;
    for _ in 0..=LONGEST {
        let mut next = Vec::new();
        for (line, referees) in level {
            tried += 1;
            if tried > most {
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
