//! The komi that is said to be fair, against the values of the game at one komi after another, found
//! by brute force: who wins if endless play is worth c is settled anew for each komi, each c and each
//! threshold, without the numbers L and U.

use std::collections::HashMap;

use kosolver_board::{Board, Colour, legal_positions};
use kosolver_report::FairKomi;
use kosolver_rules::{Game, Legality, Node, Ruleset, Score, Suicide, Then};
use kosolver_search::{Meter, Outcome, Request, Resources, Session, solve};

/// Where a move leads: a node, by its place, or the end with a score before komi.
#[derive(Clone, Copy)]
enum Next {
    Node(usize),
    End(Score),
}

/// All nodes that can be reached from any position; first the positions with either player to move.
struct Graph {
    nodes: Vec<Node>,
    starts: usize,
    moves: Vec<Vec<Next>>,
    before: Vec<Vec<usize>>,
}

impl Graph {
    fn new(game: &Game) -> Graph {
        let positions = legal_positions(game.board());
        let mut nodes: Vec<Node> =
            positions.flat_map(|position| Colour::BOTH.map(|to_move| Node::new(position, to_move))).collect();
        let starts = nodes.len();
        let mut places: HashMap<Node, usize> =
            nodes.iter().enumerate().map(|(place, node)| (node.clone(), place)).collect();
        let mut moves: Vec<Vec<Next>> = Vec::new();
        while let Some(node) = nodes.get(moves.len()) {
            let mut row = Vec::new();
            for step in game.steps(node).into_iter().filter(|step| step.legality == Legality::Always) {
                row.push(match step.then {
                    Then::End(score) => Next::End(score),
                    Then::Node(next) => Next::Node(*places.entry(next.clone()).or_insert_with(|| {
                        nodes.push(next);
                        nodes.len() - 1
                    })),
                });
            }
            moves.push(row);
        }
        let mut before = vec![Vec::new(); nodes.len()];
        for (place, row) in moves.iter().enumerate() {
            for next in row {
                if let Next::Node(next) = next {
                    before[*next].push(place);
                }
            }
        }
        Graph { nodes, starts, moves, before }
    }

    /// The nodes from which a player can bring about one of some ends.
    fn forced(&self, player: Colour, wanted: impl Fn(Score) -> bool) -> Vec<bool> {
        let mut forced = vec![false; self.nodes.len()];
        let mut open: Vec<usize> = self.moves.iter().map(Vec::len).collect();
        let mut waiting = Vec::new();
        // A move of his that leads there is enough, of his opponent's all must.
        let mut reach = |place: usize, waiting: &mut Vec<usize>, forced: &mut Vec<bool>| {
            open[place] -= 1;
            if !forced[place] && (self.nodes[place].to_move == player || open[place] == 0) {
                forced[place] = true;
                waiting.push(place);
            }
        };
        for (place, row) in self.moves.iter().enumerate() {
            for next in row {
                if matches!(next, Next::End(score) if wanted(*score)) {
                    reach(place, &mut waiting, &mut forced);
                }
            }
        }
        while let Some(place) = waiting.pop() {
            for &place in &self.before[place] {
                reach(place, &mut waiting, &mut forced);
            }
        }
        forced
    }

    /// What the starts are worth to Black at a komi, endless play being worth c; and whether a player
    /// can force the game to end with no less for himself.
    fn values(&self, points: i32, komi: Score, endless: Score) -> Vec<(Score, bool)> {
        let mut worths: Vec<Score> = (-points..=points).map(|score| Score::points(score) - komi).collect();
        worths.push(endless);
        worths.sort_unstable();
        let mut values = vec![(worths[0], false); self.starts];
        for &worth in &worths {
            let black = self.forced(Colour::Black, |score| score - komi >= worth);
            let white = self.forced(Colour::White, |score| score - komi < worth);
            for (place, value) in values.iter_mut().enumerate() {
                // Endless play wins for Black at this threshold, or for White.
                if if endless >= worth { !white[place] } else { black[place] } {
                    value.0 = worth;
                }
            }
        }
        for worth in worths {
            let black = self.forced(Colour::Black, |score| score - komi >= worth);
            let white = self.forced(Colour::White, |score| score - komi <= worth);
            for (place, value) in values.iter_mut().enumerate().filter(|(_, value)| value.0 == worth) {
                value.1 = black[place] || white[place];
            }
        }
        values
    }
}

fn half(halves: i64) -> Score {
    Score::fraction(halves, 2)
}

/// The komis that are said to be fair are those at which brute force finds 0. How many starts were
/// compared, and of them how many of each kind.
fn compare(board: &str, ko: &str, suicide: Suicide, at_each_komi: bool) -> [usize; 6] {
    let board: Board = board.parse().unwrap();
    let n = i32::from(board.points());
    let rules = Ruleset::with_suicide(ko.parse().unwrap(), suicide);
    let graph = Graph::new(&Game::new(board, rules).unwrap());
    let far = [half(-2000), half(2000)];
    let komis: Vec<Score> = (-2 * i64::from(n) - 3..=2 * i64::from(n) + 3).map(half).chain(far).collect();
    let worths = [half(-2 * i64::from(n) - 3), half(-2), half(-1), half(0), half(1), half(3)];
    let worths = worths.into_iter().chain([half(2 * i64::from(n) + 3), Score::points(n)]);
    let meter = Meter::default();
    let mut kinds = [0; 6];
    for no_result in worths {
        let values: Vec<Vec<(Score, bool)>> =
            komis.iter().map(|komi| graph.values(n, *komi, no_result)).collect();
        let solved = |komi: Score| -> Vec<(Game, kosolver_search::Value)> {
            let game =
                Game::new(board, rules.but().komi(komi).no_result(no_result).build().unwrap()).unwrap();
            let mut session = Session::with(game.clone(), Resources::default(), &meter);
            let starts = graph.nodes[..graph.starts].iter();
            starts
                .map(|node| {
                    let request = Request::new(game.clone(), node.position, node.to_move).unwrap();
                    (game.clone(), session.solve(&request).unwrap().value)
                })
                .collect()
        };
        for (place, (game, value)) in solved(Score::ZERO).iter().enumerate() {
            let fair = FairKomi::of(game, value).expect("there are komis, or it is known that there is none");
            for (komi, values) in komis.iter().zip(&values) {
                let even = values[place].0 == Score::ZERO;
                assert_eq!(
                    fair.contains(*komi),
                    even,
                    "{board} {} no result {no_result}: {:?}, fair {fair}, komi {komi}",
                    game.rules(),
                    graph.nodes[place]
                );
            }
            kinds[match fair {
                FairKomi::Of(_) => 0,
                FairKomi::Between(Some(_), Some(_)) => 1,
                FairKomi::Between(None, Some(_)) => 2,
                FairKomi::Between(Some(_), None) => 3,
                FairKomi::Between(None, None) => 4,
                FairKomi::Never => 5,
            }] += 1;
        }
        // The solver says the same at each komi, and says NR where nobody forces the value.
        for (komi, values) in komis.iter().zip(&values).filter(|_| at_each_komi) {
            for (place, (game, value)) in solved(*komi).iter().enumerate() {
                let (worth, ends) = values[place];
                assert_eq!(value.worth, worth, "{board} {} {:?}", game.rules(), graph.nodes[place]);
                let outcome = if ends { Outcome::Score(worth) } else { Outcome::NoResult };
                assert_eq!(value.outcome, outcome, "{board} {} {:?}", game.rules(), graph.nodes[place]);
                let fair = FairKomi::of(game, value).expect("as before");
                assert_eq!(fair.contains(*komi), worth == Score::ZERO, "{board} {}", game.rules());
            }
        }
    }
    kinds
}

#[test]
fn fair_komis_are_those_at_which_the_game_is_even() {
    let mut total = [0; 6];
    for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "cycle:3", "star:4"] {
        for ko in ["none", "basic"] {
            for suicide in Suicide::ALL {
                let small = ["1x1", "1x2", "1x3", "2x2", "cycle:3"].contains(&board);
                let kinds = compare(board, ko, suicide, small);
                total.iter_mut().zip(kinds).for_each(|(total, kind)| *total += kind);
            }
        }
    }
    // A test in which some kind does not come up would say nothing of it.
    assert!(total.iter().all(|count| *count > 0), "{total:?}");
}

#[test]
fn fair_komis_of_five_and_six_points() {
    for suicide in Suicide::ALL {
        compare("1x5", "none", suicide, false);
        compare("2x3", "basic", suicide, false);
    }
}

/// Under Kee's mean: the komis that are said to be fair are those at which the start is worth 0, and what
/// is said does not depend on the komi at which it was asked.
#[test]
fn fair_komis_under_kees_rule_are_those_at_which_the_game_is_even() {
    let meter = Meter::default();
    let mut intervals = 0;
    for (board, position) in [("1x2", ".."), ("1x3", ".X."), ("2x2", "../..")] {
        for ko in ["kee"] {
            for to_move in Colour::BOTH {
                let board: Board = board.parse().unwrap();
                let n = i64::from(board.points());
                let start = kosolver_board::Position::parse(&board, position).unwrap();
                let game = Game::new(board, ko.parse().unwrap()).unwrap();
                let request = Request::new(game, start, to_move).unwrap();
                let worth = |komi: Score| {
                    let request = request.at_komi(komi).unwrap();
                    let value = solve(&request, &meter).unwrap().value;
                    (value.worth, FairKomi::searched(&request, &value, &meter).unwrap().unwrap())
                };
                let (_, fair) = worth(Score::ZERO);
                intervals += u32::from(matches!(fair, FairKomi::Between(..)));
                for komi in [-2 * n - 1, -3, -2, 0, 1, 2, 2 * n + 1].map(half) {
                    let (worth, again) = worth(komi);
                    let what = format!("{board} {position} {ko} {to_move}, fair {fair}, komi {komi}");
                    assert_eq!(fair.contains(komi), worth == Score::ZERO, "{what}: {worth}");
                    assert_eq!(fair, again, "{what}");
                }
            }
        }
    }
    assert!(intervals > 0, "a test without an interval says nothing of them");
}
