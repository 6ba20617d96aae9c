"""NITF: one document per `<nitf>`, its paragraphs the text; headline, byline, dateline, dates, rights and version kept.

Source: IPTC NITF 3.0 to 3.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from meadow.errors import LimitError, ReadError
from meadow.ingest.article import Article, build_document, given_parts, known_language
from meadow.ingest.items import Item, Limits
from meadow.ingest.newsitems import present, wire_metadata
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.xml_items import ItemHandler, Node
from meadow.text.clean import decode
from meadow.text.safexml import parse_xml

_BEGINS = re.compile(r"<(?:[A-Za-z][\w.-]{0,60}:)?nitf(?=[\s>])")
_PARAGRAPHS = frozenset({"p", "hl2", "li", "pre", "dt", "dd", "blockquote"})
# Elements of the content that hold none of its sentences.
_ASIDES = frozenset({"media", "table", "nitf-table", "note", "byline", "dateline", "hl2"})
_BY = re.compile(r"^(?:by|von|door|por|par|di)\s+", re.IGNORECASE)
_NOTHING = Node("", {})
_STATUS = {"new": "usable", "dead": "canceled", "update": "usable", "corrected": "usable"}


def read_nitf(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield one item per `<nitf>` of a file; damage further on does not take those that ended before it."""
    given = decode(read_all(opened, limits), place=opened.place)
    nodes: list[Node] = []
    yield from _parsed(given, nodes, opened.place, limits)
    parts = given_parts(given, _BEGINS, len(nodes))
    for number, (node, part) in enumerate(zip(nodes, parts, strict=True), start=1):
        place = opened.place if len(nodes) == 1 else f"{opened.place}:{number}"
        try:
            yield build_document(Article(**nitf_fields(node)), place=place, given=part)
        except ReadError as error:
            yield error


def _parsed(given: str, nodes: list[Node], place: str, limits: Limits) -> Iterator[Item]:
    try:
        parse_xml(
            given, ItemHandler(frozenset({"nitf"}), nodes.append, place=place), place=place, nesting=limits.nesting
        )
    except LimitError:
        raise
    except ReadError as error:
        if not nodes:
            raise
        yield error


def nitf_fields(node: Node) -> Mapping[str, Any]:
    """Return the fields of the document that an `<nitf>` is; the wire's metadata among them."""
    docdata, head = node.first("head", "docdata") or _NOTHING, node.first("body", "body.head") or _NOTHING
    identity, status = docdata.first("doc-id") or _NOTHING, docdata.attributes.get("management-status")
    release = _attribute(docdata, "date.release", "norm")
    return present(
        id=identity.attributes.get("id-string"),
        title=head.text("hedline", "hl1") or node.text("head", "title"),
        text=nitf_text(node),
        source=head.text("distributor") or identity.attributes.get("regsrc"),
        published=_attribute(docdata, "date.issue", "norm")
        or _attribute(head, "dateline", "story.date", "norm")
        or release,
        language=known_language(node.attributes.get("xml:lang")),
        authors=[_BY.sub("", name) for each in head.all("byline") if (name := each.text("person") or each.text())],
        sections=[name for each in node.all("head", "pubdata") if (name := each.attributes.get("position.section"))],
        wire=wire_metadata(
            version=_attribute(docdata, "du-key", "version"),
            status=None if status is None else _STATUS.get(status, status),
            signals=("correction",) if docdata.first("correction") is not None or status == "corrected" else (),
            embargoed=release,
            rights=_copyright(docdata.first("doc.copyright")),
            note=_attribute(docdata, "ed-msg", "info") or _attribute(docdata, "correction", "info"),
            dateline=head.text("dateline"),
            located=head.text("dateline", "location"),
            subjects=tuple(_subjects(node)),
        ),
    )


def _subjects(node: Node) -> Iterator[str]:
    for path, key in (
        (("head", "tobject", "tobject.subject"), "tobject.subject.refnum"),
        (("head", "docdata", "identified-content", "classifier"), "value"),
    ):
        yield from (value for each in node.all(*path) if (value := each.attributes.get(key)))


def nitf_text(node: Node) -> str:
    """Return the paragraphs of the content, else of the lead before it."""
    content = node.first("body", "body.content")
    paragraphs = list(iter_paragraphs(content)) if content is not None else []
    if not paragraphs and (abstract := node.first("body", "body.head", "abstract")) is not None:
        paragraphs = list(iter_paragraphs(abstract))
    return "\n\n".join(paragraphs)


def iter_paragraphs(content: Node, *, asides: frozenset[str] = _ASIDES) -> Iterator[str]:
    """Yield the text of each paragraph; what has none in it is one itself, tables and captions are left out."""
    loose: list[str] = []
    for child in content.children:
        if isinstance(child, str) or (child.name not in _PARAGRAPHS | asides and not _has_paragraphs(child)):
            loose.append(child if isinstance(child, str) else child.whole())
            continue
        yield from _line(loose)
        loose = []
        if child.name in asides:
            continue
        if child.name in _PARAGRAPHS and not _has_paragraphs(child):
            yield from _line([child.whole()])
        else:
            yield from iter_paragraphs(child, asides=asides)
    yield from _line(loose)


def _has_paragraphs(node: Node) -> bool:
    return any(each.name in _PARAGRAPHS for each in node.walk() if each is not node)


def _line(parts: list[str]) -> Iterator[str]:
    line = " ".join("".join(parts).split())
    if line:
        yield line


def _copyright(node: Node | None) -> str | None:
    if node is None:
        return None
    return " ".join(filter(None, (node.attributes.get("year"), node.attributes.get("holder")))) or None


def _attribute(node: Node, *path: str) -> str | None:
    """Return the attribute that a path ends with, of the first element that has it."""
    *names, key = path
    return next((value for each in node.all(*names) if (value := each.attributes.get(key))), None)
