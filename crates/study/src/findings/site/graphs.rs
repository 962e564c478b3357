//! Every small graph, drawn, with its values.

use kosolver_board::{Colour, Position};
use kosolver_report::{Graph, GraphCell, board_svg, explorer_query};
use minijinja::context;
use minijinja::value::Value;

use super::Site;
use crate::error::PublicationError;

/// Adds the page and the drawings.
pub(super) fn add(site: &mut Site) -> Result<(), PublicationError> {
    let all = site.from.small_graphs()?;
    let mut number = 0;
    let mut sizes: Vec<Value> = Vec::new();
    for size in all.graphs.chunk_by(|one, next| one.points == next.points) {
        let mut graphs = Vec::new();
        for graph in size {
            number += 1;
            let id = format!("g{number}");
            let drawing = board_svg(&graph.board, Position::EMPTY, &[])?;
            site.files.insert(format!("graphs/{id}.svg"), drawing.into_bytes());
            graphs.push(view(id, graph));
        }
        sizes.push(context! { points => size[0].points, graphs });
    }
    site.add("graphs.html", "graphs.html", "Graphs", context! { points => all.points, sizes })
}

fn view(id: String, graph: &Graph) -> Value {
    let names: Vec<String> = [graph.board].iter().chain(&graph.names).map(ToString::to_string).collect();
    let board = graph.board.to_string();
    let value = |cell: &GraphCell| {
        context! {
            rule => cell.rules.name(),
            value => cell.headline(),
            // Its address in the explorer, after the `?`.
            explore => explorer_query::<&str>(&board, &[cell.rules.name()], "", Colour::Black, &[]),
        }
    };
    context! {
        id,
        name => names.join(", "),
        edges => graph.edges,
        automorphisms => graph.automorphisms,
        positions => graph.legal_positions,
        values => graph.values.iter().map(value).collect::<Vec<Value>>(),
    }
}
