//! What the checker says, taken apart.

use kosolver_checker::{Error, Verified, verify_twice_read};

use crate::model::Certificate;

/// What the checker says of a file, read once or twice: that must be the same.
#[track_caller]
pub fn verify(bytes: &[u8]) -> Result<Verified, Error> {
    let once = kosolver_checker::verify(bytes);
    let twice = verify_twice_read(bytes, bytes);
    match (&once, &twice) {
        (Ok(once), Ok(twice)) => assert_eq!(once, twice),
        (Err(once), Err(twice)) => assert_eq!(once.to_string(), twice.to_string()),
        (once, twice) => panic!("read once: {once:?}; read twice: {twice:?}"),
    }
    once
}

pub fn check(certificate: &Certificate) -> Result<Verified, Error> {
    verify(&certificate.encode()[..])
}

#[track_caller]
pub fn rejected(certificate: &Certificate) -> Error {
    match check(certificate) {
        Err(error) => error,
        Ok(verified) => panic!("accepted: {verified}"),
    }
}

/// The number of the lemma that is rejected, and why.
#[track_caller]
pub fn fault(certificate: &Certificate) -> (u64, String) {
    match rejected(certificate) {
        Error::Lemma { number, fault } => (number, fault),
        other => panic!("{other}"),
    }
}

#[track_caller]
pub fn unproved(certificate: &Certificate) -> String {
    match rejected(certificate) {
        Error::Claim(fault) => fault,
        other => panic!("{other}"),
    }
}

/// Not the header: that is as it was.
#[track_caller]
pub fn body_fault(certificate: &Certificate) -> String {
    match rejected(certificate) {
        Error::Lemma { fault, .. } | Error::Claim(fault) | Error::Kinds(fault) | Error::Facts(fault) => fault,
        other => panic!("{other}"),
    }
}

#[track_caller]
pub fn header_fault(bytes: &[u8]) -> String {
    match verify(bytes) {
        Err(Error::Header(fault)) => fault,
        other => panic!("{other:?}"),
    }
}
