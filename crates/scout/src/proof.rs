//! What a scout keeps when it has found who wins.

use kosolver_board::{Colour, Interrupt, Point, Position};

use crate::decided::decided;
use crate::error::Error;
use crate::memo::{Entry, KEPT, PASS};
use crate::scout::Scout;

/// For how many nodes it looks for what its memo has lost.
const AGAIN: u64 = 1 << 24;

impl Scout {
    /// Keeps the proof that it has found from a position: all that can come of the winner's best moves and of all
    /// replies, if the past is ignored. What its memo has lost of that is searched again. Then it makes its memo as
    /// small as the proof allows, and no larger than so many bytes. How many positions the proof has.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub fn keep_proof(
        &mut self,
        position: Position,
        mover: Colour,
        passed: bool,
        bytes: u64,
        interrupt: &Interrupt,
    ) -> Result<u64, Error> {
        let mut kept = 0;
        let mut open = vec![(position, mover, passed)];
        while let Some((position, mover, passed)) = open.pop() {
            if interrupt.is_stopped() {
                return Err(Error::Stopped);
            }
            let ends = (position.area(&self.board) >= self.score) == (mover == Colour::Black);
            if passed && ends || decided(&self.board, position, mover, passed, self.score).is_some() {
                continue;
            }
            let key = self.keys.of(position, mover, passed);
            let settled = || self.memo.get(key.hash).filter(Entry::is_settled);
            let found = settled().or_else(|| {
                self.look(position, mover, passed, AGAIN, interrupt);
                settled()
            });
            let Some(mut entry) = found.filter(|entry| entry.work & KEPT == 0) else { continue };
            entry.work |= KEPT;
            self.memo.put(key.hash, entry);
            kept += 1;
            let wins = entry.phi == 0;
            let best = (entry.best < PASS).then(|| self.keys.out_of_frame(key.frame, Point::new(entry.best)));
            let plays = position.empty(&self.board).iter().filter(|point| !wins || Some(*point) == best);
            let plays = plays.filter_map(|point| position.play(&self.board, mover, point));
            let legal = plays.filter(|play| self.suicide.allows(play.suicide.len()));
            open.extend(legal.map(|play| (play.after, !mover, false)));
            // Else the opponent would end the game.
            if ends && (!wins || best.is_none()) {
                open.push((position, !mover, true));
            }
        }
        let room = 4 * kept * size_of::<[u64; 2]>() as u64;
        self.memo.resize(room.min(bytes).min(self.memo.bytes()));
        Ok(kept)
    }
}
