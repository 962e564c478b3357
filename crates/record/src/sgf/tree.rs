//! What is written.

use std::fmt::{self, Write};

use kosolver_board::Colour;

/// The properties of a node, as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties(String);

impl Properties {
    /// With a property of one value.
    ///
    /// ```
    /// use kosolver_record::sgf::Properties;
    ///
    /// assert_eq!(Properties::default().with("C", "a]b").to_string(), r"C[a\]b]");
    /// ```
    pub fn with(mut self, name: &str, value: &str) -> Properties {
        let value = value.replace('\\', "\\\\").replace(']', "\\]");
        write!(self.0, "{name}[{value}]").expect("a string grows");
        self
    }

    /// With a property of several values; without it if there are none.
    pub fn with_all(mut self, name: &str, values: impl IntoIterator<Item = String>) -> Properties {
        for (index, value) in values.into_iter().enumerate() {
            let name = if index == 0 { name } else { "" };
            self = self.with(name, &value);
        }
        self
    }

    /// With who is to move.
    pub fn to_move(self, colour: Colour) -> Properties {
        self.with("PL", letter(colour))
    }

    /// With a move, on a board with so many columns; nowhere is a pass.
    pub fn made(self, columns: usize, colour: Colour, point: Option<usize>) -> Properties {
        let at = point.map_or(String::new(), |point| coordinates(columns, point));
        self.with(letter(colour), &at)
    }
}

impl fmt::Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The letter of a player.
pub fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "B",
        Colour::White => "W",
    }
}

/// The size of a board, as `SZ` has it.
pub fn size(rows: usize, columns: usize) -> String {
    if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") }
}

/// Column and row of a point from the top left, each as a letter, on a board with so many columns.
pub fn coordinates(columns: usize, point: usize) -> String {
    // A to Z come after z; no side is longer than 64, and those over 52 have no coordinates.
    let letter =
        |number: usize| char::from(if number < 26 { b'a' + number as u8 } else { b'A' + number as u8 - 26 });
    [letter(point % columns), letter(point / columns)].iter().collect()
}

/// A game with its variations, as it is written.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<(Properties, Vec<usize>)>,
    /// Whether each node has a line of its own; else each variation has one.
    lines: bool,
}

impl Tree {
    /// The root of a game; `lines` if each node is to have a line of its own, else each variation has.
    pub fn new(root: Properties, lines: bool) -> Tree {
        Tree { nodes: vec![(root, Vec::new())], lines }
    }

    /// Adds a node after one with this number, as the last variation there; its number. The root has 0.
    pub fn add(&mut self, parent: usize, node: Properties) -> usize {
        self.nodes.push((node, Vec::new()));
        let index = self.nodes.len() - 1;
        self.nodes[parent].1.push(index);
        index
    }
}

/// The file.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (after_node, before_variation) = if self.lines { ("\n", "") } else { ("", "\n") };
        // What is still to be written, a node or the end of a variation; the next is at the end.
        let mut waiting = vec![None, Some((0, true))];
        f.write_char('(')?;
        while let Some(next) = waiting.pop() {
            let Some((index, alone)) = next else {
                f.write_char(')')?;
                continue;
            };
            let (node, children): &(Properties, Vec<usize>) = &self.nodes[index];
            if !alone {
                write!(f, "{before_variation}(")?;
            }
            write!(f, ";{node}{after_node}")?;
            for &child in children.iter().rev() {
                if children.len() > 1 {
                    waiting.push(None);
                }
                waiting.push(Some((child, children.len() == 1)));
            }
        }
        f.write_char('\n')
    }
}
