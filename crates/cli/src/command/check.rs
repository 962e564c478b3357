use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use kosolver_board::visible;
use kosolver_report::{fill, terminal_width};
use kosolver_search::Meter;
use kosolver_study::{Published, Sample};

use crate::plain::plain;
use crate::rejected::Rejected;
use crate::{output, progress};

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
    pub fn sample(&self) -> Sample {
        self.sample.map_or(Sample::ALL, |one_in| Sample { one_in, seed: self.seed })
    }
}

pub fn run(arguments: &CheckArguments) -> Result<()> {
    if !arguments.directory.is_dir() {
        bail!("{} is not a directory", output::named(&arguments.directory));
    }
    let published = Published(&arguments.directory);
    let meter = Meter::default();
    let mut checks = Vec::new();
    for check in published.checks(arguments.sample())? {
        checks.extend(match check.tasks {
            Some(tasks) => progress::counted(tasks, &meter, |done| check.run(&meter, done)),
            None => progress::steps(&meter, |done| check.run(&meter, done)),
        }?);
    }
    let lacks = published.lacks();
    if checks.is_empty() {
        bail!(
            "{} holds no published results: none of {} is there",
            output::named(&arguments.directory),
            lacks.join(", ")
        );
    }
    for check in &checks {
        output::report(&format!("{}  ", check.word()), &visible(&plain(&check.summary())).to_string())?;
    }
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.name().to_owned()).collect();
    if failed.is_empty() {
        if !lacks.is_empty() {
            // Not a result: this may be all that the directory is to have.
            let said = format!("not there, so not checked: {}", lacks.join(", "));
            output::tell(&fill("", &said, terminal_width()));
        }
        let of = match arguments.sample {
            None => String::new(),
            Some(one_in) => format!(
                "; of the cells that take long, one in {one_in} was solved again (seed {})",
                arguments.seed
            ),
        };
        return output::print(&format!("all {} hold{of}\n", checks.len()));
    }
    Rejected::check(&failed, checks.len())
}
