use crate::{Made, Player, Record};

/// A question about the record of a game that a ko rule asks. Positions are named by their numbers
/// in the [record](Record::number_of).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Has the position stood on the board? The start counts.
    Stood(usize),
    /// Has it stood there with this player to move? The start counts, and so do passes.
    StoodFor(usize, Player),
    /// Has it stood there at or after the last pass of anybody?
    StoodSincePass(usize),
    /// Has it stood there at or after the last pass of this player?
    StoodSincePassOf(usize, Player),
    /// Has this player made it by a play?
    Created(usize, Player),
    /// Has a play left the first and made the second?
    Changed(usize, usize),
    /// Was the last move a play, and left it?
    JustLeft(usize),
    /// Has this player passed on it?
    Passed(usize, Player),
}

impl Question {
    /// After how many moves the answer was yes first, of those times that count; `None` if it is no.
    pub fn since(self, record: &Record<'_>) -> Option<usize> {
        let now = record.now();
        // The times at which something stood on the board, 0 for the start.
        let stood = |t: usize, from: usize| (from..=now).find(|&time| record.position_at(time) == t);
        // The moves, from 1.
        let moved = |is: &dyn Fn(Made) -> bool| (1..=now).find(|&time| is(record.made(time)));
        let last_pass = |by: &dyn Fn(Player) -> bool| {
            (1..=now).rfind(|&time| record.made(time).is_pass() && by(record.made(time).player)).unwrap_or(0)
        };
        match self {
            Question::Stood(t) => stood(t, 0),
            Question::StoodFor(t, player) => {
                (0..=now).find(|&time| record.position_at(time) == t && record.to_move_at(time) == player)
            }
            Question::StoodSincePass(t) => stood(t, last_pass(&|_| true)),
            Question::StoodSincePassOf(t, player) => stood(t, last_pass(&|by| by == player)),
            Question::Created(t, player) => {
                moved(&|made| !made.is_pass() && made.player == player && made.after == t)
            }
            Question::Changed(p, t) => moved(&|made| !made.is_pass() && made.before == p && made.after == t),
            Question::JustLeft(t) => {
                let left = |time: usize| !record.made(time).is_pass() && record.made(time).before == t;
                now.checked_sub(1).filter(|_| left(now))
            }
            Question::Passed(t, player) => {
                moved(&|made| made.is_pass() && made.player == player && made.after == t)
            }
        }
    }

    /// Whether the answer is yes.
    pub fn answer(self, record: &Record<'_>) -> bool {
        self.since(record).is_some()
    }

    /// The answer after a move, where the move alone decides it; `None` where it is what it was.
    pub fn after(self, made: Made, players: u8) -> Option<bool> {
        let (pass, here) = (made.is_pass(), made.after);
        match self {
            Question::Stood(t) => (here == t).then_some(true),
            Question::StoodFor(t, player) => {
                (here == t && made.player.next(players) == player).then_some(true)
            }
            Question::StoodSincePass(t) if pass => Some(here == t),
            Question::StoodSincePassOf(t, player) if pass && made.player == player => Some(here == t),
            Question::StoodSincePass(t) | Question::StoodSincePassOf(t, _) => (here == t).then_some(true),
            Question::Created(t, player) => (!pass && here == t && made.player == player).then_some(true),
            Question::Changed(p, t) => (!pass && made.before == p && here == t).then_some(true),
            Question::JustLeft(t) => Some(!pass && made.before == t),
            Question::Passed(t, player) => (pass && here == t && made.player == player).then_some(true),
        }
    }
}
