"""What tests of pages in a browser share."""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver

ROOT = Path(__file__).resolve().parent.parent
MODULES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "node" / "node_modules"

WIDTHS = [1280, 820, 390]
SHIFTS = """window.shifts = 0; new PerformanceObserver(list => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value;
}).observe({ type: "layout-shift", buffered: true });"""


def chromium():
    """A browser without a window."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    quiet = ("quic", "background-networking", "component-update", "sync")
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     *(f"--disable-{what}" for what in quiet)):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def resize(browser, width, dark=False):
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def fits(browser, width):
    """Whether nothing on the page is wider than a screen of this width."""
    element = "document.documentElement"
    shown, visible = browser.execute_script(f"return [{element}.scrollWidth, {element}.clientWidth]")
    return shown <= visible <= width


def violations(browser):
    """What the accessibility checker axe-core finds on the page that is open."""
    browser.execute_script((MODULES / "axe-core" / "axe.min.js").read_text())
    browser.set_script_timeout(300)
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    script = "const done = arguments[1]; axe.run({ runOnly: arguments[0] }).then(found => done(found.violations))"
    found = browser.execute_async_script(script, tags)
    return [(one["id"], [node["html"] for node in one["nodes"]]) for one in found]


@contextmanager
def shifts(browser):
    """How much has moved on a page that is opened now, as browsers count layout shifts."""
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SHIFTS})
    try:
        yield lambda: browser.execute_script("return window.shifts")
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
