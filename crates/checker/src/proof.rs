//! Whether a lemma follows from others: the heart of the checker.

mod assumed;
mod known;

use std::collections::HashSet;
use std::io::BufRead;

use kosolver_board::Colour;
use kosolver_rules::{
    Ban, Before, Fact, Game, Legality, Memory, Move, Node, Scope, Score, Step, Then, Threshold,
};
use smallvec::SmallVec;

use crate::decided::for_good;
use crate::excluded::Excluded;
use crate::format::{Body, Grounds};
use crate::groups::{Group, Groups, SetNumber};
use crate::lemma::{FactNumber, Facts, Kind, Lemma, LemmaNumber, Lemmas, Statement, StatementNumber};
use crate::limits::{self, Budget, Fault, Room};
use crate::pieces::Piece;
use crate::turns::{Pattern, PatternNumber, Patterns, Turn, Turns};
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

    /// The player to move wins: one step, legal and applying under every such history, leads
    /// to the end he wants or to a lemma.
    fn check_win<R: BufRead>(
        &mut self,
        known: &Known,
        kind: &Kind,
        index: u64,
        body: &mut Body<R>,
    ) -> Check<()> {
        let steps = self.game.steps(&known.lemma.node);
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let Some(step) = steps.get(place) else {
            return Err(format!("its node has no step {index}").into());
        };
        if let Legality::Unless(facts) = &step.legality {
            facts.iter().try_for_each(|fact| self.inherit(known, fact))?;
        }
        let says = |fact: &Fact| self.says(known, fact);
        let legal = match &step.legality {
            Legality::Always => true,
            Legality::Unless(facts) => facts.iter().all(|fact| says(fact) == Some(false)),
            Legality::Never(_) => false,
        };
        let applies = step.present.iter().all(|fact| says(fact) == Some(true))
            && step.absent.iter().all(|fact| says(fact) == Some(false));
        if !legal || !applies {
            return Err(format!("its conditions do not make {} legal", self.name(step.made)).into());
        }
        self.check_step(known, kind, place, step, body)
    }

    /// The winner has so many points for good that he wins.
    fn check_decided(&mut self, known: &mut Known, kind: &Kind) -> Check<()> {
        let node = &known.lemma.node;
        let (game, player) = (self.game, kind.winner);
        if !game.has_decided_positions() {
            return Err(format!("no position is decided under {}", game.rules()).into());
        }
        let (alive, his) = for_good(game.board(), node.position, player);
        let lead = 2 * his.len() as i32 - i32::from(game.board().points());
        let score = Score::points(if player == Colour::Black { lead } else { -lead }) - game.given();
        if !kind.won_at(score) || node.ban != Ban::None {
            return Err("its position does not decide it".into());
        }
        let (stones, points) = (alive, his - alive);
        for scope in self.scopes.clone() {
            self.inherit_pattern(known.lemma, Pattern { scope, player, stones, points })?;
        }
        let stands = node.to_move != player && !(node.position.stones(!player) & his).is_empty();
        let mut ends = game.steps(node).into_iter().filter(|step| matches!(step.then, Then::End(_)));
        if stands && ends.any(|step| !self.ruled_out(known, &step)) {
            return Err("the player to move may end the game while his stones stand".into());
        }
        Ok(())
    }

    /// The other player wins: so he does after every step that the conditions do not rule out.
    fn check_loss<R: BufRead>(
        &mut self,
        known: &mut Known,
        kind: &Kind,
        said: u64,
        body: &mut Body<R>,
    ) -> Check<()> {
        let mut cited = 0;
        let steps = self.game.steps(&known.lemma.node);
        for (place, step) in steps.iter().enumerate() {
            if self.ruled_out(known, step) {
                continue;
            }
            if matches!(step.then, Then::Node(_)) {
                cited += 1;
                if cited > said {
                    return Err(format!("it does not say what answers {}", self.name(step.made)).into());
                }
            }
            self.check_step(known, kind, place, step, body)?;
        }
        if cited != said {
            return Err(format!("it cites {said} lemmas where {cited} are needed").into());
        }
        // Where no move is legal whatever the history he may have no move at all. (Of the steps of a move
        // one applies.)
        let always = |made| steps.iter().all(|step| step.made != made || step.legality == Legality::Always);
        let may_be_stuck = !steps.iter().any(|step| always(step.made));
        if may_be_stuck && !kind.won_at(self.game.stuck(&known.lemma.node)) {
            return Err("the player to move may have no legal move, and then he does not lose".into());
        }
        Ok(())
    }

    /// Whether a step is illegal or does not apply under every history that meets the conditions.
    fn ruled_out(&self, known: &mut Known, step: &Step) -> bool {
        let prohibited = match &step.legality {
            Legality::Always => false,
            Legality::Unless(facts) => facts.iter().any(|fact| self.says(known, fact) == Some(true)),
            Legality::Never(_) => true,
        };
        prohibited
            || step.present.iter().any(|fact| match self.says(known, fact) {
                Some(present) => !present,
                None => known.excluded.has(self.game, &self.facts, &known.lemma.present, fact),
            })
            || step.absent.iter().any(|fact| self.says(known, fact) == Some(true))
    }

    /// The winner wins after a step: the game ends so, or a lemma says so of the next node and
    /// the conditions of that lemma hold after the step.
    fn check_step<R: BufRead>(
        &mut self,
        known: &Known,
        kind: &Kind,
        place: usize,
        step: &Step,
        body: &mut Body<R>,
    ) -> Check<()> {
        let name = || self.name(step.made);
        let next = match &step.then {
            Then::End(score) if kind.won_at(*score) => return Ok(()),
            Then::End(score) => return Err(format!("{} ends the game with {score}", name()).into()),
            Then::Node(next) => next,
        };
        let own = self.next()?;
        let (cited, turn) = body.citation(own.get(), kind.endless)?;
        let cited = u64::try_from(cited).map_err(|_| format!("after {} it cites no lemma", name()))?;
        let number = LemmaNumber::new(cited);
        let Some(said) = number.and_then(|number| self.lemmas.said(number)) else {
            if number.is_some_and(|number| number < own) {
                return Err(format!(
                    "after {} it cites lemma {cited}, as it did not when the file was first read",
                    name()
                )
                .into());
            }
            if !kind.endless {
                return Err(format!(
                    "after {} it cites lemma {cited}, which does not come before it",
                    name()
                )
                .into());
            }
            let Some(cited) = number else { return Err(missing(cited).into()) };
            // A node has fewer than 2^32 steps.
            self.ahead.push(Ahead {
                citing: own,
                cited,
                turn: self.turns.numbered(turn),
                step: place as u32,
            });
            return Ok(());
        };
        let turn = self.turns.numbered(turn);
        if !self.serves(self.lemmas.statement(said), turn, kind, &Memoryless(next)) {
            return Err(
                format!("after {} it cites lemma {cited}, which is about something else", name()).into()
            );
        }
        self.cited.extend(number);
        let looked_at = self.check_conditions(known, step, next, cited, (said, turn))?;
        Ok(self.budget.spend(looked_at, body.frame())?)
    }

    /// The history must not have a fact, if that is not known anyway.
    fn inherit(&mut self, known: &Known, fact: &Fact) -> Check<()> {
        let number = self.facts.number(fact);
        if self.says_of(known, fact, number) == Some(false) { Ok(()) } else { self.exclude(fact, number) }
    }

    /// The history must not have a fact, which has a number or none yet.
    fn exclude(&mut self, fact: &Fact, number: Option<FactNumber>) -> Check<()> {
        let number = number.map_or_else(|| self.facts.intern(*fact), Ok)?;
        match self.facts.marked(number) {
            Some(true) => {
                let fact = self.game.describe(fact);
                return Err(format!("it needs absent and present that {fact}").into());
            }
            Some(false) => {}
            None => {
                self.facts.mark(number, false);
                self.inherited.absent.push(number);
            }
        }
        Ok(())
    }

    /// The history must have no fact of a pattern, if that is not known anyway.
    fn inherit_pattern(&mut self, lemma: &Lemma, pattern: Pattern) -> Check<()> {
        let Inherited { patterns, .. } = &mut self.inherited;
        let includes = |number: &PatternNumber| self.patterns.get(*number).includes(&pattern);
        if !lemma.patterns.iter().chain(&*patterns).any(includes) {
            patterns.retain(|number| !pattern.includes(self.patterns.get(*number)));
            patterns.push(self.patterns.number(pattern)?);
        }
        Ok(())
    }

    /// The conditions of the image of a lemma that is cited can hold after a step: what the history must not
    /// have before it is inherited. How much there was to look at.
    fn check_conditions(
        &mut self,
        known: &Known,
        step: &Step,
        next: &Node,
        cited: u64,
        (said, turn): (StatementNumber, Turn),
    ) -> Check<u64> {
        let (game, turns, statement) = (self.game, &self.turns, self.lemmas.statement(said));
        let unmet = |what: &str| {
            let made = self.name(step.made);
            Err(Fault::Wrong(format!("after {made} it cites lemma {cited}, which needs {what}")))
        };
        let needs = |how: &str, fact: &Fact| unmet(&format!("{how} that {}", game.describe(fact)));
        let implied = game.implied(next);
        let is_present = |fact: &Fact| {
            let stays = match step.before(fact) {
                Before::Inserted => true,
                Before::Cleared => false,
                Before::If(before) => {
                    self.says(known, &before) == Some(true) || step.present.contains(&before)
                }
            };
            stays || implied.contains(fact)
        };
        let image = |number: &FactNumber| turns.fact(game, turn, self.facts.get(*number));
        let (absent, present) = statement.conditions();
        if let Some(fact) = present.iter().map(image).find(|fact| !is_present(fact)) {
            return needs("present", &fact);
        }
        // The step is taken, so it is legal and applies: that adds to what is known before it.
        let mut asked: Vec<(Fact, Option<FactNumber>)> = Vec::new();
        for fact in absent.iter().map(image) {
            match step.before(&fact) {
                Before::Inserted => return needs("absent", &fact),
                Before::Cleared => {}
                Before::If(before) => {
                    let number = self.facts.number(&before);
                    let known = self.says_of(known, &before, number) == Some(false)
                        || step.legality.prohibiting().contains(&before)
                        || step.absent.contains(&before);
                    if !known {
                        asked.push((before, number));
                    }
                }
            }
        }
        let mut looked_at = (absent.len() + present.len()) as u64;
        let own = self.groups.set(known.lemma.groups);
        let set = self.groups.set(statement.groups);
        let inserted = self.inserted(step, set);
        looked_at += set.len() as u64;
        if !set.is_empty() {
            looked_at += step.inserts.len() as u64 * turns.len();
        }
        // Neither says what a fact is pulled from.
        if !step.pulls.is_empty() && (!set.is_empty() || !statement.patterns.is_empty()) {
            return unmet("the absence of a group or a pattern, and the step pulls");
        }
        for group in set {
            if inserted.contains(group) {
                return unmet("the absence of a group that a fact is in which the step inserts");
            }
            let members = self.groups.members(*group);
            let cleared =
                members.first().is_none_or(|first| step.clears.contains(&self.facts.get(*first).scope));
            if !cleared && own.binary_search(group).is_err() {
                return unmet("the absence of a group");
            }
        }
        let mut before: Vec<Pattern> = Vec::new();
        for pattern in &statement.patterns {
            let pattern = turns.pattern(game, turn, self.patterns.get(*pattern));
            if step.inserts.iter().any(|fact| pattern.has(fact)) {
                return unmet("the absence of a pattern that the step inserts a fact of");
            }
            if !step.clears.contains(&pattern.scope) {
                before.push(pattern);
            }
        }
        let patterns = known.lemma.patterns.len() + self.inherited.patterns.len();
        looked_at += (before.len() * (patterns + before.len()) + asked.len() * patterns) as u64;
        asked.iter().try_for_each(|(fact, number)| self.exclude(fact, *number))?;
        before.into_iter().try_for_each(|pattern| self.inherit_pattern(known.lemma, pattern))?;
        Ok(looked_at)
    }

    /// The groups of what a step inserts, if a set has any.
    fn inserted(&self, step: &Step, set: &[Group]) -> SmallVec<[Group; 4]> {
        // Most lemmas have no groups, and then there is nothing to look for.
        let inserts: &[Fact] = if set.is_empty() { &[] } else { &step.inserts };
        inserts.iter().filter_map(|fact| self.group(fact, self.facts.number(fact))).collect()
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
