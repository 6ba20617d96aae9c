"""Do two sentences say the same: facts, comparison and score."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given

from meadow.model import Document
from meadow.vectors.sameness import compare, same_statement, subsumption
from meadow.vectors.sameness.facts import sentence_facts
from meadow.vectors.sameness.scoring import CONSTANT, SIGNS, shipped_weights
from meadow.vectors.view import StoryView, view_documents
from paper import cluster_a, section_2_2
from stories import FLAT, documents


def _view(*texts: str, language: str = "en") -> StoryView:
    return view_documents(
        Document(f"{number}", text=text, language=language, spans=((0, len(text)),))
        for number, text in enumerate(texts)
    )


def _score(first: str, second: str, language: str = "en") -> float:
    return float(same_statement(_view(first, second, language=language), *_pair(0, 1))[0])


def _pair(first: int, second: int) -> tuple[np.ndarray, np.ndarray]:
    return np.array([first], np.int32), np.array([second], np.int32)


# Facts


def test_names_are_capitals_inside_a_sentence_and_in_a_run_at_its_start() -> None:
    assert sentence_facts("Yesterday the mayor of Port Vell met Ada Quist's lawyer.", "en").names == {
        "port", "vell", "ada", "quist",
    }  # fmt: skip
    assert sentence_facts("Ada Quist spoke.", "en").names == {"ada", "quist"}
    assert sentence_facts("FERRY SINKS OFF SKERRA COAST", "en").names == frozenset()


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("About 2,000 people and twenty-two boats", "en", {2000, 22}),
        ("It cost 3.2 billion crowns", "en", {3_200_000_000}),
        ("One of the boats", "en", set()),
        ("Unos 2.900 vecinos y treinta y cinco casas", "es", {2900, 35}),
        ("Meer dan honderdvijftig mensen, 1,5 miljoen euro", "nl", {150, 1_500_000}),
        ("約3万人が避難し、三十五人が負傷した。", "ja", {30_000, 35}),
        ("１２人が死亡した。", "ja", {12}),
    ],
)
def test_numbers_are_values_however_they_are_written(text: str, language: str, values: set[int]) -> None:
    assert sentence_facts(text, language).numbers == {Decimal(value) for value in values}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The bridge did not fall.", "en"),
        ("The bridge didn’t fall.", "en"),
        ("El puente no cayó.", "es"),
        ("De brug is niet gevallen.", "nl"),
        ("橋は崩れなかった。", "ja"),
    ],
)
def test_denials_are_noticed(text: str, language: str) -> None:
    assert sentence_facts(text, language).denies
    assert not sentence_facts("The bridge fell.", language).denies


# Comparison

FIRST = "The ferry Aurora sank off Skerra on Monday with 245 people aboard."
OTHER = "The ferry Aurora sank off Skerra, and 12 of the passengers were not found."


def test_a_comparison_by_hand() -> None:
    found = compare(_view(FIRST, OTHER), *_pair(0, 1))
    # the, ferry, aurora, sank, off, skerra: 6 of 12 and of 14 words
    assert found.overlap[0] == pytest.approx(2 * 6 / (12 + 14))
    assert found.names_shared[0] == 2  # Aurora, Skerra
    assert (found.forward.names_added[0], found.backward.names_added[0]) == (0, 0)  # a weekday is no name
    assert (found.numbers_shared[0], found.numbers_apart[0]) == (0, 1)
    assert found.denial[0] == 1


@pytest.mark.golden("M7")
def test_the_overlap_of_a_comparison_is_r_s() -> None:
    view = view_documents(cluster_a())
    rows = {(s.ref.document_id, s.ref.index + 1): row for row, s in enumerate(view.sentences)}
    first, second = _pair(rows["A1", 4], rows["A2", 10])
    common = view.counts("words").matrix[[first[0], second[0]]].toarray().min(axis=0).sum()
    lengths = view.counts("words").lengths
    assert compare(view, first, second).overlap[0] == pytest.approx(
        2 * common / (lengths[first[0]] + lengths[second[0]])
    )


@given(documents)
def test_scores_are_shares_symmetric_and_nothing_where_nothing_is_covered(made: list[Document]) -> None:
    view = view_documents(made, background=FLAT)
    first = np.arange(len(view), dtype=np.int32)
    second = first[::-1].copy()
    forward, backward = subsumption(view, first, second)
    score = same_statement(view, first, second)
    assert ((score >= 0) & (score <= 1)).all()
    assert score.tolist() == same_statement(view, second, first).tolist()
    assert not score[np.minimum(forward, backward) == 0].any()


@given(documents)
def test_nothing_says_more_of_a_sentence_than_the_sentence_itself(made: list[Document]) -> None:
    view = view_documents(made, background=FLAT)
    itself = np.arange(len(view), dtype=np.int32)
    other = np.roll(itself, 1)
    alone, _ = subsumption(view, itself, itself)
    covered, _ = subsumption(view, itself, other)
    # Only shared numbers can lift a pair above a sentence beside itself, and these words share all of theirs.
    assert (covered <= alone + 1e-9).all()


# Score

SAME = [
    ("en", FIRST, "On Monday the ferry Aurora, with 245 people aboard, sank off Skerra."),
    (
        "es",
        "El puente de Sant Oriel se hundió el lunes durante la tormenta.",
        "Durante la tormenta del lunes se hundió el puente de Sant Oriel.",
    ),
    (
        "nl",
        "De brug bij Sant Oriel is maandag ingestort tijdens de storm.",
        "Tijdens de storm stortte maandag de brug bij Sant Oriel in.",
    ),
    ("ja", "月曜日の嵐で港の橋が崩れ、住民が避難した。", "港の橋が月曜日の嵐で崩れ、住民たちは避難した。"),
]


@pytest.mark.parametrize(("language", "first", "second"), SAME)
def test_the_same_in_other_words_is_likely_and_another_subject_is_not(language: str, first: str, second: str) -> None:
    assert _score(first, second, language) > 0.5
    elsewhere = {
        "en": "Bakers in Port Vell voted to strike over pay.",
        "es": "Los panaderos de Port Vell votaron a favor de la huelga.",
        "nl": "Bakkers in Port Vell stemden voor een staking.",
        "ja": "パン職人の組合は賃上げを求めて投票した。",
    }[language]
    assert _score(first, elsewhere, language) < 0.2


def test_another_number_and_a_denial_lower_the_score() -> None:
    score = _score(FIRST, FIRST)
    assert score > 0.9
    assert _score(FIRST, FIRST.replace("245", "260")) < score
    assert _score(FIRST, FIRST.replace("sank", "did not sink")) < _score(FIRST, FIRST.replace("sank", "did then sink"))


def test_without_a_common_letter_group_the_score_is_zero() -> None:
    assert _score("Ferry capsized", "Bakers strike") == 0
    assert _score("", "Bakers strike") == 0
    assert _score("...", "...") == 0


def test_shipped_weights_have_the_signs_that_readers_expect() -> None:
    tables = shipped_weights()
    assert set(tables) == {"subject", "detail"}
    for table in tables.values():
        for name, weight in table.items():
            assert name == CONSTANT or weight * SIGNS[name] >= 0
    assert tables["detail"]["numbers_added"] < 0
    assert tables["detail"]["denial"] < 0


@pytest.mark.golden("M11")
def test_the_papers_example_is_subsumed_one_way() -> None:
    view = _view(*section_2_2())
    forward, backward = subsumption(view, *_pair(0, 1))
    assert forward[0] > 0.9 > 0.6 > backward[0]
    found = compare(view, *_pair(0, 1))
    assert found.overlap[0] == pytest.approx(14 / 27)
