//! Conditions made coarse: sets of facts that are given by their buckets.
//!
//! A lemma that asks for very many facts to be absent stays true if it asks for more. So where the
//! list of them is long, facts are replaced by **buckets**. A bucket has all facts of a scope whose
//! base has a certain hash; a bucket in a condition means that the history has no fact of it. The
//! hash is that of the [base](crate::graph::facts), which all images of a fact share: symmetries leave
//! buckets as they are.

use crate::concurrent::{Shared, numbers, read};

/// Bits of the number of a bucket.
pub(crate) const BITS: u32 = 14;

/// The scopes of which there can be buckets: 0 to 3.
pub(crate) const SCOPES: usize = 4;

/// Words of a page: a bit for each bucket of a scope.
pub(crate) const PAGE: usize = 1 << (BITS - 5);

/// When facts are put into buckets, and how coarse these are. What is proved is exact however coarse
/// they are; tests make them very coarse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coarse {
    /// More facts that must be absent than this are put into buckets.
    pub many: usize,
    /// The bits of the number of a bucket that tell it from others.
    pub mask: u16,
}

impl Default for Coarse {
    /// As many facts as take the room of two pages, and all buckets.
    fn default() -> Coarse {
        Coarse { many: 2 * PAGE, mask: u16::MAX }
    }
}

/// The bucket of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    pub scope: u8,
    pub number: u16,
}

impl Bucket {
    /// The number of the bucket among those of all scopes, in ascending order.
    pub(crate) fn group(self) -> u16 {
        u16::from(self.scope) << BITS | self.number
    }

    /// The bucket with a number among those of all scopes.
    pub(crate) fn of_group(group: u16) -> Bucket {
        Bucket { scope: (group >> BITS) as u8, number: group & ((1 << BITS) - 1) }
    }

    fn word(self) -> usize {
        usize::from(self.number) / 32
    }

    fn bit(self) -> u32 {
        1 << (self.number % 32)
    }
}

/// A set of buckets under construction.
pub(crate) struct Buckets {
    /// The scopes that have a page, as bits.
    scopes: u32,
    pages: Box<[[u32; PAGE]; SCOPES]>,
}

impl Default for Buckets {
    fn default() -> Buckets {
        Buckets { scopes: 0, pages: Box::new([[0; PAGE]; SCOPES]) }
    }
}

impl Buckets {
    pub(crate) fn clear(&mut self) {
        self.scopes = 0;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.scopes == 0
    }

    /// The scopes that have a page, as bits.
    pub(crate) fn scopes(&self) -> u32 {
        self.scopes
    }

    fn page(&mut self, scope: usize) -> &mut [u32; PAGE] {
        let page = &mut self.pages[scope];
        if self.scopes >> scope & 1 == 0 {
            self.scopes |= 1 << scope;
            page.fill(0);
        }
        page
    }

    pub(crate) fn insert(&mut self, bucket: Bucket) {
        self.page(usize::from(bucket.scope))[bucket.word()] |= bucket.bit();
    }

    pub(crate) fn has(&self, bucket: Bucket) -> bool {
        self.scopes >> bucket.scope & 1 == 1
            && self.pages[usize::from(bucket.scope)][bucket.word()] & bucket.bit() != 0
    }

    /// Takes in the buckets of a lemma, except of some scopes.
    pub(crate) fn unite(&mut self, other: Pages, except: impl Fn(u8) -> bool) {
        for (scope, words) in other.pages().filter(|(scope, _)| !except(*scope)) {
            for (own, word) in self.page(usize::from(scope)).iter_mut().zip(words) {
                *own |= read(&word[0]);
            }
        }
    }

    /// Whether a lemma has all of them.
    pub(crate) fn are_in(&self, other: Pages) -> bool {
        self.scopes & !other.scopes == 0
            && other.pages().filter(|(scope, _)| self.scopes >> scope & 1 == 1).all(|(scope, words)| {
                let own = &self.pages[usize::from(scope)];
                own.iter().zip(words).all(|(own, word)| own & !read(&word[0]) == 0)
            })
    }

    /// Sets the page of a scope.
    pub(crate) fn read(&mut self, scope: usize, words: [u32; PAGE]) {
        *self.page(scope) = words;
    }

    /// The words of the pages, by scope.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + '_ {
        let pages = self.pages.iter().enumerate().filter(|(scope, _)| self.scopes >> scope & 1 == 1);
        pages.flat_map(|(_, page)| page.iter().copied())
    }
}

/// The buckets of a lemma that is kept.
#[derive(Clone, Copy)]
pub(crate) struct Pages<'a> {
    /// The scopes that have a page, as bits; there is a page for each of them in the words.
    pub scopes: u32,
    pub words: &'a [[Shared; 1]],
}

impl<'a> Pages<'a> {
    /// No buckets.
    pub(crate) const NONE: Pages<'static> = Pages { scopes: 0, words: &[] };

    pub(crate) fn is_empty(self) -> bool {
        self.scopes == 0
    }

    /// Each page with its scope.
    fn pages(self) -> impl Iterator<Item = (u8, &'a [[Shared; 1]])> {
        let scopes = (0..SCOPES as u8).filter(move |scope| self.scopes >> scope & 1 == 1);
        scopes.zip(self.words.chunks_exact(PAGE))
    }

    /// All buckets, in the order of their scopes and numbers.
    pub(crate) fn all(self) -> impl Iterator<Item = Bucket> + use<'a> {
        self.pages().flat_map(|(scope, words)| {
            numbers(words).zip((0..).step_by(32)).flat_map(move |(word, first)| {
                let bits = (0..32).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| Bucket { scope, number: first + bit })
            })
        })
    }

    #[inline]
    pub(crate) fn has(self, bucket: Bucket) -> bool {
        if self.scopes >> bucket.scope & 1 == 0 {
            return false;
        }
        let before = (self.scopes & ((1 << bucket.scope) - 1)).count_ones() as usize;
        read(&self.words[before * PAGE + bucket.word()][0]) & bucket.bit() != 0
    }
}
