use kosolver_board::Position;
use kosolver_report::Record;
use kosolver_rules::{Ko, Outcome};
use kosolver_search::Value;

use super::*;
use crate::findings::starts::{Starts, differ};

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

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = if task.quick { &QUICK[..] } else { &BOARDS[..] };
        let rows = rows_of(boards.to_vec(), |board| Ok(vec![solved(board, task)?]))?;
        Ok([rows, empty_boards(task)?].concat())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let all: Vec<&Row> = rows.iter().collect();
        let sum = |column: usize| sum(&all, column);
        let solved = || rows.iter().filter(|row| row[1] != Cell::Nothing(()));
        let boards = listed(solved(), |row| row[0].to_string());
        let each = |column: usize| listed(solved(), |row| format!("{} {}", row[0], row[column]));
        let some = |column: usize| rows.iter().filter(move |row| row[column] != Cell::Nothing(()));
        let first = |column: usize| {
            let first = some(column).min_by_key(|row| points(&row[0]));
            first.map_or("there is none".to_owned(), |row| format!("{}, {}", row[0], row[column]))
        };
        let kee = |says: String| {
            let known =
                "W. Kee 2009, section IV, names 2x1, 2x2, 2x3 and 1x8 as type 2, without a definition";
            Way::Exhaustive.claim(known, says)
        };
        vec![
            kee(format!(
                "Of {} starts on {boards} {} are cyclic; {} of these are of type 1 and {} of type 2.",
                sum(1),
                sum(2),
                sum(3),
                sum(4)
            )),
            kee(format!(
                "Cyclic empty boards and their type: {}.",
                listed(some(5), |row| format!("{} {}", row[0], row[5]))
            )),
            kee(format!(
                "That Kee takes the mean and not the last board matters on {} starts ({}). The first: {}.",
                sum(6),
                each(6),
                first(7)
            )),
            Way::Exhaustive.new_claim(format!(
                "The eight readings of Kee's lost text differ on {} starts ({}). The first: {}.",
                sum(8),
                each(8),
                first(9)
            )),
            Way::Exhaustive.new_claim(format!(
                "Kee's rules of October 2020 differ from those of 2009 on {} of these starts ({}), and those of March \
                 2020 from those of October on {} ({}).",
                sum(10),
                each(10),
                sum(11),
                each(11)
            )),
        ]
    }
}

/// Kee's rule of 2009, in all its readings, the default first.
fn readings() -> Vec<Ko> {
    let kee = Ko::all().find(|ko| ko.name() == "kee");
    kee.into_iter().flat_map(Ko::readings).collect()
}

/// The types of the empty boards beyond, where all starts take too long: by the published values.
fn empty_boards(task: &Task) -> Result<Vec<Row>, PublicationError> {
    let table = task.from.table()?;
    let beyond = LARGER.into_iter().filter_map(|board| {
        let score = |ko: &str| {
            let of_board = |record: &&Record| record.board.to_string() == board && record.name() == ko;
            Some(table.records().iter().find(of_board)?.value.score)
        };
        let (None, Some(psk), Some(kee)) = (score("basic")?, score("psk")?, score("kee")?) else {
            return None;
        };
        let mut row = row![board];
        row.resize_with(12, || Cell::Nothing(()));
        row[5] = if psk == kee { "type 1" } else { "type 2" }.into();
        Some(row)
    });
    Ok(beyond.collect())
}

fn solved(board: &str, task: &Task) -> Result<Row, PublicationError> {
    let starts = Starts::of(board)?;
    let readings = readings();
    let rules = ["basic", "psk", "spight"].into_iter().chain(VERSIONS);
    let rules: Vec<&str> = rules.chain(readings.iter().map(|ko| ko.name())).collect();
    let values = each(&rules, |rules| starts.values(rules, task))?;
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
    let mean_first = mean.first().map(|start| show(start, &[format!("spight {}", worth(spight, *start))]));
    let reading_first = parted.first().map(|start| {
        let named = |(ko, values): (&Ko, &Vec<Value>)| format!("{} {}", ko.name(), worth(values, *start));
        show(start, &other(*start).map(named).collect::<Vec<String>>())
    });
    Ok(row![
        board,
        starts.list.len(),
        cyclic.len(),
        cyclic.len() - type_2,
        type_2,
        empty.map(|empty| if two(&empty) { "type 2" } else { "type 1" }),
        mean.len(),
        mean_first,
        parted.len(),
        reading_first,
        differ(kee, october).len(),
        differ(october, march).len(),
    ])
}
