//! What a scout knows of a game.

use kosolver_board::{Board, Colour, Play, Point, Position};
use kosolver_rules::{Ban, Game, Move, Referee, Suicide};

/// A position, the player to move, and what the last move says of the next one. The rest of the past is
/// ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The stones.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// Whether the last move was a pass: another ends the game.
    pub passed: bool,
    /// The play that basic ko prohibits.
    pub ban: Ban,
}

impl State {
    /// A state in which nothing is banned and nobody has passed.
    pub fn new(position: Position, mover: Colour) -> State {
        State { position, mover, passed: false, ban: Ban::None }
    }

    /// The state after a pass.
    #[must_use]
    pub fn pass(self) -> State {
        State { mover: !self.mover, passed: true, ban: Ban::None, ..self }
    }

    /// The plays that the rule on suicide and basic ko allow.
    pub fn plays(self, board: &Board, suicide: Suicide) -> impl Iterator<Item = Play> {
        let State { position, mover, ban, .. } = self;
        let plays = position.empty(board).iter().filter_map(move |point| position.play(board, mover, point));
        plays.filter(move |play| suicide.allows(play.suicide.len()) && !ban.hits(play))
    }

    /// The state after a play. If passes lift bans, a ko that is taken right after a pass may be retaken at once.
    #[must_use]
    pub fn after(self, board: &Board, play: &Play, passes_lift: bool) -> State {
        let ban = if passes_lift && self.passed { Ban::None } else { Ban::after(board, play) };
        State { position: play.after, mover: !play.colour, passed: false, ban }
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn inverted(self) -> State {
        State { position: self.position.inverted(), mover: !self.mover, ..self }
    }

    /// Whether the player to move wins if the game ends here, and the question is whether Black scores so many
    /// points.
    pub(crate) fn ends_well(self, board: &Board, score: i32) -> bool {
        (self.position.area(board) >= score) == (self.mover == Colour::Black)
    }
}

/// Whether the rules of a game ban retaking a ko at once.
pub fn bans_retaking(game: &Game) -> bool {
    bans(game, ".XO./XO../.XO.", Colour::White, &[Move::Play(Point::new(7))]) == Some(true)
}

/// Whether they do not if the ko was taken right after a pass, as under natural situational superko: who passed has
/// not made the position that comes back.
pub(crate) fn passes_lift(game: &Game) -> bool {
    bans_retaking(game)
        && bans(game, ".XO./.O.O/.XO.", Colour::Black, &[Move::Play(Point::new(4)), Move::Pass])
            == Some(false)
}

/// Whether White may not retake a ko on 3x4 that Black takes after these moves; `None` if it does not come to that.
/// The first move makes the position that would come back, since under some rules it counts for who has made it.
fn bans(game: &Game, rows: &str, mover: Colour, moves: &[Move]) -> Option<bool> {
    let board = Board::new(3, 4).ok()?;
    let position = Position::parse(&board, rows).ok()?;
    let mut referee = Referee::new(Game::new(board, *game.rules()).ok()?, position, mover);
    let [retake, take] = [5, 6].map(|number| Move::Play(Point::new(number)));
    moves.iter().chain([&take]).try_for_each(|made| referee.play(*made)).ok()?;
    Some(referee.why_illegal(retake).is_some())
}
