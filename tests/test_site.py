"""The static site in headless Chromium: its pages at three widths, its boards and the search; and its feed."""

import json
import re
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import feedparser
import pytest
from browsing import WIDTHS, fits, resize, shifts, violations
from conftest import ROOT
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

ADDRESS = "https://example.org/go/"
# Rows that are not found are not looked at: they are like those that are.
PAGES = [
    *("index.html", "values.html?board=1x5", "kee.html", "separators.html", "graphs.html", "frontier.html"),
    *("positions.html", "separators/1x6.html", "explore.html?board=1x6&rules=psk&against=ssk&position=X.X.X."),
    *("studies/fights.html", "docs/findings.html", "docs/data.html"),
    "verified/web/verify.html?certificate=2x2-psk",
]


@pytest.fixture(scope="module")
def site(kosolver, checker, tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    kosolver(
        *("site", "--out", directory, "--url", ADDRESS, "--checker", checker),
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


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (820, True), (390, True)], ids=["wide", "middle-dark", "narrow-dark"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_read_by_everybody(browser, address, name, width, dark):
    resize(browser, width, dark)
    browser.get(address + name)
    assert fits(browser, width)
    assert violations(browser) == []
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_moves_while_a_page_begins(browser, address, width):
    resize(browser, width)
    with shifts(browser) as moved:
        for name in PAGES:
            browser.get(address + name)
            assert browser.execute_async_script("setTimeout(arguments[0], 100)") is None
            # Long tables set their columns anew as they come.
            assert moved() < 0.05, name


def test_values_are_found_by_board_and_rule(browser, address):
    browser.get(address + "values.html")
    rows = browser.find_elements(By.CSS_SELECTOR, "#values tr")
    assert len(rows) > 500
    browser.find_element(By.ID, "board").send_keys("3x3")
    browser.find_element(By.ID, "rule").send_keys("psk")
    shown = [row for row in browser.find_elements(By.CSS_SELECTOR, "#values tr") if row.is_displayed()]
    assert [row.text.split()[:3] for row in shown] == [["3x3", "psk", "9"]]
    assert browser.find_element(By.ID, "found").text == f"1 of {len(rows)}"
    certificate = shown[0].find_element(By.TAG_NAME, "a").get_attribute("href")
    assert certificate.endswith("/certificates/3x3-psk.kcert")


def test_an_address_asks_for_a_value(browser, address):
    browser.get(address + "values.html?board=1x1&rule=psk")
    assert browser.find_element(By.ID, "found").text.startswith("1 of ")
    (row,) = [row for row in browser.find_elements(By.CSS_SELECTOR, "#values tr") if row.is_displayed()]
    explore = row.find_elements(By.TAG_NAME, "a")[-1].get_attribute("href")
    browser.get(explore)
    assert browser.find_element(By.ID, "asked").text == "1x1, Black first, psk"
    assert browser.find_element(By.ID, "open").get_attribute("href") == "http://127.0.0.1:8361/?board=1x1&rules=psk"
    assert "cargo install" in browser.find_element(By.TAG_NAME, "main").text


def test_a_value_is_checked_where_it_stands(browser, site):
    """From files, without a server; beside each certificate that the checker covers, and no other."""
    browser.get((site / "values.html").as_uri() + "?board=3x3&rule=psk")
    (link,) = [one for one in browser.find_elements(By.CSS_SELECTOR, "a.check") if one.is_displayed()]
    link.click()
    said = browser.find_element(By.ID, "said")
    WebDriverWait(browser, 60).until(lambda _: "proved" in said.get_attribute("class"))
    assert "Board 3x3, position .../.../..., Black to play.\nRules: positional superko" in said.text
    assert "The value is 9: Black can force a score of at least 9, and White can hold him to it." in said.text
    specification = browser.find_element(By.LINK_TEXT, "the specification").get_attribute("href")
    assert specification == (site / "verified" / "Spec.v").as_uri() and (site / "verified" / "Spec.v").exists()
    covered = re.compile((ROOT / "verified" / "covered.txt").read_text().strip().encode(), re.MULTILINE)
    files = [path for path in (site / "certificates").rglob("*.kcert") if covered.search(path.read_bytes())]
    assert len(files) > 100
    scripts = {path.stem for path in (site / "verified" / "web" / "certificates").iterdir()}
    assert scripts == {path.stem for path in files}


def test_a_file_is_checked_and_its_faults_are_found(browser, site, tmp_path):
    certificates = site / "certificates"
    changed = bytearray((certificates / "2x2-psk.kcert").read_bytes())
    changed[changed.index(b"value 1") + 6] = ord("2")
    (tmp_path / "changed.kcert").write_bytes(changed)
    for file, verdict, words in [
        (certificates / "2x2-psk.kcert", "proved", "The value is 1:"),
        (certificates / "2x2-kee.kcert", "not-covered", "This checker says nothing about the file."),
        (tmp_path / "changed.kcert", "refused", "The file proves nothing."),
    ]:
        browser.get((site / "verified" / "web" / "verify.html").as_uri())
        browser.find_element(By.ID, "file").send_keys(str(file))
        said = browser.find_element(By.ID, "said")
        WebDriverWait(browser, 60).until(lambda _: verdict in said.get_attribute("class"))
        assert words in said.text
    browser.get((site / "verified" / "web" / "verify.html").as_uri() + "?certificate=none")
    said = browser.find_element(By.ID, "said")
    WebDriverWait(browser, 60).until(lambda _: said.text == "The checker stopped: there is no certificate none here. Nothing is proved.")
    browser.get_log("browser")


def test_a_search_for_what_there_is_not_says_what_there_is(browser, address):
    browser.get(address + "values.html?board=7x7")
    assert browser.find_element(By.ID, "found").text.startswith("none")
    offers = browser.find_element(By.CSS_SELECTOR, ".offers")
    assert "1x12" in offers.text and "psk" in offers.text


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


def values(browser):
    """What is written on the points of the first board of a page, and which of it is best."""
    marks = browser.find_element(By.CSS_SELECTOR, ".card").find_elements(By.CSS_SELECTOR, ".value")
    best = [mark.text for mark in marks if "best" in mark.get_attribute("class")]
    return [mark.text for mark in marks], best


def press(browser, selector):
    browser.find_element(By.CSS_SELECTOR, f".card {selector}").click()


def said(browser):
    return browser.find_element(By.CSS_SELECTOR, ".card output").text


def test_the_first_page_opens_on_the_move_that_one_rule_forbids(browser, address):
    browser.get(address + "index.html")
    assert "white C1 is prohibited by positional superko" in said(browser)
    under_psk = values(browser)
    browser.find_elements(By.CSS_SELECTOR, ".card .pick")[1].click()
    assert "C1 is prohibited" not in said(browser)
    assert len(values(browser)[0]) == len(under_psk[0]) + 1 and values(browser)[1] == ["1"]
    sizes = "return performance.getEntries().filter(one => one.decodedBodySize).map(one => one.decodedBodySize)"
    assert sum(browser.execute_script(sizes)) <= 200_000


def test_a_separator_is_stepped_through_with_the_values_of_all_moves(browser, address):
    browser.get(address + "separators/1x6.html")
    card = browser.find_element(By.CSS_SELECTOR, "[aria-label='1x6 X.X.X.']")
    browser.execute_script("arguments[0].parentNode.prepend(arguments[0])", card)
    picks = {pick.text: pick for pick in card.find_elements(By.CSS_SELECTOR, ".pick") if pick.text in ("psk", "ssk")}
    for rule, value in [("psk", "1"), ("ssk", "6")]:
        picks[rule].click()
        found, best = values(browser)
        assert len(found) == 3 and set(best) <= {value}
        assert best or f"Pass: {value}, best" in said(browser)
        while card.find_element(By.CSS_SELECTOR, "[data-go=on]").is_enabled():
            press(browser, "[data-go=on]")
            shown, best = values(browser)
            # Best play keeps the value to its end.
            assert not shown or set(best) <= {value}
    assert not values(browser)[0], "the game is over"


def test_every_separator_has_the_value_of_every_move(site):
    published = json.loads((ROOT / "results" / "separators.json").read_text())
    starts = valued = 0
    for board in published["boards"]:
        if not board["separators"]:
            continue
        page = (site / "separators" / f"{board['board']}.html").read_text()
        cards = page.split('<section class="card"')[1:]
        assert len(cards) == len(board["separators"])
        for card, separator in zip(cards, board["separators"]):
            lines = [json.loads(steps) for steps in re.findall(r" data-steps='([^']*)'", card)]
            for steps, solved in zip(lines, separator["values"]):
                starts += 1
                if "pass" not in steps[0]:
                    continue
                valued += 1
                best = {value.split()[0] for value in [*steps[0]["values"], steps[0]["pass"]] if value.endswith(" best")}
                value = "NR" if solved["result"] == "no-result" else str(solved["score"]).replace("-", "−")
                # No result counts as 0, so a move that leads to the one is as good as one that leads to the other.
                assert {"0" if one == "NR" else one for one in best} == {"0" if value == "NR" else value}, (
                    board["board"],
                    steps[0],
                )
    assert starts > 1000 and valued > 0.98 * starts, (starts, valued)


def test_a_position_of_the_gallery_is_stepped_through(browser, address):
    browser.get(address + "positions.html")
    cards = browser.find_elements(By.CSS_SELECTOR, ".card")
    assert len(cards) == 10
    for card in cards:
        picks = card.find_elements(By.CSS_SELECTOR, ".pick")
        for pick in picks:
            pick.click()
            value = pick.text.rsplit(" ", 1)[1].replace("-", "−")
            best = [mark.text for mark in card.find_elements(By.CSS_SELECTOR, ".value.best")]
            # No result counts as 0, so a move that leads to 0 is as good.
            assert set(best) <= ({value, "0"} if value == "NR" else {value})
            assert best or f"Pass: {value}, best" in card.find_element(By.TAG_NAME, "output").text


def test_a_link_into_a_fold_opens_it_and_wide_tables_say_so(browser, address):
    resize(browser, 390)
    browser.get(address + "kee.html#3x3")
    fold = browser.find_element(By.ID, "3x3").find_element(By.XPATH, "ancestor::details")
    assert fold.get_attribute("open")
    before = "return getComputedStyle(document.querySelector('.scroll'), '::before').content"
    assert "scroll" in browser.execute_script(before)
    browser.execute_script("document.querySelector('.scroll').scrollLeft = 1e6")
    assert browser.execute_async_script(f"setTimeout(() => arguments[0]((() => {{ {before} }})()), 300)") == "none"
    resize(browser, 1280)


def test_the_feed_can_be_read(site):
    feed = feedparser.parse(site / "feed.xml")
    assert not feed.bozo and feed.version == "rss20"
    assert feed.feed.title and feed.feed.subtitle and feed.feed.link == ADDRESS + "index.html"
    assert len(feed.entries) >= 30 and len({entry.id for entry in feed.entries}) == len(feed.entries)
    for entry in feed.entries:
        page, _, number = entry.link.removeprefix(ADDRESS).partition("#")
        assert entry.title and f'<li id="{number}">' in (site / page).read_text()
