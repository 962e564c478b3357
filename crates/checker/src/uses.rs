//! Which lemma cites each lemma last: after that it can be forgotten.
//!
//! Nothing is checked here. Where the file cannot be read any further, what was found up to there is enough:
//! its checker does not come further either.

use std::io::BufRead;

use kosolver_rules::{Game, Then};

use crate::format::{Body, Grounds, Header};
use crate::groups::{Groups, SetNumber};
use crate::lemma::{Facts, Kind, Lemma, LemmaNumber};
use crate::limits::{self, Budget, Fault, Room, list_bytes};
use crate::turns::Patterns;

/// By lemma the number of the last that cites it, or its own if none does; one that makes a claim is needed
/// to the end. Of lemmas that are not in the list nothing is known, so they are kept.
#[derive(Default)]
pub(crate) struct Uses {
    last: Vec<u32>,
    /// By set of groups the last lemma that names it.
    sets: Vec<u32>,
}

/// More than any number of a lemma.
const TO_THE_END: u32 = u32::MAX;

impl Uses {
    /// Whether a lemma can be forgotten after this one.
    pub(crate) fn are_over(&self, lemma: LemmaNumber, after: LemmaNumber) -> bool {
        self.last.get(lemma.place()).is_some_and(|last| u64::from(*last) == after.get())
    }

    /// Whether no lemma after this one names a set of groups.
    pub(crate) fn set_is_over(&self, set: SetNumber, after: LemmaNumber) -> bool {
        self.sets.get(set.place()).is_some_and(|last| u64::from(*last) == after.get())
    }

    /// Of the lemmas of a certificate, as far as it can be read.
    pub(crate) fn read(input: impl BufRead, room: Room) -> Uses {
        let mut uses = Uses::default();
        if uses.read_file(input, room).is_err() {
            // The fault is found again when it is checked. Which set the lemma with the fault names is not
            // known.
            uses.sets.clear();
        }
        uses
    }

    /// The bytes that all of it takes.
    pub(crate) fn bytes(&self) -> usize {
        list_bytes::<u32>(self.last.len(), self.last.capacity())
            + list_bytes::<u32>(self.sets.len(), self.sets.capacity())
    }

    fn read_file(&mut self, mut input: impl BufRead, room: Room) -> Result<(), Fault> {
        let header = Header::read(&mut input).map_err(|error| error.to_string())?;
        let game = header.referee.game();
        let mut body = Body::new(input)?;
        let kinds = body.kinds(game.rules())?;
        if kinds.iter().any(|kind| kind.endless) {
            // Nothing will be forgotten.
            return Ok(());
        }
        let (mut facts, mut groups, mut budget) = (Facts::new(room), Groups::default(), Budget::default());
        let mut patterns = Patterns::default();
        let mut turns = body.turns(game)?;
        body.listed(game, &mut facts, &mut groups, &mut turns)?;
        while let Some(lemma) = body.lemma(game, kinds.len(), (&mut facts, &mut groups, &mut patterns))? {
            lemma.absent.iter().chain(&lemma.present).for_each(|number| facts.unmark(*number));
            budget.spend(limits::most_steps(game, &lemma.node.memory), body.frame())?;
            facts.beside = groups.bytes()
                + patterns.bytes()
                + turns.bytes()
                + self.bytes()
                + limits::step_bytes(game, &lemma.node.memory);
            room.holds(facts.beside + facts.bytes())?;
            self.read_set(&lemma, &mut groups);
            self.read_grounds(game, &kinds[usize::from(lemma.kind.0)], &lemma, &mut body)?;
        }
        for root in body.end(self.last.len() as u64)?.into_iter().flatten() {
            self.last[root.place()] = TO_THE_END;
        }
        Ok(())
    }

    /// Notes which set a lemma has. What is in it is of no use here.
    fn read_set(&mut self, lemma: &Lemma, groups: &mut Groups) {
        let place = lemma.groups.place();
        if place >= self.sets.len() {
            self.sets.resize(place + 1, TO_THE_END);
        }
        self.sets[place] = self.last.len() as u32;
        groups.clear(lemma.groups);
    }

    fn read_grounds<R: BufRead>(
        &mut self,
        game: &Game,
        kind: &Kind,
        lemma: &Lemma,
        body: &mut Body<R>,
    ) -> Result<(), String> {
        let own = u32::try_from(self.last.len()).map_err(|_| "there are too many lemmas".to_owned())?;
        self.last.push(own);
        let Grounds::Number(index) = body.grounds()? else { return Ok(()) };
        let citations = if lemma.node.to_move == kind.winner {
            let steps = game.steps(&lemma.node);
            let step = usize::try_from(index).ok().and_then(|index| steps.get(index));
            u64::from(step.is_some_and(|step| matches!(step.then, Then::Node(_))))
        } else {
            index
        };
        for _ in 0..citations {
            let (cited, _) = body.citation(own.into(), false)?;
            let cited = usize::try_from(cited).ok().and_then(|cited| self.last.get_mut(cited));
            *cited.ok_or("it cites no lemma before it")? = own;
        }
        Ok(())
    }
}
