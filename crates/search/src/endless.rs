//! Rules under which play can go on for ever: answers from a tablebase.

use std::collections::HashMap;

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Ko, Legality, Move, Node, Outcome, Score, Step, Then};
use kosolver_tablebase::{Error, Forced, Probe, Progress, Setting, Size, Table};

use crate::meter::Meter;
use crate::openings::openings;
use crate::request::{self, Request};
use crate::retrograde::Retrograde;
use crate::solution::{Effort, Engine, Line, Solution, Value};

/// The memory a tablebase for one answer may take if nothing is said.
const ALLOWED: Size = Size(4 << 30);

/// The most positions of a board for which bounds are found before a proof search: a hundredth of
/// a second's work. On larger boards they cost more than the questions they save.
const CHEAP: u64 = 50_000;

fn refused(error: Error) -> request::Error {
    match error {
        Error::Stopped => request::Error::Interrupted { saved: false },
        error => request::Error::Endless(error.to_string()),
    }
}

/// A game with endless play, at hand to be asked.
pub(crate) struct Endless {
    game: Game,
    source: Source,
    memory: u64,
    pub meter: Meter,
}

enum Source {
    /// Every position has been solved.
    Table(Box<Table>),
    /// Where more than the position counts: the nodes that can be reached from the last start.
    Reached(Option<((Position, Colour), Box<Retrograde>)>),
}

impl Endless {
    pub(crate) fn new(game: &Game, memory: u64, meter: &Meter) -> Result<Endless, request::Error> {
        let source = match game.rules().has_tablebases() {
            true => Source::Table(Box::new(table(game, Size(memory), meter)?)),
            false => Source::Reached(None),
        };
        Ok(Endless { game: game.clone(), source, memory, meter: meter.clone() })
    }

    /// The solution of a request of this game.
    pub(crate) fn solution(&mut self, request: &Request) -> Result<Solution, request::Error> {
        let start = (request.position, request.to_move);
        let Some(node) = self.after(start, &request.played) else {
            unreachable!("the moves of a request are legal, and the game goes on")
        };
        let mut solution = self.ask(start, |answer, nodes| {
            let mut solution = answer.solution(request, &node)?;
            solution.effort.nodes = nodes;
            Ok(solution)
        })?;
        if request.certificate {
            // The graph of the nodes that can be reached is made for it.
            let all = Retrograde::new(&self.game, &node, self.memory, &self.meter)?;
            let (bounds, certificate) = all.certificate(request);
            assert_eq!(Some(bounds), solution.value.bounds, "two analyses of one game agree");
            solution.certificate = Some(certificate);
        }
        Ok(solution)
    }

    /// Asks what knows a start and all that follows it.
    fn ask<T>(
        &mut self,
        start: (Position, Colour),
        question: impl FnOnce(Answer, u64) -> Result<T, Error>,
    ) -> Result<T, request::Error> {
        let game = &self.game;
        match &mut self.source {
            Source::Table(table) => {
                question(Answer { game, forces: &**table }, table.nodes()).map_err(refused)
            }
            Source::Reached(kept) => {
                if kept.as_ref().is_none_or(|(known, _)| *known != start) {
                    let (node, _) = game.start(start.0, start.1);
                    *kept = Some((start, Box::new(Retrograde::new(game, &node, self.memory, &self.meter)?)));
                }
                let Some((_, reached)) = kept else { unreachable!("it has just been made") };
                question(Answer { game, forces: &**reached }, reached.nodes()).map_err(refused)
            }
        }
    }

    /// The node after a start and a line of play; `None` if a move is illegal or the game is over.
    fn after(&self, (position, to_move): (Position, Colour), line: &[Move]) -> Option<Node> {
        let (mut node, _) = self.game.start(position, to_move);
        for made in line {
            match legal(&self.game, &node).into_iter().find(|step| step.made == *made)?.then {
                Then::Node(next) => node = next,
                Then::End(_) => return None,
            }
        }
        Some(node)
    }

    /// Best play after a start and a line of play; `None` if a move of the line is illegal or the
    /// game is over.
    pub(crate) fn continuation(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
    ) -> Result<Option<Line>, request::Error> {
        let Some(node) = self.after(start, line) else { return Ok(None) };
        self.ask(start, |answer, _| answer.line(&node, Delay::No).map(Some))
    }

    /// After a start and a line of play, the one of some moves that keeps at least this score for
    /// the player to move and is nearest to the end.
    pub(crate) fn keeping(
        &mut self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Result<Option<Move>, request::Error> {
        let Some(node) = self.after(start, line) else { return Ok(None) };
        self.ask(start, |answer, _| {
            let here = answer.node(&node)?;
            let mut best = None;
            for step in legal(answer.game, &node).iter().filter(|step| candidates.contains(&step.made)) {
                let after = answer.step(step)?;
                let worth = after.value.worth;
                let keeps = if node.to_move == Colour::Black { worth >= score } else { worth <= score };
                // Falling distances lead to the end only among moves that keep all of the present
                // value.
                let order = (worth != here.value.worth, order(&here, &after, false));
                if keeps && best.is_none_or(|(least, _)| order < least) {
                    best = Some((order, step.made));
                }
            }
            Ok(best.map(|(_, made)| made))
        })
    }
}

/// The legal steps of a node.
fn legal(game: &Game, node: &Node) -> Vec<Step> {
    let mut steps = game.steps(node);
    steps.retain(|step| step.legality == Legality::Always);
    steps
}

/// Solves every position of the board.
fn table(game: &Game, allowed: Size, meter: &Meter) -> Result<Table, request::Error> {
    let setting = Setting::new(*game.board(), *game.rules()).map_err(refused)?;
    let allowed = if allowed.0 == u64::MAX { ALLOWED } else { allowed };
    let progress = Progress::until(meter.interrupt_handle().clone());
    let table = Table::solve(setting, allowed, &progress).map_err(refused)?;
    meter.add(table.nodes());
    Ok(table)
}

/// Bounds on the values of a game: what L and U of the game without a ko rule say of its starts.
pub(crate) struct FreshBounds {
    table: Table,
    komi: Score,
    points: i32,
}

impl FreshBounds {
    /// `None` where they are no bounds, or not cheap.
    ///
    /// `docs/tablebase.md` proves them for starts without a past, under the rules that say so.
    pub(crate) fn of(game: &Game) -> Option<FreshBounds> {
        if !game.rules().ko().within_endless() || !game.rules().is_plain() {
            return None;
        }
        if kosolver_board::least_legal(game.board()) > u128::from(CHEAP) {
            return None; // before its positions are numbered
        }
        let rules = game.rules().but().ko(Ko::NONE).no_result(Score::ZERO).build().ok()?;
        let setting = Setting::new(*game.board(), rules).ok()?;
        if setting.positions() > CHEAP {
            return None;
        }
        let table = Table::solve(setting, ALLOWED, &Progress::default()).ok()?;
        Some(FreshBounds { table, komi: game.rules().komi(), points: i32::from(game.board().points()) })
    }

    /// The least and the greatest value there can be.
    pub(crate) fn bounds(&self, start: &Node) -> Option<(Score, Score)> {
        let (lower, upper) = self.table.bounds(start).ok()?.points(self.points);
        Some((Score::points(lower) - self.komi, Score::points(upper) - self.komi))
    }
}

/// The solution of a request without moves whose board and rules are those of a tablebase.
///
/// # Errors
/// Those of the tablebase.
pub fn answer(probe: &impl Probe, request: &Request) -> Result<Solution, Error> {
    let (node, _) = request.game.start(request.position, request.to_move);
    Answer { game: &request.game, forces: probe }.solution(request, &node)
}

/// The variation of a request by distance: who can force the value ends the game soonest, and his opponent
/// delays the end longest. So it is as long as the tablebase says. [`answer`] shows any way to the end.
///
/// # Errors
/// Those of [`answer`].
pub fn longest_line(probe: &impl Probe, request: &Request) -> Result<Line, Error> {
    let (node, _) = request.game.start(request.position, request.to_move);
    Answer { game: &request.game, forces: probe }.line(&node, Delay::Longest)
}

/// How who cannot prevent a score plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delay {
    /// He helps to end the game soon.
    No,
    /// He takes the longest way.
    Longest,
}

/// What is known of what the players can force.
pub(crate) trait Forces {
    /// The score that Black, and that White can force at a node if endless play is the worst for
    /// him, and a number that falls on the way to the end; `None` if he can force no end.
    fn forced(&self, game: &Game, node: &Node) -> Result<[Option<(Score, u32)>; 2], Error>;
}

impl<P: Probe> Forces for P {
    fn forced(&self, game: &Game, node: &Node) -> Result<[Option<(Score, u32)>; 2], Error> {
        let bounds = self.bounds(node)?;
        let score = |points| Score::points(points) - game.given();
        Ok([bounds.lower, bounds.upper].map(|Forced { score: points, distance }| {
            points.map(|points| (score(points), u32::from(distance)))
        }))
    }
}

struct Answer<'a> {
    game: &'a Game,
    forces: &'a dyn Forces,
}

/// What is known of a node, or of the end of a game.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    /// Who forces the score; nobody at an end, and where endless play is best for both.
    forcing: Option<Colour>,
    /// The score that Black, and that White can force if endless play is the worst for him, and
    /// the number of moves to the end; `None` if he can force no end.
    forced: [Option<(Score, u32)>; 2],
}

impl Answer<'_> {
    /// The solution of a request that has come to this node.
    fn solution(&self, request: &Request, root: &Node) -> Result<Solution, Error> {
        let value = self.node(root)?.value;
        let line = if request.line { self.line(root, Delay::No)? } else { Line::default() };
        let openings = if request.openings { self.openings(request, root)? } else { Vec::new() };
        let effort = Effort {
            engine: Engine::Retrograde,
            nodes: 0,
            lemmas: 0,
            questions: 2,
            bytes: 0,
            replacements: 0,
        };
        Ok(Solution { value, openings, line, certificate: None, effort })
    }

    fn node(&self, node: &Node) -> Result<Found, Error> {
        let forced = self.forces.forced(self.game, node)?;
        let (least, most) = self.game.score_range().unwrap_or_default();
        let lower = forced[0].map_or(least, |(score, _)| score);
        let upper = forced[1].map_or(most, |(score, _)| score);
        let endless = self.game.rules().no_result();
        // The value is max(L, min(U, c)), where L is −∞ if Black can force no end, and U is ∞ if White
        // can force none (docs/endless-play.md). The bounds shown are the ends of the range then.
        let (outcome, forcing) = if forced[0].is_some() && lower >= endless {
            (Outcome::Score(lower), Some(Colour::Black))
        } else if forced[1].is_some() && upper <= endless {
            (Outcome::Score(upper), Some(Colour::White))
        } else {
            (Outcome::NoResult, None)
        };
        let worth = if let Outcome::Score(score) = outcome { score } else { endless };
        let ends = forced.map(|end| end.is_some());
        let value = Value { outcome, worth, bounds: Some((lower, upper)), ends };
        Ok(Found { value, forcing, forced })
    }

    fn step(&self, step: &Step) -> Result<Found, Error> {
        match &step.then {
            Then::Node(next) => self.node(next),
            Then::End(score) => {
                let (outcome, bounds) = (Outcome::Score(*score), Some((*score, *score)));
                let value = Value { outcome, worth: *score, bounds, ends: [true; 2] };
                Ok(Found { value, forcing: None, forced: [Some((*score, 0)); 2] })
            }
        }
    }

    fn openings(&self, request: &Request, root: &Node) -> Result<Vec<crate::Opening>, Error> {
        let steps = legal(self.game, root);
        let found = steps.iter().map(|step| Ok((step.made, self.step(step)?.value)));
        let found = found.collect::<Result<HashMap<Move, Value>, Error>>()?;
        let moves: Vec<Move> = steps.iter().map(|step| step.made).collect();
        openings(request, &moves, |made| Ok(found[&made]))
    }

    /// A principal variation. Where somebody can force the value, falling distances lead to the
    /// end; where endless play is best for both, it is followed until a node comes again.
    fn line(&self, root: &Node, delay: Delay) -> Result<Line, Error> {
        let mut line = Line::default();
        let mut seen: HashMap<Node, usize> = HashMap::new();
        let mut node = root.clone();
        loop {
            if let Some(&moves) = seen.get(&node) {
                line.repeats_after = Some(moves);
                return Ok(line);
            }
            seen.insert(node.clone(), line.moves.len());
            let here = self.node(&node)?;
            let mut best = None;
            for step in legal(self.game, &node) {
                let after = self.step(&step)?;
                if after.value.worth != here.value.worth {
                    continue;
                }
                let delays = delay == Delay::Longest && here.forcing != Some(node.to_move);
                let order = order(&here, &after, delays);
                // The first move of those with the lowest.
                if best.as_ref().is_none_or(|(least, _)| order < *least) {
                    best = Some((order, step));
                }
            }
            let Some((_, step)) = best else { return Ok(line) };
            line.moves.push(step.made);
            match step.then {
                Then::Node(next) => node = next,
                Then::End(_) => return Ok(line),
            }
        }
    }
}

/// Which of the moves that keep the value comes first: by the distances of the player who forces
/// it, of those after which he forces the same score. After others he counts on endless play that
/// is worth as much, and the distance is that of a worse score. The longest comes first if the player to
/// move delays the end. Where nobody forces the value, an end comes last.
fn order(before: &Found, after: &Found, delays: bool) -> (bool, u32) {
    let Some(player) = before.forcing else {
        return (after.value.outcome != Outcome::NoResult, 0);
    };
    let [before, after] = [before, after].map(|found| found.forced[player as usize].unzip());
    let distance = after.1.unwrap_or(u32::MAX);
    (after.0 != before.0, if delays { u32::MAX - distance } else { distance })
}
