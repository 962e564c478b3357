use std::io::{self, BufReader};

use anyhow::{Context, Result};
use kosolver_board::visible;
use kosolver_record::conformance::{
    AskedRules, Error, Kit, Mistake, MistakeRecord, Options, Ruleset, Wrong, ask, files, files_of_own, make,
    serve,
};
use kosolver_report::{Format, json};
use kosolver_rules::Suicide;
use kosolver_study::{ConformanceSurvey, own_kit};

use super::referee::named;
use crate::arguments::{AskedKo, ConformanceArguments, ConformanceCommand, WrongArguments};
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
            let files = match arguments.ko {
                None => files(&make()?)?,
                Some(ko) => {
                    let text = ko.written().with_context(|| format!("{ko} is not made from a text"))?;
                    files_of_own(&own_kit(ko, &Suicide::ALL)?, ko.name(), text)?
                }
            };
            output::write_all(&files, &arguments.out)
        }
        Some(ConformanceCommand::Wrong(arguments)) => wrong(arguments),
        None => ask_program(arguments),
    }
}

fn ask_program(arguments: &ConformanceArguments) -> Result<()> {
    let mut kit = match &arguments.kit {
        None => Kit::parse(KIT)?,
        Some(path) => {
            let name = output::named(path);
            Kit::parse(&input::text(path)?).with_context(|| format!("{name} is no file of cases"))?
        }
    };
    let rulesets: Vec<AskedRules> = match &arguments.rules {
        Some(list) => {
            let of = |column| {
                let rules = named(column)?.rules;
                Ok(Ruleset { ko: rules.ko(), suicide: rules.suicide() }.into())
            };
            list.0.iter().map(of).collect::<Result<_>>()?
        }
        None => {
            let suicides = &arguments.suicide;
            let of = |ko| suicides.iter().map(move |&suicide| asked(ko, suicide));
            arguments.ko.iter().flat_map(of).collect::<Result<_>>()?
        }
    };
    if arguments.kit.is_none() {
        let suicides: Result<Vec<Suicide>, _> =
            arguments.suicide.iter().map(|suicide| suicide.to_string().parse()).collect();
        let suicides = suicides?;
        for ko in &arguments.ko {
            if let AskedKo::Own(ko, _) = ko {
                let own = own_kit(*ko, &suicides)?;
                kit.cases.extend(own.cases);
                let new = |mistake: &MistakeRecord| kit.faults.iter().all(|known| known.name != mistake.name);
                let faults: Vec<_> = own.faults.into_iter().filter(new).collect();
                kit.faults.extend(faults);
            }
        }
    }
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
        Format::Json => output::print(&json(&report)?)?,
        _ => {
            let lines = report.to_string();
            output::print(&lines.lines().map(|line| format!("{}\n", visible(line))).collect::<String>())?;
        }
    }
    let failed = report.failed();
    if failed.is_empty() { Ok(()) } else { Err(Rejected::of(&failed, report.asked()).into()) }
}

/// A ko rule with a suicide rule, as a program is told it.
fn asked(ko: &AskedKo, suicide: kosolver_record::Suicide) -> Result<AskedRules> {
    Ok(match ko {
        AskedKo::Known(ko) => Ruleset { ko: *ko, suicide }.into(),
        AskedKo::Own(ko, file) => {
            let rules = kosolver_rules::Ruleset::with_suicide(*ko, suicide.to_string().parse()?);
            let (ko, argument) = (ko.name().to_owned(), file.clone());
            AskedRules { ko, suicide, argument, text: Some(rules.in_full()) }
        }
    })
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
