//! Writing certificates: the lemmas that a value rests on, pruned, in an order in which they
//! can be checked one at a time. `docs/certificate.md` describes the format field by field;
//! the checker reads it with code of its own.

mod encoder;
mod from_strategy;
mod grounds;
mod packer;
mod proof_writer;
mod reasons;
mod sweeps;

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use kosolver_board::Colour;
use kosolver_rules::{Score, Threshold};

use crate::request::Request;

use self::encoder::{Encoder, Grounds, GroupSet, Kind, Statement, exit_step, step_with};
use self::packer::Packer;
pub(crate) use self::proof_writer::ProofWriter;
use self::proof_writer::map_bytes;

/// What proves a value: a header that says what is proved, and encoded lemmas.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Certificate {
    header: String,
    /// The lemmas, compressed.
    frame: Vec<u8>,
    lemmas: u64,
}

impl Certificate {
    /// The number of lemmas in it.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// Its length as a file, in bytes.
    pub fn length(&self) -> usize {
        self.header.len() + self.frame.len()
    }

    /// What is in the file: the header as lines of text with an empty line, and the compressed lemmas.
    pub fn parts(&self) -> [&[u8]; 2] {
        [self.header.as_bytes(), &self.frame]
    }

    /// A reader of the file.
    pub fn reader(&self) -> impl BufRead {
        let [header, frame] = self.parts();
        header.chain(frame)
    }

    /// Writes it: the header as lines of text, an empty line, and the compressed lemmas.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        self.parts().into_iter().try_for_each(|part| out.write_all(part))?;
        out.flush()
    }
}

/// What the header of a certificate says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Says {
    /// What the game is worth.
    Value(Score),
    /// What Black can force if endless play is the worst for him, and if it is the best.
    Bounds(Score, Score),
    /// That a player wins at a threshold.
    Claim(Threshold, Colour),
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Says::Value(score) => write!(f, "value {score}"),
            Says::Bounds(lower, upper) => write!(f, "value {lower} {upper}"),
            Says::Claim(threshold, winner) => write!(f, "claim {winner} {threshold}"),
        }
    }
}

/// The lines of a header or checkpoint with the text of the ko rule; nothing if it comes with kosolver.
pub(crate) fn ko_text(request: &Request) -> String {
    let text = request.game.rules().ko().own_text().unwrap_or_default();
    text.lines().map(|line| format!("ko {line}\n")).collect()
}

/// The line of a header or checkpoint that tells the moves since the start; nothing if there are none.
pub(crate) fn played(request: &Request) -> String {
    if request.played.is_empty() {
        return String::new();
    }
    let names = request.played.iter().map(|made| made.name(request.game.board()));
    format!("moves {}\n", names.collect::<Vec<String>>().join(" "))
}
