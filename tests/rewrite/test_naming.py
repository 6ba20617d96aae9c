"""Names in full in the prose: in brackets before the surname, recorded, and left out on demand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.rewrite.compress import compress
from meadow.rewrite.dating import with_insertions
from meadow.rewrite.naming import name_insertions
from meadow.rewrite.none import none
from meadow.rewrite.rewritten import Context, Insertion
from meadow.rewrite.trim import trim
from meadow.testing import check_rewriter

# Tuesday, 27 October 2026; the story ends on Friday, 20 November.
WEEKS_LATER = Context(datetime(2026, 10, 27, 12, tzinfo=UTC), datetime(2026, 11, 20, 9, tzinfo=UTC))
SAID = "Lund said on Monday that Rubin had slept."


def _context(text: str, **words: str) -> Context:
    return Context(names=tuple((text.index(surname), given) for surname, given in words.items()))


def test_a_name_is_printed_in_brackets_before_its_surname() -> None:
    result = trim(SAID, "en", _context(SAID, Lund="police spokeswoman Ann", Rubin="Jonas"))
    assert result.text == "[police spokeswoman Ann] Lund said on Monday that [Jonas] Rubin had slept."
    assert result.cuts == ()
    assert result.insertions == (
        Insertion("name", 0, "[police spokeswoman Ann] "),
        Insertion("name", SAID.index("Rubin"), "[Jonas] "),
    )


def test_names_and_dates_are_in_their_order() -> None:
    context = Context(WEEKS_LATER.published, WEEKS_LATER.last, _context(SAID, Lund="Ann", Rubin="Jonas").names)
    result = trim(SAID, "en", context)
    assert result.text == "[Ann] Lund said on Monday [26 Oct] that [Jonas] Rubin had slept."
    assert [each.kind for each in result.insertions] == ["name", "date", "name"]
    assert trim(SAID, "en", context, dates=False).text == "[Ann] Lund said on Monday that [Jonas] Rubin had slept."
    assert trim(SAID, "en", context, names=False).text == "Lund said on Monday [26 Oct] that Rubin had slept."


def test_behind_a_dateline_the_name_opens_the_sentence() -> None:
    text = f"SKERRA (LPA) - {SAID}"
    result = trim(text, "en", _context(text, Lund="Ann"))
    assert result.text == f"[Ann] {SAID}"
    assert result.insertions == (Insertion("name", text.index("Lund"), "[Ann] "),)
    assert [cut.kind for cut in result.cuts] == ["dateline"]


def test_what_is_not_printed_gets_no_name() -> None:
    assert trim("SKERRA (LPA) - The ferry sank.", "en", Context(names=((0, "Ann"),))).insertions == ()
    assert trim("By Jane Lund, Harbour Wire", "en", Context(names=((8, "Ann"),))).insertions == ()


def test_what_a_program_parted_is_joined_around_a_name() -> None:
    text = "The crew of Lund 's ferry , she said , slept ."
    assert trim(text, "en", _context(text, Lund="Ann")).text == "The crew of [Ann] Lund's ferry, she said, slept."


@pytest.mark.parametrize("context", [None, Context(), WEEKS_LATER])
def test_where_nobody_is_named_nothing_is_printed(context: Context | None) -> None:
    assert trim("Lund said so.", "en", context).text == "Lund said so."


def test_other_rewriters_print_none() -> None:
    assert compress(SAID, "en", _context(SAID, Lund="Ann")).text == SAID
    assert none(SAID, "en").text == SAID
    check_rewriter(trim)
    check_rewriter(trim, names=False)


@given(st.sets(st.integers(0, len(SAID)), max_size=4), st.sampled_from(["Ann", "Captain Ann", "Ann J."]))
def test_the_source_is_what_is_printed_without_its_insertions(places: set[int], words: str) -> None:
    insertions = tuple(name_insertions([(place, words) for place in sorted(places)]))
    printed = with_insertions(SAID, insertions)
    assert printed.replace(f"[{words}] ", "") == SAID
    assert printed.count("[") == len(places)
