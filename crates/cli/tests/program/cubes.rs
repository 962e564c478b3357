//! Proofs in pieces, from the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kosolver_checker::Digest;

use crate::common::{Directory, err, kosolver, names, out, signal, spawn};

fn with_ending(directory: &Directory, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(&directory.0).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    paths.sort();
    paths
}

fn succeeds(arguments: &[&str]) -> String {
    let output = kosolver(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
    out(&output)
}

fn solve_all(directory: &Directory) -> String {
    let cubes = with_ending(directory, "cube");
    let mut arguments = vec!["cubes", "solve"];
    arguments.extend(cubes.iter().map(|path| path.to_str().unwrap()));
    succeeds(&arguments)
}

/// A guess need be no score that a game can end with.
#[test]
fn a_guess_between_scores_closes_as_well() {
    for (board, ko, komi, guess) in
        [("2x2", "psk", "1/2", "1"), ("2x2", "psk", "0", "1/2"), ("1x4", "fixed", "1/2", "0")]
    {
        let directory = Directory::new(&format!("between-{board}-{}", guess.replace('/', "-")));
        let (dir, whole) = (directory.path(), directory.file("whole.kcert"));
        let game = [board, "--ko", ko, "--komi", komi];
        let split = ["--guess", guess, "--nodes", "5", "--out", dir];
        succeeds(&[&["cubes", "split"][..], &game, &split].concat());
        let rounds = (0..20).take_while(|_| {
            solve_all(&directory);
            succeeds(&["cubes", "join", dir]);
            !Path::new(&whole).exists()
        });
        assert!(rounds.count() < 20, "{board} {komi} {guess}");
        let mut arguments = vec!["verify".to_owned()];
        arguments.extend(with_ending(&directory, "kcert").iter().map(|path| path.display().to_string()));
        let verified = succeeds(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let value = |text: &str, word: &str| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            text.split_once(word).unwrap().1.trim_start().split([',', ' ']).next().unwrap().to_owned()
        };
        let solved = succeeds(&[&["solve"][..], &game, &["--value-only"]].concat());
        assert_eq!(value(&verified, ": value "), value(&solved, "value"), "{board} {komi} {guess}");
    }
}

/// No more memory can be asked for than the system lets a program have.
#[test]
#[cfg(target_os = "linux")]
fn more_memory_than_there_is_is_refused() {
    let directory = Directory::new("much-memory");
    let file = directory.file("out");
    for command in [
        &["solve", "1x2", "--ko", "psk"][..],
        &["guide", "scout", "3x3", "--score", "9", "--out", &file],
        &["tablebase", "build", "1x2", "--ko", "basic", "--out", &file],
        &["publish", "--only", "frontier/1x2/psk", "--out", directory.path()],
        &["cubes", "join", directory.path()],
        &["count", "1x2"],
        &["verify", &file],
        &["gtp"],
        &["explore"],
    ] {
        let output = kosolver(&[command, &["--memory", "1000000GiB"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(err(&output).contains("the system lets this program take "), "{}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    }
}

#[test]
fn cubes_close_and_what_is_wrong_or_missing_is_open_again() {
    let directory = Directory::new("cubes");
    let dir = directory.path();
    let first = succeeds(&[
        "cubes", "split", "2x3", "--ko", "psk", "--guess", "0", "--nodes", "60", "--most", "3", "--out", dir,
    ]);
    assert!(first.contains("solved    0\n") && with_ending(&directory, "cube").len() > 1, "{first}");
    let mut joined = String::new();
    for round in 0.. {
        assert!(round < 40, "{joined}");
        solve_all(&directory);
        let threads = if round % 2 == 0 { "1" } else { "2" };
        if round == 1 {
            // One is damaged, one belongs to another cube, one is lost.
            let solved = with_ending(&directory, "kcert");
            fs::write(&solved[0], b"kosolver certificate 5\n").unwrap();
            if solved.len() > 2 {
                fs::copy(&solved[2], &solved[1]).unwrap();
                fs::remove_file(&solved[2]).unwrap();
            }
            let output = kosolver(&["cubes", "join", dir, "--threads", threads]);
            let said = err(&output);
            assert!(output.status.success() && said.contains("is refused: "), "{said}");
            assert!(said.contains(solved[0].file_name().unwrap().to_str().unwrap()), "{said}");
            assert!(out(&output).contains("refused   ") && !with_ending(&directory, "refused").is_empty());
            continue;
        }
        joined = succeeds(&["cubes", "join", dir, "--threads", threads]);
        if joined.contains("value ") {
            break;
        }
    }
    assert!(joined.contains("open      0 ") && joined.contains("value     0\n"), "{joined}");
    let files = with_ending(&directory, "kcert");
    let mut arguments = vec!["verify"];
    arguments.extend(files.iter().map(|path| path.to_str().unwrap()));
    assert!(succeeds(&arguments).contains(" piece"));
    let alone = kosolver(&["verify", &directory.file("whole.kcert")]);
    assert_eq!(alone.status.code(), Some(1));
    assert!(err(&alone).contains("it assumes what "), "{}", err(&alone));
    // It does not begin anew where something is.
    let again = kosolver(&["cubes", "split", "2x3", "--nodes", "60", "--out", dir]);
    assert_eq!(again.status.code(), Some(2));
    assert!(err(&again).contains("is there already"), "{}", err(&again));
}

/// Two processes that are given the same cubes share them: each is solved once, and what one has proved serves others.
#[test]
fn processes_share_cubes_and_lemmas() {
    let alone = Directory::new("shared-alone");
    let (dir, shown) = (alone.path(), alone.file("3x4.scout"));
    succeeds(&["guide", "scout", "3x4", "--score", "4", "--out", &shown]);
    succeeds(&[
        "cubes", "split", "3x4", "--ko", "psk", "--guess", "4", "--nodes", "400", "--guide", &shown, "--out",
        dir,
    ]);
    let cubes = with_ending(&alone, "cube");
    let shared = Directory::new("shared");
    for cube in &cubes {
        fs::copy(cube, shared.0.join(cube.file_name().unwrap())).unwrap();
    }
    assert!(cubes.len() > 2, "{cubes:?}");
    let nodes = |text: &str| {
        let words: Vec<&str> = text.split_whitespace().collect();
        words
            .windows(2)
            .filter(|pair| pair[1] == "nodes")
            .map(|pair| pair[0].parse::<u64>().unwrap())
            .sum::<u64>()
    };
    // One after the other, each by a process that sees nothing of the others, and by one that sees them.
    let mut apart = 0;
    for cube in &cubes {
        let one = Directory::new("shared-one");
        let path = one.file("one.cube");
        fs::copy(cube, &path).unwrap();
        apart += nodes(&succeeds(&["cubes", "solve", &path, "--guide", &shown]));
    }
    let together: u64 = cubes
        .iter()
        .map(|cube| nodes(&succeeds(&["cubes", "solve", cube.to_str().unwrap(), "--guide", &shown])))
        .sum();
    assert!(together < apart, "{together} of {apart}");
    let certificates = with_ending(&alone, "kcert");
    let mut arguments = vec!["verify"];
    arguments.extend(certificates.iter().map(|path| path.to_str().unwrap()));
    assert!(succeeds(&arguments).contains(" piece"), "none rests on another");
    // Four at once.
    let paths = with_ending(&shared, "cube");
    let arguments: Vec<&str> = ["cubes", "solve", "--guide", &shown]
        .into_iter()
        .chain(paths.iter().map(|path| path.to_str().unwrap()))
        .collect();
    let started: Vec<_> = (0..4).map(|_| spawn(&arguments)).collect();
    let ended: Vec<_> = started.into_iter().map(|child| child.wait_with_output().unwrap()).collect();
    let said: String = ended.iter().map(out).collect();
    assert!(
        ended.iter().all(|output| output.status.success()),
        "{}",
        ended.iter().map(err).collect::<String>()
    );
    for path in &paths {
        assert_eq!(said.matches(&format!("{}: ", path.display())).count(), 1, "{said}");
    }
}

/// The script for many machines, by a plain shell: one process is killed on the way, one certificate is damaged.
#[test]
#[cfg(unix)]
fn a_campaign_of_four_processes_closes() {
    let directory = Directory::new("campaign");
    let dir = directory.path();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/campaigns/campaign.sh");
    let campaign = |processes: &str| {
        let mut command = std::process::Command::new("bash");
        command.arg(&script).arg(dir).env("PROCESSES", processes).env("WAIT", "0.2");
        command.env("KOSOLVER", env!("CARGO_BIN_EXE_kosolver")).env_remove("SLURM_JOB_ID");
        command
    };
    let nothing = campaign("4").output().unwrap();
    assert_eq!(nothing.status.code(), Some(2), "{}", err(&nothing));
    assert!(err(&nothing).contains("usage: "), "{}", err(&nothing));
    succeeds(&[
        "cubes", "split", "2x3", "--ko", "psk", "--guess", "0", "--nodes", "60", "--most", "8", "--out", dir,
    ]);
    let cubes = with_ending(&directory, "cube");
    let mut killed = spawn(&["cubes", "solve", cubes[0].to_str().unwrap()]);
    killed.kill().unwrap();
    killed.wait().unwrap();
    fs::write(cubes[1].with_extension("kcert"), b"kosolver certificate 5\n").unwrap();
    let output = campaign("4").output().unwrap();
    assert!(output.status.success(), "{}", err(&output));
    assert!(out(&output).contains("value     0\n"), "{}", out(&output));
    let files = with_ending(&directory, "kcert");
    let mut arguments = vec!["verify"];
    arguments.extend(files.iter().map(|path| path.to_str().unwrap()));
    assert!(succeeds(&arguments).contains("value 0, proved by"));
    // It is done, so there is nothing to do.
    assert_eq!(out(&campaign("1").output().unwrap()), "");
    // A program that always fails is not begun for ever.
    fs::remove_file(directory.file("whole.kcert")).unwrap();
    let failed = campaign("2").env("KOSOLVER", "false").output().unwrap();
    assert_eq!(failed.status.code(), Some(1));
    assert!(err(&failed).contains("failed three times in a row"), "{}", err(&failed));
}

/// What waits to be solved counts as open, and a search above the cubes that cannot be continued begins anew.
#[test]
fn what_waits_stays_open_and_a_damaged_search_above_begins_anew() {
    let directory = Directory::new("above");
    let dir = directory.path();
    succeeds(&[
        "cubes", "split", "2x3", "--ko", "psk", "--guess", "0", "--nodes", "60", "--most", "3", "--out", dir,
    ]);
    let waiting = with_ending(&directory, "cube").len();
    let joined = succeeds(&["cubes", "join", dir]);
    assert!(joined.contains(&format!("open      {waiting} (0 new)")), "{joined}");
    for round in 0.. {
        assert!(round < 40, "{joined}");
        solve_all(&directory);
        let top = directory.file("top.checkpoint");
        let whole = fs::read(&top).unwrap();
        if round % 2 == 0 {
            fs::write(&top, &whole[..whole.len() - 9]).unwrap();
        }
        let output = kosolver(&["cubes", "join", dir]);
        assert!(output.status.success(), "{}", err(&output));
        assert_eq!(err(&output).contains("begins anew"), round % 2 == 0, "{}", err(&output));
        if out(&output).contains("value     0\n") {
            break;
        }
    }
}

#[test]
fn a_cube_that_is_interrupted_goes_on_and_one_that_is_too_hard_says_so() {
    let directory = Directory::new("cube");
    let (cube, path) =
        (directory.file("one.cube"), |ending: &str| directory.0.join("one").with_extension(ending));
    let rules = "ko=psk suicide=forbidden scoring=area komi=0 no-result=0";
    let text = format!(
        "{{\"board\":\"3x4\",\"rules\":\"{rules}\",\"position\":\".../.../...\",\"to_play\":\"black\",\"moves\":[\"B2\"],\"at_least\":\"4\",\"nodes\":1000000}}"
    );
    fs::write(&cube, text.replace(".../.../...", "..../..../....")).unwrap();
    let hard = succeeds(&["cubes", "solve", &cube, "--nodes", "50"]);
    assert!(
        hard.contains("too hard, 50 nodes") && path("hard").exists() && !path("checkpoint").exists(),
        "{hard}"
    );
    // It is passed over, unless it is given another number of nodes.
    assert_eq!(succeeds(&["cubes", "solve", &cube]), "");
    fs::remove_file(path("hard")).unwrap();
    let interrupted = spawn(&["cubes", "solve", &cube]);
    std::thread::sleep(Duration::from_millis(300));
    signal(&interrupted, "-TERM");
    let output = interrupted.wait_with_output().unwrap();
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(130), "{}", err(&output));
        assert!(!path("kcert").exists());
    }
    succeeds(&["cubes", "solve", &cube]);
    assert!(path("kcert").exists() && !path("checkpoint").exists());
    let verified = succeeds(&["verify", path("kcert").to_str().unwrap()]);
    assert!(verified.contains("after B2"), "{verified}");
}

/// A scout's proof says which positions are small enough. A search that was saved on the way still proves its cube.
#[test]
fn a_scout_shows_the_way() {
    let directory = Directory::new("shown");
    let (dir, shown) = (directory.path(), directory.file("3x4.scout"));
    succeeds(&["guide", "scout", "3x4", "--score", "4", "--out", &shown]);
    let guided = ["--guide", &shown[..], "--memory", "64MiB"];
    let with = |arguments: &[&str]| succeeds(&[&["cubes"], arguments, &guided].concat());
    let first = with(&["split", "3x4", "--ko", "psk", "--guess", "4", "--nodes", "1000", "--out", dir]);
    let cubes = with_ending(&directory, "cube");
    assert!(cubes.len() > 1 && first.contains("solved    0\n"), "{first}");
    for (place, cube) in cubes.iter().enumerate() {
        let path = cube.to_str().unwrap();
        let half = with(&["solve", path, "--nodes", "300"]);
        assert!(half.contains("too hard, 300 nodes") || half.contains("nodes\n"), "{half}");
        let threads = if place % 2 == 0 { "1" } else { "2" };
        let solved = with(&["solve", path, "--nodes", "1000000", "--threads", threads]);
        assert!(solved.is_empty() != half.contains("too hard"), "{half}{solved}");
    }
    for round in 0.. {
        assert!(round < 9, "it does not close");
        let joined = with(&["join", dir]);
        if joined.contains("value     4\n") {
            break;
        }
        let cubes = with_ending(&directory, "cube");
        let cubes: Vec<&str> = cubes.iter().map(|path| path.to_str().unwrap()).collect();
        with(&[&["solve"], &cubes[..]].concat());
    }
    let files = with_ending(&directory, "kcert");
    let files: Vec<&str> = files.iter().map(|path| path.to_str().unwrap()).collect();
    assert!(succeeds(&[&["verify"], &files[..]].concat()).contains(" piece"));
}

#[test]
fn what_is_no_cube_is_refused() {
    let directory = Directory::new("no-cube");
    for (ko, fault) in [("kee", "cubes are for psk"), ("basic", "cubes are for psk")] {
        let output =
            kosolver(&["cubes", "split", "2x2", "--ko", ko, "--nodes", "10", "--out", directory.path()]);
        assert_eq!(output.status.code(), Some(2), "{ko}");
        assert!(err(&output).contains(fault), "{}", err(&output));
    }
    let file = directory.file("x.cube");
    for text in ["", "{}", "{\"board\":\"2x2\"}", "[1]"] {
        fs::write(&file, text).unwrap();
        let output = kosolver(&["cubes", "solve", &file]);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(err(&output).contains("is no file of `kosolver cubes`"), "{}", err(&output));
    }
    let output = kosolver(&["cubes", "join", directory.path()]);
    assert_eq!(output.status.code(), Some(2));
}

/// The published pieces of a board: each file's name and bytes.
fn pieces(board: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checker/tests/data/pieces").join(board);
    let names = names(&folder).into_iter();
    names.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect()
}

fn digest(data: &[u8]) -> String {
    Digest::of(data).unwrap().to_string()
}

/// A file whose header says something else in one place.
fn replaced(data: &[u8], old: &str, new: &str) -> Vec<u8> {
    let at = data.windows(old.len()).position(|window| window == old.as_bytes()).expect("it is there");
    [&data[..at], new.as_bytes(), &data[at + old.len()..]].concat()
}

/// Checks files together, of which these are to be refused, and gives what is said of them.
fn refused(files: &[(String, Vec<u8>)], wrong: &[&str]) -> String {
    let test = std::thread::current().name().expect("a test's thread").replace("::", "-");
    let directory = Directory::new(&test);
    let paths: Vec<String> = files.iter().map(|(name, _)| directory.file(name)).collect();
    for (path, (_, data)) in paths.iter().zip(files) {
        fs::write(path, data).unwrap();
    }
    let arguments: Vec<&str> = ["verify"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let output = kosolver(&arguments);
    let said = err(&output);
    let together = kosolver(&[&arguments[..], &["--threads", "3"]].concat());
    assert_eq!((out(&output), &said, output.status), (out(&together), &err(&together), together.status));
    assert_eq!(output.status.code(), Some(i32::from(!wrong.is_empty())), "{said}");
    for ((name, _), path) in files.iter().zip(&paths) {
        assert_eq!(said.contains(&format!("{path}: ")), wrong.contains(&&name[..]), "{name}: {said}");
    }
    assert_eq!(out(&output).matches("proved by").count(), files.len() - wrong.len(), "{}", out(&output));
    said
}

#[test]
fn pieces_hold_in_any_order_and_under_any_name_and_a_missing_one_is_named() {
    for board in ["1x5", "2x3"] {
        let mut files = pieces(board);
        refused(&files, &[]);
        files.reverse();
        refused(&files, &[]);
        assert_eq!(files[0].0, "whole.kcert");
        let mut named = files.clone();
        let (one, other) = (named[1].0.clone(), named[2].0.clone());
        (named[1].0, named[2].0) = (other, one);
        refused(&named, &[]);
        let mut needed = 0;
        for place in 1..files.len() {
            let mut rest = files.clone();
            let (_, lost) = rest.remove(place);
            let digest = digest(&lost);
            // Those that name it, and those that name these.
            let mut gone = vec![digest.clone()];
            let mut wrong: Vec<&str> = Vec::new();
            while let Some(digest) = gone.pop() {
                for (name, data) in &rest {
                    if String::from_utf8_lossy(data).contains(&digest) && !wrong.contains(&&name[..]) {
                        wrong.push(name);
                        gone.push(self::digest(data));
                    }
                }
            }
            let said = refused(&rest, &wrong);
            assert_eq!(said.contains(&digest), !wrong.is_empty(), "{said}");
            needed += wrong.len();
        }
        assert!(needed > 1, "{board}: {needed}");
    }
}

#[test]
fn forged_pieces_prove_nothing() {
    let files = pieces("1x5");
    let (whole, rest) = files.split_last().unwrap();
    let digests: Vec<String> = rest.iter().map(|(_, data)| digest(data)).collect();
    let (first, third, fourth) = (&digests[0][..], &digests[2][..], &digests[3][..]);
    let with = |forged: Vec<u8>, more: &[(String, Vec<u8>)]| {
        refused(&[&[("whole.kcert".to_owned(), forged)], rest, more].concat(), &["whole.kcert"])
    };
    // A digest of no file, one that is none, and two that are swapped.
    let none = digest(b"");
    assert!(with(replaced(&whole.1, first, &none), &[]).contains(&none));
    for digest in [first.to_uppercase(), format!("+{}", &first[1..]), first[1..].to_owned()] {
        assert!(with(replaced(&whole.1, first, &digest), &[]).contains("the header is not"));
    }
    let swapped = replaced(&replaced(&replaced(&whole.1, third, "?"), fourth, third), "?", fourth);
    assert!(with(swapped, &[]).contains("rests on piece"));
    // The file itself, as far as it can be named: the one before the change.
    let itself = replaced(&whole.1, first, &digest(&whole.1));
    assert!(with(itself, &[("before.kcert".to_owned(), whole.1.clone())]).contains(&digest(&whole.1)));
    // Another board.
    let board = pieces("2x3").swap_remove(0).1;
    let forged = replaced(&whole.1, first, &digest(&board));
    let said = with(forged, &[("board.kcert".to_owned(), board)]);
    assert!(said.contains("has another board, other rules or other symmetries"), "{said}");
    // Other rules.
    let files = pieces("2x3");
    let (whole, rest) = files.split_last().unwrap();
    let rules = ("rules.kcert".to_owned(), pieces("2x3-ssk").swap_remove(0).1);
    let forged = replaced(&whole.1, &digest(&rest[0].1), &digest(&rules.1));
    let said = refused(&[rest, &[rules, ("forged.kcert".to_owned(), forged)]].concat(), &["forged.kcert"]);
    let says = ["has another board, other rules or other symmetries", "rests on piece"];
    assert!(says.iter().any(|says| said.contains(says)), "{said}");
    // A piece that names itself as it was before, and one of other rules by its header alone.
    let files = pieces("1x5");
    let names = |data: &[u8], piece: &[u8]| String::from_utf8_lossy(data).contains(&digest(piece));
    let (_, rest) = files.split_last().unwrap();
    let pairs = rest.iter().flat_map(|above| rest.iter().map(move |under| (above, under)));
    let (above, under) =
        pairs.into_iter().find(|(above, under)| names(&above.1, &under.1)).expect("one names another");
    let itself = replaced(&above.1, &digest(&under.1), &digest(&above.1));
    refused(&[under.clone(), above.clone(), ("itself.kcert".to_owned(), itself)], &["itself.kcert"]);
    let other = replaced(&under.1, "suicide=forbidden", "suicide=allowed");
    let forged = replaced(&above.1, &digest(&under.1), &digest(&other));
    let directory = Directory::new("piece");
    let path = directory.file("other.kcert");
    fs::write(&path, &other).unwrap();
    // Whatever it proves, it proves nothing for a file under other rules.
    let holds = kosolver(&["verify", &path]).status.success();
    let wrong: &[&str] = if holds { &["forged.kcert"] } else { &["other.kcert", "forged.kcert"] };
    refused(&[("other.kcert".to_owned(), other), ("forged.kcert".to_owned(), forged)], wrong);
}
