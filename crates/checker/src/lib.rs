//! Checks certificates: whether a list of lemmas proves the value it claims.
//!
//! There is no search here and no trust in the solver. A lemma says that from a node a player
//! wins at a threshold under every history that has none of the facts A and all of the facts
//! B. It is checked by generating the steps of its node with the rule's own function and
//! combining the lemmas it cites; then it may be cited itself. One lemma at a time.
//! `docs/certificate.md` has the format and why this is a proof.
//!
//! [`verify`] keeps all lemmas; [`verify_twice_read`] reads the file twice and keeps a lemma only until
//! it has been cited for the last time. [`verify_file`] chooses. `proof.rs` is the logic, `format.rs`
//! reads the bytes, `uses.rs` finds the last citations, `limits.rs` and `frame.rs` say how much a file may
//! ask for.

mod decided;
mod excluded;
mod format;
mod frame;
mod groups;
mod lemma;
mod limits;
mod pieces;
mod proof;
mod turns;
mod uses;
mod verified;

use std::fmt;
use std::io::BufRead;

use kosolver_board::{Colour, Position};
use kosolver_rules::{Fact, Game, Move, Score, Threshold};
use thiserror::Error;

use format::{Body, Header};
use lemma::Kind;
use limits::Room;
use proof::{Memoryless, Proof};
use uses::Uses;

pub use pieces::{Digest, Piece, Pieces};
pub use verified::verified_checker_covers;

/// Why a certificate is rejected.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The header cannot be read, or names no board, ruleset, position or value.
    #[error("the header is not that of a certificate: {0}")]
    Header(String),
    /// The table of kinds, at the head of the body, is wrong.
    #[error("the body does not begin as a certificate's: {0}")]
    Kinds(String),
    /// The list of facts before the lemmas is wrong.
    #[error("the list of facts is not that of a certificate: {0}")]
    Facts(String),
    /// A lemma does not follow from those before it, or cannot be read.
    #[error("lemma {number} is rejected: {fault}")]
    Lemma {
        /// Its number, from 0.
        number: u64,
        /// Why.
        fault: String,
    },
    /// To check it takes more memory than is allowed.
    #[error("it takes at least {} MiB of memory to check, and {} MiB are allowed", .least.div_ceil(1 << 20), .allowed >> 20)]
    Memory {
        /// The bytes that it takes at least.
        least: u64,
        /// Those that are allowed.
        allowed: u64,
    },
    /// It assumes what nothing proves.
    #[error("it assumes what {} prove{}, and nothing shows that {}", digests(.0), if .0.len() == 1 { "s" } else { "" }, if .0.len() == 1 { "it holds" } else { "they hold" })]
    Assumed(Vec<Digest>),
    /// The lemmas hold, and do not prove the value.
    #[error("the value is not proved: {0}")]
    Claim(String),
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Board and ruleset.
    pub game: Game,
    /// The start position.
    pub position: Position,
    /// Who moves first.
    pub to_play: Colour,
    /// The moves made since; the value is that of the game as it stands after them.
    pub moves: Vec<Move>,
    /// The value, or the claim.
    pub value: Proved,
    /// How many lemmas it took.
    pub lemmas: u64,
    /// The files that prove what it assumes.
    pub pieces: Vec<Digest>,
    /// What others may rest on, if it proves a claim.
    pub piece: Option<Box<Piece>>,
}

fn digests(digests: &[Digest]) -> String {
    digests.iter().map(Digest::to_string).collect::<Vec<_>>().join(", ")
}

/// A proved value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// Black's score under best play (±1 where only winning counts).
    Score(Score),
    /// Where play can go on for ever: what Black can force if endless play is the worst for
    /// him, and if it is the best.
    Bounds(Score, Score),
    /// A player wins at a threshold.
    Claim(Threshold, Colour),
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proved::Score(score) => write!(f, "{score}"),
            Proved::Bounds(lower, upper) => write!(f, "{lower} {upper}"),
            Proved::Claim(threshold, winner) => write!(f, "{winner} {threshold}"),
        }
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { game, position, to_play, moves, value, lemmas, pieces, .. } = self;
        let position = position.text(game.board());
        write!(f, "{}, {}, from {position} with {to_play} to play", game.board(), game.rules().in_words())?;
        if !moves.is_empty() {
            let names: Vec<String> = moves.iter().map(|made| made.name(game.board())).collect();
            write!(f, ", after {}", names.join(" "))?;
        }
        write!(f, ": ")?;
        match value {
            Proved::Score(score) => write!(f, "value {score}")?,
            Proved::Bounds(lower, upper) => write!(f, "bounds {lower} and {upper}")?,
            Proved::Claim(threshold, Colour::Black) => write!(f, "Black reaches {threshold}")?,
            Proved::Claim(threshold, Colour::White) => write!(f, "Black does not reach {threshold}")?,
        }
        write!(f, ", proved by {lemmas} lemma{}", if *lemmas == 1 { "" } else { "s" })?;
        match pieces.len() {
            0 => Ok(()),
            1 => write!(f, " and 1 piece"),
            many => write!(f, " and {many} pieces"),
        }
    }
}

/// A claim of the header: a player wins at a threshold from the start.
struct Claim {
    threshold: Threshold,
    winner: Colour,
    /// Whether endless play may count as his win.
    endless: bool,
}

/// The bytes of memory that checking a certificate may take if nothing is said: 1 GiB.
pub const MEMORY: u64 = 1 << 30;

/// Checks a certificate, in [`MEMORY`].
///
/// # Errors
/// [`enum@Error`] with the first thing that is wrong. Whatever the bytes are, it does not panic, and the
/// time and the memory it takes are at most a multiple of their number (`docs/certificate.md` has the
/// limits, far above what a true certificate needs).
pub fn verify(input: impl BufRead) -> Result<Verified, Error> {
    check(input, Uses::default(), &Pieces::default(), Room(MEMORY))
}

/// From this length on, in bytes, a file is better read twice: [`verify`] takes memory of ten to
/// twenty-five times the length.
const LARGE: u64 = 32 << 20;

/// How often [`verify_file`] reads a file of this length, in bytes, if it may take so much memory: twice
/// from 32 MiB or a 32nd of the memory on, otherwise once.
pub fn readings(length: u64, memory: u64) -> u64 {
    if length < LARGE.min(memory / 32) { 1 } else { 2 }
}

/// Checks a certificate of this length, in bytes, in so many bytes of memory and the way that suits it: a
/// small one as [`verify`], a large one as [`verify_twice_read`]. It is opened as often as it is read.
///
/// ```no_run
/// use std::{fs::File, io::BufReader, path::Path};
///
/// use kosolver_checker::{MEMORY, Verified, verify_file};
///
/// fn checked(path: &Path) -> Result<Verified, Box<dyn std::error::Error>> {
///     verify_file(path.metadata()?.len(), MEMORY, || Ok(BufReader::new(File::open(path)?)))
/// }
/// ```
///
/// # Errors
/// Those of [`verify`], [`Error::Memory`] if it takes more than this memory, and those of opening it.
pub fn verify_file<R: BufRead, E: From<Error>>(
    length: u64,
    memory: u64,
    open: impl FnMut() -> Result<R, E>,
) -> Result<Verified, E> {
    verify_with(&Pieces::default(), length, memory, open)
}

/// The same of a certificate that may rest on others, which have been checked.
///
/// # Errors
/// Those of [`verify_file`], and [`Error::Assumed`] if it rests on what is not among these.
pub fn verify_with<R: BufRead, E: From<Error>>(
    pieces: &Pieces,
    length: u64,
    memory: u64,
    mut open: impl FnMut() -> Result<R, E>,
) -> Result<Verified, E> {
    let room = Room(memory);
    let first = open()?;
    if readings(length, memory) == 1 {
        return Ok(check(first, Uses::default(), pieces, room)?);
    }
    let uses = Uses::read(first, room);
    Ok(check(open()?, uses, pieces, room)?)
}

/// Checks a certificate in less memory. The first reading finds out which lemma cites each lemma last; in
/// the second each is forgotten when that one has been checked. Of large certificates of the solver about
/// a tenth of the lemmas was in memory at a time, or less. All facts are, and some bytes for each lemma and each set
/// of groups. Where play can go on for ever nothing is forgotten, since lemmas cite later ones.
///
/// Both readers must give the same file. If they do not it is rejected, or it is checked as well as by
/// [`verify`]: what is forgotten cannot be cited.
///
/// # Errors
/// Those of [`verify`].
pub fn verify_twice_read(first: impl BufRead, second: impl BufRead) -> Result<Verified, Error> {
    let room = Room(MEMORY);
    check(second, Uses::read(first, room), &Pieces::default(), room)
}

/// The files that a certificate rests on, as its header names them.
///
/// # Errors
/// [`Error::Header`].
pub fn pieces_of(mut input: impl BufRead) -> Result<Vec<Digest>, Error> {
    Ok(Header::read(&mut input)?.pieces)
}

fn check(mut input: impl BufRead, uses: Uses, pieces: &Pieces, room: Room) -> Result<Verified, Error> {
    let header = Header::read(&mut input)?;
    let pieces = pieces.all(&header.pieces).map_err(Error::Assumed)?;
    let game = header.referee.game().clone();
    let root = header.referee.node().clone();
    let facts: Vec<Fact> = header.referee.facts().copied().collect();

    let mut body = Body::new(input).map_err(Error::Kinds)?;
    let kinds = body.kinds(game.rules()).map_err(Error::Kinds)?;
    // Lemmas in a circle are looked up once all have been read, whatever the first reading was of.
    let uses = if kinds.iter().any(|kind| kind.endless) { Uses::default() } else { uses };
    let turns = body.turns(&game).map_err(Error::Kinds)?;
    let (kinds, mut proof) = (kinds.len(), Proof::new(&game, kinds, turns, pieces, uses, room));
    let listed = body.listed(&game, &mut proof.facts, &mut proof.groups, &mut proof.turns);
    listed.map_err(|fault| room.fault(fault, Error::Facts))?;
    let mut number = 0;
    loop {
        let fault = |fault| room.fault(fault, |fault| Error::Lemma { number, fault });
        let conditions = (&mut proof.facts, &mut proof.groups, &mut proof.patterns);
        let lemma = body.lemma(&game, kinds, conditions).map_err(fault)?;
        let Some(lemma) = lemma else { break };
        proof.add(lemma, &mut body).map_err(fault)?;
        number += 1;
    }
    proof.close().map_err(|(number, fault)| Error::Lemma { number, fault })?;
    let roots = body.end(number).map_err(Error::Claim)?;

    let claims = claims(&game, header.value);
    let piece = match header.value {
        Proved::Claim(..) => Some(proof.piece(&roots).map_err(|fault| room.fault(fault, Error::Claim))?),
        _ => None,
    };
    if roots.len() < claims.len() || (piece.is_none() && roots.len() > claims.len()) {
        return Err(Error::Claim(format!(
            "it makes {} claims where {} are needed",
            roots.len(),
            claims.len()
        )));
    }
    for (claim, lemma) in claims.iter().zip(roots) {
        let proved = match lemma {
            None => trivial(&game, claim),
            Some(lemma) => proof.proves(lemma, &Kind::of(claim), &Memoryless(&root), &facts),
        };
        if !proved {
            let Claim { threshold, winner, .. } = claim;
            let does = if *winner == Colour::Black { "reaches" } else { "is kept from" };
            return Err(Error::Claim(format!("nothing shows that Black {does} {threshold}")));
        }
    }
    let Header { position, to_play, value, referee, pieces, .. } = header;
    let moves = referee.record().iter().map(|(_, made, _)| *made).collect();
    Ok(Verified { game, position, to_play, moves, value, lemmas: number, pieces, piece: piece.map(Box::new) })
}

/// What a value says.
fn claims(game: &Game, value: Proved) -> Vec<Claim> {
    debug_assert_eq!(game.rules().endless(), matches!(value, Proved::Bounds(..)));
    let reached =
        |score, endless| Claim { threshold: Threshold::at_least(score), winner: Colour::Black, endless };
    let held =
        |score, endless| Claim { threshold: Threshold::more_than(score), winner: Colour::White, endless };
    match value {
        Proved::Score(score) => vec![reached(score, false), held(score, false)],
        Proved::Bounds(lower, upper) => {
            vec![reached(lower, false), held(lower, true), reached(upper, true), held(upper, false)]
        }
        Proved::Claim(threshold, winner) => vec![Claim { threshold, winner, endless: false }],
    }
}

/// Whether a claim follows from the range of scores alone. (Endless play is worth the end of
/// the range.)
fn trivial(game: &Game, claim: &Claim) -> bool {
    game.score_range().is_some_and(|(low, high)| match claim.winner {
        Colour::Black => claim.threshold.met_by(low),
        Colour::White => !claim.threshold.met_by(high),
    })
}

impl Kind {
    fn of(claim: &Claim) -> Kind {
        Kind { threshold: claim.threshold, winner: claim.winner, endless: claim.endless }
    }
}
