//! History lemmas: what has been proved of a node, and under which histories.

mod buckets;
mod long_list;
mod pattern;
mod store;

pub(crate) use buckets::{BITS, Bucket, Buckets, Coarse, PAGE, Pages, SCOPES};
pub(crate) use long_list::{Entry, LongList, LongLists};
pub(crate) use pattern::{Pattern, Patterns, kept_words, tidy as tidy_patterns};
pub(crate) use store::{
    Citation, Claim, Conditions, GREATEST_EFFORT, Lemma, Lemmas, MOST_KINDS, effort, winner,
};
