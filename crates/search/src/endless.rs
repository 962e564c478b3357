//! Rules under which play can go on for ever: answers from a tablebase.

use std::collections::HashMap;

use board::{Colour, Position};
use rules::{Game, Ko, Legality, Move, Node, Ruleset, Score, Step, Then};
use tablebase::{Error, Forced, Probe, Progress, Setting, Size, Table};

use crate::meter::Meter;
use crate::openings::openings;
use crate::request::{self, Request};
use crate::solution::{Effort, Engine, Line, Outcome, Solution, Value};

/// The memory a tablebase for one answer may take if nothing is said.
const ALLOWED: Size = Size(4 << 30);

/// The most positions of a board for which bounds are found before a proof search: a hundredth of
/// a second's work. On larger boards they cost more than the questions they save.
const CHEAP: u64 = 50_000;

fn refused(error: Error) -> request::Error {
    request::Error::Endless(error.to_string())
}

/// A game of which every position has been solved.
pub(crate) struct Endless {
    game: Game,
    table: Table,
}

impl Endless {
    pub(crate) fn new(game: &Game, memory: u64, meter: &Meter) -> Result<Endless, request::Error> {
        Ok(Endless { game: game.clone(), table: table(game, Size(memory), meter)? })
    }

    /// The solution of a request of this game.
    pub(crate) fn solution(&self, request: &Request) -> Result<Solution, request::Error> {
        let mut solution = answer(&self.table, request).map_err(refused)?;
        solution.effort.nodes = self.table.nodes();
        Ok(solution)
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
        &self,
        start: (Position, Colour),
        line: &[Move],
    ) -> Result<Option<Line>, request::Error> {
        let Some(node) = self.after(start, line) else { return Ok(None) };
        let answer = Answer { probe: &self.table, game: &self.game };
        answer.line(&node).map(Some).map_err(refused)
    }

    /// After a start and a line of play, the one of some moves that keeps at least this score for
    /// the player to move and is nearest to the end.
    pub(crate) fn keeping(
        &self,
        start: (Position, Colour),
        line: &[Move],
        candidates: &[Move],
        score: Score,
    ) -> Result<Option<Move>, request::Error> {
        let Some(node) = self.after(start, line) else { return Ok(None) };
        let answer = Answer { probe: &self.table, game: &self.game };
        let here = answer.node(&node).map_err(refused)?;
        let mut best = None;
        for step in legal(&self.game, &node).iter().filter(|step| candidates.contains(&step.made)) {
            let after = answer.step(step).map_err(refused)?;
            let worth = after.value.worth;
            let keeps = if node.to_move == Colour::Black { worth >= score } else { worth <= score };
            // Falling distances lead to the end only among moves that keep all of the present value.
            let order = (worth != here.value.worth, distance(&here, &after));
            if keeps && best.is_none_or(|(least, _)| order < least) {
                best = Some((order, step.made));
            }
        }
        Ok(best.map(|(_, made)| made))
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
    let setting = Setting::new(game.board, game.rules).map_err(refused)?;
    let table =
        Table::solve(setting, if allowed.0 == u64::MAX { ALLOWED } else { allowed }, &Progress::default())
            .map_err(refused)?;
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
        if !game.rules.ko.within_endless() {
            return None;
        }
        if board::least_legal(&game.board) > u128::from(CHEAP) {
            return None; // before its positions are numbered
        }
        let none: Ko = "none".parse().ok()?;
        let rules = Ruleset { ko: none, no_result: Score::ZERO, ..game.rules };
        let setting = Setting::new(game.board, rules).ok()?;
        if setting.positions() > CHEAP {
            return None;
        }
        let table = Table::solve(setting, ALLOWED, &Progress::default()).ok()?;
        Some(FreshBounds { table, komi: game.rules.komi, points: i32::from(game.board.points()) })
    }

    /// The least and the greatest value there can be.
    pub(crate) fn bounds(&self, start: &Node) -> Option<(Score, Score)> {
        let (lower, upper) = self.table.bounds(start).ok()?.points(self.points);
        Some((Score::points(lower) - self.komi, Score::points(upper) - self.komi))
    }
}

/// The solution of a request whose board and rules are those of a tablebase.
///
/// # Errors
/// Those of the tablebase.
pub fn answer(probe: &impl Probe, request: &Request) -> Result<Solution, Error> {
    let answer = Answer { probe, game: &request.game };
    let (root, _) = request.game.start(request.position, request.to_move);
    let value = answer.node(&root)?.value;
    let line = if request.line { answer.line(&root)? } else { Line::default() };
    let openings = if request.openings { answer.openings(request, &root)? } else { Vec::new() };
    let effort =
        Effort { engine: Engine::Retrograde, nodes: 0, lemmas: 0, questions: 2, bytes: 0, replacements: 0 };
    Ok(Solution { value, openings, line, certificate: None, effort })
}

struct Answer<'a, P> {
    probe: &'a P,
    game: &'a Game,
}

/// What is known of a node, or of the end of a game.
#[derive(Clone, Copy)]
struct Found {
    value: Value,
    /// Who forces the score; nobody at an end, and where endless play is best for both.
    forcing: Option<Colour>,
    /// The number of moves to the end if Black, and if White forces it.
    distances: [u16; 2],
}

impl<P: Probe> Answer<'_, P> {
    fn node(&self, node: &Node) -> Result<Found, Error> {
        let game = self.game;
        let bounds = self.probe.bounds(node)?;
        let n = i32::from(game.board.points());
        let score =
            |forced: Forced, else_: i32| Score::points(forced.score.unwrap_or(else_)) - game.rules.komi;
        let (lower, upper) = (score(bounds.lower, -n), score(bounds.upper, n));
        let endless = game.rules.no_result;
        // A player who cannot force an end forces nothing, whatever endless play is worth.
        let (outcome, forcing) = if bounds.lower.score.is_some() && lower >= endless {
            (Outcome::Score(lower), Some(Colour::Black))
        } else if bounds.upper.score.is_some() && upper <= endless {
            (Outcome::Score(upper), Some(Colour::White))
        } else {
            (Outcome::NoResult, None)
        };
        let worth = if let Outcome::Score(score) = outcome { score } else { endless };
        let value = Value { outcome, worth, bounds: Some((lower, upper)) };
        Ok(Found { value, forcing, distances: [bounds.lower.distance, bounds.upper.distance] })
    }

    fn step(&self, step: &Step) -> Result<Found, Error> {
        match &step.then {
            Then::Node(next) => self.node(next),
            Then::End(score) => {
                let value =
                    Value { outcome: Outcome::Score(*score), worth: *score, bounds: Some((*score, *score)) };
                Ok(Found { value, forcing: None, distances: [0, 0] })
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
    fn line(&self, root: &Node) -> Result<Line, Error> {
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
            let mut best: Option<(u16, Step)> = None;
            for step in legal(self.game, &node) {
                let after = self.step(&step)?;
                if after.value.worth != here.value.worth {
                    continue;
                }
                let distance = distance(&here, &after);
                // The first move of those with the lowest.
                if best.as_ref().is_none_or(|(least, _)| distance < *least) {
                    best = Some((distance, step));
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

/// How far what follows a move that keeps the value is from the end: along the distances of the
/// player who forces it from the node before. Where nobody does, an end comes last.
fn distance(before: &Found, after: &Found) -> u16 {
    match before.forcing {
        Some(player) => after.distances[player as usize],
        None => u16::from(after.value.outcome != Outcome::NoResult),
    }
}
