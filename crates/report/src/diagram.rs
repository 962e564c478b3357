use kosolver_board::{Board, Position};

/// How wide a row of points without rows and columns is: indented, it fits 80 columns.
const WIDEST: usize = 76;

/// A position as rows of text, with coordinates on two sides: after column `Z` come `AA`, `AB`, …, with the
/// second letter under the first. Of a board without rows and columns the stones in rows, above the names of
/// the points.
pub fn diagram(board: &Board, position: Position) -> Vec<String> {
    let names: Vec<String> = board.all().iter().map(|point| board.point_name(point)).collect();
    if !board.shape().has_rows() {
        let width = names.last().map_or(1, String::len);
        let row = |words: &[String]| {
            words.iter().map(|word| format!("{word:>width$}")).collect::<Vec<String>>().join(" ")
        };
        let stones: Vec<String> =
            board.all().iter().map(|point| position.symbol(point).to_string()).collect();
        let per_row = (WIDEST + 1) / (width + 1);
        let rows = stones.chunks(per_row).zip(names.chunks(per_row));
        return rows.flat_map(|(stones, names)| [row(stones), row(names)]).collect();
    }
    let columns = usize::from(board.columns());
    let width = board.rows().to_string().len();
    let mut lines = Vec::with_capacity(usize::from(board.rows()) + 1);
    let stones: Vec<char> = board.all().iter().map(|point| position.symbol(point)).collect();
    for (index, row) in stones.chunks(columns).enumerate() {
        let number = usize::from(board.rows()) - index;
        let row: Vec<String> = row.iter().map(char::to_string).collect();
        lines.push(format!("{number:>width$} {}", row.join(" ")));
    }
    // A name of two letters is read downwards.
    let named = |name: &String| name.trim_end_matches(|c: char| c.is_ascii_digit()).chars().collect();
    let letters: Vec<Vec<char>> = names[..columns].iter().map(named).collect();
    for row in 0..letters.iter().map(Vec::len).max().unwrap_or(0) {
        let row: Vec<String> =
            letters.iter().map(|name| name.get(row).copied().unwrap_or(' ').to_string()).collect();
        lines.push(format!("{:width$} {}", "", row.join(" ")).trim_end().to_owned());
    }
    lines
}

/// Titled diagrams side by side, as many to a row as fit in so many columns.
pub fn diagrams(board: &Board, titled: &[(String, Position)], columns: u16) -> String {
    let gap = "   ";
    let blocks: Vec<Vec<String>> = titled
        .iter()
        .map(|(title, position)| {
            let mut lines = vec![title.clone()];
            lines.extend(diagram(board, *position));
            let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
            lines.iter().map(|line| format!("{line:width$}")).collect()
        })
        .collect();
    let width = blocks.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(1);
    let per_row = ((usize::from(columns) + gap.len()) / (width + gap.len())).max(1);
    let mut text = String::new();
    for row in blocks.chunks(per_row) {
        let height = row.first().map_or(0, Vec::len);
        for line in 0..height {
            let cells: Vec<String> = row.iter().map(|block| format!("{:width$}", block[line])).collect();
            text.push_str(cells.join(gap).trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}
