//! Files of graphs: a list of edges, or a line of graph6.

use crate::{Board, Error, Point, PointSet, graph6, shortened};

/// What a file of graph6 may begin with.
const HEADER: &str = ">>graph6<<";

impl Board {
    /// The board of a graph in a file's text, of either form:
    ///
    /// * graph6: one line, with or without `>>graph6<<` before it;
    /// * a list of edges: one a line, as two names of points with spaces or a comma between them. A
    ///   line of one name is a point, which may have no edge. Edges have no direction, and one
    ///   that is there twice is there.
    ///
    /// Empty lines and what follows `#` are left out. If all names are numbers, the points of the board are in
    /// their order, otherwise in that of appearance; on the board they are called 1, 2, 3, ….
    ///
    /// ```
    /// let board = kosolver_board::Board::from_graph_text("# a triangle\na b\nb c\nc a\n")?;
    /// assert_eq!(board.to_string(), "graph6:Bw");
    /// assert_eq!(board, kosolver_board::Board::from_graph_text(">>graph6<<Bw")?);
    /// # Ok::<(), kosolver_board::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::GraphText`] names the line; [`Error::Points`] unless there are 1 to 64 points;
    /// [`Error::Graph6`].
    pub fn from_graph_text(text: &str) -> Result<Board, Error> {
        let fault = |line: usize, fault: String| Error::GraphText { line, fault };
        let mut lines: Vec<(usize, Vec<&str>)> = Vec::new();
        for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let names = line.split(|symbol: char| symbol.is_whitespace() || symbol == ',');
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            if !names.is_empty() {
                lines.push((index + 1, names));
            }
        }
        if let Some((_, first)) = lines.first() {
            let headed = first[0].strip_prefix(HEADER);
            // A list of edges with one line of one name is a number: nothing else is worth writing.
            let alone = lines.len() == 1 && first.len() == 1 && !is_number(first[0]);
            if let Some(graph) = headed.or(alone.then_some(first[0])) {
                return match (&lines[..], graph) {
                    ([_], graph) if first.len() == 1 && !graph.is_empty() => {
                        Board::graph(&graph6::read(graph)?)
                    }
                    ([_, (_, second)], "") if second.len() == 1 => Board::graph(&graph6::read(second[0])?),
                    _ => {
                        let line = lines.get(1).map_or(lines[0].0, |(line, _)| *line);
                        Err(fault(line, "after the header one graph is wanted".to_owned()))
                    }
                };
            }
        }

        let mut names: Vec<&str> = Vec::new();
        for (line, words) in &lines {
            match words[..] {
                [_] => {}
                [one, other] if same(one, other) => {
                    return Err(fault(*line, format!("an edge from {one} to itself is none")));
                }
                [_, _] => {}
                _ => {
                    let found = words.len();
                    return Err(fault(*line, format!("an edge has two points; here are {found}")));
                }
            }
            for name in words {
                // Nobody mixes the two on purpose.
                if is_number(name) != is_number(lines[0].1[0]) {
                    let [one, other] = [lines[0].1[0], name].map(|name| shortened(name, 32).to_string());
                    let mixed = format!("{other} beside {one}: name all points by numbers, or none");
                    return Err(fault(*line, mixed));
                }
                if !names.iter().any(|known| same(known, name)) {
                    names.push(name);
                }
                if names.len() > 64 {
                    return Err(Error::Points { board: "the graph".to_owned(), points: 65 });
                }
            }
        }
        if lines.len() > 1 && lines.iter().all(|(_, words)| words.len() == 1 && !is_number(words[0])) {
            let wanted = "no line has an edge; if these are graphs in graph6, one is wanted".to_owned();
            return Err(fault(lines[0].0, wanted));
        }
        if !(1..=64).contains(&names.len()) {
            return Err(Error::Points { board: "the graph".to_owned(), points: names.len() as u64 });
        }
        if names.iter().all(|name| is_number(name)) {
            names.sort_by_key(|name| name.parse::<u64>().unwrap_or_default());
        }
        let mut neighbours = vec![PointSet::EMPTY; names.len()];
        let place = |name: &str| names.iter().position(|known| same(known, name)).unwrap_or_default();
        for (_, words) in &lines {
            if let [one, other] = words[..] {
                neighbours[place(one)] |= Point::new(place(other) as u8).bit();
            }
        }
        Board::graph(&neighbours)
    }
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit()) && name.parse::<u64>().is_ok()
}

/// Whether two names are one: 1 and 01 are.
fn same(one: &str, other: &str) -> bool {
    one == other || is_number(one) && is_number(other) && one.parse::<u64>() == other.parse::<u64>()
}
