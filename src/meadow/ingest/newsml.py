"""NewsML-G2: one document per text item, alone or in a message; its NITF, HTML or plain text is read, nothing is fetched.

The id is the item's `guid`; a later version has the same one. Pictures, packages, concepts and plans hold no text of an
article and are passed over with a note. NewsML 1 is another format, which is refused by name.

Source: IPTC NewsML-G2 2.0 to 2.35.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from meadow.errors import LimitError, ReadError
from meadow.ingest.addresses import is_web_address
from meadow.ingest.article import Article, StatedMetadata, build_document, given_parts, known_language
from meadow.ingest.items import Item, Limits, Skipped
from meadow.ingest.newsitems import present, source_of_uri, wire_metadata
from meadow.ingest.nitf import iter_paragraphs, nitf_fields
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.xml_items import ItemHandler, Node
from meadow.text.clean import decode
from meadow.text.safexml import parse_xml

_BEGINS = re.compile(r"<(?:[A-Za-z][\w.-]{0,60}:)?newsItem(?=[\s>/])")
_OTHERS = frozenset({"packageItem", "conceptItem", "knowledgeItem", "planningItem", "catalogItem"})
_HTML_ASIDES = frozenset({"head", "figure", "table", "script", "style", "aside", "h1"})
_BY = re.compile(r"^(?:by|von|door|por|par|di)\s+", re.IGNORECASE)
_NOTHING = Node("", {})


def read_newsml(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield one item per `<newsItem>`; damage further on does not take those that ended before it."""
    place = opened.place
    given = decode(read_all(opened, limits), place=place)
    nodes: list[Node] = []
    handler = ItemHandler(_OTHERS | {"newsItem"}, nodes.append, place=place)
    damage: ReadError | None = None
    try:
        parse_xml(given, handler, place=place, nesting=limits.nesting)
    except LimitError:
        raise
    except ReadError as error:
        damage = error
    items = [node for node in nodes if node.name == "newsItem"]
    parts = given_parts(given, _BEGINS, len(items))
    for number, (node, part) in enumerate(zip(items, parts, strict=True), start=1):
        yield _item(node, place if len(items) == 1 else f"{place}:{number}", part)
    others = Counter(node.name for node in nodes if node.name in _OTHERS)
    for name, count in others.items():
        yield Skipped(place, f"not articles: {count} {name} of NewsML-G2")
    if damage is not None:
        yield damage
    elif not nodes:
        yield Skipped(place, "a message of NewsML-G2 without items")


def _item(node: Node, place: str, given: StatedMetadata | None) -> Item:
    meta = node.first("itemMeta") or _NOTHING
    kind = (_code(meta.first("itemClass")) or "text").rpartition(":")[2]
    try:
        packed = _packed(node)
        if kind != "text" and not packed.get("text"):
            return Skipped(place, f"an item of the class {kind!r} without a text, which is no article")
        fields = packed | dict(_fields(node, meta, packed))
        return build_document(Article(**fields), place=place, given=given)
    except ReadError as error:
        return error


def _packed(node: Node) -> dict[str, Any]:
    """Return the fields of what an item holds: NITF, HTML or plain text; the first that has a text."""
    for inline in node.all("contentSet", "inlineXML"):
        nitf = next((each for each in inline.elements if each.name == "nitf"), None)
        if nitf is not None and (fields := dict(nitf_fields(nitf))).get("text"):
            return fields
        page = next((each for each in inline.walk() if each.name in {"html", "body", "article"}), None)
        text = None if page is None else "\n\n".join(iter_paragraphs(page, asides=_HTML_ASIDES))
        if text:
            return {"text": text}
    for data in node.all("contentSet", "inlineData"):
        text = _inline_data(data)
        if text:
            return {"text": text}
    return {}


def _inline_data(data: Node) -> str | None:
    written = data.whole().strip()
    kind = data.attributes.get("contenttype", "text/plain")
    if not kind.startswith("text/") or not written:
        return None
    if "base64" not in data.attributes.get("encoding", ""):
        return written
    try:
        return base64.b64decode(written, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def _fields(node: Node, meta: Node, packed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what an item says around its content, which counts before what the content says of itself."""
    content, rights = node.first("contentMeta") or _NOTHING, node.first("rightsInfo") or _NOTHING
    guid = node.attributes.get("guid")
    inner = packed.get("wire")
    language = next((known_language(each.attributes.get("tag")) for each in content.all("language")), None)
    texts = {"id": guid, "title": _headline(content) or packed.get("title") or meta.text("title")}
    description = content.text("description")
    return present(
        **texts,
        text=packed.get("text") or description,
        source=_name(meta.first("provider")) or _name(content.first("infoSource")) or packed.get("source")
        or _name(rights.first("copyrightHolder")) or source_of_uri(guid),
        published=meta.text("firstCreated") or content.text("contentCreated") or meta.text("versionCreated"),
        url=guid if guid is not None and is_web_address(guid) else None,
        language=language or known_language(node.attributes.get("xml:lang")),
        authors=_authors(content) or packed.get("authors"),
        sections=[name for each in content.all("subject") if (name := each.text("name"))],
        wire=wire_metadata(
            version=node.attributes.get("version"),
            status=_code(meta.first("pubStatus")),
            signals=tuple(code for each in meta.all("signal") if (code := _code(each))),
            updated=meta.text("versionCreated"),
            embargoed=meta.text("embargoed"),
            dateline=content.text("dateline") or (inner.dateline if inner is not None else None),
            located=_name(content.first("located")) or (inner.located if inner is not None else None),
            credit=content.text("creditline"),
            rights=rights.text("copyrightNotice") or (inner.rights if inner is not None else None),
            usage=rights.text("usageTerms"),
            note=meta.text("edNote"),
            subjects=tuple(code for each in content.all("subject") if (code := _code(each))),
        ),
    )  # fmt: skip


def _headline(content: Node) -> str | None:
    found = content.all("headline")
    main = [each for each in found if each.attributes.get("role", "hld:main").endswith("main")] or found
    return next((line for each in main if (line := each.text())), None)


def _authors(content: Node) -> list[str]:
    by = content.text("by")
    names = [name for each in content.all("creator") if (name := each.text("name"))]
    return names or ([_BY.sub("", by)] if by else [])


def _name(node: Node | None) -> str | None:
    """Return what a property is called: its name, its literal, or its code or address."""
    if node is None:
        return None
    code = (node.attributes.get("qcode") or "").rpartition(":")[2]
    return node.text("name") or node.attributes.get("literal") or code or source_of_uri(node.attributes.get("uri"))


def _code(node: Node | None) -> str | None:
    return (
        None
        if node is None
        else node.attributes.get("qcode") or node.attributes.get("uri") or node.attributes.get("literal")
    )
