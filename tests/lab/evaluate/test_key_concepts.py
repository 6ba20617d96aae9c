from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError
from meadow.lab.evaluate.key_concepts import ConceptCounts, as_aliases, count_concepts


def counts(text: str, *concepts: list[str] | str, language: str = "en") -> tuple[int, ...]:
    return count_concepts((text,), as_aliases(concepts), language).counts


def test_an_alias_is_found_whatever_its_case_and_inflection() -> None:
    assert counts("Strikes spread; the STRIKE held, striking everyone.", ["strike"]) == (3,)
    assert counts("Los puertos y el Puerto", ["puerto"], language="es") == (2,)


def test_any_alias_of_a_concept_counts_for_it() -> None:
    assert counts("The Harbour Guild met. The HG voted, the guild did not.", ["Harbour Guild", "HG"], ["vote"]) == (
        2,
        1,
    )


def test_only_whole_words_match() -> None:
    assert counts("The portrait of a reporter in the airport", ["port"]) == (0,)


def test_the_longest_alias_takes_its_words_first() -> None:
    text = "The peace treaty is a treaty for peace."

    assert counts(text, ["treaty"], ["peace treaty"], ["peace"]) == (1, 1, 1)
    # "north sea ferry" is longer and wins, although "port north" starts further left.
    assert counts("port north sea ferry", ["port north"], ["north sea ferry"]) == (0, 1)


def test_mentions_do_not_overlap() -> None:
    assert counts("no no no", ["no no"]) == (1,)
    assert counts("no no no no", ["no no"]) == (2,)


def test_a_mention_does_not_cross_sentences() -> None:
    aliases = as_aliases([["peace treaty"]])

    assert count_concepts(("They want peace", "Treaty talks go on"), aliases, "en").counts == (0,)


def test_words_are_tokens_with_a_letter_or_digit() -> None:
    found = count_concepts(("Well — 3 ships , & no crew !",), as_aliases(["ship"]), "en")

    assert found == ConceptCounts((1,), 5)
    assert found.frequencies == (0.2,)


def test_a_text_as_concept_is_one_alias_and_spellings_of_one_alias_count_once() -> None:
    assert counts("a strike", "strike") == (1,)
    assert counts("a strike", ["strike", "strikes", "STRIKE"]) == (1,)


def test_no_words_have_no_frequency() -> None:
    empty = count_concepts((), as_aliases(["ship"]), "en")

    assert empty == ConceptCounts((0,), 0)
    assert empty.frequencies == (0.0,)


@given(st.lists(st.sampled_from(["port", "strike", "ship", "and"]), max_size=12))
def test_never_more_words_are_taken_than_there_are(words: list[str]) -> None:
    concepts = [["port strike", "port"], ["strike ship"], ["ship ship ship"]]
    found = count_concepts((" ".join(words),), as_aliases(concepts), "en")

    assert found.words == len(words)
    assert sum(found.counts) <= len(words)
    assert found.counts[0] <= words.count("port")


@pytest.mark.parametrize(
    ("concepts", "said"),
    [
        ([], r"a list of at least one concept, not \[\]"),
        ("peace", "a list of at least one concept, not 'peace'"),
        ([["peace"], []], "Key concept 1 has no alias"),
        ([["peace", "—"]], "The alias '—' of key concept 0 holds no word"),
        ([["peace", "war"], ["conflict", "wars"]], "'wars' is of the key concepts 'peace' and 'conflict'.*Join"),
    ],
)
def test_unusable_concepts_are_refused_with_advice(concepts: list[list[str]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        count_concepts(("Peace and war",), as_aliases(concepts), "en")
