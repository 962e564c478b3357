use super::*;
use crate::findings::starts::{Compared, Starts, compare};

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

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = BOARDS.into_iter().filter(|board| is_wanted(task, board, QUICK)).collect();
        rows_of(boards, |board| {
            let starts = Starts::of(board)?;
            let versions = if WITH_2007.contains(&board) { &VERSIONS[..] } else { &VERSIONS[2..] };
            let row = |pair: Compared| {
                let first = pair.differ.first().zip(pair.first);
                let first =
                    first.map(|(start, [one, other])| format!("{}: {one}, {other}", starts.text(*start)));
                [pair.cells(board, starts.list.len()), row![first]].concat()
            };
            Ok(compare(&starts, versions, task)?.into_iter().map(row).collect())
        })
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let claim = |[one, other]: [&str; 2]| {
            let mine = with(rows, &[(1, one), (2, other)]);
            let first = smallest(&mine, 4)
                .map_or(String::new(), |row| format!(" The first: {}, {}.", row[0], row[7]));
            Way::Exhaustive.new_claim(format!(
                "{one} and {other} differ on {} of {} starts: {}.{first}",
                sum(&mine, 4),
                sum(&mine, 3),
                listed(mine, |row| format!("{} {} of {}", row[0], row[4], row[3]))
            ))
        };
        each_two(&VERSIONS).map(claim).collect()
    }
}
