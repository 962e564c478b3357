//! What several commands let the user write, and what single arguments mean.

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::RangedI64ValueParser;
use kosolver_board::{Board, Shape, distinct, quoted};
use kosolver_report::Format;
use kosolver_rules::{Ko, Preset, Suicide};
use kosolver_study::{Census, Column};
use kosolver_tablebase::Size;

use crate::input;
use crate::limits::{LEAST_MEMORY, allowed};

/// A list given as one argument.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<T>);

/// A board, or a file with one.
pub fn board(text: &str) -> Result<Board, String> {
    let text = text.trim();
    match text.parse() {
        Err(kosolver_board::Error::Board(_)) if Path::new(text).is_dir() => {
            Err(format!("{text} is a directory: write a board, or the path of a file with a graph"))
        }
        Err(kosolver_board::Error::Board(_)) if Path::new(text).exists() => {
            let fault = |fault: &dyn std::fmt::Display| format!("{text}: {fault}");
            let read = input::text(Path::new(text)).map_err(|error| fault(&error.root_cause()))?;
            Board::from_graph_text(&read).map_err(|error| match error {
                kosolver_board::Error::Graph6 { .. } if !read.contains(">>graph6<<") => {
                    format!("{text}: no line has an edge, and as one line of graph6: {error}")
                }
                error => fault(&error),
            })
        }
        Err(error @ kosolver_board::Error::Board(_)) if text.contains(['/', '.']) => {
            Err(format!("there is no file {text}; {error}, or the path of a file with a graph"))
        }
        Err(error @ kosolver_board::Error::Board(_)) => {
            Err(format!("{error}, or the path of a file with a graph"))
        }
        parsed => parsed.map_err(|error| error.to_string()),
    }
}

/// Boards and ranges of boards, separated by commas.
pub fn boards(text: &str) -> Result<List<Board>, String> {
    let mut boards: Vec<Board> = Vec::new();
    for part in text.split(',') {
        match (board(part), part.split_once("..")) {
            (Err(_), Some((from, to))) if !from.is_empty() => {
                boards.extend(range(&board(from)?, &board(to)?, part)?);
            }
            (one, _) => boards.push(one?),
        }
    }
    Ok(List(distinct(boards)))
}

/// The boards of one shape from one to another that share its rows, or its columns.
fn range(from: &Board, to: &Board, text: &str) -> Result<Vec<Board>, String> {
    let sizes: Vec<(u8, u8)> = if from.shape() != to.shape() || from.shape() == Shape::Graph {
        Vec::new()
    } else if from.rows() == to.rows() {
        (from.columns()..=to.columns()).map(|columns| (from.rows(), columns)).collect()
    } else if from.columns() == to.columns() {
        (from.rows()..=to.rows()).map(|rows| (rows, from.columns())).collect()
    } else {
        Vec::new()
    };
    if sizes.is_empty() {
        return Err(format!(
            "{} is not a range of boards: write two boards of one shape that differ in one side, the smaller first, as in 1x1..1x9 or cycle:3..cycle:8",
            quoted(text)
        ));
    }
    let sized = |(rows, columns): (u8, u8)| Board::of(from.shape(), rows.into(), columns.into());
    sizes.into_iter().map(|size| sized(size).map_err(|error| error.to_string())).collect()
}

/// Ko rules and files with ko rules, separated by commas; or all.
pub fn ko_rules(text: &str) -> Result<List<Ko>, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(List(Ko::all().collect()));
    }
    let rule = |text: &str| Ko::of_argument(text.trim()).map_err(|error| error.to_string());
    let rules: Result<Vec<Ko>, String> = text.split(',').map(rule).collect();
    Ok(List(distinct(rules?)))
}

/// A ko rule as it is read from the record of a game, or a file with one.
pub fn one_record_ko(text: &str) -> Result<Ko, String> {
    let ko = Ko::of_argument(text.trim()).map_err(|error| error.to_string())?;
    kosolver_record::Rules::new(2, ko).map(|_| ko).map_err(|error| error.to_string())
}

/// Boards, with or without the name of the option.
#[derive(Debug, Args)]
pub struct BoardsArguments {
    /// Boards as `solve` takes them, or ranges such as 1x1..1x9 or cycle:3..cycle:8, separated by
    /// commas
    #[arg(value_name = "BOARDS", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// The boards, written as for other commands
    #[arg(long = "boards", value_name = "LIST", value_parser = boards, conflicts_with = "boards")]
    pub listed_boards: Option<List<Board>>,
}

impl BoardsArguments {
    /// The boards that are named.
    pub fn list(&self) -> Option<&[Board]> {
        self.boards.as_ref().or(self.listed_boards.as_ref()).map(|list| &*list.0)
    }
}

/// All starts of boards under some rules.
#[derive(Debug, Args)]
pub struct StartsArguments {
    #[command(flatten)]
    pub boards: BoardsArguments,

    /// Ko rules, separated by commas; all means all that are known. Under primitive, which has no score, only who
    /// wins is compared [default: those of `table` except primitive; kee is left out where a side is over 7,
    /// since it takes minutes there]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets instead of ko rules, separated by commas: presets, or texts such as "ko=psk
    /// scoring=territory"; all means all presets. If one of them does not treat both players
    /// alike, every position is solved with Black and with White to move
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

impl StartsArguments {
    /// The starts and the rules of each board. The command names itself.
    ///
    /// # Errors
    /// If no board is named, or one has too many starts.
    pub fn census(&self, command: &str) -> Result<Census> {
        let Some(boards) = self.boards.list() else {
            bail!("name a board, as in `kosolver {command} 2x3`");
        };
        let rules =
            |board: &Board| columns(&self.rules, &self.ko, self.suicide, || Census::default_rules(board));
        let census = Census { boards: boards.iter().map(|board| (*board, rules(board))).collect() };
        census.check()?;
        Ok(census)
    }
}

/// The rules that a survey is about: those of `--rules`, else those of `--ko`, else some ko rules.
pub fn columns(
    rules: &Option<List<Column>>,
    ko: &Option<List<Ko>>,
    suicide: Option<Suicide>,
    default: impl FnOnce() -> Vec<Ko>,
) -> Vec<Column> {
    if let Some(rules) = rules {
        return rules.0.clone();
    }
    let kos = ko.as_ref().map_or_else(default, |list| list.0.clone());
    kos.into_iter().map(|ko| Column::of_ko(ko, suicide.unwrap_or_default())).collect()
}

/// Rulesets, separated by commas; or all presets.
pub fn rulesets(text: &str) -> Result<List<Column>, String> {
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(List(Preset::all().iter().map(Column::of_preset).collect()));
    }
    // Commas between braces belong to rules of KataGo in JSON.
    let mut depth = 0;
    let parts = text.split(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        character == ',' && depth <= 0
    });
    let columns: Result<Vec<Column>, String> =
        parts.map(|part| Column::of_argument(part).map_err(|error| error.to_string())).collect();
    Ok(List(distinct(columns?)))
}

/// How many threads there may be.
pub fn threads() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=256)
}

/// A number of nodes, at least one.
pub fn some_nodes(text: &str) -> Result<NonZeroU64, String> {
    text.parse().map_err(|_| format!("{} is not a number of nodes: write 1 or more", quoted(text)))
}

/// How often the work of a search is saved in the long run.
pub const SAVED: Duration = Duration::from_secs(120);

/// How often something is done: a number of seconds, or one with a unit.
pub fn interval(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let fault = || {
        let quoted = quoted(text);
        format!("{quoted} is not a time: write seconds, or a number with a unit, as in 90, 90s or 2m")
    };
    let seconds = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{text}s"));
    let parsed = humantime::parse_duration(seconds.as_deref().unwrap_or(text)).map_err(|_| fault())?;
    if parsed < Duration::from_secs(1) {
        return Err(format!("{text} is too short: the least is 1 second"));
    }
    Ok(parsed)
}

/// How much memory a search may use.
pub fn memory(text: &str) -> Result<Size, String> {
    let size = any_memory(text)?;
    if size < LEAST_MEMORY {
        return Err(format!("{} is too little: the least is {LEAST_MEMORY}", quoted(text)));
    }
    Ok(size)
}

/// How much memory work may use that knows how much it needs.
pub fn any_memory(text: &str) -> Result<Size, String> {
    allowed(parse(text)?)
}

/// One of the formats of a command that has two.
pub fn text_or_json(text: &str) -> Result<Format, String> {
    match text {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        _ => Err(format!("{} is not a format of a solution: write text or json", quoted(text))),
    }
}

fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String>
where
    T::Err: std::fmt::Display,
{
    text.trim().parse().map_err(|error: T::Err| error.to_string())
}
