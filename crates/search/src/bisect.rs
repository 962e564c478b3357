//! From questions ("does Black reach this score?") to a value.

use rules::{Game, Score, Threshold};

/// The scores a game can end with, as far as the bisection must know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// Every score is a whole number plus this. With `fractions`, any score is possible.
    offset: Score,
    fractions: bool,
    /// Area scores less komi lie within this.
    reach: i64,
    win_or_loss: bool,
}

impl Scale {
    pub(crate) fn of(game: &Game) -> Scale {
        let fractions = game.rules.ko.combines_scores();
        Scale {
            offset: if fractions { Score::ZERO } else { -game.rules.komi },
            fractions,
            reach: i64::from(game.board.points()),
            win_or_loss: game.rules.ko.win_or_loss(),
        }
    }

    fn score(&self, whole: i64) -> Score {
        Score::fraction(whole, 1) + self.offset
    }

    /// The question whether Black gets at least a score; `None` where he cannot get less.
    pub(crate) fn reached(&self, score: Score) -> Option<Threshold> {
        (!self.win_or_loss || score >= Score::points(1)).then_some(Threshold::at_least(score))
    }

    /// The question whether Black gets more than a score; `None` where there is no more to get.
    pub(crate) fn above(&self, score: Score) -> Option<Threshold> {
        let win = Score::points(1);
        match (self.win_or_loss, self.fractions) {
            (true, _) => (score < win).then_some(Threshold::at_least(win)),
            (false, true) => Some(Threshold::more_than(score)),
            (false, false) => Some(Threshold::at_least(score + Score::points(1))),
        }
    }

    /// The value, by asking; `low` and `high` are bounds on it known beforehand.
    pub(crate) fn value(
        &self,
        low: Option<Score>,
        high: Option<Score>,
        ask: &mut dyn FnMut(Threshold) -> bool,
    ) -> Score {
        if self.win_or_loss {
            return if ask(Threshold::at_least(Score::points(1))) {
                Score::points(1)
            } else {
                Score::points(-1)
            };
        }
        let mut reaches = |whole: i64| ask(Threshold::at_least(self.score(whole)));
        // Black reaches `yes` and not `no`. The ends are known for area scores; the sum of
        // several scoring positions has none, so there they are looked for.
        let known = |bound: Option<Score>| bound.map(|score| (score - self.offset).floor());
        let mut yes = known(low).or_else(|| (!self.fractions).then_some(-self.reach));
        let mut no =
            known(high).map(|whole| whole + 1).or_else(|| (!self.fractions).then_some(self.reach + 1));
        let mut step = 1;
        while yes.is_none() || no.is_none() {
            let probe = match (yes, no) {
                (None, None) => 0,
                (Some(yes), None) => yes + step,
                (None, Some(no)) => no - step,
                _ => break,
            };
            step *= if yes.is_some() || no.is_some() { 2 } else { 1 };
            if reaches(probe) {
                yes = Some(probe);
            } else {
                no = Some(probe);
            }
        }
        let (mut yes, mut no) = (yes.unwrap_or_default(), no.unwrap_or_default());
        while no - yes > 1 {
            // Toward 0, where most values are.
            let middle =
                if yes < 0 && no > 1 { i64::midpoint(yes, no).clamp(-1, 1) } else { i64::midpoint(yes, no) };
            let middle = middle.clamp(yes + 1, no - 1);
            if reaches(middle) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        if !self.fractions {
            return self.score(yes);
        }
        self.between(yes, ask)
    }

    /// The value that is at least `whole` and less than `whole + 1`, a fraction: found in the
    /// Stern–Brocot tree, where every fraction is met after finitely many questions.
    fn between(&self, whole: i64, ask: &mut dyn FnMut(Threshold) -> bool) -> Score {
        let (mut low, mut high) = ((whole, 1), (whole + 1, 1));
        if !ask(Threshold::more_than(Score::fraction(whole, 1))) {
            return Score::fraction(whole, 1);
        }
        loop {
            let middle = (low.0 + high.0, low.1 + high.1);
            let score = Score::fraction(middle.0, middle.1);
            if !ask(Threshold::at_least(score)) {
                high = middle;
            } else if ask(Threshold::more_than(score)) {
                low = middle;
            } else {
                return score;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use board::Board;

    use super::*;

    fn found(rules: &str, board: &str, value: Score, low: Option<Score>, high: Option<Score>) -> Score {
        let board: Board = board.parse().unwrap();
        let scale = Scale::of(&Game::new(board, rules.parse().unwrap()));
        scale.value(low, high, &mut |threshold| threshold.met_by(value))
    }

    #[test]
    fn every_value_is_found_with_and_without_bounds() {
        for whole in -12..=12 {
            for komi in ["0", "7.5", "-1/3"] {
                let value = Score::points(whole) - komi.parse().unwrap();
                let rules = format!("psk komi={komi}");
                assert_eq!(found(&rules, "3x4", value, None, None), value);
                assert_eq!(found(&rules, "3x4", value, Some(value), None), value);
                assert_eq!(found(&rules, "3x4", value, None, Some(value)), value);
                assert_eq!(found(&rules, "3x4", value, Some(value), Some(value)), value);
            }
        }
        for numerator in -70..=70 {
            for denominator in 1..=9 {
                let value = Score::fraction(numerator, denominator);
                assert_eq!(found("kee", "3x4", value, None, None), value);
                assert_eq!(found("kee", "3x4", value, Some(value), None), value);
                assert_eq!(found("kee", "3x4", value, None, Some(value)), value);
            }
        }
    }
}
