//! The crate `goban` as a program that speaks GTP, so that its ko rules can be asked: `basic` is its
//! simple ko, `psk` its superko. Suicide is forbidden unless `allowed` follows.

use std::io::{BufRead, Write};

use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, IllegalRules, Move, Rule};

const COMMANDS: &str = "protocol_version\nname\nversion\nlist_commands\nboardsize\nrectangular_boardsize\nclear_board\nkomi\nplay\nquit";

struct Program {
    rule: Rule,
    size: (usize, usize),
    game: Game,
}

impl Program {
    fn clear(&mut self) {
        self.game = Game::new(GobanSizes::Custom(self.size.0, self.size.1), self.rule);
    }

    /// A row from the top and a column.
    fn point(&self, text: &str) -> Option<(u8, u8)> {
        let letter = text.chars().next()?.to_ascii_uppercase();
        let column = "ABCDEFGHJKLMNOPQRST".find(letter)?;
        let row = self.size.0.checked_sub(text.get(1..)?.parse().ok()?)?;
        (column < self.size.1).then_some((row as u8, column as u8))
    }

    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        let number = |index: usize| words.get(index).and_then(|text| text.parse::<usize>().ok());
        match words[0] {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("goban (crate)".to_owned()),
            "version" => Ok("0.20.1".to_owned()),
            "list_commands" => Ok(COMMANDS.to_owned()),
            "boardsize" | "rectangular_boardsize" => {
                let columns = number(1).filter(|size| (1..=19).contains(size));
                let rows = if words[0] == "boardsize" { columns } else { number(2) };
                let (Some(columns), Some(rows)) = (columns, rows.filter(|size| (1..=19).contains(size)))
                else {
                    return Err("unacceptable size".to_owned());
                };
                self.size = (rows, columns);
                self.clear();
                Ok(String::new())
            }
            "clear_board" => {
                self.clear();
                Ok(String::new())
            }
            "komi" | "quit" => Ok(String::new()),
            "play" => {
                let at = words.get(2).copied().unwrap_or_default();
                let made = if at.eq_ignore_ascii_case("pass") {
                    Move::Pass
                } else {
                    let (row, column) = self.point(at).ok_or("invalid vertex")?;
                    Move::Play(row, column)
                };
                self.game.try_play(made).map(|_| String::new()).map_err(|error| format!("{error:?}"))
            }
            _ => Err("unknown command".to_owned()),
        }
    }
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut flags = match arguments.first().map(String::as_str) {
        Some("psk") => IllegalRules::SUPERKO,
        _ => IllegalRules::KO,
    };
    if arguments.get(1).map(String::as_str) != Some("allowed") {
        flags |= IllegalRules::SUICIDE;
    }
    let rule = Rule { flag_illegal: flags, ..CHINESE };
    let mut program = Program { rule, size: (9, 9), game: Game::new(GobanSizes::Nine, rule) };
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let mut out = std::io::stdout().lock();
        match program.answer(&words) {
            Ok(text) => write!(out, "= {text}\n\n")?,
            Err(text) => write!(out, "? {text}\n\n")?,
        }
        out.flush()?;
        if words[0] == "quit" {
            break;
        }
    }
    Ok(())
}
