//! The site of the published results.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use kosolver_report::Table;
use kosolver_study::Files;
use kosolver_study::findings::{SiteAddress, SiteParts, site_files};

const ADDRESS: &str = "https://example.org/go/";

fn made(url: Option<&str>) -> Files {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let url = url.map(|url| url.parse().unwrap());
    site_files(&SiteParts {
        results: root.join("results"),
        docs: root.join("docs"),
        url,
        checker: None,
        quick: true,
    })
    .unwrap()
}

/// It is the same every time, as a test below says.
fn site() -> &'static Files {
    static MADE: LazyLock<Files> = LazyLock::new(|| made(Some(ADDRESS)));
    &MADE
}

fn text(files: &Files, name: &str) -> String {
    String::from_utf8(files[name].clone()).unwrap()
}

/// What the attributes of a page refer to.
fn references(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for attribute in [" href=\"", " src=\""] {
        for part in page.split(attribute).skip(1) {
            // As a browser reads it.
            let written = part.split('"').next().unwrap();
            found.insert(written.replace("&#x2f;", "/").replace("&#x3d;", "=").replace("&amp;", "&"));
        }
    }
    found
}

/// Every link leads to a file of the site, and to an anchor that is there; no page asks another host.
#[test]
fn every_link_leads_somewhere_in_the_site() {
    let files = site();
    let (mut followed, mut explored) = (0, 0);
    for name in files.keys().filter(|name| name.ends_with(".html")) {
        let page = text(files, name);
        // The icon is none.
        for reference in references(&page).into_iter().filter(|reference| reference != "data:,") {
            // A link asks nobody before it is followed: the explorer, and sources.
            if page.contains(&format!("<a href=\"{reference}\"")) && reference.starts_with("https://") {
                continue;
            }
            if name == "explore.html" && reference == "http://127.0.0.1:8361/" {
                continue;
            }
            explored += usize::from(reference.contains("explore.html?board="));
            let reference = reference.split('?').next().unwrap();
            assert!(!reference.contains("//"), "{name} refers to {reference}");
            let (path, anchor) = reference.split_once('#').unwrap_or((reference, ""));
            let folder = Path::new(name).parent().unwrap();
            let mut there: Vec<&str> = folder.iter().map(|part| part.to_str().unwrap()).collect();
            for part in path.split('/').filter(|part| !part.is_empty()) {
                if part == ".." {
                    there.pop();
                } else {
                    there.push(part);
                }
            }
            let target = if path.is_empty() { name.clone() } else { there.join("/") };
            assert!(files.contains_key(&target), "{name} refers to {reference}");
            assert!(
                anchor.is_empty() || text(files, &target).contains(&format!("id=\"{anchor}\"")),
                "{name} refers to {reference}"
            );
            followed += 1;
        }
        for outside in ["@import", "url(http", "fetch(", "XMLHttpRequest"] {
            assert!(!page.contains(outside), "{name} has {outside}");
        }
    }
    assert!(followed > 500 && explored > 1000, "{followed}, {explored}");
}

#[test]
fn the_search_has_every_published_value() {
    let files = site();
    let page = text(files, "values.html");
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    for name in ["kee.json", "rulesets.json"] {
        let table: Table = serde_json::from_slice(&std::fs::read(results.join(name)).unwrap()).unwrap();
        for record in table.records() {
            let row = format!(
                "<td>{}</td><td>{}</td><td>{}</td>",
                record.board,
                record.name().replace('=', "&#x3d;"),
                record.headline()
            );
            assert!(page.contains(&row), "{row}");
        }
    }
    let certificates = files.keys().filter(|name| name.ends_with(".kcert")).count();
    assert_eq!(page.matches(" download>").count(), certificates);
    assert!(certificates > 400, "{certificates}");
}

/// Every link of the feed is a whole address, and leads to the result.
#[test]
fn the_feed_has_every_result_and_its_links_lead_to_them() {
    let files = site();
    let feed = text(files, "feed.xml").replace("&#x2f;", "/");
    let part = |tag: &str| -> Vec<String> {
        let (opening, closing) = (format!("<{tag}>"), format!("</{tag}>"));
        let parts = feed.split(&opening).skip(1);
        parts.map(|part| part.split(&closing).next().unwrap().to_owned()).collect()
    };
    let (items, links) = (part("item"), part("link"));
    assert!(items.len() >= 30 && links.len() == items.len() + 1);
    assert_eq!(links[0], format!("{ADDRESS}index.html"));
    assert_eq!(part("guid"), links[1..]);
    for link in &links[1..] {
        let (page, number) = link.strip_prefix(ADDRESS).unwrap().split_once('#').unwrap();
        assert!(text(files, page).contains(&format!("<li id=\"{number}\">")), "{link}");
    }
    let without = made(None);
    assert!(!without.contains_key("feed.xml") && !text(&without, "index.html").contains("feed.xml"));
}

#[test]
fn an_address_that_is_none_is_refused() {
    assert_eq!("https://example.org/go".parse::<SiteAddress>().unwrap(), ADDRESS.parse().unwrap());
    for wrong in [
        "",
        "example.org",
        "ftp://example.org/",
        "https://",
        "https:///a",
        "https://a b/",
        "http://a/?q",
        "http://a/#b",
    ] {
        assert!(wrong.parse::<SiteAddress>().is_err(), "{wrong}");
    }
}

/// What is published is on the site, without a list: files as they are, texts as pages.
#[test]
fn every_published_file_is_on_the_site() {
    let files = site();
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    let mut seen = 0;
    for folder in ["", "studies", "csv", "schemas", "conformance", "certificates"] {
        for entry in std::fs::read_dir(results.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() || path.extension().is_some_and(|ending| ending == "py") {
                continue;
            }
            let name = path.strip_prefix(&results).unwrap().to_str().unwrap();
            match name.strip_suffix(".md") {
                Some(page) => assert!(files.contains_key(&format!("{page}.html")), "{name}"),
                None => assert!(files[name] == std::fs::read(&path).unwrap(), "{name}"),
            }
            seen += 1;
        }
    }
    assert!(seen > 250, "{seen}");
}

/// A page of results that nobody has named is taken up.
#[test]
fn a_checker_that_is_not_compiled_is_refused_with_what_compiles_it() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("Spec.v"), "").unwrap();
    let error = kosolver_study::checker_files(directory.path()).unwrap_err().to_string();
    assert!(
        error.contains("checker.js cannot be read") && error.contains("`make -C verified web`"),
        "{error}"
    );
}

#[test]
fn a_new_page_of_results_is_a_page_of_the_site() {
    let directory = tempfile::tempdir().unwrap();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    copy(&root.join("results"), &directory.path().join("results"));
    let page =
        "# The weather\n\nSee [the table](kee.md#x), [nothing](gone.md) and `code`.\n\n## A b\n<b>x</b>\n";
    std::fs::write(directory.path().join("results/weather.md"), page).unwrap();
    let parts = SiteParts {
        results: directory.path().join("results"),
        docs: root.join("docs"),
        url: None,
        checker: None,
        quick: true,
    };
    let files = site_files(&parts).unwrap();
    let page = text(&files, "weather.html");
    assert!(page.contains("<h1 id=\"the-weather\">The weather</h1>"), "{page}");
    assert!(
        page.contains("See <a href=\"kee.html\">the table</a>, nothing and <code>code</code>."),
        "{page}"
    );
    assert!(page.contains("<h2 id=\"a-b\">A b</h2>"), "{page}");
    assert!(text(&files, "index.html").contains("<a href=\"weather.html\">The weather</a>"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, target).unwrap();
        }
    }
}

/// Each line of an example is as long as it says, and its last board is where it leads.
#[test]
fn the_pages_of_studies_have_their_examples() {
    let files = site();
    let page = text(files, "studies/fights.html");
    assert!(page.contains("basic-fixed after G1 F1 B1 A1: 0"), "{page}");
    assert!(page.contains("Not allowed: black B1 is prohibited"));
    for name in [
        "cache",
        "history",
        "fights",
        "rarity",
        "cycles",
        "graphs",
        "parity",
        "fill",
        "versions",
        "catalogue",
    ] {
        let page = text(files, &format!("studies/{name}.html"));
        assert!(
            page.contains("data-steps=") && page.contains(&format!("notebooks/study.py {name}")),
            "{name}"
        );
    }
    let fill = text(files, "studies/fill.html");
    let costs = ["=area: 5<", "=area after C1: 5<", "=territory: 3<", "=territory after C1: 2<"];
    assert!(costs.iter().all(|cost| fill.replace("&#x3d;", "=").contains(cost)), "{fill}");
    let first = text(files, "index.html");
    // The game on 1x12 at the move that positional superko forbids.
    assert!(first.contains("psk: 3<") && first.contains("ssk: 1<") && first.contains("data-at=\"15\""));
    assert!(
        first.len() + files["style.css"].len() + files["steps.js"].len() + files["fold.js"].len() < 200_000
    );
}

/// The first page explains its words, and has the findings in the order of the page that tells them.
#[test]
fn the_first_page_explains_words_and_numbers_the_findings() {
    let first = text(site(), "index.html");
    let words = first.split("<details id=\"words\">").nth(1).unwrap().split("</details>").next().unwrap();
    for word in ["start", "node", "value"] {
        assert!(words.contains(&format!("<strong>{word}</strong>")), "{word}: {words}");
    }
    let heads: Vec<&str> =
        first.split("<h3 id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    assert_eq!(heads[..7], ["cache", "history", "fights", "rarity", "catalogue", "cycles", "versions"]);
    assert!(first.contains(">7. <a href="), "{first}");
}

/// A study's page says how games end under each of its rules, and links to its own table.
#[test]
fn readings_of_a_rule_are_told_apart_and_the_table_is_linked() {
    let page = text(site(), "studies/cycles.html");
    let kees: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("<li><code>kee")?.split_once("</code>"))
        .map(|(_, says)| says)
        .collect();
    assert_eq!(kees.len(), 10, "eight readings and two later versions");
    for study in ["fights", "catalogue"] {
        let page = text(site(), &format!("studies/{study}.html"));
        assert!(!page.contains("href=\"#\""), "{study}");
    }
    assert!(text(site(), "studies/fights.html").contains("<a href=\"#the-table\">table</a>"));
}

#[test]
fn the_site_is_the_same_every_time() {
    assert!(*site() == made(Some(ADDRESS)));
}
