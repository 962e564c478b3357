//! In which order moves are tried: of some nothing is known, others are equally good.

use kosolver::rules::Score;
use kosolver::{Board, Colour, Move, Point, Position, Referee};

/// The legal moves, those first after which the board, as it stands, is worth most to the player to move;
/// plays that fill his own eyes last.
pub fn order(referee: &Referee) -> Vec<Move> {
    let game = referee.game();
    let (board, node) = (game.board(), referee.node());
    let (player, position) = (node.to_move, referee.position());
    let worth = |after| {
        let worth = game.rules().scoring().of_board(board, after);
        if player == Colour::Black { worth } else { -worth }
    };
    let mut moves = referee.legal_moves();
    // Equal ones stay in the order of the board.
    moves.sort_by_cached_key(|made| match *made {
        Move::Pass => (false, -worth(position), 0),
        Move::Play(point) => {
            let play = position.play(board, player, point);
            let after = play.map_or(position, |play| play.after);
            // On an empty board every play is worth as much: those in the middle leave more open.
            let open = (board.adjacent(point.bit()) & position.empty(board)).len();
            (is_eye(board, position, player, point), -worth(after), -(open as i32))
        }
    });
    moves
}

/// What a pass is worth to Black if it ends the game now; `None` if it does not.
pub fn end_by_pass(referee: &Referee) -> Option<Score> {
    let mut after = referee.clone();
    after.play(Move::Pass).ok()?;
    after.score()
}

/// Whether all neighbours of an empty point are stones of one player.
fn is_eye(board: &Board, position: Position, player: Colour, point: Point) -> bool {
    (board.adjacent(point.bit()) - position.stones(player)).is_empty()
}
