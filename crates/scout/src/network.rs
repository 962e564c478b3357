//! An n-tuple network: who is ahead in a position, summed from what its windows look like.

use std::io::{self, Read, Write};
use std::sync::Arc;

use kosolver_board::{Board, Colour, Point, PointSet, Position, Shape, Symmetry};
use kosolver_rules::Suicide;
use sha2::{Digest, Sha256};

use crate::codes::{CHUNK, CODES, chunks, codes, digits};
use crate::error::Error;

/// The sides of windows: those of a smaller board are cut to it.
const SIDES: [(u8, u8); 3] = [(3, 3), (2, 5), (3, 4)];

/// What a window looks like is a number to the base of 3, one digit for each of its points. The window is
/// read in the frame of one that stands for all its images under the symmetries of the board.
struct View {
    /// The weight of the empty window.
    first: u32,
    /// Chunks in which it has points, and for each code there what it adds to the number.
    parts: Vec<(usize, Box<[u32; CODES]>)>,
}

/// The windows of a board.
pub(crate) struct Windows {
    chunks: usize,
    /// For each window all ways to read it: as many as symmetries map it to itself.
    windows: Vec<Vec<View>>,
    /// The windows that stand for all, each with its weights before it, and the ways to read it.
    classes: Vec<(u32, Vec<Vec<u8>>)>,
    /// By point the windows that have it, and what a stone of the attacker there adds to their numbers.
    touched: Vec<Vec<(u16, u32)>>,
    /// How many weights there are.
    pub size: usize,
}

/// The windows of one position: what one more stone changes is then found from those that have its point.
#[derive(Default)]
pub(crate) struct Sum {
    numbers: Vec<u32>,
    pub whole: f32,
}

impl View {
    #[inline]
    fn number(&self, codes: &[u8]) -> usize {
        let parts = self.parts.iter();
        parts.fold(self.first, |sum, (chunk, terms)| sum + terms[usize::from(codes[*chunk])]) as usize
    }
}

impl Windows {
    pub(crate) fn new(board: &Board) -> Windows {
        let symmetries = Symmetry::all(board);
        let mut sides: Vec<(u8, u8)> = Vec::new();
        for (short, long) in SIDES {
            for (rows, columns) in [(short, long), (long, short)] {
                let cut = (rows.min(board.rows()), columns.min(board.columns()));
                // What does not fit is cut, unless it fits when it is turned.
                let fits = |(rows, columns)| rows <= board.rows() && columns <= board.columns();
                let is_cut = cut != (rows, columns);
                if !(sides.contains(&cut) || is_cut && fits((columns, rows))) {
                    sides.push(cut);
                }
            }
        }
        let mut found: Vec<(PointSet, Vec<View>)> = Vec::new();
        let (mut classes, mut size) = (Vec::new(), 0);
        for (rows, columns) in sides {
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
                for way in &ways {
                    let image: PointSet = way.iter().copied().collect();
                    let view = View::new(board, size, way);
                    match found.iter_mut().find(|(known, _)| *known == image) {
                        Some((_, views)) => views.push(view),
                        None => found.push((image, vec![view])),
                    }
                }
                let place =
                    |point: Point| cells.iter().position(|cell| *cell == point).map(|place| place as u8);
                let own = ways.iter().filter_map(|way| way.iter().map(|point| place(*point)).collect());
                classes.push((size, own.collect()));
                size += 3_u32.pow(cells.len() as u32);
            }
        }
        let windows: Vec<Vec<View>> = found.into_iter().map(|(_, views)| views).collect();
        let touched = board.all().iter().map(|point| {
            let codes = codes(chunks(board), point.bit(), PointSet::EMPTY);
            let adds = windows.iter().map(|views| views[0].number(&codes) as u32 - views[0].first);
            (0..).zip(adds).filter(|(_, add)| *add > 0).collect()
        });
        Windows { chunks: chunks(board), touched: touched.collect(), windows, classes, size: size as usize }
    }

    /// The sum of the weights of a position's windows.
    #[inline]
    pub(crate) fn whole<W: Copy + Into<f32>>(
        &self,
        weights: &[W],
        attack: PointSet,
        defend: PointSet,
    ) -> f32 {
        let codes = codes(self.chunks, attack, defend);
        self.windows.iter().fold(0.0, |sum, views| sum + weights[views[0].number(&codes)].into())
    }

    /// The same, with the numbers of the windows.
    pub(crate) fn sum<W: Copy + Into<f32>>(
        &self,
        weights: &[W],
        attack: PointSet,
        defend: PointSet,
        sum: &mut Sum,
    ) {
        let codes = codes(self.chunks, attack, defend);
        sum.numbers.clear();
        sum.numbers.extend(self.windows.iter().map(|views| views[0].number(&codes) as u32));
        sum.whole = sum.numbers.iter().fold(0.0, |whole, number| whole + weights[*number as usize].into());
    }

    /// What the sum becomes with one more stone, of the attacker or the defender, that captures nothing.
    #[inline]
    pub(crate) fn with_stone<W: Copy + Into<f32>>(
        &self,
        weights: &[W],
        sum: &Sum,
        point: Point,
        attacker: bool,
    ) -> f32 {
        let stone = if attacker { 1 } else { 2 };
        self.touched[usize::from(point.number())].iter().fold(sum.whole, |whole, (window, add)| {
            let number = sum.numbers[usize::from(*window)];
            let [before, after] =
                [number, number + stone * add].map(|number| weights[number as usize].into());
            whole + (after - before)
        })
    }

    /// Adds to the weights of a position's windows, and to those of their images.
    pub(crate) fn add(&self, weights: &mut [f32], attack: PointSet, defend: PointSet, more: f32) {
        let codes = codes(self.chunks, attack, defend);
        for views in &self.windows {
            for (place, view) in views.iter().enumerate() {
                let number = view.number(&codes);
                // A window that is its own image is one.
                if !views[..place].iter().any(|other| other.number(&codes) == number) {
                    weights[number] += more;
                }
            }
        }
    }

    /// How many windows there are.
    pub(crate) fn len(&self) -> usize {
        self.windows.len()
    }

    /// For each weight the one that stands for it and its images.
    fn leaders(&self) -> Vec<u32> {
        let mut leaders: Vec<u32> = (0..self.size as u32).collect();
        for (first, ways) in &self.classes {
            let Some(cells) = ways.first().map(Vec::len) else { continue };
            let powers: Vec<u32> = (0..cells as u32).map(|cell| 3_u32.pow(cell)).collect();
            for number in 0..3_u32.pow(cells as u32) {
                let image = |way: &Vec<u8>| -> u32 {
                    let digits = powers.iter().map(|power| number / power % 3);
                    way.iter().zip(digits).map(|(cell, digit)| digit * powers[usize::from(*cell)]).sum()
                };
                leaders[(first + number) as usize] = first + ways.iter().map(image).min().unwrap_or(number);
            }
        }
        leaders
    }
}

impl View {
    /// A window read in this order of its points.
    fn new(board: &Board, first: u32, cells: &[Point]) -> View {
        let part = |chunk: usize| {
            let mut terms = Box::new([0; CODES]);
            for (code, term) in terms.iter_mut().enumerate() {
                let digits = digits(code);
                for (power, cell) in cells.iter().enumerate() {
                    let number = usize::from(cell.number());
                    if number / CHUNK == chunk {
                        *term += digits[number % CHUNK] as u32 * 3_u32.pow(power as u32);
                    }
                }
            }
            (chunk, terms)
        };
        let parts = (0..chunks(board)).map(part).filter(|(_, terms)| terms.iter().any(|term| *term > 0));
        View { first, parts: parts.collect() }
    }
}

/// Weights are kept in steps of so much of log odds.
const STEP: f32 = 1.0 / 512.0;

/// What the network knows of one question: does the attacker score so many points or more?
#[derive(Clone)]
pub(crate) struct Question {
    /// 1 to all points of the board.
    pub score: i32,
    /// The weights where the attacker moves, and where the defender does.
    pub weights: [Vec<i16>; 2],
}

/// A network for a board and a suicide rule: see [`Network::learn`](crate::Network::learn).
pub struct Network {
    pub(crate) board: Board,
    pub(crate) suicide: Suicide,
    pub(crate) windows: Arc<Windows>,
    /// From few points to all.
    pub(crate) questions: Vec<Question>,
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
const TITLE: &str = "kosolver network 1";

/// The longest header.
const HEADER: usize = 400;

impl Network {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The suicide rule of the games that it learned from.
    pub fn suicide(&self) -> Suicide {
        self.suicide
    }

    /// How many games it learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The bytes of its weights.
    pub fn bytes(&self) -> u64 {
        let weights = self.questions.iter().flat_map(|question| &question.weights);
        weights.map(|weights| size_of_val(&weights[..]) as u64).sum()
    }

    /// The judge of one question: does Black score at least so many points?
    pub fn judge(&self, score: i32) -> Judge {
        let attacker = if score >= 1 { Colour::Black } else { Colour::White };
        let wanted = if score >= 1 { score } else { 1 - score };
        let above = self.questions.partition_point(|question| question.score < wanted);
        let above = above.min(self.questions.len() - 1);
        let [low, high] = [above.saturating_sub(1), above].map(|place| &self.questions[place]);
        // Between two questions the log odds are between theirs.
        let part = match high.score - low.score {
            0 => 1.0,
            apart => ((wanted - low.score) as f32 / apart as f32).min(1.0),
        };
        let mixed = |side: usize| {
            let pairs = low.weights[side].iter().zip(&high.weights[side]);
            pairs
                .map(|(low, high)| f32::from(*low) * (1.0 - part) + f32::from(*high) * part)
                .map(|weight| weight as i16)
                .collect()
        };
        Judge { windows: Arc::clone(&self.windows), attacker, weights: [mixed(0), mixed(1)] }
    }

    /// Writes the network.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let leaders = self.windows.leaders();
        let mut bytes = Vec::new();
        for weights in self.questions.iter().flat_map(|question| &question.weights) {
            // The low bytes apart from the high ones: these are mostly alike.
            let kept = || (0..).zip(&leaders).filter(|(place, leader)| *place == **leader);
            for byte in 0..2 {
                bytes.extend(kept().map(|(place, _)| weights[place as usize].to_le_bytes()[byte]));
            }
        }
        let packed = zstd::bulk::compress(&bytes, 9)?;
        let Network { board, suicide, games, seed, .. } = self;
        let header = format!("{TITLE}\nboard {board}\nsuicide {suicide}\ngames {games}\nseed {seed}\n\n");
        for part in [
            header.as_bytes(),
            &packed,
            &Sha256::new().chain_update(&header).chain_update(&packed).finalize(),
        ] {
            out.write_all(part)?;
        }
        out.flush()
    }

    /// Whether a file that begins so is a network, broken or not.
    pub fn begins(bytes: &[u8]) -> bool {
        let name = TITLE.trim_end_matches(|last: char| last.is_ascii_digit());
        bytes.starts_with(name.as_bytes())
    }

    /// Reads a network.
    ///
    /// # Errors
    /// [`Error::Io`], and [`Error::Broken`] if the file is no network, or has been cut or changed.
    pub fn read(mut input: impl Read) -> Result<Network, Error> {
        let broken = |fault: &str| Error::Broken(fault.to_owned());
        let mut file = Vec::new();
        input.read_to_end(&mut file)?;
        if !Network::begins(&file) {
            return Err(broken("it does not begin as one"));
        }
        let end = file.windows(2).take(HEADER).position(|pair| pair == b"\n\n");
        let header = end.and_then(|end| std::str::from_utf8(&file[..end]).ok());
        let Some((end, header)) = end.zip(header) else { return Err(broken("its header does not end")) };
        let mut lines = header.lines();
        if lines.next() != Some(TITLE) {
            return Err(Error::Broken(format!("it is of another version; this program reads \"{TITLE}\"")));
        }
        let mut field = |name: &str| {
            let value = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            value.ok_or_else(|| Error::Broken(format!("its header has no line '{name}' where it belongs")))
        };
        let fault = |name: &str, value: &str| Error::Broken(format!("its header has the {name} '{value}'"));
        let text = field("board")?;
        let board: Board = text.parse().map_err(|_| fault("board", text))?;
        check_board(&board)?;
        let text = field("suicide")?;
        let suicide: Suicide = text.parse().map_err(|_| fault("suicide rule", text))?;
        let mut number = |name: &str| {
            let text = field(name)?;
            text.parse::<u64>().map_err(|_| fault(name, text))
        };
        let (games, seed) = (number("games")?, number("seed")?);
        let body = &file[end + 2..];
        let digest = <Sha256 as Digest>::output_size();
        let Some((packed, sum)) = body.len().checked_sub(digest).map(|packed| body.split_at(packed)) else {
            return Err(broken("it is cut off"));
        };
        if Sha256::new().chain_update(&file[..end + 2]).chain_update(packed).finalize()[..] != *sum {
            return Err(broken("it is cut off or was changed: its digest does not fit"));
        }
        let windows = Windows::new(&board);
        let leaders = windows.leaders();
        let places: Vec<usize> =
            (0..leaders.len()).filter(|place| leaders[*place] as usize == *place).collect();
        let scores = scores(&board);
        let length = scores.len() * 2 * 2 * places.len();
        let bytes = zstd::bulk::decompress(packed, length)
            .map_err(|_| broken("its weights are too many or broken"))?;
        if bytes.len() != length {
            return Err(broken("its weights are too few"));
        }
        let mut columns = bytes.chunks(2 * places.len()).map(|column| {
            let mut weights = vec![0; windows.size];
            let (low, high) = column.split_at(places.len());
            for ((place, low), high) in places.iter().zip(low).zip(high) {
                weights[*place] = i16::from_le_bytes([*low, *high]);
            }
            for place in 0..weights.len() {
                weights[place] = weights[leaders[place] as usize];
            }
            weights
        });
        let mut side = || columns.next().unwrap_or_default();
        let questions =
            scores.into_iter().map(|score| Question { score, weights: [side(), side()] }).collect();
        Ok(Network { board, suicide, windows: Arc::new(windows), questions, games, seed })
    }
}

/// Weights in steps.
pub(crate) fn stepped(weights: &[f32]) -> Vec<i16> {
    weights.iter().map(|weight| (weight / STEP).round() as i16).collect()
}

/// What a network says of one question.
pub struct Judge {
    windows: Arc<Windows>,
    attacker: Colour,
    /// Where the attacker moves, and where the defender does.
    weights: [Vec<i16>; 2],
}

impl Judge {
    /// The log odds that Black reaches the score.
    #[inline]
    pub fn odds(&self, position: Position, mover: Colour) -> f32 {
        let weights = &self.weights[usize::from(mover != self.attacker)];
        self.of_sum(self.windows.whole(
            weights,
            position.stones(self.attacker),
            position.stones(!self.attacker),
        ))
    }

    /// The bytes of its weights.
    pub fn bytes(&self) -> u64 {
        self.weights.iter().map(|weights| size_of_val(&weights[..]) as u64).sum()
    }

    fn of_sum(&self, sum: f32) -> f32 {
        if self.attacker == Colour::Black { sum * STEP } else { -sum * STEP }
    }

    /// Gathers what [`Judge::after`] needs of a position.
    pub(crate) fn sum(&self, position: Position, mover: Colour, sum: &mut Sum) {
        let weights = &self.weights[usize::from(mover == self.attacker)];
        self.windows.sum(weights, position.stones(self.attacker), position.stones(!self.attacker), sum);
    }

    /// The log odds after a play of a player that captures nothing, from what was gathered before it.
    #[inline]
    pub(crate) fn after(&self, sum: &Sum, mover: Colour, point: Point) -> f32 {
        let attacks = mover == self.attacker;
        self.of_sum(self.windows.with_stone(&self.weights[usize::from(attacks)], sum, point, attacks))
    }

    /// First proof numbers of a position: for Black and for White how hard it looks to win.
    pub fn numbers(&self, position: Position, mover: Colour) -> [u32; 2] {
        Judge::proof_numbers(self.odds(position, mover))
    }

    /// First proof numbers by the log odds that Black wins.
    #[inline]
    pub(crate) fn proof_numbers(odds: f32) -> [u32; 2] {
        // Four where nobody is ahead.
        let far = (FACTOR * odds).clamp(-12.0, 12.0).exp();
        [4.0 / far, 4.0 * far].map(|number| (number as u32).clamp(1, MOST))
    }
}

/// How much the log odds count, and the largest first number.
const FACTOR: f32 = 2.5;
const MOST: u32 = 100_000;
