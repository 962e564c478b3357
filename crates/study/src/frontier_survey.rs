use std::path::Path;

use kosolver_board::Board;
use kosolver_report::{FrontierCell, FrontierCost};
use kosolver_search::Meter;
use serde::{Deserialize, Serialize};

use crate::column::Column;
use crate::error::PublicationError;
use crate::forecast::forecast;
use crate::frontier::{Frontier, FrontierSearch};
use crate::kind::Kind;
use crate::parallel::Found;
use crate::publication::Files;
use crate::work::{Tools, Work};

/// Large boards that are to be added to a frontier.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrontierSurvey {
    /// Which frontier.
    pub kind: Kind,
    /// The cells, each once.
    pub cells: Vec<(Board, Column)>,
    /// How they are searched.
    #[serde(flatten)]
    pub search: FrontierSearch,
    /// Differences are explained on boards whose cells took at most so many nodes.
    pub explain: u64,
}

/// A unit is a cell, by its place.
impl Work for FrontierSurvey {
    const COMMAND: &'static str = "frontier";
    const ALONE: bool = true;
    type Unit = usize;
    type Record = (FrontierCell, FrontierCost);
    type Whole = Vec<(FrontierCell, FrontierCost)>;
    type Error = PublicationError;

    fn units(&self) -> Vec<usize> {
        (0..self.cells.len()).collect()
    }

    fn name(&self, place: &usize) -> String {
        let (board, column) = &self.cells[*place];
        format!("{board} {}", column.title())
    }

    fn forecast(&self, place: &usize) -> u64 {
        let (board, column) = &self.cells[*place];
        forecast(board, &column.rules)
    }

    fn record(&self, place: usize, tools: &Tools) -> Result<(FrontierCell, FrontierCost), PublicationError> {
        let (board, column) = &self.cells[place];
        let (cell, cost) = self.search.solve(board, column, tools.meter)?;
        let name = self.name(&place);
        (tools.done)(Some(&format!("{name}: {}, in {} s", cell.record.headline(), cost.seconds)));
        Ok((cell, cost))
    }

    fn whole(&self, found: &Found<usize, (FrontierCell, FrontierCost)>) -> Self::Whole {
        self.units().iter().map(|place| found.take(place)).collect()
    }

    /// Puts the cells to those that the directory has, and explains where rules differ.
    fn files(&self, cells: Self::Whole, directory: &Path, meter: &Meter) -> Result<Files, PublicationError> {
        let mut frontier = Frontier::of(directory, self.kind)?;
        cells.into_iter().for_each(|(cell, cost)| frontier.put(cell, cost));
        frontier.explain(self.explain, meter)?;
        Ok(frontier.files()?)
    }
}
