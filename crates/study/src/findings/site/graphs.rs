//! Every small graph, drawn, with its values.

use kosolver_board::{Colour, Position};
use kosolver_report::{Graph, GraphCell, board_svg, explorer_query};
use serde::Serialize;

use super::Site;
use crate::findings::error::StudyError;

/// The graphs of so many points.
#[derive(Serialize)]
struct Size {
    points: u8,
    graphs: Vec<GraphView>,
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
    /// Its address in the explorer, after the `?`.
    explore: String,
}

/// Adds the page and the drawings.
///
/// # Errors
/// [`StudyError::Read`] if the graphs are not published.
pub(super) fn add(site: &mut Site) -> Result<(), StudyError> {
    let all = site.from.graphs()?;
    let mut sizes: Vec<Size> = Vec::new();
    for (number, graph) in (1..).zip(&all.graphs) {
        let id = format!("g{number}");
        let drawing = board_svg(&graph.board, Position::EMPTY, &[])?;
        site.files.insert(format!("graphs/{id}.svg"), drawing.into_bytes());
        let points = graph.board.points();
        if sizes.last().is_none_or(|size| size.points != points) {
            sizes.push(Size { points, graphs: Vec::new() });
        }
        if let Some(size) = sizes.last_mut() {
            size.graphs.push(view(id, graph));
        }
    }
    #[derive(Serialize)]
    struct Shown {
        points: u8,
        sizes: Vec<Size>,
    }
    site.add("graphs.html", "graphs.html", "Graphs", Shown { points: all.points, sizes })
}

fn view(id: String, graph: &Graph) -> GraphView {
    let names: Vec<String> = [graph.board].iter().chain(&graph.names).map(ToString::to_string).collect();
    let board = graph.board.to_string();
    let value = |cell: &GraphCell| GraphValue {
        rule: cell.rules.name().to_owned(),
        value: cell.headline(),
        explore: explorer_query::<&str>(&board, &[cell.rules.name()], "", Colour::Black, &[]),
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
