use clap::Args;

use super::game::GameArguments;

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// The moves in order, by the players in turn: points such as B2, or pass
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,
}
