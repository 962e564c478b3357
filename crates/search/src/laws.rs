//! Laws of the proof search, tested on random games.

use std::time::Duration;

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Node, Score, Threshold};
use proptest::prelude::*;
use proptest::sample::select;

use crate::concurrent::read;
use crate::graph::{HEAD, STATE};
use crate::lemma::{Coarse, Lemma};
use crate::meter::Meter;
use crate::proof_search::ProofSearch;
use crate::prover::Prover;
use crate::reference;
use crate::request::{Request, Resources};
use crate::snapshot::Checkpoint;
use crate::solution::Solution;
use crate::tables::Tables;

fn cell() -> impl Strategy<Value = (&'static str, &'static str)> {
    let rules = ["psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "psk suicide=allowed"];
    (select(vec!["1x2", "1x3", "1x4", "2x2"]), select(rules.to_vec()))
}

fn game((board, rules): (&str, &str)) -> Game {
    Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

fn started(game: &Game, (coarse, decided): (Coarse, bool), meter: &Meter) -> Prover {
    let mut prover = Prover::new(game.clone(), &Resources::default(), meter.clone()).unwrap();
    prover.tables.graph.coarse = Some(coarse);
    forget_decided(&mut prover, !decided);
    prover
}

/// Has a search find out by itself what is decided.
fn forget_decided(prover: &mut Prover, forgets: bool) {
    if forgets {
        prover.tables.graph.decided = None;
    }
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
        cell in cell(), coarse in coarse(), decided in any::<bool>(), goal in -2..=4_i32, choices in prop::collection::vec(any::<prop::sample::Index>(), 1..12)
    ) {
        let (game, meter) = (game(cell), Meter::default());
        let mut prover = started(&game, (coarse, decided), &meter);
        let threshold = Threshold::at_least(Score::points(goal));
        prover.decide(threshold).unwrap();
        for choice in choices {
            let legal = prover.legal().unwrap();
            if legal.is_empty() || prover.play(legal[choice.index(legal.len())]).unwrap().is_some() {
                break;
            }
            let node = prover.tables.graph.node_at(prover.here());
            let (Some(black), facts) = prover.known_at(threshold) else { continue };
            if let Some(value) = reference::value(&game, &node, &facts, 20_000) {
                prop_assert_eq!(threshold.met_by(value), black, "{:?} {}", node, value);
            }
        }
    }

    /// Raising the threshold never turns a loss into a win, and neither the order of questions nor
    /// beginning them again changes an answer.
    #[test]
    fn questions_agree_in_any_order(
        cell in cell(), coarse in coarse(), decided in any::<bool>(), stretch in select(vec![None, Some(1), Some(20)]),
        goals in prop::collection::vec(-5..=5_i32, 1..8)
    ) {
        let (game, meter) = (game(cell), Meter::default());
        let mut prover = started(&game, (coarse, decided), &meter);
        prover.stretch = stretch;
        let mut answers: Vec<(i32, bool)> = Vec::new();
        for goal in goals {
            let threshold = Threshold::at_least(Score::points(goal));
            let answer = prover.decide(threshold).unwrap();
            let mut fresh = started(&game, (coarse, !decided), &meter);
            prop_assert_eq!(answer, fresh.decide(threshold).unwrap());
            answers.push((goal, answer));
        }
        answers.sort_unstable();
        prop_assert!(answers.windows(2).all(|pair| pair[0].1 >= pair[1].1), "{answers:?}");
    }

    /// Neither does letting questions take turns change a value.
    #[test]
    fn values_do_not_depend_on_turns(cell in cell(), nodes in 1..60_u64) {
        let (game, resources) = (game(cell), Resources::default());
        let request = Request::empty(game.clone());
        let value = |stretch: Option<u64>| {
            let mut search = ProofSearch::new(game.clone(), &resources, &Meter::default()).unwrap();
            (search.in_turns, search.prover.stretch) = (stretch.is_some(), stretch);
            search.solution(&request, &resources).unwrap().value
        };
        prop_assert_eq!(value(Some(nodes)), value(None));
    }

    /// Long lists only find sooner what is in them: the search visits the same nodes and proves the same
    /// lemmas, and an answer rests on the same ones.
    #[test]
    fn long_lists_change_nothing(
        cell in larger_cell(), coarse in coarse(), decided in any::<bool>(), many in 0..4_usize
    ) {
        let (game, meter) = (game(cell), Meter::default());
        let request = Request::empty(game.clone()).with_certificate(true);
        let solve = |many| {
            let mut search = ProofSearch::new(game.clone(), &Resources::default(), &meter).unwrap();
            forget_decided(&mut search.prover, !decided);
            (search.prover.tables.graph.coarse, search.prover.tables.lemmas.many) = (Some(coarse), many);
            let solution = search.solution(&request, &Resources::default()).unwrap();
            let mut bytes = Vec::new();
            solution.certificate.unwrap().write(&mut bytes).unwrap();
            (solution.value, solution.effort.nodes, solution.effort.lemmas, bytes)
        };
        prop_assert!(solve(many) == solve(usize::MAX), "{cell:?}");
    }

    /// However coarse lemmas are: the value is that of a search without buckets, and the checker, which
    /// knows no hash, verifies its certificate.
    #[test]
    fn coarse_lemmas_are_proved(cell in larger_cell(), coarse in coarse(), decided in any::<bool>()) {
        let (game, meter) = (game(cell), Meter::default());
        let request = Request::empty(game.clone()).with_certificate(true);
        let solve = |coarse| {
            let mut search = ProofSearch::new(game.clone(), &Resources::default(), &meter).unwrap();
            forget_decided(&mut search.prover, !decided);
            search.prover.tables.graph.coarse = coarse;
            search.solution(&request, &Resources::default()).unwrap()
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

/// On the graph ko fights are everything: 56 nodes have thousands of lemmas, so that long lists get full and are made
/// anew. On 3x4 lemmas have patterns. A search that finds the same lemmas visits the same nodes.
#[test]
fn very_long_lists_change_nothing() {
    let lists = [("graph6:EFz_", "psk", 1, 600), ("graph6:EFz_", "nssk", 1, 600), ("3x4", "spight", 5, 4)];
    for (board, rules, goal, least) in lists {
        let game = game((board, rules));
        let searched = [1, usize::MAX].map(|many| {
            let resources = Resources::default().with_nodes(Some(30_000));
            let mut prover = Prover::new(game.clone(), &resources, Meter::default()).unwrap();
            prover.restart((Node::new(Position::EMPTY, Colour::Black), Vec::new())).unwrap();
            prover.tables.lemmas.many = many;
            let answer = prover.decide(Threshold::at_least(Score::points(goal))).ok();
            let Tables { graph, lemmas } = &prover.tables;
            let lists = graph.all().map(|node| lemmas.list(&graph.record(node)[HEAD]));
            let longest = lists.map(Iterator::count).max();
            let has_patterns = (0..lemmas.len()).any(|lemma| !lemmas.patterns(Lemma(lemma)).is_empty());
            assert!(longest > Some(least), "{board} {rules}: a list is made anew at 512");
            assert_eq!(has_patterns, board == "3x4", "{board} {rules}");
            (answer, prover.nodes(), lemmas.proved())
        });
        assert_eq!(searched[0], searched[1], "{board} {rules}");
    }
}

/// Questions that are begun again many times have the same answers, and what proves them is checked.
#[test]
fn beginning_again_changes_no_value() {
    let meter = Meter::default();
    for rules in ["psk", "ssk", "nssk", "spight", "fixed", "basic-fixed"] {
        for (board, stretch) in [("1x8", 200), ("1x9", 200), ("cycle:6", 20), ("2x4", 100), ("3x4", 500)] {
            let game = game((board, rules));
            let request = Request::empty(game.clone()).with_openings(true).with_line(true);
            let request = request.with_certificate(true);
            let [once, again] = [None, Some(stretch)].map(|stretch| {
                let mut search = ProofSearch::new(game.clone(), &Resources::default(), &meter).unwrap();
                search.prover.stretch = stretch;
                let solution = search.solution(&request, &Resources::default()).unwrap();
                assert!(
                    board != "3x4" || search.prover.tables.graph.guide.is_some(),
                    "{rules}: it has a guide"
                );
                solution
            });
            let found =
                |solution: &Solution| (solution.value, solution.openings.clone(), solution.line.clone());
            assert_eq!(found(&once), found(&again), "{board} {rules}");
            assert_ne!(once.effort.nodes, again.effort.nodes, "{board} {rules}: begun again");
            let mut bytes = Vec::new();
            again.certificate.unwrap().write(&mut bytes).unwrap();
            kosolver_checker::verify(&bytes[..]).unwrap();
        }
    }
}

/// A search that goes on from a checkpoint takes up the proof numbers of the question that was open, and
/// not those that were forgotten when it was begun again.
#[test]
fn what_was_forgotten_stays_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search.kcheck");
    let game = game(("1x10", "psk"));
    let request = Request::empty(game.clone());
    let begun = |nodes| {
        let resources = Resources::default().with_nodes(Some(nodes));
        let mut prover = Prover::new(game.clone(), &resources, Meter::default()).unwrap();
        prover.stretch = Some(200);
        prover.checkpoint = Some(Checkpoint::new(&path, Duration::from_secs(120), &request, false));
        prover.restart((Node::new(Position::EMPTY, Colour::Black), Vec::new())).unwrap();
        prover
    };
    let latest_mark = |prover: &Prover| {
        prover
            .tables
            .graph
            .all()
            .filter_map(|node| prover.tables.graph.more(prover.tables.graph.record(node)))
            .map(|more| read(&more[STATE]) >> 9)
            .max()
            .unwrap()
    };
    let (one, two) = (Threshold::at_least(Score::points(1)), Threshold::at_least(Score::points(2)));
    let mut before = begun(2000);
    assert!(before.decide(one).is_err(), "2000 nodes do not answer it");
    let latest = latest_mark(&before);
    assert!(latest > 2, "it was begun again {latest} times");
    for (threshold, expected) in [(one, latest), (two, latest + 1)] {
        let mut after = begun(20);
        // It leaves the checkpoint as it is.
        let checkpoint = after.checkpoint.take().unwrap();
        after.resume(&checkpoint, &[]).unwrap();
        assert!(after.decide(threshold).is_err());
        assert_eq!(latest_mark(&after), expected, "{threshold:?}");
    }
}
