//! A comparison as text, Markdown, CSV and JSON.

use crate::comparison::{Comparison, Separator, Solved};
use crate::format::{Format, RenderError, csv, json};
use crate::page::page;
use crate::parting::Event;
use crate::text::fill;

impl Format {
    /// A comparison in this format; text at most so many columns wide where its words allow it.
    ///
    /// # Errors
    /// [`RenderError`] if the records contradict themselves.
    pub fn comparison(self, comparison: &Comparison, width: u16) -> Result<String, RenderError> {
        let page = |template| Ok(page(template, comparison.view(width)?, width)?);
        match self {
            Format::Text => page("comparison.txt"),
            Format::Markdown => page("comparison.md"),
            Format::Csv => comparison.csv(),
            Format::Json => Ok(json(comparison)?),
            Format::Html => page("comparison.html"),
        }
    }
}

impl Comparison {
    /// Of each board how often two rules differ, without the starts on which they do; text at most so many columns
    /// wide.
    ///
    /// # Errors
    /// [`RenderError`] if the records contradict themselves.
    pub fn summary(&self, width: u16) -> Result<String, RenderError> {
        let mut summary = self.clone();
        let left_out: usize =
            summary.boards.iter_mut().map(|board| std::mem::take(&mut board.separators).len()).sum();
        let more = format!(
            "`--all` shows the {left_out} starts that set rules apart most or first, and `--ko A,B` two rules alone."
        );
        let more = if left_out > 0 { fill("", &more, width) + "\n" } else { String::new() };
        Ok(page("comparison.txt", summary.view(width)?, width)? + &more)
    }

    /// A line for each pair of rules on each board.
    fn csv(&self) -> Result<String, RenderError> {
        let mut rows = Vec::new();
        // A suicide rule only where all rules have the same, and players only where both start.
        let suicide = |name: &str| name != "suicide" || self.suicide.is_some();
        let both = self.boards.iter().any(|board| board.both_to_play);
        let shown = |name: &str| suicide(name) && (both || !name.ends_with("_to_play"));
        for board in &self.boards {
            for pair in &board.pairs {
                let [one, other] = &pair.rules;
                let value = |separator: &Option<Separator>, name: &str| {
                    let start = separator.as_ref().and_then(|separator| board.start(separator));
                    start.and_then(|start| start.under(name)).map(Solved::headline).unwrap_or_default()
                };
                let position = |separator: &Option<Separator>| {
                    separator.as_ref().map(|separator| separator.position.clone()).unwrap_or_default()
                };
                let first = |separator: &Option<Separator>| {
                    separator.as_ref().map(|separator| separator.first().to_string()).unwrap_or_default()
                };
                let parting = pair.smallest.as_ref().map(|separator| &separator.parting);
                let (by, made) = match parting.map(|parting| &parting.event) {
                    Some(Event::Prohibited { by, made, .. }) => (by.clone(), made.clone()),
                    _ => Default::default(),
                };
                let fields = [
                    ("board", board.board.to_string()),
                    ("positions", board.positions.to_string()),
                    ("starts", board.starts.to_string()),
                    ("one", one.clone()),
                    ("other", other.clone()),
                    ("suicide", self.suicide.clone().unwrap_or_default()),
                    ("differ", pair.differ.to_string()),
                    ("sum", pair.sum.to_string()),
                    ("largest", pair.largest.to_string()),
                    ("smallest", position(&pair.smallest)),
                    ("smallest_to_play", first(&pair.smallest)),
                    ("smallest_one", value(&pair.smallest, one)),
                    ("smallest_other", value(&pair.smallest, other)),
                    ("parting", parting.map(|parting| parting.line.join(" ")).unwrap_or_default()),
                    ("prohibited_by", by),
                    ("prohibited_move", made),
                    ("swing", position(&pair.swing)),
                    ("swing_to_play", first(&pair.swing)),
                    ("swing_one", value(&pair.swing, one)),
                    ("swing_other", value(&pair.swing, other)),
                ];
                rows.push(fields.into_iter().filter(|(name, _)| shown(name)).collect());
            }
        }
        csv(rows)
    }
}
