use kosolver_board::{Board, Colour, Play, Point, Position};

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
    /// What few rulesets carry along; `None` instead of the default.
    pub ledger: Option<Box<Ledger>>,
}

impl Node {
    /// A node with nothing but a position and a player to move.
    pub fn new(position: Position, to_move: Colour) -> Node {
        Node { position, to_move, passes: 0, ban: Ban::None, ledger: None }
    }

    /// What is carried along.
    pub fn carried(&self) -> &Ledger {
        self.ledger.as_deref().unwrap_or(&NOTHING)
    }

    /// The same node with a change of what is carried along.
    pub fn carrying(mut self, change: impl FnOnce(&mut Ledger)) -> Node {
        let mut ledger = self.ledger.take().unwrap_or_default();
        change(&mut ledger);
        self.ledger = (*ledger != NOTHING).then_some(ledger);
        self
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

/// What the state of a game has beside position, player, passes and ban; most rulesets need none
/// of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ledger {
    /// What the scoring positions so far add up to, as far as the end needs them (Kee 2009). Where
    /// all of the game counts: one tally, or none before the first scoring position. Where a cycle
    /// counts: at `k` the tally of those made since there had been `k`.
    pub tallies: Vec<Tally>,
    /// What Black has gained beyond the board: white prisoners less black ones, pass stones that
    /// White has handed over less Black's.
    pub balance: i32,
    /// The prisoners that Black and White hold and may give back.
    pub held: [u16; 2],
    /// The handicap stones that Black has yet to place.
    pub handicap: u8,
    /// Whether somebody has passed, where the first pass matters.
    pub passed: bool,
    /// Black's passes less White's, now, and the least and the most they have been: where long
    /// cycles end the game.
    pub net_passes: [i16; 3],
    /// The board that Black and White passed last (Kee 2007).
    pub last_passed: [Option<Position>; 2],
    /// Whether the player to move must pass (Kee 2020).
    pub must_pass: bool,
}

static NOTHING: Ledger = Ledger::NOTHING;

/// Some scoring positions, each counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tally {
    /// Their scores, added up.
    pub sum: i32,
    /// How many they are.
    pub count: i32,
}

impl Ledger {
    /// The ledger of a game that carries nothing along.
    const NOTHING: Ledger = Ledger {
        tallies: Vec::new(),
        balance: 0,
        held: [0; 2],
        handicap: 0,
        passed: false,
        net_passes: [0; 3],
        last_passed: [None; 2],
        must_pass: false,
    };

    /// The tally at `k`; empty where nothing has been made since.
    pub fn tally(&self, k: usize) -> Tally {
        self.tallies.get(k).copied().unwrap_or_default()
    }

    /// The same with Black and White exchanged.
    pub fn exchanged(&self) -> Ledger {
        let [now, least, most] = self.net_passes;
        Ledger {
            tallies: self.tallies.iter().map(|tally| Tally { sum: -tally.sum, ..*tally }).collect(),
            balance: -self.balance,
            held: [self.held[1], self.held[0]],
            net_passes: [-now, -most, -least],
            last_passed: [1, 0]
                .map(|player| self.last_passed[player].map(|board: Position| board.inverted())),
            ..*self
        }
    }

    /// The same with its positions mapped, as by a symmetry of the board.
    pub fn mapped(&self, image: impl Fn(Position) -> Position) -> Ledger {
        Ledger { last_passed: self.last_passed.map(|board| board.map(&image)), ..self.clone() }
    }
}
