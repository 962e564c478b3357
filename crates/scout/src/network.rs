//! An n-tuple network: who is ahead in a position, summed from what its windows look like.

use std::io::{self, Read, Write};
use std::sync::Arc;

use kosolver_board::{Board, Colour, Point, PointSet, Position, Shape, Symmetry};
use kosolver_rules::Suicide;

use crate::codes::{CHUNK, CODES, chunks, codes, digits};
use crate::error::Error;
use crate::file::{self, File};

/// The sides of windows: those of a smaller board are cut to it.
const SIDES: [(u8, u8); 5] = [(3, 3), (2, 5), (5, 2), (3, 4), (4, 3)];

/// What a window looks like is a number to the base of 3, one digit for each of its points. The window is
/// read in the frame of one that stands for all its images under the symmetries of the board.
struct View {
    /// The weight of the empty window.
    first: u32,
    /// Chunks in which it has points, and for each code there what it adds to the number.
    parts: Vec<(usize, Box<[u32; CODES]>)>,
}

impl View {
    /// A window read in this order of its points.
    fn new(board: &Board, first: u32, cells: &[Point]) -> View {
        let mut parts: Vec<_> = (0..chunks(board)).map(|chunk| (chunk, Box::new([0; CODES]))).collect();
        for (power, cell) in cells.iter().enumerate() {
            let (chunk, place) = (usize::from(cell.number()) / CHUNK, usize::from(cell.number()) % CHUNK);
            for (code, term) in parts[chunk].1.iter_mut().enumerate() {
                *term += digits(code)[place] as u32 * 3_u32.pow(power as u32);
            }
        }
        parts.retain(|(_, terms)| terms.iter().any(|term| *term > 0));
        View { first, parts }
    }

    #[inline]
    fn number(&self, codes: &[u8]) -> usize {
        let parts = self.parts.iter();
        parts.fold(self.first, |sum, (chunk, terms)| sum + terms[usize::from(codes[*chunk])]) as usize
    }
}

/// The windows of a board.
pub(crate) struct Windows {
    chunks: usize,
    /// For each window all ways to read it: as many as symmetries map it to itself.
    windows: Vec<Vec<View>>,
    /// By point the windows that have it, and what a stone of the attacker there adds to their numbers.
    touched: Vec<Vec<(u16, u32)>>,
    /// How many weights there are.
    size: usize,
}

/// The windows of one position: what one more stone changes is then found from those that have its point.
#[derive(Default)]
pub(crate) struct Sum {
    /// Each with its weight.
    numbers: Vec<(u32, f32)>,
    whole: f32,
}

impl Windows {
    pub(crate) fn new(board: &Board) -> Windows {
        let symmetries = Symmetry::all(board);
        let mut found: Vec<(PointSet, Vec<View>)> = Vec::new();
        let mut size = 0;
        for (rows, columns) in SIDES {
            let (rows, columns) = (rows.min(board.rows()), columns.min(board.columns()));
            for (top, left) in (0..=board.rows() - rows)
                .flat_map(|top| (0..=board.columns() - columns).map(move |left| (top, left)))
            {
                let cells: Vec<Point> = (0..rows * columns)
                    .map(|cell| Point::new((top + cell / columns) * board.columns() + left + cell % columns))
                    .collect();
                let set: PointSet = cells.iter().copied().collect();
                if found.iter().any(|(known, _)| *known == set) {
                    continue;
                }
                let mut ways: Vec<Vec<Point>> = Vec::new();
                for symmetry in &symmetries {
                    let way = cells.iter().map(|cell| symmetry.point(*cell)).collect();
                    if !ways.contains(&way) {
                        ways.push(way);
                    }
                }
                for way in ways {
                    let image: PointSet = way.iter().copied().collect();
                    let view = View::new(board, size, &way);
                    match found.iter_mut().find(|(known, _)| *known == image) {
                        Some((_, views)) => views.push(view),
                        None => found.push((image, vec![view])),
                    }
                }
                size += 3_u32.pow(cells.len() as u32);
            }
        }
        let windows: Vec<Vec<View>> = found.into_iter().map(|(_, views)| views).collect();
        let touched = board.all().iter().map(|point| {
            let codes = codes(chunks(board), point.bit(), PointSet::EMPTY);
            let adds = windows.iter().map(|views| views[0].number(&codes) as u32 - views[0].first);
            (0..).zip(adds).filter(|(_, add)| *add > 0).collect()
        });
        Windows { chunks: chunks(board), touched: touched.collect(), windows, size: size as usize }
    }
}

/// Weights are kept in steps of so much of log odds.
const STEP: f32 = 1.0 / 512.0;

/// What a network says of one question: it is summed from weights of either player to move.
pub struct Judge<W = i16> {
    windows: Arc<Windows>,
    /// Who wants the score: the weights speak of his stones and the other's.
    pub(crate) attacker: Colour,
    /// Where the attacker moves, and where the defender does.
    weights: [Vec<W>; 2],
    /// The log odds of a weight of 1.
    step: f32,
}

impl<W: Copy + Into<f32>> Judge<W> {
    /// The numbers of a position's windows.
    #[inline]
    fn numbers_of(&self, position: Position) -> impl Iterator<Item = usize> {
        let [attack, defend] = [self.attacker, !self.attacker].map(|colour| position.stones(colour));
        let codes = codes(self.windows.chunks, attack, defend);
        self.windows.windows.iter().map(move |views| views[0].number(&codes))
    }

    fn of_sum(&self, sum: f32) -> f32 {
        if self.attacker == Colour::Black { sum * self.step } else { -sum * self.step }
    }

    /// The log odds that Black reaches the score.
    #[inline]
    pub fn odds(&self, position: Position, mover: Colour) -> f32 {
        let weights = &self.weights[usize::from(mover != self.attacker)];
        self.of_sum(self.numbers_of(position).fold(0.0, |sum, number| sum + weights[number].into()))
    }

    /// Gathers what [`Judge::after`] needs of a position that this player is about to leave.
    pub(crate) fn sum(&self, position: Position, mover: Colour, sum: &mut Sum) {
        let weights = &self.weights[usize::from(mover == self.attacker)];
        sum.numbers.clear();
        sum.numbers.extend(self.numbers_of(position).map(|number| (number as u32, weights[number].into())));
        sum.whole = sum.numbers.iter().fold(0.0, |whole, (_, weight)| whole + weight);
    }

    /// The log odds after a player has passed, or has played and captured nothing, from what was gathered
    /// before.
    #[inline]
    pub(crate) fn after(&self, sum: &Sum, mover: Colour, point: Option<Point>) -> f32 {
        let attacks = mover == self.attacker;
        let (weights, stone) = (&self.weights[usize::from(attacks)], if attacks { 1 } else { 2 });
        let touched = point.map_or(&[][..], |point| &self.windows.touched[usize::from(point.number())]);
        self.of_sum(touched.iter().fold(sum.whole, |whole, (window, add)| {
            let (number, before) = sum.numbers[usize::from(*window)];
            let after: f32 = weights[(number + stone * add) as usize].into();
            whole + (after - before)
        }))
    }
}

impl Judge<f32> {
    /// One that knows nothing.
    pub(crate) fn new(windows: &Arc<Windows>) -> Judge<f32> {
        let weights = [(); 2].map(|()| vec![0.0; windows.size]);
        Judge { windows: Arc::clone(windows), attacker: Colour::Black, weights, step: 1.0 }
    }

    /// Changes the log odds of a position by so much, as far as no two of its windows share a weight.
    pub(crate) fn teach(&mut self, position: Position, mover: Colour, more: f32) {
        let [attack, defend] = [self.attacker, !self.attacker].map(|colour| position.stones(colour));
        let weights = &mut self.weights[usize::from(mover != self.attacker)];
        let more = if self.attacker == Colour::Black { more } else { -more };
        let more = more / self.windows.windows.len() as f32;
        let codes = codes(self.windows.chunks, attack, defend);
        for views in &self.windows.windows {
            for (place, view) in views.iter().enumerate() {
                let number = view.number(&codes);
                // A window that is its own image is one.
                if !views[..place].iter().any(|other| other.number(&codes) == number) {
                    weights[number] += more;
                }
            }
        }
    }

    /// Its weights in steps.
    pub(crate) fn stepped(self) -> [Vec<i16>; 2] {
        self.weights.map(|weights| weights.iter().map(|weight| (weight / STEP).round() as i16).collect())
    }
}

impl Judge {
    /// The bytes of its weights.
    pub fn bytes(&self) -> u64 {
        self.weights.iter().map(|weights| size_of_val(&weights[..]) as u64).sum()
    }

    /// First proof numbers of a position: for Black and for White how hard it looks to win.
    pub fn numbers(&self, position: Position, mover: Colour) -> [u32; 2] {
        proof_numbers(self.odds(position, mover))
    }
}

/// First proof numbers by the log odds that Black wins.
#[inline]
pub(crate) fn proof_numbers(odds: f32) -> [u32; 2] {
    // Four where nobody is ahead.
    let far = (FACTOR * odds).clamp(-12.0, 12.0).exp();
    [4.0 / far, 4.0 * far].map(|number| (number as u32).clamp(1, MOST))
}

/// How much the log odds count, and the largest first number.
const FACTOR: f32 = 3.0;
const MOST: u32 = 100_000;

/// A network for a board and a suicide rule: see [`Network::learn`](crate::Network::learn).
pub struct Network {
    pub(crate) board: Board,
    pub(crate) suicide: Suicide,
    pub(crate) windows: Arc<Windows>,
    /// For each of [`scores`] the weights where the attacker moves, and where the defender does.
    pub(crate) questions: Vec<[Vec<i16>; 2]>,
    /// What it was learned from.
    pub(crate) games: u64,
    pub(crate) seed: u64,
}

/// The scores that a network of a board learns to reach: 1 point, all, and some between.
pub(crate) fn scores(board: &Board) -> Vec<i32> {
    let points = i32::from(board.points());
    let mut scores: Vec<i32> = (0..=4).map(|part| 1 + (points - 1) * part / 4).collect();
    scores.dedup();
    scores
}

/// Refuses boards that have no network.
pub(crate) fn check_board(board: &Board) -> Result<(), Error> {
    match board.shape() {
        Shape::Grid => Ok(()),
        _ => Err(Error::Board(board.to_string())),
    }
}

/// The first line of a file.
const TITLE: &str = "kosolver network 2";

impl Network {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The suicide rule of the games that it learned from.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// The bytes of its weights.
    pub fn bytes(&self) -> u64 {
        self.questions.iter().flatten().map(|weights| size_of_val(&weights[..]) as u64).sum()
    }

    /// The judge of one question: does Black score at least so many points?
    pub fn judge(&self, score: i32) -> Judge {
        let attacker = if score >= 1 { Colour::Black } else { Colour::White };
        let (wanted, scores) = (if score >= 1 { score } else { 1 - score }, scores(&self.board));
        let above = scores.partition_point(|score| *score < wanted).min(scores.len() - 1);
        let below = above.saturating_sub(1);
        // Between two questions the log odds are between theirs.
        let part = match scores[above] - scores[below] {
            0 => 1.0,
            apart => ((wanted - scores[below]) as f32 / apart as f32).min(1.0),
        };
        let mixed = |side: usize| {
            let [low, high] = [below, above].map(|place| self.questions[place][side].iter());
            low.zip(high)
                .map(|(low, high)| (f32::from(*low) * (1.0 - part) + f32::from(*high) * part) as i16)
                .collect()
        };
        let weights = [mixed(0), mixed(1)];
        Judge { windows: Arc::clone(&self.windows), attacker, weights, step: STEP }
    }

    /// The score that Black is expected to reach from a position.
    pub fn expected(&self, position: Position, mover: Colour) -> i32 {
        let points = i32::from(self.board.points());
        let (mut reached, mut not) = (-points, points + 1);
        while not - reached > 1 {
            let score = reached + (not - reached) / 2;
            let likely = self.judge(score).odds(position, mover) >= 0.0;
            *if likely { &mut reached } else { &mut not } = score;
        }
        reached
    }

    /// Writes the network.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        // The low bytes of weights apart from the high ones: these are mostly alike.
        let columns = self.questions.iter().flatten().flat_map(|weights| [0, 1].map(|byte| (weights, byte)));
        let bytes: Vec<u8> = columns
            .flat_map(|(weights, byte)| weights.iter().map(move |weight| weight.to_le_bytes()[byte]))
            .collect();
        let Network { board, suicide, games, seed, .. } = self;
        let header = format!("board {board}\nsuicide {suicide}\ngames {games}\nseed {seed}\n");
        file::write(out, TITLE, &header, &bytes)
    }

    /// Whether a file that begins so is a network, broken or not.
    pub fn begins(bytes: &[u8]) -> bool {
        file::begins(bytes, TITLE)
    }

    /// Reads a network.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Broken`] if the file is no network, or has been cut or changed.
    pub fn read(input: impl Read) -> Result<Network, Error> {
        let file = File::read(input, TITLE)?;
        let board: Board = file.field("board")?;
        check_board(&board)?;
        let (suicide, games, seed) = (file.field("suicide")?, file.field("games")?, file.field("seed")?);
        let (windows, count) = (Windows::new(&board), 2 * scores(&board).len());
        let bytes = file.body(count * 2 * windows.size)?;
        let mut columns = bytes.chunks(2 * windows.size).map(|column| {
            let (low, high) = column.split_at(windows.size);
            low.iter().zip(high).map(|(low, high)| i16::from_le_bytes([*low, *high])).collect()
        });
        let mut side = || columns.next().unwrap_or_default();
        let questions = (0..count / 2).map(|_| [side(), side()]).collect();
        Ok(Network { board, suicide, windows: Arc::new(windows), questions, games, seed })
    }
}
