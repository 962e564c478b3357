//! Values of all moves, found one after the other and told as they are found, in the format of KataGo
//! ("KataGo GTP Extensions").

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kosolver::{Colour, Error, Meter, Move, Session, Value};

use crate::commands::{colour, vertex};
use crate::engine::Engine;
use crate::fault::Fault;
use crate::input::Patience;
use crate::protocol::{begin, go_on};
use crate::show::{areas, chance, for_him};
use crate::table::Asked;

/// How often it is told, unless the controller says it.
const INTERVAL: Duration = Duration::from_secs(1);
/// Some programs hide moves with few visits.
const LEAST_VISITS: u64 = 100;

/// What is to be analysed, and how it is to be told.
pub struct Analysis {
    asked: Asked,
    /// The legal moves that are listed.
    listed: Vec<Move>,
    interval: Duration,
    most: usize,
    root_info: bool,
    pv_visits: bool,
    ownership: bool,
}

/// The moves of a player that alone are listed, or that are not.
struct Filter {
    player: Colour,
    allow: bool,
    moves: Vec<Move>,
}

/// A move of which the value is known.
struct Found {
    made: Move,
    value: Value,
    line: Vec<Move>,
}

/// A time in hundredths of a second, at least one.
fn hundredths(word: &str) -> Option<Duration> {
    let hundredths: f64 = word.parse().ok().filter(|number| (0.0..1e9).contains(number))?;
    Some(Duration::from_secs_f64(hundredths.max(1.0) / 100.0))
}

/// Reads `PLAYER POINT,POINT,… DEPTH` after `allow` or `avoid`.
fn filter(
    engine: &Engine,
    key: &str,
    player: &str,
    [points, depth]: [&str; 2],
    before: &[Filter],
) -> Result<Filter, Fault> {
    let player = colour(player)?;
    let moves: Result<Vec<Move>, Fault> = points.split(',').map(|point| vertex(engine, point)).collect();
    let moves = moves?;
    match depth.parse() {
        Ok(1_u32) => {}
        Ok(2..) => {
            return Err(Fault::new(format!(
                "{key} is for the next move alone: write depth 1, since a value is that of a game in which all later moves may be made"
            )));
        }
        _ => return Err(Fault::usage(&format!("{key} PLAYER POINT,POINT,… 1"))),
    }
    let allow = key == "allow";
    // As KataGo has it: allow once, and not beside avoid.
    if before.iter().any(|other| other.player == player && (allow || other.allow)) {
        return Err(Fault::new("allow can be given once for a player, and not beside avoid"));
    }
    Ok(Filter { player, allow, moves })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Analysis {
    /// Reads `[PLAYER] [INTERVAL] [KEY VALUE] …`.
    pub fn read(engine: &Engine, words: &[&str]) -> Result<Analysis, Fault> {
        let mut words = words.iter().copied().peekable();
        let player: Option<Colour> = words.peek().and_then(|word| word.parse().ok());
        if player.is_some() {
            words.next();
        }
        let mut interval = INTERVAL;
        if let Some(every) = words.peek().and_then(|word| hundredths(word)) {
            interval = every;
            words.next();
        }
        let (mut most, mut filters) = (usize::MAX, Vec::new());
        let [mut root_info, mut pv_visits, mut ownership] = [false; 3];
        while let Some(key) = words.next() {
            let value = words.next().unwrap_or_default();
            let fault = || Fault::new(format!("syntax error: {key} has no value {value}"));
            let told = || value.parse().map_err(|_| fault());
            match key {
                "interval" => interval = hundredths(value).ok_or_else(fault)?,
                "maxmoves" => most = value.parse().map_err(|_| fault())?,
                "minmoves" => drop(value.parse::<usize>().map_err(|_| fault())?),
                "allow" | "avoid" => {
                    let more = [(); 2].map(|()| words.next().unwrap_or_default());
                    filters.push(filter(engine, key, value, more, &filters)?);
                }
                "rootInfo" => root_info = told()?,
                "pvVisits" => pv_visits = told()?,
                "ownership" => ownership = told()?,
                _ => {
                    return Err(Fault::new(format!(
                        "{key} is not known: write a player, an interval, interval, minmoves, maxmoves, allow, avoid, rootInfo, pvVisits or ownership"
                    )));
                }
            }
        }
        let asked = engine.table.asked(player)?;
        if let Some(outcome) = asked.referee.outcome() {
            return Err(Fault::new(format!("the game is over: {outcome}")));
        }
        let mover = asked.referee.node().to_move;
        filters.retain(|filter| filter.player == mover);
        let mut listed = asked.legal();
        listed.retain(|made| filters.iter().all(|filter| filter.moves.contains(made) == filter.allow));
        if listed.is_empty() {
            return Err(Fault::new("there is no legal move left to list"));
        }
        Ok(Analysis { asked, listed, interval, most, root_info, pv_visits, ownership })
    }

    /// Whose move it is.
    pub fn player(&self) -> Colour {
        self.asked.referee.node().to_move
    }

    /// Whether no legal move is left out.
    pub fn lists_all(&self) -> bool {
        self.listed.len() == self.asked.legal().len()
    }

    /// Tells what is found, until another line arrives.
    pub fn stream(&self, engine: &mut Engine, id: Option<u32>, out: &mut dyn Write) -> io::Result<()> {
        begin(out, id)?;
        let (known, nodes) = self.tell(engine, Patience::UntilLine, None, out)?;
        while !engine.input.quiet(self.interval) {
            if !known.is_empty() {
                go_on(out, &self.line(&known, nodes))?;
            }
        }
        writeln!(out)?;
        out.flush()
    }

    /// Tells what is found within a time, and then a last line.
    pub fn before(
        &self,
        engine: &mut Engine,
        id: Option<u32>,
        limit: Option<Duration>,
        last: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        begin(out, id)?;
        self.tell(engine, Patience::Finish, limit, out)?;
        writeln!(out, "{last}\n")?;
        out.flush()
    }

    /// Finds the values of the moves, and tells them as they are found; returns them, and how many nodes it took.
    fn tell(
        &self,
        engine: &mut Engine,
        patience: Patience,
        limit: Option<Duration>,
        out: &mut dyn Write,
    ) -> io::Result<(Vec<Found>, u64)> {
        let found: Mutex<(Vec<Found>, u64)> = Mutex::default();
        let mut written = Ok(());
        let mut told = 0;
        let mut tell = |again: bool| {
            let known = locked(&found);
            if written.is_ok() && !known.0.is_empty() && (again || known.0.len() != told) {
                told = known.0.len();
                written = go_on(out, &self.line(&known.0, known.1));
            }
        };
        let session = engine.table.session();
        let (done, _) = engine.input.during(
            patience,
            limit,
            Some(self.interval),
            || tell(true),
            |meter| {
                session.watch(meter);
                self.solve(session, meter, &found)
            },
        );
        tell(false);
        match done {
            Ok(()) | Err(Error::Interrupted { .. }) => {}
            Err(error) => (engine.say)(&format!("the analysis has ended: {error}")),
        }
        written?;
        Ok(found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

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
        let mut listed = self.listed.clone();
        // The best move first.
        listed.sort_by_key(|made| Some(made) != best.first());
        for made in listed {
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
        let colour = self.player();
        let mut ranked: Vec<&Found> = found.iter().collect();
        ranked.sort_by_key(|found| std::cmp::Reverse(for_him(found.value.worth, colour)));
        let visits = nodes.max(LEAST_VISITS);
        let board = self.asked.request.game().board();
        let prior = 1.0 / ranked.len() as f64;
        let mut words = Vec::new();
        for (order, found) in ranked.iter().take(self.most).enumerate() {
            words.push(format!("info move {} visits {visits}", found.made.name(board)));
            let chance = chance(&found.value, colour);
            let utility = 2.0 * chance - 1.0;
            words.push(score(&found.value, colour));
            words.push(format!("prior {prior:.6} lcb {chance:.6} utilityLcb {utility:.6}"));
            let line: Vec<String> = found.line.iter().map(|made| made.name(board)).collect();
            words.push(format!("order {order} pv {}", line.join(" ")));
            if self.pv_visits {
                words.push(format!("pvVisits{}", format!(" {visits}").repeat(line.len())));
            }
        }
        if let Some(best) = ranked.first() {
            if self.root_info {
                words.push(format!("rootInfo visits {visits} {}", score(&best.value, colour)));
            }
            if self.ownership {
                words.push(self.ownership(&best.line, colour));
            }
        }
        words.join(" ")
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

/// What a value means to a player, in KataGo's words.
fn score(value: &Value, colour: Colour) -> String {
    let (score, chance) = (for_him(value.worth, colour).decimal(), chance(value, colour));
    let utility = 2.0 * chance - 1.0;
    format!(
        "utility {utility:.6} winrate {chance:.6} scoreMean {score} scoreStdev 0 scoreLead {score} scoreSelfplay {score}"
    )
}
