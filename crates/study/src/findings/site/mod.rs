//! A static site of published results: pages that ask no other host for anything.

mod examples;
mod feed;
mod findings;
mod frontier;
mod gallery;
mod graphs;
mod lines;
mod papers;
mod values;

use std::path::PathBuf;

use crate::{Files, checker_files};
use kosolver_report::{
    BOARD_DEFINITIONS, BOARD_STEPS, BOARD_STYLE, EXPLORER_PORT, OnSite, PAGE_SCRIPT, PAGE_STYLE, RenderError,
};
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, context};

use crate::error::PublicationError;
use crate::published::Published;
use papers::Papers;

const STYLE: &str = include_str!("../../../templates/site.css");
const TEMPLATES: [(&str, &str); 12] = [
    ("base.html", include_str!("../../../templates/base.html")),
    ("boards.html", include_str!("../../../templates/boards.html")),
    ("explore.html", include_str!("../../../templates/explore.html")),
    ("feed.xml", include_str!("../../../templates/feed.xml")),
    ("frontier.html", include_str!("../../../templates/frontier.html")),
    ("graphs.html", include_str!("../../../templates/graphs.html")),
    ("index.html", include_str!("../../../templates/index.html")),
    ("nav.html", include_str!("../../../templates/nav.html")),
    ("paper.html", include_str!("../../../templates/paper.html")),
    ("positions.html", include_str!("../../../templates/positions.html")),
    ("study.html", include_str!("../../../templates/study.html")),
    ("values.html", include_str!("../../../templates/values.html")),
];

/// What a site is made of.
#[derive(Clone, Debug)]
pub struct SiteParts {
    /// The directory of published results.
    pub results: PathBuf,
    /// The directory of the documentation; the pages beside it, such as `README.md`, belong to it.
    pub docs: PathBuf,
    /// The address at which the site will be, with which its feed is made.
    pub url: Option<SiteAddress>,
    /// The directory of the verified checker, compiled for browsers: then certificates are checked on the site.
    pub checker: Option<PathBuf>,
    /// Whether the values of moves in the positions to play through are left out, which take longest.
    pub quick: bool,
}

/// The address of a site: `https://example.org/go/`. It ends with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteAddress(String);

impl std::str::FromStr for SiteAddress {
    type Err = PublicationError;

    fn from_str(text: &str) -> Result<SiteAddress, PublicationError> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
        let plain = |sign: char| sign.is_ascii_graphic() && !"<>\"'`{}|\\^?#".contains(sign);
        if rest.is_empty() || rest.starts_with('/') || !rest.chars().all(plain) {
            return Err(PublicationError::Address(text.to_owned()));
        }
        Ok(SiteAddress(text.trim_end_matches('/').to_owned() + "/"))
    }
}

/// The site as it is made.
struct Site<'a> {
    from: Published<'a>,
    papers: Papers,
    /// Its address, which ends with `/`; empty if it is not known.
    address: String,
    /// Whether it has the page on which a browser checks certificates.
    checker: bool,
    quick: bool,
    files: Files,
}

/// The files of a site.
///
/// # Errors
/// [`PublicationError::Read`] if the directories lack some, [`PublicationError::Render`] if a library refuses to
/// render.
pub fn site_files(parts: &SiteParts) -> Result<Files, PublicationError> {
    let mut site = Site {
        from: Published(&parts.results),
        papers: Papers::read(&parts.results, &parts.docs)?,
        address: parts.url.as_ref().map_or(String::new(), |url| url.0.clone()),
        checker: parts.checker.is_some(),
        quick: parts.quick,
        files: Files::new(),
    };
    if let Some(directory) = &parts.checker {
        site.files.extend(checker_files(directory)?);
    }
    site.files.extend(site.papers.others().map(|(name, bytes)| (name, bytes.clone())).collect::<Files>());
    site.files.insert("style.css".to_owned(), format!("{PAGE_STYLE}{BOARD_STYLE}{STYLE}").into_bytes());
    site.files.insert("steps.js".to_owned(), BOARD_STEPS.as_bytes().to_vec());
    site.files.insert("fold.js".to_owned(), PAGE_SCRIPT.as_bytes().to_vec());
    for name in ["kee.html", "separators.html", "graphs.html", "frontier.html"] {
        site.papers.made(name);
    }
    let studies = findings::add(&mut site)?;
    frontier::add(&mut site)?;
    graphs::add(&mut site)?;
    gallery::add_separators(&mut site)?;
    let table = site.from.table()?.page(OnSite { root: "", menu: &menu("")?, split: false })?;
    site.files.insert("kee.html".to_owned(), table.into_bytes());
    site.add("explore.html", "explore.html", "The explorer", context! { port => EXPLORER_PORT })?;
    if let Some(address) = &parts.url {
        site.files.insert("feed.xml".to_owned(), feed::feed(&studies, &address.0)?);
    }
    site.add_papers()?;
    Ok(site.files)
}

impl Site<'_> {
    /// Adds a page that shows this.
    fn add(&mut self, name: &str, template: &str, title: &str, shown: Value) -> Result<(), PublicationError> {
        let page = context! {
            title,
            // The way to the first page.
            root => papers::root(name),
            // Whether the site has a feed.
            feed => !self.address.is_empty(),
            // The wood and the stones of boards that are drawn on the page.
            definitions => BOARD_DEFINITIONS,
            ..shown
        };
        self.files.insert(name.to_owned(), render(template, page)?);
        Ok(())
    }

    /// Adds every page written in Markdown that the site does not make itself.
    fn add_papers(&mut self) -> Result<(), PublicationError> {
        let pages: Vec<(String, String)> =
            self.papers.pages().map(|(path, name)| (path.to_owned(), name)).collect();
        for (path, name) in pages {
            let text = self.papers.text(&path).unwrap_or_default();
            let paper = self.papers.html(&path, &text, &name);
            self.add(&name, "paper.html", &paper.title, context! { html => paper.html })?;
        }
        Ok(())
    }
}

/// The menu of a page from which the first page is reached this way.
fn menu(root: &str) -> Result<String, PublicationError> {
    Ok(String::from_utf8_lossy(&render("nav.html", context! { root })?).into_owned())
}

fn render(template: &str, view: Value) -> Result<Vec<u8>, PublicationError> {
    let made = || {
        let mut environment = Environment::new();
        let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?;
        environment.set_syntax(syntax);
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        for (name, text) in TEMPLATES {
            environment.add_template(name, text)?;
        }
        environment.get_template(template)?.render(view)
    };
    let text: String = made().map_err(RenderError::Template)?;
    Ok((text.trim_end().to_owned() + "\n").into_bytes())
}
