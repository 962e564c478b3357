use std::fmt;

use kosolver::board::visible;

/// Why a command failed: one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// A fault with these words, in one line.
    pub fn new(words: impl AsRef<str>) -> Fault {
        Fault(visible(words.as_ref()).to_string())
    }

    /// The arguments are not those of a command that is used like this.
    pub fn usage(usage: &str) -> Fault {
        Fault::new(format!("syntax error: write {usage}"))
    }

    /// The same fault, after what a controller looks for.
    pub fn after(self, words: &str) -> Fault {
        Fault(format!("{words}: {self}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<kosolver::Error> for Fault {
    fn from(error: kosolver::Error) -> Fault {
        Fault::new(match error {
            // A controller counts moves otherwise.
            kosolver::Error::Illegal { reason, .. } => reason.to_string(),
            error => error.to_string(),
        })
    }
}

/// The words of an error are those of the fault.
macro_rules! in_their_words {
    ($($error:ty),*) => { $(impl From<$error> for Fault {
        fn from(error: $error) -> Fault {
            Fault::new(error.to_string())
        }
    })* };
}

in_their_words!(kosolver::rules::Error, kosolver::board::Error, kosolver::sgf::Error);
