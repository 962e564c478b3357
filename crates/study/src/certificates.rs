//! Certificates as published results have them.

use std::fmt::Write;

use kosolver_checker::{Proved, Verified};
use kosolver_report::{Digest, Record, Rules};
use kosolver_search::Certificate;
use sha2::{Digest as _, Sha256};

use crate::error::PublicationError;

/// The ending of the file of a certificate.
pub(crate) const CERTIFICATE: &str = ".kcert";

/// The bytes of a certificate, and what they are like.
///
/// # Errors
/// [`PublicationError::Compress`] if they cannot be compressed.
pub(crate) fn written(certificate: &Certificate) -> Result<(Vec<u8>, Digest), PublicationError> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).map_err(PublicationError::Compress)?;
    let digest = Digest { bytes: bytes.len(), lemmas: certificate.lemmas(), sha256: sha256(&bytes) };
    Ok((bytes, digest))
}

/// Whether a certificate proves what a record says.
pub(crate) fn proves(verified: &Verified, record: &Record) -> bool {
    let value = &record.value;
    let right = match verified.value {
        Proved::Score(score) => value.worth() == Some(score),
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
        Some(("graph6", text)) => text.bytes().fold("graph6-".to_owned(), |mut name, byte| {
            // Writing to a string cannot fail.
            let _ = write!(name, "{byte:02x}");
            name
        }),
        Some((shape, sides)) => format!("{shape}-{sides}"),
    };
    format!("{board}-{rules}{CERTIFICATE}")
}

/// A board as a shell reads it: graph6 has all sorts of signs, but no quotation mark.
pub(crate) fn quoted(board: &str) -> String {
    if board.starts_with("graph6:") { format!("'{board}'") } else { board.to_owned() }
}

pub(crate) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
