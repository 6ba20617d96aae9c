"""The table of formats: the reader of each, and the signs by which its inputs are told from others.

To add a format, write its reader in a file of its own and put a line here. A plug-in enters by the same door: its
`METHODS = {"format": {"wire": Format(read_wire, Signs(suffixes=(".wire",)))}}` holds what a line of the table says. A
reader is a function `(opened, limits)` that yields documents, errors and notes; one of tables or keys takes `columns`
by keyword. It is imported when an input of its format is met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from meadow.ingest.opening import Found
from meadow.registry import Registry

Reader = Callable[..., Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Signs:
    """How an input tells its format: the bytes it begins with, a pattern; the root of its markup; the end of its name.

    `watched` says that its parser may crash, hang or swell: large inputs are then parsed in a worker process with limits.
    """

    suffixes: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    begins: bytes | None = None
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """What a plug-in brings: a reader and its signs."""

    read: Reader
    signs: Signs


# Two headers of mail among lines that are all headers: who sent it, and when or by what way.
_HEADER = rb"(?:(?:[!-9;-~]{1,80}:|[ \t])[^\n]*\n)"
_MAIL = rb"(?i:(?=%b*?From:)(?=%b*?(?:Date|Received|Message-ID):))[!-9;-~]{1,80}:" % (_HEADER, _HEADER)
_NEWSML_ROOTS = (
    "newsItem", "newsMessage", "packageItem", "conceptItem", "knowledgeItem", "planningItem", "catalogItem",
)  # fmt: skip
_TABLE: Mapping[str, tuple[str, Signs]] = {
    "cluster": ("meadow.ingest.cluster:read_cluster", Signs((".cluster",), ("CLUSTER",))),
    "docsent": ("meadow.ingest.docsent:read_docsent", Signs((".docsent",), ("DOCSENT",))),
    "feed": (
        "meadow.ingest.feeds:read_feed",
        Signs((".rss", ".atom"), ("rss", "feed", "rdf:RDF", "atom:feed"), watched=True),
    ),
    "html": ("meadow.ingest.html:read_html", Signs((".html", ".htm", ".xhtml"), watched=True)),
    "json": ("meadow.ingest.jsonfile:read_json", Signs((".json",))),
    "jsonl": ("meadow.ingest.jsonl:read_jsonl", Signs((".jsonl", ".ndjson"))),
    "markdown": ("meadow.ingest.markdown:read_markdown", Signs((".md", ".markdown", ".mdown"))),
    "mail": ("meadow.ingest.mail:read_message", Signs((".eml",), begins=_MAIL)),
    "mbox": (
        "meadow.ingest.mail:read_mbox",
        Signs((".mbox",), begins=rb"From \S+ {1,9}(?:[A-Z][a-z]{2} {1,2}){2}\d{1,2} \d\d:\d\d"),
    ),
    "newsml": ("meadow.ingest.newsml:read_newsml", Signs(roots=_NEWSML_ROOTS, watched=True)),
    "nitf": ("meadow.ingest.nitf:read_nitf", Signs(roots=("nitf",), watched=True)),
    "parquet": ("meadow.ingest.parquet:read_parquet", Signs(begins=rb"PAR1\x15")),
    "pdf": ("meadow.ingest.pdf:read_pdf", Signs(begins=rb"%PDF-")),
    "sgml": ("meadow.ingest.sgml:read_sgml", Signs((".sgm", ".sgml"), ("DOC", "doc"))),
    "subtitles": ("meadow.ingest.subtitles:read_subtitles", Signs((".srt", ".vtt"))),
    "table": ("meadow.ingest.table:read_table", Signs((".csv", ".tsv", ".tab"))),
    "tar": ("meadow.ingest.archives:read_tar", Signs(begins=rb".{257}ustar")),
    "text": ("meadow.ingest.plain:read_plain", Signs()),
    "warc": ("meadow.ingest.warc:read_warc", Signs((".warc",), begins=rb"WARC/\d\.\d+\s")),
    "word": ("meadow.ingest.word:read_word", Signs()),
    "zip": ("meadow.ingest.archives:read_zip", Signs(begins=rb"PK(\x03\x04|\x05\x06)")),
}
# A plug-in brings values, since nobody could tell the inputs of a function alone; the table's readers load when used.
FORMATS = Registry("format", "input format", {name: target for name, (target, _) in _TABLE.items()}, holds=Format)


def find_format(name: str) -> Format:
    """Return the reader and the signs of a format, built in or added."""
    member = FORMATS.member(name)
    return member if isinstance(member, Format) else Format(member, _TABLE[name][1])


def added_signs() -> Iterator[tuple[str, Signs]]:
    """Yield the formats of plug-ins by name, with their signs."""
    return ((name, find_format(name).signs) for name in FORMATS.added)


def built_in_signs() -> Iterator[tuple[str, Signs]]:
    """Yield the formats of the table with their signs; nothing is imported for that."""
    return ((name, signs) for name, (_, signs) in _TABLE.items())
