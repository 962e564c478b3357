"""The static site in headless Chromium: every page at two widths, every link, the search."""

from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from browsing import fits, resize, violations
from selenium.webdriver.common.by import By

PAGES = ["index.html", "values.html", "table.html", "separators.html", "graphs.html", "studies/cache.html"]


@pytest.fixture(scope="module")
def site(kosolver, tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    kosolver("site", "--out", directory)
    return directory


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(site):
    """Where the site is served, as anybody would who publishes it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


class Links(HTMLParser):
    """What a page points at, and the names in it that can be pointed at."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.names = set(), {""}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.targets |= {attributes[key] for key in ("href", "src") if key in attributes}
        self.names.add(attributes.get("id", ""))


def test_every_link_leads_to_a_place_on_the_site(site):
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in site.rglob("*.html")}
    assert {site / page for page in PAGES} <= set(pages)
    followed = 0
    for page, links in pages.items():
        # Without the icon, which is none.
        for target in links.targets - {"data:,"}:
            url, name = urldefrag(urljoin(page.as_uri(), target))
            assert url.startswith(site.as_uri() + "/"), f"{page}: {target}"
            found = Path(unquote(urlsplit(url).path))
            assert found.is_file(), f"{page}: {target}"
            assert found not in pages or unquote(name) in pages[found].names, f"{page}: {target}"
            followed += 1
    assert followed > 500


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (390, True)], ids=["wide-light", "narrow-dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_by_everybody(browser, address, name, width, dark):
    resize(browser, width, dark)
    browser.get(address + name)
    assert fits(browser, width)
    assert violations(browser) == []
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def test_values_are_found_by_board_and_rule(browser, address):
    browser.get(address + "values.html")
    rows = browser.find_elements(By.CSS_SELECTOR, "#values tr")
    assert len(rows) > 500
    browser.find_element(By.ID, "board").send_keys("3x3")
    browser.find_element(By.ID, "rule").send_keys("psk")
    shown = [row for row in browser.find_elements(By.CSS_SELECTOR, "#values tr") if row.is_displayed()]
    assert [row.text.split()[:3] for row in shown] == [["3x3", "psk", "9"]]
    assert browser.find_element(By.ID, "found").text.startswith("1 ")
    certificate = shown[0].find_element(By.TAG_NAME, "a").get_attribute("href")
    assert certificate.endswith("/certificates/3x3-psk.kcert")
