"""What notebooks show of a value: a little HTML of our own, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def paragraphs(*lines: str, heading: str | None = None) -> str:
    """Return lines of text as HTML, under a heading where there is one."""
    head = "" if heading is None else f"<h4>{escape(heading)}</h4>"
    return head + "".join(f"<p>{escape(line)}</p>" for line in lines if line)


def cited(sentences: Iterable[tuple[str, str]], *, heading: str | None = None) -> str:
    """Return sentences as one paragraph, each with a number whose title names its source."""
    said = " ".join(
        f'{escape(text)}&nbsp;<sup title="{escape(source)}">{number}</sup>'
        for number, (text, source) in enumerate(sentences, start=1)
    )
    return paragraphs(heading=heading) + (f"<p>{said}</p>" if said else "<p><i>No sentence.</i></p>")


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows as an HTML table under their heads."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def bars(rows: Iterable[tuple[str, float, float]]) -> str:
    """Return names with figures and, as bars, their shares of the longest one."""
    drawn = "".join(
        f'<tr><td>{escape(name)}</td><td>{value:.3f}</td><td><meter value="{share:.3f}"></meter></td></tr>'
        for name, value, share in rows
    )
    return f"<table><tbody>{drawn}</tbody></table>"
