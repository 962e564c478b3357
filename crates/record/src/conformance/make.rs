use std::sync::OnceLock;

use crate::{Board, Ko, Rules, Suicide};
use rayon::prelude::*;

use crate::conformance::cover::{Offer, cover, finished};
use crate::conformance::known::{self, Known};
use crate::conformance::random::{self, Random};
use crate::conformance::{Case, Error, Kit, Mistake, Trace, judge, rulesets};

/// Boards of random games: how many games for each ruleset, and of how many actions.
const BOARDS: [(&str, usize, usize); 12] = [
    ("1x2", 4, 12),
    ("1x3", 12, 16),
    ("1x4", 16, 20),
    ("1x5", 16, 24),
    ("2x2", 60, 30),
    ("2x3", 60, 40),
    ("2x4", 24, 40),
    ("3x3", 60, 50),
    ("3x4", 12, 50),
    ("4x4", 8, 60),
    ("3x5", 8, 60),
    ("5x5", 6, 60),
];

/// Makes the kit: the same every time.
///
/// # Errors
/// If a file of games has a fault.
pub fn make() -> Result<Kit, Error> {
    let all: Result<Vec<Vec<Case>>, Error> = rulesets().into_par_iter().map(cases).collect();
    Kit::of(all?.concat())
}

/// The games with a name, and the lines on which ko rules differ, traced once.
struct Traced {
    games: Vec<(&'static Known, Trace<'static>)>,
    separators: Vec<(&'static Known, Trace<'static>)>,
}

fn traced() -> Result<&'static Traced, Error> {
    static KNOWN: OnceLock<Result<[Vec<Known>; 2], Error>> = OnceLock::new();
    static TRACED: OnceLock<Traced> = OnceLock::new();
    let known = KNOWN.get_or_init(|| Ok([known::games()?, known::separators()?]));
    let [games, separators] = known.as_ref().map_err(Error::clone)?;
    let traced = |known: &'static Known| (known, Trace::of(&known.game));
    Ok(TRACED.get_or_init(|| Traced {
        games: games.iter().map(traced).collect(),
        separators: separators.iter().map(traced).collect(),
    }))
}

/// The cases of a ruleset, which do not yet say what the files of their games are called: that depends
/// on the cases before them ([`Kit::of`]).
///
/// # Errors
/// If a file of games has a fault.
pub fn cases(rules: Rules) -> Result<Vec<Case>, Error> {
    let number = rulesets().iter().position(|other| *other == rules).expect("one of all rulesets");
    let Traced { games, separators } = traced()?;
    Ok(chosen(number, rules, games, separators))
}

/// The cases of a ruleset, out of all games that are tried.
fn chosen(
    number: usize,
    rules: Rules,
    games: &[(&Known, Trace<'_>)],
    separators: &[(&Known, Trace<'_>)],
) -> Vec<Case> {
    let mut offers: Vec<Offer<Mistake>> =
        separators.iter().map(|(known, trace)| Offer::of(&known.source, trace, &rules)).collect();
    for (place, (board, count, length)) in BOARDS.into_iter().enumerate() {
        let board: Board = board.parse().expect("a board");
        for index in 0..count {
            let mut random = Random::new(((number * BOARDS.len() + place) * 1_000 + index) as u64);
            let game = random::game(&board, &rules, &mut random, length, index % 3 == 0);
            offers.push(Offer::of("random moves", &Trace::of(&game), &rules));
        }
    }
    let chosen = cover(&offers).into_iter().map(|(index, actions)| {
        let offer = &offers[index];
        (None, offer.source.as_str(), finished(offer.game.beginning(actions), &rules))
    });
    let mut cases: Vec<Case> = Vec::new();
    let mut add = |name: Option<&str>, source: &str, game: &crate::conformance::Game| {
        let trace = Trace::of(game);
        let number = cases.iter().filter(|case| case.board == game.board().to_string()).count() + 1;
        let name = name.map_or_else(|| format!("{}-{number}", game.board()), str::to_owned);
        let name = format!("{}-{}-{name}", rules.ko().name().replace(':', "-"), rules.suicide());
        let case = Case::of(name, source, &trace, &judge(&trace, &rules), &rules);
        if !case.catches.is_empty() {
            cases.push(case);
        }
    };
    for (name, source, game) in chosen {
        add(name, source, &game);
    }
    for (known, trace) in games {
        if !asked_of(known, rules) {
            continue;
        }
        let judged = judge(trace, &rules);
        let game = finished(known.game.beginning(judged.actions()), &rules);
        add(Some(&known.name), &known.source, &game);
    }
    cases
}

/// Whether a game with a name is a case under a ruleset. On large boards the usual suicide rule is
/// enough, except under the superkos that go with others.
fn asked_of(known: &Known, rules: Rules) -> bool {
    let points = known.game.board().points();
    let usual = rules.suicide() == Suicide::Forbidden;
    (known.kos.is_empty() || known.kos.contains(&rules.ko()))
        && (usual || points < 10 || (points < 100 && matches!(rules.ko(), Ko::Psk | Ko::Ssk)))
}
