//! Files that are read twice, and are not the same the second time.

use kosolver_checker::{Error, MEMORY, readings, verify_file, verify_twice_read};

use crate::model::{Certificate, fixtures};

/// Every second lemma asks for a group that has no facts, so there are many sets of groups (none where steps pull).
fn all() -> impl Iterator<Item = (&'static str, Certificate)> {
    fixtures().into_iter().map(|(name, mut certificate)| {
        if name != "configuration-rules-1x5" {
            certificate
                .lemmas
                .iter_mut()
                .zip(0..)
                .step_by(2)
                .for_each(|(lemma, own)| lemma.groups = vec![own]);
        }
        (name, certificate)
    })
}

/// The certificate with a lemma once more at the end; it cites what the lemma cites.
fn with_copy(certificate: &Certificate, own: usize) -> Certificate {
    let mut longer = certificate.clone();
    longer.lemmas.push(certificate.lemmas[own].clone());
    longer.count += 1;
    longer
}

/// A lemma is forgotten after the last citation that the first reading has seen, a set of groups after the
/// last lemma that names it.
#[test]
fn what_is_forgotten_cannot_be_cited() {
    let (mut forgotten, mut sets) = (0, 0);
    for (name, certificate) in all() {
        if certificate.kinds.iter().any(|kind| kind.endless == 1) {
            continue;
        }
        let file = certificate.encode();
        // Of a long one every so many lemmas.
        for own in (0..certificate.lemmas.len()).step_by(1 + certificate.lemmas.len() / 20) {
            let cited = certificate.lemmas[own].cited();
            let needed = |cited: &i64| certificate.claims.contains(&(*cited as u64 + 1));
            let longer = with_copy(&certificate, own).encode();
            assert!(verify_twice_read(&longer[..], &longer[..]).is_ok(), "{name} {own}");
            // What is used longer than it is needed does no harm.
            assert!(verify_twice_read(&longer[..], &file[..]).is_ok(), "{name} {own}");
            let found = verify_twice_read(&file[..], &longer[..]);
            let (grouped, cites) = (!certificate.lemmas[own].groups.is_empty(), !cited.iter().all(needed));
            match found {
                Ok(_) => assert!(!cites, "{name} {own}"),
                Err(Error::Lemma { number, fault }) => {
                    assert_eq!(number, certificate.count, "{name} {own}");
                    let (lemma, set) = (
                        fault.contains("as it did not when the file was first read"),
                        fault.ends_with("of a set of groups"),
                    );
                    assert!(lemma && cites || set && grouped, "{name} {own}: {fault}");
                    forgotten += u32::from(lemma);
                    sets += u32::from(set);
                }
                other => panic!("{name} {own}: {other:?}"),
            }
        }
    }
    assert!(forgotten > 100 && sets > 10, "{forgotten} {sets}");
}

/// Whatever the first reading finds, nothing false is proved, and nothing panics.
#[test]
fn a_first_reading_of_something_else_does_no_harm() {
    // Among them some where play can go on for ever, and some where not.
    let others: Vec<Vec<u8>> = all().map(|(_, certificate)| certificate.encode()).collect();
    for (name, certificate) in all() {
        let file = certificate.encode();
        let others = others.iter().filter(|_| certificate.lemmas.len() < 1000).map(Vec::as_slice);
        for first in [&b""[..], b"kosolver", &file[..file.len() - 1]].into_iter().chain(others) {
            match verify_twice_read(first, &file[..]) {
                Ok(verified) => assert_eq!(verified.value.to_string(), certificate.header.value, "{name}"),
                Err(error) => {
                    assert!(matches!(error, Error::Lemma { .. } | Error::Claim(_)), "{name}: {error}");
                }
            }
        }
        assert!(verify_twice_read(&file[..], &b""[..]).is_err(), "{name}");
    }
}

/// A large one is opened twice.
#[test]
fn a_small_file_is_opened_once() {
    for (name, certificate) in all() {
        let file = certificate.encode();
        for (length, times) in [(0, 1), ((32 << 20) - 1, 1), (32 << 20, 2), (u64::MAX, 2)] {
            let mut opened = 0;
            let open = || {
                opened += 1;
                Ok::<_, Error>(&file[..])
            };
            assert!(verify_file(length, MEMORY, open).is_ok(), "{name} {length}");
            assert_eq!(opened, times, "{name} {length}");
            assert_eq!(readings(length, MEMORY), times, "{length}");
        }
    }
}
