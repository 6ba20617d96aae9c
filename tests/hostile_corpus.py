"""A generated hostile corpus: every payload in every format, what each file holds, and how every verb fares with it.

Nothing here is random: the files are the same on every machine. A run is one verb on one file, in this process.
"""

from __future__ import annotations

import base64
import csv
import gzip
import io
import json
import os
import resource
import signal
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from html import escape
from pathlib import Path
from types import FrameType

from command import Done, run_meadow

CALM = "The harbour bell of Tolsby rings again after ten years of silence, the harbour master said on Monday."
QUESTION = "How often did the bell of Tolsby ring?"
VERBS: dict[str, tuple[str, ...]] = {
    "digest": ("--json",), "summarize": ("--json",), "track": ("--json",), "group": ("--json",), "headline": ("--json",),
    "report": ("--json",), "pack": ("--tokens", "200", "--json"),
}  # fmt: skip
SLOW_SECONDS, LARGE_MEGABYTES = 10, 1024

PAYLOADS: dict[str, str] = {
    "digits": "Pi is 3." + "1" * 310,
    "more digits": "9" * 20_000,
    "huge number": "It cost 1e308 crowns and 1e-400 more, or 10^999999999 in all.",
    "ones": "1 " * 3_000,
    "pairs": "12 3" * 2_000,
    "brackets": ")" * 8_000,
    "open brackets": "([{" * 3_000,
    "hyphens": "x-y-z-" * 800,
    "quotes": "\"'“”‘’«»" * 1_000,
    "stops": "." * 8_000,
    "abbreviations": "Mr. Dr. St. " * 700,
    "commas": "a, " * 3_000,
    "one letter": "x",
    "one word": "w" * 60_000,
    "blank lines": "A.\n" + "\n" * 5_000 + "B.",
    "marks only": "… ?! — ★ ※ §§",
    "stop words": "the of and to a in is it " * 200,
    "one sentence often": f"{CALM} " * 200,
    "capitals": "SANT ORIEL LETHRIA NINEMILE " * 300,
    "nul": "a\0b\0c and a bell",
    "escape": "\x1b[2J\x1b]0;title\x07 The bell \x9b31m rang.",
    "bidi": "The bell \u202e gnar eht \u2066 of it \u200f rang.",
    "surrogate": "Half a pair \ud83d here, the bell rang.",
    "combining": "e" + "\u0301" * 3_000 + " rang the bell.",
    "emoji": "👩‍👩‍👧‍👦" * 500 + " rang the bell.",
    "japanese": "潮見港の鐘が十年ぶりに鳴った。港長は月曜日に述べた。" * 20,
    "thai": "ระฆังท่าเรือดังอีกครั้งหลังจากเงียบไปสิบปี " * 50,
    "hebrew": "פעמון הנמל מצלצל שוב לאחר עשר שנים. " * 50,
    "mixed scripts": "The 鐘 of Τόλσμπι звонит again بعد عشر years. " * 30,
    "tags": "<script>alert(1)</script><b>The bell</b> rang <img src=x onerror=alert(1)>" * 20,
    "open comment": "The bell rang. <!-- and never stopped " * 20,
    "entities": "&lt;&amp;&#0;&#xd800;&bogus; rang the bell &#1114112;" * 20,
    "cdata": "]]> <![CDATA[ The bell rang ]]> &bell;",
    "formula": "=cmd|'/C calc'!A0\n+1+1\n@SUM(1)\n-2",
    "template": "{{7*7}} ${7*7} <%= 7*7 %> #{7*7} rang the bell",
    "paths": "../../../../etc/passwd file:///etc/passwd \\\\host\\share rang",
    "links": "https://a.example/" + "x" * 3_000 + " and mailto:a@b.example rang",
    "markdown": "# a\n* b\n[c](javascript:alert(1))\n```\n" * 60,
    "dates": "On 9999-12-31 and 0000-00-00 and 31 February 2026 it rang at 25:61.",
}  # fmt: skip


def _jsonl(title: str, text: str) -> bytes:
    rows = [{"id": "odd", "title": title, "text": text}, {"id": "calm", "text": CALM}]
    return "\n".join(map(json.dumps, rows)).encode()


def _table(title: str, text: str) -> bytes:
    sheet = io.StringIO()
    csv.writer(sheet).writerows([("id", "title", "text"), ("odd", title, text), ("calm", "", CALM)])
    return _bytes(sheet.getvalue())


def _page(title: str, text: str) -> bytes:
    return _bytes(
        f"<!doctype html><html><head><title>{escape(title)}</title></head><body><article><p>{text}</p></article>"
    )


def _feed(title: str, text: str) -> bytes:
    items = "".join(
        f"<item><guid>{name}</guid><title>{escape(title)}</title><description>{escape(body)}</description></item>"
        for name, body in (("odd", text), ("calm", CALM))
    )
    return _bytes(f'<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title>{items}</channel></rss>')


def _docsent(title: str, text: str) -> bytes:
    sentences = "".join(f"<S SNO='{n}'>{escape(part)}</S>" for n, part in enumerate((title, text, CALM), start=1))
    return _bytes(f"<?xml version='1.0'?><DOCSENT DID='odd' LANG='ENG'><BODY><TEXT>{sentences}</TEXT></BODY></DOCSENT>")


def _sgml(title: str, text: str) -> bytes:
    return _bytes(f"<DOC><DOCNO>odd</DOCNO><HEADLINE>{title}</HEADLINE><TEXT><P>{text}</P></TEXT></DOC>")


def _subtitles(title: str, text: str) -> bytes:
    return _bytes(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{title}\n\n00:03.000 --> 00:04.000\n{text}\n")


def _zip(title: str, text: str) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("a/odd.txt", _bytes(f"{title}\n\n{text}"))
        members.writestr("a/calm.txt", CALM)
    return archive.getvalue()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# How a title and a text become a file, and how many documents went in.
CARRIERS: dict[str, tuple[Callable[[str, str], bytes], int]] = {
    "txt": (lambda title, text: _bytes(f"{title}\n\n{text}"), 1),
    "md": (lambda title, text: _bytes(f"# {title}\n\n{text}"), 1),
    "jsonl": (_jsonl, 2),
    "json": (lambda title, text: json.dumps([{"title": title, "text": text}, {"text": CALM}]).encode(), 2),
    "csv": (_table, 2),
    "html": (_page, 1),
    "rss": (_feed, 2),
    "docsent": (_docsent, 1),
    "sgm": (_sgml, 1),
    "vtt": (_subtitles, 1),
    "jsonl.gz": (lambda title, text: gzip.compress(_jsonl(title, text), mtime=0), 2),
    "zip": (_zip, 2),
}


@dataclass(frozen=True, slots=True)
class HostileFile:
    """A file of the corpus: its name, which may be no text at all, its bytes, and how many documents went into it."""

    name: bytes
    data: bytes
    documents: int


@dataclass(slots=True)
class Tally:
    """What went wrong over all runs; every count but the first two is to be zero."""

    files: int = 0
    runs: int = 0
    bugs: int = 0
    slow: int = 0
    large: int = 0
    silent_losses: int = 0
    escapes: int = 0

    @property
    def faults(self) -> int:
        """The sum of all that is to be zero."""
        return self.bugs + self.slow + self.large + self.silent_losses + self.escapes

    def table(self) -> str:
        """Return the counts as a table of two rows."""
        names = [field.name.replace("_", " ") for field in fields(self)]
        values = [str(getattr(self, field.name)) for field in fields(self)]
        widths = [max(map(len, column)) for column in zip(names, values, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in (names, values)
        )


def corpus() -> list[HostileFile]:
    """Return the files: every payload in every format, as text and every third time as the title too."""
    found = []
    for number, (payload, (suffix, (make, count))) in enumerate(
        (payload, carrier) for payload in PAYLOADS for carrier in CARRIERS.items()
    ):
        text = PAYLOADS[payload]
        title = text[:2_000] if number % 3 == 0 else f"Bell number {number}"
        found.append(HostileFile(_name(number, payload, suffix), make(title, text), count))
    return found


def _name(number: int, payload: str, suffix: str) -> bytes:
    odd = (b"", b"\x1b[31m", b"\nmeadow: wrote x", b"\xff\xfe", "\u202e".encode(), b" ")[number % 6]
    plain = base64.b32encode(payload.encode())[:6].decode().lower()
    return f"{number:04}{plain}".encode() + odd + f".{suffix}".encode()


def run_corpus(files: Sequence[HostileFile], folder: Path) -> tuple[Tally, list[str]]:
    """Run every verb on every file; return the counts, and a line for each fault."""
    tally, told = Tally(files=len(files)), list[str]()
    before = _peak_megabytes()  # other tests of this process may have been large: what these runs add is their own
    for file in files:
        target = os.path.join(os.fsencode(folder), file.name)  # noqa: PTH118 - the name is bytes
        with open(target, "wb") as stream:  # noqa: PTH123 - the name is bytes
            stream.write(file.data)
        name = os.fsdecode(file.name)
        for verb, options in VERBS.items():
            paths = (QUESTION, name) if verb in ("report", "pack") else (name,)
            for fault in _faults(verb, (verb, *paths, *options), file, folder):
                setattr(tally, fault, getattr(tally, fault) + 1)
                told.append(f"{fault}: meadow {verb} {file.name!r}")
            tally.runs += 1
        os.unlink(target)  # noqa: PTH108 - the name is bytes
    if _peak_megabytes() - before > LARGE_MEGABYTES:
        tally.large += 1
        told.append("large: the process that did it all")
    return tally, told


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _faults(verb: str, arguments: tuple[str, ...], file: HostileFile, folder: Path) -> Iterator[str]:
    started = time.process_time()
    with _alarm(60 * SLOW_SECONDS):
        done = run_meadow(*arguments, folder=folder)
    if time.process_time() - started > SLOW_SECONDS:
        yield "slow"
    if done.returncode not in (0, 2):
        yield "bugs"
    if any((ord(mark) < 32 and mark not in "\n\t") or 127 <= ord(mark) < 160 for mark in done.stdout + done.stderr):
        yield "escapes"
    if any(line.startswith("meadow: wrote") for line in done.stderr.splitlines()):
        yield "escapes"
    if _documents_out(verb, done) + _findings(done) < file.documents:
        yield "silent_losses"


def _documents_out(verb: str, done: Done) -> int:
    """Return how many documents a verb speaks of: those that only print a text speak of all that were read."""
    if done.returncode != 0:
        return 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if verb == "track":
        return len(lines)
    if verb == "digest":
        return sum(len(story["documents"]) for story in lines[0]["stories"])
    return 1_000


def _findings(done: Done) -> int:
    """Return how many items were reported as unreadable; where nothing could be read at all, that is all of them."""
    if done.returncode == 2 and done.stderr.startswith("meadow: "):
        return 1_000
    return sum(line.startswith(("meadow: not read: ", "meadow: note: ")) for line in done.stderr.splitlines())


@contextmanager
def _alarm(seconds: int) -> Iterator[None]:
    """Raise an error in what takes longer than any patience, so that the table still gets printed."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer within {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
