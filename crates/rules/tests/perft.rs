//! Numbers of games: all of the first moves, and all to the end.

use std::collections::HashMap;

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{CountError, Facts, Game, Ko, Node, Ruleset, Suicide, Then, complete_games, perft};
use num_bigint::BigUint;

/// Sequences of so many moves under positional superko without suicide, from the empty board. A
/// pass is a move; two end the game, and a game that ends earlier counts once.
const PERFT: &str = include_str!("data/perft.csv");

/// Complete games where all suicide is allowed, a lone stone's too: J. Tromp and G. Farnebäck,
/// "Combinatorics of Go" (2007), for positional superko; J. Tromp for 1x1.
const COMPLETE_GAMES: &str = include_str!("data/complete-games.csv");

/// More states than any test stores.
const LIMIT: usize = 10_000_000;

/// The rows below the heading.
fn rows<const N: usize>(csv: &str) -> impl Iterator<Item = [&str; N]> {
    csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>().try_into().unwrap())
}

#[test]
fn sequences_of_moves_are_as_many_as_counted() {
    for [board, depth, leaves] in rows(PERFT) {
        let game = Game::new(board.parse().unwrap(), "psk".parse().unwrap()).unwrap();
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let found = perft(&game, &node, &facts, depth.parse().unwrap());
        assert_eq!(found.to_string(), leaves, "{board} to depth {depth}");
    }
}

#[test]
fn complete_games_are_as_many_as_published() {
    for [rules, board, games] in rows(COMPLETE_GAMES) {
        let rules = rules.parse::<Ruleset>().unwrap().but().suicide(Suicide::Allowed).build().unwrap();
        let game = Game::new(board.parse().unwrap(), rules).unwrap();
        let found = complete_games(&game, Position::EMPTY, Colour::Black, LIMIT).unwrap();
        assert_eq!(found.to_string(), games, "{rules} on {board}");
    }
}

/// White first is Black first with the colours exchanged.
#[test]
fn white_first_changes_no_number() {
    for rules in ["psk", "ssk", "nssk", "fixed", "spight", "kee:passer+cycle", "basic", "primitive"] {
        let board: Board = "2x2".parse().unwrap();
        let game = Game::new(board, rules.parse().unwrap()).unwrap();
        let count = |colour| {
            let (node, facts) = game.start(Position::EMPTY, colour);
            perft(&game, &node, &facts, 6)
        };
        assert_eq!(count(Colour::Black), count(Colour::White), "{rules}");
    }
}

/// Complete games under positional superko of a board of at most 64 legal positions, without
/// playing them one by one.
///
/// After a play, the player to move plays on; or he passes, and the other plays on; or both pass,
/// and the game is over. So the number of ways to go on is 1 and those after each play of either
/// player: it depends on the position and on the positions still open, those that have not
/// occurred and can be reached through others that have not.
struct Continuations {
    /// Where the plays of either player lead from a position; several may lead to the same.
    plays: Vec<Vec<usize>>,
    known: HashMap<(usize, u64), u64>,
}

impl Continuations {
    fn new(board: &str) -> Continuations {
        let board: Board = board.parse().unwrap();
        let game = Game::new(board, "psk suicide=allowed".parse().unwrap()).unwrap();
        let positions: Vec<Position> = legal_positions(&board).collect();
        let number = |node: &Node| positions.iter().position(|position| *position == node.position);
        let plays = |position: &Position| {
            let steps = Colour::BOTH.into_iter().flat_map(|colour| game.steps(&Node::new(*position, colour)));
            let after = steps.filter_map(|step| match step.then {
                Then::Node(node) if node.passes == 0 => number(&node),
                _ => None,
            });
            after.collect()
        };
        Continuations { plays: positions.iter().map(plays).collect(), known: HashMap::new() }
    }

    /// The positions among these that can be reached from here through them.
    fn open(&self, from: usize, among: u64) -> u64 {
        let (mut reached, mut waiting) = (0, vec![from]);
        while let Some(position) = waiting.pop() {
            for &next in &self.plays[position] {
                let bit = 1 << next;
                if among & bit != 0 && reached & bit == 0 {
                    reached |= bit;
                    waiting.push(next);
                }
            }
        }
        reached
    }

    fn count(&mut self, position: usize, open: u64) -> u64 {
        if let Some(&known) = self.known.get(&(position, open)) {
            return known;
        }
        let mut count = 1;
        for next in self.plays[position].clone() {
            if open & (1 << next) != 0 {
                let still_open = self.open(next, open & !(1 << next));
                count += self.count(next, still_open);
            }
        }
        self.known.insert((position, open), count);
        count
    }

    /// From the empty board, which is the first of the legal positions.
    fn complete_games(&mut self) -> u64 {
        let open = self.open(0, !1);
        self.count(0, open)
    }
}

#[test]
fn complete_games_counted_by_their_continuations() {
    for [rules, board, games] in rows(COMPLETE_GAMES).filter(|row: &[&str; 3]| row[0] == "psk") {
        let found = Continuations::new(board).complete_games();
        assert_eq!(found.to_string(), games, "{rules} on {board}");
    }
}

#[test]
#[ignore = "takes 20 s and 1 GB"]
fn complete_games_of_four_points() {
    assert_eq!(Continuations::new("1x4").complete_games(), 2_098_407_841);
}

/// All ways to the end, one by one.
fn played_out(game: &Game, node: &Node, facts: &Facts) -> u64 {
    let steps = game.steps(node);
    let legal: Vec<_> = steps.iter().filter(|step| facts.allow(step)).collect();
    let games = legal.iter().map(|step| match &step.then {
        Then::End(_) => 1,
        Then::Node(next) => played_out(game, next, &facts.after(step)),
    });
    games.sum::<u64>().max(1)
}

#[test]
fn games_with_the_same_future_are_counted_once() {
    let (mut counted, mut large) = (0, 0);
    for ko in Ko::all().flat_map(Ko::readings).filter(|ko| !ko.endless()) {
        for (board, suicide) in
            [("1x1", Suicide::Allowed), ("1x2", Suicide::Forbidden), ("1x2", Suicide::MultiStone)]
        {
            let board: Board = board.parse().unwrap();
            let game = Game::new(board, Ruleset::with_suicide(ko, suicide)).unwrap();
            for position in legal_positions(&board) {
                let found = complete_games(&game, position, Colour::Black, LIMIT).unwrap();
                if found > BigUint::from(300_000_u32) {
                    large += 1;
                    continue;
                }
                let (node, facts) = game.start(position, Colour::Black);
                let expected = played_out(&game, &node, &facts.into_iter().collect());
                assert_eq!(found, BigUint::from(expected), "{ko} suicide {suicide} on {board}");
                counted += 1;
            }
        }
    }
    assert!(counted > 100 && large < counted, "{counted} counted, {large} too large to play out");
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let count = |rules: &str, limit| {
        let game = Game::new("2x2".parse().unwrap(), rules.parse().unwrap()).unwrap();
        complete_games(&game, Position::EMPTY, Colour::Black, limit)
    };
    assert_eq!(count("basic", LIMIT), Err(CountError::Endless("basic".to_owned())));
    assert_eq!(count("psk", 10), Err(CountError::Limit { limit: 10 }));
}
