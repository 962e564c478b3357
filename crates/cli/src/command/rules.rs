use anyhow::{Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use kosolver_board::visible;
use kosolver_report::{Format, Rules, fill, json, terminal_width};
use kosolver_rules::{Compensation, End, Ko, Move, Preset, Ruleset, Scoring, Suicide, katago};
use kosolver_study::{Difference, differences};
use serde::Serialize;

use crate::arguments::text_or_json;
use crate::output;
use crate::ruleset::{NamedRuleset, one_ko};

/// Print every ko rule in full, with its end and its source; or list all names, or show one ruleset
/// in full
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct RulesCommandArguments {
    /// What to print; without it, every ko rule in full.
    #[command(subcommand)]
    pub command: Option<RulesCommand>,

    /// What `rules show` takes: it is shown in full
    #[arg(value_name = "NAME", value_parser = NamedRuleset::of)]
    pub ruleset: Option<NamedRuleset>,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List presets, ko rules, scorings, ends and suicide rules with what they mean
    List(ListArguments),
    /// Show a preset, a ko rule or any ruleset in full
    Show(ShowArguments),
    /// Check a ko rule of your own: what its text means, why games end, how it differs from others
    Check(CheckRuleArguments),
}

#[derive(Debug, Args)]
pub struct ListArguments {
    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CheckRuleArguments {
    /// A file with the text of a ko rule (docs/rule-language.md), or the name of a ko rule; a reading may
    /// follow, as in mine.ko:free
    #[arg(value_name = "FILE", value_parser = one_ko)]
    pub ko: Ko,
}

#[derive(Debug, Args)]
pub struct ShowArguments {
    /// A preset, a ko rule, a ruleset as text, or rules of KataGo. If a preset and a ko rule have
    /// one name, such as kee-2007, the preset is shown; ko=NAME is the ko rule alone
    #[arg(value_name = "NAME", value_parser = NamedRuleset::of)]
    pub ruleset: NamedRuleset,

    /// What to print: text, json, or katago (rules as KataGo reads them)
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ShowFormat,

    /// Print the text that the ko rule is made from, to start a rule of your own from it
    #[arg(long, conflicts_with = "format")]
    pub text: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    Text,
    Json,
    Katago,
}

pub fn run(arguments: &RulesCommandArguments) -> Result<()> {
    let width = terminal_width();
    output::print(&match &arguments.command {
        None => match &arguments.ruleset {
            Some(named) => Shown::of(named).text(&named.rules, width),
            None => ko_rules(width),
        },
        Some(RulesCommand::List(list)) => match list.format {
            Format::Json => json(&named_things())?,
            _ => listed(width),
        },
        Some(RulesCommand::Check(check)) => checked(check.ko, width),
        Some(RulesCommand::Show(show)) if show.text => {
            let ko = show.ruleset.rules.ko();
            match ko.written() {
                Some(text) => text.to_owned(),
                None => bail!("{ko} is not made from a text: no text can say it"),
            }
        }
        Some(RulesCommand::Show(show)) => match show.format {
            ShowFormat::Text => Shown::of(&show.ruleset).text(&show.ruleset.rules, width),
            ShowFormat::Json => json(&Shown::of(&show.ruleset))?,
            ShowFormat::Katago => katago::write(&show.ruleset.rules)? + "\n",
        },
    })
}

fn ko_rules(width: u16) -> String {
    let mut text = String::from("T is the position after a play.\n");
    for reading in Ko::all().flat_map(Ko::readings) {
        let (name, title) = (reading.name(), reading.title());
        let fits = name.len() + title.len() + 4 <= usize::from(width);
        text += &format!("\n{name}{}({title})\n", if fits { "  " } else { "\n  " });
        for line in [
            reading.sentence().to_owned(),
            format!("The game ends: {}.", reading.end()),
            format!("Source: {}.", reading.source()),
        ] {
            text += &(fill("  ", &line, width) + "\n");
        }
    }
    let more = "`kosolver rules list` lists presets too, `kosolver rules show NAME` shows one in full.";
    text + "\n" + &fill("", more, width) + "\n"
}

/// What the text of a rule means, and how it differs from others.
fn checked(ko: Ko, width: u16) -> String {
    let mut text = String::new();
    // Who names a reading asks about that one.
    let all: Vec<Ko> = ko.readings().collect();
    for reading in if all.first() == Some(&ko) { all } else { vec![ko] } {
        text += &format!("{reading}  ({})\n", reading.title());
        let ends = match reading.endless() {
            true => "It need not: no fact is remembered.".to_owned(),
            false => reading.why_it_ends().join(" "),
        };
        for (name, words) in [
            ("plays", reading.sentence().to_owned()),
            ("end", format!("The game ends: {}.", reading.end())),
            ("why", if ends.is_empty() { "The rule's own proof (DESIGN.md).".to_owned() } else { ends }),
        ] {
            text += &(fill(&format!("  {name:7}  "), &words, width) + "\n");
        }
    }
    let compared = "Where it differs from each rule, from every start of boards of up to four points, Black to move, with area scoring:";
    text += &format!("\n{}\n", fill("", compared, width));
    for Difference { other, value, moves, solved } in differences(ko) {
        let alike = if solved { "the same values" } else { "no other value found" };
        let value = value.map_or_else(
            || alike.to_owned(),
            |(start, own, other)| format!("{start} is worth {own}, not {other}"),
        );
        let moves = moves.map_or_else(
            || "no other move found".to_owned(),
            |(start, line, [own, others])| {
                let names = |moves: &[Move]| {
                    moves.iter().map(|made| made.name(&start.board)).collect::<Vec<String>>().join(" ")
                };
                let after = if line.is_empty() {
                    "at the start".to_owned()
                } else {
                    format!("after {}", names(&line))
                };
                let also = |moves: &[Move], rule: Ko| match moves.is_empty() {
                    true => String::new(),
                    false => format!(", {} under {rule} alone", names(moves)),
                };
                format!("{start} {after}{}{}", also(&own, ko), also(&others, other))
            },
        );
        text += &(fill(&format!("  {:19}  ", other.name()), &format!("{value}; {moves}"), width) + "\n");
    }
    text
}

/// The longest name that stands beside its meaning.
const NAME: usize = 22;

/// Things of one kind, each with a name and what that means.
#[derive(Serialize)]
struct Kind {
    #[serde(rename = "kind")]
    title: &'static str,
    names: Vec<Meaning>,
}

#[derive(Serialize)]
struct Meaning {
    name: String,
    meaning: String,
}

/// All that has a name, with what it means.
fn named_things() -> Vec<Kind> {
    fn kind(title: &'static str, names: impl Iterator<Item = (String, String)>) -> Kind {
        Kind { title, names: names.map(|(name, meaning)| Meaning { name, meaning }).collect() }
    }
    let presets = Preset::all().iter();
    let kos = Ko::all().flat_map(Ko::readings);
    let ko = |ko: Ko| format!("{}{} ({})", ko.title(), apart(ko).unwrap_or_default(), ko.source());
    let words = |words: &str| words.to_owned();
    vec![
        kind(
            "presets (--rules)",
            presets.map(|preset| (words(preset.name), format!("{} ({})", preset.title, preset.published()))),
        ),
        kind("ko rules (--ko)", kos.map(|known| (known.to_string(), ko(known)))),
        kind(
            "scoring (scoring= in --rules)",
            Scoring::ALL.iter().map(|scoring| (scoring.to_string(), words(scoring.in_words()))),
        ),
        kind("ends (end= in --rules)", End::ALL.iter().map(|end| (end.to_string(), words(end.in_words())))),
        kind(
            "suicide (--suicide)",
            Suicide::ALL.iter().map(|suicide| (suicide.to_string(), words(suicide.in_words()))),
        ),
    ]
}

fn listed(width: u16) -> String {
    let part = |Kind { title, names }: &Kind| {
        let lengths = names.iter().map(|named| named.name.len());
        let longest = lengths.filter(|&length| length <= NAME).max().unwrap_or_default();
        let line = |Meaning { name, meaning }: &Meaning| {
            // A long name has a line of its own.
            let (line, name) =
                if name.len() > NAME { (format!("  {name}\n"), "") } else { (String::new(), &**name) };
            line + &fill(&format!("  {name:longest$}  "), meaning, width) + "\n"
        };
        format!("{title}\n{}", names.iter().map(line).collect::<String>())
    };
    named_things().iter().map(part).collect::<Vec<String>>().join("\n")
}

/// What tells a reading of a rule from the others: their words up to the first comma, from the first
/// word in which any two differ.
fn apart(ko: Ko) -> Option<String> {
    if ko.readings().count() == 1 {
        return None;
    }
    let differing = |words: fn(Ko) -> &'static str| {
        let own = words(ko).split(' ');
        let same = |(place, word): &(usize, &str)| {
            ko.readings().all(|other| words(other).split(' ').nth(*place) == Some(*word))
        };
        let rest: Vec<&str> = own.enumerate().skip_while(same).map(|(_, word)| word).collect();
        rest.join(" ").split(',').next().unwrap_or_default().to_owned()
    };
    let parts = [differing(|ko| ko.sentence()), differing(|ko| ko.end())];
    let parts: Vec<String> =
        parts.iter().filter(|part| !part.is_empty()).map(|part| format!("… {part}")).collect();
    Some(format!(": {}", parts.join("; ")))
}

/// A ruleset as `--rules` takes it: a ko rule of the user's own by its file, or with its text.
fn as_argument(named: &NamedRuleset) -> String {
    let (ko, words) = (named.rules.ko(), named.rules.in_words());
    if ko.own_text().is_none() {
        return words;
    }
    let mut fields = named.name.split_whitespace().map(|word| word.strip_prefix("ko=").unwrap_or(word));
    match fields.find(|word| Ko::of_argument(word) == Ok(ko) && *word != ko.name()) {
        Some(file) => words.replacen(&format!("ko={ko}"), &format!("ko={file}"), 1),
        None => named.rules.in_full(),
    }
}

#[derive(Serialize)]
struct Shown {
    name: String,
    title: &'static str,
    source: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    notes: &'static str,
    text: String,
    rules: Rules,
}

impl Shown {
    /// A preset, or a ruleset as its ko rule, where it has a name.
    fn of(named: &NamedRuleset) -> Shown {
        let rules = &named.rules;
        let preset = Preset::named(named.name.trim());
        let (title, source, notes) = match preset {
            Some(preset) => (preset.title, preset.published(), preset.notes),
            None if *rules == Ruleset::new(rules.ko()) => {
                (rules.ko().title(), rules.ko().source().to_owned(), "")
            }
            None => ("a ruleset", String::new(), ""),
        };
        let name = preset.map_or_else(|| named.name.clone(), |preset| preset.name.to_owned());
        Shown { name, title, source, notes, text: as_argument(named), rules: Rules::of(rules) }
    }

    fn text(&self, rules: &Ruleset, width: u16) -> String {
        let mut text = fill("", &format!("{}  ({})", visible(&self.name), self.title), width) + "\n";
        for line in [self.source.as_str(), self.notes] {
            if !line.is_empty() {
                text += &(fill("  ", line, width) + "\n");
            }
        }
        let Rules { ko, prohibition, end, suicide, scoring, komi, .. } = &self.rules;
        let ended = if rules.ko().has_own_end() { String::new() } else { format!("{}: ", rules.end()) };
        let given = if rules.compensation() == Compensation::None {
            "nothing".to_owned()
        } else {
            format!("{} points", rules.compensation())
        };
        let stones = match rules.handicap() {
            1 => "1 stone".to_owned(),
            stones => format!("{stones} stones"),
        };
        let handicap =
            if rules.win_or_loss() { stones } else { format!("{stones}; White is given {given} for K") };
        let mut fields = vec![
            ("ko", format!("{ko}: {prohibition} (T is the position after the play.)")),
            ("suicide", suicide.clone()),
            (
                "scoring",
                if rules.win_or_loss() {
                    scoring.clone()
                } else {
                    format!("{scoring}: {}", rules.scoring().in_words())
                },
            ),
            ("end", format!("{ended}{end}")),
            (
                "Ikeda",
                (if rules.ikeda() {
                    "yes: a first pass of the game by White costs Black a point"
                } else {
                    "no"
                })
                .to_owned(),
            ),
        ];
        if rules.handicap() > 0 || rules.compensation() != Compensation::None {
            fields.push(("handicap", handicap));
        }
        fields.push(("komi", komi.to_string()));
        if rules.may_have_no_result() {
            fields.push(("no result", format!("worth {}", rules.no_result())));
        }
        fields.push(("as text", self.text.clone()));
        for (name, value) in fields {
            text += &(fill(&format!("  {name:9}  "), &value, width) + "\n");
        }
        let alone = Ruleset::new(rules.ko());
        if self.name == rules.ko().name() && alone != *rules {
            let line = format!("`--ko {}` is the ko rule alone: {}", self.name, alone.in_words());
            text += &(fill("  ", &line, width) + "\n");
        }
        text
    }
}
