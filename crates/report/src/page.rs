//! Documents out of templates.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, Error};
use serde::Serialize;

/// The templates, by name; the ending says how values are escaped.
const TEMPLATES: [(&str, &str); 2] = [
    ("comparison.txt", include_str!("../templates/comparison.txt")),
    ("comparison.md", include_str!("../templates/comparison.md")),
];

/// A document.
pub(crate) fn page(template: &str, view: impl Serialize) -> Result<String, Error> {
    let mut environment = Environment::new();
    let syntax =
        SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true).build();
    environment.set_syntax(syntax?);
    for (name, text) in TEMPLATES {
        environment.add_template(name, text)?;
    }
    environment.get_template(template)?.render(Serde(view))
}
