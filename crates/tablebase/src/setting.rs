//! A board under a ruleset, numbered: what every part of a tablebase shares.

use kosolver_board::{Board, Colour, Index, Point, PointSet, Position, border, least_legal};
use kosolver_rules::{Ban, Game, Ruleset, Score, Suicide};
use smallvec::SmallVec;

use crate::error::Error;
use crate::message::Play;
use crate::needs;
use crate::rank::Rank;
use crate::size::Size;
use crate::symmetries::Symmetries;

/// The most points of a board: larger ones have more positions than any machine has memory.
const POINTS: u8 = 31;

/// A game whose positions are numbered, and the symmetries of its board.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Board and rules; komi and the value of no result are 0.
    pub game: Game,
    pub(crate) index: Index,
    pub(crate) symmetries: Symmetries,
}

/// Which ban of a position is meant: a point, or the suicide of lone stones.
pub(crate) const LONE_SUICIDE: u8 = u8::MAX;

/// The bans there can be at a position with one player to move, in order.
pub(crate) type Bans = SmallVec<[u8; 8]>;

impl Setting {
    /// The setting of a board under a ruleset; its komi and value of no result do not matter.
    ///
    /// # Errors
    /// [`Error::Rule`] if games always end under the rules, [`Error::Board`] if the board has
    /// more than 31 points, or its positions cannot be numbered.
    pub fn new(board: Board, rules: Ruleset) -> Result<Setting, Error> {
        if !rules.has_tablebases() {
            return Err(Error::Rule(rules.ko().to_string()));
        }
        if board.points() > POINTS {
            return Err(Error::Board(format!(
                "{board} has at least {} legal positions: a tablebase has at most 31 points",
                least_legal(&board)
            )));
        }
        let too_wide = || {
            Error::Board(format!(
                "the positions of {board} cannot be numbered: half-filled it has a border of {} points, and at most {} are taken",
                border(&board),
                Index::WIDEST
            ))
        };
        let index = Index::new(&board).ok_or_else(too_wide)?;
        let plain = rules.but().komi(Score::ZERO).no_result(Score::ZERO).build();
        let game = plain.and_then(|rules| Game::new(board, rules)).map_err(Error::Rules)?;
        Ok(Setting { index, symmetries: Symmetries::of(&board), game })
    }

    /// The number of legal positions.
    pub fn positions(&self) -> u64 {
        self.index.count()
    }

    /// The least memory that making the tablebase can take. What it takes is found out by
    /// [`crate::Table::solve`], which counts the classes of positions; this does not.
    pub fn least_memory(&self) -> Size {
        Size(needs::least(self).1)
    }

    /// The number of a legal position.
    #[inline]
    pub(crate) fn number(&self, position: Position) -> u64 {
        match self.index.rank(position) {
            Some(number) => number,
            None => unreachable!("plays lead from legal to legal positions"),
        }
    }

    /// A player's play, and all its images: the least of the images of the position before it and
    /// the symmetries that lead there, and the point played on.
    #[inline]
    pub(crate) fn play(&self, (least, by): (Position, u32), point: Point, player: Colour) -> Play {
        let points = self.symmetries.orbit(by, point);
        Play { position: self.number(least), defender: player == Colour::White, points }
    }

    /// Whether the rules know a ban.
    pub(crate) fn has_bans(&self) -> bool {
        self.game.rules().ko().bans_retaking()
    }

    /// The rank of a pass that ends the game.
    #[inline]
    pub(crate) fn end(&self, area: i32) -> Rank {
        Rank::new((i32::from(self.game.board().points()) - area) as u8, 1)
    }

    /// The points a player may play on, as far as bans do not matter.
    pub(crate) fn plays(&self, position: Position, player: Colour) -> u32 {
        let board = self.game.board();
        let empty = position.empty(board);
        // A play next to an empty point is no suicide; the rules need not be asked.
        let free = empty & board.adjacent(empty);
        let allowed = |play: &kosolver_board::Play| self.game.rules().suicide().allows(play.suicide.len());
        free.bits() as u32 | self.points_where(position, empty - free, player, allowed)
    }

    /// The points on which a player's lone stone may remove itself.
    pub(crate) fn lone_suicides(&self, position: Position, player: Colour) -> u32 {
        if self.game.rules().suicide() != Suicide::Allowed {
            return 0;
        }
        let empty = position.empty(self.game.board());
        self.points_where(position, empty, player, kosolver_board::Play::is_lone_suicide)
    }

    /// Those of some empty points where a play is as wanted.
    fn points_where(
        &self,
        position: Position,
        points: PointSet,
        player: Colour,
        wanted: impl Fn(&kosolver_board::Play) -> bool,
    ) -> u32 {
        let board = self.game.board();
        let plays = points.iter().filter_map(|point| position.play(board, player, point));
        plays.filter(wanted).fold(0, |set, play| set | 1 << play.point.number())
    }

    /// The bans there can be at a position with a player to move: there is a play of the
    /// opponent that leads to the position and leaves the ban.
    pub(crate) fn bans(&self, position: Position, to_move: Colour) -> Bans {
        let mut bans = Bans::new();
        if !self.has_bans() {
            return bans;
        }
        let board = self.game.board();
        let enemy = position.stones(!to_move);
        for point in position.empty(board) {
            // All around a stone that was taken alone stands who took it.
            if (board.adjacent(point.bit()) - enemy).is_empty()
                && self.retaken(position, to_move, point).is_some()
            {
                bans.push(point.number());
            }
        }
        if self.lone_suicides(position, !to_move) != 0 {
            bans.push(LONE_SUICIDE);
        }
        bans
    }

    /// If a ban on a point can be: the position before the capture that leaves it, and where
    /// the stone was played.
    pub(crate) fn retaken(
        &self,
        position: Position,
        banned: Colour,
        point: Point,
    ) -> Option<(Position, Point)> {
        let board = self.game.board();
        let retake = position.play(board, banned, point)?;
        if retake.captured.len() != 1 {
            return None;
        }
        let taker = retake.captured.first()?;
        let capture = retake.after.play(board, !banned, taker)?;
        (capture.after == position && Ban::after(board, &capture) == Ban::Point(point))
            .then_some((retake.after, taker))
    }

    /// The plays that a ban prohibits.
    pub(crate) fn banned(&self, position: Position, to_move: Colour, ban: u8) -> u32 {
        if ban == LONE_SUICIDE { self.lone_suicides(position, to_move) } else { 1 << ban }
    }
}
