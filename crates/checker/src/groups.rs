//! Facts in groups: a lemma may ask that the history has no fact of a group.

use crate::lemma::{FactNumber, Facts};
use crate::limits::{heap_bytes, list_bytes};

/// The number of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Group(pub u16);

/// The place of a set of groups among those that have been given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetNumber(u32);

impl SetNumber {
    /// The set without groups, which is there before any is given.
    pub(crate) const EMPTY: SetNumber = SetNumber(0);

    pub(crate) fn place(self) -> usize {
        self.0 as usize
    }
}

/// Which facts are in which group, and the sets of groups that have been given.
pub(crate) struct Groups {
    /// By fact, as far as they are known.
    of: Vec<Option<Group>>,
    /// How many facts are members.
    count: usize,
    /// By group; those without facts may be missing.
    members: Vec<Vec<FactNumber>>,
    sets: Vec<Set>,
    /// The bytes of the sets that are not forgotten.
    set_bytes: usize,
}

/// Groups in ascending order.
#[derive(Default)]
struct Set {
    groups: Box<[Group]>,
    /// How many statements have it.
    held: u32,
    state: State,
}

impl Set {
    /// What is not in its place in the list.
    fn bytes(&self) -> usize {
        heap_bytes(size_of_val(&*self.groups))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Lemmas may name it.
    #[default]
    Open,
    /// No lemma names it any more: it can be forgotten when no statement has it.
    Over,
    Forgotten,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { of: Vec::new(), count: 0, members: Vec::new(), sets: vec![Set::default()], set_bytes: 0 }
    }
}

impl Groups {
    /// Puts a fact into a group.
    ///
    /// # Errors
    /// If the group has facts of another scope.
    pub(crate) fn list(
        &mut self,
        number: FactNumber,
        Group(group): Group,
        facts: &Facts,
    ) -> Result<(), String> {
        let place = usize::from(group);
        if self.members.len() <= place {
            self.members.resize_with(place + 1, Vec::new);
        }
        let members = &mut self.members[place];
        if members.first().is_some_and(|first| facts.get(*first).scope != facts.get(number).scope) {
            return Err(format!("group {group} has facts of two scopes"));
        }
        members.push(number);
        self.count += 1;
        Ok(())
    }

    /// How many facts have a group, or none, that is known.
    pub(crate) fn known(&self) -> usize {
        self.of.len()
    }

    /// The groups of the facts that follow.
    pub(crate) fn know(&mut self, groups: impl Iterator<Item = Option<Group>>) {
        self.of.extend(groups);
    }

    /// The group of a fact, or none; `None` if it is not known.
    pub(crate) fn of(&self, number: FactNumber) -> Option<Option<Group>> {
        self.of.get(number.place()).copied()
    }

    /// The facts of a group.
    pub(crate) fn members(&self, group: Group) -> &[FactNumber] {
        self.members.get(usize::from(group.0)).map_or(&[], Vec::as_slice)
    }

    /// Numbers a set, given in ascending order.
    pub(crate) fn add(&mut self, groups: Vec<Group>) -> Result<SetNumber, String> {
        let number = u32::try_from(self.sets.len()).map_err(|_| "there are too many sets".to_owned())?;
        let set = Set { groups: groups.into_boxed_slice(), ..Set::default() };
        self.set_bytes += set.bytes();
        self.sets.push(set);
        Ok(SetNumber(number))
    }

    /// The bytes that all of it takes.
    pub(crate) fn bytes(&self) -> usize {
        list_bytes::<Option<Group>>(self.of.len(), self.of.capacity())
            // Of each group a list that has at most doubled, and its head.
            + 2 * size_of::<FactNumber>() * self.count
            + size_of::<Vec<FactNumber>>() * self.members.capacity()
            + list_bytes::<Set>(self.sets.len(), self.sets.capacity())
            + self.set_bytes
    }

    /// The set that was given at this place, unless it has been forgotten.
    pub(crate) fn given(&self, place: u64) -> Option<SetNumber> {
        let number = u32::try_from(place).ok()?;
        let set = self.sets.get(number as usize)?;
        (set.state != State::Forgotten).then_some(SetNumber(number))
    }

    /// One statement more has this set.
    pub(crate) fn hold(&mut self, set: SetNumber) {
        self.sets[set.place()].held += 1;
    }

    /// One statement less has this set.
    pub(crate) fn release(&mut self, set: SetNumber) {
        self.sets[set.place()].held -= 1;
        self.forget(set);
    }

    /// No lemma names this set any more. It is there as long as a statement has it.
    pub(crate) fn is_over(&mut self, set: SetNumber) {
        if set != SetNumber::EMPTY {
            self.sets[set.place()].state = State::Over;
            self.forget(set);
        }
    }

    /// Forgets what is in a set, but not that it was given.
    pub(crate) fn clear(&mut self, set: SetNumber) {
        let set = &mut self.sets[set.place()];
        self.set_bytes -= set.bytes();
        set.groups = Box::default();
    }

    fn forget(&mut self, set: SetNumber) {
        let set = &mut self.sets[set.place()];
        if set.held == 0 && set.state == State::Over {
            self.set_bytes -= set.bytes();
            *set = Set { state: State::Forgotten, ..Set::default() };
        }
    }

    /// The groups of a set, in ascending order.
    pub(crate) fn set(&self, set: SetNumber) -> &[Group] {
        &self.sets[set.place()].groups
    }
}
