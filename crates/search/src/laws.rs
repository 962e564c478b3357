//! Laws of the proof search, tested on random games.

use board::{Colour, Position};
use proptest::prelude::*;
use proptest::sample::select;
use rules::{Fact, Game, Score, Threshold};

use crate::graph::Spot;
use crate::meter::Meter;
use crate::proof::Prover;
use crate::reference;

fn cell() -> impl Strategy<Value = (&'static str, &'static str)> {
    let rules = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "psk suicide=allowed"];
    (select(vec!["1x2", "1x3", "1x4", "2x2"]), select(rules.to_vec()))
}

fn game((board, rules): (&str, &str)) -> Game {
    Game::new(board.parse().unwrap(), rules.parse().unwrap())
}

fn started<'a>(game: &Game, meter: &'a Meter) -> (Prover<'a>, Spot) {
    let mut prover = Prover::new(game.clone(), meter);
    let (node, facts) = game.start(Position::EMPTY, Colour::Black);
    let root = prover.start(node, &facts);
    (prover, root)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A lemma is true under every history that meets its conditions: whatever random game is
    /// played after a search, if a lemma speaks of where it stands, the reference solver agrees.
    #[test]
    fn a_lemma_stays_true_under_random_histories(
        cell in cell(), goal in -2..=4_i32, choices in prop::collection::vec(any::<prop::sample::Index>(), 1..12)
    ) {
        let (game, meter) = (game(cell), Meter::default());
        let (mut prover, root) = started(&game, &meter);
        let threshold = Threshold::at_least(Score::points(goal));
        prover.decide(root, threshold);
        let mut spot = root;
        for choice in choices {
            let legal = prover.legal(spot);
            let (_, edge) = legal[choice.index(legal.len())];
            prover.make(spot, &edge);
            let Err(next) = prover.end(spot, &edge) else { break };
            spot = next;
            let Some(black) = prover.known_at(spot, threshold) else { continue };
            let node = prover.graph.group.node(spot.turn, prover.graph.nodes.get(spot.node));
            let facts: Vec<Fact> =
                prover.history.facts().iter().map(|&fact| prover.graph.facts.get(&prover.graph.group, fact)).collect();
            if let Some(value) = reference::value(&game, &node, &facts, 20_000) {
                prop_assert_eq!(threshold.met_by(value), black, "{:?} {}", node, value);
            }
        }
    }

    /// Raising the threshold never turns a loss into a win, and the order of questions changes
    /// no answer.
    #[test]
    fn questions_agree_in_any_order(cell in cell(), goals in prop::collection::vec(-5..=5_i32, 1..8)) {
        let (game, meter) = (game(cell), Meter::default());
        let (mut prover, root) = started(&game, &meter);
        let mut answers: Vec<(i32, bool)> = Vec::new();
        for goal in goals {
            let threshold = Threshold::at_least(Score::points(goal));
            let answer = prover.decide(root, threshold);
            let (mut fresh, root) = started(&game, &meter);
            prop_assert_eq!(answer, fresh.decide(root, threshold));
            answers.push((goal, answer));
        }
        answers.sort_unstable();
        prop_assert!(answers.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{answers:?}");
    }
}
