"""What tests of the explorer share: an explorer at work, its page, and what stands on it."""

import json
import re
import subprocess
import urllib.request

import pytest
from browsing import resize
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

NAMES = {"black": "X", "white": "O"}


@pytest.fixture(scope="module")
def server(binary, checker):
    """The address of an explorer at work."""
    command = [binary, "explore", "--port", "0", "--memory", "1GiB", "--threads", "2", "--checker", checker]
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
    assert errors(browser) == []


def until(browser, holds, seconds=60):
    # The page may be drawn again while it is read.
    early = [IndexError, NoSuchElementException, StaleElementReferenceException]
    WebDriverWait(browser, seconds, 0.05, ignored_exceptions=early).until(lambda _: holds())


def choose(page, selector):
    """Clicks what may be drawn again meanwhile."""
    until(page, lambda: page.find_element(By.CSS_SELECTOR, selector).click() or True)


def errors(page):
    return [entry for entry in page.get_log("browser") if entry["level"] == "SEVERE"]


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


def box(page, element):
    """Its left, top, right and bottom on the screen."""
    return page.execute_script("const { left, top, right, bottom } = arguments[0].getBoundingClientRect(); return [left, top, right, bottom]", element)


def width(page, element):
    left, _, right, _ = box(page, element)
    return right - left


def text(page, selector, number=0):
    return side(page, number).find_element(By.CSS_SELECTOR, selector).text


def position(page, number=0):
    """What stands on the points, in the order of positions."""
    buttons = side(page, number).find_elements(By.CSS_SELECTOR, ".point")
    labels = [button.get_attribute("aria-label") for button in buttons]
    return "".join(next((sign for name, sign in NAMES.items() if f"{name} stone" in label), ".") for label in labels)


def press(page, button):
    xpath = f"//button[normalize-space()='{button}' or @aria-label='{button}']"

    def pressed():
        found = page.find_element(By.XPATH, xpath)
        # On a phone a bar lies over the end of the page.
        page.execute_script("arguments[0].scrollIntoView({ block: 'center' })", found)
        found.click()
        return True

    until(page, pressed)


def refusals(page, code):
    """What the server refuses is on the console; that is how browsers are. Nothing else is there."""
    found = [entry["message"] for entry in errors(page)]
    assert found and all(f"status of {code}" in message for message in found)


def status(server):
    return json.load(urllib.request.urlopen(f"{server}/api/status"))["asked"]


def luminance(colour):
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
