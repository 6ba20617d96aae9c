"""The table of formats: for every name that `detect_format` gives, the reader, or why there is none.

To add a format, write its reader in a file of its own and put it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from meadow.errors import ReadError
from meadow.ingest.cluster import read_cluster
from meadow.ingest.detect import MEAD_KINDS
from meadow.ingest.docsent import read_docsent
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.jsonfile import read_json
from meadow.ingest.jsonl import read_jsonl
from meadow.ingest.markdown import read_markdown
from meadow.ingest.opening import Opened
from meadow.ingest.plain import read_plain

Reader = Callable[[Opened, Limits], Iterator[Item]]
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


FORMATS: Mapping[str, Reader] = {
    "json": read_json,
    "jsonl": read_jsonl,
    "text": read_plain,
    "markdown": read_markdown,
    "docsent": read_docsent,
    "cluster": read_cluster,
    **{f"mead-{kind}": PassOver(f"not documents: a MEAD {kind} file") for kind in MEAD_KINDS.values()},
    "html": Refusal("HTML pages are not read yet"),
    "feed": Refusal("RSS and Atom feeds are not read yet"),
    "subtitles": Refusal("subtitles are not read yet"),
    "sgml": Refusal("DUC and TAC SGML files are not read yet"),
    "table": Refusal("CSV and TSV tables are not read yet"),
    "parquet": Refusal("Parquet files are not read yet"),
    "zstandard": Refusal("Zstandard files are not read yet", "Unpack it, or compress it with gzip."),
    "xml": Refusal("an XML file of an unknown kind"),
    "pdf": Refusal("a PDF file, which is not read", "Convert it to plain text first, for instance with pdftotext."),
    "office": Refusal("a Word or other office file, which is not read", "Save it as plain text first."),
    "image": Refusal("an image, which is not read"),
    "audio": Refusal("sound or film, which is not read", "Give its transcript as plain text."),
    "archive": Refusal("an archive, which is not read", "Unpack it and name the folder."),
    "database": Refusal("a database, which is not read", "Export its articles as JSON Lines first."),
    "program": Refusal("a program, which is not read", "Remove it from what you name."),
}
