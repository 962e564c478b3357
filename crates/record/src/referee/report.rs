use std::fmt;

use crate::Refusal;
use serde::{Deserialize, Serialize};

/// What a referee says of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The version of this form.
    pub format: u32,
    /// The board.
    pub board: String,
    /// What the file calls its rules.
    pub file_rules: Option<String>,
    /// The rules it is judged by.
    pub rules: Vec<String>,
    /// The stones that stand at the start.
    pub stones: usize,
    /// Who is to move at the start.
    pub to_play: String,
    /// The lines of play: the main line, then every variation, each from where it leaves an earlier
    /// line.
    pub lines: Vec<Line>,
}

/// A line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// After how many moves it leaves an earlier line; 0 of the main line.
    pub leaves_after: usize,
    /// How many moves the game has at its end.
    pub moves: usize,
    /// The moves that some rules refuse.
    pub refused: Vec<Refused>,
    /// Where the game is over under some rules, and goes on in the file.
    pub ended: Vec<Ended>,
    /// The moves of a player who is not to move.
    pub out_of_turn: Vec<usize>,
    /// The moves before which stones are set up: there a new game starts.
    pub set_up_after: Vec<usize>,
    /// The move that cannot be made, since there is a stone on its point: the line is judged up to it.
    pub impossible: Option<usize>,
    /// Before which moves some rules refuse the player a play that others allow him.
    pub partings: Vec<Parting>,
}

/// A move that some rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Its number.
    pub number: usize,
    /// Who makes it: black or white.
    pub player: String,
    /// The move.
    #[serde(rename = "move")]
    pub made: String,
    /// The rules that refuse it, and why.
    pub by: Vec<Reason>,
}

/// Why rules refuse a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The name of the rules.
    pub rules: String,
    /// In words.
    pub reason: String,
    /// After which move that was so first, 0 for the start; nothing of a suicide.
    pub since: Option<usize>,
}

/// An end under some rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// After which move the game is over.
    pub after: usize,
    /// Under which rules.
    pub under: Vec<String>,
    /// Black's points less White's, or `win`, `-win`, `no result`.
    pub score: String,
}

/// A play that some rules refuse and others allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parting {
    /// Before which move.
    pub before: usize,
    /// Who is to move: black or white.
    pub player: String,
    /// The play.
    #[serde(rename = "move")]
    pub play: String,
    /// Whether it is the move that was made.
    pub made: bool,
    /// The rules that refuse it, and why.
    pub refused: Vec<Reason>,
    /// The rules that allow it.
    pub allowed: Vec<String>,
}

impl Reason {
    pub(crate) fn of(rules: &str, refusal: &Refusal) -> Reason {
        let reason = refusal.words(|player| player.colour().to_string());
        Reason { rules: rules.to_owned(), reason, since: refusal.since() }
    }
}

fn listed(names: &[String]) -> String {
    names.join(", ")
}

/// Reasons, those of several rules together.
fn reasons(reasons: &[Reason]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for reason in reasons {
        match groups.iter_mut().find(|(text, _)| *text == reason.reason) {
            Some((_, rules)) => rules.push(&reason.rules),
            None => groups.push((&reason.reason, vec![&reason.rules])),
        }
    }
    let texts: Vec<String> =
        groups.iter().map(|(text, rules)| format!("{} ({text})", rules.join(", "))).collect();
    texts.join("; ")
}

impl Report {
    /// The whole number of moves in all lines, each counted once.
    pub fn moves(&self) -> usize {
        self.lines.iter().map(|line| line.moves - line.leaves_after).sum()
    }
}

/// In words, a fact on a line.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { board, stones, to_play, .. } = self;
        writeln!(
            f,
            "{board}, {} move(s) in {} line(s), {stones} stone(s) at the start, {to_play} to play",
            self.moves(),
            self.lines.len()
        )?;
        if let Some(rules) = &self.file_rules {
            writeln!(f, "the file says rules {}", kosolver_board::shortened(rules, 64))?;
        }
        writeln!(f, "judged by {}", listed(&self.rules))?;
        for (index, line) in self.lines.iter().enumerate() {
            match index {
                0 => writeln!(f, "\nmain line, {} move(s)", line.moves)?,
                _ => writeln!(
                    f,
                    "\nvariation {index}, after move {}, to move {}",
                    line.leaves_after, line.moves
                )?,
            }
            write!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in &self.set_up_after {
            writeln!(f, "  stones are set up after move {number}: a new game starts there")?;
        }
        for number in &self.out_of_turn {
            writeln!(f, "  move {number} is out of turn")?;
        }
        for Refused { number, player, made, by } in &self.refused {
            writeln!(f, "  move {number}, {player} {made}, is refused by {}", reasons(by))?;
        }
        for Ended { after, under, score } in &self.ended {
            let how = match &**score {
                "no result" => "no result".to_owned(),
                "win" => "Black has won".to_owned(),
                "-win" => "White has won".to_owned(),
                score => format!("score {score}"),
            };
            writeln!(f, "  over after move {after} under {}: {how}", listed(under))?;
        }
        if let Some(number) = self.impossible {
            writeln!(f, "  move {number} cannot be made: there is a stone on its point; the line ends here")?;
        }
        // Of partings between the same rules the first.
        let mut shown: Vec<Vec<&str>> = Vec::new();
        for parting in &self.partings {
            let who: Vec<&str> = parting.refused.iter().map(|reason| reason.rules.as_str()).collect();
            if shown.contains(&who) {
                continue;
            }
            let same = |other: &&Parting| {
                other.refused.iter().map(|reason| reason.rules.as_str()).eq(who.iter().copied())
            };
            let more = self.partings.iter().filter(same).count() - 1;
            let Parting { before, player, play, refused, allowed, .. } = parting;
            write!(
                f,
                "  before move {before}, {player} {play} is allowed by {}, refused by {}",
                listed(allowed),
                reasons(refused)
            )?;
            writeln!(f, "{}", if more > 0 { format!("; and {more} more of these") } else { String::new() })?;
            shown.push(who);
        }
        if *self == (Line { leaves_after: self.leaves_after, moves: self.moves, ..Line::default() }) {
            writeln!(f, "  nothing is refused, and the rules agree")?;
        }
        Ok(())
    }
}
