//! A comparison as text, Markdown, CSV and JSON.

use comfy_table::{Table as Grid, presets};

use crate::page::page;
use crate::view::Entry;
use crate::{Comparison, Event, Format, RenderError, Separator};

impl Format {
    /// A comparison in this format.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses; the records give it no reason to.
    pub fn comparison(self, comparison: &Comparison) -> Result<String, RenderError> {
        Ok(match self {
            Format::Text => page("comparison.txt", comparison.view())?,
            Format::Markdown => page("comparison.md", comparison.view())?,
            Format::Csv => comparison.csv()?,
            Format::Json => serde_json::to_string_pretty(comparison)? + "\n",
            Format::Latex => page("comparison.tex", comparison.view())?,
            Format::Html => page("comparison.html", comparison.view())?,
        })
    }
}

impl Comparison {
    /// A line for each pair of rules on each board.
    fn csv(&self) -> Result<String, RenderError> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "board",
            "positions",
            "starts",
            "one",
            "other",
            "suicide",
            "differ",
            "sum",
            "largest",
            "smallest",
            "smallest_one",
            "smallest_other",
            "parting",
            "prohibited_by",
            "prohibited_move",
            "swing",
            "swing_one",
            "swing_other",
        ])?;
        for board in &self.boards {
            for pair in &board.pairs {
                let value = |separator: &Option<Separator>, name: &str| {
                    let position = &separator.as_ref()?.position;
                    let start = board.separators.iter().find(|start| start.position == *position)?;
                    Some(start.values.iter().find(|solved| solved.ko == name)?.headline())
                };
                let position = |separator: &Option<Separator>| {
                    separator.as_ref().map(|separator| separator.position.clone()).unwrap_or_default()
                };
                let parting = pair.smallest.as_ref().map(|separator| &separator.parting);
                let (by, made) = match parting.map(|parting| &parting.event) {
                    Some(Event::Prohibited { by, made, .. }) => (*by, made.as_str()),
                    _ => ("", ""),
                };
                let [one, other] = pair.rules;
                writer.write_record([
                    &board.board,
                    &board.positions.to_string(),
                    &board.starts.to_string(),
                    one,
                    other,
                    &self.suicide,
                    &pair.differ.to_string(),
                    &pair.sum.to_string(),
                    &pair.largest.to_string(),
                    &position(&pair.smallest),
                    &value(&pair.smallest, one).unwrap_or_default(),
                    &value(&pair.smallest, other).unwrap_or_default(),
                    &parting.map(|parting| parting.line.join(" ")).unwrap_or_default(),
                    by,
                    made,
                    &position(&pair.swing),
                    &value(&pair.swing, one).unwrap_or_default(),
                    &value(&pair.swing, other).unwrap_or_default(),
                ])?;
            }
        }
        writer.flush().map_err(csv::Error::from)?;
        let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The matrix of a board, drawn.
pub(crate) fn grid(rules: &[&str], matrix: &[Vec<Entry>]) -> String {
    let names = || rules.iter().map(|ko| (*ko).to_owned());
    let mut grid = Grid::new();
    grid.load_style(presets::NOTHING);
    grid.set_header(std::iter::once(String::new()).chain(names()));
    for (name, row) in names().zip(matrix) {
        let entries = row.iter().map(|entry| match entry.differ {
            None => String::new(),
            Some(0) => "–".to_owned(),
            Some(differ) => format!("{differ} (≤ {})", entry.largest),
        });
        grid.add_row(std::iter::once(name).chain(entries));
    }
    grid.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}
