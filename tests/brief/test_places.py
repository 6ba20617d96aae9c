from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brief.values import COURIER, RADIO, WIRE, document, pick, summary
from meadow.brief.places import (
    CONTEXT_CHARACTERS,
    Place,
    PlaceContext,
    cite,
    clip,
    context_of,
    sentence_at,
    split_cited,
)
from meadow.errors import InputError
from meadow.model import Document


def context(of: Document, index: int) -> PlaceContext:
    citations = cite(summary([pick(of, index)]), [of])
    return context_of(citations[0], split_cited(citations))


def test_each_pick_has_one_number_in_printing_order() -> None:
    told = summary([pick(COURIER, 1), pick(WIRE, 0), pick(COURIER, 0)])

    citations = cite(told, [WIRE, COURIER])

    assert [each.number for each in citations] == [1, 2, 3]
    assert [each.document.id for each in citations] == ["courier-7", "wire-1", "courier-7"]
    assert [each.place.sentence_number for each in citations] == [2, 1, 1]


def test_numbers_can_go_on_from_an_earlier_story() -> None:
    assert [each.number for each in cite(summary([pick(WIRE, 0), pick(WIRE, 1)]), [WIRE], first=4)] == [4, 5]


def test_covered_sentences_are_echoes_with_their_documents() -> None:
    (citation,) = cite(summary([pick(WIRE, 1, covers=[("courier-7", 0), ("radio-2", 0)])]), [WIRE, COURIER, RADIO])

    assert citation.echoes == (Place(COURIER, 0), Place(RADIO, 0))


def test_a_document_that_was_not_given_is_named() -> None:
    with pytest.raises(InputError) as caught:
        cite(summary([pick(COURIER, 0)]), [WIRE])

    assert "'courier-7', which is not among the 1 documents given" in str(caught.value)
    assert "Give all documents" in str(caught.value)


def test_a_sentence_that_is_not_there_is_named() -> None:
    citations = cite(summary([pick(WIRE, 0, covers=[("courier-7", 5)])]), [WIRE, COURIER])

    with pytest.raises(InputError, match=r"no sentence 5 in document 'courier-7'. It has 2, counted from 0"):
        sentence_at(citations[0].echoes[0], split_cited(citations))


def test_an_index_below_zero_does_not_count_from_the_end() -> None:
    with pytest.raises(InputError, match="no sentence -1"):
        sentence_at(Place(WIRE, -1), {"wire-1": ()})


def test_each_mentioned_document_is_split_and_no_other() -> None:
    citations = cite(summary([pick(WIRE, 0, covers=[("courier-7", 0)])]), [WIRE, COURIER, RADIO])

    assert list(split_cited(citations)) == ["wire-1", "courier-7"]


def test_context_holds_two_sentences_on_either_side() -> None:
    seen = context(WIRE, 2)

    assert seen.sentence == "The pier had been closed to anglers since autumn."
    assert seen.before + seen.sentence + seen.after == WIRE.text


def test_context_at_the_ends_has_no_ellipsis_outside() -> None:
    first, last = context(WIRE, 0), context(WIRE, 4)

    assert first.before == ""
    assert first.after.endswith("since autumn.\u00a0…")
    assert last.before.startswith("…\u00a0The pier")
    assert last.after == ""


def test_long_neighbours_are_cut_at_words() -> None:
    words = " ".join(["harbour"] * 200)
    seen = context(document("long", [words, "A short one.", words]), 1)

    assert seen.before.startswith("…harbour harbour")
    assert seen.after.endswith(" harbour…")
    assert len(seen.before) <= CONTEXT_CHARACTERS + 1
    assert len(seen.after) <= CONTEXT_CHARACTERS + 1


def test_a_neighbour_without_blanks_is_cut_all_the_same() -> None:
    seen = context(document("long", ["潮" * 5000, "短い。", "見" * 5000]), 1)

    assert seen.before == f"…{'潮' * (CONTEXT_CHARACTERS - 1)} "
    assert seen.after == f" {'見' * (CONTEXT_CHARACTERS - 1)}…"


@pytest.mark.parametrize(
    ("written", "shortened"),
    [(None, False), ("Nobody  drowned\n.", True), ("The morning ferry Gannet struck the north pier.", True)],
)
def test_a_shortened_sentence_is_distinguished_from_a_whole_one(written: str | None, shortened: bool) -> None:
    (citation,) = cite(summary([pick(WIRE, 0, written=written)]), [WIRE])

    assert citation.shortened is shortened


def test_other_white_space_is_not_a_change() -> None:
    (citation,) = cite(summary([pick(WIRE, 3, written="Divers will look\nat the hull today.")]), [WIRE])

    assert citation.shortened is False


@given(st.lists(st.text("ab .。\n", min_size=1, max_size=300), min_size=1, max_size=8), st.data())
def test_context_is_a_piece_of_the_document_around_the_sentence(sentences: list[str], data: st.DataObject) -> None:
    of = document("any", sentences)
    index = data.draw(st.integers(0, len(sentences) - 1))

    seen = context(of, index)

    assert seen.sentence == sentences[index]
    piece = seen.before.removeprefix("…").removeprefix("\u00a0") + seen.sentence
    assert piece + seen.after.removesuffix("…").removesuffix("\u00a0") in of.text


@given(st.text(), st.integers(1, 50))
def test_clipped_text_is_a_beginning_within_its_length(text: str, characters: int) -> None:
    clipped = clip(text, characters)

    assert len(clipped) <= characters + 1
    assert clipped == text or text.startswith(clipped.removesuffix("…"))
