use clap::Args;
use kosolver_board::Board;
use kosolver_report::Format;
use kosolver_rules::{Ko, Suicide};
use kosolver_tablebase::Size;

use super::read::{List, board, ko_rules, memory, text_or_json};

#[derive(Debug, Args)]
pub struct CountArguments {
    /// The board: ROWSxCOLUMNS such as 3x3 or 1x9, cycle:N, complete:N, star:N, torus:RxC,
    /// cylinder:RxC, graph6:TEXT, or a file with a graph (two adjacent points on each line, or
    /// graph6)
    #[arg(value_name = "BOARD", value_parser = board)]
    pub board: Board,

    /// Ko rules, separated by commas, to count complete games under. Games start from the empty
    /// board with Black to play and include passes [default: none, only positions are counted]
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

    /// Memory that counting may take, such as 512MiB or 8GiB [default: three quarters of what is
    /// free]. When it is full, counting gives up
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}
