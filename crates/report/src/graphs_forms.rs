//! A survey of graphs in every format.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::format::RenderError;
use crate::graphs::{Graph, GraphCell, Graphs, OfRule};
use crate::page::page;
use crate::rules::NamedRules;
use crate::text::{WIDTH, fill_items};

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

    fn view(&self, width: u16) -> Value {
        let headlines = |graph: &Graph| graph.values.iter().map(GraphCell::headline).collect::<Vec<String>>();
        let line = |graph: &Graph| {
            let value = |cell: &GraphCell| format!("{} {}", cell.rules.name(), cell.headline());
            fill_items("  ", &graph.values.iter().map(value).collect::<Vec<_>>(), width)
        };
        let named = |of: &OfRule| context! { name => of.name(), ..Serde(of) };
        let setting = match &self.suicide {
            Some(suicide) => format!("area scoring, komi 0, suicide {suicide}"),
            None => "each ruleset with its own scoring, komi and suicide".to_owned(),
        };
        context! {
            title => &self.title,
            points => self.points,
            suicide => self.suicide.as_deref(),
            // What the rules have in common.
            setting,
            nodes => self.nodes,
            names => self.rules.iter().map(|rules| rules.name().to_owned()).collect::<Vec<String>>(),
            rules => self.rules.iter().map(NamedRules::view).collect::<Vec<Value>>(),
            findings => Serde(&self.findings),
            // The findings, each with the name of its rule.
            named => self.findings.rules.iter().map(named).collect::<Vec<Value>>(),
            graphs => Serde(&self.graphs),
            headlines => self.graphs.iter().map(headlines).collect::<Vec<_>>(),
            // The values of a graph under the names of the rules, for a terminal.
            lines => self.graphs.iter().map(line).collect::<Vec<String>>(),
            // How many graphs are named where two rules differ.
            most => Graphs::NAMED,
            endless => self.rules.iter().any(|rules| rules.rules.no_result.is_some()),
        }
    }
}

impl OfRule {
    /// The name of the rule.
    pub fn name(&self) -> &str {
        self.rules.name()
    }
}
