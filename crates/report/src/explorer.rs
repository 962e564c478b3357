//! The addresses of the explorer: board, rules, position and moves in one line.

use std::fmt::Write;

use kosolver_board::Colour;

/// The port at which the explorer answers unless another is asked for.
pub const EXPLORER_PORT: u16 = 8361;

/// What the explorer shows at first, as it stands after the `?` of its address: a board, one ruleset or
/// two side by side, the start (nothing is the empty board), who moves first, and the moves played.
///
/// ```
/// use kosolver_board::Colour;
/// use kosolver_report::explorer_query;
///
/// let query = explorer_query("1x6", &["psk", "ssk"], "X.X.X.", Colour::Black, &["B1", "pass"]);
/// assert_eq!(query, "board=1x6&rules=psk&against=ssk&position=X.X.X.&moves=B1%2Cpass");
/// ```
pub fn explorer_query<T: AsRef<str>>(
    board: &str,
    rules: &[&str],
    position: &str,
    to_play: Colour,
    moves: &[T],
) -> String {
    let mut query = format!("board={}", escaped(board));
    for (name, field) in rules.iter().zip(["rules", "against"]) {
        let _ = write!(query, "&{field}={}", escaped(name));
    }
    if position.contains(['X', 'O']) {
        query += &format!("&position={}", escaped(position));
    }
    if to_play == Colour::White {
        query += "&to_play=white";
    }
    if !moves.is_empty() {
        let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        query += &format!("&moves={}", escaped(&moves.join(",")));
    }
    query
}

/// Text as it stands in an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b':' | b'/' => {
                escaped.push(char::from(byte));
            }
            byte => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}
