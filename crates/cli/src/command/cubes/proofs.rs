//! What solved cubes prove, by the certificates beside them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use kosolver_checker::{Digest, Pieces, Proved, Verified};
use kosolver_search::{Cube, Piece, directory_of};

use super::{CUBE, Question, SOLVED, cube, files, name};
use crate::command::verify;
use crate::{input, output};

/// What certificates of cubes prove.
#[derive(Default)]
pub(super) struct Proofs {
    pub proved: Vec<Piece>,
    pub names: Vec<String>,
    /// The same as `proved`, for the checker.
    pub pieces: Pieces,
}

impl Proofs {
    /// Takes what the certificate beside a cube was found to prove, and gives its digest, which is found if it is not
    /// known; or says why it is refused.
    pub(super) fn take(
        &mut self,
        SolvedCube { path, question, cube }: &SolvedCube,
        digest: Option<Digest>,
        verified: &Result<Verified, kosolver_checker::Error>,
    ) -> Result<Result<Digest, String>> {
        let solved = path.with_extension(SOLVED);
        let refused = |fault: &str| Ok(Err(format!("{} is refused: {fault}", output::named(&solved))));
        let verified = match verified {
            Ok(verified) => verified,
            Err(error) => return refused(&error.to_string()),
        };
        let request = question.request()?;
        let asked = match verified.value {
            Proved::Claim(threshold, winner) => threshold == cube.claim(&verified.game, winner),
            _ => false,
        };
        let start = (&verified.game, verified.position, verified.to_play, &verified.moves[..]);
        let own = (request.game(), request.position(), request.to_move(), request.played());
        let Some(proved) = verified.piece.as_ref().filter(|_| asked && start == own) else {
            return refused("it is about another game, or answers another question");
        };
        let digest = digest.map_or_else(|| Ok(Digest::of(input::open(&solved)?)?), anyhow::Ok)?;
        self.proved.push(Piece {
            digest: digest.to_string(),
            grouped: proved.grouped().to_vec(),
            lemmas: proved.lemmas().to_vec(),
        });
        self.names.push(name(path));
        Ok(Ok(digest))
    }
}

/// A cube beside whose file there is a certificate.
pub(super) struct SolvedCube {
    pub path: PathBuf,
    pub question: Question,
    pub cube: Cube,
}

/// Checks the certificates of cubes in so many threads and so much memory, each after those that it rests on. Of each,
/// by its place, `hear` hears what it proves, and says under which digest others may rest on it, as on these pieces.
pub(super) fn check(
    cubes: &[SolvedCube],
    memory: u64,
    threads: u16,
    pieces: &mut Pieces,
    hear: impl FnMut(usize, Option<Digest>, &Result<Verified, kosolver_checker::Error>) -> Result<Option<Digest>>,
) -> Result<()> {
    let certificates: Vec<PathBuf> = cubes.iter().map(|cube| cube.path.with_extension(SOLVED)).collect();
    verify::all(&certificates, threads, pieces, |at_a_time| memory / at_a_time, hear)
}

/// What the other cubes of a directory prove.
#[derive(Default)]
pub(super) struct Known {
    directory: PathBuf,
    /// The cubes that were looked at, or solved here: in the tables there is more of these than in their certificates.
    pub seen: HashSet<String>,
    pub proofs: Proofs,
}

impl Known {
    /// Checks what is new of the certificates beside a cube, in so much memory and so many threads: of the cubes that
    /// it was written after, which must hold, and of all others about the same game, of which those that hold are used.
    pub(super) fn learn(
        &mut self,
        path: &Path,
        question: &Question,
        memory: u64,
        threads: u16,
    ) -> Result<()> {
        let directory = directory_of(path);
        if self.directory != directory {
            *self = Known { directory: directory.to_owned(), ..Known::default() };
        }
        let needed = |path: &Path| question.after.contains(&name(path));
        let after = question.after.iter().map(|name| directory.join(name).with_extension(CUBE));
        let after = after.filter(|path| !self.proofs.names.contains(&name(path)));
        let mut cubes = Vec::new();
        for path in after.chain(files(directory)?.into_iter().filter(|path| {
            !needed(path) && !self.seen.contains(&name(path)) && path.with_extension(SOLVED).exists()
        })) {
            let other = Question::read(&path)?;
            let cube = cube(&other, &path)?;
            if question.cube(&cube)
                == (Question { after: Vec::new(), nodes: question.nodes, ..other.clone() })
            {
                cubes.push(SolvedCube { path, question: other, cube });
            } else if needed(&path) {
                bail!("{} is about another game", output::named(&path));
            }
        }
        let Proofs { pieces, .. } = &mut self.proofs;
        let mut pieces = std::mem::take(pieces);
        check(&cubes, memory, threads, &mut pieces, |place, digest, verified| {
            let path = &cubes[place].path;
            self.seen.insert(name(path));
            match self.proofs.take(&cubes[place], digest, verified)? {
                Err(fault) if needed(path) => bail!("{}: {fault}", output::named(path)),
                taken => Ok(taken.ok()),
            }
        })?;
        self.proofs.pieces = pieces;
        Ok(())
    }
}
