//! Tablebases and checkpoints on disk: what is read is what was written, and what was not
//! written is noticed.

use std::fs;
use std::path::PathBuf;

use kosolver_board::{Colour, Position, legal_positions};
use kosolver_rules::{Legality, Node, Then};
use kosolver_tablebase::{Error, File, Interrupt, Probe, Progress, Setting, Size, Stage, Table};
use proptest::prelude::*;
use proptest::sample::Index;

const ALLOWED: Size = Size(1 << 28);

fn setting(board: &str, rules: &str) -> Setting {
    Setting::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

fn solved(board: &str, rules: &str) -> Table {
    Table::solve(setting(board, rules), ALLOWED, &Progress::default()).unwrap()
}

fn bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write(&mut bytes, &Progress::default()).unwrap();
    bytes
}

/// A file of a test's own, gone with the directory.
fn written(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    fs::write(&path, bytes).unwrap();
    (directory, path)
}

#[test]
fn a_file_says_what_the_table_says() {
    for (board, rules) in [
        ("1x1", "none"),
        ("2x3", "none suicide=allowed"),
        ("3x3", "basic"),
        ("2x5", "basic"),
        ("3x3", "basic suicide=allowed"),
    ] {
        let table = solved(board, rules);
        let (_directory, path) = written(&bytes(&table));
        let file = File::open(&path).unwrap();
        let game = &table.setting().game;
        for position in legal_positions(game.board()).step_by(7) {
            for to_move in Colour::BOTH {
                let node = Node::new(position, to_move);
                assert_eq!(file.bounds(&node).unwrap(), table.bounds(&node).unwrap());
                for step in game.steps(&node).iter().filter(|step| step.legality == Legality::Always) {
                    let Then::Node(next) = &step.then else { continue };
                    assert_eq!(file.bounds(next).unwrap(), table.bounds(next).unwrap());
                }
            }
        }
        let loaded = Table::load(&file, ALLOWED, &Progress::default()).unwrap();
        loaded.verify(&Progress::default()).unwrap();
        assert_eq!(bytes(&loaded), fs::read(&path).unwrap(), "{board} {rules}");
    }
}

#[test]
fn a_table_does_not_depend_on_threads() {
    let expected = bytes(&solved("3x3", "basic"));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| bytes(&solved("3x3", "basic"))), expected);
    }
}

/// All that is done with a file; the first fault.
fn read(bytes: &[u8]) -> Result<(), Error> {
    let (_directory, path) = written(bytes);
    let file = File::open(&path)?;
    file.bounds(&Node::new(Position::EMPTY, Colour::Black))?;
    Table::load(&file, ALLOWED, &Progress::default())?.verify(&Progress::default())
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let whole = bytes(&solved("2x3", "basic"));
    read(&whole).unwrap();
    for length in 0..whole.len() {
        let error = read(&whole[..length]).unwrap_err();
        assert!(matches!(error, Error::Corrupt(_)), "{length}: {error:?}");
    }
    let longer = [&whole[..], b"?"].concat();
    assert!(matches!(read(&longer), Err(Error::Corrupt(_))));
}

/// A file that shrinks while it is open is an error, and not the end of the program.
#[test]
fn a_file_cut_off_while_it_is_read_is_refused() {
    let (_directory, path) = written(&bytes(&solved("3x3", "basic")));
    let file = File::open(&path).unwrap();
    let whole = fs::OpenOptions::new().write(true).open(&path).unwrap();
    for length in [file.size() / 2, 0] {
        whole.set_len(length).unwrap();
        let asked = file.bounds(&Node::new(Position::EMPTY, Colour::Black)).map(drop);
        let loaded = Table::load(&file, ALLOWED, &Progress::default()).map(drop);
        for found in [asked, loaded, file.check(Size(1), &Progress::default())] {
            assert!(matches!(found, Err(Error::Corrupt(_))), "{length}: {found:?}");
        }
    }
}

/// The check of what was just written reads all of it, and looks at each position or at some.
#[test]
fn a_quick_check_finds_what_does_not_hold() {
    let check = |bytes: &[u8], allowed: Size| {
        let (_directory, path) = written(bytes);
        File::open(&path).and_then(|file| file.check(allowed, &Progress::default()))
    };
    for (board, rules) in [("3x3", "basic suicide=allowed"), ("2x7", "none")] {
        let good = bytes(&solved(board, rules));
        // So little memory holds no table: some positions are looked at.
        for allowed in [ALLOWED, Size(1)] {
            check(&good, allowed).unwrap();
            let mut damaged = good.clone();
            damaged[good.len() / 2] ^= 1;
            assert!(matches!(check(&damaged, allowed), Err(Error::Corrupt(_))), "{board} {allowed}");
        }
    }
    let wrong = tablebase_of_other_rules(&bytes(&solved("3x3", "none")));
    assert!(matches!(check(&wrong, ALLOWED), Err(Error::Wrong(_))));
    assert!(matches!(check(&wrong, Size(1)), Err(Error::Wrong(_))));
}

#[test]
fn foreign_files_are_refused() {
    for foreign in [&b""[..], b"?", b"kosolver certificate 1\n", &[0; 5000], b"kosolver tablebase 2\n"] {
        let error = read(foreign).unwrap_err().to_string();
        assert!(error.contains("it is no tablebase of this version"), "{error}");
    }
    let (directory, _) = written(b"");
    assert!(File::open(directory.path()).is_err());
    assert!(matches!(File::open(&directory.path().join("missing")), Err(Error::Io(_))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every byte of a file is under a digest.
    #[test]
    fn a_file_with_a_changed_byte_is_refused(place: Index, change in 1..=255_u8) {
        static WHOLE: std::sync::LazyLock<Vec<u8>> = std::sync::LazyLock::new(|| bytes(&solved("2x3", "basic")));
        let mut changed = WHOLE.clone();
        let place = place.index(changed.len());
        changed[place] ^= change;
        prop_assert!(matches!(read(&changed), Err(Error::Corrupt(_))), "{}", place);
    }
}

#[test]
fn memory_is_counted_before_it_is_taken() {
    let refused = |board: &str, allowed: &str| {
        let setting = setting(board, "basic");
        match Table::solve(setting, allowed.parse().unwrap(), &Progress::default()) {
            Err(Error::Memory { positions, classes, needed, allowed, .. }) => {
                assert!(needed > allowed);
                (positions, classes)
            }
            _ => panic!("{board} is not refused"),
        }
    };
    // Tromp and Farnebäck (2007) for all positions; a fourth of them and a few.
    assert_eq!(refused("4x5", "1GiB"), (1_840_058_693, 460_114_319));
    assert_eq!(refused("3x3", "1MiB").0, 12_675);
    // So large that the classes are not even counted.
    assert_eq!(refused("5x5", "100GiB").0, 414_295_148_741);
    let error = Setting::new("6x6".parse().unwrap(), "basic".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("at most 31 points"), "{error}");
    let error = Setting::new("2x2".parse().unwrap(), "psk".parse().unwrap()).unwrap_err();
    assert!(error.to_string().contains("under psk every game ends"), "{error}");
}

#[test]
fn sizes_are_read_and_shown() {
    for (text, bytes) in [
        ("1", 1),
        ("4096", 4096),
        ("8GiB", 8 << 30),
        ("3 MiB", 3 << 20),
        ("7KiB", 7 << 10),
        ("100 bytes", 100),
        ("1.5GiB", 3 << 29),
        ("4.6MiB", 4_823_449),
        ("0.05 KiB", 51),
        ("18446744073709551615", u64::MAX),
    ] {
        assert_eq!(text.parse::<Size>().unwrap(), Size(bytes), "{text}");
    }
    for bad in [
        "",
        "0",
        "GiB",
        "8GB",
        "-1",
        "1.5",
        "1.5 bytes",
        ".5GiB",
        "1.GiB",
        "1.-5GiB",
        "1.5.5GiB",
        "0.0MiB",
        "+1GiB",
        "99999999999GiB",
        "18446744073709551616",
        "1.00000000000000000000000000000000000000001KiB",
        "8 Gib",
        "8GiBbytes",
    ] {
        assert!(bad.parse::<Size>().is_err(), "{bad}");
    }
    // What a message says is needed is enough when it is allowed.
    for bytes in [1, 1023, 1024, 1025, 4_800_001, 5_300_000_007, u64::MAX >> 4] {
        let shown = Size(bytes).to_string().parse::<Size>().unwrap();
        assert!(shown >= Size(bytes), "{bytes}");
    }
    assert_eq!(Size(8 << 30).to_string(), "8.0 GiB");
    assert_eq!(Size((8 << 30) + 1).to_string(), "8.1 GiB");
    assert_eq!(Size(100).to_string(), "100 bytes");
}

/// The digests find damage; that a table of another origin is wrong, only the check finds.
#[test]
fn a_whole_file_with_a_wrong_rank_does_not_verify() {
    // The table of a board under one rule, said to be one under another: all digests are right.
    let none = bytes(&solved("3x3", "none"));
    let (_directory, path) = written(&none);
    let file = File::open(&path).unwrap();
    Table::load(&file, ALLOWED, &Progress::default()).unwrap().verify(&Progress::default()).unwrap();
    let wrong = tablebase_of_other_rules(&none);
    assert!(matches!(read(&wrong), Err(Error::Wrong(_))));
}

/// Replaces the suicide rule in the header and puts the digest right.
fn tablebase_of_other_rules(bytes: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let footer = bytes.len() - 64;
    let number = |place: usize| u64::from_le_bytes(bytes[place..place + 8].try_into().unwrap()) as usize;
    let (header, blocks) = (number(footer + 32), number(footer + 40));
    let index = footer - 16 * blocks;
    let old = std::str::from_utf8(&bytes[..header]).unwrap();
    let new = old.replace("suicide=forbidden", "suicide=allowed");
    assert_ne!(old, new);
    let shorter = header - new.len();
    let mut ends = bytes[index..footer].to_vec();
    for entry in ends.chunks_mut(16) {
        let end = u64::from_le_bytes(entry[..8].try_into().unwrap()) - shorter as u64;
        entry[..8].copy_from_slice(&end.to_le_bytes());
    }
    let mut wrong = new.into_bytes();
    let length = wrong.len() as u64;
    let digest = Sha256::new().chain_update(&wrong).chain_update(&ends).finalize();
    wrong.extend(&bytes[header..index]);
    wrong.extend(&ends);
    wrong.extend(&digest);
    wrong.extend(length.to_le_bytes());
    wrong.extend(&bytes[footer + 40..]);
    wrong
}

/// All there is to do with a board, in every stage.
fn everything(progress: &Progress) -> Result<(), Error> {
    let table = Table::solve(setting("2x7", "basic"), ALLOWED, progress)?;
    let mut bytes = Vec::new();
    table.write(&mut bytes, progress)?;
    let (_directory, path) = written(&bytes);
    let table = Table::load(&File::open(&path)?, ALLOWED, progress)?;
    table.verify(progress)?;
    table.stats(progress)?;
    Ok(())
}

#[test]
fn every_stage_stops_when_asked() {
    let stages =
        [Stage::Classes, Stage::Moves, Stage::Settling, Stage::Writing, Stage::Reading, Stage::Checking];
    for stage in stages.into_iter().chain([Stage::Counting]) {
        let interrupt = Interrupt::default();
        let progress = Progress::until(interrupt.clone());
        std::thread::scope(|scope| {
            let work = scope.spawn(|| everything(&progress));
            while progress.now().0 != stage && !work.is_finished() {
                std::thread::sleep(std::time::Duration::from_micros(100));
            }
            interrupt.stop();
            let stopped = work.join().unwrap();
            assert!(matches!(stopped, Err(Error::Stopped)), "{stage:?}: {stopped:?}");
        });
        // Counting what it takes is long on boards that do not fit.
        let stopped = Table::solve(setting("3x3", "none"), ALLOWED, &progress);
        assert!(matches!(stopped, Err(Error::Stopped)), "{stage:?}: it is asked for ever");
    }
}
