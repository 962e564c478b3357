//! Guides: what knows who is ahead, so that a search looks in the right place first.
//!
//! A guide is a table of what both players can force if play may go on for ever. Under a rule that
//! prohibits repetition this proves nothing, since the rule may forbid the very move that counts. But
//! it is the best first guess there is. Where no table fits, a network learns; until then, the guide is what neither
//! player can take from the other ([`crate::guide::life`]). Numbers only guide: no value depends on a guide.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use kosolver_board::{Board, border, least_legal};
use kosolver_rules::{Game, Suicide};
use kosolver_scout::{Network, Scout};
use kosolver_tablebase::{Error as TableError, Hints, Progress, Size};

use crate::error::Error;
use crate::guide::{AHEAD, Learned, Plan};
use crate::meter::Meter;
#[cfg(doc)]
use crate::request::Resources;

/// The memory that making a guide may take if nothing is said.
const ALLOWED: u64 = 4 << 30;

/// The most legal positions of a board for which a table is made: more do not fit into the memory of
/// any machine that is common today.
const MOST: u64 = 1 << 33;

/// The widest border of a board for which a table is made: wider ones take long to number.
const WIDEST: u32 = 7;

/// Nodes that a search visits at least before it has a guide: short searches have none.
pub(crate) const FEW: u64 = 1 << 11;

/// Nodes that a search visits at least before a network learns for it; and the same where no scout is to look ahead.
pub(crate) const LONG: u64 = 5_000;
pub(crate) const UNTAUGHT: u64 = 1 << 17;

/// Positions of the table for each node that the search visits before it makes the table. A node takes
/// some ten times as long as a position of the table, so by then it has worked for about a two
/// hundredth of the time that the guide takes. Nearly all searches that come so far are long.
const PATIENCE: u64 = 1 << 11;

/// Where searches take guides from. Clones share what has been made: a guide serves all games on
/// its board with its suicide rule.
///
/// ```
/// use kosolver_search::{Guides, Resources};
///
/// let shared = Resources::default().with_guides(Guides::default()); // made where they pay
/// let without = Resources::default().with_guides(Guides::none());
/// assert_ne!(shared, without);
/// ```
#[derive(Clone)]
pub struct Guides(Option<Arc<Pool>>);

#[derive(Default)]
struct Pool {
    /// Those that were not made here. They are used from the first node on.
    given: Vec<Arc<Hints>>,
    made: Mutex<HashMap<(Board, Suicide), Place>>,
    plan: Plan,
}

/// A guide, once it has been made; `None` in it if it does not fit into the memory.
type Place = Arc<Mutex<Option<Option<Arc<Hints>>>>>;

impl fmt::Debug for Guides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let guides =
            self.0.as_ref().map(|pool| pool.made.lock().unwrap_or_else(PoisonError::into_inner).len());
        f.debug_tuple("Guides").field(&guides).finish()
    }
}

impl PartialEq for Guides {
    fn eq(&self, other: &Guides) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        }
    }
}

impl Eq for Guides {}

impl Default for Guides {
    /// Guides that are made once a search has worked for long enough.
    fn default() -> Guides {
        Guides(Some(Arc::default()))
    }
}

impl Guides {
    /// No guides.
    pub fn none() -> Guides {
        Guides(None)
    }

    /// Guides that are made, and these for the games that they serve. One under the ordinary ko rule is
    /// used beside one without a ko rule, as soon as there is that.
    pub fn with_hints(hints: impl IntoIterator<Item = Hints>) -> Guides {
        let pool = Pool { given: hints.into_iter().map(Arc::new).collect(), ..Pool::default() };
        Guides(Some(Arc::new(pool)))
    }

    /// A network, if it is given, for games on its board with its suicide rule; and, with a number of nodes,
    /// a scout that looks so far ahead at each question on any rectangle; and one that has kept the proof of a
    /// question, which need not look. Where they serve they are the only guides.
    pub fn learned(network: Option<Network>, scout: Option<u64>, kept: Option<Scout>) -> Guides {
        let kept = kept.map(|kept| Arc::new(Learned::kept(kept, network.as_ref())));
        // What was kept says nothing of other questions.
        let scout = scout.or((kept.is_some() && network.is_none()).then_some(AHEAD));
        let plan = Plan { network: network.map(Arc::new), scout, kept };
        Guides(Some(Arc::new(Pool { plan, ..Pool::default() })))
    }

    /// What guides a game instead of tables, if something was given that does.
    pub(crate) fn plan(&self, game: &Game) -> Option<Plan> {
        let mut plan = self.0.as_ref()?.plan.clone();
        if game.rules().ko().combines_scores() {
            // A scout's score is that of one position. Where it is that of several, scouts lead astray.
            (plan.scout, plan.kept) = (None, None);
        }
        plan.serves(game).then_some(plan)
    }

    /// Whether there are none.
    pub(crate) fn are_none(&self) -> bool {
        self.0.is_none()
    }

    /// Whether a table of one game guides the play of another.
    pub fn serves(own: &Game, game: &Game) -> bool {
        own.board() == game.board() && own.rules().suicide() == game.rules().suicide()
    }

    /// The bytes that those take that were given.
    pub(crate) fn given_bytes(&self) -> u64 {
        let plans = self.0.iter().map(|pool| pool.plan.bytes());
        self.all_given().map(|hints| hints.bytes()).chain(plans).sum()
    }

    /// The guide of a game without a ko rule, if it was given.
    pub(crate) fn given(&self, game: &Game) -> Option<Arc<Hints>> {
        self.serving(game).find(|hints| !has_ko(hints.game())).cloned()
    }

    /// The guide of a game under the ordinary ko rule, if it was given.
    pub(crate) fn given_basic(&self, game: &Game) -> Option<Arc<Hints>> {
        self.serving(game).find(|hints| has_ko(hints.game())).cloned()
    }

    fn serving(&self, game: &Game) -> impl Iterator<Item = &Arc<Hints>> {
        self.all_given().filter(|hints| Guides::serves(hints.game(), game))
    }

    fn all_given(&self) -> impl Iterator<Item = &Arc<Hints>> {
        self.0.iter().flat_map(|pool| &pool.given)
    }

    /// The table of a board with a suicide rule; `None` if it does not fit into the memory.
    ///
    /// # Errors
    /// [`Error::Interrupted`].
    pub(crate) fn get(
        &self,
        key: (Board, Suicide),
        memory: u64,
        meter: &Meter,
    ) -> Result<Option<Arc<Hints>>, Error> {
        let Some(pool) = &self.0 else { return Ok(None) };
        let place: Place = {
            let mut made = pool.made.lock().unwrap_or_else(PoisonError::into_inner);
            made.entry(key).or_default().clone()
        };
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*place {
            return Ok(known.clone());
        }
        let made = match made(key, memory, meter) {
            Ok(hints) => Some(Arc::new(hints)),
            Err(TableError::Stopped) => return Err(Error::Interrupted { saved: false }),
            Err(_) => None,
        };
        *place = Some(made.clone());
        Ok(made)
    }
}

/// Whether a game of a table has the ordinary ko rule; else it has none.
fn has_ko(game: &Game) -> bool {
    game.rules().ko().bans_retaking()
}

fn allowed(memory: u64) -> Size {
    Size(if memory == u64::MAX { ALLOWED } else { memory })
}

fn made((board, suicide): (Board, Suicide), memory: u64, meter: &Meter) -> Result<Hints, TableError> {
    let progress = Arc::new(Progress::until(meter.interrupt_handle().clone()));
    meter.makes_guide(Some(progress.clone()));
    let setting = Hints::setting(board, suicide);
    let made = setting.and_then(|setting| Hints::solve(setting, allowed(memory), &progress));
    meter.makes_guide(None);
    made
}

/// Whether some point of a board has more than two neighbours. Points of a one-row board or a cycle have
/// not: there ko fights decide nearly everything, and nearly all positions are undecided if play may
/// go on for ever.
pub(crate) fn is_wide(board: &Board) -> bool {
    board.all().iter().any(|point| board.adjacent(point.bit()).len() > 2)
}

/// Whether guides are of use to a game at all, tables or others.
pub(crate) fn is_guided(game: &Game) -> bool {
    let rules = game.rules();
    // Where long cycles end the game without a result, the guide is wrong about who is ahead more often
    // than not.
    let misled = rules.win_or_loss() || rules.long_cycle() || rules.ko().has_long_fights();
    is_wide(game.board()) && !misled
}

/// After how many nodes a search makes the table of a board to be guided by; `None` if never, as where
/// it cannot fit into the memory.
pub(crate) fn patience(board: Board, suicide: Suicide, memory: u64) -> Option<u64> {
    // Others take long to number.
    if border(&board) > WIDEST || least_legal(&board) > MOST.into() {
        return None;
    }
    let setting = Hints::setting(board, suicide).ok()?;
    let fits = setting.positions() <= MOST && setting.least_memory() <= allowed(memory);
    fits.then_some((setting.positions() / PATIENCE).max(FEW))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_cannot_fit_is_not_waited_for() {
        let patience = |text: &str, memory| patience(text.parse().unwrap(), Suicide::Forbidden, memory);
        assert_eq!(patience("3x4", u64::MAX), Some(FEW));
        assert_eq!(patience("4x5", u64::MAX), Some(1_840_058_693 / PATIENCE));
        assert_eq!(patience("4x5", 400 << 20), None);
        assert_eq!(patience("5x5", u64::MAX), None);
        assert_eq!(patience("8x8", u64::MAX), None, "its border is too wide");
    }
}
