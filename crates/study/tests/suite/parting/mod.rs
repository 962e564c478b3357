//! What a comparison says of two rules that part, played out.

use kosolver_board::{Board, Position};
use kosolver_report::{Event, Pair, Separator};
use kosolver_rules::{Game, Move, Referee};

/// Two referees play the line; what is said to happen after it happens.
pub fn check_parting(board: &Board, pair: &Pair, separator: &Separator, game: impl Fn(&str) -> Game) {
    let rules = pair.rules.each_ref().map(String::as_str);
    let start = Position::parse(board, &separator.position).unwrap();
    let mut referees = rules.map(|rules| Referee::new(game(rules), start, separator.first()));
    for made in &separator.parting.line {
        for referee in &mut referees {
            referee.play(Move::parse(board, made).unwrap()).unwrap();
        }
    }
    let of = |name: &str| rules.iter().position(|rules| *rules == name).unwrap();
    match &separator.parting.event {
        Event::Prohibited { player, made, by, reason } => {
            let made = Move::parse(board, made).unwrap();
            let (strict, lenient) = (&referees[of(by)], &referees[1 - of(by)]);
            assert_eq!(strict.why_illegal(made).unwrap().to_string(), *reason);
            assert_eq!(lenient.why_illegal(made), None);
            assert_eq!(strict.node().to_move, *player);
        }
        Event::Over { under, score } => {
            assert_eq!(referees[of(under)].score(), Some(*score));
            assert_eq!(referees[1 - of(under)].score(), None);
        }
        Event::Scores { scores } => {
            assert_eq!(referees.each_ref().map(Referee::score), scores.map(Some));
            assert_ne!(scores[0], scores[1]);
        }
        Event::Endless => panic!("{board} {} under {rules:?} goes on for ever", separator.position),
    }
}
