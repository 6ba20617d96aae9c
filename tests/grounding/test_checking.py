"""Verdicts on sentences that say the same as their source, and on sentences that change one thing of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow.errors import InputError
from meadow.grounding import check
from meadow.model import Document, Verdict

_TUESDAY = datetime(2026, 3, 3, tzinfo=UTC)
SOURCE = Document(
    "wire",
    text=(
        "The ferry Star of Skerra sank off Skerra on Monday, killing 14 people, the coast guard said. "
        "Captain Aurel Denko, 52, who has commanded the ship for six years, was questioned for a second time on Tuesday. "
        "He was taken off the hull by a fishing boat. Anna Berg defeated Olaf Lund in the vote. "
        "The council rejected the plan. The firm may be charged with fraud. "
        "Miriam Dole resigned, and Karl Roe took over the board. The board plans to close the yard. "
        "“We did not have a choice,” Roe said. The yard was empty."
    ),
    published=_TUESDAY,
    language="en",
)


def verdict(text: str, *documents: Document) -> Verdict:
    return check([text], documents or (SOURCE,))[0]


@pytest.mark.parametrize(
    "text",
    [
        "The council rejected the plan.",
        "The plan was rejected by the council.",
        "Captain Aurel Denko, 52, was questioned for a second time on Tuesday.",
        "Denko was questioned for a second time on Tuesday.",
        "Captain Denko was questioned for a second time on 3 March.",
        "Denko was taken off the hull by a fishing boat.",
        "A fishing boat took Denko off the hull.",
        "Olaf Lund was defeated by Anna Berg in the vote.",
        "The coast guard said the ferry Star of Skerra sank off Skerra on Monday, killing fourteen people.",
        "Roe took over the board.",
        "The council rejected the plan, and the yard was empty.",
        "Roe said: “We did not have a choice.”",
    ],
)
def test_a_rewrite_that_says_the_same_is_supported(text: str) -> None:
    assert verdict(text).kind == "supported", verdict(text).reason


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The ferry sank off Skerra on Monday, killing 15 people, the coast guard said.", "number"),
        ("The ferry sank off Skerra on Tuesday, killing 14 people, the coast guard said.", "day"),
        ("The ferry sank off Skerra on Monday.", "attribution"),
        ("Olaf Lund defeated Anna Berg in the vote.", "role"),
        ("Miriam Dole took over the board.", "role"),
        ("The council did not reject the plan.", "polarity"),
        ("The yard was not empty.", "polarity"),
        ("The firm is charged with fraud.", "modality"),
        ("The board closed the yard.", "modality"),
        ("The council will reject the plan.", "tense"),
        ("“We did not have the choice,” Roe said.", "quotation"),
        ("Anna Berg defeated Karl Stone in the vote.", "name"),
    ],
)
def test_a_change_is_named(text: str, kind: str) -> None:
    found = verdict(text)
    assert found.kind == "changed", found
    assert kind in [change.kind for change in found.changes], found.changes
    assert found.reason


def test_words_that_no_source_has_are_listed() -> None:
    found = verdict("The firm may be charged with theft.")
    assert (found.kind, found.uncovered) == ("partly", ("theft",))


def test_what_shares_nothing_is_not_found() -> None:
    assert verdict("Penguins enjoy swimming.").kind == "not found"
    assert verdict("Penguins enjoy swimming.").sources == ()


@pytest.mark.parametrize("text", ["Why did the council reject it?", "Summary:", "Yes."])
def test_what_states_nothing_is_no_claim(text: str) -> None:
    assert verdict(text).kind == "no claim"


def test_a_citation_that_does_not_support_is_named() -> None:
    other = Document("other", text="The weather was fine. The council met on Monday.", language="en")
    found = check(["The council rejected the plan."] * 3, [SOURCE, other], citations=[{"other"}, {"wire"}, None])
    assert [each.kind for each in found] == ["wrong source", "supported", "supported"]
    assert "wire:4" in found[0].reason


def test_spans_are_exact() -> None:
    span = verdict("The plan was rejected by the council.").sources[0]
    assert SOURCE.text[span.start : span.end] == span.text == "The council rejected the plan."


def test_a_text_has_its_sentences_in_place() -> None:
    text = "The council rejected the plan. The yard was empty."
    found = meadow.check(text, [SOURCE])
    assert [text[each.start : each.end] for each in found] == [each.text for each in found]
    assert [each.kind for each in found] == ["supported", "supported"]


def test_a_language_without_rules_is_compared_letter_for_letter() -> None:
    source = Document("wire", text="Der Rat lehnte den Plan am Montag ab. Die Werft war leer.", language="de")
    found = check(["Der Rat lehnte den Plan am Montag ab.", "Den Plan lehnte der Rat am Montag ab."], [source])
    assert [each.kind for each in found] == ["supported", "partly"]


def test_citations_must_fit_the_sentences() -> None:
    with pytest.raises(InputError, match="2 citations for 1 sentence"):
        check(["The council rejected the plan."], [SOURCE], citations=[None, None])


def test_nothing_to_check_and_nothing_to_check_against() -> None:
    assert check("", [SOURCE]) == ()
    assert [each.kind for each in check("The council rejected the plan.", [])] == ["not found"]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_any_text_has_verdicts_and_the_same_twice(text: str) -> None:
    assert check(text, [SOURCE]) == check(text, [SOURCE])


@pytest.mark.parametrize("piece", ["(", "to ", "said that ", "“", ", and ", "1 ", "Berg ", "a, "])
def test_hostile_repetition_ends(piece: str) -> None:
    hostile = piece * 20_000
    assert check([hostile], [SOURCE, Document("hostile", text=hostile, language="en")])
