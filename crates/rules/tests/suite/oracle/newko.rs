//! The reconstruction of the New Ko Rules once more, as `docs/new-ko-rules.md` says it, without the
//! crate that the library uses: mouths among all pairs of point sets, rules from the record of the
//! game. Slow; for boards of a few points.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use kosolver_board::{Board, Colour, Play, Point, PointSet, Position};
use kosolver_rules::Move;

use super::Record;

type Set = BTreeSet<u8>;

/// Chains that stand around kos.
type Coupling = BTreeSet<(Colour, Set)>;

fn set(points: PointSet) -> Set {
    points.iter().map(Point::number).collect()
}

fn bits(points: &Set) -> PointSet {
    points.iter().map(|number| Point::new(*number)).collect()
}

fn neighbours(board: &Board, points: &Set) -> Set {
    &set(board.adjacent(bits(points))) - points
}

fn stones(position: Position, colour: Colour) -> Set {
    set(position.stones(colour))
}

/// Where two sets and a colouring of them agree.
fn restricted(position: Position, points: &Set) -> Position {
    Position { black: position.black & bits(points), white: position.white & bits(points) }
}

/// All maximal connected parts.
fn parts(board: &Board, points: &Set) -> Vec<Set> {
    let mut rest = points.clone();
    let mut parts = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut part = Set::from([first]);
        loop {
            let more: Set = neighbours(board, &part).intersection(&rest).copied().collect();
            if more.is_empty() {
                break;
            }
            rest = &rest - &more;
            part.extend(more);
        }
        parts.push(part);
    }
    parts
}

/// Two sets of points and the colourings that come round.
struct Candidate {
    side: [Set; 2],
    colourings: BTreeSet<Position>,
}

impl Candidate {
    fn points(&self) -> Set {
        &self.side[0] | &self.side[1]
    }

    fn moves(&self, play: &Play) -> bool {
        self.side[play.colour as usize].contains(&play.point.number())
            && play.suicide.is_empty()
            && set(play.captured).is_subset(&self.points())
            && self.colourings.contains(&restricted(play.before, &self.points()))
            && self.colourings.contains(&restricted(play.after, &self.points()))
    }
}

/// A ko position.
pub struct Ko {
    pub points: Set,
    mouths: BTreeSet<Set>,
    coupling: Coupling,
    strings: usize,
}

/// The kos of a position.
pub struct Kos {
    mouths: Vec<Candidate>,
    pub kos: Vec<Ko>,
}

impl Kos {
    /// The points of the ko position in which a play is a ko stone move.
    fn of(&self, play: &Play) -> Option<&Ko> {
        let played = self.mouths.iter().any(|mouth| mouth.moves(play));
        self.kos.iter().find(|ko| played && ko.points.contains(&play.point.number()))
    }

    fn with(&self, points: &Set) -> Option<&Ko> {
        self.kos.iter().find(|ko| ko.points == *points)
    }

    fn all(&self) -> Set {
        self.kos.iter().flat_map(|ko| ko.points.clone()).collect()
    }
}

type Known = RefCell<HashMap<(String, Position), Rc<Kos>>>;
type Classes = RefCell<HashMap<(String, Position, Set), Class>>;

type Asked = (String, Position, Vec<(Colour, Move, Position)>);

thread_local! {
    static LAST: RefCell<Option<(Asked, Rc<Past>)>> = RefCell::default();
    static KNOWN: Known = RefCell::default();
    static CLASSES: Classes = RefCell::default();
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Life,
    Rider,
    CoupledLife,
    StableDeath,
    InstableDeath,
    Death(Colour),
    Fight,
}

/// A board.
struct Judge<'a> {
    board: &'a Board,
}

impl Judge<'_> {
    fn kos(&self, position: Position) -> Rc<Kos> {
        let key = (self.board.to_string(), position);
        if let Some(known) = KNOWN.with(|known| known.borrow().get(&key).cloned()) {
            return known;
        }
        let found = Rc::new(self.find(position));
        KNOWN.with(|known| known.borrow_mut().insert(key, found.clone()));
        found
    }

    fn connected_sets(&self) -> Vec<Set> {
        let all = set(self.board.all());
        (1..1_u64 << all.len())
            .map(|number| set(PointSet::from_bits(number)))
            .filter(|points| points.len() <= 3 && parts(self.board, points).len() == 1)
            .collect()
    }

    fn find(&self, position: Position) -> Kos {
        let sets = self.connected_sets();
        let outside = |side: &Set, other: &Set, enemy: Colour| {
            neighbours(self.board, side)
                .difference(other)
                .all(|point| position.stones(enemy).contains(Point::new(*point)))
        };
        let mut candidates = Vec::new();
        for black in &sets {
            for white in sets.iter().filter(|white| white.is_disjoint(black)) {
                let points = black | white;
                if outside(black, white, Colour::White)
                    && outside(white, black, Colour::Black)
                    && stones(position, Colour::Black).intersection(&points).all(|p| black.contains(p))
                    && stones(position, Colour::White).intersection(&points).all(|p| white.contains(p))
                {
                    candidates.extend(self.exchange(position, [black.clone(), white.clone()]));
                }
            }
        }
        let real: Vec<bool> =
            (0..candidates.len()).map(|number| self.is_real(position, &candidates, number)).collect();
        let mut keep = real.into_iter();
        candidates.retain(|_| keep.next().unwrap());
        let kos = self.positions(position, &candidates);
        Kos { mouths: candidates, kos }
    }

    /// The complete exchange: Go on the points alone, each colour on its own side.
    fn exchange(&self, position: Position, side: [Set; 2]) -> Option<Candidate> {
        let points: Vec<u8> = (&side[0] | &side[1]).into_iter().collect();
        let place = |number: u8| points.iter().position(|point| *point == number).unwrap() as u8;
        let inner = |all: PointSet| -> PointSet {
            all.iter()
                .filter(|p| points.contains(&p.number()))
                .map(|p| Point::new(place(p.number())))
                .collect()
        };
        let outer = |all: PointSet| -> PointSet {
            all.iter().map(|point| Point::new(points[usize::from(point.number())])).collect()
        };
        let adjacent: Vec<PointSet> =
            points.iter().map(|point| inner(self.board.adjacent(Point::new(*point).bit()))).collect();
        let small = Board::graph(&adjacent).unwrap();
        let sides = [inner(bits(&side[0])), inner(bits(&side[1]))];
        let edges = |here: Position| -> Vec<Play> {
            let both = Colour::BOTH.into_iter();
            both.flat_map(|colour| sides[colour as usize].iter().map(move |point| (colour, point)))
                .filter_map(|(colour, point)| here.play(&small, colour, point))
                .filter(|play| play.suicide.is_empty())
                .collect()
        };
        let reach = |from: Position| -> BTreeSet<Position> {
            let mut seen = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(here) = open.pop() {
                open.extend(edges(here).iter().map(|play| play.after).filter(|after| seen.insert(*after)));
            }
            seen
        };
        let start = Position { black: inner(position.black), white: inner(position.white) };
        let round: BTreeSet<Position> =
            reach(start).into_iter().filter(|there| reach(*there).contains(&start)).collect();
        let takes = |colour: Colour| {
            let plays = round.iter().flat_map(|here| edges(*here));
            plays
                .filter(|play| round.contains(&play.after))
                .any(|play| play.captured == sides[colour as usize])
        };
        let both = takes(Colour::Black) && takes(Colour::White);
        both.then(|| Candidate {
            colourings: round
                .iter()
                .map(|here| Position { black: outer(here.black), white: outer(here.white) })
                .collect(),
            side,
        })
    }

    /// Whether the players, alternating, come back with both sides taken, in it and up to three others.
    fn is_real(&self, position: Position, candidates: &[Candidate], number: usize) -> bool {
        let apart =
            |one: usize, other: usize| candidates[one].points().is_disjoint(&candidates[other].points());
        let mut choices = vec![vec![number]];
        let mut next = 0;
        while next < choices.len() {
            let chosen = choices[next].clone();
            next += 1;
            if self.comes_round(position, candidates, &chosen) {
                return true;
            }
            if chosen.len() <= 3 {
                let more =
                    (0..candidates.len()).filter(|other| chosen[1..].iter().all(|helper| helper < other));
                choices.extend(
                    more.filter(|other| chosen.iter().all(|taken| apart(*taken, *other)))
                        .map(|other| [&chosen[..], &[other]].concat()),
                );
            }
        }
        false
    }

    fn comes_round(&self, position: Position, candidates: &[Candidate], chosen: &[usize]) -> bool {
        let sides = &candidates[chosen[0]].side;
        let mut open: Vec<(Position, Colour, bool, bool)> =
            Colour::BOTH.map(|first| (position, first, false, false)).to_vec();
        let mut seen: BTreeSet<_> = open.iter().copied().collect();
        while let Some((here, mover, black_taken, white_taken)) = open.pop() {
            for point in here.empty(self.board) {
                let play = here.play(self.board, mover, point).unwrap();
                if !chosen.iter().any(|number| candidates[*number].moves(&play)) {
                    continue;
                }
                let taken = set(play.captured);
                let next =
                    (play.after, !mover, black_taken || taken == sides[0], white_taken || taken == sides[1]);
                if (next.0, next.2, next.3) == (position, true, true) {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn positions(&self, position: Position, mouths: &[Candidate]) -> Vec<Ko> {
        // Clusters: mouths that share points.
        let mut clusters: Vec<Set> = Vec::new();
        for mouth in mouths {
            let (joined, mut apart): (Vec<Set>, Vec<Set>) =
                clusters.into_iter().partition(|other| !other.is_disjoint(&mouth.points()));
            apart.push(joined.into_iter().fold(mouth.points(), |all, other| &all | &other));
            clusters = apart;
        }
        let chains = |colour: Colour| parts(self.board, &stones(position, colour));
        let around = |cluster: &Set| -> Coupling {
            let near = neighbours(self.board, cluster);
            let both = Colour::BOTH.into_iter();
            both.flat_map(|colour| chains(colour).into_iter().map(move |chain| (colour, chain)))
                .filter(|(_, chain)| chain.is_disjoint(cluster) && !chain.is_disjoint(&near))
                .collect()
        };
        let mut by_coupling: BTreeMap<(usize, Coupling), Vec<Set>> = BTreeMap::new();
        for (number, cluster) in clusters.iter().enumerate() {
            let coupling = around(cluster);
            let alone =
                coupling.is_empty() || clusters.iter().filter(|other| around(other) == coupling).count() < 2;
            let key = if alone { (number + 1, BTreeSet::new()) } else { (0, coupling) };
            by_coupling.entry(key).or_default().push(cluster.clone());
        }
        let ko = |((_, coupling), clusters): ((usize, Coupling), Vec<Set>)| {
            let points: Set = clusters.into_iter().flatten().collect();
            let within: Vec<&Candidate> =
                mouths.iter().filter(|mouth| mouth.points().is_subset(&points)).collect();
            let strings = Colour::BOTH.map(|colour| {
                let held =
                    |chain: &Set| within.iter().any(|mouth| chain.is_subset(&mouth.side[colour as usize]));
                chains(colour).iter().filter(|chain| held(chain)).count()
            });
            let mouths = within.iter().map(|mouth| mouth.points()).collect();
            Ko { points, mouths, coupling, strings: strings[0] + strings[1] }
        };
        by_coupling.into_iter().map(ko).collect()
    }

    fn breaths(&self, position: Position, (colour, chain): &(Colour, Set)) -> usize {
        let whole =
            parts(self.board, &stones(position, *colour)).into_iter().find(|part| !part.is_disjoint(chain));
        let whole = whole.unwrap_or_default();
        neighbours(self.board, &whole).intersection(&set(position.empty(self.board))).count()
    }

    /// Ko stone moves on some points.
    fn moves(&self, position: Position, points: &Set) -> Vec<Play> {
        let kos = self.kos(position);
        let empty = position.empty(self.board).iter().filter(|point| points.contains(&point.number()));
        empty
            .flat_map(|point| Colour::BOTH.map(|colour| position.play(self.board, colour, point).unwrap()))
            .filter(|play| kos.of(play).is_some())
            .collect()
    }

    fn stable_life(&self, position: Position, ko: &Ko) -> bool {
        let breathe = |there: Position, whose: &dyn Fn(Colour) -> bool| {
            ko.coupling.iter().filter(|chain| whose(chain.0)).all(|chain| self.breaths(there, chain) >= 2)
        };
        let points = self.kos(position).all();
        let regains = |play: &Play| {
            let hurt = !play.colour;
            let hit = ko.coupling.iter().any(|chain| chain.0 == hurt && self.breaths(play.after, chain) == 1);
            let answers = || self.moves(play.after, &ko.points).into_iter();
            !hit || answers().any(|answer| {
                answer.colour == hurt
                    && answer.after != position
                    && breathe(answer.after, &|colour| colour == hurt)
            })
        };
        breathe(position, &|_| true) && self.moves(position, &points).iter().all(regains)
    }

    fn is_coupled_life(&self, position: Position, ko: &Ko) -> bool {
        let restores = |play: &Play| {
            let kos = self.kos(play.after);
            let then = kos.with(&ko.points).filter(|then| !then.coupling.is_empty());
            then.is_some_and(|then| self.stable_life(play.after, then))
        };
        self.stable_life(position, ko) || self.moves(position, &ko.points).iter().any(restores)
    }

    fn is_stable_death(&self, position: Position, points: &Set) -> bool {
        let kos = self.kos(position);
        let Some(ko) = kos.with(points).filter(|ko| !ko.coupling.is_empty()) else { return false };
        let held = |colour: Colour| stones(position, colour).intersection(points).count();
        let dead = |colour: Colour| {
            let of = |whose: Colour| ko.coupling.iter().filter(move |chain| chain.0 == whose);
            of(colour).any(|chain| self.breaths(position, chain) == 1)
                && of(!colour).all(|chain| self.breaths(position, chain) >= 2)
        };
        !self.is_coupled_life(position, ko)
            && ko.mouths.len() == 2
            && ko.mouths.iter().all(|mouth| mouth.len() == 2)
            && held(Colour::Black) == 1
            && held(Colour::White) == 1
            && (dead(Colour::Black) || dead(Colour::White))
    }

    fn class(&self, position: Position, ko: &Ko) -> Class {
        let key = (self.board.to_string(), position, ko.points.clone());
        if let Some(known) = CLASSES.with(|known| known.borrow().get(&key).copied()) {
            return known;
        }
        let found = self.find_class(position, ko);
        CLASSES.with(|known| known.borrow_mut().insert(key, found));
        found
    }

    fn find_class(&self, position: Position, ko: &Ko) -> Class {
        if !ko.coupling.is_empty() {
            let moves = || self.moves(position, &ko.points).into_iter();
            return if self.is_coupled_life(position, ko) {
                Class::CoupledLife
            } else if self.is_stable_death(position, &ko.points) {
                Class::StableDeath
            } else if moves().any(|play| self.is_stable_death(play.after, &ko.points)) {
                Class::InstableDeath
            } else {
                Class::Fight
            };
        }
        if !Colour::BOTH.iter().any(|first| self.goes_on(position, *first, &ko.points)) {
            return Class::Life;
        }
        let dead = Colour::BOTH.into_iter().find(|colour| self.single_death(position, ko, *colour));
        match (ko.points.len(), dead) {
            (2, Some(colour)) => Class::Death(colour),
            (2, None) => Class::Fight,
            _ if ko.strings == 1 => Class::Rider,
            _ => Class::Fight,
        }
    }

    /// Whether moves in the present mouths on some points can go on for ever: for more moves than
    /// there are positions and movers.
    fn goes_on(&self, position: Position, first: Colour, points: &Set) -> bool {
        let kos = self.kos(position);
        let within = |mouth: &&Candidate| mouth.points().is_subset(points);
        let mouths: Vec<&Candidate> = kos.mouths.iter().filter(within).collect();
        let mut layer = BTreeSet::from([position]);
        let mut mover = first;
        let longest = 2 * 3_usize.pow(points.len() as u32);
        for _ in 0..longest {
            let plays = |here: &Position| -> Vec<Play> {
                let empty = here.empty(self.board).iter();
                empty.filter_map(|point| here.play(self.board, mover, point)).collect()
            };
            layer = layer
                .iter()
                .flat_map(plays)
                .filter(|play| mouths.iter().any(|mouth| mouth.moves(play)))
                .map(|play| play.after)
                .collect();
            mover = !mover;
        }
        !layer.is_empty()
    }

    fn single_death(&self, position: Position, ko: &Ko, dead: Colour) -> bool {
        let kos = self.kos(position);
        let Some(mouth) = kos.mouths.iter().find(|mouth| mouth.points() == ko.points) else { return false };
        let held_by = |colour: Colour| {
            let mut held = position;
            held.black = (held.black - bits(&ko.points))
                | if colour == Colour::Black { bits(&mouth.side[0]) } else { PointSet::EMPTY };
            held.white = (held.white - bits(&ko.points))
                | if colour == Colour::White { bits(&mouth.side[1]) } else { PointSet::EMPTY };
            held
        };
        let taken = held_by(!dead);
        let states = [held_by(dead), taken];
        let near = neighbours(self.board, &ko.points);
        let strings = |colour: Colour| -> Vec<(Colour, Set)> {
            let chains = parts(self.board, &(&stones(position, colour) - &ko.points));
            chains
                .into_iter()
                .filter(|chain| !chain.is_disjoint(&near))
                .map(|chain| (colour, chain))
                .collect()
        };
        let gains = |chain: &(Colour, Set)| {
            taken.empty(self.board).iter().filter(|point| !ko.points.contains(&point.number())).any(|point| {
                let play = taken.play(self.board, dead, point).unwrap();
                play.suicide.is_empty() && self.breaths(play.after, chain) >= 2
            })
        };
        !strings(dead).is_empty()
            && strings(dead).iter().all(|chain| self.breaths(taken, chain) == 1 && !gains(chain))
            && states.iter().all(|state| strings(!dead).iter().all(|chain| self.breaths(*state, chain) >= 2))
    }

    fn disturbs(&self, play: &Play, ko: &Ko, class: Class) -> bool {
        let hurt = |chains: &Coupling| {
            let theirs = chains.iter().filter(|chain| chain.0 != play.colour);
            theirs.clone().any(|chain| self.breaths(play.after, chain) < self.breaths(play.before, chain))
        };
        match class {
            Class::CoupledLife => hurt(&ko.coupling),
            Class::Life | Class::Rider => true,
            Class::StableDeath => !self.is_stable_death(play.after, &ko.points),
            Class::Death(colour) => play.colour == colour,
            Class::InstableDeath | Class::Fight => false,
        }
    }
}

/// What the rule remembers of a game, found by going through its record from the start.
#[derive(Default)]
struct Past {
    before: Option<Position>,
    fight: Option<Set>,
    /// The ko, its disturber, what stood there before him, and whether that has come again.
    disturbed: Option<(Set, Colour, Position, bool)>,
    /// Ko positions that have been fighting kos since they came to be.
    fought_in: BTreeSet<Set>,
    first: BTreeSet<Key>,
    fights: BTreeSet<(Key, Set, Colour)>,
    disturbers: BTreeSet<(Key, Set, Colour)>,
    played: BTreeSet<(Position, Colour, u8)>,
}

type Key = (Set, Position);

fn key(judge: &Judge, position: Position) -> Key {
    let points = judge.kos(position).all();
    let off = &set(judge.board.all()) - &points;
    (points, restricted(position, &off))
}

impl Past {
    fn of(judge: &Judge, record: &Record) -> Past {
        let mut past = Past::default();
        for number in record.numbers() {
            match record.moves[number - 1].1 {
                Move::Pass => past.pass(),
                Move::Play(point) => {
                    let before = record.position(number - 1);
                    past.play(judge, &before.play(&record.board, record.mover(number), point).unwrap());
                }
            }
        }
        past
    }

    fn is_fight(&self, judge: &Judge, position: Position, ko: &Ko) -> bool {
        match judge.class(position, ko) {
            Class::Fight => true,
            Class::Rider => self.fought_in.contains(&ko.points),
            _ => false,
        }
    }

    fn prohibits(&self, judge: &Judge, play: &Play) -> bool {
        let (position, player) = (play.before, play.colour);
        let number = play.point.number();
        let kos = judge.kos(position);
        let ko = kos.of(play);
        if self.before == Some(play.after) {
            return true;
        }
        let answers = self.fight.as_ref().is_some_and(|fight| fight.contains(&number));
        if answers && ko.is_some() {
            return true;
        }
        if let Some(ko) = ko.filter(|ko| self.is_fight(judge, position, ko)) {
            let key = key(judge, position);
            return self.first.contains(&key) && self.fights.contains(&(key, ko.points.clone(), player));
        }
        if let Some(ko) = ko.filter(|ko| judge.disturbs(play, ko, judge.class(position, ko))) {
            match self.disturbed.as_ref().filter(|disturbed| disturbed.0 == ko.points) {
                Some((_, disturber, _, repeated)) => {
                    if *disturber == player && *repeated {
                        return true;
                    }
                }
                None => {
                    if self.disturbers.contains(&(key(judge, position), ko.points.clone(), player)) {
                        return true;
                    }
                }
            }
        }
        self.played.contains(&(position, player, number))
    }

    fn pass(&mut self) {
        (self.before, self.fight, self.disturbed) = (None, None, None);
    }

    fn play(&mut self, judge: &Judge, play: &Play) {
        let (position, player) = (play.before, play.colour);
        let number = play.point.number();
        let kos = judge.kos(position);
        let fights: BTreeSet<Set> = kos
            .kos
            .iter()
            .filter(|ko| judge.class(position, ko) == Class::Fight || self.fought_in.contains(&ko.points))
            .map(|ko| ko.points.clone())
            .collect();
        let ko = kos.of(play);
        let (mut fight, mut disturbed) = (None, None);
        match ko {
            Some(ko) if self.is_fight(judge, position, ko) => {
                let key = key(judge, position);
                if !self.first.insert(key.clone()) {
                    self.fights.insert((key, ko.points.clone(), player));
                }
                fight = Some(ko.points.clone());
            }
            _ => {
                if let Some(ko) = ko {
                    let running = self.disturbed.take().filter(|disturbed| disturbed.0 == ko.points);
                    let appears = running.is_none() && judge.disturbs(play, ko, judge.class(position, ko));
                    if appears {
                        self.disturbers.insert((key(judge, position), ko.points.clone(), player));
                    }
                    let new = || (ko.points.clone(), player, restricted(position, &ko.points), false);
                    disturbed = running.or_else(|| appears.then(new));
                    if let Some((points, _, before, repeated)) = &mut disturbed {
                        *repeated |= restricted(play.after, points) == *before;
                    }
                }
                self.played.insert((position, player, number));
            }
        }
        let now: BTreeSet<Set> = judge.kos(play.after).kos.iter().map(|ko| ko.points.clone()).collect();
        self.fought_in = fights.intersection(&now).cloned().collect();
        (self.before, self.fight, self.disturbed) = (Some(position), fight, disturbed);
    }
}

/// Whether the rule prohibits a play of the player to move.
pub fn prohibited(record: &Record, play: &Play) -> bool {
    let judge = Judge { board: &record.board };
    // The same record is asked about many plays.
    let asked = (judge.board.to_string(), record.start, record.moves.clone());
    let past =
        LAST.with(|last| last.borrow().as_ref().filter(|last| last.0 == asked).map(|last| last.1.clone()));
    let past = past.unwrap_or_else(|| {
        let past = Rc::new(Past::of(&judge, record));
        LAST.with(|last| *last.borrow_mut() = Some((asked, past.clone())));
        past
    });
    past.prohibits(&judge, play)
}
