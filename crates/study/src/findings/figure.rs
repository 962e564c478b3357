//! The drawing of what a solver with a position cache prints.

use std::fmt::Write;

/// A board.
pub(crate) struct Row {
    pub label: String,
    /// The largest score there can be.
    pub reach: i64,
    /// The true value.
    pub right: i64,
    /// How often it is printed, in words.
    pub share: String,
    /// What is printed, and how often.
    pub printed: Vec<(i64, usize)>,
}

/// Pixels: of a point of score, of a row, and around.
const STEP: i64 = 34;
const HEIGHT: i64 = 38;
const LEFT: i64 = 70;
const TOP: i64 = 64;

/// Light and dark, as the page around it.
const STYLE: &str = "<style>text { fill: #222 } .ground { fill: #fff } path { stroke: #ccc } \
    @media (prefers-color-scheme: dark) { text { fill: #eceae5 } .ground { fill: #17181a } path { stroke: #55565a } }</style>";

/// A disc for each score that is printed, as large as it is printed often; blue where it is right.
pub(crate) fn printed(rows: &[Row]) -> String {
    let reach = rows.iter().map(|row| row.reach).max().unwrap_or(1);
    let (width, height) = (LEFT + (2 * reach + 1) * STEP + 120, TOP + HEIGHT * rows.len() as i64 + 40);
    let x = |score: i64| LEFT + (score + reach) * STEP + STEP / 2;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>What a solver prints that caches \
         positions</title>\n{STYLE}\n<rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    let mut text = |x: i64, y: i64, anchor: &str, words: &str| {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{words}</text>");
    };
    text(
        LEFT,
        22,
        "start",
        "What a solver that caches positions prints, by the order in which it tries moves.",
    );
    text(
        LEFT,
        42,
        "start",
        "The larger a disc, the more often that score is printed. Blue: right. Orange: wrong.",
    );
    text(width - 10, 42, "end", "right");
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + HEIGHT * place as i64 + HEIGHT / 2;
        text(LEFT - 12, y + 5, "end", &row.label);
        text(width - 10, y + 5, "end", &row.share);
    }
    for score in -reach..=reach {
        text(x(score), height - 14, "middle", &score.to_string().replace('-', "−"));
    }
    for (place, row) in rows.iter().enumerate() {
        let y = TOP + HEIGHT * place as i64 + HEIGHT / 2;
        let (from, to) = (x(-row.reach), x(row.reach));
        let _ = writeln!(svg, "<path d=\"M{from} {y}H{to}\"/>");
        let all: usize = row.printed.iter().map(|(_, count)| count).sum();
        for (score, count) in &row.printed {
            // The area is the share; a disc of all has a radius of 17.
            let radius = (17.0 * (*count as f64 / all.max(1) as f64).sqrt()).max(2.5);
            let colour = if *score == row.right { "#1f6fb4" } else { "#d9822b" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{}\" cy=\"{y}\" r=\"{radius:.1}\" fill=\"{colour}\"/>",
                x(*score)
            );
        }
        let _ = writeln!(
            svg,
            "<circle cx=\"{}\" cy=\"{y}\" r=\"18\" fill=\"none\" stroke=\"#1f6fb4\" stroke-dasharray=\"2 3\"/>",
            x(row.right)
        );
    }
    svg + "</svg>\n"
}
