"""The explorer in headless Chromium, as somebody meets it who studies rules."""

import json
import re
import subprocess
import urllib.request

import pytest
from browsing import fits, resize, violations
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

NAMES = {"black": "X", "white": "O"}


@pytest.fixture(scope="module")
def server(binary):
    """The address of an explorer at work."""
    command = [binary, "explore", "--port", "0", "--memory", "1GiB", "--threads", "2"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    yield re.search(r"http://[^/]+", process.stdout.readline())[0]
    process.terminate()
    assert process.wait(10) == 0


@pytest.fixture
def page(browser, server):
    """Opens the page with a state; afterwards nothing is on the console."""
    resize(browser, 1280)

    def open_page(query=""):
        browser.get(f"{server}/{query}")
        until(browser, lambda: browser.execute_script("return document.documentElement.dataset.ready"))
        return browser

    yield open_page
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


def until(browser, holds, seconds=60):
    # The page may be drawn again while it is read.
    early = [IndexError, NoSuchElementException, StaleElementReferenceException]
    WebDriverWait(browser, seconds, 0.05, ignored_exceptions=early).until(lambda _: holds())


def side(page, number=0):
    return page.find_elements(By.CSS_SELECTOR, ".side")[number]


def solved(page, sides=1):
    """Waits until all that can be found was found."""
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".side")) == sides)
    until(page, lambda: not page.find_elements(By.CSS_SELECTOR, ".search"))
    return page


def point(page, name, number=0):
    return side(page, number).find_element(By.CSS_SELECTOR, f"[data-point='{name}']")


def said(page, name, number=0):
    return point(page, name, number).get_attribute("aria-label")


def text(page, selector, number=0):
    return side(page, number).find_element(By.CSS_SELECTOR, selector).text


def position(page, number=0):
    """What stands on the points, in the order of positions."""
    buttons = side(page, number).find_elements(By.CSS_SELECTOR, ".point")
    labels = [button.get_attribute("aria-label") for button in buttons]
    return "".join(next((sign for name, sign in NAMES.items() if f"{name} stone" in label), ".") for label in labels)


def press(page, button):
    page.find_element(By.XPATH, f"//button[normalize-space()='{button}' or @aria-label='{button}']").click()


def refusals(page, code):
    """What the server refuses is on the console; that is how browsers are. Nothing else is there."""
    found = [entry["message"] for entry in page.get_log("browser") if entry["level"] == "SEVERE"]
    assert found and all(f"status of {code}" in message for message in found)


def status(server):
    return json.load(urllib.request.urlopen(f"{server}/api/status"))["asked"]


def test_every_move_has_its_value_and_the_best_are_marked(page):
    # The values of the README.
    page = solved(page("?board=2x2&rules=psk"))
    assert text(page, ".value-line strong") == "Black wins by 1"
    assert said(page, "A2") == "A2, empty, Black wins by 1, a best move"
    assert len(side(page).find_elements(By.CSS_SELECTOR, ".value.best")) == 4
    assert "−1" in text(page, ".pass")


def test_set_up_and_play_from_there(page):
    page = solved(page("?board=3x3&rules=tromp-taylor"))
    press(page, "Set up")
    for stone, names in [("X", ["A3"]), ("O", ["C3"])]:
        page.find_element(By.CSS_SELECTOR, f"input[name=stone][value='{stone}']").click()
        for name in names:
            point(page, name).click()
            until(page, lambda: "stone" in said(page, name))
    page.find_element(By.CSS_SELECTOR, "input[name=first][value=white]").click()
    until(page, lambda: "to_play=white" in page.current_url)
    press(page, "Play from here")
    solved(page)
    # As `kosolver solve 3x3 --rules tromp-taylor --position "X.O/.../..." --to-play white` says.
    assert position(page) == "X.O......"
    assert text(page, ".value-line strong") == "White wins by 9"
    assert said(page, "B2") == "B2, empty, White wins by 9, a best move"
    assert said(page, "A1") == "A1, empty, Black wins by 9"


def test_a_position_that_cannot_be_is_refused_with_the_reason(page):
    page = solved(page("?board=1x3&rules=psk&position=XX."))
    press(page, "Set up")
    point(page, "C1").click()
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, ".note"))
    assert "has no liberty" in page.find_element(By.CSS_SELECTOR, ".note").text
    assert position(page) == "XX."
    refusals(page, 400)


def test_playing_into_a_superko_ban_says_why(page):
    page = solved(page("?board=1x2&rules=psk"))
    for name in ["A1", "B1"]:
        point(page, name).click()
        until(page, lambda: "stone" in said(page, name))
    solved(page)
    reason = "black A1 is prohibited by positional superko: the position X. has occurred before, by move 1"
    assert said(page, "A1") == f"A1, empty, prohibited: {reason}"
    point(page, "A1").click()
    assert page.find_element(By.CSS_SELECTOR, ".note").text == f"B{reason[1:]}."
    assert position(page) == ".O"
    assert "Prisoners: Black has taken 0, White 1." in page.find_element(By.ID, "prisoners").text
    # What a threat would change, as DESIGN's example of the history says it: 2 instead of -2.
    assert text(page, ".value-line strong") == "White wins by 2"
    assert "Black wins by 2" in side(page).find_element(By.XPATH, ".//details[summary='With a ko threat']").text
    press(page, "See move 1")
    until(page, lambda: position(page) == "X.")


def test_two_rulesets_side_by_side(page):
    # The only start of 1x6 on which positional and situational superko differ: 1 and 6.
    page = solved(page("?board=1x6&rules=psk&against=ssk&position=X.X.X."), 2)
    values = [text(page, ".value-line strong", number) for number in (0, 1)]
    assert values == ["Black wins by 1", "Black wins by 6"]
    assert "The rules part on" in text(page, ".parting-line")
    assert "the rules part here" in said(page, "B1")
    assert side(page).find_elements(By.CSS_SELECTOR, ".parts")
    # Along the line on which they part, black B1 is prohibited by one rule alone.
    for move in "B1 D1 B1 F1 C1 A1 C1 B1 E1 pass C1 B1".split():
        before = page.current_url
        press(page, "Pass") if move == "pass" else point(page, move, 1).click()
        until(page, lambda: page.current_url != before)
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".moves .chip")) == 13)


def test_a_move_that_one_ruleset_refuses_leaves_its_board(page):
    page = solved(page("?board=1x2&rules=psk&against=none&moves=A1,B1"), 2)
    point(page, "A1", 1).click()
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, ".refused"))
    assert "Move 3: black A1 is prohibited by positional superko" in text(page, ".refused")
    assert [position(page, number) for number in (0, 1)] == [".O", "X."]


def test_a_link_shows_the_same(page, browser):
    page = solved(page("?board=2x3&rules=psk"))
    for name in ["B2", "B1"]:
        point(page, name).click()
        until(page, lambda: "stone" in said(page, name))
    press(page, "One move back")
    until(page, lambda: position(page) == ".X....")
    point(page, "A1").click()
    until(page, lambda: "stone" in said(page, "A1"))
    link, shown = page.current_url, position(page)
    assert "moves=B2(B1)(A1)" in link
    page.get("about:blank")
    page.get(link)
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, ".moves .branch"))
    assert position(solved(page)) == shown
    # The browser goes back, too.
    page.back()
    page.get(link.replace("&at=3", ""))
    until(page, lambda: position(page) == ".X..O.")
    press(page, "To the start")
    until(page, lambda: position(page) == "......")
    page.back()
    until(page, lambda: position(page) == ".X..O.")


def test_a_long_search_shows_bounds_and_stops(page, server):
    page = page("?board=5x5&rules=psk")
    until(page, lambda: "nodes" in text(page, ".search"))
    until(page, lambda: re.search(r"[1-9][\d,]* nodes · \d+ MB", text(page, ".search")))
    assert re.match(r"Between −25 and 25|At (least|most) ", text(page, ".value-line strong"))
    assert status(server) == 1
    press(page, "Stop")
    until(page, lambda: "Stopped." in text(page, ".search"))
    until(page, lambda: status(server) == 0, 30)
    press(page, "Go on")
    until(page, lambda: status(server) == 1, 30)
    # A page that is left stops its search.
    page.get("about:blank")
    until(page, lambda: status(server) == 0, 30)


def test_kos_are_shown_where_the_rules_read_them(page):
    # Eternal life, as in docs/new-ko-rules.md.
    page = solved(page("?board=1x4&rules=newko&position=.X.O"))
    assert len(side(page).find_elements(By.CSS_SELECTOR, ".board .mouth")) == 4
    assert [one.text for one in side(page).find_elements(By.CSS_SELECTOR, ".mouth-letter")] == ["a"]
    side(page).find_element(By.XPATH, ".//summary[.='Kos (1)']").click()
    told = text(page, "[data-key='kos'] li")
    assert told.startswith("A1 B1 C1 D1 is a fighting ko (FK). Mouths: a (A1 B1 C1 D1).")
    assert "black B1 (2 breaths), white D1 (1 breath)" in told and told.endswith("Moves: black A1.")
    # After the move, the fighting rule.
    point(page, "A1").click()
    until(page, lambda: "prohibited" in said(page, "C1"))
    assert "fighting rule" in said(page, "C1")


def test_other_rules_show_no_kos(page):
    page = solved(page("?board=1x4&rules=psk&position=.X.O"))
    assert not side(page).find_elements(By.CSS_SELECTOR, ".mouth, [data-key='kos']")


def test_best_play_is_stepped_through_and_played(page):
    page = solved(page("?board=2x2&rules=psk"))
    press(page, "Best play: one move on")
    assert position(page) == "X..."
    press(page, "Best play: one move on")
    press(page, "Best play: one move on")
    assert position(page) == "XX.O"
    press(page, "Play these 3")
    until(page, lambda: "moves=A2,B1,B2" in page.current_url)


def test_endless_play_shows_both_bounds(page):
    page = solved(page("?board=1x2&rules=none"))
    assert text(page, ".value-line strong") == "No result"
    assert "Black can force -2; 2 if endless play is his." in text(page, ".bounds")
    assert "L = −2" in text(page, ".bounds") and "U = 2" in text(page, ".bounds")


def test_perfect_play_answers(page):
    page = solved(page("?board=1x3&rules=psk&perfect=white"))
    point(page, "B1").click()
    # White has nothing better than to pass.
    until(page, lambda: "moves=B1,pass" in page.current_url)


def test_the_keyboard_is_enough(page):
    page = solved(page("?board=3x3&rules=psk"))
    point(page, "A3").send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, Keys.ENTER)
    until(page, lambda: "B2, black stone" == said(page, "B2"))
    active = page.switch_to.active_element
    assert active.get_attribute("data-point") == "B2"
    active.send_keys("p")
    until(page, lambda: "moves=B2,pass" in page.current_url)
    page.switch_to.active_element.send_keys("b")
    until(page, lambda: "at=1" in page.current_url)
    page.switch_to.active_element.send_keys(Keys.HOME)
    until(page, lambda: position(page) == ".........")


def test_rules_are_chosen_and_changed(page):
    page = solved(page("?board=1x3&rules=psk"))
    page.find_element(By.CSS_SELECTOR, "#rules option[value='ikeda-area-3']").click()
    until(page, lambda: "rules=ikeda-area-3" in page.current_url)
    # Ikeda's rule changes 1x3: 3 becomes 2.
    until(page, lambda: text(page, ".value-line strong") == "Black wins by 2")
    page.find_element(By.CSS_SELECTOR, "#rules option[value='psk']").click()
    page.find_element(By.CSS_SELECTOR, ".options summary").click()
    komi = page.find_element(By.CSS_SELECTOR, "[data-field=komi]")
    komi.clear()
    komi.send_keys("1/2", Keys.TAB)
    until(page, lambda: text(page, ".value-line strong") == "Black wins by 5/2")
    page.find_element(By.ID, "board").clear()
    page.find_element(By.ID, "board").send_keys("9x9", Keys.ENTER)
    until(page, lambda: "1 to 64 points" in text(page, ".fault"))
    refusals(page, 413)


def test_games_are_loaded(page, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[1]SZ[3:2]RU[ko=ssk]AB[aa]PL[W];W[bb](;B[ab])(;B[cb]))")
    page = solved(page())
    page.find_element(By.ID, "load").send_keys(str(file))
    until(page, lambda: "board=2x3" in page.current_url)
    assert "rules=ko%3Dssk" in page.current_url and "moves=B1(A1)(C1)" in page.current_url
    until(page, lambda: position(page) == "X..XO.")


@pytest.mark.parametrize("board", ["3x3", "1x12", "cycle:6", "torus:3x3", "graph6:DQc"])
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_screen(page, browser, width, board):
    page = page(f"?board={board}&rules=psk&against=ssk&moves=pass")
    resize(browser, width)
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".point")) > 4)
    assert fits(page, width)
    # Wide enough for a finger.
    sizes = page.execute_script("return [...document.querySelectorAll('.point')].map(e => e.getBoundingClientRect().width)")
    assert min(sizes) >= 24


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violations(page, browser, width, dark):
    open_page = page
    for query, sides in [
        ("?board=3x3&rules=psk&moves=B2(A1)(pass,A1)", 1),
        ("?board=1x6&rules=psk&against=ssk&position=X.X.X.", 2),
        ("?board=1x2&rules=psk&against=none&moves=A1,B1,A1", 2),
        ("?board=2x2&rules=psk&set-up=1", 1),
        ("?board=1x4&rules=newko&position=.X.O", 1),
    ]:
        shown = open_page(query)
        resize(browser, width, dark)
        solved(shown, sides) if "set-up" not in query else None
        for summary in shown.find_elements(By.CSS_SELECTOR, "details:not([open]) > summary"):
            shown.execute_script("arguments[0].parentElement.open = true", summary)
        assert violations(shown) == []


def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_numbers_on_points_can_be_read(page):
    """Contrast AA of each colour of the scale, which axe does not see in drawings; and the two ends of the
    scale differ in blue and red, so that no kind of colour-blindness takes one for the other."""
    page = solved(page("?board=2x2&rules=psk"))
    script = """return [...Array(11).keys()].map(n => n - 5).map(n => {
        const key = document.createElement("span");
        key.className = "key " + (n > 0 ? "black" + n : n < 0 ? "white" + -n : "even");
        document.body.append(key);
        const { backgroundColor, color } = getComputedStyle(key);
        key.remove();
        return [backgroundColor, color];
    })"""
    scale = page.execute_script(script)
    for background, colour in scale:
        light, dark = sorted([luminance(background), luminance(colour)], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (background, colour)
    for number, (background, _) in enumerate(scale):
        red, _, blue = [int(part) for part in re.findall(r"\d+", background)[:3]]
        assert (red > blue) if number < 5 else (number == 5 or blue > red)
