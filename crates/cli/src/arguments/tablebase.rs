use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use kosolver_board::{Board, Colour};
use kosolver_report::Format;
use kosolver_rules::{Ko, Score, Suicide};
use kosolver_tablebase::Size;

use super::part::PartArguments;
use super::read::{List, board, boards, interval, ko_rules, suicides, text_or_json, threads};
use super::ruleset::one_ko;

#[derive(Debug, Args)]
pub struct TablebaseArguments {
    /// What to do with it.
    #[command(subcommand)]
    pub command: TablebaseCommand,
}

#[derive(Debug, Subcommand)]
pub enum TablebaseCommand {
    /// Solve every position of a board and write the tablebase
    Build(Box<BuildArguments>),
    /// Answer from a tablebase, as `kosolver solve` does, from any position
    Probe(ProbeArguments),
    /// Count the positions of a tablebase by their values, and find the longest forced win
    Stats(StatsArguments),
    /// Check every position of a tablebase against its successors
    Verify(VerifyTablebaseArguments),
    /// Solve every position of many boards and add what they are like to the published list
    Survey(SurveyArguments),
}

#[derive(Debug, Args)]
pub struct BuildArguments {
    /// The board, as `solve` takes it, of up to 31 points: 3x4, 1x16, torus:3x4
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// The ko rule: basic or none; under both, play can go on for ever
    #[arg(long, value_name = "RULE", value_parser = one_ko)]
    pub ko: Ko,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub limits: Limits,

    /// Work in N processes of this machine; --memory is for all together, --threads for each
    /// [default there: 1]
    #[arg(long, value_name = "N", value_parser = threads(), conflicts_with = "hostfile")]
    pub processes: Option<u16>,

    /// Work in processes of several machines: FILE has the address and port of each, a line
    /// each, and the same command runs on each with its own --process
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hostfile: Option<PathBuf>,

    /// Which line of the host file this process is, from 0 on; process 0 writes the tablebase
    #[arg(long, value_name = "I", requires = "hostfile")]
    pub process: Option<u16>,

    /// With --processes or --hostfile: keep ranks in files without a name in DIR instead of memory,
    /// until the tablebase is written
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,

    /// Another process looks after this one, and reads what it says
    #[arg(long, hide = true, requires = "hostfile")]
    pub supervised: bool,

    /// Save the work to FILE now and then, and when interrupted; FILE is removed when the
    /// tablebase is written. With --processes or --hostfile it is a directory
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// How often to save the work, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "10m", requires = "checkpoint")]
    #[arg(value_parser = interval)]
    pub checkpoint_every: Duration,

    /// Continue with the work saved in the checkpoint
    #[arg(long, requires = "checkpoint")]
    pub resume: bool,
}

/// What long work may use.
#[derive(Debug, Args)]
pub struct Limits {
    /// Memory to use at most, such as 500MiB or 8GiB. What the work needs is computed before it
    /// starts
    #[arg(long, value_name = "SIZE", default_value = "4GiB")]
    pub memory: Size,

    /// Threads to use [default: one for each core]; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,
}

#[derive(Debug, Args)]
pub struct ProbeArguments {
    /// The tablebase
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// Points subtracted from Black's score: 0, 6.5, 13/2
    #[arg(long, value_name = "POINTS", default_value_t = Score::ZERO, allow_hyphen_values = true)]
    pub komi: Score,

    /// What a game without a result is worth to Black
    #[arg(long, value_name = "POINTS", default_value_t = Score::ZERO, allow_hyphen_values = true)]
    pub no_result: Score,

    /// Show the variation by distance: who can force the value ends the game soonest, and the other
    /// delays the end longest
    #[arg(long)]
    pub longest: bool,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct StatsArguments {
    /// The tablebase
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub limits: Limits,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct VerifyTablebaseArguments {
    /// Tablebases, as `kosolver tablebase build` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub limits: Limits,
}

#[derive(Debug, Args)]
pub struct SurveyArguments {
    /// Boards as `build` takes them, or ranges such as 1x1..1x9, separated by commas
    #[arg(long, value_name = "LIST", value_parser = boards, required_unless_present = "file")]
    pub boards: Option<List<Board>>,

    /// Ko rules with endless play, separated by commas
    #[arg(long, value_name = "LIST", value_parser = ko_rules, default_value = "basic,none")]
    pub ko: List<Ko>,

    /// Suicide rules, separated by commas: forbidden, multi-stone, allowed
    #[arg(long, value_name = "LIST", value_parser = suicides, default_value = "forbidden,allowed")]
    pub suicide: List<Suicide>,

    /// A tablebase that is built already: it is verified, and not solved again. The option may be
    /// given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["boards", "ko", "suicide", "part"])]
    pub file: Vec<PathBuf>,

    /// Trust the files: `kosolver tablebase verify` has accepted them before
    #[arg(long, requires = "file", conflicts_with = "boards")]
    pub verified: bool,

    /// Solve boards again that are in the list already
    #[arg(long)]
    pub again: bool,

    #[command(flatten)]
    pub limits: Limits,

    #[command(flatten)]
    pub part: PartArguments,

    /// The directory of results. After each board, tablebases.json and tablebases.md are written
    /// there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}
