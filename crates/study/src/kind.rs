use kosolver_board::Board;
use kosolver_report::{Comparison, Format, Graphs, Table};
use serde::{Deserialize, Serialize};

use crate::certificates::certificate_name;
use crate::column::Column;

/// Which results: of ko rules under area scoring, or of whole rulesets. They have files of their
/// own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Of ko rules.
    KoRules,
    /// Of rulesets.
    Rulesets,
}

impl Kind {
    /// Both.
    pub const ALL: [Kind; 2] = [Kind::KoRules, Kind::Rulesets];

    fn of_rulesets(rulesets: bool) -> Kind {
        if rulesets { Kind::Rulesets } else { Kind::KoRules }
    }

    /// The kind of results under these rules.
    pub fn of<'a>(columns: impl IntoIterator<Item = &'a Column>) -> Kind {
        Kind::of_rulesets(columns.into_iter().any(|column| column.name.is_some()))
    }

    pub(crate) fn of_table(table: &Table) -> Kind {
        Kind::of_rulesets(table.of_rulesets())
    }

    pub(crate) fn of_comparison(comparison: &Comparison) -> Kind {
        Kind::of_rulesets(!comparison.of_ko_rules())
    }

    pub(crate) fn of_graphs(graphs: &Graphs) -> Kind {
        Kind::of_rulesets(graphs.suicide.is_none())
    }

    /// The name of a file of this kind, from that for ko rules without its ending.
    fn file(self, stem: &str, format: Format) -> String {
        let ending = format.extension();
        match self {
            Kind::KoRules => format!("{stem}.{ending}"),
            Kind::Rulesets => format!("{stem}-rulesets.{ending}"),
        }
    }

    /// The file that holds a table in a format.
    pub fn table(self, format: Format) -> String {
        let stem = match self {
            Kind::KoRules => "kee",
            Kind::Rulesets => "rulesets",
        };
        format!("{stem}.{}", format.extension())
    }

    /// The file that holds a comparison in a format.
    pub fn comparison(self, format: Format) -> String {
        self.file("separators", format)
    }

    /// The file that holds a survey of graphs in a format.
    pub(crate) fn graphs(self, format: Format) -> String {
        self.file("graphs", format)
    }

    /// The files of results, first the one that is read.
    pub(crate) fn files(self, file: fn(Kind, Format) -> String) -> Vec<String> {
        [Format::Json, Format::Markdown].map(|format| file(self, format)).into()
    }

    /// Those of results on ko rules alone.
    pub(crate) fn alone(self, names: [&str; 2]) -> Vec<String> {
        let names = names.iter().filter(|_| self == Kind::KoRules);
        names.map(|name| (*name).to_owned()).collect()
    }

    /// The file that holds costs.
    pub fn costs(self) -> String {
        self.file("costs", Format::Json)
    }

    /// The names of the files of a frontier: its cells, what they took, its page.
    pub(crate) fn frontier(self) -> [String; 3] {
        let costs = match self {
            Kind::KoRules => "frontier-costs.json",
            Kind::Rulesets => "frontier-rulesets-costs.json",
        };
        [self.file("frontier", Format::Json), costs.to_owned(), self.file("frontier", Format::Markdown)]
    }

    /// The list of the certificates of a table.
    pub(crate) fn manifest(self) -> String {
        self.file("certificates", Format::Json)
    }

    /// The directory of the certificates of a table.
    pub(crate) fn certificates(self) -> &'static str {
        match self {
            Kind::KoRules => "certificates",
            Kind::Rulesets => "certificates/rulesets",
        }
    }

    /// The certificate of a cell of a table.
    pub(crate) fn certificate(self, board: &Board, column: &Column) -> String {
        let name = certificate_name(&board.to_string(), &column.file_name());
        format!("{}/{name}", self.certificates())
    }
}
