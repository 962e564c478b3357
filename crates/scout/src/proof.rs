//! What a scout keeps when it has found who wins.

use kosolver_board::{Colour, Interrupt, Point, Position};

use crate::decided::decided;
use crate::memo::{Entry, KEPT, PASS};
use crate::scout::Scout;

/// For how many nodes it looks for a position that its memo has lost.
const AGAIN: u64 = 1 << 24;

/// What the memo has at least, for positions that are met later.
const ROOM: u64 = 1 << 24;

/// The bytes of memo for an entry that is kept: four places, so that hardly any bucket has too many.
const EACH: u64 = 4 * size_of::<[u64; 2]>() as u64;

impl Scout {
    /// Keeps the proof that it has found from a position: all that can come of the winner's best moves and of all
    /// replies, if the past is ignored. What its memo has lost of that is searched again, with no more nodes
    /// than it has taken so far. Then it makes its memo as small as the proof allows, and no larger than so
    /// many bytes. How many positions are kept; fewer than the proof has if there is no room, or if it is
    /// interrupted.
    pub fn keep_proof(
        &mut self,
        position: Position,
        mover: Colour,
        passed: bool,
        bytes: u64,
        interrupt: &Interrupt,
    ) -> u64 {
        let bytes = bytes.min(self.memo.bytes());
        let until = 2 * self.nodes();
        let settled = |scout: &Scout, hash| scout.memo.get(hash).filter(Entry::is_settled);
        if settled(self, self.keys.of(position, mover, passed).hash).is_none() {
            self.memo.resize(bytes);
            return 0;
        }
        self.memo.keep_none();
        let mut kept = 0;
        let mut open = vec![(position, mover, passed)];
        while let Some((position, mover, passed)) = open.pop() {
            if interrupt.is_stopped() || EACH * kept >= bytes {
                break;
            }
            let ends = (position.area(&self.board) >= self.score) == (mover == Colour::Black);
            if passed && ends || decided(&self.board, position, mover, passed, self.score).is_some() {
                continue;
            }
            let key = self.keys.of(position, mover, passed);
            let found = settled(self, key.hash).or_else(|| {
                let nodes = AGAIN.min(until.saturating_sub(self.nodes()));
                self.look(position, mover, passed, nodes, interrupt);
                settled(self, key.hash)
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
        // Where not all is kept, what took the most work stays too.
        self.memo.resize(if open.is_empty() { (EACH * kept).max(ROOM).min(bytes) } else { bytes });
        kept
    }
}
