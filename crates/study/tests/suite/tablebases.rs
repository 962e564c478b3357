//! A check of published tablebases finds what is false, on boards that it solves again and on boards
//! that it does not.

use std::path::Path;

use kosolver_board::Board;
use kosolver_rules::{Ko, Suicide};
use kosolver_study::{CellCheck, Column, Files, TablebaseSurvey, Tablebases};
use kosolver_tablebase::Progress;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A list of some boards, under `none` and `basic`, suicide forbidden.
fn list(boards: &[&str]) -> Tablebases {
    let mut list = Tablebases::default();
    let survey = TablebaseSurvey { cells: Vec::new(), memory: 1 << 28 };
    for board in boards {
        let board: Board = board.parse().unwrap();
        for ko in ["none", "basic"] {
            let column = Column::of_ko(ko.parse::<Ko>().unwrap(), Suicide::Forbidden);
            list.put(survey.cell(&(board, column), &Progress::default()).unwrap());
        }
    }
    list
}

fn write(files: &Files, directory: &Path) {
    for (name, bytes) in files {
        std::fs::write(directory.join(name), bytes).unwrap();
    }
}

fn check(directory: &Path, most: u64) -> Vec<CellCheck> {
    Tablebases::of(directory).unwrap().check(directory, most, &|_| ()).unwrap()
}

/// What is said of the cells that do not hold when a list is what `forge` makes of it. All files fit
/// each other.
fn forged(files: &Files, most: u64, forge: &dyn Fn(&mut Value)) -> Vec<String> {
    let here = TempDir::new().unwrap();
    let mut list: Value = serde_json::from_slice(&files["tablebases.json"]).unwrap();
    forge(&mut list["cells"][0]);
    std::fs::write(here.path().join("tablebases.json"), list.to_string()).unwrap();
    write(&Tablebases::of(here.path()).unwrap().files().unwrap(), here.path());
    let checks = check(here.path(), most);
    checks.iter().filter(|check| !check.holds()).map(CellCheck::to_string).collect()
}

/// Adds to a number.
fn add(number: &mut Value, more: i64) {
    *number = (number.as_i64().unwrap() + more).into();
}

/// What the check says of a fault, and the fault.
type Forgery<'a> = (&'a str, &'a dyn Fn(&mut Value));

#[test]
fn what_is_published_of_tablebases_holds() {
    let here = TempDir::new().unwrap();
    let list = list(&["1x1", "1x6", "2x3", "3x3", "cycle:4"]);
    write(&list.files().unwrap(), here.path());
    // The values of the same boards under all rules, found by the search.
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    std::fs::copy(results.join("kee.json"), here.path().join("kee.json")).unwrap();
    for most in [0, Tablebases::CHECKED] {
        let checks = check(here.path(), most);
        assert_eq!(checks.len(), 2 + list.len());
        assert!(checks.iter().all(CellCheck::holds), "{checks:?}");
        let said = checks.iter().map(CellCheck::summary).collect::<Vec<_>>().join("\n");
        assert_eq!(said.contains("solved again, and the same file"), most > 0, "{said}");
        assert_eq!(said.contains("not solved again: it has 12675 positions"), most == 0, "{said}");
        assert!(said.contains("the same 1, between L and U 3"), "{said}");
    }
    // A value that was found by the search is another, and L and U are what they were.
    let text = std::fs::read_to_string(here.path().join("kee.json")).unwrap();
    let mut table: Value = serde_json::from_str(&text).unwrap();
    for cell in table["cells"].as_array_mut().unwrap() {
        if cell["board"] == "3x3" && cell["ko"] == "ssk" {
            cell["score"] = json!(-9);
        }
    }
    std::fs::write(here.path().join("kee.json"), table.to_string()).unwrap();
    let checks = check(here.path(), 0);
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(CellCheck::to_string).collect();
    let fault = "-9 is published under ssk, which is not between L and U";
    assert!(failed.len() == 1 && failed[0].contains(fault), "{failed:?}");
}

#[test]
fn a_forged_number_is_found_without_solving_the_board_again() {
    // Cell 0 is 3x3 under basic.
    let files = list(&["3x3"]).files().unwrap();
    assert_eq!(forged(&files, 0, &|_| ()), [""; 0]);
    let forgeries: [Forgery; 20] = [
        ("has 12675 legal positions", &|cell| add(&mut cell["stats"]["positions"], 8)),
        ("are 1824 up to symmetry", &|cell| add(&mut cell["stats"]["classes"], -1)),
        ("nodes without bans", &|cell| cell["stats"]["nodes"] = json!(50_699)),
        ("by its counts", &|cell| add(&mut cell["stats"]["decided"], 1)),
        ("by its counts", &|cell| add(&mut cell["stats"]["won"], 1)),
        ("by its counts", &|cell| add(&mut cell["stats"]["lost"], -1)),
        ("by its counts", &|cell| add(&mut cell["stats"]["drawn"], 1)),
        ("by its counts", &|cell| add(&mut cell["stats"]["no_result"], 1)),
        ("counts add up to 12676", &|cell| add(&mut cell["stats"]["bounds"][0]["positions"], 1)),
        ("out of order", &|cell| cell["stats"]["bounds"].as_array_mut().unwrap().reverse()),
        ("cannot be", &|cell| cell["stats"]["bounds"][0]["upper"] = json!(10)),
        ("cannot be", &|cell| cell["stats"]["bounds"][0]["lower"] = json!(-10)),
        ("those of the best first moves", &|cell| {
            for opening in cell["openings"].as_array_mut().unwrap() {
                opening["upper"] = json!(8);
            }
        }),
        ("no position has L and U", &|cell| cell["upper"] = json!(10)),
        ("not that of L and U", &|cell| cell["score"] = json!(8)),
        ("not the legal ones", &|cell| drop(cell["openings"].as_array_mut().unwrap().pop())),
        ("if it can be forced", &|cell| cell["distances"]["upper"] = Value::Null),
        ("XXX/XXX/XXX is no legal position", &|cell| {
            cell["stats"]["longest_win"]["position"] = json!("XXX/XXX/XXX");
        }),
        ("the longest win is there: false", &|cell| cell["stats"]["longest_win"] = Value::Null),
        ("is made by", &|cell| {
            cell["file"]["command"] = json!("kosolver tablebase build 3x3 --ko none --out t");
        }),
    ];
    for (fault, forge) in forgeries {
        let failed = forged(&files, 0, forge);
        assert!(failed.len() == 1 && failed[0].contains(fault), "{fault}: {failed:?}");
    }
    // Rules that do not go with the cell.
    let failed = forged(&files, 0, &|cell| cell["rules"]["komi"] = json!(1));
    assert!(failed.len() == 1 && failed[0].contains("its rules"), "{failed:?}");
}

#[test]
fn whatever_is_forged_is_found_on_a_board_that_is_solved_again() {
    let files = list(&["2x3"]).files().unwrap();
    let forgeries: [Forgery; 6] = [
        ("its positions", &|cell| add(&mut cell["stats"]["nodes"], 2)),
        ("its positions", &|cell| add(&mut cell["stats"]["longest_win"]["distance"], 1)),
        ("its positions", &|cell| {
            // The sum stays.
            add(&mut cell["stats"]["bounds"][0]["positions"], 1);
            add(&mut cell["stats"]["bounds"][1]["positions"], -1);
        }),
        ("the empty board", &|cell| add(&mut cell["distances"]["lower"], 1)),
        ("the file", &|cell| add(&mut cell["file"]["bytes"], 1)),
        ("the file", &|cell| cell["file"]["sha256"] = json!("0".repeat(64))),
    ];
    for (fault, forge) in forgeries {
        let failed = forged(&files, Tablebases::CHECKED, forge);
        let fault = format!("solved again, {fault}: not what is published");
        assert!(failed.len() == 1 && failed[0].contains(&*fault), "{fault}: {failed:?}");
    }
}

#[test]
fn files_that_do_not_fit_their_cells_are_found() {
    let here = TempDir::new().unwrap();
    let files = list(&["1x3"]).files().unwrap();
    write(&files, here.path());
    std::fs::write(here.path().join("tablebases.md"), "no page").unwrap();
    let checks = check(here.path(), 0);
    let failed: Vec<&CellCheck> = checks.iter().filter(|check| !check.holds()).collect();
    assert!(failed.len() == 1 && failed[0].name() == "tablebases.md", "{failed:?}");
    // A page without its numbers, and a list without cells.
    std::fs::remove_file(here.path().join("tablebases.json")).unwrap();
    assert!(Tablebases::of(here.path()).is_err());
    std::fs::write(here.path().join("tablebases.json"), r#"{"cells":[]}"#).unwrap();
    assert!(Tablebases::of(here.path()).is_err());
}
