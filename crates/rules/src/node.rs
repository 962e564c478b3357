use board::{Board, Colour, Play, Point, Position};

/// The finite part of the state of a game: all of it that is not history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node {
    /// The stones.
    pub position: Position,
    /// Whose move it is.
    pub to_move: Colour,
    /// Consecutive passes just made, as far as the ko rule counts them.
    pub passes: u8,
    /// What basic ko prohibits here.
    pub ban: Ban,
    /// What a rule that sums up scoring positions carries along.
    pub ledger: Option<Box<Ledger>>,
}

impl Node {
    /// A node with nothing but a position and a player to move.
    pub fn new(position: Position, to_move: Colour) -> Node {
        Node { position, to_move, passes: 0, ban: Ban::None, ledger: None }
    }
}

/// The play that basic ko prohibits at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ban {
    /// None.
    None,
    /// The immediate recapture on this point.
    Point(Point),
    /// A single stone that removes itself, after the opponent's did just that.
    LoneSuicide,
}

impl Ban {
    /// What basic ko prohibits after this play: a play that leads back to the position before it.
    ///
    /// Only two plays can lead back. The recapture, on the one point where a stone was taken,
    /// of the one stone that took it; whether it takes more is tried, not argued. Or, after a
    /// lone suicide (which left the position as it was), another lone suicide.
    pub fn after(board: &Board, play: &Play) -> Ban {
        if play.is_lone_suicide() {
            return Ban::LoneSuicide;
        }
        if play.captured.count_ones() == 1 {
            let taken = Point::new(play.captured.trailing_zeros() as u8);
            let retake = play.after.play(board, !play.colour, taken);
            if retake.is_some_and(|retake| retake.after == play.before) {
                return Ban::Point(taken);
            }
        }
        Ban::None
    }

    /// Whether it prohibits this play.
    pub fn hits(self, play: &Play) -> bool {
        match self {
            Ban::None => false,
            Ban::Point(point) => point == play.point,
            Ban::LoneSuicide => play.is_lone_suicide(),
        }
    }
}

/// What the scoring positions of a game so far add up to, as far as its end needs them (Kee).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ledger {
    /// Where all of the game counts: one tally, or none before the first scoring position.
    /// Where a cycle counts: at `k` the tally of those made since there had been `k`.
    pub tallies: Vec<Tally>,
}

/// Some scoring positions, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tally {
    /// Their area scores, added up.
    pub sum: i32,
    /// How many they are.
    pub count: i32,
}

impl Ledger {
    /// The tally at `k`; empty where nothing has been made since.
    pub fn tally(&self, k: usize) -> Tally {
        self.tallies.get(k).copied().unwrap_or_default()
    }
}
