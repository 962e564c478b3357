use crate::{Board, Error, Player};

/// The stones on a board: who has a stone on each point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position(Box<[Option<Player>]>);

/// What a play does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Where the stone is put.
    pub point: usize,
    /// The position after it.
    pub after: Position,
    /// The points whose opposing stones it removes.
    pub captured: Vec<usize>,
    /// The points whose own stones it removes, since they have no liberty; the played one is among them.
    pub suicide: Vec<usize>,
}

impl Position {
    /// The empty board.
    pub fn empty(board: &Board) -> Position {
        Position(vec![None; board.points()].into())
    }

    /// Who has a stone there.
    pub fn at(&self, point: usize) -> Option<Player> {
        self.0[point]
    }

    /// Puts a stone there, or takes it away. Nothing is captured.
    pub fn set(&mut self, point: usize, stone: Option<Player>) {
        self.0[point] = stone;
    }

    /// The number of stones of a player.
    pub fn stones(&self, player: Player) -> usize {
        self.0.iter().filter(|stone| **stone == Some(player)).count()
    }

    /// The points without a stone.
    pub fn vacant(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, stone)| stone.is_none()).map(|(point, _)| point)
    }

    /// Connected points that hold the same as this one (stones of one player, or nothing), and what
    /// else is adjacent to them: an empty point, the players whose stones touch.
    fn region(&self, board: &Board, point: usize) -> (Vec<usize>, Vec<Option<Player>>) {
        let here = self.at(point);
        let mut seen = vec![false; self.0.len()];
        seen[point] = true;
        let (mut points, mut touches, mut next) = (vec![point], Vec::new(), 0);
        while next < points.len() {
            for &other in board.neighbours(points[next]) {
                if self.at(other) != here {
                    if !touches.contains(&self.at(other)) {
                        touches.push(self.at(other));
                    }
                } else if !seen[other] {
                    seen[other] = true;
                    points.push(other);
                }
            }
            next += 1;
        }
        (points, touches)
    }

    /// What a player does by putting a stone on a point: the stones of every opponent that have no
    /// liberty then are removed; after that his own, if they have none. `None` if there is a stone.
    pub fn play(&self, board: &Board, player: Player, point: usize) -> Option<Play> {
        if self.at(point).is_some() {
            return None;
        }
        let mut after = self.clone();
        after.set(point, Some(player));
        let mut captured = Vec::new();
        for &other in board.neighbours(point) {
            if after.at(other).is_some_and(|owner| owner != player) && !captured.contains(&other) {
                captured.extend(after.without_liberty(board, other));
            }
        }
        for &gone in &captured {
            after.set(gone, None);
        }
        let suicide = after.without_liberty(board, point);
        for &gone in &suicide {
            after.set(gone, None);
        }
        Some(Play { point, after, captured, suicide })
    }

    /// The chain of the stone on a point, if it has no liberty; else nothing.
    fn without_liberty(&self, board: &Board, point: usize) -> Vec<usize> {
        let (chain, touches) = self.region(board, point);
        if touches.contains(&None) { Vec::new() } else { chain }
    }

    /// The points of each player of a game of so many: his stones, and the empty points enclosed by
    /// his stones alone.
    pub fn points(&self, board: &Board, players: u8) -> Vec<i64> {
        let mut points: Vec<i64> = Player::all(players).map(|player| self.stones(player) as i64).collect();
        let mut counted = vec![false; self.0.len()];
        for point in self.vacant() {
            if !counted[point] {
                let (region, touches) = self.region(board, point);
                region.iter().for_each(|&point| counted[point] = true);
                if let [Some(owner)] = touches[..] {
                    points[owner.index()] += region.len() as i64;
                }
            }
        }
        points
    }

    /// Whether every stone has a liberty in its chain.
    pub fn is_legal(&self, board: &Board) -> bool {
        (0..self.0.len()).all(|point| self.at(point).is_none() || self.region(board, point).1.contains(&None))
    }

    /// The position that a symmetry of the board makes of this, by the image of each point.
    pub fn image(&self, symmetry: &[usize]) -> Position {
        let mut image = self.clone();
        for (point, &to) in symmetry.iter().enumerate() {
            image.set(to, self.at(point));
        }
        image
    }

    /// Rows from the top with `/` between them: `X`, `O`, `#` and `@` are stones, `.` is empty.
    pub fn text(&self, board: &Board) -> String {
        let symbol = |stone: &Option<Player>| stone.map_or('.', Player::symbol);
        let rows = self.0.chunks(board.columns()).map(|row| row.iter().map(symbol).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// The position with this text.
    ///
    /// # Errors
    /// [`Error::Position`] if it does not fit the board, or if stones without a liberty are in it.
    pub fn parse(board: &Board, text: &str) -> Result<Position, Error> {
        let fault = |fault: String| Error::Position {
            text: kosolver_board::shortened(text, 64).to_string(),
            board: board.to_string(),
            fault,
        };
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != board.rows() {
            return Err(fault(format!("it has {} row(s), not {}", rows.len(), board.rows())));
        }
        let mut stones = Vec::with_capacity(board.points());
        for row in rows {
            let before = stones.len();
            for symbol in row.chars() {
                stones.push(match (symbol, Player::of_symbol(symbol)) {
                    ('.', _) => None,
                    (_, Some(player)) => Some(player),
                    _ => {
                        return Err(fault(format!(
                            "'{}' is no stone: write X, O, #, @ or .",
                            symbol.escape_default()
                        )));
                    }
                });
            }
            if stones.len() - before != board.columns() {
                return Err(fault(format!(
                    "a row has {} point(s), not {}",
                    stones.len() - before,
                    board.columns()
                )));
            }
        }
        let position = Position(stones.into());
        if position.is_legal(board) { Ok(position) } else { Err(fault("a stone has no liberty".to_owned())) }
    }
}
