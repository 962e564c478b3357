//! Facts in groups: a lemma may ask that the history has no fact of a group.

use kosolver_rules::Scope;

use crate::lemma::{FactNumber, Facts};

/// The number of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Group(pub u16);

/// The place of a set of groups among those that have been given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetNumber(u32);

impl SetNumber {
    /// The set without groups, which is there before any is given.
    pub(crate) const EMPTY: SetNumber = SetNumber(0);
}

/// Which facts are in which group, and the sets of groups that have been given.
pub(crate) struct Groups {
    /// By fact.
    of: Vec<Option<Group>>,
    /// By group; those without facts may be missing.
    members: Vec<Vec<FactNumber>>,
    /// Where each set ends among the groups of all.
    ends: Vec<usize>,
    groups: Vec<Group>,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { of: Vec::new(), members: Vec::new(), ends: vec![0], groups: Vec::new() }
    }
}

impl Groups {
    /// Puts the fact that has been listed last into a group, or into none.
    ///
    /// # Errors
    /// If the group has facts of another scope.
    pub(crate) fn list(
        &mut self,
        number: FactNumber,
        group: Option<Group>,
        facts: &Facts,
    ) -> Result<(), String> {
        self.of.push(group);
        let Some(Group(group)) = group else { return Ok(()) };
        let place = usize::from(group);
        if self.members.len() <= place {
            self.members.resize_with(place + 1, Vec::new);
        }
        let members = &mut self.members[place];
        if members.first().is_some_and(|first| facts.get(*first).scope != facts.get(number).scope) {
            return Err(format!("group {group} has facts of two scopes"));
        }
        members.push(number);
        Ok(())
    }

    /// The group of a fact.
    pub(crate) fn of(&self, number: FactNumber) -> Option<Group> {
        self.of.get(number.place()).copied().flatten()
    }

    /// The facts of a group.
    pub(crate) fn members(&self, group: Group) -> &[FactNumber] {
        self.members.get(usize::from(group.0)).map_or(&[], Vec::as_slice)
    }

    /// The scope of the facts of a group, if it has any.
    pub(crate) fn scope(&self, group: Group, facts: &Facts) -> Option<Scope> {
        self.members(group).first().map(|first| facts.get(*first).scope)
    }

    /// Numbers a set, given in ascending order.
    pub(crate) fn add(&mut self, groups: &[Group]) -> Result<SetNumber, String> {
        let number = u32::try_from(self.ends.len()).map_err(|_| "there are too many sets".to_owned())?;
        self.groups.extend(groups);
        self.ends.push(self.groups.len());
        Ok(SetNumber(number))
    }

    /// The set that was given at this place.
    pub(crate) fn given(&self, place: u64) -> Option<SetNumber> {
        (place < self.ends.len() as u64).then_some(SetNumber(place as u32))
    }

    /// The groups of a set, in ascending order.
    pub(crate) fn set(&self, SetNumber(number): SetNumber) -> &[Group] {
        let place = number as usize;
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.groups[start..self.ends[place]]
    }

    /// Whether a fact is in one of the groups of a set.
    pub(crate) fn has(&self, set: SetNumber, number: FactNumber) -> bool {
        self.of(number).is_some_and(|group| self.set(set).binary_search(&group).is_ok())
    }
}
