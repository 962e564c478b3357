//! Proofs in pieces: a certificate may rest on what others prove, which it names by their digests.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use kosolver_board::PointSet;
use kosolver_rules::{Fact, Game, Proven};
use sha2::{Digest as _, Sha256};

use crate::Verified;

/// The SHA-256 digest of a file, by which a certificate names another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of all that a reader gives.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn of(mut input: impl Read) -> io::Result<Digest> {
        let mut sha256 = Sha256::new();
        let mut bytes = vec![0; 1 << 16];
        loop {
            match input.read(&mut bytes) {
                Ok(0) => return Ok(Digest(sha256.finalize().into())),
                Ok(read) => sha256.update(&bytes[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Digest, String> {
        let fault = || format!("{} is no SHA-256 digest", kosolver_board::quoted(text));
        let mut digest = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err(fault());
        }
        for (place, byte) in digest.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| fault())?;
        }
        Ok(Digest(digest))
    }
}

/// What a certificate of a claim proves: lemmas that other files may rest on. The first makes the claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub(crate) game: Game,
    /// The symmetries of the file.
    pub(crate) symmetries: (Vec<PointSet>, bool),
    /// Facts in groups.
    pub(crate) grouped: Vec<(u16, Fact)>,
    pub(crate) lemmas: Vec<Proven>,
}

impl Piece {
    /// The lemmas.
    pub fn lemmas(&self) -> &[Proven] {
        &self.lemmas
    }

    /// The facts of its groups, each with the number of its group, which is also that of its images.
    pub fn grouped(&self) -> &[(u16, Fact)] {
        &self.grouped
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        let own = |lemma: &Proven| {
            size_of::<Proven>()
                + size_of_val(&lemma.absent[..])
                + size_of_val(&lemma.present[..])
                + size_of_val(&lemma.groups[..])
                + size_of_val(&lemma.patterns[..])
        };
        size_of_val(&self.grouped[..]) + self.lemmas.iter().map(own).sum::<usize>()
    }
}

/// What has been proved that other certificates may rest on.
#[derive(Clone, Debug, Default)]
pub struct Pieces(HashMap<Digest, Piece>);

impl Pieces {
    /// Adds what the file with a digest has been found to prove, if that is a claim.
    pub fn add(&mut self, digest: Digest, verified: &Verified) {
        if let Some(piece) = &verified.piece {
            self.0.insert(digest, Piece::clone(piece));
        }
    }

    /// Whether the file with a digest has been found to prove a claim.
    pub fn has(&self, digest: &Digest) -> bool {
        self.0.contains_key(digest)
    }

    /// The pieces with these digests, in their order; or those that nothing proves.
    pub(crate) fn all(&self, digests: &[Digest]) -> Result<Vec<&Piece>, Vec<Digest>> {
        let missing: Vec<Digest> = digests.iter().filter(|digest| !self.has(digest)).copied().collect();
        if missing.is_empty() {
            Ok(digests.iter().map(|digest| &self.0[digest]).collect())
        } else {
            Err(missing)
        }
    }
}
