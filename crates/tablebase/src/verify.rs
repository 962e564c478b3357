//! Checking a whole tablebase: every rank against the ranks of the successors, with the moves of
//! the rules. `docs/tablebase.md` says why what passes is right.

use std::ops::Range;

use kosolver_board::{Colour, Point, Position};
use kosolver_rules::{Ban, Legality, Move, Node, Then};
use rayon::prelude::*;

use crate::error::Error;
use crate::file::File;
use crate::probe::{Entry, Probe};
use crate::progress::{Progress, Stage};
use crate::rank::{Passes, Rank};
use crate::setting::{LONE_SUICIDE, Setting};
use crate::size::Size;
use crate::table::Table;

/// Classes that one task checks.
const CHUNK: u64 = 1 << 10;

/// The most classes of which a quick check looks at each, and the positions it looks at where there are
/// more.
const SMALL: u64 = 1 << 17;
const SAMPLE: u64 = 256;

impl Table {
    /// Checks every rank against those of the successors.
    ///
    /// # Errors
    /// [`Error::Wrong`] with one that does not agree; [`Error::Stopped`].
    pub fn verify(&self, progress: &Progress) -> Result<(), Error> {
        let count = self.classes();
        progress.start(Stage::Checking, count);
        (0..count.div_ceil(CHUNK)).into_par_iter().try_for_each(|chunk| {
            let classes = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
            progress.add(classes.end - classes.start)?;
            self.verify_classes(classes)
        })
    }

    /// Checks some classes. What their plays lead to is found first and looked up afterwards:
    /// then many reads from far apart in memory are under way at once.
    fn verify_classes(&self, classes: Range<u64>) -> Result<(), Error> {
        let setting = self.setting();
        let mut claims = Vec::new();
        let mut afters = Vec::new();
        for (class, number) in classes.clone().zip(self.numbering.classes.ranks(classes)) {
            let position = setting.index.unrank(number);
            for (node, stored) in stored(setting, position, &self.class(class)) {
                let first = afters.len();
                afters.extend(successors(setting, &node).map(|next| After::of(setting, next)));
                claims.push((node, stored, first..afters.len()));
            }
        }
        for after in &mut afters {
            after.place = self.numbering.classes.before(after.place);
        }
        let ranks =
            afters.iter().map(|after| self.rank_after(after)).collect::<Result<Vec<Rank>, Error>>()?;
        for (node, stored, range) in claims {
            agree(setting, &node, stored, &ranks[range])?;
        }
        Ok(())
    }

    /// The rank of the node after a play.
    fn rank_after(&self, after: &After) -> Result<Rank, Error> {
        if let Some(node) = &after.banned {
            return self.rank(node, Colour::Black);
        }
        let (shard, local) = self.shard(after.place);
        let [a, d] = shard.ranks.get(local);
        let passes = Passes::of(a, d, after.end);
        Ok(if after.attacks { passes.attack(a) } else { passes.defend(d) })
    }
}

impl File {
    /// Looks quickly whether a file holds that was just written: on a small board all of it, as
    /// [`Table::verify`] does, if the memory allows; on others each block's digest, and some positions.
    ///
    /// # Errors
    /// [`Error::Corrupt`] and [`Error::Wrong`] if it does not; [`Error::Stopped`]; those of the system.
    pub fn check(&self, allowed: Size, progress: &Progress) -> Result<(), Error> {
        if self.classes() <= SMALL {
            match Table::load(self, allowed, progress) {
                Err(Error::Memory { .. }) => {}
                table => return table?.verify(progress),
            }
        }
        progress.start(Stage::Checking, self.blocks() + SAMPLE);
        (0..self.blocks()).into_par_iter().try_for_each(|number| {
            self.packed(number)?;
            progress.add(1)
        })?;
        let setting = self.setting();
        (0..SAMPLE).into_par_iter().try_for_each(|place| {
            let number = u128::from(setting.positions()) * u128::from(place) / u128::from(SAMPLE);
            let (least, _) = setting.symmetries.least(setting.index.unrank(number as u64));
            for (node, stored) in stored(setting, least, &self.entry(least)?) {
                let after = successors(setting, &node).map(|next| self.rank(&next, Colour::Black));
                agree(setting, &node, stored, &after.collect::<Result<Vec<Rank>, Error>>()?)?;
            }
            progress.add(1)
        })
    }
}

/// The nodes of a position that are kept, with the ranks of their plays: with either player to move, and
/// after each ban.
fn stored(setting: &Setting, position: Position, entry: &Entry) -> Vec<(Node, Rank)> {
    let mut nodes = Vec::new();
    for (side, to_move) in Colour::BOTH.into_iter().enumerate() {
        let node = Node::new(position, to_move);
        for (ban, rank) in setting.bans(position, to_move).into_iter().zip(&entry.bans[side]) {
            let ban = if ban == LONE_SUICIDE { Ban::LoneSuicide } else { Ban::Point(Point::new(ban)) };
            nodes.push((Node { ban, ..node.clone() }, *rank));
        }
        nodes.push((node, entry.plays[side]));
    }
    nodes
}

/// The nodes that plays lead to, by the rules.
fn successors(setting: &Setting, node: &Node) -> impl Iterator<Item = Node> {
    setting.game.steps(node).into_iter().filter_map(|step| match (step.made, step.legality, step.then) {
        (Move::Play(_), Legality::Always, Then::Node(next)) => Some(next),
        _ => None,
    })
}

/// Checks the rank of a node's plays against those of the nodes they lead to.
fn agree(setting: &Setting, node: &Node, stored: Rank, after: &[Rank]) -> Result<(), Error> {
    let after = after.iter().map(|rank| rank.one_more());
    let best = match node.to_move {
        Colour::Black => after.min().unwrap_or(Rank::NEVER),
        Colour::White => after.max().unwrap_or(Rank::VACUOUS),
    };
    if stored == best {
        return Ok(());
    }
    Err(Error::Wrong(format!(
        "the plays of {} at {} have the rank {stored:?}, and their successors make it {best:?}",
        node.to_move,
        node.position.text(setting.game.board())
    )))
}

/// Where a play leads.
struct After {
    /// The number of the position that stands for its class; then the class.
    place: u64,
    /// The rank of a pass that ends the game there.
    end: Rank,
    attacks: bool,
    /// The node, if it has a ban.
    banned: Option<Node>,
}

impl After {
    fn of(setting: &Setting, node: Node) -> After {
        let (least, _) = setting.symmetries.least(node.position);
        let Some(place) = setting.index.rank(least) else {
            unreachable!("plays lead from legal to legal positions")
        };
        let end = setting.end(node.position.area(setting.game.board()));
        let attacks = node.to_move == Colour::Black;
        After { place, end, attacks, banned: (node.ban != Ban::None).then_some(node) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;
    use crate::table::Solved;

    /// Every single rank of a table, changed in every way, is found out: no others make it right.
    #[test]
    fn no_rank_can_be_another() {
        for (board, rules) in
            [("1x5", "basic"), ("2x2", "none"), ("2x3", "basic"), ("2x2", "basic suicide=allowed")]
        {
            let setting = Setting::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
            let mut table = Table::solve(setting, Size(1 << 26), &Progress::default()).unwrap();
            table.verify(&Progress::default()).unwrap();
            let places = table.shards[0].ranks.len() * 2 + table.shards[0].bans.words.len();
            for place in 0..places {
                for change in [1, 1 << 16, Rank::NEVER.bits()] {
                    let old = rank_at(&mut table, place, None);
                    let new = Rank::from_bits(old.bits() ^ change);
                    if new == old {
                        continue; // never is written in many ways
                    }
                    rank_at(&mut table, place, Some(new));
                    let found = table.verify(&Progress::default());
                    assert!(matches!(found, Err(Error::Wrong(_))), "{board} {rules} {place} {change}");
                    rank_at(&mut table, place, Some(old));
                }
            }
        }
    }

    /// A rank of a table, after it was perhaps made another.
    fn rank_at(table: &mut Table, place: usize, new: Option<Rank>) -> Rank {
        let Solved { ranks, bans } = &mut table.shards[0];
        match place.checked_sub(2 * ranks.len()) {
            None => {
                new.into_iter().for_each(|new| ranks.set(place / 2, place % 2, new));
                ranks.get(place / 2)[place % 2]
            }
            Some(ban) => {
                new.into_iter().for_each(|new| bans.words[ban] = new.bits());
                Rank::from_bits(bans.words[ban])
            }
        }
    }
}
