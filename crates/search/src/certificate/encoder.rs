//! Lemmas as bytes. `docs/certificate.md` describes the format field by field; the checker reads it with
//! code of its own.

use std::collections::hash_map::Entry;

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Move, Node, Step, Threshold};

use crate::certificate::{Certificate, Packer, Says, map_bytes, played};
use crate::graph::{Group, Turn};
use crate::lemma::Pattern;
use crate::request::Request;

/// What the lemmas of a certificate say, beside their nodes and conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Kind {
    pub threshold: Threshold,
    pub winner: Colour,
    /// Whether endless play counts as a win of this winner; then lemmas may rest on each other
    /// in a circle.
    pub endless: bool,
}

/// A lemma ready to be written.
pub(crate) struct Statement<'a> {
    pub kind: usize,
    pub node: &'a Node,
    /// Facts by keys of the caller, here and below.
    pub absent: Vec<u64>,
    /// Groups of facts none of which is in the history.
    pub groups: Option<GroupSet<'a>>,
    pub present: Vec<u64>,
    /// Patterns none of whose facts is in the history.
    pub patterns: Vec<Pattern>,
    pub grounds: Grounds,
}

/// A set of groups, by a key of the caller.
pub(crate) struct GroupSet<'a> {
    pub key: u32,
    /// The groups, in ascending order.
    pub groups: &'a dyn Fn() -> Vec<u16>,
}

/// Why a lemma holds.
pub(crate) enum Grounds {
    /// The player to move wins by this step, after which this lemma holds; none if it ends the
    /// game.
    Win { step: usize, then: Option<Cited> },
    /// Every step that goes on, of those the conditions do not rule out, has such a lemma.
    Loss { then: Vec<Cited> },
    /// The position is decided.
    Decided,
    /// A lemma of the piece at this place of the header says so, by its number there with the turn from the
    /// frame that it is in.
    Assumed(u64, Cited),
}

/// The number of a lemma, and the turn from the frame that it is written in.
pub(crate) type Cited = (u64, Turn);

/// Lemmas as bytes.
pub(crate) struct Encoder {
    packer: Packer,
    /// The places of facts in the list, by their keys.
    facts: HashMap<u64, u32>,
    /// The numbers of sets of groups, by their keys.
    sets: HashMap<u32, u32>,
    set_count: u32,
    /// How many turns there are.
    turns: u64,
    /// Whether lemmas of a kind may cite later ones.
    endless: Vec<bool>,
    /// The digests of the files that prove what is assumed.
    pieces: Vec<String>,
    count: u64,
}

impl Encoder {
    /// Of lemmas of these kinds, which are cited by these turns, and speak of these facts, each with a key of the
    /// caller and its group.
    pub(crate) fn new(
        kinds: &[Kind],
        group: &Group,
        pieces: Vec<String>,
        facts: impl ExactSizeIterator<Item = (u64, Fact, Option<u16>)>,
    ) -> Encoder {
        let mut packer = Packer::default();
        packer.number(kinds.len() as u64);
        for kind in kinds {
            packer.signed(kind.threshold.score.numerator());
            packer.number(kind.threshold.score.denominator() as u64);
            packer.number(u64::from(kind.threshold.strict));
            packer.number(kind.winner as u64);
            packer.number(u64::from(kind.endless));
        }
        let permutations = group.permutations();
        packer.number(permutations.len() as u64);
        packer.number(u64::from(permutations.len() < group.order()));
        permutations.flatten().for_each(|point| packer.number(point.number().into()));
        packer.number(facts.len() as u64);
        let mut places = HashMap::default();
        for ((key, fact, group), place) in facts.zip(0..) {
            places.insert(key, place);
            packer.fact(&fact);
            packer.number(group.map_or(0, |group| 1 + u64::from(group)));
        }
        Encoder {
            packer,
            facts: places,
            sets: HashMap::default(),
            set_count: 0,
            turns: group.order() as u64,
            endless: kinds.iter().map(|kind| kind.endless).collect(),
            pieces,
            count: 0,
        }
    }

    /// Facts by their places in the list, in ascending order: the first, and how many lie between two.
    fn facts(&mut self, facts: &[u64]) {
        let mut places: Vec<u32> = facts.iter().map(|fact| self.facts[fact]).collect();
        places.sort_unstable();
        self.packer.number(places.len() as u64);
        let mut least = 0;
        for place in places {
            self.packer.number(u64::from(place - least));
            least = place + 1;
        }
    }

    /// A set of groups by its number among those that have been written; a new one in full, after a 0. No
    /// groups are set 0.
    fn groups(&mut self, set: Option<GroupSet>) {
        let Some(GroupSet { key, groups }) = set else { return self.packer.number(1) };
        let next = 1 + self.set_count;
        match self.sets.entry(key) {
            Entry::Occupied(number) => self.packer.number(1 + u64::from(*number.get())),
            Entry::Vacant(entry) => {
                entry.insert(next);
                self.set_count = next;
                let groups = groups();
                self.packer.number(0);
                self.packer.number(groups.len() as u64);
                let mut least = 0;
                for group in groups.into_iter().map(u64::from) {
                    self.packer.number(group - least);
                    least = group + 1;
                }
            }
        }
    }

    fn patterns(&mut self, patterns: &[Pattern]) {
        self.packer.number(patterns.len() as u64);
        for pattern in patterns {
            let [scope, player] = [pattern.scope.0, pattern.player as u8].map(u64::from);
            [scope, player, pattern.stones.bits(), pattern.points.bits()]
                .into_iter()
                .for_each(|number| self.packer.number(number));
        }
    }

    /// A lemma, and the turn to the frame in which it is cited. It comes before the next one, except where that may
    /// rest on later ones.
    fn cite(&mut self, (cited, turn): Cited, endless: bool) {
        let distance = self.count as i64 - cited as i64;
        let distance = if endless { (distance << 1 ^ distance >> 63) as u64 } else { distance as u64 };
        self.packer.number(distance * self.turns + u64::from(turn));
    }

    /// The number of the next lemma.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.packer.bytes() + map_bytes(&self.facts) + map_bytes(&self.sets)
    }

    /// Writes the next lemma.
    pub(crate) fn lemma(&mut self, lemma: Statement) {
        self.packer.number(1 + lemma.kind as u64);
        self.packer.node(lemma.node);
        self.facts(&lemma.absent);
        self.groups(lemma.groups);
        self.patterns(&lemma.patterns);
        self.facts(&lemma.present);
        let endless = self.endless[lemma.kind];
        match lemma.grounds {
            Grounds::Win { step, then } => {
                self.packer.number(2 + step as u64);
                then.into_iter().for_each(|cited| self.cite(cited, endless));
            }
            Grounds::Loss { then } => {
                self.packer.number(2 + then.len() as u64);
                then.into_iter().for_each(|cited| self.cite(cited, endless));
            }
            Grounds::Decided => self.packer.number(0),
            Grounds::Assumed(piece, (lemma, turn)) => {
                self.packer.number(1);
                self.packer.number(piece);
                self.packer.number(lemma * self.turns + u64::from(turn));
            }
        }
        self.count += 1;
    }

    /// The end: how many lemmas there were, and which of them makes each claim of the header, which says this.
    pub(crate) fn finish(mut self, request: &Request, says: Says, claims: &[Option<u64>]) -> Certificate {
        self.packer.number(0);
        self.packer.number(self.count);
        self.packer.number(claims.len() as u64);
        for claim in claims {
            self.packer.number(claim.map_or(0, |lemma| lemma + 1));
        }
        let game = &request.game;
        let text = game.rules().ko().text().unwrap_or_default();
        let header = format!(
            "kosolver certificate 6\nboard {}\nrules {}\n{}position {}\nto-play {}\n{}{says}\n{}\n",
            game.board(),
            game.rules(),
            text.lines().map(|line| format!("ko {line}\n")).collect::<String>(),
            request.position.text(game.board()),
            request.to_move,
            played(request),
            self.pieces.iter().map(|digest| format!("piece {digest}\n")).collect::<String>(),
        );
        Certificate { header, frame: self.packer.finish(), lemmas: self.count }
    }
}

/// The place, among the steps of a node, of a move with these guards. (Which facts must be present
/// tells the steps of a move apart; their order is not that of an image.)
pub(crate) fn step_with(steps: &[Step], made: Move, present: &[Fact]) -> usize {
    let step = steps.iter().position(|step| step.made == made && step.present == present);
    let Some(place) = step else { unreachable!("an edge stands for a step") };
    place
}

/// The step that ends the game whatever the history.
pub(crate) fn exit_step(steps: &[Step]) -> usize {
    let ends = |step: &Step| matches!(step.then, kosolver_rules::Then::End(_));
    let exit = steps.iter().position(|step| ends(step) && step.is_unconditional());
    let Some(exit) = exit else { unreachable!("a node with an exit has the step") };
    exit
}
