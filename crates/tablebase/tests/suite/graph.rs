//! Tablebases against a plain analysis of the graph of all nodes, made with the moves of the
//! rules and nothing else: no numbers of positions, no symmetries, no plays backward, no ranks.

use std::collections::{BTreeSet, HashMap};

use kosolver_board::{Board, Colour, Symmetry, legal_positions};
use kosolver_rules::{Game, Legality, Node, Ruleset, Suicide, Then};
use kosolver_tablebase::{Bounds, Forced, Layout, Probe, Progress, Setting, Size, Table};

/// Where a move leads: a node, by its place, or the end with a score in points.
enum Next {
    Node(usize),
    End(i32),
}

struct Graph {
    nodes: Vec<Node>,
    moves: Vec<Vec<Next>>,
}

impl Graph {
    /// All nodes that can be reached from any position.
    fn new(game: &Game) -> Graph {
        let mut places: HashMap<Node, usize> = HashMap::new();
        let mut nodes: Vec<Node> = Vec::new();
        for position in legal_positions(game.board()) {
            for to_move in Colour::BOTH {
                places.insert(Node::new(position, to_move), nodes.len());
                nodes.push(Node::new(position, to_move));
            }
        }
        let mut moves = Vec::new();
        while let Some(node) = nodes.get(moves.len()) {
            let steps = game.steps(node).into_iter().filter(|step| step.legality == Legality::Always);
            let mut row = Vec::new();
            for step in steps {
                row.push(match step.then {
                    Then::End(score) => Next::End(i32::try_from(score.numerator()).unwrap()),
                    Then::Node(next) => Next::Node(*places.entry(next.clone()).or_insert_with(|| {
                        nodes.push(next);
                        nodes.len() - 1
                    })),
                });
            }
            moves.push(row);
        }
        Graph { nodes, moves }
    }

    /// What a player can force at each node: for every score from his best down, sweeps until
    /// nothing changes. The distance is the number of sweeps.
    fn force(&self, player: Colour, n: i32) -> Vec<Forced> {
        let sign = if player == Colour::Black { 1 } else { -1 };
        let mut forced: Vec<Forced> = vec![Forced { score: None, distance: 0 }; self.nodes.len()];
        for score in (-n..=n).rev() {
            for distance in 1_u16.. {
                let good = |next: &Next| match next {
                    Next::End(end) => sign * end >= score,
                    Next::Node(node) => forced[*node].score.is_some(),
                };
                let open = self.nodes.iter().zip(&self.moves).enumerate().filter(|(place, (node, moves))| {
                    forced[*place].score.is_none()
                        && if node.to_move == player {
                            moves.iter().any(good)
                        } else {
                            moves.iter().all(good)
                        }
                });
                let found: Vec<usize> = open.map(|(place, _)| place).collect();
                // A score may have no end in one move, and so nothing yet in the first sweep.
                if found.is_empty() && distance > 2 {
                    break;
                }
                for place in found {
                    forced[place] = Forced { score: Some(sign * score), distance };
                }
            }
        }
        forced
    }
}

fn compare(board: &str, rules: &str, suicide: Suicide) {
    let board: Board = board.parse().unwrap();
    let rules = Ruleset::with_suicide(rules.parse().unwrap(), suicide);
    let setting = Setting::new(board, rules).unwrap();
    let table = Table::solve(setting, Size(1 << 28), &Progress::default()).unwrap();
    table.verify(&Progress::default()).unwrap();
    let graph = Graph::new(&Game::new(board, rules).unwrap());
    let n = i32::from(board.points());
    let [lower, upper] = Colour::BOTH.map(|player| graph.force(player, n));
    let mut nodes = 0;
    for (place, node) in graph.nodes.iter().enumerate() {
        let expected = Bounds { lower: lower[place], upper: upper[place] };
        assert_eq!(table.bounds(node).unwrap(), expected, "{board} {rules} {node:?}");
        nodes += 1;
    }
    assert!(nodes >= 4 * legal_positions(&board).count());
}

#[test]
fn every_node_of_small_boards_has_its_bounds_and_distances() {
    for board in ["1x1", "1x2", "2x1", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3", "3x2"] {
        for rules in ["none", "basic"] {
            for suicide in Suicide::ALL {
                compare(board, rules, suicide);
            }
        }
    }
}

#[test]
fn every_node_of_3x3_and_2x4_has_its_bounds_and_distances() {
    for rules in ["none", "basic"] {
        compare("3x3", rules, Suicide::Forbidden);
        compare("2x4", rules, Suicide::Forbidden);
    }
    compare("2x4", "basic", Suicide::Allowed);
}

#[test]
fn classes_are_those_of_the_symmetries() {
    for board in ["1x1", "1x6", "2x2", "2x3", "3x2", "3x3", "2x4"] {
        let board: Board = board.parse().unwrap();
        let symmetries = Symmetry::all(&board);
        let least = |position| symmetries.iter().map(|symmetry| symmetry.position(position)).min();
        let classes = legal_positions(&board).map(least).collect::<BTreeSet<_>>().len() as u64;
        let setting = Setting::new(board, "basic".parse().unwrap()).unwrap();
        assert_eq!(
            Layout::new(setting.clone(), &Progress::default()).unwrap().classes(),
            classes,
            "{board} counted"
        );
        let table = Table::solve(setting, Size(1 << 28), &Progress::default()).unwrap();
        assert_eq!(table.classes(), classes, "{board} found");
    }
}
