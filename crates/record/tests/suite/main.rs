//! The tests of the crate, in one program: it is linked once.

mod conformance;
mod literal;
mod referee;
mod rules_as_texts;
mod several_players;
mod sgf;
mod two_players;
