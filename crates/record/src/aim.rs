use crate::{Outcome, Player, Points};

/// What a player wants of an outcome, as a number: the more the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Many points. A draw has none.
    #[default]
    Points,
    /// Many more points than the best of the others. A draw is worth 0.
    Lead,
    /// A good place: the number of opponents who do not have more points.
    Place,
}

impl Aim {
    /// What an outcome is worth to a player.
    pub fn worth(self, outcome: &Outcome, player: Player) -> Points {
        let points = outcome.points();
        match self {
            Aim::Points => points[player.index()],
            Aim::Lead => {
                let others = points.iter().enumerate().filter(|(index, _)| *index != player.index());
                let best = others.map(|(_, points)| *points).max().unwrap_or(Points::from_integer(0));
                points[player.index()] - best
            }
            Aim::Place => Points::from_integer(points.len() as i64 - outcome.place(player) as i64),
        }
    }

    /// The least and the most that an outcome can be worth, on a board of so many points.
    pub fn range(self, board_points: usize, players: u8) -> (i64, i64) {
        let all = board_points as i64;
        match self {
            Aim::Points => (0, all),
            Aim::Lead => (-all, all),
            Aim::Place => (0, i64::from(players) - 1),
        }
    }
}

kosolver_board::named!(Aim, "an aim", str::eq_ignore_ascii_case, {
    Points => "points",
    Lead => "lead",
    Place => "place",
});
