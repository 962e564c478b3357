//! What a scout keeps when it has found who wins, and its files.

use std::io::{self, Read, Write};
use std::sync::Arc;

use ahash::HashSet;
use kosolver_board::{Board, Colour, Interrupt, Point, Position};

use crate::decided::decided;
use crate::error::Error;
use crate::file::{self, File};
use crate::kept::{Kept, best, entry};
use crate::memo::{DONE, MET, Memo, PASS};
use crate::network::Judge;
use crate::scout::Scout;
use crate::state::State;

/// For how many nodes it looks for a position that its memo has lost.
const AGAIN: u64 = 1 << 24;

/// The bytes of the memo that it has afterwards, at least and for each entry that is kept: for positions that
/// are met later.
const ROOM: u64 = 1 << 24;
const EACH: u64 = 8;

/// After so many positions that are kept somebody hears of it.
const TOLD: usize = 1 << 12;

/// What is still to be done of the walk through a proof.
enum Step {
    Walk(State),
    /// All after the state with this key has been walked.
    Done(u64),
}

/// What comes after a move.
struct Next {
    /// Its point; `None` for a pass.
    point: Option<Point>,
    state: State,
    hash: u64,
}

impl Scout {
    /// Keeps the proof that it has found from a state: all that can come of the winner's best moves and of all
    /// replies, if the past is ignored. What its memo has lost of that is searched again, with no more nodes
    /// than it has taken so far. The rest of its memo is forgotten. How many positions are kept, for 8 bytes each and
    /// as many for what is met later: fewer than the proof has if it is interrupted, or if so many bytes are too few.
    /// `tell` hears now and then how many it is. Where it has not found who wins, it makes its memo as small as that
    /// instead.
    ///
    /// # Errors
    /// [`Error::Memory`]; then it may have forgotten all.
    pub fn keep_proof(
        &mut self,
        state: State,
        bytes: u64,
        interrupt: &Interrupt,
        tell: &dyn Fn(u64),
    ) -> Result<u64, Error> {
        let until = 2 * self.nodes();
        let settled = |scout: &Scout, hash| scout.memo.get(hash).filter(|entry| entry.is_settled());
        if settled(self, self.keys.of(state).hash).is_none() {
            self.memo.resize(bytes.min(self.memo.bytes()))?;
            return Ok(0);
        }
        let (mut kept, most) = (Vec::new(), (bytes / (2 * EACH)).min(u32::MAX.into()));
        let (mut steps, mut next) = (vec![Step::Walk(state)], Vec::new());
        while let Some(step) = steps.pop() {
            let state = match step {
                Step::Walk(state) => state,
                Step::Done(hash) => {
                    if let Some(mut entry) = self.memo.get(hash) {
                        entry.work |= DONE;
                        self.memo.put(hash, entry);
                    }
                    continue;
                }
            };
            if interrupt.is_stopped() || kept.len() as u64 >= most {
                break;
            }
            if state.passed && state.ends_well(&self.board, self.score) {
                continue;
            }
            let key = self.keys.of(state);
            let mut found = settled(self, key.hash);
            if found.is_none() && decided(&self.board, state, self.score).is_none() {
                let nodes = AGAIN.min(until.saturating_sub(self.nodes()));
                self.look(state, nodes, interrupt);
                found = settled(self, key.hash);
            }
            let Some(mut known) = found.filter(|known| known.work & MET == 0) else { continue };
            known.work |= MET;
            self.memo.put(key.hash, known);
            self.list_next(state, &mut next);
            let (wins, mut best) = (known.phi == 0, self.best(key, &known));
            if wins {
                best = self.cheapest(&next, state.mover, best);
                next.retain(|next| next.point == best);
            } else {
                next.retain(|next| self.memo.get(next.hash).is_none_or(|known| known.work & MET == 0));
            }
            let framed = best.map_or(PASS, |best| self.keys.framed(key.frame, best).number());
            kept.push(entry(key.hash, wins, framed));
            if kept.len().is_multiple_of(TOLD) {
                tell(kept.len() as u64);
            }
            steps.push(Step::Done(key.hash));
            steps.extend(next.iter().map(|next| Step::Walk(next.state)));
        }
        self.memo = Memo::new(0, Kept::default())?;
        self.has_kept(Kept::new(kept), bytes)
    }

    /// How many positions its proof from a state has, counted to `most`: about as many nodes as a search takes
    /// that it guides. `None` if it does not know who wins.
    pub fn proof_size(&self, state: State, most: u64) -> Option<u64> {
        let (mut seen, mut next) = (HashSet::default(), Vec::new());
        let mut open = vec![state];
        while let Some(state) = open.pop()
            && (seen.len() as u64) < most
        {
            let key = self.keys.of(state);
            match self.memo.get(key.hash).filter(|entry| entry.is_settled()) {
                None if seen.is_empty() => return None,
                Some(known) if seen.insert(key.hash) => {
                    self.list_next(state, &mut next);
                    if known.phi == 0 {
                        let best = self.best(key, &known);
                        next.retain(|next| next.point == best);
                    }
                    open.extend(next.iter().map(|next| next.state));
                }
                _ => {}
            }
        }
        Some(seen.len() as u64)
    }

    /// Lists what comes after the moves of a state that is not over. Nobody passes if the opponent could end the game
    /// then and win.
    fn list_next(&self, state: State, list: &mut Vec<Next>) {
        list.clear();
        let next = |point, state| Next { point, state, hash: self.keys.of(state).hash };
        let plays = state.plays(&self.board, self.suicide);
        list.extend(plays.map(|play| next(Some(play.point), self.after(state, &play))));
        if state.ends_well(&self.board, self.score) {
            list.push(next(None, state.pass()));
        }
        self.memo.fetch(list.iter().map(|next| next.hash));
    }

    /// Has kept this, in so many bytes with a memo. How many positions it is.
    fn has_kept(&mut self, kept: Kept, bytes: u64) -> Result<u64, Error> {
        let count = kept.entries().len() as u64;
        let memo = (EACH * count).max(ROOM).min(bytes.saturating_sub(kept.bytes()));
        self.memo = Memo::new(memo, kept)?;
        Ok(count)
    }

    /// A play that wins and adds nothing to what is kept, since all that can come after it has been walked or the
    /// game is decided then; else the `best`. What took little work may add much: it may rest on the very position
    /// that the play is made from.
    fn cheapest(&self, next: &[Next], mover: Colour, best: Option<Point>) -> Option<Point> {
        let plays = || next.iter().filter(|next| next.point.is_some());
        let is_walked = |next: &&Next| {
            let known = self.memo.get(next.hash);
            known.is_some_and(|known| known.delta == 0 && known.work & DONE != 0)
        };
        let is_won =
            |next: &&Next| decided(&self.board, next.state, self.score) == Some(mover == Colour::Black);
        plays().find(is_walked).or_else(|| plays().find(is_won)).map_or(best, |next| next.point)
    }

    /// Writes what it has kept.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_proof(&self, out: impl Write) -> io::Result<()> {
        let Scout { board, suicide, passes_lift, score, memo, .. } = self;
        let entries = memo.kept().entries();
        let (keys, positions) = (self.fingerprint(), entries.len());
        let header = format!(
            "board {board}\nsuicide {suicide}\npasses-lift {passes_lift}\nscore {score}\nkeys {keys}\npositions {positions}\n"
        );
        let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_le_bytes()).collect();
        file::write(out, TITLE, &header, &bytes)
    }

    /// Other keys, another number.
    fn fingerprint(&self) -> u64 {
        let position = Position { black: Point::new(0).bit(), ..Position::EMPTY };
        self.keys.of(State::new(position, Colour::White)).hash
    }

    /// Whether a file that begins so is the proof of a scout, broken or not.
    pub fn begins_proof(bytes: &[u8]) -> bool {
        file::begins(bytes, TITLE)
    }

    /// A scout that has kept what is in a file.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Memory`], and [`Error::Broken`] if the file is not of a scout, or has been cut or changed.
    pub fn read_proof(input: impl Read) -> Result<Scout, Error> {
        let file = File::read(input, TITLE)?;
        let board: Board = file.field("board")?;
        let (suicide, passes_lift, score) =
            (file.field("suicide")?, file.field("passes-lift")?, file.field("score")?);
        let positions: u32 = file.field("positions")?;
        let mut scout = Scout::with(board, suicide, passes_lift, score, 0)?;
        let points = i32::from(board.points());
        if !(1 - points..=points).contains(&score) {
            return Err(Error::Broken(format!("nobody scores {score} on {board}")));
        }
        if file.field::<u64>("keys")? != scout.fingerprint() {
            return Err(Error::Broken("its keys are those of another version of this program".to_owned()));
        }
        // Most of a key is as if it were random, so no body is so short.
        let length = 8 * positions as usize;
        let bytes = if length > 8 * file.packed() { Vec::new() } else { file.body(length)? };
        let entries: Vec<u64> = bytes.as_chunks().0.iter().map(|entry| u64::from_le_bytes(*entry)).collect();
        let is_move = |entry: &u64| best(*entry) == PASS || best(*entry) < board.points();
        if entries.len() != positions as usize || !entries.iter().all(is_move) {
            return Err(Error::Broken("its positions are not those of its header".to_owned()));
        }
        scout.has_kept(Kept::new(entries), u64::MAX)?;
        Ok(scout)
    }

    /// Has the judge of a network for its question.
    #[must_use]
    pub fn with_judge(mut self, judge: Option<Arc<Judge>>) -> Scout {
        self.judge = judge;
        self
    }
}

/// The first line of a file.
const TITLE: &str = "kosolver scout 2";
