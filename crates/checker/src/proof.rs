//! Whether a lemma follows from others: the heart of the checker.

use std::io::BufRead;

use kosolver_board::Colour;
use kosolver_rules::{Before, Fact, Game, Legality, Memory, Move, Node, Score, Step, Then, Threshold};

use crate::format::Body;
use crate::lemma::{Facts, Kind, Lemma};

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
    lemmas: Vec<Lemma>,
    /// Citations of lemmas that had not been read: who cites, what is cited, for which node.
    ahead: Vec<(u64, u64, Node)>,
}

type Check<T> = Result<T, String>;

impl<'a> Proof<'a> {
    pub(crate) fn new(game: &'a Game, kinds: Vec<Kind>) -> Proof<'a> {
        Proof { game, kinds, facts: Facts::default(), lemmas: Vec::new(), ahead: Vec::new() }
    }

    pub(crate) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Checks the next lemma, reading its grounds, and keeps it.
    pub(crate) fn add<R: BufRead>(&mut self, lemma: Lemma, body: &mut Body<R>) -> Check<()> {
        let kind = self.kinds[lemma.kind];
        if kind.endless && !self.game.rules().endless() {
            return Err(format!("under {} no play is endless", self.game.rules().ko()));
        }
        if kind.endless && !(lemma.absent.is_empty() && lemma.present.is_empty()) {
            return Err("a lemma in a circle has conditions".to_owned());
        }
        // What is known of the history: the conditions, and what the node implies.
        let mut marked: Vec<u32> = Vec::new();
        for fact in self.game.implied(&lemma.node) {
            let number = self.facts.number(fact);
            self.facts.mark(number, Some(true));
            marked.push(number);
        }
        for (numbers, says) in [(&lemma.absent, false), (&lemma.present, true)] {
            for &number in numbers {
                self.facts.mark(number, Some(says));
                marked.push(number);
            }
        }
        let checked = if lemma.node.to_move == kind.winner {
            self.check_win(&lemma, &kind, body)
        } else {
            self.check_loss(&lemma, &kind, body)
        };
        for number in marked {
            self.facts.mark(number, None);
        }
        self.lemmas.push(lemma);
        checked
    }

    /// The player to move wins: one step, legal and applying under every such history, leads
    /// to the end he wants or to a lemma.
    fn check_win<R: BufRead>(&mut self, lemma: &Lemma, kind: &Kind, body: &mut Body<R>) -> Check<()> {
        let steps = self.game.steps(&lemma.node);
        let index = body.number()?;
        let Some(step) = usize::try_from(index).ok().and_then(|index| steps.get(index)) else {
            return Err(format!("its node has no step {index}"));
        };
        let legal = match &step.legality {
            Legality::Always => true,
            Legality::Unless(facts) => facts.iter().all(|fact| self.says(fact) == Some(false)),
            Legality::Never(_) => false,
        };
        let applies = step.present.iter().all(|fact| self.says(fact) == Some(true))
            && step.absent.iter().all(|fact| self.says(fact) == Some(false));
        if !legal || !applies {
            return Err(format!("its conditions do not make {} legal", self.name(step.made)));
        }
        self.check_step(kind, step, body)
    }

    /// The other player wins: so he does after every step that the conditions do not rule out.
    fn check_loss<R: BufRead>(&mut self, lemma: &Lemma, kind: &Kind, body: &mut Body<R>) -> Check<()> {
        let said = body.number()?;
        let mut cited = 0;
        let steps = self.game.steps(&lemma.node);
        for step in &steps {
            if self.ruled_out(lemma, step) {
                continue;
            }
            if matches!(step.then, Then::Node(_)) {
                cited += 1;
                if cited > said {
                    return Err(format!("it does not say what answers {}", self.name(step.made)));
                }
            }
            self.check_step(kind, step, body)?;
        }
        if cited != said {
            return Err(format!("it cites {said} lemmas where {cited} are needed"));
        }
        // Where nothing is legal whatever the history he may have no move at all. (A step with guards
        // is legal, and one of the same move applies.)
        let may_be_stuck = !steps.iter().any(|step| step.legality == Legality::Always);
        if may_be_stuck && !kind.won_at(self.game.stuck(&lemma.node)) {
            return Err("the player to move may have no legal move, and then he does not lose".to_owned());
        }
        Ok(())
    }

    /// Whether a step is illegal or does not apply under every history that meets the conditions.
    fn ruled_out(&self, lemma: &Lemma, step: &Step) -> bool {
        let prohibited = match &step.legality {
            Legality::Always => false,
            Legality::Unless(facts) => facts.iter().any(|fact| self.says(fact) == Some(true)),
            Legality::Never(_) => true,
        };
        let excluded = |fact: &Fact| {
            lemma.present.iter().any(|&present| self.game.excludes(self.facts.get(present), fact))
        };
        prohibited
            || step.present.iter().any(|fact| self.says(fact) == Some(false) || excluded(fact))
            || step.absent.iter().any(|fact| self.says(fact) == Some(true))
    }

    /// The winner wins after a step: the game ends so, or a lemma says so of the next node and
    /// the conditions of that lemma hold after the step.
    fn check_step<R: BufRead>(&mut self, kind: &Kind, step: &Step, body: &mut Body<R>) -> Check<()> {
        let name = self.name(step.made);
        let next = match &step.then {
            Then::End(score) if kind.won_at(*score) => return Ok(()),
            Then::End(score) => return Err(format!("{name} ends the game with {score}")),
            Then::Node(next) => next,
        };
        let own = self.lemmas.len() as u64;
        let cited = i128::from(own) - i128::from(body.signed()?);
        let cited = u64::try_from(cited).map_err(|_| format!("after {name} it cites no lemma"))?;
        if cited >= own {
            if !kind.endless {
                return Err(format!("after {name} it cites lemma {cited}, which does not come before it"));
            }
            self.ahead.push((own, cited, next.clone()));
            return Ok(());
        }
        let other = &self.lemmas[cited as usize];
        if !self.serves(other, kind, &Memoryless(next)) {
            return Err(format!("after {name} it cites lemma {cited}, which is about something else"));
        }
        // The step is taken, so it is legal and applies: that adds to what is known before it.
        let absent_before = |fact: &Fact| {
            self.says(fact) == Some(false)
                || step.legality.prohibiting().contains(fact)
                || step.absent.contains(fact)
        };
        let present_before = |fact: &Fact| self.says(fact) == Some(true) || step.present.contains(fact);
        let implied = self.game.implied(next);
        for &number in &other.absent {
            let fact = self.facts.get(number);
            let absent = match step.before(fact) {
                Before::Inserted => false,
                Before::Cleared => true,
                Before::If(before) => absent_before(&before),
            };
            if !absent {
                return Err(self.unmet(&name, cited, fact, "absent"));
            }
        }
        for &number in &other.present {
            let fact = self.facts.get(number);
            let present = match step.before(fact) {
                Before::Inserted => true,
                Before::Cleared => false,
                Before::If(before) => present_before(&before),
            };
            if !(present || implied.contains(fact)) {
                return Err(self.unmet(&name, cited, fact, "present"));
            }
        }
        Ok(())
    }

    /// Checks the citations of lemmas that came later.
    pub(crate) fn close(&mut self) -> Result<(), (u64, String)> {
        for (citing, cited, node) in std::mem::take(&mut self.ahead) {
            let kind = self.kinds[self.lemmas[citing as usize].kind];
            let served = self.lemmas.get(cited as usize).is_some_and(|other| {
                other.absent.is_empty()
                    && other.present.is_empty()
                    && self.serves(other, &kind, &Memoryless(&node))
            });
            if !served {
                return Err((
                    citing,
                    format!("it cites lemma {cited}, which is missing or about something else"),
                ));
            }
        }
        Ok(())
    }

    /// Whether a lemma makes a claim about a start whose history has these facts alone.
    pub(crate) fn proves(&self, number: u64, claim: &Kind, start: &Memoryless, facts: &[Fact]) -> bool {
        self.lemmas.get(number as usize).is_some_and(|lemma| {
            let has = |number: &u32| facts.contains(self.facts.get(*number));
            self.serves(lemma, claim, start) && !lemma.absent.iter().any(has) && lemma.present.iter().all(has)
        })
    }

    /// Whether a lemma says of a node what a lemma of a kind would, conditions apart: the same
    /// node, up to a memory that is no worse for the winner.
    fn serves(&self, lemma: &Lemma, kind: &Kind, node: &Memoryless) -> bool {
        let said = self.kinds[lemma.kind];
        if !said.implies(kind) || !node.same(&lemma.node) {
            return false;
        }
        let (here, there) = (&node.0.memory, &lemma.node.memory);
        if here == there {
            return true;
        }
        let (better, worse) = if said.winner == Colour::Black { (here, there) } else { (there, here) };
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

    /// What every history that meets the conditions says of a fact, if they tell.
    fn says(&self, fact: &Fact) -> Option<bool> {
        self.facts.says(fact)
    }

    fn name(&self, made: Move) -> String {
        made.name(self.game.board())
    }

    fn unmet(&self, name: &str, cited: u64, fact: &Fact, how: &str) -> String {
        let fact = self.game.describe(fact);
        format!("after {name} it cites lemma {cited}, which needs {how} that {fact}")
    }
}
