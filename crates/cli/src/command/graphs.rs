use anyhow::Result;
use kosolver_report::terminal_width;
use kosolver_rules::Ko;
use kosolver_search::Meter;
use kosolver_study::{GraphSurvey, graph_files};

use crate::arguments::{GraphsArguments, columns};
use crate::{limits, output, part, progress};

pub fn run(arguments: &GraphsArguments) -> Result<()> {
    let GraphsArguments { points, rules, ko, suicide, nodes, .. } = arguments;
    let columns = columns(rules, ko, *suicide, || Ko::all().filter(|ko| !ko.on_request()).collect());
    let survey = GraphSurvey { points: *points, columns, nodes: *nodes };
    output::check_directory(arguments.out.as_deref())?;
    limits::use_threads(arguments.threads)?;
    if let (Some(part), Some(directory)) = (arguments.part.part, &arguments.out) {
        return part::write(&survey, part, directory);
    }
    let meter = Meter::default();
    let graphs = progress::counted(survey.tasks(), &meter, |done| survey.solve(&meter, done))?;
    match &arguments.out {
        Some(directory) => output::write_all(&graph_files(&graphs)?, directory),
        None => output::print(&graphs.text(terminal_width())?),
    }
}
