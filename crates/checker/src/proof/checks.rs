//! Whether what a lemma cites makes it true.

use std::io::BufRead;

use kosolver_board::Colour;
use kosolver_rules::{Ban, Before, Fact, Legality, Node, Score, Step, Then};
use smallvec::SmallVec;

use super::{Ahead, Check, Inherited, Known, Memoryless, Proof, missing};
use crate::decided::for_good;
use crate::format::Body;
use crate::groups::Group;
use crate::lemma::{FactNumber, Kind, Lemma, LemmaNumber, StatementNumber};
use crate::limits::Fault;
use crate::turns::{Pattern, PatternNumber, Turn};

impl Proof<'_> {
    /// The player to move wins: one step, legal and applying under every such history, leads
    /// to the end he wants or to a lemma.
    pub(super) fn check_win<R: BufRead>(
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
    pub(super) fn check_decided(&mut self, known: &mut Known, kind: &Kind) -> Check<()> {
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
    pub(super) fn check_loss<R: BufRead>(
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
    pub(super) fn inherit(&mut self, known: &Known, fact: &Fact) -> Check<()> {
        let number = self.facts.number(fact);
        if self.says_of(known, fact, number) == Some(false) { Ok(()) } else { self.exclude(fact, number) }
    }

    /// The history must not have a fact, which has a number or none yet.
    pub(super) fn exclude(&mut self, fact: &Fact, number: Option<FactNumber>) -> Check<()> {
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
    pub(super) fn inherit_pattern(&mut self, lemma: &Lemma, pattern: Pattern) -> Check<()> {
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
}
