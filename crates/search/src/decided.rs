//! Decided positions: stones that live, and the regions round them in which the opponent cannot live
//! (`DESIGN.md`, "Decided positions").

use kosolver_board::Colour;
use kosolver_rules::{Game, Scope, Score};

use crate::guide::is_wide;

/// That a game has decided positions, and what their patterns speak of.
pub(crate) struct DecidedPositions {
    /// The scopes of all facts of the rule.
    pub scopes: Vec<Scope>,
}

impl DecidedPositions {
    /// Of a game that has decided positions. Where no point has three neighbours ko fights spoil their patterns: there
    /// lemmas without them serve more often.
    pub(crate) fn of(game: &Game) -> Option<DecidedPositions> {
        (is_wide(game.board()) && game.has_decided_positions())
            .then(|| DecidedPositions { scopes: game.scopes() })
    }
}

/// The least number of points that a player must have for good to meet the threshold of a question.
pub(crate) fn needed(game: &Game, wins: impl Fn(Score) -> bool, player: Colour) -> u8 {
    let points = game.board().points();
    let score = |settled: u8| {
        let lead = 2 * i32::from(settled) - i32::from(points);
        Score::points(if player == Colour::Black { lead } else { -lead }) - game.given()
    };
    (1..=points).find(|settled| wins(score(*settled))).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use kosolver_board::{Board, Point, PointSet, Position, Settled, legal_positions};
    use kosolver_rules::{Node, Referee, Threshold};
    use proptest::prelude::RngExt;
    use proptest::test_runner::{RngAlgorithm, TestRng};

    use super::*;
    use crate::meter::Meter;
    use crate::prover::Prover;
    use crate::request::Resources;

    const RULES: [&str; 6] = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight"];

    fn game(board: &str, rules: &str) -> Game {
        Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap()
    }

    /// A search that does not know decided positions.
    fn searching(game: &Game) -> Prover {
        let mut prover = Prover::new(game.clone(), &Resources::default(), Meter::default()).unwrap();
        prover.tables.graph.decided = None;
        prover
    }

    /// What a player has for good here, if the theorem applies as the game stands; and whether it would but
    /// for the past.
    fn applies(referee: &Referee, player: Colour) -> Option<(Settled, bool)> {
        let (game, node) = (referee.game(), referee.node());
        let settled = Settled::of(game.board(), node.position.stones(player))?;
        let stands = !(node.position.stones(!player) & settled.points).is_empty();
        let has = |fact: &kosolver_rules::Fact| referee.facts().any(|other| other == fact);
        let ends = game
            .passes(node)
            .iter()
            .any(|step| matches!(step.then, kosolver_rules::Then::End(_)) && step.applies(has));
        if node.ban != kosolver_rules::Ban::None || (node.to_move != player && stands && ends) {
            return None;
        }
        let room = settled.points - settled.alive;
        let spoils = |fact: &kosolver_rules::Fact| {
            let own = fact.last_position().stones(player);
            (settled.alive - own).is_empty() && !(room & own).is_empty()
        };
        Some((settled, !referee.facts().any(spoils)))
    }

    /// Whether a player gets as many points as the theorem says.
    fn gets(prover: &mut Prover, settled: Settled, player: Colour) -> bool {
        let points = i32::from(prover.tables.graph.game.board().points());
        let lead = Score::points(2 * settled.points.len() as i32 - points);
        match player {
            Colour::Black => prover.decide(Threshold::at_least(lead)).unwrap(),
            Colour::White => !prover.decide(Threshold::more_than(-lead)).unwrap(),
        }
    }

    /// Every so many-th position of a board, from a fresh start: how often the theorem applied.
    fn check_starts(board: &str, rules: &str, every: usize) -> usize {
        let game = game(board, rules);
        let mut prover = searching(&game);
        let mut applied = 0;
        for position in legal_positions(game.board()).step_by(every) {
            for (to_move, player) in
                Colour::BOTH.into_iter().flat_map(|one| Colour::BOTH.map(|two| (one, two)))
            {
                let referee = Referee::new(game.clone(), position, to_move);
                let Some((settled, met)) = applies(&referee, player) else { continue };
                assert!(met, "no history is younger");
                applied += 1;
                let (node, facts) = game.start(position, to_move);
                prover.restart((node, facts.to_vec())).unwrap();
                let shown = position.text(game.board());
                assert!(gets(&mut prover, settled, player), "{board} {rules} {shown} {to_move}: {player}");
            }
        }
        applied
    }

    /// Random games, as long as they are: how often the theorem applied, and how often it did not because
    /// of the past and what it says was false.
    fn check_games(board: &str, rules: &str, games: u32, seed: u8) -> [usize; 2] {
        let game = game(board, rules);
        let mut prover = searching(&game);
        let mut chance = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let (mut applied, mut false_without) = (0, 0);
        for _ in 0..games {
            let mut referee = Referee::new(game.clone(), Position::EMPTY, Colour::Black);
            prover.restart((Node::new(Position::EMPTY, Colour::Black), start_facts(&game))).unwrap();
            for _ in 0..60 {
                let legal = prover.legal().unwrap();
                let made = legal[chance.random_range(0..legal.len())];
                referee.play(made).unwrap();
                if prover.play(made).unwrap().is_some() {
                    break;
                }
                for player in Colour::BOTH {
                    let Some((settled, met)) = applies(&referee, player) else { continue };
                    let gets = gets(&mut prover, settled, player);
                    assert!(gets || !met, "{board} {rules}: {player} after {:?}", referee.record());
                    applied += usize::from(met);
                    false_without += usize::from(!gets);
                }
            }
        }
        [applied, false_without]
    }

    fn start_facts(game: &Game) -> Vec<kosolver_rules::Fact> {
        game.start(Position::EMPTY, Colour::Black).1.to_vec()
    }

    #[test]
    fn they_are_known_where_a_point_has_three_neighbours() {
        let known = ["1x12", "2x2", "cycle:6", "2x3", "star:4"]
            .map(|board| DecidedPositions::of(&game(board, "psk")));
        assert_eq!(known.map(|known| known.is_some()), [false, false, false, true, true]);
    }

    #[test]
    fn decided_starts_are_won() {
        let mut sum = 0;
        for rules in RULES {
            for (board, every) in
                [("1x4", 1), ("1x7", 3), ("2x3", 1), ("3x3", 5), ("cycle:6", 1), ("star:5", 1)]
            {
                let applied = check_starts(board, rules, every);
                assert!(applied > 0, "{board} {rules}");
                sum += applied;
            }
        }
        sum += check_starts("2x5", "psk", 10) + check_starts("3x4", "psk", 2000);
        assert!(sum > 2000, "{sum}");
    }

    /// All of them.
    #[test]
    #[ignore = "slow: test.sh --all runs it"]
    fn all_decided_starts_are_won() {
        for rules in RULES {
            for board in ["2x5", "3x3", "1x8", "torus:2x4", "star:6", "complete:5", "graph6:EFz_"] {
                println!("{board} {rules}: {}", check_starts(board, rules, 1));
            }
        }
        println!("3x4: {}", check_starts("3x4", "psk", 1));
    }

    #[test]
    fn decided_positions_are_won_after_random_games() {
        let mut sums = [0, 0];
        for (rules, seed) in RULES.into_iter().zip(1..) {
            for (board, games) in [("1x5", 60), ("2x3", 60), ("2x4", 15), ("3x3", 15)] {
                let found = check_games(board, rules, games, seed);
                sums = [sums[0] + found[0], sums[1] + found[1]];
            }
        }
        assert!(sums[0] > 1000, "{sums:?}");
    }

    #[test]
    #[ignore = "slow: test.sh --all runs it; an hour"]
    fn decided_positions_are_won_after_many_random_games() {
        for (rules, seed) in RULES.into_iter().zip(10..) {
            for (board, games) in [("2x4", 6000), ("2x5", 4000), ("3x3", 4000), ("1x8", 2000), ("3x4", 700)] {
                println!("{board} {rules}: {:?}", check_games(board, rules, games, seed));
            }
        }
    }

    /// The example of DESIGN.md: all is met but the condition on the past, and what the theorem says is false.
    #[test]
    fn the_past_counts() {
        let game = game("2x4", "psk");
        let mut prover = searching(&game);
        prover.restart((Node::new(Position::EMPTY, Colour::Black), start_facts(&game))).unwrap();
        let mut referee = Referee::new(game.clone(), Position::EMPTY, Colour::Black);
        let moves = "B2 pass A1 C1 B1 D1 D2 C2 D2 C2 pass C1 D1 C2 C1 pass C2 A2 B2 A1 B1 C2 D1 pass C1 A2";
        for name in moves.split(' ') {
            let made = kosolver_rules::Move::parse(game.board(), name).unwrap();
            referee.play(made).unwrap();
            prover.play(made).unwrap();
        }
        assert_eq!(referee.position().text(game.board()), "OXO./.XXX");
        let (settled, met) = applies(&referee, Colour::Black).unwrap();
        assert_eq!((settled.points, met), (game.board().all(), false));
        let mut gets = |points| prover.decide(Threshold::at_least(Score::points(points))).unwrap();
        assert_eq!([gets(5), gets(6), gets(8)], [true, false, false]);
        // The first that says so knows of the past.
        let mut knowing = Prover::new(game.clone(), &Resources::default(), Meter::default()).unwrap();
        knowing.restart((Node::new(Position::EMPTY, Colour::Black), start_facts(&game))).unwrap();
        for name in moves.split(' ') {
            knowing.play(kosolver_rules::Move::parse(game.board(), name).unwrap()).unwrap();
        }
        assert!(!knowing.decide(Threshold::at_least(Score::points(6))).unwrap());
    }

    /// Answers after random games, in which much has been captured, of one search that knows decided positions and
    /// of one that does not: the lemmas of the first [have patterns](crate::prover::Derivation), too.
    #[test]
    fn answers_after_random_games_are_the_same() {
        let mut chance = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
        for rules in RULES {
            for (board, games) in [("star:4", 300), ("2x3", 300), ("2x4", 20), ("3x3", 10)] {
                let game = game(board, rules);
                let knowing = Prover::new(game.clone(), &Resources::default(), Meter::default()).unwrap();
                let mut provers = [searching(&game), knowing];
                let points = i32::from(game.board().points());
                for _ in 0..games {
                    for prover in &mut provers {
                        let start = Node::new(Position::EMPTY, Colour::Black);
                        prover.restart((start, start_facts(&game))).unwrap();
                    }
                    for _ in 0..40 {
                        let legal = provers[0].legal().unwrap();
                        let made = legal[chance.random_range(0..legal.len())];
                        if provers.each_mut().map(|prover| prover.play(made).unwrap())[0].is_some() {
                            break;
                        }
                        let threshold =
                            Threshold::at_least(Score::points(chance.random_range(1 - points..=points)));
                        let [one, other] = provers.each_mut().map(|prover| prover.decide(threshold).unwrap());
                        assert_eq!(one, other, "{board} {rules} {threshold:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_settled() {
        // Each with the points that are settled for Black: `x` where they are not stones of his.
        let cases = [
            ("1x5", ".X.X.", "xXxXx"),
            ("1x5", "XX.XX", "....."),
            ("1x3", ".X.", "xXx"),
            ("3x5", "XXXXX/X.X.X/XXXXX", "XXXXX/XxXxX/XXXXX"),
            ("3x4", ".X.X/XXXX/.OO.", "xXxX/XXXX/xxxx"),
            // Inside there is one point; two; four.
            ("4x4", ".X.X/XXXX/..XX/..X.", "xXxX/XXXX/xxXX/xxXx"),
            ("4x4", ".X.X/XXXX/...X/.O.X", "xXxX/XXXX/xxxX/xxxX"),
            ("4x4", ".X.X/XXXX/..OO/....", "xXxX/XXXX/..../...."),
            // The right chain has one eye, and without it so has the left.
            ("1x7", ".X.X...", "......."),
            // A region with a stone of his.
            ("4x4", ".X.X/XXXX/..../..X.", "xXxX/XXXX/..../...."),
        ];
        for (text, rows, expected) in cases {
            let board: Board = text.parse().unwrap();
            let position = Position::parse(&board, rows).unwrap();
            let marks = (0..).zip(expected.chars().filter(|mark| *mark != '/'));
            let expected: PointSet =
                marks.filter(|(_, mark)| *mark != '.').map(|(number, _)| Point::new(number)).collect();
            let settled = |position: Position, player: Colour| {
                Settled::of(&board, position.stones(player)).map_or(PointSet::EMPTY, |settled| settled.points)
            };
            assert_eq!(settled(position, Colour::Black), expected, "{rows}");
            assert_eq!(settled(position.inverted(), Colour::White), expected, "{rows}");
        }
    }
}
