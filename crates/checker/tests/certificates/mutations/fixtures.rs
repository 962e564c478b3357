//! The certificates as they are.

use std::collections::HashSet;

use crate::model::{self, Certificate, FIXTURES, Lemma, bytes, fixtures};

use crate::verdict::verify;

#[test]
fn fixtures_prove_their_values() {
    for (name, game, value, lemmas) in FIXTURES {
        let verified = verify(&bytes(name)[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let rules = *verified.game.rules();
        let board = *verified.game.board();
        let position = verified.position.text(&board);
        let said = format!(
            "{board} {} {} {} {position} {}",
            rules.ko(),
            rules.suicide(),
            rules.komi(),
            verified.to_play
        );
        assert_eq!((said.as_str(), verified.value.to_string().as_str()), (*game, *value), "{name}");
        assert_eq!(verified.lemmas, *lemmas, "{name}");
    }
}

#[test]
fn the_format_is_the_documented_one() {
    for (name, ..) in FIXTURES {
        let file = bytes(name);
        let start = model::body_start(&file);
        let certificate = Certificate::decode(&file);
        assert_eq!(certificate.header.text().as_bytes(), &file[..start], "{name}");
        assert_eq!(certificate.content(), model::decompress(&file[start..]), "{name}");
        assert_eq!(certificate.count, certificate.lemmas.len() as u64, "{name}");
        let again = certificate.encode();
        assert_eq!(Certificate::decode(&again), certificate, "{name}");
        assert_eq!(verify(&again[..]).unwrap(), verify(&file[..]).unwrap(), "{name}");
        // A checksum and no dictionary; no position has stones outside the board.
        assert_eq!(file[start + 4] & 0b0000_0111, 0b100, "{name}: the frame's descriptor");
    }
}

/// The tests below change one lemma and expect that this is noticed.
#[test]
fn every_lemma_of_a_fixture_is_used() {
    for (name, certificate) in fixtures() {
        let cited = certificate.lemmas.iter().flat_map(Lemma::cited).map(|number| number as u64);
        let used: HashSet<u64> =
            cited.chain(certificate.claims.iter().map(|claim| claim.wrapping_sub(1))).collect();
        let unused = (0..certificate.count).filter(|number| !used.contains(number)).count();
        assert_eq!(unused, if name == "psk-1x5-white" { 2 } else { 0 }, "{name}");
    }
}
