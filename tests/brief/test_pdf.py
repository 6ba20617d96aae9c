"""PDFs from a real Chromium: their pages, what they may load, and that no process outlives them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser

from brief.hostile import STRINGS, wearing
from brief.values import brief, digest, document, pick, summary, week
from browser import chromium_path, visit
from meadow.brief.html import format_html
from meadow.brief.pdf import find_browser, format_pdf
from meadow.errors import BrowserError
from meadow.model import Digest
from patience import until
from project.guards import PROCESSES, children_after_grace

A4_TEXT_WIDTH = 673  # 210 mm less two margins of 16 mm, at 96 pixels to the inch


def page_count(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def structure(pdf: bytes) -> bytes:
    """Return a PDF without its streams, whose compressed bytes could spell anything."""
    return re.sub(rb"\bstream\n.*?\nendstream\b", b"", pdf, flags=re.DOTALL)


def text_of(pdf: bytes, folder: Path) -> str:
    """Return the text of a PDF, page by page; without a reader on this machine skip the test."""
    if shutil.which("pdftotext") is None:
        reason = "there is no pdftotext on PATH; on Debian: apt-get install poppler-utils"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    file = folder / "read.pdf"
    file.write_bytes(pdf)
    done = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, encoding="utf-8", check=True)
    return done.stdout


def script(folder: Path, lines: str) -> str:
    """Return the path of a program that replaces a browser."""
    file = folder / "browser"
    file.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    file.chmod(0o755)
    return str(file)


def runs(mark: str) -> bool:
    """Tell whether a process that has not ended has `mark` in its command line (a zombie's is empty)."""
    for folder in PROCESSES.iterdir():
        try:
            if folder.name.isdigit() and mark.encode() in (folder / "cmdline").read_bytes():
                return True
        except OSError:
            continue
    return False


def runs_after_grace(mark: str) -> bool:
    return not until(lambda: not runs(mark))


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """Serve on the loopback address; give the address and the paths that were asked for."""
    asked: list[str] = []

    class Note(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments: object) -> None:
            """Print nothing."""

    with HTTPServer(("127.0.0.1", 0), Note) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def printed_week() -> bytes:
    return format_pdf(format_html(week()), browser=chromium_path())


@pytest.mark.browser
def test_a_digest_is_printed_on_numbered_pages_of_a4(printed_week: bytes, tmp_path: Path) -> None:
    pages = page_count(printed_week)
    text = text_of(printed_week, tmp_path)
    lines = [["".join(line.split()) for line in page.splitlines()] for page in text.split("\f")[:pages]]

    assert pages >= 2
    assert re.findall(rb"/MediaBox \[0 0 (\d+)[.\d]* (\d+)[.\d]*\]", printed_week) == [(b"594", b"841")] * pages
    assert all(f"{number}/{pages}" in shown for number, shown in enumerate(lines, start=1))
    assert "The pier had been closed to anglers since autumn." in " ".join(text.split())
    assert "https://harbour-wire.example/1" in text


@pytest.mark.browser
def test_equal_pages_give_equal_bytes_and_no_date(printed_week: bytes) -> None:
    assert format_pdf(format_html(week()), browser=chromium_path()) == printed_week
    assert b"Date (" not in printed_week


def long_words() -> list[Digest]:
    return [wearing(text) for text in ("w" * 900, "橋" * 900, "https://elsewhere.example/" + "x" * 900)]


@pytest.mark.browser
def test_nothing_is_wider_than_the_paper(chromium: Browser, tmp_path: Path) -> None:
    wide = """[...document.querySelectorAll('body *')].filter(each =>
        each.getBoundingClientRect().right > innerWidth + 1 || each.scrollWidth > each.clientWidth + 1 &&
        getComputedStyle(each).overflow !== 'visible').map(each => each.outerHTML.slice(0, 80))"""
    file = tmp_path / "page.html"
    for told in (week(), *long_words()):
        file.write_text(format_html(told), "utf-8")
        with visit(chromium, file, width=A4_TEXT_WIDTH) as seen:
            seen.page.emulate_media(media="print")
            assert seen.page.evaluate(wide) == []


@pytest.mark.browser
def test_a_long_word_is_printed_whole(tmp_path: Path) -> None:
    word = "".join(f"{number:03}" for number in range(300))
    one = document("one", [f"{word}."])
    pdf = format_pdf(format_html(digest(brief([one], summary([pick(one, 0)])))), browser=chromium_path())

    assert word in "".join(text_of(pdf, tmp_path).split())


@pytest.mark.browser
def test_a_page_can_load_nothing_even_from_this_machine() -> None:
    with listening() as (address, asked):
        loud = f"<!doctype html><html><head></head><body><img src='{address}/seen.png'></body></html>"
        assert format_pdf(loud, browser=chromium_path()).startswith(b"%PDF-")
        assert asked == []
        # The server itself would have seen it.
        urlopen(f"{address}/mine").close()  # noqa: S310 - our own loopback address
        assert asked == ["/mine"]


@pytest.mark.golden("B10")
@pytest.mark.browser
def test_hostile_text_is_printed_as_text(tmp_path: Path) -> None:
    whole = digest(*(story for text in STRINGS for story in wearing(text)))
    pdf = format_pdf(format_html(whole), browser=chromium_path())
    plain = structure(pdf)

    assert re.search(rb"/(JavaScript|JS|Launch|EmbeddedFile|SubmitForm)\b", plain) is None
    assert set(re.findall(rb"/URI \(([^)]*)\)", plain)) == {b"https://harbour-wire.example/1"}
    assert "<script>alert(1)</script>" in text_of(pdf, tmp_path)


@pytest.mark.browser
def test_no_process_and_no_file_outlives_the_printing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))  # a folder that no other test writes to at the same time
    format_pdf(format_html(digest()), browser=chromium_path())

    assert children_after_grace() == []
    assert not runs_after_grace(str(tmp_path))
    assert list(tmp_path.glob("meadow-*")) == []


def test_a_browser_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    mark = f"{tmp_path}/nothing"
    hanging = script(tmp_path, f": > {mark}; tail -f -n 0 {mark} & wait")

    with pytest.raises(BrowserError, match="within 1 seconds and was ended") as caught:
        format_pdf("<head></head>", browser=hanging, seconds=1)
    assert caught.value.exit_code == 3
    assert not runs_after_grace(mark)
    assert not runs_after_grace(hanging)


def test_what_a_browser_leaves_running_is_ended_too(tmp_path: Path) -> None:
    mark = f"{tmp_path}/nothing"
    Path(mark).touch()
    leaving = script(tmp_path, f"tail -f -n 0 {mark} & echo gone; exit 5")

    with pytest.raises(BrowserError, match="ended with status 5 and said 'gone'"):
        format_pdf("<head></head>", browser=leaving)
    assert not runs_after_grace(mark)


def test_a_browser_that_prints_nothing_is_not_believed(tmp_path: Path) -> None:
    with pytest.raises(BrowserError, match="printed no PDF: it ended with status 0"):
        format_pdf("<head></head>", browser=script(tmp_path, "exit 0"))


def test_a_file_that_is_no_pdf_is_not_believed(tmp_path: Path) -> None:
    writing = 'for each in "$@"; do case $each in --print-to-pdf=*) echo x > "${each#*=}";; esac; done'
    with pytest.raises(BrowserError, match="printed no PDF"):
        format_pdf("<head></head>", browser=script(tmp_path, writing))


def test_a_browser_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrowserError, match="nowhere' cannot be started: No such file"):
        format_pdf("<head></head>", browser=str(tmp_path / "nowhere"))


@pytest.mark.parametrize(("user", "flagged"), [(0, True), (1000, False)])
def test_only_root_goes_without_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, flagged: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    with pytest.raises(BrowserError) as caught:
        format_pdf("<head></head>", browser=script(tmp_path, 'echo "$@"'))

    assert ("--no-sandbox" in str(caught.value)) == flagged
    assert "file:///" in str(caught.value)


def test_without_a_browser_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(
        BrowserError, match=r"none on PATH.*chromium-browser.*apt-get install chromium.*--html"
    ) as caught:
        find_browser()
    assert caught.value.exit_code == 3


def test_a_browser_on_the_path_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path, "exit 0")
    (tmp_path / "browser").rename(tmp_path / "google-chrome")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_browser() == str(tmp_path / "google-chrome")
