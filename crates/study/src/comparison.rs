//! Where ko rules part: every start position of a board under several rules.

use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, Position, count_legal, distinct_positions, least_legal};
use kosolver_rules::{Game, Ko, Ruleset, Score, Suicide};
use kosolver_search::{Error, Line, Meter, Request, Session, Solution, Value};
use rayon::prelude::*;
use serde::Serialize;

use crate::parting::{Parting, Prohibition, parting, prohibition};
use crate::{Rules, ValueRecord};

/// The most legal positions of a board that is compared; 4x4 has 24 million.
const MOST_POSITIONS: u128 = 1_000_000;

/// What to compare: every start position of some boards under some rules.
#[derive(Clone, Debug)]
pub struct Census {
    /// The boards, each with its ko rules in the order of tables.
    pub boards: Vec<(Board, Vec<Ko>)>,
    /// The suicide rule.
    pub suicide: Suicide,
}

/// What came of comparing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// What it is.
    pub title: &'static str,
    /// The version of this form.
    pub format: u32,
    /// The suicide rule.
    pub suicide: String,
    /// The rules that were compared on some board, spelled out.
    pub rules: Vec<Rules>,
    /// Board by board.
    pub boards: Vec<BoardComparison>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardComparison {
    /// The board, as in `3x3`.
    pub board: String,
    /// The rules that were compared on it.
    pub rules: Vec<&'static str>,
    /// Its legal positions.
    pub positions: u64,
    /// Its start positions up to symmetry and exchange of colours: legal positions up to
    /// symmetry, Black to move.
    pub starts: usize,
    /// How many of them all these rules agree on.
    pub agreed: usize,
    /// Every pair of rules.
    pub pairs: Vec<Pair>,
    /// The starts that pairs name, fewest stones first.
    pub separators: Vec<Start>,
}

/// Two rules on one board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// Their names.
    pub rules: [&'static str; 2],
    /// On how many starts they differ.
    pub differ: usize,
    /// By how much, added up over all starts.
    pub sum: Score,
    /// By how much at most.
    pub largest: Score,
    /// The first start that separates them: fewest stones, then in canonical order.
    pub smallest: Option<Separator>,
    /// The first start on which they differ most.
    pub swing: Option<Separator>,
}

/// A start that separates two rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Separator {
    /// The start, Black to move.
    pub position: String,
    /// The first rule's principal variation before the referee of the second, and the other way
    /// round: the first illegal move of each, if it has one.
    pub prohibited: [Option<Prohibition>; 2],
    /// Best play of those who gain by their rule, up to the move at which the rules part.
    pub parting: Parting,
}

/// A start under every rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Start {
    /// Rows from the top.
    pub position: String,
    /// How many stones it has.
    pub stones: u32,
    /// Under each rule, in the order of rules: what it is worth and how it is played.
    pub values: Vec<Solved>,
}

/// A start under one rule, Black to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solved {
    /// The rule.
    pub ko: &'static str,
    /// The value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// A principal variation.
    pub variation: Vec<String>,
    /// If it goes on for ever: after how many moves the node first stood that comes again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_after: Option<usize>,
}

impl Solved {
    /// The value in a word: a score, `NR`, or who wins.
    pub fn headline(&self) -> String {
        self.value.headline()
    }
}

/// The values of all starts under one rule, and the session that found them.
struct Column<'a> {
    ko: Ko,
    values: Vec<Value>,
    session: Session<'a>,
}

impl Census {
    /// The boards whose comparison is published: 1x2 … 1x8, 2x2, 2x3, 2x4, 3x3.
    pub fn default_boards() -> Vec<Board> {
        let sizes = (2..=8).map(|columns| (1, columns)).chain([(2, 2), (2, 3), (2, 4), (3, 3)]);
        sizes.filter_map(|(rows, columns)| Board::new(rows, columns).ok()).collect()
    }

    /// All rules that have a score and do not take minutes on this board. Those that combine scores
    /// (Kee's) take 3 minutes of one core on 1x8 (docs/reports.md), all others a second, but those with long fights.
    pub fn default_rules(board: &Board) -> Vec<Ko> {
        let side = board.rows().max(board.columns());
        let quick = |ko: &Ko| !ko.combines_scores() || (side < 8 && board.points() < 10);
        Ko::all().filter(|ko| !ko.win_or_loss() && !ko.has_long_fights()).filter(quick).collect()
    }

    /// All rules of the census, in the order of tables.
    fn rules(&self) -> Vec<Ko> {
        let listed = |ko: &Ko| self.boards.iter().any(|(_, rules)| rules.contains(ko));
        Ko::all().flat_map(Ko::readings).filter(listed).collect()
    }

    /// Checks that the starts of every board can be listed.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for a board with more legal positions than are taken.
    pub fn check(&self) -> Result<(), Error> {
        for (board, _) in &self.boards {
            let least = least_legal(board);
            let positions = if least > MOST_POSITIONS { least } else { count_legal(board) };
            if positions > MOST_POSITIONS {
                return Err(Error::TooLarge {
                    board: board.to_string(),
                    positions,
                    rule: "every rule of a comparison".to_owned(),
                    limit: MOST_POSITIONS,
                });
            }
        }
        Ok(())
    }

    /// How many starts there are to solve, under all rules together.
    pub fn tasks(&self) -> usize {
        self.boards.iter().map(|(board, rules)| distinct_positions(board).len() * rules.len()).sum()
    }

    /// Solves every start under every rule. `done` is called after each solution, from any thread.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if a rule with endless play meets a board with too many positions.
    pub fn solve(&self, meter: &Meter, done: &(dyn Fn() + Sync)) -> Result<Comparison, Error> {
        // The long ones first, so that no core waits for the last.
        let mut order: Vec<usize> = (0..self.boards.len()).collect();
        order.sort_by_key(|&index| std::cmp::Reverse(self.boards[index].0.points()));
        let solved = order.into_par_iter().with_max_len(1).map(|index| {
            let (board, rules) = &self.boards[index];
            (index, self.compare(*board, rules, meter, done))
        });
        let mut solved: Vec<(usize, Result<BoardComparison, Error>)> = solved.collect();
        solved.sort_by_key(|(index, _)| *index);
        let boards: Result<Vec<BoardComparison>, Error> =
            solved.into_iter().map(|(_, comparison)| comparison).collect();
        Ok(Comparison {
            title: "Where ko rules part on small boards",
            format: 1,
            suicide: self.suicide.to_string(),
            rules: self.rules().into_iter().map(|ko| Rules::of(&self.ruleset(ko))).collect(),
            boards: boards?,
        })
    }

    fn ruleset(&self, ko: Ko) -> Ruleset {
        Ruleset::with_suicide(ko, self.suicide)
    }

    fn compare(
        &self,
        board: Board,
        rules: &[Ko],
        meter: &Meter,
        done: &(dyn Fn() + Sync),
    ) -> Result<BoardComparison, Error> {
        let starts = distinct_positions(&board);
        // Rules that combine scores take longest.
        let mut rules: Vec<(usize, Ko)> = rules.iter().copied().enumerate().collect();
        rules.sort_by_key(|(_, ko)| !ko.combines_scores());
        let columns = rules.into_par_iter().with_max_len(1).map(|(index, ko)| {
            let mut session = Session::new(Game::new(board, self.ruleset(ko))?, meter)?;
            let mut values = Vec::with_capacity(starts.len());
            for &position in &starts {
                values.push(session.solve(&session.request(position, Colour::Black))?.value);
                done();
            }
            Ok((index, Column { ko, values, session }))
        });
        let mut columns: Vec<(usize, Column)> = columns.collect::<Result<_, Error>>()?;
        columns.sort_by_key(|(index, _)| *index);
        let mut columns: Vec<Column> = columns.into_iter().map(|(_, column)| column).collect();

        let agreed = (0..starts.len()).filter(|&start| {
            let difference = |other| difference(&columns[0], other, start);
            columns.iter().all(|column| difference(column) == Score::ZERO)
        });
        let agreed = agreed.count();
        let found: Vec<(usize, usize, Difference)> = (0..columns.len())
            .flat_map(|one| (one + 1..columns.len()).map(move |other| (one, other)))
            .map(|(one, other)| (one, other, Difference::between(&columns[one], &columns[other], &starts)))
            .collect();
        let mut named: Vec<usize> =
            found.iter().flat_map(|(_, _, found)| [found.smallest, found.swing]).flatten().collect();
        named.sort_unstable();
        named.dedup();
        let lines = columns.par_iter_mut().map(|column| {
            let line = |&start: &usize| {
                let request = Request { line: true, ..column.session.request(starts[start], Colour::Black) };
                Ok((start, column.session.solve(&request)?))
            };
            named.iter().map(line).collect::<Result<BTreeMap<usize, Solution>, Error>>()
        });
        let lines: Vec<BTreeMap<usize, Solution>> = lines.collect::<Result<_, Error>>()?;

        let mut pairs = Vec::new();
        for (one, other, found) in found {
            let [first, second] = columns.get_disjoint_mut([one, other]).expect("two different rules");
            let mut separator = |start: Option<usize>| {
                let Some(start) = start else { return Ok::<_, Error>(None) };
                let solved = [(&*first, &lines[one][&start]), (&*second, &lines[other][&start])];
                let prohibited = [
                    prohibited(starts[start], solved[0].1, second),
                    prohibited(starts[start], solved[1].1, first),
                ];
                let worths = [solved[0].1.value.worth, solved[1].1.value.worth];
                let sessions = [&mut first.session, &mut second.session];
                Ok(Some(Separator {
                    position: starts[start].text(&board),
                    prohibited,
                    parting: parting(sessions, starts[start], worths)?,
                }))
            };
            pairs.push(Pair {
                smallest: separator(found.smallest)?,
                swing: separator(found.swing)?,
                rules: [first.ko.name(), second.ko.name()],
                differ: found.differ,
                sum: found.sum,
                largest: found.largest,
            });
        }
        let separators = named.iter().map(|start| Start {
            position: starts[*start].text(&board),
            stones: starts[*start].occupied().count_ones(),
            values: columns
                .iter()
                .zip(&lines)
                .map(|(column, lines)| solved(column.ko, &board, &lines[start]))
                .collect(),
        });
        Ok(BoardComparison {
            board: board.to_string(),
            rules: columns.iter().map(|column| column.ko.name()).collect(),
            positions: count_legal(&board) as u64,
            starts: starts.len(),
            agreed,
            separators: separators.collect(),
            pairs,
        })
    }
}

fn solved(ko: Ko, board: &Board, solution: &Solution) -> Solved {
    let Line { moves, repeats_after } = &solution.line;
    Solved {
        ko: ko.name(),
        value: ValueRecord::of(&solution.value, Colour::Black),
        variation: moves.iter().map(|made| made.name(board)).collect(),
        repeats_after: *repeats_after,
    }
}

fn prohibited(start: Position, solution: &Solution, under: &Column) -> Option<Prohibition> {
    prohibition(under.session.game(), start, &solution.line.moves)
}

/// By how much two rules differ on a start. Where one of them knows only winning and losing, by
/// who wins: a draw is a point from either.
fn difference(one: &Column, other: &Column, start: usize) -> Score {
    let (a, b) = (one.values[start].worth, other.values[start].worth);
    if one.ko.win_or_loss() || other.ko.win_or_loss() {
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
    fn between(one: &Column, other: &Column, starts: &[Position]) -> Difference {
        let mut found =
            Difference { differ: 0, sum: Score::ZERO, largest: Score::ZERO, smallest: None, swing: None };
        for start in 0..starts.len() {
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
