//! Whether a lemma follows from others: the heart of the checker.

mod assumed;
mod checks;
mod known;

use std::collections::HashSet;
use std::io::BufRead;

use kosolver_board::Colour;
use kosolver_rules::{Fact, Game, Memory, Move, Node, Scope, Score, Step, Then, Threshold};
use smallvec::SmallVec;

use crate::excluded::Excluded;
use crate::format::{Body, Grounds};
use crate::groups::{Group, Groups, SetNumber};
use crate::lemma::{FactNumber, Facts, Kind, Lemma, LemmaNumber, Lemmas, Statement};
use crate::limits::{self, Budget, Fault, Room};
use crate::pieces::Piece;
use crate::turns::{PatternNumber, Patterns, Turn, Turns};
use crate::uses::Uses;

use self::known::Known;

/// A node seen without its memory, which a lemma may match by weight.
pub(crate) struct Memoryless<'a>(pub &'a Node);

impl Memoryless<'_> {
    fn same(&self, other: &Node) -> bool {
        let node = self.0;
        node.position == other.position
            && node.to_move == other.to_move
            && node.passes == other.passes
            && node.ban == other.ban
    }
}

/// The lemmas checked so far.
pub(crate) struct Proof<'a> {
    game: &'a Game,
    kinds: Vec<Kind>,
    pub facts: Facts,
    pub groups: Groups,
    /// The symmetries by which lemmas are cited.
    pub turns: Turns,
    pub patterns: Patterns,
    /// What other files prove, in the order of the header.
    pieces: Vec<&'a Piece>,
    /// The bytes of what they prove.
    piece_bytes: usize,
    /// The places of those that have been seen to fit.
    fitting: HashSet<u64>,
    /// The scopes of all facts, where positions can be decided.
    scopes: Vec<Scope>,
    /// What the lemma that is being checked must not have beside what is written.
    inherited: Inherited,
    lemmas: Lemmas,
    budget: Budget,
    /// Citations of lemmas that had not been read.
    ahead: Vec<Ahead>,
    uses: Uses,
    room: Room,
    /// What the lemma that is being checked cites, and at the end itself.
    cited: Vec<LemmaNumber>,
}

/// A citation of a lemma that had not been read: who cites, what, by which symmetry, and after which of his steps.
struct Ahead {
    citing: LemmaNumber,
    cited: LemmaNumber,
    turn: Turn,
    step: u32,
}

/// Conditions that follow from what a lemma cites.
#[derive(Default)]
struct Inherited {
    absent: Vec<FactNumber>,
    patterns: Vec<PatternNumber>,
}

type Check<T> = Result<T, Fault>;

impl<'a> Proof<'a> {
    /// `uses` says which lemmas may be forgotten, and when.
    pub(crate) fn new(
        game: &'a Game,
        kinds: Vec<Kind>,
        turns: Turns,
        pieces: Vec<&'a Piece>,
        uses: Uses,
        room: Room,
    ) -> Proof<'a> {
        let scopes = if game.has_decided_positions() { game.scopes() } else { Vec::new() };
        Proof {
            turns,
            piece_bytes: pieces.iter().map(|piece| piece.bytes()).sum(),
            pieces,
            fitting: HashSet::new(),
            scopes,
            patterns: Patterns::default(),
            inherited: Inherited::default(),
            game,
            kinds,
            facts: Facts::new(room),
            groups: Groups::default(),
            lemmas: Lemmas::default(),
            budget: Budget::default(),
            ahead: Vec::new(),
            uses,
            room,
            cited: Vec::new(),
        }
    }

    /// The number of the next lemma.
    fn next(&self) -> Result<LemmaNumber, String> {
        LemmaNumber::new(self.lemmas.len()).ok_or_else(|| "there are too many lemmas".to_owned())
    }

    /// Checks the next lemma, reading its grounds, and keeps it. Its conditions are marked.
    pub(crate) fn add<R: BufRead>(&mut self, mut lemma: Lemma, body: &mut Body<R>) -> Result<(), Fault> {
        let kind = self.kinds[usize::from(lemma.kind.0)];
        if kind.endless && !(lemma.present.is_empty() && self.has_none(lemma.groups)) {
            return Err("a lemma in a circle has conditions".into());
        }
        self.budget.spend(limits::most_steps(self.game, &lemma.node.memory), body.frame())?;
        let new = self.facts.from(self.groups.known());
        self.groups.know(new.map(|fact| self.turns.group(self.game, fact)));
        self.hold_room(&lemma)?;
        let implied = self.game.implied(&lemma.node);
        let mut known = Known { lemma: &lemma, implied, excluded: Excluded::default() };
        match body.grounds()? {
            Grounds::Decided => self.check_decided(&mut known, &kind)?,
            Grounds::Assumed { piece, lemma, turn } => {
                let looked_at = self.check_assumed(&known, &kind, piece, lemma, turn)?;
                self.budget.spend(looked_at, body.frame())?;
            }
            Grounds::Number(step) if lemma.node.to_move == kind.winner => {
                self.check_win(&known, &kind, step, body)?;
            }
            Grounds::Number(citations) => self.check_loss(&mut known, &kind, citations, body)?,
        }
        lemma.absent.append(&mut self.inherited.absent);
        lemma.patterns.append(&mut self.inherited.patterns);
        if kind.endless && !(lemma.absent.is_empty() && lemma.patterns.is_empty()) {
            return Err("a lemma in a circle has conditions".into());
        }
        // What its patterns speak of is absent anyway.
        self.budget.spend((lemma.absent.len() * lemma.patterns.len()) as u64, body.frame())?;
        lemma.absent.retain(|number| {
            let stays = !self.patterns.have(&lemma.patterns, self.facts.get(*number));
            if !stays {
                self.facts.unmark(*number);
            }
            stays
        });
        let marked: SmallVec<[FactNumber; 32]> = lemma.absent.iter().chain(&lemma.present).copied().collect();
        let own = self.next()?;
        let set = lemma.groups;
        self.lemmas.keep(lemma, &self.facts, &mut self.groups)?;
        marked.into_iter().for_each(|number| self.facts.unmark(number));
        self.cited.push(own);
        for cited in self.cited.drain(..).filter(|cited| self.uses.are_over(*cited, own)) {
            self.lemmas.forget(cited, &mut self.groups);
        }
        if self.uses.set_is_over(set, own) {
            self.groups.is_over(set);
        }
        Ok(())
    }

    /// Makes sure that there is room for a lemma beside those before it, and for facts to come.
    fn hold_room(&mut self, lemma: &Lemma) -> Result<(), Fault> {
        let present = lemma.present.len();
        self.facts.beside = self.groups.bytes()
            + self.patterns.bytes()
            + self.turns.bytes()
            + self.lemmas.bytes()
            + self.uses.bytes()
            + self.piece_bytes
            + limits::list_bytes::<Ahead>(self.ahead.len(), self.ahead.capacity());
        let own = limits::step_bytes(self.game, &lemma.node.memory)
            + limits::memory_bytes(&lemma.node.memory)
            + limits::table_bytes::<(Fact, FactNumber)>(0, 2 * present);
        self.room.holds(self.facts.beside + self.facts.bytes() + own)
    }

    /// The group of a fact with a number, if it has one. With symmetries to find it takes long, so it is kept
    /// of facts with a number.
    fn group(&self, fact: &Fact, number: Option<FactNumber>) -> Option<Group> {
        let kept = number.and_then(|number| self.groups.of(number));
        kept.unwrap_or_else(|| self.turns.group(self.game, fact))
    }

    /// Whether a set asks for nothing: none of its groups has facts.
    fn has_none(&self, set: SetNumber) -> bool {
        self.groups.set(set).iter().all(|group| self.groups.members(*group).is_empty())
    }

    /// Checks the citations of lemmas that came later.
    pub(crate) fn close(&mut self) -> Result<(), (u64, String)> {
        let mut steps: Option<(LemmaNumber, Vec<Step>)> = None;
        for Ahead { citing, cited, turn, step } in std::mem::take(&mut self.ahead) {
            let Some(own) = self.lemmas.said(citing).map(|said| self.lemmas.statement(said)) else {
                unreachable!("a lemma that cites has been kept");
            };
            let (_, steps) = match steps.take() {
                Some(same) if same.0 == citing => steps.insert(same),
                _ => steps.insert((citing, self.game.steps(&own.node))),
            };
            let Then::Node(next) = &steps[step as usize].then else { unreachable!("a step that goes on") };
            let served = self.lemmas.said(cited).is_some_and(|said| {
                let said = self.lemmas.statement(said);
                let (absent, present) = said.conditions();
                absent.is_empty()
                    && self.has_none(said.groups)
                    && said.patterns.is_empty()
                    && present.is_empty()
                    && self.serves(said, turn, self.kind(own), &Memoryless(next))
            });
            if !served {
                return Err((citing.get(), missing(cited.get())));
            }
        }
        Ok(())
    }

    /// Whether a lemma makes a claim about a start whose history has these facts alone.
    pub(crate) fn proves(
        &self,
        number: LemmaNumber,
        claim: &Kind,
        start: &Memoryless,
        facts: &[Fact],
    ) -> bool {
        self.lemmas.said(number).is_some_and(|said| {
            let has = |number: &FactNumber| facts.contains(self.facts.get(*number));
            let said = self.lemmas.statement(said);
            let (absent, present) = said.conditions();
            let in_group = |fact| self.in_groups(said.groups, fact, self.facts.number(fact));
            let in_pattern = |fact| self.patterns.have(&said.patterns, fact);
            self.serves(said, Turn::IDENTITY, claim, start)
                && !facts.iter().any(in_group)
                && !facts.iter().any(in_pattern)
                && !absent.iter().any(has)
                && present.iter().all(has)
        })
    }

    fn kind(&self, said: &Statement) -> &Kind {
        &self.kinds[usize::from(said.kind.0)]
    }

    /// Whether the image of a lemma says of a node what a lemma of a kind would, conditions apart: the same node, up
    /// to a memory that is no worse for the winner.
    fn serves(&self, lemma: &Statement, turn: Turn, kind: &Kind, node: &Memoryless) -> bool {
        let said = self.turns.kind(turn, self.kind(lemma));
        let image;
        let there = if turn == Turn::IDENTITY {
            &lemma.node
        } else {
            image = self.turns.node(self.game, turn, &lemma.node);
            &image
        };
        if !said.implies(kind) || !node.same(there) {
            return false;
        }
        let (ours, theirs) = (&node.0.memory, &there.memory);
        if ours == theirs {
            return true;
        }
        let (better, worse) = if said.winner == Colour::Black { (ours, theirs) } else { (theirs, ours) };
        self.game.comparable(better) == self.game.comparable(worse)
            && self.can_weigh(said.threshold, better)
            && self.can_weigh(said.threshold, worse)
            && self.game.outweighs(said.threshold, better, worse)
    }

    /// Whether a memory can be weighed in 64 bits: a rule multiplies its numbers with those of
    /// the threshold and the komi. Those of real games fit.
    fn can_weigh(&self, threshold: Threshold, memory: &Memory) -> bool {
        let size = |score: Score| i128::from(score.numerator().abs().max(score.denominator()));
        let each = size(threshold.score) * size(self.game.given());
        let fits = |number: i32| 4 * each * i128::from(number).abs() <= i128::from(i64::MAX);
        memory.tallies().all(|tally| fits(tally.sum) && fits(tally.count))
    }

    fn name(&self, made: Move) -> String {
        made.name(self.game.board())
    }
}

fn missing(cited: u64) -> String {
    format!("it cites lemma {cited}, which is missing or about something else")
}

#[cfg(test)]
mod tests {
    use kosolver_board::{Point, PointSet, Position};

    use super::*;

    /// A fact that the list gives no group is in that of its image, which the list has in one.
    #[test]
    fn a_fact_without_a_group_is_in_that_of_its_image() {
        let game = Game::new("1x3".parse().unwrap(), "psk".parse().unwrap()).unwrap();
        let turned = [[0, 1, 2], [2, 1, 0]].map(|turn| turn.map(Point::new).to_vec());
        let turns = Turns::new(&game, &turned, false).unwrap();
        let mut proof = Proof::new(&game, Vec::new(), turns, Vec::new(), Uses::default(), Room(1 << 30));
        // Two facts, with a black stone on the first point and on the last; the second is in group 7.
        let list = [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 8];
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.include_checksum(true).unwrap();
        std::io::Write::write_all(&mut encoder, &list).unwrap();
        let frame = encoder.finish().unwrap();
        let mut body = Body::new(&frame[..]).unwrap();
        let listed = body.listed(&game, &mut proof.facts, &mut proof.groups, &mut proof.turns);
        assert!(listed.is_ok());
        let black = PointSet::from_bits(1);
        let position = Position { black, white: PointSet::EMPTY };
        let fact = Fact { position, ..*proof.facts.from(0).next().unwrap() };
        let number = proof.facts.number(&fact);
        assert!(number.is_some());
        assert_eq!(proof.group(&fact, number), Some(Group(7)));
    }
}
