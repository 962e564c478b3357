use std::path::PathBuf;

use clap::Args;
use kosolver_record::{Ko, Suicide};
use kosolver_report::Format;
use kosolver_study::Column;

use super::read::{List, record_ko, rulesets, text_or_json};

#[derive(Debug, Args)]
pub struct RefereeArguments {
    /// The game in SGF, on a board up to 25x25; set-up stones and variations are read too
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Rulesets to judge by, separated by commas: presets such as aga, or texts such as "ko=psk
    /// suicide=allowed"; their ko and suicide rules are used
    #[arg(long, value_name = "LIST", value_parser = rulesets, conflicts_with_all = ["ko", "suicide"])]
    pub rules: Option<List<Column>>,

    /// Ko rules to judge by, or files with rules of your own, separated by commas [default: none, basic,
    /// psk, ssk, nssk, fixed, basic-fixed, spight, kee, kee:passer]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = record_ko)]
    pub ko: Option<Vec<Ko>>,

    /// Suicide rule: forbidden, multi-stone or allowed
    #[arg(long, value_name = "RULE", default_value_t = Suicide::Forbidden)]
    pub suicide: Suicide,

    /// What to print: text or json
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = text_or_json)]
    pub format: Format,
}
