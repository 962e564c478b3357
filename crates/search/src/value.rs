//! From questions ("does Black reach this score?") to a value.

use std::cell::Cell;

use kosolver_rules::{Game, Score, Threshold};

/// Asks whether Black meets a threshold, in a round: the number of times it was asked before. `None` if
/// the question is put aside.
pub(crate) type Ask<'a, E> = dyn FnMut(Threshold, u32) -> Result<Option<bool>, E> + 'a;

/// The questions that take turns if they are put aside, as differences to the first. Two of them settle
/// the value: that it is reached, and that no more is.
const TURNS: [i64; 4] = [0, -1, 1, -2];

/// Asks until there is an answer.
fn answered<E>(ask: &mut Ask<'_, E>, threshold: Threshold) -> Result<bool, E> {
    let mut round = 0;
    loop {
        if let Some(answer) = ask(threshold, round)? {
            return Ok(answer);
        }
        round += 1;
    }
}

/// The scores a game can end with, as far as the bisection must know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// Every score is a whole number plus this. With `fractions`, any score is possible.
    offset: Score,
    fractions: bool,
    /// The least and the greatest of the whole numbers, where they are known.
    ends: Option<(i64, i64)>,
    /// What taking the whole board is worth.
    reach: i64,
    win_or_loss: bool,
    /// Whether a value can be a win beyond points.
    outright: bool,
}

impl Scale {
    pub(crate) fn of(game: &Game) -> Scale {
        let fractions = !game.scores_are_whole_apart();
        let offset = if fractions { Score::ZERO } else { -game.given() };
        // Won cycles are beyond points, but no value: the loser could always pass.
        let outright = game.rules().may_be_won_outright();
        let ends = game.score_range().filter(|_| !fractions && !outright);
        Scale {
            offset,
            fractions,
            ends: ends.map(|(low, high)| ((low - offset).floor(), (high - offset).floor())),
            reach: i64::from(game.board().points()),
            win_or_loss: game.rules().win_or_loss(),
            outright: outright && !game.rules().long_cycle(),
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
        match self.win_or_loss {
            true => (score < win).then_some(Threshold::at_least(win)),
            false => Some(Threshold::more_than(score)),
        }
    }

    /// The greatest score that is possible and no more than this.
    pub(crate) fn possible(&self, score: Score) -> Score {
        if self.fractions { score } else { self.score((score - self.offset).floor()) }
    }

    /// The value, by asking; `low` and `high` are bounds on it known beforehand, `guess` is what to
    /// ask for first. `ask` gets a question and how often it was asked before; it may put the question
    /// aside, with `None`. Then another one takes its turn, or if there is another guess now, that. `tell`
    /// is told the bounds whenever they become closer.
    ///
    /// # Errors
    /// Those of asking.
    pub(crate) fn value<E>(
        &self,
        (low, high): (Option<Score>, Option<Score>),
        guess: &Cell<Option<Score>>,
        ask: &mut Ask<'_, E>,
        tell: &mut dyn FnMut((Option<Score>, Option<Score>)),
    ) -> Result<Score, E> {
        if self.win_or_loss {
            let won = answered(ask, Threshold::at_least(Score::points(1)))?;
            return Ok(Score::points(if won { 1 } else { -1 }));
        }
        if self.outright {
            if answered(ask, Threshold::at_least(Score::WIN))? {
                return Ok(Score::WIN);
            }
            if !answered(ask, Threshold::more_than(-Score::WIN))? {
                return Ok(-Score::WIN);
            }
        }
        // Black reaches `yes` and not `no`. The ends are known for area scores; the sum of
        // several scoring positions has none, nor have prisoners, so there they are looked for.
        let points = |bound: Option<Score>| bound.filter(|score| score.abs() < Score::WIN);
        let known = |bound: Option<Score>| points(bound).map(|score| (score - self.offset).floor());
        let (low, high) = (known(low), known(high));
        let mut yes = low.or(self.ends.map(|(low, _)| low));
        let mut no = high.or(self.ends.map(|(_, high)| high)).map(|whole| whole + 1);
        // Where scores are fractions, Black gets less than `no`, perhaps by less than a point.
        let rest = i64::from(!self.fractions);
        let mut tell = |yes: Option<i64>, no: Option<i64>| {
            tell((yes.map(|yes| self.score(yes)), no.map(|no| self.score(no - rest))));
        };
        let mut step = 1;
        while yes.is_none() || no.is_none() {
            tell(yes, no);
            let probe = match (yes, no) {
                (None, None) => 0,
                (Some(yes), None) => yes + step,
                (None, Some(no)) => no - step,
                _ => break,
            };
            step *= if yes.is_some() || no.is_some() { 2 } else { 1 };
            if answered(ask, Threshold::at_least(self.score(probe)))? {
                yes = Some(probe);
            } else {
                no = Some(probe);
            }
        }
        let (mut yes, mut no) = (yes.unwrap_or_default(), no.unwrap_or_default());
        // A move that keeps the value is looked for first.
        let mut first: Vec<i64> = match (low, high) {
            (None, Some(high)) => vec![high],
            (Some(low), None) => vec![low + 1],
            _ => Vec::new(),
        };
        let mut guessed = None;
        while no - yes > 1 {
            tell(Some(yes), Some(no));
            if guess.get() != guessed {
                guessed = guess.get();
                first = known(guessed).into_iter().flat_map(|guess| [guess + 1, guess]).collect();
            }
            let probe = first.pop().unwrap_or_else(|| self.probe(yes, no)).clamp(yes + 1, no - 1);
            let turns = TURNS.map(|turn| probe + turn).into_iter().filter(|turn| yes < *turn && *turn < no);
            let rounds = (0..).flat_map(|round| turns.clone().map(move |turn| (turn, round)));
            for (turn, round) in rounds {
                match ask(Threshold::at_least(self.score(turn)), round)? {
                    Some(true) => yes = turn,
                    Some(false) => no = turn,
                    None if guess.get() == guessed => continue,
                    None => {}
                }
                break;
            }
        }
        if !self.fractions {
            return Ok(self.score(yes));
        }
        self.between(yes, ask)
    }

    /// What to ask next, if Black reaches `yes` and not `no`. Most values are near 0, or one player
    /// takes the whole board; and the nearer a question is to the value, the less is
    /// asked for in vain.
    fn probe(&self, yes: i64, no: i64) -> i64 {
        if yes < 1 && no > 1 {
            return 1;
        }
        // For values up to 0 the same with the players exchanged.
        let (least, beyond) = if yes >= 1 { (yes, no) } else { (1 - no, 1 - yes) };
        let probe =
            if least > 2 && least < self.reach && beyond > self.reach { self.reach } else { least + 1 };
        if yes >= 1 { probe } else { 1 - probe }
    }

    /// The value that is at least `whole` and less than `whole + 1`, a fraction: found in the
    /// Stern–Brocot tree, where every fraction is met after finitely many questions.
    fn between<E>(&self, whole: i64, ask: &mut Ask<'_, E>) -> Result<Score, E> {
        let (mut low, mut high) = ((whole, 1), (whole + 1, 1));
        if !answered(ask, Threshold::more_than(Score::fraction(whole, 1)))? {
            return Ok(Score::fraction(whole, 1));
        }
        loop {
            let middle = (low.0 + high.0, low.1 + high.1);
            let score = Score::fraction(middle.0, middle.1);
            if !answered(ask, Threshold::at_least(score))? {
                high = middle;
            } else if answered(ask, Threshold::more_than(score))? {
                low = middle;
            } else {
                return Ok(score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::Board;

    use super::*;

    fn found(rules: &str, board: &str, value: Score, low: Option<Score>, high: Option<Score>) -> Score {
        let near = guessed(rules, board, value, (low, high), Some(value - Score::points(1)));
        assert_eq!(near, value, "a guess changes nothing");
        guessed(rules, board, value, (low, high), None)
    }

    fn guessed(
        rules: &str,
        board: &str,
        value: Score,
        (low, high): (Option<Score>, Option<Score>),
        guess: Option<Score>,
    ) -> Score {
        let board: Board = board.parse().unwrap();
        let scale = Scale::of(&Game::new(board, rules.parse().unwrap()).unwrap());
        let asked = scale.value(
            (low, high),
            &Cell::new(guess),
            &mut |threshold, _| Ok::<Option<bool>, ()>(Some(threshold.met_by(value))),
            &mut |(low, high)| {
                assert!(low.is_none_or(|low| low <= value) && high.is_none_or(|high| value <= high));
            },
        );
        asked.unwrap()
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

    #[test]
    fn a_right_guess_asks_the_fewest_questions() {
        let board: Board = "3x4".parse().unwrap();
        let scale = Scale::of(&Game::new(board, "psk".parse().unwrap()).unwrap());
        for (whole, most) in [(-12, 1), (0, 2), (7, 2), (12, 1)] {
            let value = Score::points(whole);
            let mut questions = 0;
            let mut ask = |threshold: Threshold, _| {
                questions += 1;
                Ok::<Option<bool>, ()>(Some(threshold.met_by(value)))
            };
            let found = scale.value((None, None), &Cell::new(Some(value)), &mut ask, &mut |_| ());
            assert_eq!((found, questions), (Ok(value), most));
        }
    }

    #[test]
    fn a_guess_that_comes_later_is_asked_for_at_once() {
        let scale = Scale::of(&Game::new("3x4".parse().unwrap(), "psk".parse().unwrap()).unwrap());
        for (guessed, then) in [(7, vec![7, 8]), (9, vec![9, 8, 1, 2, 3, 4, 5, 6, 7])] {
            let (value, guess, mut asked) = (Score::points(7), Cell::new(None), Vec::new());
            let mut ask = |threshold: Threshold, _| {
                asked.push(threshold.score.floor());
                let is_first = guess.replace(Some(Score::points(guessed))).is_none();
                Ok::<Option<bool>, ()>((!is_first).then(|| threshold.met_by(value)))
            };
            assert_eq!(scale.value((None, None), &guess, &mut ask, &mut |_| ()), Ok(value));
            assert_eq!((asked[0], &asked[1..]), (1, &then[..]), "guessed {guessed}");
        }
    }

    /// What is asked, and in which round, if each question is answered in the round that is told.
    fn asked(value: i32, answered_in: impl Fn(i64) -> u32) -> Vec<(i64, u32)> {
        let scale = Scale::of(&Game::new("3x4".parse().unwrap(), "psk".parse().unwrap()).unwrap());
        let value = Score::points(value);
        let mut asked = Vec::new();
        let mut ask = |threshold: Threshold, round| {
            let whole = threshold.score.floor();
            asked.push((whole, round));
            Ok::<Option<bool>, ()>((round >= answered_in(whole)).then(|| threshold.met_by(value)))
        };
        let found = scale.value((None, None), &Cell::new(None), &mut ask, &mut |_| ());
        assert_eq!(found, Ok(value));
        asked
    }

    #[test]
    fn questions_that_are_put_aside_take_turns() {
        // "At least 1" is hard, those beside it are not. Once they are answered it is all that is left; after
        // each answer it begins with its first round.
        let hard = |whole| if whole == 1 { 2 } else { 0 };
        assert_eq!(asked(0, hard), [(1, 0), (0, 0), (1, 0), (2, 0), (1, 0), (1, 1), (1, 2)]);
        // All take turns, and each gets as many rounds as the others.
        let first = asked(0, |_| 2);
        assert_eq!(first[..9], [(1, 0), (0, 0), (2, 0), (-1, 0), (1, 1), (0, 1), (2, 1), (-1, 1), (1, 2)]);
        // Whatever is answered when, the value is the same.
        for value in -12..=12 {
            for slow in 0..5 {
                asked(value, |whole| (whole * slow).rem_euclid(4) as u32);
            }
        }
    }
}
