"""Markdown as HTML that cannot run: headings, lists, quotations, emphasis, code and links to http(s), nothing else.

Everything is escaped, so HTML in the text is shown, not obeyed. A link to anything but http or https stays the text that it
was. Patterns are bounded, so that no text takes long.

Source: our own; CommonMark for what the marks mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby

from meadow.text.printable import printable

LONGEST = 100_000
_HEADING = re.compile(r"(#{1,4})[ \t]+(\S.*)")
_BULLET = re.compile(r"[ \t]{0,3}[-*+][ \t]+(\S.*)")
_NUMBERED = re.compile(r"[ \t]{0,3}[0-9]{1,3}[.)][ \t]+(\S.*)")
_QUOTED = re.compile(r"[ \t]{0,3}>[ \t]?(.*)")
_INLINE = re.compile(
    r"`([^`\n]{1,300})`"
    r"|\[([^\[\]\n]{1,300})\]\((https?://[^\s()<>\"']{1,500})\)"
    r"|\*\*([^*\n]{1,500})\*\*"
    r"|\*([^*\n]{1,500})\*"
)
# A page has its own first heading.
_FIRST_LEVEL = 2
_LAST_LEVEL = 6


def markdown_html(text: str) -> str:
    """Return Markdown as HTML with only our own tags."""
    lines = [line.rstrip() for line in printable(text[:LONGEST].replace("\r\n", "\n")).split("\n")]
    return "\n".join(_blocks(lines))


def _blocks(lines: list[str]) -> Iterator[str]:
    for kind, run in groupby(_continued(lines), key=lambda line: line[0]):
        texts = [line for _, line in run]
        if kind == "heading":
            yield from map(_heading, texts)
        elif kind in ("ul", "ol"):
            items = "".join(f"<li>{_inline(line)}</li>" for line in texts)
            yield f"<{kind}>{items}</{kind}>"
        elif kind == "quote":
            yield f"<blockquote><p>{_inline(' '.join(texts))}</p></blockquote>"
        elif kind == "text":
            yield f"<p>{_inline(' '.join(texts))}</p>"


def _continued(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield each line with what it is; an indented line goes on with the item of a list above it."""
    pending: tuple[str, str] | None = None
    for line in lines:
        kind, text = _kind(line)
        if kind == "text" and pending is not None and pending[0] in ("ul", "ol") and line.startswith((" ", "\t")):
            pending = pending[0], f"{pending[1]} {text}"
            continue
        if pending is not None:
            yield pending
        pending = kind, text
    if pending is not None:
        yield pending


def _kind(line: str) -> tuple[str, str]:
    if not line.strip():
        return "blank", ""
    if _HEADING.match(line):
        return "heading", line
    for kind, pattern in (("ul", _BULLET), ("ol", _NUMBERED), ("quote", _QUOTED)):
        match = pattern.match(line)
        if match is not None:
            return kind, match[1]
    return "text", line.strip()


def _heading(line: str) -> str:
    match = _HEADING.match(line)
    marks, text = (match[1], match[2]) if match is not None else ("#", line)
    level = min(_LAST_LEVEL, _FIRST_LEVEL - 1 + len(marks))
    return f"<h{level}>{_inline(text)}</h{level}>"


def _inline(text: str) -> str:
    parts, at = [], 0
    for match in _INLINE.finditer(text):
        parts += [escape(text[at : match.start()]), _marked(match)]
        at = match.end()
    return "".join([*parts, escape(text[at:])])


def _marked(match: re.Match[str]) -> str:
    code, words, target, strong, stressed = (None if group is None else escape(group) for group in match.groups())
    if code is not None:
        return f"<code>{code}</code>"
    if target is not None:
        return f'<a href="{target}" rel="noreferrer">{words}</a>'
    return f"<strong>{strong}</strong>" if strong is not None else f"<em>{stressed}</em>"
