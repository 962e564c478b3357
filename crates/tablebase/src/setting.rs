//! A board under a ruleset, numbered: what every part of a tablebase shares.

use kosolver_board::{Board, Colour, Index, Point, Position, Symmetry, border, least_legal, points_of};
use kosolver_rules::{Ban, Game, Ruleset, Score, Suicide};
use smallvec::SmallVec;

use crate::error::Error;
use crate::rank::Rank;

/// The most points of a board: larger ones have more positions than any machine has memory.
const POINTS: u8 = 31;

/// The most symmetries that are made use of: as many as there are bits in a set of them. Which
/// they are of a graph that has more, files depend on.
pub(crate) const SYMMETRIES: usize = 32;

/// A game whose positions are numbered, and the symmetries of its board.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Board and rules; komi and the value of no result are 0.
    pub game: Game,
    pub(crate) index: Index,
    pub(crate) images: Images,
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
    /// more than 31 points, [`Error::Border`] if its positions cannot be numbered.
    pub fn new(board: Board, rules: Ruleset) -> Result<Setting, Error> {
        if !rules.has_tablebases() {
            return Err(Error::Rule(rules.ko().to_string()));
        }
        if board.points() > POINTS {
            return Err(Error::Board { board: board.to_string(), positions: least_legal(&board) });
        }
        let too_wide = || Error::Border { board: board.to_string(), border: border(&board) };
        let index = Index::new(&board).ok_or_else(too_wide)?;
        let plain = rules.but().komi(Score::ZERO).no_result(Score::ZERO).build();
        let game = plain.and_then(|rules| Game::new(board, rules)).map_err(Error::Rules)?;
        Ok(Setting { index, images: Images::of(&board), game })
    }

    /// The number of legal positions.
    pub fn positions(&self) -> u64 {
        self.index.count()
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
        self.points_where(position, player, |play| self.game.rules().suicide().refuses(play).is_none())
    }

    /// The points on which a player's lone stone may remove itself.
    pub(crate) fn lone_suicides(&self, position: Position, player: Colour) -> u32 {
        if self.game.rules().suicide() != Suicide::Allowed {
            return 0;
        }
        self.points_where(position, player, kosolver_board::Play::is_lone_suicide)
    }

    fn points_where(
        &self,
        position: Position,
        player: Colour,
        wanted: impl Fn(&kosolver_board::Play) -> bool,
    ) -> u32 {
        let board = self.game.board();
        let plays = points_of(position.empty(board)).filter_map(|point| position.play(board, player, point));
        plays.filter(wanted).fold(0, |set, play| set | play.point.bit() as u32)
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
        for point in points_of(position.empty(board)) {
            // All around a stone that was taken alone stands who took it.
            if board.adjacent(point.bit()) & !enemy == 0 && self.retaken(position, to_move, point).is_some() {
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
        if retake.captured.count_ones() != 1 {
            return None;
        }
        let taker = Point::new(retake.captured.trailing_zeros() as u8);
        let capture = retake.after.play(board, !banned, taker)?;
        (capture.after == position && Ban::after(board, &capture) == Ban::Point(point))
            .then_some((retake.after, taker))
    }

    /// The plays that a ban prohibits.
    pub(crate) fn banned(&self, position: Position, to_move: Colour, ban: u8) -> u32 {
        if ban == LONE_SUICIDE { self.lone_suicides(position, to_move) } else { 1 << ban }
    }
}

/// The symmetries of a board of at most 32 points, as tables of bytes.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// For each symmetry but the identity, and each byte of a set: where its points go.
    tables: Vec<[[u32; 256]; 4]>,
    /// The same point by point, the identity included.
    points: Vec<[u8; 32]>,
}

impl Images {
    fn of(board: &Board) -> Images {
        let symmetries = Symmetry::group(board, SYMMETRIES);
        let table = |symmetry: &Symmetry| {
            let mut table = [[0; 256]; 4];
            for (byte, images) in table.iter_mut().enumerate() {
                for (set, image) in images.iter_mut().enumerate() {
                    let on_board = (set as u64) << (8 * byte) & board.all();
                    *image = symmetry.set(on_board) as u32;
                }
            }
            table
        };
        let points = |symmetry: &Symmetry| {
            let mut images = [0; 32];
            for point in points_of(board.all()) {
                images[usize::from(point.number())] = symmetry.point(point).number();
            }
            images
        };
        Images {
            tables: symmetries.iter().skip(1).map(table).collect(),
            points: symmetries.iter().map(points).collect(),
        }
    }

    /// The number of symmetries.
    pub(crate) fn count(&self) -> u32 {
        self.points.len() as u32
    }

    /// The image of a position under a symmetry, not the identity.
    #[inline]
    fn image(&self, symmetry: usize, position: Position) -> Position {
        let table = &self.tables[symmetry - 1];
        let set = |set: u64| {
            let bytes = (set as u32).to_le_bytes();
            u64::from(
                table[0][usize::from(bytes[0])]
                    | table[1][usize::from(bytes[1])]
                    | table[2][usize::from(bytes[2])]
                    | table[3][usize::from(bytes[3])],
            )
        };
        Position { black: set(position.black), white: set(position.white) }
    }

    /// The least of the images of a position, and the set of the symmetries that lead there.
    #[inline]
    pub(crate) fn least(&self, position: Position) -> (Position, u32) {
        let (mut least, mut by) = (position, 1);
        for symmetry in 1..self.points.len() {
            let image = self.image(symmetry, position);
            if image < least {
                (least, by) = (image, 1 << symmetry);
            } else if image == least {
                by |= 1 << symmetry;
            }
        }
        (least, by)
    }

    /// How many symmetries leave a position as it is; `None` if one makes it less.
    #[inline]
    pub(crate) fn stabilizer(&self, position: Position) -> Option<u32> {
        let mut count = 1;
        for symmetry in 1..self.points.len() {
            let image = self.image(symmetry, position);
            if image < position {
                return None;
            }
            count += u32::from(image == position);
        }
        Some(count)
    }

    /// Where some symmetries take a point.
    #[inline]
    pub(crate) fn orbit(&self, by: u32, point: Point) -> u32 {
        let image = |symmetry: usize| 1 << self.points[symmetry][usize::from(point.number())];
        if by.is_power_of_two() {
            return image(by.trailing_zeros() as usize);
        }
        (0..self.points.len()).filter(|symmetry| by >> symmetry & 1 == 1).fold(0, |set, it| set | image(it))
    }
}
