//! The positions that stand for all their images under the symmetries of the board, numbered
//! without holes.

use std::ops::Range;

use board::{Point, Position, Symmetry, points_of};
use rayon::prelude::*;

use crate::progress::{Progress, Stage};
use crate::setting::Setting;

/// Words of bits that share a count.
const GROUP: usize = 8;

/// Classes between those whose group is noted.
const STRIDE: u64 = 512;

/// A bit for each legal position: whether it is the least of its images. Counting the bits
/// before it numbers the classes.
#[derive(Debug)]
pub(crate) struct Classes {
    bits: Vec<u64>,
    /// The number of set bits before each group; one more at the end.
    counts: Vec<u64>,
    /// The group of each [`STRIDE`]-th set bit.
    groups: Vec<u32>,
}

impl Classes {
    /// Looks at every legal position.
    pub(crate) fn new(setting: &Setting, progress: &Progress) -> Classes {
        let positions = setting.positions();
        progress.start(Stage::Classes, positions);
        let words = positions.div_ceil(64) as usize;
        let mut bits = vec![0_u64; words.next_multiple_of(GROUP)];
        bits[..words].par_chunks_mut(1 << 8).enumerate().for_each(|(chunk, words)| {
            for (place, word) in words.iter_mut().enumerate() {
                let first = (chunk as u64 * (1 << 8) + place as u64) * 64;
                let count = 64.min(positions - first);
                for bit in 0..count {
                    let position = setting.index.unrank(first + bit);
                    *word |= u64::from(setting.images.stabilizer(position).is_some()) << bit;
                }
                progress.add(count);
            }
        });
        let mut counts = Vec::with_capacity(bits.len() / GROUP + 1);
        let mut groups = Vec::new();
        let mut total = 0;
        for (group, words) in bits.chunks(GROUP).enumerate() {
            counts.push(total);
            total += words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            while (groups.len() as u64) * STRIDE < total {
                groups.push(group as u32);
            }
        }
        counts.push(total);
        Classes { bits, counts, groups }
    }

    /// The number of classes.
    pub(crate) fn count(&self) -> u64 {
        self.counts[self.counts.len() - 1]
    }

    /// The number of classes whose positions come before this number.
    #[inline]
    pub(crate) fn before(&self, rank: u64) -> u64 {
        let (word, bit) = ((rank / 64) as usize, rank % 64);
        let group = word / GROUP;
        let whole = self.bits[group * GROUP..word].iter().map(|word| u64::from(word.count_ones()));
        let part = if bit == 0 { 0 } else { (self.bits[word] << (64 - bit)).count_ones() };
        self.counts[group] + whole.sum::<u64>() + u64::from(part)
    }

    /// The number of a position among those that stand for a class.
    pub(crate) fn rank(&self, class: u64) -> u64 {
        let mut group = self.groups[(class / STRIDE) as usize] as usize;
        while self.counts[group + 1] <= class {
            group += 1;
        }
        let mut rest = class - self.counts[group];
        let mut place = group * GROUP;
        loop {
            let count = u64::from(self.bits[place].count_ones());
            if rest < count {
                break;
            }
            rest -= count;
            place += 1;
        }
        let mut word = self.bits[place];
        for _ in 0..rest {
            word &= word - 1;
        }
        place as u64 * 64 + u64::from(word.trailing_zeros())
    }

    /// The numbers of the positions of some classes, in order.
    pub(crate) fn ranks(&self, classes: Range<u64>) -> impl Iterator<Item = u64> {
        let mut place = 0;
        let mut word = 0;
        if !classes.is_empty() {
            let first = self.rank(classes.start);
            place = (first / 64) as usize;
            word = self.bits[place] >> (first % 64) << (first % 64);
        }
        classes.map(move |_| {
            while word == 0 {
                place += 1;
                word = self.bits[place];
            }
            let bit = word.trailing_zeros();
            word &= word - 1;
            place as u64 * 64 + u64::from(bit)
        })
    }

    /// The class of a position that is the least of its images.
    #[inline]
    pub(crate) fn class(&self, setting: &Setting, least: Position) -> u64 {
        match setting.index.rank(least) {
            Some(rank) => self.before(rank),
            None => unreachable!("plays lead from legal to legal positions"),
        }
    }

    /// The position that stands for a class.
    pub(crate) fn position(&self, setting: &Setting, class: u64) -> Position {
        setting.index.unrank(self.rank(class))
    }
}

/// The number of classes, by Burnside's lemma: the number of positions that a symmetry leaves
/// as they are, on average.
pub(crate) fn count_classes(setting: &Setting) -> u64 {
    let board = &setting.game.board;
    let symmetries = Symmetry::all(board);
    let moving = symmetries.iter().filter(|symmetry| !symmetry.is_identity());
    let unchanged: u64 = moving.map(|symmetry| count_unchanged(setting, symmetry)).sum();
    (setting.positions() + unchanged) / symmetries.len() as u64
}

fn count_unchanged(setting: &Setting, symmetry: &Symmetry) -> u64 {
    let board = &setting.game.board;
    // Whoever fills one point of a cycle fills all of it.
    let mut cycles: Vec<u64> = Vec::new();
    for point in points_of(board.all()) {
        if cycles.iter().all(|cycle| cycle & point.bit() == 0) {
            cycles.push(cycle(symmetry, point));
        }
    }
    let fillings = 3_u64.pow(cycles.len() as u32);
    let filled = |number: u64| {
        let mut rest = number;
        let mut position = Position::EMPTY;
        for cycle in &cycles {
            match rest % 3 {
                1 => position.black |= cycle,
                2 => position.white |= cycle,
                _ => {}
            }
            rest /= 3;
        }
        position
    };
    (0..fillings).into_par_iter().filter(|&number| filled(number).is_legal(board)).count() as u64
}

fn cycle(symmetry: &Symmetry, start: Point) -> u64 {
    let mut cycle = start.bit();
    let mut next = symmetry.point(start);
    while next != start {
        cycle |= next.bit();
        next = symmetry.point(next);
    }
    cycle
}
