//! `kosolver conformance`: programs with rules of their own, and what becomes of them when it ends.

use crate::common::{err, kosolver, out};
#[cfg(target_os = "linux")]
use {
    crate::common::{Directory, signal, spawn},
    std::time::{Duration, Instant},
};

/// The command of the engine, which refuses SIMPLE and plays by its option.
fn engine(rules: &str) -> String {
    format!("'{}' gtp --ko {rules} --memory 64MiB", env!("CARGO_BIN_EXE_kosolver"))
}

#[test]
fn a_program_that_refuses_a_rule_is_asked_what_it_plays() {
    let [simple, other] = [engine("basic"), engine("psk")];
    let ask = |gtp: &str, ko: &str, format: &str| {
        kosolver(&["conformance", "--gtp", gtp, "--ko", ko, "--format", format])
    };
    let done = ask(&simple, "basic", "text");
    let said = out(&done);
    assert!(
        said.contains(" asked (by all_legal)\n  it refuses these rules (KataGo rules: ko SIMPLE"),
        "{said} {}",
        err(&done)
    );
    assert!(said.contains("\nko=basic suicide=forbidden: agrees in all "), "{said}");
    assert!(said.contains(") and is asked as it plays by default\n"), "{said}");
    assert_eq!(done.status.code(), Some(0));
    // It says by which rules it plays, and differs.
    let done = ask(&other, "basic", "json");
    let report: serde_json::Value = serde_json::from_str(&out(&done)).expect("JSON");
    let rules = &report["rulesets"][0];
    let plays = rules["untold"]["plays"].as_str().expect("it says so");
    assert!(plays.contains("POSITIONAL"), "{plays}");
    assert!(rules["like"]["rule"]["as-psk"].as_u64() > Some(0), "{rules}");
    assert_eq!(done.status.code(), Some(1));
    // A program that can be told has nothing to say about it.
    let report: serde_json::Value = serde_json::from_str(&out(&ask(&other, "ssk", "json"))).expect("JSON");
    assert!(report["rulesets"][0].get("untold").is_none());
    let done = ask(&other, "psk,basic", "text");
    let fault = "the program refuses ko=basic suicide=forbidden: KataGo rules: ko SIMPLE";
    assert!(err(&done).contains(fault) && err(&done).lines().count() == 1, "{}", err(&done));
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(2), ""));
}

#[test]
fn what_is_gone_is_told() {
    for (arguments, fault) in [
        (&["conformance", "make", "--out", "kit"][..], "conformance make is gone: "),
        (&["conformance", "wrong", "list"], "conformance wrong is gone: "),
    ] {
        let done = kosolver(arguments);
        assert!(err(&done).starts_with(&format!("kosolver: {fault}")), "{}", err(&done));
        assert_eq!((done.status.code(), err(&done).lines().count()), (Some(2), 1));
    }
}

/// Whether a process is at work.
#[cfg(target_os = "linux")]
fn is_there(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
    // One that nobody has waited for has ended all the same.
    state.is_ok_and(|state| !state.contains(") Z "))
}

#[cfg(target_os = "linux")]
fn within_seconds(what: impl Fn() -> bool) -> bool {
    let until = Instant::now() + Duration::from_secs(10);
    while !what() {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    true
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_that_is_asked_ends_with_it() {
    let directory = Directory::new("orphans");
    let (script, started) = (directory.file("engine"), directory.file("started"));
    // It hears neither `quit` nor SIGTERM, and has a process of its own.
    let text = format!(
        "trap '' TERM INT\nprintf '= name\\n\\n'\nsleep 100 &\necho $$ $! > '{started}.part'\nmv '{started}.part' '{started}'\nwait\nsleep 100\n"
    );
    std::fs::write(&script, text).expect("it can be written");
    for signals in [&["-TERM"][..], &["-INT"], &["-TERM", "-TERM"]] {
        let child = spawn(&["conformance", "--gtp", &format!("sh '{script}'"), "--timeout", "90s"]);
        assert!(within_seconds(|| std::path::Path::new(&started).exists()));
        let processes = std::fs::read_to_string(&started).expect("it is there");
        assert!(processes.split_whitespace().all(is_there), "{processes}");
        for name in signals {
            signal(&child, name);
        }
        let done = child.wait_with_output().expect("it ends");
        assert_eq!(
            (done.status.code(), err(&done).as_str()),
            (Some(130), "kosolver: interrupted; nothing was written\n")
        );
        assert!(within_seconds(|| !processes.split_whitespace().any(is_there)), "{processes}");
        std::fs::remove_file(&started).expect("it is there");
    }
}
