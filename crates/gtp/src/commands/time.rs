//! The clock.

use std::time::Duration;

use super::Handler::{self, With};
use super::{colour, done};
use crate::clock::Times;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 3] = [
    ("time_settings", With(time_settings)),
    ("time_left", With(time_left)),
    ("kgs-time_settings", With(kgs_time_settings)),
];

fn seconds(word: &str) -> Result<Duration, Fault> {
    let number: Option<f64> = word.parse().ok().filter(|seconds| (0.0..1e9).contains(seconds));
    number.map(Duration::from_secs_f64).ok_or_else(|| Fault::usage("times as numbers of seconds"))
}

fn number(word: &str) -> Result<u32, Fault> {
    word.parse().map_err(|_| Fault::usage("stones or periods as a number"))
}

/// The settings of a clock that counts stones.
fn times(main: &str, overtime: &str, stones: u32) -> Result<Times, Fault> {
    Ok(Times { main: seconds(main)?, overtime: seconds(overtime)?, stones, byoyomi: false })
}

fn time_settings(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [main, overtime, stones] = arguments.exactly("time_settings MAIN_TIME OVERTIME STONES")?;
    let times = times(main, overtime, number(stones)?)?;
    // GTP 2, section 4.1.2: overtime without stones means no limit.
    let limited = times.overtime.is_zero() || times.stones > 0;
    engine.clock.set(limited.then_some(times));
    done()
}

fn time_left(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [player, time, stones] = arguments.exactly("time_left PLAYER TIME STONES|PERIODS")?;
    // A controller that waits for a move counts on below 0: then the time is over.
    let over = time.parse().is_ok_and(|time: f64| time < 0.0 && time.is_finite());
    let time = if over { Duration::ZERO } else { seconds(time)? };
    engine.clock.tell(colour(player)?, time, number(stones)?);
    done()
}

fn kgs_time_settings(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let times = match arguments.words()[..] {
        ["none"] => None,
        ["absolute", main] => Some(times(main, "0", 0)?),
        ["canadian", main, overtime, stones] => Some(times(main, overtime, number(stones)?.max(1))?),
        ["byoyomi", main, overtime, periods] => {
            number(periods)?;
            Some(Times { byoyomi: true, ..times(main, overtime, 1)? })
        }
        _ => {
            return Err(Fault::usage(
                "kgs-time_settings none, absolute TIME, canadian MAIN_TIME TIME STONES or byoyomi MAIN_TIME TIME PERIODS",
            ));
        }
    };
    engine.clock.set(times);
    done()
}
