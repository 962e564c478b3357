//! Facts as numbers, such that the number of an image is found by arithmetic.
//!
//! ```text
//!   base · 4 + form | turn | whether a symmetry leaves the base as it is
//! ```
//!
//! The *base* is the least image of the fact's position, or for forms that few rules have an
//! entry of a list; the *form* is the rest of the fact; the *turn* leads from the base to the
//! fact, the first that does.

use kosolver_board::{Colour, Position};
use kosolver_rules::{Fact, Game, Node, Scope};

use crate::arena::{Budget, Records, Shared, read, write};
use crate::buckets::{Bucket, SCOPES};
use crate::index::Index;
use crate::positions::{Place, Positions, bucket, hash, position_words, words_position};
use crate::symmetry::{Group, Turn};

/// The form of facts that are in the list.
const LISTED: u32 = 3;

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
    /// `scope | colour + 1 << 8 | index << 16`, the number of the position, the four words of
    /// the other position, the stabiliser and above it the bucket.
    listed: Records<8>,
    index: Index,
    /// The scopes, as bits, that stay what they are when the colours are exchanged and that
    /// [buckets](crate::buckets) are kept of.
    fixed_scopes: u32,
}

impl Facts {
    /// The most positions that can be numbered for a group.
    pub(crate) fn most(group: &Group) -> u32 {
        1 << (29 - group.bits())
    }

    pub(crate) fn new(game: &Game, group: &Group, threads: u32) -> Facts {
        let mut forms: Vec<Form> = Vec::new();
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
        Facts {
            exchanged: exchanged.collect(),
            forms,
            bits: group.bits(),
            listed: Records::new(Facts::most(group), threads),
            index: Index::new(),
            fixed_scopes: (0..SCOPES as u8)
                .filter(|scope| game.exchanged_scope(Scope(*scope)) == Scope(*scope))
                .fold(0, |set, scope| set | 1 << scope),
        }
    }

    fn assemble(&self, base: u32, form: u32, turn: Turn, symmetric: bool) -> u32 {
        (base << 2 | form) << (self.bits + 1) | u32::from(turn) << 1 | u32::from(symmetric)
    }

    fn turn_of(&self, fact: u32) -> Turn {
        (fact >> 1 & ((1 << self.bits) - 1)) as Turn
    }

    fn base_and_form(&self, fact: u32) -> (u32, u32) {
        let base = fact >> (self.bits + 1);
        (base >> 2, base & 3)
    }

    /// The number of a fact about a position with this number and this turn to its least image.
    pub(crate) fn number(
        &self,
        fact: &Fact,
        (game, group, positions, budget): (&Game, &Group, &Positions, &Budget),
        Place { number: position, to_least }: Place,
    ) -> u32 {
        let stabiliser = positions.stabiliser(position);
        let form = self.forms.iter().position(|form| *form == Form::of(fact)).filter(|_| is_plain(fact));
        if let Some(form) = form {
            let turn = group.first(stabiliser, group.inverse(to_least));
            let form = if group.exchanges(turn) { self.exchanged[form] } else { form as u32 };
            return self.assemble(position, form, turn, stabiliser != 1);
        }
        // The least image of the whole fact is among those of the least image of its position.
        let same = group.turns().filter(|turn| stabiliser >> turn & 1 == 1);
        let images = same.map(|turn| {
            let turn = group.then(to_least, turn);
            (group.fact(game, turn, *fact), turn)
        });
        let Some((least, to_least)) = images.min() else { unreachable!("the identity is a symmetry") };
        let stabiliser = group
            .turns()
            .filter(|turn| stabiliser >> turn & 1 == 1 && group.fact(game, *turn, least) == least)
            .fold(0, |set, turn| set | 1 << turn);
        let listed = self.list(&least, (position, positions.bucket(position)), stabiliser, budget);
        self.assemble(listed, LISTED, group.first(stabiliser, group.inverse(to_least)), stabiliser != 1)
    }

    /// The place of a fact in the list.
    fn list(&self, fact: &Fact, (position, near): (u32, u32), stabiliser: u32, budget: &Budget) -> u32 {
        let [a, b, c, d] = position_words(fact.to);
        let colour = fact.colour.map_or(0, |colour| 1 + colour as u32);
        let meta = u32::from(fact.scope.0) | colour << 8 | u32::from(fact.index) << 16;
        // Not of numbers: they are others in other tables.
        let bucket = bucket(hash([meta, near, a, b, c, d]));
        let words = [meta, position, a, b, c, d, stabiliser | bucket << 16];
        let same = |record: &[Shared; 8]| words.iter().zip(record).all(|(word, kept)| *word == read(kept));
        self.index.find_or_add(
            hash(words),
            |number| same(self.listed.get(number)),
            budget,
            || {
                let number = self.listed.add(budget);
                for (place, word) in self.listed.get(number).iter().zip(words) {
                    write(place, word);
                }
                number
            },
        )
    }

    /// How many entries the list has.
    pub(crate) fn listed(&self) -> u32 {
        self.listed.len()
    }

    /// The fact of an entry of the list, as a number.
    pub(crate) fn of_entry(&self, entry: u32) -> u32 {
        self.assemble(entry, LISTED, 0, false)
    }

    /// The position of the fact of an entry.
    pub(crate) fn position_of_entry(&self, entry: u32) -> u32 {
        read(&self.listed.get(entry)[1])
    }

    fn stabiliser_of_entry(&self, entry: u32) -> u32 {
        read(&self.listed.get(entry)[6]) & 0xffff
    }

    /// The scope and the bucket of a fact, the same for all its images; `None` if exchanging the
    /// colours changes the scope.
    #[inline]
    pub(crate) fn bucket(&self, positions: &Positions, fact: u32) -> Option<Bucket> {
        let (base, form) = self.base_and_form(fact);
        let (scope, bucket) = match form {
            LISTED => {
                let record = self.listed.get(base);
                (read(&record[0]) as u8, read(&record[6]) >> 16)
            }
            form => (self.forms[form as usize].scope.0, positions.bucket(base)),
        };
        (self.fixed_scopes >> scope & 1 == 1).then_some(Bucket { scope, number: bucket as u16 })
    }

    /// The base of a fact.
    pub(crate) fn base(&self, fact: u32) -> Base {
        match self.base_and_form(fact) {
            (entry, LISTED) => Base::Entry(entry),
            (position, _) => Base::Position(position),
        }
    }

    /// The same fact about another base of the same kind.
    pub(crate) fn rebased(&self, fact: u32, base: u32) -> u32 {
        let rest = (4 << (self.bits + 1)) - 1;
        base << (self.bits + 3) | fact & rest
    }

    /// Whether a number is one that a fact can have.
    pub(crate) fn is_number(&self, group: &Group, positions: &Positions, fact: u32) -> bool {
        let (base, form) = self.base_and_form(fact);
        let turn = self.turn_of(fact);
        let stabiliser = match form {
            LISTED if base < self.listed.len() => self.stabiliser_of_entry(base),
            form if (form as usize) < self.forms.len() && base < positions.len() => {
                positions.stabiliser(base)
            }
            _ => return false,
        };
        usize::from(turn) < group.order()
            && group.first(stabiliser, turn) == turn
            && (fact & 1 == 1) == (stabiliser != 1)
    }

    /// The number of an image of a fact.
    #[inline]
    pub(crate) fn image(&self, group: &Group, positions: &Positions, turn: Turn, fact: u32) -> u32 {
        if turn == 0 {
            return fact;
        }
        let turned = group.then(self.turn_of(fact), turn);
        if fact & 1 == 1 {
            return self.image_of_symmetric(group, positions, turned, fact);
        }
        let mask = ((1 << self.bits) - 1) << 1;
        // The form is that of the base, and the base is the same.
        fact & !mask | u32::from(turned) << 1
    }

    #[cold]
    fn image_of_symmetric(&self, group: &Group, positions: &Positions, turned: Turn, fact: u32) -> u32 {
        let (base, form) = self.base_and_form(fact);
        if form == LISTED {
            let first = group.first(self.stabiliser_of_entry(base), turned);
            return self.assemble(base, form, first, true);
        }
        let first = group.first(positions.stabiliser(base), turned);
        let exchange = group.exchanges(first) != group.exchanges(turned);
        let form = if exchange { self.exchanged[form as usize] } else { form };
        self.assemble(base, form, first, true)
    }

    /// The fact with a number.
    pub(crate) fn get(&self, game: &Game, group: &Group, positions: &Positions, fact: u32) -> Fact {
        let (base, form) = self.base_and_form(fact);
        let least = if form == LISTED {
            let record = self.listed.get(base);
            let [meta, position, to @ ..] = std::array::from_fn::<u32, 6, _>(|place| read(&record[place]));
            Fact {
                scope: Scope(meta as u8),
                colour: [None, Some(Colour::BOTH[0]), Some(Colour::BOTH[1])][(meta >> 8 & 3) as usize],
                index: (meta >> 16) as u16,
                position: positions.get(position),
                to: words_position(to),
            }
        } else {
            let Form { scope, colour } = self.forms[form as usize];
            Fact { colour, ..Fact::about(scope, positions.get(base)) }
        };
        group.fact(game, self.turn_of(fact), least)
    }

    /// The scope of a fact.
    pub(crate) fn scope(&self, game: &Game, group: &Group, fact: u32) -> Scope {
        let (base, form) = self.base_and_form(fact);
        let scope = match form {
            LISTED => Scope(read(&self.listed.get(base)[0]) as u8),
            form => self.forms[form as usize].scope,
        };
        if group.exchanges(self.turn_of(fact)) { game.exchanged_scope(scope) } else { scope }
    }
}

/// Whether a fact is about one position alone.
fn is_plain(fact: &Fact) -> bool {
    fact.index == 0 && fact.to == Position::EMPTY
}
