use clap::Args;
use kosolver_study::Part;

#[derive(Debug, Args)]
pub struct PartArguments {
    /// Do only part I of N, cut so that each part is about as much work, and write it to DIR; then
    /// `kosolver merge DIR` makes of all parts what one run makes
    #[arg(long, value_name = "I/N", requires = "out")]
    pub part: Option<Part>,
}
