//! Surveys in parts, from the real binary: parts together make what one run makes.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::common::{Directory, err, kosolver, names};

/// Runs the program, which must succeed.
fn run(arguments: &[&str]) {
    let output = kosolver(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", err(&output));
}

/// The one line of a fault.
fn fault(arguments: &[&str]) -> String {
    let output = kosolver(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let text = err(&output);
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

/// Makes parts of a survey in a directory.
fn parts(survey: &[&str], numbers: &[&str], directory: &str) {
    for part in numbers {
        run(&[survey, &["--part", part, "--out", directory]].concat());
    }
}

/// The files below a directory, except parts, in order.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_none_or(|ending| ending != "part") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What one run makes and what three parts make together. All files but some are the same.
fn both(name: &str, survey: &[&str], except: &[&str]) -> [Directory; 2] {
    let [whole, cut] = ["whole", "cut"].map(|end| Directory::new(&format!("parts-{name}-{end}")));
    run(&[survey, &["--out", whole.path()]].concat());
    // In any order.
    parts(survey, &["2/3", "3/3", "1/3"], cut.path());
    assert_eq!(files(&cut.0), Vec::<PathBuf>::new(), "{name}: a part makes nothing else");
    run(&["merge", cut.path()]);
    let below = |directory: &Directory| -> Vec<PathBuf> {
        files(&directory.0).iter().map(|path| path.strip_prefix(&directory.0).unwrap().into()).collect()
    };
    assert_eq!(below(&cut), below(&whole), "{name}");
    assert!(!below(&whole).is_empty(), "{name}");
    for path in below(&whole).iter().filter(|path| !except.iter().any(|name| path.ends_with(name))) {
        let [one, other] = [&whole, &cut].map(|directory| std::fs::read(directory.0.join(path)).unwrap());
        assert!(one == other, "{name}: {} differs", path.display());
    }
    [whole, cut]
}

#[test]
fn parts_make_the_same_files_as_one_run() {
    let table = ["table", "--boards", "1x1..1x5,2x2", "--ko", "psk,kee,basic,kee-2020-03", "--certificates"];
    both("table", &table, &[]);
    let rules = "aga,aga-kgs,kee-2020,ko=psk scoring=territory komi=1/2";
    both("rulesets", &["table", "--boards", "1x2..1x4,cycle:4", "--rules", rules, "--certificates"], &[]);
    both("compare", &["compare", "1x2..1x4,2x2", "--ko", "basic,psk,ssk,primitive"], &[]);
    both("graphs", &["graphs", "--points", "4", "--ko", "psk,spight,primitive"], &[]);
    both("tablebases", &["tablebase", "survey", "--boards", "1x1..1x6,2x2,2x3,cycle:4"], &[]);
    both("costs", &["costs", "--boards", "1x1..1x6,2x2", "--ko", "none,psk,kee"], &[]);
}

#[test]
fn parts_of_a_frontier_come_to_what_is_there() {
    let survey = ["frontier", "--boards", "1x5,2x2,2x3,1x9", "--ko", "psk,ssk,nssk"];
    // What a cell took is a matter of the machine and of the hour.
    let timed = ["frontier-costs.json", "frontier.md"];
    let [whole, cut] = both("frontier", &survey, &timed);
    let costs = |directory: &Directory| {
        let text = std::fs::read_to_string(directory.file("frontier-costs.json")).expect("it was written");
        let taken = |line: &&str| !line.contains("\"seconds\"") && !line.contains("\"megabytes\"");
        text.lines().filter(taken).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(costs(&cut), costs(&whole));
    let page = |directory: &Directory| {
        let text = std::fs::read_to_string(directory.file("frontier.md")).expect("it was written");
        text.lines().filter(|line| !line.starts_with('|')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(page(&cut), page(&whole));
    // More cells, to the directory of the first: those that are there are not done again.
    let more = ["frontier", "--boards", "1x6,2x2", "--ko", "psk"];
    run(&[&more[..], &["--out", whole.path()]].concat());
    let later = Directory::new("parts-frontier-later");
    for name in ["frontier.json", "frontier-costs.json"] {
        std::fs::copy(cut.file(name), later.file(name)).expect("it is there");
    }
    parts(&more, &["1/2", "2/2"], later.path());
    run(&["merge", later.path(), "--out", cut.path()]);
    let json =
        |directory: &Directory| std::fs::read(directory.file("frontier.json")).expect("it was written");
    assert!(json(&whole) == json(&cut));
}

const COSTS: [&str; 5] = ["costs", "--boards", "1x1..1x4", "--ko", "psk"];

#[test]
fn there_may_be_more_parts_than_units() {
    let [whole, cut] = ["whole", "cut"].map(|end| Directory::new(&format!("parts-many-{end}")));
    run(&[&COSTS[..], &["--out", whole.path()]].concat());
    parts(&COSTS, &["1/6", "2/6", "3/6", "4/6", "5/6", "6/6"], cut.path());
    run(&["merge", cut.path()]);
    let read = |directory: &Directory| std::fs::read(directory.file("costs.json")).expect("it was written");
    assert!(read(&whole) == read(&cut));
}

/// A part with the digest that it should have.
fn sealed(part: &str) -> String {
    let (before, rest) = part.split_once("\"sha256\":\"").expect("a digest");
    let unsealed = format!("{before}\"sha256\":\"{}", &rest[64..]);
    let digest: String = Sha256::digest(&unsealed).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{before}\"sha256\":\"{digest}{}", &rest[64..])
}

#[test]
fn what_is_not_a_whole_is_refused() {
    let directory = Directory::new("parts-refused");
    let merge = || fault(&["merge", directory.path()]);
    assert!(merge().contains("has no parts"), "{}", merge());
    parts(&COSTS, &["1/6", "3/6"], directory.path());
    assert!(merge().contains("4 of 6 parts missing: 2, 4-6"), "{}", merge());
    parts(&COSTS, &["2/6", "4/6", "5/6", "6/6"], directory.path());

    let [one, copy] = ["costs-1-of-6.part", "copy.part"].map(|name| directory.file(name));
    let written = std::fs::read_to_string(&one).expect("it was written");
    let with = |path: &str, text: &str| {
        std::fs::write(path, text).expect("a file");
        let fault = merge();
        std::fs::remove_file(&copy).ok();
        std::fs::write(&one, &written).expect("a file");
        fault
    };
    let said = with(&copy, &written);
    assert!(said.contains("part 1 of 6 is there twice: ") && said.contains("copy.part"), "{said}");
    assert!(with(&copy, "{}\n").contains("copy.part is no part of a survey"));
    assert!(with(&copy, "").contains("copy.part is no part of a survey"));
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    let other = |text: &str| written.replace(&version, &format!("\"version\":\"{text}\""));
    let said = with(&one, &sealed(&other("0.0.1")));
    assert!(said.contains("made by another version than this") && said.contains("(0.0.1)"), "{said}");
    // A later version may write parts otherwise.
    let later = other("9.0.0").replace("\"kosolver part\":2", "\"kosolver part\":3");
    assert!(with(&one, &later).contains("(9.0.0)"), "{}", with(&one, &later));
    assert!(with(&one, &written[..written.len() - 9]).contains("costs-1-of-6.part is damaged"));
    let units = written.replace("\"1x4 ", "\"1x5 ");
    assert!(units != written, "the longest unit is in the first part");
    assert!(with(&one, &sealed(&units)).contains("it has other units than this part has now"));
    // The first line is under the digest too.
    for (field, changed) in [("\"parts\":6", "\"parts\":7"), ("\"1x4 ", "\"1x5 "), ("\"psk\"", "\"ssk\"")] {
        let changed = written.replace(field, changed);
        assert!(
            changed != written && with(&one, &changed).contains("costs-1-of-6.part is damaged"),
            "{field}"
        );
    }

    let others = Directory::new("parts-others");
    parts(&["costs", "--boards", "1x1..1x4", "--ko", "ssk"], &["1/6"], others.path());
    let said =
        with(&one, &std::fs::read_to_string(others.file("costs-1-of-6.part")).expect("it was written"));
    assert!(said.contains("are parts of different surveys, made by `kosolver costs"), "{said}");
    assert!(said.contains("--ko ssk --part 1/6"), "{said}");
    // The number of parts is one for all.
    parts(&COSTS, &["1/5"], others.path());
    let said =
        with(&copy, &std::fs::read_to_string(others.file("costs-1-of-5.part")).expect("it was written"));
    assert!(said.contains("are parts of different surveys"), "{said}");
    run(&["merge", directory.path()]);
}

#[test]
fn faults_of_arguments_are_one_line_each() {
    for part in ["0/3", "4/3", "3", "1/", "/3", "1/0", "a/b", "1/3/3", "1/10000", "-1/3", ""] {
        let said = fault(&["costs", &format!("--part={part}"), "--out", "."]);
        assert!(said.contains("write its number and how many there are, as in 3/16"), "{said}");
    }
    let said = fault(&["table", "--part", "1/2"]);
    assert!(said.contains("--out"), "{said}");
    let said = fault(&["table", "--part", "1/2", "--out", ".", "--format", "csv"]);
    assert!(said.contains("cannot be used with"), "{said}");
    let said = fault(&["graphs", "--part", "1/2", "--out", "/dev/null/place"]);
    assert!(said.contains("--out /dev/null/place is no directory and cannot be made"), "{said}");
    // A part makes its directory, as every result does.
    let directory = Directory::new("part-makes-its-directory");
    let inside = directory.file("some/where");
    run(&["costs", "--boards", "1x1,1x2", "--ko", "psk", "--part", "1/2", "--out", &inside]);
    assert_eq!(names(Path::new(&inside)).len(), 1);
    assert!(fault(&["merge", "/no/such/place"]).contains("/no/such/place cannot be read"));
}
