//! Where rules differ: every start position of a board solved under several rules.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use kosolver_board::{Board, Colour, count_legal};
use kosolver_report::{BoardComparison, Comparison, Pair, Separator, Solved, Start, StartValue, ValueRecord};
use kosolver_rules::{Game, Score};
use kosolver_search::{Error, Guides, Line, Meter, Resources, Session, Solution, Value};

use crate::census::{Census, Starts};
use crate::column::Column;
use crate::forecast::forecast_starts;
use crate::parallel::{Done, each, heaviest_first};
use crate::parting::{Side, parting, prohibition};

/// The values of all starts under one rule, and the session that found them.
struct Answers<'a> {
    column: &'a Column,
    values: Vec<Value>,
    session: Session,
}

impl Census {
    /// How many solutions it takes.
    pub fn tasks(&self) -> usize {
        let starts = |(board, columns): &(Board, Vec<Column>)| {
            Starts::of(board, columns).map_or(0, |starts| starts.list.len() * columns.len())
        };
        self.boards.iter().map(starts).sum()
    }

    /// Compares the rules on all boards. The starts of a board share what is found about it.
    ///
    /// # Errors
    /// Those of the searches.
    pub fn solve(&self, meter: &Meter, done: Done) -> Result<Comparison, Error> {
        let weight = |(board, columns): &(Board, Vec<Column>)| {
            columns.iter().map(|column| forecast_starts(board, &column.rules)).fold(0, u64::saturating_add)
        };
        let compared =
            heaviest_first(&self.boards, weight, |(board, columns)| compare(*board, columns, meter, done));
        Ok(self.comparison(compared?))
    }

    /// The values of all starts of all boards, start by start.
    ///
    /// # Errors
    /// Those of the searches.
    pub fn values(&self, meter: &Meter, done: Done) -> Result<Vec<StartValue>, Error> {
        let mut values = Vec::new();
        for (board, columns) in &self.boards {
            let starts = Starts::of(board, columns)?;
            let answers = answers(*board, columns, &starts, meter, done)?;
            for (number, &(position, to_play)) in starts.list.iter().enumerate() {
                values.extend(answers.iter().map(|answers| StartValue {
                    board: *board,
                    position: position.text(board),
                    to_play,
                    stones: position.occupied().len(),
                    rules: answers.column.rules_name(),
                    suicide: answers.column.rules.suicide().to_string(),
                    value: ValueRecord::of(&answers.values[number], to_play),
                }));
            }
        }
        Ok(values)
    }

    /// What was found on its boards, together.
    pub(crate) fn comparison(&self, boards: Vec<BoardComparison>) -> Comparison {
        let title = if self.suicide().is_some() {
            "Where ko rules differ on small boards"
        } else {
            "Where rulesets differ on small boards"
        };
        Comparison {
            title: title.to_owned(),
            format: 1,
            suicide: self.suicide().map(|suicide| suicide.to_string()),
            rules: self.columns().into_iter().map(Column::spelled_out).collect(),
            boards,
        }
    }
}

/// What the starts of a board are worth, under several rules.
fn answers<'a>(
    board: Board,
    columns: &'a [Column],
    starts: &Starts,
    meter: &Meter,
    done: Done,
) -> Result<Vec<Answers<'a>>, Error> {
    // Rules that combine scores take longest.
    let weight = |column: &Column| u64::from(column.rules.ko().combines_scores());
    let resources = Resources::default().with_guides(Guides::default());
    // Most starts are worth the same under most rules: what is found under one is asked for first under
    // the next. Endless play tells less.
    let likely: Vec<OnceLock<Score>> = starts.list.iter().map(|_| OnceLock::new()).collect();
    heaviest_first(columns, weight, |column| {
        let mut session = Session::with(Game::new(board, column.rules)?, resources.clone(), meter);
        let mut values = Vec::with_capacity(starts.list.len());
        for (&(position, first), likely) in starts.list.iter().zip(&likely) {
            let request = session.request(position, first)?.with_guess(likely.get().copied());
            let value = session.solve(&request)?.value;
            if !column.rules.endless() {
                likely.get_or_init(|| value.worth);
            }
            values.push(value);
            done(None);
        }
        Ok(Answers { column, values, session })
    })
}

/// All starts of a board, under several rules.
pub(crate) fn compare(
    board: Board,
    columns: &[Column],
    meter: &Meter,
    done: Done,
) -> Result<BoardComparison, Error> {
    let starts = Starts::of(&board, columns)?;
    let mut answers = answers(board, columns, &starts, meter, done)?;

    let agreed = (0..starts.list.len())
        .filter(|&start| answers.iter().all(|other| difference(&answers[0], other, start) == Score::ZERO));
    let agreed = agreed.count();
    let pairs = (0..answers.len()).flat_map(|one| (one + 1..columns.len()).map(move |other| [one, other]));
    let found: Vec<([usize; 2], Difference)> = pairs
        .map(|pair| (pair, Difference::between(pair.map(|place| &answers[place]), starts.list.len())))
        .collect();
    let mut named: Vec<usize> =
        found.iter().flat_map(|(_, found)| [found.smallest, found.swing]).flatten().collect();
    named.sort_unstable();
    named.dedup();
    let lines = each(&mut answers, |answers| {
        let line = |&start: &usize| {
            let (position, first) = starts.list[start];
            let request = answers.session.request(position, first)?.with_line(true);
            Ok((start, answers.session.solve(&request)?))
        };
        named.iter().map(line).collect::<Result<BTreeMap<usize, Solution>, Error>>()
    })?;

    let mut pairs = Vec::new();
    for (pair, found) in found {
        let sides = answers.get_disjoint_mut(pair).expect("two different rules");
        let solutions = pair.map(|place| &lines[place]);
        pairs.push(record(&board, &starts, sides, solutions, &found)?);
    }
    let separators = named.iter().map(|start| Start {
        position: starts.list[*start].0.text(&board),
        to_play: starts.to_play(*start),
        stones: starts.list[*start].0.occupied().len(),
        values: columns
            .iter()
            .zip(&lines)
            .map(|(column, lines)| solved(column, &board, starts.list[*start].1, &lines[start]))
            .collect(),
    });
    Ok(BoardComparison {
        board,
        rules: columns.iter().map(|column| column.title().to_owned()).collect(),
        positions: count_legal(&board) as u64,
        starts: starts.list.len(),
        both_to_play: starts.both,
        agreed,
        separators: separators.collect(),
        pairs,
    })
}

/// The record of a pair of rules.
fn record(
    board: &Board,
    starts: &Starts,
    mut sides: [&mut Answers; 2],
    solutions: [&BTreeMap<usize, Solution>; 2],
    found: &Difference,
) -> Result<Pair, Error> {
    let mut separator = |start: Option<usize>| {
        let Some(start) = start else { return Ok::<_, Error>(None) };
        let place = starts.list[start];
        let [one, other] = solutions.map(|solutions| &solutions[&start]);
        let prohibited = [
            prohibition(sides[1].session.game(), place, &one.line.moves),
            prohibition(sides[0].session.game(), place, &other.line.moves),
        ];
        let [first, second] = &mut sides;
        let sides = [
            Side { name: first.column.title(), session: &mut first.session, worth: one.value.worth },
            Side { name: second.column.title(), session: &mut second.session, worth: other.value.worth },
        ];
        Ok(Some(Separator {
            position: place.0.text(board),
            to_play: starts.to_play(start),
            prohibited,
            parting: parting(sides, place)?,
        }))
    };
    Ok(Pair {
        smallest: separator(found.smallest)?,
        swing: separator(found.swing)?,
        rules: sides.each_ref().map(|side| side.column.title().to_owned()),
        differ: found.differ,
        sum: found.sum,
        largest: found.largest,
    })
}

fn solved(column: &Column, board: &Board, first: Colour, solution: &Solution) -> Solved {
    let Line { moves, repeats_after, .. } = &solution.line;
    Solved {
        rules: column.rules_name(),
        value: ValueRecord::of(&solution.value, first),
        variation: moves.iter().map(|made| made.name(board)).collect(),
        repeats_after: *repeats_after,
    }
}

/// By how much two rules differ on a start. Where one of them knows only winning and losing, by
/// who wins: a draw is a point from either.
fn difference(one: &Answers, other: &Answers, start: usize) -> Score {
    let (a, b) = (one.values[start].worth, other.values[start].worth);
    if one.column.rules.win_or_loss() || other.column.rules.win_or_loss() {
        let sign = |score: Score| Score::points(score.cmp(&Score::ZERO) as i32);
        return (sign(a) - sign(b)).abs();
    }
    (a - b).abs()
}

/// What the values of two rules say.
struct Difference {
    differ: usize,
    sum: Score,
    largest: Score,
    smallest: Option<usize>,
    swing: Option<usize>,
}

impl Difference {
    fn between([one, other]: [&Answers; 2], starts: usize) -> Difference {
        let mut found =
            Difference { differ: 0, sum: Score::ZERO, largest: Score::ZERO, smallest: None, swing: None };
        for start in 0..starts {
            let difference = difference(one, other, start);
            if difference == Score::ZERO {
                continue;
            }
            found.differ += 1;
            found.sum = found.sum + difference;
            found.smallest.get_or_insert(start);
            if difference > found.largest {
                found.largest = difference;
                found.swing = Some(start);
            }
        }
        found
    }
}
