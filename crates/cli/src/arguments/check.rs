use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use kosolver_study::Sample;

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The directory, as `kosolver table --out DIR --certificates` writes it
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// Recompute all quick cells but only one in N of the others; every certificate is verified and
    /// every file compared all the same
    #[arg(long, value_name = "N")]
    pub sample: Option<NonZeroU64>,

    /// Which cells these are: another number takes others
    #[arg(long, value_name = "NUMBER", requires = "sample", default_value_t = 0)]
    pub seed: u64,
}

impl CheckArguments {
    /// Which cells are solved again.
    pub fn sample(&self) -> Sample {
        self.sample.map_or(Sample::ALL, |one_in| Sample { one_in, seed: self.seed })
    }
}
