//! What the user may write: a file for each command, and files for what several commands share.

mod begin_again;
mod check;
mod compare;
mod completions;
#[cfg(feature = "conformance")]
mod conformance;
mod costs;
mod count;
mod cubes;
#[cfg(feature = "explorer")]
mod explore;
mod frontier;
mod game;
mod graphs;
#[cfg(feature = "gtp")]
mod gtp;
mod guide;
mod ko;
mod man;
mod merge;
mod part;
mod play;
mod players;
mod read;
mod referee;
mod rules;
mod ruleset;
mod scratch;
#[cfg(feature = "findings")]
mod site;
mod solve;
#[cfg(feature = "findings")]
mod study;
mod table;
mod tablebase;
mod verify;

use clap::{Parser, Subcommand};

pub use check::CheckArguments;
pub use compare::CompareArguments;
pub use completions::CompletionsArguments;
#[cfg(feature = "conformance")]
pub use conformance::{AskedKo, ConformanceArguments, ConformanceCommand, WrongArguments};
pub use costs::CostsArguments;
pub use count::CountArguments;
pub use cubes::{
    CubeSearchArguments, CubesArguments, CubesCommand, JoinArguments, SolveCubesArguments, SplitArguments,
};
#[cfg(feature = "explorer")]
pub use explore::ExploreArguments;
pub use frontier::FrontierArguments;
pub use game::GameArguments;
pub use graphs::GraphsArguments;
#[cfg(feature = "gtp")]
pub use gtp::GtpArguments;
pub use guide::{GuideArguments, GuideCommand, GuideCommandArguments, LearnArguments, ScoutArguments};
pub use ko::{KoArguments, KoFormat};
pub use man::ManArguments;
pub use merge::MergeArguments;
pub use play::PlayArguments;
pub use players::PlayersArguments;
pub use read::columns;
pub use referee::RefereeArguments;
pub use rules::{RulesCommand, RulesCommandArguments, ShowFormat};
pub use ruleset::NamedRuleset;
#[cfg(feature = "explorer")]
pub use ruleset::usual;
#[cfg(feature = "findings")]
pub use site::SiteArguments;
pub use solve::SolveArguments;
#[cfg(feature = "findings")]
pub use study::{StudyArguments, StudyFormat};
pub use table::TableArguments;
pub use tablebase::{
    BuildArguments, Limits, ProbeArguments, StatsArguments, SurveyArguments, TablebaseArguments,
    TablebaseCommand, VerifyTablebaseArguments,
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
    /// Prove a value in pieces, which many processes or machines solve
    Cubes(CubesArguments),
    /// Solve large boards one by one and add them to the published list
    Frontier(FrontierArguments),
    /// Solve every connected graph of up to 6 points as a board, and say what stands out
    Graphs(GraphsArguments),
    /// Combine the parts that --part has written into the files of a survey
    Merge(MergeArguments),
    /// Answer a question that publications left open, from every position of small boards
    #[cfg(feature = "findings")]
    Study(StudyArguments),
    /// Write a static site of the published results
    #[cfg(feature = "findings")]
    Site(SiteArguments),
    Verify(VerifyArguments),
    /// Recompute published results, verify their certificates and compare every file
    Check(CheckArguments),
    /// Play moves under a ruleset, and say why a move is illegal
    Play(PlayArguments),
    /// Show the kos of a position: mouths, couplings, and who lives in them
    Ko(KoArguments),
    /// Referee a real game in SGF on any board up to 25x25, under many rules at once
    Referee(RefereeArguments),
    /// Ask a Go program that speaks GTP what is legal, on games that wrong ko rules fail
    #[cfg(feature = "conformance")]
    Conformance(ConformanceArguments),
    /// Find what each of 2 to 4 players can reach on small boards
    Players(PlayersArguments),
    /// Open a local page to put stones on a board and see what every move is worth
    #[cfg(feature = "explorer")]
    Explore(ExploreArguments),
    /// Play as a Go engine over the Go Text Protocol (GTP), for Sabaki, GoGui and other programs
    #[cfg(feature = "gtp")]
    Gtp(GtpArguments),
    /// Print ko rules and rulesets in full
    Rules(RulesCommandArguments),
    /// Solve all positions of a board under a rule with endless play, and keep the answers
    Tablebase(TablebaseArguments),
    /// Learn who is ahead on a board, to guide a search; or look ahead without proof
    Guide(GuideCommandArguments),
    /// Print a script that completes commands and options in a shell
    Completions(CompletionsArguments),
    /// Print the manual page, or write the pages of all commands
    Man(ManArguments),
}
