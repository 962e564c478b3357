use rayon::prelude::*;

use super::{is_wanted, number, points};
use crate::findings::error::StudyError;
use crate::findings::record::{Claim, Way};
use crate::findings::starts::{Starts, compare};
use crate::findings::study::{About, Row, Study, Task};

/// Where do the versions of Kee's rules differ?
pub(crate) struct Versions;

/// Rulesets as published: that of 2007 allows suicide. The second is that of 2007 without it, as the
/// others are read.
const VERSIONS: [&str; 5] = ["kee-2007", "ko=kee-2007 suicide=forbidden", "kee", "kee-2020-03", "kee-2020"];
const BOARDS: [&str; 9] = ["1x2", "1x3", "1x4", "1x5", "1x6", "2x2", "2x3", "1x7", "2x4"];
/// Boards with the rules of 2007: others have fights under them that are too long.
const WITH_2007: [&str; 4] = ["1x2", "1x3", "1x4", "1x5"];
const QUICK: usize = 4;

impl Study for Versions {
    fn about(&self) -> About {
        About {
            name: "versions",
            question: "On which positions do the versions of Kee's rules give different scores?",
            method: "Every start of a board up to symmetry, Black to move, was solved under W. Kee's rules of 5 March 2007, \
                     of 12 May 2009 (kee), of 16 March 2020 and of 8 October 2020, each in its default reading. \
                     Kee's text of 2007 allows suicide; in the others it is read as forbidden. So the rules of 2007 were \
                     solved both ways: as published, and with suicide forbidden. On larger boards they have fights that \
                     are too long to solve.",
            columns: &[
                ("board", "the board"),
                ("version", "a version"),
                ("other", "another"),
                ("starts", "starts of the board"),
                ("differ", "starts on which they differ"),
                ("percent", "the same in percent"),
                ("largest", "the largest difference"),
                ("first", "the first of them, with the two values"),
            ],
            keys: 3,
            rules: VERSIONS.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, StudyError> {
        let boards: Vec<&str> = BOARDS.into_iter().filter(|board| is_wanted(task, board, QUICK)).collect();
        let rows = boards.into_par_iter().map(|board| {
            let starts = Starts::of(board)?;
            let versions = if WITH_2007.contains(&board) { &VERSIONS[..] } else { &VERSIONS[2..] };
            let pairs = compare(&starts, versions, task)?.into_iter().map(|pair| {
                let mut row = pair.cells(board, starts.list.len());
                let first = pair.differ.first().zip(pair.first);
                row.push(
                    first
                        .map(|(start, [one, other])| format!("{}: {one}, {other}", starts.text(*start)))
                        .into(),
                );
                row
            });
            Ok::<Vec<Row>, StudyError>(pairs.collect())
        });
        Ok(rows.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let pairs =
            (0..VERSIONS.len()).flat_map(|one| (one + 1..VERSIONS.len()).map(move |other| [one, other]));
        let claim = |pair: [usize; 2]| {
            let [one, other] = pair.map(|version| VERSIONS[version]);
            let mine = || rows.iter().filter(|row| row[1] == one.into() && row[2] == other.into());
            let sum = |column: usize| mine().map(|row| number(&row[column])).sum::<i64>();
            let each: Vec<String> =
                mine().map(|row| format!("{} {} of {}", row[0], row[4], row[3])).collect();
            let first = mine().filter(|row| number(&row[4]) > 0).min_by_key(|row| points(&row[0]));
            let first = first.map_or(String::new(), |row| format!(" The first: {}, {}.", row[0], row[7]));
            Claim {
                says: format!(
                    "{one} and {other} differ on {} of {} starts: {}.{first}",
                    sum(4),
                    sum(3),
                    each.join(", ")
                ),
                way: Way::Exhaustive,
                known: "nothing found".to_owned(),
            }
        };
        pairs.map(claim).collect()
    }
}
