"""HTML that is escaped by construction: only what `element` and `raw` return is markup, any other text becomes text."""

from __future__ import annotations

import html
from collections.abc import Iterable

from meadow.text.printable import printable

_VOID = frozenset({"meta", "link"})

Attribute = str | int | bool | None


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def raw(markup: str) -> Html:
    """Return our own constant markup or style sheet as it is; never call this with text from a document."""
    return Html(markup)


def escape(text: str) -> Html:
    """Return text as HTML shows it: markup stays, the rest is escaped, control characters are gone."""
    return text if isinstance(text, Html) else Html(html.escape(printable(text), quote=True))


def element(name: str, /, *children: str | None, **attributes: Attribute) -> Html:
    """Return one element; absent children and attributes are left out.

    `class_` and `aria_label` are written `class` and `aria-label`; True gives an attribute without a value.
    """
    opening = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}>"
    return Html(opening if name in _VOID else f"{opening}{join(children)}</{name}>")


def join(parts: Iterable[str | None], separator: str = "") -> Html:
    """Return the parts side by side, each escaped unless it is markup."""
    return Html(str(escape(separator)).join(escape(part) for part in parts if part is not None))


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
