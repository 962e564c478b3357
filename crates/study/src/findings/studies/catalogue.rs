use std::collections::BTreeSet;

use crate::{Side, parting};
use kosolver_board::Colour;
use kosolver_rules::Move;
use kosolver_search::{Session, Value};
use rayon::prelude::*;

use super::number;
use crate::findings::cause::cause;
use crate::findings::containment::{Atlas, StartKey, last};
use crate::findings::error::StudyError;
use crate::findings::record::{Cell, Claim, Way};
use crate::findings::starts::{Starts, differ};
use crate::findings::study::{About, Row, Study, Task};

/// Which examples of a difference are essentially different?
pub(crate) struct Catalogue;

const RULES: [&str; 7] = ["basic", "psk", "spight", "ssk", "nssk", "fixed", "basic-fixed"];
const BOARDS: [&str; 12] =
    ["1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7", "1x8", "2x4", "1x9", "3x3"];
/// So many boards are quick.
const QUICK: usize = 7;

impl Study for Catalogue {
    fn about(&self) -> About {
        About {
            name: "catalogue",
            question: "Which positions on which two ko rules differ are essentially different?",
            method: "An example of two rules is a start (any legal position up to symmetry, Black to move) that has \
                     different values under them. White to move is the same with the colours exchanged. An example contains \
                     another directly if the other is left when one row or one column is deleted, or if a move that is best \
                     under both rules leads to the other. It contains what an example contains that it contains. Examples that contain \
                     each other are alike. An example is essential if it contains only what is alike. So every example \
                     contains an essential one, and of two essential ones that are not alike neither contains the other. \
                     Of those that are alike the table has the one with the fewest stones. How an example contains \
                     another is judged by starts, without a history.",
            columns: &[
                ("rule", "a ko rule"),
                ("other", "another"),
                ("board", "the board"),
                ("start", "an essential example, Black to move; a row without it is about the board"),
                ("examples", "of a board: its examples"),
                ("essential", "of a board: its essential examples that are not alike"),
                ("value", "of an example: the value under the rule"),
                ("other value", "of an example: the value under the other"),
                ("alike", "of an example: how many examples are alike, with it"),
                ("line", "of an example: moves of best play until the rules differ"),
                ("cause", "of an example: what parts them then"),
            ],
            keys: 4,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, StudyError> {
        let atlas = Atlas::of(&BOARDS[..if task.quick { QUICK } else { BOARDS.len() }])?;
        let cells: Vec<(&Starts, &str)> =
            atlas.boards.iter().flat_map(|starts| RULES.map(|rules| (starts, rules))).collect();
        let solved = cells.into_par_iter().map(|(starts, rules)| Answers::of(starts, rules, task));
        let mut solved: Vec<Answers> = solved.collect::<Result<_, _>>()?;
        let pairs: Vec<[usize; 2]> =
            (0..RULES.len()).flat_map(|one| (one + 1..RULES.len()).map(move |other| [one, other])).collect();
        let examples: Vec<Vec<StartKey>> = pairs.iter().map(|pair| examples(&solved, *pair)).collect();

        // The best moves of what is an example of any pair.
        let wanted: BTreeSet<StartKey> = examples.iter().flatten().copied().collect();
        solved.par_iter_mut().enumerate().try_for_each(|(cell, answers)| {
            let board = cell / RULES.len();
            answers.find_best(&atlas.boards[board], wanted.iter().filter(|place| place.0 == board))?;
            task.tell(format!("{} {}: best moves", BOARDS[board], answers.rules));
            Ok::<(), StudyError>(())
        })?;

        let mut rows = Vec::new();
        for (pair, examples) in pairs.into_iter().zip(examples) {
            let contained = |place: StartKey| contained(&atlas, &solved, pair, place);
            let essential = last(&examples, contained);
            for (board, starts) in atlas.boards.iter().enumerate() {
                let here: Vec<&Vec<StartKey>> =
                    essential.iter().filter(|alike| alike[0].0 == board).collect();
                let count = examples.iter().filter(|place| place.0 == board).count();
                let name = || [RULES[pair[0]], RULES[pair[1]], BOARDS[board]].map(Cell::from);
                let mut of_board: Row = name().into();
                of_board.extend([Cell::Nothing(()), count.into(), here.len().into()]);
                of_board.resize_with(11, || Cell::Nothing(()));
                rows.push(of_board);
                for alike in here {
                    let cells = pair.map(|rule| board * RULES.len() + rule);
                    let Ok(sides) = solved.get_disjoint_mut(cells) else { unreachable!("two rules") };
                    let mut row: Row = name().into();
                    row.push(starts.text(alike[0].1).into());
                    row.extend([Cell::Nothing(()), Cell::Nothing(())]);
                    row.extend(parted(sides, starts, alike[0].1, alike.len())?);
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (one, other) in
            [("psk", "ssk"), ("ssk", "nssk"), ("psk", "nssk"), ("psk", "fixed"), ("psk", "spight")]
        {
            let mine = rows.iter().filter(|row| row[0] == one.into() && row[1] == other.into());
            let (boards, examples): (Vec<&Row>, Vec<&Row>) =
                mine.partition(|row| row[3] == Cell::Nothing(()));
            let all: i64 = boards.iter().map(|row| number(&row[4])).sum();
            let each: Vec<String> = boards
                .iter()
                .filter(|row| number(&row[5]) > 0)
                .map(|row| format!("{} {} of {}", row[2], row[5], row[4]))
                .collect();
            let first = examples.first().map_or(String::new(), |row| {
                format!(" The smallest is {} with {}: {} and {}.", row[2], row[3], row[6], row[7])
            });
            claims.push(Claim {
                says: format!(
                    "Of {all} examples of {one} and {other} {} are essential: {}.{first}",
                    examples.len(),
                    each.join(", ")
                ),
                way: Way::Exhaustive,
                known: if one == "psk" && other == "ssk" {
                    "R. Jasiek, \"Super Ko\" (2000): \"very few distinguishing examples are known\""
                } else {
                    "nothing found"
                }
                .to_owned(),
            });
        }
        claims
    }
}

/// All starts of a board under a rule.
struct Answers {
    rules: &'static str,
    session: Session,
    values: Vec<Value>,
    /// The best moves at the starts that were asked.
    best: Vec<Vec<Move>>,
}

impl Answers {
    fn of(starts: &Starts, rules: &'static str, task: &Task) -> Result<Answers, StudyError> {
        let mut session = starts.session(rules, task)?;
        let values = starts.solve(&mut session, Colour::Black)?;
        task.tell(format!("{} {rules}: {} starts", starts.board, values.len()));
        Ok(Answers { rules, session, best: vec![Vec::new(); values.len()], values })
    }

    fn find_best<'a>(
        &mut self,
        starts: &Starts,
        wanted: impl Iterator<Item = &'a StartKey>,
    ) -> Result<(), StudyError> {
        for (_, start) in wanted {
            let request = self.session.request(starts.list[*start], Colour::Black)?.with_openings(true);
            let openings = self.session.solve(&request)?.openings;
            let best = openings.iter().filter(|opening| opening.value.worth == self.values[*start].worth);
            self.best[*start] = best.map(|opening| opening.made).collect();
        }
        Ok(())
    }
}

/// The examples of two rules, smallest boards first.
fn examples(solved: &[Answers], pair: [usize; 2]) -> Vec<StartKey> {
    let boards = solved.chunks(RULES.len()).enumerate();
    let of_board = |(board, answers): (usize, &[Answers])| {
        let [one, other] = pair.map(|rule| &answers[rule].values);
        differ(one, other).into_iter().map(|start| (board, start)).collect::<Vec<StartKey>>()
    };
    boards.flat_map(of_board).collect()
}

/// What an example contains directly, example or not.
fn contained(atlas: &Atlas, solved: &[Answers], pair: [usize; 2], place: StartKey) -> Vec<StartKey> {
    let [one, other] = pair.map(|rule| &solved[place.0 * RULES.len() + rule].best[place.1]);
    let moves = one.iter().filter(|made| other.contains(made));
    let after = moves.filter_map(|made| atlas.after(place, *made));
    atlas.shorter(place).into_iter().chain(after).collect()
}

/// The cells about an example.
fn parted(
    sides: [&mut Answers; 2],
    starts: &Starts,
    start: usize,
    alike: usize,
) -> Result<[Cell; 5], StudyError> {
    let worth = [0, 1].map(|side: usize| sides[side].values[start].worth);
    let mut worths = worth.into_iter();
    let sides = sides.map(|answers| Side {
        name: answers.rules,
        session: &mut answers.session,
        worth: worths.next().unwrap_or_default(),
    });
    let parting = parting(sides, (starts.list[start], Colour::Black))?;
    let line = if parting.line.is_empty() { "none".to_owned() } else { parting.line.join(" ") };
    Ok([worth[0].into(), worth[1].into(), alike.into(), line.into(), cause(&parting).into()])
}
