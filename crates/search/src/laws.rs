//! Laws of the proof search, tested on random games.

use kosolver_rules::{Game, Score, Threshold};
use proptest::prelude::*;
use proptest::sample::select;

use crate::buckets::Coarse;
use crate::meter::Meter;
use crate::prover::Prover;
use crate::reference;
use crate::request::{Request, Resources};
use crate::solve::ProofSearch;

fn cell() -> impl Strategy<Value = (&'static str, &'static str)> {
    let rules = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "psk suicide=allowed"];
    (select(vec!["1x2", "1x3", "1x4", "2x2"]), select(rules.to_vec()))
}

fn game((board, rules): (&str, &str)) -> Game {
    Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

fn started(game: &Game, coarse: Coarse, meter: &Meter) -> Prover {
    let mut prover = Prover::new(game.clone(), &Resources::default(), meter.clone());
    prover.graph.coarse = Some(coarse);
    prover
}

/// As it is, and so coarse that nearly every lemma has buckets, and few.
fn coarse() -> impl Strategy<Value = Coarse> {
    prop_oneof![
        Just(Coarse::default()),
        Just(Coarse { many: 2, mask: 127 }),
        Just(Coarse { many: 0, mask: 3 })
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// A lemma is true under every history that meets its conditions: whatever random game is
    /// played after a search, if a lemma speaks of where it stands, the reference solver agrees.
    #[test]
    fn a_lemma_stays_true_under_random_histories(
        cell in cell(), coarse in coarse(), goal in -2..=4_i32, choices in prop::collection::vec(any::<prop::sample::Index>(), 1..12)
    ) {
        let (game, meter) = (game(cell), Meter::default());
        let mut prover = started(&game, coarse, &meter);
        let threshold = Threshold::at_least(Score::points(goal));
        prover.decide(threshold).unwrap();
        for choice in choices {
            let legal = prover.legal();
            if legal.is_empty() || prover.play(legal[choice.index(legal.len())]).is_some() {
                break;
            }
            let node = prover.graph.node_at(prover.here());
            let (Some(black), facts) = prover.known_at(threshold) else { continue };
            if let Some(value) = reference::value(&game, &node, &facts, 20_000) {
                prop_assert_eq!(threshold.met_by(value), black, "{:?} {}", node, value);
            }
        }
    }

    /// Raising the threshold never turns a loss into a win, and the order of questions changes
    /// no answer.
    #[test]
    fn questions_agree_in_any_order(cell in cell(), coarse in coarse(), goals in prop::collection::vec(-5..=5_i32, 1..8)) {
        let (game, meter) = (game(cell), Meter::default());
        let mut prover = started(&game, coarse, &meter);
        let mut answers: Vec<(i32, bool)> = Vec::new();
        for goal in goals {
            let threshold = Threshold::at_least(Score::points(goal));
            let answer = prover.decide(threshold).unwrap();
            let mut fresh = started(&game, coarse, &meter);
            prop_assert_eq!(answer, fresh.decide(threshold).unwrap());
            answers.push((goal, answer));
        }
        answers.sort_unstable();
        prop_assert!(answers.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{answers:?}");
    }

    /// However coarse lemmas are: the value is that of a search without buckets, and the checker, which
    /// knows no hash, verifies its certificate.
    #[test]
    fn coarse_lemmas_are_proved(cell in larger_cell(), coarse in coarse()) {
        let (game, meter) = (game(cell), Meter::default());
        let request = Request::empty(game.clone()).with_certificate(true);
        let solve = |coarse| {
            let mut search = ProofSearch::new(game.clone(), &Resources::default(), &meter);
            search.prover.graph.coarse = coarse;
            search.solution(&request).unwrap()
        };
        let (plain, coarse) = (solve(None), solve(Some(coarse)));
        prop_assert_eq!(plain.value, coarse.value);
        let mut bytes = Vec::new();
        coarse.certificate.unwrap().write(&mut bytes).unwrap();
        let verified = kosolver_checker::verify(&bytes[..]);
        prop_assert!(verified.is_ok(), "{:?}", verified.err());
    }
}

fn larger_cell() -> impl Strategy<Value = (&'static str, &'static str)> {
    let rules =
        ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee-2020", "psk suicide=allowed"];
    (select(vec!["1x4", "1x5", "1x6", "2x2", "2x3", "cycle:4"]), select(rules.to_vec()))
}
