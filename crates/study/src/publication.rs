//! The files of published results.

use std::collections::BTreeMap;

use kosolver_report::{
    CertificateRecord, Comparison, Format, FrontierCost, FrontierRecord, Graphs, Record, RenderError, Table,
    WIDTH, json, sorted_json,
};

use crate::certificates::{CertificateFile, quoted};
use crate::column::Column;
use crate::error::PublicationError;
use crate::kind::Kind;
use crate::survey::Cell;

/// Files, by their path below the directory of results.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files of a published table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publication {
    pub(crate) kind: Kind,
    /// What is in each file.
    pub files: Files,
    /// The cells in the order of the table, each with the path of its certificate.
    pub(crate) cells: Vec<(Record, Option<String>)>,
}

fn files<const N: usize>(texts: [(String, String); N]) -> Files {
    texts.map(|(name, text)| (name, text.into_bytes())).into()
}

impl Publication {
    /// The files for the solved cells of a survey.
    ///
    /// # Errors
    /// [`PublicationError`] if a library refuses to render or compress; results give it no
    /// reason to.
    pub fn of(cells: Vec<Cell>) -> Result<Publication, PublicationError> {
        let table = Table::new(cells.iter().map(|(record, _)| record.clone()).collect());
        let kind = Kind::of_table(&table);
        let mut files = Files::new();
        let mut named = Vec::new();
        let mut manifest = Vec::new();
        for (record, certificate) in cells {
            let Some(certificate) = certificate else {
                named.push((record, None));
                continue;
            };
            let CertificateFile { bytes, digest } = certificate;
            let column = Column::of_record(&record).map_err(RenderError::from)?;
            let board = record.board.to_string();
            let file = kind.certificate(&record.board, &column);
            let suicide =
                if column.name.is_none() { format!(" --suicide {}", record.suicide) } else { String::new() };
            manifest.push(CertificateRecord {
                board: record.board,
                preset: record.preset.clone(),
                ruleset: record.ruleset.clone(),
                ko: record.ko.clone(),
                suicide: record.suicide.clone(),
                command: format!(
                    "kosolver solve {} {}{suicide} --certificate {file}",
                    quoted(&board),
                    column.options()
                ),
                file: file.clone(),
                digest,
            });
            files.insert(file.clone(), bytes);
            named.push((record, Some(file)));
        }
        if !manifest.is_empty() {
            let list = json(&manifest)?;
            files.insert(kind.manifest(), list.into_bytes());
        }
        for format in [Format::Json, Format::Markdown] {
            files.insert(kind.table(format), format.table(&table, WIDTH)?.into_bytes());
        }
        Ok(Publication { kind, files, cells: named })
    }
}

/// The files of a published comparison.
///
/// # Errors
/// [`RenderError`] if a library refuses to render.
pub fn comparison_files(comparison: &Comparison) -> Result<Files, RenderError> {
    let kind = Kind::of_comparison(comparison);
    let file = |format: Format| {
        Ok::<_, RenderError>((kind.comparison(format), format.comparison(comparison, WIDTH)?))
    };
    Ok(files([file(Format::Json)?, file(Format::Markdown)?]))
}

/// The files of a published survey of graphs.
///
/// # Errors
/// [`RenderError`] if a library refuses to render.
pub fn graph_files(graphs: &Graphs) -> Result<Files, RenderError> {
    let kind = Kind::of_graphs(graphs);
    Ok(files([
        (kind.graphs(Format::Json), json(graphs)?),
        (kind.graphs(Format::Markdown), graphs.markdown()?),
    ]))
}

/// The files of a frontier.
pub(crate) fn frontier_files(
    kind: Kind,
    record: &FrontierRecord,
    costs: &[FrontierCost],
) -> Result<Files, RenderError> {
    let [cells, took, page] = kind.frontier();
    Ok(files([(cells, sorted_json(record)?), (took, sorted_json(&costs)?), (page, record.markdown(costs)?)]))
}
