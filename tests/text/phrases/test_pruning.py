"""What a sentence can spare: which clauses go, in which order, and when none may."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.text.phrases import Span
from meadow.text.phrases.clauses import clauses
from meadow.text.phrases.pruning import prune, without


def pruned(text: str, language: str = "en", most: int | None = None) -> str:
    """Return a sentence without what it can spare; `most` is how many characters are enough."""
    enough = None if most is None else lambda left: len(left) <= most
    return without(text, prune(text, language, enough=enough))


@pytest.mark.parametrize(
    ("language", "text", "left"),
    [
        ("en", "The old ferry sank on Monday, the coast guard said.", "The old ferry sank on Monday."),
        ("en", "The union (or what is left) rejected the offer again.", "The union rejected the offer again."),
        ("en", "The vote – the third this year – failed by ten votes.", "The vote failed by ten votes."),
        ("es", "El barco volcó el lunes en Skerra, informó la Guardia Costera.", "El barco volcó el lunes en Skerra."),
        ("nl", "De veerboot zonk maandag voor Skerra, aldus de kustwacht.", "De veerboot zonk maandag voor Skerra."),
        ("ja", "海上保安庁によると、船は港の入り口で沈んだ。", "船は港の入り口で沈んだ。"),
    ],
)
def test_parentheses_and_attributions_always_go(language: str, text: str, left: str) -> None:
    assert pruned(text, language) == left


class TestIfNeeded:
    """Other clauses go one kind after another, and only to reach a length."""

    TEXT = "The ferry, which left at noon, sank off Skerra, killing two men."

    def test_without_a_question_they_stay(self) -> None:
        assert pruned(self.TEXT) == self.TEXT

    def test_where_it_is_enough_already_they_stay(self) -> None:
        assert pruned(self.TEXT, most=len(self.TEXT)) == self.TEXT

    def test_participles_go_first_then_relatives(self) -> None:
        left = [pruned(self.TEXT, most=most) for most in range(len(self.TEXT), 0, -1)]
        steps = list(dict.fromkeys(left))
        assert steps[0] == self.TEXT
        assert [len(step) for step in steps] == sorted({len(step) for step in steps}, reverse=True)
        assert "killing two men" not in steps[1]
        assert "which left at noon" in steps[1]
        assert "which left at noon" not in steps[2]

    def test_subordinate_clauses_go_last(self) -> None:
        text = "The old ferry of Skerra, which left at noon, sank that day, because its door was open."
        assert pruned(text, most=70) == "The old ferry of Skerra sank that day, because its door was open."
        assert pruned(text, most=50) == "The old ferry of Skerra sank that day."

    def test_a_condition_never_goes(self) -> None:
        text = "The port of Skerra will close on Monday unless the storm turns."
        assert pruned(text, most=1) == text


class TestNeeded:
    """What would lose a name, or turn a statement round."""

    def test_a_name_between_commas_stays(self) -> None:
        text = "The captain, Aurel Denko, was rescued from the water."
        assert pruned(text) == text

    @pytest.mark.parametrize("negation", ["not", "never", "without"])
    def test_a_negation_before_a_clause_keeps_it(self, negation: str) -> None:
        text = f"The door does {negation} (as they say) open in the winter months."
        assert pruned(text) == text
        assert pruned(text.replace(f" {negation}", "")) == "The door does open in the winter months."

    @pytest.mark.parametrize(
        ("language", "text"),
        [
            ("nl", "De deur gaat niet (zoals men zegt) open in de winter."),
            ("es", "La puerta no se abre sin (como dicen) la llave del puerto."),
        ],
    )
    def test_in_other_languages_too(self, language: str, text: str) -> None:
        assert pruned(text, language) == text


class TestReadsOn:
    """What is left must be a sentence."""

    def test_five_words_are_a_sentence_and_four_are_not(self) -> None:
        assert pruned("The ferry sank on Monday, the coast guard said.") == "The ferry sank on Monday."
        assert pruned("The ferry sank Monday, the coast guard said.") == "The ferry sank Monday, the coast guard said."

    def test_without_blanks_ten_characters_are_enough(self) -> None:
        assert pruned("警察によると、船は港で沈んだ。", "ja") == "警察によると、船は港で沈んだ。"
        assert pruned("警察によると、船は港の中で沈んだ。", "ja") == "船は港の中で沈んだ。"

    def test_what_would_begin_with_a_small_letter_stays(self) -> None:
        text = "According to the police, two men of the crew fled."
        assert pruned(text) == text

    def test_what_is_quoted_stays_whole(self) -> None:
        text = "“The door (which was old) was open all night,” said Nils Corrigan."
        assert pruned(text).count("“") == pruned(text).count("”")

    @pytest.mark.parametrize("text", ["", " ", "(all of it)", "Skerra.", "(One) (two) (three)"])
    def test_little_or_nothing_is_left_as_it_is(self, text: str) -> None:
        assert prune(text) == ()


@pytest.mark.parametrize(
    ("text", "spans", "left"),
    [
        ("one two three", [(4, 8)], "one three"),
        ("one two three", [(3, 7)], "one three"),
        ("one two three", [], "one two three"),
        ("one two three", [(8, 13), (0, 4)], "two"),
        ("one\ntwo  three", [], "one two three"),
        ("one", [(0, 3)], ""),
    ],
)
def test_a_text_without_spans(text: str, spans: list[tuple[int, int]], left: str) -> None:
    assert without(text, [Span(start, end, text[start:end]) for start, end in spans]) == left


PARTS = st.sampled_from(
    [
        "The ferry sank off Skerra",
        ", the coast guard said",
        " (in the dark)",
        ", which was old",
        ", killing two men",
        " because it was late",
        " – the third one –",
        "“No,” said Ana Ruel",
        ", 52,",
        " and",
        ".",
        " unless it rains",
        ", according to the police,",
        " not",
    ]
)


@given(st.lists(PARTS, min_size=1, max_size=7).map("".join), st.integers(0, 120))
def test_what_goes_is_made_of_whole_clauses_and_the_rest_ends_alike(text: str, most: int) -> None:
    gone = prune(text, enough=lambda left: len(left) <= most)
    found = clauses(text)
    assert set(gone) <= set(found)
    assert "main" not in {clause.kind for clause in gone}
    assert list(gone) == sorted(gone, key=lambda clause: clause.start)
    left = without(text, gone)
    assert not gone or (left[-1] == text.strip()[-1] and len(left.split()) >= 5)
    # More room never takes more away.
    assert len(prune(text)) <= len(gone) or len(left) <= most


@given(st.lists(PARTS, min_size=1, max_size=7).map("".join), st.sampled_from(["en", "es", "nl", "ja", "fr"]))
def test_clauses_tile_a_text(text: str, language: str) -> None:
    found = clauses(text, language)
    assert all(text[clause.start : clause.end] == clause.text for clause in found)
    assert all(first.end <= second.start for first, second in itertools.pairwise(found))
    assert "".join("".join(clause.text.split()) for clause in found) == "".join(text.split())
