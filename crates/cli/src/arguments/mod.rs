//! What the user may write: a file for each command, and files for what several commands share.

mod check;
mod compare;
mod completions;
mod costs;
mod count;
mod frontier;
mod game;
mod graphs;
mod man;
mod play;
mod read;
mod rules;
mod ruleset;
mod solve;
mod table;
mod tablebase;
mod verify;

use clap::{Parser, Subcommand};

pub use check::CheckArguments;
pub use compare::CompareArguments;
pub use completions::CompletionsArguments;
pub use costs::CostsArguments;
pub use count::CountArguments;
pub use frontier::FrontierArguments;
pub use game::GameArguments;
pub use graphs::GraphsArguments;
pub use man::ManArguments;
pub use play::PlayArguments;
pub use read::columns;
pub use rules::{RulesCommand, RulesCommandArguments, ShowFormat};
pub use ruleset::NamedRuleset;
pub use solve::SolveArguments;
pub use table::TableArguments;
pub use tablebase::{
    BuildArguments, Limits, ProbeArguments, StatsArguments, TablebaseArguments, TablebaseCommand,
    VerifyTablebaseArguments,
};
pub use verify::VerifyArguments;

/// Computes the exact value of small Go positions under every ko rule, and proves it.
#[derive(Debug, Parser)]
#[command(name = "kosolver", version, max_term_width = 80)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve many empty boards under many rules and print a table
    Table(TableArguments),
    /// Solve every start position of a board under several rules, and show where the rules differ
    Compare(CompareArguments),
    /// Solve one position under one ruleset
    Solve(SolveArguments),
    /// Count the legal positions of a board, and the complete games under ko rules
    Count(CountArguments),
    /// Count the nodes and lemmas that solving takes; they are the same on every machine
    Costs(CostsArguments),
    /// Solve large boards one by one and add them to the published list
    Frontier(FrontierArguments),
    /// Solve every connected graph of up to 6 points as a board, and say what stands out
    Graphs(GraphsArguments),
    /// Check certificates without a search, and print what they prove
    Verify(VerifyArguments),
    /// Compute published results again, verify their certificates and compare every file
    Check(CheckArguments),
    /// Play moves under a ruleset, and say why a move is illegal
    Play(PlayArguments),
    /// Print ko rules and rulesets in full
    Rules(RulesCommandArguments),
    /// Solve all positions of a board under a rule with endless play, and keep the answers
    Tablebase(TablebaseArguments),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands
    Man(ManArguments),
}
