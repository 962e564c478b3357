//! A program in the form in which it is run: its statements by the events that they speak of.

use std::collections::HashSet;

use kosolver_board::Position;

use super::check::splits;
use super::program::{Count, Forget, Formula, Keep, Place, Program, Remember, Template};
use super::syntax::{Ending, Event, Events, Scored};
use crate::{Fact, Scope, Slot};

/// What happens on plays or on passes: the statements that speak of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    pub pulls: Vec<Pulled>,
    pub forgets: Vec<Forget>,
    pub keeps: Vec<Keep>,
    /// What is remembered; with its place among the facts that prohibit the move, if it is one of them
    /// anyway.
    pub remembers: Vec<(Option<usize>, Remember)>,
    pub counts: Vec<Count>,
    /// The conditions of these that ask for facts.
    pub asks: Vec<Formula>,
}

#[derive(Clone, Debug)]
pub(super) struct Pulled {
    pub to: Template,
    pub from: Template,
    pub when: Option<Formula>,
}

/// When a move is forbidden, or ends the game: if one of these holds.
#[derive(Clone, Debug, Default)]
pub(super) struct Forbidden {
    /// What the node decides.
    pub node: Vec<Formula>,
    /// Facts, some only if the node says so.
    pub facts: Vec<(Option<Formula>, Template)>,
    /// What makes the move several steps.
    pub splitting: Vec<Formula>,
}

/// A program in the form in which it is run.
#[derive(Debug)]
pub(super) struct Compiled {
    pub play: Effects,
    pub pass: Effects,
    pub forbid_play: Forbidden,
    pub forbid_pass: Forbidden,
    /// When a pass ends the game; the ruleset says it if there is nothing.
    pub end: Option<Forbidden>,
    /// When a play does, and how.
    pub play_ends: Vec<(Formula, Ending)>,
    pub no_pass: bool,
    pub counts_passes: bool,
    pub retakes: bool,
    /// What is scored, and after what became true, if not all of the game counts.
    pub scored: Scored,
    pub since: Option<Template>,
    pub start: Vec<Remember>,
    /// What a node implies, and whether only if no pass was made just before.
    pub implied: Vec<(Template, bool)>,
    /// The fact that always holds, if a move can be forbidden because a fact is not there.
    pub always: Option<Fact>,
    /// The first scope of each name that has one for each player, and the end of its scopes.
    pub split: Vec<(u8, u8)>,
    /// For each name its first scope, the end of its scopes, and whether they are of players.
    pub scopes: Vec<(u8, u8, bool)>,
    pub slots: Vec<Slot>,
}

impl Compiled {
    pub(super) fn new(program: &Program, end: Option<Formula>, slots: Vec<Slot>) -> Compiled {
        let effects = |event: Event| {
            let on = |on: Events| on.has(event);
            let remembers = program.remembers.iter().filter(|remember| on(remember.on));
            let pulled = |remember: &Remember| {
                let from = remember.each.clone()?;
                Some(Pulled { to: remember.fact.clone(), from, when: remember.when.clone() })
            };
            Effects {
                pulls: remembers.clone().filter_map(pulled).collect(),
                remembers: remembers
                    .filter(|remember| remember.each.is_none())
                    .map(|remember| (None, remember.clone()))
                    .collect(),
                forgets: program.forgets.iter().filter(|forget| on(forget.on)).cloned().collect(),
                keeps: program.keeps.iter().filter(|keep| on(keep.on)).cloned().collect(),
                counts: program.counts.iter().filter(|count| on(count.on)).cloned().collect(),
                asks: program.effects_asking(event).cloned().collect(),
            }
        };
        let forbidden = |parts: &[Formula]| {
            let mut forbidden = Forbidden::default();
            for part in parts {
                match part {
                    part if splits(part) => forbidden.splitting.push(part.clone()),
                    Formula::Fact(fact) => forbidden.facts.push((None, fact.clone())),
                    Formula::All(parts) if part.asks() => {
                        let (facts, node): (Vec<Formula>, Vec<Formula>) =
                            parts.iter().cloned().partition(Formula::asks);
                        if let [Formula::Fact(fact)] = &facts[..] {
                            forbidden.facts.push((Some(Formula::All(node)), fact.clone()));
                        }
                    }
                    part => forbidden.node.push(part.clone()),
                }
            }
            forbidden
        };
        let denies = |part: &Formula| part.any(&mut |part| matches!(part, Formula::Not(part) if part.asks()));
        let may_lack = program.forbid_play.iter().chain(&program.forbid_pass).any(denies);
        let scopes: Vec<(u8, u8, bool)> =
            program.names.iter().map(|name| (name.scope, name.scope + name.scopes(), name.split)).collect();
        let mut compiled = Compiled {
            play: effects(Event::Play),
            pass: effects(Event::Pass),
            forbid_play: forbidden(&program.forbid_play),
            forbid_pass: forbidden(&program.forbid_pass),
            counts_passes: program.counts_passes || end.is_some() && program.end.is_none(),
            end: end.map(|end| {
                let parts = match end {
                    Formula::Any(parts) => parts,
                    part => vec![part],
                };
                let mut end = forbidden(&parts);
                if !end.splitting.is_empty() {
                    // The history decides on all of it, in its written order.
                    end = Forbidden { splitting: parts, ..Forbidden::default() };
                }
                end
            }),
            play_ends: program.play_ends.clone(),
            no_pass: program.no_pass,
            retakes: program.retakes,
            scored: program.scored,
            since: program.since.clone(),
            start: effects(Event::Start).remembers.into_iter().map(|(_, remember)| remember).collect(),
            implied: Vec::new(),
            always: may_lack.then(|| Fact::about(Scope(program.always), Position::EMPTY)),
            split: scopes.iter().filter(|scopes| scopes.2).map(|(from, to, _)| (*from, *to)).collect(),
            scopes,
            slots,
        };
        compiled.share_facts();
        compiled.implied = program.implied(compiled.counts_passes);
        compiled.implied.truncate(2 - usize::from(compiled.always.is_some()));
        compiled
    }

    /// Finds facts that a play both asks for and remembers: they are made once.
    fn share_facts(&mut self) {
        if !self.play.keeps.is_empty() {
            return;
        }
        let asked = self.forbid_play.facts.iter().take_while(|(when, _)| when.is_none());
        let asked: Vec<&Template> = asked.map(|(_, fact)| fact).collect();
        for (place, (shared, remember)) in self.play.remembers.iter_mut().enumerate() {
            let marked_once = !remember.fact.point || remember.fact.frame.is_some();
            if place == 0 && remember.when.is_none() && marked_once {
                *shared = asked.iter().position(|fact| **fact == remember.fact);
            }
        }
    }

    /// The most steps of a move.
    pub(super) fn most_steps(&self) -> u8 {
        let leaves = |formulas: &[Formula]| {
            let facts: HashSet<&Template> = formulas.iter().flat_map(Formula::facts).collect();
            1 << facts.len()
        };
        let end = self.end.as_ref().map_or(1, |end| leaves(&end.splitting).max(1 + end.facts.len() as u8));
        let play = leaves(&self.forbid_play.splitting) * leaves(&self.play.asks);
        play.max(leaves(&self.forbid_pass.splitting).max(end) * leaves(&self.pass.asks))
    }

    pub(super) fn is_plain(&self) -> bool {
        let plain = |effects: &Effects| {
            let plain = |remember: &Remember| {
                let [(Place::Before | Place::After, 0)] = remember.fact.places[..] else { return false };
                remember.when.is_none() && !remember.fact.point
            };
            effects.counts.is_empty()
                && effects.pulls.is_empty()
                && effects.forgets.is_empty()
                && effects.keeps.is_empty()
                && effects.remembers.iter().all(|(_, remember)| plain(remember))
        };
        // On the empty board every move must be seen to be possible.
        let open = |forbidden: &Forbidden| forbidden.node.iter().all(|part| *part == Formula::Retakes);
        // What the start or passes alone make true would not be seen: a pass may end the game.
        let by_plays = |(scope, ..): &(u8, u8, bool)| {
            self.play.remembers.iter().any(|(_, remember)| remember.fact.scope == *scope)
        };
        !self.scopes.is_empty()
            && self.scopes.iter().all(by_plays)
            && open(&self.forbid_play)
            && open(&self.forbid_pass)
            && self.always.is_none()
            && self.play_ends.is_empty()
            && plain(&self.play)
            && plain(&self.pass)
    }
}
