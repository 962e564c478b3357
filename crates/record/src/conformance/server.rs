use std::io::{BufRead, Write};

use crate::{Board, Player, Position};
use kosolver_board::{Colour, without_mark};

use crate::conformance::trace::Numbers;
use crate::conformance::{Observation, Wrong};

/// The commands that the server knows, and how many arguments they take; the last only if it says what is legal.
const COMMANDS: [(&str, usize); 14] = [
    ("protocol_version", 0),
    ("name", 0),
    ("version", 0),
    ("known_command", 1),
    ("list_commands", 0),
    ("quit", 0),
    ("boardsize", 1),
    ("rectangular_boardsize", 2),
    ("clear_board", 0),
    ("komi", 1),
    ("play", 2),
    ("undo", 0),
    ("set_position", usize::MAX),
    ("all_legal", 1),
];

/// Speaks GTP for an implementation, until it is told to quit. If `plain`, it is not asked which plays
/// are legal: they must be tried.
///
/// # Errors
/// If nothing can be read or written.
pub fn serve(
    wrong: Wrong,
    name: &str,
    plain: bool,
    input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let mut server = Server::new(wrong, name, plain);
    for line in input.lines() {
        let line = line?;
        let line = without_mark(&line).split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        // A number before the command comes back in the answer.
        let (id, words) = match words[0].parse::<u32>() {
            Ok(_) => (words[0], &words[1..]),
            Err(_) => ("", &words[..]),
        };
        match server.answer(words) {
            Ok(text) => write!(output, "={id} {text}\n\n")?,
            Err(fault) => write!(output, "?{id} {fault}\n\n")?,
        }
        output.flush()?;
        if words.first() == Some(&"quit") {
            break;
        }
    }
    Ok(())
}

struct Server {
    wrong: Wrong,
    name: String,
    plain: bool,
    board: Board,
    numbers: Numbers,
    /// The positions since the start.
    positions: Vec<Position>,
    /// Whether no move was made yet, not even one that was taken back.
    fresh: bool,
}

impl Server {
    fn new(wrong: Wrong, name: &str, plain: bool) -> Server {
        let board = Board::grid(9, 9).expect("a board");
        let positions = vec![Position::empty(&board)];
        let (name, numbers) = (name.to_owned(), Numbers::default());
        Server { wrong, name, plain, board, numbers, positions, fresh: true }
    }

    fn known(&self) -> impl Iterator<Item = (&'static str, usize)> + use<> {
        COMMANDS.into_iter().take(COMMANDS.len() - usize::from(self.plain))
    }

    fn clear(&mut self, position: Position) {
        self.numbers = Numbers::default();
        self.positions = vec![position];
        self.fresh = true;
    }

    fn resize(&mut self, columns: &str, rows: &str) -> Result<String, String> {
        let (Ok(columns), Ok(rows)) = (columns.parse::<u64>(), rows.parse::<u64>()) else {
            return Err("unacceptable size".to_owned());
        };
        self.board = Board::grid(rows, columns).map_err(|_| "unacceptable size".to_owned())?;
        self.clear(Position::empty(&self.board));
        Ok(String::new())
    }

    /// The first to be asked about is the first to move.
    fn begin(&mut self, player: Player) {
        if let (true, [start]) = (self.fresh, &self.positions[..]) {
            let start = self.numbers.standing(&self.board, start);
            let empty = self.numbers.standing(&self.board, &Position::empty(&self.board));
            self.wrong.begin(player, &start, &empty);
        }
    }

    fn candidate(&mut self, player: Player, text: &str) -> Result<Observation, String> {
        let position = self.positions.last().expect("there is a start");
        if text.eq_ignore_ascii_case("pass") {
            return Ok(self.numbers.standing(&self.board, position));
        }
        let point = self.board.parse_point(text).map_err(|_| "invalid vertex".to_owned())?;
        let play = self.numbers.play(&self.board, position, player, point);
        play.ok_or_else(|| "illegal move".to_owned())
    }

    fn answer(&mut self, words: &[&str]) -> Result<String, String> {
        let none = Ok(String::new());
        let Some((command, arguments)) = words.split_first() else { return Err("no command".to_owned()) };
        let known = self.known().find(|(name, _)| name == command);
        let (_, takes) = known.ok_or_else(|| "unknown command".to_owned())?;
        let syntax = || "syntax error".to_owned();
        if arguments.len() != takes && takes != usize::MAX {
            return Err(syntax());
        }
        match *command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(self.known().any(|(name, _)| name == arguments[0]).to_string()),
            "list_commands" => Ok(self.known().map(|(name, _)| name).collect::<Vec<_>>().join("\n")),
            "boardsize" => self.resize(arguments[0], arguments[0]),
            "rectangular_boardsize" => self.resize(arguments[0], arguments[1]),
            "clear_board" => {
                self.clear(Position::empty(&self.board));
                none
            }
            "undo" => {
                if self.positions.len() < 2 {
                    return Err("cannot undo".to_owned());
                }
                self.positions.pop();
                self.wrong.undo();
                none
            }
            "set_position" => {
                let mut position = Position::empty(&self.board);
                for pair in arguments.chunks(2) {
                    let [colour, point] = pair else { return Err(syntax()) };
                    let owner = owner(colour).ok_or_else(syntax)?;
                    let point = self.board.parse_point(point).map_err(|_| "invalid vertex".to_owned())?;
                    position.set(point, Some(owner));
                }
                self.clear(position);
                none
            }
            "play" => {
                let player = owner(arguments[0]).ok_or_else(syntax)?;
                self.begin(player);
                let made = self.candidate(player, arguments[1])?;
                if made.point.is_some() && self.wrong.refuses(player, &made) {
                    return Err("illegal move".to_owned());
                }
                let position = self.positions.last().expect("there is a start");
                let after = match made.point {
                    Some(point) => position.play(&self.board, player, point).map(|play| play.after),
                    None => Some(position.clone()),
                };
                self.positions.extend(after);
                self.fresh = false;
                self.wrong.make(player, &made);
                none
            }
            "all_legal" => {
                let player = owner(arguments[0]).ok_or_else(syntax)?;
                self.begin(player);
                let mut legal = Vec::new();
                for point in 0..self.board.points() {
                    let name = self.board.point_name(point);
                    if let Ok(play) = self.candidate(player, &name)
                        && !self.wrong.refuses(player, &play)
                    {
                        legal.push(name);
                    }
                }
                Ok(legal.join(" "))
            }
            _ => none,
        }
    }
}

/// Who a colour is.
fn owner(text: &str) -> Option<Player> {
    text.parse::<Colour>().ok().map(Player::from)
}
