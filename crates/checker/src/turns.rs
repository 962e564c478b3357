//! Symmetries by which lemmas are cited, and patterns, which speak of many facts at once.

use std::collections::HashMap;

use ahash::RandomState;
use indexmap::IndexSet;
use kosolver_board::{Board, Colour, Point, PointSet, Position};
use kosolver_rules::{Ban, Fact, Game, Node, Scope};

use crate::groups::Group;
use crate::lemma::Kind;

/// The symmetries of a certificate. The first is the one that changes nothing; those that exchange the
/// colours too come after those that do not.
#[derive(Default)]
pub(crate) struct Turns {
    /// How many symmetries of the board there are.
    count: usize,
    /// By symmetry of the board and eight points, where it takes each set of these.
    tables: Vec<[PointSet; 256]>,
    /// How many eights there are.
    eights: usize,
    exchanges: bool,
    /// The group of facts that are images of each other, by the least of them.
    groups: HashMap<Fact, Group, RandomState>,
}

/// The number of a symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn(u16);

impl Turn {
    /// The one that changes nothing.
    pub(crate) const IDENTITY: Turn = Turn(0);
}

/// The most symmetries of a board that a file may use.
pub(crate) fn most(board: &Board) -> u64 {
    if board.points() > 9 { 8 } else { 720 }
}

impl Turns {
    /// Some symmetries of the board of a game, and perhaps the exchange of the colours.
    ///
    /// # Errors
    /// If they are not symmetries, or no group.
    pub(crate) fn new(
        game: &Game,
        permutations: &[Vec<Point>],
        exchanges: bool,
    ) -> Result<Turns, &'static str> {
        let board = game.board();
        if exchanges && !game.fair() {
            return Err("the rules tell Black from White");
        }
        let known: IndexSet<&[Point], RandomState> = permutations.iter().map(|list| &list[..]).collect();
        let all: Vec<Point> = board.all().iter().collect();
        if permutations.first() != Some(&all) || known.len() != permutations.len() {
            return Err("the first symmetry changes something, or one is there twice");
        }
        for list in permutations {
            let image = |points: PointSet| points.iter().map(|point| list[at(point)]).collect::<PointSet>();
            let keeps =
                |point: &Point| image(board.adjacent(point.bit())) == board.adjacent(list[at(*point)].bit());
            if image(board.all()) != board.all() || !all.iter().all(keeps) {
                return Err("a symmetry does not keep which points are adjacent");
            }
        }
        let mut product = Vec::new();
        for (one, other) in
            permutations.iter().flat_map(|one| permutations.iter().map(move |other| (one, other)))
        {
            product.clear();
            product.extend(one.iter().map(|point| other[at(*point)]));
            if !known.contains(&product[..]) {
                return Err("the symmetries are not a group");
            }
        }
        let eights = all.len().div_ceil(8);
        let table = |list: &Vec<Point>, eight: usize| {
            std::array::from_fn(|set| {
                let points = list.iter().skip(8 * eight).take(8).enumerate();
                points.filter(|(place, _)| set >> place & 1 == 1).map(|(_, point)| *point).collect()
            })
        };
        let tables = permutations.iter().flat_map(|list| (0..eights).map(move |eight| table(list, eight)));
        Ok(Turns {
            count: permutations.len(),
            tables: tables.collect(),
            eights,
            exchanges,
            ..Turns::default()
        })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> u64 {
        (self.count as u64) << u32::from(self.exchanges)
    }

    /// The symmetry with a number, which is below their count.
    pub(crate) fn numbered(&self, number: u64) -> Turn {
        debug_assert!(number < self.len());
        Turn(number as u16)
    }

    fn all(&self) -> impl Iterator<Item = Turn> + use<> {
        (0..self.len() as u16).map(Turn)
    }

    fn exchanges(&self, turn: Turn) -> bool {
        usize::from(turn.0) >= self.count
    }

    fn set(&self, turn: Turn, points: PointSet) -> PointSet {
        let first = usize::from(turn.0) % self.count * self.eights;
        let tables = self.tables[first..first + self.eights].iter();
        let images =
            tables.enumerate().map(|(eight, table)| table[(points.bits() >> (8 * eight)) as u8 as usize]);
        images.fold(PointSet::EMPTY, |image, part| image | part)
    }

    fn position(&self, turn: Turn, position: Position) -> Position {
        Position { black: self.set(turn, position.black), white: self.set(turn, position.white) }
    }

    /// The image of a node.
    pub(crate) fn node(&self, game: &Game, turn: Turn, node: &Node) -> Node {
        let ban = match node.ban {
            Ban::Point(point) => self.set(turn, point.bit()).first().map_or(Ban::None, Ban::Point),
            other => other,
        };
        let position = self.position(turn, node.position);
        let memory = node.memory.mapped(|board| self.position(turn, board));
        let image = Node { position, ban, memory, ..*node };
        if self.exchanges(turn) { game.exchanged_node(&image) } else { image }
    }

    /// The image of a fact.
    pub(crate) fn fact(&self, game: &Game, turn: Turn, fact: &Fact) -> Fact {
        if turn == Turn::IDENTITY {
            return *fact;
        }
        let (position, to) = (self.position(turn, fact.position), self.position(turn, fact.to));
        let image = Fact { position, to, ..*fact };
        if self.exchanges(turn) { game.exchanged_fact(image) } else { image }
    }

    /// The image of a pattern.
    pub(crate) fn pattern(&self, game: &Game, turn: Turn, pattern: &Pattern) -> Pattern {
        let [stones, points] = [pattern.stones, pattern.points].map(|points| self.set(turn, points));
        let image = Pattern { stones, points, ..*pattern };
        match self.exchanges(turn) {
            true => Pattern { scope: game.exchanged_scope(image.scope), player: !image.player, ..image },
            false => image,
        }
    }

    /// What lemmas of a kind say of the image of their node.
    pub(crate) fn kind(&self, turn: Turn, kind: &Kind) -> Kind {
        if !self.exchanges(turn) {
            return *kind;
        }
        // White's score is Black's with the other sign, and one of them wins.
        let mut threshold = kind.threshold;
        (threshold.score, threshold.strict) = (-threshold.score, !threshold.strict);
        Kind { threshold, winner: !kind.winner, ..*kind }
    }

    /// Puts a fact and its images into a group.
    ///
    /// # Errors
    /// If they are in another.
    pub(crate) fn list(&mut self, game: &Game, fact: &Fact, group: Group) -> Result<(), String> {
        let least = self.least(game, fact);
        match self.groups.insert(least, group) {
            Some(other) if other != group => Err("a fact and an image of it are in two groups".to_owned()),
            _ => Ok(()),
        }
    }

    /// The group of a fact.
    pub(crate) fn group(&self, game: &Game, fact: &Fact) -> Option<Group> {
        if self.groups.is_empty() { None } else { self.groups.get(&self.least(game, fact)).copied() }
    }

    /// A fact and its images.
    fn images(&self, game: &Game, fact: Fact) -> impl Iterator<Item = Fact> {
        self.all().map(move |turn| self.fact(game, turn, &fact))
    }

    fn least(&self, game: &Game, fact: &Fact) -> Fact {
        self.images(game, *fact).min().unwrap_or(*fact)
    }

    /// Which symmetries there are: where each takes each point, and whether the colours are exchanged too.
    pub(crate) fn symmetries(&self) -> (Vec<PointSet>, bool) {
        let points = self.tables.iter().flat_map(|table| (0..8).map(|bit| table[1 << bit]));
        (points.collect(), self.exchanges)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.tables[..])
            + crate::limits::table_bytes::<(Fact, Group)>(self.groups.len(), self.groups.capacity())
    }
}

fn at(point: Point) -> usize {
    usize::from(point.number())
}

/// Facts of a scope whose last position has all of some stones of a player and a stone of his on one of some
/// points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pattern {
    pub scope: Scope,
    pub player: Colour,
    pub stones: PointSet,
    pub points: PointSet,
}

impl Pattern {
    /// Whether a fact is one of them.
    pub(crate) fn has(&self, fact: &Fact) -> bool {
        let own = fact.last_position().stones(self.player);
        self.scope == fact.scope && (self.stones - own).is_empty() && !(self.points & own).is_empty()
    }

    /// Whether all facts of another are facts of this one.
    pub(crate) fn includes(&self, other: &Pattern) -> bool {
        (self.scope, self.player) == (other.scope, other.player)
            && (self.stones - other.stones).is_empty()
            && (other.points - self.points).is_empty()
    }
}

/// The patterns of all lemmas.
#[derive(Default)]
pub(crate) struct Patterns(IndexSet<Pattern, RandomState>);

/// The number of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PatternNumber(u32);

impl Patterns {
    /// The number of a pattern.
    ///
    /// # Errors
    /// If there are too many.
    pub(crate) fn number(&mut self, pattern: Pattern) -> Result<PatternNumber, String> {
        let (place, _) = self.0.insert_full(pattern);
        u32::try_from(place).map(PatternNumber).map_err(|_| "there are too many patterns".to_owned())
    }

    pub(crate) fn get(&self, number: PatternNumber) -> &Pattern {
        &self.0[number.0 as usize]
    }

    /// Whether a fact is one of some patterns.
    pub(crate) fn have<'p>(&self, numbers: impl IntoIterator<Item = &'p PatternNumber>, fact: &Fact) -> bool {
        numbers.into_iter().any(|number| self.get(*number).has(fact))
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        crate::limits::list_bytes::<(Pattern, u64)>(self.0.len(), self.0.capacity())
            + crate::limits::table_bytes::<usize>(self.0.len(), self.0.capacity())
    }
}
