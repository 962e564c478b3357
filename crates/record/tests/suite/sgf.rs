//! Files as they are read: the table of `tests/data/sgf.md`, charsets, and what nobody would write.

use std::fmt::Write;

use kosolver_board::Colour;
use kosolver_record::sgf::{Error, Game, Komi, Properties, Tree, coordinates, size};
use proptest::prelude::*;

/// A game in plain SGF.
fn plain(game: &Game) -> String {
    let mut text = String::new();
    let mut waiting = vec![(0, false)];
    // What is written after all nodes below one: the end of the variation.
    let mut ends: Vec<(usize, bool)> = Vec::new();
    while let Some((index, opens)) = waiting.pop() {
        while ends.last().is_some_and(|(end, _)| !is_below(game, index, *end)) {
            let (_, closes) = ends.pop().unwrap();
            text += if closes { ")" } else { "" };
        }
        ends.push((index, opens));
        text += if opens { "(" } else { "" };
        let node = &game.nodes[index];
        let mut properties = Properties::default();
        if index == 0 {
            properties = properties.with("SZ", &size(game.rows, game.columns));
            properties = properties.with_all("KM", game.komi.map(decimals));
            properties = properties.with_all("HA", (game.handicap > 0).then(|| game.handicap.to_string()));
        }
        let named = |stone: Option<Colour>| match stone {
            Some(Colour::Black) => "AB",
            Some(Colour::White) => "AW",
            None => "AE",
        };
        for part in node.setup.chunk_by(|(_, one), (_, other)| one == other) {
            let points = part.iter().map(|(point, _)| coordinates(game.columns, *point));
            properties = properties.with_all(named(part[0].1), points);
        }
        if let Some(player) = node.to_move {
            properties = properties.to_move(player);
        }
        if let Some((player, point)) = node.made {
            properties = properties.made(game.columns, player, point);
        }
        write!(text, ";{properties}").unwrap();
        let several = node.children.len() > 1;
        waiting.extend(node.children.iter().rev().map(|child| (*child, several)));
    }
    text += &")".repeat(ends.iter().filter(|(_, closes)| *closes).count());
    format!("({text})")
}

fn is_below(game: &Game, index: usize, above: usize) -> bool {
    let up = |index: &usize| game.nodes[*index].parent;
    std::iter::successors(Some(index), up).skip(1).any(|index| index == above)
}

fn decimals(komi: Komi) -> String {
    (*komi.numer() as f64 / *komi.denom() as f64).to_string()
}

fn fault(bytes: &[u8]) -> String {
    Game::read(bytes).unwrap_err().to_string()
}

#[test]
fn every_row_of_the_table_is_true() {
    let page = include_str!("../data/sgf.md");
    let table = page.lines().skip_while(|line| !line.starts_with("| what | file |")).skip(2);
    let rows: Vec<&str> = table.take_while(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 30);
    for row in rows {
        let [_, file, read] = row.split(" | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let file = file.trim_matches('`');
        let read = read.trim_end_matches('|').trim();
        match (read.strip_prefix('`'), Game::read(file.as_bytes())) {
            (Some(expected), Ok(game)) => {
                assert_eq!(plain(&game), expected.split_once('`').unwrap().0, "{row}");
                assert_eq!(Game::parse(file).unwrap(), game);
            }
            (None, Err(error)) => assert_eq!(error.to_string(), read, "{row}"),
            (_, found) => panic!("{row}: {found:?}"),
        }
    }
}

/// The second byte of a character is that of `\`, or of `]`.
#[test]
fn charsets_are_obeyed() {
    for (label, bytes) in [
        ("Shift_JIS", &b"\x83\x5c"[..]),
        ("shift-jis", b"\x83\x5c"),
        ("cp932", b"\x8d\x5d"),
        ("Big5", b"\xb3\x5c"),
        ("GBK", b"\x81\x5c"),
        ("gb18030", b"\x81\x5d"),
        ("ISO-8859-1", b"\xeb"),
        ("windows-1252", b"\xe9"),
        ("UTF-8", "ソ".as_bytes()),
        ("KOI8-R", b"\xc1"),
    ] {
        // The name of the charset may come after such a character, and others may be spoken of.
        for (before, after) in [("C[", "]"), ("GN[CA[GBK\\] CA[utf-8\\]", "]")] {
            let file = [
                b"(;",
                before.as_bytes(),
                bytes,
                after.as_bytes(),
                b"CA[",
                label.as_bytes(),
                b"]SZ[5];B[cc]N[",
                bytes,
                b"];W[dd])",
            ]
            .concat();
            let game = Game::read(&file).unwrap_or_else(|error| panic!("{label}: {error}"));
            assert_eq!(plain(&game), "(;SZ[5];B[cc];W[dd])", "{label}");
        }
    }
    // A stone in a comment is none: the second byte of a character does not end it.
    let comment = [b"(;CA[Shift_JIS]SZ[5];B[cc]C[", &b"\x8d\x5d"[..], b";W[aa\\]];W[dd])"].concat();
    assert_eq!(plain(&Game::read(&comment).unwrap()), "(;SZ[5];B[cc];W[dd])");
    // Without a charset, or with one that nobody knows.
    for named in ["", "CA[Klingon]"] {
        let file =
            |comment: &[u8]| [b"(;", named.as_bytes(), b"SZ[5];B[cc]C[", comment, b"];W[dd])"].concat();
        for comment in ["ë".as_bytes(), b"\xeb", b"\xff\xfe"] {
            assert_eq!(plain(&Game::read(&file(comment)).unwrap()), "(;SZ[5];B[cc];W[dd])");
        }
        assert!(fault(&file(b"\x83\x5c")).contains("does not name its charset"));
    }
    assert!(fault(b"(;CA[UTF-8]SZ[5];B[cc]C[\x83\x5c];W[dd])").contains("half a character"));
    assert!(Game::parse("(;CA[Shift_JIS]SZ[5];B[cc]C[\u{fffd}\\];W[dd])").is_err());
    assert!(Game::parse("(;CA[Shift_JIS]SZ[5];B[cc]C[ソ];W[dd])").is_ok(), "text needs no charset");
}

#[test]
fn byte_order_marks_are_read() {
    let text = "(;CA[Shift_JIS]SZ[5]C[é];B[aa])";
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    for bytes in [format!("\u{feff}{text}").into_bytes(), utf_16(u16::to_le_bytes), utf_16(u16::to_be_bytes)]
    {
        assert_eq!(plain(&Game::read(&bytes).unwrap()), "(;SZ[5];B[aa])");
    }
    assert!(Game::parse(&format!("\u{feff}{text}")).is_ok());
}

#[test]
fn handicap_stones_and_turns() {
    let to_move = |text: &str| {
        Game::parse(text).unwrap().start(true).map(|(_, position, colour)| (position.black.len(), colour))
    };
    let [black, white] = Colour::BOTH;
    for (text, start) in [
        ("(;SZ[3]HA[2]AB[aa][cc])", (2, white)),
        ("(;SZ[3]HA[2];AB[aa][cc])", (2, white)),
        ("(;SZ[3]HA[2]AB[aa][cc];W[bb])", (2, white)),
        ("(;SZ[3]HA[2];B[aa];B[cc];W[bb];B[ab])", (0, black)),
        ("(;SZ[3]HA[2];B[aa];W[];B[cc];W[bb])", (0, black)),
        ("(;SZ[3]HA[2](;B[aa];B[cc];W[bb])(;B[cc];W[];B[aa];W[bb]))", (0, black)),
        ("(;SZ[3]HA[2])", (0, black)),
        ("(;SZ[3];C[x];C[y];W[aa])", (0, white)),
        ("(;SZ[3]PL[W];AB[aa];PL[B]AE[aa])", (0, black)),
    ] {
        assert_eq!(to_move(text).unwrap(), start, "{text}");
    }
    for (text, words) in [
        ("(;SZ[3]HA[2];B[aa];W[bb])", "node 3, after move 1: W: white moves, and it is the turn of black"),
        (
            "(;SZ[3]HA[2];B[aa];B[cc];B[bb])",
            "node 4, after move 2: B: black moves, and it is the turn of white",
        ),
        ("(;SZ[3]HA[3]AB[aa][cc];W[bb])", "node 1, after move 0: HA[3]: so many black stones stand alone"),
        ("(;SZ[3]HA[2];W[bb])", "node 1, after move 0: HA[2]: "),
        ("(;SZ[3];B[aa];B[bb])", "node 3, after move 1: B: black moves, and it is the turn of white"),
        ("(;SZ[3]PL[W];B[aa])", "node 2, after move 0: B: black moves, and it is the turn of white"),
        (
            "(;SZ[3](;AB[aa])(;AB[bb]))",
            "node 2, after move 0: AB, AW or AE: it sets stones up after the first move or in a variation",
        ),
        ("(;SZ[3];B[aa];PL[B])", "node 3, after move 1: PL: it is the turn of white, not of black"),
        ("(;SZ[9])", "the board 9x9 has 81 points"),
    ] {
        let fault = to_move(text).unwrap_err().to_string();
        assert!(fault.starts_with(words), "{text}: {fault}");
    }
    // Of another variation than the main line the main line knows nothing.
    assert!(Game::parse("(;SZ[3];B[aa](;W[bb])(;B[bb]))").unwrap().start(false).is_ok());
}

#[test]
fn huge_files_are_read_in_little_room() {
    // Variations in variations, nodes alone, brackets alone, labels of charsets, whole boards.
    let deep = format!("(;SZ[9]{}{})", "(;B[]".repeat(170_000), ")".repeat(170_000));
    assert_eq!(Game::parse(&deep).unwrap().nodes.len(), 170_001);
    let flat = format!("(;SZ[5]{})", "(;B[])".repeat(170_000));
    let flat = Game::parse(&flat).unwrap();
    assert!(flat.start(true).is_ok() && flat.start(false).is_ok());
    assert_eq!(Game::parse(&format!("(;SZ[9]{})", ";".repeat(900_000))).unwrap().nodes.len(), 900_001);
    assert!(Game::parse(&"(".repeat(1 << 20)).is_err());
    assert!(Game::read(&[b"(;", &b"CA[GBK\xff"[..].repeat(100_000)[..]].concat()).is_err());
    let boards = format!("(;SZ[52]{})", ";AB[aa:ZZ]".repeat(90_000));
    assert!(fault(boards.as_bytes()).contains("the file sets up more than"));
    assert!(matches!(Game::read(&vec![b' '; 2 << 20]), Err(Error::Long(_))));
}

/// A move of a node, if it has one.
type Made = Option<(Colour, Option<usize>)>;

/// Words of which files are made.
const WORDS: [&str; 36] = [
    "(",
    ")",
    ";",
    "(;",
    "[",
    "]",
    "\\",
    ":",
    "B[aa]",
    "W[]",
    "W[bb]",
    "B[tt]",
    "AB[aa]",
    "AW[ab:ba]",
    "AE[aa:cc]",
    "PL[B]",
    "PL[",
    "SZ[3]",
    "SZ[25:2]",
    "SZ[",
    "KM[0.5]",
    "KM[-1,25]",
    "HA[2]",
    "RU[x]",
    "C[\\]]",
    "C[",
    "CA[Shift_JIS]",
    "CA[GBK]",
    "\u{feff}",
    "ソ",
    "é",
    " ",
    "\n",
    "GM[1]",
    "b",
    "Black[cc]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_makes_the_reader_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        words in prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40),
    ) {
        let words = words.concat();
        for file in [&bytes[..], words.as_bytes(), &[b"(;SZ[3]", words.as_bytes(), b")"].concat(), &[words.as_bytes(), &bytes].concat()] {
            if let Ok(game) = Game::read(file) {
                prop_assert_eq!(Game::parse(&plain(&game)).map(|game| plain(&game)), Ok(plain(&game)));
                let _ = game.start(true).and(game.start(false));
                prop_assert!(game.main_line().len() <= game.nodes.len());
            }
        }
        let _ = Game::parse(&words);
    }

    #[test]
    fn what_is_written_is_read(
        (rows, columns) in (1_usize..=25, 1_usize..=25),
        komi in -4000_i64..4000,
        stones in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..20),
        first in any::<bool>(),
        nodes in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<prop::sample::Index>>()), 0..40),
        comment in ".*",
        lines in any::<bool>(),
    ) {
        let colour = |black: bool| if black { Colour::Black } else { Colour::White };
        let point = |index: &prop::sample::Index| index.index(rows * columns);
        let mut root = Properties::default().with("SZ", &size(rows, columns)).with("KM", &(komi as f64 / 8.0).to_string());
        let stones: Vec<_> = stones.iter().map(|(index, black)| (point(index), Some(colour(*black)))).collect();
        for &(point, stone) in &stones {
            root = root.with_all(if stone == Some(Colour::Black) { "AB" } else { "AW" }, [coordinates(columns, point)]);
        }
        let mut tree = Tree::new(root.with("C", &comment).to_move(colour(first)), lines);
        let mut made: Vec<(usize, Made)> = vec![(0, None)];
        for (parent, index) in &nodes {
            let parent = parent.index(made.len());
            let player = made[parent].1.map_or(colour(first), |(player, _)| !player);
            let point = index.as_ref().map(point);
            tree.add(parent, Properties::default().made(columns, player, point).with("C", &comment));
            made.push((parent, Some((player, point))));
        }
        let game = Game::read(tree.to_string().as_bytes()).unwrap();
        prop_assert_eq!((game.rows, game.columns, game.komi), (rows, columns, Some(Komi::new(komi, 8))));
        prop_assert_eq!(&game.nodes[0].setup, &stones);
        prop_assert_eq!(game.to_move(0), colour(first));
        // The nodes of each line, from the root on, are those that were written.
        let line = |index: usize| {
            let up = |index: &usize| game.nodes[*index].parent;
            std::iter::successors(Some(index), up).map(|index| game.nodes[index].made).collect::<Vec<_>>()
        };
        let written = |index: usize| {
            let up = |index: &usize| (*index > 0).then(|| made[*index].0);
            std::iter::successors(Some(index), up).map(|index| made[index].1).collect::<Vec<_>>()
        };
        let sorted = |mut lines: Vec<Vec<_>>| {
            lines.sort();
            lines
        };
        let [read, expected] = [sorted((0..made.len()).map(line).collect()), sorted((0..made.len()).map(written).collect())];
        prop_assert_eq!(read, expected);
        prop_assert_eq!(game.start(true).is_ok(), rows * columns <= 64);
    }
}
