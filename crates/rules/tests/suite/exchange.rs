//! The rules know no colours: what a node's steps are is what they are for the node with Black
//! and White exchanged, exchanged.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Fact, Facts, Game, Ko, Legality, Node, Predicate, Pull, Score, Step, Then};
use proptest::prelude::*;
use proptest::sample::{Index, select};

fn exchanged(game: &Game, step: Step) -> Step {
    let facts = |facts: Vec<Fact>| facts.into_iter().map(|fact| game.exchanged_fact(fact)).collect();
    Step {
        made: step.made,
        legality: match step.legality {
            Legality::Unless(facts) => {
                Legality::Unless(facts.into_iter().map(|fact| game.exchanged_fact(fact)).collect())
            }
            other => other,
        },
        present: facts(step.present),
        absent: facts(step.absent),
        pulls: step.pulls.into_iter().map(|pull| exchanged_pull(game, pull)).collect(),
        clears: step.clears.into_iter().map(|scope| game.exchanged_scope(scope)).collect(),
        inserts: step.inserts.into_iter().map(|fact| game.exchanged_fact(fact)).collect(),
        then: match step.then {
            Then::Node(node) => Then::Node(game.exchanged_node(&node)),
            Then::End(score) => Then::End(-score),
        },
    }
}

fn exchanged_pull(game: &Game, pull: Pull) -> Pull {
    let exchanged = |said: Predicate| game.exchanged_fact(said.of(Position::EMPTY)).predicate();
    Pull { to: exchanged(pull.to), from: exchanged(pull.from) }
}

/// With their facts in an order that does not depend on colours.
fn sorted(mut step: Step) -> Step {
    step.present.sort();
    step.absent.sort();
    step.clears.sort();
    step.inserts.sort();
    step
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn steps_do_not_know_colours(
        board in select(vec!["1x3", "1x5", "2x2", "2x3", "3x3"]),
        ko in select(Ko::all().flat_map(Ko::readings).map(|ko| ko.to_string()).collect::<Vec<_>>()),
        suicide in select(vec!["forbidden", "multi-stone", "allowed"]),
        choices in prop::collection::vec(any::<Index>(), 1..40),
    ) {
        let game = Game::new(board.parse().unwrap(), format!("{ko} suicide={suicide}").parse().unwrap()).unwrap();
        prop_assert!(game.fair());
        let (mut node, facts) = game.start(Position::EMPTY, Colour::Black);
        let mut facts: Facts = facts.into_iter().collect();
        for choice in choices {
            let other: Node = game.exchanged_node(&node);
            prop_assert_eq!(&game.exchanged_node(&other), &node);
            let steps = game.steps(&node);
            let expected: Vec<Step> = steps.iter().cloned().map(|step| sorted(exchanged(&game, step))).collect();
            let found: Vec<Step> = game.steps(&other).into_iter().map(sorted).collect();
            prop_assert_eq!(found, expected);
            let mut implied: Vec<Fact> = game.implied(&node).into_iter().map(|f| game.exchanged_fact(f)).collect();
            implied.sort();
            let mut exchanged: Vec<Fact> = game.implied(&other).to_vec();
            exchanged.sort();
            prop_assert_eq!(exchanged, implied);
            prop_assert_eq!(game.stuck(&other), -game.stuck(&node));
            let legal: Vec<&Step> = steps.iter().filter(|step| facts.allow(step)).collect();
            if legal.is_empty() {
                break;
            }
            let step = legal[choice.index(legal.len())];
            facts = facts.after(step);
            match &step.then {
                Then::Node(next) => node = next.clone(),
                Then::End(_) => break,
            }
        }
    }
}

#[test]
fn komi_knows_colours() {
    let game =
        |komi: &str| Game::new("2x2".parse().unwrap(), format!("psk komi={komi}").parse().unwrap()).unwrap();
    assert!(game("0").fair());
    for komi in ["1", "-0.5", "7.5"] {
        assert!(!game(komi).fair());
    }
    assert_eq!(-Score::points(2), Score::points(-2));
}
