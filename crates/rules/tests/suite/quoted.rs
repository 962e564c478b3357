//! What authors say of their rules, `data/quoted-verdicts.txt`, before the referee and before the rules
//! read literally.

use crate::oracle;

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Illegal, Move, Never, Referee, Ruleset};
use oracle::Record;

/// A paragraph of the file: its fields in order.
struct Case<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Case<'a> {
    fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(field, _)| *field == name).map(|(_, value)| *value)
    }

    fn words(&self, name: &str) -> impl Iterator<Item = &'a str> {
        self.get(name).unwrap_or_default().split_whitespace()
    }
}

fn cases() -> Vec<Case<'static>> {
    let text = include_str!("../data/quoted-verdicts.txt");
    let field = |line: &'static str| {
        let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("{line}"));
        (name, value.trim())
    };
    let blocks = text.split("\n\n").map(|block| block.lines().filter(|line| !line.starts_with('#')));
    let cases = blocks.map(|lines| Case(lines.filter(|line| !line.is_empty()).map(field).collect()));
    cases.filter(|case| case.get("case").is_some()).collect()
}

/// A game under a rule, refereed and written down at once.
struct Played {
    referee: Referee,
    record: Record,
}

impl Played {
    fn new(case: &Case, rule: &str) -> Played {
        let text = case.get("position").unwrap();
        let rows: Vec<&str> = text.split('/').collect();
        let board: Board = format!("{}x{}", rows.len(), rows[0].len()).parse().unwrap();
        let position = Position::parse(&board, text).unwrap();
        let first: Colour = case.get("first").unwrap().parse().unwrap();
        let suicide = case.get("suicide").unwrap_or("forbidden").parse().unwrap();
        let rules = Ruleset::with_suicide(rule.parse().unwrap(), suicide);
        let game = Game::new(board, rules).unwrap();
        game.check_start(position, first).unwrap();
        Played { referee: Referee::new(game, position, first), record: Record::new(board, position, first) }
    }

    fn made(&self, name: &str) -> Move {
        Move::parse(&self.record.board, name).unwrap()
    }

    fn play(&mut self, name: &str) {
        let made = self.made(name);
        self.check(name, true);
        self.referee.play(made).unwrap();
        self.record.push(made);
    }

    /// Whether a move is legal, by both readings of the rules; if not, it is the ko rule that prohibits it.
    fn check(&self, name: &str, legal: bool) {
        let made = self.made(name);
        let refused = self.referee.why_illegal(made);
        assert_eq!(refused.is_none(), legal, "{name}: {refused:?}");
        let by_ko = |refused| {
            matches!(refused, Illegal::History { .. } | Illegal::Never { reason: Never::BasicKo, .. })
        };
        assert!(refused.is_none_or(by_ko), "{name}");
        let rules = self.referee.game().rules();
        assert_eq!(self.record.legal_moves(rules).contains(&made), legal, "{name}, from the record");
    }
}

#[test]
fn every_verdict_comes_out() {
    let mut verdicts = 0;
    for case in cases() {
        for rule in case.words("rule") {
            println!("{rule}: {}", case.get("case").unwrap());
            let mut played = Played::new(&case, rule);
            case.words("moves").for_each(|name| played.play(name));
            for (field, legal) in [("legal", true), ("prohibited", false)] {
                for name in case.words(field) {
                    played.check(name, legal);
                    verdicts += 1;
                }
            }
            let over = case.get("over") == Some("yes");
            assert_eq!(played.referee.score().is_some(), over);
            verdicts += u32::from(over);
        }
    }
    assert!(verdicts >= 30, "{verdicts}");
}
