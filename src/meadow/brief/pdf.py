"""A page as a PDF, printed by a Chromium that is installed here; it loads the page's file and nothing else."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from meadow.errors import BrowserError

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
SECONDS = 120.0

_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--no-first-run",
    "--no-default-browser-check",
    # No name and no address resolves: even a page that asked for something would get nothing.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
    "--generate-pdf-document-outline",
)
# In the file that is printed, not in the page itself: a reader who prints that chooses the paper.
_PAPER = (
    "<style>@page { size: A4; @bottom-center { content: counter(page) ' / ' counter(pages); "
    "font: 8pt sans-serif; color: #63656a; } }</style>"
)
_DATES = re.compile(rb"/(?:CreationDate|ModDate) \(D:[^()]*\)")


def find_browser() -> str:
    """Return the path of an installed Chromium, or say what to install."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name)) is not None), None)
    if browser is None:
        raise BrowserError(
            "A PDF is printed by Chromium, and there is none on PATH.",
            allowed=f"Looked for: {', '.join(BROWSERS)}.",
            advice="Install it (on Debian: apt-get install chromium), or write a page with --html and print that.",
        )
    return browser


def format_pdf(page: str, *, browser: str, seconds: float = SECONDS) -> bytes:
    """Return a self-contained HTML page as a PDF with numbered A4 pages; equal pages give equal bytes.

    `browser` is the path of a Chromium. It is ended after `seconds`, with all processes that it started.
    """
    # Chromium may still write to its profile while it dies: what it adds then is left to the system's clean-up.
    with TemporaryDirectory(prefix="meadow-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        source, printed, said = folder / "page.html", folder / "page.pdf", folder / "said.txt"
        source.write_text(page.replace("</head>", f"{_PAPER}</head>", 1), encoding="utf-8")
        arguments = [*_FLAGS, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={printed}", source.as_uri()]
        with said.open("wb") as log, _running([browser, *_privileges(), *arguments], log.fileno()) as process:
            status = _wait(process, seconds)
        content = printed.read_bytes() if printed.exists() else b""
        if status != 0 or not content.startswith(b"%PDF-"):
            raise _failure(browser, status, said.read_text("utf-8", "replace"))
    return _DATES.sub(lambda date: b" " * len(date[0]), content)


def _privileges() -> list[str]:
    # The sandbox refuses to run as root, and root in a container is the usual case there.
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


@contextmanager
def _running(command: list[str], log: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start a program in a new process group, and end the whole group with the block."""
    try:
        process = subprocess.Popen(  # noqa: S603 - a program that the caller names, without a shell
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
        )
    except OSError as error:
        raise BrowserError(
            f"{command[0]!r} cannot be started: {error.strerror}.", given=command[0], advice="Name a Chromium."
        ) from error
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()


def _wait(process: subprocess.Popen[bytes], seconds: float) -> int:
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        raise BrowserError(
            f"Chromium did not print the PDF within {seconds:g} seconds and was ended.",
            given=f"{seconds:g}",
            advice="Try again with fewer stories, or write a page with --html and print that.",
        ) from None


def _failure(browser: str, status: int, said: str) -> BrowserError:
    last = said.strip().rpartition("\n")[2]
    return BrowserError(
        f"{browser!r} printed no PDF: it ended with status {status} and said {last!r}.",
        given=browser,
        advice="If it may not read the folder of temporary files (a snap may not), name another in TMPDIR.",
    )
