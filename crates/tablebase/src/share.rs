//! What one of several workers has of a tablebase in the making. It owns some shards in a row, and
//! does the shards' work when told. It knows nothing of other workers, and of how messages reach
//! them: whoever runs the workers brings each message to who owns its position.

use std::fs::File;
use std::io::{Read, Write};
use std::ops::Range;
use std::sync::Arc;

use kosolver_board::Position;

use crate::block::Block;
use crate::checkpoint::{packed_shard, unpacked_shard};
use crate::classes::Classes;
use crate::error::Error;
use crate::format::{BLOCK, ranks};
use crate::kept::Kept;
use crate::layout::Layout;
use crate::log::{Log, Settled};
use crate::message::{Message, Play};
use crate::progress::Progress;
use crate::rank::Rank;
use crate::ranks::Ranks;
use crate::setting::Setting;
use crate::shard::Shard;

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
    kept: Kept,
    /// The shard, and the word of its set, that is looked at next.
    next: (usize, usize),
    taken: Vec<Message>,
    settled: Vec<Settled>,
}

impl Share {
    /// Finds the classes of some shards, in this thread.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn new(layout: Arc<Layout>, shards: Range<usize>, progress: &Progress) -> Result<Share, Error> {
        let first = shards.start;
        let classes = shards.map(|shard| Classes::among(layout.setting(), layout.positions(shard), progress));
        let classes = classes.collect::<Result<Vec<Classes>, Error>>()?;
        let kept = Kept::Memory(Vec::new());
        let (shards, taken, settled) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Share { layout, first, classes, shards, kept, next: (0, 0), taken, settled })
    }

    /// Ranks are kept in an empty file instead of memory until they are written. Before moves are
    /// counted. `name` is what its place is called in messages.
    pub fn spill(&mut self, file: File, name: String) {
        self.kept = Kept::Disk(Log::new(file, name));
    }

    /// The numbers of its shards.
    pub fn shards(&self) -> Range<usize> {
        self.first..self.first + self.classes.len()
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
        classes + self.layout.bytes(self.classes(), matches!(self.kept, Kept::Disk(_)))
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
        self.forget_ranks();
        for (place, shard) in self.shards.iter().enumerate() {
            let vacuous: Vec<Settled> = shard.vacuous().map(|local| (local as u32, [false, true])).collect();
            self.kept.settle((place, self.first + place), Rank::VACUOUS, &vacuous)?;
        }
        Ok(())
    }

    /// Makes room for ranks.
    fn forget_ranks(&mut self) {
        if let Kept::Memory(all) = &mut self.kept {
            *all = self.shards.iter().map(|shard| Ranks::never(shard.len())).collect();
        }
    }

    /// Takes up shards that were written down, instead of counting moves. `read` gives a shard as
    /// [`Share::packed`] did, by its number. Ranks are read afterwards.
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
        self.forget_ranks();
        Ok(())
    }

    /// Takes up ranks that were written down when this rank was the present one, those of other shards
    /// left out. How many there were, and how many of them are this one: of all of them together, as many
    /// as [`Share::settled`] and [`Share::present`] say.
    ///
    /// # Errors
    /// [`Error::Corrupt`] if they are damaged, or one is later; those of the reader.
    pub fn read_ranks(&mut self, mut from: impl Read, present: Rank) -> Result<[u64; 2], Error> {
        let classes: Vec<usize> = self.shards.iter().map(Shard::len).collect();
        self.kept.read(&self.shards(), &classes, &mut from, present)
    }

    /// Writes down all ranks found so far.
    ///
    /// # Errors
    /// Those of the writer; [`Error::Spill`].
    pub fn write_ranks(&mut self, mut out: impl Write) -> Result<(), Error> {
        self.kept.write(self.first, &mut out)
    }

    /// Shards as they are between two rounds, without ranks, each with its number.
    pub fn packed(&self) -> impl Iterator<Item = Result<(usize, Vec<u8>), Error>> {
        let numbered = self.shards.iter().enumerate();
        numbered.map(|(place, shard)| Ok((self.first + place, packed_shard(shard)?)))
    }

    /// How many classes have their plays settled, counted for either side.
    pub fn settled(&self) -> u64 {
        self.shards.iter().map(Shard::settled).sum()
    }

    /// How many classes have plays of the present rank, counted for either side.
    pub fn present(&self) -> u64 {
        self.shards.iter().map(Shard::present).sum()
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
        self.shards.iter_mut().try_for_each(|shard| shard.seed(rank, progress))
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
            let (shard, classes) = (&self.shards[place], &self.classes[place]);
            let count = shard.words();
            if word >= count {
                progress.go_on()?;
                self.next = (place + 1, 0);
                continue;
            }
            let words = word..count.min(word + WORDS);
            if words.clone().any(|word| shard.waiting(word) != 0) {
                if found.len() >= most {
                    return Ok(true);
                }
                let start = self.layout.positions(self.first + place).start;
                let at = |local: usize| position(&self.layout, start + classes.rank(local as u64));
                shard.look_back(setting, at, words.clone(), rank, |play| found.push(play));
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

    /// Goes on to the next rank of the same score, this one; whether there may be nodes of it, or of
    /// the one after.
    ///
    /// # Errors
    /// [`Error::Stopped`]; [`Error::Spill`].
    pub fn advance(&mut self, rank: Rank, progress: &Progress) -> Result<bool, Error> {
        self.next = (0, 0);
        let mut more = false;
        for (place, shard) in self.shards.iter_mut().enumerate() {
            self.settled.clear();
            more |= shard.advance(rank, progress, |settled| self.settled.push(settled))?;
            self.kept.settle((place, self.first + place), rank, &self.settled)?;
        }
        Ok(more)
    }

    /// Packs the blocks of the file that these shards are, in order, and ends the analysis. Ranks on
    /// disk are read for some shards at a time: as many as fit where the analysis was.
    ///
    /// # Errors
    /// Those of `write`; [`Error::Stopped`]; [`Error::Spill`].
    pub fn blocks(
        &mut self,
        mut write: impl FnMut(&[u8]) -> Result<(), Error>,
        progress: &Progress,
    ) -> Result<(), Error> {
        self.shards.iter_mut().for_each(Shard::finish);
        let mut kept = std::mem::replace(&mut self.kept, Kept::Memory(Vec::new()));
        let most = self.layout.classes_instead(self.classes());
        let mut place = 0;
        while place < self.shards.len() {
            let (mut end, mut classes) = (place, 0);
            while end < self.shards.len() && (end == place || classes + self.classes[end].count() <= most) {
                classes += self.classes[end].count();
                end += 1;
            }
            let all = match &mut kept {
                Kept::Memory(all) => {
                    end = self.shards.len();
                    std::mem::take(all)
                }
                Kept::Disk(log) => {
                    let counts = self.classes[place..end].iter().map(Classes::count);
                    let mut all: Vec<Ranks> = counts.map(|count| Ranks::never(count as usize)).collect();
                    log.read(&(self.first + place..self.first + end), |shard, rank, settled| {
                        all[shard - self.first - place].settle(rank, settled);
                        Ok(())
                    })?;
                    all
                }
            };
            for (place, all) in (place..end).zip(&all) {
                self.shard_blocks(place, all, &mut write, progress)?;
            }
            place = end;
        }
        Ok(())
    }

    /// Packs the blocks of one shard.
    fn shard_blocks(
        &self,
        place: usize,
        all: &Ranks,
        write: &mut impl FnMut(&[u8]) -> Result<(), Error>,
        progress: &Progress,
    ) -> Result<(), Error> {
        let positions = self.layout.positions(self.first + place);
        for number in positions.start / BLOCK..positions.end.div_ceil(BLOCK) {
            let ranks = ranks(self.setting(), number);
            let before = |number: u64| self.classes[place].before(number - positions.start) as usize;
            let mut block = Block::default();
            let bans = &self.shards[place].bans;
            (before(ranks.start)..before(ranks.end)).for_each(|local| block.push(all, bans, local));
            write(&block.packed()?)?;
            progress.add(1)?;
        }
        Ok(())
    }
}

fn position(layout: &Layout, number: u64) -> Position {
    layout.setting().index.unrank(number)
}
