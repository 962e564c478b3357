use kosolver_board::{Board, Colour, PointSet, Position, distinct_positions};
use kosolver_rules::{Game, Move, Ruleset, Score};

use super::*;

/// When may a player fill in his own area for nothing?
pub(crate) struct Fill;

const BOARDS: [&str; 6] = ["1x5", "1x6", "1x7", "2x2", "2x3", "2x4"];
const QUICK: usize = 6;
const RULES: [&str; 4] = [
    "ko=psk scoring=area",
    "ko=psk scoring=area ikeda=yes",
    "ko=psk scoring=equivalence",
    "ko=psk scoring=territory",
];

impl Study for Fill {
    fn about(&self) -> About {
        About {
            name: "fill",
            question: "When may a player fill in a point of his own area for nothing?",
            method: "Every settled start of a board up to symmetry, Black to move, under positional superko. A neutral point is \
         an empty point in a region that does not touch stones of one colour alone. A start is settled if under area \
         scoring it is worth what stands on the board, and a point more if the number of neutral points is odd: \
         nothing is left but to share them, Black first. A fill is a play into an empty region that touches black stones \
         alone. It is free if it keeps the value of the start.",
            columns: &[
                ("board", "the board"),
                ("rules", "what is counted"),
                ("neutral", "whether the number of neutral points is even or odd"),
                ("fills", "fills at all settled starts"),
                ("free", "how many of them are free"),
                ("percent", "the same in percent"),
            ],
            keys: 3,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = BOARDS.into_iter().filter(|board| is_wanted(task, board, QUICK));
        rows_of(pairs(boards, &RULES), |(board, rules)| count(board, rules, task))
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let known = "KGS Supported Rule Sets, quoted on Sensei's Library (\"Flower\"): \"free teire if even dame\" for \
                     area scoring";
        let claim = |rules: &str| {
            let share = |neutral: &str| {
                let mine = with(rows, &[(1, rules), (2, neutral)]);
                (sum(&mine, 3), sum(&mine, 4))
            };
            let (fills, free) = share("even");
            let percent = 100.0 * free as f64 / fills.max(1) as f64;
            let odd = match share("odd") {
                (0, _) => "no settled start has an odd number".to_owned(),
                (fills, free) => format!("in {free} of {fills} with an odd number"),
            };
            Way::Exhaustive.claim(known, format!(
                "Under {rules} a fill is free in {free} of {fills} cases ({percent:.0} %) with an even number of \
                 neutral points; {odd}."
            ))
        };
        RULES.map(claim).into()
    }
}

fn count(board: &str, rules: &str, task: &Task) -> Result<Vec<Row>, PublicationError> {
    let game = Game::new(board.parse()?, rules.parse::<Ruleset>()?)?;
    let of_board = *game.board();
    let mut session = task.session(game);
    let mut by_area = task.session(Game::new(of_board, RULES[0].parse()?)?);
    let mut counts = [[0_usize; 2]; 2];
    for start in distinct_positions(&of_board) {
        let [mine, theirs] = Colour::BOTH.map(|colour| area(&of_board, start, colour));
        if mine.is_empty() {
            continue;
        }
        let neutral = (start.empty(&of_board) - mine - theirs).len();
        let settled = start.area(&of_board) + neutral as i32 % 2;
        let value = by_area.solve(&by_area.request(start, Colour::Black)?)?.value.worth;
        if value != Score::points(settled) {
            continue;
        }
        let solution = session.solve(&session.request(start, Colour::Black)?.with_openings(true))?;
        for opening in solution.openings {
            if let Move::Play(point) = opening.made
                && mine.contains(point)
            {
                let counted = &mut counts[neutral as usize % 2];
                counted[0] += 1;
                counted[1] += usize::from(opening.value.worth == solution.value.worth);
            }
        }
    }
    task.tell(format!("{board} {rules}"));
    let rows = ["even", "odd"].into_iter().zip(counts).map(|(neutral, [fills, free])| {
        let percent = (fills > 0).then(|| format!("{:.1}", 100.0 * free as f64 / fills as f64));
        row![board, rules, neutral, fills, free, percent]
    });
    Ok(rows.collect())
}

/// The empty points in regions that touch stones of this colour alone.
fn area(board: &Board, position: Position, colour: Colour) -> PointSet {
    let [own, other] = [colour, !colour].map(|colour| position.stones(colour));
    let is_own = |region: &PointSet| {
        let near = board.adjacent(*region);
        !(near & own).is_empty() && (near & other).is_empty()
    };
    board.parts(position.empty(board)).filter(is_own).fold(PointSet::EMPTY, |area, region| area | region)
}
