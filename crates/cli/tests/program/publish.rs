//! Published results from the real binary: made cell by cell, merged, made again, checked.

use std::fs;

use serde_json::Value;

use crate::common::{Directory, err, kosolver, names, out};

/// Publishes, which must succeed.
fn publish(directory: &Directory, arguments: &[&str]) -> String {
    let output = kosolver(&[&["publish", "--out", directory.path()], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {}{}", out(&output), err(&output));
    out(&output)
}

/// What a publication that does not succeed says on both outputs.
fn refused(directory: &Directory, arguments: &[&str], code: i32) -> String {
    let output = kosolver(&[&["publish", "--out", directory.path()], arguments].concat());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", err(&output));
    out(&output) + &err(&output)
}

fn read(directory: &Directory, name: &str) -> String {
    fs::read_to_string(directory.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn write(directory: &Directory, name: &str, text: &str) {
    fs::write(directory.file(name), text).expect("it can be written");
}

/// The cells of the manifest, as a program reads them.
fn cells(directory: &Directory) -> Vec<Value> {
    let text = read(directory, "manifest.json");
    let cells: Vec<Value> = serde_json::from_str(&text).expect("a list of JSON");
    assert_eq!(text.lines().count(), cells.len() + 2, "a cell a line");
    cells
}

/// A cell of the manifest without what depends on the machine.
fn plain(directory: &Directory) -> Vec<Value> {
    let mut cells = cells(directory);
    for cell in &mut cells {
        if let Some(found) = cell.get_mut("value").and_then(Value::as_object_mut) {
            found.remove("seconds");
            found.remove("megabytes");
        }
    }
    cells
}

/// Some of all lists.
const SOME: [&str; 12] = [
    "--only",
    "kee/1x2,1x3,2x2/psk,basic,newko-reconstruction",
    "--only",
    "rulesets/1x2,2x2/aga,aga-kgs,spight",
    "--only",
    "costs/1x4/psk",
    "--only",
    "separators/1x3",
    "--only",
    "frontier/1x7,1x9/psk,nssk",
    "--only",
    "graphs/graph6:A_,graph6:Bw/psk,ssk",
];

#[test]
fn cells_of_all_lists_are_made_checked_and_made_again() {
    let here = Directory::new("publish-all");
    let more =
        ["--only", "tablebases/1x3,2x2/none", "--only", "players/1x2/psk", "--only", "frontier-differences"];
    let all = [&SOME[..], &more].concat();
    publish(&here, &all);
    let expected = [
        "certificates",
        "certificates-rulesets.json",
        "certificates.json",
        "costs.json",
        "frontier-costs.json",
        "frontier.json",
        "frontier.md",
        "graphs.json",
        "graphs.md",
        "kee.json",
        "kee.md",
        "manifest.json",
        "players.json",
        "players.md",
        "rulesets.json",
        "rulesets.md",
        "separators.json",
        "separators.md",
        "tablebases.json",
        "tablebases.md",
    ];
    assert_eq!(names(&here.0), expected);
    let made = cells(&here);
    // 9 and 6 of tables, a cost, a comparison, 4 of the frontier and a difference, 4 graphs, 4 tablebases with two
    // suicide rules each, one of players.
    assert_eq!(made.len(), 9 + 6 + 1 + 1 + 4 + 1 + 4 + 4 + 1);
    let frontier: Value = serde_json::from_str(&read(&here, "frontier.json")).expect("JSON");
    let known: Vec<(&str, &str, i64)> = frontier["cells"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|c| (c["board"].as_str().unwrap(), c["ko"].as_str().unwrap(), c["score"].as_i64().unwrap()))
        .collect();
    assert_eq!(known, [("1x7", "psk", 2), ("1x7", "nssk", 2), ("1x9", "psk", 0), ("1x9", "nssk", 1)]);
    assert_eq!(frontier["differences"][0]["board"], "1x9");
    assert_eq!(frontier["differences"][0]["event"], "prohibited");
    let page = read(&here, "frontier.md");
    assert!(page.contains("| 1x9 | nssk | 1 |") && page.contains("### 1x9: psk 0, nssk 1"), "{page}");
    let says = "Equivalence scoring (aga) gives what area scoring (aga-kgs) gives, value and first moves, in 2 of 2 cells.";
    assert!(read(&here, "rulesets.md").contains(says));

    // The commands that are written down make the same certificates.
    for (name, place) in [("certificates.json", "/1"), ("frontier.json", "/cells/2/certificate")] {
        let list: Value = serde_json::from_str(&read(&here, name)).expect("JSON");
        let entry = list.pointer(place).expect("it is there");
        let command = entry["command"].as_str().expect("text").strip_prefix("kosolver ").expect("a command");
        let file = here.file("again.kcert");
        let mut words: Vec<&str> = command.split(' ').collect();
        *words.last_mut().expect("a file") = &file;
        assert!(kosolver(&words).status.success(), "{command}");
        let bytes = fs::read(&file).expect("it was written");
        assert_eq!(entry["bytes"], bytes.len());
        if let Some(kept) = entry["file"].as_str() {
            assert_eq!(fs::read(here.file(kept)).expect("it is kept"), bytes);
        }
        fs::remove_file(&file).expect("it is there");
    }

    // All of it holds, and is the same if it is made again.
    let checked = publish(&here, &["--check"]);
    for line in [
        "holds  kee/2x2/psk: 1 again; proved in",
        "holds  frontier/1x9/nssk: 1 again\n",
        "holds  frontier-differences/1x9/psk,nssk: 0 and 1 again\n",
        "holds  tablebases/2x2/ko=none suicide=allowed: ",
        "holds  separators/1x3: 10 starts; ",
        "holds  separators.md: identical\n",
        "holds  manifest.json: identical\n",
    ] {
        assert!(checked.contains(line), "{line}: {checked}");
    }
    assert!(checked.ends_with(&format!("all {} hold\n", 31 + 19)), "{checked}");
    let before = plain(&here);
    publish(&here, &["--again"]);
    assert_eq!(plain(&here), before);
    // Nothing is missing of what was named; a run has nothing to do.
    assert_eq!(publish(&here, &[&all[..], &["--list"]].concat()), "");
    publish(&here, &all);
    assert_eq!(plain(&here), before);
}

#[test]
fn what_is_false_is_found() {
    let here = Directory::new("publish-false");
    publish(&here, &["--only", "kee/1x2,1x3,2x2/psk,basic"]);
    let manifest = read(&here, "manifest.json");
    assert!(publish(&here, &["--check"]).ends_with("all 10 hold\n"));

    // A wrong value, a certificate of something else, one that is gone, one too many, another page.
    let line = |cell: &str| manifest.lines().find(|line| line.contains(cell)).expect("a line").to_owned();
    let wrong = line("\"1x3\",\"rules\":{\"ko\":\"psk\"");
    let changed = wrong.replace("\"score\":3", "\"score\":2");
    assert_ne!(wrong, changed);
    write(&here, "manifest.json", &manifest.replace(&wrong, &changed));
    fs::copy(here.file("certificates/1x3-psk.kcert"), here.file("certificates/2x2-psk.kcert"))
        .expect("copied");
    fs::remove_file(here.file("certificates/1x2-psk.kcert")).expect("it can go");
    write(&here, "certificates/9x9-psk.kcert", "?");
    // A terminal has lines of 80 characters.
    let said = refused(&here, &["--check"], 1).replace("\n       ", " ");
    for line in [
        "FAILS  kee/1x2/psk: certificates/1x2-psk.kcert cannot be read",
        "FAILS  kee/1x3/psk: 3 is not what the manifest has, 2; certificates/1x3-psk.kcert proves something else",
        "FAILS  kee/2x2/psk: certificates/2x2-psk.kcert has digest",
        "FAILS  kee.json: differs",
        "FAILS  certificates/9x9-psk.kcert: belongs to no cell",
        "holds  kee/2x2/basic: NR again",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    // A run that meets another value than before ends, and replaces nothing.
    let said = refused(&here, &["--again", "--only", "kee/1x3/psk"], 2);
    assert!(
        said.contains("kee/1x3/psk is 2 in the manifest, and now it is 3: nothing is replaced"),
        "{said}"
    );
    assert!(read(&here, "manifest.json").contains(&changed));
    // What was lost is made again.
    write(&here, "manifest.json", &manifest);
    fs::remove_file(here.file("certificates/9x9-psk.kcert")).expect("it can go");
    publish(&here, &["--again"]);
    assert!(publish(&here, &["--check"]).ends_with("all 10 hold\n"));
    assert_eq!(read(&here, "manifest.json"), manifest);

    // What is not made again is still proved.
    publish(&here, &["--only", "kee/1x7/kee,psk"]);
    let sample = ["--check", "--only", "kee/1x7", "--sample", "1000000", "--seed", "7"];
    let said = publish(&here, &sample);
    assert!(said.contains("holds  kee/1x7/kee: 2, not in this sample; proved in"), "{said}");
    assert!(said.contains("one in 1000000 was made again (seed 7)"), "{said}");
    let manifest = read(&here, "manifest.json");
    let (before, last) =
        manifest.rsplit_once("\"score\":2,\"result\":\"score\",\"openings\"").expect("the last cell");
    write(&here, "manifest.json", &format!("{before}\"score\":1,\"result\":\"score\",\"openings\"{last}"));
    assert!(refused(&here, &sample, 1).contains("1x7-kee.kcert proves something else"));
}

/// Files of cells one after the other, or merged line by line, are a manifest.
#[test]
fn manifests_merge_by_themselves() {
    let [one, other, whole] =
        ["one", "other", "whole"].map(|name| Directory::new(&format!("publish-{name}")));
    publish(&one, &["--only", "kee/1x2..1x4/psk,ssk", "--only", "graphs/graph6:C~/psk", "--nodes", "20"]);
    publish(&other, &["--only", "kee/1x3..1x5/psk,ssk", "--only", "graphs/graph6:C~/psk"]);
    publish(&whole, &["--only", "kee/1x2..1x5/psk,ssk", "--only", "graphs/graph6:C~/psk"]);
    let both = read(&one, "manifest.json") + &read(&other, "manifest.json");
    for text in [both.clone(), both.lines().rev().map(|line| format!("{line}\n")).collect()] {
        write(&one, "manifest.json", &text);
        publish(&one, &["--render"]);
        // The open cell of the one is solved in the other.
        assert_eq!(read(&one, "manifest.json"), read(&whole, "manifest.json"));
        assert_eq!(read(&one, "kee.md"), read(&whole, "kee.md"));
    }
    // Two lines that contradict each other are not merged.
    write(&one, "manifest.json", &both.replacen("\"score\":4", "\"score\":3", 1));
    let said = refused(&one, &["--render"], 2);
    assert!(said.contains("is 3 in the manifest, and now it is 4"), "{said}");
    // A line that is none, and its number.
    write(&one, "manifest.json", "[\n{\"list\":\"kee\"}\n]\n");
    assert!(refused(&one, &["--render"], 2).contains("line 2 is no cell"));
}

/// Each cell is written as soon as it is made: a run that ends has lost none before.
#[test]
fn a_run_that_ends_loses_no_cell_that_was_made() {
    let here = Directory::new("publish-killed");
    // Nothing can be written under the name of a directory, as where a disk is full.
    fs::create_dir_all(here.file("certificates/1x5-psk.kcert")).expect("makes");
    let said = refused(&here, &["--only", "kee/1x1..1x6/psk", "--threads", "1"], 2);
    assert!(said.contains("1x5-psk.kcert cannot be written"), "{said}");
    // The largest comes first; the views are not made, and no cell names what is not there.
    assert_eq!(cells(&here).len(), 1);
    assert_eq!(names(&here.0), ["certificates", "manifest.json"]);
    fs::remove_dir(here.file("certificates/1x5-psk.kcert")).expect("it is empty");
    let named = publish(&here, &["--only", "kee/1x1..1x6/psk", "--list"]);
    assert_eq!(named.lines().count(), 5, "{named}");
    publish(&here, &["--only", "kee/1x1..1x6/psk"]);
    assert!(publish(&here, &["--check"]).ends_with("all 10 hold\n"));
}

/// Open cells are tried with more nodes, or otherwise; what is solved stays.
#[test]
fn open_cells_are_tried_again() {
    let here = Directory::new("publish-open");
    let few = ["--only", "graphs/complete:4,cycle:4,star:4/psk,nssk", "--nodes", "20"];
    publish(&here, &few);
    let open = |here: &Directory| -> Vec<Value> {
        cells(here).into_iter().filter(|cell| cell["value"]["result"] == "unsolved").collect()
    };
    let count = open(&here).len();
    assert!(count > 1 && open(&here).iter().all(|cell| cell["options"]["nodes"] == 20));
    assert!(publish(&here, &["--check"]).contains("? again"));
    let before = read(&here, "manifest.json");
    // As few nodes again are no try.
    publish(&here, &few);
    assert_eq!(read(&here, "manifest.json"), before);
    // How a cell was found is in its options, and a check makes it so.
    let guess = ["--guess", "-2", "--nodes", "20000"];
    publish(&here, &[&["--only", "graphs/complete:4,cycle:4,star:4/psk,nssk"], &guess[..]].concat());
    assert_eq!(cells(&here).into_iter().filter(|cell| cell["options"]["guess"] == -2).count(), count);
    publish(&here, &["--check"]);
    write(&here, "manifest.json", &before);
    publish(&here, &["--only", "graphs/complete:4,cycle:4,star:4/psk,nssk", "--nodes", "20000"]);
    assert!(open(&here).is_empty());
    // One that is called open, and is not.
    write(&here, "manifest.json", &before.replace("\"nodes\":20}", "\"nodes\":20000}"));
    assert!(refused(&here, &["--check"], 1).contains("is not what the manifest has, ?"));
}

/// First moves take the place of a value that was found alone; what that value took stays.
#[test]
fn a_cell_with_first_moves_keeps_the_nodes_of_the_value_alone() {
    let here = Directory::new("publish-alone");
    let add = |options: &[&str]| publish(&here, &[&["--only", "frontier/1x8/psk"], options].concat());
    let found = || cells(&here)[0]["value"].clone();
    add(&["--value-only", "--guess", "3"]);
    let alone = found()["nodes"].clone();
    assert!(found()["value_nodes"].is_null());
    // With options that are given, and with those that the cell has.
    let moves = ["--again", "--guess", "3"];
    for options in [&moves[..], &["--again"], &moves] {
        add(options);
        assert_eq!(found()["value_nodes"], alone);
        assert!(found()["nodes"].as_u64() > alone.as_u64());
    }
    let command = read(&here, "frontier.json");
    assert!(command.contains("--ko psk --threads 1 --guess 3 --certificate 1x8-psk.kcert"), "{command}");
    publish(&here, &["--check"]);
    add(&["--again", "--no-line"]);
    let found = found();
    assert!(found["openings"].is_array() && found["variation"].is_null(), "{found}");
    assert!(read(&here, "frontier.json").contains("--ko psk --threads 1 --no-line --certificate"));
    publish(&here, &["--check"]);
}

#[test]
fn faults_are_one_line_each() {
    let here = Directory::new("publish-faults");
    for (arguments, message) in [
        (&["--only", "key/1x2"][..], "'key' is no list of cells; they are kee, rulesets, costs, "),
        (&["--only", "kee/1y2"], "1y2"),
        (&["--only", "kee/1x2/pks"], "did you mean psk?"),
        (&["--only", "rulesets/1x2/agb"], "'agb' is not a ruleset"),
        (&["--only", "frontier/1x2/basic"], "under basic play can go on for ever"),
        (&["--only", "players/1x2/primitive"], "under primitive a player without a move loses"),
        (&["--check"], "has no such cells in manifest.json"),
        (&["--check", "--again"], "cannot be used with"),
        (&["--sample", "3"], "--check"),
        (&["--only", "kee/1x2", "--threads", "0"], "0 is not from 1 to 256"),
    ] {
        let said = refused(&here, arguments, 2);
        assert!(said.contains(message) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
    write(&here, "mine.ko", "rule mine\nforbid play if false\n");
    let own = format!("kee/1x2/{}", here.file("mine.ko"));
    assert!(refused(&here, &["--only", &own], 2).contains("mine"));
    let gone = kosolver(&["frontier", "--boards", "1x2"]);
    assert!(err(&gone).contains("kosolver publish"), "{}", err(&gone));
}
