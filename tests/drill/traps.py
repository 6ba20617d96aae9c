"""Inputs that break other programs, small enough for every test run; the drill makes them larger."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator

from ingest.archive_files import TEXT, tarred, zipped

SIZE = 100_000  # bytes of adversarial text, the unit of B8

ENTITIES = '<!ENTITY a0 "lol">' + "".join(f'<!ENTITY a{number} "{f"&a{number - 1};" * 10}">' for number in range(1, 12))
DOCSENT = "<DOCSENT DID='d1'><BODY><TEXT><S PAR='1' RSNT='1' SNO='1'>{}</S></TEXT></BODY></DOCSENT>"
RSS = "<rss version='2.0'><channel><item><title>Ferry</title><description>{}</description></item></channel></rss>"
ATOM = "<feed xmlns='http://www.w3.org/2005/Atom'><title>Wire</title><entry><title>{}</title></entry></feed>"

BOMBS = {
    "laughs in docsent": f"<!DOCTYPE DOCSENT [{ENTITIES}]>" + DOCSENT.format("&a11;"),
    "laughs in RSS": f"<?xml version='1.0'?><!DOCTYPE rss [{ENTITIES}]>" + RSS.format("&a11;"),
    "laughs in Atom": f"<?xml version='1.0'?><!DOCTYPE feed [{ENTITIES}]>" + ATOM.format("&a11;"),
    "a file in docsent": '<!DOCTYPE DOCSENT [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + DOCSENT.format("&x;"),
    "an address in RSS": '<!DOCTYPE rss [<!ENTITY x SYSTEM "http://192.0.2.1/x">]>' + RSS.format("&x;"),
    "parameters in docsent": '<!DOCTYPE DOCSENT [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]>' + DOCSENT.format("."),
}
DEEP = {
    "HTML": "<html><body>" + "<div>" * 100_000 + "words",
    "XML": "<DOCSENT DID='d1'><BODY><TEXT>" + "<S>" * 100_000,
    "RSS": "<rss version='2.0'><channel><item>" + "<a>" * 100_000,
    "JSON lists": '[{"text": "x", "more": ' + "[" * 100_000 + "]" * 100_000 + "}]",
    "JSON objects": '{"text": ' + '{"a": ' * 100_000,
    "JSON in a line": '{"text": "x"}\n{"text": "y", "more": ' + "[" * 100_000 + "]" * 100_000 + "}\n",
}
COMMENTS = "<!--" * 50_000  # 200 KB
# Made when they are asked for: a run of the tests that asks for none should not fold 300 MB as it begins.
FOLDED: dict[str, Callable[[], bytes]] = {
    "gzip": lambda: gzip.compress(bytes(60_000_000)),
    "zip": lambda: zipped({"a.txt": bytes(60_000_000)}),
    "tar in gzip": lambda: gzip.compress(tarred({"a.jsonl": bytes(60_000_000)})),
    "gzip in zip": lambda: zipped({f"{number}.jsonl.gz": gzip.compress(bytes(9_000_000)) for number in range(12)}),
}
LEADING_OUT = zipped({"../../up.txt": TEXT, "/abs.txt": TEXT, "in.txt": TEXT})

_REPEATED = (
    "a", "A", "é", ".", "(", "((", ")", '"', "'", "''", "<", "<a ", "<!--", "<p>", "-", "--", " ", "\n", "\t", "\r\n", "A. ",
    "a. ", "“", "”", "„", "«", "1", "1,", "1.", "1. ", "a.b", "a, ", "Ab ", "U.S. ", "\u0301", "e\u0301", "\u200d", "\u200b",
    "を", "「", "」", "。", "！", "（", "http://", "www.", "@a", ": ", "; ", "&", "&amp;", "&#", "[", "![", "](", "[^a]",
    "*", "**", "_a", "`", "```\n", "# ", "| ", "> ", "- ", "BERLIN, ", "(AP) - ", "By A ", "By A and ", "Jan 1, ", "2026-",
    "…", "、", "\\", "\ud800", "\0", "🏳\u200d", "אב ", "عر ", "हि", "charset=", "sep=", "\f", ",", ";", "|", '",', '""', "{",
    "}",
)  # fmt: skip
_ENDS = ("!", '"', "\n", "é", ")", ">", "\u0301")


def adversarial(size: int = SIZE) -> Iterator[tuple[str, str]]:
    """Yield names and texts of `size` bytes: one thing over and over, the same with another end, and all of it mixed."""
    for piece in _REPEATED:
        yield repr(piece), fill(piece, size)
    for piece in ("a", " ", "(", "“", "A ", "1", "<", "\n"):
        yield from ((f"{piece!r} then {end!r}", fill(piece, size - 4) + end) for end in _ENDS)
    yield "all", fill("".join(_REPEATED), size)
    yield "names", "By " + fill("Anna Bell and Bo van der Lund, ", size)
    yield "sentences", fill("He said: “No.” (Dr. A. Lund, 5 p.m.) It's 1,000.5 a. m.… ", size)


def fill(piece: str, size: int) -> str:
    """Return a piece repeated to about `size` bytes."""
    return piece * (size // len(piece.encode("utf-8", "surrogatepass")))
