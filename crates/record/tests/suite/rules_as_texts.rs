//! Values under random ko rules: what the engine finds is what a plain minimax over the record finds, and
//! the checker accepts its proof.

use kosolver_board::{Board as Small, Colour, Position as Stones};
use kosolver_checker::verify;
use kosolver_record::{Board, Ko, Player, Record, Rules, Suicide};
use kosolver_rules::{Game, Ruleset, Score};
use kosolver_search::{Meter, Request, solve};

use crate::two_players::{of, texts};

/// What a win beyond points is worth here.
const WIN: i32 = 99;

/// The most nodes of a game tree.
const MOST_NODES: u32 = 1_000;

/// All games of a start.
struct Games {
    rules: Rules,
    /// Whether a player without a move loses.
    stuck_loses: bool,
    /// How many more nodes may be looked at.
    left: u32,
}

impl Games {
    /// What the game is worth to Black, as far as it lies between these; `None` if there are too many nodes.
    fn worth(&mut self, record: &mut Record, [mut least, mut most]: [i32; 2]) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let black = record.to_move() == Player::FIRST;
        let legal = record.legal(&self.rules);
        if legal.is_empty() {
            if self.stuck_loses {
                return Some(if black { -1 } else { 1 });
            }
            let outcome = record.outcome(&self.rules).expect("the game is over");
            return Some(match &*outcome.for_black() {
                "win" => WIN,
                "-win" => -WIN,
                "no result" => 0,
                points => points.parse().unwrap(),
            });
        }
        for made in legal {
            record.push(made);
            let worth = self.worth(record, [least, most]);
            record.pop();
            if black {
                least = least.max(worth?);
            } else {
                most = most.min(worth?);
            }
            if least >= most {
                break;
            }
        }
        Some(if black { least } else { most })
    }
}

/// Whether the value of a board under a rule was compared.
fn compared(rule: Ko, board: &str, suicide: Suicide, start: usize, first: usize) -> bool {
    let (big, small): (Board, Small) = (board.parse().unwrap(), board.parse().unwrap());
    let starts: Vec<Stones> = kosolver_board::legal_positions(&small).collect();
    let start = starts[start % starts.len()];
    let rules = Rules::new(2, rule).unwrap().with_suicide(suicide);
    let player = Player::all(2).nth(first).unwrap();
    let record = &mut Record::new(&big, 2, of(board, &small, start), player);
    let mut games = Games { rules, stuck_loses: rule.win_or_loss(), left: MOST_NODES };
    let Some(value) = games.worth(record, [-WIN, WIN]) else { return false };
    let game = Game::new(small, Ruleset::with_suicide(rule, suicide)).unwrap();
    let request = Request::new(game, start, Colour::BOTH[first]).unwrap().with_certificate(true);
    let solution = solve(&request, &Meter::default()).unwrap();
    let place = || format!("{} {suicide:?} {first}\n{}", start.text(&small), rule.text().unwrap());
    let value =
        if value.abs() == WIN { Score::WIN.times(value.signum().into()) } else { Score::points(value) };
    assert_eq!(solution.value.worth, value, "{board} {}", place());
    let mut file = Vec::new();
    solution.certificate.unwrap().write(&mut file).unwrap();
    verify(&file[..]).unwrap_or_else(|error| panic!("{error}: {board} {}", place()));
    true
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().expect(variable))
}

#[test]
fn values_under_random_texts_are_those_of_all_games() {
    let seed = number("KOSOLVER_SEED", 1);
    println!("KOSOLVER_SEED={seed}");
    let (mut asked, mut found) = (0, 0);
    for number in 0..number("KOSOLVER_TEXTS", 60) {
        let chance = &mut fastrand::Rng::with_seed((seed << 32) + number);
        let readings: Vec<Ko> = Ko::parse(&texts::text((seed << 32) + number)).unwrap().readings().collect();
        let rule = readings[chance.usize(..readings.len())];
        if rule.endless() {
            continue;
        }
        for board in ["1x1", "1x2", "1x3", "2x2"] {
            let suicide = Suicide::ALL[chance.usize(..3)];
            asked += 1;
            found += u32::from(compared(rule, board, suicide, chance.usize(..1000), chance.usize(..2)));
        }
    }
    println!("{found} values of {asked}");
    assert!(3 * found > asked, "{found} of {asked} values were compared");
}

/// Rules that use the language in odd ways.
#[test]
fn values_under_curious_texts_are_those_of_all_games() {
    let texts = include_str!("../../../../tests/curious-rules.txt");
    for text in texts.split("\n\n").filter(|text| text.starts_with("rule ")) {
        let rule = Ko::parse(text).unwrap();
        if rule.endless() {
            continue;
        }
        let mut found = 0;
        for (start, first) in (0..9).flat_map(|start| [(start, 0), (start, 1)]) {
            for suicide in [Suicide::Forbidden, Suicide::Allowed] {
                found += u32::from(compared(rule, "1x2", suicide, start, first));
            }
        }
        assert!(found > 0, "{text}");
    }
}

/// On a finite graph it does not matter whether play that comes round ends there or goes on for ever
/// (A. Ehrenfeucht and J. Mycielski, Positional strategies for mean payoff games, 1979).
#[test]
fn a_repetition_without_a_result_is_worth_what_endless_play_is() {
    let void = "rule void\nremember stood(after, next) on start, play, pass\nend play with void if stood(after, next)";
    let draw = void.replace("void", "draw");
    let kos = [void, &draw, "rule free"].map(|text| Ko::parse(text).unwrap());
    for board in ["1x1", "1x2", "1x3", "1x4", "2x2"] {
        let board: Small = board.parse().unwrap();
        for start in kosolver_board::legal_positions(&board) {
            let worth = kos.map(|ko| {
                let game = Game::new(board, Ruleset::new(ko)).unwrap();
                let request = Request::new(game, start, Colour::Black).unwrap();
                solve(&request, &Meter::default()).unwrap().value.worth
            });
            assert!(worth.iter().all(|other| *other == worth[2]), "{}: {worth:?}", start.text(&board));
        }
    }
}
