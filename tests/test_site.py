"""The static site: its files and links, and in headless Chromium its pages at several widths, its boards, search and picker."""

import json
import re
import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import unquote

import feedparser
import pytest
from browsing import WIDTHS, fits, resize, shifts, violations
from conftest import ROOT
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

ADDRESS = "https://example.org/go/"
# Rows that are not found are not looked at: they are like those that are.
PAGES = [
    *("index.html", "values.html?board=1x5", "kee.html", "separators.html", "graphs.html", "frontier.html"),
    *("positions.html", "separators/1x6.html", "explore.html?board=1x6&rules=psk&against=ssk&position=X.X.X."),
    *("studies/fights.html", "docs/findings.html", "docs/data.html"),
    "verified/web/verify.html?certificate=2x2-psk",
]


def make(*arguments):
    """What the script says."""
    script = ROOT / "notebooks" / "site" / "make.py"
    done = subprocess.run([sys.executable, script, *map(str, arguments)], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else done.stderr


@pytest.fixture(scope="module")
def site(checker, tmp_path_factory):
    directory = tmp_path_factory.mktemp("site")
    assert make("--out", directory, "--url", ADDRESS.rstrip("/"), "--checker", checker).startswith("wrote ")
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


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (820, True), (360, True)], ids=["wide", "middle-dark", "narrow-dark"])
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
    assert len(rows) > 500 and sum(row.is_displayed() for row in rows) == 30
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
        (certificates / "2x2-none.kcert", "proved", "If that is the worst for Black, he can get -4 and no more."),
        (certificates / "2x2-newko-reconstruction.kcert", "not-covered", "This checker says nothing about the file."),
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


def said(browser, card=None):
    return (card or browser.find_element(By.CSS_SELECTOR, ".card")).find_element(By.TAG_NAME, "output").text


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
    card = browser.find_element(By.CSS_SELECTOR, ".card[aria-label='1x6 X.X.X.']")
    browser.execute_script("arguments[0].parentNode.prepend(arguments[0])", card)
    picks = {pick.text: pick for pick in card.find_elements(By.CSS_SELECTOR, ".pick")}
    for rule, value in [("psk", "1"), ("ssk", "6")]:
        picks[f"{rule}: {value}"].click()
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
            lines = [json.loads(steps.replace("&#39;", "'")) for steps in re.findall(r" data-steps='([^']*)'", card)]
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
    browser.get(address + "docs/findings.html#how-rare-the-differences-are")
    assert browser.find_element(By.ID, "how-rare-the-differences-are").find_element(By.XPATH, "ancestor::details").get_attribute("open")
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


CONTRAST = """
const rgb = text => { const c = document.createElement("canvas").getContext("2d"); c.fillStyle = text; c.fillRect(0, 0, 1, 1);
  return [...c.getImageData(0, 0, 1, 1).data]; };
const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
let below = arguments[0];
while (below && rgb(getComputedStyle(below).backgroundColor)[3] === 0) below = below.parentElement;
const [one, other] = [getComputedStyle(arguments[0]).color, below ? getComputedStyle(below).backgroundColor : "white"].map(rgb).map(light);
return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);"""


@pytest.mark.parametrize("dark", [False, True])
def test_buttons_can_be_read_in_every_state(browser, address, dark):
    resize(browser, 1280, dark)
    browser.get(address + "positions.html")
    plain, pressed = sorted(browser.find_elements(By.CSS_SELECTOR, ".card .pick")[:2], key=lambda one: one.get_attribute("aria-pressed"))
    links = browser.find_elements(By.CSS_SELECTOR, ".menu > a, .menu summary")
    assert len(links) == 7 and links[1].get_attribute("aria-current") == "page"
    for one in [plain, pressed, browser.find_element(By.CSS_SELECTOR, ".card [data-go=on]"), *links]:
        assert browser.execute_script(CONTRAST, one) >= 4.5
        ActionChains(browser).move_to_element(one).perform()
        assert browser.execute_script("return arguments[0].matches(':hover')", one)
        assert browser.execute_script(CONTRAST, one) >= 4.5, one.text
        ActionChains(browser).click_and_hold(one).perform()
        assert browser.execute_script(CONTRAST, one) >= 4.5, one.text
        ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).release().perform()
    resize(browser, 1280)


def test_the_picker_shows_the_smallest_position_of_two_rules(browser, address):
    published = json.loads((ROOT / "results" / "separators.json").read_text())
    smallest = {}
    for board in sorted(published["boards"], key=lambda board: eval(board["board"].replace("x", "*"))):
        for pair in board["pairs"]:
            if pair["smallest"]:
                smallest.setdefault(tuple(pair["rules"]), f"{board['board']} {pair['smallest']['position']}")
    assert len(smallest) == 45
    browser.get(address + "separators.html?one=kee&other=none")
    assert "kee 4, none NR" in browser.find_element(By.ID, "said").text
    for (one, other), where in list(smallest.items())[::5]:
        Select(browser.find_element(By.ID, "other")).select_by_value(one)
        Select(browser.find_element(By.ID, "one")).select_by_value(other)
        (card,) = [card for card in browser.find_elements(By.CSS_SELECTOR, ".card") if card.is_displayed()]
        assert card.get_attribute("aria-label") == where
        pressed = card.find_element(By.CSS_SELECTOR, ".pick[aria-pressed=true]")
        assert pressed.get_attribute("data-pair") == f"{one} {other}"
        assert browser.find_element(By.ID, "said").text.startswith(pressed.text)
    Select(browser.find_element(By.ID, "one")).select_by_value(one)
    assert browser.find_element(By.ID, "said").text == "Choose two different rules."


def test_the_addresses_of_gallery_and_quiz_lead_to_boards_of_the_site(browser, address):
    gallery = [one["game"] for one in json.loads((ROOT / "crates/report/data/gallery.json").read_text())]
    quiz = json.loads((ROOT / "crates/explorer/web/quiz.json").read_text())
    for game in gallery + quiz:
        asked = {"board": game["board"], "rules": game["rules"], "position": game.get("position", "")}
        asked |= {"to_play": game["to_play"]} if "to_play" in game else {}
        asked |= {"moves": ",".join(game["moves"])} if "moves" in game else {}
        browser.get(address + "explore.html?" + "&".join(f"{name}={value}" for name, value in asked.items()))
        there = browser.find_element(By.CSS_SELECTOR, "#here a").get_attribute("href")
        assert "?board=" in there and (game in quiz or "positions.html" in there)
        browser.get(there)
        card = browser.find_element(By.ID, there.partition("#")[2])
        assert game["board"] in card.get_attribute("aria-label") and card.is_displayed()
        assert "/studies/" not in there
        # It opens under the rule that was asked for, after the moves.
        assert card.find_element(By.CSS_SELECTOR, ".pick[aria-pressed=true]").get_attribute("data-rules") == game["rules"]
        if game.get("moves"):
            assert said(browser, card).startswith(f"{len(game['moves'])}. ")


def test_explore_leads_to_where_the_story_happens(browser, address):
    """To the move that one of the rules forbids, beside the other rule; and back to that board of the site."""
    browser.get(address + "separators.html?one=psk&other=ssk")
    link = browser.find_element(By.CSS_SELECTOR, ".card:not([hidden]) .pick[aria-pressed=true] ~ .explore").get_attribute("href")
    assert "rules=psk&against=ssk&position=X.X.X.&moves=B1," in link and "at=" not in link
    browser.get(link)
    browser.find_element(By.CSS_SELECTOR, "#here a").click()
    card = browser.find_element(By.ID, browser.current_url.partition("#")[2])
    assert card.find_element(By.CSS_SELECTOR, ".pick[aria-pressed=true]").get_attribute("data-rules") == "psk"
    assert said(browser, card).startswith("12. white B1")


def test_a_page_has_a_board_for_each_game_that_it_plays_and_findings_have_their_examples(browser, address):
    browser.get(address + "README.html#four-examples")
    (card,) = browser.find_elements(By.CSS_SELECTOR, ".card")
    card.find_element(By.CSS_SELECTOR, "[data-go=last]").click()
    assert said(browser, card).startswith("Not allowed: black A1 is prohibited by positional superko")
    browser.get(address + "docs/findings.html#fixed-ko-has-no-forced-ko-fight-here")
    section = browser.find_element(By.ID, "fixed-ko-has-no-forced-ko-fight-here").find_element(By.XPATH, "ancestor::details")
    boards = section.find_elements(By.CSS_SELECTOR, ".card")
    assert [board.get_attribute("aria-label") for board in boards] == ["Game 3, 1x7", "Example 1 of fights", "Example 2 of fights"]
    assert all(board.is_displayed() for board in boards)


def test_every_link_leads_somewhere_in_the_site(site):
    """To a file, and to an anchor that is there; no page asks another host."""
    followed = explored = 0
    pages = {path.relative_to(site).as_posix(): path.read_text() for path in site.rglob("*.html")}
    for name, page in pages.items():
        for before, reference in re.findall(r"""(<\w+[^<>]*?) (?:href|src)="([^"]*)\"""", page):
            reference = unquote(reference.replace("&amp;", "&"))
            # A link asks nobody before it is followed.
            if before.startswith("<a") and reference.startswith(("https://", "http://127.0.0.1:8361/")):
                continue
            explored += "explore.html?board=" in reference
            if reference == "data:,":
                continue
            path, _, anchor = reference.partition("?")[0].partition("#")
            assert ":" not in path, f"{name} refers to {reference}"
            target = (site / name).parent / path if path else site / name
            assert target.exists(), f"{name} refers to {reference}"
            assert not anchor or f'id="{anchor}"' in target.read_text(), f"{name} refers to {reference}"
            followed += 1
        assert not re.search(r"@import|url\(http|fetch\(|XMLHttpRequest", page) or name.startswith("verified/"), name
    assert followed > 2000 and explored > 1000, (followed, explored)


def test_every_published_file_and_value_is_on_the_site(site):
    results, seen = ROOT / "results", 0
    for path in results.rglob("*"):
        name = path.relative_to(results).as_posix()
        if path.is_dir() or path.suffix == ".py":
            continue
        if path.suffix == ".md":
            assert (site / name).with_suffix(".html").exists(), name
        else:
            assert (site / name).read_bytes() == path.read_bytes(), name
        seen += 1
    page, rows = (site / "values.html").read_text(), 0
    for name in ("kee", "rulesets"):
        for cell in json.loads((results / f"{name}.json").read_text())["cells"]:
            rule = cell.get("preset") or cell.get("ruleset") or cell["ko"]
            assert re.search(f"<td>{cell['board']}</td><td>{re.escape(rule)}</td><td>{cell['score'] if cell['result'] == 'score' else ''}", page)
            rows += 1
    assert seen > 700 and rows > 480
    assert page.count(" download>") == sum(1 for _ in site.rglob("*.kcert"))


def test_the_pages_of_studies_have_their_examples_and_the_first_page_all_answers(site):
    first = (site / "index.html").read_text()
    assert 'data-at="15"' in first and "psk: 3<" in first and "ssk: 1<" in first
    studies = [path.stem for path in (ROOT / "results" / "studies").glob("*.md")]
    for name in studies:
        page = (site / "studies" / f"{name}.html").read_text()
        assert f"notebooks/study.py {name}" in page and 'id="the-table"' in page
        assert f'href="studies/{name}.html"' in first
    examples = {one["study"] for one in json.loads((ROOT / "notebooks" / "site" / "examples.json").read_text())}
    assert len(examples) >= 10
    assert all("data-steps=" in (site / "studies" / f"{name}.html").read_text() for name in examples)
    fights = (site / "studies" / "fights.html").read_text()
    assert "basic-fixed after G1 F1 B1 A1: 0" in fights and "Not allowed: black B1 is prohibited" in fights
    fill = (site / "studies" / "fill.html").read_text()
    assert all(cost in fill for cost in ["=area: 5<", "=area after C1: 5<", "=territory: 3<", "=territory after C1: 2<"])


def test_a_new_page_is_taken_up_and_without_an_address_there_is_no_feed(tmp_path):
    shutil.copytree(ROOT / "results", tmp_path / "results")
    text = "# The weather\n\nSee [the table](kee.md#x), [nothing](gone.md) and `code`.\n\n## A b\n<b>x</b>\n"
    (tmp_path / "results" / "weather.md").write_text(text)
    out = [tmp_path / name for name in ("one", "other")]
    for directory in out:
        make("--out", directory, "--results", tmp_path / "results", "--quick")
    page, first = (out[0] / "weather.html").read_text(), (out[0] / "index.html").read_text()
    assert '<h1 id="the-weather">The weather</h1>' in page and '<h2 id="a-b">A b</h2>' in page and "<b>" not in page
    assert 'See <a href="kee.html">the table</a>, nothing and <code>code</code>.' in page
    assert '<a href="weather.html">The weather</a>' in first
    assert not (out[0] / "feed.xml").exists() and "feed.xml" not in first
    files = [{path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()} for one in out]
    assert files[0] == files[1]


@pytest.mark.parametrize("wrong", ["", "example.org", "ftp://example.org/", "https://", "https:///a", "https://a b/", "http://a/?q", "http://a/#b"])
def test_an_address_that_is_none_is_refused(wrong, tmp_path):
    assert "is not an address" in make("--out", tmp_path / "site", "--url", wrong) and not (tmp_path / "site").exists()


def test_what_is_not_there_is_said_in_a_line(tmp_path):
    for arguments, said in [(["--results", tmp_path / "no"], "no published results in"), (["--checker", tmp_path], "make -C verified web")]:
        answer = make("--out", tmp_path / "site", "--quick", *arguments)
        assert said in answer and "Traceback" not in answer, answer
