"""Word documents (.docx): one document per file, its paragraphs in order; title, author and date from its properties.

Only two members of the archive are read, through the safe XML parser; macros, links and pictures are never looked at. Text
that is marked as deleted or is an instruction of a field is no text.

Source: Office Open XML (ECMA-376).
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator

from meadow.errors import LimitError, ReadError
from meadow.ingest.archives import DAMAGE
from meadow.ingest.article import Article, build_document
from meadow.ingest.items import Item, Limits
from meadow.ingest.opening import Opened, seekable
from meadow.ingest.plain import folder_name, split_title
from meadow.ingest.xml_items import ItemHandler, Node
from meadow.text.clean import clean_text
from meadow.text.safexml import parse_xml

_BODY, _PROPERTIES = "word/document.xml", "docProps/core.xml"
_CORE = frozenset({"title", "creator", "created", "language"})
_BREAKS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NOT_READ = frozenset({"delText", "instrText", "pPr", "rPr", "drawing", "pict", "object"})


def read_word(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the one document of a file; a damaged or encrypted one is a `ReadError`."""
    place = opened.place
    try:
        archive = zipfile.ZipFile(seekable(opened, limits))
        body = _member(archive, _BODY, place, limits)
        core = _member(archive, _PROPERTIES, place, limits) if _PROPERTIES in archive.namelist() else None
    except KeyError as error:
        raise ReadError(
            place, "an office file that is no Word document", advice="Save it as plain text first."
        ) from error
    except DAMAGE as error:
        raise ReadError(place, f"the Word document is damaged ({error})") from error
    paragraphs: list[Node] = []
    parse_xml(body, ItemHandler(frozenset({"p"}), paragraphs.append, place=place), place=place, nesting=limits.nesting)
    known = _properties(core, place, limits)
    headings = [_text(node) for node in paragraphs if _is_heading(node)]
    text = clean_text(
        "\n\n".join(line for node in paragraphs if not _is_heading(node) and (line := _text(node).strip()))
    )
    title = known.get("title") or next(filter(str.strip, headings), None)
    if title is None:
        title, text = split_title(text)
    article = Article(
        title=title, text=text, source=folder_name(opened.path), published=known.get("created"),
        language=known.get("language"), authors=known.get("creator"),
    )  # fmt: skip
    yield build_document(article, place=place, as_given=True)


def _member(archive: zipfile.ZipFile, name: str, place: str, limits: Limits) -> str:
    with archive.open(name) as stream:
        data = stream.read(limits.item_bytes + 1)
    if len(data) > limits.item_bytes:
        raise LimitError(
            place, f"the Word document unfolds to more than {limits.item_bytes:,} bytes, the limit for one"
        )
    return data.decode("utf-8", "replace")


def _properties(core: str | None, place: str, limits: Limits) -> dict[str, str]:
    nodes: list[Node] = []
    if core is not None:
        parse_xml(core, ItemHandler(_CORE, nodes.append, place=place), place=place, nesting=limits.nesting)
    return {node.name: text for node in nodes if (text := " ".join(node.whole().split()))}


def _is_heading(node: Node) -> bool:
    style = node.first("pPr", "pStyle")
    named = "" if style is None else next((value for key, value in style.attributes.items() if key.endswith("val")), "")
    return named.lower().startswith(("heading", "title", "subtitle"))


def _text(node: Node) -> str:
    """Return the text of a paragraph; one within it, in a box for instance, is a line of it."""
    parts: list[str] = []
    waiting: list[Node | str] = [node]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            parts.append(each)
        elif each.name == "t":
            parts.append(each.whole())
        elif each.name not in _NOT_READ:
            parts.append(_BREAKS.get(each.name, ""))
            waiting += reversed([child for child in each.children if isinstance(child, Node)])
    return "".join(parts)
