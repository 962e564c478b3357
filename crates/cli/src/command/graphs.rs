use std::sync::Arc;

use anyhow::Result;
use kosolver_report::GraphSurvey;
use kosolver_rules::Ko;
use kosolver_search::Meter;

use crate::arguments::GraphsArguments;
use crate::{output, progress};

pub fn run(arguments: &GraphsArguments) -> Result<()> {
    let GraphsArguments { points, suicide, nodes, .. } = *arguments;
    let rules = arguments.ko.as_ref().map_or_else(|| Ko::all().collect(), |list| list.0.clone());
    let survey = GraphSurvey { points, rules, suicide, nodes };
    output::check_directory(arguments.out.as_deref())?;
    output::use_threads(arguments.threads)?;
    let meter = Arc::new(Meter::default());
    let graphs = progress::counted(survey.tasks(), &meter, |solved| survey.solve(&meter, solved))?;
    match &arguments.out {
        Some(directory) => output::write_all(&graphs.files()?, directory),
        None => output::print(&graphs.text()?),
    }
}
