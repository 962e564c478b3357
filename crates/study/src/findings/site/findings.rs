//! The first page, and a page for each study.

use minijinja::context;
use minijinja::value::{Serde, Value};

use super::papers::sections;
use super::{Site, examples, gallery, values};
use crate::error::PublicationError;
use crate::findings::record::StudyRecord;

/// The page that explains the studies to players.
const FINDINGS: &str = "docs/findings.md";
/// The section of it that explains words.
const WORDS: &str = "Words";

/// The studies, in the order of the questions.
const STUDIES: [&str; 13] = [
    "cache",
    "history",
    "fights",
    "parity",
    "growth",
    "graphs",
    "cycles",
    "versions",
    "rarity",
    "catalogue",
    "fill",
    "ends",
    "rules",
];

/// Adds the first page and the pages of all studies, and gives their records.
pub(super) fn add(site: &mut Site) -> Result<Vec<StudyRecord>, PublicationError> {
    let told = sections(&site.papers.text(FINDINGS).unwrap_or_default());
    let mut records = Vec::new();
    for study in STUDIES {
        let name = format!("studies/{study}");
        site.papers.made(&format!("{name}.html"));
        records.push(site.from.source(&format!("{name}.json"))?);
    }
    let mut findings = Vec::new();
    for record in &records {
        let record: &StudyRecord = record;
        let name = format!("studies/{}", record.study);
        let drawing = format!("{name}.svg");
        let place = told.iter().position(|section| section.text.contains(&format!("{name}.md)")));
        let section = place.map(|place| &told[place]);
        let page = format!("{name}.html");
        let prose = section.map(|section| site.papers.html(FINDINGS, &section.text, &page).html);
        let shown = section.is_some_and(|section| section.text.contains(&drawing));
        let title = section.map_or(record.question.clone(), |section| section.title.clone());
        let answer = section.map_or(record.claims[0].says.clone(), |section| answer(&section.text));
        let answer = site.papers.html(FINDINGS, &answer, "index.html").html;
        // By its place on the page that explains the studies; those that it lacks come last.
        let shown_at = place.unwrap_or(usize::MAX);
        findings.push((shown_at, context! { study => &record.study, title => &title, answer }));
        let view = context! {
            in_words => Serde(record.rules_in_words().collect::<Vec<_>>()),
            // What is said of it to players: HTML.
            prose,
            figure => site.files.contains_key(&drawing) && !shown,
            examples => Serde(examples::of(&record.study, site.from)?),
            json => format!("{}.json", record.study),
            csv => format!("{}.csv", record.study),
            ..Serde(record)
        };
        site.add(&page, "study.html", &title, context! { study => view })?;
    }
    findings.sort_by_key(|(place, _)| *place);
    let words = told.iter().find(|section| section.title == WORDS).map_or("", |section| &section.text);
    let words = site.papers.html(FINDINGS, words, "index.html").html;
    let first = context! {
        // Where a program finds the data: the address of the site, if it is known.
        address => &site.address,
        // What the words of the findings mean: HTML.
        words,
        findings => findings.into_iter().map(|(_, finding)| finding).collect::<Vec<Value>>(),
        // The position that the page opens on.
        example => Serde(gallery::add(site)?),
        tables => more(site),
        values => Serde(values::add(site)?),
        checker => site.files.contains_key("verified/web/certificates/3x3-psk.js"),
    };
    site.add("index.html", "index.html", "Small Go boards, solved under every ko rule", first)?;
    Ok(records)
}

/// The pages of published results that no other page of the site is about.
fn more(site: &Site) -> Vec<Value> {
    let pages = site
        .papers
        .pages()
        .filter(|(path, _)| path.strip_prefix("results/").is_some_and(|name| !name.contains('/')));
    let title = |path: &str, name: &str| {
        let text = site.papers.text(path).unwrap_or_default();
        site.papers.html(path, &text, name).title
    };
    pages.map(|(path, name)| context! { title => title(path, &name), link => name }).collect()
}

/// The answer of a section: the words in bold with which it begins.
fn answer(text: &str) -> String {
    let first = text.trim_start();
    let bold = first.strip_prefix("**").and_then(|rest| rest.split_once("**"));
    bold.map_or_else(
        || first.split("\n\n").next().unwrap_or_default().to_owned(),
        |(bold, _)| bold.to_owned(),
    )
}
