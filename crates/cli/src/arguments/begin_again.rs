use std::num::NonZeroU64;

use clap::Args;

use super::read::some_nodes;

#[derive(Debug, Args)]
pub struct BeginAgainArguments {
    /// Restart a question when the first thread has visited this many nodes for it: proof numbers are
    /// forgotten, lemmas are kept. Each further restart comes after a fifth more nodes. It may help where a
    /// search takes too long. Without --guess the neighbouring questions take turns with it. The answer does
    /// not depend on it [default: 20000 under kee-2007; 1000000 for other games that never have a guide, such as those
    /// on one row; for others 2500000 on up to 18 points, and never on larger boards]
    #[arg(long, value_name = "NODES", value_parser = some_nodes)]
    pub begin_again: Option<NonZeroU64>,
}
