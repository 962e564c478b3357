//! Plays backward: from which positions a play leads here.
//!
//! What a play removed is known from what it left. A captured chain had its last liberty on the
//! point of the play, and the capturing side all around it; so the points it stood on are now
//! a whole empty region, bordered by that side alone and next to the stone played. Each choice of
//! such regions is one play. Likewise a suicide leaves a whole empty region bordered by
//! the other side alone, and was played on any point of it.

use kosolver_board::{Board, Colour, Point, PointSet, Position};
use kosolver_rules::{Ban, Suicide};
use smallvec::SmallVec;

use crate::setting::Setting;

/// Calls `found` with every position from which a player's play, on the point given, leads to
/// this position, took stones off the board and left no ban.
///
/// The plays that took nothing are one for each of the player's stones: without it the position is
/// legal too.
pub(crate) fn captures(
    setting: &Setting,
    position: Position,
    player: Colour,
    mut found: impl FnMut(Position, Point),
) {
    let board = setting.game.board();
    let (own, enemy) = (position.stones(player), position.stones(!player));
    let captured = regions_off(board, position, enemy);
    for point in if captured.is_empty() { PointSet::EMPTY } else { own } {
        let bit = point.bit();
        let beside = board.adjacent(bit);
        let near: SmallVec<[PointSet; 4]> =
            captured.iter().copied().filter(|&region| !(beside & region).is_empty()).collect();
        for choice in 1..1_u32 << near.len() {
            let chosen = near.iter().enumerate().filter(|(place, _)| choice >> place & 1 == 1);
            let captured = chosen.fold(PointSet::EMPTY, |set, (_, region)| set | *region);
            let before = stones(player, own - bit, enemy | captured);
            // The capturing side's other chains may have had their liberties there only.
            let own = own - bit;
            let next_to_empty = board.adjacent(before.empty(board));
            if board.connected(next_to_empty, own) == own
                && !leaves_ban(setting, before, player, point, captured)
            {
                found(before, point);
            }
        }
    }
    if setting.game.rules().suicide() == Suicide::Forbidden {
        return;
    }
    for region in regions_off(board, position, own) {
        for point in region {
            let before = stones(player, own | (region - point.bit()), enemy);
            // Where the other side has no liberty but this point, the play captures instead.
            let play = if before.is_legal(board) { before.play(board, player, point) } else { None };
            if play.is_some_and(|play| {
                play.after == position
                    && setting.game.rules().suicide().allows(play.suicide.len())
                    && !(setting.has_bans() && play.is_lone_suicide())
            }) {
                found(before, point);
            }
        }
    }
}

fn leaves_ban(setting: &Setting, before: Position, player: Colour, point: Point, captured: PointSet) -> bool {
    setting.has_bans() && captured.len() == 1 && {
        let board = setting.game.board();
        before.play(board, player, point).is_some_and(|play| Ban::after(board, &play) != Ban::None)
    }
}

fn stones(player: Colour, own: PointSet, enemy: PointSet) -> Position {
    match player {
        Colour::Black => Position { black: own, white: enemy },
        Colour::White => Position { black: enemy, white: own },
    }
}

/// The connected parts of what is empty that none of some stones are next to.
fn regions_off(board: &Board, position: Position, stones: PointSet) -> SmallVec<[PointSet; 16]> {
    let empty = position.empty(board);
    board.parts(empty - board.connected(board.adjacent(stones), empty)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kosolver_board::legal_positions;

    use super::*;

    /// Every play of every legal position, found forward and backward.
    #[test]
    fn plays_backward_are_the_plays_forward() {
        for text in ["1x1", "1x2", "1x6", "2x2", "2x3", "3x3", "2x4"] {
            for rules in ["none", "basic"] {
                for suicide in Suicide::ALL {
                    let rules = format!("{rules} suicide={suicide}").parse().unwrap();
                    let setting = Setting::new(text.parse().unwrap(), rules).unwrap();
                    let board = setting.game.board();
                    for player in Colour::BOTH {
                        let mut forward = BTreeSet::new();
                        let mut backward = BTreeSet::new();
                        for position in legal_positions(board) {
                            for point in position.empty(board) {
                                let play = position.play(board, player, point).unwrap();
                                let ban = setting.has_bans() && Ban::after(board, &play) != Ban::None;
                                if suicide.allows(play.suicide.len()) && !ban {
                                    assert!(forward.insert((play.after, position, point)));
                                }
                            }
                            let mut found = |before, point| {
                                assert!(backward.insert((position, before, point)), "{text} twice");
                            };
                            for point in position.stones(player) {
                                let own = position.stones(player) - point.bit();
                                found(stones(player, own, position.stones(!player)), point);
                            }
                            captures(&setting, position, player, found);
                        }
                        assert!(forward == backward, "{text} {rules} {player}");
                    }
                }
            }
        }
    }
}
