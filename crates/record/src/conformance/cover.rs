//! Few games out of many that find all mistakes.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Move, Record, Rules};

use crate::conformance::{Action, Game, Judged, Mistake, Seen, Trace, judge};

/// A game that may become a case.
#[derive(Clone, Debug)]
pub struct Offer<F> {
    /// Where the game comes from.
    pub source: String,
    /// The game.
    pub game: Game,
    /// Where each mistake is seen first that is seen in it.
    pub seen: Vec<(F, Seen)>,
    /// From how many actions on several stones have been captured at once.
    pub several: usize,
}

impl Offer<Mistake> {
    /// What is seen on a game under rules.
    pub(crate) fn of(source: &str, trace: &Trace<'_>, rules: &Rules) -> Offer<Mistake> {
        let judged = judge(trace, rules);
        let found =
            Mistake::ALL.into_iter().filter_map(|fault| Some((fault, fault.seen(trace, &judged, rules)?)));
        Offer {
            source: source.to_owned(),
            game: trace.game.clone(),
            seen: found.collect(),
            several: several(trace, &judged),
        }
    }
}

fn several(trace: &Trace<'_>, judged: &Judged) -> usize {
    let made = |index: &usize| trace.made(*index).is_some_and(|made| made.captured > 1);
    (0..judged.actions()).find(made).map_or(usize::MAX, |index| index + 1)
}

/// In what kind of game a mistake is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// In one that is as short as can be, or longer by a move.
    Short,
    /// After a capture of several stones.
    Several,
    /// On a square board, without stones set up.
    Plain,
    /// On 5x5, without stones set up.
    Large,
}

type Goal<F> = (F, Kind);

/// What the beginning of an offer with so many actions reaches.
fn reached<F: Copy + Ord>(
    offer: &Offer<F>,
    actions: usize,
    shortest: &BTreeMap<F, usize>,
) -> BTreeSet<Goal<F>> {
    let mut reached = BTreeSet::new();
    for (fault, seen) in offer.seen.iter().filter(|(_, seen)| seen.actions <= actions) {
        if seen.actions <= shortest[fault] + 1 {
            reached.insert((*fault, Kind::Short));
        }
        if seen.actions >= offer.several {
            reached.insert((*fault, Kind::Several));
        }
        if offer.game.is_plain() {
            reached.insert((*fault, Kind::Plain));
            if offer.game.board().rows() == 5 {
                reached.insert((*fault, Kind::Large));
            }
        }
    }
    reached
}

/// Beginnings of offers that together find every mistake that any offer finds, in each kind of game in
/// which any finds it. None can be left out. Each is the number of an offer, and how many actions.
pub fn cover<F: Copy + Ord>(offers: &[Offer<F>]) -> Vec<(usize, usize)> {
    let mut shortest: BTreeMap<F, usize> = BTreeMap::new();
    for (fault, seen) in offers.iter().flat_map(|offer| &offer.seen) {
        let least = shortest.entry(*fault).or_insert(usize::MAX);
        *least = seen.actions.min(*least);
    }
    type Begun<F> = ((usize, usize), BTreeSet<Goal<F>>);
    let mut options: Vec<Begun<F>> = Vec::new();
    for (index, offer) in offers.iter().enumerate() {
        let ends: BTreeSet<usize> = offer.seen.iter().map(|(_, seen)| seen.actions).collect();
        options.extend(ends.into_iter().map(|end| ((index, end), reached(offer, end, &shortest))));
    }
    let mut open: BTreeSet<Goal<F>> = options.iter().flat_map(|(_, goals)| goals).copied().collect();
    let mut chosen: Vec<usize> = Vec::new();
    // What each option still reaches of what is open.
    let mut left: Vec<Vec<Goal<F>>> =
        options.iter().map(|(_, goals)| goals.iter().copied().collect()).collect();
    while !open.is_empty() {
        // The most goals for the length: products, since fractions are not to be rounded.
        let cost = |option: usize| options[option].0.1 + 6;
        let better = |&one: &usize, &other: &usize| {
            let order = (left[one].len() * cost(other)).cmp(&(left[other].len() * cost(one)));
            order.then(cost(other).cmp(&cost(one))).then(other.cmp(&one))
        };
        let Some(best) = (0..options.len()).max_by(better) else { break };
        for goal in &options[best].1 {
            open.remove(goal);
        }
        left.iter_mut().for_each(|goals| goals.retain(|goal| open.contains(goal)));
        chosen.push(best);
    }
    // What others reach together need not be there; the longest go first.
    let mut order = chosen.clone();
    order.sort_by_key(|option| std::cmp::Reverse((options[*option].0.1, *option)));
    for option in order {
        let others = chosen.iter().filter(|other| **other != option);
        let reached: BTreeSet<Goal<F>> = others.flat_map(|other| &options[*other].1).copied().collect();
        if options[option].1.is_subset(&reached) {
            chosen.retain(|other| *other != option);
        }
    }
    let mut kept: Vec<(usize, usize)> = chosen.into_iter().map(|option| options[option].0).collect();
    kept.sort_by_key(|&(offer, end)| (offers[offer].game.board().points(), end, offer));
    kept
}

/// A game with passes at its end until it is over, if passes end it soon.
pub(crate) fn finished(game: Game, rules: &Rules) -> Game {
    let mut record = Record::new(game.board(), 2, game.start().clone(), game.first());
    game.actions().iter().for_each(|action| action.add_to(&mut record));
    let mut longer = game.clone();
    for _ in 0..5 {
        if record.over_since(rules).is_some() {
            return longer;
        }
        record.push(Move::Pass);
        longer = longer.and(Action::Move(Move::Pass));
    }
    game
}
