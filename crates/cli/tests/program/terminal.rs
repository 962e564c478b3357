//! What every command does alike: words that fit a terminal, help, and messages that nobody reads.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Directory, command, err, kosolver, names, out, signal};

/// Waits for a program that was told to end; one that does not is killed, and the test fails.
fn ends_with(mut child: Child, code: i32, what: &str) {
    let told = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return assert_eq!(status.code(), Some(code), "{what}");
        }
        if told.elapsed() > Duration::from_secs(20) {
            child.kill().expect("it can be killed");
            panic!("{what}: it does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Nobody reads standard error any more: a pipe whose reader has gone, a closed file, a full disk.
/// The first one fails every write, and used to end the thread that hears interrupts.
#[test]
#[cfg(target_os = "linux")]
fn an_interrupt_is_heard_where_standard_error_is_closed() {
    let directory = Directory::new("closed");
    for (number, (signalled, closing)) in ["-INT", "-TERM"]
        .into_iter()
        .flat_map(|name| ["|", "2>&-", "2>/dev/full"].map(|to| (name, to)))
        .enumerate()
    {
        for checkpoint in [false, true] {
            let file = directory.file(&format!("{number}"));
            let mut arguments =
                vec!["solve", "5x5", "--ko", "psk", "--value-only", "--threads", "1", "--memory", "64MiB"];
            if checkpoint {
                arguments.extend(["--checkpoint", &file]);
            }
            let mut child = match closing {
                "|" => command(&arguments),
                closing => {
                    let mut shell = Command::new("sh");
                    let script = format!("exec \"$0\" \"$@\" {closing}");
                    shell.args(["-c", &script, env!("CARGO_BIN_EXE_kosolver")]).args(&arguments);
                    shell.stdin(Stdio::null()).stdout(Stdio::null());
                    shell
                }
            }
            .spawn()
            .expect("it starts");
            drop(child.stderr.take());
            std::thread::sleep(Duration::from_millis(700));
            signal(&child, signalled);
            ends_with(child, 130, &format!("{signalled} {closing} {checkpoint}"));
            assert_eq!(std::fs::exists(&file).ok(), Some(checkpoint), "{signalled} {closing}");
        }
    }
}

/// A fault that nobody reads is a fault all the same.
#[test]
#[cfg(target_os = "linux")]
fn exit_codes_do_not_depend_on_readers() {
    for (arguments, code) in
        [(&["solve", "0x3"][..], 2), (&["verify", "/no/such"], 2), (&[], 2), (&["rules"], 0)]
    {
        let mut child = command(arguments).spawn().expect("it starts");
        drop((child.stdout.take(), child.stderr.take()));
        ends_with(child, code, &format!("{arguments:?}"));
    }
}

#[test]
fn reports_fit_80_columns() {
    let directory = Directory::new("width");
    let (table, proof) = (directory.file("t"), directory.file("p"));
    let published = ["publish", "--only", "kee/1x2/psk", "--out", directory.path()];
    let cases: &[&[&str]] = &[
        &["rules"],
        &["rules", "list"],
        &["rules", "show", "aga"],
        &["rules", "show", "japanese-kgs"],
        &["rules", "show", "kee:passer+sum+cycle"],
        &["rules", "show", "ko=ssk scoring=equivalence handicap=3 komi=-1/2 ikeda=yes suicide=multi-stone"],
        &["play", "8x8", "--ko", "psk", "A1", "B1"],
        &["play", "complete:64", "--ko", "psk", "1", "2"],
        &["solve", "1x6", "--ko", "psk"],
        &["solve", "complete:4", "--ko", "psk", "--suicide", "multi-stone"],
        &["solve", "1x5", "--ko", "none"],
        &["solve", "2x2", "--ko", "kee:passer+sum+cycle", "--value-only", "--certificate", &proof],
        &["verify", &proof],
        &["count", "torus:4x4"],
        &["table", "--boards", "1x1..1x4"],
        &["compare", "1x3", "--rules", "aga,flower,spight"],
        &["tablebase", "build", "2x3", "--ko", "basic", "--out", &table],
        &["tablebase", "verify", &table],
        &["tablebase", "stats", &table],
        &["tablebase", "probe", &table],
        &published,
        &["publish", "--check", "--out", directory.path()],
    ];
    for arguments in cases {
        let output = kosolver(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", err(&output));
        for line in out(&output).lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    }
}

/// The names of a command's subcommands, from its help, which fits 80 columns.
fn subcommands(command: &[&str]) -> Vec<String> {
    let output = kosolver(&[command, &["--help"]].concat());
    assert!(output.status.success(), "{command:?}");
    let text = out(&output);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{command:?} --help: {line}");
    }
    let listed = if command.is_empty() { Some(text.as_str()) } else { text.split("Commands:\n").nth(1) };
    let lines =
        listed.unwrap_or_default().lines().take_while(|line| !["Options:", "Arguments:"].contains(line));
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Every help ends with three examples, and each of them works. They are run from top to bottom, since
/// some take what others have written.
#[test]
#[cfg(unix)]
fn the_examples_of_every_help_work() {
    let mut helps = vec![vec![]];
    for command in subcommands(&[]) {
        helps.extend(subcommands(&[&command]).into_iter().map(|sub| vec![command.clone(), sub]));
        helps.push(vec![command]);
    }
    let mut shown: Vec<String> = Vec::new();
    for command in helps.into_iter().filter(|command| !command.is_empty()) {
        let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let text = out(&kosolver(&words));
        let examples = text.rsplit("\n\nExamples:\n").next().filter(|examples| *examples != text);
        let examples: Vec<&str> = examples.unwrap_or_else(|| panic!("{command:?}")).lines().collect();
        assert_eq!(examples.len(), 3, "{command:?}");
        shown.extend(examples.into_iter().map(|line| line.trim().to_owned()));
    }
    let data = include_str!("../../data/help.txt").lines();
    let data: Vec<&str> =
        data.filter(|line| !line.is_empty() && !line.starts_with(['#', '=', '-'])).collect();
    for example in &shown {
        assert!(data.contains(&example.as_str()), "{example}");
    }
    let directory = Directory::new("examples");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for name in ["results", "docs"] {
        std::os::unix::fs::symlink(format!("{root}/{name}"), directory.file(name)).expect("a link");
    }
    // Alone on the path, so that no browser is opened.
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_kosolver")).parent().expect("a directory");
    for example in data {
        let mut shell = Command::new("/bin/sh");
        shell.current_dir(&directory.0).env("PATH", program).stdin(Stdio::null());
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        if example.starts_with("kosolver explore") {
            let example = example.replace(" --open", "").replace(" --port 0", "");
            let mut child = shell.args(["-c", &format!("exec {example} --port 0")]).spawn().expect("a shell");
            let mut line = String::new();
            let page = BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut line);
            assert!(page.is_ok() && line.contains("http://127.0.0.1:"), "{example}: {line}");
            signal(&child, "-INT");
            ends_with(child, 0, &example);
            continue;
        }
        shell.args(["-c", example]);
        let output = shell.output().expect("a shell");
        assert!(output.status.success(), "{example}: {}", err(&output));
    }
}

/// Help fits 80 columns, and each command and subcommand has its manual page.
#[test]
fn every_command_has_help_and_a_manual_page() {
    let directory = Directory::new("man");
    let output = kosolver(&["man", "--out", directory.path()]);
    assert!(output.status.success(), "{}", err(&output));
    let mut pages = vec!["kosolver.1".to_owned()];
    for command in subcommands(&[]) {
        pages.push(format!("kosolver-{command}.1"));
        pages.extend(subcommands(&[&command]).iter().map(|sub| format!("kosolver-{command}-{sub}.1")));
    }
    assert!(pages.len() > 20, "{pages:?}");
    pages.sort();
    assert_eq!(names(&directory.0), pages);
    for page in &pages {
        let text = std::fs::read_to_string(directory.file(page)).expect("it was written");
        assert!(text.contains(&format!(".TH {}", page.trim_end_matches(".1"))), "{page}: {text}");
    }
    let solve = std::fs::read_to_string(directory.file("kosolver-solve.1")).expect("it was written");
    assert!(solve.contains("\\-\\-checkpoint") && solve.contains("Save the work to FILE"), "{solve}");
    assert_eq!(
        out(&kosolver(&["man"])),
        std::fs::read_to_string(directory.file("kosolver.1")).expect("it was written")
    );
    assert_eq!(kosolver(&["man", "--out", "/dev/null/such"]).status.code(), Some(2));
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = kosolver(&["completions", shell]);
        assert!(output.status.success(), "{}", err(&output));
        let script = out(&output);
        for word in ["kosolver", "tablebase", "value-only"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let unknown = kosolver(&["completions", "dos"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(err(&unknown).contains("possible values: bash, elvish"), "{}", err(&unknown));
    assert_eq!(err(&unknown).lines().count(), 1);
}

/// What bash would offer after `kosolver solve --val`, if there is a bash.
#[test]
#[cfg(target_os = "linux")]
fn bash_completes_an_option() {
    let directory = Directory::new("bash");
    let file = directory.file("kosolver.bash");
    std::fs::write(&file, out(&kosolver(&["completions", "bash"]))).expect("it can be written");
    let script = "source \"$0\"; COMP_WORDS=(kosolver solve --val) COMP_CWORD=2; \
                  _kosolver kosolver --val solve; echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["-c", script, &file]).output() else { return };
    assert_eq!(out(&output), "--value-only\n", "{}", err(&output));
}

#[test]
fn no_command_prints_help_on_standard_error() {
    for (arguments, usage) in
        [(&[][..], "Usage: kosolver <COMMAND>"), (&["tablebase"], "Usage: kosolver tablebase <COMMAND>")]
    {
        let output = kosolver(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(out(&output), "", "{arguments:?}");
        assert!(err(&output).contains(usage), "{arguments:?}: {}", err(&output));
    }
    // With the commit, where it is built from a copy of the repository.
    let version = out(&kosolver(&["--version"]));
    let words: Vec<&str> = version.split_whitespace().collect();
    assert_eq!(words[..2], ["kosolver", env!("CARGO_PKG_VERSION")], "{version}");
    let commit = words.get(2).map_or("(0)", |commit| *commit).trim_matches(['(', ')']);
    assert!(words.len() <= 3 && u64::from_str_radix(commit, 16).is_ok(), "{version}");
}
