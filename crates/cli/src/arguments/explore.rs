use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kosolver_board::{Board, Colour};
use kosolver_report::EXPLORER_PORT;
use kosolver_rules::Ko;
use kosolver_study::Column;
use kosolver_tablebase::Size;

use super::read::{List, board, interval, ko_rules, memory, rulesets, threads};

#[derive(Debug, Args)]
pub struct ExploreArguments {
    /// The board, as `solve` takes it [default: 3x3 if rules or a position are given, otherwise the
    /// gallery of the explorer]
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Option<Board>,

    /// One ko rule, or two with a comma between them [default: psk]
    #[arg(long, value_name = "RULES", value_parser = ko_rules, conflicts_with = "rules")]
    pub ko: Option<List<Ko>>,

    /// One ruleset or two instead, as `solve` takes them: presets, texts, rules of KataGo
    #[arg(long, value_name = "RULES", value_parser = rulesets)]
    pub rules: Option<List<Column>>,

    /// Start position: rows from the top with / between them, X black, O white, . empty [default:
    /// the empty board]
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// Who moves first: black or white
    #[arg(long, value_name = "COLOUR", default_value_t = Colour::Black)]
    pub to_play: Colour,

    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = EXPLORER_PORT)]
    pub port: u16,

    /// The address at which the page answers. With another than this machine's own, everybody who
    /// reaches it can use it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub address: IpAddr,

    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,

    /// Memory for the tables of all games together, such as 512MiB or 8GiB [default: three quarters
    /// of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// The time that one question may take, in seconds, or with a unit as in 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = interval)]
    pub time: Duration,

    /// How many questions are worked on at once, one thread each [default: one for each core]
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// The directory of the proved checker, compiled by `make -C verified web`: then the page can check
    /// the value that it shows
    #[arg(long, value_name = "DIR")]
    pub checker: Option<PathBuf>,

    /// Print the document that describes the JSON interface (OpenAPI), and do nothing else
    #[arg(long)]
    pub openapi: bool,
}
