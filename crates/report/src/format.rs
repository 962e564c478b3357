use std::fmt;
use std::str::FromStr;

use kosolver_board::{Position, Shape};
use kosolver_rules::{Move, Referee};
use kosolver_search::{Engine, Request, Solution};
use serde::Serialize;
use thiserror::Error;

use crate::page::page;
use crate::{FairKomi, Record, Table, diagram, diagrams};

/// A form that results are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// For a terminal.
    Text,
    /// For a document.
    Markdown,
    /// For a spreadsheet.
    Csv,
    /// For a program.
    Json,
    /// For a paper: a document of its own, its tables with booktabs.
    Latex,
    /// For a browser: one page that needs nothing else.
    Html,
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a format: write text, markdown, csv, json, latex or html")]
pub struct UnknownFormat(String);

/// A result that could not be put into a format.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RenderError {
    /// As JSON.
    #[error("the result could not be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// As CSV.
    #[error("the result could not be written as CSV: {0}")]
    Csv(#[from] csv::Error),
    /// By a template.
    #[error("the result could not be put into its template: {0}")]
    Template(#[from] minijinja::Error),
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Text, Format::Markdown, Format::Csv, Format::Json, Format::Latex, Format::Html];

    /// The ending of a file in this format.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Text => "txt",
            Format::Markdown => "md",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Latex => "tex",
            Format::Html => "html",
        }
    }

    /// A table in this format.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses; the records give it no reason to.
    pub fn table(self, table: &Table) -> Result<String, RenderError> {
        Ok(match self {
            Format::Text => table.text(terminal_width()),
            Format::Markdown => table.markdown(),
            Format::Csv => table.csv()?,
            Format::Json => table.json()?,
            Format::Latex => page("table.tex", table.view())?,
            Format::Html => page("table.html", table.view())?,
        })
    }
}

/// The width of the terminal that standard output is; in a pipe and in a file 100 columns.
fn terminal_width() -> u16 {
    match terminal_size::terminal_size_of(std::io::stdout()) {
        Some((terminal_size::Width(width), _)) => width.max(40),
        None => 100,
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Format::Text => "text",
            Format::Markdown => "markdown",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Latex => "latex",
            Format::Html => "html",
        })
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let found = Format::ALL.into_iter().find(|format| format.to_string() == text);
        found.ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// A solution as JSON: its record, the komi that would be fair, a principal variation and what was
/// searched.
#[derive(Serialize)]
struct SolutionDocument<'a> {
    #[serde(flatten)]
    record: &'a Record,
    #[serde(skip_serializing_if = "Option::is_none")]
    fair_komi: Option<FairKomi>,
    principal_variation: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats_after: Option<usize>,
    searched: Searched,
}

#[derive(Serialize)]
struct Searched {
    engine: &'static str,
    nodes: u64,
    lemmas: u64,
    questions: u64,
    replacements: u64,
}

/// One solution in text, or else in JSON.
///
/// # Errors
/// [`RenderError`] if the JSON library refuses; a record gives it no reason to.
pub fn render_solution(request: &Request, solution: &Solution, json: bool) -> Result<String, RenderError> {
    let record = Record::of(request, solution);
    let board = &request.game.board;
    let moves: Vec<String> = solution.line.moves.iter().map(|made| made.name(board)).collect();
    let searched = Searched {
        engine: match solution.effort.engine {
            Engine::Proof => "proof search",
            Engine::Retrograde => "retrograde analysis",
        },
        nodes: solution.effort.nodes,
        lemmas: solution.effort.lemmas,
        questions: solution.effort.questions,
        replacements: solution.effort.replacements,
    };
    if json {
        let repeats_after = solution.line.repeats_after;
        let fair_komi = FairKomi::of(&request.game, &solution.value);
        let record = &record;
        let document =
            SolutionDocument { record, fair_komi, principal_variation: moves, repeats_after, searched };
        return Ok(serde_json::to_string_pretty(&document)? + "\n");
    }
    Ok(solution_text(request, solution, &record, &moves, &searched))
}

fn solution_text(
    request: &Request,
    solution: &Solution,
    record: &Record,
    moves: &[String],
    searched: &Searched,
) -> String {
    let board = &request.game.board;
    let rules = request.game.rules.in_words();
    let mut text = format!("{board}, {rules}, {} to play\n", request.to_move);
    for line in diagram(board, request.position) {
        text += &format!("  {line}\n");
    }
    if board.shape() == Shape::Graph
        && let Some(graph) = &record.graph
    {
        let edges: Vec<String> = graph.edges.iter().map(|edge| edge.join("-")).collect();
        text += &format!("\nedges      {}\n", edges.join(" "));
    }
    text += &format!("\nvalue      {}", record.headline());
    if let (Some(lower), Some(upper)) = (record.value.lower, record.value.upper) {
        text += &match solution.value.ends {
            [true, true] => format!("   (Black can force {lower}; {upper} if endless play is his)"),
            [false, true] => {
                format!("   (Black can force no end of the game; {upper} if endless play is his)")
            }
            [true, false] => format!("   (Black can force {lower}; White can force no end of the game)"),
            [false, false] => "   (neither player can force the game to end)".to_owned(),
        };
    }
    text += "\n";
    if let Some(komi) = FairKomi::of(&request.game, &solution.value) {
        text += &format!("fair komi  {komi}\n");
    }
    if request.openings {
        text += &format!("openings   {}\n", openings_text(record));
    }
    if request.line {
        text += &format!("variation  {}", moves.join(" "));
        if let Some(after) = solution.line.repeats_after {
            text += &format!(" … and again from move {}", after + 1);
        }
        text += "\n";
    }
    text += "\n";
    let mut shown: Vec<(String, Position)> = Vec::new();
    let mut referee = Referee::new(request.game.clone(), request.position, request.to_move);
    for (number, made) in solution.line.moves.iter().enumerate() {
        let player = referee.node().to_move;
        if referee.play(*made).is_err() {
            break;
        }
        if *made != Move::Pass {
            let name = made.name(board);
            shown.push((format!("{} {player} {name}", number + 1), referee.position()));
        }
    }
    text += &diagrams(board, &shown);
    text += &format!(
        "searched   {}: {} nodes, {} lemmas, {} questions\n",
        searched.engine, searched.nodes, searched.lemmas, searched.questions
    );
    if searched.replacements > 0 {
        text += &format!(
            "memory     was full {} time(s): what took least work was forgotten\n",
            searched.replacements
        );
    }
    text
}

/// The first moves with their scores; the best are marked.
fn openings_text(record: &Record) -> String {
    if record.openings.is_empty() {
        return "none: the player to move has no legal move".to_owned();
    }
    let scores = record.openings.iter().map(|opening| {
        let score = opening.value.score.map_or("NR".to_owned(), |score| score.to_string());
        format!("{} {score}{}", opening.made, if opening.best { "*" } else { "" })
    });
    scores.collect::<Vec<_>>().join("  ")
}
