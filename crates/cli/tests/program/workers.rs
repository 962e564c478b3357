//! `kosolver tablebase build` in several processes.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::{err, names, out, signal};
use crate::tablebase::{
    directory, done, goes_on_where_the_disk_is_full, in_directory, interrupted, kosolver, on_a_small_disk,
};

/// The file of one process.
fn whole(board: &str, rules: &str) -> Vec<u8> {
    let here = directory();
    done(&here, &format!("tablebase build {board} {rules} --out t"));
    read(&here)
}

fn read(here: &TempDir) -> Vec<u8> {
    std::fs::read(here.path().join("t")).expect("reads")
}

#[test]
fn processes_make_the_file_that_one_makes() {
    for (board, rules, processes) in [
        ("3x4", "--ko basic", "4"),
        ("2x5", "--ko none --suicide allowed", "2"),
        ("cycle:7", "--ko basic", "3 --threads 2"),
    ] {
        let here = directory();
        let built =
            kosolver(&here, &format!("tablebase build {board} {rules} --out t --processes {processes}"));
        assert!(built.status.success(), "{}", err(&built));
        assert!(
            err(&built).starts_with("wrote t in ") && err(&built).contains(" worker(s), "),
            "{}",
            err(&built)
        );
        assert!(out(&built).starts_with(&format!("{board}, ko=")), "{}", out(&built));
        assert_eq!(names(here.path()), ["t"]);
        assert!(read(&here) == whole(board, rules), "{board} {rules} {processes}");
    }
}

#[test]
#[ignore = "takes a minute: cargo test -p kosolver-cli --test program -- --ignored 3x5"]
fn processes_make_the_file_of_3x5() {
    for rules in ["--ko basic", "--ko none"] {
        let expected = whole("3x5", rules);
        for processes in [1, 2, 4] {
            let here = directory();
            done(&here, &format!("tablebase build 3x5 {rules} --out t --processes {processes}"));
            assert!(read(&here) == expected, "{rules} {processes}");
        }
    }
}

#[test]
fn spilling_does_not_change_the_file() {
    for processes in ["", "--processes 1", "--processes 4"] {
        let here = directory();
        let spill = format!("{processes} --spill .");
        done(&here, &format!("tablebase build 3x4 --ko basic --out t {spill}"));
        assert_eq!(names(here.path()), ["t"]);
        assert!(read(&here) == whole("3x4", "--ko basic"), "{processes}");
    }
}

/// Where no file may grow, as on a full disk, all end and say what could not be written.
#[test]
fn a_full_disk_ends_all() {
    let here = directory();
    std::fs::create_dir(here.path().join("d")).expect("makes");
    let build = "tablebase build 3x4 --ko basic --out t --processes 2 --spill d";
    let output = on_a_small_disk(&here, 8, build).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let said = err(&output);
    assert!(said.contains("d: what is spilled there cannot be kept (File too large"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert_eq!(names(here.path()), ["d"]);
    assert!(names(&here.path().join("d")).is_empty());
    let mut output = on_a_small_disk(&here, 8, "tablebase build 3x4 --ko basic --out t --processes 2");
    let said = err(&output.output().expect("it starts"));
    assert!(said.contains(": .: File too large") && said.lines().count() == 1, "{said}");
}

#[test]
fn a_full_disk_ends_no_work_that_cannot_be_saved() {
    goes_on_where_the_disk_is_full(" --processes 2", "of 2 (counted from 0): c/state-1-");
}

/// Two free ports, one a line.
fn hostfile(here: &TempDir) {
    let free: Vec<TcpListener> = (0..2).map(|_| TcpListener::bind("127.0.0.1:0").expect("binds")).collect();
    let lines = free.iter().map(|listener| listener.local_addr().expect("an address").to_string() + "\n");
    std::fs::write(here.path().join("hosts"), lines.collect::<String>()).expect("writes");
}

fn host(here: &TempDir, process: usize, build: &str) -> Child {
    in_directory(here, &format!("tablebase build {build} --hostfile hosts --process {process}"))
        .spawn()
        .expect("it starts")
}

/// Strangers who connect while the processes wait for each other: one who says nothing, one who asks for a
/// page, and one who says a number as timely would take it.
#[test]
fn strangers_do_not_join_a_build() {
    let here = directory();
    hostfile(&here);
    let path = here.path().join("hosts");
    let hosts = std::fs::read_to_string(&path).expect("reads");
    std::fs::write(path, format!("{hosts}token known to all\n")).expect("writes");
    let first = host(&here, 0, "2x5 --ko basic --out t");
    let address = hosts.lines().next().expect("a line");
    let mut strangers = Vec::new();
    for said in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", &1_u64.to_be_bytes()] {
        wait_for("a process that listens", || {
            let stranger = TcpStream::connect(address);
            let there = stranger.is_ok();
            strangers.extend(stranger);
            there
        });
        strangers.last_mut().expect("there is one").write_all(said).expect("it takes what is said");
    }
    let second = host(&here, 1, "2x5 --ko basic --out t");
    for process in [first, second] {
        let output = process.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", err(&output));
    }
    assert!(read(&here) == whole("2x5", "--ko basic"));
}

#[test]
fn processes_of_a_host_file_find_each_other() {
    let here = directory();
    hostfile(&here);
    let second = host(&here, 1, "3x3 --ko basic --out t");
    let first = host(&here, 0, "3x3 --ko basic --out t").wait_with_output().expect("it ends");
    assert!(first.status.success(), "{}", err(&first));
    assert!(second.wait_with_output().expect("it ends").status.success());
    assert!(read(&here) == whole("3x3", "--ko basic"));
    // They notice that they were not given the same.
    hostfile(&here);
    let second = host(&here, 1, "3x3 --ko none --out t");
    let first = host(&here, 0, "3x3 --ko basic --out t").wait_with_output().expect("it ends");
    assert_eq!(first.status.code(), Some(2));
    assert!(second.wait_with_output().expect("it ends").status.code() == Some(2));
}

/// One goes on with a checkpoint, and the other begins.
#[test]
fn processes_that_find_different_checkpoints_do_not_work_together() {
    let here = directory();
    assert_eq!(interrupted(&here, "-INT").status.code(), Some(130));
    hostfile(&here);
    let second = host(&here, 1, "3x5 --ko basic --out t");
    let first = host(&here, 0, "3x5 --ko basic --out t --checkpoint c");
    let both = [first, second].map(|process| process.wait_with_output().expect("it ends"));
    assert!(both.iter().all(|output| output.status.code() == Some(2)), "{both:?}");
    let said = both.each_ref().map(err).concat();
    assert!(said.contains("not all processes have found the same checkpoint"), "{said}");
    assert!(here.path().join("c/manifest").exists() && !here.path().join("t").exists());
}

/// On several machines nobody looks after all processes: each notices by itself.
#[test]
fn a_process_names_the_one_that_is_gone() {
    let here = directory();
    hostfile(&here);
    let mut second = host(&here, 1, "4x4 --ko basic --out t");
    let first = host(&here, 0, "4x4 --ko basic --out t");
    std::thread::sleep(Duration::from_millis(3500));
    second.kill().expect("it was there");
    second.wait().expect("it ends");
    let output = first.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let said = err(&output);
    assert!(said.starts_with("kosolver: process 1 (127.0.0.1:"), "{said}");
    assert!(
        said.ends_with(") has ended or cannot be reached any longer\n") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(names(here.path()), ["hosts"]);
}

/// The processes that a process has started.
fn children(of: &Child) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("a directory").flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_parent = |number: &u32| {
        let status = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // Number, name in brackets, state, parent.
        let rest = status.rsplit(')').next().unwrap_or_default();
        rest.split_whitespace().nth(1) == Some(&of.id().to_string())
    };
    numbers.filter(has_parent).collect()
}

fn kill(process: u32, name: &str) {
    // It may have ended meanwhile.
    let _ = std::process::Command::new("kill").args([name, &process.to_string()]).output();
}

fn wait_for(what: &str, mut there: impl FnMut() -> bool) {
    let started = Instant::now();
    while !there() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_killed_process_ends_all() {
    let here = directory();
    let parent = in_directory(&here, "tablebase build 4x4 --ko basic --out t --processes 3")
        .spawn()
        .expect("it starts");
    wait_for("three processes", || children(&parent).len() == 3);
    std::thread::sleep(Duration::from_millis(2500));
    let all = children(&parent);
    let asked = Instant::now();
    kill(all[1], "-KILL");
    let output = parent.wait_with_output().expect("it ends");
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    let said = "of 3 (counted from 0) was killed, and the others have ended; nothing was written\n";
    assert!(err(&output).ends_with(said) && err(&output).lines().count() == 1, "{}", err(&output));
    for process in all {
        assert!(!std::path::Path::new(&format!("/proc/{process}")).exists(), "{process} is still there");
    }
    assert!(names(here.path()).is_empty(), "{:?}", names(here.path()));
}

/// Whoever looked after them is gone: they end by themselves.
#[test]
fn processes_do_not_outlive_their_parent() {
    let here = directory();
    let temporary = directory();
    let parent = in_directory(&here, "tablebase build 4x4 --ko basic --out t --processes 2")
        .env("TMPDIR", temporary.path())
        .spawn()
        .expect("it starts");
    wait_for("two processes", || children(&parent).len() == 2);
    std::thread::sleep(Duration::from_millis(1500));
    let all = children(&parent);
    signal(&parent, "-KILL");
    parent.wait_with_output().expect("it ends");
    for process in all {
        wait_for("an end", || !std::path::Path::new(&format!("/proc/{process}")).exists());
    }
    assert!(!here.path().join("t").exists());
    assert!(names(temporary.path()).is_empty(), "{:?}", names(temporary.path()));
}

#[test]
#[ignore = "slow: test.sh --all runs it"]
fn interrupted_processes_leave_nothing_or_a_checkpoint() {
    let here = directory();
    for (more, left) in [("", 0), (" --checkpoint c", 1)] {
        let build = format!("tablebase build 2x8 --ko basic --out t --processes 2{more}");
        let parent = in_directory(&here, &build).spawn().expect("it starts");
        wait_for("two processes", || children(&parent).len() == 2);
        // They have begun by then, and are far from done: alone on a machine they took 8 seconds.
        std::thread::sleep(Duration::from_millis(3500));
        signal(&parent, "-INT");
        let output = parent.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{}", err(&output));
        let saved = "kosolver: interrupted; saving the work (interrupt again to give it up)\n\
                     kosolver: interrupted; c has the work so far: the same command goes on with it\n";
        let nothing = "kosolver: interrupted; nothing was written\n";
        assert_eq!(err(&output), if left == 0 { nothing } else { saved });
        assert_eq!(names(here.path()).len(), left, "{:?}", names(here.path()));
    }
    let other = kosolver(&here, "tablebase build 2x8 --ko none --out t --checkpoint c");
    let said = "c/manifest: it is about 2x8 ko=basic";
    assert!(err(&other).contains(said) && err(&other).lines().count() == 1, "{}", err(&other));
    done(&here, "tablebase build 2x8 --ko basic --out t --checkpoint c");
    assert_eq!(names(here.path()), ["t"]);
    assert!(read(&here) == whole("2x8", "--ko basic"));
}

/// Kills processes at so many moments, and goes on with another number of them each time.
fn killed(board: &str, times: u64, apart: Duration) {
    let here = directory();
    let expected = whole(board, "--ko basic");
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut ended = 0;
    for time in 0..times {
        // Marsaglia's xorshift.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let processes = 1 + random % 4;
        let build = format!(
            "tablebase build {board} --ko basic --out t --processes {processes} --checkpoint c --checkpoint-every 1s"
        );
        let parent = in_directory(&here, &build).spawn().expect("it starts");
        wait_for("processes", || children(&parent).len() as u64 == processes);
        let all = children(&parent);
        std::thread::sleep(apart * (random >> 48) as u32 / (1 << 16));
        if random >> 20 & 3 == 0 {
            signal(&parent, "-KILL");
        } else {
            kill(all[(random >> 22) as usize % all.len()], "-KILL");
        }
        let output = parent.wait_with_output().expect("it ends");
        for process in all {
            wait_for("an end", || !std::path::Path::new(&format!("/proc/{process}")).exists());
        }
        if output.status.success() {
            // It came too late.
            ended += 1;
            assert!(read(&here) == expected, "{time}");
        } else if let Some(code) = output.status.code() {
            assert_eq!((code, err(&output).lines().count()), (2, 1), "{}", err(&output));
        }
    }
    assert!(2 * ended <= times, "{ended} of {times} had ended before they were killed");
    done(&here, &format!("tablebase build {board} --ko basic --out t --processes 2 --checkpoint c"));
    assert!(read(&here) == expected);
    assert_eq!(names(here.path()), ["t"]);
}

#[test]
fn killed_work_goes_on() {
    killed("3x4", 4, Duration::from_millis(600));
}

#[test]
#[ignore = "takes minutes: cargo test -p kosolver-cli --test program -- --ignored fifty"]
fn work_killed_fifty_times_goes_on() {
    killed("3x4", 25, Duration::from_secs(2));
    killed("3x5", 25, Duration::from_secs(8));
}

#[test]
fn faults_of_workers_are_one_line() {
    let here = directory();
    std::fs::write(here.path().join("hosts"), "127.0.0.1:2101\n").expect("writes");
    std::fs::write(here.path().join("bare"), "here\nthere\n").expect("writes");
    std::fs::write(here.path().join("twice"), "here:1\nthere:1\nhere:1\n").expect("writes");
    std::fs::write(here.path().join("tokens"), "here:1\ntoken a\ntoken b\n").expect("writes");
    for (arguments, message) in [
        ("--processes 0", "0 is not from 1 to 256"),
        ("--processes 2 --hostfile hosts --process 0", "cannot be used with"),
        ("--hostfile hosts", "--process"),
        ("--process 0", "--hostfile"),
        ("--hostfile hosts --process 1", "hosts has 1 line(s), counted from 0: there is no process 1"),
        ("--hostfile bare --process 1", "bare: \"here\" is not an address with a port"),
        ("--hostfile twice --process 1", "twice: the processes cannot be connected: here:1 is named twice"),
        ("--hostfile tokens --process 0", "tokens has 2 lines with a token: give one"),
        ("--hostfile none --process 0", "none cannot be read"),
        ("--processes 2 --checkpoint hosts", "hosts is not a directory"),
        ("--processes 2 --memory 1MiB", "kosolver: 3x3 under basic needs about 8."),
        ("--processes 2 --memory 1MiB", "and 1.0 MiB are allowed"),
        ("--processes 2 --spill none", "none is not a directory"),
        ("--processes 2 --spill hosts", "hosts is not a directory"),
    ] {
        let output = kosolver(&here, &format!("tablebase build 3x3 --ko basic --out t {arguments}"));
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", err(&output));
        let error = err(&output);
        assert!(error.starts_with("kosolver: ") && error.contains(message), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    }
    assert_eq!(names(here.path()), ["bare", "hosts", "tokens", "twice"]);
}
