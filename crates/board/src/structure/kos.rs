use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::{Board, Play, PointSet, Position};
use ahash::HashMap;

use super::{Class, KoPosition, Structure};

/// A ko position with its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedKo {
    /// The ko position.
    pub position: KoPosition,
    /// Its class, by the stones alone.
    pub class: Class,
}

/// All there is to say about the kos of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Analysis {
    /// The ko positions, the one with the lowest point first.
    pub kos: Vec<JudgedKo>,
    structure: Arc<Structure>,
}

impl Analysis {
    /// Mouths, ko strings, couplings and ko positions.
    pub fn structure(&self) -> &Structure {
        &self.structure
    }

    /// The points of all ko positions.
    pub fn points(&self) -> PointSet {
        self.structure.points()
    }

    /// The ko position in which a play from this position is a ko stone move.
    pub fn ko_of(&self, play: &Play) -> Option<&JudgedKo> {
        self.structure.ko_of(play).map(|place| &self.kos[place])
    }

    /// The ko position with exactly these points.
    pub fn with_points(&self, points: PointSet) -> Option<&JudgedKo> {
        self.kos.iter().find(|ko| ko.position.points == points)
    }
}

/// The kos of all positions of a board. What has been found is kept, within bounds.
///
/// ```
/// use kosolver_board::{Board, Position};
/// use kosolver_board::structure::{Class, Kos};
///
/// let board: Board = "1x4".parse()?;
/// let kos = Kos::new(board);
/// let eternal_life = kos.analysis(Position::parse(&board, ".X.O")?);
/// assert_eq!(eternal_life.kos[0].class, Class::Fight);
/// assert_eq!(eternal_life.points(), board.all());
/// # Ok::<(), kosolver_board::Error>(())
/// ```
#[derive(Debug)]
pub struct Kos {
    board: Board,
    structures: RwLock<HashMap<Position, Arc<Structure>>>,
    analyses: RwLock<HashMap<Position, Arc<Analysis>>>,
    /// What positions without a ko share.
    nothing: (Arc<Structure>, Arc<Analysis>),
}

/// The most positions of a board that are kept.
const KEPT: usize = 1 << 19;

/// The kos that are [shared](Kos::shared), those asked for last at the end.
static SHARED: Mutex<Vec<Arc<Kos>>> = Mutex::new(Vec::new());
const MOST_SHARED: usize = 64;

impl Kos {
    /// The kos of a board.
    pub fn new(board: Board) -> Kos {
        Kos { board, structures: RwLock::default(), analyses: RwLock::default(), nothing: Default::default() }
    }

    /// The same, shared with all who ask for this board: what one finds the others know. Those asked for last are kept.
    pub fn shared(board: Board) -> Arc<Kos> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shared.iter().position(|kos| kos.board == board);
        let kos = match known {
            Some(place) => shared.remove(place),
            None => Arc::new(Kos::new(board)),
        };
        shared.push(kos.clone());
        if shared.len() > MOST_SHARED {
            shared.remove(0);
        }
        kos
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Mouths, couplings and ko positions of a position.
    pub fn structure(&self, position: Position) -> Arc<Structure> {
        kept(&self.structures, position, || {
            let structure = Structure::of(&self.board, position);
            if structure.mouths().is_empty() { self.nothing.0.clone() } else { Arc::new(structure) }
        })
    }

    /// The same with the class of each ko position.
    pub fn analysis(&self, position: Position) -> Arc<Analysis> {
        kept(&self.analyses, position, || {
            let structure = self.structure(position);
            if structure.mouths().is_empty() {
                return self.nothing.1.clone();
            }
            let with_class =
                |ko: &KoPosition| JudgedKo { position: ko.clone(), class: self.class(position, ko) };
            Arc::new(Analysis { kos: structure.positions().iter().map(with_class).collect(), structure })
        })
    }

    /// Whether a play is a ko stone move in a disturbing ko and disturbs it.
    pub fn is_disturbing(&self, play: &Play) -> bool {
        let analysis = self.analysis(play.before);
        analysis.ko_of(play).is_some_and(|ko| self.disturbs(&ko.position, ko.class, play))
    }
}

/// What is kept about a position; found first if it is not.
fn kept<T>(
    table: &RwLock<HashMap<Position, Arc<T>>>,
    position: Position,
    find: impl FnOnce() -> Arc<T>,
) -> Arc<T> {
    if let Some(known) = table.read().unwrap_or_else(PoisonError::into_inner).get(&position) {
        return known.clone();
    }
    let found = find();
    let mut table = table.write().unwrap_or_else(PoisonError::into_inner);
    if table.len() < KEPT {
        table.insert(position, found.clone());
    }
    found
}
