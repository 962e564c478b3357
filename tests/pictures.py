"""Pictures of the pages of a site, to look at: wide and narrow, light and dark.

    python tests/pictures.py DIR-OF-THE-SITE DIR-OF-PICTURES [PAGE …]
"""

import sys
from pathlib import Path

from browsing import chromium

SIZES = [(1366, 768), (390, 844), (360, 740), (740, 360)]
PAGES = ["index", "positions", "docs/findings", "values", "separators", "separators/1x6", "explore", "kee", "frontier", "graphs", "studies/fights", "README"]


def main():
    site, out, *pages = sys.argv[1:]
    Path(out).mkdir(parents=True, exist_ok=True)
    browser = chromium()
    for width, height in SIZES:
        for dark in (False, True):
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
            for page in pages or PAGES:
                browser.get((Path(site).resolve() / f"{page}.html").as_uri())
                name = f"{page.replace('/', '-')}-{width}-{'dark' if dark else 'light'}"
                browser.save_screenshot(f"{out}/{name}.png")
                size = browser.execute_script("return [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                print(f"{name}: {size[0]} wide, {size[1] / height:.1f} screens{' TOO WIDE' * (size[0] > width)}")
    browser.quit()


if __name__ == "__main__":
    main()
