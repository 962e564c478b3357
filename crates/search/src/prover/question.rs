//! The question a search is asked: does Black meet this threshold?

use kosolver_board::Colour;
use kosolver_rules::{Game, Threshold};
use serde::{Deserialize, Serialize};

use crate::decided::needed;
use crate::graph::Group;
use crate::lemma::MOST_KINDS;

/// The thresholds asked for so far, each with a number. A threshold is kept together with its
/// exchange, what it says once Black and White have changed sides: "Black gets at least k" is
/// "White gets at least k", hence "Black gets at most −k".
#[derive(Default)]
pub(crate) struct Thresholds {
    all: Vec<Threshold>,
    searches: u32,
}

/// The threshold that White meets after the exchange if and only if Black does not meet this one before it.
pub(crate) fn exchanged(game: &Game, Threshold { score, strict }: Threshold) -> Threshold {
    game.snapped(Threshold { score: -score, strict: !strict })
}

/// The most thresholds.
pub(crate) const MOST: u32 = MOST_KINDS / 2;

/// Searches have so many marks.
const MARKS: u32 = 1 << 22;

/// The search that was at work when a checkpoint was written.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct OpenQuestion {
    /// Its mark.
    search: u32,
    /// The number of its threshold.
    threshold: u32,
}

impl OpenQuestion {
    /// Whether a search can have left this.
    pub(crate) fn is_possible(&self) -> bool {
        self.search < MARKS
    }
}

impl Thresholds {
    pub(crate) fn all(&self) -> &[Threshold] {
        &self.all
    }

    /// The number of a threshold; `None` if there are no more.
    pub(crate) fn number(&mut self, threshold: Threshold) -> Option<u32> {
        let known = self.all.iter().position(|known| *known == threshold);
        let number = known.unwrap_or(self.all.len());
        if number == MOST as usize {
            return None;
        }
        if known.is_none() {
            self.all.push(threshold);
        }
        Some(number as u32)
    }

    /// A new search; `None` if there have been too many.
    pub(crate) fn question(&mut self, game: &Game, group: &Group, threshold: Threshold) -> Option<Question> {
        // After so many questions marks come again. Numbers of an old question may then be taken for
        // those of the present one; they only guide.
        self.searches = (self.searches + 1) % MARKS;
        let threshold = game.snapped(threshold);
        let exchanged = exchanged(game, threshold);
        let mut numbers = [self.number(threshold)?; 2];
        if group.order() > 1 {
            numbers[1] = self.number(exchanged)?;
        }
        // A proof for Black serves at every smaller threshold, one for White at every larger.
        let useful = |threshold: Threshold| {
            self.all.iter().flat_map(|known| [*known <= threshold, *known >= threshold]).collect()
        };
        let weaker = |threshold: Threshold| {
            [
                self.all.iter().flat_map(|known| [*known >= threshold, false]).collect(),
                self.all.iter().flat_map(|known| [false, *known <= threshold]).collect(),
            ]
        };
        let area = threshold.score + game.given();
        let black = needed(game, |score| threshold.met_by(score), Colour::Black);
        let white = needed(game, |score| !threshold.met_by(score), Colour::White);
        Some(Question {
            threshold,
            numbers,
            stamp: self.searches << 1,
            goal: area.times(2).floor() as i32 + if threshold.strict { 1 } else { -1 },
            useful: [useful(threshold), useful(exchanged)],
            weaker: [weaker(threshold), weaker(exchanged)],
            needed: [[black, white], [white, black]],
        })
    }

    /// Marks of new searches come after that of the search that was at work.
    pub(crate) fn resume(&mut self, left: OpenQuestion) {
        self.searches = left.search;
    }
}

/// A threshold, and what lemmas are worth to it. Arrays of two are by whether the frame of a
/// node has the colours exchanged.
pub(crate) struct Question {
    pub threshold: Threshold,
    pub numbers: [u32; 2],
    /// The mark of proof numbers that belong to this search, even.
    pub stamp: u32,
    /// Twice the area that meets the threshold, less one.
    pub goal: i32,
    /// By `threshold << 1 | black wins`: does such a lemma decide the question?
    pub useful: [Vec<bool>; 2],
    /// By whether Black wins in the frame of the node: which lemmas does a new one cover?
    pub weaker: [[Vec<bool>; 2]; 2],
    /// By player in the frame of the node: how many points he must have for good to win.
    pub needed: [[u8; 2]; 2],
}

impl Question {
    /// That a search for it is at work.
    pub(crate) fn open_question(&self) -> OpenQuestion {
        OpenQuestion { search: self.stamp >> 1, threshold: self.numbers[0] }
    }

    /// Takes up the proof numbers of the search that was at work, if it had the same threshold. Whether it did.
    pub(crate) fn resume(&mut self, left: OpenQuestion) -> bool {
        let same = self.numbers[0] == left.threshold;
        if same {
            self.stamp = left.search << 1;
        }
        same
    }

    /// The kind of the lemmas that say who wins, in the frame of a node.
    pub(crate) fn kind(&self, exchanges: bool, black: bool) -> u32 {
        self.numbers[usize::from(exchanges)] << 1 | u32::from(black != exchanges)
    }
}

#[cfg(test)]
mod tests {
    use kosolver_rules::Score;

    use super::*;

    #[test]
    fn there_are_so_many_thresholds_and_no_more() {
        let threshold = |numerator: u32| Threshold::at_least(Score::fraction(numerator.into(), MOST.into()));
        let mut thresholds = Thresholds { all: (1..MOST).map(threshold).collect(), searches: 0 };
        assert_eq!(thresholds.number(threshold(MOST)), Some(MOST - 1));
        assert_eq!(thresholds.number(threshold(MOST + 1)), None);
        assert_eq!(thresholds.number(threshold(7)), Some(6));
        let game = Game::new("1x2".parse().unwrap(), "kee-2007".parse().unwrap()).unwrap();
        let mut question = |numerator| thresholds.question(&game, &Group::of(&game), threshold(numerator));
        assert!(question(MOST + 1).is_none());
    }
}
