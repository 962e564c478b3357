//! The drawing of a family of rules: a tree of neighbours.

use std::cmp::{Ordering, Reverse};
use std::fmt::Write;

use kosolver_rules::Score;

/// Rules with the same scores.
pub(crate) struct Class {
    pub number: String,
    /// How many rules of the family.
    pub rules: usize,
    /// The published ones.
    pub published: String,
    /// The scores of the boards, as they are written.
    pub scores: Vec<String>,
}

impl Class {
    /// A score as a number; no result is 0.
    fn score(&self, board: usize) -> Score {
        self.scores[board].parse().unwrap_or_default()
    }

    /// What stands beside it: the published rules, as many as fit, and how many are of the family.
    fn label(&self) -> [String; 2] {
        let names: Vec<&str> = self.published.split(", ").filter(|name| !name.is_empty()).collect();
        let fitting = |count: &usize| names[..*count].join(", ").len() <= WIDEST;
        let shown = (1..=names.len()).rev().find(fitting).unwrap_or(names.len().min(1));
        let more = names.len() - shown;
        let words = match (shown, more) {
            (0, _) => format!("class {}", self.number),
            (_, 0) => names.join(", "),
            _ => format!("{} +{more}", names[..shown].join(", ")),
        };
        let rules = match self.rules {
            0 => "published alone".to_owned(),
            1 => "1 rule".to_owned(),
            rules => format!("{rules} rules"),
        };
        [words, rules]
    }

    /// By how many points the scores differ, added up.
    fn apart(&self, other: &Class) -> Score {
        let each = (0..self.scores.len()).map(|board| (self.score(board) - other.score(board)).abs());
        each.fold(Score::ZERO, |sum, part| sum + part)
    }
}

/// So many letters of names fit into a line.
const WIDEST: usize = 19;

/// A class in its place in the tree.
struct Line {
    class: usize,
    depth: i64,
    /// The line above that it hangs on.
    parent: Option<usize>,
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
            .filter_map(|child| {
                parents[child].filter(|(parent, _)| *parent == class).map(|(_, apart)| (apart, child))
            })
            .collect();
        children.sort_by_key(|child| Reverse(*child));
        open.extend(children.into_iter().map(|(_, child)| (child, depth + 1, Some(own))));
    }
    lines
}

/// Pixels: of a step of the tree, of a square, of a line, and around.
const STEP: i64 = 12;
const SQUARE: i64 = 26;
const HEIGHT: i64 = 32;
const LEFT: i64 = 18;
const TOP: i64 = 112;

/// A line for each class: where it hangs in the tree, how many rules it has, its scores on the boards, each
/// of so many points, and the published rules among them.
pub(crate) fn drawn(boards: &[(String, i64)], classes: &[Class], root: usize) -> String {
    let lines = tree(classes, root);
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let squares = LEFT + deepest * STEP + 22;
    let names = squares + boards.len() as i64 * SQUARE + 6;
    let (width, height) = (names + 128, TOP + HEIGHT * lines.len() as i64 + 8);
    let y = |line: usize| TOP + HEIGHT * line as i64 + HEIGHT / 2;
    let x = |depth: i64| LEFT + depth * STEP;
    let column = |board: usize| squares + board as i64 * SQUARE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>Ko rules of three lines, as a tree of \
         neighbours</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    for (place, line) in lines.iter().enumerate() {
        let Some(parent) = line.parent else { continue };
        let path = format!("M{} {}V{}H{}", x(lines[parent].depth), y(parent), y(place), x(line.depth));
        let _ = writeln!(svg, "<path d=\"{path}\" stroke=\"#999\" fill=\"none\"/>");
    }
    for (place, line) in lines.iter().enumerate() {
        let class = &classes[line.class];
        // The area is the number of rules.
        let radius = (3.0 + 0.6 * (class.rules as f64).sqrt()).min(12.0);
        let fill = match (class.rules, class.published.is_empty()) {
            (0, _) => "#fff",
            (_, true) => "#999",
            (_, false) => "#222",
        };
        let (x, y) = (x(line.depth), y(place));
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"#222\"/>"
        );
        for (board, (_, points)) in boards.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                column(board),
                y - HEIGHT / 2 + 1,
                SQUARE - 2,
                HEIGHT - 2,
                colour(class.score(board), *points).0
            );
        }
    }
    let mut text = |x: i64, y: i64, anchor: &str, colour: &str, words: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{words}</text>"
        );
    };
    for (line, words) in LEGEND.iter().enumerate() {
        text(8, 20 + 17 * line as i64, "start", "#222", words);
    }
    for (place, (board, _)) in boards.iter().enumerate() {
        text(column(place) + SQUARE / 2 - 1, TOP - 4, "middle", "#222", board);
    }
    for (place, line) in lines.iter().enumerate() {
        let class = &classes[line.class];
        for (board, (_, points)) in boards.iter().enumerate() {
            let ink = colour(class.score(board), *points).1;
            let score = class.scores[board].replace('-', "\u{2212}");
            text(column(board) + SQUARE / 2 - 1, y(place) + 5, "middle", ink, &score);
        }
        let [words, rules] = class.label();
        text(names, y(place) - 2, "start", "#222", &words);
        text(names, y(place) + 12, "start", "#666", &rules);
    }
    svg + "</svg>\n"
}

const LEGEND: [&str; 4] = [
    "Each line is a class: the rules with these scores on empty boards.",
    "It hangs on the nearest class. The larger its disc, the more rules.",
    "Black disc: a published rule is among them. White: no other is.",
    "Blue: Black wins. Orange: White wins. NR: no result.",
];

/// What a score stands on, and its ink: blue where Black wins, orange where White does; deep where it is by
/// more than half of the board.
fn colour(score: Score, points: i64) -> (&'static str, &'static str) {
    let deep = score.abs().times(2) > Score::fraction(points, 1);
    match (score.cmp(&Score::ZERO), deep) {
        (Ordering::Equal, _) => ("#eee", "#222"),
        (Ordering::Greater, true) => ("#1f6fb4", "#fff"),
        (Ordering::Greater, false) => ("#c6dff2", "#222"),
        (Ordering::Less, true) => ("#a9560b", "#fff"),
        (Ordering::Less, false) => ("#f8dcb6", "#222"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(number: usize, published: &str, scores: &[&str]) -> Class {
        let scores = scores.iter().map(|score| (*score).to_owned()).collect();
        Class { number: number.to_string(), rules: number, published: published.to_owned(), scores }
    }

    #[test]
    fn each_class_hangs_on_its_nearest_neighbour() {
        let classes = [
            class(1, "", &["-3", "1"]),
            class(2, "", &["5", "NR"]),
            class(3, "psk", &["0", "1"]),
            class(4, "", &["4", "1/2"]),
        ];
        let lines = tree(&classes, 2);
        let drawn: Vec<(usize, i64, Option<usize>)> =
            lines.iter().map(|line| (line.class, line.depth, line.parent)).collect();
        assert_eq!(drawn, [(2, 0, None), (0, 1, Some(0)), (3, 1, Some(0)), (1, 2, Some(2))]);
    }
}
