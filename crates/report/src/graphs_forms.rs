//! A survey of graphs in every format.

use minijinja::context;
use minijinja::value::{Serde, Value};

use crate::format::RenderError;
use crate::graphs::{Graph, GraphCell, Graphs, OfRule};
use crate::page::page;
use crate::rules::NamedRules;
use crate::text::WIDTH;

impl Graphs {
    /// How many graphs are named where two rules differ.
    pub const NAMED: usize = 12;

    /// As a document.
    ///
    /// # Errors
    /// [`RenderError`] if a library refuses to render.
    pub fn markdown(&self) -> Result<String, RenderError> {
        Ok(page("graphs.md", self.view(), WIDTH)?)
    }

    /// As templates see it.
    fn view(&self) -> Value {
        let headlines = |graph: &Graph| graph.values.iter().map(GraphCell::headline).collect::<Vec<String>>();
        let named = |of: &OfRule| context! { name => of.name(), ..Serde(of) };
        context! {
            title => &self.title,
            points => self.points,
            // What the rules have in common; nothing where whole rulesets are compared.
            suicide => self.suicide.as_deref(),
            nodes => self.nodes,
            names => self.rules.iter().map(|rules| rules.name().to_owned()).collect::<Vec<String>>(),
            rules => self.rules.iter().map(NamedRules::view).collect::<Vec<Value>>(),
            findings => Serde(&self.findings),
            // The findings, each with the name of its rule.
            named => self.findings.rules.iter().map(named).collect::<Vec<Value>>(),
            graphs => Serde(&self.graphs),
            headlines => self.graphs.iter().map(headlines).collect::<Vec<_>>(),
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
