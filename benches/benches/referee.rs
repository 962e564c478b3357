//! A game of 400 moves on 19x19, refereed under each rule and under all at once. A game takes under 50
//! milliseconds.

use std::fmt::Write;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use kosolver_record::referee::{Game, NamedRules, judge};
use kosolver_record::{Board, Move, Player, Position, Record, Rules};

const MOVES: usize = 400;

const NAMED: [&str; 10] =
    ["none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee:passer"];

/// A game of moves that a fixed sequence of numbers chooses, legal under positional superko.
fn game() -> String {
    let board: Board = "19x19".parse().expect("a board");
    let psk = "psk".parse().expect("a rule");
    let rules = Rules::new(2, psk).expect("two players");
    let mut record = Record::new(&board, 2, Position::empty(&board), Player::FIRST);
    record.follow(psk);
    // D. H. Lehmer's generator, with the numbers of S. K. Park and K. W. Miller (1988).
    let mut number: u64 = 1;
    let mut text = "(;SZ[19]".to_owned();
    while record.now() < MOVES {
        number = number * 48_271 % 0x7fff_ffff;
        let point = number as usize % board.points();
        if record.refused(&rules, Move::Play(point)).is_some() {
            continue;
        }
        let colour = if record.to_move() == Player::FIRST { 'B' } else { 'W' };
        let letter = |number: usize| char::from(b'a' + number as u8);
        write!(text, ";{colour}[{}{}]", letter(point % 19), letter(point / 19)).expect("a string grows");
        record.push(Move::Play(point));
    }
    text + ")"
}

fn referee(criterion: &mut Criterion) {
    let game = game();
    let rules = NAMED.map(|ko| {
        let ko = ko.parse().expect("a rule");
        NamedRules::of(Rules::new(2, ko).expect("two players"))
    });
    let mut judged = |name: &str, rules: &[NamedRules]| {
        criterion.bench_function(&format!("referee 19x19 {name}"), |bencher| {
            bencher.iter(|| {
                let report = judge(&Game::parse(black_box(&game)).expect("SGF"), rules).expect("a game");
                assert_eq!(report.lines[0].moves, MOVES);
                assert!(
                    report.lines[0]
                        .refused
                        .iter()
                        .flat_map(|refused| &refused.by)
                        .all(|by| by.rules != "psk")
                );
            });
        });
    };
    for named in &rules {
        judged(&named.name, std::slice::from_ref(named));
    }
    judged("all", &rules);
}

criterion_group!(benches, referee);
criterion_main!(benches);
