use anyhow::{Result, bail};
use kosolver_board::visible;
use kosolver_report::{fill, terminal_width};
use kosolver_search::Meter;
use kosolver_study::findings::check_studies;
use kosolver_study::{Frontier, Published, Tablebases, check_comparison, check_conformance, check_players};

use crate::arguments::CheckArguments;
use crate::plain::plain;
use crate::rejected::Rejected;
use crate::{output, progress};

pub fn run(arguments: &CheckArguments) -> Result<()> {
    if !arguments.directory.is_dir() {
        bail!("{} is not a directory", output::named(&arguments.directory));
    }
    let published = Published(&arguments.directory);
    let (surveys, censuses, graphs) = (published.surveys()?, published.censuses()?, published.graphs()?);
    let players = published.players()?;
    let frontiers = Frontier::all(&arguments.directory)?;
    let tablebases = Tablebases::of(&arguments.directory)?;
    let meter = Meter::default();
    let sample = arguments.sample();
    let mut checks = Vec::new();
    for survey in surveys {
        let directory = &arguments.directory;
        let tasks = survey.checked(sample);
        checks
            .extend(progress::counted(tasks, &meter, |done| survey.check(directory, sample, &meter, done))?);
    }
    for census in censuses {
        let comparison = progress::counted(census.tasks()?, &meter, |done| census.solve(&meter, done))?;
        checks.extend(check_comparison(&comparison, &arguments.directory)?);
    }
    for frontier in frontiers {
        checks.extend(progress::watched(&meter, || frontier.check(&arguments.directory, sample, &meter))?);
    }
    checks.extend(progress::counted(tablebases.len(), &meter, |done| {
        tablebases.check(&arguments.directory, Tablebases::CHECKED, done)
    })?);
    for survey in graphs {
        let directory = &arguments.directory;
        let tasks = survey.tasks(sample);
        checks
            .extend(progress::counted(tasks, &meter, |done| survey.check(directory, sample, &meter, done))?);
    }
    if let Some(survey) = players {
        let table = progress::counted(survey.tasks(), &meter, |done| survey.solve(done))?;
        checks.extend(check_players(&table, &arguments.directory)?);
    }
    checks.extend(check_conformance(&arguments.directory)?);
    checks.extend(progress::steps(&meter, |done| check_studies(&arguments.directory, &meter, done))?);
    let lacks = published.lacks();
    if checks.is_empty() {
        bail!(
            "{} holds no published results: none of {} is there",
            output::named(&arguments.directory),
            lacks.join(", ")
        );
    }
    for check in &checks {
        output::report(&format!("{}  ", check.word()), &visible(&plain(&check.summary())).to_string())?;
    }
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.name().to_owned()).collect();
    if failed.is_empty() {
        if !lacks.is_empty() {
            // Not a result: this may be all that the directory is to have.
            let said = format!("not there, so not checked: {}", lacks.join(", "));
            output::tell(&fill("", &said, terminal_width()));
        }
        let of = match arguments.sample {
            None => String::new(),
            Some(one_in) => format!(
                "; of the cells that take long, one in {one_in} was solved again (seed {})",
                arguments.seed
            ),
        };
        return output::print(&format!("all {} hold{of}\n", checks.len()));
    }
    Err(Rejected::of(&failed, checks.len()).into())
}
