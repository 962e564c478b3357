use std::fs::{File, Metadata};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use kosolver_checker::{Digest, MEMORY, Pieces, Verified, pieces_of, readings, verify_with};
use kosolver_tablebase::Size;

use crate::arguments::memory;
use crate::rejected::Rejected;
use crate::{output, progress};

/// Check certificates without a search, and print what they prove
///
/// A file of 32 MiB or more, or of a 32nd of the memory, is read twice, so that not all of its
/// lemmas have to be in memory.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Certificates, as `kosolver solve --certificate` writes them
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Memory that checking a file may take, such as 512MiB or 8GiB; one that needs more is refused
    /// [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,
}

/// Checks a file that can be read, and may rest on these pieces.
pub fn file(path: &Path, memory: u64, pieces: &Pieces) -> Result<Result<Verified, kosolver_checker::Error>> {
    let open = || File::open(path).with_context(|| format!("{} cannot be read", output::named(path)));
    let first = open()?;
    let Some(length) = first.metadata().ok().filter(Metadata::is_file).map(|there| there.len()) else {
        bail!("{} is not a regular file", output::named(path));
    };
    let mut first = Some(first);
    let verified = progress::read(readings(length, memory) * length, |read| {
        verify_with(pieces, length, memory, || first.take().map_or_else(open, Ok).map(read))
    });
    // A file that cannot be opened again is no file that proves nothing.
    verified.map(Ok).or_else(|fault: anyhow::Error| fault.downcast().map(Err))
}

/// The places of certificates, each after those that it rests on; with their digests if some rest on others.
pub fn in_order(paths: &[PathBuf]) -> Vec<(usize, Option<Digest>)> {
    // What cannot be read is told of when it is checked.
    let open = |path: &PathBuf| File::open(path).ok().filter(|_| path.is_file());
    let header = |path: &PathBuf| pieces_of(BufReader::new(open(path)?)).ok();
    let rests_on: Vec<Vec<Digest>> = paths.iter().map(|path| header(path).unwrap_or_default()).collect();
    let mut digests = vec![None; paths.len()];
    if rests_on.iter().any(|pieces| !pieces.is_empty()) {
        digests = paths.iter().map(|path| Digest::of(open(path)?).ok()).collect();
    }
    let (mut left, mut order) = (Vec::from_iter(0..paths.len()), Vec::new());
    while !left.is_empty() {
        let is_left = |digest: &Digest| left.iter().any(|place| digests[*place].as_ref() == Some(digest));
        // Digests are in no circle, so there is one.
        let next = left.iter().position(|place| !rests_on[*place].iter().any(is_left)).unwrap_or(0);
        let place = left.remove(next);
        order.push((place, digests[place]));
    }
    order
}

/// Checks every file, each after those that it rests on, and says of each what it proves or why it proves
/// nothing.
pub fn run(arguments: &VerifyArguments) -> Result<()> {
    let (mut rejected, mut pieces) = (Vec::new(), Pieces::default());
    let memory = arguments.memory.map_or(MEMORY, |memory| memory.0);
    for (place, digest) in in_order(&arguments.files) {
        let path = &arguments.files[place];
        match file(path, memory, &pieces)? {
            Ok(verified) => {
                output::report("", &verified.to_string())?;
                if let Some(digest) = digest {
                    pieces.add(digest, &verified);
                }
            }
            // It may hold all the same.
            Err(error @ kosolver_checker::Error::Memory { .. }) => bail!("{}: {error}", output::named(path)),
            Err(error) => rejected.push(format!("{}: {error}", output::named(path))),
        }
    }
    Rejected::check(&rejected, arguments.files.len())
}
