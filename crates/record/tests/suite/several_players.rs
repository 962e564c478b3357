//! Three and four players: captures, points, ends, Kee's example; and values against a search that
//! keeps nothing.

use kosolver_record::{
    Aim, Board, Error, Ko, Move, Outcome, Player, Points, Position, Record, Rules, Suicide, guarantee,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::literal::{self, NAMED, ko};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn player(number: usize) -> Player {
    Player::all(4).nth(number - 1).unwrap()
}

/// A game from a position: moves are points from 0, or `None` for a pass.
fn played<'a>(
    board: &'a Board,
    players: u8,
    start: &str,
    first: usize,
    moves: &[Option<usize>],
) -> Record<'a> {
    let mut record = Record::new(board, players, Position::parse(board, start).unwrap(), player(first));
    moves.iter().for_each(|made| record.push(made.map_or(Move::Pass, Move::Play)));
    record
}

/// "Consider a 3-player game with Board A –Player 1→ Board B –Player 2→ Board A –Player 3→ Board A –
/// Player 1→ Board B. It is more reasonable to prohibit Board B –Player 2→ Board A (if positional)
/// than to prohibit the second Board A –Player 1→ Board B (if situational)." (W. Kee, Kee Rules of
/// Go, 12 May 2009, I.B.) Here A is `.O`: player 1 takes, player 2 takes back, player 3 passes.
#[test]
fn kees_example_tells_positional_from_situational() {
    let board = board("1x2");
    let game = [Some(0), Some(1), None, Some(0)];
    let refused = |ko: Ko, before: usize| {
        let record = played(&board, 3, ".O", 1, &game[..before]);
        let what = game[before].map_or(Move::Pass, Move::Play);
        record.refused(&Rules::new(3, ko).unwrap(), what)
    };
    let whole = played(&board, 3, ".O", 1, &game);
    let texts: Vec<String> =
        (0..=4).map(|time| whole.numbered(whole.position_at(time)).text(&board)).collect();
    assert_eq!(texts, [".O", "X.", ".O", ".O", "X."], "A, B, A, A, B");

    assert_eq!(refused(ko("psk"), 0), None);
    assert_eq!(refused(ko("psk"), 1).unwrap().since(), Some(0), "positional: player 2 may not make A");
    for before in 0..3 {
        assert_eq!(refused(ko("ssk"), before), None, "situational: move {} is legal", before + 1);
    }
    assert_eq!(refused(ko("ssk"), 3).unwrap().since(), Some(1), "but player 1 may not make B again");
    assert!(refused(ko("nssk"), 3).is_some() && refused(ko("nssk"), 1).is_none());
    // A pass has come between.
    assert!(refused(ko("spight"), 1).is_some() && refused(ko("spight"), 3).is_none());
}

#[test]
fn a_play_captures_the_stones_of_every_opponent() {
    let square = board("2x3");
    let position = Position::parse(&square, "O.#/X.@").unwrap();
    let play = position.play(&square, player(1), 1).unwrap();
    assert_eq!((play.captured.as_slice(), play.suicide.as_slice()), (&[0, 2][..], &[][..]));
    assert_eq!(play.after.text(&square), ".X./X.@", "@ keeps its liberty");
    // Who surrounds a stone does not matter: # takes what X and # surround together, and not itself.
    let line = board("1x5");
    let position = Position::parse(&line, ".XO.#").unwrap();
    let play = position.play(&line, player(3), 3).unwrap();
    assert_eq!((play.captured.as_slice(), play.after.text(&line)), (&[2][..], ".X.##".to_owned()));
    // A stone that takes nothing and has no liberty is suicide, if X and # both stand around it.
    let position = Position::parse(&line, ".X.#.").unwrap();
    assert_eq!(position.play(&line, player(2), 2).unwrap().suicide, [2]);
}

#[test]
fn points_are_stones_and_what_they_enclose_alone() {
    let board = board("1x7");
    let position = Position::parse(&board, ".X.O.#.").unwrap();
    assert_eq!(position.points(&board, 4), [2, 1, 2, 0]);
    assert_eq!(Position::empty(&board).points(&board, 3), [0, 0, 0], "nobody encloses it");
    let outcome = Outcome::scored([2, 1, 2].map(Points::from_integer).to_vec());
    assert_eq!([1, 2, 3].map(|number| outcome.place(player(number))), [1, 3, 1]);
    assert_eq!(outcome.to_string(), "X 2, O 1, # 2");
    assert_eq!([1, 2].map(|number| Aim::Lead.worth(&outcome, player(number)).to_string()), ["0", "-1"]);
    assert_eq!([1, 2].map(|number| Aim::Place.worth(&outcome, player(number)).to_string()), ["2", "0"]);
    assert_eq!(Outcome::draw(3).place(player(3)), 1);
}

#[test]
fn positions_print_with_four_kinds_of_stones() {
    let board = board("2x3");
    let position = Position::parse(&board, "X.#/O.@").unwrap();
    assert_eq!(position.text(&board), "X.#/O.@");
    for bad in ["XO#", "XO#/@.", "XO#/@.+", "XO#/@XO"] {
        assert!(matches!(Position::parse(&board, bad), Err(Error::Position { .. })), "{bad}");
    }
    assert!(matches!(Rules::new(5, ko("psk")), Err(Error::Players(5))));
    assert!(matches!("26x25".parse::<Board>(), Err(Error::Large { rows: 26, columns: 25 })));
    let newko = "newko-reconstruction";
    assert_eq!(Rules::new(2, ko(newko)), Err(Error::Ko(newko)));
    assert_eq!(self::board("25x25").points(), 625);
    let go = self::board("19x19");
    assert_eq!((go.parse_point("T19").unwrap(), go.point_name(360)), (18, "T1".to_owned()));
}

/// All must pass under psk; under Spight's rule a player must pass on a position again. Without a
/// position that all have passed, Kee's game is a draw.
#[test]
fn ends_are_those_of_all_players() {
    let line = board("1x3");
    let over = |ko: Ko, moves: &[Option<usize>]| {
        played(&line, 3, "...", 1, moves)
            .outcome(&Rules::new(3, ko).unwrap())
            .map(|outcome| outcome.to_string())
    };
    let quiet = [Some(1), None, None, None, None];
    assert_eq!(over(ko("psk"), &quiet[..3]), None);
    assert_eq!(over(ko("psk"), &quiet[..4]).as_deref(), Some("X 3, O 0, # 0"));
    assert_eq!(over(ko("kee"), &quiet[..4]), None);
    assert_eq!(over(ko("kee"), &quiet).as_deref(), Some("X 3, O 0, # 0"));
    assert_eq!(over(ko("spight"), &quiet).as_deref(), Some("X 3, O 0, # 0"));

    // On two points, X and O take each other between passes of #: # passes on `.O` again.
    let pair = board("1x2");
    let moves = [Some(0), Some(1), None, Some(0), None, None, None, Some(1), None];
    let record = played(&pair, 3, "..", 1, &moves);
    let rules = Rules::new(3, ko("kee")).unwrap();
    assert_eq!(record.over_since(&rules), Some(9));
    // `X.` was passed by O, #, X, one after the other: it is the only scoring position.
    assert_eq!(record.outcome(&rules).unwrap().to_string(), "X 2, O 0, # 0");
    let spight = Rules::new(3, ko("spight")).unwrap();
    assert_eq!(record.outcome(&spight).unwrap().to_string(), "X 0, O 2, # 0");
    let moves = [Some(0), Some(1), None, Some(0), Some(1), None];
    let mut record = played(&pair, 3, "..", 1, &moves);
    assert_eq!(record.refused(&rules, Move::Pass), Some(kosolver_record::Refusal::Over(6)));
    assert_eq!(record.outcome(&rules).unwrap().unscored(), Some(kosolver_record::Unscored::Draw));
    record.pop();
    assert_eq!(record.outcome(&rules), None);
}

/// Plain search over whole games that keeps nothing: what a player can force.
struct Plain {
    rules: Rules,
    aim: Aim,
}

impl Plain {
    fn force(&self, record: &mut Record<'_>, player: Player) -> Points {
        if let Some(outcome) = record.outcome(&self.rules) {
            return self.aim.worth(&outcome, player);
        }
        let his = record.to_move() == player;
        let mut worth = Vec::new();
        for what in record.legal(&self.rules) {
            record.push(what);
            worth.push(self.force(record, player));
            record.pop();
        }
        if his { worth.into_iter().max().unwrap() } else { worth.into_iter().min().unwrap() }
    }
}

#[test]
fn values_are_those_of_a_search_that_keeps_nothing() {
    for (text, start, ko) in [
        ("1x1", ".", ko("psk")),
        ("1x1", ".", ko("spight")),
        ("1x1", ".", ko("kee")),
        ("1x2", "..", ko("psk")),
        ("1x2", "X.", ko("psk")),
        ("1x2", ".#", ko("ssk")),
        ("1x2", "..", ko("fixed")),
        ("1x2", "..", ko("nssk")),
    ] {
        let board = board(text);
        let rules = Rules::new(3, ko).unwrap();
        let start = Position::parse(&board, start).unwrap();
        for aim in Aim::ALL {
            let plain = Plain { rules, aim };
            let mut record = Record::new(&board, 3, start.clone(), Player::FIRST);
            for player in Player::all(3) {
                let expected = plain.force(&mut record, player);
                let found = guarantee(&board, rules, &start, Player::FIRST, player, aim, 100_000).unwrap();
                assert_eq!([found.lower, found.upper], [expected; 2], "{text} {ko} {aim} {player}");
            }
        }
    }
}

/// With a budget that is too small nothing is guessed: the bounds hold what a larger one finds.
#[test]
fn small_budgets_leave_bounds_that_hold() {
    for text in ["1x4", "complete:3", "2x2"] {
        let board = board(text);
        let (rules, start) = (Rules::new(2, ko("psk")).unwrap(), Position::empty(&board));
        let of =
            |nodes| guarantee(&board, rules, &start, Player::FIRST, Player::FIRST, Aim::Lead, nodes).unwrap();
        let found = of(1_000_000);
        assert_eq!(found.lower, found.upper, "{text}");
        let exact = found.lower;
        let mut open = 0;
        for nodes in [1, 5, 20, 50, 200] {
            let bounds = of(nodes);
            assert!(bounds.lower <= exact && exact <= bounds.upper, "{text} {nodes}");
            open += usize::from(bounds.lower < bounds.upper);
        }
        assert!(open > 0, "{text}: one node is too few");
    }
    let rules = Rules::new(3, ko("basic")).unwrap();
    let board = board("1x2");
    let endless =
        guarantee(&board, rules, &Position::empty(&board), Player::FIRST, Player::FIRST, Aim::Points, 1);
    assert_eq!(endless, Err(Error::Endless("basic")));
}

/// Where nobody has a number of points, nobody is guaranteed any.
#[test]
fn guarantees_are_numbers() {
    let board = board("1x2");
    let of = |name| {
        let rules = Rules::new(3, ko(name)).unwrap();
        guarantee(&board, rules, &Position::empty(&board), Player::FIRST, Player::FIRST, Aim::Points, 1)
    };
    assert_eq!(of("none"), Err(Error::Endless("none")));
    assert_eq!(of("primitive"), Err(Error::NoScore("primitive")));
    for name in ["kee:sum", "kee:cycle", "kee:passer+sum"] {
        assert_eq!(of(name), Err(Error::Counted(name)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// What a rule with a name prohibits, since when, and when games end, is what its sentence says.
    #[test]
    fn rules_with_a_name_are_their_sentences(
        ko in select(NAMED.map(ko).to_vec()),
        text in select(vec!["1x1", "1x2", "1x3", "2x2", "complete:3", "star:4", "2x3"]),
        players in 2..=4_u8,
        first in 0..4_usize,
        choices in vec((prop::bool::weighted(0.3), any::<Index>()), 1..60),
    ) {
        let board = board(text);
        let rules = Rules::new(players, ko).unwrap().with_suicide(Suicide::Allowed);
        let first = Player::all(players).nth(first % usize::from(players)).unwrap();
        let mut record = Record::new(&board, players, Position::empty(&board), first);
        record.follow(ko);
        for (pass, choice) in choices {
            prop_assert_eq!(record.over_since(&rules), literal::over_since(&record, ko));
            prop_assert_eq!(record.pass_refused(&rules, record.to_move()), None);
            let plays: Vec<usize> = record.position().vacant().collect();
            for point in &plays {
                let play = record.try_play(*point).unwrap();
                let refused = record.play_refused(&rules, record.to_move(), &play);
                let since = record.number_of(&play.after).and_then(|t| literal::since(&record, ko, t));
                prop_assert_eq!(refused.is_some(), since.is_some());
                prop_assert_eq!(refused.and_then(|refusal| refusal.since()), since);
            }
            record.push(if pass || plays.is_empty() { Move::Pass } else { Move::Play(*choice.get(&plays)) });
        }
    }
}
