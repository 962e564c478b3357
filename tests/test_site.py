"""The static site in headless Chromium: its pages at two widths, its boards and the search; and its feed."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import feedparser
import pytest
from browsing import fits, resize, violations
from conftest import ROOT
from selenium.webdriver.common.by import By

ADDRESS = "https://example.org/go/"
# Rows that are not found are not looked at: they are like those that are.
PAGES = [
    *("index.html", "values.html?board=1x5", "kee.html", "separators.html", "graphs.html", "frontier.html"),
    *("studies/fights.html", "docs/findings.html", "docs/data.html"),
]


@pytest.fixture(scope="module")
def site(kosolver, tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    kosolver(
        *("site", "--out", directory, "--url", ADDRESS),
        *("--results", ROOT / "results", "--docs", ROOT / "docs"),
    )
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


def test_an_address_asks_for_a_value(browser, address):
    browser.get(address + "values.html?board=1x1&rule=psk")
    assert browser.find_element(By.ID, "found").text == "1 found"
    (row,) = [row for row in browser.find_elements(By.CSS_SELECTOR, "#values tr") if row.is_displayed()]
    explore = row.find_elements(By.TAG_NAME, "a")[-1].get_attribute("href")
    assert explore == "http://127.0.0.1:8361/?board=1x1&rules=psk"


def test_an_example_is_stepped_through_to_the_move_that_is_prohibited(browser, address):
    browser.get(address + "studies/cache.html")
    card = browser.find_element(By.CSS_SELECTOR, ".card")

    def board():
        return [stone.get_attribute("class").split()[1] for stone in card.find_elements(By.CSS_SELECTOR, ".stone")]

    assert board() == ["empty", "empty"]
    on = card.find_element(By.CSS_SELECTOR, "[data-go=on]")
    on.click()
    on.click()
    assert board() == ["empty", "white"]
    on.click()
    said = card.find_element(By.TAG_NAME, "output").text
    assert said.startswith("Not allowed: black A1 is prohibited by positional superko")
    assert board() == ["empty", "white"] and not on.is_enabled()


def test_the_feed_can_be_read(site):
    feed = feedparser.parse(site / "feed.xml")
    assert not feed.bozo and feed.version == "rss20"
    assert feed.feed.title and feed.feed.subtitle and feed.feed.link == ADDRESS + "index.html"
    assert len(feed.entries) >= 30 and len({entry.id for entry in feed.entries}) == len(feed.entries)
    for entry in feed.entries:
        page, _, number = entry.link.removeprefix(ADDRESS).partition("#")
        assert entry.title and f'<li id="{number}">' in (site / page).read_text()
