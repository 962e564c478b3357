//! What the user may write.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::RangedI64ValueParser;
use clap::{Args, Parser, Subcommand};
use kosolver_board::{Board, Colour, Shape, quoted};
use kosolver_report::Format;
use kosolver_rules::{Ko, Preset, Score, Suicide};
use kosolver_study::Column;
use kosolver_tablebase::Size;

use crate::rules_arguments::{RulesArguments, RulesCommandArguments};
use crate::tablebase_arguments::TablebaseArguments;

/// Exact optimal scores of small Go boards under every ko rule.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve the table "optimal scores on small boards" and print it
    Table(TableArguments),
    /// Compare ko rules on every start position of a board: where they part, and by how much
    Compare(CompareArguments),
    /// Solve one board under one ruleset, from the empty board or any position
    Solve(SolveArguments),
    /// Count the legal positions of a board and the complete games under ko rules, exactly
    Count(CountArguments),
    /// Count what solving costs: nodes and lemmas by board and rule, the same on every machine
    Costs(CostsArguments),
    /// Solve large boards, one cell at a time on one thread, and add them to the published frontier
    Frontier(FrontierArguments),
    /// Solve every connected graph of up to 6 points as a board, and say what stands out
    Graphs(GraphsArguments),
    /// Check certificates, without a search, and print what they prove
    Verify(VerifyArguments),
    /// Make published results again, verify their certificates and compare every file
    Check(CheckArguments),
    /// Play moves under a ruleset and say why a move is illegal
    Play(PlayArguments),
    /// Print every ko rule in full; or list what has a name, or show one ruleset in full
    Rules(RulesCommandArguments),
    /// Solve every position of a board under a rule with endless play, and keep the answers
    Tablebase(TablebaseArguments),
}

#[derive(Debug, Args)]
pub struct TableArguments {
    /// Boards as `solve` takes them, or ranges as 1x1..1x9 or cycle:3..cycle:8, separated by commas
    /// [default: 1x1..1x9,2x2,2x3,2x4,3x3; with --rules up to 1x8]
    #[arg(long, value_name = "LIST", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// Ko rules, separated by commas; `kosolver rules` lists them [default: all but
    /// kee-2007, under which a board as small as 2x2 takes hours]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets, separated by commas, instead of ko rules: presets, and texts such as "ko=psk
    /// scoring=territory"; or all, for all presets; `kosolver rules list` lists them. Under kee-2007
    /// cells that take more than 200 000 nodes are left open
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// What to print: text, markdown, csv, json, latex or html [default: text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Write the table to DIR/kee.json and DIR/kee.md, with --rules to DIR/rulesets.json and
    /// DIR/rulesets.md (with --format, in that format alone), instead of printing it; DIR must exist
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// With --out, also write the certificate of every cell to DIR/certificates and list them in
    /// DIR/certificates.json; with --rules to DIR/certificates/rulesets and
    /// DIR/certificates-rulesets.json
    #[arg(long, requires = "out", conflicts_with = "format")]
    pub certificates: bool,

    /// Threads to use [default: one a core]; the values do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct CompareArguments {
    /// Boards as `solve` takes them, or ranges as 1x1..1x9 or cycle:3..cycle:8, separated by commas [default:
    /// 1x2..1x8,2x2,2x3,2x4,3x3]
    #[arg(value_name = "BOARDS", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// The same, as other commands take it
    #[arg(long = "boards", value_name = "LIST", value_parser = boards, conflicts_with = "boards")]
    pub listed_boards: Option<List<Board>>,

    /// Ko rules, separated by commas, at least two; primitive, which has no score, is compared by
    /// who wins [default: all but primitive, and but kee where a side is over 7, which takes minutes]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets, separated by commas, instead of ko rules: presets, and texts such as "ko=psk
    /// scoring=territory"; or all, for all presets. Where one of them does not
    /// treat both players alike, starts are with Black and with White to move
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// What to print: text, markdown, csv, json, latex or html [default: text]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<Format>,

    /// Write the comparison to DIR/separators.json and DIR/separators.md, with --rules to
    /// DIR/separators-rulesets.json and DIR/separators-rulesets.md (with --format, in that format
    /// alone), instead of printing it; DIR must exist
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one a core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct SolveArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// Find the value alone: no values of first moves and no variation, which takes less time
    /// and memory
    #[arg(long)]
    pub value_only: bool,

    /// A score to ask for first: if it is right, fewer questions are asked; the answer does not
    /// depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// Write the proof of the value to FILE; `kosolver verify` checks it
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Threads to search with [default: one a core]; values, first moves and variations do not
    /// depend on it. The bytes of a certificate do, unless there is one thread
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// Memory that the search may take, as 512MiB or 8GiB [default: three quarters of what is
    /// free]. Once it is full, what took least work is forgotten, and the search goes on
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// Give up after this many nodes; with a limit the search has one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,

    /// Save what has been found to FILE now and then, and when interrupted
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// How often to save, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "2m", requires = "checkpoint")]
    #[arg(value_parser = interval)]
    pub checkpoint_every: Duration,

    /// Go on from the checkpoint, which must be of the same search
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,

    /// Write the game tree to FILE in SGF: a variation for each first move with best play after
    /// it, every node commented with its value; for boards of rows and columns that do not wrap
    #[arg(long, value_name = "FILE", conflicts_with = "value_only")]
    pub sgf: Option<PathBuf>,

    /// Print text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CountArguments {
    /// The board: ROWSxCOLUMNS as 3x3 or 1x9, cycle:N, complete:N, star:N, torus:RxC, cylinder:RxC,
    /// graph6:TEXT, or a file with a graph (lines of two points that are adjacent, or graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Ko rules, separated by commas, to count the complete games under: from the empty board,
    /// Black first, passes included [default: none, only positions are counted]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// Give up if more than this many states of games would have to be stored. A state is a
    /// position with what matters of the history; the larger the board, the more memory one takes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub limit: u64,

    /// Memory that counting may take, as 512MiB or 8GiB [default: three quarters of what is free].
    /// When it is full, counting gives up
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// Print text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CostsArguments {
    /// Boards as `solve` takes them, or ranges as 1x1..1x9 or cycle:3..cycle:8, separated by commas [default:
    /// 1x1..1x10,2x2..2x5,3x3,3x4]
    #[arg(long, value_name = "LIST", value_parser = boards)]
    pub boards: Option<List<Board>>,

    /// Ko rules, separated by commas [default: all, but kee on boards of up to nine points]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets, separated by commas, instead of ko rules: presets, and texts such as "ko=psk
    /// scoring=territory"; or all, for all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko"])]
    pub rules: Option<List<Column>>,

    /// Print text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,

    /// Write the costs to DIR/costs.json, with --rules to DIR/costs-rulesets.json, instead of printing
    /// them; DIR must exist
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one a core]; the costs do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct FrontierArguments {
    /// Boards as `solve` takes them, or ranges as 1x1..1x9 or cycle:3..cycle:8, separated by commas
    #[arg(long, value_name = "LIST", value_parser = boards, default_value = "3x4")]
    pub boards: List<Board>,

    /// Ko rules, separated by commas; those without endless play [default: psk]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets, separated by commas, instead of ko rules: presets, and texts such as "ko=psk
    /// scoring=territory"; or all, for all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko"])]
    pub rules: Option<List<Column>>,

    /// Memory that a search may take, as 512MiB or 8GiB [default: three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// Find the values alone: no first moves and no variation
    #[arg(long)]
    pub value_only: bool,

    /// A score to ask for first: if it is right, fewer questions are asked; the answer does not
    /// depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// Solve cells again that are there already
    #[arg(long)]
    pub again: bool,

    /// Explain where superkos (with --rules, all rulesets) differ on boards whose cells took no more nodes
    /// than this
    #[arg(long, value_name = "NODES", default_value_t = 3_000_000)]
    pub explain: u64,

    /// The directory of results; frontier.json, frontier-costs.json and frontier.md are written there
    /// after each cell, with --rules frontier-rulesets.json and so on
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct GraphsArguments {
    /// The most points of a graph
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub points: u8,

    /// Ko rules, separated by commas [default: all]
    #[arg(long, value_name = "LIST", value_parser = ko_rules)]
    pub ko: Option<List<Ko>>,

    /// Rulesets, separated by commas, instead of ko rules: presets, and texts such as "ko=psk
    /// scoring=territory"; or all, for all presets
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Suicide rule: forbidden, multi-stone or allowed [default: forbidden]
    #[arg(long, value_name = "RULE")]
    pub suicide: Option<Suicide>,

    /// Leave out what takes more nodes of the search: dense graphs can be hard
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    pub nodes: u64,

    /// Write DIR/graphs.json and DIR/graphs.md, with --rules DIR/graphs-rulesets.json and so on, instead of
    /// printing; DIR must exist
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Threads to use [default: one a core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The directory, as `kosolver table --out DIR --certificates` writes it
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// The moves, in order, by the players in turn: points such as B2, or pass
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,
}

/// A board, a ruleset and a start position.
#[derive(Debug, Args)]
pub struct GameArguments {
    /// The board, up to 64 points: ROWSxCOLUMNS as 3x3 or 1x9, cycle:N, complete:N, star:N,
    /// torus:RxC, cylinder:RxC, graph6:TEXT, or a file with a graph (lines of two points that are
    /// adjacent, or graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    #[command(flatten)]
    pub rules: RulesArguments,

    /// Start position: rows from the top with / between them, X black, O white, . empty; its
    /// history is this position alone [default: the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: black or white [default: black]
    #[arg(long, value_name = "COLOUR")]
    pub to_play: Option<Colour>,

    /// Where the handicap stones stand, as A1,B2: the game starts with them, White first
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["position", "to_play"])]
    pub handicap_at: Option<String>,
}

/// A list given as one argument.
#[derive(Clone, Debug)]
pub struct List<T>(pub Vec<T>);

/// A board, or a file with one.
pub fn board(text: &str) -> Result<Board, String> {
    let text = text.trim();
    match text.parse() {
        Err(kosolver_board::Error::Board(_)) if Path::new(text).is_file() => {
            let fault = |fault: &dyn std::fmt::Display| format!("{text}: {fault}");
            let read = std::fs::read_to_string(text).map_err(|error| fault(&error))?;
            Board::from_graph_text(&read).map_err(|error| match error {
                kosolver_board::Error::Graph6 { .. } if !read.contains(">>graph6<<") => {
                    format!("{text}: no line has an edge, and as one line of graph6: {error}")
                }
                error => fault(&error),
            })
        }
        Err(kosolver_board::Error::Board(_)) if Path::new(text).is_dir() => {
            Err(format!("{text} is a directory: write a board, or the path of a file with a graph"))
        }
        Err(error @ kosolver_board::Error::Board(_))
            if text.contains(['/', '.']) && !Path::new(text).exists() =>
        {
            Err(format!("there is no file {text}; {error}, or the path of a file with a graph"))
        }
        Err(error @ kosolver_board::Error::Board(_)) => {
            Err(format!("{error}, or the path of a file with a graph"))
        }
        parsed => parsed.map_err(|error| error.to_string()),
    }
}

fn boards(text: &str) -> Result<List<Board>, String> {
    let mut boards: Vec<Board> = Vec::new();
    for part in text.split(',') {
        match (board(part), part.split_once("..")) {
            (Err(_), Some((from, to))) if !from.is_empty() => {
                boards.extend(range(&board(from)?, &board(to)?, part)?);
            }
            (one, _) => boards.push(one?),
        }
    }
    Ok(List(without_repeats(boards)))
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

fn ko_rules(text: &str) -> Result<List<Ko>, String> {
    let rules: Result<Vec<Ko>, String> = text.split(',').map(parse).collect();
    Ok(List(without_repeats(rules?)))
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

fn rulesets(text: &str) -> Result<List<Column>, String> {
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
        parts.map(|part| Column::named(part).map_err(|error| error.to_string())).collect();
    Ok(List(without_repeats(columns?)))
}

/// Less is not worth the program that is in it.
pub const LEAST_MEMORY: Size = Size(64 << 20);

/// How many threads there may be.
pub fn threads() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=256)
}

/// How often something is done: a number of seconds, or one with a unit.
pub fn interval(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let fault =
        || format!("'{text}' is not a time: write seconds, or a number with a unit, as in 90, 90s or 2m");
    let seconds = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{text}s"));
    let parsed = humantime::parse_duration(seconds.as_deref().unwrap_or(text)).map_err(|_| fault())?;
    if parsed < Duration::from_secs(1) {
        return Err(format!("{text} is too short: the least is 1 second"));
    }
    Ok(parsed)
}

fn memory(text: &str) -> Result<Size, String> {
    let size: Size = parse(text)?;
    if size < LEAST_MEMORY {
        return Err(format!("{} is too little: the least is {LEAST_MEMORY}", quoted(text)));
    }
    Ok(size)
}

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

fn without_repeats<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    kept
}
