//! History lemmas: what has been proved of a node, and under which histories.

pub(crate) mod buckets;
pub(crate) mod long_list;
mod store;

pub(crate) use store::{Citation, Claim, Conditions, GREATEST_EFFORT, Lemma, Lemmas, Origin, effort};
