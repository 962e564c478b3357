"""Makes docs/pictures/explorer.png: the explorer on the game on 1x12 of the gallery, in headless
Chromium.

Run it with a Python that has selenium and Pillow, with Chromium and its driver installed:
KOSOLVER=target/release/kosolver target/venv/bin/python docs/pictures/screenshots.py
"""

import base64
import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = os.environ.get("KOSOLVER", ROOT / "target" / "release" / "kosolver")
WIDTH, HEIGHT = 1000, 590
SOLVED = "return document.documentElement.dataset.ready && !document.querySelector('.search')"
OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic",
           "--no-first-run", "--disable-background-networking", "--disable-component-update",
           "--disable-sync", "--hide-scrollbars")


def game():
    """The first position of the gallery, as it stands in an address."""
    example = json.loads((ROOT / "crates" / "report" / "data" / "gallery.json").read_text())[0]
    board, rules, moves = (example["game"][name] for name in ("board", "rules", "moves"))
    return urlencode({"board": board, "rules": rules, "against": example["against"], "moves": ",".join(moves)})


def picture(address):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for option in OPTIONS:
        options.add_argument(option)
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    try:
        size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        still = {"name": "prefers-reduced-motion", "value": "reduce"}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [still]})
        browser.get(f"{address}/?{game()}")
        WebDriverWait(browser, 300).until(lambda _: browser.execute_script(SOLVED))
        shot = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"]
        return Image.open(io.BytesIO(base64.b64decode(shot)))
    finally:
        browser.quit()


def main():
    command = [PROGRAM, "explore", "--port", "0", "--memory", "1GiB"]
    explorer = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://[^/]+", explorer.stdout.readline())[0]
        # In 256 colours it has less than half the bytes.
        picture(address).convert("RGB").quantize(256).save(HERE / "explorer.png", optimize=True)
    finally:
        explorer.terminate()
        explorer.wait()


if __name__ == "__main__":
    main()
