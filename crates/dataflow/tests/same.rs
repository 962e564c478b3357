//! Any number of workers makes the file that one process makes.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kosolver_dataflow::{Cluster, Error, Job, Memory, Saves, build, manifest};
use kosolver_tablebase::{Error as Fault, Progress, Setting, Size, Table};
use sha2::{Digest, Sha256};

const MEMORY: Size = Size(1 << 30);

fn setting(board: &str, rules: &str) -> Setting {
    Setting::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap()
}

/// The file of one process without workers.
fn whole(setting: &Setting) -> Vec<u8> {
    let progress = Progress::default();
    let mut file = Vec::new();
    Table::solve(setting.clone(), MEMORY, &progress).unwrap().write(&mut file, &progress).unwrap();
    file
}

/// A file in memory.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn run(job: Job, progress: Progress) -> Result<Vec<u8>, Error> {
    let out = Buffer::default();
    build(job, Some(Box::new(out.clone())), Arc::new(progress))?;
    let file = out.0.lock().unwrap();
    Ok(file.clone())
}

fn job(setting: &Setting, workers: usize, memory: Size) -> Job {
    Job::new(setting.clone(), Cluster::threads(workers), Memory::Total(memory), std::env::temp_dir())
}

fn spilling(setting: &Setting, workers: usize) -> Job {
    job(setting, workers, MEMORY).with_spill(std::env::temp_dir())
}

#[test]
fn the_file_does_not_depend_on_workers() {
    for board in ["1x1", "1x8", "2x2", "2x5", "3x3", "3x4", "cycle:7", "star:5", "torus:3x3"] {
        for rules in ["basic", "none", "basic suicide=allowed"] {
            let setting = setting(board, rules);
            let expected = whole(&setting);
            for workers in [1, 2, 3, 5] {
                let file = run(job(&setting, workers, MEMORY), Progress::default()).unwrap();
                assert!(file == expected, "{board} {rules} {workers}");
            }
        }
    }
}

#[test]
fn ranks_may_wait_on_disk() {
    for board in ["1x1", "1x8", "2x5", "3x4", "cycle:7"] {
        for rules in ["basic", "none", "basic suicide=allowed"] {
            let setting = setting(board, rules);
            let expected = whole(&setting);
            for workers in [1, 2, 4] {
                let file = run(spilling(&setting, workers), Progress::default()).unwrap();
                assert!(file == expected, "{board} {rules} {workers}");
            }
        }
    }
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let here = tempfile::tempdir().unwrap();
    let nowhere = here.path().join("nowhere");
    let found = run(job(&setting("2x3", "basic"), 2, MEMORY).with_spill(nowhere), Progress::default());
    let found = found.unwrap_err().to_string();
    assert!(found.contains("nowhere"), "{found}");
}

/// Little memory makes many steps of a round.
#[test]
fn batches_do_not_matter() {
    let setting = setting("3x4", "basic");
    let out = Buffer::default();
    let little = job(&setting, 2, Size(12 << 20));
    let costs = build(little, Some(Box::new(out.clone())), Arc::new(Progress::default())).unwrap();
    assert!(costs.steps > costs.rounds + 20, "{costs:?}");
    assert!(costs.found > costs.messages && costs.messages > costs.sent && costs.sent > 0, "{costs:?}");
    assert!(*out.0.lock().unwrap() == whole(&setting));
}

#[test]
fn too_little_memory_is_said_before_it_is_taken() {
    for (board, memory) in [("3x4", 100_000), ("3x4", 9_000_000), ("4x6", 1 << 30)] {
        let found = run(job(&setting(board, "basic"), 2, Size(memory)), Progress::default());
        assert!(matches!(found, Err(Error::Tablebase(Fault::Memory { .. }))), "{board} {memory}");
    }
}

/// What is said to be needed is that of all workers, and enough; with ranks on disk it is less.
#[test]
fn what_is_needed_is_enough() {
    let setting = setting("3x4", "basic");
    for workers in [1, 3] {
        let needed = [false, true].map(|spill| {
            let try_with = |size: u64| {
                let job = job(&setting, workers, Size(size));
                run(if spill { job.with_spill(std::env::temp_dir()) } else { job }, Progress::default())
            };
            let least = workers as u64 * (4 << 20) + 1;
            let Err(Error::Tablebase(Fault::Memory { needed, allowed, .. })) = try_with(least) else {
                panic!("so little is not enough")
            };
            assert_eq!(allowed, least);
            assert!(try_with(needed - workers as u64).is_err());
            assert!(try_with(needed).is_ok());
            needed
        });
        assert!(needed[1] + 81_712 * 4 <= needed[0] + 4, "{needed:?}");
    }
}

#[test]
fn work_stops_when_asked() {
    let progress = Progress::default();
    progress.interrupt().stop();
    let found = run(job(&setting("3x4", "basic"), 2, MEMORY), progress);
    assert!(found.unwrap_err().is_stopped());
}

/// Saves that stop the work when they have been asked so often.
fn saves(directory: &Path, after: u64) -> Saves {
    let asked = AtomicU64::new(0);
    let asked = Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= after);
    let unsaved = Arc::new(|error: &Error| panic!("{error}"));
    Saves { directory: directory.to_owned(), every: Duration::from_secs(3600), asked, unsaved }
}

/// Work is stopped after ever more rounds, and goes on with other numbers of workers.
#[test]
fn saved_work_goes_on_with_any_number_of_workers() {
    let setting = setting("3x4", "basic");
    let expected = whole(&setting);
    let here = tempfile::tempdir().unwrap();
    for (time, workers) in [2, 1, 3, 5, 2, 4].into_iter().enumerate() {
        // Every worker asks in every round.
        let saves = saves(here.path(), 30 * workers as u64);
        // Some keep ranks in memory, some on disk.
        let job = if time % 3 == 1 { spilling(&setting, workers) } else { job(&setting, workers, MEMORY) };
        let found = run(job.with_saves(saves), Progress::default());
        assert!(matches!(found, Err(Error::Saved)), "{:?}", found.map(|file| file.len()));
        assert!(manifest(here.path()).exists());
    }
    for job in [job(&setting, 3, MEMORY), spilling(&setting, 3)] {
        let file = run(job.with_saves(saves(here.path(), u64::MAX)), Progress::default());
        assert!(file.unwrap() == expected);
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let setting = setting("2x5", "basic");
    let here = tempfile::tempdir().unwrap();
    let resume =
        || run(job(&setting, 2, MEMORY).with_saves(saves(here.path(), u64::MAX)), Progress::default());
    let stopped = run(job(&setting, 2, MEMORY).with_saves(saves(here.path(), 30)), Progress::default());
    assert!(matches!(stopped, Err(Error::Saved)));
    let names = std::fs::read_dir(here.path()).unwrap().map(|entry| entry.unwrap().path());
    for path in names.collect::<Vec<_>>() {
        let whole = std::fs::read(&path).unwrap();
        if whole.is_empty() {
            continue; // a worker without shards
        }
        for damaged in [&whole[..whole.len() / 2], &[&whole[..], b"!"].concat(), b"{}"] {
            std::fs::write(&path, damaged).unwrap();
            let found = resume();
            assert!(found.is_err(), "{}", path.display());
        }
        std::fs::write(&path, &whole).unwrap();
    }
    let text = std::fs::read_to_string(manifest(here.path())).unwrap();
    // Version 2 was JSON alone.
    for old in [
        text.replace("of workers 3", "of workers 4"),
        r#"{"format":"kosolver tablebase checkpoint of workers 2"}"#.to_owned(),
    ] {
        std::fs::write(manifest(here.path()), old).unwrap();
        let found = resume().unwrap_err().to_string();
        assert!(found.contains("it was written by another version of kosolver"), "{found}");
    }
    std::fs::write(manifest(here.path()), text).unwrap();
    let other = job(&self::setting("2x5", "none"), 2, MEMORY).with_saves(saves(here.path(), u64::MAX));
    let found = run(other, Progress::default()).unwrap_err().to_string();
    assert!(found.contains("it is about 2x5 ko=basic"), "{found}");
    assert!(resume().unwrap() == whole(&setting));
}

/// A link in the place of a file of a checkpoint is neither followed nor gone.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_replaced() {
    for name in ["state-1-0", "state-1-0-ranks", "state-1-manifest", "manifest"] {
        let here = tempfile::tempdir().unwrap();
        let (link, nowhere) = (here.path().join(name), here.path().join("nowhere"));
        std::os::unix::fs::symlink(&nowhere, &link).unwrap();
        let job = job(&setting("2x5", "basic"), 2, MEMORY).with_saves(saves(here.path(), 60));
        let found = run(job, Progress::default()).unwrap_err().to_string();
        assert!(found.contains(name) && found.contains("it is a symbolic link"), "{found}");
        assert!(link.is_symlink() && !nowhere.exists(), "{name}");
    }
}

/// Work that was stopped and saved, by one worker: all its files are read again.
fn stopped(board: &str, rounds: u64) -> (Setting, tempfile::TempDir) {
    let (setting, here) = (setting(board, "basic"), tempfile::tempdir().unwrap());
    let found = run(job(&setting, 1, MEMORY).with_saves(saves(here.path(), rounds)), Progress::default());
    assert!(matches!(found, Err(Error::Saved)));
    (setting, here)
}

fn resumed(setting: &Setting, here: &Path) -> Result<Vec<u8>, Error> {
    run(job(setting, 2, MEMORY).with_saves(saves(here, u64::MAX)), Progress::default())
}

/// One flipped bit, in whatever file: each byte is under a digest.
#[test]
fn a_flipped_bit_of_a_checkpoint_is_refused() {
    let (setting, here) = stopped("2x3", 10);
    let names = std::fs::read_dir(here.path()).unwrap().map(|entry| entry.unwrap().path());
    for path in names.collect::<Vec<_>>() {
        let whole = std::fs::read(&path).unwrap();
        for place in (0..whole.len()).step_by(whole.len() / 50 + 1) {
            let mut flipped = whole.clone();
            flipped[place] ^= 1 << (place % 8);
            std::fs::write(&path, flipped).unwrap();
            let found = resumed(&setting, here.path());
            assert!(found.is_err(), "{}, byte {place} of {}", path.display(), whole.len());
        }
        std::fs::write(&path, whole).unwrap();
    }
    assert!(resumed(&setting, here.path()).unwrap() == whole(&setting));
}

/// A rank that is not that of the states, under the right digest.
#[test]
fn a_checkpoint_that_is_not_as_far_as_it_says_is_refused() {
    let (setting, here) = stopped("2x5", 15);
    let text = std::fs::read_to_string(manifest(here.path())).unwrap();
    let [format, json, _] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
    let mut fields: serde_json::Value = serde_json::from_str(json).unwrap();
    let cursor = fields["cursor"].as_u64().unwrap();
    for (other, fault) in
        [(cursor - 1, "ranks are there that come later"), (cursor + 1, "do not belong together")]
    {
        fields["cursor"] = other.into();
        let lines = format!("{format}\n{fields}\n");
        let digest: String = Sha256::digest(&lines).iter().map(|byte| format!("{byte:02x}")).collect();
        std::fs::write(manifest(here.path()), format!("{lines}{digest}\n")).unwrap();
        let found = resumed(&setting, here.path()).unwrap_err().to_string();
        assert!(found.contains(fault), "{other}: {found}");
    }
    std::fs::write(manifest(here.path()), text).unwrap();
    assert!(resumed(&setting, here.path()).unwrap() == whole(&setting));
}

/// A checkpoint that cannot be written is told of once, and ends nothing but work that is to stop.
#[test]
fn work_goes_on_though_it_cannot_be_saved() {
    let setting = setting("2x5", "basic");
    for name in ["state-1-0", "state-1-1-ranks", "state-1-manifest"] {
        let here = tempfile::tempdir().unwrap();
        // Nothing can be written under the name of a directory.
        std::fs::create_dir(here.path().join(name)).unwrap();
        let told = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&told);
        let unsaved = Arc::new(move |error: &Error| {
            assert!(error.to_string().contains("state-1-"), "{error}");
            count.fetch_add(1, Ordering::Relaxed);
        });
        let often = Saves { every: Duration::ZERO, unsaved, ..saves(here.path(), u64::MAX) };
        let file = run(job(&setting, 2, MEMORY).with_saves(often), Progress::default());
        assert!(file.unwrap() == whole(&setting), "{name}");
        assert_eq!(told.load(Ordering::Relaxed), 1, "{name}");
        assert!(!manifest(here.path()).exists(), "{name}");
        let stopped = run(job(&setting, 2, MEMORY).with_saves(saves(here.path(), 9)), Progress::default());
        assert!(matches!(stopped, Err(Error::File(..))), "{name}: {:?}", stopped.map(|file| file.len()));
    }
}

/// Ranks of an earlier checkpoint are whole, but too few.
#[test]
fn ranks_of_another_checkpoint_are_refused() {
    let setting = setting("2x5", "basic");
    let here = tempfile::tempdir().unwrap();
    let save = || {
        let found = run(job(&setting, 2, MEMORY).with_saves(saves(here.path(), 60)), Progress::default());
        assert!(matches!(found, Err(Error::Saved)));
    };
    save();
    let early = std::fs::read(here.path().join("state-1-0-ranks")).unwrap();
    save();
    let path = here.path().join("state-2-0-ranks");
    let whole = std::fs::read(&path).unwrap();
    assert_ne!(early, whole);
    std::fs::write(&path, early).unwrap();
    let resume =
        || run(job(&setting, 3, MEMORY).with_saves(saves(here.path(), u64::MAX)), Progress::default());
    let found = resume().unwrap_err().to_string();
    assert!(found.contains("state-2-0-ranks: it is damaged, or of another checkpoint"), "{found}");
    std::fs::write(&path, whole).unwrap();
    assert!(resume().unwrap() == self::whole(&setting));
}

/// More workers than cores.
#[test]
#[ignore = "takes half a minute: cargo test --release -p kosolver-dataflow -- --ignored"]
fn the_file_of_3x5_does_not_depend_on_workers() {
    for rules in ["basic", "none"] {
        let setting = setting("3x5", rules);
        let expected = whole(&setting);
        for workers in [1, 2, 4] {
            for job in [job(&setting, workers, MEMORY), spilling(&setting, workers)] {
                let file = run(job, Progress::default()).unwrap();
                assert!(file == expected, "{rules} {workers}");
            }
        }
    }
}
