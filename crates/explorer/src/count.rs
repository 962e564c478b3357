//! How a game that is over is counted, in words.

use kosolver::board::PointSet;
use kosolver::rules::Score;
use kosolver::{Colour, Outcome, Referee, Scoring};
use serde::Serialize;

use crate::people::minus;
use crate::position::Prisoners;

/// What each player has when a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The empty points that are Black's, by their names.
    pub black: Vec<String>,
    /// The empty points that are White's.
    pub white: Vec<String>,
    /// What each player has, in words.
    pub words: String,
}

impl Count {
    /// The count of a game that is over; nothing where its score is not what stands on the board.
    pub fn of(referee: &Referee, prisoners: Prisoners) -> Option<Count> {
        let Some(Outcome::Score(score)) = referee.outcome() else { return None };
        let (board, position, rules) = (referee.game().board(), referee.position(), referee.game().rules());
        let empty = position.empty(board);
        let reached = |colour| board.connected(board.adjacent(position.stones(colour)), empty);
        let (black, white) = (reached(Colour::Black), reached(Colour::White));
        let of_stones = |colour| Some((position.stones(colour).len(), "stone"));
        let of_points = |points: PointSet| Some((points.len(), "point"));
        let has = |colour, own: PointSet, taken| match rules.scoring() {
            Scoring::Area => [of_stones(colour), of_points(own)],
            Scoring::Stones => [of_stones(colour), None],
            Scoring::Territory => [of_points(own), Some((taken, "prisoner"))],
            Scoring::Equivalence => [None, None],
        };
        let (own, other) = (black - white, white - black);
        let both = [has(Colour::Black, own, prisoners.black), has(Colour::White, other, prisoners.white)];
        let [points, others] =
            both.map(|all| all.into_iter().flatten().map(|(number, _)| i64::from(number)).sum::<i64>());
        if Score::points(points as i32 - others as i32) - rules.komi() != score
            || rules.scoring() == Scoring::Equivalence
        {
            return None;
        }
        let [first, second] = both.map(|all| {
            let parts = all.into_iter().flatten().filter(|(number, _)| *number > 0);
            let parts: Vec<String> = parts
                .map(|(number, what)| format!("{number} {what}{}", if number == 1 { "" } else { "s" }))
                .collect();
            if parts.is_empty() { "nothing".to_owned() } else { parts.join(" and ") }
        });
        let komi = match rules.komi() {
            komi if komi == Score::ZERO => String::new(),
            komi => minus(&format!(", komi {komi}")),
        };
        let name = |points: PointSet| points.iter().map(|point| board.point_name(point)).collect();
        let words = format!("Black has {first}, White {second}{komi}");
        // Where only stones count, nobody has points.
        let marked = rules.scoring() != Scoring::Stones;
        let shown = |points| if marked { name(points) } else { Vec::new() };
        Some(Count { black: shown(own), white: shown(other), words })
    }
}
