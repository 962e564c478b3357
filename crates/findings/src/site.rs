//! A static site of published results: pages that ask no other host for anything.

use std::path::Path;

use kosolver_board::Position;
use kosolver_report::{CertificateRecord, Format, Graph, PAGE_STYLE, Record, RenderError, WIDTH, board_svg};
use kosolver_study::Files;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment};
use serde::Serialize;

use crate::error::StudyError;
use crate::record::StudyRecord;
use crate::sources::Sources;
use crate::studies;

const STYLE: &str = include_str!("../templates/site.css");
const TEMPLATES: [(&str, &str); 7] = [
    ("base.html", include_str!("../templates/base.html")),
    ("feed.xml", include_str!("../templates/feed.xml")),
    ("graphs.html", include_str!("../templates/graphs.html")),
    ("index.html", include_str!("../templates/index.html")),
    ("nav.html", include_str!("../templates/nav.html")),
    ("study.html", include_str!("../templates/study.html")),
    ("values.html", include_str!("../templates/values.html")),
];

/// A page: its title, the way to the first page, and what it shows.
#[derive(Serialize)]
struct Page<T> {
    title: &'static str,
    root: &'static str,
    #[serde(flatten)]
    shown: T,
}

#[derive(Serialize)]
struct StudyView<'a> {
    figure: bool,
    #[serde(flatten)]
    record: &'a StudyRecord,
}

#[derive(Serialize)]
struct Value {
    board: String,
    rule: String,
    value: String,
    best: String,
    certificate: Option<String>,
    bytes: usize,
    /// What writes a certificate that is not kept.
    command: Option<String>,
}

#[derive(Serialize)]
struct GraphView {
    id: String,
    name: String,
    edges: usize,
    automorphisms: usize,
    positions: u64,
    values: Vec<GraphValue>,
}

#[derive(Serialize)]
struct GraphValue {
    rule: String,
    value: String,
}

#[derive(Serialize)]
struct Item<'a> {
    says: &'a str,
    link: String,
}

/// The files of a site of the results of a directory.
///
/// # Errors
/// [`StudyError::Read`] if the directory lacks some, [`StudyError::Render`] if a library refuses to
/// render.
pub fn site_files(directory: &Path) -> Result<Files, StudyError> {
    let from = Sources::new(directory);
    let mut files = Files::from([("style.css".to_owned(), format!("{PAGE_STYLE}{STYLE}").into_bytes())]);
    let mut records = Vec::new();
    for study in studies::all() {
        let name = format!("studies/{}", study.name());
        let record: StudyRecord = from.read(&format!("{name}.json"))?;
        for ending in ["json", "csv"] {
            files.insert(format!("{name}.{ending}"), from.file(&format!("{name}.{ending}"))?);
        }
        let figure = study.figure(&record.rows);
        let view = StudyView { figure: figure.is_some(), record: &record };
        #[derive(Serialize)]
        struct Shown<'a> {
            study: StudyView<'a>,
        }
        let page = Page { title: study.question(), root: "../", shown: Shown { study: view } };
        files.insert(format!("{name}.html"), render("study.html", &page)?);
        if let Some(figure) = figure {
            files.insert(format!("{name}.svg"), figure.into_bytes());
        }
        records.push((record, files.contains_key(&format!("{name}.svg"))));
    }
    add_index(&records, &mut files)?;
    add_values(&from, &mut files)?;
    add_graphs(&from, &mut files)?;
    let table = Format::Html.table(&from.table()?, WIDTH)?;
    let separators = Format::Html.comparison(&from.separators()?, WIDTH)?;
    for (name, page) in [("table.html", table), ("separators.html", separators)] {
        files.insert(name.to_owned(), with_menu(&page)?);
    }
    Ok(files)
}

/// A page that stands alone, with the menu of the site.
fn with_menu(page: &str) -> Result<Vec<u8>, StudyError> {
    #[derive(Serialize)]
    struct Menu {
        root: &'static str,
    }
    let menu = String::from_utf8_lossy(&render("nav.html", &Menu { root: "" })?).into_owned();
    Ok(page.replacen("<main>", &format!("{menu}<main>"), 1).into_bytes())
}

fn add_index(records: &[(StudyRecord, bool)], files: &mut Files) -> Result<(), StudyError> {
    #[derive(Serialize)]
    struct Shown<'a> {
        studies: Vec<StudyView<'a>>,
    }
    let studies = records.iter().map(|(record, figure)| StudyView { figure: *figure, record });
    let shown = Shown { studies: studies.collect() };
    files
        .insert("index.html".to_owned(), render("index.html", &Page { title: "Findings", root: "", shown })?);
    #[derive(Serialize)]
    struct Feed<'a> {
        items: Vec<Item<'a>>,
    }
    let items = records.iter().flat_map(|(record, _)| {
        let item =
            |(number, claim)| Item { says: claim, link: format!("studies/{}.html#{number}", record.study) };
        (1..).zip(record.claims.iter().map(|claim| claim.says.as_str())).map(item)
    });
    files.insert("feed.xml".to_owned(), render("feed.xml", &Feed { items: items.collect() })?);
    Ok(())
}

fn add_values(from: &Sources, files: &mut Files) -> Result<(), StudyError> {
    let mut values = Vec::new();
    for (table, manifest) in
        [(from.table()?, "certificates.json"), (from.rulesets()?, "certificates-rulesets.json")]
    {
        let certificates: Vec<CertificateRecord> = from.read(manifest)?;
        for record in table.records() {
            let is_of = |certificate: &&CertificateRecord| {
                let name = certificate.preset.as_ref().or(certificate.ruleset.as_ref());
                certificate.board == record.board && name.unwrap_or(&certificate.ko) == record.name()
            };
            let mut value = value(record);
            if let Some(certificate) = certificates.iter().find(is_of) {
                files.insert(certificate.file.clone(), from.file(&certificate.file)?);
                value.certificate = Some(certificate.file.clone());
                value.bytes = certificate.digest.bytes;
            }
            values.push(value);
        }
    }
    for cell in from.frontier()?.cells {
        let command = Some(cell.certificate.command.clone());
        values.push(Value { command, ..value(&cell.record) });
    }
    #[derive(Serialize)]
    struct Shown {
        values: Vec<Value>,
    }
    let page = Page { title: "Search values", root: "", shown: Shown { values } };
    files.insert("values.html".to_owned(), render("values.html", &page)?);
    Ok(())
}

fn value(record: &Record) -> Value {
    Value {
        board: record.board.to_string(),
        rule: record.name().to_owned(),
        value: record.headline(),
        best: record.best_moves().join(" "),
        certificate: None,
        bytes: 0,
        command: None,
    }
}

fn add_graphs(from: &Sources, files: &mut Files) -> Result<(), StudyError> {
    let all = from.graphs()?;
    let mut graphs = Vec::new();
    for (number, graph) in (1..).zip(&all.graphs) {
        let id = format!("g{number}");
        let drawing = board_svg(&graph.board, Position::EMPTY, &[])?;
        files.insert(format!("graphs/{id}.svg"), drawing.into_bytes());
        graphs.push(graph_view(id, graph));
    }
    #[derive(Serialize)]
    struct Shown {
        points: u8,
        graphs: Vec<GraphView>,
    }
    let shown = Shown { points: all.points, graphs };
    files
        .insert("graphs.html".to_owned(), render("graphs.html", &Page { title: "Graphs", root: "", shown })?);
    Ok(())
}

fn graph_view(id: String, graph: &Graph) -> GraphView {
    let names: Vec<String> = [graph.board].iter().chain(&graph.names).map(ToString::to_string).collect();
    let value = |cell: &kosolver_report::GraphCell| GraphValue {
        rule: cell.rules.name().to_owned(),
        value: cell.headline(),
    };
    GraphView {
        id,
        name: names.join(", "),
        edges: graph.edges,
        automorphisms: graph.automorphisms,
        positions: graph.legal_positions,
        values: graph.values.iter().map(value).collect(),
    }
}

fn render(template: &str, view: &impl Serialize) -> Result<Vec<u8>, StudyError> {
    let made = || {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?;
        environment.set_syntax(syntax);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        environment.get_template(template)?.render(Serde(view))
    };
    let text: String = made().map_err(RenderError::Template)?;
    Ok((text.trim_end().to_owned() + "\n").into_bytes())
}
