//! What a solved board is like.

use std::collections::BTreeMap;

use kosolver_board::Colour;
use kosolver_rules::Node;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::probe::Probe;
use crate::progress::{Progress, Stage};
use crate::rank::Rank;
use crate::table::Table;

/// Numbers of positions with Black to move. Those with White to move are the same with colours
/// exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Legal positions.
    pub positions: u64,
    /// Classes of them under the symmetries of the board.
    pub classes: u64,
    /// Nodes: positions with either player to move, after a pass or not, and after each capture
    /// that leaves a ban.
    pub nodes: u64,
    /// Positions by what can be forced from them.
    #[serde(flatten)]
    pub tally: Tally,
    /// Positions by L and U.
    pub bounds: Vec<Count>,
    /// The forced win with the greatest distance: Black's, by a positive score, with either player
    /// to move.
    pub longest_win: Option<Longest>,
}

/// How many positions have certain bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// L; `None` if Black can force no end.
    pub lower: Option<i32>,
    /// U; `None` if White can force no end.
    pub upper: Option<i32>,
    /// Positions.
    pub positions: u64,
}

impl Count {
    /// Whether L = U.
    pub fn is_decided(&self) -> bool {
        self.lower.is_some() && self.lower == self.upper
    }

    /// Whether Black can force a win.
    pub fn is_won(&self) -> bool {
        self.lower.is_some_and(|score| score > 0)
    }

    /// Whether White can force a win.
    pub fn is_lost(&self) -> bool {
        self.upper.is_some_and(|score| score < 0)
    }

    /// Whether endless play worth 0 is best for both.
    pub fn has_no_result(&self) -> bool {
        self.lower.is_none_or(|score| score < 0) && self.upper.is_none_or(|score| score > 0)
    }
}

/// Positions by what can be forced from them, if komi is 0 and endless play is worth 0. Each is won,
/// lost, drawn, or has no result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// L = U: what endless play is worth does not matter.
    pub decided: u64,
    /// L > 0: Black can force a win.
    pub won: u64,
    /// U < 0: White can force a win.
    pub lost: u64,
    /// L = 0 or U = 0: the value is 0, and one player at least can force an end with that.
    pub drawn: u64,
    /// L < 0 < U: endless play is best for both.
    pub no_result: u64,
}

impl Tally {
    /// The sums of counts.
    pub fn of(bounds: &[Count]) -> Tally {
        let mut tally = Tally::default();
        for count in bounds {
            let kind = match count {
                won if won.is_won() => &mut tally.won,
                lost if lost.is_lost() => &mut tally.lost,
                open if open.has_no_result() => &mut tally.no_result,
                _ => &mut tally.drawn,
            };
            *kind = kind.saturating_add(count.positions);
            if count.is_decided() {
                tally.decided = tally.decided.saturating_add(count.positions);
            }
        }
        tally
    }
}

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// Moves to the end of the game.
    pub distance: u16,
    /// The score.
    pub score: i32,
    /// The first position that has it.
    pub position: String,
    /// Who moves.
    pub to_play: Colour,
}

/// Bounds with their numbers; the win with the greatest distance, by class and player to move.
type Found = (BTreeMap<(Option<u8>, Option<u8>), u64>, Option<(u16, u64, Colour)>);

/// Classes that one task counts.
const CHUNK: u64 = 1 << 12;

impl Table {
    /// Counts all positions.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn stats(&self, progress: &Progress) -> Result<Stats, Error> {
        let count = self.classes();
        progress.start(Stage::Counting, count);
        let chunks = (0..count.div_ceil(CHUNK)).into_par_iter().map(|chunk| {
            let classes = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            progress.add(classes.end - classes.start)?;
            self.count(classes)
        });
        let (bounds, longest) = chunks.try_reduce(Found::default, |mut one, other| {
            for (bounds, count) in other.0 {
                *one.0.entry(bounds).or_default() += count;
            }
            let first = |win: &(u16, u64, Colour)| (win.0, std::cmp::Reverse((win.1, win.2)));
            Ok((one.0, one.1.into_iter().chain(other.1).max_by_key(first)))
        })?;
        let setting = self.setting();
        let n = i32::from(setting.game.board().points());
        let bounds: Vec<Count> = bounds
            .into_iter()
            .map(|((lower, upper), positions)| Count {
                lower: lower.map(|deficit| n - i32::from(deficit)),
                upper: upper.map(|deficit| i32::from(deficit) - n),
                positions,
            })
            .collect();
        let longest_win = longest.map(|(distance, class, to_move)| {
            let position = self.numbering.position(class);
            let rank = self.rank(&Node::new(position, to_move), Colour::Black)?;
            Ok::<Longest, Error>(Longest {
                distance,
                score: n - rank.deficit().map_or(0, i32::from),
                position: position.text(setting.game.board()),
                to_play: to_move,
            })
        });
        Ok(Stats {
            positions: setting.positions(),
            classes: count,
            nodes: self.nodes(),
            tally: Tally::of(&bounds),
            longest_win: longest_win.transpose()?,
            bounds,
        })
    }

    fn count(&self, classes: std::ops::Range<u64>) -> Result<Found, Error> {
        let setting = self.setting();
        let n = setting.game.board().points();
        let mut found = Found::default();
        for (class, number) in classes.clone().zip(self.numbering.classes.ranks(classes)) {
            let position = setting.index.unrank(number);
            let orbit = setting.symmetries.count() / setting.symmetries.stabilizer(position).unwrap_or(1);
            let node = Node::new(position, Colour::Black);
            let lower = self.rank(&node, Colour::Black)?;
            let upper = self.rank(&node, Colour::White)?;
            *found.0.entry((lower.deficit(), upper.deficit())).or_default() += u64::from(orbit);
            let other = self.rank(&Node::new(position, Colour::White), Colour::Black)?;
            let is_win = |rank: &Rank| rank.deficit().is_some_and(|deficit| deficit < n);
            for (rank, to_move) in [(lower, Colour::Black), (other, Colour::White)] {
                if is_win(&rank) && found.1.is_none_or(|(longest, ..)| rank.distance() > longest) {
                    found.1 = Some((rank.distance(), class, to_move));
                }
            }
        }
        Ok(found)
    }
}
