use std::path::PathBuf;

use clap::Args;

use super::game::GameArguments;

#[derive(Debug, Args)]
pub struct PlayArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// The moves in order, by the players in turn: points such as B2, or pass
    #[arg(value_name = "MOVE")]
    pub moves: Vec<String>,

    /// The moves as a sequence with letters, as in "B[cbacbact]#": a letter is a play at its points
    /// (the first that is a ko stone move, else the first that is empty), t a play elsewhere, p a
    /// pass, * three times
    // The text is for a terminal: it is no link.
    #[allow(rustdoc::broken_intra_doc_links)]
    #[arg(long = "moves", value_name = "SEQUENCE", conflicts_with_all = ["moves", "handicap_at"])]
    pub sequence: Option<String>,

    /// A file that declares the letters, one on a line as in "a = D1/C1", and perhaps the start, as in
    /// "position X.XXO/OX.O./..XOO/.XO.O"; # begins a remark
    #[arg(long, value_name = "FILE", requires = "sequence")]
    pub diagram: Option<PathBuf>,
}
