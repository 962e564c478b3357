//! Values of all moves, found one after the other and told as they are found, in the formats of Leela Zero
//! and KataGo ("KataGo GTP Extensions").

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kosolver::{Colour, Error, Meter, Move, Session, Value};

use crate::engine::Engine;
use crate::fault::Fault;
use crate::input::Patience;
use crate::protocol::{begin, go_on};
use crate::show::{areas, chance, decimal, for_him};
use crate::table::Asked;

/// How often it is told, unless the controller says it.
const INTERVAL: Duration = Duration::from_secs(1);
/// Some programs hide moves with few visits.
const LEAST_VISITS: u64 = 100;

/// Whose format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Leela Zero's.
    Leela,
    /// KataGo's.
    Kata,
}

/// What is to be analysed, and how it is to be told.
pub struct Analysis {
    asked: Asked,
    format: Format,
    interval: Duration,
    most: usize,
    ownership: bool,
}

/// A move of which the value is known.
struct Found {
    made: Move,
    value: Value,
    line: Vec<Move>,
}

/// Reads `[PLAYER] [INTERVAL] [KEY VALUE] …`.
pub fn read(engine: &Engine, words: &[&str], format: Format) -> Result<Analysis, Fault> {
    let mut words = words.iter().copied().peekable();
    let colour: Option<Colour> = words.peek().and_then(|word| word.parse().ok());
    if colour.is_some() {
        words.next();
    }
    let mut interval = INTERVAL;
    if let Some(every) = words.peek().and_then(|word| hundredths(word)) {
        interval = every;
        words.next();
    }
    let (mut most, mut ownership) = (usize::MAX, false);
    while let Some(key) = words.next() {
        let value = words.next().unwrap_or_default();
        let fault = || Fault::new(format!("syntax error: {key} has no value {value}"));
        match key {
            "interval" => interval = hundredths(value).ok_or_else(fault)?,
            "maxmoves" => most = value.parse().map_err(|_| fault())?,
            "minmoves" => drop(value.parse::<usize>().map_err(|_| fault())?),
            "ownership" if format == Format::Kata => ownership = value.parse().map_err(|_| fault())?,
            _ => {
                return Err(Fault::new(format!(
                    "{key} is not known: write a player, an interval, interval, minmoves, maxmoves{}",
                    if format == Format::Kata { " or ownership" } else { "" }
                )));
            }
        }
    }
    let asked = engine.table.asked(colour)?;
    if let Some(outcome) = asked.referee.outcome() {
        return Err(Fault::new(format!("the game is over: {outcome}")));
    }
    Ok(Analysis { asked, format, interval, most, ownership })
}

/// A time in hundredths of a second, at least one.
fn hundredths(word: &str) -> Option<Duration> {
    let hundredths: f64 = word.parse().ok().filter(|number| (0.0..1e9).contains(number))?;
    Some(Duration::from_secs_f64(hundredths.max(1.0) / 100.0))
}

/// Tells what is found, until another line arrives.
pub fn stream(
    engine: &mut Engine,
    analysis: &Analysis,
    id: Option<u32>,
    out: &mut dyn Write,
) -> io::Result<()> {
    begin(out, id)?;
    let found: Mutex<(Vec<Found>, u64)> = Mutex::default();
    let mut written = Ok(());
    let mut told = 0;
    let mut tell = |written: &mut io::Result<()>, again: bool| {
        let known = locked(&found);
        if written.is_ok() && !known.0.is_empty() && (again || known.0.len() != told) {
            told = known.0.len();
            *written = go_on(out, &analysis.line(&known.0, known.1));
        }
    };
    let session = engine.table.session();
    let (done, _) = engine.input.during(
        Patience::UntilLine,
        None,
        Some(analysis.interval),
        || tell(&mut written, true),
        |meter| {
            session.watch(meter);
            analysis.solve(session, meter, &found)
        },
    );
    tell(&mut written, false);
    match done {
        Ok(()) | Err(Error::Interrupted { .. }) => {}
        Err(error) => (engine.say)(&format!("the analysis has ended: {error}")),
    }
    while written.is_ok() && !engine.input.quiet(analysis.interval) {
        tell(&mut written, true);
    }
    written?;
    writeln!(out)?;
    out.flush()
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Analysis {
    /// Finds the values of all moves.
    fn solve(
        &self,
        session: &mut Session,
        meter: &Meter,
        found: &Mutex<(Vec<Found>, u64)>,
    ) -> Result<(), Error> {
        let here = &self.asked.request;
        let start = self.asked.start();
        let value = session.solve(here)?.value;
        let best = session.continuation(start, here.played())?.unwrap_or_default().moves;
        let mut legal = self.asked.legal();
        // The best move first.
        legal.sort_by_key(|made| Some(made) != best.first());
        for made in legal {
            let after = here.clone().after(&[made])?.with_guess(Some(value.worth));
            let value = session.solve(&after)?.value;
            let mut line = vec![made];
            if let Some(rest) = session.continuation(start, after.played())? {
                line.extend(rest.moves);
            }
            let mut known = locked(found);
            known.0.push(Found { made, value, line });
            known.1 = meter.nodes();
        }
        Ok(())
    }

    /// A line of what is known.
    fn line(&self, found: &[Found], nodes: u64) -> String {
        let colour = self.asked.referee.node().to_move;
        let mut ranked: Vec<&Found> = found.iter().collect();
        ranked.sort_by_key(|found| std::cmp::Reverse(for_him(found.value.worth, colour)));
        let visits = nodes.max(LEAST_VISITS);
        let board = self.asked.request.game().board();
        let mut text = String::new();
        for (order, found) in ranked.iter().take(self.most).enumerate() {
            let chance = chance(&found.value, colour);
            let move_name = found.made.name(board);
            let prior = 1.0 / ranked.len() as f64;
            let _ = write!(text, "info move {move_name} visits {visits} ");
            let _ = match self.format {
                Format::Leela => {
                    let winrate = (chance * 10000.0) as u32;
                    let prior = (prior * 10000.0) as u32;
                    write!(text, "winrate {winrate} prior {prior} lcb {winrate} ")
                }
                Format::Kata => {
                    let score = decimal(for_him(found.value.worth, colour));
                    let utility = 2.0 * chance - 1.0;
                    write!(
                        text,
                        "utility {utility:.6} winrate {chance:.6} scoreMean {score} scoreStdev 0 scoreLead {score} scoreSelfplay {score} prior {prior:.6} lcb {chance:.6} utilityLcb {utility:.6} "
                    )
                }
            };
            let line: Vec<String> = found.line.iter().map(|made| made.name(board)).collect();
            let _ = write!(text, "order {order} pv {} ", line.join(" "));
        }
        if self.ownership
            && let Some(best) = ranked.first()
        {
            text += &self.ownership(&best.line, colour);
        }
        text.trim_end().to_owned()
    }

    /// Whose points are whose where a line ends, from the side of the player to move.
    fn ownership(&self, line: &[Move], colour: Colour) -> String {
        let mut referee = self.asked.referee.clone();
        for made in line {
            if referee.play(*made).is_err() {
                break;
            }
        }
        let board = self.asked.request.game().board();
        let [black, white] = areas(board, referee.position());
        let (own, other) = if colour == Colour::Black { (black, white) } else { (white, black) };
        let numbers: Vec<&str> = board
            .all()
            .iter()
            .map(|point| {
                if own.contains(point) {
                    "1"
                } else if other.contains(point) {
                    "-1"
                } else {
                    "0"
                }
            })
            .collect();
        format!("ownership {}", numbers.join(" "))
    }
}
