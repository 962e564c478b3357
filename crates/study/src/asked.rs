//! What a cell of the manifest is of, and how it is searched.

use std::fmt;
use std::num::NonZeroU64;
use std::str::FromStr;

use kosolver_board::{Board, Shape};
use kosolver_rules::{Ko, Preset, Score, Suicide};
use serde::{Deserialize, Serialize};

use crate::certificates::{certificate_name, quoted};
use crate::column::Column;
use crate::forecast::forecast;

/// A list of cells that are made in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum List {
    /// Kee's table: empty boards under ko rules, with first moves.
    Kee,
    /// The same under whole rulesets.
    Rulesets,
    /// What the value alone of small boards costs.
    Costs,
    /// All starts of boards under several ko rules.
    Separators,
    /// The largest boards under ko rules, each with one thread and all the memory.
    Frontier,
    /// The same under whole rulesets.
    FrontierRulesets,
    /// Where superko rules differ on boards of the frontier.
    FrontierDifferences,
    /// Every small graph under ko rules.
    Graphs,
    /// Boards of which every position is solved.
    Tablebases,
    /// What several players can reach.
    Players,
}

impl List {
    /// All of them, in the order of the manifest.
    pub const ALL: [List; 10] = [
        List::Kee,
        List::Rulesets,
        List::Costs,
        List::Separators,
        List::Frontier,
        List::FrontierRulesets,
        List::FrontierDifferences,
        List::Graphs,
        List::Tablebases,
        List::Players,
    ];

    /// Whether its rules are whole rulesets, and not ko rules alone.
    pub fn of_rulesets(self) -> bool {
        matches!(self, List::Rulesets | List::FrontierRulesets)
    }

    /// Whether a cell takes all the memory or all threads, so that cells go one by one.
    pub fn alone(self) -> bool {
        matches!(self, List::Frontier | List::FrontierRulesets | List::FrontierDifferences | List::Tablebases)
    }

    /// The folder of the certificates that are kept.
    pub(crate) fn certificates(self) -> Option<&'static str> {
        match self {
            List::Kee => Some("certificates"),
            List::Rulesets => Some("certificates/rulesets"),
            _ => None,
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl FromStr for List {
    type Err = String;

    fn from_str(text: &str) -> Result<List, String> {
        List::ALL.into_iter().find(|list| list.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = List::ALL.iter().map(List::to_string).collect();
            format!("{} is no list of cells; they are {}", kosolver_board::quoted(text), names.join(", "))
        })
    }
}

/// How a cell is searched, where that is not as usual. What is found depends on these and on nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Only the value, without first moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub value_only: bool,
    /// No line of best play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_line: bool,
    /// The score to ask for first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guess: Option<Score>,
    /// After how many nodes the search is given up. A cell that is solved does not depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The names of the files of guides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guide: Vec<String>,
    /// For how many nodes a scout looks ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scout: Option<NonZeroU64>,
    /// The memory in MiB, if the tables were full: what was forgotten, and so the certificate, depends on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// What else was said to the release that has made the cell, in options that this one does not have.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub earlier: String,
}

impl Options {
    fn is_usual(&self) -> bool {
        *self == Options::default()
    }

    /// Whether another search is made than usual; a limit of nodes, or that something is left out, makes none.
    pub(crate) fn is_unusual(&self) -> bool {
        let Options { value_only, no_line, guess, .. } = *self;
        let usual = Options { value_only, no_line, guess, ..Options::default() };
        Options { nodes: None, ..self.clone() } != usual
    }

    /// Whether a network or a scout guides the search.
    pub(crate) fn is_guided(&self) -> bool {
        !self.guide.is_empty() || self.scout.is_some()
    }

    /// As a shell reads them.
    fn in_words(&self) -> String {
        let Options { value_only, no_line, guess, guide, scout, memory, earlier, .. } = self;
        let option = |name: &str, value: Option<String>| value.map(|value| format!(" --{name} {value}"));
        let mut words = option("guess", guess.map(|guess| guess.to_string())).unwrap_or_default();
        if *value_only {
            words += " --value-only";
        }
        if *no_line {
            words += " --no-line";
        }
        words.extend(guide.iter().filter_map(|guide| option("guide", Some(quoted(guide)))));
        words.extend(option("scout", scout.map(|nodes| nodes.to_string())));
        if !earlier.is_empty() {
            words += &format!(" {earlier}");
        }
        words.extend(option("memory", memory.map(|size| format!("{size}MiB"))));
        words
    }
}

/// What is asked: a board under some rules, as one of the lists asks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The list.
    pub list: List,
    /// The board.
    pub board: Board,
    /// The rules; nothing where several are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Column>,
    /// The rules that these are held against.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Column>,
    /// How it is searched.
    #[serde(default, skip_serializing_if = "Options::is_usual")]
    pub options: Options,
}

/// The place of a cell: by the list, by the board, grids first, then by the rules.
pub type Key = (List, (bool, u8, u8, String), [Place; 2]);

/// The place of rules among all.
type Place = (usize, usize, String);

fn place(rules: Option<&Column>) -> Place {
    let Some(Column { name, rules }) = rules else { return Place::default() };
    let number = match name {
        Some(name) => Preset::all().iter().position(|known| known.name == *name),
        None => Ko::all().position(|known| known.name() == rules.ko().name()),
    };
    let suicide = Suicide::ALL.iter().position(|known| *known == rules.suicide());
    let text = name.clone().unwrap_or_else(|| rules.to_string());
    (number.unwrap_or(usize::MAX), suicide.unwrap_or_default(), text)
}

impl Asked {
    /// A board under some rules, as usual.
    pub fn of(list: List, board: Board, rules: Column) -> Asked {
        Asked { list, board, rules: Some(rules), against: None, options: Options::default() }
    }

    /// Where it stands. No other question has the same.
    pub fn key(&self) -> Key {
        let Asked { list, board, rules, against, .. } = self;
        let sides = (board.shape() != Shape::Grid, board.rows(), board.columns(), board.to_string());
        (*list, sides, [rules, against].map(|rules| place(rules.as_ref())))
    }

    /// How much work it is expected to be.
    pub fn forecast(&self) -> u64 {
        self.rules.as_ref().map_or(u64::MAX, |column| forecast(&self.board, &column.rules))
    }

    /// The rules, in a word.
    pub fn title(&self) -> String {
        let titles = [&self.rules, &self.against].into_iter().flatten().map(Column::in_short);
        titles.collect::<Vec<_>>().join(",")
    }

    /// The command that writes its certificate to a file; without one, to a file named by board and rules.
    pub(crate) fn command(&self, column: &Column, file: Option<&str>) -> String {
        let board = self.board.to_string();
        let name = certificate_name(&board, &column.file_name());
        // Those that are kept are small: with all threads they are the same.
        let (more, name) = match file {
            Some(file) if column.name.is_none() => (format!(" --suicide {}", column.rules.suicide()), file),
            Some(file) => (String::new(), file),
            None => (format!(" --threads 1{}", self.options.in_words()), name.as_str()),
        };
        format!("kosolver solve {} {}{more} --certificate {name}", quoted(&board), column.options())
    }
}

/// As `--only` takes it: `frontier/2x5/psk`.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.list, self.board)?;
        let title = self.title();
        if title.is_empty() { Ok(()) } else { write!(f, "/{title}") }
    }
}
