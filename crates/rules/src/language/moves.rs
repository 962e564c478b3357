//! What a text does on a board: its moves as steps.

use std::cell::OnceCell;
use std::sync::Arc;

use kosolver_board::{Board, Colour, Play};

use super::Rule;
use super::compiled::{Compiled, Effects, Forbidden, Pulled};
use super::moment::{Moment, Rest};
use super::program::{Forget, Formula, Remember, Template};
use super::syntax::{Ending, Scored};
use crate::ko::KoMoves;
use crate::{
    Ban, Fact, FactList, Game, Legality, Memory, Move, Never, Node, Pull, Scope, Score, Step, Tally, Then,
    Threshold, Word, long_cycle,
};

fn guarded(step: &Step, guards: &[(Fact, bool)]) -> Step {
    guards.iter().fold(step.clone(), |step, (fact, there)| match there {
        true => step.when(*fact),
        false => step.without(*fact),
    })
}

impl Compiled {
    /// A play that is judged, or a pass.
    fn judged<'a>(&self, game: &'a Game, at: &'a Node, play: Option<&Play>) -> Moment<'a> {
        Moment {
            mover: at.to_move,
            before: at.position,
            after: play.map_or(at.position, |play| play.after),
            point: play.map(|play| play.point),
            memory: &at.memory,
            passes: at.passes,
            retakes: play.is_some_and(|play| self.retakes && at.ban.hits(play)),
            guards: Vec::new(),
            game: Some(game),
            kos: OnceCell::new(),
        }
    }

    fn fact(&self, template: &Template, moment: &Moment) -> Fact {
        template.fact(moment, moment.memory, &self.slots, moment.mover)
    }

    fn holds(&self, when: &Option<Formula>, moment: &Moment) -> bool {
        when.as_ref().is_none_or(|when| moment.holds(when, &self.slots))
    }

    /// The tallies after a move. Where not all of the game counts, there is one for each number of positions
    /// that had been counted: of those counted later.
    fn tallies(&self, game: &Game, effects: &Effects, moment: &Moment) -> Vec<Tally> {
        let mut tallies: Vec<Tally> = moment.memory.tallies().collect();
        for count in effects.counts.iter().filter(|count| self.holds(&count.when, moment)) {
            if self.since.is_some() || tallies.is_empty() {
                tallies.push(Tally::default());
            }
            let position = if count.after { moment.after } else { moment.before };
            let score = game.rules().scoring().of_board(game.board(), position);
            tallies.iter_mut().for_each(|tally| {
                *tally = Tally { sum: tally.sum + score, count: tally.count + 1 };
            });
        }
        tallies
    }

    /// The score of what was counted.
    fn combined(&self, game: &Game, Tally { sum, count }: Tally) -> Score {
        match self.scored {
            // Without anything counted, a draw.
            _ if count == 0 => Score::ZERO,
            Scored::Sum => Score::points(sum) - game.given().times(i64::from(count)),
            _ => Score::fraction(i64::from(sum), i64::from(count)) - game.given(),
        }
    }

    /// A pass that ends the game.
    fn end(&self, game: &Game, at: &Node, moment: &Moment) -> Step {
        Step::end(match self.scored {
            Scored::Last => game.end_score(at),
            _ => {
                let tallies = self.tallies(game, &self.pass, moment);
                self.combined(game, tallies.first().copied().unwrap_or_default())
            }
        })
    }

    /// How a play ends the game, if it does: what is asked for of the history is known.
    fn ended(&self, game: &Game, moment: &Moment) -> Option<Score> {
        let (_, ending) = self.play_ends.iter().find(|(when, _)| moment.holds(when, &self.slots))?;
        let won = Score::WIN.times(if moment.mover == Colour::Black { 1 } else { -1 });
        Some(match ending {
            Ending::Scored => game.board_score(moment.after),
            Ending::Draw => Score::ZERO,
            Ending::Void => game.rules().no_result(),
            Ending::Loss => -won,
            Ending::Win => won,
        })
    }

    /// Adds to a step all that the move does.
    #[inline]
    fn add_effects(&self, step: &mut Step, game: &Game, effects: &Effects, moment: &Moment) {
        for Pulled { to, from, when } in &effects.pulls {
            let stones = [moment.mover, !moment.mover];
            for stone in
                stones.into_iter().take(if to.point { 2 } else { 1 }).filter(|_| self.holds(when, moment))
            {
                let [to, from] =
                    [to, from].map(|fact| fact.fact(moment, moment.memory, &self.slots, stone).predicate());
                step.pulls.push(Pull { to, from });
            }
        }
        for Forget { name, who, when, .. } in &effects.forgets {
            if !self.holds(when, moment) {
                continue;
            }
            let (from, to, split) = self.scopes[*name];
            for scope in from..to {
                let of = Colour::BOTH[usize::from((scope - from) % 2)];
                if !split || who.is_none_or(|who| moment.player(who) == of) {
                    step.clears.push(Scope(scope));
                }
            }
        }
        let Step { then, inserts, legality, .. } = step;
        let memory = match then {
            Then::Node(node) => {
                for keep in &effects.keeps {
                    let slot = self.slots[usize::from(keep.slot)].of(moment.player(keep.who));
                    // A number that is 0 is not kept.
                    let value = moment
                        .place(keep.value, moment.memory, &self.slots)
                        .map_or(Word::Number(0), Word::Board);
                    node.memory.set(slot, value);
                }
                if !effects.counts.is_empty() {
                    node.memory = node.memory.with_tallies(self.tallies(game, effects, moment));
                }
                &node.memory
            }
            Then::End(_) => moment.memory,
        };
        for (asked, Remember { fact, when, .. }) in &effects.remembers {
            if let Some(place) = *asked {
                inserts.push(legality.prohibiting()[place]);
                continue;
            }
            if !self.holds(when, moment) {
                continue;
            }
            let stones = [moment.mover, !moment.mover];
            for stone in &stones[..if fact.point && fact.frame.is_none() { 2 } else { 1 }] {
                let mut made = fact.fact(moment, memory, &self.slots, *stone);
                if self.since.as_ref().is_some_and(|since| since.name == fact.name) {
                    made.index = memory.tallies().len() as u16;
                }
                let fact = made;
                if !inserts.contains(&fact) {
                    inserts.push(fact);
                }
            }
        }
    }

    /// Why the node alone forbids a move.
    #[inline]
    fn never(&self, forbidden: &Forbidden, moment: &Moment) -> Option<Never> {
        let why = forbidden.node.iter().find(|part| moment.holds(part, &self.slots));
        if let Some(why) = why {
            return Some(if *why == Formula::Retakes { Never::BasicKo } else { Never::Rule });
        }
        let splitting = &forbidden.splitting;
        let holds = !splitting.is_empty() && matches!(self.rest(splitting, moment), Rest::Known(true));
        holds.then_some(Never::Rule)
    }

    /// What is left of conditions of which one is enough, where the node and the guards decide what they can.
    fn rest(&self, any: &[Formula], moment: &Moment) -> Rest {
        let fact = |template: &Template| Rest::Fact(self.fact(template, moment));
        let holds = |part: &Formula| moment.holds(part, &self.slots);
        moment.given(Rest::joined(any.iter().map(|part| Rest::of(part, &fact, &holds)).collect(), true))
    }

    /// Calls for each case of the facts that the ends and the effects of a move ask for; once, if they ask for
    /// none.
    fn each_case<'a>(
        &self,
        ends: &[(Formula, Ending)],
        effects: &Effects,
        mut moment: Moment<'a>,
        of: &mut dyn FnMut(&Moment<'a>),
    ) {
        let rest = |when| self.rest(std::slice::from_ref(when), &moment);
        let ends: Vec<Rest> = ends.iter().map(|(when, _)| rest(when)).collect();
        let effects: Vec<Rest> = effects.asks.iter().map(rest).collect();
        self.branch(&ends, &effects, &mut moment, of);
    }

    fn branch<'a>(
        &self,
        ends: &[Rest],
        effects: &[Rest],
        moment: &mut Moment<'a>,
        of: &mut dyn FnMut(&Moment<'a>),
    ) {
        // A play that surely ends the game does nothing else.
        let end = ends.iter().find(|end| !matches!(end, Rest::Known(false)));
        let effects = if matches!(end, Some(Rest::Known(true))) { &[] } else { effects };
        let fact = end.and_then(Rest::first).or_else(|| effects.iter().find_map(Rest::first));
        let Some(fact) = fact else { return of(moment) };
        for there in [true, false] {
            moment.guards.push((fact, there));
            let [ends, effects] = [ends, effects]
                .map(|rests| rests.iter().map(|rest| rest.given(&fact, there)).collect::<Vec<_>>());
            self.branch(&ends, &effects, moment, of);
            moment.guards.pop();
        }
    }

    /// Adds to a step the facts that prohibit it.
    #[inline]
    fn prohibit(&self, step: &mut Step, forbidden: &Forbidden, moment: &Moment) {
        for (when, fact) in &forbidden.facts {
            if self.holds(when, moment) {
                let fact = self.fact(fact, moment);
                match &mut step.legality {
                    Legality::Unless(facts) => facts.push(fact),
                    legality => *legality = Legality::Unless([fact].into()),
                }
            }
        }
    }

    /// The last step as it is judged by the history: one step, or several whose guards exclude each other.
    #[inline]
    fn judge(&self, steps: &mut Vec<Step>, forbidden: &Forbidden, moment: &Moment) {
        if (!forbidden.splitting.is_empty() || !moment.guards.is_empty())
            && let Some(step) = steps.pop()
        {
            let rest = self.rest(&forbidden.splitting, moment);
            self.split(&step, &rest, &mut moment.guards.clone(), steps);
        }
    }

    fn split(&self, step: &Step, rest: &Rest, guards: &mut Vec<(Fact, bool)>, steps: &mut Vec<Step>) {
        if let Some(facts) = rest.plain() {
            steps.push(facts.into_iter().fold(guarded(step, guards), Step::unless));
            return;
        }
        let Some(fact) = rest.deep() else {
            // It is forbidden here, and not by the node alone. A step with guards is never "never legal" (P3): it
            // is forbidden by one of the facts that are there, or by the one that always is.
            let there = guards.iter().find(|(_, there)| *there).map(|(fact, _)| *fact).or(self.always);
            let Some(fact) = there else {
                unreachable!("a condition without 'not' holds by a fact that is there")
            };
            steps.push(guarded(step, guards).unless(fact));
            return;
        };
        for there in [true, false] {
            guards.push((fact, there));
            self.split(step, &rest.given(&fact, there), guards, steps);
            guards.pop();
        }
    }

    /// The steps of a pass that the history decides: those that end the game before the one that goes on.
    fn passes(
        &self,
        rest: &Rest,
        [end, on]: [&Step; 2],
        guards: &mut Vec<(Fact, bool)>,
        steps: &mut Vec<Step>,
    ) {
        match (rest, rest.first()) {
            (Rest::Known(ends), _) => steps.push(guarded(if *ends { end } else { on }, guards)),
            (_, None) => {}
            (rest, Some(fact)) => {
                for there in [true, false] {
                    guards.push((fact, there));
                    self.passes(&rest.given(&fact, there), [end, on], guards, steps);
                    guards.pop();
                }
            }
        }
    }

    /// The steps of a pass, in one case of the facts that its effects ask for.
    fn pass(&self, game: &Game, at: &Node, moment: &Moment, steps: &mut Vec<Step>) {
        let Some(end) = &self.end else {
            if let Some(mut step) = game.rules().end().pass(game, at) {
                self.add_effects(&mut step, game, &self.pass, moment);
                steps.push(guarded(&step, &moment.guards));
            }
            return;
        };
        if end.node.iter().any(|part| moment.holds(part, &self.slots)) {
            steps.push(guarded(&self.end(game, at, moment), &moment.guards));
            return;
        }
        let mut on = Step::pass(at);
        if !self.counts_passes
            && let Then::Node(node) = &mut on.then
        {
            node.passes = 0;
        }
        self.prohibit(&mut on, &self.forbid_pass, moment);
        self.add_effects(&mut on, game, &self.pass, moment);
        let facts = end.facts.iter().filter(|(when, _)| self.holds(when, moment));
        let facts: Vec<Fact> = facts.map(|(_, fact)| self.fact(fact, moment)).collect();
        if let (Some(_), Some(fact)) = (&self.since, facts.first()) {
            return self.end_since(game, moment, *fact, on, steps);
        }
        if facts.is_empty() && end.splitting.is_empty() {
            steps.push(on);
            return self.judge(steps, &self.forbid_pass, moment);
        }
        let facts = moment.given(Rest::joined(facts.into_iter().map(Rest::Fact).collect(), true));
        let rest = Rest::joined(vec![facts, self.rest(&end.splitting, moment)], true);
        self.passes(&rest, [&self.end(game, at, moment), &on], &mut moment.guards.clone(), steps);
    }

    /// When the fact became true is said by how many positions had been counted then.
    fn end_since(&self, game: &Game, moment: &Moment, fact: Fact, mut on: Step, steps: &mut Vec<Step>) {
        let tallies = self.tallies(game, &self.pass, moment);
        for time in 0..=moment.memory.tallies().len() {
            let (fact, tally) = (fact.at(time as u16), tallies.get(time).copied().unwrap_or_default());
            steps.push(Step::end(self.combined(game, tally)).when(fact));
            on.absent.push(fact);
        }
        steps.push(on);
    }
}

impl KoMoves for Arc<Rule> {
    fn start(&self, start: &Node) -> FactList {
        let compiled = &self.compiled;
        // As if the other player had made it.
        let moment = arrived(start);
        let made = compiled.start.iter().filter(|remember| compiled.holds(&remember.when, &moment));
        made.map(|remember| compiled.fact(&remember.fact, &moment)).chain(compiled.always).collect()
    }

    fn implied(&self, node: &Node) -> FactList {
        let compiled = &self.compiled;
        let moment = arrived(node);
        let facts = compiled.implied.iter().filter(|(_, fresh)| !fresh || node.passes == 0);
        let mut implied: FactList = facts.map(|(fact, _)| compiled.fact(fact, &moment)).collect();
        implied.extend(compiled.always);
        implied
    }

    fn play(&self, game: &Game, at: &Node, play: &Play, steps: &mut Vec<Step>) {
        let compiled = &self.compiled;
        let moment = compiled.judged(game, at, Some(play));
        let mut step = Step::play(at, play);
        if compiled.retakes
            && let Then::Node(node) = &mut step.then
        {
            node.ban = Ban::after(game.board(), play);
        }
        if let Some(reason) = compiled.never(&compiled.forbid_play, &moment) {
            step.legality = Legality::Never(reason);
            steps.push(step);
            return;
        }
        let mut done = |moment: &Moment, mut step: Step| {
            compiled.prohibit(&mut step, &compiled.forbid_play, moment);
            match compiled.ended(game, moment) {
                Some(score) => step.then = Then::End(score),
                None => compiled.add_effects(&mut step, game, &compiled.play, moment),
            }
            steps.push(step);
            compiled.judge(steps, &compiled.forbid_play, moment);
        };
        if compiled.play.asks.is_empty() {
            return done(&moment, step);
        }
        compiled.each_case(&compiled.play_ends, &compiled.play, moment, &mut |moment| {
            done(moment, step.clone());
        });
    }

    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let compiled = &self.compiled;
        if compiled.no_pass {
            return;
        }
        let moment = compiled.judged(game, at, None);
        if let Some(reason) = compiled.never(&compiled.forbid_pass, &moment) {
            steps.push(Step::pass(at).never(reason));
            return;
        }
        compiled.each_case(&[], &compiled.pass, moment, &mut |moment| compiled.pass(game, at, moment, steps));
    }

    /// A step with guards names any of them as prohibiting. Here: facts by which the conditions hold, whatever is so of
    /// the others that are there.
    fn reasons(&self, game: &Game, at: &Node, step: &Step, knows: &dyn Fn(&Fact) -> bool) -> FactList {
        let compiled = &self.compiled;
        let (forbidden, play) = match step.made {
            Move::Play(point) => (&compiled.forbid_play, at.position.play(game.board(), at.to_move, point)),
            Move::Pass => (&compiled.forbid_pass, None),
        };
        let moment = compiled.judged(game, at, play.as_ref());
        let alone = forbidden.facts.iter().filter(|(when, _)| compiled.holds(when, &moment));
        let alone = alone.map(|(_, fact)| compiled.fact(fact, &moment));
        let mut reasons: FactList = alone.filter(|fact| knows(fact)).collect();
        for part in &forbidden.splitting {
            let rest = compiled.rest(std::slice::from_ref(part), &moment);
            let holds = |left_out: &[Fact]| {
                let facts = rest.facts().into_iter().filter(|fact| !left_out.contains(fact));
                matches!(
                    facts.fold(rest.clone(), |rest, fact| rest.given(&fact, knows(&fact))),
                    Rest::Known(true)
                )
            };
            if !holds(&[]) {
                continue;
            }
            let (mut left_out, named) = (Vec::new(), reasons.len());
            for fact in rest.facts().into_iter().filter(|fact| knows(fact)) {
                left_out.push(fact);
                if !holds(&left_out) {
                    left_out.pop();
                    reasons.push(fact);
                }
            }
            if reasons.len() == named {
                reasons.extend(compiled.always);
            }
        }
        reasons
    }

    fn exchanged(&self, scope: Scope) -> Scope {
        let of_players = self.compiled.split.iter().find(|(from, to)| (*from..*to).contains(&scope.0));
        of_players.map_or(scope, |(from, _)| Scope(from + ((scope.0 - from) ^ 1)))
    }

    /// Where a situation that comes again ends the game, it has occurred once, after so many passes.
    fn excludes(&self, fact: &Fact, other: &Fact) -> bool {
        Fact { index: other.index, ..*fact } == *other && fact != other
    }

    /// Where not all of the game counts, memories with as many counted positions: facts of the history name the
    /// spans by their number.
    fn comparable(&self, memory: &Memory) -> Memory {
        match (self.compiled.scored, &self.compiled.since) {
            (Scored::Last, _) => memory.clone(),
            (_, None) => memory.with_tallies([]),
            (_, Some(_)) => memory.with_tallies(memory.tallies().map(|_| Tally::default())),
        }
    }

    /// Positions to be counted add the same to both memories. So compare what each is above the threshold: for
    /// the mean, sum − (threshold + komi) · count; for the sum, sum − komi · count. Only if none come does it
    /// matter that an empty tally is a draw. Where not all of the game counts, this must hold of every span.
    fn outweighs(&self, game: &Game, threshold: Threshold, memory: &Memory, other: &Memory) -> bool {
        let compiled = &self.compiled;
        let each = match compiled.scored {
            Scored::Last => return memory == other,
            Scored::Mean => threshold.score + game.given(),
            Scored::Sum => game.given(),
        };
        let excess = |tally: Tally| Score::points(tally.sum) - each.times(i64::from(tally.count));
        let met_now = |tally: Tally| threshold.met_by(compiled.combined(game, tally));
        let as_good = |ours: Tally, theirs: Tally| {
            excess(ours) >= excess(theirs) && (met_now(ours) || !met_now(theirs))
        };
        match compiled.since {
            None => as_good(memory.tally(0), other.tally(0)),
            Some(_) => {
                memory.tallies().len() == other.tallies().len()
                    && memory.tallies().zip(other.tallies()).all(|(ours, theirs)| as_good(ours, theirs))
            }
        }
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        match self.endless {
            true => long_cycle::describe(fact, board),
            false => self.describe_fact(fact, board),
        }
    }
}

/// A node as a moment after the move that led to it.
fn arrived(node: &Node) -> Moment<'_> {
    Moment {
        mover: !node.to_move,
        before: node.position,
        after: node.position,
        point: None,
        memory: &node.memory,
        passes: node.passes,
        retakes: false,
        guards: Vec::new(),
        game: None,
        kos: OnceCell::new(),
    }
}
