use kosolver_board::Colour;
use kosolver_rules::{Game, Ruleset, Score};
use kosolver_search::Value;

use super::*;
use crate::findings::starts::{Starts, percent};

/// Which ends and scorings change a score?
pub(crate) struct Ends;

const BOARDS: [&str; 8] = ["1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3", "1x7"];
const QUICK: usize = 4;
const KOS: [&str; 5] = ["psk", "ssk", "nssk", "fixed", "basic-fixed"];
/// What is compared: rules beside the ko rule, and others.
const CHANGES: [[&str; 2]; 8] = [
    ["", "end=agreement"],
    ["ikeda=yes", "ikeda=yes end=agreement"],
    ["", "scoring=equivalence"],
    ["", "ikeda=yes"],
    ["", "scoring=territory"],
    ["", "scoring=stones"],
    ["", "end=no-pass"],
    ["end=no-pass", "end=prisoner-return"],
];
const RULES: [&str; 9] = [
    "ko=psk",
    "ko=psk end=agreement",
    "ko=psk ikeda=yes",
    "ko=psk ikeda=yes end=agreement",
    "ko=psk scoring=equivalence",
    "ko=psk scoring=territory",
    "ko=psk scoring=stones",
    "ko=psk end=no-pass",
    "ko=psk end=prisoner-return",
];

impl Study for Ends {
    fn about(&self) -> About {
        About {
            name: "ends",
            question: "Which ends of the game and which ways to count change a score?",
            method: "Every start of a board up to symmetry, with Black and with White to move, was solved under the rules \
                     and under the rules with one change. The rules are a ko rule, area scoring and an end by two passes, \
                     unless something else stands there. Territory scoring counts the stones that stand at the start as \
                     played: to its score the black stones of the start are added and the white ones subtracted. So the two \
                     scores of one game differ by Black's plays less White's. Equivalence scoring does the same by itself. Under ends without \
                     passes there is no score; there the winners are compared, and starts that are a draw by score are \
                     left out. The rules of `psk` are spelled out below; the others have another ko rule.",
            columns: &[
                ("board", "the board"),
                ("ko", "the ko rule"),
                ("rules", "what the rules say beside"),
                ("change", "what the changed rules say"),
                ("starts", "starts that are compared"),
                ("changed", "starts whose score, or winner, changes"),
                ("percent", "the same in percent"),
                ("by one", "starts whose score changes by one point"),
                ("largest", "the largest change of a score"),
                ("first", "the first start that changes: who is to move, and the two scores or winners"),
            ],
            keys: 4,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = BOARDS.into_iter().filter(|board| is_wanted(task, board, QUICK));
        rows_of(pairs(boards, &KOS), |(board, ko)| of_board(board, ko, task))
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        CHANGES.iter().map(|change| claim(rows, *change)).collect()
    }
}

/// What is said of rules that say nothing else.
fn words(rules: &str) -> &str {
    if rules.is_empty() { "area scoring, two passes" } else { rules }
}

fn claim(rows: &[Row], [before, after]: [&str; 2]) -> Claim {
    let mine = |ko: &str| with(rows, &[(1, ko), (2, words(before)), (3, after)]);
    let of_ko = |ko: &str| {
        let mine = mine(ko);
        let first = mine.iter().find(|row| number(&row[5]) > 0);
        let by = match mine.iter().map(|row| number(&row[8])).max() {
            Some(largest) if largest > 0 => format!(", {} by one point, at most by {largest}", sum(&mine, 7)),
            _ => String::new(),
        };
        let first = first.map_or(String::new(), |row| format!(", first on {} with {}", row[0], row[9]));
        format!("{} of {} under {ko}{by}{first}", sum(&mine, 5), sum(&mine, 4))
    };
    let winners = after.contains("no-pass") || after.contains("return");
    let known = match after {
        "scoring=equivalence" => "R. High proved that it changes nothing",
        _ => "nothing found",
    };
    Way::Exhaustive.claim(
        known,
        format!(
            "From {} to {after} the {} changes on so many starts: {}.",
            words(before),
            if winners { "winner" } else { "score" },
            KOS.map(of_ko).join("; ")
        ),
    )
}

/// The values of all starts, with Black to move and with White.
struct Values {
    values: Vec<Value>,
    win_or_loss: bool,
    /// Whether stones at the start are to be counted as played.
    territory: bool,
}

fn of_board(board: &str, ko: &str, task: &Task) -> Result<Vec<Row>, PublicationError> {
    let starts = Starts::of(board)?;
    let mut solved: Vec<(&str, Values)> = Vec::new();
    for rules in CHANGES.as_flattened() {
        if solved.iter().all(|(known, _)| known != rules) {
            solved.push((rules, values(&starts, &format!("ko={ko} {rules}"), task)?));
        }
    }
    task.tell(format!("{board} {ko}"));
    let of = |rules: &str| solved.iter().find(|(known, _)| *known == rules).map(|(_, values)| values);
    let rows = CHANGES.iter().filter_map(|[before, after]| {
        let changed = changed(&starts, [of(before)?, of(after)?]);
        Some([row![board, ko, words(before), *after], changed].concat())
    });
    Ok(rows.collect())
}

fn values(starts: &Starts, rules: &str, task: &Task) -> Result<Values, PublicationError> {
    let ruleset: Ruleset = rules.trim().parse()?;
    let mut session = task.session(Game::new(starts.board, ruleset)?);
    let mut values = starts.solve(&mut session, Colour::Black)?;
    values.extend(starts.solve(&mut session, Colour::White)?);
    Ok(Values { values, win_or_loss: ruleset.win_or_loss(), territory: rules.contains("territory") })
}

/// The cells about a change.
fn changed(starts: &Starts, sides: [&Values; 2]) -> Row {
    let winners = sides.iter().any(|side| side.win_or_loss);
    let worth = |side: &Values, place: usize| {
        let start = starts.list[place % starts.list.len()];
        let stones = start.black.len() as i32 - start.white.len() as i32;
        let worth = side.values[place].worth;
        let worth = if side.territory { worth + Score::points(stones) } else { worth };
        if winners { Score::points(worth.cmp(&Score::ZERO) as i32) } else { worth }
    };
    let compared: Vec<(usize, [Score; 2])> = (0..2 * starts.list.len())
        .map(|place| (place, sides.map(|side| worth(side, place))))
        .filter(|(_, worths)| !winners || !worths.contains(&Score::ZERO))
        .collect();
    let changed: Vec<&(usize, [Score; 2])> =
        compared.iter().filter(|(_, [one, other])| one != other).collect();
    let by = |(_, [one, other]): &&(usize, [Score; 2])| (*one - *other).abs();
    let by_one = changed.iter().filter(|change| by(change) == Score::points(1)).count();
    let largest = changed.iter().map(by).max().unwrap_or_default();
    // The fewest stones come first, with Black to move.
    let first = changed.iter().min_by_key(|(place, _)| (place % starts.list.len(), *place));
    let first = first.map(|(place, worths)| {
        let player = if *place < starts.list.len() { "Black" } else { "White" };
        let name = |worth: Score| match (winners, worth > Score::ZERO) {
            (false, _) => worth.to_string(),
            (true, true) => "Black wins".to_owned(),
            (true, false) => "White wins".to_owned(),
        };
        let [one, other] = worths.map(name);
        format!("{}, {player} to move: {one}, {other}", starts.text(place % starts.list.len()))
    });
    let (compared, number) = (compared.len(), changed.len());
    let [by_one, largest] = [Cell::from(by_one), largest.into()].map(|cell| (!winners).then_some(cell));
    row![compared, number, percent(number, compared), by_one, largest, first]
}
