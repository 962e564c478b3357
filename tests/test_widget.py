"""The board of a notebook is clicked in a browser, as a player would: what stands for Jupyter carries messages to and fro."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import kosolver
from browsing import chromium, violations
from kosolver._widget import SCRIPT

TRAITS = ("points", "svg", "status")
PAGE = """
const [script, traits, done] = arguments;
document.title = "board"; document.documentElement.lang = "en";
document.body.innerHTML = "<main><h1>board</h1><div id=el></div></main>";
const on = {};
window.sent = [];
window.model = {
  get: name => traits[name], on: (event, then) => (on[event] = then), send: message => window.sent.push(message),
  set: (name, value) => { traits[name] = value; on["change:" + name]?.(); },
};
import(URL.createObjectURL(new Blob([script], { type: "text/javascript" }))).then(module => {
  module.default.render({ model: window.model, el: document.getElementById("el") });
  done();
});
"""


class Notebook:
    """A page with a widget, and what is between the two."""

    def __init__(self, browser, widget):
        self.browser, self.widget = browser, widget
        browser.get("about:blank")
        self.widget.play.solver.join()
        browser.execute_async_script(PAGE, SCRIPT, {name: getattr(widget, name) for name in TRAITS})

    def carry(self):
        """Obeys what was clicked, and shows what came of it."""
        for message in self.browser.execute_script("return window.sent.splice(0)"):
            self.widget.play.click(message)
            if self.widget.play.solver:
                self.widget.play.solver.join()
        for name in TRAITS:
            self.browser.execute_script("window.model.set(...arguments)", name, getattr(self.widget, name))

    def click(self, name):
        self.browser.find_element(By.XPATH, f"//*[starts-with(@aria-label, '{name}, ')] | //button[. = '{name}']").click()
        self.carry()

    @property
    def status(self):
        return self.browser.find_element(By.TAG_NAME, "output").text


@pytest.fixture(scope="module")
def browser():
    browser = chromium()
    yield browser
    browser.quit()


def test_empty_points_are_clicked(browser):
    page = Notebook(browser, kosolver.widget("1x2", "psk"))
    assert page.status == "black to play: 0; a pass: 0"
    page.click("A1")
    page.click("B1")
    # What the past forbids is said, and changes nothing if it is tried.
    forbidden = "black A1 is prohibited by positional superko: the position X. has occurred before, by move 1"
    assert page.widget.session.moves == ("A1", "B1") and page.status.splitlines()[1] == forbidden
    page.click("A1")
    assert page.widget.session.moves == ("A1", "B1") and page.status.startswith(f"move 3 is illegal: {forbidden}\nblack to play: -2")
    page.click("undo")
    page.click("pass")
    assert page.widget.session.moves == ("A1", "pass")
    page.click("pass")
    assert page.status == "the game is over: 2"


def test_numbers_and_stones_are_clicked_through(browser):
    """What lies under the mouse at each point is that point: neither the number nor the stone is in the way."""
    for board in ("2x3", "cycle:5"):
        page = Notebook(browser, kosolver.widget(board, "psk"))
        page.click(kosolver.board(board).points[1])
        points = browser.find_elements(By.CSS_SELECTOR, ".point")
        assert len(points) == len(kosolver.board(board).points)
        for point in points:
            hit = "const b = arguments[0].getBoundingClientRect(); return document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)"
            assert browser.execute_script(hit, point) == point


def test_keys_play_and_stay_where_they_are(browser):
    page = Notebook(browser, kosolver.widget("2x2", "psk"))
    for key, move in ((Keys.ENTER, "A2"), (Keys.SPACE, "B2")):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        browser.switch_to.active_element.send_keys(key)
        page.carry()
        label = browser.switch_to.active_element.get_attribute("aria-label")
        assert label.startswith(f"{move}, ") and not label.endswith("empty")
    assert page.widget.session.moves == ("A2", "B2")


def test_everybody_can_use_it(browser):
    Notebook(browser, kosolver.widget("2x2", "psk"))
    assert violations(browser) == []
