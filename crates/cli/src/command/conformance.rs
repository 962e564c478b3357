use std::io::{self, BufReader};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use kosolver_board::visible;
use kosolver_record::conformance::{
    AskedRules, Asking, Error, Kit, Mistake, MistakeRecord, Options, Wrong, ask, files, files_of_own, make,
    serve,
};
use kosolver_record::{Ko, Rules};
use kosolver_report::{Format, json};
use kosolver_rules::{Ruleset, Suicide};
use kosolver_study::{Column, ConformanceSurvey, own_kit};

use super::referee::named;
use crate::arguments::{List, interval, rulesets, text_or_json};
use crate::rejected::Rejected;
use crate::ruleset::one_ko;
use crate::survey::PartArguments;
use crate::{input, interrupt, output, survey};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ConformanceArguments {
    /// What else to do.
    #[command(subcommand)]
    pub command: Option<ConformanceCommand>,

    /// The command of a program that speaks GTP; {ko} and {suicide} in it stand for the rules
    #[arg(long, value_name = "COMMAND", required = true)]
    pub gtp: Option<String>,

    /// Rulesets, separated by commas: presets such as aga, or texts such as "ko=psk
    /// suicide=allowed"; their ko and suicide rules are used
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Ko rules, separated by commas; or files with rules of your own, such as mine.ko
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "psk", value_parser = asked_ko)]
    pub ko: Vec<AskedKo>,

    /// Suicide rules, separated by commas: forbidden, multi-stone or allowed
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "forbidden")]
    pub suicide: Vec<Suicide>,

    /// Only cases whose name has this in it
    #[arg(long, value_name = "TEXT")]
    pub cases: Option<String>,

    /// How to ask what is legal: all_legal, is_legal, undo or replay [default: the first of these
    /// that the program knows]
    #[arg(long, value_name = "WAY")]
    pub ask: Option<Asking>,

    /// How long a command of GTP may take
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = interval)]
    pub timeout: Duration,

    /// A file with cases, as `kosolver conformance make` writes it [default: those that come with
    /// kosolver, or for a rule of your own those that are made for it]
    #[arg(long, value_name = "FILE")]
    pub kit: Option<PathBuf>,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

/// A ko rule that a program is asked about.
#[derive(Clone, Debug)]
pub enum AskedKo {
    /// One of those that come with cases.
    Known(Ko),
    /// One's own, and its file.
    Own(kosolver_rules::Ko, String),
}

fn asked_ko(text: &str) -> Result<AskedKo, String> {
    match text.parse() {
        Ok(ko) => Ok(AskedKo::Known(ko)),
        Err(error) => match kosolver_rules::Ko::of_argument(text) {
            // A file may say what a rule with a name says.
            Ok(ko) if ko.own_text().is_some() => Ok(AskedKo::Own(ko, text.to_owned())),
            Ok(ko) => ko.name().parse().map(AskedKo::Known).map_err(|_| error.to_string()),
            Err(fault @ kosolver_rules::Error::File(_)) => Err(fault.to_string()),
            Err(kosolver_rules::Error::Ko { nearest, .. }) => {
                // The ko rule of a ruleset may be meant; and what is meant may be a rule without cases.
                let ruleset = text.parse::<Ruleset>().ok().map(|rules| rules.ko().name());
                let names = nearest.split(" or ").chain(ruleset);
                let meant: Vec<&str> = names.filter(|name| name.parse::<Ko>().is_ok()).collect();
                Err(match meant.is_empty() {
                    false => format!("{error}; did you mean {}?", meant.join(" or ")),
                    true => error.to_string(),
                })
            }
            _ => Err(error.to_string()),
        },
    }
}

/// A ko rule that comes with cases.
fn known_ko(text: &str) -> Result<Ko, String> {
    match asked_ko(text)? {
        AskedKo::Known(ko) => Ok(ko),
        AskedKo::Own(..) => Err(kosolver_record::Error::unread(text).to_string()),
    }
}

#[derive(Debug, Subcommand)]
pub enum ConformanceCommand {
    /// Recompute the cases, or make cases for a ko rule of your own, and write them to a directory
    Make(MakeArguments),
    /// Speak GTP like a program that makes a known mistake, to test the tester
    Wrong(WrongArguments),
}

#[derive(Debug, Args)]
pub struct MakeArguments {
    #[command(flatten)]
    pub part: PartArguments,

    /// A file with a ko rule of your own, such as mine.ko, to make cases for
    #[arg(long, value_name = "FILE", value_parser = one_ko, conflicts_with = "part")]
    pub ko: Option<kosolver_rules::Ko>,

    /// The directory to write to
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct WrongArguments {
    /// The mistake; `list` lists them, and `none` makes no mistake
    #[arg(value_name = "MISTAKE")]
    pub fault: String,

    /// The ko rule
    #[arg(long, value_name = "RULE", default_value = "psk", value_parser = known_ko)]
    pub ko: Ko,

    /// The suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// Do not know all_legal: plays must be tried
    #[arg(long)]
    pub plain: bool,
}

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
            let of = |column| Ok(named(column)?.rules.into());
            list.0.iter().map(of).collect::<Result<_>>()?
        }
        None => {
            let suicides = &arguments.suicide;
            let of = |ko| suicides.iter().map(move |&suicide| asked(ko, suicide));
            arguments.ko.iter().flat_map(of).collect()
        }
    };
    if arguments.kit.is_none() {
        for ko in &arguments.ko {
            if let AskedKo::Own(ko, _) = ko {
                let own = own_kit(*ko, &arguments.suicide)?;
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
    Rejected::check(&report.failed(), report.asked())?;
    match report.rulesets.iter().find(|rules| rules.asked == 0) {
        Some(rules) => bail!("nothing was tested under ko={} suicide={}", rules.ko, rules.suicide),
        None => Ok(()),
    }
}

/// A ko rule with a suicide rule, as a program is told it.
fn asked(ko: &AskedKo, suicide: Suicide) -> AskedRules {
    match ko {
        AskedKo::Known(ko) => Rules::of_two(*ko, suicide).into(),
        AskedKo::Own(ko, file) => {
            let rules = Ruleset::with_suicide(*ko, suicide);
            let (ko, argument) = (ko.name().to_owned(), file.clone());
            AskedRules { ko, suicide, argument, text: Some(rules.in_full()) }
        }
    }
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
    let rules = Rules::of_two(arguments.ko, arguments.suicide);
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
