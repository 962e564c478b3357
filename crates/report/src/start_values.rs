//! The values of every start of some boards, a line for each start and rule.

use kosolver_board::{Board, Colour};
use serde::Serialize;

use crate::comparison_view::grid;
use crate::format::{Format, RenderError, csv, json};
use crate::rules::RulesName;
use crate::value::ValueRecord;

/// What one start is worth under one rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StartValue {
    /// The board.
    pub board: Board,
    /// The start, rows from the top.
    pub position: String,
    /// Who moves first.
    pub to_play: Colour,
    /// How many stones it has.
    pub stones: u32,
    /// The rule.
    #[serde(flatten)]
    pub rules: RulesName,
    /// The suicide rule.
    pub suicide: String,
    /// The value.
    #[serde(flatten)]
    pub value: ValueRecord,
}

impl StartValue {
    /// Its row, by the names of the columns.
    fn row(&self) -> Vec<(&'static str, String)> {
        let start = [
            ("board", self.board.to_string()),
            ("position", self.position.clone()),
            ("to_play", self.to_play.to_string()),
            ("stones", self.stones.to_string()),
            ("ruleset", self.rules.ruleset.clone().unwrap_or_default()),
            ("ko", self.rules.ko.clone()),
            ("suicide", self.suicide.clone()),
        ];
        start.into_iter().chain(self.value.columns()).collect()
    }
}

impl Format {
    /// The values of starts, board by board and start by start; text at most so many columns wide.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses; the records give it no reason to.
    pub fn start_values(self, values: &[StartValue], width: u16) -> Result<String, RenderError> {
        match self {
            Format::Json => Ok(json(&values)?),
            Format::Csv => {
                let named = values.iter().any(|value| value.rules.ruleset.is_some());
                let kept = |(name, _): &(&str, String)| named || *name != "ruleset";
                csv(values.iter().map(|value| value.row().into_iter().filter(kept).collect()))
            }
            Format::Text | Format::Markdown | Format::Html => Ok(boards(values, self, width)),
        }
    }
}

/// For each board a table: a row is a start, a column a rule.
fn boards(values: &[StartValue], format: Format, width: u16) -> String {
    let both = values.iter().any(|value| value.to_play == Colour::White);
    let tables = values.chunk_by(|one, next| one.board == next.board).map(|board| {
        let starts =
            || board.chunk_by(|one, next| (&one.position, one.to_play) == (&next.position, next.to_play));
        let rules: Vec<&str> = board
            .iter()
            .map(|value| value.rules.name())
            .take(starts().next().map_or(0, <[_]>::len))
            .collect();
        let name = |start: &[StartValue]| match both {
            true => format!("{} {}", start[0].position, start[0].to_play),
            false => start[0].position.clone(),
        };
        let names: Vec<String> = starts().map(name).collect();
        let cells: Vec<Vec<String>> =
            starts().map(|start| start.iter().map(|value| value.value.headline()).collect()).collect();
        let title = format!(
            "{}: {} starts, {} to move",
            board[0].board,
            names.len(),
            if both { "either player" } else { "Black" }
        );
        if format == Format::Text {
            return format!("{title}\n\n{}\n", grid(&names, &rules, &cells, width));
        }
        let lines =
            names.iter().zip(&cells).map(|(name, cells)| format!("| `{name}` | {} |\n", cells.join(" | ")));
        let head = format!("| start | {} |\n|---|{}\n", rules.join(" | "), "---|".repeat(rules.len()));
        format!("{title}\n\n{head}{}", lines.collect::<String>())
    });
    tables.collect::<Vec<String>>().join("\n")
}
