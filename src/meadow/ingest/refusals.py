"""Formats that are known and not read: why not, and what to do; or that they hold no documents, which is no fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meadow.errors import ReadError
from meadow.ingest.items import Skipped

_AS_TEXT = "Convert it to plain text, Markdown or JSON Lines first."
_MEAD_KINDS: Mapping[str, str] = {
    "SENT-JUDGE": "sentjudge",
    "EXTRACT": "extract",
    "QUERY": "query",
    "MEAD-CONFIG": "config",
    "SENT-FEATURE": "sentfeature",
    "SENT-REL": "sentrel",
    "DOC-JUDGE": "docjudge",
    "RERANKER-INFO": "reranker",
    "SENTALIGN": "sentalign",
    "DOCPOS": "docpos",
}


@dataclass(frozen=True, slots=True)
class ReadRefusal:
    """Why inputs of a format are not read, what to do, and their signs; no advice: no fault either."""

    reason: str
    advice: str | None = _AS_TEXT
    begins: bytes | None = None
    roots: tuple[str, ...] = ()
    suffixes: tuple[str, ...] = ()

    def item(self, place: str) -> ReadError | Skipped:
        """Return the error about an input, or the note that it was passed over."""
        if self.advice is None:
            return Skipped(place, self.reason)
        return ReadError(place, f"{self.reason}.", advice=self.advice)


# Root elements of MEAD's files that hold no documents.
MEAD_ROOTS: Mapping[str, str] = {root: f"mead-{kind}" for root, kind in _MEAD_KINDS.items()}
REFUSALS: Mapping[str, ReadRefusal] = {
    **{f"mead-{kind}": ReadRefusal(f"not documents: a MEAD {kind} file", None) for kind in _MEAD_KINDS.values()},
    "office": ReadRefusal(
        "an office file of another kind than .docx, which is not read",
        "Save it as plain text first.",
        rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1|\{\\rtf",
    ),
    "image": ReadRefusal(
        "an image, which is not read",
        begins=rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|II\*\x00|MM\x00\*|RIFF.{4}WEBP",
    ),
    "audio": ReadRefusal(
        "sound or film, which is not read",
        "Give its transcript as plain text.",
        rb"ID3[\x02-\x04]|\xff\xfb|OggS|fLaC|RIFF.{4}(WAVE|AVI )|\x00.{3}ftyp|\x1a\x45\xdf\xa3",
    ),
    # Once is unfolded before anyone looks; this is twice.
    "folded": ReadRefusal("compressed twice, which is not read", "Unpack it once.", rb"\x1f\x8b|\x28\xb5\x2f\xfd"),
    "archive": ReadRefusal(
        "a 7-Zip, RAR, bzip2 or xz file, which is not read",
        "Unpack it and name the folder.",
        rb"BZh[1-9]1AY&SY|\xfd7zXZ\x00|7z\xbc\xaf\x27\x1c|Rar!\x1a\x07",
    ),
    "database": ReadRefusal(
        "a database, which is not read", "Export its articles as JSON Lines first.", rb"SQLite format 3\x00"
    ),
    "program": ReadRefusal("a program, which is not read", "Remove it from what you name.", rb"\x7fELF|MZ\x90\x00"),
    "data": ReadRefusal(
        "a data file (Arrow, Avro, ORC, HDF5, NumPy or pickle), which is not read",
        "Save it as Parquet or JSON Lines first.",
        rb"ARROW1|FEA1|Obj\x01|ORC|\x89HDF\r\n|\x93NUMPY|\x80[\x02-\x05][\x95}\]cX(]",
    ),
    "calendar": ReadRefusal(
        "a calendar or an address book, which is not read",
        "Remove it from what you name.",
        rb"(?i:BEGIN:V(CALENDAR|CARD))\s",
    ),
    "postscript": ReadRefusal("a PostScript file, which is not read", begins=rb"%!PS"),
    "newsml1": ReadRefusal("NewsML 1, which is not read", "Ask for NewsML-G2, NITF or ninjs.", roots=("NewsML",)),
    "sportsml": ReadRefusal("SportsML without a story, which is not read", roots=("sports-content",)),
    "sitemap": ReadRefusal(
        "a sitemap, which lists addresses and holds no articles",
        "Follow it with: meadow follow ADDRESS.",
        roots=("urlset", "sitemapindex"),
    ),
    "opml": ReadRefusal(
        "an OPML list of feeds, which holds no articles", "Follow it with: meadow follow --feeds FILE.", roots=("opml",)
    ),
    "drawing": ReadRefusal("a drawing (SVG) or a map (KML, GPX), which is not read", roots=("svg", "kml", "gpx")),
    "code": ReadRefusal(
        "the source code of a program or its settings, which is not read",
        "Remove it from what you name, or rename it to .txt if it is an article.",
        suffixes=(
            ".py",
            ".js",
            ".ts",
            ".css",
            ".c",
            ".h",
            ".java",
            ".go",
            ".rs",
            ".sh",
            ".toml",
            ".yaml",
            ".yml",
            ".ini",
            ".cfg",
        ),
    ),
    "xml": ReadRefusal("an XML file of an unknown kind"),
}
