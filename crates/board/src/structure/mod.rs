//! The ko structure of a position: where kos are, which belong together, and who lives in them.
//!
//! A **mouth** is a small place where, with all else fixed, stones of both colours can be taken whole
//! in turn, again and again. Mouths surrounded by the same strings are **coupled** and make one **ko
//! position**. A ko position is a *fighting* ko or a *disturbing* one; these are alive or dead, stable
//! or not ([`Class`]). None of this depends on the past of a game or on who is to move.
//!
//! It is a reconstruction of the first layer of Robert Jasiek's New Ko Rules of 1996, whose text is
//! lost, from his "Examples 1" of 23 September 1996 and from what he wrote later. What is his and
//! what is ours, and which choices are open, is in `docs/new-ko-rules.md`.

mod candidate;
mod class;
mod kos;
mod mouth;
mod strings;

pub use class::Class;
pub use kos::{Analysis, JudgedKo, Kos};
pub use mouth::Mouth;
pub use strings::{Chain, KoPosition, KoString, Structure};
