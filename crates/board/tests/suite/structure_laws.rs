//! Laws of the ko structure: it knows no colours, no sides of the board, and no more than the stones.

use kosolver_board::structure::{Analysis, Class, Kos};
use kosolver_board::{Board, Colour, Play, PointSet, Position, Symmetry, legal_positions};
use proptest::prelude::*;
use proptest::sample::select;

const BOARDS: [&str; 9] = ["1x3", "1x5", "1x6", "1x7", "2x3", "2x5", "3x3", "cycle:6", "star:5"];

/// A ko position as plain values: its points, its mouths, its coupling, its class.
type Plain = (PointSet, Vec<PointSet>, Vec<(Colour, PointSet)>, String, Option<Colour>);

fn plain(analysis: &Analysis, image: impl Fn(PointSet) -> PointSet, exchanged: bool) -> Vec<Plain> {
    let colour = |colour: Colour| if exchanged { !colour } else { colour };
    let mut kos: Vec<Plain> = analysis
        .kos
        .iter()
        .map(|ko| {
            let mut mouths: Vec<PointSet> = ko.position.mouths.iter().map(|mouth| image(*mouth)).collect();
            mouths.sort_unstable();
            let coupling = ko.position.coupling.iter();
            let mut coupling: Vec<_> =
                coupling.map(|chain| (colour(chain.colour), image(chain.points))).collect();
            coupling.sort_unstable();
            let dead = if let Class::SingleDeath(dead) = ko.class { Some(colour(dead)) } else { None };
            (image(ko.position.points), mouths, coupling, ko.class.to_string(), dead)
        })
        .collect();
    kos.sort_unstable();
    kos
}

fn positions() -> impl Strategy<Value = (Board, Position)> {
    select(BOARDS.to_vec()).prop_flat_map(|name| {
        let board: Board = name.parse().unwrap();
        let all: Vec<Position> = legal_positions(&board).collect();
        (Just(board), select(all))
    })
}

/// All plays of both players.
fn plays(board: &Board, position: Position) -> Vec<Play> {
    let empty = position.empty(board).iter();
    empty.flat_map(|point| Colour::BOTH.map(|colour| position.play(board, colour, point).unwrap())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exchanged_colours_exchange_the_kos((board, position) in positions()) {
        let kos = Kos::new(board);
        let (one, other) = (kos.analysis(position), kos.analysis(position.inverted()));
        prop_assert_eq!(plain(&one, |points| points, true), plain(&other, |points| points, false));
    }

    #[test]
    fn symmetries_map_the_kos((board, position) in positions()) {
        let kos = Kos::new(board);
        let one = kos.analysis(position);
        for symmetry in Symmetry::all(&board) {
            let image = |points| symmetry.set(points);
            let other = kos.analysis(symmetry.position(position));
            prop_assert_eq!(plain(&one, image, false), plain(&other, |points| points, false));
        }
    }

    /// A ko stone move lies in a ko position, takes nothing outside, and is no suicide. (A mouth need
    /// not have a move now: it could take stones outside.)
    #[test]
    fn ko_stone_moves_stay_in_their_mouths((board, position) in positions()) {
        let kos = Kos::new(board);
        let analysis = kos.analysis(position);
        for mouth in analysis.structure().mouths() {
            prop_assert!((mouth.side(Colour::Black) & mouth.side(Colour::White)).is_empty());
        }
        for play in plays(&board, position) {
            if let Some(ko) = analysis.ko_of(&play) {
                prop_assert!(ko.position.points.contains(play.point));
                prop_assert!((play.captured - ko.position.points).is_empty() && play.suicide.is_empty());
            }
        }
        let points: u32 = analysis.kos.iter().map(|ko| ko.position.points.len()).sum();
        prop_assert_eq!(points, analysis.points().len(), "ko positions share no points");
    }
}

/// Two points, three, four, and stones taken by threes: shapes of mouths (`docs/new-ko-rules.md`).
#[test]
fn shapes_of_mouths() {
    for (board, rows, mouths) in [
        ("3x4", "XOOO/.X.O/XXX.", "A2 A3"),
        ("1x6", "..X.X.", "D1 E1 F1"),
        ("1x4", ".X.O", "A1 B1 C1 D1"),
        ("2x5", ".XO.O/.XO.O", "A1 A2 B1 B2, D1 D2 E1 E2"),
        ("1x7", ".X.XO.O", "F1 G1"),
        ("1x6", "..XO.X", "A1 B1 C1"),
        ("2x5", "X.X.O/X.OXX", "D1 D2 E1 E2"),
        ("1x7", "...XO.X", "A1 B1 C1 D1"),
        ("1x7", "...XXO.", "A1 B1 C1 D1 E1"),
        ("2x2", "X./.O", ""),
    ] {
        let board: Board = board.parse().unwrap();
        let position = Position::parse(&board, rows).unwrap();
        let analysis = Kos::new(board).analysis(position);
        let found = analysis.kos.iter().flat_map(|ko| &ko.position.mouths).map(|mouth| {
            let mut names: Vec<String> = mouth.iter().map(|point| board.point_name(point)).collect();
            names.sort();
            names.join(" ")
        });
        let found: Vec<String> = found.collect();
        let expected: Vec<&str> = mouths.split(", ").filter(|name| !name.is_empty()).collect();
        assert!(expected.iter().all(|mouth| found.iter().any(|name| name == mouth)), "{rows}: {found:?}");
        assert_eq!(found.is_empty(), expected.is_empty(), "{rows}: {found:?}");
    }
}
