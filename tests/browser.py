"""A real Chromium for tests: found on this machine, never fetched; what a page asks for or pops up is recorded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Dialog, Page, Request, sync_playwright

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@dataclass(frozen=True, slots=True)
class Visit:
    """An open page, the addresses it asked for beside its own, and the messages of its dialogs."""

    page: Page
    requests: list[str]
    dialogs: list[str]


def chromium_path() -> str:
    """Return where Chromium is; without one skip the test, and in CI fail it."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        reason = "there is no Chromium on PATH; on Debian: apt-get install chromium fonts-noto-cjk"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@contextmanager
def open_chromium() -> Iterator[Browser]:
    """Start a headless Chromium and end it with the block."""
    path = chromium_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visit(
    browser: Browser,
    file: Path,
    *,
    width: int = 1360,
    scheme: Literal["light", "dark"] = "light",
    scripts: bool = True,
) -> Iterator[Visit]:
    """Open a file in a new context of that width and colour scheme; `scripts=False` is a browser that runs none."""
    viewport = {"width": width, "height": 900}
    context = browser.new_context(viewport=viewport, color_scheme=scheme, java_script_enabled=scripts)  # type: ignore[arg-type]
    try:
        page, address = context.new_page(), file.as_uri()
        seen = Visit(page, [], [])

        def note_request(request: Request) -> None:
            if request.url.partition("#")[0] != address:
                seen.requests.append(request.url)

        def note_dialog(dialog: Dialog) -> None:
            seen.dialogs.append(dialog.message)
            dialog.dismiss()

        page.on("request", note_request)
        page.on("dialog", note_dialog)
        page.goto(address)
        yield seen
    finally:
        context.close()
