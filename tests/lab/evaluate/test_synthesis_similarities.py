from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.lemmas import sentence_lemmas
from meadow.lab.evaluate.synthesis import (
    ReportLike,
    Similarity,
    SynthesisReport,
    concept_counts,
    document_similarity,
    nicos,
    perplexity_similarity,
    rouge_similarity,
    sentence_precision,
    sentence_recall,
    similarity_signature,
)
from meadow.model import Sentence, SentenceRef

SHARES: list[Callable[[ReportLike, ReportLike], float]] = [
    document_similarity,
    sentence_recall,
    sentence_precision,
    perplexity_similarity,
    rouge_similarity,
]
TEXTS = ["The ferry sank.", "Divers found the ferry.", "A storm is near!", "Nobody knows why.", "…"]


def sentence(document: str, index: int, text: str = "Nothing happened.") -> Sentence:
    return Sentence(SentenceRef(document, index), 0, len(text), text)


def report(*places: tuple[str, int]) -> SynthesisReport:
    return SynthesisReport(tuple(sentence(*place) for place in places))


def text_report(*texts: str) -> SynthesisReport:
    return SynthesisReport(tuple(sentence("d", index, text) for index, text in enumerate(texts)))


REPORTS = st.lists(
    st.tuples(st.sampled_from("de"), st.integers(0, 2), st.sampled_from(TEXTS)), max_size=6, unique_by=lambda s: s[:2]
).map(lambda drawn: SynthesisReport(tuple(sentence(*each) for each in drawn)))


@pytest.mark.golden("S6")
def test_document_similarity_is_the_share_of_the_references_documents() -> None:
    reference = report(("1", 0), ("1", 1), ("2", 0), ("3", 4))
    other = report(("2", 9), ("3", 0), ("3", 1), ("4", 0), ("5", 0))

    assert document_similarity(other, reference) == 2 / 3  # {2, 3} of {1, 2, 3}
    assert document_similarity(reference, other) == 2 / 4


@pytest.mark.golden("S6")
def test_sentence_recall_and_precision_share_the_common_sentences() -> None:
    reference = report(("1", 0), ("1", 1), ("2", 0), ("3", 0))
    other = report(("1", 0), ("1", 1), ("2", 5), ("4", 0), ("5", 0))

    assert sentence_recall(other, reference) == 2 / 4
    assert sentence_precision(other, reference) == 2 / 5


@pytest.mark.golden("S6")
def test_nicos_is_the_inverse_distance_of_concept_frequencies() -> None:
    def filled(concept_words: list[str], total: int) -> SynthesisReport:
        return text_report(" ".join(concept_words + ["filler"] * (total - len(concept_words))))

    one = filled(["strike"] * 2 + ["treaty"], 100)
    other = filled(["strike"] * 2 + ["treaty"] * 4, 200)
    concepts = [["strike"], ["treaty"]]

    assert concept_counts(one, concepts).frequencies == (0.02, 0.01)
    assert concept_counts(other, concepts).frequencies == (0.01, 0.02)
    assert 1 / nicos(one, other, concepts) == pytest.approx(0.0141421, abs=5e-8)
    assert nicos(one, other, concepts) == pytest.approx(70.710678, abs=5e-7)


@pytest.mark.golden("S6")
def test_perplexity_similarity_is_the_mean_probability_under_the_references_model() -> None:
    reference = text_report("alpha beta", "alpha beta", "alpha gamma")

    # The hand computation of test_language_model.py: ¾ · ½ · ⅔ over three events, two words and the sentence end.
    assert perplexity_similarity(text_report("Alpha beta."), reference) == pytest.approx(0.25 ** (1 / 3))
    # Three new words in a row have a tenth each at best, the sentence start and the history of new words being no help.
    assert 0 < perplexity_similarity(text_report("delta epsilon zeta"), reference) < 0.25 ** (1 / 3)


@pytest.mark.golden("S6")
def test_rouge_similarity_is_clipped_recall_of_content_lemmas_in_one_bag() -> None:
    reference = text_report("The ferries sank.", "A ferry and the crew of the ferry were saved.")
    other = text_report("Ferry ferry ferry ferry", "the crews")

    # ferry 3, sank, crew, saved: six lemmas, of which the report has ferry 3 times (its fourth is clipped) and crew.
    assert rouge_similarity(other, reference) == 4 / 6
    assert rouge_similarity(reference, reference) == 1


@pytest.mark.golden("S6")
def test_dictionary_forms_join_what_stems_do_not() -> None:
    """A stem cuts endings off; a dictionary knows that a strong verb and its infinitive are one word."""
    cases = {
        "en": ("They died.", "die", "The ships sank.", "sink"),
        "es": ("Los presos cantaban.", "preso", "Fueron presos.", "preso"),
        "nl": ("De honden liepen.", "lopen", "Zij liepen.", "lopen"),
    }
    for language, (text, lemma, other, same) in cases.items():
        assert lemma in sentence_lemmas(text, language, "simplemma")
        assert same in sentence_lemmas(other, language, "simplemma")
    reference = text_report("The old ship sank.")
    report = text_report("Ships sink.")
    # Of the content words old, ship and sank the report has ship by either way, and sank only by the dictionary.
    assert rouge_similarity(report, reference) == 1 / 3
    assert rouge_similarity(report, reference, lemmas="simplemma") == 2 / 3
    assert nicos(report, reference, [["sink"]], lemmas="simplemma") != nicos(report, reference, [["sink"]])


def test_the_signature_names_the_lemmas_and_a_language_without_them_is_an_error() -> None:
    by_dictionary = partial(rouge_similarity, language="es", lemmas="simplemma")
    assert similarity_signature(by_dictionary) == "rouge_similarity(language=es, lemmas=simplemma, stopwords=removed)"
    assert similarity_signature(rouge_similarity) == "rouge_similarity(lemmas=snowball, stopwords=removed)"
    with pytest.raises(UsageError, match=r"no dictionary for the language 'ja'.*Take lemmas=snowball"):
        rouge_similarity(text_report("船"), text_report("船"), language="ja", lemmas="simplemma")
    with pytest.raises(UsageError, match="no way to find lemmas called 'porter'"):
        concept_counts(text_report("a"), ["a"], lemmas="porter")  # type: ignore[arg-type]


def test_rouge_similarity_joins_spanish_forms() -> None:
    reference = text_report("Los huelguistas cerraron el puerto.")

    assert rouge_similarity(text_report("puertos cerrados"), reference, language="es") == 2 / 3
    assert rouge_similarity(text_report("puertos cerrados"), reference, language="en") < 2 / 3


def test_equal_concept_frequencies_are_infinitely_similar() -> None:
    assert nicos(text_report("a port"), text_report("the port", "a port"), [["port"]]) == math.inf
    assert nicos(text_report("no word of it"), text_report("nothing either"), [["port"]]) == math.inf


def test_identity_is_the_reference_never_the_text() -> None:
    here, there = [sentence("a", 0, "Same words.")], [sentence("b", 0, "Same words.")]

    assert sentence_recall(here, there) == document_similarity(here, there) == 0
    assert rouge_similarity(here, there) == 1


@pytest.mark.parametrize("similarity", SHARES)
def test_a_share_of_nothing_is_zero(similarity: Similarity) -> None:
    something = text_report("The ferry sank.")

    assert similarity((), something) == similarity(something, ()) == similarity((), ()) == 0


@given(REPORTS, REPORTS)
def test_shares_lie_between_zero_and_one_and_take_sentences_as_well(
    one: SynthesisReport, other: SynthesisReport
) -> None:
    for similarity in SHARES:
        value = similarity(one, other)
        assert 0 <= value <= 1
        assert similarity(list(one.sentences), other.sentences) == value


@given(REPORTS, REPORTS)
def test_recall_of_one_is_precision_of_the_other_and_nicos_is_symmetric(
    one: SynthesisReport, other: SynthesisReport
) -> None:
    assert sentence_recall(one, other) == sentence_precision(other, one)
    assert nicos(one, other, ["ferry", "storm"]) == nicos(other, one, ["ferry", "storm"])
    assert nicos(one, one, ["ferry", "storm"]) == math.inf


def test_signatures_name_what_a_similarity_rests_on() -> None:
    bound = partial(nicos, concepts=[["port"], ["strike"]], language="es")

    assert similarity_signature(bound) == "nicos(concepts=2, language=es, lemmas=snowball)"
    assert similarity_signature(rouge_similarity) == "rouge_similarity(lemmas=snowball, stopwords=removed)"
    assert similarity_signature(document_similarity) == "document_similarity"


def test_something_other_than_sentences_is_refused() -> None:
    with pytest.raises(InputError, match=r"item 0 is str 'The ferry sank\.'.*document_sentences"):
        document_similarity(["The ferry sank."], ())  # type: ignore[list-item]
