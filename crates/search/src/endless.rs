//! Rules under which play can go on for ever: answers from a tablebase.

mod answer;
mod retrograde;

use kosolver_board::{Colour, Position};
use kosolver_rules::{Game, Ko, Move, Node, Score, Then};
use kosolver_tablebase::{Error as TableError, Probe, Progress, Setting, Size, Table};

use crate::error::Error;
use crate::meter::Meter;
use crate::request::Request;
use crate::solution::{Line, Solution};

use self::answer::{Answer, Delay, Forces, legal, order};
pub use self::answer::{answer, longest_line};
pub(crate) use self::retrograde::{Edge, Next, Retrograde};

/// The memory a tablebase for one answer may take if nothing is said.
const ALLOWED: Size = Size(4 << 30);

/// The most positions of a board for which bounds are found before a proof search: a hundredth of
/// a second's work. On larger boards they cost more than the questions they save.
const CHEAP: u64 = 50_000;

fn refused(error: TableError) -> Error {
    match error {
        TableError::Stopped => Error::Interrupted { saved: false },
        error => Error::Endless(error.to_string()),
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
    pub(crate) fn new(game: &Game, memory: u64, meter: &Meter) -> Result<Endless, Error> {
        let source = match game.rules().has_tablebases() {
            true => Source::Table(Box::new(table(game, Size(memory), meter)?)),
            false => Source::Reached(None),
        };
        Ok(Endless { game: game.clone(), source, memory, meter: meter.clone() })
    }

    /// The solution of a request of this game.
    pub(crate) fn solution(&mut self, request: &Request) -> Result<Solution, Error> {
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
        question: impl FnOnce(Answer, u64) -> Result<T, TableError>,
    ) -> Result<T, Error> {
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
    ) -> Result<Option<Line>, Error> {
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
    ) -> Result<Option<Move>, Error> {
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

/// Solves every position of the board.
fn table(game: &Game, allowed: Size, meter: &Meter) -> Result<Table, Error> {
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
        let rules = game.rules().but().ko(Ko::none()).no_result(Score::ZERO).build().ok()?;
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
