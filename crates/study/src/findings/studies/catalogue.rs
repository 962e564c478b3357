use std::collections::BTreeSet;

use crate::{Side, parting};
use kosolver_board::Colour;
use kosolver_rules::Move;
use kosolver_search::{Session, Value};

use super::*;
use crate::findings::cause::cause;
use crate::findings::containment::{Atlas, StartKey, last};
use crate::findings::starts::{Starts, differ};

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

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let atlas = Atlas::of(&BOARDS[..if task.quick { QUICK } else { BOARDS.len() }])?;
        let cells: Vec<(&Starts, &str)> =
            atlas.boards.iter().flat_map(|starts| RULES.map(|rules| (starts, rules))).collect();
        let mut solved = each(cells, |(starts, rules)| Answers::of(starts, rules, task))?;
        let rules: Vec<usize> = (0..RULES.len()).collect();
        let pairs: Vec<[usize; 2]> = each_two(&rules).collect();
        let examples: Vec<Vec<StartKey>> = pairs.iter().map(|pair| examples(&solved, *pair)).collect();

        // The best moves of what is an example of any pair.
        let wanted: BTreeSet<StartKey> = examples.iter().flatten().copied().collect();
        each(solved.iter_mut().enumerate(), |(cell, answers)| {
            let board = cell / RULES.len();
            answers.find_best(&atlas.boards[board], wanted.iter().filter(|place| place.0 == board))?;
            task.tell(format!("{} {}: best moves", BOARDS[board], answers.rules));
            Ok::<(), PublicationError>(())
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
                let mut of_board = [&name()[..], &row![None::<&str>, count, here.len()]].concat();
                of_board.resize_with(11, || Cell::Nothing(()));
                rows.push(of_board);
                for alike in here {
                    let cells = pair.map(|rule| board * RULES.len() + rule);
                    let Ok(sides) = solved.get_disjoint_mut(cells) else { unreachable!("two rules") };
                    let start = row![starts.text(alike[0].1), None::<usize>, None::<usize>];
                    let parted = parted(sides, starts, alike[0].1, alike.len())?;
                    rows.push([&name()[..], &start, &parted].concat());
                }
            }
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let claim = |[one, other]: [&str; 2]| {
            let mine = with(rows, &[(0, one), (1, other)]);
            let (boards, examples): (Vec<&Row>, Vec<&Row>) =
                mine.into_iter().partition(|row| row[3] == Cell::Nothing(()));
            let some = boards.iter().copied().filter(|row| number(&row[5]) > 0);
            let each = listed(some, |row| format!("{} {} of {}", row[2], row[5], row[4]));
            let first = examples.first().map_or(String::new(), |row| {
                format!(" The smallest is {} with {}: {} and {}.", row[2], row[3], row[6], row[7])
            });
            let known = if [one, other] == ["psk", "ssk"] {
                "R. Jasiek, \"Super Ko\" (2000): \"very few distinguishing examples are known\""
            } else {
                "nothing found"
            };
            Way::Exhaustive.claim(
                known,
                format!(
                    "Of {} examples of {one} and {other} {} are essential: {each}.{first}",
                    sum(&boards, 4),
                    examples.len()
                ),
            )
        };
        let pairs = [["psk", "ssk"], ["ssk", "nssk"], ["psk", "nssk"], ["psk", "fixed"], ["psk", "spight"]];
        pairs.map(claim).into()
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
    fn of(starts: &Starts, rules: &'static str, task: &Task) -> Result<Answers, PublicationError> {
        let mut session = starts.session(rules, task)?;
        let values = starts.solve(&mut session, Colour::Black)?;
        task.tell(format!("{} {rules}: {} starts", starts.board, values.len()));
        Ok(Answers { rules, session, best: vec![Vec::new(); values.len()], values })
    }

    fn find_best<'a>(
        &mut self,
        starts: &Starts,
        wanted: impl Iterator<Item = &'a StartKey>,
    ) -> Result<(), PublicationError> {
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
) -> Result<Row, PublicationError> {
    let worth = sides.each_ref().map(|answers| answers.values[start].worth);
    let sides = sides.map(|Answers { rules, session, values, .. }| Side {
        name: rules,
        session,
        worth: values[start].worth,
    });
    let parting = parting(sides, (starts.list[start], Colour::Black))?;
    let line = if parting.line.is_empty() { "none".to_owned() } else { parting.line.join(" ") };
    Ok(row![worth[0], worth[1], alike, line, cause(&parting)])
}
