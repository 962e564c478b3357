"""The explorer as a club player meets it: published values, mistakes, two rules compared, a telephone, pictures."""

import json
import re
import signal
import subprocess
from contextlib import contextmanager

import pytest
from browsing import ROOT, fits, shifts
from exploring import box, choose, errors, luminance, page, point, position, press, refusals, said, server, side, solved, text, until
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FRONTIER = json.loads((ROOT / "results" / "frontier.json").read_text())["cells"]
GALLERY = json.loads((ROOT / "crates" / "report" / "data" / "gallery.json").read_text())


@contextmanager
def phone(page, width, height):
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": True})
    yield
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def told(page, name):
    return page.find_element(By.ID, name).text


def open_again(page, server, query):
    page.get(f"{server}/{query}")
    until(page, lambda: page.execute_script("return document.documentElement.dataset.ready"))
    return page


def paste(page, text):
    page.execute_script("""const data = new DataTransfer(); data.setData("text/plain", arguments[0]);
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));""", text)


def wins(score):
    return "A draw" if score == 0 else f"{'Black' if score > 0 else 'White'} wins by {abs(score)}"


@pytest.mark.parametrize(("board", "ko"), [("4x4", "psk"), ("3x6", "ssk"), ("2x10", "fixed"), ("1x15", "psk")])
def test_published_values_are_there_before_any_search(page, board, ko):
    page = page(f"?board={board}&rules={ko}")
    cell = next(one for one in FRONTIER if (one["board"], one["ko"]) == (board, ko))
    assert text(page, ".value-line strong") == f"{wins(cell['score'])} · published"
    for opening in cell["openings"]:
        if opening["move"] != "pass":
            assert wins(opening["score"]).replace("A draw", "a draw") in said(page, opening["move"])
            assert ("a best move" in said(page, opening["move"])) == opening["best"]
    line = [one.text for one in page.find_elements(By.CSS_SELECTOR, ".best-play .chip")]
    assert line == cell["variation"]
    # Nothing is searched; what is missing is said.
    assert bool(side(page).find_elements(By.CSS_SELECTOR, ".go-on")) == (not cell["openings"])
    if not cell["openings"]:
        assert text(page, ".search span") == "What the moves are worth is not published."


def test_what_is_forbidden_is_shown_before_any_value(page):
    page = page("?board=8x8&rules=psk&position=.X....../X......./......../......../......../......../......../........&to_play=white")
    assert text(page, ".value-line strong") == "Out of reach"
    assert said(page, "A8").startswith("A8, empty, forbidden: ")
    assert "Forbidden now (1)" in page.find_element(By.CSS_SELECTOR, "[data-key=illegal]").text


def test_after_a_move_it_is_said_what_it_lost(page):
    page = solved(page("?board=3x3&rules=psk&moves=B2,A2"))
    point(page, "A1").click()
    until(page, lambda: "stone" in said(page, "A1"))
    until(page, lambda: re.fullmatch(r"−10\s+Black A1 lost 10; B3, C3.* best\.|−\d+\s+Black A1 lost \d+; .* best\.", text(page, ".remark")))
    # As the value of the move before it was made.
    before = page.current_url
    press(page, "One move back")
    until(page, lambda: position(page) == "...OX....")
    solved(page)
    lost = int(re.search(r"loses (\d+)", said(page, "A1"))[1])
    assert lost > 0
    page.get(before)
    until(page, lambda: f"Black A1 lost {lost};" in text(page, ".remark"))
    # The tree has the mistake, in its colour and in words, and the graph a bar for each move.
    node = "[aria-label='3. black A1, lost %d points']" % lost
    until(page, lambda: page.find_element(By.CSS_SELECTOR, f"#history .slip.loss5{node}"))
    until(page, lambda: page.find_element(By.CSS_SELECTOR, ".graph").get_attribute("aria-label").count("?") == 0)
    assert len(page.find_elements(By.CSS_SELECTOR, ".graph .bar-of")) == 4
    assert len(page.find_elements(By.CSS_SELECTOR, ".graph .slip")) == 1
    page.find_elements(By.CSS_SELECTOR, ".graph .bar-of")[1].click()
    until(page, lambda: position(page) == "....X....")
    until(page, lambda: text(page, ".remark").endswith("Black B2 was the best move."))


def test_the_end_is_counted_in_words(page):
    page = solved(page("?board=2x3&rules=psk&moves=B2,B1,pass,C2,A1,pass,pass"))
    assert text(page, ".count") == "Black has 2 stones and 1 point, White 2 stones and 1 point."
    assert said(page, "A2").startswith("A2, empty, black territory") and said(page, "C1").startswith("C1, empty, white territory")
    assert [len(side(page).find_elements(By.CSS_SELECTOR, f".owner.{player}")) for player in ("black", "white")] == [1, 1]


def test_the_headline_says_who_may_take_where(page):
    query = "?board=1x12&rules=psk&against=ssk&moves=" + ",".join(GALLERY[0]["game"]["moves"])
    page = solved(page(query), 2)
    assert told(page, "headline") == "White may take at C1 only under situational superko: worth 2 points."
    labels = [one.text for one in side(page).find_elements(By.CSS_SELECTOR, ".value.both text")]
    assert labels == ["✕→1"]


def test_where_two_rules_agree_a_start_is_shown_on_which_they_differ(page):
    page = solved(page("?board=2x2&rules=psk&against=ssk"), 2)
    until(page, lambda: told(page, "headline").startswith("The rules agree on every move here."))
    button = page.find_element(By.CSS_SELECTOR, "#headline button")
    assert button.text == "Show a start on 1x6 where they differ"
    button.click()
    until(page, lambda: "board=1x6" in page.current_url and "position=X.X.X." in page.current_url)
    solved(page, 2)
    until(page, lambda: "5 points apart" in told(page, "headline"))
    # On a board on which they do, it is of that board.
    page.get(page.current_url.split("?")[0] + "?board=2x3&rules=psk&against=ssk")
    solved(page, 2)
    until(page, lambda: page.find_element(By.CSS_SELECTOR, "#headline button").text == "Show a start on 2x3 where they differ")


def test_the_story_of_the_gallery_stays_beside_the_board(page):
    page = page("")
    page.find_elements(By.CSS_SELECTOR, ".examples a")[1].click()
    solved(page, 2)
    until(page, lambda: GALLERY[1]["sentence"] in told(page, "story"))
    point(page, "B1").click()
    until(page, lambda: "moves=A1,C1,B1,C1,B1" in page.current_url)
    assert GALLERY[1]["title"] in told(page, "story")
    page.find_element(By.LINK_TEXT, "Next").click()
    until(page, lambda: GALLERY[2]["title"] in told(page, "story") and "3 of 10" in told(page, "story"))
    solved(page, 2)
    page.find_element(By.LINK_TEXT, "Previous").click()
    until(page, lambda: GALLERY[1]["title"] in told(page, "story"))
    # Of another board it tells nothing.
    choose(page, ".size")
    until(page, lambda: not page.find_element(By.ID, "story").is_displayed())


def test_boards_are_chosen_with_buttons_and_read_leniently(page):
    page = solved(page("?board=3x3&rules=psk"))
    press(page, "2x2")
    until(page, lambda: "board=2x2" in page.current_url)
    assert page.find_element(By.CSS_SELECTOR, ".size[aria-pressed=true]").text == "2x2"
    press(page, "More columns")
    until(page, lambda: "board=2x3" in page.current_url)
    press(page, "Fewer rows")
    until(page, lambda: "board=1x3" in page.current_url)
    assert not page.find_element(By.CSS_SELECTOR, "[aria-label='Fewer rows']").is_enabled()
    for written, board in [("2", "2x2"), ("2 by 3", "2x3"), ("1 × 4", "1x4"), ("3 X 1", "3x1"), ("cycle:4", "cycle:4")]:
        field = page.find_element(By.ID, "board")
        field.clear()
        field.send_keys(written, Keys.ENTER)
        until(page, lambda: f"board={board}&" in page.current_url)
    solved(page)


def test_rules_that_are_refused_leave_the_board(page):
    page = solved(page("?board=2x2&rules=psk"))
    choose(page, ".options summary")
    field = page.find_element(By.CSS_SELECTOR, ".option-fields .wide input")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys("ko=sskk", Keys.TAB)
    until(page, lambda: "did you mean ssk?" in page.find_element(By.CSS_SELECTOR, ".rules-field .fault").text)
    assert text(page, ".value-line strong") == "Black wins by 1" and "rules=psk" in page.current_url
    refusals(page, 400)


def test_a_stopped_explorer_leaves_the_board(browser, binary):
    process = subprocess.Popen([binary, "explore", "--port", "0", "--memory", "512MiB"], stdout=subprocess.PIPE, text=True)
    address = re.search(r"http://[^/]+", process.stdout.readline())[0]
    browser.get(f"{address}/?board=2x2&rules=psk")
    until(browser, lambda: text(browser, ".value-line strong") == "Black wins by 1")
    solved(browser)
    # Not only asked to stop: gone.
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    point(browser, "A2").click()
    until(browser, lambda: "The explorer does not answer" in text(browser, ".fault"))
    assert "stale" in side(browser).get_attribute("class") and side(browser).find_element(By.CSS_SELECTOR, ".board").is_displayed()
    again = subprocess.Popen([binary, "explore", "--port", address.rsplit(":", 1)[1], "--memory", "512MiB"], stdout=subprocess.PIPE, text=True)
    again.stdout.readline()
    press(browser, "Try again")
    until(browser, lambda: "A2, black stone" == said(browser, "A2"))
    assert "stale" not in side(browser).get_attribute("class")
    again.terminate()
    again.wait(10)
    errors(browser)


def test_known_rules_of_a_file_have_their_name_in_the_list(page):
    page = solved(page("?board=3x3&rules=psk"))
    for given, shown in [("NZ", "new-zealand"), ("Tromp-Taylor", "tromp-taylor"), ("AGA", "aga"), ("ko=ssk", "ssk")]:
        paste(page, f"(;FF[4]GM[1]SZ[2]KM[2]RU[{given}];B[aa])")
        until(page, lambda: page.find_element(By.ID, "rules").get_attribute("value") == shown)
        assert page.find_element(By.CSS_SELECTOR, "#rulesets [data-field=komi]").get_attribute("value") == "2"
    solved(page)


def test_an_sgf_is_pasted_and_a_wrong_one_is_told(page):
    page = solved(page("?board=3x3&rules=psk"))
    paste(page, "(;FF[4]GM[1]SZ[2:3]RU[psk];B[bb];W[aa])")
    until(page, lambda: "moves=B2,A3" in page.current_url)
    solved(page)
    before = page.current_url
    paste(page, "(;FF[4]GM[1]SZ[3];B[zz])")
    until(page, lambda: "zz" in told(page, "shared"))
    assert page.current_url == before and position(page)
    refusals(page, 400)


def test_the_keys_that_people_have_in_their_fingers(page):
    page = solved(page("?board=2x3&rules=psk&moves=B2,B1"))
    body = page.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.CONTROL, "z")
    until(page, lambda: position(page) == ".X....")
    body.send_keys(Keys.CONTROL, "y")
    until(page, lambda: position(page) == ".X..O.")


def test_stones_have_the_numbers_of_their_moves(page):
    page = solved(page("?board=2x3&rules=psk&moves=B2,B1,A1"))
    assert not side(page).find_elements(By.CSS_SELECTOR, ".move-number")
    choose(page, "[name=numbered]")
    numbers = lambda: [one.text for one in side(page).find_elements(By.CSS_SELECTOR, ".move-number")]
    until(page, lambda: numbers() == ["1", "3", "2"])
    choose(page, "[name=numbered]")
    until(page, lambda: numbers() == [])


def test_a_picture_has_a_caption(page, tmp_path):
    page = solved(page("?board=2x2&rules=psk&moves=A2"))
    page.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    press(page, "SVG")
    until(page, lambda: list(tmp_path.glob("*.svg")))
    drawing = (tmp_path / "2x2.svg").read_text()
    assert "2x2 under positional superko" in drawing and "White to play after A2: Black wins by 1" in drawing
    press(page, "Picture")
    until(page, lambda: list(tmp_path.glob("*.png")))
    until(page, lambda: (tmp_path / "2x2.png").stat().st_size > 5000)
    assert (tmp_path / "2x2.png").read_bytes().startswith(b"\x89PNG")


def test_there_is_no_picture_of_a_board_that_is_refused(page):
    page = page("?board=19x19&rules=psk")
    until(page, lambda: "a board has 1 to 64 points" in page.find_element(By.ID, "boards").text)
    for button in ["save-png", "save-svg", "set-up"]:
        assert not page.find_element(By.ID, button).is_enabled(), button
    refusals(page, 413)


def test_it_is_said_that_a_link_works_on_this_computer_only(page, server):
    page = solved(page("?board=2x2&rules=psk"))
    assert "A link works on this computer only" in told(page, "shared")
    page.execute_cdp_cmd("Browser.grantPermissions", {"origin": server, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    press(page, "Copy link")
    until(page, lambda: "It works on this computer only" in told(page, "shared"))
    page.execute_async_script("navigator.clipboard.writeText('(;SZ[2]RU[psk];B[ab])').then(arguments[0])")
    press(page, "Paste SGF")
    until(page, lambda: "moves=A1" in page.current_url)
    solved(page)


def test_words_for_players(page):
    page = solved(page("?board=1x2&rules=psk&against=basic&moves=A1,B1"), 2)
    for summary in page.find_elements(By.CSS_SELECTOR, "[data-key=rules] > summary"):
        page.execute_script("arguments[0].parentElement.open = true", summary)
    shown = page.find_element(By.ID, "main").text
    assert "the new position has occurred before" in shown
    assert not re.search(r"\bT\b|\bnodes?\b|(?<![\w-])-\d", shown)


@pytest.mark.parametrize("query", ["?board=3x3&rules=psk&moves=B2", "?board=4x4&rules=psk", "?board=1x12&rules=psk"])
def test_on_a_phone_held_sideways_the_board_is_left_and_the_panels_are_right(page, server, query):
    page = page(query)
    with phone(page, 740, 360):
        open_again(page, server, query)
        solved(page)
        assert fits(page, 740)
        frame = box(page, side(page).find_element(By.CSS_SELECTOR, ".frame"))
        assert frame[0] >= 0 and frame[3] <= 360, "the board is in sight"
        assert frame[3] - frame[1] >= 200 or frame[2] - frame[0] >= 330
        for part in ["tabs", "controls", "lines"]:
            left, top, *_ = box(page, page.find_element(By.ID, part))
            assert left >= frame[2] and top <= 300, part


def test_on_a_phone_held_sideways_the_quiz_has_its_question_beside_the_board(page, server):
    page = page("quiz")
    with phone(page, 740, 360):
        open_again(page, server, "quiz")
        until(page, lambda: page.find_elements(By.CSS_SELECTOR, ".choices"))
        frame = box(page, page.find_element(By.CSS_SELECTOR, ".frame"))
        question = box(page, page.find_element(By.ID, "question"))
        assert fits(page, 740) and frame[2] < question[0] and question[1] < frame[3]


def test_the_tabs_of_two_boards_are_whole_on_a_phone_held_sideways(page, server):
    query = "?board=2x3&rules=psk&against=ssk"
    page = page(query)
    with phone(page, 740, 360):
        open_again(page, server, query)
        solved(page, 2)
        for tab in page.find_elements(By.CSS_SELECTOR, "#tabs button"):
            assert page.execute_script("return arguments[0].scrollWidth <= arguments[0].clientWidth", tab), tab.text


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("query", ["?board=4x4&rules=psk&against=ssk&moves=B2", "?board=1x12&rules=psk&against=ssk&moves=B1", "?board=3x3&rules=psk&against=ssk"])
def test_two_boards_are_in_sight_on_a_phone(page, server, width, query):
    height = {360: 740, 390: 844}[width]
    page = page("?board=2x2&rules=psk")
    with phone(page, width, height):
        open_again(page, server, query)
        until(page, lambda: len(page.find_elements(By.CSS_SELECTOR, ".point")) > 17)
        for number in (0, 1):
            press(page, "Stop") if side(page, number).find_elements(By.CSS_SELECTOR, ".stop") else None
        bar = box(page, page.find_element(By.ID, "controls"))
        page.execute_script("scrollTo(0, 0)")
        frames = [box(page, side(page, number).find_element(By.CSS_SELECTOR, ".frame")) for number in (0, 1)]
        assert fits(page, width) and frames[0][1] >= 0 and frames[1][3] <= bar[1]
        sizes = page.execute_script("return [...document.querySelectorAll('.point')].map(e => e.getBoundingClientRect().width)")
        assert min(sizes) >= 28


def test_a_long_board_is_in_two_rows_on_a_phone(page, server):
    page = page("?board=2x2&rules=psk")
    with phone(page, 360, 740):
        open_again(page, server, "?board=1x12&rules=psk&moves=B1")
        until(page, lambda: position(page) == ".X..........")
        places = [box(page, point(page, name)) for name in ("A1", "F1", "G1", "M1")]
        assert places[0][1] == places[1][1] < places[2][1] == places[3][1]
        assert abs(places[0][0] - places[2][0]) < 1
        sizes = page.execute_script("return [...document.querySelectorAll('.point')].map(e => e.getBoundingClientRect().width)")
        assert min(sizes) >= 40
        point(page, "L1").click()
        until(page, lambda: position(page) == ".X........O.")


def test_on_a_phone_the_panels_are_behind_tabs(page, server):
    page = page("?board=2x2&rules=psk")
    with phone(page, 360, 740), shifts(page) as moved:
        open_again(page, server, "?board=3x3&rules=psk&moves=B2")
        solved(page)
        assert moved() < 0.005
        shown = lambda: [name for name in ("lines", "moves", "choose", "share") if page.find_element(By.ID, name).is_displayed()]
        assert shown() == ["lines"]
        for tab, panel in [("Moves", "moves"), ("Rules", "choose"), ("Share", "share"), ("Best play", "lines")]:
            press(page, tab)
            assert shown() == [panel]
            height = page.execute_script("return document.documentElement.scrollHeight")
            assert height < 2.2 * 740, tab


def test_every_colour_of_a_pressed_button_can_be_read(page):
    """Contrast AA of what is pressed, also under the pointer."""
    page = solved(page("?board=2x2&rules=psk"))
    button = page.find_element(By.CSS_SELECTOR, ".size[aria-pressed=true]")
    ActionChains(page).move_to_element(button).perform()
    colours = page.execute_script("const style = getComputedStyle(arguments[0]); return [style.color, style.backgroundColor]", button)
    light, dark = sorted(map(luminance, colours), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
