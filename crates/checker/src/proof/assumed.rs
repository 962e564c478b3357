//! What other files prove, and what this one proves for others.

use kosolver_rules::{Fact, Proven};

use super::{Check, Known, Proof};
use crate::groups::Group;
use crate::lemma::{FactNumber, Kind, LemmaNumber, Statement};
use crate::limits::Fault;
use crate::pieces::Piece;
use crate::turns::Pattern;

impl Proof<'_> {
    /// Another file proves it, or what it is an image of. How much there was to look at.
    pub(super) fn check_assumed(
        &mut self,
        known: &Known,
        kind: &Kind,
        place: u64,
        lemma: u64,
        turn: u64,
    ) -> Check<u64> {
        let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let unmet = |what: &str| Err(Fault::Wrong(format!("it rests on piece {place}, which {what}")));
        let Some(piece) = self.pieces.get(at(place)).copied() else {
            return unmet("the header does not name");
        };
        let Some(said) = piece.lemmas.get(at(lemma)) else {
            return unmet(&format!("has no lemma {lemma} for others"));
        };
        let (game, turn) = (self.game, self.turns.numbered(turn));
        let claim = Kind { threshold: said.threshold, winner: said.winner, endless: false };
        let mut looked_at = said.absent.len() + said.present.len() + said.groups.len();
        if !self.fitting.contains(&place) {
            if piece.game != *game || piece.symmetries != self.turns.symmetries() {
                return unmet("has another board, other rules or other symmetries");
            }
            let is_listed = |(group, fact): &(u16, Fact)| self.turns.group(game, fact) == Some(Group(*group));
            if !piece.grouped.iter().all(is_listed) {
                return unmet("has facts in groups that they are not in here");
            }
            looked_at += piece.grouped.len();
            self.fitting.insert(place);
        }
        if self.turns.node(game, turn, &said.node) != known.lemma.node
            || !self.turns.kind(turn, &claim).implies(kind)
        {
            return unmet("is about something else");
        }
        let image = |fact: &Fact| self.turns.fact(game, turn, fact);
        if let Some(fact) = said.present.iter().map(image).find(|fact| self.says(known, fact) != Some(true)) {
            return unmet(&format!("needs present that {}", game.describe(&fact)));
        }
        let own = self.groups.set(known.lemma.groups);
        if !said.groups.iter().all(|group| own.binary_search(&Group(*group)).is_ok()) {
            return unmet("needs the absence of a group");
        }
        let absent: Vec<Fact> = said.absent.iter().map(image).collect();
        absent.iter().try_for_each(|fact| self.inherit(known, fact))?;
        for &(scope, player, stones, points) in &said.patterns {
            let pattern = Pattern { scope, player, stones, points };
            self.inherit_pattern(known.lemma, self.turns.pattern(game, turn, &pattern))?;
        }
        looked_at += said.patterns.len() * (1 + known.lemma.patterns.len() + self.inherited.patterns.len());
        Ok(looked_at as u64)
    }

    /// What lemmas say, for files that rest on them.
    pub(crate) fn piece(&self, roots: &[Option<LemmaNumber>]) -> Result<Piece, Fault> {
        let (mut statements, mut bytes) = (Vec::new(), 0);
        for root in roots {
            let Some(said) = root.and_then(|root| self.lemmas.said(root)) else {
                return Err("others may rest on a lemma that is missing".into());
            };
            let said = self.lemmas.statement(said);
            bytes += size_of::<Proven>() + size_of_val(&said.patterns[..]) * 8;
            bytes += (said.conditions().0.len() + said.conditions().1.len()) * size_of::<Fact>();
            self.room.holds(bytes)?;
            statements.push(said);
        }
        let facts = |numbers: &[FactNumber]| numbers.iter().map(|number| *self.facts.get(*number)).collect();
        let pattern = |one: &Pattern| (one.scope, one.player, one.stones, one.points);
        let lemma = |said: &&Statement| Proven {
            node: said.node.clone(),
            threshold: self.kind(said).threshold,
            winner: self.kind(said).winner,
            absent: facts(said.conditions().0),
            groups: self.groups.set(said.groups).iter().map(|group| group.0).collect(),
            patterns: said.patterns.iter().map(|number| pattern(self.patterns.get(*number))).collect(),
            present: facts(said.conditions().1),
        };
        let mut groups: Vec<Group> =
            statements.iter().flat_map(|said| self.groups.set(said.groups)).copied().collect();
        groups.sort_unstable();
        groups.dedup();
        let members = |group: Group| {
            self.groups.members(group).iter().map(move |number| (group.0, *self.facts.get(*number)))
        };
        Ok(Piece {
            game: self.game.clone(),
            symmetries: self.turns.symmetries(),
            grouped: groups.into_iter().flat_map(members).collect(),
            lemmas: statements.iter().map(lemma).collect(),
        })
    }
}
