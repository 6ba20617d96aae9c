"""HTML cut down to what reading needs, so that no page can make the parser slow or large.

Parsers take strangers' markup badly. Measured on lexbor: 130 KB of `<p><i a=1>x</p><p><i a=2>x</p>…` ask for more than
6 GB, since every unclosed `<i>` is opened again in each paragraph after it; 100,000 nested tags take 19 s, and so do
100,000 attributes on one tag. What leaves this file has balanced tags of known depth, none that only format, a handful
of attributes, no scripts and no comments; one pass makes it, in linear time. Tags, comments and quotes are read as
browsers read them, but one slip must not cost the rest: a quote, a comment or a text field that nothing closes is none.
Only a script or style sheet that is never closed runs to the end of the page.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from meadow.errors import LimitError
from meadow.ingest.items import Limits

LINK = "x-a"
"""How a link's tag is called in the markup: a parser treats `a` specially, an unknown name it does not."""

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_BLOCK_NAMES = """
article section main nav header footer aside div p ul ol li dl dt dd table thead tbody tfoot tr td th caption figure
figcaption blockquote pre address details summary dialog fieldset form center menu hgroup label
"""
BLOCKS = HEADINGS | frozenset(_BLOCK_NAMES.split())
_INLINE = frozenset({LINK, "time", "sup", "rt", "rp"})
_ALONE = frozenset({"br", "hr", "meta", "link"})
_CODE = frozenset({"script", "style"})
# The content of these is no markup, so that only their end tag ends them …
_RAW = _CODE | {"textarea", "iframe", "xmp", "noembed", "noframes", "title"}
# … and that of these is no text to read …
_APART_NAMES = "svg math canvas template object video audio select datalist button noscript"
_APART = frozenset(_APART_NAMES.split())
# … unless it is all there is: some pages hold their article in one of these, for a script to unpack.
_SPARE = frozenset({"noscript", "template", "textarea"})
_CELLS = frozenset({"td", "th"})
_ROWS = _CELLS | {"tr"}
_BODIES = _ROWS | {"tbody", "thead", "tfoot"}
# Elements whose end tag may be left out, and what their start therefore ends.
_ENDS = {
    "li": frozenset({"li"}),
    **dict.fromkeys(("dt", "dd"), frozenset({"dt", "dd"})),
    **dict.fromkeys(_CELLS, _CELLS),
    "tr": _ROWS,
    **dict.fromkeys(("tbody", "thead", "tfoot"), _BODIES),
}
_ATTRIBUTE_NAMES = "class id role itemprop hidden aria-hidden lang datetime name property content rel href http-equiv"
_ATTRIBUTES = frozenset(_ATTRIBUTE_NAMES.split())

_BLANK = r"[ \t\n\f\r]"
_MARK = re.compile(r"<(?:(!--)|[!?]|/(?![A-Za-z])|(/?)([A-Za-z][^ \t\n\f\r/>]*+))")
_COMMENT_END = re.compile(r"--!?>")
_VALUE = rf"""{_BLANK}*+={_BLANK}*+(?:"([^"]*+)"|'([^']*+)'|(?!["'])([^ \t\n\f\r>]*+))"""
_ATTRIBUTE = re.compile(rf"([^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)(?:{_VALUE})?+")
_TAG_END = re.compile(rf"(?:(?:[ \t\n\f\r/]++)|{_ATTRIBUTE.pattern})*+>")
_LINKED_DATA = re.compile(r"application/ld\+json", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Markup:
    """Markup that is safe to parse, the page's JSON-LD scripts, and the number of letters left out."""

    text: str
    linked_data: tuple[str, ...]
    left_out: int


def reduce_markup(page: str, *, place: str, limits: Limits, spare: bool = False) -> Markup:
    """Return the page's blocks, links, text and metadata as balanced markup; too deep a page raises a `LimitError`.

    With `spare`, the content of `noscript`, `template` and `textarea` counts as part of the page.
    """
    reduction = _Reduction(page, place, limits, _SPARE if spare else frozenset())
    reduction.run()
    return Markup("".join(reduction.parts), tuple(reduction.linked_data), reduction.left_out)


class _Reduction:
    """One pass over a page: `at` is its position, `opened` the elements that are open in the output."""

    def __init__(self, page: str, place: str, limits: Limits, taken: frozenset[str]) -> None:
        self.page = page
        self.place = place
        self.taken = taken
        self.left_out = 0
        self.deepest = limits.html_nesting
        self.at = 0
        self.parts: list[str] = []
        self.linked_data: list[str] = []
        self.opened: list[str] = []
        self.count: Counter[str] = Counter()
        self.never_closed: set[str] = set()

    def run(self) -> None:
        while (mark := _MARK.search(self.page, self.at)) is not None:
            # A stray "<" must not join up with what follows a tag that is left out.
            self.parts.append(self.page[self.at : mark.start()].replace("<", "&lt;"))
            self.at = mark.end()
            if mark[1] is not None:
                self._skip_comment()
            elif mark[3] is None:
                self._skip_to(self.page.find(">", self.at))
            else:
                self._take_tag(mark[3].lower(), is_end=mark[2] == "/")
        self.parts.append(self.page[self.at :].replace("<", "&lt;"))
        self._close_down_to(0)

    def _skip_comment(self) -> None:
        end = None if "!--" in self.never_closed else _COMMENT_END.search(self.page, self.at - len("--"))
        if end is None:  # `<!-->` is a whole comment, hence the step back
            self.never_closed.add("!--")
        else:
            self.at = end.end()

    def _skip_to(self, closing: int) -> None:
        self.at = len(self.page) if closing < 0 else closing + 1

    def _take_tag(self, written: str, *, is_end: bool) -> None:
        start, end = self.at, _TAG_END.match(self.page, self.at)
        self.at = len(self.page) if end is None else end.end()
        if end is None:
            return
        name = LINK if written == "a" else "div" if "-" in written else written
        if is_end:
            self._end(name)
        elif (name in _RAW or name in _APART) and name not in self.taken:
            self._skip_content(name, self.page[start : self.at])
        elif name in _ALONE or name == "html":
            self.parts.append(f"<{name}{_kept_attributes(self.page[start : self.at])}>")
        elif name in BLOCKS or name in _INLINE:
            self._start(name, start)

    def _skip_content(self, name: str, attributes: str) -> None:
        """Leave out an element and what is in it; keep a title's text, and JSON-LD apart."""
        start, end = self.at, self._find_end(name)
        if end is None:
            self.at = len(self.page) if name in _CODE else self.at
            self.left_out += len("".join(self.page[start : self.at].split()))
            return
        content = self.page[start:end]
        self._skip_to(self.page.find(">", end))
        self.left_out += 0 if name in _CODE or name == "title" else len("".join(content.split()))
        if name == "title":
            self.parts.append(f"<title>{content.replace('<', '&lt;')}</title>")
        elif name == "script" and _LINKED_DATA.search(attributes):
            self.linked_data.append(content)

    def _find_end(self, name: str) -> int | None:
        if name in self.never_closed:  # looked for once, not for every tag of the name
            return None
        end = _end_tag(name).search(self.page, self.at)
        if end is None:
            self.never_closed.add(name)
            return None
        return end.start()

    def _start(self, name: str, attributes_at: int) -> None:
        if name in BLOCKS and self.count["p"]:  # an open paragraph is only inside inline elements
            self._close("p")
        if name in _ENDS:
            while self.opened and (self.opened[-1] in _INLINE or self.opened[-1] in _ENDS[name]):
                self._close_down_to(len(self.opened) - 1)
        self.opened.append(name)
        self.count[name] += 1
        if len(self.opened) > self.deepest:
            raise LimitError(self.place, f"HTML elements are nested more than {self.deepest} deep")
        attributes = "" if name == LINK else _kept_attributes(self.page[attributes_at : self.at])
        self.parts.append(f"<{name}{attributes}>")

    def _end(self, name: str) -> None:
        if name == "br":
            self.parts.append("<br>")
        elif not self.count[name]:
            return
        elif name in _INLINE:  # which never ends a block: `<a><div></a>` leaves the link open until the block ends
            while self.count[name] and self.opened[-1] in _INLINE:
                is_found = self.opened[-1] == name
                self._close_down_to(len(self.opened) - 1)
                if is_found:
                    return
        else:
            self._close(name)

    def _close(self, name: str) -> None:
        at = len(self.opened) - 1
        while self.opened[at] != name:
            at -= 1
        self._close_down_to(at)

    def _close_down_to(self, depth: int) -> None:
        while len(self.opened) > depth:
            name = self.opened.pop()
            self.count[name] -= 1
            self.parts.append(f"</{name}>")


def _end_tag(name: str) -> re.Pattern[str]:
    return re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE)


def _kept_attributes(written: str) -> str:
    if not written.strip("/> \t\n\f\r"):
        return ""
    kept: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(written):
        name = match[1].lower()
        if name in _ATTRIBUTES:
            kept.setdefault(name, match[2] or match[3] or match[4] or "")
    return "".join(f' {name}="{value.replace(chr(34), "&quot;")}"' for name, value in kept.items())
