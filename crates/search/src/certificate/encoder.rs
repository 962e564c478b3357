//! Lemmas as bytes. `docs/certificate.md` describes the format field by field; the checker reads it with
//! code of its own.

use std::collections::hash_map::Entry;

use ahash::HashMap;
use kosolver_board::Colour;
use kosolver_rules::{Fact, Ko, Move, Node, Step, Threshold};

use crate::certificate::{Certificate, Packer, Says, ko_text, map_bytes, played};
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
    pub absent: Vec<u32>,
    /// Groups of facts none of which is in the history.
    pub groups: Option<GroupSet<'a>>,
    pub present: Vec<u32>,
    /// Patterns none of whose facts is in the history.
    pub patterns: Vec<Pattern>,
    pub grounds: Grounds,
}

/// A set of groups, by a key of the caller: the same until [`Encoder::turn_to`].
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

/// A fact by its key, and its group.
pub(crate) type Lookup<'a> = &'a dyn Fn(u32) -> (Fact, Option<u16>);

/// Lemmas as bytes.
pub(crate) struct Encoder {
    packer: Packer,
    /// The numbers of facts in the file, by their keys.
    facts: HashMap<u32, u32>,
    /// Where facts are listed, which is where lemmas have groups: the sets of groups in the file, by their
    /// keys.
    sets: Option<HashMap<u32, u32>>,
    set_count: u32,
    /// Where lemmas may be cited in other frames: how many turns there are.
    turns: Option<u64>,
    /// The digests of the files that prove what is assumed, in a certificate that may assume something.
    pieces: Option<Vec<String>>,
    count: u64,
}

impl Encoder {
    /// Of lemmas without groups. A rule made from a text has the form in which facts are listed, and none is.
    pub(crate) fn new(kinds: &[Kind], ko: Ko) -> Encoder {
        let mut encoder = Encoder::plain(kinds);
        if ko.own_text().is_some() {
            encoder.sets = Some(HashMap::default());
            encoder.packer.number(0);
        }
        encoder
    }

    fn plain(kinds: &[Kind]) -> Encoder {
        let mut packer = Packer::default();
        packer.number(kinds.len() as u64);
        for kind in kinds {
            packer.signed(kind.threshold.score.numerator());
            packer.number(kind.threshold.score.denominator() as u64);
            packer.number(u64::from(kind.threshold.strict));
            packer.number(kind.winner as u64);
            packer.number(u64::from(kind.endless));
        }
        Encoder {
            packer,
            facts: HashMap::default(),
            sets: None,
            set_count: 0,
            turns: None,
            pieces: None,
            count: 0,
        }
    }

    /// Of lemmas with groups, whose facts are all of these.
    /// With a group they may be cited in other frames.
    pub(crate) fn listing(
        kinds: &[Kind],
        turned: Option<&Group>,
        pieces: Option<Vec<String>>,
        facts: impl ExactSizeIterator<Item = (Fact, Option<u16>)>,
    ) -> Encoder {
        let mut encoder = Encoder::plain(kinds);
        encoder.sets = Some(HashMap::default());
        if let Some(group) = turned {
            let permutations = group.permutations();
            encoder.packer.number(permutations.len() as u64);
            encoder.packer.number(u64::from(permutations.len() < group.order()));
            permutations.flatten().for_each(|point| encoder.packer.number(point.number().into()));
            encoder.turns = Some(group.order() as u64);
            encoder.pieces = pieces;
        }
        encoder.packer.number(facts.len() as u64);
        for (fact, group) in facts {
            encoder.packer.fact(&fact);
            encoder.packer.number(group.map_or(0, |group| 1 + u64::from(group)));
        }
        encoder
    }

    /// Keys mean something else from now on. These are of listed facts, with their places in the list.
    pub(crate) fn turn_to(&mut self, facts: impl Iterator<Item = (u32, u32)>) {
        self.facts = facts.collect();
        self.sets = self.sets.as_ref().map(|_| HashMap::default());
    }

    /// Facts by their number among those that have been written; a new one in full, after a 0.
    fn facts(&mut self, facts: &[u32], lookup: Lookup) {
        self.packer.number(facts.len() as u64);
        for &fact in facts {
            let next = self.facts.len() as u32;
            match self.facts.entry(fact) {
                Entry::Occupied(number) => self.packer.number(1 + u64::from(*number.get())),
                Entry::Vacant(entry) => {
                    entry.insert(next);
                    self.packer.number(0);
                    self.packer.fact(&lookup(fact).0);
                }
            }
        }
    }

    /// A set of groups by its number among those that have been written; a new one in full, after a 0. No
    /// groups are set 0.
    fn groups(&mut self, set: Option<GroupSet>) {
        let Some(sets) = &mut self.sets else { return };
        let Some(GroupSet { key, groups }) = set else { return self.packer.number(1) };
        let next = 1 + self.set_count;
        match sets.entry(key) {
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
        if self.turns.is_none() {
            return;
        }
        self.packer.number(patterns.len() as u64);
        for pattern in patterns {
            let [scope, player] = [pattern.scope.0, pattern.player as u8].map(u64::from);
            [scope, player, pattern.stones.bits(), pattern.points.bits()]
                .into_iter()
                .for_each(|number| self.packer.number(number));
        }
    }

    /// A lemma before the next one, and the turn to the frame in which it is cited.
    fn cite(&mut self, (cited, turn): Cited) {
        match self.turns {
            Some(turns) => self.packer.number((self.count - cited) * turns + u64::from(turn)),
            None => self.packer.signed(self.count as i64 - cited as i64),
        }
    }

    /// The number of the next lemma.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.packer.bytes() + map_bytes(&self.facts) + self.sets.as_ref().map_or(0, map_bytes)
    }

    /// Writes the next lemma.
    pub(crate) fn lemma(&mut self, lemma: Statement, lookup: Lookup) {
        self.packer.number(1 + lemma.kind as u64);
        self.packer.node(lemma.node);
        self.facts(&lemma.absent, lookup);
        self.groups(lemma.groups);
        self.patterns(&lemma.patterns);
        self.facts(&lemma.present, lookup);
        // Where positions may be decided, 0 says so; where lemmas may be assumed, 1.
        let first = u64::from(self.turns.is_some()) + u64::from(self.pieces.is_some());
        match lemma.grounds {
            Grounds::Win { step, then } => {
                self.packer.number(first + step as u64);
                then.into_iter().for_each(|cited| self.cite(cited));
            }
            Grounds::Loss { then } => {
                self.packer.number(first + then.len() as u64);
                then.into_iter().for_each(|cited| self.cite(cited));
            }
            Grounds::Decided => self.packer.number(0),
            Grounds::Assumed(piece, (lemma, turn)) => {
                self.packer.number(1);
                self.packer.number(piece);
                self.packer.number(lemma * self.turns.unwrap_or(1) + u64::from(turn));
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
        let text = ko_text(request);
        let version = match (self.turns, &self.sets) {
            (Some(_), _) => 4 + u8::from(self.pieces.is_some()),
            _ if !text.is_empty() => 3,
            (None, Some(_)) => 2,
            (None, None) => 1,
        };
        let header = format!(
            "kosolver certificate {version}\nboard {}\nrules {}\n{}position {}\nto-play {}\n{}{says}\n{}\n",
            game.board(),
            game.rules(),
            text,
            request.position.text(game.board()),
            request.to_move,
            played(request),
            self.pieces.iter().flatten().map(|digest| format!("piece {digest}\n")).collect::<String>(),
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
