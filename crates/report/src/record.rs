use std::collections::BTreeMap;

use kosolver_board::{Board, Colour, Shape, points_of};
use kosolver_rules::{Compensation, Move, Ruleset, Score};
use kosolver_search::{Opening, Outcome, Request, Solution, Value};
use serde::Serialize;

/// A ruleset spelled out in full.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// Name of the ko rule, with its reading if it has several.
    pub ko: &'static str,
    /// The ko rule in a sentence.
    pub prohibition: &'static str,
    /// How the game ends, and where the ko rule says so, how it is scored.
    pub end: &'static str,
    /// `forbidden`, `multi-stone` or `allowed`.
    pub suicide: String,
    /// `area`, `stones`, `territory` or `equivalence`, or `win-loss` where only winning counts.
    pub scoring: String,
    /// Whether a first pass by White costs Black a point (Ikeda's rule); left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ikeda: bool,
    /// Stones that Black places before White's first move; left out if none.
    #[serde(skip_serializing_if = "is_zero")]
    pub handicap: u8,
    /// What White is given for K handicap stones: `K-1` or `K`; left out if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compensation: Option<String>,
    /// What is subtracted from Black's score.
    pub komi: Score,
    /// What a game without a result is worth to Black; only where there can be such games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_result: Option<Score>,
}

impl Rules {
    /// This ruleset, spelled out.
    pub fn of(rules: &Ruleset) -> Rules {
        Rules {
            ko: rules.ko.name(),
            prohibition: rules.ko.sentence(),
            end: rules.end_in_words(),
            suicide: rules.suicide.to_string(),
            scoring: rules.counted(),
            ikeda: rules.ikeda,
            handicap: rules.handicap,
            compensation: (rules.compensation != Compensation::None).then(|| rules.compensation.to_string()),
            komi: rules.komi,
            no_result: rules.may_have_no_result().then_some(rules.no_result),
        }
    }
}

fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// How a game ends under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// With a score.
    Score,
    /// Without a result: endless play is best for both.
    NoResult,
    /// The player to move at the start wins (rules without a score).
    FirstPlayerWins,
    /// The player to move at the start loses (rules without a score).
    FirstPlayerLoses,
    /// Not known: the search took more nodes than it may.
    Unsolved,
}

impl Verdict {
    fn of(outcome: Outcome, first: Colour) -> Verdict {
        match outcome {
            Outcome::Score(_) => Verdict::Score,
            Outcome::NoResult => Verdict::NoResult,
            Outcome::Win(winner) if winner == first => Verdict::FirstPlayerWins,
            Outcome::Win(_) => Verdict::FirstPlayerLoses,
        }
    }
}

/// A value as it is published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRecord {
    /// Black's score, or ±1 where only winning counts; nothing if there is no result.
    pub score: Option<Score>,
    /// What kind of value it is.
    pub result: Verdict,
    /// What Black can force if endless play is the worst for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower: Option<Score>,
    /// What Black can force if endless play is the best for him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper: Option<Score>,
    /// Who cannot force the game to end, so that the bound that is his is none: `black`, for
    /// `lower`, and `white`, for `upper`. Left out where both can.
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub cannot_end: &'static [&'static str],
}

impl ValueRecord {
    pub(crate) fn of(value: &Value, first: Colour) -> ValueRecord {
        let result = Verdict::of(value.outcome, first);
        ValueRecord {
            score: (result != Verdict::NoResult).then_some(value.worth),
            result,
            lower: value.bounds.map(|(lower, _)| lower),
            upper: value.bounds.map(|(_, upper)| upper),
            cannot_end: match value.ends {
                [true, true] => &[],
                [false, true] => &["black"],
                [true, false] => &["white"],
                [false, false] => &["black", "white"],
            },
        }
    }
}

impl ValueRecord {
    /// The value in a word: a score, `NR`, who wins, or `?` if it is not known.
    pub fn headline(&self) -> String {
        match (self.result, self.score) {
            (Verdict::Unsolved, _) => "?".to_owned(),
            (Verdict::FirstPlayerWins, _) => "first wins".to_owned(),
            (Verdict::FirstPlayerLoses, _) => "first loses".to_owned(),
            (Verdict::Score, Some(score)) => score.to_string(),
            _ => "NR".to_owned(),
        }
    }
}

/// The points of a board that is no grid, and which are adjacent: by the names they have in moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GraphRecord {
    /// The points, in the order of the text of a position.
    pub points: Vec<String>,
    /// The pairs of adjacent points.
    pub edges: Vec<[String; 2]>,
}

impl GraphRecord {
    /// The points and edges of a board; of a grid nothing, since everybody knows them.
    pub fn of(board: &Board) -> Option<GraphRecord> {
        let name = |point| board.point_name(point);
        (board.shape() != Shape::Grid).then(|| GraphRecord {
            points: points_of(board.all()).map(name).collect(),
            edges: board.edges().map(|(one, other)| [name(one), name(other)]).collect(),
        })
    }
}

/// A first move as it is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningRecord {
    /// The move in the board's coordinates, or `pass`.
    #[serde(rename = "move")]
    pub made: String,
    /// Its value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// Whether it keeps the value of the start.
    pub best: bool,
    /// Whether a symmetry of the start position maps an earlier opening to it.
    #[serde(skip)]
    pub mirrored: bool,
}

/// One solved cell as it is published: deterministic, without times or machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The board, as in `3x3`.
    pub board: String,
    /// The name of the preset, if it was solved as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<&'static str>,
    /// Its points and edges, unless it is a grid.
    #[serde(flatten)]
    pub graph: Option<GraphRecord>,
    /// The ko rule, as in `psk`.
    pub ko: &'static str,
    /// The suicide rule.
    pub suicide: String,
    /// The ruleset in full.
    pub rules: Rules,
    /// The start position, rows from the top.
    pub position: String,
    /// Who moves first.
    pub to_play: String,
    /// The value.
    #[serde(flatten)]
    pub value: ValueRecord,
    /// Every legal first move with its value.
    pub openings: Vec<OpeningRecord>,
    /// For a rule with several readings: the value under each of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<&'static str, ValueRecord>,
}

impl Record {
    /// The record of a solved request.
    pub fn of(request: &Request, solution: &Solution) -> Record {
        let board = &request.game.board;
        let first = request.to_move;
        let representatives = request.representatives();
        let openings = solution.openings.iter().map(|opening: &Opening| OpeningRecord {
            made: opening.made.name(board),
            value: ValueRecord::of(&opening.value, first),
            best: opening.value.worth == solution.value.worth,
            mirrored: matches!(opening.made, Move::Play(point) if representatives[usize::from(point.number())] != point),
        });
        Record {
            value: ValueRecord::of(&solution.value, first),
            openings: openings.collect(),
            ..Record::unsolved(request)
        }
    }

    /// The record of a request that was given up.
    pub fn unsolved(request: &Request) -> Record {
        let board = &request.game.board;
        Record {
            board: board.to_string(),
            preset: None,
            graph: GraphRecord::of(board),
            ko: request.game.rules.ko.name(),
            suicide: request.game.rules.suicide.to_string(),
            rules: Rules::of(&request.game.rules),
            position: request.position.text(board),
            to_play: request.to_move.to_string(),
            value: ValueRecord {
                score: None,
                result: Verdict::Unsolved,
                lower: None,
                upper: None,
                cannot_end: &[],
            },
            openings: Vec::new(),
            readings: BTreeMap::new(),
        }
    }

    /// What the ruleset is called: the preset, or the ko rule.
    pub fn name(&self) -> &'static str {
        self.preset.unwrap_or(self.ko)
    }

    /// Whether readings of the rule that are left open give different values.
    pub fn depends_on_reading(&self) -> bool {
        self.readings.values().any(|value| *value != self.value)
    }

    /// The value in a word: a score, `NR`, or who wins.
    pub fn headline(&self) -> String {
        let mark = if self.depends_on_reading() { "*" } else { "" };
        self.value.headline() + mark
    }

    /// The first moves that keep the value, one for each set that symmetries of the start
    /// position map to each other.
    pub fn best_moves(&self) -> Vec<&str> {
        let best = self.openings.iter().filter(|opening| opening.best && !opening.mirrored);
        best.map(|opening| opening.made.as_str()).collect()
    }
}
