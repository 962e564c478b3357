//! Games of cases in SGF, the Smart Game Format.

use std::collections::BTreeMap;
use std::fmt::Write;

use kosolver_players::{Board, Move, Player, Record};

use crate::{Action, Case, Error, Game};

/// A point as SGF writes it.
fn coordinates(board: &Board, point: usize) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    format!("{}{}", letter(point % board.columns()), letter(point / board.columns()))
}

/// The root of a game, without its closing bracket.
pub(crate) fn root(game: &Game) -> String {
    let board = game.board();
    let size = match (board.columns(), board.rows()) {
        (columns, rows) if columns == rows => columns.to_string(),
        (columns, rows) => format!("{columns}:{rows}"),
    };
    let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]KM[0]");
    for (owner, property) in Player::all(2).zip(["AB", "AW"]) {
        let of = |point: &usize| game.start().at(*point) == Some(owner);
        let stones: Vec<usize> = (0..board.points()).filter(of).collect();
        if !stones.is_empty() {
            text.push_str(property);
            stones
                .iter()
                .for_each(|&point| write!(text, "[{}]", coordinates(board, point)).expect("a string"));
        }
    }
    text + if game.first() == Player::FIRST { "PL[B]" } else { "PL[W]" }
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
    let mut text = root(game);
    let mut tree = Tree { nodes: vec![Node { parent: 0, label: comment(cases, 0), children: Vec::new() }] };
    let mut here = 0;
    let mut record = Record::new(board, 2, game.start().clone(), game.first());
    for (index, action) in game.actions().iter().enumerate() {
        match action {
            Action::Undo => {
                record.pop();
                here = tree.nodes[here].parent;
            }
            Action::Move(made) => {
                let colour = if record.to_move() == Player::FIRST { 'B' } else { 'W' };
                let at = match made {
                    Move::Pass => String::new(),
                    Move::Play(point) => coordinates(board, *point),
                };
                record.push(*made);
                let label = format!(";{colour}[{at}]{}", comment(cases, index + 1));
                tree.nodes.push(Node { parent: here, label, children: Vec::new() });
                let new = tree.nodes.len() - 1;
                tree.nodes[here].children.push(new);
                here = new;
            }
        }
    }
    tree.write(0, &mut text);
    text + ")\n"
}

struct Node {
    parent: usize,
    label: String,
    children: Vec<usize>,
}

struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Writes a node and all below it. What was played last is the main line: it comes first.
    fn write(&self, index: usize, text: &mut String) {
        let node = &self.nodes[index];
        text.push_str(&node.label);
        text.push('\n');
        for child in node.children.iter().rev() {
            let alone = node.children.len() == 1;
            if !alone {
                text.push('(');
            }
            self.write(*child, text);
            if !alone {
                text.push(')');
            }
        }
    }
}

/// What cases say at a moment, as a property.
fn comment(cases: &[&Case], moment: usize) -> String {
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
    if lines.is_empty() { String::new() } else { format!("C[{}]", lines.join("\n")) }
}
