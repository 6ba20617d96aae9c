"""The table of formats: for every name that `detect_format` gives, the reader, or why there is none.

To add a format, write its reader in a file of its own and put it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from meadow.errors import ReadError
from meadow.ingest.archives import Found, read_tar, read_zip
from meadow.ingest.cluster import read_cluster
from meadow.ingest.columns import Columns
from meadow.ingest.detect import MEAD_KINDS
from meadow.ingest.docsent import read_docsent
from meadow.ingest.feeds import read_feed
from meadow.ingest.html import read_html
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.jsonfile import read_json
from meadow.ingest.jsonl import read_jsonl
from meadow.ingest.markdown import read_markdown
from meadow.ingest.opening import Opened
from meadow.ingest.parquet import read_parquet
from meadow.ingest.plain import read_plain
from meadow.ingest.sgml import read_sgml
from meadow.ingest.subtitles import read_subtitles
from meadow.ingest.table import read_table
from meadow.ingest.watched import Watched

# A reader yields items; that of an archive yields further inputs as well, which are read in turn.
Reader = Callable[[Opened, Limits], Iterator[Found]]
_AS_TEXT = "Convert it to plain text, Markdown or JSON Lines first."


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reader's place taken by a reason: the input is an error, and this is what to do."""

    reason: str
    advice: str = _AS_TEXT

    def __call__(self, opened: Opened, limits: Limits) -> Iterator[Item]:  # noqa: ARG002 - the shape of a reader
        """Yield the error."""
        yield ReadError(opened.place, f"{self.reason}.", advice=self.advice)


@dataclass(frozen=True, slots=True)
class PassOver:
    """A reader's place taken by a note: the input is fine, but holds no documents."""

    reason: str

    def __call__(self, opened: Opened, limits: Limits) -> Iterator[Item]:  # noqa: ARG002 - the shape of a reader
        """Yield the note."""
        yield Skipped(opened.place, self.reason)


TABLES: Mapping[str, Callable[[Opened, Limits, Columns], Iterator[Item]]] = {
    "table": read_table,
    "parquet": read_parquet,
}
FORMATS: Mapping[str, Reader] = {
    "json": read_json,
    "jsonl": read_jsonl,
    "text": read_plain,
    "markdown": read_markdown,
    "docsent": read_docsent,
    "cluster": read_cluster,
    **{f"mead-{kind}": PassOver(f"not documents: a MEAD {kind} file") for kind in MEAD_KINDS.values()},
    "html": Watched(read_html),
    "feed": Watched(read_feed),
    "subtitles": read_subtitles,
    "sgml": read_sgml,
    "table": read_table,
    "parquet": read_parquet,
    "zip": read_zip,
    "tar": read_tar,
    "folded": Refusal("compressed twice, which is not read", "Unpack it once."),
    "xml": Refusal("an XML file of an unknown kind"),
    "pdf": Refusal("a PDF file, which is not read", "Convert it to plain text first, for instance with pdftotext."),
    "office": Refusal("a Word or other office file, which is not read", "Save it as plain text first."),
    "image": Refusal("an image, which is not read"),
    "audio": Refusal("sound or film, which is not read", "Give its transcript as plain text."),
    "archive": Refusal("a 7-Zip, RAR, bzip2 or xz file, which is not read", "Unpack it and name the folder."),
    "database": Refusal("a database, which is not read", "Export its articles as JSON Lines first."),
    "program": Refusal("a program, which is not read", "Remove it from what you name."),
}
