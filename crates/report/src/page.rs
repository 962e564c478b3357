//! Documents out of templates.

use kosolver_board::Colour;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error};

use crate::drawing::{BOARD_DEFINITIONS, BOARD_STYLE};
use crate::explorer::{EXPLORER_PORT, explorer_query};
use crate::text::fill;

/// The templates, by name; the ending says how values are escaped.
const TEMPLATES: [(&str, &str); 19] = [
    ("alone.html", include_str!("../templates/alone.html")),
    ("base.html", include_str!("../templates/base.html")),
    ("board.css", BOARD_STYLE),
    ("board.html", include_str!("../templates/board.html")),
    ("comparison.html", include_str!("../templates/comparison.html")),
    ("comparison.md", include_str!("../templates/comparison.md")),
    ("comparison.txt", include_str!("../templates/comparison.txt")),
    ("definitions.svg", BOARD_DEFINITIONS),
    ("explorer.html", include_str!("../templates/explorer.html")),
    ("fold.js", include_str!("../templates/fold.js")),
    ("frontier.md", include_str!("../templates/frontier.md")),
    ("graphs.md", include_str!("../templates/graphs.md")),
    ("kos.svg", include_str!("../templates/kos.svg")),
    ("page.css", include_str!("../templates/page.css")),
    ("players.md", include_str!("../templates/players.md")),
    ("steps.js", include_str!("../templates/steps.js")),
    ("table.html", include_str!("../templates/table.html")),
    ("table.md", include_str!("../templates/table.md")),
    ("tablebases.md", include_str!("../templates/tablebases.md")),
];

/// A document; where the template asks for it, in lines of at most so many columns.
pub(crate) fn page(template: &str, view: Value, width: u16) -> Result<String, Error> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax?);
    environment.set_auto_escape_callback(|name| match name.rsplit('.').next() {
        Some("html" | "svg") => AutoEscape::Html,
        _ => AutoEscape::None,
    });
    environment.add_filter("md", |text: String| markdown(&text));
    environment.add_filter("after", move |text: String, label: String| fill(&label, &text, width));
    environment.add_function(
        "explore",
        |board: String, rules: Vec<String>, position: String, to_play: Option<String>| {
            let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
            let first = if to_play.as_deref() == Some("white") { Colour::White } else { Colour::Black };
            let query = explorer_query::<&str>(&board, &rules, &position, first, &[]);
            format!("http://127.0.0.1:{EXPLORER_PORT}/?{query}")
        },
    );
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    environment.get_template(template)?.render(view)
}

/// The text of a board in which Markdown sees nothing but text; that of a grid has nothing else.
pub(crate) fn markdown(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '`' | '|' | '_' | '[' | ']' | '{' | '}' | '~' | '^' | '<' | '>' | '*' | '@'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
