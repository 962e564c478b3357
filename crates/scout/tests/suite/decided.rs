//! What is decided is so: compared with all that players can force.

use kosolver_board::{Board, Colour, Position, legal_positions};
use kosolver_rules::Suicide;
use kosolver_scout::{State, decided, secure};
use kosolver_tablebase::{Hints, Progress, Size};

/// No player keeps more than he can force if play may go on for ever.
#[test]
fn the_table_knows_what_is_secure() {
    for text in ["1x7", "2x4", "3x3", "2x5", "3x4"] {
        let board: Board = text.parse().unwrap();
        let setting = Hints::setting(board, Suicide::Forbidden).unwrap();
        let table = Hints::solve(setting, Size(1 << 30), &Progress::default()).unwrap();
        let points = i32::from(board.points());
        let mut found = 0;
        for position in legal_positions(&board) {
            let secure = secure(&board, position.black);
            if secure.is_empty() {
                continue;
            }
            found += 1;
            let wanted = 2 * secure.len() as i32 - points;
            for (moves_first, passed) in [(false, false), (true, false), (true, true), (false, true)] {
                let mover = if moves_first { Colour::Black } else { Colour::White };
                if decided(&board, State { passed, ..State::new(position, mover) }, wanted) != Some(true) {
                    // He could end the game at once.
                    assert!(passed && !moves_first && !(secure & position.white).is_empty());
                    continue;
                }
                let hint = table.about(position, Colour::Black);
                let forced = hint.forced(points, position.area(&board), moves_first, passed);
                let score = forced.map_or(-points, |(deficit, _)| points - deficit);
                assert!(score >= wanted, "{text} {} {moves_first} {passed}", position.text(&board));
            }
        }
        assert!(found > 3, "{text}: {found}");
    }
}

/// Each with the points that are Black's: `x` where they are not stones of his.
#[test]
fn interiors_have_room_or_not() {
    let cases = [
        (".X.X.", "xXxXx"),
        ("XX.XX", "....."),
        // The region on the right has two points that are not next to the chain, side by side.
        (".X.X/XXXX/..OO/....", "xXxX/XXXX/..../...."),
        ("X.X./XXXX/O..O", "XxXx/XXXX/xxxx"),
        (".X.X./XXXXX/...../.....", "xXxXx/XXXXX/...../....."),
        (".X.X/XXXX/...X/O..X", "xXxX/XXXX/xxxX/xxxX"),
        // Three in a row.
        (".X.X/XXXX/...X/...X/OO.X", "xXxX/XXXX/...X/...X/...X"),
    ];
    for (rows, expected) in cases {
        let lines: Vec<&str> = rows.split('/').collect();
        let board = Board::new(lines.len() as u64, lines[0].len() as u64).unwrap();
        let position = Position::parse(&board, rows).unwrap();
        let marks = board.all().iter().zip(expected.chars().filter(|mark| *mark != '/'));
        let expected = marks.filter(|(_, mark)| *mark != '.').map(|(point, _)| point).collect();
        assert_eq!(secure(&board, position.black), expected, "{rows}");
    }
}
