//! A survey of graphs in every format.

use serde::Serialize;

use crate::format::RenderError;
use crate::graphs::{Findings, Graph, GraphCell, Graphs, OfRule};
use crate::page::page;
use crate::rules::{NamedRules, NamedRulesView};
use crate::text::{WIDTH, fill_items};

/// A survey as templates see it.
#[derive(Serialize)]
struct GraphsView<'a> {
    title: &'a str,
    points: u8,
    suicide: Option<&'a str>,
    /// What the rules have in common.
    setting: String,
    nodes: u64,
    /// The names of the rules, in order.
    names: Vec<&'a str>,
    rules: Vec<NamedRulesView<'a>>,
    findings: &'a Findings,
    /// The findings, each with the name of its rule.
    named: Vec<NamedFinding<'a>>,
    graphs: &'a [Graph],
    headlines: Vec<Vec<String>>,
    /// The values of a graph under the names of the rules, for a terminal.
    lines: Vec<String>,
    /// How many graphs are named where two rules differ.
    most: usize,
    endless: bool,
}

#[derive(Serialize)]
struct NamedFinding<'a> {
    name: &'a str,
    #[serde(flatten)]
    of: &'a OfRule,
}

impl Graphs {
    /// How many graphs are named where two rules differ.
    pub const NAMED: usize = 12;

    /// For a terminal: at most so many columns wide where its words allow it.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn text(&self, width: u16) -> Result<String, RenderError> {
        Ok(page("graphs.txt", self.view(width), width)?)
    }

    /// As a document.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn markdown(&self) -> Result<String, RenderError> {
        Ok(page("graphs.md", self.view(WIDTH), WIDTH)?)
    }

    /// For a program.
    ///
    /// # Errors
    /// If the JSON library refuses; graphs give it no reason to.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    fn view(&self, width: u16) -> GraphsView<'_> {
        let headlines = |graph: &Graph| graph.values.iter().map(GraphCell::headline).collect();
        let line = |graph: &Graph| {
            let value = |cell: &GraphCell| format!("{} {}", cell.rules.name(), cell.headline());
            fill_items("  ", &graph.values.iter().map(value).collect::<Vec<_>>(), width)
        };
        let named = |of| NamedFinding { name: OfRule::name(of), of };
        GraphsView {
            title: &self.title,
            points: self.points,
            suicide: self.suicide.as_deref(),
            setting: match &self.suicide {
                Some(suicide) => format!("area scoring, komi 0, suicide {suicide}"),
                None => "each ruleset with its own scoring, komi and suicide".to_owned(),
            },
            nodes: self.nodes,
            names: self.rules.iter().map(NamedRules::name).collect(),
            rules: self.rules.iter().map(NamedRules::view).collect(),
            findings: &self.findings,
            named: self.findings.rules.iter().map(named).collect(),
            graphs: &self.graphs,
            headlines: self.graphs.iter().map(headlines).collect(),
            lines: self.graphs.iter().map(line).collect(),
            most: Graphs::NAMED,
            endless: self.rules.iter().any(|rules| rules.rules.no_result.is_some()),
        }
    }
}

impl OfRule {
    /// The name of the rule.
    pub fn name(&self) -> &str {
        self.rules.name()
    }
}
