use ahash::AHashSet;
use kosolver_board::Board;
use kosolver_report::{Record, Table};
use kosolver_rules::{End, Game, Ko, Ruleset};
use kosolver_search::{Certificate, Error, Guides, Meter, Request, Resources, solve};

use crate::column::Column;
use crate::parallel::{Done, Found};

/// The cells of a table: every board under every ruleset, from the empty board, Black first.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The boards, in the order of rows.
    pub boards: Vec<Board>,
    /// The rulesets, in the order of columns; ko rules alone, or none.
    pub columns: Vec<Column>,
    /// Whether to write a certificate of every cell.
    pub certificates: bool,
}

/// A solved cell: its record, and what proves it if that was asked for.
pub type Cell = (Record, Option<Certificate>);

/// The rules, then those of the other readings of the ko rule if it is the default.
fn readings(rules: &Ruleset) -> Vec<Ruleset> {
    let all: Vec<Ko> = rules.ko().readings().collect();
    let readings = if all.first() == Some(&rules.ko()) { all } else { vec![rules.ko()] };
    let reading = |ko| rules.but().ko(ko).build().expect("what fits one reading fits all");
    readings.into_iter().map(reading).collect()
}

impl Survey {
    /// The ko rules of Kee's table: all that are not left for request, and whose fights are not too long.
    pub fn default_kos() -> Vec<Ko> {
        Ko::all().filter(|ko| !ko.has_long_fights() && !ko.on_request()).collect()
    }

    /// What is solved: each board under each ruleset, and under the other readings of its ko rule.
    fn keys(&self) -> impl Iterator<Item = (Board, Ruleset)> {
        let rules: Vec<Ruleset> = self.columns.iter().flat_map(|column| readings(&column.rules)).collect();
        self.boards.iter().flat_map(move |board| rules.clone().into_iter().map(|rules| (*board, rules)))
    }

    /// How many solutions it takes: presets with the same rules share theirs.
    pub fn tasks(&self) -> usize {
        self.keys().collect::<AHashSet<_>>().len()
    }

    /// Solves all cells in parallel, row by row.
    ///
    /// # Errors
    /// That of a cell that cannot be solved.
    pub fn solve(&self, meter: &Meter, done: Done) -> Result<Vec<Cell>, Error> {
        // The long ones first: the rules under which a position comes in many states, and more points.
        let weight = |(board, rules): &(Board, Ruleset)| {
            let many =
                rules.ko().combines_scores() || rules.long_cycle() || rules.end() == End::PrisonerReturn;
            (many, board.points())
        };
        let guides = Guides::default();
        let found = Found::of(self.keys(), weight, |(board, rules)| {
            let cell = self.cell(board, rules, &guides, meter)?;
            done(Some(&format!("{board} {}: {}", self.title(&rules), cell.0.headline())));
            Ok::<_, Error>(cell)
        })?;
        let mut cells = Vec::new();
        for board in &self.boards {
            for column in &self.columns {
                let (record, certificate) = found.get(&(*board, column.rules));
                let mut record = column.label(record);
                let readings = readings(&column.rules);
                if readings.len() > 1 {
                    let value =
                        |rules: Ruleset| (rules.ko().name().to_owned(), found.get(&(*board, rules)).0.value);
                    record.readings = readings.into_iter().map(value).collect();
                }
                cells.push((record, certificate));
            }
        }
        Ok(cells)
    }

    /// Whether rules are those of a column, and not only another reading of some.
    fn column(&self, rules: &Ruleset) -> Option<&Column> {
        self.columns.iter().find(|column| column.rules == *rules)
    }

    fn title(&self, rules: &Ruleset) -> String {
        self.column(rules).map_or_else(|| rules.ko().to_string(), |column| column.title().to_owned())
    }

    fn cell(&self, board: Board, rules: Ruleset, guides: &Guides, meter: &Meter) -> Result<Cell, Error> {
        let shown = self.column(&rules).is_some();
        let nodes = rules.ko().has_long_fights().then_some(Table::NODES);
        let request = Request::empty(Game::new(board, rules)?)
            .with_openings(shown)
            .with_certificate(shown && self.certificates)
            .with_resources(Resources::default().with_nodes(nodes).with_guides(guides.clone()));
        match solve(&request, meter) {
            Ok(solution) => Ok((Record::of(&request, &solution), solution.certificate)),
            Err(Error::Nodes { .. }) => Ok((Record::unsolved(&request), None)),
            Err(error) => Err(error),
        }
    }
}
