"""The explorer in headless Chromium, as somebody meets it who studies rules."""

import json
import re
import urllib.request
from urllib.parse import quote

import pytest
from browsing import ROOT, WIDTHS, fits, resize, shifts, violations
from exploring import box, choose, errors, luminance, page, point, position, press, refusals, said, server, side, solved, status, text, until, width
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

START = "?board=3x3&rules=psk"
WEB = ROOT / "crates" / "explorer" / "web"
GALLERY = json.loads((ROOT / "crates" / "report" / "data" / "gallery.json").read_text())
QUIZ = json.loads((WEB / "quiz.json").read_text())


def test_every_move_has_its_value_and_the_best_are_marked(page):
    # The values of the README.
    page = solved(page("?board=2x2&rules=psk"))
    assert text(page, ".value-line strong") == "Black wins by 1"
    assert said(page, "A2") == "A2, empty, Black wins by 1, a best move"
    assert len(side(page).find_elements(By.CSS_SELECTOR, ".value.best")) == 4
    # The pass is worth 2 less.
    assert text(page, ".pass").split() == ["Pass", "−2", "loses", "2", "points"]


def test_set_up_and_play_from_there(page):
    page = solved(page("?board=3x3&rules=tromp-taylor"))
    press(page, "Set up")
    for stone, names in [("X", ["A3"]), ("O", ["C3"])]:
        choose(page, f"input[name=stone][value='{stone}']")
        for name in names:
            point(page, name).click()
            until(page, lambda: "stone" in said(page, name))
    choose(page, "input[name=first][value=white]")
    until(page, lambda: "to_play=white" in page.current_url)
    press(page, "Play from here")
    solved(page)
    # As `kosolver solve 3x3 --rules tromp-taylor --position "X.O/.../..." --to-play white` says.
    assert position(page) == "X.O......"
    assert text(page, ".value-line strong") == "White wins by 9"
    assert said(page, "B2") == "B2, empty, White wins by 9, a best move"
    assert said(page, "A1") == "A1, empty, Black wins by 9, loses 18 points"


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
    assert said(page, "A1") == f"A1, empty, forbidden: {reason}"
    point(page, "A1").click()
    assert text(page, ".reason > span") == f"B{reason[1:]}."
    assert position(page) == ".O"
    assert "Prisoners: Black has taken 0, White 1." in page.find_element(By.ID, "prisoners").text
    # What a threat would change, as DESIGN's example of the history says it: 2 instead of -2.
    assert text(page, ".value-line strong") == "White wins by 2"
    assert "Black wins by 2" in page.find_element(By.XPATH, "//details[summary='With a ko threat']").text
    side(page).find_element(By.XPATH, ".//button[.='See move 1']").click()
    until(page, lambda: position(page) == "X.")
    assert not side(page).find_element(By.CSS_SELECTOR, ".reason").is_displayed()


def test_two_rulesets_side_by_side(page):
    # The only start of 1x6 on which positional and situational superko differ: 1 and 6.
    page = solved(page("?board=1x6&rules=psk&against=ssk&position=X.X.X."), 2)
    values = [text(page, ".value-line strong", number) for number in (0, 1)]
    assert values == ["Black wins by 1", "Black wins by 6"]
    headline = "5 points apart: Black wins by 1 under positional superko, by 6 under situational superko."
    assert page.find_element(By.ID, "headline").text == headline
    assert "the rules differ here" in said(page, "B1")
    # Both values on the points that differ, and scores on the others.
    assert [one.text for one in side(page).find_elements(By.CSS_SELECTOR, ".value text")] == ["1→6", "+1", "−6"]
    choose(page, "[name=numbers][value=losses]")
    until(page, lambda: side(page).find_elements(By.CSS_SELECTOR, ".parts"))
    choose(page, "[name=numbers][value=scores]")
    # Along the line on which they differ, black B1 is prohibited by one rule alone.
    for move in "B1 D1 B1 F1 C1 A1 C1 B1 E1 pass C1 B1".split():
        before = page.current_url
        press(page, "Pass") if move == "pass" else point(page, move, 1).click()
        until(page, lambda: page.current_url != before)
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".tree .node")) == 13)


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
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".tree .node")) == 4)
    until(page, lambda: page.find_element(By.CSS_SELECTOR, ".tree").get_attribute("aria-label") == "3 moves in 2 variations")
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
    page = page("?board=5x5&rules=psk&position=X..../...../...../...../.....")
    # Out of reach is said at once, and nothing is searched.
    assert text(page, ".value-line strong") == "Out of reach"
    assert "With more than 21 empty points a search takes an hour or never ends" in text(page, ".out-of-reach")
    assert status(server) == 0
    press(page, "Search anyway")
    until(page, lambda: re.search(r"[1-9][\d,]* positions tried · \d+ MB", text(page, ".search")))
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
    page.find_element(By.XPATH, "//summary[.='Kos (1)']").click()
    told = page.find_element(By.CSS_SELECTOR, "[data-key='kos'] li").text
    assert told.startswith("A1 B1 C1 D1 is a fighting ko (FK). Mouths: a (A1 B1 C1 D1).")
    assert "black B1 (2 breaths), white D1 (1 breath)" in told and told.endswith("Moves: black A1.")
    # After the move, the fighting rule.
    point(page, "A1").click()
    until(page, lambda: "forbidden" in said(page, "C1"))
    assert "fighting rule" in said(page, "C1")


def test_other_rules_show_no_kos(page):
    page = solved(page("?board=1x4&rules=psk&position=.X.O"))
    assert not page.find_elements(By.CSS_SELECTOR, ".mouth, [data-key='kos']")


def test_best_play_is_stepped_through(page, server):
    """And all that the page says is of the position that it shows."""
    page = solved(page("?board=2x2&rules=psk"))
    line = ["A2", "B1", "B2", "pass", "pass"]
    chips = page.find_elements(By.CSS_SELECTOR, ".best-play .chip")
    assert [chip.text for chip in chips] == line
    chips[0].click()
    for number in range(1, len(line) + 1):
        until(page, lambda: page.find_element(By.CSS_SELECTOR, "[aria-current=step]").text == line[number - 1])
        solved(page)
        game = {"board": "2x2", "rules": "psk", "moves": line[:number]}
        request = urllib.request.Request(f"{server}/api/position", json.dumps(game).encode(), {"content-type": "application/json"})
        standing = json.load(urllib.request.urlopen(request))
        assert position(page) == standing["position"].replace("/", "")
        said_turn = "The game is over" if "over" in standing else f"{standing['to_play'].capitalize()} to play"
        assert text(page, ".value-line .soft") == said_turn
        assert text(page, ".value-line strong") == "Black wins by 1"
        assert f"Black has taken {standing['prisoners']['black']}, White {standing['prisoners']['white']}." in page.find_element(By.ID, "prisoners").text
        forbidden = page.find_elements(By.CSS_SELECTOR, "[data-key='illegal'] strong")
        assert [one.get_attribute("textContent") for one in forbidden] == [one["move"] for one in standing["illegal"]]
        page.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert page.current_url.endswith("moves=A2,B1,B2,pass,pass")
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
    until(page, lambda: page.find_element(By.CSS_SELECTOR, "[aria-current=step]").get_attribute("aria-label") == "4. white pass")


def test_endless_play_shows_both_bounds(page):
    page = solved(page("?board=1x2&rules=none"))
    assert text(page, ".value-line strong") == "No result"
    bounds = page.find_element(By.CSS_SELECTOR, ".bounds").text
    assert "Black can force −2; 2 if endless play is his." in bounds and "L = −2" in bounds and "U = 2" in bounds
    # Nothing of the bar is anybody's.
    parts = side(page).find_elements(By.CSS_SELECTOR, ".evaluation span")
    until(page, lambda: [width(page, part) for part in parts] == [0, 0])


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
    # Rules, and their readings as a second choice.
    names = [one.get_attribute("value") for one in page.find_elements(By.CSS_SELECTOR, "#rules optgroup[label$='ko rules'] option")]
    assert len(names) == 17 and not any(":" in name for name in names)
    assert names[:5] == ["psk", "ssk", "nssk", "basic", "spight"]
    assert page.find_element(By.CSS_SELECTOR, "#rules option[value=ssk]").get_attribute("textContent") == "Situational superko · ssk"
    reading = page.find_element(By.CSS_SELECTOR, "[aria-label='Reading of rules']")
    assert not reading.is_displayed()
    choose(page, "#rules option[value='kee']")
    until(page, lambda: reading.is_displayed() and len(reading.find_elements(By.TAG_NAME, "option")) == 8)
    choose(page, "[aria-label='Reading of rules'] [value='kee:sum']")
    until(page, lambda: "rules=kee%3Asum" in page.current_url or "rules=kee:sum" in page.current_url)
    assert page.find_element(By.ID, "rules").get_attribute("value") == "kee"
    choose(page, "#rules option[value='ikeda-area-3']")
    until(page, lambda: "rules=ikeda-area-3" in page.current_url)
    # Ikeda's rule changes 1x3: 3 becomes 2.
    until(page, lambda: text(page, ".value-line strong") == "Black wins by 2")
    choose(page, "#rules option[value='psk']")
    choose(page, ".options summary")
    komi = page.find_element(By.CSS_SELECTOR, "[data-field=komi]")
    komi.clear()
    komi.send_keys("1/2", Keys.TAB)
    until(page, lambda: text(page, ".value-line strong") == "Black wins by 5/2")
    page.find_element(By.ID, "board").clear()
    page.find_element(By.ID, "board").send_keys("9x9", Keys.ENTER)
    # What is refused leaves the board in its place, and says so below the field.
    until(page, lambda: "1 to 64 points" in page.find_element(By.ID, "board-fault").text)
    assert "board=1x3" in page.current_url and text(page, ".value-line strong") == "Black wins by 5/2"
    refusals(page, 413)


def test_arrow_keys_step_after_a_click(page):
    page = solved(page(START))
    point(page, "B2").click()
    until(page, lambda: "stone" in said(page, "B2"))
    page.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    until(page, lambda: position(page) == ".........")
    page.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
    until(page, lambda: position(page) == "....X....")
    # Another variation, and back to the first.
    page.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
    until(page, lambda: position(page) == ".........")
    point(page, "B3").click()
    until(page, lambda: position(page) == ".X.......")
    page.find_element(By.CSS_SELECTOR, ".node[aria-current]").send_keys(Keys.ARROW_UP)
    until(page, lambda: position(page) == "....X....")


def test_numbers_say_what_a_move_loses_or_what_it_is_worth(page):
    page = solved(page("?board=1x5&rules=psk"))
    labels = lambda: [one.text for one in side(page).find_elements(By.CSS_SELECTOR, ".value text")]
    # As `kosolver solve 1x5 --ko psk` says.
    assert labels() == ["−5", "✓", "✓", "✓", "−5"]
    legend = page.find_element(By.ID, "legend").text
    assert "a best move" in legend and "loses 5 points" in legend and "forbidden" not in legend
    choose(page, "[name=numbers][value=scores]")
    until(page, lambda: labels() == ["−5", "0", "0", "0", "−5"])
    assert "White wins by 5" in page.find_element(By.ID, "legend").text
    # The choice stays, and losses are of the player to move.
    page.get(page.current_url + "&moves=B1")
    until(page, lambda: page.find_elements(By.CSS_SELECTOR, "[name=numbers][value=scores]:checked"))
    choose(page, "[name=numbers][value=losses]")
    solved(page)
    losing = [said(page, name) for name in "ACDE" for name in [f"{name}1"] if "loses" in said(page, name)]
    assert losing and all("Black wins by" in one or "a draw" in one for one in losing)


def test_the_evaluation_bar_is_the_value(page):
    page = solved(page("?board=2x2&rules=psk"))
    bar = side(page).find_element(By.CSS_SELECTOR, ".evaluation")
    # Black wins by 1 of 4.
    assert [bar.get_attribute(f"aria-value{name}") for name in ("min", "max", "now", "text")] == ["-4", "4", "1", "Black wins by 1"]
    until(page, lambda: abs(width(page, bar.find_element(By.CSS_SELECTOR, ".black")) / width(page, bar) - 5 / 8) < 0.01)


def test_a_ghost_stone_is_under_the_pointer(page):
    page = solved(page("?board=2x2&rules=psk&moves=A2"))
    ActionChains(page).move_to_element(point(page, "B1")).perform()
    ghost = page.execute_script("return getComputedStyle(arguments[0], '::after').backgroundImage", point(page, "B1"))
    assert "255, 255, 255" in ghost, "White is to play"
    ActionChains(page).move_to_element(point(page, "A2")).perform()
    assert page.execute_script("return getComputedStyle(arguments[0], '::after').content", point(page, "A2")) == "none"


@pytest.mark.parametrize(("width", "least"), [(1280, 520), (820, 520), (390, 330)])
def test_the_board_fills_the_space(page, browser, width, least):
    page = page(START)
    resize(browser, width)
    solved(page)
    left, _, right, bottom = box(page, side(page).find_element(By.CSS_SELECTOR, ".frame"))
    assert least <= right - left <= width and left >= 0 and right <= width and bottom <= 900


def test_two_boards_are_level(page, browser):
    page = solved(page("?board=1x2&rules=psk&against=none&moves=A1,B1,A1"), 2)
    frames = lambda: [box(page, side(page, number).find_element(By.CSS_SELECTOR, ".frame")) for number in (0, 1)]
    first, second = frames()
    assert first[3] <= second[1] or (first[1] == second[1] and first[2] <= second[0])
    page.get(page.current_url.split("?")[0] + "?board=2x2&rules=psk&against=none&moves=A2,B1,B2,A1,A2,B2,A2,B1")
    solved(page, 2)
    first, second = frames()
    assert first[1] == second[1] and first[2] <= second[0], "beside each other"
    page.get(page.current_url.split("?")[0] + "?board=1x6&rules=psk&against=ssk&position=X.X.X.")
    solved(page, 2)
    first, second = frames()
    assert first[3] <= second[1] and first[0] == second[0] and second[3] <= 900, "one below the other, both in sight"


def test_the_reason_stands_at_the_point(page, browser):
    page = solved(page("?board=1x2&rules=psk&moves=A1,B1"))
    point(page, "A1").click()
    reason = side(page).find_element(By.CSS_SELECTOR, ".reason")
    (left, _, right, bottom), (_, top, *_) = box(page, point(page, "A1")), box(page, reason)
    assert 0 <= top - bottom <= 20 and box(page, reason)[0] < right and box(page, reason)[2] > left
    page.find_element(By.TAG_NAME, "body").send_keys(Keys.ESCAPE)
    assert not reason.is_displayed()


def test_a_tap_on_a_forbidden_point_shows_a_sheet_above_the_bar(page, browser):
    page = solved(page("?board=1x2&rules=psk&moves=A1,B1"))
    resize(browser, 390)
    left, top, right, bottom = box(page, point(page, "A1"))
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    touch = {"x": (left + right) / 2, "y": (top + bottom) / 2}
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [touch]})
    browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    reason = side(page).find_element(By.CSS_SELECTOR, ".reason")
    until(page, reason.is_displayed)
    browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert "prohibited by positional superko" in reason.text
    sheet, bar = box(page, reason), box(page, page.find_element(By.ID, "controls"))
    assert sheet[3] <= bar[1] and sheet[3] > 700 and sheet[2] - sheet[0] > 340
    reason.find_element(By.CSS_SELECTOR, ".close").click()
    assert not reason.is_displayed()


def write(page, text):
    """Puts a text into the editor of rules."""
    box = page.find_element(By.ID, "rule-text")
    page.execute_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", box, text)


def write_a_rule(page, choice="rules"):
    """Opens the editor from the list of rules."""
    Select(page.find_element(By.ID, choice)).select_by_visible_text("write a rule…")
    until(page, lambda: page.find_element(By.ID, "rule-play").is_enabled())


MINE = "rule mine\ntitle my own rule\nremember made(mover, after) on play\nforbid play if made(mover, after)\n"


def test_a_rule_is_written_and_its_faults_are_shown_as_one_types(page):
    page = solved(page("?board=1x2&rules=psk"))
    write_a_rule(page)
    field, says = page.find_element(By.ID, "rule-text"), page.find_element(By.ID, "rule-says")
    assert "rule   my-psk" in field.get_attribute("value"), "the rule that is shown, to start from"
    assert "T has occurred before" in says.text and "Why games end" in says.text
    Select(page.find_element(By.ID, "rule-start")).select_by_value("spight")
    until(page, lambda: "My-spight" in says.text and "rule   my-spight" in field.get_attribute("value"))
    write(page, MINE.replace("mover, after)\n", "mover, afer)\n"))
    until(page, lambda: "Line 4, column 28." in says.text)
    assert says.find_element(By.TAG_NAME, "mark").text == "afer" and "did you mean after?" in says.text.lower()
    assert field.get_attribute("aria-invalid") == "true"
    assert not page.find_element(By.ID, "rule-play").is_enabled()
    says.find_element(By.TAG_NAME, "button").click()
    chosen = page.execute_script("const [box] = arguments; return box.value.slice(box.selectionStart, box.selectionEnd)", field)
    assert chosen == "afer"
    # As one types: what is chosen is replaced.
    field.send_keys("after")
    until(page, lambda: "My own rule" in says.text)
    assert field.get_attribute("aria-invalid") == "false" and "mark" not in says.get_attribute("innerHTML")
    press(page, "Cancel")
    assert "rules=psk" in page.current_url and Select(page.find_element(By.ID, "rules")).first_selected_option.get_attribute("value") == "psk"


def test_a_rule_of_ones_own_is_played_shared_and_saved(page, server, tmp_path, browser):
    page = solved(page("?board=1x2&rules=psk&moves=A1,B1"))
    assert "forbidden" in said(page, "A1")
    write_a_rule(page)
    write(page, MINE)
    until(page, lambda: page.find_element(By.ID, "rule-play").is_enabled())
    press(page, "Play under it")
    until(page, lambda: "rule%20mine" in page.current_url)
    solved(page)
    assert side(page).find_element(By.TAG_NAME, "h2").text.startswith("My own rule")
    assert "prohibited by my own rule" in said(page, "A1")
    # An option of the ruleset keeps the rule.
    page.execute_script("document.querySelector('#rulesets .options').open = true")
    Select(page.find_element(By.CSS_SELECTOR, "#rulesets [data-field=suicide]")).select_by_value("allowed")
    until(page, lambda: "suicide%3Dallowed" in page.current_url)
    solved(page)
    assert "rule%20mine" in page.current_url and "prohibited by my own rule" in said(page, "A1")
    # The link has the whole rule.
    link = page.current_url
    page.get(f"{server}/?board=2x2&rules=psk")
    page.get(link)
    until(page, lambda: page.execute_script("return document.documentElement.dataset.ready"))
    solved(page)
    assert "prohibited by my own rule" in said(page, "A1")
    assert "mine" in Select(page.find_element(By.ID, "rules")).first_selected_option.text
    # The file has it too.
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    press(page, "SGF")
    until(page, lambda: list(tmp_path.glob("*.sgf")))
    [file] = tmp_path.glob("*.sgf")
    until(page, lambda: "; rule mine; remember made(mover, after) on play" in file.read_text())
    page.get(f"{server}/?board=3x3&rules=psk")
    until(page, lambda: page.execute_script("return document.documentElement.dataset.ready"))
    page.find_element(By.ID, "load").send_keys(str(file))
    until(page, lambda: "board=1x2" in page.current_url)
    solved(page)
    assert "prohibited by mine" in said(page, "A1")
    press(page, "Edit the rule of rules")
    until(page, lambda: "forbid play if made(mover, after)" in page.find_element(By.ID, "rule-text").get_attribute("value"))
    press(page, "Cancel")


def test_a_rule_of_ones_own_is_compared(page):
    page = solved(page("?board=1x2&rules=psk&moves=A1,B1,pass"))
    write_a_rule(page, "against")
    write(page, MINE.replace("(mover, after) on play", "(mover, after) on start, play"))
    until(page, lambda: page.find_element(By.ID, "rule-compare").is_enabled())
    press(page, "Compare with psk")
    solved(page, 2)
    assert [side(page, number).find_element(By.TAG_NAME, "h2").text for number in (0, 1)] == ["Positional superko psk", "My own rule mine"]
    assert "against=" in page.current_url and "rule%20mine" in page.current_url
    assert page.find_element(By.ID, "headline").text


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_editor_of_rules_fits_and_axe_finds_no_violations(page, browser, width, dark):
    page = solved(page(f"?board=1x2&rules={quote(MINE)}&against=psk"), 2)
    resize(browser, width, dark)
    if width < 600:
        press(page, "Rules")
    press(page, "Edit the rule of rules")
    until(page, lambda: page.find_element(By.ID, "rule-play").is_enabled())
    for text, shown in [(MINE, "My own rule"), (MINE.replace("on play", "on pley"), "Line 3")]:
        write(page, text)
        until(page, lambda: shown in page.find_element(By.ID, "rule-says").text)
        assert fits(browser, width) and violations(browser) == []
        editor = page.find_element(By.ID, "editor")
        left, _, right, _ = box(page, editor)
        assert 0 <= left and right <= width
        assert page.execute_script("return arguments[0].scrollWidth <= arguments[0].clientWidth", editor)


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_moves_while_a_page_begins(page, browser, width):
    with shifts(browser) as moved:
        for query, sides in [(START, 1), ("?board=1x6&rules=psk&against=ssk&position=X.X.X.", 2), ("", 0), ("quiz#2", 0)]:
            shown = page(query)
            resize(browser, width)
            shown.get(shown.current_url.split("#")[0].rstrip("?") + ("#2" if "quiz" in query else ""))
            until(shown, lambda: shown.execute_script("return document.documentElement.dataset.ready"))
            if sides:
                solved(shown, sides)
            assert moved() < 0.005, query


def test_no_request_leaves_the_computer(page, server):
    for query in [START, "", "quiz"]:
        shown = page(query)
        names = shown.execute_script("return performance.getEntriesByType('resource').map(one => one.name)")
        assert names and all(name.startswith(server) for name in names)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_gallery_is_the_start_page(page, browser, width):
    page = page("")
    resize(browser, width)
    assert fits(page, width)
    cards = page.find_elements(By.CSS_SELECTOR, ".examples a")
    assert len(cards) == len(GALLERY) == 10
    for card, example in zip(cards, GALLERY):
        assert example["title"] in card.text and example["sentence"] in card.text
        left, top, right, bottom = box(page, card)
        frame = box(page, card.find_element(By.CSS_SELECTOR, ".board"))
        assert left <= frame[0] < frame[2] <= right and top <= frame[1] < frame[3] <= bottom, "the board is in its card"
        assert frame[2] - frame[0] >= 60
    cards[6].click()
    solved(page, 2)
    values = [text(page, ".value-line strong", number) for number in (0, 1)]
    assert values == ["Black wins by 1", "Black wins by 6"]


def words(value):
    if value == "NR":
        return "No result"
    return "A draw" if value == 0 else f"{'Black' if value > 0 else 'White'} wins by {abs(value)}"


def test_the_quiz_is_answered_and_remembered(page, server):
    page = page("quiz")
    assert not page.find_elements(By.CSS_SELECTOR, ".value"), "no value is told before the answer"
    question = QUIZ[0]
    assert (question["ask"], question["rules"]) == ("value", "psk")
    press(page, words(0))
    until(page, lambda: page.find_element(By.CSS_SELECTOR, ".verdict").text == "Right.")
    assert page.find_elements(By.CSS_SELECTOR, ".value")
    assert question["why"]["reason"] in page.find_element(By.CSS_SELECTOR, ".why").text
    choose(page, ".next")
    until(page, lambda: "Question 2 of" in page.find_element(By.ID, "question").text)
    press(page, words(-2))
    until(page, lambda: page.find_element(By.CSS_SELECTOR, ".verdict").text == "No.")
    # A best move, on the board.
    number = next(index for index, one in enumerate(QUIZ) if one["ask"] == "move")
    page.get(f"{server}/quiz#{number + 1}")
    until(page, lambda: f"Question {number + 1} of" in page.find_element(By.ID, "question").text)
    choose(page, "[data-point='B1']")
    until(page, lambda: page.find_element(By.CSS_SELECTOR, ".verdict").text == "Right.")
    assert "3 of 24 answered, 2 right" in page.find_element(By.ID, "score").text
    page.get(f"{server}/quiz")
    until(page, lambda: "3 of 24 answered, 2 right" in page.find_element(By.ID, "score").text)
    assert "Question 3 of" in page.find_element(By.ID, "question").text
    page.find_element(By.XPATH, "//button[.='Start again']").click()
    until(page, lambda: "0 of 24" in page.find_element(By.ID, "score").text)


def test_a_certificate_says_that_it_is_verified(page):
    page = solved(page("?board=2x2&rules=psk"))
    press(page, "Certificate")
    until(page, lambda: page.find_element(By.ID, "shared").text.startswith("The certificate is verified and saved"))


def test_the_value_that_is_shown_is_proved_by_the_checker(page):
    page = solved(page("?board=2x2&rules=psk&moves=A2"))
    press(page, "Check this value")
    first, second = page.current_window_handle, page.window_handles[-1]
    page.switch_to.window(second)
    until(page, lambda: page.find_element(By.ID, "said").get_attribute("class") == "proved")
    assert "after the moves A2" in page.find_element(By.ID, "said").text
    assert "The value is 1: " in page.find_element(By.ID, "said").text
    assert violations(page) == [] and errors(page) == []
    page.close()
    page.switch_to.window(first)


def test_games_are_loaded(page, tmp_path):
    file = tmp_path / "game.sgf"
    file.write_text("(;FF[4]GM[1]SZ[3:2]RU[ko=ssk]AB[aa]PL[W];W[bb](;B[ab])(;B[cb]))")
    page = solved(page(START))
    page.find_element(By.ID, "load").send_keys(str(file))
    until(page, lambda: "board=2x3" in page.current_url)
    assert "rules=ko%3Dssk" in page.current_url and "moves=B1(A1)(C1)" in page.current_url
    until(page, lambda: position(page) == "X..XO.")


def test_rules_of_a_file_that_are_not_known_are_told(page, tmp_path):
    def load(rules):
        file = tmp_path / "game.sgf"
        file.write_text(f"(;FF[4]GM[1]SZ[3:2]KM[2]RU[{rules}];B[bb])")
        page.find_element(By.ID, "load").send_keys(str(file))

    page = solved(page(START))
    load("Japanese")
    # The rules of the page stay, and take the file's komi.
    until(page, lambda: "board=2x3" in page.current_url)
    told = "The rules that the file names are not known here: RU: Japanese cannot be read; did you mean japanese-kgs?"
    until(page, lambda: told in page.find_element(By.ID, "shared").text)
    assert "rules=ko%3Dpsk" in page.current_url and "komi%3D2" in page.current_url
    solved(page)
    # What names nothing but is damaged is refused, and changes nothing.
    before = page.current_url
    load("ko=sskk")
    until(page, lambda: "RU: 'sskk' is not a ko rule; did you mean ssk?" in page.find_element(By.ID, "shared").text)
    assert page.current_url == before
    refusals(page, 400)
    # What is known is told as before, and the old words are gone.
    load("NZ")
    until(page, lambda: page.find_element(By.ID, "shared").text == "The game is loaded.")
    until(page, lambda: "rules=ko%3Dssk" in page.current_url)


@pytest.mark.parametrize("board", ["3x3", "1x12", "cycle:6", "torus:3x3", "graph6:DQc"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(page, browser, width, board):
    page = page(f"?board={board}&rules=psk&against=ssk&moves=pass")
    resize(browser, width)
    until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".point")) > 4)
    assert fits(page, width)
    # Wide enough for a finger.
    sizes = page.execute_script("return [...document.querySelectorAll('.point')].map(e => e.getBoundingClientRect().width)")
    assert min(sizes) >= 24


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_no_violations(page, browser, width, dark):
    open_page = page
    for query, sides in [
        ("?board=3x3&rules=psk&moves=B2(A1)(pass,A1)", 1),
        ("?board=1x6&rules=psk&against=ssk&position=X.X.X.", 2),
        ("?board=1x2&rules=psk&against=none&moves=A1,B1,A1", 2),
        ("?board=2x2&rules=psk&set-up=1", 1),
        ("?board=1x4&rules=newko&position=.X.O", 1),
        ("", 0),
        ("quiz#4", 1),
    ]:
        shown = open_page(query)
        resize(browser, width, dark)
        solved(shown, sides) if "set-up" not in query else None
        for summary in shown.find_elements(By.CSS_SELECTOR, "details:not([open]) > summary"):
            shown.execute_script("arguments[0].parentElement.open = true", summary)
        assert violations(shown) == []


def test_numbers_on_points_can_be_read(page):
    """Contrast AA of each colour of the scale, which axe does not see in drawings; and the two ends of the
    scale differ in blue and red, so that no kind of colour-blindness takes one for the other."""
    page = solved(page("?board=2x2&rules=psk"))
    script = """return [...Array(11).keys()].map(n => n - 5).map(n => {
        const key = document.createElement("span");
        key.className = "key " + (n > 0 ? "black" + n : n < 0 ? arguments[0] + -n : arguments[1]);
        document.body.append(key);
        const { backgroundColor, color } = getComputedStyle(key);
        key.remove();
        return [backgroundColor, color];
    })"""
    scale = page.execute_script(script, "white", "even")
    losses = page.execute_script(script, "loss", "loss0")
    for background, colour in [*scale, *losses]:
        light, dark = sorted([luminance(background), luminance(colour)], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, (background, colour)
    for number, (background, _) in enumerate(scale):
        red, _, blue = [int(part) for part in re.findall(r"\d+", background)[:3]]
        assert (red > blue) if number < 5 else (number == 5 or blue > red)
