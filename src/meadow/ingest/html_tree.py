"""A page as a tree of elements that know how much text they hold, without what is no part of an article.

Menus, page heads and feet, asides, forms, figures with their captions, comments, cookie notes, share buttons and lists
of related articles are removed, by their tag, role or class names. Names may mislead: a form, or an element that only its
class speaks against, stays if it holds more than half of the page's prose (its text outside links), as some sites wrap
all they have in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from meadow.ingest.html_markup import LINK

_TEXT = "-text"  # lexbor's name for a piece of text
_PLAIN_TAGS = frozenset({"rt", "rp", "title"})
_SIDE_TAG_NAMES = "nav footer aside figure figcaption dialog menu label"
_DOUBTFUL_TAGS = frozenset({"header", "form", "fieldset", "address"})
_SIDE_ROLE_NAMES = """
navigation banner contentinfo complementary search dialog alertdialog alert menu menubar toolbar
"""
# Words of class names and ids. Each is alone or between other signs: `nav` in `top-nav`, never in `navy`.
_SIDE_CLASS_NAMES = """
nav navbar navigation menu sidebar aside footer breadcrumb breadcrumbs share sharing sharebar social related recommended
recommendations recirculation promo advert advertisement advertising ad ads sponsor sponsored cookie cookies consent
gdpr newsletter subscribe subscription signup login comment comments disqus caption credit credits toolbar popup modal
overlay pagination pager tags taglist skip trending popular gallery slideshow carousel outbrain taboola byline
timestamp author infobox toc
"""
_SIDE_TAGS, _SIDE_ROLES, _SIDE_WORDS = (
    frozenset(names.split()) for names in (_SIDE_TAG_NAMES, _SIDE_ROLE_NAMES, _SIDE_CLASS_NAMES)
)
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NOTE_MARK = re.compile(r"[\[(]?\w{1,3}[\])]?")


@dataclass(slots=True, eq=False)
class Element:
    """An element of a page; `letters` counts the text in it, `linked` the part of that in links.

    In the texts among its children, blanks are single, and a line break is one that the page asks for.
    """

    tag: str
    attributes: dict[str, str | None]
    children: list[Element | str] = field(default_factory=list)
    letters: int = 0
    linked: int = 0

    @property
    def prose(self) -> int:
        """How much text is outside links."""
        return self.letters - self.linked

    @property
    def elements(self) -> Iterator[Element]:
        """The children that are elements."""
        return (child for child in self.children if isinstance(child, Element))


def build_tree(parser: LexborHTMLParser) -> Element:
    """Return the body of a parsed page as a tree; it is empty where the page has none."""
    body = parser.body
    root = Element("body", {})
    waiting: list[tuple[LexborNode, Element]] = [] if body is None else [(body, root)]
    built = [root]
    while waiting:
        node, element = waiting.pop()
        for child in node.iter(include_text=True):
            if child.tag == _TEXT:
                text = child.text_content or ""
                element.children.append(text if element.tag == "pre" else _SPACE.sub(" ", text))
            elif child.tag == "br":
                element.children.append("\n")
            elif child.tag not in _PLAIN_TAGS:
                inner = Element(child.tag or "", child.attributes)
                element.children.append(inner)
                built.append(inner)
                waiting.append((child, inner))
    for element in reversed(built):  # what is inside an element was built after it
        _count(element)
    return root


def prune(root: Element) -> Element:
    """Take what is no part of an article out of the tree, and return it."""
    half = root.prose / 2
    waiting, visited = [root], [root]
    while waiting:
        element = waiting.pop()
        element.children = [child for child in element.children if isinstance(child, str) or not _is_aside(child, half)]
        waiting += element.elements
        visited += element.elements
    for element in reversed(visited):
        _count(element)
    return root


def _count(element: Element) -> None:
    texts = sum(len("".join(child.split())) for child in element.children if isinstance(child, str))
    element.letters = texts + sum(child.letters for child in element.elements)
    is_link = element.tag == LINK
    element.linked = element.letters if is_link else sum(child.linked for child in element.elements)


def _is_aside(element: Element, half: float) -> bool:
    if element.tag == "sup":
        return _is_note_mark(element)
    attributes = element.attributes
    if element.tag in _SIDE_TAGS or "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    if (attributes.get("role") or "").strip().lower() in _SIDE_ROLES:
        return True
    return element.prose <= half and (element.tag in _DOUBTFUL_TAGS or _is_named_aside(element))


def _is_named_aside(element: Element) -> bool:
    if element.tag in {"article", "main"}:  # their classes speak of the page: `with-sidebar`, `has-comments`
        return False
    named = f"{element.attributes.get('class') or ''} {element.attributes.get('id') or ''}"
    return any(word.lower() in _SIDE_WORDS for word in _WORD.findall(named))


def _is_note_mark(element: Element) -> bool:
    """Return whether an element is the mark of a footnote, a link or in brackets, and not the power of a number."""
    texts = [child for child in element.children if isinstance(child, str)]
    texts += [child for inner in element.elements for child in inner.children if isinstance(child, str)]
    text = "".join(texts).strip()
    return bool(_NOTE_MARK.fullmatch(text)) and (element.linked == element.letters or text[:1] in {"[", "("})
