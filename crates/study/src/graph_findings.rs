//! What stands out in a survey of graphs.

use std::collections::BTreeSet;

use ahash::AHashMap;
use kosolver_board::{Board, canonical_graph};
use kosolver_report::{Change, Differing, Findings, Graph, Graphs, OfEdge, OfPair, OfRule, Verdict};
use kosolver_rules::Score;

use crate::column::Column;

/// What stands out in graphs that are solved under these rules, one column each.
pub(crate) fn findings(columns: &[Column], boards: &[Board], graphs: &[Graph]) -> Findings {
    let scored: Vec<usize> = (0..columns.len()).filter(|rule| !columns[*rule].rules.win_or_loss()).collect();
    let worth = |graph: &Graph, rule: usize| graph.values[rule].headline();
    let known = |graph: &Graph, rule: usize| graph.values[rule].solved.is_some();
    let solved = graphs.iter().filter(|graph| scored.iter().all(|rule| known(graph, *rule)));
    let agreed =
        |graph: &&Graph| scored.windows(2).all(|pair| worth(graph, pair[0]) == worth(graph, pair[1]));
    let steps = steps(boards);
    let rules = columns.iter().enumerate().map(|(rule, column)| of_rule(graphs, rule, column, &steps));
    let pairs = scored.iter().enumerate().flat_map(|(place, one)| {
        scored[place + 1..].iter().map(move |other| {
            let known = graphs.iter().filter(move |graph| known(graph, *one) && known(graph, *other));
            let differ = known.filter(|graph| worth(graph, *one) != worth(graph, *other));
            OfPair {
                rules: [*one, *other].map(|rule| columns[rule].title().to_owned()),
                differ: differ.clone().count(),
                graphs: differ
                    .take(Graphs::NAMED)
                    .map(|graph| Differing {
                        board: graph.board,
                        values: [*one, *other].map(|rule| worth(graph, rule)),
                    })
                    .collect(),
            }
        })
    });
    Findings {
        graphs: graphs.len(),
        solved: solved.clone().count(),
        agreed: solved.filter(agreed).count(),
        rules: rules.collect(),
        pairs: pairs.collect(),
    }
}

/// The pairs of graphs, by their places, of which the second is the first with one edge more.
fn steps(boards: &[Board]) -> Vec<[usize; 2]> {
    let places: AHashMap<Board, usize> =
        boards.iter().enumerate().map(|(place, board)| (*board, place)).collect();
    let mut steps = BTreeSet::new();
    for (place, board) in boards.iter().enumerate() {
        let near: Vec<_> = board.all().iter().map(|point| board.adjacent(point.bit())).collect();
        for (one, set) in near.iter().enumerate() {
            for other in (board.all() - *set).iter().filter(|other| usize::from(other.number()) > one) {
                let mut more = near.clone();
                more[one] |= other.bit();
                let larger = Board::graph(&more).ok().and_then(|board| canonical_graph(&board));
                if let Some(after) = larger.and_then(|board| places.get(&board)) {
                    steps.insert([place, *after]);
                }
            }
        }
    }
    steps.into_iter().collect()
}

fn of_rule(graphs: &[Graph], rule: usize, column: &Column, steps: &[[usize; 2]]) -> OfRule {
    let value = |graph: &Graph| graph.values[rule].solved.as_ref().map(|solved| solved.value);
    let count = |wanted: &dyn Fn(&Graph) -> bool| graphs.iter().filter(|graph| wanted(graph)).count();
    let is = |graph: &Graph, verdict: Verdict| value(graph).is_some_and(|value| value.result == verdict);
    let score = |graph: &Graph| value(graph)?.worth();
    let scored = |graph: &Graph| score(graph).filter(|_| is(graph, Verdict::Score));
    // The first of those with the least score.
    let least =
        graphs.iter().filter_map(|graph| Some((scored(graph)?, graph))).min_by_key(|(score, _)| *score);
    let mut edge = OfEdge::default();
    let by = |change: &Option<Change>| {
        change.as_ref().map_or(Score::ZERO, |change| (change.values[1] - change.values[0]).abs())
    };
    for [from, to] in steps.iter().map(|step| step.map(|place| &graphs[place])) {
        let (Some(before), Some(after)) = (score(from), score(to)) else { continue };
        edge.pairs += 1;
        let change = Change { from: from.board, to: to.board, values: [before, after] };
        let (number, largest) = match before.cmp(&after) {
            std::cmp::Ordering::Less => (&mut edge.raises, &mut edge.largest_rise),
            std::cmp::Ordering::Greater => (&mut edge.lowers, &mut edge.largest_fall),
            std::cmp::Ordering::Equal => continue,
        };
        *number += 1;
        if (after - before).abs() > by(largest) {
            *largest = Some(change);
        }
    }
    OfRule {
        rules: column.rules_name(),
        win_loss: column.rules.win_or_loss(),
        left_out: count(&|graph| value(graph).is_none()),
        whole: count(&|graph| scored(graph) == Some(Score::points(graph.points.into()))),
        zero: count(&|graph| scored(graph) == Some(Score::ZERO)),
        negative: count(&|graph| scored(graph).is_some_and(|score| score < Score::ZERO)),
        no_result: count(&|graph| is(graph, Verdict::NoResult)),
        won: count(&|graph| is(graph, Verdict::FirstPlayerWins)),
        lost: count(&|graph| is(graph, Verdict::FirstPlayerLoses)),
        least: least.map(|(score, graph)| (score, graph.board)),
        edge,
    }
}
