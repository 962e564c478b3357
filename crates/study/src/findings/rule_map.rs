//! The drawing of a family of rules: a tree of neighbours.

use std::cmp::Reverse;
use std::fmt::Write;

use kosolver_rules::Score;

/// Rules with the same scores.
pub(crate) struct Class {
    pub number: String,
    /// How many rules of the family.
    pub rules: usize,
    /// The published ones.
    pub famous: String,
    /// The scores of the boards, as they are written.
    pub scores: Vec<String>,
}

impl Class {
    /// A score as a number; no result is 0.
    fn score(&self, board: usize) -> Score {
        self.scores[board].parse().unwrap_or_default()
    }

    /// By how many points the scores differ, added up.
    fn apart(&self, other: &Class) -> Score {
        let each = (0..self.scores.len()).map(|board| (self.score(board) - other.score(board)).abs());
        each.fold(Score::ZERO, |sum, part| sum + part)
    }
}

/// A class in its place in the tree.
struct Line {
    class: usize,
    depth: i64,
    /// The line above that it hangs on, and how far it is from its class.
    parent: Option<(usize, Score)>,
}

/// Each class hangs on the nearest that is there already; the first is the root.
fn tree(classes: &[Class], root: usize) -> Vec<Line> {
    let mut parents: Vec<Option<(usize, Score)>> = vec![None; classes.len()];
    let mut left: Vec<usize> = (0..classes.len()).filter(|class| *class != root).collect();
    let mut there = vec![root];
    while !left.is_empty() {
        let pairs = left.iter().flat_map(|class| there.iter().map(move |near| (*class, *near)));
        let nearest = pairs.map(|(class, near)| (classes[class].apart(&classes[near]), near, class)).min();
        let Some((apart, near, class)) = nearest else { break };
        parents[class] = Some((near, apart));
        left.retain(|other| *other != class);
        there.push(class);
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut open = vec![(root, 0, None)];
    while let Some((class, depth, parent)) = open.pop() {
        let own = lines.len();
        lines.push(Line { class, depth, parent });
        let mut children: Vec<(Score, usize)> = (0..classes.len())
            .filter_map(|child| parents[child].filter(|(parent, _)| *parent == class).map(|(_, apart)| (apart, child)))
            .collect();
        children.sort_by_key(|child| Reverse(*child));
        open.extend(children.into_iter().map(|(apart, child)| (child, depth + 1, Some((own, apart)))));
    }
    lines
}

/// Pixels: of a step of the tree, of a square, of a line, and around.
const STEP: i64 = 12;
const SQUARE: i64 = 24;
const HEIGHT: i64 = 30;
const LEFT: i64 = 16;
const TOP: i64 = 92;

/// A line for each class: where it hangs in the tree, how many rules it has, its scores on the boards, each
/// with the points of its board, and the published rules among them.
pub(crate) fn drawn(boards: &[(String, i64)], classes: &[Class], root: usize) -> String {
    let lines = tree(classes, root);
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let squares = LEFT + deepest * STEP + 24;
    let names = squares + boards.len() as i64 * SQUARE + 8;
    let (width, height) = (names + 130, TOP + HEIGHT * lines.len() as i64 + 10);
    let y = |line: usize| TOP + HEIGHT * line as i64 + HEIGHT / 2;
    let x = |depth: i64| LEFT + depth * STEP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<title>Ko rules of three lines, as a tree of \
         neighbours</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut text = |x: i64, y: i64, anchor: &str, colour: &str, words: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>"
        );
    };
    text(8, 18, "start", "#222", "Ko rules of three lines. A line: rules with the same scores.");
    text(8, 34, "start", "#222", "It hangs on its nearest neighbour. A disc: how many rules.");
    text(8, 50, "start", "#222", "Squares: Black's score on empty boards. Blue: Black wins.");
    for (place, (board, _)) in boards.iter().enumerate() {
        text(squares + place as i64 * SQUARE + SQUARE / 2, TOP - 8, "middle", "#222", board);
    }
    for (place, line) in lines.iter().enumerate() {
        let class = &classes[line.class];
        // Names that do not fit into one line stand in two.
        let words: Vec<&str> = class.famous.split(", ").filter(|name| !name.is_empty()).collect();
        let (first, second) = words.split_at(words.len().min(words.len().div_ceil(2).max(2)));
        let shift = if second.is_empty() { 4 } else { -3 };
        text(names, y(place) + shift, "start", "#222", &first.join(", "));
        if !second.is_empty() {
            text(names, y(place) + 11, "start", "#222", &second.join(", "));
        }
        for (board, (_, points)) in boards.iter().enumerate() {
            let score = class.score(board);
            let strong = score.abs().times(2) > Score::fraction(*points, 1);
            text(
                squares + board as i64 * SQUARE + SQUARE / 2,
                y(place) + 4,
                "middle",
                if strong { "#fff" } else { "#222" },
                &class.scores[board].replace('-', "−"),
            );
        }
    }
    let mut shapes = String::new();
    for (place, line) in lines.iter().enumerate() {
        let class = &classes[line.class];
        if let Some((parent, _)) = line.parent {
            let from = x(lines[parent].depth);
            let _ = writeln!(
                shapes,
                "<path d=\"M{from} {}V{}H{}\" stroke=\"#999\" fill=\"none\"/>",
                y(parent),
                y(place),
                x(line.depth)
            );
        }
        for (board, (_, points)) in boards.iter().enumerate() {
            let score = class.score(board);
            let _ = writeln!(
                shapes,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                squares + board as i64 * SQUARE,
                y(place) - HEIGHT / 2 + 2,
                SQUARE - 2,
                HEIGHT - 4,
                colour(score, *points)
            );
        }
    }
    for line in &lines {
        let _ = line;
    }
    let (head, words) = svg.split_once("fill=\"#fff\"/>\n").unwrap_or((&svg, ""));
    let mut drawing = format!("{head}fill=\"#fff\"/>\n{shapes}");
    for (place, line) in lines.iter().enumerate() {
        let class = &classes[line.class];
        // The area is the number of rules.
        let radius = (2.0 + 0.9 * (class.rules as f64).sqrt()).min(14.0);
        let fill = if class.rules == 0 { "#fff" } else if class.famous.is_empty() { "#888" } else { "#222" };
        let _ = writeln!(
            drawing,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#222\"><title>class {}: {} rules</title></circle>",
            x(line.depth),
            y(place),
            class.number,
            class.rules
        );
    }
    drawing + words + "</svg>\n"
}

/// Blue where Black wins, orange where White does; deep where it is by more than half of the board.
fn colour(score: Score, points: i64) -> &'static str {
    let strong = score.abs().times(2) > Score::fraction(points, 1);
    match score.cmp(&Score::ZERO) {
        std::cmp::Ordering::Equal => "#eee",
        std::cmp::Ordering::Greater if strong => "#1f6fb4",
        std::cmp::Ordering::Greater => "#bcd8ef",
        std::cmp::Ordering::Less if strong => "#b5610f",
        std::cmp::Ordering::Less => "#f6d3a8",
    }
}
