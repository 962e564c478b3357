use clap::{Args, Subcommand, ValueEnum};
use kosolver_rules::Ko;

use super::ruleset::{NamedRuleset, one_ko};

/// Print every ko rule in full, with its end and its source; or list all names, or show one ruleset
/// in full
#[derive(Debug, Args)]
pub struct RulesCommandArguments {
    /// What to print; without it, every ko rule in full.
    #[command(subcommand)]
    pub command: Option<RulesCommand>,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// List presets, ko rules, scorings, ends and suicide rules with what they mean
    List,
    /// Show a preset, a ko rule or any ruleset in full
    Show(ShowArguments),
    /// Check a ko rule of your own: what its text means, why games end, how it differs from others
    Check(CheckRuleArguments),
}

#[derive(Debug, Args)]
pub struct CheckRuleArguments {
    /// A file with the text of a ko rule (docs/rule-language.md), or the name of a ko rule
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
