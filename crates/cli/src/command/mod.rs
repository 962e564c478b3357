//! The commands, a file for each: what the user may write, and what is done.

mod compare;
mod completions;
#[cfg(feature = "conformance")]
mod conformance;
mod count;
mod cubes;
#[cfg(feature = "explorer")]
mod explore;
#[cfg(feature = "gtp")]
mod gtp;
mod guide;
mod ko;
mod man;
mod play;
mod players;
mod publish;
mod referee;
mod rules;
mod solve;
mod supervise;
mod table;
mod tablebase;
mod values;
mod verify;
mod workers;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Computes the exact value of small Go positions under every ko rule, and proves it.
#[derive(Debug, Parser)]
#[command(name = "kosolver", version = env!("KOSOLVER_VERSION"), max_term_width = 80)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve many empty boards under many rules and print a table; without BOARDS those of the README
    Table(table::TableArguments),
    /// Solve every start position of a board under several rules, and show where the rules differ
    Compare(compare::CompareArguments),
    /// Print what every start position of a board is worth under every rule, one a row
    Values(values::ValuesArguments),
    /// Solve one position under one ruleset
    Solve(solve::SolveArguments),
    /// Count the legal positions of a board
    Count(count::CountArguments),
    /// Prove a value in pieces, which many processes or machines solve
    Cubes(cubes::CubesArguments),
    /// Make published results, add to them, make them again or check them
    Publish(publish::PublishArguments),
    Verify(verify::VerifyArguments),
    /// Play moves under a ruleset, and say why a move is illegal
    Play(play::PlayArguments),
    /// Show the kos of a position: mouths, couplings, and who lives in them
    Ko(ko::KoArguments),
    /// Referee a real game in SGF on any board up to 25x25, under many rules at once
    Referee(referee::RefereeArguments),
    /// Ask a Go program that speaks GTP what is legal, on games that wrong ko rules fail
    #[cfg(feature = "conformance")]
    Conformance(conformance::ConformanceArguments),
    /// Find what each of 2 to 4 players can reach on small boards
    Players(players::PlayersArguments),
    /// Open a local page to put stones on a board and see what every move is worth
    #[cfg(feature = "explorer")]
    Explore(explore::ExploreArguments),
    /// Play as a Go engine over the Go Text Protocol (GTP), for Sabaki, GoGui and other programs
    #[cfg(feature = "gtp")]
    Gtp(gtp::GtpArguments),
    /// Print ko rules and rulesets in full
    Rules(rules::RulesCommandArguments),
    /// Solve all positions of a board under a rule with endless play, and keep the answers
    Tablebase(tablebase::TablebaseArguments),
    /// Learn who is ahead on a board, to guide a search; or look ahead without proof
    Guide(guide::GuideCommandArguments),
    /// Print a script that completes commands and options in a shell
    Completions(completions::CompletionsArguments),
    /// Print the manual page, or write the pages of all commands
    Man(man::ManArguments),
}

impl Command {
    pub fn run(&self) -> Result<()> {
        match self {
            Command::Table(arguments) => table::run(arguments),
            Command::Compare(arguments) => compare::run(arguments),
            Command::Values(arguments) => values::run(arguments),
            Command::Solve(arguments) => solve::run(arguments),
            Command::Cubes(arguments) => cubes::run(arguments),
            Command::Count(arguments) => count::run(arguments),
            Command::Verify(arguments) => verify::run(arguments),
            Command::Play(arguments) => play::run(arguments),
            Command::Ko(arguments) => ko::run(arguments),
            Command::Publish(arguments) => publish::run(arguments),
            Command::Players(arguments) => players::run(arguments),
            Command::Referee(arguments) => referee::run(arguments),
            #[cfg(feature = "conformance")]
            Command::Conformance(arguments) => conformance::run(arguments),
            #[cfg(feature = "explorer")]
            Command::Explore(arguments) => explore::run(arguments),
            #[cfg(feature = "gtp")]
            Command::Gtp(arguments) => gtp::run(arguments),
            Command::Rules(arguments) => rules::run(arguments),
            Command::Tablebase(arguments) => tablebase::run(arguments),
            Command::Guide(arguments) => guide::run(arguments),
            Command::Completions(arguments) => completions::run(arguments),
            Command::Man(arguments) => man::run(arguments),
        }
    }
}
