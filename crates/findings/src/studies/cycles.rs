use kosolver_board::{Colour, Position, distinct_positions};
use kosolver_rules::{Ko, Outcome};
use kosolver_search::{Meter, Resources, Session, Value};
use kosolver_study::Done;
use rayon::prelude::*;

use super::{game, number, points};
use crate::error::StudyError;
use crate::record::{Cell, Claim, Way};
use crate::sources::Sources;
use crate::study::Study;

/// Which cycles need Kee's scoring?
pub(crate) struct Cycles;

const BOARDS: [&str; 9] = ["1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "2x2", "2x3", "2x4"];
const QUICK: [&str; 4] = ["1x2", "1x3", "1x4", "2x2"];
/// Other versions of Kee's rules.
const VERSIONS: [&str; 2] = ["kee-2020", "kee-2020-03"];

impl Study for Cycles {
    fn name(&self) -> &'static str {
        "cycles"
    }

    fn question(&self) -> &'static str {
        "Which endless cycles does superko settle, and which does Kee's scoring settle otherwise?"
    }

    fn method(&self) -> &'static str {
        "Every start of a board up to symmetry, Black to move. A start is cyclic if perfect play under basic ko has \
         no result. Of W. Kee's two types (2009) we make this: a cyclic start is of type 1 if positional superko gives \
         it the value that Kee's rule gives it, and of type 2 if not. The mean matters where Kee's rule (the mean of \
         all scoring positions) and Spight's (the last board; all else is the same) differ. The readings are the eight \
         that Kee's text leaves open."
    }

    fn columns(&self) -> &'static [(&'static str, &'static str)] {
        &[
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
        ]
    }

    fn keys(&self) -> usize {
        1
    }

    fn rules(&self) -> Vec<&'static str> {
        let readings = readings().into_iter().map(|ko| ko.name());
        ["basic", "psk", "spight"].into_iter().chain(readings).chain(VERSIONS).collect()
    }

    fn rows(
        &self,
        _: &Sources,
        quick: bool,
        meter: &Meter,
        done: Done,
    ) -> Result<Vec<Vec<Cell>>, StudyError> {
        let boards = if quick { &QUICK[..] } else { &BOARDS[..] };
        boards.par_iter().map(|board| row(board, meter, done)).collect()
    }

    fn claims(&self, rows: &[Vec<Cell>]) -> Vec<Claim> {
        let sum = |column: usize| rows.iter().map(|row| number(&row[column])).sum::<i64>();
        let boards: Vec<String> = rows.iter().map(|row| row[0].to_string()).collect();
        let each = |column: usize| {
            let one = |row: &Vec<Cell>| format!("{} {}", row[0], row[column]);
            rows.iter().map(one).collect::<Vec<_>>().join(", ")
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

fn row(board: &str, meter: &Meter, done: Done) -> Result<Vec<Cell>, StudyError> {
    let values = |ko: &str| -> Result<Vec<Value>, StudyError> {
        let game = game(board, ko)?;
        let starts = distinct_positions(game.board());
        let mut session = Session::with(game, Resources::default(), meter);
        let mut value = |position| Ok(session.solve(&session.request(position, Colour::Black)?)?.value);
        let found = starts.into_iter().map(&mut value).collect::<Result<Vec<Value>, StudyError>>()?;
        done(Some(&format!("{board} {ko}: {} starts", found.len())));
        Ok(found)
    };
    let of_board = *game(board, "psk")?.board();
    let starts = distinct_positions(&of_board);
    let [basic, psk, spight, october, march] =
        ["basic", "psk", "spight", VERSIONS[0], VERSIONS[1]].map(values);
    let (basic, psk, spight, october, march) = (basic?, psk?, spight?, october?, march?);
    let readings = readings();
    let read: Vec<Vec<Value>> = readings.iter().map(|ko| values(ko.name())).collect::<Result<_, _>>()?;
    let kee = &read[0];
    let worth = |of: &[Value], start: usize| of[start].worth;
    let cyclic: Vec<usize> =
        (0..starts.len()).filter(|start| basic[*start].outcome == Outcome::NoResult).collect();
    let two = |start: &usize| worth(&psk, *start) != worth(kee, *start);
    let type_2 = cyclic.iter().filter(|start| two(start)).count();
    let differ = |one: &[Value], other: &[Value]| {
        (0..starts.len()).filter(|start| worth(one, *start) != worth(other, *start)).collect::<Vec<_>>()
    };
    let mean = differ(kee, &spight);
    let others = |start: usize| {
        let other = (1..read.len()).filter(|reading| worth(&read[*reading], start) != worth(kee, start));
        other.collect::<Vec<usize>>()
    };
    let parted: Vec<usize> = (0..starts.len()).filter(|start| !others(*start).is_empty()).collect();
    let text = |start: usize| starts[start].text(&of_board);
    let empty = starts.iter().position(|position| *position == Position::EMPTY);
    let empty = empty.filter(|empty| cyclic.contains(empty));
    Ok(vec![
        board.into(),
        starts.len().into(),
        cyclic.len().into(),
        (cyclic.len() - type_2).into(),
        type_2.into(),
        empty.map(|empty| if two(&empty) { "type 2" } else { "type 1" }).into(),
        mean.len().into(),
        mean.first()
            .map(|start| {
                format!("{}: kee {}, spight {}", text(*start), worth(kee, *start), worth(&spight, *start))
            })
            .into(),
        parted.len().into(),
        parted
            .first()
            .map(|start| {
                let differ: Vec<String> = others(*start)
                    .into_iter()
                    .map(|reading| format!("{} {}", readings[reading].name(), worth(&read[reading], *start)))
                    .collect();
                format!("{}: kee {}, {}", text(*start), worth(kee, *start), differ.join(", "))
            })
            .into(),
        differ(kee, &october).len().into(),
        differ(&october, &march).len().into(),
    ])
}
