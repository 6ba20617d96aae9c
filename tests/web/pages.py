"""Pages as tests read them: by selectors, and only where exactly one thing is meant."""

from __future__ import annotations

from dataclasses import dataclass

import httpx
from selectolax.lexbor import LexborHTMLParser, LexborNode

# What no page of ours holds: if one does, text of an article has become markup.
FOREIGN = "img, iframe, object, embed, base, math, template, style, [onload], [onerror], [onfocus], [onmouseover]"


@dataclass(frozen=True, slots=True)
class Part:
    """A page, or an element of one."""

    node: LexborHTMLParser | LexborNode

    def all(self, selector: str) -> list[Part]:
        """Return everything that a selector finds."""
        return [Part(each) for each in self.node.css(selector)]

    def first(self, selector: str) -> Part:
        """Return the first of what a selector finds, which has to be there."""
        parts = self.all(selector)
        assert parts, f"there is no {selector}"
        return parts[0]

    def text(self, selector: str) -> str:
        """Return the text of the first of what a selector finds, with single blanks."""
        return self.first(selector).words

    @property
    def words(self) -> str:
        """All text, with single blanks."""
        return " ".join(self.node.text().split())

    def attribute(self, name: str) -> str:
        """Return an attribute, which has to be there."""
        assert isinstance(self.node, LexborNode)
        value = self.node.attributes[name]
        assert value is not None
        return value


def page(answer: httpx.Response) -> Part:
    """Return the page that was answered."""
    assert answer.status_code == 200, answer.text
    return Part(LexborHTMLParser(answer.text))
