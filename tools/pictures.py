"""Take the pictures of the web app that the docs show, from the bundled sample: docs/pictures/*.png.

It starts `meadow serve` in an empty folder, opens pages in the Chromium of this machine, and ends both.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from meadow.brief.pdf import BROWSERS

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "pictures"
FERRY = "Captain of Skerra ferry charged with negligence over 17 deaths"
# Name, the story that is opened (None is the list), width, height, colour scheme.
PICTURES: tuple[tuple[str, str | None, int, int, Literal["light", "dark"]], ...] = (
    ("stories", None, 1360, 820, "light"),
    ("story", FERRY, 1360, 900, "light"),
    ("story-dark-phone", FERRY, 390, 844, "dark"),
    ("report", FERRY, 1360, 900, "light"),
)
REPORT_KEYS = ("ArrowRight", "j", " ", "j", " ", "ArrowRight", "j", " ", "ArrowRight", "j", "j", " ")


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        try:
            for picture in PICTURES:
                take(browser, address, *picture)
                print(f"docs/pictures/{picture[0]}.png")
        finally:
            browser.close()


def take(
    browser: Browser,
    address: str,
    name: str,
    story: str | None,
    width: int,
    height: int,
    scheme: Literal["light", "dark"],
) -> None:
    """Take one picture."""
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    try:
        page = context.new_page()
        page.goto(address, timeout=120_000)
        if story is not None:
            page.get_by_role("link", name=story).click()
            page.locator("#headline").wait_for()
        if name == "report":
            build(page)
        page.evaluate("document.fonts.ready")
        page.evaluate("document.querySelectorAll('.banner').forEach(each => each.remove())")
        page.screenshot(path=FOLDER / f"{name}.png")
    finally:
        context.close()


def build(page: Page) -> None:
    """Begin a report on the story, and take a few sentences."""
    page.get_by_role("button", name="Build a report").click()
    page.locator(".builder[data-ready]").wait_for()
    for key in REPORT_KEYS:
        page.keyboard.press(key)
    page.locator('#save-state:text-is("Saved")').wait_for()


@contextmanager
def serving() -> Iterator[str]:
    """Serve the sample, and give the address to open."""
    environment = {name: value for name, value in os.environ.items() if name != "MEADOW_WORKSPACE"}
    command = [sys.executable, "-m", "meadow", "serve", "--no-open", "--port", "0"]
    with TemporaryDirectory() as folder:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            said = process.stdout.readline() if process.stdout is not None else ""
            found = re.search(r"http://\S+", said)
            if found is None:
                sys.exit(f"meadow serve did not start: {said}")
            yield found[0]
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
