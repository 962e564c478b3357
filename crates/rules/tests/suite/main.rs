//! The tests of the crate, in one program: it is linked once.

mod equivalence;
mod exchange;
mod interpreter;
mod literal;
mod new_ko_rules;
mod oracle;
mod perft;
mod preset;
mod quoted;
mod rule_language;
mod text;
mod texts;
mod worked_cases;
