use std::cmp::Ordering;

use kosolver_board::{Colour, Position};
use serde::{Deserialize, Serialize};

/// What a node has beside position, player, passes and ban: typed words, each in a slot of its
/// own. Most rulesets need none.
///
/// A word that has its usual value (0, no board) is not kept, so memories that say the same are
/// equal. Symmetries and the exchange of colours need to know no rule: the type of a word says what
/// becomes of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<(Slot, Word)>", into = "Vec<(Slot, Word)>")]
pub struct Memory(
    /// In the order of the slots; nothing where there are no words. A word of memory instead of three,
    /// since most nodes have none.
    #[allow(clippy::box_collection)]
    Option<Box<Vec<(Slot, Word)>>>,
);

/// The place of a word in a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Slot {
    number: u8,
    owner: Owner,
    index: u16,
}

/// Whose word it is; the players' words change places when the players do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
enum Owner {
    Nobody,
    Black,
    White,
}

/// A word of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Word {
    /// A number that is the same seen from either side.
    Number(i32),
    /// What Black has more than White: it changes its sign when the players change sides.
    Balance(i32),
    /// The least and the greatest that a balance has been.
    Range(i32, i32),
    /// Scores added up, Black's, and how many they are. Kept even if it is empty.
    Tally(Tally),
    /// A position: a symmetry of the board maps it.
    Board(Position),
}

/// Some scoring positions, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tally {
    /// Their scores, added up.
    pub sum: i32,
    /// How many they are.
    pub count: i32,
}

/// A number of a memory's code in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Never negative.
    Unsigned(u64),
    /// Of either sign.
    Signed(i64),
}

impl Slot {
    const fn shared(number: u8) -> Slot {
        Slot { number, owner: Owner::Nobody, index: 0 }
    }

    /// Tallies of scoring positions, by place (Kee 2009). Where all of the game counts: one, or
    /// none before the first scoring position. Where a cycle counts: at `k` the tally of those made
    /// since there had been `k`.
    pub const TALLY: Slot = Slot::shared(0);
    /// What Black has gained beyond the board: white prisoners less black ones, pass stones that
    /// White has handed over less Black's.
    pub const BALANCE: Slot = Slot::shared(1);
    /// The prisoners that a player holds and may give back.
    pub const HELD: Slot = Slot::shared(2);
    /// The handicap stones that Black has yet to place.
    pub const HANDICAP: Slot = Slot::shared(3);
    /// Whether somebody has passed, where the first pass matters.
    pub const PASSED: Slot = Slot::shared(4);
    /// Black's passes less White's, where long cycles end the game.
    pub const NET_PASSES: Slot = Slot::shared(5);
    /// The least and the greatest that [`Slot::NET_PASSES`] has been.
    pub const NET_PASSES_RANGE: Slot = Slot::shared(6);

    /// A slot of one ko rule, by a number that it chooses.
    ///
    /// # Panics
    /// If the number is over 127.
    pub const fn own(number: u8) -> Slot {
        assert!(number < 128, "a ko rule has 128 slots of its own");
        Slot::shared(FIRST_OWN + number)
    }

    /// The slot of the same name for a player.
    pub const fn of(self, player: Colour) -> Slot {
        let owner = match player {
            Colour::Black => Owner::Black,
            Colour::White => Owner::White,
        };
        Slot { owner, ..self }
    }

    /// The slot of the same name at a place of a list.
    pub const fn at(self, index: u16) -> Slot {
        Slot { index, ..self }
    }

    /// The slot that a code names.
    pub fn from_code(number: u8, owner: u8, index: u16) -> Option<Slot> {
        let owner = [Owner::Nobody, Owner::Black, Owner::White].get(usize::from(owner)).copied()?;
        (number >= FIRST_OWN).then_some(Slot { number, owner, index })
    }

    fn exchanged(self) -> Slot {
        let owner = match self.owner {
            Owner::Nobody => Owner::Nobody,
            Owner::Black => Owner::White,
            Owner::White => Owner::Black,
        };
        Slot { owner, ..self }
    }
}

/// Below it are the slots that have a name here.
const FIRST_OWN: u8 = 128;

impl Word {
    /// Whether a memory that does not have the word says the same.
    fn is_usual(self) -> bool {
        matches!(self, Word::Number(0) | Word::Balance(0) | Word::Range(0, 0))
    }

    fn exchanged(self) -> Word {
        match self {
            Word::Number(_) => self,
            Word::Balance(number) => Word::Balance(-number),
            Word::Range(least, greatest) => Word::Range(-greatest, -least),
            Word::Tally(tally) => Word::Tally(Tally { sum: -tally.sum, ..tally }),
            Word::Board(board) => Word::Board(board.inverted()),
        }
    }

    /// Numbers by which words of one type are in order. A word that is not there is as if it were
    /// 0; boards and tallies that are not there come before those that are.
    fn order(word: Option<Word>) -> [i64; 3] {
        match word {
            None => [0; 3],
            Some(Word::Number(number) | Word::Balance(number)) => [0, i64::from(number), 0],
            Some(Word::Range(least, greatest)) => [0, i64::from(least), i64::from(greatest)],
            Some(Word::Tally(tally)) => [1, i64::from(tally.sum), i64::from(tally.count)],
            // As unsigned numbers are: the highest bit turned round.
            Some(Word::Board(Position { black, white })) => {
                [1, (black.bits() ^ 1 << 63) as i64, (white.bits() ^ 1 << 63) as i64]
            }
        }
    }
}

impl Ord for Memory {
    /// In the order of the slots, and in a slot by the words. It is an order of memories whose words
    /// in one slot have one type.
    fn cmp(&self, other: &Memory) -> Ordering {
        let (mut ours, mut theirs) = (self.words().iter().peekable(), other.words().iter().peekable());
        loop {
            let slot = match (ours.peek(), theirs.peek()) {
                (None, None) => return Ordering::Equal,
                (Some((slot, _)), None) | (None, Some((slot, _))) => *slot,
                (Some((one, _)), Some((other, _))) => *one.min(other),
            };
            let next = ours.next_if(|(there, _)| *there == slot).map(|(_, word)| *word);
            let other = theirs.next_if(|(there, _)| *there == slot).map(|(_, word)| *word);
            match Word::order(next).cmp(&Word::order(other)) {
                Ordering::Equal => {}
                different => return different,
            }
        }
    }
}

impl PartialOrd for Memory {
    fn partial_cmp(&self, other: &Memory) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Vec<(Slot, Word)>> for Memory {
    fn from(words: Vec<(Slot, Word)>) -> Memory {
        let mut memory = Memory::EMPTY;
        words.into_iter().for_each(|(slot, word)| memory.set(slot, word));
        memory
    }
}

impl From<Memory> for Vec<(Slot, Word)> {
    fn from(memory: Memory) -> Vec<(Slot, Word)> {
        memory.0.map_or_else(Vec::new, |words| *words)
    }
}

impl Memory {
    /// A memory without words.
    pub const EMPTY: Memory = Memory(None);

    /// The words in the order of their slots.
    pub fn words(&self) -> &[(Slot, Word)] {
        self.0.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Words in the order of their slots, none of them usual.
    fn of(words: impl Iterator<Item = (Slot, Word)>) -> Memory {
        let words: Vec<(Slot, Word)> = words.collect();
        Memory((!words.is_empty()).then(|| Box::new(words)))
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<(Slot, Word)>)) {
        let mut words = self.0.take().unwrap_or_default();
        change(&mut words);
        self.0 = (!words.is_empty()).then_some(words);
    }

    /// Whether it has no words.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The word in a slot.
    pub fn get(&self, slot: Slot) -> Option<Word> {
        self.words().iter().find(|(there, _)| *there == slot).map(|(_, word)| *word)
    }

    /// Puts a word into a slot. A word that says nothing is not kept.
    pub fn set(&mut self, slot: Slot, word: Word) {
        match self.words().binary_search_by_key(&slot, |(there, _)| *there) {
            Ok(place) if word.is_usual() => self.change(|words| {
                words.remove(place);
            }),
            Ok(place) => self.change(|words| words[place].1 = word),
            Err(_) if word.is_usual() => {}
            Err(place) => self.change(|words| words.insert(place, (slot, word))),
        }
    }

    /// The same with the slots of a name forgotten, whoever's they are.
    pub fn without(&self, name: Slot) -> Memory {
        Memory::of(self.words().iter().filter(|(slot, _)| slot.number != name.number).copied())
    }

    /// The number in a slot, 0 if there is none.
    pub fn number(&self, slot: Slot) -> i32 {
        match self.get(slot) {
            Some(Word::Number(number) | Word::Balance(number)) => number,
            _ => 0,
        }
    }

    /// Whether the number in a slot is not 0.
    pub fn flag(&self, slot: Slot) -> bool {
        self.number(slot) != 0
    }

    /// Adds to what Black has gained beyond the board.
    pub fn add_to_balance(&mut self, gained: i32) {
        self.set(Slot::BALANCE, Word::Balance(self.number(Slot::BALANCE) + gained));
    }

    /// Makes the number in a slot 1 or 0.
    pub fn set_flag(&mut self, slot: Slot, flag: bool) {
        self.set(slot, Word::Number(i32::from(flag)));
    }

    /// The range in a slot, from 0 to 0 if there is none.
    pub fn range(&self, slot: Slot) -> (i32, i32) {
        match self.get(slot) {
            Some(Word::Range(least, greatest)) => (least, greatest),
            _ => (0, 0),
        }
    }

    /// The board in a slot.
    pub fn board(&self, slot: Slot) -> Option<Position> {
        match self.get(slot) {
            Some(Word::Board(board)) => Some(board),
            _ => None,
        }
    }

    /// The tallies, in the order of their places.
    pub fn tallies(&self) -> impl ExactSizeIterator<Item = Tally> + '_ {
        let count = self.words().iter().take_while(|(slot, _)| slot.number == Slot::TALLY.number).count();
        self.words()[..count].iter().map(|(_, word)| match word {
            Word::Tally(tally) => *tally,
            _ => Tally::default(),
        })
    }

    /// The tally at a place; an empty one where there is none.
    pub fn tally(&self, place: usize) -> Tally {
        self.tallies().nth(place).unwrap_or_default()
    }

    /// The same with other tallies.
    pub fn with_tallies(&self, tallies: impl IntoIterator<Item = Tally>) -> Memory {
        let slots = (0..).map(|place| Slot::TALLY.at(place));
        let tallies = slots.zip(tallies.into_iter().map(Word::Tally));
        let others = self.words().iter().filter(|(slot, _)| slot.number != Slot::TALLY.number);
        Memory::of(tallies.chain(others.copied()))
    }

    /// The same with Black and White exchanged.
    pub fn exchanged(&self) -> Memory {
        let mut words: Vec<(Slot, Word)> =
            self.words().iter().map(|(slot, word)| (slot.exchanged(), word.exchanged())).collect();
        words.sort_unstable_by_key(|(slot, _)| *slot);
        Memory::of(words.into_iter())
    }

    /// The same with its positions mapped, as by a symmetry of the board.
    pub fn mapped(&self, image: impl Fn(Position) -> Position) -> Memory {
        let mapped = |(slot, word): &(Slot, Word)| match word {
            Word::Board(board) => (*slot, Word::Board(image(*board))),
            word => (*slot, *word),
        };
        Memory::of(self.words().iter().map(mapped))
    }

    /// Whether it has words other than tallies. The certificate says so before its [code](Memory::code).
    pub fn has_more(&self) -> bool {
        self.words().last().is_some_and(|(slot, _)| slot.number != Slot::TALLY.number)
    }

    /// The memory as the numbers of a certificate, in their order; `docs/certificate.md` has the
    /// form.
    pub fn code(&self) -> Vec<Code> {
        use Code::{Signed, Unsigned};
        let mut code = vec![Unsigned(self.tallies().len() as u64)];
        for tally in self.tallies() {
            code.extend([Signed(i64::from(tally.sum)), Signed(i64::from(tally.count))]);
        }
        if !self.has_more() {
            return code;
        }
        let own: Vec<&(Slot, Word)> =
            self.words().iter().filter(|(slot, _)| slot.number >= FIRST_OWN).collect();
        code.push(Unsigned(u64::from(self.flag(Slot::PASSED)) | u64::from(!own.is_empty()) << 1));
        let unsigned = |slot| Unsigned(u64::from(self.number(slot).unsigned_abs()));
        let signed = |number| Signed(i64::from(number));
        let (least, greatest) = self.range(Slot::NET_PASSES_RANGE);
        code.extend([unsigned(Slot::HANDICAP), signed(self.number(Slot::BALANCE))]);
        code.extend(Colour::BOTH.map(|player| unsigned(Slot::HELD.of(player))));
        code.extend([self.number(Slot::NET_PASSES), least, greatest].map(signed));
        if !own.is_empty() {
            code.push(Unsigned(own.len() as u64));
        }
        for (slot, word) in own {
            let Slot { number, owner, index } = *slot;
            code.extend([u64::from(number), owner as u64, u64::from(index)].map(Unsigned));
            let Word::Board(board) = *word else { unreachable!("ko rules keep boards alone") };
            code.extend([4, board.black.bits(), board.white.bits()].map(Unsigned));
        }
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_say_nothing_are_not_kept() {
        let mut memory = Memory::EMPTY;
        memory.set(Slot::BALANCE, Word::Balance(3));
        memory.set(Slot::HELD.of(Colour::White), Word::Number(2));
        assert_eq!(memory.number(Slot::BALANCE), 3);
        let exchanged = memory.exchanged();
        assert_eq!(exchanged.number(Slot::BALANCE), -3);
        assert_eq!(exchanged.number(Slot::HELD.of(Colour::Black)), 2);
        assert_eq!(exchanged.exchanged(), memory);
        assert!(exchanged < Memory::EMPTY && Memory::EMPTY < memory);
        memory.set(Slot::BALANCE, Word::Balance(0));
        memory.set(Slot::HELD.of(Colour::White), Word::Number(0));
        assert_eq!(memory, Memory::EMPTY);
    }

    #[test]
    fn tallies_are_kept_even_if_empty() {
        let empty = Memory::EMPTY.with_tallies([Tally::default(); 2]);
        assert_eq!((empty.tallies().len(), empty.has_more()), (2, false));
        assert_ne!(empty, Memory::EMPTY);
        assert_eq!(empty.with_tallies([]), Memory::EMPTY);
    }
}
