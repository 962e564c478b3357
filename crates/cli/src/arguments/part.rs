use clap::Args;
use kosolver_study::Part;

#[derive(Debug, Args)]
pub struct PartArguments {
    /// Do only part I of N, each about the same amount of work, and write it to DIR; afterwards
    /// `kosolver merge DIR` combines the parts into what one run writes
    #[arg(long, value_name = "I/N", requires = "out")]
    pub part: Option<Part>,
}
