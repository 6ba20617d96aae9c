from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType

from brief.hostile import STRINGS, wearing
from brief.values import COURIER, UPDATED, WIRE, digest, document, ferry, pick, summary, week
from meadow.brief.terminal import DigestPrinter, render_summary
from meadow.model import Digest


def printed(renderable: RenderableType, *, width: int = 120, colour: bool = False) -> str:
    """Return what a terminal of that width receives."""
    system = "standard" if colour else None
    console = Console(file=io.StringIO(), width=width, force_terminal=colour, color_system=system, legacy_windows=False)  # type: ignore[arg-type]
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def render_digest(digest: Digest) -> RenderableType:
    """Return all stories below one another with the counts last, as the commands print them one by one."""
    printer = DigestPrinter(document for brief in digest for document in brief.documents)
    return Group(*map(printer.story, digest), printer.totals(digest))


def test_a_summary_ends_with_its_numbered_sources() -> None:
    told = summary([pick(WIRE, 2, covers=[("courier-7", 0)]), pick(COURIER, 1)])

    assert printed(render_summary(told, [WIRE, COURIER], "Ferry strikes pier")) == (
        "Ferry strikes pier\n"
        "2 articles · 2 sources · Harbour Wire, Carrowmere Courier · 3–4 Mar 2026\n"
        "\n"
        "The pier had been closed to anglers since autumn. [1] The captain blamed a cross\n"
        "current. [2]\n"
        "\n"
        "[1] Harbour Wire, 3 Mar 07:40 – Ferry strikes pier (sentence 3; also Carrowmere Courier)\n"
        "[2] Carrowmere Courier, 4 Mar 18:05 – Captain blames current (sentence 2)"
    )


def test_a_summary_may_have_no_headline() -> None:
    assert printed(render_summary(summary([pick(WIRE, 0)]), [WIRE])).startswith("1 article · 1 source")


def test_a_digest_prints_each_story_and_the_counts_last() -> None:
    text = printed(render_digest(week()))

    positions = [
        text.index(words) for words in ("Ferry strikes pier; two hurt", "新しい橋が開通", "افتتاح السوق الجديد")
    ]
    assert positions == sorted(positions)
    assert text.endswith("3 stories · 6 articles · 5 sources · 1–5 Mar 2026")


def test_disagreements_are_between_summary_and_sources() -> None:
    text = printed(render_digest(digest(ferry())))

    assert (
        "Sources disagree\n"
        "People hurt\n"
        "  2: 1 article, 3 Mar 2026: Harbour Wire\n"
        "  3: 2 articles, 4–5 Mar 2026: Carrowmere Courier, Radio Aldern\n"
        "\n"
        "[1] "
    ) in text


def test_figures_that_moved_are_one_line_with_the_value_in_force_in_bold() -> None:
    text = printed(render_summary(summary([pick(WIRE, 0)], moved=[UPDATED]), [WIRE, COURIER]), colour=True)

    assert "People hurt: \x1b[2m2 (Tue)\x1b[0m → \x1b[1mnow 3 (Wed)\x1b[0m" in text
    assert "\x1b[2m3: 1 article, 4 Mar 2026: Carrowmere Courier (sentence 1)\x1b[0m" in text


def test_headlines_are_bold_facts_dim_and_numbers_coloured() -> None:
    text = printed(render_digest(digest(ferry())), colour=True)

    assert "\x1b[1mFerry strikes pier; two hurt\x1b[0m" in text
    assert "\x1b[2m4 articles" in text
    assert "\x1b[36m[1]\x1b[0m" in text


def test_an_empty_digest_says_why_and_what_to_do() -> None:
    text = printed(render_digest(digest()))

    assert text.startswith("No stories to show.")
    assert "--since, --until, --source and --language" in text
    assert "meadow demo" in text


def test_a_summary_without_sentences_says_so() -> None:
    assert "No summary" in printed(render_summary(summary([]), [WIRE]))


@pytest.mark.parametrize("width", [40, 88, 300])
def test_no_line_is_wider_than_the_terminal_or_88_columns(width: int) -> None:
    long = document("long", ["harbour " * 60 + "end.", "橋" * 300], title="h" * 200, source="s" * 90)
    text = printed(render_summary(summary([pick(long, 0), pick(long, 1)]), [long], "word " * 40), width=width)

    assert max(cell_len(line) for line in text.splitlines()) <= min(width, 88)
    assert text.replace("\n", "").count("橋") == 300


@pytest.mark.parametrize("text", STRINGS)
def test_hostile_text_is_printed_and_nothing_else(text: str) -> None:
    shown = printed(render_digest(wearing(text)), colour=True)

    assert set(re.findall(r"\x1b[^m]*m?", shown)) <= {"\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"}
    assert re.search(r"[\x00-\x09\x0b-\x1a\x7f-\x9f\u202a-\u202e]", shown) is None


def test_square_brackets_are_not_markup() -> None:
    assert "[red]not red[/red]" in printed(render_digest(wearing("[red]not red[/red]")))


@given(st.text(max_size=40))
def test_any_text_can_be_printed(text: str) -> None:
    assert "1 story" in printed(render_digest(wearing(text)))


def test_sources_show_the_year_where_a_story_spans_several() -> None:
    old = replace(COURIER, id="old", published=WIRE.published.replace(year=2024)) if WIRE.published else COURIER
    shown = printed(render_summary(summary([pick(WIRE, 0), pick(old, 0)]), [WIRE, old]))
    assert re.search(r"\d{1,2} \w{3} 2024", shown)
    assert re.search(rf"\d{{1,2}} \w{{3}} {WIRE.published.year if WIRE.published else 0}", shown)
    one_year = printed(render_summary(summary([pick(WIRE, 0)]), [WIRE]))
    assert "2024" not in one_year
