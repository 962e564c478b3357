use ahash::AHashSet;
use kosolver_board::{Colour, Position, distinct_positions};
use kosolver_rules::{Fact, Illegal, Move, Never, Node, Score};
use kosolver_search::Session;

use super::*;

/// Is there a forced ko fight?
pub(crate) struct Fights;

const RULES: [&str; 6] = ["basic", "psk", "ssk", "nssk", "fixed", "basic-fixed"];
/// Boards, and how many plays lead from a start to a state that is examined.
const BOARDS: [(&str, usize); 10] = [
    ("1x2", 8),
    ("1x3", 8),
    ("1x4", 8),
    ("1x5", 6),
    ("1x6", 5),
    ("1x7", 4),
    ("2x2", 8),
    ("2x3", 5),
    ("2x4", 3),
    ("3x3", 2),
];
const QUICK: usize = 4;

impl Study for Fights {
    fn about(&self) -> About {
        About {
            name: "fights",
            question: "Is there a forced ko fight under fixed ko, and one about a long cycle under basic-fixed ko?",
            method: "A state is a start (any legal position, Black to move) and a few plays after it. It is a forced ko fight if \
         there is a play m that only the history prohibits, to pass is not best, and some best move t, the threat, is \
         such that every best answer to it is a play, after which m is legal and the only best move. (So m is worth fighting for, \
         and what lifts the ban is the exchange of a threat for its answer.) It is a basic one if m takes back at once, \
         and a long one if not. If a best answer to the threat is a pass, the threat is none; such states are counted \
         apart. All states of a board are examined to which a start and no more plays than that \
         lead. Under rules with endless play, no result counts as 0.",
            columns: &[
                ("board", "the board"),
                ("rule", "the ko rule"),
                ("plays", "the most plays after a start"),
                ("states", "states in which the history prohibits a play"),
                ("basic", "forced ko fights about a stone just taken"),
                ("long", "forced ko fights about a longer cycle"),
                ("first basic", "the first: start, plays, then threat, answer and m"),
                ("first long", "the same"),
                (
                    "unanswered",
                    "states that would be forced ko fights if a pass counted as an answer to the threat",
                ),
                ("first unanswered", "the first of them"),
            ],
            keys: 2,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let boards = BOARDS
            .into_iter()
            .filter(|(board, _)| !task.quick || points(&Cell::from(*board)) <= QUICK && *board != "2x2");
        let cells: Vec<(&str, usize, &str)> =
            boards.flat_map(|(board, plays)| RULES.map(|rule| (board, plays, rule))).collect();
        rows_of(cells, |(board, plays, rule)| Ok(vec![found(board, plays, rule, task)?]))
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (rule, column, kind, known) in [
            (
                "fixed",
                4,
                "ko fight about a stone just taken",
                "R. Jasiek, Sensei's Library \"Fixed Ko Rule\": nobody has been able to construct any forced ko fight",
            ),
            ("fixed", 5, "ko fight about a longer cycle", "the same page"),
            (
                "basic-fixed",
                5,
                "ko fight about a longer cycle",
                "the same page: \"long cycle ko fights are most probably impossible\"",
            ),
            (
                "basic-fixed",
                4,
                "ko fight about a stone just taken",
                "the same page: \"the only known ko fights are basic ko fights\"",
            ),
            ("psk", 4, "ko fight about a stone just taken", "ordinary ko fights are common knowledge"),
            ("psk", 5, "ko fight about a longer cycle", "nothing found for boards this small"),
        ] {
            let mine = with(rows, &[(1, rule)]);
            let (states, found) = (sum(&mine, 3), sum(&mine, column));
            claims.push(match smallest(&mine, column) {
                Some(row) => Way::Example.claim(known, format!(
                    "Under {rule} there is a forced {kind}: on {}, {}. {found} of {states} states examined are such fights.",
                    row[0],
                    row[column + 2]
                )),
                None => Way::Exhaustive.claim(known, format!(
                    "Under {rule} there is no forced {kind} among {states} states examined ({}).",
                    listed(mine, |row| format!("{} to {} plays", row[0], row[2]))
                )),
            });
        }
        for rule in ["fixed", "basic-fixed"] {
            let mine = with(rows, &[(1, rule)]);
            claims.extend(smallest(&mine, 8).map(|row| {
                Way::Example.new_claim(format!(
                    "If a pass counts as an answer to the threat, {} states under {rule} are fights too; the \
                     first is on {}: {}.",
                    sum(&mine, 8),
                    row[0],
                    row[9]
                ))
            }));
        }
        claims
    }
}

/// What was found on a board under a rule.
#[derive(Default)]
struct Found {
    states: usize,
    /// Basic fights, long ones, and those whose threat need not be answered; and the first of each.
    fights: [(usize, Option<String>); 3],
    seen: AHashSet<(Node, Vec<Fact>)>,
}

fn found(board: &str, plays: usize, ko: &str, task: &Task) -> Result<Row, PublicationError> {
    let game = game(board, ko)?;
    let of_board = *game.board();
    let mut session = task.session(game);
    let mut found = Found::default();
    for start in distinct_positions(&of_board) {
        session.restart(start, Colour::Black)?;
        examine(&mut session, start, plays, &mut found)?;
    }
    let [(basic, first_basic), (long, first_long), (unanswered, first_unanswered)] = found.fights;
    task.tell(format!("{board} {ko}: {basic} basic and {long} long fights in {} states", found.states));
    let kinds = row![basic, long, first_basic, first_long, unanswered, first_unanswered];
    Ok([row![board, ko, plays, found.states], kinds].concat())
}

/// Examines where the session stands, and all that few plays lead to.
fn examine(
    session: &mut Session,
    start: Position,
    plays: usize,
    found: &mut Found,
) -> Result<(), PublicationError> {
    let node = session.referee().node().clone();
    let mut facts: Vec<Fact> = session.referee().facts().copied().collect();
    facts.sort();
    // A state that comes again by other plays is examined once; there may be more plays left then, so its
    // followers are looked at again.
    if found.seen.insert((node, facts)) {
        judge(session, start, found)?;
    }
    if plays == 0 {
        return Ok(());
    }
    for made in session.legal() {
        if made.made() != Move::Pass {
            session.make(made.made())?;
            examine(session, start, plays - 1, found)?;
            session.undo();
        }
    }
    Ok(())
}

fn judge(session: &mut Session, start: Position, found: &mut Found) -> Result<(), PublicationError> {
    let banned: Vec<(Move, bool)> = session
        .candidates()
        .into_iter()
        .filter_map(|candidate| match candidate.illegal {
            Some(Illegal::History { .. }) => {
                Some((candidate.made.made(), takes_back(session, start, candidate.made.made())))
            }
            Some(Illegal::Never { reason: Never::BasicKo, .. }) => Some((candidate.made.made(), true)),
            _ => None,
        })
        .collect();
    if banned.is_empty() {
        return Ok(());
    }
    found.states += 1;
    let best = best_moves(session)?;
    if best.contains(&Move::Pass) {
        return Ok(());
    }
    let mut seen: Option<(usize, String)> = None;
    for threat in best {
        session.make(threat)?;
        let answers = best_moves(session)?;
        let mut wanted: Vec<(Move, bool)> = banned.clone();
        let answered = !answers.contains(&Move::Pass);
        for answer in &answers {
            session.make(*answer)?;
            let then = if session.referee().score().is_some() { Vec::new() } else { best_moves(session)? };
            wanted.retain(|(made, _)| then == [*made]);
            session.undo();
        }
        session.undo();
        if let Some((made, basic)) = wanted.first()
            && let Some(answer) = answers.first()
        {
            let board = *session.game().board();
            let list =
                |moves: &[Move]| moves.iter().map(|made| made.name(&board)).collect::<Vec<_>>().join(" ");
            let played = session.played();
            let text = format!(
                "start {}, plays {}, then {}",
                start.text(&board),
                if played.is_empty() { "none".to_owned() } else { list(&played) },
                list(&[threat, *answer, *made])
            );
            let kind = match (answered, basic) {
                (true, true) => 0,
                (true, false) => 1,
                (false, _) => 2,
            };
            // A threat that has to be answered, if there is one.
            if seen.as_ref().is_none_or(|(known, _)| kind < *known) {
                seen = Some((kind, text));
            }
        }
    }
    if let Some((kind, text)) = seen {
        found.fights[kind].0 += 1;
        found.fights[kind].1.get_or_insert(text);
    }
    Ok(())
}

/// Whether a play leads to the position before the last move.
fn takes_back(session: &Session, start: Position, made: Move) -> bool {
    let (referee, board) = (session.referee(), session.game().board());
    let Move::Play(point) = made else { return false };
    let record = referee.record();
    let before = match record.len() {
        0 => return false,
        1 => start,
        moves => record[moves - 2].2,
    };
    let play = referee.position().play(board, referee.node().to_move, point);
    play.is_some_and(|play| play.after == before)
}

/// The best moves of the player to move.
fn best_moves(session: &mut Session) -> Result<Vec<Move>, PublicationError> {
    let black = session.referee().node().to_move == Colour::Black;
    let values = session.values()?;
    let worth = |score: Score| if black { score } else { -score };
    let best = values.iter().map(|(_, value)| worth(value.worth)).max();
    let best = values.into_iter().filter(|(_, value)| Some(worth(value.worth)) == best);
    Ok(best.map(|(made, _)| made.made()).collect())
}
