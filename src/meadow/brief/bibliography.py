"""The articles behind a summary or a report as a bibliography: BibTeX and CSL-JSON, under keys that never change.

Document text stays text: whatever LaTeX, BibTeX or a page that embeds the JSON would take for a command is escaped.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from urllib.parse import quote

from meadow.brief.places import documents_by_id, find_document
from meadow.brief.wording import UNDATED, title_text, web_address
from meadow.model import Document, Pick
from meadow.provenance import content_id
from meadow.text.printable import one_line

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAME_CHARACTERS = 24
_SPARED_DIGITS = 8  # of the digest's 16

# Braces become commands because BibTeX counts them even behind a backslash: `\{` alone would end or open the field.
_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{special: f"\\{special}" for special in "#$%&_"},
    }
)
_ADDRESS_CHARACTERS = "%:/?#[]@!$&'()*+,;="  # of RFC 3986, in addition to letters, digits and -._~
_OUTSIDE_SCRIPT = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def cited_documents(documents: Iterable[Document], picks: Iterable[Pick]) -> tuple[Document, ...]:
    """Return the documents that the picks are taken from, each once, in the order in which they are first cited."""
    by_id = documents_by_id(documents)
    cited = dict.fromkeys(pick.ref.document_id for pick in picks)
    return tuple(find_document(name, by_id) for name in cited)


def citation_keys(documents: Iterable[Document]) -> dict[str, str]:
    """Return a key for each document's id: outlet, day and a digest of the id, such as harbour-wire-2026-03-03-1f3a9c04.

    A key is that of its document alone, so it stays the same whatever else is cited; only where the short digests of two
    documents coincide do both get long ones.
    """
    long = {document.id: _long_key(document) for document in documents}
    alike = Counter(key[:-_SPARED_DIGITS] for key in long.values())
    return {name: key if alike[key[:-_SPARED_DIGITS]] > 1 else key[:-_SPARED_DIGITS] for name, key in long.items()}


def format_bibtex(documents: Iterable[Document]) -> str:
    """Return the documents as BibTeX entries, which BibTeX and biblatex read alike; the file is UTF-8."""
    known = tuple(documents)
    keys = citation_keys(known)
    return "\n".join(_bibtex_entry(keys[document.id], document) for document in known)


def format_csl(documents: Iterable[Document]) -> str:
    """Return the documents as CSL-JSON, the form that Zotero, pandoc and citeproc exchange."""
    known = tuple(documents)
    keys = citation_keys(known)
    items = [json.dumps(_csl_item(keys[document.id], document), ensure_ascii=False) for document in known]
    # Only strings hold these three: written so, the file is equal JSON and cannot end a script element around it.
    return "[\n{}\n]\n".format(",\n".join(items).translate(_OUTSIDE_SCRIPT)) if items else "[]\n"


def escape_latex(text: str) -> str:
    """Return text as one line that LaTeX prints as it is; its braces are balanced, as BibTeX wants them."""
    return one_line(text).translate(_LATEX)


def plain_address(url: str | None) -> str | None:
    """Return a web address in the characters of RFC 3986, others percent-encoded; nothing for any other scheme."""
    address = web_address(url)
    return None if address is None else quote(address, safe=_ADDRESS_CHARACTERS)


def _long_key(document: Document) -> str:
    day = UNDATED if document.published is None else document.published.date().isoformat()
    return f"{_ascii_name(document.source)}-{day}-{content_id(document.id)}"


def _ascii_name(source: str | None) -> str:
    """Return an outlet's name in lower-case ASCII letters, digits and hyphens; `article` where nothing is left."""
    letters = unicodedata.normalize("NFKD", source or "").encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:_NAME_CHARACTERS].strip("-") or "article"


def _bibtex_entry(key: str, document: Document) -> str:
    fields = [("title", _verbatim(title_text(document)))]
    if document.source is not None:
        fields.append(("author", _verbatim(document.source)))
    if document.published is not None:
        day = document.published.date()
        # Months are macros, which styles translate; they are written without braces.
        fields += [("year", f"{{{day.year}}}"), ("month", _MONTHS[day.month - 1]), ("day", f"{{{day.day}}}")]
    address = plain_address(document.url)
    if address is not None:
        fields.append(("url", f"{{{address}}}"))
    lines = "".join(f"  {name} = {value},\n" for name, value in fields)
    return f"@misc{{{key},\n{lines}}}\n"


def _verbatim(text: str) -> str:
    """Return a field whose case and names BibTeX leaves alone: a second pair of braces sees to both."""
    escaped = escape_latex(text)
    # BibTeX takes a brace before a backslash for an accented letter, whose case it may change.
    guard = "{}" if escaped.startswith("\\") else ""
    return f"{{{{{guard}{escaped}}}}}"


def _csl_item(key: str, document: Document) -> dict[str, object]:
    item: dict[str, object] = {"id": key, "type": "article-newspaper", "title": one_line(title_text(document))}
    if document.source is not None:
        item["container-title"] = one_line(document.source)
    if document.published is not None:
        day = document.published.date()
        item["issued"] = {"date-parts": [[day.year, day.month, day.day]]}
    address = plain_address(document.url)
    if address is not None:
        item["URL"] = address
    if document.language is not None:
        item["language"] = one_line(document.language)
    return item
