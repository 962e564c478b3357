//! Random games, for moves of which nothing is known and for the order of those that are equally good.
//!
//! They prove nothing. Random players do not commit suicide and do not fill points whose neighbours are
//! all their own; they know simple ko and no other ko rule. The same position gives the same games.

use kosolver::rules::Score;
use kosolver::{Board, Colour, Move, Point, Position, Referee};

/// Random games for each move.
const GAMES: u32 = 64;

/// The legal moves, the most promising for the player to move first, plays that fill his own eyes last.
pub fn order(referee: &Referee) -> Vec<Move> {
    let game = referee.game();
    let (board, node) = (game.board(), referee.node());
    let (player, position) = (node.to_move, referee.position());
    let mut random = Random::new(position);
    let legal = referee.legal_moves();
    // First what a move leads to, then whether it is a pass.
    let mut ranked: Vec<((bool, i64, bool), Move)> = Vec::with_capacity(legal.len());
    for made in legal {
        let mean = match made {
            // What the board is worth as it stands.
            Move::Pass => i64::from(game.rules().scoring().of_board(board, position)) * i64::from(GAMES),
            Move::Play(point) => match position.play(board, player, point) {
                Some(play) => {
                    (0..GAMES).map(|_| i64::from(finish(referee, play.after, position, &mut random))).sum()
                }
                None => 0,
            },
        };
        let mean = if player == Colour::Black { mean } else { -mean };
        let fills = matches!(made, Move::Play(point) if is_eye(board, position, player, point));
        ranked.push(((fills, -mean, made != Move::Pass), made));
    }
    // Equal ones stay in the order of the board.
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, made)| made).collect()
}

/// What a pass is worth to Black if it ends the game now; `None` if it does not.
pub fn end_by_pass(referee: &Referee) -> Option<Score> {
    let mut after = referee.clone();
    after.play(Move::Pass).ok()?;
    after.score()
}

/// Plays a game at random to its end, and says what the board is worth to Black then.
fn finish(referee: &Referee, start: Position, mut before: Position, random: &mut Random) -> i32 {
    let board = referee.game().board();
    let mut position = start;
    let mut player = !referee.node().to_move;
    let mut passes = 0;
    for _ in 0..usize::from(board.points()) * 3 {
        match random_play(board, position, before, player, random) {
            Some(after) => {
                before = position;
                position = after;
                passes = 0;
            }
            None => {
                before = position;
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
        }
        player = !player;
    }
    referee.game().rules().scoring().of_board(board, position)
}

/// The position after a random play; `None` if there is none but what fills an own eye.
fn random_play(
    board: &Board,
    position: Position,
    before: Position,
    player: Colour,
    random: &mut Random,
) -> Option<Position> {
    let mut left: Vec<Point> = position.empty(board).iter().collect();
    while !left.is_empty() {
        let point = left.swap_remove(random.below(left.len()));
        if is_eye(board, position, player, point) {
            continue;
        }
        if let Some(play) = position.play(board, player, point)
            && play.suicide.is_empty()
            && play.after != before
        {
            return Some(play.after);
        }
    }
    None
}

/// Whether all neighbours of an empty point are stones of one player.
fn is_eye(board: &Board, position: Position, player: Colour, point: Point) -> bool {
    (board.adjacent(point.bit()) - position.stones(player)).is_empty()
}

/// Numbers that look like chance (xorshift; G. Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn new(position: Position) -> Random {
        let seed = position.black.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ position.white.bits();
        Random(seed | 1)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) as usize) % most
    }
}
