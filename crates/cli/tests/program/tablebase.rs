//! `kosolver tablebase`, as a user meets it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{command, err, names, out, signal};

/// The program in a directory, with arguments separated by spaces.
pub fn in_directory(directory: &TempDir, arguments: &str) -> Command {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let mut command = command(&arguments);
    command.current_dir(directory.path());
    command
}

/// The program in a directory where no file may grow beyond so many kilobytes: writing fails as on a full
/// disk.
pub fn on_a_small_disk(directory: &TempDir, kilobytes: u32, arguments: &str) -> Command {
    let mut shell = Command::new("bash");
    let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" {arguments}");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kosolver")]).current_dir(directory.path());
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    shell
}

pub fn kosolver(directory: &TempDir, arguments: &str) -> Output {
    in_directory(directory, arguments).output().expect("it starts")
}

/// What a command prints that goes well.
pub fn done(directory: &TempDir, arguments: &str) -> String {
    let output = kosolver(directory, arguments);
    assert!(output.status.success(), "{arguments}: {}", err(&output));
    out(&output)
}

fn json(directory: &TempDir, arguments: &str) -> Value {
    serde_json::from_str(&done(directory, arguments)).expect("JSON")
}

pub fn directory() -> TempDir {
    tempfile::tempdir().expect("a directory")
}

#[test]
fn a_tablebase_is_built_probed_counted_and_verified() {
    let here = directory();
    let built = kosolver(&here, "tablebase build 3x3 --ko basic --out t");
    assert!(built.status.success(), "{}", err(&built));
    assert!(err(&built).starts_with("wrote t in ") && err(&built).lines().count() == 1, "{}", err(&built));
    assert_eq!(
        out(&built),
        "3x3, ko=basic suicide=forbidden: 12675 positions, 1824 up to symmetry; from the\nempty board Black can force 9, 9 if endless play is his\n"
    );
    assert_eq!(names(here.path()), ["t"]);

    let verified = done(&here, "tablebase verify t t");
    assert_eq!(verified.matches("t holds: ").count(), 2);
    assert!(verified.starts_with("t holds: 3x3, ko=basic"), "{verified}");

    let stats = json(&here, "tablebase stats t --format json");
    assert_eq!((&stats["positions"], &stats["classes"]), (&12_675.into(), &1824.into()));
    let bounds = stats["bounds"].as_array().expect("a list");
    let count = |wanted: &dyn Fn(&Value) -> bool| -> u64 {
        bounds.iter().filter(|count| wanted(count)).map(|count| count["positions"].as_u64().unwrap()).sum()
    };
    assert_eq!(count(&|_| true), 12_675);
    assert_eq!(stats["decided"], count(&|count| count["lower"] == count["upper"]));
    let open = |count: &Value| count["lower"].as_i64() < Some(0) && count["upper"].as_i64() > Some(0);
    assert_eq!(stats["no_result"], count(&open));
    // The longest win is where it says.
    let win = &stats["longest_win"];
    let probe = format!(
        "tablebase probe t --position {} --to-play {} --format json",
        win["position"].as_str().unwrap(),
        win["to_play"].as_str().unwrap()
    );
    let probed = json(&here, &probe);
    assert_eq!((&probed["lower"], &probed["distances"]["lower"]), (&win["score"], &win["distance"]));
    // Played by distance, it takes as many moves as it says.
    let longest = json(&here, &format!("{probe} --longest"));
    let moves = longest["principal_variation"].as_array().unwrap();
    assert_eq!(Some(moves.len() as u64), win["distance"].as_u64(), "{longest}");
    assert_eq!((&longest["score"], &longest["openings"]), (&probed["score"], &probed["openings"]));
    let text = done(&here, "tablebase stats t");
    assert!(text.contains("legal positions  12675\nup to symmetry   1824\n"), "{text}");
    assert!(text.contains("longest win      Black by "), "{text}");
}

/// A probe says what `solve` says, whatever the position, komi and worth of no result.
#[test]
fn a_probe_is_a_solution() {
    let here = directory();
    done(&here, "tablebase build 2x3 --ko none --out t");
    for (question, no_result) in [
        ("", 0),
        ("--to-play white", 0),
        ("--position XO./.X. --to-play white --komi 1/2", 0),
        ("--position .O./...", -2),
        ("", 7),
    ] {
        let probe = format!("tablebase probe t {question} --no-result {no_result} --format json");
        let mut probed = json(&here, &probe);
        let mut solve = in_directory(&here, &format!("solve 2x3 {question} --format json"));
        let solved = solve.arg("--rules").arg(format!("none no-result={no_result}")).output().unwrap();
        let mut solved: Value =
            serde_json::from_slice(&solved.stdout).unwrap_or_else(|_| panic!("{}", err(&solved)));
        assert_eq!(solved["searched"]["engine"], "retrograde analysis");
        solved.as_object_mut().unwrap().remove("searched");
        let distances = probed.as_object_mut().unwrap().remove("distances").unwrap();
        assert!(distances["lower"].as_u64() >= Some(1), "{distances}");
        assert_eq!(probed, solved, "{question}");
    }
    let text = done(&here, "tablebase probe t");
    assert!(text.contains("\nvalue      NR ") && text.contains("\nforced     by Black in "), "{text}");
}

/// Following falling distances takes as many moves as were promised, where the opponent has no
/// choice of scores.
#[test]
fn the_variation_of_a_forced_score_ends() {
    let here = directory();
    done(&here, "tablebase build 2x4 --ko basic --out t");
    let probed = json(&here, "tablebase probe t --format json");
    assert_eq!((&probed["score"], &probed["lower"], &probed["upper"]), (&8.into(), &8.into(), &8.into()));
    let moves = probed["principal_variation"].as_array().unwrap();
    assert!(moves.len() as u64 <= probed["distances"]["lower"].as_u64().unwrap(), "{probed}");
    assert_eq!(moves[moves.len() - 2..], ["pass", "pass"]);
}

#[test]
fn faults_are_one_line() {
    let here = directory();
    std::fs::write(here.path().join("foreign"), "something else").expect("writes");
    done(&here, "tablebase build 2x2 --ko basic --out good");
    let good = std::fs::read(here.path().join("good")).expect("reads");
    std::fs::write(here.path().join("short"), &good[..good.len() - 1]).expect("writes");
    let mut touched = good.clone();
    touched[good.len() / 4] ^= 1;
    std::fs::write(here.path().join("touched"), touched).expect("writes");
    for (arguments, code, message) in [
        ("build 3x3 --ko psk --out t", 2, "under psk every game ends"),
        ("build 6x6 --ko none --out t", 2, "a tablebase has at most 31 points"),
        ("build 4x5 --ko basic --out t --memory 1GiB", 2, "and 1.0 GiB are allowed"),
        ("build 5x5 --ko basic --out t", 2, "414295148741 legal positions"),
        ("build 3x3 --ko basic --out t --memory lots", 2, "as in 8GiB"),
        ("build 3x3 --ko basic --out t --memory 1MiB", 2, "12675 legal positions, 1824 up to symmetry"),
        ("build 3x3 --ko basic --out t --threads 0", 2, "0 is not from 1 to 256"),
        ("build 3x3 --ko basic --out no/t", 2, "no is not a directory"),
        (
            "build 3x3 --ko basic --out t --resume",
            2,
            "--resume is gone: --checkpoint goes on with what is saved there",
        ),
        ("build 3x3 --ko basic --out t --checkpoint t", 2, "cannot be both"),
        ("build 3x3 --ko basic --out t --checkpoint foreign", 2, "foreign is not a directory"),
        ("build 3x3 --out t", 2, "--ko"),
        ("probe none", 2, "none cannot be read"),
        ("probe foreign", 2, "foreign: it is no tablebase of this version"),
        ("probe short", 2, "short: the end of the tablebase is missing"),
        ("probe touched", 2, "touched: "),
        ("probe good --position X", 2, "it has 1 row(s)"),
        ("probe good --format csv", 2, "write text or json"),
        ("probe good --komi 2000", 2, "at most 1000 points"),
        ("stats touched", 2, "touched: "),
        ("stats good --memory 1KiB", 2, "and 1.0 KiB are allowed"),
        ("verify good touched short foreign", 1, "3 of 4 do not hold: touched: "),
        ("verify none", 2, "none cannot be read"),
        ("verify good --memory 1KiB", 2, "and 1.0 KiB are allowed"),
        ("guess", 2, "unrecognized subcommand"),
    ] {
        let output = kosolver(&here, &format!("tablebase {arguments}"));
        assert_eq!(output.status.code(), Some(code), "{arguments}: {}", err(&output));
        let error = err(&output);
        assert!(error.starts_with("kosolver: ") && error.contains(message), "{arguments}: {error}");
        assert_eq!(error.lines().count(), 1, "{arguments}: {error}");
    }
    assert_eq!(names(here.path()), ["foreign", "good", "short", "touched"]);
}

#[test]
fn everything_has_help() {
    let here = directory();
    for (command, words) in [
        ("", &["build", "probe", "stats", "verify"][..]),
        ("build ", &["--ko", "--suicide", "--out", "--memory", "--threads", "--checkpoint"]),
        ("probe ", &["FILE", "--position", "--to-play", "--komi", "--no-result", "--format"]),
        ("stats ", &["FILE", "--memory", "--threads", "--format"]),
        ("verify ", &["FILE", "--memory", "--threads"]),
    ] {
        let text = done(&here, &format!("tablebase {command}--help"));
        assert!(words.iter().all(|word| text.contains(word)), "{command}: {text}");
    }
}

/// A build that takes seconds and saves its work after the first, caught in the act.
pub fn interrupted(here: &TempDir, name: &str) -> Output {
    let build = "tablebase build 3x5 --ko basic --out t --threads 1 --checkpoint c --checkpoint-every 1s";
    let child = in_directory(here, build).spawn().expect("it starts");
    let started = Instant::now();
    while !here.path().join("c/manifest").exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "there is no checkpoint");
        std::thread::sleep(Duration::from_millis(1));
    }
    signal(&child, name);
    child.wait_with_output().expect("it ends")
}

#[test]
#[ignore = "slow: test.sh --all runs it"]
fn interrupted_work_goes_on_to_the_same_file() {
    let whole = directory();
    done(&whole, "tablebase build 3x5 --ko basic --out t");
    let expected = std::fs::read(whole.path().join("t")).expect("reads");
    for signal in ["-INT", "-TERM", "-KILL"] {
        let here = directory();
        let output = interrupted(&here, signal);
        if signal != "-KILL" {
            assert_eq!(output.status.code(), Some(130), "{}", err(&output));
            let said = "kosolver: interrupted; saving the work (interrupt again to give it up)\n\
                        kosolver: interrupted; c has the work so far: the same command goes on with it\n";
            assert_eq!(err(&output), said);
            assert_eq!(names(here.path()), ["c"]);
        }
        done(&here, "tablebase build 3x5 --ko basic --out t --checkpoint c");
        assert!(!here.path().join("c").exists(), "the checkpoint has done its work");
        assert!(std::fs::read(here.path().join("t")).expect("reads") == expected, "{signal}");
    }
}

/// Where a checkpoint has no room, the work goes on and says so. If it is to stop then, the full disk is why
/// nothing is saved, and not the interrupt.
pub fn goes_on_where_the_disk_is_full(more: &str, place: &str) {
    let here = directory();
    let build = "tablebase build 3x5 --ko basic --out t --threads 1 --checkpoint c --checkpoint-every 1s";
    let mut child = on_a_small_disk(&here, 8, &format!("{build}{more}")).spawn().expect("it starts");
    let mut from = BufReader::new(child.stderr.take().expect("it is piped"));
    let mut said = String::new();
    from.read_line(&mut said).expect("it says that it goes on");
    assert!(said.starts_with("kosolver: c cannot be written"), "{said}");
    assert!(said.contains("File too large") && said.ends_with("; the work goes on\n"), "{said}");
    signal(&child, "-INT");
    from.read_to_string(&mut said).expect("it says why it ends");
    assert_eq!(child.wait().expect("it ends").code(), Some(2), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 3 && lines[1].contains("saving the work"), "{said}");
    assert!(lines[2].contains(place) && lines[2].contains("File too large"), "{said}");
    assert!(!["t", "c/manifest"].iter().any(|name| here.path().join(name).exists()), "{said}");
}

#[test]
fn a_full_disk_ends_no_work_that_cannot_be_saved() {
    goes_on_where_the_disk_is_full("", "c/state-1-");
}

/// Without a checkpoint an interrupt ends the work at once, whatever it is at, and leaves nothing.
#[test]
fn an_interrupt_leaves_nothing() {
    let here = directory();
    for after in [30, 300, 900] {
        let child = in_directory(&here, "tablebase build 4x4 --ko basic --out t").spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(after));
        let asked = Instant::now();
        signal(&child, "-INT");
        let output = child.wait_with_output().expect("it ends");
        assert!(asked.elapsed() < Duration::from_secs(5), "{after}: {:?}", asked.elapsed());
        assert_eq!(output.status.code(), Some(130), "{after}: {}", err(&output));
        assert_eq!(err(&output), "kosolver: interrupted; nothing was written\n", "{after}");
        assert!(names(here.path()).is_empty(), "{after}: {:?}", names(here.path()));
    }
}

/// A tablebase that is built already says what the board says that is solved.
#[test]
fn a_built_tablebase_is_published() {
    let [whole, built] = [directory(), directory()];
    done(&whole, "publish --only tablebases/2x2/none --out .");
    for suicide in ["forbidden", "allowed"] {
        done(&built, &format!("tablebase build 2x2 --ko none --suicide {suicide} --out {suicide}.ktb"));
    }
    done(&built, "publish --tablebase forbidden.ktb --tablebase allowed.ktb --out .");
    for name in ["manifest.json", "tablebases.json", "tablebases.md"] {
        let [one, other] = [&whole, &built].map(|here| std::fs::read(here.path().join(name)).unwrap());
        assert!(one == other, "{name}");
    }
    // The digest is that of the file.
    let list: Value =
        serde_json::from_slice(&std::fs::read(built.path().join("tablebases.json")).unwrap()).unwrap();
    let file = &list["cells"][1]["file"];
    assert_eq!(file["bytes"], std::fs::metadata(built.path().join("allowed.ktb")).unwrap().len());
    let sum = Command::new("sha256sum").arg(built.path().join("allowed.ktb")).output().expect("it is there");
    assert!(out(&sum).starts_with(file["sha256"].as_str().expect("a digest")), "{}", out(&sum));

    std::fs::write(built.path().join("foreign"), "no tablebase").expect("it is writable");
    for (arguments, fault) in [
        ("--only tablebases/2x2/psk --out .", "under psk every game ends"),
        ("--only tablebases/3x3/none --memory 1KiB --out .", "1KiB"),
        ("--tablebase foreign --out .", "foreign: it is no tablebase of this version"),
        ("--tablebase nowhere --out .", "nowhere cannot be read"),
    ] {
        let output = kosolver(&built, &format!("publish {arguments}"));
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(err(&output).contains(fault) && err(&output).lines().count() == 1, "{}", err(&output));
    }
}
