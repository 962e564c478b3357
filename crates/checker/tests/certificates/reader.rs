//! The words of a certificate's content, read one by one as `docs/certificate.md` says.

use super::model::{Fact, Kind, More, Pattern, unzigzag};

/// What is left of the content of a certificate.
pub struct Reader {
    pub content: std::vec::IntoIter<u8>,
}

impl Reader {
    /// At the start of a content.
    pub fn new(content: Vec<u8>) -> Reader {
        Reader { content: content.into_iter() }
    }

    pub fn number(&mut self) -> u64 {
        let mut value: u128 = 0;
        for place in 0.. {
            let byte = self.content.next().expect("the content goes on");
            value |= u128::from(byte & 0x7f) << (7 * place);
            if byte < 0x80 {
                break;
            }
        }
        u64::try_from(value).expect("at most 64 bits")
    }

    pub fn signed(&mut self) -> i64 {
        unzigzag(self.number())
    }

    pub fn more(&mut self) -> More {
        let flags = self.number();
        More {
            flags,
            handicap: self.number(),
            balance: self.signed(),
            held: [self.number(), self.number()],
            net_passes: [self.signed(), self.signed(), self.signed()],
            words: match flags & 2 {
                0 => Vec::new(),
                _ => self.many(|reader| std::array::from_fn(|_| reader.number())),
            },
        }
    }

    pub fn many<T>(&mut self, mut one: impl FnMut(&mut Reader) -> T) -> Vec<T> {
        (0..self.number()).map(|_| one(self)).collect()
    }

    pub fn kind(&mut self) -> Kind {
        Kind {
            numerator: self.signed(),
            denominator: self.number(),
            strict: self.number(),
            winner: self.number(),
            endless: self.number(),
        }
    }

    pub fn fact(&mut self) -> Fact {
        Fact {
            scope: self.number(),
            colour: self.number(),
            index: self.number(),
            position: [self.number(), self.number()],
            to: [self.number(), self.number()],
        }
    }

    pub fn pattern(&mut self) -> Pattern {
        Pattern { scope: self.number(), player: self.number(), stones: self.number(), points: self.number() }
    }

    /// Numbers in ascending order.
    fn ascending(&mut self) -> Vec<u64> {
        let mut least = 0;
        self.many(|reader| {
            let number = least + reader.number();
            least = number + 1;
            number
        })
    }

    pub fn groups(&mut self, sets: &mut Vec<Vec<u64>>) -> Vec<u64> {
        match self.number() {
            0 => {
                sets.push(self.ascending());
                sets[sets.len() - 1].clone()
            }
            number => sets[number as usize - 1].clone(),
        }
    }

    pub fn facts(&mut self, listed: &[(Fact, u64)]) -> Vec<Fact> {
        self.ascending().into_iter().map(|number| listed[number as usize].0.clone()).collect()
    }
}
