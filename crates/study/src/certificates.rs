//! Certificates as published results have them.

use std::io::{self, Write};

use kosolver_checker::{Proved, Verified};
use kosolver_report::{Digest, Record, Rules};
use kosolver_search::Certificate;
use sha2::{Digest as _, Sha256};

/// The ending of the file of a certificate.
pub(crate) const CERTIFICATE: &str = ".kcert";

/// What a certificate is like as a file.
pub(crate) fn digest(certificate: &Certificate) -> Digest {
    let mut sha256 = Sha256::new();
    certificate.parts().iter().for_each(|part| sha256.update(part));
    let sha256 = hex(&sha256.finalize());
    Digest { bytes: certificate.length(), lemmas: certificate.lemmas(), sha256, release: None }
}

/// Whether a certificate proves what a record says.
pub(crate) fn proves(verified: &Verified, record: &Record) -> bool {
    let value = &record.value;
    let right = match verified.value {
        Proved::Score(score) => value.worth() == Some(score),
        Proved::Claim(..) => false,
        Proved::Bounds(lower, upper) => (value.lower, value.upper) == (Some(lower), Some(upper)),
    };
    right
        && *verified.game.board() == record.board
        && Rules::of(verified.game.rules()) == record.rules
        && verified.position.text(verified.game.board()) == record.position
        && verified.to_play == record.to_play
}

/// The name of the file of a certificate. For a board that is no grid `-` stands for `:`, and graph6, in which
/// case matters and punctuation occurs, is in hexadecimal: `graph6-4263-psk.kcert`.
pub(crate) fn certificate_name(board: &str, rules: &str) -> String {
    let board = match board.split_once(':') {
        None => board.to_owned(),
        Some(("graph6", text)) => format!("graph6-{}", hex(text.as_bytes())),
        Some((shape, sides)) => format!("{shape}-{sides}"),
    };
    format!("{board}-{rules}{CERTIFICATE}")
}

/// A board as a shell reads it: graph6 has all sorts of signs, but no quotation mark.
pub(crate) fn quoted(board: &str) -> String {
    if board.starts_with("graph6:") { format!("'{board}'") } else { board.to_owned() }
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Counts what is written, and forgets it.
#[derive(Default)]
pub(crate) struct Digesting {
    bytes: u64,
    digest: Sha256,
}

impl Digesting {
    /// How long it was, and its digest.
    pub fn digest(self) -> (u64, String) {
        (self.bytes, hex(&self.digest.finalize()))
    }
}

impl Write for Digesting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes += bytes.len() as u64;
        self.digest.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
