//! How much time a move may take.

use std::time::{Duration, Instant};

use kosolver::Colour;

/// The part of the main time that one move may take. What it finds serves all moves after it, so it may
/// take much.
const PART: u32 = 4;
/// The part of an overtime period that is used, in tenths: the rest is for everything else.
const TENTHS: u32 = 8;

/// The settings of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Time before overtime.
    pub main: Duration,
    /// A period of overtime.
    pub overtime: Duration,
    /// The moves to make in a period; 0 for none.
    pub stones: u32,
    /// Whether a period is for one move, so that the controller counts periods and not stones.
    pub byoyomi: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// The moves to make in it; 0 if it is main time.
    stones: u32,
}

/// The clock, as far as the controller tells of it.
#[derive(Clone, Debug)]
pub struct Clock {
    /// The most time that a move may take, whatever the clock says.
    most: Option<Duration>,
    times: Option<Times>,
    left: [Option<Left>; 2],
}

impl Clock {
    /// No clock: a move may take so much time.
    pub fn new(most: Option<Duration>) -> Clock {
        Clock { most, times: None, left: [None; 2] }
    }

    /// A game begins with these times; `None` for no clock.
    pub fn set(&mut self, times: Option<Times>) {
        self.times = times;
        self.restart();
    }

    /// Both players have all their time.
    pub fn restart(&mut self) {
        let full = self.times.map(|times| {
            if times.main.is_zero() {
                Left { time: times.overtime, stones: times.stones }
            } else {
                Left { time: times.main, stones: 0 }
            }
        });
        self.left = [full; 2];
    }

    /// A player has so much time left, for so many stones or in the first of so many periods; 0 of
    /// them for main time.
    pub fn tell(&mut self, colour: Colour, time: Duration, count: u32) {
        let byoyomi = self.times.is_some_and(|times| times.byoyomi);
        let stones = if byoyomi { count.min(1) } else { count };
        self.left[colour as usize] = Some(Left { time, stones });
    }

    /// The most time that a question may take.
    pub fn most(&self) -> Option<Duration> {
        self.most
    }

    /// The time that a move may take; `None` for no limit.
    pub fn budget(&self, colour: Colour) -> Option<Duration> {
        let clock = self.left[colour as usize].map(|Left { time, stones }| {
            if stones > 0 {
                return time * TENTHS / 10 / stones;
            }
            let period = self.times.map_or(Duration::ZERO, |times| match times.stones {
                0 => Duration::ZERO,
                stones => times.overtime * TENTHS / 10 / stones,
            });
            (time / PART).max(period.min(time + period))
        });
        match (clock, self.most) {
            (Some(clock), Some(most)) => Some(clock.min(most)),
            (clock, most) => clock.or(most),
        }
    }

    /// A player has thought since then. The controller's own count, if it tells it, takes its place.
    pub fn spend(&mut self, colour: Colour, since: Instant) {
        let times = self.times;
        if let Some(left) = &mut self.left[colour as usize] {
            let spent = since.elapsed();
            match (left.stones, times) {
                (0, Some(times)) if left.time <= spent && times.stones > 0 => {
                    *left = Left { time: times.overtime, stones: times.stones };
                }
                (0, _) => left.time = left.time.saturating_sub(spent),
                // The last stone of a period begins another.
                (1, Some(times)) => *left = Left { time: times.overtime, stones: times.stones },
                (_, _) => {
                    left.time = left.time.saturating_sub(spent);
                    left.stones -= 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_move_takes_part_of_the_time() {
        let mut clock = Clock::new(Some(seconds(30)));
        assert_eq!(clock.budget(Colour::Black), Some(seconds(30)));
        let times = |main, overtime, stones, byoyomi| {
            Some(Times { main: seconds(main), overtime: seconds(overtime), stones, byoyomi })
        };
        clock.set(times(40, 0, 0, false));
        assert_eq!(clock.budget(Colour::Black), Some(seconds(10)));
        clock.tell(Colour::Black, seconds(4), 0);
        assert_eq!(clock.budget(Colour::Black), Some(seconds(1)));
        assert_eq!(clock.budget(Colour::White), Some(seconds(10)));
        clock.set(times(0, 50, 5, false));
        assert_eq!(clock.budget(Colour::White), Some(seconds(8)));
        clock.tell(Colour::White, seconds(50), 1);
        assert_eq!(clock.budget(Colour::White), Some(seconds(30)), "never more than the most");
        clock.set(times(60, 10, 1, true));
        clock.tell(Colour::White, seconds(10), 5);
        assert_eq!(clock.budget(Colour::White), Some(seconds(8)), "five periods, one for this move");
        clock.tell(Colour::White, seconds(40), 0);
        assert_eq!(clock.budget(Colour::White), Some(seconds(10)), "main time");
        clock.set(None);
        assert_eq!(clock.budget(Colour::White), Some(seconds(30)));
        assert_eq!(Clock::new(None).budget(Colour::Black), None);
    }

    #[test]
    fn time_is_spent() {
        let mut clock = Clock::new(None);
        let main = Duration::from_millis(1);
        clock.set(Some(Times { main, overtime: seconds(10), stones: 2, byoyomi: false }));
        let long_ago = Instant::now().checked_sub(seconds(1)).expect("there was one");
        clock.spend(Colour::Black, long_ago);
        assert_eq!(clock.budget(Colour::Black), Some(seconds(4)));
        clock.spend(Colour::Black, Instant::now());
        clock.spend(Colour::Black, Instant::now());
        assert_eq!(clock.budget(Colour::Black), Some(seconds(4)), "a new period");
    }
}
