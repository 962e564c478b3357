//! Games with a name, and lines on which ko rules differ.

use crate::{Board, Ko, Move, Player, Position};

use crate::conformance::game::player;
use crate::conformance::{Action, Error, Game};

/// A game, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) name: String,
    pub(crate) source: String,
    /// The ko rules it is about; none is all.
    pub(crate) kos: Vec<Ko>,
    pub(crate) game: Game,
}

/// The games of `data/games.txt`; those on 9x9 or less with stones set up once more with these stones
/// played.
///
/// # Errors
/// If the file has a fault.
pub(crate) fn games() -> Result<Vec<Known>, Error> {
    let mut found = Vec::new();
    for block in include_str!("../../data/games.txt").split("\n\n") {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        let pairs: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(':')).collect();
        let value =
            |key: &str| pairs.iter().find(|(there, _)| *there == key).map_or("", |(_, value)| value.trim());
        if pairs.is_empty() {
            continue;
        }
        let board: Board = value("board").parse()?;
        let mut start = Position::empty(&board);
        for colour in ["black", "white"] {
            for point in value(colour).split_whitespace() {
                start.set(board.parse_point(point)?, Some(player(colour)?));
            }
        }
        let text = start.text(&board);
        let game = Game::parse(value("board"), &text, value("to play"), value("moves"))?;
        let (name, source) = (value("name").to_owned(), value("source").to_owned());
        let kos: Result<Vec<Ko>, _> = value("rules").split_whitespace().map(str::parse).collect();
        let kos = kos?;
        let played = if board.points() < 100 { played(&game) } else { None };
        found.push(Known { name: name.clone(), source: source.clone(), kos: kos.clone(), game });
        if let Some(game) = played {
            let source = format!("{source}; the stones that are set up there are played here, one by one");
            found.push(Known { name: format!("{name}-played"), source, kos, game });
        }
    }
    Ok(found)
}

/// The lines of `data/separators.txt`.
///
/// # Errors
/// If the file has a fault.
pub(crate) fn separators() -> Result<Vec<Known>, Error> {
    let lines = include_str!("../../data/separators.txt").lines().filter(|line| !line.starts_with('#'));
    let known = |line: &str| {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let (board, position, moves) = (word(), word(), word());
        Ok(Known {
            name: board.to_owned(),
            source: format!("a line of best play from {position}, on which ko rules differ"),
            kos: Vec::new(),
            game: Game::parse(board, position, "black", moves)?,
        })
    };
    lines.map(known).collect()
}

/// The same game with the stones of the start played in turn on an empty board. Who has fewer plays
/// far away. Nothing if that captures something, or if no stones are set up.
fn played(game: &Game) -> Option<Game> {
    let board = game.board();
    let of = |owner: Player| (0..board.points()).filter(move |&point| game.start().at(point) == Some(owner));
    let [black, white] = [Player::FIRST, Player::FIRST.next(2)];
    let mut stones: [Vec<usize>; 2] = [of(black).collect(), of(white).collect()];
    if stones.iter().all(Vec::is_empty) {
        return None;
    }
    // Black begins, so that he has a stone more where White is to move then.
    let more = usize::from(game.first() == white);
    let rows = stones[0].len().max(stones[1].len() + more);
    let mut spare: Vec<usize> = spare(game);
    for (owner, number) in [(0, rows), (1, rows - more)] {
        while stones[owner].len() < number {
            stones[owner].push(spare.pop()?);
        }
    }
    let plays = (0..rows).flat_map(|row| stones.iter().filter_map(move |of| of.get(row)).copied());
    let plays: Vec<Action> = plays.map(|point| Action::Move(Move::Play(point))).collect();
    let setting = Game::new(board.clone(), Position::empty(board), black, plays.clone()).ok()?;
    let mut position = setting.start().clone();
    let mut owner = black;
    for action in &plays {
        let Action::Move(Move::Play(point)) = action else { return None };
        let play = position.play(board, owner, *point)?;
        if !play.captured.is_empty() || !play.suicide.is_empty() {
            return None;
        }
        position = play.after;
        owner = owner.next(2);
    }
    let actions = plays.into_iter().chain(game.actions().iter().copied()).collect();
    Game::new(board.clone(), Position::empty(board), black, actions).ok()
}

/// Points that are far from everything that happens, the last first.
fn spare(game: &Game) -> Vec<usize> {
    let board = game.board();
    let mut busy: Vec<bool> = (0..board.points()).map(|point| game.start().at(point).is_some()).collect();
    for action in game.actions() {
        if let Action::Move(Move::Play(point)) = action {
            busy[*point] = true;
        }
    }
    let near = |point: usize| busy[point] || board.neighbours(point).iter().any(|&other| busy[other]);
    // Not all together: no two are adjacent.
    let apart = |point: &usize| (point / board.columns() + point % board.columns()).is_multiple_of(2);
    (0..board.points()).filter(|&point| !near(point)).filter(apart).collect()
}
