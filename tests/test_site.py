"""The static site in headless Chromium: its pages at two widths, and the search."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

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
