//! Pages written in Markdown: the documentation, and the published results that have no page of their
//! own kind.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::from_fn;
use std::path::Path;

use kosolver_board::{LONGEST_WHOLE, read_plain};
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::Files;
use crate::error::PublicationError;

/// The files that the site is made of, by their path in the repository: `docs/findings.md`,
/// `results/kee.md`.
pub(super) struct Papers {
    files: Files,
    /// Pages that the site makes itself, by their path in the site.
    made: BTreeSet<String>,
}

/// The anchor of the table of a study, on its page.
const TABLE: &str = "the-table";

/// A page in HTML.
pub(super) struct Paper {
    /// The text of its first heading.
    pub title: String,
    pub html: String,
}

/// A part of a page that has a heading.
pub(super) struct Section {
    pub title: String,
    /// Markdown, without the heading.
    pub text: String,
}

impl Papers {
    /// The results of a directory, the documentation of another, and the pages beside it.
    pub fn read(results: &Path, docs: &Path) -> Result<Papers, PublicationError> {
        let mut files = Files::new();
        take(results, "results/", &mut files)?;
        take(docs, "docs/", &mut files)?;
        let above = docs.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for name in ["README.md", "DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
            if let Ok(bytes) = read_plain(&above.join(name), LONGEST_WHOLE) {
                files.insert(name.to_owned(), bytes);
            }
        }
        Ok(Papers { files, made: BTreeSet::new() })
    }

    /// Says that the site makes this page itself, so that no page of Markdown takes its place.
    pub fn made(&mut self, name: &str) {
        self.made.insert(name.to_owned());
    }

    /// The Markdown of a page, by its path in the repository.
    pub fn text(&self, path: &str) -> Option<String> {
        self.files.get(path).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// All files that are no pages, by their path in the site.
    pub fn others(&self) -> impl Iterator<Item = (String, &Vec<u8>)> {
        self.files.iter().filter(|(path, _)| !path.ends_with(".md")).map(|(path, bytes)| (place(path), bytes))
    }

    /// The pages that the site does not make itself: their paths in the repository and in the site.
    pub fn pages(&self) -> impl Iterator<Item = (&str, String)> {
        let pages = self.files.keys().filter(|path| path.ends_with(".md"));
        pages.map(|path| (path.as_str(), place(path))).filter(|(_, name)| !self.made.contains(name))
    }

    /// Markdown of a file of the repository as HTML of a page of the site. Links lead to the pages of the
    /// site; where there is none, the words stay without a link.
    pub fn html(&self, path: &str, text: &str, page: &str) -> Paper {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut events = Parser::new_ext(text, options);
        let mut out: Vec<Event> = Vec::new();
        let (mut title, mut tables) = (None, 0);
        let (mut slugs, mut links) = (BTreeMap::new(), Vec::new());
        while let Some(event) = events.next() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let inner: Vec<Event> = from_fn(|| {
                        events.next().filter(|event| !matches!(event, Event::End(TagEnd::Heading(_))))
                    })
                    .collect();
                    let words = words(&inner);
                    let id = slug(&words, &mut slugs);
                    if level == HeadingLevel::H1 && title.is_none() {
                        title = Some(words);
                    }
                    out.push(markup(format!("<{level} id=\"{id}\">")));
                    out.extend(inner.into_iter().filter(|event| !is_link(event)));
                    out.push(markup(format!("</{level}>\n")));
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                    let target = self.target(path, &dest_url, page);
                    links.push(target.is_some());
                    if let Some(target) = target {
                        out.push(Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id }));
                    }
                }
                Event::End(TagEnd::Link) if links.pop() == Some(false) => {}
                Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                    let target = self.target(path, &dest_url, page).unwrap_or_default();
                    out.push(Event::Start(Tag::Image { link_type, dest_url: target.into(), title, id }));
                }
                // Wide ones are moved to and fro, with keys too.
                Event::Start(Tag::Table(columns)) => {
                    tables += 1;
                    let opening = format!(
                        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Table {tables}\">"
                    );
                    out.extend([markup(opening), Event::Start(Tag::Table(columns))]);
                }
                Event::End(TagEnd::Table) => {
                    out.extend([Event::End(TagEnd::Table), markup("</div>\n".to_owned())]);
                }
                Event::Start(Tag::CodeBlock(_)) => out.push(markup("<pre tabindex=\"0\"><code>".to_owned())),
                Event::End(TagEnd::CodeBlock) => out.push(markup("</code></pre>\n".to_owned())),
                // Comments are for those who write the page.
                Event::Html(_) | Event::InlineHtml(_) => {}
                other => out.push(other),
            }
        }
        let mut made = String::new();
        html::push_html(&mut made, out.into_iter());
        // A corner without words is no heading.
        let made = made.replace("<th></th>", "<td></td>");
        // A number and its sign stay in one line.
        let made = made.replace(" %</td>", "&nbsp;%</td>");
        Paper { title: title.unwrap_or_else(|| page.to_owned()), html: made }
    }

    /// Where a link of a file leads, as it stands on a page of the site; nothing if the site has not got it.
    fn target(&self, path: &str, link: &str, page: &str) -> Option<String> {
        if link.starts_with("https://") || link.starts_with("http://") {
            return Some(link.to_owned());
        }
        let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = if to.is_empty() { path.to_owned() } else { resolved(path, to) };
        if !self.files.contains_key(&file) {
            return None;
        }
        let to = place(&file);
        // A page that the site makes itself has other headings.
        let anchor = if self.made.contains(&to) { "" } else { anchor };
        let hash = if anchor.is_empty() { "" } else { "#" };
        let there = if to == page { String::new() } else { relative(page, &to) };
        // A page of a study is told by a section of its own, which links to it for its table.
        let same = there.is_empty() && anchor.is_empty();
        Some(if same { format!("#{TABLE}") } else { there + hash + anchor })
    }
}

/// The sections of a text: what follows each heading of the second level.
pub(super) fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !fenced) {
            Some(title) => found.push(Section { title: title.to_owned(), text: String::new() }),
            None => {
                if let Some(section) = found.last_mut() {
                    section.text += line;
                    section.text.push('\n');
                }
            }
        }
    }
    found
}

/// Takes the files of a directory, and of those in it, without scripts that make others.
fn take(directory: &Path, below: &str, files: &mut Files) -> Result<(), PublicationError> {
    let wrong = |path: &Path, fault: std::io::Error| {
        let path = path.display().to_string();
        if below.starts_with("docs/") {
            PublicationError::Papers { path, fault }
        } else {
            PublicationError::Read { path, fault: fault.into() }
        }
    };
    for entry in std::fs::read_dir(directory).map_err(|fault| wrong(directory, fault))? {
        let path = entry.map_err(|fault| wrong(directory, fault))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with(['.', '_']) || name.ends_with(".py") {
            continue;
        }
        if path.is_dir() {
            take(&path, &format!("{below}{name}/"), files)?;
        } else {
            files.insert(
                format!("{below}{name}"),
                read_plain(&path, LONGEST_WHOLE).map_err(|fault| wrong(&path, fault))?,
            );
        }
    }
    Ok(())
}

/// Where the site has a file of the repository: what is in `results` stands at its root.
fn place(path: &str) -> String {
    let path = path.strip_prefix("results/").unwrap_or(path);
    path.strip_suffix(".md").map_or_else(|| path.to_owned(), |name| format!("{name}.html"))
}

/// The path that a link of a file leads to.
fn resolved(from: &str, link: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// The way from a page of the site to another file of it.
fn relative(from: &str, to: &str) -> String {
    root(from) + to
}

/// The way from a page of the site to its root.
pub(super) fn root(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

fn markup(text: String) -> Event<'static> {
    Event::Html(CowStr::from(text))
}

fn is_link(event: &Event) -> bool {
    matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
}

fn words(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        Event::SoftBreak => Some(" "),
        _ => None,
    });
    texts.collect()
}

/// The name of a heading in links, as GitHub makes it.
fn slug(words: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let mut slug = String::new();
    for letter in words.to_lowercase().chars() {
        match letter {
            ' ' => slug.push('-'),
            '-' | '_' => slug.push(letter),
            letter if letter.is_alphanumeric() => slug.push(letter),
            _ => {}
        }
    }
    let times = taken.entry(slug.clone()).and_modify(|times| *times += 1).or_insert(0);
    if *times > 0 { format!("{slug}-{times}") } else { slug }
}
