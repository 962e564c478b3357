//! Numbers of games: all of the first moves, and all to the end.

use std::collections::HashMap;

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::{Facts, Game, Node, Ruleset, Then, perft};

/// Sequences of so many moves under positional superko without suicide, from the empty board. A
/// pass is a move; two end the game, and a game that ends earlier counts once.
const PERFT: &str = include_str!("../data/perft.csv");

/// Complete games. Where all suicide is allowed, a lone stone's too: J. Tromp and G. Farnebäck,
/// "Combinatorics of Go" (2007), for positional superko; J. Tromp for 1x1. The others were counted by
/// a program of its own, which plays them out one by one.
const COMPLETE_GAMES: &str = include_str!("../data/complete-games.csv");

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
fn complete_games_are_as_many_as_published() {
    // An independent program counted these; the verified checker, which reads the file too, has no such rule.
    let newko = [
        ["newko", "forbidden", "1x1", "1"],
        ["newko", "forbidden", "1x2", "9"],
        ["newko", "forbidden", "1x3", "5251"],
        ["newko", "multi-stone", "1x2", "565"],
    ];
    for [ko, suicide, board, games] in rows(COMPLETE_GAMES).chain(newko) {
        let rules = Ruleset::with_suicide(ko.parse().unwrap(), suicide.parse().unwrap());
        let game = Game::new(board.parse().unwrap(), rules).unwrap();
        let (node, facts) = game.start(Position::EMPTY, Colour::Black);
        let found = played_out(&game, &node, &facts.into_iter().collect());
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
    for [_, _, board, games] in rows(COMPLETE_GAMES).filter(|row: &[&str; 4]| row[0] == "psk") {
        let found = Continuations::new(board).complete_games();
        assert_eq!(found.to_string(), games, "psk on {board}");
    }
}

#[test]
#[ignore = "takes 20 s and 1 GB"]
fn complete_games_of_four_points() {
    assert_eq!(Continuations::new("1x4").complete_games(), 2_098_407_841);
}
