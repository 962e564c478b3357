//! Published results are read as typed records, and written again they are the same, byte for byte.

use std::path::Path;

use kosolver_report::{
    CertificateRecord, Comparison, Costs, Format, FrontierCost, FrontierRecord, Graphs, PlayersTable, Record,
    Table, TablebaseRecord, WIDTH, json, sorted_json,
};
use serde::de::DeserializeOwned;

fn file(name: &str) -> String {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    std::fs::read_to_string(results.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_str(&file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Without printing megabytes.
fn assert_same(text: &str, name: &str) {
    let published = file(name);
    if let Some((line, (is, was))) =
        text.lines().zip(published.lines()).enumerate().find(|(_, (is, was))| is != was)
    {
        panic!("{name}, line {}: is\n{is}\nwas\n{was}", line + 1);
    }
    assert_eq!(text.len(), published.len(), "{name}");
}

#[test]
fn tables() {
    for name in ["kee", "rulesets"] {
        let table: Table = read(&format!("{name}.json"));
        assert_same(&json(&table).unwrap(), &format!("{name}.json"));
        assert_same(&Format::Markdown.table(&table, WIDTH).unwrap(), &format!("{name}.md"));
        for record in table.records() {
            let rules = record.rules.ruleset().unwrap();
            assert_eq!(kosolver_report::Rules::of(&rules), record.rules);
        }
    }
}

#[test]
fn the_comparison() {
    let comparison: Comparison = read("separators.json");
    for (format, name) in [(Format::Json, "separators.json"), (Format::Markdown, "separators.md")] {
        assert_same(&format.comparison(&comparison, WIDTH).unwrap(), name);
    }
}

#[test]
fn graphs() {
    let graphs: Graphs = read("graphs.json");
    assert_same(&json(&graphs).unwrap(), "graphs.json");
    assert_same(&graphs.markdown().unwrap(), "graphs.md");
}

#[test]
fn players() {
    let players: PlayersTable = read("players.json");
    assert_same(&json(&players).unwrap(), "players.json");
    assert_same(&players.markdown().unwrap(), "players.md");
}

#[test]
fn tablebases() {
    let tablebases: TablebaseRecord = read("tablebases.json");
    assert_same(&sorted_json(&tablebases).unwrap(), "tablebases.json");
    assert_same(&tablebases.markdown().unwrap(), "tablebases.md");
}

#[test]
fn the_frontier() {
    let frontier: FrontierRecord = read("frontier.json");
    let costs: Vec<FrontierCost> = read("frontier-costs.json");
    assert_same(&sorted_json(&frontier).unwrap(), "frontier.json");
    assert_same(&sorted_json(&costs).unwrap(), "frontier-costs.json");
    assert_same(&frontier.markdown(&costs).unwrap(), "frontier.md");
}

#[test]
fn lists_of_certificates() {
    for name in ["certificates.json", "certificates-rulesets.json"] {
        let list: Vec<CertificateRecord> = read(name);
        assert_same(&json(&list).unwrap(), name);
    }
}

#[test]
fn costs() {
    let costs: Costs = read("costs.json");
    assert_same(&json(&costs).unwrap(), "costs.json");
}

/// The forms for a terminal fit it.
#[test]
fn text_fits() {
    let tables = ["kee", "rulesets"].map(|name| read::<Table>(&format!("{name}.json")));
    let comparison: Comparison = read("separators.json");
    for width in [60, 80, 132] {
        let mut texts = vec![Format::Text.comparison(&comparison, width).unwrap()];
        texts.extend(tables.each_ref().map(|table| table.text(width)));
        for text in texts {
            let widest = text.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(widest.chars().count() <= usize::from(width), "{width}: {widest}");
        }
    }
}

/// A name that is as wide as the terminal is broken over several lines.
#[test]
fn long_names_fit() {
    let table: Table = read("kee.json");
    let name = "ko=psk suicide=allowed scoring=territory komi=13/2 handicap=2 compensation=K-1 ikeda=no";
    let named = |record: &Record| Record { ruleset: Some(name.to_owned()), ..record.clone() };
    let table = Table::new(table.records().iter().filter(|record| record.ko == "psk").map(named).collect());
    let text = table.text(80);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}
