use std::io::{self, BufReader};

use anyhow::{Context, Result};
use kosolver_board::visible;
use kosolver_record::conformance::{Error, Kit, Mistake, Options, Ruleset, Wrong, ask, files, make, serve};
use kosolver_report::Format;
use kosolver_study::ConformanceSurvey;

use super::referee::named;
use crate::arguments::{ConformanceArguments, ConformanceCommand, WrongArguments};
use crate::rejected::Rejected;
use crate::{input, interrupt, output, survey};

/// The cases that come with the program: a link to the published file, which cargo packs.
const KIT: &str = include_str!("../../data/cases.json");

pub fn run(arguments: &ConformanceArguments) -> Result<()> {
    match &arguments.command {
        Some(ConformanceCommand::Make(arguments)) => {
            output::check_directory(Some(&arguments.out))?;
            if let Some(part) = arguments.part.part {
                return survey::write(&ConformanceSurvey {}, part, &arguments.out);
            }
            output::write_all(&files(&make()?)?, &arguments.out)
        }
        Some(ConformanceCommand::Wrong(arguments)) => wrong(arguments),
        None => ask_program(arguments),
    }
}

fn ask_program(arguments: &ConformanceArguments) -> Result<()> {
    let kit = match &arguments.kit {
        None => Kit::parse(KIT)?,
        Some(path) => {
            let name = output::named(path);
            Kit::parse(&input::text(path)?).with_context(|| format!("{name} is no file of cases"))?
        }
    };
    let rulesets: Vec<Ruleset> = match &arguments.rules {
        Some(list) => {
            let of = |column| {
                let rules = named(column)?.rules;
                Ok(Ruleset { ko: rules.ko(), suicide: rules.suicide() })
            };
            list.0.iter().map(of).collect::<Result<_>>()?
        }
        None => {
            let of = |&ko| arguments.suicide.iter().map(move |&suicide| Ruleset { ko, suicide });
            arguments.ko.iter().flat_map(of).collect()
        }
    };
    let options = Options {
        rulesets,
        filter: arguments.cases.clone(),
        asking: arguments.ask,
        timeout: arguments.timeout,
    };
    let command = arguments.gtp.as_deref().unwrap_or_default();
    // The program that is asked ends with this one.
    let report = match ask(&kit, command, &options, &interrupt::stops_work()) {
        Err(Error::Interrupted) => return Err(interrupt::Interrupted.into()),
        report => report?,
    };
    match arguments.format {
        Format::Json => output::print(&(serde_json::to_string_pretty(&report)? + "\n"))?,
        _ => {
            let lines = report.to_string();
            output::print(&lines.lines().map(|line| format!("{}\n", visible(line))).collect::<String>())?;
        }
    }
    let failed = report.failed();
    if failed.is_empty() { Ok(()) } else { Err(Rejected::of(&failed, report.asked()).into()) }
}

fn wrong(arguments: &WrongArguments) -> Result<()> {
    if arguments.fault == "list" {
        let line = |fault: Mistake| format!("{:24}{}\n", fault.name(), fault.sentence());
        return output::print(&Mistake::ALL.map(line).concat());
    }
    let fault = match arguments.fault.as_str() {
        "none" => None,
        name => Some(name.parse::<Mistake>()?),
    };
    let rules = Ruleset { ko: arguments.ko, suicide: arguments.suicide }.rules();
    let name = format!("kosolver wrong {}", arguments.fault);
    match serve(
        Wrong::new(rules, fault),
        &name,
        arguments.plain,
        BufReader::new(io::stdin().lock()),
        io::stdout().lock(),
    ) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.context("standard input or output is gone"),
    }
}
