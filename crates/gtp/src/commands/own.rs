//! What only this engine knows.

use kosolver::search::Line;
use kosolver::{Move, NamedMove, Request, Ruleset, Solution, Value};

use super::Handler::{self, Alone, With};
use super::{done, name, vertex};
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 6] = [
    ("kosolver-value", Alone(value)),
    ("kosolver-values", Alone(all_values)),
    ("kosolver-line", Alone(best_line)),
    ("kosolver-why", With(why)),
    ("kosolver-sure", Alone(sure)),
    ("kosolver-rules", With(rules)),
];

fn value(engine: &mut Engine) -> Result<Answer, Fault> {
    Ok(solution(engine, |request| request)?.value.to_string().into())
}

/// What is asked about the game as it stands.
fn solution(engine: &mut Engine, ask: fn(Request) -> Request) -> Result<Solution, Fault> {
    let request = ask(engine.table.asked(None)?.request);
    let solution = engine.ask_at_ease(move |session| session.solve(&request));
    solution.map_err(|unsolved| Fault::new(unsolved.to_string()))
}

/// The value of the game as it stands, and of every legal move.
pub fn values(engine: &mut Engine) -> Result<(Value, Vec<(Move, Value)>), Fault> {
    let solution = solution(engine, |request| request.with_openings(true))?;
    let moves = solution.openings.iter().map(|opening| (opening.made, opening.value));
    Ok((solution.value, moves.collect()))
}

/// The value of the game as it stands, and a line of best play.
pub fn line(engine: &mut Engine) -> Result<(Value, Line), Fault> {
    let solution = solution(engine, |request| request.with_line(true))?;
    Ok((solution.value, solution.line))
}

fn all_values(engine: &mut Engine) -> Result<Answer, Fault> {
    let (best, moves) = values(engine)?;
    let line = |(made, value): &(Move, Value)| {
        let star = if value.worth == best.worth { " *" } else { "" };
        format!("{} {value}{star}", name(engine, *made))
    };
    let lines: Vec<String> = moves.iter().map(line).collect();
    Ok(lines.join("\n").into())
}

fn best_line(engine: &mut Engine) -> Result<Answer, Fault> {
    let (_, line) = line(engine)?;
    let board = engine.table.board();
    let moves: Vec<NamedMove> = line.moves.iter().map(|made| made.named(board)).collect();
    let mut text = moves.iter().map(NamedMove::to_string).collect::<Vec<String>>().join(" ");
    if let Some(after) = line.repeats_after {
        text += &format!(" … and again from move {}", after + 1);
    }
    Ok(text.into())
}

fn why(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [point] = arguments.exactly("kosolver-why POINT|pass")?;
    let made = vertex(engine, point)?;
    let why = engine.table.referee().why_illegal(made);
    Ok(why.map_or_else(|| "legal".to_owned(), |illegal| illegal.to_string()).into())
}

fn sure(engine: &mut Engine) -> Result<Answer, Fault> {
    match &engine.chosen {
        Some(chosen) => Ok(chosen.clone().into()),
        None => Err(Fault::new("no move was chosen in this game")),
    }
}

fn rules(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    if arguments.text().is_empty() {
        return Ok(engine.table.rules().in_full().into());
    }
    let rules = Ruleset::named(arguments.text())?;
    // Komi stays unless the rules have one.
    let komi = arguments.text().split(';').next().is_some_and(|fields| fields.contains("komi"));
    engine.table.take_rules(rules, komi)?;
    done()
}
