use kosolver_board::Position;
use kosolver_report::Record;
use kosolver_rules::{Ko, Outcome};
use kosolver_search::Value;
use rayon::prelude::*;

use super::{number, points};
use crate::findings::error::StudyError;
use crate::findings::record::{Cell, Claim, Way};
use crate::findings::starts::{Starts, differ};
use crate::findings::study::{About, Row, Study, Task};

/// Which cycles need Kee's scoring?
pub(crate) struct Cycles;

const BOARDS: [&str; 10] = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4"];
const QUICK: [&str; 4] = ["1x2", "1x3", "1x4", "2x2"];
/// Boards of which the empty one alone is looked at.
const LARGER: [&str; 1] = ["1x9"];
/// Other versions of Kee's rules.
const VERSIONS: [&str; 2] = ["kee-2020", "kee-2020-03"];

impl Study for Cycles {
    fn about(&self) -> About {
        let readings = readings().into_iter().map(|ko| ko.name());
        About {
            name: "cycles",
            question: "Which endless cycles does superko settle, and which does Kee's scoring settle otherwise?",
            method: "Every start of a board up to symmetry, Black to move. A start is cyclic if perfect play under basic ko has \
         no result. Of W. Kee's two types (2009) we make this: a cyclic start is of type 1 if positional superko gives \
         it the value that Kee's rule gives it, and of type 2 if not. The mean matters where Kee's rule (the mean of \
         all scoring positions) and Spight's (the last board; all else is the same) differ. The readings are the eight \
         that Kee's text leaves open. Of 1x9 the empty board alone was looked at, by its published values.",
            columns: &[
                ("board", "the board"),
                ("starts", "its starts"),
                ("cyclic", "starts without a result under basic ko"),
                ("type 1", "cyclic starts that psk gives the same value as kee"),
                ("type 2", "cyclic starts that it does not"),
                ("empty", "the type of the empty board, if it is cyclic"),
                ("mean matters", "starts on which kee and spight differ"),
                ("first of them", "the first, with the values under kee and spight"),
                ("readings differ", "starts on which some reading of kee differs from the default"),
                ("first reading", "the first, with the readings that differ"),
                ("2020 differs", "starts on which kee-2020 differs from kee"),
                ("March differs", "starts on which kee-2020-03 differs from kee-2020"),
            ],
            keys: 1,
            rules: ["basic", "psk", "spight"].into_iter().chain(readings).chain(VERSIONS).collect(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, StudyError> {
        let boards = if task.quick { &QUICK[..] } else { &BOARDS[..] };
        let rows = boards.par_iter().map(|board| row(board, task)).collect::<Result<Vec<Row>, _>>()?;
        Ok(rows.into_iter().chain(empty_boards(task)?).collect())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let sum = |column: usize| rows.iter().map(|row| number(&row[column])).sum::<i64>();
        let solved = || rows.iter().filter(|row| row[1] != Cell::Nothing(()));
        let boards: Vec<String> = solved().map(|row| row[0].to_string()).collect();
        let each = |column: usize| {
            let one = |row: &Row| format!("{} {}", row[0], row[column]);
            solved().map(one).collect::<Vec<_>>().join(", ")
        };
        let first = |column: usize| {
            let some = rows.iter().filter(|row| row[column] != Cell::Nothing(()));
            let first = some.min_by_key(|row| points(&row[0]));
            first.map_or("there is none".to_owned(), |row| format!("{}, {}", row[0], row[column]))
        };
        let kee = || {
            "W. Kee 2009, section IV, names 2x1, 2x2, 2x3 and 1x8 as type 2, without a definition".to_owned()
        };
        let empty: Vec<String> = rows
            .iter()
            .filter(|row| row[5] != Cell::Nothing(()))
            .map(|row| format!("{} {}", row[0], row[5]))
            .collect();
        vec![
            Claim {
                says: format!(
                    "Of {} starts on {} {} are cyclic; {} of these are of type 1 and {} of type 2.",
                    sum(1),
                    boards.join(", "),
                    sum(2),
                    sum(3),
                    sum(4)
                ),
                way: Way::Exhaustive,
                known: kee(),
            },
            Claim {
                says: format!("Cyclic empty boards and their type: {}.", empty.join(", ")),
                way: Way::Exhaustive,
                known: kee(),
            },
            Claim {
                says: format!(
                    "That Kee takes the mean and not the last board matters on {} starts ({}). The first: {}.",
                    sum(6),
                    each(6),
                    first(7)
                ),
                way: Way::Exhaustive,
                known: kee(),
            },
            Claim {
                says: format!(
                    "The eight readings of Kee's lost text differ on {} starts ({}). The first: {}.",
                    sum(8),
                    each(8),
                    first(9)
                ),
                way: Way::Exhaustive,
                known: "nothing found".to_owned(),
            },
            Claim {
                says: format!(
                    "Kee's rules of October 2020 differ from those of 2009 on {} of these starts ({}), and those of March \
                     2020 from those of October on {} ({}).",
                    sum(10),
                    each(10),
                    sum(11),
                    each(11)
                ),
                way: Way::Exhaustive,
                known: "nothing found".to_owned(),
            },
        ]
    }
}

/// Kee's rule of 2009, in all its readings, the default first.
fn readings() -> Vec<Ko> {
    let kee = Ko::all().find(|ko| ko.name() == "kee");
    kee.into_iter().flat_map(Ko::readings).collect()
}

/// The types of the empty boards beyond, where all starts take too long: by the published values.
fn empty_boards(task: &Task) -> Result<Vec<Row>, StudyError> {
    let table = task.from.table()?;
    let beyond = LARGER.into_iter().filter_map(|board| {
        let score = |ko: &str| {
            let of_board = |record: &&Record| record.board.to_string() == board && record.name() == ko;
            Some(table.records().iter().find(of_board)?.value.score)
        };
        let (None, Some(psk), Some(kee)) = (score("basic")?, score("psk")?, score("kee")?) else {
            return None;
        };
        let mut row: Row = vec![board.into()];
        row.resize_with(12, || Cell::Nothing(()));
        row[5] = if psk == kee { "type 1" } else { "type 2" }.into();
        Some(row)
    });
    Ok(beyond.collect())
}

fn row(board: &str, task: &Task) -> Result<Row, StudyError> {
    let starts = Starts::of(board)?;
    let readings = readings();
    let rules = ["basic", "psk", "spight"].into_iter().chain(VERSIONS);
    let rules: Vec<&str> = rules.chain(readings.iter().map(|ko| ko.name())).collect();
    let values = rules.par_iter().map(|rules| starts.values(rules, task));
    let values: Vec<Vec<Value>> = values.collect::<Result<_, _>>()?;
    let [basic, psk, spight, october, march, kee, others @ ..] = &values[..] else {
        unreachable!("named above")
    };
    let worth = |of: &[Value], start: usize| of[start].worth;
    let cyclic: Vec<usize> =
        (0..starts.list.len()).filter(|start| basic[*start].outcome == Outcome::NoResult).collect();
    let two = |start: &usize| worth(psk, *start) != worth(kee, *start);
    let type_2 = cyclic.iter().filter(|start| two(start)).count();
    let mean = differ(kee, spight);
    let other = |start: usize| {
        let named = readings[1..].iter().zip(others);
        named.filter(move |(_, values)| worth(values, start) != worth(kee, start))
    };
    let parted: Vec<usize> = (0..starts.list.len()).filter(|start| other(*start).next().is_some()).collect();
    let empty = starts.list.iter().position(|position| *position == Position::EMPTY);
    let empty = empty.filter(|empty| cyclic.contains(empty));
    let show = |start: &usize, others: &[String]| {
        format!("{}: kee {}, {}", starts.text(*start), worth(kee, *start), others.join(", "))
    };
    Ok(vec![
        board.into(),
        starts.list.len().into(),
        cyclic.len().into(),
        (cyclic.len() - type_2).into(),
        type_2.into(),
        empty.map(|empty| if two(&empty) { "type 2" } else { "type 1" }).into(),
        mean.len().into(),
        mean.first().map(|start| show(start, &[format!("spight {}", worth(spight, *start))])).into(),
        parted.len().into(),
        parted
            .first()
            .map(|start| {
                let named =
                    |(ko, values): (&Ko, &Vec<Value>)| format!("{} {}", ko.name(), worth(values, *start));
                show(start, &other(*start).map(named).collect::<Vec<String>>())
            })
            .into(),
        differ(kee, october).len().into(),
        differ(october, march).len().into(),
    ])
}
