//! Valid certificates, and what becomes of them when something is changed: each change is
//! rejected at the first lemma that no longer follows, with a reason.

mod claims;
mod conditions;
mod encoding;
mod fixtures;
mod grounds;
mod groups;
mod headers;
mod kinds;
mod patterns;

/// At most this many, evenly spread.
fn some<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step)
}

const MOST: usize = 30;
