//! The part of the game that has no history, as numbers: nodes, facts and edges, each made
//! once and kept. Any number of threads may read it and grow it.

mod edges;
mod facts;
mod guided;
mod moves;
mod numbers;
mod positions;
mod stabilisers;
mod symmetry;

use std::sync::PoisonError;

use kosolver_board::{Colour, Point, Position, Settled};
use kosolver_rules::{Ban, Game, Memory, Node, Predicate, Scope, Score, Then};

use smallvec::SmallVec;

use crate::concurrent::sync::{FEW_WORDS, Mutex, MutexGuard, Ordering, RECORDS};
use crate::concurrent::{
    Budget, Cursor, Full, Index, Interner, MOST_CHUNKS, NONE, Records, Shared, Stack, Words, read, write,
};
use crate::decided::DecidedPositions;
use crate::guide::{Guide, is_wide};
use crate::lemma::{Coarse, Pattern};

pub(crate) use self::edges::{Edge, Extra, NUMBERS, Plain, Row, Target};
pub(crate) use self::facts::{Base, Facts};
pub(crate) use self::moves::Loose;
pub(crate) use self::numbers::{FactNumber, FactRun, MemoryNumber, NodeNumber, facts};
pub(crate) use self::positions::{Place, Positions, bucket, hash, position_words, words_position};
pub(crate) use self::stabilisers::{Stabiliser, Stabilisers, Turn};
pub(crate) use self::symmetry::Group;

/// The number of a ban in tables, checkpoints and certificates.
pub(crate) fn ban_number(ban: Ban) -> u8 {
    match ban {
        Ban::None => 0,
        Ban::LoneSuicide => 1,
        Ban::Point(point) => 2 + point.number(),
    }
}

/// The ban with a number.
pub(crate) fn numbered_ban(number: u8) -> Ban {
    match number {
        0 => Ban::None,
        1 => Ban::LoneSuicide,
        point => Ban::Point(Point::new(point - 2)),
    }
}

/// A node on the line being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    pub node: NodeNumber,
    /// From the frame the node is kept in, to that of the game.
    pub turn: Turn,
}

/// What a node looks like without its moves, in its own frame.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub mover: Colour,
    /// Whether the last move was a pass.
    pub passed: bool,
    /// The number of its position.
    pub position: u32,
    /// The score its player can end the game with whatever the history, or [`NONE`].
    pub exit: u32,
}

/// The words of the record of a node: the place of its first lemma, its position, its face, and the number plus 1 of
/// the plain node of its position that was made before it, or the number of what more there is of it.
///
/// The face is `white to move | passes << 1 | special << 3`, and in the top byte the number of threads at work below
/// the node.
pub(crate) type NodeRecord = [Shared; 4];
pub(crate) const HEAD: usize = 0;
const POSITION: usize = 1;
const FACE: usize = 2;
const NEXT: usize = 3;

const HAS_MORE: u32 = 1 << 31;

/// What only some nodes have, those that were left open above all: the proof numbers, the search they belong to with
/// the work spent, the row, the exit or, for special nodes, their number; and the word of the record in whose place
/// this is.
pub(crate) type MoreOfNode = [Shared; 6];
pub(crate) const PHI: usize = 0;
pub(crate) const DELTA: usize = 1;
pub(crate) const STATE: usize = 2;
const ROW: usize = 3;
const EXIT: usize = 4;
const LINK: usize = 5;

const SPECIAL: u32 = 1 << 3;
const FACES: u32 = (SPECIAL << 1) - 1;
const BUSY: u32 = 1 << 24;

/// Chunks for moves that are made for visits: much more than lines need, since a row has a few hundred words.
const LOOSE: u32 = 1 << 13;

/// What a thread needs to add to the graph.
#[derive(Default)]
pub(crate) struct Pen {
    cursor: Cursor,
    /// For the rows of visits.
    loose: Stack,
    /// The positions looked up last: that of the node whose moves are made, and those they lead
    /// to.
    places: Vec<(Position, Place)>,
    /// The moves of that node.
    edges: Vec<Edge>,
}

/// The graph, grown as far as the search has looked.
pub(crate) struct Graph {
    pub game: Game,
    pub group: Group,
    pub positions: Positions,
    pub facts: Facts,
    pub scores: Interner<Score>,
    pub memories: Interner<Memory>,
    /// What facts say of positions that steps pull back to others.
    predicates: Interner<Predicate>,
    nodes: Records<4>,
    mores: Records<6>,
    /// Nodes with a ban, a memory or more than one pass: exit, kin, memory, ban, passes.
    specials: Records<5>,
    special_index: Index,
    making: Vec<Mutex<()>>,
    words: Words,
    /// Moves that are made for a visit.
    loose: Words<FEW_WORDS>,
    /// How lemmas are made coarse (`lemma/buckets.rs`); `None` if they are not. Under rules whose steps
    /// pull they must not be: without pulls a fact of the history before a step says the same after
    /// it, or is forgotten with its scope. On one-row boards it does not pay (docs/search.md).
    pub coarse: Option<Coarse>,
    /// Who is ahead where, if there is a guide.
    pub guide: Option<Guide>,
    /// Whether nodes are made as soon as a move leads to them, in the order of the moves. With pulls they
    /// are: what is pulled over a move gets its numbers when the node it leads to is looked at, and
    /// certificates have facts in the order of their numbers.
    pub eager: bool,
    /// Whether every move is one step, which has no guards, and no play ends the game.
    pub one_step: bool,
    /// If decided positions are known.
    pub decided: Option<DecidedPositions>,
    pub budget: Budget,
}

impl Graph {
    /// The graph of a game, in which nodes that a symmetry of the group maps to each other are
    /// one.
    pub(crate) fn new(game: Game, group: Group, decided: Option<DecidedPositions>, budget: Budget) -> Graph {
        let memories = Interner::new();
        memories.number(&Memory::EMPTY, &budget);
        let threads = budget.threads();
        let facts = Facts::new(&game, &group, threads);
        Graph {
            positions: Positions::new(*game.board(), facts.most_positions(), threads, decided.is_some()),
            facts,
            scores: Interner::new(),
            memories,
            predicates: Interner::new(),
            nodes: Records::new(NUMBERS - (1 << RECORDS), threads),
            mores: Records::new(NUMBERS / 4, threads),
            specials: Records::new(NUMBERS / 4, threads),
            special_index: Index::new(),
            making: (0..64).map(|_| Mutex::new(())).collect(),
            words: Words::new(MOST_CHUNKS, threads),
            loose: Words::new(LOOSE, threads),
            coarse: (!game.rules().ko().pulls() && is_wide(game.board())).then(Coarse::default),
            guide: None,
            eager: game.rules().ko().pulls(),
            one_step: game.has_decided_positions() && game.rules().ko().most_steps() == 1,
            decided,
            budget,
            game,
            group,
        }
    }

    /// The number of a position and the turn to its least image.
    fn position(&self, pen: &Pen, position: Position) -> Result<Place, Full> {
        match pen.places.iter().rev().find(|(known, _)| *known == position) {
            Some((_, place)) => Ok(*place),
            None => self.positions.number(&self.group, position, &self.budget),
        }
    }

    /// Where a node is: its number, and the turn from the frame it is kept in.
    pub(crate) fn spot(&self, pen: &mut Pen, node: &Node) -> Result<Spot, Full> {
        let (target, turn) = self.target(pen, node)?;
        let Some(node) = self.reach(target)? else { unreachable!("a node is no end") };
        Ok(Spot { node, turn })
    }

    /// The number of the node that an edge leads to; it is made if it has not been.
    #[inline]
    pub(crate) fn reach(&self, target: Target) -> Result<Option<NodeNumber>, Full> {
        Ok(match target {
            Target::Plain(plain) => Some(self.plain_node(plain)?),
            Target::Node(node) => Some(node),
            Target::End(_) => None,
        })
    }

    /// The number of the node that an edge leads to, if it has been made.
    #[inline]
    pub(crate) fn made(&self, target: Target) -> Option<NodeNumber> {
        match target {
            Target::Plain(plain) => self.made_plain(plain),
            Target::Node(node) => Some(node),
            Target::End(_) => None,
        }
    }

    /// Where an edge to a node leads, and the turn from the frame it is kept in. A plain node is not
    /// made.
    fn target(&self, pen: &mut Pen, node: &Node) -> Result<(Target, Turn), Full> {
        let Place { number: position, mut to_least } = self.position(pen, node.position)?;
        let stabiliser = self.positions.stabiliser(position);
        let special = node.ban != Ban::None || !node.memory.is_empty() || node.passes > 1;
        if !special {
            let white = |turn| (node.to_move == Colour::White) != self.group.exchanges(turn);
            if stabiliser != Stabiliser::TRIVIAL && white(to_least) {
                // A symmetry that exchanges the colours leaves the position as it is: let it
                // be Black's turn.
                let exchange = self.group.turns_of(stabiliser).find(|turn| self.group.exchanges(*turn));
                to_least = exchange.map_or(to_least, |exchange| self.group.then(to_least, exchange));
            }
            let plain = Plain::new(position, white(to_least), node.passes);
            return Ok((Target::Plain(plain), self.group.inverse(to_least)));
        }
        let same = self.group.turns_of(stabiliser);
        let images = same.map(|turn| {
            let turn = self.group.then(to_least, turn);
            (self.group.node(&self.game, turn, node), turn)
        });
        let Some((least, to_least)) = images.min() else { unreachable!("the identity is a symmetry") };
        Ok((Target::Node(self.special_node(position, &least)?), self.group.inverse(to_least)))
    }

    /// The number of the node that stands for all at a position without ban or memory.
    #[inline]
    fn plain_node(&self, plain: Plain) -> Result<NodeNumber, Full> {
        self.made_plain(plain).map_or_else(|| self.make_plain(plain), Ok)
    }

    /// The same if it has been made.
    #[inline]
    fn made_plain(&self, plain: Plain) -> Option<NodeNumber> {
        let wanted = Graph::face_of(plain.mover(), plain.passes());
        let mut at = self.positions.first_node(plain.position()).load(Ordering::Acquire);
        while at != NONE {
            let record = self.nodes.get(at);
            if read(&record[FACE]) & FACES == wanted {
                return Some(NodeNumber(at));
            }
            let next = record[NEXT].load(Ordering::Acquire);
            let next =
                if next & HAS_MORE == 0 { next } else { read(&self.mores.get(next & !HAS_MORE)[LINK]) };
            at = next.wrapping_sub(1);
        }
        None
    }

    /// Those bits of the face of a node that is not special that do not change.
    fn face_of(mover: Colour, passes: u8) -> u32 {
        u32::from(mover == Colour::White) | u32::from(passes.min(3)) << 1
    }

    #[cold]
    fn make_plain(&self, plain: Plain) -> Result<NodeNumber, Full> {
        let position = plain.position();
        let place = self.positions.first_node(position);
        let _making = self.making(position);
        if let Some(known) = self.made_plain(plain) {
            return Ok(known);
        }
        let passes = plain.passes();
        let node = Node { passes, ..Node::new(self.positions.get(position), plain.mover()) };
        let exit = if passes > 0 { self.exit(&node) } else { NONE };
        // 0 if there is none before it.
        let before = read(place).wrapping_add(1);
        let number = self.add(&node, (position, before), 0, exit)?;
        place.store(number.0, Ordering::Release);
        Ok(number)
    }

    /// Held while something is made of nodes of a position.
    fn making(&self, position: u32) -> MutexGuard<'_, ()> {
        let making = &self.making[position as usize % self.making.len()];
        making.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What more there is of a node.
    #[inline]
    pub(crate) fn more(&self, record: &NodeRecord) -> Option<&MoreOfNode> {
        let next = record[NEXT].load(Ordering::Acquire);
        (next & HAS_MORE != 0).then(|| self.mores.get(next & !HAS_MORE))
    }

    /// The same; it is made if there has been nothing.
    pub(crate) fn make_more(&self, record: &NodeRecord) -> Result<&MoreOfNode, Full> {
        if let Some(more) = self.more(record) {
            return Ok(more);
        }
        let _making = self.making(read(&record[POSITION]));
        match self.more(record) {
            Some(more) => Ok(more),
            None => self.add_more(record, NONE),
        }
    }

    fn add_more(&self, record: &NodeRecord, exit: u32) -> Result<&MoreOfNode, Full> {
        let number = self.mores.add(&self.budget)?;
        let more = self.mores.get(number);
        for (place, word) in [(ROW, NONE), (EXIT, exit), (LINK, read(&record[NEXT]))] {
            write(&more[place], word);
        }
        record[NEXT].store(number | HAS_MORE, Ordering::Release);
        Ok(more)
    }

    /// The exit of a node, or the number of a special node.
    #[inline]
    fn exit_word(&self, record: &NodeRecord) -> u32 {
        self.more(record).map_or(NONE, |more| read(&more[EXIT]))
    }

    /// The number of a node that is the least of its images and has more than a position.
    fn special_node(&self, position: u32, node: &Node) -> Result<NodeNumber, Full> {
        let memory = self.memory(&node.memory).0;
        let ban = u32::from(ban_number(node.ban));
        let wanted = [position, node.to_move as u32, u32::from(node.passes), ban, memory];
        let key = |number: u32| {
            let record = self.record(NodeNumber(number));
            let special = self.specials.get(self.exit_word(record));
            [
                read(&record[POSITION]),
                read(&record[FACE]) & 1,
                read(&special[4]),
                read(&special[3]),
                read(&special[2]),
            ]
        };
        let same = |number: u32| key(number) == wanted;
        if let Some(number) = self.special_index.find(hash(wanted), same) {
            return Ok(NodeNumber(number));
        }
        // Before the index is locked: kin are nodes too.
        let exit = self.exit(node);
        let kin = (!node.memory.is_empty())
            .then(|| self.game.comparable(&node.memory))
            .filter(|class| *class != node.memory)
            .map(|class| self.kin_of(position, &Node { memory: class, ..node.clone() }))
            .transpose()?;
        let hash_of = |number| hash(key(number));
        let make = || {
            let special = self.specials.add(&self.budget)?;
            let number = self.add(node, (position, 0), SPECIAL, special)?;
            let words = [exit, kin.unwrap_or(number).0, memory, ban, u32::from(node.passes)];
            for (place, word) in self.specials.get(special).iter().zip(words) {
                write(place, word);
            }
            Ok(number.0)
        };
        self.special_index.find_or_add(hash(wanted), same, hash_of, &self.budget, make).map(NodeNumber)
    }

    fn memory(&self, memory: &Memory) -> MemoryNumber {
        MemoryNumber(if memory.is_empty() { 0 } else { self.memories.number(memory, &self.budget) })
    }

    /// The node that stands for those whose memories are comparable, in the same frame.
    fn kin_of(&self, position: u32, node: &Node) -> Result<NodeNumber, Full> {
        if node.ban == Ban::None && node.memory.is_empty() && node.passes <= 1 {
            self.plain_node(Plain::new(position, node.to_move == Colour::White, node.passes))
        } else {
            self.special_node(position, node)
        }
    }

    /// A new record.
    fn add(
        &self,
        node: &Node,
        (position, next): (u32, u32),
        special: u32,
        exit: u32,
    ) -> Result<NodeNumber, Full> {
        let number = NodeNumber(self.nodes.add(&self.budget)?);
        let record = self.record(number);
        let face = Graph::face_of(node.to_move, node.passes) | special;
        for (place, word) in [(HEAD, NONE), (POSITION, position), (FACE, face), (NEXT, next)] {
            write(&record[place], word);
        }
        if exit != NONE {
            self.add_more(record, exit)?;
        }
        Ok(number)
    }

    /// The score of a move that ends the game under every history.
    fn exit(&self, node: &Node) -> u32 {
        let passes = self.game.passes(node);
        let end = passes.iter().find_map(|step| match step.then {
            Then::End(score) if step.is_unconditional() => Some(score),
            _ => None,
        });
        end.map_or(NONE, |score| self.scores.number(&score, &self.budget))
    }

    /// How many nodes there are; they are numbered from 0.
    pub(crate) fn len(&self) -> u32 {
        self.nodes.len()
    }

    /// All nodes.
    pub(crate) fn all(&self) -> impl DoubleEndedIterator<Item = NodeNumber> + use<> {
        (0..self.len()).map(NodeNumber)
    }

    /// The record of a node.
    #[inline]
    pub(crate) fn record(&self, node: NodeNumber) -> &NodeRecord {
        self.nodes.get(node.0)
    }

    /// A node, in its own frame.
    pub(crate) fn node(&self, number: NodeNumber) -> Node {
        let record = self.record(number);
        let face = read(&record[FACE]);
        let to_move = if face & 1 == 1 { Colour::White } else { Colour::Black };
        let plain = Node::new(self.positions.get(read(&record[POSITION])), to_move);
        if face & SPECIAL == 0 {
            return Node { passes: (face >> 1 & 3) as u8, ..plain };
        }
        let special = self.specials.get(self.exit_word(record));
        let ban = numbered_ban(read(&special[3]) as u8);
        let memory = self.memories.get(read(&special[2]));
        Node { passes: read(&special[4]) as u8, ban, memory, ..plain }
    }

    /// The number of a node's position.
    pub(crate) fn position_of(&self, node: NodeNumber) -> u32 {
        read(&self.record(node)[POSITION])
    }

    /// A node in the frame that a turn leads to.
    pub(crate) fn node_at(&self, spot: Spot) -> Node {
        self.group.node(&self.game, spot.turn, &self.node(spot.node))
    }

    /// What a node looks like without its moves.
    #[inline]
    pub(crate) fn face(&self, record: &NodeRecord) -> Face {
        let face = read(&record[FACE]);
        let mut exit = self.exit_word(record);
        if face & SPECIAL != 0 {
            exit = read(&self.specials.get(exit)[0]);
        }
        Face {
            mover: if face & 1 == 1 { Colour::White } else { Colour::Black },
            passed: face >> 1 & 3 != 0,
            position: read(&record[POSITION]),
            exit,
        }
    }

    /// What a plain node looks like that nobody has passed before, whether it has been made or not.
    #[inline]
    pub(crate) fn plain_face(&self, plain: Plain) -> Face {
        debug_assert_eq!(plain.passes(), 0, "a pass may end the game");
        Face { mover: plain.mover(), passed: false, position: plain.position(), exit: NONE }
    }

    /// The patterns of the lemma that a player wins a node by what he has for good, in its own frame, and whether
    /// the other is to move and has stones there: he must not end the game as long as they stand. `None` if the node
    /// is more than a position and a player to move.
    pub(crate) fn decided_by(
        &self,
        node: NodeNumber,
        winner: Colour,
    ) -> Option<(SmallVec<[Pattern; 2]>, bool)> {
        let (decided, record) = (self.decided.as_ref()?, self.record(node));
        let position = self.positions.get(read(&record[POSITION]));
        let settled = Settled::of(self.game.board(), position.stones(winner))?;
        let pattern = |scope: &Scope| Pattern {
            scope: *scope,
            player: winner,
            stones: settled.alive,
            points: settled.points - settled.alive,
        };
        let mover = self.face(record).mover;
        let may_end = mover != winner && !(position.stones(mover) & settled.points).is_empty();
        (!Graph::is_special(record)).then(|| (decided.scopes.iter().map(pattern).collect(), may_end))
    }

    /// The facts of a scope about positions in which a player has the stones that he has at a node, in its own
    /// frame, and more.
    pub(crate) fn more_stones(&self, scope: Scope, player: Colour, node: NodeNumber) -> Pattern {
        let stones = self.positions.get(self.position_of(node)).stones(player);
        Pattern { scope, player, stones, points: self.game.board().all() - stones }
    }

    /// Whether a node has a ban, a memory or more than one pass.
    #[inline]
    pub(crate) fn is_special(record: &NodeRecord) -> bool {
        read(&record[FACE]) & SPECIAL != 0
    }

    /// The node that stands for all whose memories are comparable, and the memory.
    #[inline]
    pub(crate) fn kin(&self, node: NodeNumber, record: &NodeRecord) -> (NodeNumber, MemoryNumber) {
        if read(&record[FACE]) & SPECIAL == 0 {
            return (node, MemoryNumber::EMPTY);
        }
        let special = self.specials.get(self.exit_word(record));
        (NodeNumber(read(&special[1])), MemoryNumber(read(&special[2])))
    }

    /// The player to move, in the frame of the game.
    #[inline]
    pub(crate) fn mover(&self, spot: Spot) -> Colour {
        let white = read(&self.record(spot.node)[FACE]) & 1 == 1;
        if white == self.group.exchanges(spot.turn) { Colour::Black } else { Colour::White }
    }

    /// How many threads are at work below a node.
    #[inline]
    pub(crate) fn busy(record: &NodeRecord) -> u32 {
        read(&record[FACE]) / BUSY
    }

    pub(crate) fn enter(record: &NodeRecord) {
        record[FACE].fetch_add(BUSY, Ordering::Relaxed);
    }

    pub(crate) fn leave(record: &NodeRecord) {
        record[FACE].fetch_sub(BUSY, Ordering::Relaxed);
    }

    /// Where an edge leads from a spot, if the game goes on.
    #[inline]
    pub(crate) fn after(&self, spot: Spot, edge: &Edge) -> Result<Option<Spot>, Full> {
        let turn = self.group.then(edge.turn, spot.turn);
        Ok(self.reach(edge.target)?.map(|node| Spot { node, turn }))
    }

    /// The score an edge of a spot ends the game with, by its number.
    pub(crate) fn end(&self, spot: Spot, score: u32) -> Score {
        let score = self.scores.get(score);
        if self.group.exchanges(spot.turn) { -score } else { score }
    }
}
