//! Move-sequences and diagrams as texts.

use kosolver_board::structure::{Diagram, Item, Kos, Reading, Sequence, with_room};
use kosolver_board::{Board, Colour, Position};

fn board() -> Board {
    "3x4".parse().unwrap()
}

fn diagram() -> Diagram {
    Diagram::parse(&board(), "# one ko\nposition XOOO/.X.O/XXX.\n\na = A2/A3 # the mouth\nM = C2\n").unwrap()
}

#[test]
fn a_sequence_is_read() {
    let sequence = Sequence::parse("W[atpM]#", &diagram()).unwrap();
    assert_eq!(sequence.first, Some(Colour::White));
    assert_eq!(sequence.items, [Item::Letter('a'), Item::Tenuki, Item::Pass, Item::Letter('M')]);
    assert!(sequence.judged && !sequence.repeats);
    assert_eq!(sequence.tenukis(), 1);
    let sequence = Sequence::parse("[att..]*", &diagram()).unwrap();
    assert_eq!((sequence.first, sequence.items.len(), sequence.repeats), (None, 3, true));
    assert!(Sequence::parse("W+-[att..]", &diagram()).is_ok());
}

#[test]
fn t_and_p_can_be_letters() {
    let diagram = Diagram::parse(&board(), "p = A1\nt = A2").unwrap();
    let sequence = Sequence::parse("B[pt]", &diagram).unwrap();
    assert_eq!(sequence.items, [Item::Letter('p'), Item::Letter('t')]);
}

#[test]
fn a_letter_is_the_ko_stone_move() {
    let kos = Kos::new(board(), Reading::default());
    let diagram = diagram();
    let start = diagram.position.unwrap();
    let name =
        |position: Position, mover| board().point_name(diagram.point('a', &kos, position, mover).unwrap());
    // White takes on A2, and Black takes back on A3.
    assert_eq!(name(start, Colour::White), "A2");
    let taken = start.play(&board(), Colour::White, board().parse_point("A2").unwrap()).unwrap();
    assert_eq!(name(taken.after, Colour::Black), "A3");
}

#[test]
fn faults_are_named() {
    for (text, fault) in [
        (
            "W(aa)",
            "'W(aa)' is not a move-sequence: it has no '['; write B or W and moves in brackets, as in B[abt]",
        ),
        (
            "W[aa",
            "'W[aa' is not a move-sequence: it has no ']'; write B or W and moves in brackets, as in B[abt]",
        ),
        (
            "W[]",
            "'W[]' is not a move-sequence: it has no move; write B or W and moves in brackets, as in B[abt]",
        ),
        (
            "X[a]",
            "'X[a]' is not a move-sequence: before '[' stands B or W, and perhaps +, - or +-; write B or W and moves in brackets, as in B[abt]",
        ),
        (
            "B[a]!",
            "'B[a]!' is not a move-sequence: after ']' stand at most * and #; write B or W and moves in brackets, as in B[abt]",
        ),
        ("B[ax]", "the letter x is not declared; declared are: M a"),
        (
            "B[a1]",
            "'B[a1]' is not a move-sequence: a move is a letter; write B or W and moves in brackets, as in B[abt]",
        ),
    ] {
        assert_eq!(Sequence::parse(text, &diagram()).unwrap_err().to_string(), fault);
    }
    for (text, fault) in [
        ("a", "line 1 of the diagram: 'a' is neither 'position ROWS' nor 'LETTER = POINT/POINT'"),
        (
            "\nab = A1",
            "line 2 of the diagram: 'ab = A1' is neither 'position ROWS' nor 'LETTER = POINT/POINT'",
        ),
        ("a = A1\na = A2", "line 2 of the diagram: the letter a is declared twice"),
    ] {
        assert_eq!(Diagram::parse(&board(), text).unwrap_err().to_string(), fault);
    }
    assert!(
        Diagram::parse(&board(), "a = Z9").unwrap_err().to_string().starts_with("line 1 of the diagram: ")
    );
    assert!(Diagram::parse(&board(), "position X").unwrap_err().to_string().starts_with("line 1"));
    let full = with_room(&"8x8".parse().unwrap(), 1).unwrap_err().to_string();
    assert_eq!(full, "8x8 with room for 1 tenuki moves has more than 64 points; declare the letter t");
}

/// However many stones are played in the room, there is no ko in it, and nothing is taken.
#[test]
fn the_room_has_no_kos() {
    let (wide, room) = with_room(&board(), 9).unwrap();
    assert_eq!((wide.points(), room.len()), (12 + 15 + 9, 15 + 9));
    let kos = Kos::new(wide, Reading { longest: 7, ..Reading::default() });
    let mut position = diagram().position.unwrap();
    let mut mover = Colour::Black;
    for point in room.iter().take(9) {
        let play = position.play(&wide, mover, point).unwrap();
        assert!(play.captured.is_empty() && play.suicide.is_empty());
        (position, mover) = (play.after, !mover);
        assert!((kos.structure(position).points() & room).is_empty());
    }
}
