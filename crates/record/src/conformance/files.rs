use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::{Ko, Suicide};

use crate::conformance::{Case, Error, Kit, Mistake, sgf};

/// Where the published kit is, in a directory of results.
pub const DIRECTORY: &str = "conformance";

/// The files of a kit, by their names in its directory.
///
/// # Errors
/// [`Error`] if a case is not well made.
pub fn files(kit: &Kit) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    files_with(kit, readme(kit))
}

/// The same for a kit of a ko rule of one's own, whose text is a file beside them.
///
/// # Errors
/// [`Error`] if a case is not well made.
pub fn files_of_own(kit: &Kit, name: &str, text: &str) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let file = format!("{}.ko", name.split(':').next().unwrap_or(name));
    let mut readme = format!(
        "# {}\n\n`{file}` has the rule, `cases.json` {} cases, `games` the same games as SGF. To ask a \
         program:\n\n    kosolver conformance --gtp COMMAND --ko {file} --kit cases.json\n\n\
         | mistake | what it is | cases |\n|---|---|---|\n",
        kit.title,
        kit.cases.len()
    );
    for fault in &kit.faults {
        let count = kit.cases.iter().filter(|case| case.finds(&fault.name)).count();
        let count = if count == 0 { "–".to_owned() } else { count.to_string() };
        writeln!(readme, "| `{}` | {} | {count} |", fault.name, fault.mistake).expect("a string grows");
    }
    let mut files = files_with(kit, readme)?;
    files.insert(file, text.as_bytes().to_vec());
    Ok(files)
}

fn files_with(kit: &Kit, readme: String) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let mut files = BTreeMap::new();
    files.insert("cases.json".to_owned(), json(kit)?.into_bytes());
    files.insert("README.md".to_owned(), readme.into_bytes());
    let mut by_game: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in &kit.cases {
        by_game.entry(&case.sgf).or_default().push(case);
    }
    for (name, cases) in by_game {
        files.insert(name.to_owned(), sgf::file(&cases[0].game()?, &cases).into_bytes());
    }
    Ok(files)
}

/// JSON with a state on each line.
fn json(kit: &Kit) -> Result<String, Error> {
    let mut text =
        format!("{{\n\"title\": {},\n\"format\": {},\n\"faults\": [\n", line(&kit.title)?, kit.format);
    let faults: Result<Vec<String>, Error> = kit.faults.iter().map(line).collect();
    text.push_str(&faults?.join(",\n"));
    text.push_str("\n],\n\"cases\": [\n");
    for (index, case) in kit.cases.iter().enumerate() {
        let states: Result<Vec<String>, Error> = case.states.iter().map(line).collect();
        let bare = line(&Case { states: Vec::new(), ..case.clone() })?;
        let bare = bare.strip_suffix("\"states\":[]}").expect("the states are the last field");
        let end = if index + 1 < kit.cases.len() { "," } else { "" };
        writeln!(text, "{bare}\n\"states\":[\n{}]}}{end}", states?.join(",\n")).expect("a string grows");
    }
    text.push_str("]\n}\n");
    Ok(text)
}

/// A value on one line.
fn line(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|error| Error::File(error.to_string()))
}

/// The table that says how many cases find which mistake.
fn readme(kit: &Kit) -> String {
    let games: std::collections::BTreeSet<&str> = kit.cases.iter().map(|case| case.sgf.as_str()).collect();
    let mut text = format!(
        "# Games that wrong implementations of ko rules fail\n\n\
         [docs/conformance.md](../../docs/conformance.md) explains these files. `kosolver conformance make \
         --out DIR`\nmakes them. `cases.json` has {} cases: {} games, each under one or more rulesets. \
         `games` has the\nsame games as SGF.\n\n",
        kit.cases.len(),
        games.len()
    );
    text.push_str(
        "Each number says how many cases find a mistake under a ko rule: with suicide forbidden, with \
         suicide of\nseveral stones allowed, and with all suicide allowed. A dash is where a program with \
         the mistake does what\nthe rule says.\n",
    );
    let mut classes: Vec<&str> = Mistake::ALL.map(Mistake::class).to_vec();
    classes.dedup();
    for class in classes {
        let heads: Vec<String> = Ko::ALL.iter().map(|ko| format!("`{ko}`")).collect();
        write!(text, "\n## Mistakes: {class}\n\n| mistake | {} |\n|---|", heads.join(" | ")).expect("grows");
        text.push_str(&"---|".repeat(Ko::ALL.len()));
        text.push('\n');
        for fault in Mistake::ALL.into_iter().filter(|fault| fault.class() == class) {
            let cells = Ko::ALL.map(|ko| cell(kit, ko, fault));
            writeln!(text, "| `{fault}` | {} |", cells.join(" | ")).expect("a string grows");
        }
        text.push('\n');
        for fault in Mistake::ALL.into_iter().filter(|fault| fault.class() == class) {
            writeln!(text, "* `{fault}`: {}", fault.sentence()).expect("a string grows");
        }
    }
    text.push_str("\n## Games with a name\n\n");
    let mut seen: Vec<&str> = Vec::new();
    for case in
        kit.cases.iter().filter(|case| !case.source.starts_with("a line") && case.source != "random moves")
    {
        if !seen.contains(&case.source.as_str()) {
            seen.push(&case.source);
            writeln!(text, "* [{}]({}): {}.", case.sgf, case.sgf, case.source).expect("a string grows");
        }
    }
    text
}

fn cell(kit: &Kit, ko: Ko, fault: Mistake) -> String {
    let counts = Suicide::ALL.map(|suicide| {
        let of = |case: &&Case| case.ko == ko.name() && case.suicide == suicide.to_string();
        kit.cases.iter().filter(of).filter(|case| case.finds(fault.name())).count()
    });
    if counts == [0; 3] {
        return "–".to_owned();
    }
    counts.map(|count| if count == 0 { "–".to_owned() } else { count.to_string() }).join(" ")
}
