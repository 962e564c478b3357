use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

use kosolver_board::{Board, Colour, Point, Position, shortened, without_mark};
use num_rational::Ratio;

use crate::sgf::Error;
use crate::sgf::charset::{decoded, is_lost, whole};
use crate::sgf::text::{Property, Reader, Token};

/// A number of points, exact.
pub type Komi = Ratio<i64>;

/// The longest file that is read.
const MOST: usize = 1 << 20;

/// The most points that the nodes of a file set up together: a few bytes can name a whole board.
const SET_UP: usize = 1 << 20;

/// The longest side of a board: SGF has 52 letters.
const LONGEST: usize = 52;

/// The bytes of a file, if [`Game::read`] reads as many; those of standard input if the path is `-`.
///
/// # Errors
/// Those of [`kosolver_board::read_plain`], and of reading standard input.
pub fn bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path != Path::new("-") {
        return kosolver_board::read_plain(path, MOST as u64);
    }
    let mut bytes = Vec::new();
    // One more tells the reader that they are too many.
    std::io::stdin().lock().take(MOST as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Game {
    /// How many rows the board has, 19 if the file does not say it.
    pub rows: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// What the file calls its rules (`RU`).
    pub rules: Option<String>,
    /// The komi that the file names (`KM`).
    pub komi: Option<Komi>,
    /// The handicap stones that the file names (`HA`): none, or at least two.
    pub handicap: u8,
    /// The nodes, each before those after it; the first is the root.
    pub nodes: Vec<Node>,
    /// How many points are set up in all nodes.
    set_up: usize,
}

/// A node of a game: stones that are set up, or a move, or neither. Points are numbered row by row from
/// the top, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The points that are set, and what is on them then, in order: a later one overwrites.
    pub setup: Vec<(usize, Option<Colour>)>,
    /// Who is said to be to move.
    pub to_move: Option<Colour>,
    /// Who moves, and where; nowhere is a pass.
    pub made: Option<(Colour, Option<usize>)>,
    /// The node before it.
    pub parent: Option<usize>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
    /// How many moves there are up to this node, it included.
    pub number: usize,
}

impl Game {
    /// The game of a file.
    ///
    /// # Errors
    /// [`Error`] says what of it cannot be read, and where.
    pub fn read(bytes: &[u8]) -> Result<Game, Error> {
        if bytes.len() > MOST {
            return Err(Error::Long(MOST));
        }
        Game::of_text(&decoded(bytes)?)
    }

    /// The game of a text whose charset does not matter any more.
    ///
    /// # Errors
    /// Those of [`Game::read`].
    pub fn parse(text: &str) -> Result<Game, Error> {
        if text.len() > MOST {
            return Err(Error::Long(MOST));
        }
        Game::of_text(&whole(Cow::Borrowed(without_mark(text)), is_lost)?)
    }

    fn of_text(text: &str) -> Result<Game, Error> {
        let mut reader = Reader::new(text);
        let mut game = Game {
            rows: 19,
            columns: 19,
            rules: None,
            komi: None,
            handicap: 0,
            nodes: Vec::new(),
            set_up: 0,
        };
        // The node before each variation that is open, and the last node of the one that is read.
        let (mut open, mut last) = (Vec::new(), None);
        let mut games = 0;
        // What may come: after ( a node, after ) no node.
        let (mut opened, mut closed) = (false, false);
        loop {
            let start = reader.at();
            let token = reader.next()?;
            if opened && !matches!(token, Token::Node(_)) {
                return Err(reader.fault_at(start, "a node is missing: after ( comes ;"));
            }
            match token {
                Token::Open => {
                    games += usize::from(open.is_empty());
                    open.push(last);
                }
                Token::Close => {
                    last = open.pop().ok_or_else(|| reader.fault_at(start, "there is no ( for this )"))?;
                }
                Token::Node(_) if open.is_empty() => {
                    return Err(reader.fault_at(start, "a game begins with (;"));
                }
                Token::Node(_) if closed => {
                    return Err(reader.fault_at(start, "a node comes before the variations, not after them"));
                }
                Token::Node(ref properties) if games == 1 => last = Some(game.add(last, properties)?),
                Token::Node(_) => {}
                Token::End if !open.is_empty() => {
                    return Err(reader.fault_at(start, "the game does not end: ) is missing"));
                }
                Token::End => break,
            }
            opened = matches!(token, Token::Open);
            closed = matches!(token, Token::Close);
        }
        match games {
            0 => Err(reader.fault_at(0, "there is no game: one begins with (;")),
            1 => Ok(game),
            games => Err(Error::Several(games)),
        }
    }

    /// Adds a node.
    fn add(&mut self, parent: Option<usize>, properties: &[Property]) -> Result<usize, Error> {
        let index = self.nodes.len();
        let after = parent.map_or(0, |parent| self.nodes[parent].number);
        let mut node = Node { parent, number: after, ..Node::default() };
        let fault = |property: &Property, fault: String| Error::of(index, after, property, fault);
        if parent.is_none() {
            // Of another game nothing else can be read, and without the size no point.
            for property in properties {
                let value = property.value(0);
                match property.name.as_str() {
                    "GM" if value.trim() != "1" => {
                        return Err(Error::NotGo(shortened(&value, 20).to_string()));
                    }
                    "SZ" => {
                        (self.columns, self.rows) = size(&value).map_err(|words| fault(property, words))?;
                    }
                    _ => {}
                }
            }
        }
        for (place, property) in properties.iter().enumerate() {
            let name = property.name.as_str();
            if !matches!(
                name,
                "GM" | "CA" | "SZ" | "RU" | "KM" | "HA" | "AB" | "AW" | "AE" | "PL" | "B" | "W"
            ) {
                continue;
            }
            let read = match name {
                "AB" | "AW" | "AE" => self.stones(property, &mut node),
                _ if property.values.len() > 1 => Err("it has more than one value".to_owned()),
                _ if properties[..place].iter().any(|other| other.name == name) => {
                    Err("it stands in the node already".to_owned())
                }
                "PL" => colour(&property.value(0)).map(|player| node.to_move = Some(player)),
                "B" | "W" => self.made(property, &mut node),
                _ if parent.is_some() => Err("it belongs into the first node".to_owned()),
                "RU" => {
                    self.rules = Some(property.value(0).trim().to_owned());
                    Ok(())
                }
                "KM" => komi(&property.value(0)).map(|komi| self.komi = Some(komi)),
                "HA" => handicap(&property.value(0)).map(|stones| self.handicap = stones),
                _ => Ok(()),
            };
            read.map_err(|words| fault(property, words))?;
            let elsewhere =
                node.to_move.is_some_and(|player| node.made.is_some_and(|(mover, _)| mover != player));
            if elsewhere || node.made.is_some() && !node.setup.is_empty() {
                return Err(fault(
                    property,
                    "a node has either a move, or stones and who is to move".to_owned(),
                ));
            }
        }
        if let Some(parent) = parent {
            self.nodes[parent].children.push(index);
        }
        self.set_up += node.setup.len();
        self.nodes.push(node);
        Ok(index)
    }

    fn stones(&self, property: &Property, node: &mut Node) -> Result<(), String> {
        let stone = match property.name.as_str() {
            "AB" => Some(Colour::Black),
            "AW" => Some(Colour::White),
            _ => None,
        };
        for index in 0..property.values.len() {
            let value = property.value(index);
            // A rectangle is named by two opposite corners.
            let (one, other) = value.split_once(':').unwrap_or((&value, &value));
            let [(column, row), (to_column, to_row)] = [self.place(one)?, self.place(other)?];
            for row in row.min(to_row)..=row.max(to_row) {
                let columns = column.min(to_column)..=column.max(to_column);
                node.setup.extend(columns.map(|column| (row * self.columns + column, stone)));
            }
            if self.set_up + node.setup.len() > SET_UP {
                return Err(format!("the file sets up more than {SET_UP} points"));
            }
        }
        Ok(())
    }

    fn made(&self, property: &Property, node: &mut Node) -> Result<(), String> {
        if node.made.is_some() {
            return Err("a node has one move".to_owned());
        }
        let player = if property.name == "B" { Colour::Black } else { Colour::White };
        let point = match property.value(0).as_str() {
            "" => None,
            // Before FF[4] this was a pass on boards up to 19x19, and files still have it.
            "tt" if self.rows <= 19 && self.columns <= 19 => None,
            value => {
                let (column, row) = self.place(value)?;
                Some(row * self.columns + column)
            }
        };
        node.made = Some((player, point));
        node.number += 1;
        Ok(())
    }

    /// Column and row of a point.
    fn place(&self, text: &str) -> Result<(usize, usize), String> {
        let number = |letter: u8| match letter {
            b'a'..=b'z' => Some(usize::from(letter - b'a')),
            b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
            _ => None,
        };
        let place = match *text.as_bytes() {
            [column, row] => number(column).zip(number(row)),
            _ => None,
        };
        let (column, row) =
            place.ok_or("a point is a letter for its column and one for its row, as in cd")?;
        if column < self.columns && row < self.rows {
            return Ok((column, row));
        }
        Err(format!("the board has no point {text}: it has {} columns and {} rows", self.columns, self.rows))
    }

    /// The numbers of the nodes of the main line.
    pub fn main_line(&self) -> Vec<usize> {
        let after = |index: &usize| self.nodes[*index].children.first().copied();
        std::iter::successors(Some(0), after).collect()
    }

    /// The last move up to a node, it included.
    pub fn last_move(&self, index: usize) -> Option<(Colour, Option<usize>)> {
        let up = |index: &usize| self.nodes[*index].parent;
        std::iter::successors(Some(index), up).find_map(|index| self.nodes[index].made)
    }

    /// Who moves first from a node on: as the file says there, else who makes the next move of the main
    /// line, else Black, or White after handicap stones.
    pub fn to_move(&self, index: usize) -> Colour {
        let (mut here, mut stands) = (Some(index), false);
        while let Some(index) = here {
            let node = &self.nodes[index];
            stands |= self.handicap > 0 && !node.setup.is_empty();
            if let Some(player) = node.to_move.or(node.made.map(|(player, _)| player)) {
                return player;
            }
            here = node.children.first().copied();
        }
        if stands { Colour::White } else { Colour::Black }
    }

    /// How many of some nodes, the root first, stand before the first move, and before the lines part; and who
    /// moves first.
    fn opening(&self, nodes: &[usize], variations: bool) -> (usize, Colour) {
        let trunk = nodes.iter().take_while(|index| {
            let before = self.nodes[**index].parent;
            let parts = before.is_some_and(|before| variations && self.nodes[before].children.len() > 1);
            self.nodes[**index].number == 0 && !parts
        });
        let trunk = trunk.count();
        let said = nodes[..trunk].iter().rev().find_map(|index| self.nodes[*index].to_move);
        (trunk, said.unwrap_or_else(|| self.to_move(0)))
    }

    /// The nodes before the first move, and before the lines part, and who moves first.
    pub fn before_all(&self) -> (&[Node], Colour) {
        let (trunk, to_move) = self.opening(&Vec::from_iter(0..self.nodes.len()), true);
        (&self.nodes[..trunk], to_move)
    }

    /// How the game begins: a board that can be solved, what stands on it, and who moves first. No stones
    /// may be set up after the first move, and the players must move in turn: on the main line, or in all
    /// variations. The stones of a handicap that are moves come first; White may pass between them.
    ///
    /// # Errors
    /// [`Error::Property`] names what is otherwise, [`Error::Board`] if the board is too large.
    pub fn start(&self, variations: bool) -> Result<(Board, Position, Colour), Error> {
        let board = Board::new(self.rows as u64, self.columns as u64)?;
        let nodes = if variations { (0..self.nodes.len()).collect() } else { self.main_line() };
        let (trunk, to_move) = self.opening(&nodes, variations);
        let mut position = Position::EMPTY;
        for node in nodes[..trunk].iter().map(|index| &self.nodes[*index]) {
            for &(point, stone) in &node.setup {
                position.set(Point::new(point as u8).bit(), stone);
            }
        }
        let Position { black, white } = position;
        let stands = (white.len(), black.len(), to_move) == (0, self.handicap.into(), Colour::White);
        let places = position == Position::EMPTY && to_move == Colour::Black;
        if self.handicap > 0 && !stands && !places {
            return Err(Error::Property {
                node: 1,
                after: 0,
                property: format!("HA[{}]", self.handicap),
                fault:
                    "so many black stones stand alone and White moves first, or Black's first moves are these"
                        .to_owned(),
            });
        }
        let places = if places { self.handicap } else { 0 };
        // Who is to move after each node, and how many handicap stones are left to place.
        let mut after = vec![(to_move, places); self.nodes.len()];
        for &index in &nodes[trunk..] {
            let node = &self.nodes[index];
            let (turn, left) = node.parent.map_or((to_move, places), |parent| after[parent]);
            let fault = |property: &str, fault: String| {
                let after = node.number - usize::from(node.made.is_some());
                Error::Property { node: index + 1, after, property: property.to_owned(), fault }
            };
            if !node.setup.is_empty() {
                return Err(fault(
                    "AB, AW or AE",
                    "it sets stones up after the first move or in a variation".to_owned(),
                ));
            }
            if node.to_move.is_some_and(|player| player != turn) {
                return Err(fault("PL", format!("it is the turn of {turn}, not of {}", !turn)));
            }
            after[index] = match node.made {
                None => (turn, left),
                Some((Colour::White, None)) if 0 < left && left < places => (turn, left),
                Some((player, _)) if player != turn => {
                    let property = if player == Colour::Black { "B" } else { "W" };
                    return Err(fault(property, format!("{player} moves, and it is the turn of {turn}")));
                }
                Some((Colour::Black, Some(_))) if left > 1 => (turn, left - 1),
                Some(_) => (!turn, 0),
            };
        }
        Ok((board, position, to_move))
    }
}

impl Error {
    fn of(index: usize, after: usize, property: &Property, fault: String) -> Error {
        let values = property.values.iter().take(3);
        let shown: String = values.map(|value| format!("[{}]", shortened(value, 20))).collect();
        let property =
            format!("{}{shown}{}", property.name, if property.values.len() > 3 { "…" } else { "" });
        Error::Property { node: index + 1, after, property, fault }
    }
}

/// Columns and rows: one number, or two.
fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| {
        let side = text.trim().parse().ok().filter(|side| (1..=LONGEST).contains(side));
        side.ok_or("a size is a number, or columns and rows as in 3:2, each from 1 to 52")
    };
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    Ok((side(columns)?, side(rows)?))
}

/// A player, by his first letter.
fn colour(text: &str) -> Result<Colour, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err("a player is B or W".to_owned()),
    }
}

/// A number of points; some programs write a comma for the point.
fn komi(text: &str) -> Result<Komi, String> {
    let fault = || "a komi is a number such as 6.5, with at most nine digits".to_owned();
    let text = text.trim();
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = size.split_once(['.', ',']).unwrap_or((size, ""));
    let decimals = decimals.trim_end_matches('0');
    let digits = whole.to_owned() + decimals;
    if size.is_empty() || !size.starts_with(|digit: char| digit.is_ascii_digit()) && digits.is_empty() {
        return Err(fault());
    }
    if digits.len() > 9 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(fault());
    }
    let number: i64 = format!("0{digits}").parse().map_err(|_| fault())?;
    Ok(Ratio::new(sign * number, 10_i64.pow(decimals.len() as u32)))
}

/// A number of handicap stones. SGF counts them from two on: with fewer Black begins as usual.
fn handicap(text: &str) -> Result<u8, String> {
    let stones: u8 = text.trim().parse().map_err(|_| "a handicap is a number of stones, as in HA[2]")?;
    Ok(if stones > 1 { stones } else { 0 })
}
