//! What the checker says, taken apart.

use kosolver_checker::{Error, Piece, Verified, verify_twice_read};

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

/// What all lemmas say, their conditions in full, as the checker finds them: the certificate as one of what its
/// lemma `root` says of the start.
pub fn in_full(certificate: &Certificate, root: usize) -> Result<Piece, Error> {
    let mut claim = certificate.clone();
    let kind = certificate.kind(&certificate.lemmas[root]);
    let score = kosolver_rules::Score::fraction(kind.numerator, kind.denominator as i64);
    let (winner, sign) = (["black", "white"][kind.winner as usize], [">=", ">"][kind.strict as usize]);
    claim.header.value = format!("claim {winner} {sign} {score}");
    claim.claims = [root as u64 + 1].into_iter().chain(1..=certificate.count).collect();
    Ok(*check(&claim)?.piece.expect("it proves a claim"))
}

#[track_caller]
pub fn header_fault(bytes: &[u8]) -> String {
    match verify(bytes) {
        Err(Error::Header(fault)) => fault,
        other => panic!("{other:?}"),
    }
}
