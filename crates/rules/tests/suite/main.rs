//! The tests of the crate, in one program: it is linked once.

mod equivalence;
mod exchange;
mod literal;
mod new_ko_rules;
mod oracle;
mod perft;
mod preset;
mod quoted;
mod rule_language;
mod text;
mod worked_cases;
