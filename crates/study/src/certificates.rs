//! Certificates as published results have them.

use std::fmt::Write;
use std::io::Read;

use kosolver_checker::{Proved, Verified, verify_file};
use kosolver_report::{Digest, Record, Rules};
use kosolver_search::{Activity, Certificate, Meter};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::error::PublicationError;

/// The ending of the file of a certificate.
pub(crate) const CERTIFICATE: &str = ".kcert";

/// A certificate as a file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertificateFile {
    /// What is in the file; in a document, in hexadecimal.
    #[serde(serialize_with = "write_hex", deserialize_with = "read_hex", rename = "file")]
    pub(crate) bytes: Vec<u8>,
    /// What it is like.
    pub(crate) digest: Digest,
}

impl CertificateFile {
    pub(crate) fn of(certificate: &Certificate) -> CertificateFile {
        CertificateFile { bytes: certificate.parts().concat(), digest: digest(certificate) }
    }
}

/// A certificate that is published, and what the checker says of it.
pub(crate) struct PublishedCertificate {
    pub bytes: Vec<u8>,
    pub verified: Result<Verified, kosolver_checker::Error>,
}

impl PublishedCertificate {
    pub(crate) fn read(bytes: Vec<u8>) -> PublishedCertificate {
        // In two parts, as one that was just made is: so the checker is compiled for one kind of reader.
        let verified = kosolver_checker::verify((&bytes[..]).chain(&[][..]));
        PublishedCertificate { verified, bytes }
    }

    /// The file. One that proves nothing has no lemmas; the check says so.
    pub(crate) fn file(&self) -> CertificateFile {
        let lemmas = self.verified.as_ref().map_or(0, |verified| verified.lemmas);
        let digest = Digest { bytes: self.bytes.len(), lemmas, sha256: sha256(&self.bytes) };
        CertificateFile { bytes: self.bytes.clone(), digest }
    }
}

fn write_hex<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hex(bytes))
}

fn read_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let byte = |pair: &[u8]| {
        let digits = std::str::from_utf8(pair).ok().filter(|digits| digits.len() == 2);
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        byte.ok_or_else(|| D::Error::custom("a certificate is not in hexadecimal"))
    };
    text.as_bytes().chunks(2).map(byte).collect()
}

/// What a certificate is like, once the checker has found that it proves what a record says.
pub(crate) fn verified(
    certificate: &Certificate,
    record: &Record,
    meter: &Meter,
    cell: impl Fn() -> String,
) -> Result<Digest, PublicationError> {
    let verified = meter.during(Activity::VerifyingCertificate, || {
        // Who made it had the memory for it.
        verify_file(certificate.length() as u64, u64::MAX, || Ok(certificate.reader()))
    });
    let verified = verified.map_err(|fault| PublicationError::Certificate { cell: cell(), fault })?;
    if proves(&verified, record) {
        Ok(digest(certificate))
    } else {
        Err(PublicationError::Proved { cell: cell(), proved: verified.to_string() })
    }
}

/// What a certificate is like as a file.
fn digest(certificate: &Certificate) -> Digest {
    let mut sha256 = Sha256::new();
    certificate.parts().iter().for_each(|part| sha256.update(part));
    let sha256 = hex(&sha256.finalize());
    Digest { bytes: certificate.length(), lemmas: certificate.lemmas(), sha256 }
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
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
