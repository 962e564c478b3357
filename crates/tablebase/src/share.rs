//! What one of several workers has of a tablebase in the making. It owns some shards in a row, and
//! does the shards' work when told. It knows nothing of other workers, and of how messages reach
//! them: whoever runs the workers brings each message to who owns its position.

use std::ops::Range;
use std::sync::Arc;

use kosolver_board::Position;

use crate::block::Block;
use crate::checkpoint::{packed_shard, unpacked_shard};
use crate::classes::Classes;
use crate::error::Error;
use crate::format::{BLOCK, ranks};
use crate::layout::Layout;
use crate::message::{Message, Play};
use crate::needs::refused;
use crate::progress::Progress;
use crate::rank::Rank;
use crate::setting::Setting;
use crate::shard::{Shard, set};
use crate::size::Size;

/// Words of a set of classes that are looked at in one go.
const WORDS: usize = 4;

/// Some shards in a row.
#[derive(Debug)]
pub struct Share {
    layout: Arc<Layout>,
    /// The number of the first shard.
    first: usize,
    classes: Vec<Classes>,
    shards: Vec<Shard>,
    /// The shard, and the word of its set, that is looked at next.
    next: (usize, usize),
    taken: Vec<Message>,
}

impl Share {
    /// Finds the classes of some shards, in this thread.
    ///
    /// # Errors
    /// [`Error::Memory`] if they would take far more memory than is allowed; [`Error::Stopped`].
    pub fn new(
        layout: Arc<Layout>,
        shards: Range<usize>,
        allowed: Size,
        progress: &Progress,
    ) -> Result<Share, Error> {
        let first = shards.start;
        // A forecast is not exact.
        let forecast = layout.forecast(shards.clone());
        if forecast / 8 * 7 > allowed.0 {
            return Err(refused(layout.setting(), layout.classes(), forecast, allowed));
        }
        let classes = shards.map(|shard| Classes::among(layout.setting(), layout.positions(shard), progress));
        let classes = classes.collect::<Result<Vec<Classes>, Error>>()?;
        Ok(Share { layout, first, classes, shards: Vec::new(), next: (0, 0), taken: Vec::new() })
    }

    /// Board, rules, numbering.
    pub fn setting(&self) -> &Setting {
        self.layout.setting()
    }

    /// The number of classes.
    pub fn classes(&self) -> u64 {
        self.classes.iter().map(Classes::count).sum()
    }

    /// The bytes that all this takes or will take, messages left out.
    pub fn bytes(&self) -> u64 {
        let classes: u64 = self.classes.iter().map(Classes::bytes).sum();
        classes + self.layout.bytes(self.classes())
    }

    /// Checks that all this and so many bytes of messages do not take more memory than is allowed.
    ///
    /// # Errors
    /// [`Error::Memory`] if it does.
    pub fn check(&self, messages: u64, allowed: Size) -> Result<(), Error> {
        let needed = self.bytes() + messages;
        if needed > allowed.0 {
            Err(refused(self.setting(), self.layout.classes(), needed, allowed))
        } else {
            Ok(())
        }
    }

    /// Counts the moves of all classes: everything before the first rank.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn count_moves(&mut self, progress: &Progress) -> Result<(), Error> {
        let shards = self.classes.iter().enumerate().map(|(place, classes)| {
            let start = self.layout.positions(self.first + place).start;
            let count = classes.count();
            let positions = classes.ranks(0..count).map(|number| position(&self.layout, start + number));
            Shard::new(self.layout.setting(), count as usize, positions, progress)
        });
        self.shards = shards.collect::<Result<Vec<Shard>, Error>>()?;
        Ok(())
    }

    /// Takes up shards that were written down, instead of counting moves. `read` gives a shard as
    /// [`Share::packed`] did, by its number.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if one is damaged; those of `read`; [`Error::Stopped`].
    pub fn restore(
        &mut self,
        mut read: impl FnMut(usize) -> Result<Vec<u8>, Error>,
        progress: &Progress,
    ) -> Result<(), Error> {
        let shards = self.classes.iter().enumerate().map(|(place, classes)| {
            progress.add(classes.count())?;
            unpacked_shard(&read(self.first + place)?, self.layout.setting(), classes.count() as usize)
        });
        self.shards = shards.collect::<Result<Vec<Shard>, Error>>()?;
        Ok(())
    }

    /// Shards as they are between two rounds, each with its number.
    pub fn packed(&self) -> impl Iterator<Item = Result<(usize, Vec<u8>), Error>> {
        let numbered = self.shards.iter().enumerate();
        numbered.map(|(place, shard)| Ok((self.first + place, packed_shard(shard)?)))
    }

    /// How many classes have their plays settled, counted for either side.
    pub fn settled(&self) -> u64 {
        self.shards.iter().map(Shard::settled).sum()
    }

    /// The number of bans of all classes.
    pub fn bans(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bans.points.len() as u64).sum()
    }

    /// Begins a score: the nodes of its lowest rank.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn seed(&mut self, rank: Rank, progress: &Progress) -> Result<(), Error> {
        self.next = (0, 0);
        self.shards.iter_mut().try_for_each(|shard| shard.seed(self.layout.setting(), rank, progress))
    }

    /// Finds plays that lead to nodes of this rank, which were not looked at before, until there are
    /// so many or a few more. Whether any nodes are left.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn look_back(
        &mut self,
        rank: Rank,
        most: usize,
        found: &mut Vec<Play>,
        progress: &Progress,
    ) -> Result<bool, Error> {
        let setting = self.layout.setting();
        while self.next.0 < self.shards.len() {
            let (place, word) = self.next;
            let (shard, classes) = (&mut self.shards[place], &self.classes[place]);
            let count = shard.sets[set::NOW].len();
            if word >= count {
                progress.go_on()?;
                self.next = (place + 1, 0);
                continue;
            }
            let words = word..count.min(word + WORDS);
            if shard.sets[set::NOW][words.clone()].iter().any(|word| *word != 0) {
                if found.len() >= most {
                    return Ok(true);
                }
                let start = self.layout.positions(self.first + place).start;
                let at = |local: usize| position(&self.layout, start + classes.rank(local as u64));
                shard.look_back(setting, at, words.clone(), rank, |play| found.push(play));
                shard.looked_at(words.clone());
            }
            self.next.1 = words.end;
        }
        Ok(false)
    }

    /// Takes plays at classes of these shards that lead to nodes of this rank, in ascending order of
    /// positions. The number of plays settled, those under a ban not counted.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if one is at no class of these shards; [`Error::Stopped`].
    pub fn take(&mut self, plays: &[Play], rank: Rank, progress: &Progress) -> Result<u64, Error> {
        let mut settled = 0;
        let foreign = || Error::corrupt("a message is for another worker");
        for run in
            plays.chunk_by(|one, other| self.layout.shard(one.position) == self.layout.shard(other.position))
        {
            let number = self.layout.shard(run[0].position);
            let place = number.checked_sub(self.first).filter(|place| *place < self.shards.len());
            let place = place.ok_or_else(foreign)?;
            let (classes, start) = (&self.classes[place], self.layout.positions(number).start);
            self.taken.clear();
            for play in run {
                let local = classes.before(play.position - start) as usize;
                self.taken.push(Message::new(local, *play));
            }
            let at = |local: usize| position(&self.layout, start + classes.rank(local as u64));
            let shard = &mut self.shards[place];
            settled += shard.take(self.layout.setting(), at, &self.taken, rank.one_more(), progress)?;
        }
        Ok(settled)
    }

    /// Goes on to the next rank of the same score, this one; whether there are nodes of it, or of the
    /// one after.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn advance(&mut self, rank: Rank, progress: &Progress) -> Result<bool, Error> {
        self.next = (0, 0);
        let mut more = false;
        for shard in &mut self.shards {
            more |= shard.advance(self.layout.setting(), rank, progress)?;
        }
        Ok(more)
    }

    /// Packs the blocks of the file that these shards are, in order.
    ///
    /// # Errors
    /// Those of `write`; [`Error::Stopped`].
    pub fn blocks(
        &self,
        mut write: impl FnMut(&[u8]) -> Result<(), Error>,
        progress: &Progress,
    ) -> Result<(), Error> {
        for (place, shard) in self.shards.iter().enumerate() {
            let positions = self.layout.positions(self.first + place);
            for number in positions.start / BLOCK..positions.end.div_ceil(BLOCK) {
                let ranks = ranks(self.setting(), number);
                let before = |number: u64| self.classes[place].before(number - positions.start) as usize;
                let mut block = Block::default();
                (before(ranks.start)..before(ranks.end)).for_each(|local| block.push(shard, local));
                write(&block.packed()?)?;
                progress.add(1)?;
            }
        }
        Ok(())
    }
}

fn position(layout: &Layout, number: u64) -> Position {
    layout.setting().index.unrank(number)
}
