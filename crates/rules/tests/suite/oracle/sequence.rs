//! Move-sequences as R. Jasiek writes them: `B[cbacbact]#`.

use std::collections::BTreeMap;

use kosolver_board::structure::Kos;
use kosolver_board::{Board, Colour, Point, PointSet, Position, quoted};
use thiserror::Error;

/// Why a text is no move-sequence, or no diagram.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// The text has not the form of a sequence.
    #[error("{} is not a move-sequence: {fault}; write B or W and moves in brackets, as in B[abt]", quoted(.text))]
    Form {
        /// The text.
        text: String,
        /// What is wrong.
        fault: String,
    },
    /// A letter of the sequence is declared nowhere.
    #[error("the letter {letter} is not declared; declared are: {declared}")]
    Letter {
        /// The letter.
        letter: char,
        /// Those that are.
        declared: String,
    },
    /// A line of a diagram says nothing known.
    #[error("line {line} of the diagram: {fault}")]
    Diagram {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        fault: String,
    },
    /// All points of a letter are taken.
    #[error("no point of the letter {0} is empty")]
    Full(char),
    /// The board would have too many points.
    #[error("{board} with room for {tenukis} tenuki moves has more than 64 points; declare the letter t")]
    Room {
        /// The board.
        board: String,
        /// How many.
        tenukis: usize,
    },
}

/// The letters of a diagram, each for a play at one of some points, and perhaps its stones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The stones, if the diagram says them.
    pub position: Option<Position>,
    letters: BTreeMap<char, Vec<Point>>,
}

impl Diagram {
    /// Reads lines such as `a = A2/A1` and `position .XX/OO.`; what follows `#` is a remark.
    ///
    /// # Errors
    /// [`SequenceError::Diagram`].
    pub fn parse(board: &Board, text: &str) -> Result<Diagram, SequenceError> {
        let mut diagram = Diagram::default();
        for (line, words) in (1..).zip(text.lines()) {
            let fault = |fault: String| SequenceError::Diagram { line, fault };
            let words = words.split('#').next().unwrap_or_default().trim();
            if words.is_empty() {
            } else if let Some(rows) = words.strip_prefix("position ") {
                let position =
                    Position::parse(board, rows.trim()).map_err(|error| fault(error.to_string()))?;
                if diagram.position.replace(position).is_some() {
                    return Err(fault("it has a second position".to_owned()));
                }
            } else {
                diagram.declare(board, words).map_err(fault)?;
            }
        }
        Ok(diagram)
    }

    fn declare(&mut self, board: &Board, words: &str) -> Result<(), String> {
        let form = || format!("{} is neither 'position ROWS' nor 'LETTER = POINT/POINT'", quoted(words));
        let (letter, points) = words.split_once('=').ok_or_else(form)?;
        let mut signs = letter.trim().chars();
        let (Some(letter), None) = (signs.next().filter(char::is_ascii_alphabetic), signs.next()) else {
            return Err(form());
        };
        let points: Result<Vec<Point>, String> = points
            .split('/')
            .map(|name| board.parse_point(name.trim()).map_err(|error| error.to_string()))
            .collect();
        match self.letters.insert(letter, points?) {
            None => Ok(()),
            Some(_) => Err(format!("the letter {letter} is declared twice")),
        }
    }

    /// The letters, in order.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.letters.keys().copied()
    }

    /// The points of a letter, in the order in which they are tried; none if it is not declared.
    pub fn points(&self, letter: char) -> &[Point] {
        self.letters.get(&letter).map_or(&[], Vec::as_slice)
    }

    /// Where a letter means to play: of its points the first that is a ko stone move of the player,
    /// else the first that is empty.
    ///
    /// # Errors
    /// [`SequenceError::Letter`] if it is not declared, [`SequenceError::Full`] if its points are taken.
    pub fn point(
        &self,
        letter: char,
        kos: &Kos,
        position: Position,
        mover: Colour,
    ) -> Result<Point, SequenceError> {
        let Some(points) = self.letters.get(&letter) else {
            let declared: Vec<String> = self.letters().map(String::from).collect();
            let declared = if declared.is_empty() { "none".to_owned() } else { declared.join(" ") };
            return Err(SequenceError::Letter { letter, declared });
        };
        let analysis = kos.analysis(position);
        let plays = || points.iter().filter_map(|point| position.play(kos.board(), mover, *point));
        let chosen = plays().find(|play| analysis.ko_of(play).is_some()).or_else(|| plays().next());
        chosen.map(|play| play.point).ok_or(SequenceError::Full(letter))
    }
}

/// A move of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A play that a letter stands for.
    Letter(char),
    /// A play elsewhere.
    Tenuki,
    /// A pass.
    Pass,
}

/// A move-sequence: the players move in turn.
///
/// ```text
///   B[cbact]#      Black begins; the last move is what is talked about
///   W[aa]*         any number of times
///   [ctt..]        whoever begins; and so on
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Who begins, if it says so.
    pub first: Option<Colour>,
    /// The moves.
    pub items: Vec<Item>,
    /// Whether it is meant any number of times (`*`).
    pub repeats: bool,
    /// Whether the last move is the one that is talked about (`#`).
    pub judged: bool,
}

impl Sequence {
    /// Reads a sequence. `t` is a play elsewhere and `p` a pass, unless the diagram declares these
    /// letters. A result such as `+` after the colour is not judged.
    ///
    /// # Errors
    /// [`SequenceError::Form`], [`SequenceError::Letter`].
    pub fn parse(text: &str, diagram: &Diagram) -> Result<Sequence, SequenceError> {
        let form = |fault: &str| SequenceError::Form { text: text.to_owned(), fault: fault.to_owned() };
        let (head, rest) = text.split_once('[').ok_or_else(|| form("it has no '['"))?;
        let (moves, tail) = rest.split_once(']').ok_or_else(|| form("it has no ']'"))?;
        let (colour, result) = head.split_at(head.len().min(usize::from(head.starts_with(['B', 'W']))));
        let first = match colour {
            "B" => Some(Colour::Black),
            "W" => Some(Colour::White),
            _ => None,
        };
        if !["", "+", "-", "+-"].contains(&result) || first.is_none() && !result.is_empty() {
            return Err(form("before '[' stands B or W, and perhaps +, - or +-"));
        }
        let (repeats, judged) = match tail {
            "" => (false, false),
            "*" => (true, false),
            "#" => (false, true),
            "*#" => (true, true),
            _ => return Err(form("after ']' stand at most * and #")),
        };
        let moves = moves.strip_suffix("..").unwrap_or(moves);
        if moves.is_empty() {
            return Err(form("it has no move"));
        }
        let item = |sign: char| match sign {
            letter if diagram.letters.contains_key(&letter) => Ok(Item::Letter(letter)),
            't' => Ok(Item::Tenuki),
            'p' => Ok(Item::Pass),
            letter if letter.is_ascii_alphabetic() => {
                let declared: Vec<String> = diagram.letters().map(String::from).collect();
                let declared = if declared.is_empty() { "none".to_owned() } else { declared.join(" ") };
                Err(SequenceError::Letter { letter, declared })
            }
            _ => Err(form("a move is a letter")),
        };
        let items: Result<Vec<Item>, SequenceError> = moves.chars().map(item).collect();
        Ok(Sequence { first, items: items?, repeats, judged })
    }

    /// How many of the moves are plays elsewhere.
    pub fn tenukis(&self) -> usize {
        self.items.iter().filter(|item| **item == Item::Tenuki).count()
    }
}

/// More points than any mouth has, so that there are no kos among them.
const ROOM: usize = 15;

/// A board with room for plays elsewhere beside it: points that are all adjacent to one another and
/// to no point of the board. So many stones leave there no ko, and take none. The points of the board
/// keep their numbers; of the second set, each play takes the next.
///
/// # Errors
/// [`SequenceError::Room`] if it would have more than 64 points.
pub fn with_room(board: &Board, tenukis: usize) -> Result<(Board, PointSet), SequenceError> {
    let full = || SequenceError::Room { board: board.to_string(), tenukis };
    let points = usize::from(board.points());
    let all = points + ROOM + tenukis;
    if all > 64 {
        return Err(full());
    }
    let room: PointSet = (points..all).map(|number| Point::new(number as u8)).collect();
    let mut neighbours: Vec<PointSet> =
        board.all().iter().map(|point| board.adjacent(PointSet::of(point))).collect();
    neighbours.extend(room.iter().map(|point| room - PointSet::of(point)));
    let board = Board::graph(&neighbours).map_err(|_| full())?;
    Ok((board, room))
}
