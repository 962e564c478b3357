//! Games of cases in SGF, the Smart Game Format.

use std::collections::BTreeMap;

use crate::sgf::{Properties, Tree, coordinates, size};
use crate::{Move, Player, Record};

use crate::conformance::{Action, Case, Error, Game};

/// The root of a game.
fn root(game: &Game) -> Properties {
    let board = game.board();
    let mut root = Properties::default().with("GM", "1").with("FF", "4").with("CA", "UTF-8");
    root = root.with("SZ", &size(board.rows(), board.columns())).with("KM", "0");
    for (owner, property) in Player::all(2).zip(["AB", "AW"]) {
        let of = |point: &usize| game.start().at(*point) == Some(owner);
        let stones = (0..board.points()).filter(of).map(|point| coordinates(board.columns(), point));
        root = root.with_all(property, stones);
    }
    root.to_move(game.first().colour())
}

/// The file of the start of a game.
pub(crate) fn start(game: &Game) -> String {
    Tree::new(root(game), true).to_string()
}

/// Gives each case the name of the file with its game. The same game has one name.
pub(crate) fn name(cases: &mut [Case]) -> Result<(), Error> {
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for case in cases {
        let key = case.game()?.to_string();
        let stem = case.name.strip_prefix(&format!("{}-{}-", case.ko.replace(':', "-"), case.suicide));
        let stem = stem.unwrap_or(&case.name);
        let stem = stem.strip_prefix(&format!("{}-", case.board)).map_or(stem, |_| case.board.as_str());
        let stem = stem.to_owned();
        let named = names.entry(key).or_insert_with(|| {
            let count = counts.entry(stem.clone()).or_default();
            *count += 1;
            format!("games/{stem}-{count}.sgf")
        });
        case.sgf = named.clone();
    }
    Ok(())
}

/// The file of a game, with what each of some cases says after every move. A move that is taken back
/// is a variation.
pub(crate) fn file(game: &Game, cases: &[&Case]) -> String {
    let board = game.board();
    let mut tree = Tree::new(commented(root(game), cases, 0), true);
    // The nodes from the root to the one that was written last.
    let mut line = vec![0];
    let mut record = Record::new(board, 2, game.start().clone(), game.first());
    for (index, action) in game.actions().iter().enumerate() {
        match action {
            Action::Undo => {
                record.pop();
                line.pop();
            }
            Action::Move(made) => {
                let point = match made {
                    Move::Pass => None,
                    Move::Play(point) => Some(*point),
                };
                let node = Properties::default().made(board.columns(), record.to_move().colour(), point);
                record.push(*made);
                line.push(tree.add(line[line.len() - 1], commented(node, cases, index + 1)));
            }
        }
    }
    // What was played last is the main line.
    tree.last_first();
    tree.to_string()
}

/// With what cases say at a moment.
fn commented(node: Properties, cases: &[&Case], moment: usize) -> Properties {
    let mut said: Vec<(String, Vec<String>)> = Vec::new();
    for case in cases {
        let Some(state) = case.states.get(moment) else { continue };
        let illegal: Vec<String> = state
            .illegal
            .iter()
            .map(|illegal| match illegal.since {
                Some(since) => format!("{} (since {since})", illegal.play),
                None => format!("{} (suicide)", illegal.play),
            })
            .collect();
        if illegal.is_empty() {
            continue;
        }
        let what = illegal.join(", ");
        let who = format!("{} {}", case.ko, case.suicide);
        match said.iter_mut().find(|(there, _)| *there == what) {
            Some((_, rules)) => rules.push(who),
            None => said.push((what, vec![who])),
        }
    }
    let lines: Vec<String> =
        said.iter().map(|(what, rules)| format!("illegal: {what}: {}", rules.join(", "))).collect();
    if lines.is_empty() { node } else { node.with("C", &lines.join("\n")) }
}
