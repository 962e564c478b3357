//! A game written as a move-sequence with letters: `B[cbacbact]#`.

use std::path::Path;

use anyhow::{Context, Result, bail};
use kosolver_board::structure::{Diagram, Item, Kos, Reading, Sequence, with_room};
use kosolver_board::{Board, Position};
use kosolver_report::{diagrams, terminal_width};
use kosolver_rules::{Game, Illegal, Move, Referee};
use kosolver_search::Request;

use super::play::{PlayArguments, told};
use crate::input;
use crate::output;
use crate::start::request;

/// How often a sequence with `*` is played.
const TIMES: usize = 3;

/// Plays a sequence under any rule.
pub fn run(arguments: &PlayArguments, text: &str) -> Result<()> {
    let board = arguments.game.board;
    let diagram = diagram(&board, arguments.diagram.as_deref())?;
    let sequence = Sequence::parse(text, &diagram).context("no move was made")?;
    let request = start(arguments, &diagram)?;
    let mover = match (sequence.first, arguments.game.to_play) {
        (Some(first), Some(given)) if first != given => {
            bail!("--to-play says that {given} moves first, and the sequence says {first}");
        }
        (first, given) => first.or(given).unwrap_or(request.to_move()),
    };
    let items: Vec<Item> =
        std::iter::repeat_n(sequence.items.clone(), if sequence.repeats { TIMES } else { 1 })
            .flatten()
            .collect();
    let tenukis = sequence.tenukis() * items.len() / sequence.items.len();
    let mut game = request.game().clone();
    let mut room = kosolver_board::PointSet::EMPTY;
    if tenukis > 0 {
        let (wide, more) = with_room(&board, tenukis)?;
        (game, room) = (Game::new(wide, *game.rules())?, more);
    }
    game.check_start(request.position(), mover)?;
    let kos = Kos::new(*game.board(), Reading::USUAL);
    let mut referee = Referee::new(game, request.position(), mover);
    let here = |position: Position| Position {
        black: position.black & board.all(),
        white: position.white & board.all(),
    };
    let mut shown = vec![("start".to_owned(), here(referee.position()))];
    let mut refused = None;
    for (number, item) in (1..).zip(items) {
        let (position, player) = (referee.position(), referee.node().to_move);
        let (made, name) = match item {
            Item::Letter(letter) => match diagram.point(letter, &kos, position, player) {
                Ok(point) => (Move::Play(point), format!("{letter} ({})", board.point_name(point))),
                Err(error) => {
                    refused = Some((number, error.to_string()));
                    break;
                }
            },
            Item::Tenuki => {
                let point = (room - position.occupied()).first().context("there is no room for t")?;
                (Move::Play(point), "elsewhere".to_owned())
            }
            Item::Pass => (Move::Pass, "pass".to_owned()),
        };
        if let Err(illegal) = referee.play(made) {
            refused = Some((number, with_name(illegal, name).to_string()));
            break;
        }
        shown.push((format!("{number} {player} {name}"), here(referee.position())));
    }
    let mut text = diagrams(&board, &shown, terminal_width());
    match referee.outcome() {
        // What stands elsewhere would count.
        Some(_) if tenukis > 0 => {
            text += "the game is over; it has no score, since stones were played elsewhere\n";
        }
        Some(outcome) => text += &format!("the game is over: {outcome}\n"),
        None => text += &output::legal_moves(&referee, |made| name(&board, made)),
    }
    told(&text, refused)
}

/// The letters, and perhaps the position, of a file.
fn diagram(board: &Board, file: Option<&Path>) -> Result<Diagram> {
    let Some(file) = file else { return Ok(Diagram::default()) };
    let shown = file.display();
    Diagram::parse(board, &input::text(file)?).with_context(|| format!("{shown} is no diagram"))
}

/// The start of the game; its position is in the arguments or in the diagram.
fn start(arguments: &PlayArguments, diagram: &Diagram) -> Result<Request> {
    let board = &arguments.game.board;
    let mut game = arguments.game.clone();
    if let Some(position) = diagram.position {
        let given = game.position.as_deref().map(|rows| Position::parse(board, rows)).transpose()?;
        if given.is_some_and(|given| given != position) {
            bail!("--position and the diagram have different positions");
        }
        game.position = Some(position.text(board));
    }
    request(&game)
}

/// A move as it is called on the board; in the room beside it, it is elsewhere.
fn name(board: &Board, made: Move) -> String {
    match made {
        Move::Play(point) if !board.all().contains(point) => "elsewhere".to_owned(),
        made => made.name(board),
    }
}

/// The same refusal with the move as the sequence calls it.
fn with_name(illegal: Illegal, name: String) -> Illegal {
    match illegal {
        Illegal::Never { player, reason, .. } => Illegal::Never { player, made: name, reason },
        Illegal::History { player, rule, fact, since, .. } => {
            Illegal::History { player, made: name, rule, fact, since }
        }
        other => other,
    }
}
