//! Long searches from the command line: threads, memory, checkpoints.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use crate::common::{Directory, err, kosolver, names, out, signal, spawn};

/// When the time is up, what is known is said, and the exit code is that of an interrupted search.
#[test]
fn a_search_ends_when_its_time_is_over() {
    let directory = Directory::new("time");
    let file = directory.file("saved");
    let arguments = ["solve", "5x5", "--ko", "psk", "--threads", "1", "--memory", "64MiB", "--time", "1s"];
    let warned = "5x5 has 4.1·10^11 positions, and the largest board solved is 5x5, in an hour and 13 GB: ";
    for (more, warns, saved) in [
        (&[][..], true, ""),
        (&["--quiet"], false, ""),
        (&["--quiet", "--checkpoint", &file], false, "the checkpoint was written; "),
    ] {
        let output = kosolver(&[&arguments[..], more].concat());
        assert_eq!(output.status.code(), Some(130));
        let said = err(&output);
        assert_eq!(said.contains(warned), warns, "{said}");
        assert!(
            said.ends_with(&format!("not solved within 1 seconds; {saved}so far -25 ≤ value ≤ 25\n")),
            "{said}"
        );
        assert!(output.stdout.is_empty());
    }
    assert!(fs::exists(&file).unwrap());
    // What ends in time is not warned of, and says the same.
    let solved = |more: &[&str]| {
        let output = kosolver(&[&["solve", "2x3", "--ko", "psk", "--threads", "1"], more].concat());
        assert!(err(&output).is_empty() && output.status.success());
        out(&output)
    };
    assert_eq!(solved(&["--time", "10m"]), solved(&[]));
    // The number in the warning is that of the frontier, but for 5x5, which a scout has begun.
    let frontier = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/frontier.json");
    let frontier: serde_json::Value = serde_json::from_slice(&fs::read(frontier).unwrap()).unwrap();
    let points = |cell: &serde_json::Value| {
        let (rows, columns) = cell["board"].as_str()?.split_once('x')?;
        Some(rows.parse::<u32>().ok()? * columns.parse::<u32>().ok()?)
    };
    let plain = frontier["cells"].as_array().unwrap().iter().filter(|cell| cell["board"] != "5x5");
    assert_eq!(plain.filter_map(points).max(), Some(21));
}

#[test]
fn threads_memory_and_guides_change_nothing_that_is_printed_but_the_effort() {
    let directory = Directory::new("guide-of-a-file");
    let [network, kept, other] = ["2x4.net", "2x4.scout", "0.scout"].map(|name| directory.file(name));
    for made in [
        &["guide", "learn", "2x4", "--games", "200", "--out", &network][..],
        &["guide", "scout", "2x4", "--score", "8", "--guide", &network, "--out", &kept],
        &["guide", "scout", "2x4", "--score", "0", "--guide", &network, "--out", &other],
    ] {
        let made = kosolver(made);
        assert!(made.status.success(), "{}", err(&made));
    }
    let shown = |more: &[&str]| {
        let output = kosolver(&[&["solve", "2x4", "--ko", "psk"], more].concat());
        assert!(output.status.success(), "{}", err(&output));
        let lines = out(&output);
        lines.lines().filter(|line| !line.starts_with("searched")).map(String::from).collect::<Vec<_>>()
    };
    let plain = shown(&[]);
    assert!(plain.iter().any(|line| line == "value      8"));
    for more in [
        &["--threads", "1"][..],
        &["--threads", "3"],
        &["--memory", "64MiB"],
        &["--threads", "2", "--memory", "1GiB"],
        &["--guide", &network],
        &["--guide", &network, "--scout", "1000"],
        &["--guide", &kept],
        &["--guide", &kept, "--guide", &network, "--guess", "8"],
        &["--guide", &kept, "--guide", &network, "--guide", &other],
    ] {
        assert_eq!(shown(more), plain, "{more:?}");
    }
    let table = directory.file("2x4.ktb");
    let built = kosolver(&["tablebase", "build", "2x4", "--ko", "none", "--out", &table]);
    assert!(built.status.success(), "{}", err(&built));
    for (more, said) in [
        (["--guide", &network], "give at most one network, and one proof of a scout at each score"),
        (["--guide", &kept], "give at most one network, and one proof of a scout at each score"),
        (
            ["--guide", &table],
            "`kosolver guide` makes guides, networks and proofs of scouts, and this is none",
        ),
    ] {
        let given = ["solve", "2x4", "--ko", "psk", "--guide", &network, "--guide", &kept];
        let output = kosolver(&[&given, &more[..]].concat());
        assert!(err(&output).contains(said), "{}", err(&output));
    }
    for (file, what) in [(&network, "a network"), (&kept, "a scout's proof")] {
        let output = kosolver(&["solve", "2x5", "--ko", "psk", "--guide", file]);
        let said = format!("is {what} of 2x4 with suicide=forbidden, which does not guide 2x5");
        assert!(err(&output).contains(&said), "{}", err(&output));
    }
}

#[test]
fn faults_are_one_line_and_say_what_is_accepted() {
    for (more, said) in [
        (&["--memory", "much"][..], "8GiB"),
        (&["--memory", "1MiB"], "the least is 64.0 MiB"),
        (&["--memory", "8 GB"], "KiB, MiB or GiB"),
        (&["--threads", "0"], "0 is not from 1 to 256"),
        (&["--resume"], "--resume is gone: --checkpoint goes on"),
        (&["--begin-again", "1"], "--begin-again is gone: a search"),
        (&["--scoring", "stones"], "--scoring is gone: write it into the ruleset"),
        (&["--scout", "0"], "'0' is not a number of nodes: write 1 or more"),
        (&["--checkpoint", "/nowhere/at/all"], "not a directory"),
    ] {
        let output = kosolver(&[&["solve", "2x2", "--ko", "psk"], more].concat());
        let error = err(&output);
        assert_eq!(output.status.code(), Some(2), "{more:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.starts_with("kosolver: ") && error.contains(said), "{error}");
        assert!(output.stdout.is_empty());
    }
}

const LONG: [&str; 4] = ["solve", "3x5", "--ko", "psk"];

/// A search of some seconds that saves its work.
fn long_search(checkpoint: &Path, more: &[&str]) -> Child {
    let path = checkpoint.to_str().unwrap();
    spawn(&[&LONG[..], &["--checkpoint", path], more].concat())
}

fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(start.elapsed() < Duration::from_secs(120), "no checkpoint");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn nodes(output: &Output) -> u64 {
    let shown = out(output);
    assert!(shown.contains("value      15\n"), "{shown}");
    let line = shown.lines().find(|line| line.starts_with("searched")).unwrap();
    line.split(' ').find_map(|word| word.parse().ok()).unwrap()
}

/// Interrupts a search half-way, kills the one that goes on between two checkpoints, and lets a third
/// end. Whether that visited fewer nodes than a whole search; nothing if the first had ended too soon.
fn in_pieces(checkpoint: &Path, whole: &Output, half: Duration) -> Option<bool> {
    let interrupted = long_search(checkpoint, &["--threads", "1"]);
    std::thread::sleep(half);
    signal(&interrupted, "-TERM");
    let interrupted = interrupted.wait_with_output().unwrap();
    if interrupted.status.success() {
        return None;
    }
    assert_eq!(interrupted.status.code(), Some(130), "{}", err(&interrupted));
    assert!(err(&interrupted).contains("the checkpoint was written"), "{}", err(&interrupted));
    assert!(interrupted.stdout.is_empty());

    let first = fs::metadata(checkpoint).unwrap().modified().unwrap();
    let mut killed = long_search(checkpoint, &["--threads", "1"]);
    let start = Instant::now();
    while fs::metadata(checkpoint).unwrap().modified().unwrap() == first
        && killed.try_wait().unwrap().is_none()
    {
        assert!(start.elapsed() < Duration::from_secs(120), "no second checkpoint");
        std::thread::sleep(Duration::from_millis(20));
    }
    if killed.try_wait().unwrap().is_none() {
        signal(&killed, "-KILL");
    }
    killed.wait().unwrap();

    let resumed = long_search(checkpoint, &["--threads", "1"]).wait_with_output().unwrap();
    assert!(resumed.status.success(), "{}", err(&resumed));
    Some(nodes(&resumed) < nodes(whole))
}

/// What was found before is not searched again. A search that was interrupted takes another way, which may
/// by chance be longer than all it was spared: so it may be tried again.
#[test]
fn a_search_that_is_interrupted_or_killed_goes_on_where_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let start = Instant::now();
    let whole = kosolver(&[&LONG[..], &["--threads", "1"]].concat());
    let time = start.elapsed();
    let path = |attempt: u32| directory.path().join(format!("{attempt}.kcheck"));
    // At five sixths of the time, then at four, …: first of all the guide is made. Then later, if the machine is busier
    // than it was.
    let sixths = [5, 4, 3, 2, 1, 7, 9, 12, 18];
    let spared = sixths.into_iter().zip(0..).filter_map(|(sixths, attempt)| {
        let spared = in_pieces(&path(attempt), &whole, time * sixths / 6)?;
        Some((attempt, spared))
    });
    let spared = spared.into_iter().find(|(_, spared)| *spared);
    let (attempt, _) = spared.expect("what was found before was not searched again");

    // Another search is not begun from it.
    let path = path(attempt);
    let path = path.to_str().unwrap();
    let other = kosolver(&["solve", "3x5", "--ko", "ssk", "--checkpoint", path]);
    assert_eq!(other.status.code(), Some(2));
    assert!(err(&other).contains("it is of another search"), "{}", err(&other));
}

/// The name under which a checkpoint is written before it is whole.
const PART: &str = ".search.kcheck.part";

#[test]
fn nothing_is_left_of_a_checkpoint_whose_writing_was_killed() {
    let directory = tempfile::tempdir().unwrap();
    let (checkpoint, part) = (directory.path().join("search.kcheck"), directory.path().join(PART));
    // Until the kill comes while a checkpoint is being written.
    for attempt in 0.. {
        assert!(attempt < 30, "no kill came in the middle of writing");
        let mut killed = long_search(&checkpoint, &["--threads", "1"]);
        let start = Instant::now();
        while !part.exists() && killed.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(120), "no checkpoint is begun");
        }
        if killed.try_wait().unwrap().is_none() {
            signal(&killed, "-KILL");
        }
        killed.wait().unwrap();
        if part.exists() {
            break;
        }
    }
    let resumed = long_search(&checkpoint, &["--threads", "1"]).wait_with_output().unwrap();
    assert!(out(&resumed).contains("value      15\n"), "{}", err(&resumed));
    assert!(!part.exists(), "{:?}", names(directory.path()));
}

/// The memory that a program has taken, in bytes, without the pages of its own file; `None` once it is over.
#[cfg(target_os = "linux")]
fn size(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("RssAnon:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? << 10)
}

#[cfg(target_os = "linux")]
#[test]
fn the_bound_on_the_memory_holds_for_the_program() {
    for (board, ko, memory, threads) in
        [("3x5", "spight", 64, "1"), ("1x13", "psk", 80, "1"), ("3x5", "spight", 64, "2")]
    {
        let bound = format!("{memory}MiB");
        let game = ["solve", board, "--ko", ko, "--value-only"];
        let solve = [&game[..], &["--threads", threads, "--memory", &bound]].concat();
        let mut child = spawn(&solve);
        let mut largest = 0;
        while let Some(size) = size(&child) {
            largest = largest.max(size);
            std::thread::sleep(Duration::from_millis(2));
            if child.try_wait().unwrap().is_some() {
                break;
            }
        }
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && out(&output).contains("memory     was full"), "{}", out(&output));
        assert!(largest <= memory << 20, "{board} {ko}: {largest} of {bound}");
    }
}

/// Runs the program where no file may grow beyond so many kilobytes: writing fails as on a full disk.
fn on_a_small_disk(kilobytes: u32, arguments: &[&str]) -> Output {
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\"");
    let mut shell = Command::new("bash");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kosolver")]).args(arguments);
    shell.output().unwrap()
}

#[test]
fn a_full_disk_neither_ends_a_search_nor_loses_its_value() {
    let directory = tempfile::tempdir().unwrap();
    let (checkpoint, certificate) =
        (directory.path().join("search.kcheck"), directory.path().join("a.kcert"));
    let (kept, proved) = (checkpoint.to_str().unwrap(), certificate.to_str().unwrap());
    let solve = ["solve", "3x5", "--ko", "psk", "--threads", "1"];
    // 3x5 takes more than one checkpoint, but perhaps not on every machine: with the tables full of
    // so little memory it takes longer.
    let saved = ["--memory", "64MiB", "--value-only", "--checkpoint", kept];
    let output = on_a_small_disk(8, &[&solve[..], &saved].concat());
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("value      15\n"));
    let said = err(&output);
    assert_eq!(said.matches("the search goes on").count(), 1, "once: {said}");
    assert!(said.contains("it cannot be written") && said.contains("was not saved"), "{said}");
    assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));

    let certified = ["solve", "3x4", "--ko", "psk", "--threads", "1", "--certificate", proved];
    let output = on_a_small_disk(8, &certified);
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).contains("value      4\n"), "{}", out(&output));
    assert!(err(&output).contains("a.kcert cannot be written"), "{}", err(&output));
    assert!(names(directory.path()).is_empty());
}

#[test]
fn an_interrupt_that_cannot_save_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let checkpoint = directory.path().join("search.kcheck");
    let child = long_search(&checkpoint, &["--threads", "1"]);
    wait_for(&checkpoint);
    // Nothing can be written under a name that a directory has.
    fs::create_dir(directory.path().join(PART)).unwrap();
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    if output.status.code() == Some(130) {
        let said = err(&output);
        assert!(said.contains("not a regular file") && said.contains("nothing new was written"), "{said}");
    }
    fs::remove_dir(directory.path().join(PART)).unwrap();
    let resumed = long_search(&checkpoint, &["--threads", "1"]).wait_with_output().unwrap();
    assert!(out(&resumed).contains("value      15\n"), "the last one is whole: {}", err(&resumed));
}

#[test]
fn a_search_given_up_says_that_it_was_saved() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("search.kcheck");
    let solve = ["solve", "3x5", "--ko", "psk", "--threads", "1", "--value-only"];
    let few = [&solve[..], &["--nodes", "2000"]].concat();
    let output = kosolver(&few);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(err(&output), "kosolver: not solved within 2000 nodes; so far -15 ≤ value ≤ 15\n");
    let saved = kosolver(&[&few[..], &["--checkpoint", path.to_str().unwrap()]].concat());
    assert_eq!(
        err(&saved),
        "kosolver: not solved within 2000 nodes; the checkpoint was written; so far -15 ≤ value ≤ 15\n"
    );
    let resumed = kosolver(&[&solve[..], &["--checkpoint", path.to_str().unwrap()]].concat());
    assert!(out(&resumed).contains("value      15\n"), "{}", err(&resumed));
}

#[test]
fn an_interrupted_certificate_is_not_there() {
    let directory = tempfile::tempdir().unwrap();
    let (checkpoint, certificate) = (directory.path().join("a.kcheck"), directory.path().join("a.kcert"));
    let child = long_search(&checkpoint, &["--certificate", certificate.to_str().unwrap()]);
    wait_for(&checkpoint);
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert!([Some(130), Some(0)].contains(&output.status.code()));
    assert_eq!(certificate.exists(), output.status.success());
}

/// With this much address space, and then the arguments.
fn bounded(kilobytes: u64, arguments: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_kosolver");
    let line = format!("ulimit -v {kilobytes} && exec {program} {arguments}");
    Command::new("sh").args(["-c", &line]).output().expect("a shell")
}

#[test]
fn a_bounded_address_space_is_enough_for_small_work() {
    for arguments in ["solve 2x2 --ko psk", "solve 2x2 --ko psk --threads 2", "solve 1x5 --ko none"] {
        let output = bounded(1_000_000, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", err(&output));
        assert!(out(&output).contains("value"), "{arguments}");
    }
}

#[test]
fn scouts_take_no_more_than_the_system_gives() {
    for arguments in ["guide scout 2x3 --score 1", "solve 2x3 --ko psk --scout 1000 --value-only"] {
        let output = bounded(200_000, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", err(&output));
    }
}

#[test]
fn a_small_scout_takes_little_of_its_memory() {
    let (size, output) = largest(&["guide", "scout", "2x3", "--score", "1", "--memory", "1GiB"]);
    assert!(out(&output).contains("nodes     169\n"), "{}", out(&output));
    assert!(size < 512, "{size} MiB");
}

#[test]
fn memory_that_the_system_does_not_give_is_refused_in_one_line() {
    for arguments in ["solve 2x2 --ko psk --memory 2GiB", "guide scout 2x3 --score 1 --memory 2GiB"] {
        let output = bounded(1_000_000, arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("the system lets this program take "), "{}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
}

/// The largest size of a run, in MiB, and what it printed.
fn largest(arguments: &[&str]) -> (u64, Output) {
    let script = "import resource, subprocess, sys\n\
                  done = subprocess.run(sys.argv[1:])\n\
                  print('largest', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, file=sys.stderr)\n\
                  sys.exit(done.returncode)";
    let program = env!("CARGO_BIN_EXE_kosolver");
    let output =
        Command::new("python3").args(["-c", script, program]).args(arguments).output().expect("Python");
    let said = err(&output);
    let size = said.lines().find_map(|line| line.strip_prefix("largest ")).expect("the largest size");
    (size.parse().expect("a number"), output)
}

#[test]
fn a_search_for_a_certificate_keeps_to_its_memory() {
    let directory = Directory::new("certificate-memory");
    let file = directory.file("3x4.kcert");
    let cell = ["solve", "3x4", "--ko", "kee", "--value-only", "--memory", "64MiB", "--certificate", &file];
    let (size, output) = largest(&cell);
    assert!(output.status.success(), "{}", err(&output));
    assert!(size <= 70, "{size} MiB");
    let (size, output) = largest(&["verify", "--memory", "64MiB", &file]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(size <= 70, "{size} MiB");

    // Where the need is known beforehand, it is named before the search begins.
    let (_, output) = largest(&["solve", "3x4", "--ko", "none", "--memory", "64MiB", "--certificate", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("all positions at once take about 337.5 MiB"), "{}", err(&output));
}
