//! Facts as numbers, such that the number of an image is found by arithmetic.
//!
//! ```text
//!   base | form | turn | whether a symmetry leaves the base as it is
//! ```
//!
//! The *base* is the least image of the fact's position, or for forms that few rules have an
//! entry of a list; the *form* is the rest of the fact; the *turn* leads from the base to the
//! fact, the first that does. Form and turn have as many bits as the rule and the board need; numbers have 64, and
//! are kept in 32 as long as they fit ([`FactRun`](crate::graph::FactRun)). A list has a form of its own, unless there is no other form, or the rule says
//! that its facts are all plain and need none. (Facts are sorted by their numbers, and so in the same
//! order as ever.)

use kosolver_board::{Colour, Position};
use kosolver_rules::{Fact, Game, Node, Scope};

use crate::concurrent::Index;
use crate::concurrent::sync::RECORDS;
use crate::concurrent::{Budget, Full, Records, Shared, read, write};
use crate::graph::{
    FactNumber, Graph, Group, NUMBERS, Pen, Place, Stabiliser, Turn, bucket, hash, position_words,
    words_position,
};
use crate::lemma::{Bucket, SCOPES};

/// The form of facts that are in the list, where there are others.
const LISTED: u32 = 3;

/// The most bits of a form.
const FORM_BITS: u32 = 2;

/// What a fact says of a position, besides which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    scope: Scope,
    colour: Option<Colour>,
}

impl Form {
    fn of(fact: &Fact) -> Form {
        Form { scope: fact.scope, colour: fact.colour }
    }
}

/// What the number of a fact is made from: a position, or an entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Base {
    Position(u32),
    Entry(u32),
}

/// The numbers of facts.
pub(crate) struct Facts {
    /// At most three forms; those with the colours exchanged are in it too.
    forms: Vec<Form>,
    /// For each form the one with the colours exchanged.
    exchanged: Vec<u32>,
    /// The bits of a turn.
    bits: u32,
    /// The bits of a form.
    form_bits: u32,
    /// The base of the first entry of the list, unless its form tells it: 0 if all facts are of the
    /// list, beyond all bases if none is.
    first_entry: u32,
    /// How many positions can be numbered.
    most_positions: u32,
    /// `scope | colour + 1 << 8 | index << 16`, the number of the position, the four words of
    /// the other position, the stabiliser and above it the bucket.
    listed: Records<8>,
    index: Index,
    /// The scopes, as bits, that stay what they are when the colours are exchanged and that
    /// buckets (`lemma/buckets.rs`) are kept of.
    fixed_scopes: u32,
}

impl Facts {
    /// The most positions that can be numbered.
    pub(crate) fn most_positions(&self) -> u32 {
        self.most_positions
    }

    /// None yet, of games with this symmetry.
    pub(crate) fn new(game: &Game, group: &Group, threads: u32) -> Facts {
        let mut forms: Vec<Form> = Vec::new();
        let mut plain = game.rules().ko().has_plain_facts();
        for colour in Colour::BOTH {
            let node = Node::new(Position::EMPTY, colour);
            let steps = game.steps(&node);
            let seen = steps.iter().flat_map(|step| step.inserts.iter().copied());
            for fact in game.implied(&node).into_iter().chain(seen) {
                let pair = [Form::of(&fact), Form::of(&game.exchanged_fact(fact))];
                let new: Vec<Form> = pair.into_iter().filter(|form| !forms.contains(form)).collect();
                let new = if new.len() == 2 && new[0] == new[1] { &new[..1] } else { &new[..] };
                if is_plain(&fact) && forms.len() + new.len() <= LISTED as usize {
                    forms.extend(new);
                } else {
                    plain = false;
                }
            }
        }
        let exchanged = forms.iter().map(|form| {
            let fact = Fact { colour: form.colour, ..Fact::about(form.scope, Position::EMPTY) };
            let other = Form::of(&game.exchanged_fact(fact));
            let Some(place) = forms.iter().position(|form| *form == other) else {
                unreachable!("forms are kept in pairs")
            };
            place as u32
        });
        let form_bits = match forms.len() {
            0 => 0,
            1 if plain => 0,
            2 if plain => 1,
            _ => FORM_BITS,
        };
        // Without the last chunk, or one would be the number that means "none".
        let most = NUMBERS - (1 << RECORDS);
        // Where facts are plain, a list has room for threads to start with and no more.
        let (first_entry, most_entries) = if form_bits == FORM_BITS || forms.is_empty() {
            (0, most)
        } else {
            (NUMBERS, (2 * threads) << RECORDS)
        };
        // Small boards have few positions, and so small tables; each thread has chunks to finish in.
        let all = 3_u32.checked_pow(game.board().points().into()).unwrap_or(NUMBERS);
        let room = all.div_ceil(1 << RECORDS).saturating_add(2 * threads);
        let most_positions = most.min(room.saturating_mul(1 << RECORDS));
        Facts {
            exchanged: exchanged.collect(),
            forms,
            bits: group.bits(),
            form_bits,
            first_entry,
            most_positions,
            listed: Records::new(most_entries, threads),
            index: Index::new(),
            fixed_scopes: (0..SCOPES as u8)
                .filter(|scope| game.exchanged_scope(Scope(*scope)) == Scope(*scope))
                .fold(0, |set, scope| set | 1 << scope),
        }
    }

    fn assemble(&self, base: u32, form: u32, turn: Turn, symmetric: bool) -> FactNumber {
        let code = u64::from(base) << self.form_bits | u64::from(form);
        FactNumber(code << (self.bits + 1) | u64::from(turn) << 1 | u64::from(symmetric))
    }

    /// A fact of the list.
    fn assemble_entry(&self, entry: u32, turn: Turn, symmetric: bool) -> FactNumber {
        let form = if self.has_listed_form() { LISTED } else { 0 };
        self.assemble(self.first_entry + entry, form, turn, symmetric)
    }

    fn has_listed_form(&self) -> bool {
        self.form_bits == FORM_BITS
    }

    fn turn_of(&self, fact: FactNumber) -> Turn {
        (fact.0 >> 1 & ((1 << self.bits) - 1)) as Turn
    }

    /// The base of a fact, and its form if it is not of the list.
    #[inline]
    fn base_and_form(&self, fact: FactNumber) -> (Base, u32) {
        let code = fact.0 >> (self.bits + 1);
        let (base, form) = ((code >> self.form_bits) as u32, code as u32 & ((1 << self.form_bits) - 1));
        let listed = if self.has_listed_form() { form == LISTED } else { base >= self.first_entry };
        (if listed { Base::Entry(base - self.first_entry) } else { Base::Position(base) }, form)
    }

    /// The place of a fact in the list.
    fn list(
        &self,
        fact: &Fact,
        position: u32,
        near: u32,
        stabiliser: Stabiliser,
        budget: &Budget,
    ) -> Result<u32, Full> {
        let [a, b, c, d] = position_words(fact.to);
        let colour = fact.colour.map_or(0, |colour| 1 + colour as u32);
        let meta = u32::from(fact.scope.0) | colour << 8 | u32::from(fact.index) << 16;
        // Not of numbers: they are others in other tables.
        let bucket = bucket(hash([meta, near, a, b, c, d]));
        let words = [meta, position, a, b, c, d, stabiliser.word() | bucket << 16];
        let same = |number| {
            let record: &[Shared; 8] = self.listed.get(number);
            words.iter().zip(record).all(|(word, kept)| *word == read(kept))
        };
        let hash_of = |number| hash(self.listed.get(number)[..words.len()].iter().map(read));
        self.index.find_or_add(hash(words), same, hash_of, budget, || {
            let number = self.listed.add(budget)?;
            for (place, word) in self.listed.get(number).iter().zip(words) {
                write(place, word);
            }
            Ok(number)
        })
    }

    /// How many entries the list has.
    pub(crate) fn listed(&self) -> u32 {
        self.listed.len()
    }

    /// The fact of an entry of the list, as a number.
    pub(crate) fn of_entry(&self, entry: u32) -> FactNumber {
        self.assemble_entry(entry, 0, false)
    }

    /// The position of the fact of an entry.
    pub(crate) fn position_of_entry(&self, entry: u32) -> u32 {
        read(&self.listed.get(entry)[1])
    }

    fn stabiliser_of_entry(&self, entry: u32) -> Stabiliser {
        Stabiliser::of_word(read(&self.listed.get(entry)[6]))
    }

    /// The base of a fact.
    pub(crate) fn base(&self, fact: FactNumber) -> Base {
        self.base_and_form(fact).0
    }

    /// The bits of a number after its base.
    #[inline]
    pub(crate) fn bits_after_base(&self) -> u32 {
        self.bits + self.form_bits + 1
    }

    /// The same fact about another base of the same kind.
    pub(crate) fn rebased(&self, fact: FactNumber, base: Base) -> FactNumber {
        let shift = self.bits_after_base();
        let base = match base {
            Base::Position(position) => position,
            Base::Entry(entry) => self.first_entry + entry,
        };
        FactNumber(u64::from(base) << shift | fact.0 & ((1 << shift) - 1))
    }
}

impl Graph {
    /// The number of a fact.
    pub(crate) fn fact(&self, pen: &mut Pen, fact: &Fact) -> Result<FactNumber, Full> {
        let Graph { game, group, positions, facts, budget, .. } = self;
        let Place { number: position, to_least } = self.position(pen, fact.position)?;
        let stabiliser = positions.stabiliser(position);
        let form = facts.forms.iter().position(|form| *form == Form::of(fact)).filter(|_| is_plain(fact));
        if let Some(form) = form {
            let turn = group.first(stabiliser, group.inverse(to_least));
            let form = if group.exchanges(turn) { facts.exchanged[form] } else { form as u32 };
            return Ok(facts.assemble(position, form, turn, stabiliser != Stabiliser::TRIVIAL));
        }
        assert!(
            facts.has_listed_form() || facts.forms.is_empty(),
            "a rule that says its facts are plain has others"
        );
        // The least image of the whole fact is among those of the least image of its position.
        let same = group.turns_of(stabiliser);
        let images = same.map(|turn| {
            let turn = group.then(to_least, turn);
            (group.fact(game, turn, *fact), turn)
        });
        let Some((least, to_least)) = images.min() else { unreachable!("the identity is a symmetry") };
        let same = group.turns_of(stabiliser).filter(|turn| group.fact(game, *turn, least) == least);
        let stabiliser = group.stabiliser_of(same);
        let listed = facts.list(&least, position, positions.bucket(position), stabiliser, budget)?;
        let turn = group.first(stabiliser, group.inverse(to_least));
        Ok(facts.assemble_entry(listed, turn, stabiliser != Stabiliser::TRIVIAL))
    }

    /// The bucket of a fact, the same for all its images; `None` if there are none, or if exchanging the
    /// colours changes its scope.
    #[inline]
    pub(crate) fn bucket(&self, fact: FactNumber) -> Option<Bucket> {
        let (facts, mask) = (&self.facts, self.coarse?.mask);
        let (scope, bucket) = match facts.base_and_form(fact) {
            (Base::Entry(entry), _) => {
                let record = facts.listed.get(entry);
                (read(&record[0]) as u8, read(&record[6]) >> 16)
            }
            (Base::Position(position), form) => {
                (facts.forms[form as usize].scope.0, self.positions.bucket(position))
            }
        };
        (facts.fixed_scopes >> scope & 1 == 1).then_some(Bucket { scope, number: bucket as u16 & mask })
    }

    /// The fact that stands for all images of a fact.
    pub(crate) fn least(&self, fact: FactNumber) -> FactNumber {
        self.image(self.group.inverse(self.facts.turn_of(fact)), fact)
    }

    /// Whether a number is one that a fact can have.
    pub(crate) fn is_fact(&self, fact: FactNumber) -> bool {
        let Graph { group, positions, facts, .. } = self;
        let turn = facts.turn_of(fact);
        let stabiliser = match facts.base_and_form(fact) {
            (Base::Entry(entry), form) if entry < facts.listed.len() => {
                if !facts.has_listed_form() && form != 0 {
                    return false;
                }
                facts.stabiliser_of_entry(entry)
            }
            (Base::Position(position), form)
                if (form as usize) < facts.forms.len() && position < positions.len() =>
            {
                positions.stabiliser(position)
            }
            _ => return false,
        };
        usize::from(turn) < group.order()
            && group.first(stabiliser, turn) == turn
            && (fact.0 & 1 == 1) == (stabiliser != Stabiliser::TRIVIAL)
    }

    /// The number of an image of a fact.
    #[inline]
    pub(crate) fn image(&self, turn: Turn, fact: FactNumber) -> FactNumber {
        if turn == 0 {
            return fact;
        }
        let turned = self.group.then(self.facts.turn_of(fact), turn);
        if fact.0 & 1 == 1 {
            return self.image_of_symmetric(turned, fact);
        }
        let mask = ((1 << self.facts.bits) - 1) << 1;
        // The form is that of the base, and the base is the same.
        FactNumber(fact.0 & !mask | u64::from(turned) << 1)
    }

    #[cold]
    fn image_of_symmetric(&self, turned: Turn, fact: FactNumber) -> FactNumber {
        let Graph { group, positions, facts, .. } = self;
        match facts.base_and_form(fact) {
            (Base::Entry(entry), _) => {
                facts.assemble_entry(entry, group.first(facts.stabiliser_of_entry(entry), turned), true)
            }
            (Base::Position(position), form) => {
                let first = group.first(positions.stabiliser(position), turned);
                let exchange = group.exchanges(first) != group.exchanges(turned);
                let form = if exchange { facts.exchanged[form as usize] } else { form };
                facts.assemble(position, form, first, true)
            }
        }
    }

    /// The fact with a number.
    pub(crate) fn get_fact(&self, fact: FactNumber) -> Fact {
        let Graph { game, group, positions, facts, .. } = self;
        let least = match facts.base_and_form(fact) {
            (Base::Entry(entry), _) => {
                let record = facts.listed.get(entry);
                let [meta, position, to @ ..] =
                    std::array::from_fn::<u32, 6, _>(|place| read(&record[place]));
                Fact {
                    scope: Scope(meta as u8),
                    colour: [None, Some(Colour::BOTH[0]), Some(Colour::BOTH[1])][(meta >> 8 & 3) as usize],
                    index: (meta >> 16) as u16,
                    position: positions.get(position),
                    to: words_position(to),
                }
            }
            (Base::Position(position), form) => {
                let Form { scope, colour } = facts.forms[form as usize];
                Fact { colour, ..Fact::about(scope, positions.get(position)) }
            }
        };
        group.fact(game, facts.turn_of(fact), least)
    }

    /// The scope of a fact.
    pub(crate) fn scope(&self, fact: FactNumber) -> Scope {
        let scope = match self.facts.base_and_form(fact) {
            (Base::Entry(entry), _) => Scope(read(&self.facts.listed.get(entry)[0]) as u8),
            (Base::Position(_), form) => self.facts.forms[form as usize].scope,
        };
        self.turned_scope(self.facts.turn_of(fact), scope)
    }

    /// A scope in the frame that a turn leads to.
    pub(crate) fn turned_scope(&self, turn: Turn, scope: Scope) -> Scope {
        if self.group.exchanges(turn) { self.game.exchanged_scope(scope) } else { scope }
    }
}

/// Whether a fact is about one position alone.
fn is_plain(fact: &Fact) -> bool {
    fact.index == 0 && fact.to == Position::EMPTY
}

#[cfg(test)]
mod tests {
    use kosolver_board::Board;
    use kosolver_rules::{Score, Threshold};

    use super::*;
    use crate::graph::facts as facts_of;
    use crate::lemma::Lemma;
    use crate::meter::Meter;
    use crate::prover::Prover;
    use crate::request::Resources;

    #[test]
    fn numbers_tell_positions_from_entries_up_to_the_last() {
        // Under fixed all facts are of the list, and 3x4 has no more than 3^12 positions: 33 chunks, and two for the
        // thread.
        let all = NUMBERS - (1 << RECORDS);
        for (board, rules, forms, most) in [
            ("5x5", "psk", 1, all),
            ("5x5", "ssk", 2, all),
            ("5x5", "primitive", 1, all),
            ("5x5", "basic-fixed", 0, all),
            ("5x5", "spight", 3, all),
            ("complete:6", "psk", 1, 3 << RECORDS),
            ("3x4", "fixed", 0, 35 << RECORDS),
        ] {
            let board: Board = board.parse().unwrap();
            let game = Game::new(board, rules.parse().unwrap()).unwrap();
            let group = Group::of(&game);
            let facts = Facts::new(&game, &group, 1);
            assert_eq!((facts.forms.len(), facts.most_positions()), (forms, most), "{board} {rules}");
            let turn = group.order() as Turn - 1;
            for form in 0..facts.forms.len() as u32 {
                for position in [0, facts.most_positions() - 1] {
                    let fact = facts.assemble(position, form, turn, true);
                    assert!(fact != FactNumber::NONE);
                    assert_eq!(facts.base_and_form(fact), (Base::Position(position), form));
                    assert_eq!(facts.turn_of(fact), turn);
                    assert_eq!(facts.rebased(fact, Base::Position(7)), facts.assemble(7, form, turn, true));
                }
            }
            if facts.form_bits < 2 && forms > 0 {
                continue;
            }
            for entry in [0, all - 1] {
                let fact = facts.assemble_entry(entry, turn, true);
                assert!(fact != FactNumber::NONE);
                assert_eq!(facts.base(fact), Base::Entry(entry));
                assert_eq!(facts.rebased(fact, Base::Entry(7)), facts.assemble_entry(7, turn, true));
            }
        }
    }

    /// Searches in which every number takes two words: with so many bits more that no turn needs.
    #[test]
    fn a_search_with_wide_numbers_is_the_same() {
        for (board, rules) in [
            ("2x3", "psk"),
            ("3x3", "psk"),
            ("1x5", "spight"),
            ("2x3", "nssk"),
            ("1x4", "fixed"),
            ("1x4", "configuration-rules"),
        ] {
            let game = Game::new(board.parse().unwrap(), rules.parse().unwrap()).unwrap();
            let searched = |more: u32| {
                let mut prover = Prover::new(game.clone(), &Resources::default(), Meter::default()).unwrap();
                prover.tables.graph.facts.bits += more;
                let (node, facts) = game.start(Position::EMPTY, Colour::Black);
                prover.restart((node, facts.to_vec())).unwrap();
                let answers =
                    [1, 3].map(|score| prover.decide(Threshold::at_least(Score::points(score))).unwrap());
                let lemmas = &prover.tables.lemmas;
                let conditions = (0..lemmas.len()).map(|lemma| lemmas.conditions(Lemma(lemma)));
                let wide = |(absent, present)| {
                    facts_of(absent).chain(facts_of(present)).filter(|fact| fact.is_wide()).count()
                };
                assert_eq!(conditions.map(wide).sum::<usize>() > 0, more > 0, "{board} {rules}");
                (answers, prover.nodes(), lemmas.len())
            };
            assert_eq!(searched(0), searched(30), "{board} {rules}");
        }
    }
}
