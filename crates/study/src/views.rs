//! The views of the manifest: files that people and programs read.

use std::collections::BTreeMap;

use kosolver_board::{Board, Position, Symmetry, connected_graphs, count_legal, distinct, known_names};
use kosolver_record::Player;
use kosolver_report::{
    CertificateRecord, Comparison, Cost, Costs, Difference, EffortRecord, Format, FrontierCell,
    FrontierCertificate, FrontierCost, FrontierRecord, Graph, GraphCell, Graphs, PlayerBounds, PlayersCell,
    PlayersTable, Record, RenderError, SolvedGraph, Table, TablebaseCell, TablebaseFile, TablebaseRecord,
    WIDTH, json, sorted_json,
};
use kosolver_rules::Suicide;

use crate::asked::{Asked, List};
use crate::census::Census;
use crate::certificates::quoted;
use crate::column::Column;
use crate::error::PublicationError;
use crate::found::{Cell, Found, FoundTablebase, FoundValue};
use crate::graph_findings::findings;
use crate::maker::record_of;
use crate::manifest::Manifest;
use crate::plan::GRAPH_NODES;
use crate::players::PlayersSurvey;

/// Files, by their path below the directory of results.
pub type Files = BTreeMap<String, Vec<u8>>;

/// A cell of some list, with its rules and what was found.
type Of<'a, T> = (&'a Asked, &'a Column, &'a T);

/// The views of a manifest.
///
/// # Errors
/// If a library refuses to render.
pub fn views(manifest: &Manifest) -> Result<Files, PublicationError> {
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    for (list, names) in [
        (List::Kee, ["kee.json", "kee.md", "certificates.json"]),
        (List::Rulesets, ["rulesets.json", "rulesets.md", "certificates-rulesets.json"]),
    ] {
        let cells = rectangle(values(manifest, list));
        if !cells.is_empty() {
            let table = Table::new(cells.iter().map(record).collect::<Result<_, _>>()?);
            texts.insert(names[0], Format::Json.table(&table, WIDTH)?);
            texts.insert(names[1], Format::Markdown.table(&table, WIDTH)?);
            texts.insert(names[2], json(&certificates(&cells))?);
        }
    }
    for (list, names) in [
        (List::Frontier, ["frontier.json", "frontier-costs.json", "frontier.md"]),
        (
            List::FrontierRulesets,
            ["frontier-rulesets.json", "frontier-rulesets-costs.json", "frontier-rulesets.md"],
        ),
    ] {
        if let Some(made) = frontier(manifest, list)? {
            texts.extend(names.into_iter().zip(made));
        }
    }
    if let Some(costs) = costs(manifest) {
        texts.insert("costs.json", json(&costs)?);
    }
    if let Some(comparison) = comparison(manifest) {
        texts.insert("separators.json", Format::Json.comparison(&comparison, WIDTH)?);
        texts.insert("separators.md", Format::Markdown.comparison(&comparison, WIDTH)?);
    }
    if let Some(graphs) = graphs(manifest) {
        texts.insert("graphs.json", json(&graphs)?);
        texts.insert("graphs.md", graphs.markdown()?);
    }
    if let Some(tablebases) = tablebases(manifest)? {
        texts.insert("tablebases.json", sorted_json(&tablebases)?);
        texts.insert("tablebases.md", tablebases.markdown()?);
    }
    if let Some(players) = players(manifest) {
        texts.insert("players.json", json(&players)?);
        texts.insert("players.md", players.markdown()?);
    }
    Ok(texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect())
}

/// The cells of a list with their rules, in order.
fn of<'a, T>(manifest: &'a Manifest, list: List, found: fn(&'a Found) -> Option<&'a T>) -> Vec<Of<'a, T>> {
    let cells = manifest.cells().filter(|cell| cell.asked.list == list);
    cells
        .filter_map(|Cell { asked, found: made }| Some((asked, asked.rules.as_ref()?, found(made)?)))
        .collect()
}

fn values(manifest: &Manifest, list: List) -> Vec<Of<'_, FoundValue>> {
    of(manifest, list, |found| if let Found::Value(found) = found { Some(&**found) } else { None })
}

/// Those boards of a table that have a cell under every rule: a board that is at work has no row yet.
fn rectangle<T>(cells: Vec<Of<'_, T>>) -> Vec<Of<'_, T>> {
    let columns = distinct(cells.iter().map(|(_, column, _)| *column));
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (asked, ..) in &cells {
        *counts.entry(asked.board.to_string()).or_default() += 1;
    }
    let whole = |asked: &Asked| counts.get(&asked.board.to_string()) == Some(&columns.len());
    cells.into_iter().filter(|(asked, ..)| whole(asked)).collect()
}

fn record(cell: &Of<'_, FoundValue>) -> Result<Record, RenderError> {
    let (asked, column, found) = *cell;
    Ok(record_of(asked, column, found.clone())?)
}

/// The certificates of a table that are kept.
fn certificates(cells: &[Of<'_, FoundValue>]) -> Vec<CertificateRecord> {
    let kept = cells.iter().filter_map(|(asked, column, found)| {
        let certificate = found.certificate.as_ref()?;
        let file = certificate.file.clone()?;
        let Record { preset, ruleset, .. } = column.label(record_of(asked, column, (*found).clone()).ok()?);
        Some(CertificateRecord {
            board: asked.board,
            preset,
            ruleset,
            ko: column.rules.ko().name().to_owned(),
            suicide: column.rules.suicide().to_string(),
            command: asked.command(column, Some(&file)),
            file,
            digest: certificate.digest.clone(),
        })
    });
    kept.collect()
}

/// A frontier: its cells, what they took, its page.
fn frontier(manifest: &Manifest, list: List) -> Result<Option<[String; 3]>, PublicationError> {
    let (mut cells, mut costs) = (Vec::new(), Vec::new());
    for cell in values(manifest, list) {
        let (asked, column, found) = cell;
        // One that is still open is not shown.
        let (Some(certificate), Some(nodes)) = (&found.certificate, found.nodes) else { continue };
        let (seconds, megabytes) = (found.seconds.unwrap_or_default(), found.megabytes.unwrap_or_default());
        costs.push(FrontierCost {
            board: asked.board,
            rules: column.rules_name(),
            nodes,
            seconds,
            megabytes,
        });
        cells.push(FrontierCell {
            record: record(&cell)?,
            guess: asked.options.guess,
            variation: found.variation.clone(),
            nodes,
            value_nodes: found.value_nodes,
            guided: asked.options.is_guided(),
            certificate: FrontierCertificate {
                digest: certificate.digest.clone(),
                command: asked.command(column, None),
            },
        });
    }
    if cells.is_empty() {
        return Ok(None);
    }
    let there = manifest.cells().filter(|_| list == List::Frontier).filter_map(|Cell { asked, found }| {
        let (Found::Difference(found), Some(one), Some(other)) = (found, &asked.rules, &asked.against) else {
            return None;
        };
        Some(Difference {
            board: asked.board,
            rules: [one, other].map(|column| column.title().to_owned()),
            values: found.values,
            parting: found.parting.clone(),
        })
    });
    let frontier = FrontierRecord { cells, differences: there.collect() };
    Ok(Some([sorted_json(&frontier)?, sorted_json(&costs)?, frontier.markdown(&costs)?]))
}

fn costs(manifest: &Manifest) -> Option<Costs> {
    let cells =
        of(manifest, List::Costs, |found| if let Found::Cost(cost) = found { Some(cost) } else { None });
    let cost = |(asked, column, found): Of<'_, EffortRecord>| {
        let board = asked.board;
        Cost {
            board,
            rows: board.rows(),
            columns: board.columns(),
            legal_positions: count_legal(&board) as u64,
            rules: column.rules_name(),
            effort: found.clone(),
        }
    };
    let cells: Vec<Cost> = cells.into_iter().map(cost).collect();
    (!cells.is_empty()).then(|| Costs::new(cells))
}

fn comparison(manifest: &Manifest) -> Option<Comparison> {
    let found = manifest.cells().filter_map(|cell| match &cell.found {
        Found::Starts(found) => Some((**found).clone()),
        _ => None,
    });
    let found: Vec<_> = found.collect();
    let columns = |names: &[String]| {
        names.iter().filter_map(|name| Some(Column::of_ko(name.parse().ok()?, Suicide::Forbidden))).collect()
    };
    let boards = found.iter().map(|found| (found.board, columns(&found.rules))).collect();
    (!found.is_empty()).then(|| Census { boards }.comparison(found))
}

/// The survey of graphs: those that have a cell under every rule.
fn graphs(manifest: &Manifest) -> Option<Graphs> {
    let cells = rectangle(values(manifest, List::Graphs));
    let points = cells.iter().map(|(asked, ..)| asked.board.points()).max()?;
    let mut columns: Vec<Column> = Vec::new();
    let mut known: BTreeMap<String, Vec<GraphCell>> = BTreeMap::new();
    let mut nodes: Option<u64> = None;
    for (asked, column, found) in cells {
        if !columns.contains(column) {
            columns.push(column.clone());
        }
        let options = &asked.options;
        if !found.is_solved() {
            nodes = nodes.map_or(options.nodes, |least| options.nodes.map(|nodes| nodes.min(least)));
        }
        let solved = found.certificate.as_ref().map(|certificate| SolvedGraph {
            value: found.value,
            guess: options.guess,
            certificate: certificate.digest.clone(),
        });
        let nodes = found.nodes.or(options.nodes).unwrap_or_default();
        let cell = GraphCell { rules: column.rules_name(), nodes, solved };
        known.entry(asked.board.to_string()).or_default().push(cell);
    }
    // Fewest points first, then fewest edges.
    let boards: Vec<Board> = (1..=points).flat_map(connected_graphs).collect();
    let boards: Vec<Board> =
        boards.into_iter().filter(|board| known.contains_key(&board.to_string())).collect();
    let graph = |board: &Board| Graph {
        board: *board,
        names: known_names(board),
        points: board.points(),
        edges: board.edges().count(),
        automorphisms: Symmetry::all(board).len(),
        legal_positions: count_legal(board) as u64,
        values: known[&board.to_string()].clone(),
    };
    let graphs: Vec<Graph> = boards.iter().map(graph).collect();
    Some(Graphs {
        title: "Every small connected graph as a board".to_owned(),
        format: 1,
        points,
        suicide: Some(Suicide::Forbidden.to_string()),
        nodes: nodes.unwrap_or(GRAPH_NODES),
        rules: columns.iter().map(Column::spelled_out).collect(),
        findings: findings(&columns, &boards, &graphs),
        graphs,
    })
}

fn tablebases(manifest: &Manifest) -> Result<Option<TablebaseRecord>, PublicationError> {
    fn found(found: &Found) -> Option<&FoundTablebase> {
        if let Found::Tablebase(found) = found { Some(found) } else { None }
    }
    let cell = |(asked, column, found): Of<'_, FoundTablebase>| {
        let FoundTablebase { value, openings, distances, stats, bytes, sha256 } = found.clone();
        let (board, rules) = (asked.board.to_string(), &column.rules);
        let (ko, suicide) = (rules.ko(), rules.suicide());
        let name = format!("{}-{ko}-{suicide}.ktb", board.replace(':', "-"));
        let (of, name) = (quoted(&board), quoted(&name));
        let command = format!("kosolver tablebase build {of} --ko {ko} --suicide {suicide} --out {name}");
        let plain = record_of(asked, column, FoundValue::of(value, openings))?;
        Ok(TablebaseCell { record: plain, distances, stats, file: TablebaseFile { bytes, sha256, command } })
    };
    let cells = of(manifest, List::Tablebases, found).into_iter().map(cell);
    let cells = cells.collect::<Result<Vec<_>, kosolver_rules::Error>>()?;
    Ok((!cells.is_empty()).then_some(TablebaseRecord { cells }))
}

fn players(manifest: &Manifest) -> Option<PlayersTable> {
    fn found(found: &Found) -> Option<&Vec<PlayerBounds>> {
        if let Found::Guarantees(found) = found { Some(found) } else { None }
    }
    let cell = |(asked, column, found): Of<'_, Vec<PlayerBounds>>| PlayersCell {
        board: asked.board,
        ko: column.rules.ko().name().to_owned(),
        position: Position::EMPTY.text(&asked.board),
        to_play: Player::FIRST.to_string(),
        guarantees: found.clone(),
    };
    let mut cells: Vec<PlayersCell> = of(manifest, List::Players, found).into_iter().map(cell).collect();
    let place = |cell: &PlayersCell| {
        let board = cell.board.to_string();
        PlayersSurvey::BOARDS.iter().position(|known| *known == board).unwrap_or(usize::MAX)
    };
    cells.sort_by_key(place);
    (!cells.is_empty()).then(|| PlayersSurvey::published(Vec::new()).table(cells))
}
