"""What a summary puts in brackets, a date or a name, is text like any other in every form of a page."""

from __future__ import annotations

import io
import json

from rich.console import Console

from brief.reading import Reading
from brief.values import WIRE, digest, pick, summary
from brief.values import brief as brief_of
from meadow.brief.html import format_html
from meadow.brief.json import summary_value
from meadow.brief.listing import render_listing
from meadow.brief.markdown import format_summary_markdown
from meadow.brief.places import cite
from meadow.brief.terminal import render_summary
from meadow.model import Summary

PRINTED = "[police spokeswoman Ann] Lund hit the pier on Monday [26 Oct]."


def _told() -> Summary:
    return summary([pick(WIRE, 0, written=PRINTED)])


def _printed(renderable: object) -> str:
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_terminal_takes_it_for_no_markup() -> None:
    assert PRINTED in _printed(render_summary(_told(), [WIRE]))
    assert PRINTED in _printed(render_listing([(brief_of([WIRE], _told()), 0)]))


def test_markdown_makes_no_link_of_it() -> None:
    assert r"\[police spokeswoman Ann\] Lund hit the pier on Monday \[26 Oct\]." in format_summary_markdown(
        _told(), [WIRE]
    )


def test_the_page_and_json_have_it_as_it_is() -> None:
    assert PRINTED in Reading(format_html(digest(brief_of([WIRE], _told())))).text
    assert f'"{PRINTED}"' in json.dumps(summary_value(_told()))


def test_a_sentence_with_more_is_not_called_shortened() -> None:
    source = "The morning ferry Gannet struck the north pier at low water."
    for written, shortened in (
        (source.replace("ferry", "[ferry] Ferry ferry"), False),
        (source.replace("ferry", "[brown]"), True),
    ):
        (citation,) = cite(summary([pick(WIRE, 0, written=written)]), [WIRE])
        assert citation.shortened is shortened
