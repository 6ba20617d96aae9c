"""A real Chromium for tests: found on this machine, never fetched; what a page asks for or pops up is recorded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Request, expect, sync_playwright

from patience import PATIENCE_SECONDS

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
WIDTHS = (390, 1360)
_AXE_SCRIPT: str = Axe().axe_script
_AXE = {"resultTypes": ["violations"], "selectors": False, "rules": {"target-size": {"enabled": True}}}
# What a theme can change: it has colours of its own, and nothing else.
_COLOURS = {
    "resultTypes": ["violations"],
    "selectors": False,
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
}
# Without windows that nobody looks at, a page takes two thirds of the time.
_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
_PATIENCE = 1000 * PATIENCE_SECONDS  # of a browser, in milliseconds
expect.set_options(timeout=_PATIENCE)
# Chromium heeds the last of such flags alone, so what Playwright switches off is repeated here. The last three are ours:
# two pages behind the address bar, which each window of a browser that nobody looks at loads in a second, and a process in
# reserve for an address that the window may go to next.
_OFF = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "SpareRendererForSitePerProcess"
)
_FLAGS = (
    f"--disable-features={_OFF}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@dataclass(frozen=True, slots=True)
class Visit:
    """An open page, the addresses it asked for other than its own, and the messages of its dialogs."""

    page: Page
    requests: list[str]
    dialogs: list[str]


def chromium_path() -> str:
    """Return where Chromium is; without one skip the test, and in CI fail it."""
    path = next((path for name in _BROWSERS if (path := shutil.which(name)) is not None), None)
    if path is None:
        reason = "there is no Chromium on PATH; on Debian: apt-get install chromium-headless-shell fonts-noto-cjk"
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


def open_context(browser: Browser, *, width: int = 1360, scheme: Scheme = "light", **how: Any) -> BrowserContext:
    """Return a browser of a reader, with nothing kept, that waits for what must come."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **how)
    context.set_default_timeout(_PATIENCE)
    return context


def violations(page: Page, *, colours_only: bool = False) -> list[str]:
    """Return what axe finds wrong with a page as it is, or with its colours alone.

    Axe stays in a page that was looked at before: it is half a megabyte of script, and to load it takes as long as it looks.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE_SCRIPT)
    options = _COLOURS if colours_only else _AXE
    found = page.evaluate("options => axe.run(options).then(results => results.violations)", options)
    return [f"{each['id']}: {[node['html'] for node in each['nodes']][:3]}" for each in found]


def overflow(page: Page) -> int:
    """Return by how many pixels a page scrolls sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def faults(
    page: Page, *, widths: Iterable[int] = WIDTHS, schemes: Iterable[Scheme] = SCHEMES, to_end: bool = False
) -> list[str]:
    """Return what axe finds on a page, and whether it scrolls sideways, on a phone and a desk and in both themes.

    The page is loaded once: to load it and axe anew takes five times as long as to look again. Of a second theme only
    the colours are looked at. `to_end` scrolls down first.
    """
    wrong: list[str] = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        if to_end:
            page.evaluate("scrollTo(0, document.body.scrollHeight)")
        wrong += [f"{width}: {overflow(page)} pixels too wide"] if overflow(page) else []
        for number, scheme in enumerate(schemes):
            page.emulate_media(color_scheme=scheme)
            wrong += [f"{width}, {scheme}: {each}" for each in violations(page, colours_only=number > 0)]
    return wrong


@contextmanager
def visit(
    browser: Browser,
    file: Path,
    *,
    width: int = 1360,
    scheme: Scheme = "light",
    scripts: bool = True,
) -> Iterator[Visit]:
    """Open a file at that width and in that colour scheme; `scripts=False` is a browser that runs none."""
    with lent_page(browser, None, width=width, scheme=scheme, scripts=scripts) as page:
        address = file.as_uri()
        seen = Visit(page, [], [])

        def note_request(request: Request) -> None:
            if request.url.partition("#")[0] != address:
                seen.requests.append(request.url)

        def note_dialog(dialog: Dialog) -> None:
            seen.dialogs.append(dialog.message)
            dialog.dismiss()

        with heard(page, request=note_request, dialog=note_dialog):
            page.goto(address)
            yield seen


@contextmanager
def heard(page: Page, **handlers: Callable[..., None]) -> Iterator[None]:
    """Call what handles an event of a page until the end of the block."""
    for event, handler in handlers.items():
        page.on(event, handler)  # type: ignore[call-overload]
    try:
        yield
    finally:
        for event, handler in handlers.items():
            page.remove_listener(event, handler)


# Pages that wait for the next reader, with scripts and without: a new context takes a window and a process, thrice what a
# page takes to load.
_PAGES: WeakKeyDictionary[Browser, dict[bool, Page]] = WeakKeyDictionary()


@contextmanager
def lent_page(
    browser: Browser, origin: str | None, *, width: int = 1360, scheme: Scheme = "light", scripts: bool = True
) -> Iterator[Page]:
    """Lend a page in a browser of its own to a reader of an app, or of files.

    The next reader is lent it again with nothing kept, so that `origin` must name whatever may keep something there. Who is
    lent one while another is out gets a second browser; whoever fails leaves none behind.
    """
    waiting = _PAGES.setdefault(browser, {})
    page = waiting.pop(scripts, None) or open_context(browser, java_script_enabled=scripts).new_page()
    try:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme=scheme)
        yield page
        _empty(page, origin)
    except BaseException:
        page.context.close()
        raise
    if scripts in waiting:  # two readers at once
        page.context.close()
    else:
        waiting[scripts] = page


def _empty(page: Page, origin: str | None) -> None:
    """Leave the page, and take back all that its reader let the browser keep."""
    context = page.context
    for other in context.pages:
        if other is not page:
            other.close()
    context.unroute_all()
    page.goto("about:blank")
    if origin is None:
        return
    context.clear_cookies()
    context.clear_permissions()
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()
