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

/// A file with this content, which compresses well.
fn file(content: &[u8]) -> Vec<u8> {
    let header = "kosolver certificate 6\nboard 1x2\nrules ko=psk suicide=forbidden scoring=area komi=0 no-result=0\n\
        ko rule psk\nko remember stood(after) on start, play\nko forbid play if stood(after)\n\
        position ..\nto-play black\nvalue 0\n\n";
    let mut encoder = zstd::Encoder::new(header.as_bytes().to_vec(), 1).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

/// One kind, Black reaches 1, and one symmetry, which changes nothing.
const HEAD: [u64; 10] = [1, 2, 1, 0, 0, 0, 1, 0, 0, 1];

/// Facts that all differ, each in a group.
fn listed(count: u64) -> Vec<u8> {
    let fact =
        |place: u64| [200, place % 3, (place / 3) & 0xffff, (place / 3) >> 16, 0, 0, 0, 1 + (place & 0xffff)];
    numbers(HEAD.into_iter().chain([count]).chain((0..count).flat_map(fact)))
}

/// White has passed and Black has the board: he passes too. The set of groups differs from lemma to lemma.
fn lemmas(count: u64) -> Vec<u8> {
    // Black A1, no white stones; Black to move after a pass, no ban, no tallies, no facts; a new set of two.
    let node = [1, 1, 0, 2, 0, 0, 0, 0, 2];
    let each = (0..count).flat_map(|place| node.into_iter().chain([place & 0x3fff, place >> 14, 0, 0, 3]));
    numbers(HEAD.into_iter().chain([0]).chain(each))
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
    for (name, content) in [("listed facts", listed(800_000)), ("lemmas", lemmas(400_000))] {
        let file = file(&content);
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
