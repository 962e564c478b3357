"""The HTML page of a comparison in headless Chromium: steps through best play, on three widths."""

import pytest
from browsing import WIDTHS, fits, resize, violations
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


@pytest.fixture(scope="module")
def page(browser, kosolver, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "comparison.html"
    path.write_text(kosolver("compare", "1x6,2x2", "--ko", "psk,ssk,kee", "--format", "html"))
    browser.get(path.as_uri())
    return browser


def card(page, position):
    return page.find_element(By.XPATH, f"//section[h3/code='{position}']")


def board(card):
    """The stones as they are drawn, in the notation of positions without line breaks."""
    names = {"black": "X", "white": "O", "empty": "."}
    stones = card.find_elements(By.CSS_SELECTOR, ".stone")
    return "".join(names[stone.get_attribute("class").split()[1]] for stone in stones)


def said(card):
    return card.find_element(By.TAG_NAME, "output").text


def button(card, label):
    return card.find_element(By.CSS_SELECTOR, f"button[aria-label='{label}']")


def test_buttons_step_through_best_play(page):
    # On 1x6 this start alone separates positional from situational superko.
    separator = card(page, "X.X.X.")
    separator.find_element(By.XPATH, ".//button[.='ssk']").click()
    assert (board(separator), said(separator)) == ("X.X.X.", "Black to play")
    assert not button(separator, "One move back").is_enabled()
    button(separator, "One move on").click()
    assert (board(separator), said(separator)) == ("XXX.X.", "1. black B1")
    button(separator, "To the end").click()
    assert (board(separator), said(separator)) == ("XXX.X.", "3. black pass")
    assert not button(separator, "One move on").is_enabled()
    button(separator, "To the start").click()
    assert board(separator) == "X.X.X."


def test_keys_step_through_best_play_of_the_chosen_rule(page):
    separator = card(page, "X.X.X.")
    psk = separator.find_element(By.XPATH, ".//button[.='psk']")
    psk.click()
    assert psk.get_attribute("aria-pressed") == "true"
    figure = separator.find_element(By.CSS_SELECTOR, ".game")
    figure.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert (board(separator), said(separator)) == ("...OX.", "2. white D1")
    figure.send_keys(Keys.END)
    assert said(separator).endswith("pass")
    figure.send_keys(Keys.HOME, Keys.ARROW_LEFT)
    assert (board(separator), said(separator)) == ("X.X.X.", "Black to play")


def test_every_card_can_be_stepped_to_its_end(page):
    cards = page.find_elements(By.CSS_SELECTOR, ".card")
    assert len(cards) >= 3
    page.execute_script("for (const folded of document.querySelectorAll('details')) folded.open = true")
    for one in cards:
        button(one, "To the end").click()
        assert said(one) and not button(one, "One move on").is_enabled()


@pytest.mark.parametrize("width", WIDTHS)
def test_everybody_can_read_it(page, width):
    resize(page, width)
    assert fits(page, width)
    assert violations(page) == []
