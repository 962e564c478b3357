use std::error::Error;
use std::io;

use kosolver_report::RenderError;
use thiserror::Error;

/// Why results cannot be published, or a publication cannot be checked.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PublicationError {
    /// A file cannot be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// A file cannot be rendered as JSON.
    #[error("results could not be written as JSON")]
    Json(#[from] serde_json::Error),
    /// A cell cannot be solved.
    #[error(transparent)]
    Search(#[from] kosolver_search::Error),
    /// A certificate does not hold.
    #[error("the certificate of {cell} does not hold")]
    Certificate {
        /// Board and rule.
        cell: String,
        /// What is wrong with it.
        #[source]
        fault: kosolver_checker::Error,
    },
    /// A certificate holds, and proves something else.
    #[error("the certificate of {cell} proves something else: {proved}")]
    Proved {
        /// Board and rule.
        cell: String,
        /// What it proves.
        proved: String,
    },
    /// The directory holds no such results.
    #[error("{path} holds no published results")]
    Published {
        /// The file where they should be.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<FileFault>,
    },
    /// A file with a part of a survey is not what it should be.
    #[error(transparent)]
    Part(#[from] PartError),
    /// What players can reach cannot be found.
    #[error(transparent)]
    Players(#[from] kosolver_record::Error),
    /// Rules do not fit a board.
    #[error(transparent)]
    Rules(#[from] kosolver_rules::Error),
    /// A board has no such name.
    #[error(transparent)]
    Board(#[from] kosolver_board::Error),
    /// A published file that a study or a site reads.
    #[error("{path} cannot be read as published results (they are in results/ of the repository)")]
    Read {
        /// The file or directory.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: Box<dyn Error + Send + Sync>,
    },
    /// A page of the documentation that a site takes.
    #[error("{path} cannot be read as documentation (it is in docs/ of the repository)")]
    Papers {
        /// The file or directory.
        path: String,
        /// What is wrong with it.
        #[source]
        fault: io::Error,
    },
    /// The checker of certificates for browsers.
    #[error(transparent)]
    Checker(#[from] io::Error),
    /// Where a site cannot be.
    #[error("'{0}' is not the address of a site: write it as https://example.org/go/")]
    Address(String),
    /// A board cannot be solved from every position.
    #[error(transparent)]
    Tablebase(#[from] kosolver_tablebase::Error),
    /// Play can go on for ever under these rules, and a frontier takes those under which it ends.
    #[error("under {rules} play can go on for ever: a tablebase solves its boards")]
    Endless {
        /// The rules.
        rules: String,
    },
}

/// What is wrong with a published file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileFault {
    /// It cannot be read.
    #[error("it cannot be read")]
    Read(#[from] io::Error),
    /// It is not JSON of this form.
    #[error("it has not the form of such results")]
    Form(#[from] serde_json::Error),
    /// It names rules that are none.
    #[error("it names rules that are none")]
    Rules(#[from] kosolver_rules::Error),
    /// It names rules of several players that are none.
    #[error("it names rules of several players that are none")]
    Players(#[from] kosolver_record::Error),
    /// It is of a board or of rules that have no tablebase.
    #[error("it has a board or rules without a tablebase")]
    Tablebase(#[from] kosolver_tablebase::Error),
    /// It names rules that it does not spell out.
    #[error("it does not say what {0} is")]
    Unexplained(String),
    /// Cells are missing.
    #[error("its cells are not every board under every rule")]
    Cells,
    /// Fewer than two rules are compared on some board.
    #[error("it compares nothing")]
    Nothing,
    /// It is not about graphs that are surveyed.
    #[error("it says nothing of graphs of 1 to 6 points")]
    Graphs,
}

/// Why parts of a survey do not make a whole. Files are named by their paths.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PartError {
    /// This is no part.
    #[error(
        "'{0}' is not a part: write its number and how many there are, as in 3/16; there are up to {most}",
        most = crate::part::Part::MOST
    )]
    Number(String),
    /// A file or a directory cannot be read.
    #[error("{0} cannot be read")]
    Read(String, #[source] io::Error),
    /// A directory has no parts.
    #[error("{0} has no parts: their names end with .part, and surveys in parts make them")]
    Empty(String),
    /// A file is no part of a survey.
    #[error("{0} is no part of a survey")]
    Form(String),
    /// A file is not what was written.
    #[error("{0} is damaged: make this part again")]
    Damaged(String),
    /// Parts were made by another version of the program.
    #[error("made by another version than this, {own}: {}; make them again", listed(parts))]
    Version {
        /// The files, each with its version.
        parts: Vec<(String, String)>,
        /// The version that is to merge them.
        own: &'static str,
    },
    /// A part has units that it would not have here.
    #[error("{0} was made by another version: it has other units than this part has now; make it again")]
    Units(String),
    /// Parts are of different surveys.
    #[error(
        "{} and {} are parts of different surveys, made by `{}` and `{}`: \
         each survey needs a directory of its own",
        parts[0].0, parts[1].0, parts[0].1, parts[1].1
    )]
    Mixed {
        /// Two of the files, each with the command that made it.
        parts: Box<[(String, String); 2]>,
    },
    /// A part is there twice.
    #[error("part {number} of {of} is there twice: {} and {}", paths[0], paths[1])]
    Twice {
        /// Its number.
        number: u32,
        /// How many parts there are.
        of: u32,
        /// The files.
        paths: [String; 2],
    },
    /// Parts are missing.
    #[error("{} of {of} parts missing: {}", missing.len(), numbers(missing))]
    Missing {
        /// Their numbers, in order.
        missing: Vec<u32>,
        /// How many parts there are.
        of: u32,
    },
}

/// Numbers in order, as in `1, 3-5`.
fn numbers(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let run = |run: &[u32]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    runs.map(run).collect::<Vec<_>>().join(", ")
}

fn listed(parts: &[(String, String)]) -> String {
    let one = |(path, version): &(String, String)| format!("{path} ({version})");
    parts.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// An error with all its sources, in one line.
pub(crate) fn in_full(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}
