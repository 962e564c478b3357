//! Boards of any shape against an implementation on lists of neighbours, as plain as it can be, and
//! against petgraph.

use std::collections::BTreeSet;

use kosolver_board::{
    Board, Colour, Error, Index, Point, PointSet, Position, Symmetry, connected_graphs, count_legal,
    count_unchanged, least_legal, legal_positions,
};
use petgraph::algo::isomorphism::subgraph_isomorphisms_iter;
use petgraph::graph::UnGraph;
use petgraph::graph6::{FromGraph6, ToGraph6};
use proptest::prelude::*;

/// Lists of neighbours, and `X`, `O` or `.` on each point.
#[derive(Clone)]
struct Plain {
    near: Vec<Vec<usize>>,
    stones: Vec<char>,
}

impl Plain {
    fn new(board: &Board, text: &str) -> Plain {
        let mut near = vec![Vec::new(); usize::from(board.points())];
        for (one, other) in board.edges() {
            let (one, other) = (usize::from(one.number()), usize::from(other.number()));
            near[one].push(other);
            near[other].push(one);
        }
        Plain { near, stones: text.replace('/', "").chars().collect() }
    }

    /// The points connected to one by what stands there, and what they touch.
    fn region(&self, from: usize) -> (BTreeSet<usize>, BTreeSet<char>) {
        let (mut region, mut border, mut open) = (BTreeSet::from([from]), BTreeSet::new(), vec![from]);
        while let Some(point) = open.pop() {
            for &next in &self.near[point] {
                if self.stones[next] != self.stones[from] {
                    border.insert(self.stones[next]);
                } else if region.insert(next) {
                    open.push(next);
                }
            }
        }
        (region, border)
    }

    fn dead(&self, stone: char) -> BTreeSet<usize> {
        let points = (0..self.stones.len()).filter(|point| self.stones[*point] == stone);
        points.filter(|point| !self.region(*point).1.contains(&'.')).collect()
    }

    fn remove(&mut self, dead: &BTreeSet<usize>) {
        dead.iter().for_each(|point| self.stones[*point] = '.');
    }

    fn is_legal(&self) -> bool {
        self.dead('X').is_empty() && self.dead('O').is_empty()
    }

    /// What is left, and how many stones each side lost.
    fn play(&self, stone: char, point: usize) -> Option<(String, usize, usize)> {
        let mut after = self.clone();
        if std::mem::replace(&mut after.stones[point], stone) != '.' {
            return None;
        }
        let captured = after.dead(if stone == 'X' { 'O' } else { 'X' });
        after.remove(&captured);
        let suicide = after.dead(stone);
        after.remove(&suicide);
        Some((after.stones.into_iter().collect(), captured.len(), suicide.len()))
    }

    fn area(&self) -> i32 {
        let worth = |point: usize| match (self.stones[point], self.region(point).1) {
            ('X', _) => 1,
            ('O', _) => -1,
            (_, border) if border == BTreeSet::from(['X']) => 1,
            (_, border) if border == BTreeSet::from(['O']) => -1,
            _ => 0,
        };
        (0..self.stones.len()).map(worth).sum()
    }
}

fn boards() -> Vec<Board> {
    let named = "cycle:1 cycle:2 cycle:7 complete:6 star:6 torus:2x3 torus:2x4 torus:1x6 cylinder:3x2 cylinder:2x4 \
        graph6:D?? graph6:E?Bw graph6:E`?G";
    let named = named.split_whitespace().map(|text| text.parse().unwrap());
    (1..=5).flat_map(connected_graphs).chain(named).collect()
}

/// Every arrangement of stones.
fn arrangements(board: &Board) -> impl Iterator<Item = String> {
    let points = u32::from(board.points());
    (0..3_usize.pow(points)).map(move |number| {
        (0..points).map(|point| ['.', 'X', 'O'][number / 3_usize.pow(point) % 3]).collect()
    })
}

fn with_rows(board: &Board, text: &str) -> String {
    let rows: Vec<&str> = (0..usize::from(board.rows()))
        .map(|row| &text[row * usize::from(board.columns())..(row + 1) * usize::from(board.columns())])
        .collect();
    rows.join("/")
}

#[test]
fn positions_and_plays_are_those_of_the_plain_implementation() {
    for board in boards() {
        let index = Index::new(&board).unwrap();
        let mut ranks = BTreeSet::new();
        for text in arrangements(&board) {
            let plain = Plain::new(&board, &text);
            let parsed = Position::parse(&board, &with_rows(&board, &text));
            assert_eq!(parsed.is_ok(), plain.is_legal(), "{board} {text}");
            let Ok(position) = parsed else { continue };
            assert_eq!(position.area(&board), plain.area(), "{board} {text}");
            let rank = index.rank(position).unwrap();
            assert_eq!(index.unrank(rank), position, "{board} {text}");
            ranks.insert(rank);
            for (colour, stone) in [(Colour::Black, 'X'), (Colour::White, 'O')] {
                for point in board.all() {
                    let play = position.play(&board, colour, point).map(|play| {
                        let after = play.after.text(&board).replace('/', "");
                        (after, play.captured.len() as usize, play.suicide.len() as usize)
                    });
                    assert_eq!(
                        play,
                        plain.play(stone, usize::from(point.number())),
                        "{board} {text} {stone}"
                    );
                }
            }
        }
        let count = ranks.len() as u64;
        assert_eq!((index.count(), count_legal(&board)), (count, u128::from(count)), "{board}");
        assert_eq!(ranks.last(), Some(&(count - 1)), "{board}");
        assert!(index.positions(0..count).eq((0..count).map(|rank| index.unrank(rank))), "{board}");
        assert_eq!(legal_positions(&board).count() as u64, count);
        assert!(least_legal(&board) <= u128::from(count));
        for symmetry in Symmetry::all(&board).iter().take(30) {
            let same = legal_positions(&board).filter(|position| symmetry.position(*position) == *position);
            assert_eq!(count_unchanged(&board, symmetry), same.count() as u128, "{board}");
        }
    }
}

#[test]
fn a_graph_has_the_positions_of_the_grid_it_is() {
    for text in ["1x7", "2x4", "3x3", "3x4", "4x4", "4x5"] {
        let grid: Board = text.parse().unwrap();
        let near: Vec<PointSet> = grid.all().iter().map(|point| grid.adjacent(point.bit())).collect();
        let graph = Board::graph(&near).unwrap();
        assert_eq!(count_legal(&graph), count_legal(&grid), "{text}");
        assert_eq!(Symmetry::all(&graph).len(), Symmetry::all(&grid).len(), "{text}");
    }
}

fn as_petgraph(board: &Board) -> UnGraph<(), (), u16> {
    UnGraph::from_graph6_string(board.to_string().strip_prefix("graph6:").unwrap().to_owned())
}

#[test]
fn automorphisms_are_as_many_as_petgraph_finds() {
    for board in (1..=6).flat_map(connected_graphs) {
        let graph = as_petgraph(&board);
        let (mut nodes, mut edges) = (|_: &(), _: &()| true, |_: &(), _: &()| true);
        let second = &graph;
        let found = subgraph_isomorphisms_iter(&second, &second, &mut nodes, &mut edges).unwrap().count();
        assert_eq!(Symmetry::all(&board).len(), found, "{board}");
    }
}

/// A graph of up to 64 points, from sparse to dense.
fn graphs() -> impl Strategy<Value = Board> {
    (1..=64_usize, 0..=3_u32).prop_flat_map(|(points, sparse)| {
        proptest::collection::vec(proptest::collection::vec(any::<u64>(), 4), points).prop_map(move |sets| {
            let all = u64::MAX >> (64 - sets.len());
            let near =
                |words: &Vec<u64>| words.iter().take(sparse as usize + 1).fold(all, |set, word| set & word);
            Board::graph(&sets.iter().map(near).map(PointSet::from_bits).collect::<Vec<PointSet>>()).unwrap()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_is_read_as_it_was_written(board in graphs()) {
        let text = board.to_string();
        prop_assert_eq!(text.parse(), Ok(board));
        let graph = as_petgraph(&board);
        prop_assert_eq!(graph.graph6_string(), text.strip_prefix("graph6:").unwrap());
        let edges: BTreeSet<(usize, usize)> =
            graph.edge_indices().filter_map(|edge| graph.edge_endpoints(edge))
                .map(|(one, other)| (one.index().min(other.index()), one.index().max(other.index()))).collect();
        let own = board.edges().map(|(one, other)| (usize::from(one.number()), usize::from(other.number())));
        prop_assert!(edges.into_iter().eq(own));
        // As a list of edges, with a line for each point.
        let points = board.all().iter().map(|point| format!("{}\n", board.point_name(point)));
        let edges = board.edges().map(|(one, other)| {
            format!("{} {} # an edge\n", board.point_name(other), board.point_name(one))
        });
        let list: String = edges.chain(points).collect();
        prop_assert_eq!(Board::from_graph_text(&list), Ok(board));
        prop_assert_eq!(Board::from_graph_text(&format!(">>graph6<<{}\n", &text[7..])), Ok(board));
    }

    #[test]
    fn any_text_is_a_board_or_an_error(text in "[\\PC\n]{0,40}") {
        if let Ok(board) = text.parse::<Board>() {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
        }
        if let Ok(board) = format!("graph6:{text}").parse::<Board>() {
            prop_assert_eq!(board.to_string(), format!("graph6:{text}"));
        }
        if let Ok(board) = Board::from_graph_text(&text) {
            prop_assert!((1..=64).contains(&board.points()));
        }
    }

    #[test]
    fn symmetries_keep_what_is_adjacent(board in graphs(), set in any::<u64>()) {
        for symmetry in Symmetry::group(&board, 8) {
            let set = PointSet::from_bits(set) & board.all();
            prop_assert_eq!(symmetry.set(board.adjacent(set)), board.adjacent(symmetry.set(set)));
        }
    }
}

#[test]
fn files_of_graphs_are_read() {
    let square: Board = "graph6:Cr".parse().unwrap();
    for text in [
        "1 2\n2 4\n4 3\n3 1\n",
        "10,20\r\n20 40\n\n# c\n40\t30 # d\n30 10\n10 20\n20 10",
        "Cr",
        ">>graph6<<Cr\n",
        ">>graph6<<\nCr",
        "\n# my graph\nCr # is a square",
    ] {
        assert_eq!(Board::from_graph_text(text), Ok(square), "{text}");
    }
    // Names in the order of appearance, numbers in theirs.
    let edges = |text: &str| {
        let board = Board::from_graph_text(text).unwrap();
        board.edges().map(|(one, other)| [one, other].map(Point::number)).collect::<Vec<[u8; 2]>>()
    };
    assert_eq!(edges("9 3\n3 05\n7"), [[0, 1], [0, 3]]);
    assert_eq!(edges("b c\nc a\nd"), [[0, 1], [1, 2]]);
    assert_eq!(Board::from_graph_text("5").unwrap().points(), 1);
    for (text, fault) in [
        ("a b\na a", "line 2: an edge from a to itself is none"),
        ("1 01", "line 1: an edge from 1 to itself"),
        ("a b\n\nb c d\n", "line 3: an edge has two points; here are 3"),
        ("0 1\n1 2\n3 x", "line 3: x beside 0: name all points by numbers, or none"),
        ("", "the graph has 0 points; a board has 1 to 64 points"),
        ("# nothing", "the graph has 0 points"),
        (">>graph6<<", "line 1: after the header one graph is wanted"),
        (">>graph6<<Bw\nBW", "line 2: after the header one graph is wanted"),
        ("Bw\nBW", "line 1: no line has an edge"),
        ("B", "'B' is not a graph in graph6: a graph of 3 points has 1 characters after their number, not 0"),
        ("Bx", "not its shortest form, Bw"),
        ("B!", "'!' does not occur in graph6"),
        ("~~", "cut short, or has over 258 047 points"),
        ("~?@@", "'graph6:~?@@'"),
    ] {
        let error = Board::from_graph_text(text).unwrap_err();
        assert!(error.to_string().contains(fault) || text == "~?@@", "{text}: {error}");
        assert!(text != "~?@@" || matches!(error, Error::Points { points: 65, .. }), "{error}");
    }
    let many: String = (0..65).map(|point| format!("{point} {}\n", point + 1)).collect();
    assert!(matches!(Board::from_graph_text(&many), Err(Error::Points { points: 65, .. })));
    assert!(matches!(Board::graph(&[]), Err(Error::Points { points: 0, .. })));
}
