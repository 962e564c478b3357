use crate::error::Error;
use crate::rank::Rank;
use crate::setting::Setting;

/// How far the analysis is: which rank's nodes are looked at.
///
/// ```text
/// every score, from the whole board down:
///     seed the shards                               begin
///     every distance, as long as there are nodes:
///         look back from the nodes of the rank
///         find the nodes of the next                further
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// By how much scores fall short of the whole board.
    pub(crate) deficit: u8,
    /// The distance of the nodes that are looked at; 0 before the first.
    pub(crate) distance: u16,
}

impl Cursor {
    /// Before everything.
    pub const START: Cursor = Cursor { deficit: 0, distance: 0 };

    /// The rank whose nodes are looked at.
    pub fn rank(self) -> Rank {
        Rank::new(self.deficit, self.distance)
    }

    /// Where the shards are to be seeded first: their nodes of the least rank of this score.
    #[must_use]
    pub fn begin(self) -> Option<Cursor> {
        (self.distance == 0).then_some(Cursor { distance: 2, ..self })
    }

    /// The next rank of the same score.
    ///
    /// # Errors
    /// [`Error::Distance`] if a distance is too large for a table.
    pub fn further(self) -> Result<Cursor, Error> {
        let distance = self.distance + 1;
        if distance >= Rank::FARTHEST {
            return Err(Error::Distance(Rank::FARTHEST));
        }
        Ok(Cursor { distance, ..self })
    }

    /// Before the ranks of the next lower score; `None` after the last.
    pub fn next_score(self, setting: &Setting) -> Option<Cursor> {
        let last = 2 * setting.game.board().points();
        (self.deficit < last).then_some(Cursor { deficit: self.deficit + 1, distance: 0 })
    }

    /// As a number.
    pub fn word(self) -> u32 {
        u32::from(self.deficit) << 16 | u32::from(self.distance)
    }

    /// The cursor that is this number; `None` if none of the board is.
    pub fn of_word(word: u32, setting: &Setting) -> Option<Cursor> {
        let cursor = Cursor { deficit: u8::try_from(word >> 16).ok()?, distance: word as u16 };
        (cursor.deficit <= 2 * setting.game.board().points()).then_some(cursor)
    }
}
