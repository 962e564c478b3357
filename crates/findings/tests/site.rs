//! The site of the published results.

use std::collections::BTreeSet;
use std::path::Path;

use kosolver_findings::site_files;
use kosolver_report::Table;
use kosolver_study::Files;

fn site() -> Files {
    site_files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../results"))).unwrap()
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
            found.insert(part.split('"').next().unwrap().replace("&#x2f;", "/").replace("&#x3d;", "="));
        }
    }
    found
}

/// Every link leads to a file of the site, and to an anchor that is there; no page asks another host.
#[test]
fn every_link_leads_somewhere_in_the_site() {
    let files = site();
    let mut followed = 0;
    for name in files.keys().filter(|name| name.ends_with(".html")) {
        let page = text(&files, name);
        // The icon is none.
        for reference in references(&page).into_iter().filter(|reference| reference != "data:,") {
            assert!(!reference.contains("//"), "{name} refers to {reference}");
            let (path, anchor) = reference.split_once('#').unwrap_or((&reference, ""));
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
                anchor.is_empty() || text(&files, &target).contains(&format!("id=\"{anchor}\"")),
                "{name} refers to {reference}"
            );
            followed += 1;
        }
        for outside in ["@import", "url(http", "fetch(", "XMLHttpRequest"] {
            assert!(!page.contains(outside), "{name} has {outside}");
        }
    }
    assert!(followed > 500, "{followed}");
}

#[test]
fn the_search_has_every_published_value() {
    let files = site();
    let page = text(&files, "values.html");
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

#[test]
fn the_feed_has_every_result_and_its_links_lead_to_them() {
    let files = site();
    let feed = text(&files, "feed.xml");
    assert_eq!(feed.matches("<item>").count(), feed.matches("</item>").count());
    let links: Vec<&str> =
        feed.split("<link>studies&#x2f;").skip(1).map(|part| part.split("</link>").next().unwrap()).collect();
    assert!(links.len() >= 30, "{}", links.len());
    for link in links {
        let (page, number) = link.split_once('#').unwrap();
        assert!(
            text(&files, &format!("studies/{page}")).contains(&format!("<li id=\"{number}\">")),
            "{link}"
        );
    }
}

#[test]
fn the_site_is_the_same_every_time() {
    assert!(site() == site());
}
