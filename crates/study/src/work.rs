//! Work that is made of units, each of which can be done on another machine.

use std::error::Error;
use std::hash::Hash;
use std::path::Path;

use ahash::AHashSet;
use kosolver_search::{Guides, Meter};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::PublicationError;
use crate::parallel::{Done, Found};
use crate::part::Part;
use crate::publication::Files;

/// A survey that can be done in parts. As a document it says all that its results depend on.
pub trait Work: Serialize + DeserializeOwned + Sync {
    /// The command that does it, in files of parts.
    const COMMAND: &'static str;
    /// Whether a unit takes all the memory there is, so that units go one by one.
    const ALONE: bool = false;

    /// What is done at once, and by one thread or more of one machine.
    type Unit: Copy + Eq + Hash + Send + Sync;
    /// What is found: the same whatever else is done.
    type Record: Serialize + DeserializeOwned + Send;
    /// What is found for all units together.
    type Whole;
    /// Why a unit cannot be done.
    type Error: Into<PublicationError> + Error + Send + Sync + 'static;

    /// The units; one that comes twice is done once.
    fn units(&self) -> Vec<Self::Unit>;

    /// What a unit is called. No other is called the same.
    fn name(&self, unit: &Self::Unit) -> String;

    /// How much work a unit is expected to be, in any measure that is the same on every machine.
    fn forecast(&self, unit: &Self::Unit) -> u64;

    /// How many solutions a unit takes at most, to show how far the work is.
    fn solutions(&self, _unit: &Self::Unit) -> usize {
        1
    }

    /// Does a unit.
    ///
    /// # Errors
    /// Those of the work.
    fn record(&self, unit: Self::Unit, tools: &Tools) -> Result<Self::Record, Self::Error>;

    /// What was found for every unit, put together.
    fn whole(&self, found: &Found<Self::Unit, Self::Record>) -> Self::Whole;

    /// The files that are published. They go to a directory that may have some already.
    ///
    /// # Errors
    /// If something cannot be rendered.
    fn files(&self, whole: Self::Whole, directory: &Path, meter: &Meter) -> Result<Files, PublicationError>;

    /// How many solutions it takes at most.
    fn tasks(&self) -> usize {
        units(self).iter().map(|unit| self.solutions(unit)).sum()
    }

    /// Does all units, in parallel unless each takes all the memory.
    ///
    /// # Errors
    /// One of those of the work; then no more is begun.
    fn solve(&self, meter: &Meter, done: Done) -> Result<Self::Whole, Self::Error> {
        Ok(self.whole(&found(self, &units(self), meter, done)?))
    }
}

/// What units share while they are done.
pub struct Tools<'a> {
    /// Guides that one search has made and another can use.
    pub guides: Guides,
    /// Counts the work.
    pub meter: &'a Meter,
    /// Is called after each solution.
    pub done: Done<'a>,
}

/// Each unit one time, in order.
pub(crate) fn units<W: Work>(work: &W) -> Vec<W::Unit> {
    let mut seen = AHashSet::new();
    work.units().into_iter().filter(|unit| seen.insert(*unit)).collect()
}

/// The units of a part, in order.
pub(crate) fn units_of<W: Work>(work: &W, part: Part) -> Vec<W::Unit> {
    let units = units(work);
    let forecasts: Vec<u64> = units.iter().map(|unit| work.forecast(unit)).collect();
    part.places(&forecasts).into_iter().map(|place| units[place]).collect()
}

/// Does some units.
pub(crate) fn found<W: Work>(
    work: &W,
    units: &[W::Unit],
    meter: &Meter,
    done: Done,
) -> Result<Found<W::Unit, W::Record>, W::Error> {
    let tools = Tools { guides: Guides::default(), meter, done };
    let record = |unit| work.record(unit, &tools);
    if W::ALONE {
        let one = |unit: &W::Unit| Ok((*unit, record(*unit)?));
        return Ok(Found::known(units.iter().map(one).collect::<Result<Vec<_>, _>>()?));
    }
    Found::of(units.iter().copied(), |unit| work.forecast(unit), record)
}
