use std::sync::Arc;

use anyhow::Result;
use report::GraphSurvey;
use rules::Ko;
use search::Meter;

use crate::arguments::GraphsArguments;
use crate::{output, progress};

pub fn run(arguments: &GraphsArguments) -> Result<()> {
    let GraphsArguments { points, suicide, nodes, .. } = *arguments;
    let rules = arguments.ko.as_ref().map_or_else(|| Ko::all().collect(), |list| list.0.clone());
    let survey = GraphSurvey { points, rules, suicide, nodes };
    output::check_directory(arguments.out.as_deref())?;
    output::use_threads(arguments.threads)?;
    let bar = progress::bar(survey.tasks(), &Arc::new(Meter::default()));
    let graphs = survey.solve(&|| bar.inc(1));
    bar.finish_and_clear();
    let graphs = graphs?;
    match &arguments.out {
        Some(directory) => output::write_all(&graphs.files()?, directory),
        None => output::print(&graphs.text()?),
    }
}
