//! A file that is made to take much memory is refused before it has taken more than is allowed.

use std::io::Write;

use kosolver_checker::{Error, verify_file};
use peak_alloc::PeakAlloc;

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

const ALLOWED: u64 = 48 << 20;

fn number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn numbers(values: impl IntoIterator<Item = u64>) -> Vec<u8> {
    let mut out = Vec::new();
    values.into_iter().for_each(|value| number(value, &mut out));
    out
}

/// A file of a version and a ko rule with this content, which compresses well.
fn file(version: u32, ko: &str, content: &[u8]) -> Vec<u8> {
    let header = format!(
        "kosolver certificate {version}\nboard 1x2\nrules ko={ko} suicide=forbidden scoring=area komi=0 no-result=0\nposition ..\nto-play black\nvalue 0\n\n"
    );
    let mut encoder = zstd::Encoder::new(header.into_bytes(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// One kind: Black reaches 1.
const KIND: [u64; 6] = [1, 2, 1, 0, 0, 0];

/// A fact that differs from all others.
fn fact(place: u64) -> [u64; 7] {
    [200, 0, place & 0xffff, place >> 16, 0, 0, 0]
}

/// Facts that are listed, each in a group, and a set of groups for each lemma after them.
fn listed(count: u64) -> Vec<u8> {
    let facts = (0..count).flat_map(|place| fact(place).into_iter().chain([1 + (place & 0xffff)]));
    numbers(KIND.into_iter().chain([count]).chain(facts))
}

/// One lemma that is said to have more facts than there can be, and gives many.
fn one_lemma(count: u64) -> Vec<u8> {
    let facts = (0..count).flat_map(|place| [0].into_iter().chain(fact(place)));
    numbers(KIND.into_iter().chain([1, 0, 0, 0, 0, 0, u64::MAX]).chain(facts))
}

/// White has passed and Black has the board: he passes too. The condition differs from lemma to lemma.
fn lemmas(count: u64) -> Vec<u8> {
    // Black A1, no white stones; Black to move after a pass, no ban, no tallies.
    let node = [1, 1, 0, 2, 0, 0];
    let each = (0..count).flat_map(|place| node.into_iter().chain([1, 0]).chain(fact(place)).chain([0, 1]));
    numbers(KIND.into_iter().chain(each))
}

/// The most bytes of the heap that are taken while a file is checked, and what is found.
fn checked(file: &[u8]) -> (u64, Result<u64, Error>) {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let found = verify_file(file.len() as u64, ALLOWED, || Ok::<_, Error>(file));
    ((PEAK.peak_usage() - before) as u64, found.map(|verified| verified.lemmas))
}

/// One test, since there is one heap.
#[test]
fn no_file_takes_more_memory_than_is_allowed() {
    for (name, version, content) in [
        ("listed facts", 2, listed(800_000)),
        ("facts of one lemma", 1, one_lemma(800_000)),
        ("lemmas", 1, lemmas(400_000)),
    ] {
        let file = file(version, "psk", &content);
        let (peak, found) = checked(&file);
        match found {
            Err(Error::Memory { least, allowed: ALLOWED }) => assert!(least > ALLOWED, "{name}: {least}"),
            other => panic!("{name}: {other:?}"),
        }
        assert!(peak <= ALLOWED, "{name}: {peak} bytes");
        // It is not refused long before.
        assert!(peak > ALLOWED / 8, "{name}: {peak} bytes");
    }
}
