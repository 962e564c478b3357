//! Why two rules differ, in a few words.

use kosolver_report::{Event, Parting};

/// What sets the rules apart, in a few words.
pub(crate) fn cause(parting: &Parting) -> String {
    let line = &parting.line;
    match &parting.event {
        Event::Prohibited { reason, .. } => {
            let since = reason.rsplit_once("by move ").and_then(|(_, number)| number.parse::<usize>().ok());
            // What the start position prohibits it has prohibited since move 0.
            let since = since.unwrap_or(0);
            let moves = line.len() + 1 - since.min(line.len());
            let passed = line.iter().skip(since).any(|made| made == "pass");
            let passes = if passed { "with passes" } else { "without a pass" };
            if reason.contains("basic ko") {
                "a ban of basic ko".to_owned()
            } else {
                format!("a ban after a cycle of {moves} moves, {passes}")
            }
        }
        Event::Over { .. } => "an end of the game under one rule".to_owned(),
        Event::Scores { .. } => "another score at the same end".to_owned(),
        Event::Endless => "endless play".to_owned(),
    }
}
