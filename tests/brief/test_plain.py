"""Lines for a pipe: those that rich prints, on any text."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, Group, RenderableType
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meadow.brief.plain import MarkedLines, plain_lines

WORDS = st.lists(
    st.one_of(
        st.text(st.sampled_from("ab,.'é日本👍\u200d\ufe0fñ-–"), min_size=1, max_size=14),
        st.text(max_size=6),
        st.sampled_from(["", " ", "  ", "\n", "the", "and so on", "x" * 30]),
    ),
    max_size=40,
)
TEXTS = WORDS.map(" ".join)


def printed_by_rich(renderable: RenderableType, width: int) -> list[str]:
    console = Console(file=io.StringIO(), width=width, highlight=False, color_system=None)
    with console.capture() as captured:
        console.print(renderable)
    return [line.rstrip() for line in captured.get().splitlines()]


def printed_plainly(renderable: RenderableType, width: int) -> list[str] | None:
    lines = plain_lines(renderable, width)
    return None if lines is None else [line.rstrip() for line in "\n".join(lines).splitlines()]


@given(TEXTS, st.integers(20, 90))
def test_a_text_breaks_where_rich_breaks_it(text: str, width: int) -> None:
    lines = printed_plainly(Text(text), width)

    assert lines is None or lines == _without_last_blanks(printed_by_rich(Text(text), width), lines)


@given(TEXTS, TEXTS, st.lists(st.tuples(st.sampled_from(["[1]", "[10]", "[100]"]), TEXTS), min_size=1, max_size=3))
def test_a_story_is_laid_out_as_rich_does(head: str, claim: str, rows: list[tuple[str, str]]) -> None:
    parts = Group(Text(head, style="bold"), Text(), Group(Padding(Text(claim), (0, 0, 0, 2))), MarkedLines(tuple(rows)))
    story = Constrain(parts, 50)

    lines = printed_plainly(story, 88)

    assert lines is None or lines == _without_last_blanks(printed_by_rich(story, 88), lines)


def _without_last_blanks(lines: list[str], beside: list[str]) -> list[str]:
    """Return what rich prints as far as the last line with something in it: an empty one at the end is no line to join."""
    while lines and not lines[-1] and len(lines) > len(beside):
        lines = lines[:-1]
    return lines


@pytest.mark.parametrize("width", [20, 60])
def test_ordinary_texts_need_no_rich(width: int) -> None:
    text = Text("The ferry struck the pier at 7 a.m.; nobody was hurt, the harbour master said. " * 4)

    lines = plain_lines(text, width)

    assert lines is not None
    assert [line.rstrip() for line in lines] == printed_by_rich(text, width)


def test_a_source_goes_on_under_itself() -> None:
    rows = MarkedLines((("[1]", "Harbour Wire, 3 Mar – Ferry strikes pier"), ("[10]", "Courier")))

    lines = plain_lines(rows, 24)

    assert lines is not None
    assert [line.rstrip() for line in lines] == [
        "[1]  Harbour Wire, 3 Mar",
        "     – Ferry strikes",
        "     pier",
        "[10] Courier",
    ]


@pytest.mark.parametrize(
    "only_rich",
    [Table(), Text("a\tb"), Text("x" * 40), Text("a", justify="right"), Padding(Text("a"), (1, 0, 0, 0)), "a str"],
)
def test_what_only_rich_can_lay_out_is_left_to_it(only_rich: RenderableType) -> None:
    assert plain_lines(Group(only_rich), 30) is None
