"""The text of a page: its article, as paragraphs with an empty line between them.

The article is what the page itself marks (`articleBody`, `article`, `main`), unless the marked part holds less than a
third of the page's prose; else it is the element with most prose in its own paragraphs, or one around it that holds
half of the page's prose. Inside it, headings and
blocks that are mostly links are left out, and so are short scraps outside paragraphs and lists that end no sentence
(a date, "Share", a photographer's name). If nothing is left, one rule after the other is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import unescape

from selectolax.lexbor import LexborHTMLParser

from meadow.ingest.html_markup import BLOCKS, HEADINGS, LINK, reduce_markup
from meadow.ingest.html_tree import Element, build_tree, prune
from meadow.ingest.items import Limits

_PARAGRAPH_BREAK = re.compile(r"\n[ \t]*\n\s*")
_LINE_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_BLANKS = re.compile(r" {2,}")
_TAG = re.compile(r"</?[A-Za-z][^<>]*+>")
_PROSE_TAGS = frozenset({"p", "li", "blockquote", "pre", "dd"})
_SHORT = 60
_FINAL = tuple('.!?…。！？؟۔।॥"”’»)」』')
_LEAST_SHARE = 1 / 3


@dataclass(frozen=True, slots=True)
class _HtmlBlock:
    """A paragraph, heading, list item or table cell: its tag, its text, and how much of that is in links."""

    tag: str
    text: str
    linked: int

    @property
    def is_heading(self) -> bool:
        return self.tag in HEADINGS

    @property
    def is_links(self) -> bool:
        return 2 * self.linked > len(self.text)

    @property
    def is_scrap(self) -> bool:
        return self.tag not in _PROSE_TAGS and len(self.text) < _SHORT and not self.text.endswith(_FINAL)


# From strict to lenient: the first rule that leaves something decides.
_RULES: tuple[Callable[[_HtmlBlock], bool], ...] = (
    lambda block: not (block.is_heading or block.is_links or block.is_scrap),
    lambda block: not (block.is_heading or block.is_links),
    lambda block: not block.is_heading,
    lambda _: True,
)


def main_text(parser: LexborHTMLParser) -> str:
    """Return the article of a parsed page; empty if there is no text outside menus and the like."""
    body = prune(build_tree(parser))
    blocks = _blocks(_article(body)) or _blocks(body)
    kept = next((kept for rule in _RULES if (kept := [block.text for block in blocks if rule(block)])), [])
    return "\n\n".join(kept)


def plain_text(markup: str, *, place: str, limits: Limits) -> str:
    """Return all text of a fragment of HTML, as in feeds; text without a single tag keeps its own line breaks."""
    if not _TAG.search(markup):
        return unescape(markup)
    reduced = reduce_markup(markup, place=place, limits=limits)
    text = _all_text(reduced.text)
    return text or _all_text(reduce_markup(markup, place=place, limits=limits, spare=True).text)


def _all_text(markup: str) -> str:
    return "\n\n".join(block.text for block in _blocks(build_tree(LexborHTMLParser(markup))))


def _article(body: Element) -> Element:
    enough = body.prose * _LEAST_SHARE
    marked: dict[str, Element] = {}
    for element in _walk(body):
        kind = _mark(element)
        if kind is not None and element.prose > marked.get(kind, _NOTHING).prose:
            marked[kind] = element
    for kind in ("articleBody", "article", "main"):
        if kind in marked and marked[kind].prose >= enough:
            return marked[kind]
    return _densest(body)


_NOTHING = Element("", {})


def _mark(element: Element) -> str | None:
    if "articlebody" in (element.attributes.get("itemprop") or "").lower().split():
        return "articleBody"
    if element.tag == "article" or element.attributes.get("role") == "article":
        return "article"
    return "main" if element.tag == "main" or element.attributes.get("role") == "main" else None


def _densest(body: Element) -> Element:
    """Return the element whose own paragraphs hold most prose; paragraphs one level deeper count half.

    Should that be less than half of all prose, the element around it is taken that holds as much.
    """
    best, most = body, 0.0
    inner: dict[int, int] = {}
    walked = list(_walk(body))
    for element in reversed(walked):
        direct = sum(child.prose for child in element.elements if child.tag in _PROSE_TAGS)
        direct += sum(len(child) for child in element.children if isinstance(child, str) and child.strip())
        inner[id(element)] = direct
        score = direct + sum(inner.get(id(child), 0) for child in element.elements if child.tag in BLOCKS) / 2
        if score >= most and _has_parts(element):
            best, most = element, score
    around = {id(child): element for element in walked for child in element.elements}
    while best is not body and 2 * best.prose < body.prose:
        best = around[id(best)]
    return best


def _has_parts(element: Element) -> bool:
    return any(child == "\n" if isinstance(child, str) else child.tag in BLOCKS for child in element.children)


def _walk(root: Element) -> Iterator[Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting += reversed(list(element.elements))


def _blocks(root: Element) -> list[_HtmlBlock]:
    """Cut an element into blocks, wherever one begins or ends and at empty lines."""
    blocks: list[_HtmlBlock] = []
    pieces: list[str] = []
    linked = 0
    tag = root.tag
    for event, inside, in_link in _events(root):
        if isinstance(event, str):
            pieces.append(event)
            linked += len(event) if in_link else 0
            tag = inside
        elif pieces:
            blocks += _paragraphs(tag, "".join(pieces), linked)
            pieces, linked = [], 0
    return blocks + list(_paragraphs(tag, "".join(pieces), linked))


def _events(root: Element) -> Iterator[tuple[str | None, str, bool]]:
    """Yield the texts in order, each with its block and whether it is in a link; None is a boundary."""
    waiting: list[tuple[Element | str | None, str, bool]] = [(root, root.tag, False)]
    while waiting:
        item, block, in_link = waiting.pop()
        if item is None or isinstance(item, str):
            yield item, block, in_link
        elif item.tag in BLOCKS or item.tag in {"hr", "body"}:
            yield None, block, in_link
            waiting.append((None, block, in_link))
            waiting += [(child, item.tag, in_link) for child in reversed(item.children)]
        else:
            is_link = in_link or item.tag == LINK
            waiting += [(child, block, is_link) for child in reversed(item.children)]


def _paragraphs(tag: str, text: str, linked: int) -> Iterable[_HtmlBlock]:
    """Yield the paragraphs of a block's text: `<br><br>` parts two; links are shared out by length."""
    whole = max(len(text), 1)
    for part in _PARAGRAPH_BREAK.split(text):
        stripped = part.strip()
        if stripped:
            tidy = stripped if tag == "pre" else _LINE_BREAK.sub("\n", _BLANKS.sub(" ", stripped))
            yield _HtmlBlock(tag, tidy, round(linked * len(part) / whole))
