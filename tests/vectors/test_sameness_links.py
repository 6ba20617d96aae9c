"""Subsumption links, whom else a sentence speaks for, and what is new."""

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from meadow import read
from meadow.errors import InputError
from meadow.lab.evaluate.subsumption import equivalence_classes, transitive_closure
from meadow.lab.evaluate.utility import with_subsumption
from meadow.model import Document
from meadow.vectors.sameness import novel_rows, novelty, subsumption_links, who_else
from meadow.vectors.sameness.comparison import compare_at_best, compare_rows
from meadow.vectors.sameness.links import SAID_TOO
from meadow.vectors.sameness.rows import sentence_rows, word_cells
from meadow.vectors.sameness.scoring import covered
from meadow.vectors.view import StoryView, view_documents
from paper import section_2_2
from shared import shared
from stories import FERRY, FLAT, documents

SANK = "The ferry Aurora sank off Skerra on Monday in heavy seas."
SANK_MORE = "The ferry Aurora sank off Skerra on Monday in heavy seas after its car deck had filled with water."
TWELVE = "At least 12 passengers of the ferry Aurora died off Skerra."
FOURTEEN = "At least 14 passengers of the ferry Aurora died off Skerra."
STRIKE = "Bakers in Port Vell voted to strike over their pay."


def _story(*texts: str) -> StoryView:
    return view_documents(
        Document(f"{number}", text=text, language="en", spans=((0, len(text)),)) for number, text in enumerate(texts)
    )


@pytest.mark.golden("M11")
def test_the_papers_example_links_one_way() -> None:
    assert subsumption_links(_story(*section_2_2())) == [(0, 1)]


def test_links_go_from_the_poorer_to_the_richer_sentence() -> None:
    assert subsumption_links(_story(SANK, SANK_MORE, STRIKE)) == [(0, 1)]
    assert subsumption_links(_story(SANK, STRIKE, SANK)) == [(0, 2), (2, 0)]


def test_another_number_or_a_denial_breaks_a_link() -> None:
    assert subsumption_links(_story(TWELVE, FOURTEEN)) == []
    assert subsumption_links(_story(SANK, SANK.replace("sank", "never sank"))) == []


def test_links_within_documents_are_an_option() -> None:
    story = view_documents(
        [Document("a", text=f"{SANK} {SANK_MORE}", language="en", spans=((0, len(SANK)), (len(SANK) + 1, 159)))]
    )
    assert subsumption_links(story) == []
    assert subsumption_links(story, across_documents_only=False) == [(0, 1)]


@pytest.mark.golden("M11")
def test_automatic_links_feed_relative_utility() -> None:
    links = subsumption_links(_story(SANK, SANK_MORE, SANK, STRIKE))
    assert equivalence_classes(links, 4) == (frozenset({0, 2}), frozenset({1}), frozenset({3}))
    judges = [[10, 9, 10, 3], [9, 10, 9, 4]]
    strict = with_subsumption(judges, links, count=2, credit=0.0, extract=[0, 2])
    lenient = with_subsumption(judges, links, count=2, credit=1.0, extract=[0, 2])
    assert strict.system is not None
    assert lenient.system is not None
    assert strict.system < lenient.system


@given(documents)
def test_a_lower_threshold_finds_no_fewer_links(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    strict, lax = (set(subsumption_links(story, threshold=threshold)) for threshold in (0.9, 0.5))
    assert strict <= lax
    assert all(a != b for a, b in lax)


@pytest.mark.golden("M11")
def test_links_agree_with_the_judges_of_the_cst_story() -> None:
    folder = shared("data", "mead", "cst")
    story = view_documents(read(folder / "docsent"))
    rows = {(s.ref.document_id, s.ref.index + 1): row for row, s in enumerate(story.sentences)}
    text = (folder / "10000000000001.sentrel").read_text(encoding="utf-8")
    found = re.findall(r'SDID="(.*?)" SSENT="(\d+)" TDID="(.*?)" TSENT="(\d+)">(.*?)</R>', text, re.DOTALL)
    judged: set[tuple[int, int]] = set()
    for source, number, target, other, kinds in found:
        link = rows[target, int(other)], rows[source, int(number)]
        # Numbers of the CST bank: identity, equivalence (both ways) and subsumption (the source says all of the target).
        both = re.search('TYPE="[12]"', kinds) is not None
        judged |= {link, link[::-1]} if both else {link} if 'TYPE="4"' in kinds else set()
    closure = transitive_closure(subsumption_links(story), len(story))
    links = {(a, b) for a, others in enumerate(closure) for b in others if a != b}
    assert len(links & judged) / len(links) > 0.88
    assert len(links & judged) / len(judged) > 0.48


# Who else


def test_who_else_finds_the_other_outlets_sentence_and_nothing_chosen() -> None:
    story = view_documents(FERRY)
    (others,) = who_else(story, [0])
    assert [story.sentences[row].ref.document_id for row in others] == ["echo"]
    assert who_else(story, [0, 3]) == [[], []]
    assert who_else(story, []) == []


def test_a_sentence_stands_under_the_chosen_one_that_covers_it_best() -> None:
    story = _story(SANK_MORE, SANK, SANK.replace("on Monday ", ""), STRIKE)
    assert who_else(story, [0]) == [[1, 2]]
    assert who_else(story, [3, 1]) == [[], [2]]
    # Both hold all of the third; the earlier one gets it.
    assert who_else(story, [1, 0]) == [[2], []]


def test_no_pair_scores_higher_than_its_words_allow() -> None:
    story = view_documents(FERRY)
    rows = sentence_rows(story)
    first, second = (each.ravel().astype(np.int32) for each in np.indices((len(story), len(story))))
    read, hoped = compare_rows(rows, rows, first, second), compare_at_best(rows.words, rows.terms, first, second)

    for side, best in ((read.forward, hoped.forward), (read.backward, hoped.backward)):
        assert (covered(read, side) <= covered(hoped, best) + 1e-12).all()
    assert (covered(hoped, hoped.forward) < SAID_TOO).any()


def test_nobody_else_said_another_number() -> None:
    assert who_else(_story(TWELVE, FOURTEEN, TWELVE), [0]) == [[2]]


def test_pairs_compared_in_pieces_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [SANK_MORE, SANK, TWELVE, SANK.replace("on Monday ", ""), FOURTEEN, STRIKE, TWELVE, f"“{SANK}”"]
    whole = who_else(_story(*texts), [2, 0, 5])
    monkeypatch.setattr("meadow.vectors.sameness.links._PIECE_PAIRS", 1)

    assert who_else(_story(*texts), [2, 0, 5]) == whole == [[6], [1, 3, 7], []]


# What is new


def test_what_was_said_in_other_words_is_old_and_a_new_number_is_new() -> None:
    story = _story(SANK_MORE, TWELVE, "On Monday the ferry Aurora sank off Skerra in heavy seas.", FOURTEEN, STRIKE)
    assert novel_rows(story, [0, 1]).tolist() == [False, False, False, True, True]
    assert novel_rows(story, []).tolist() == [True] * 5
    assert novel_rows(story, range(5)).tolist() == [False] * 5


def test_known_sentences_may_cover_one_together() -> None:
    captain = "Captain Aurel Denko of the ferry Aurora was taken to hospital in Port Vell."
    both = "Captain Aurel Denko was taken to hospital in Port Vell after the ferry Aurora sank off Skerra on Monday."
    assert novel_rows(_story(SANK, captain, both), [0, 1]).tolist() == [False, False, False]
    assert novel_rows(_story(SANK, captain, both), [0]).tolist() == [False, True, True]
    newer = both.replace("on Monday", "on Monday with 245 people aboard")
    assert novel_rows(_story(SANK, captain, newer), [0, 1])[2]


def test_a_denial_of_what_is_known_is_new() -> None:
    assert novel_rows(_story(SANK, SANK.replace("sank", "never sank")), [0]).tolist() == [False, True]


# Two ways to say it, and what is new beside them in each language: a denial, another weekday, another month.
DECIDED = {
    "en": (
        "The council of Vellin voted on Monday to close the old bridge over the river in March.",
        "The council of Vellin agreed on Monday to close the bridge over the river to traffic in March.",
        "The council of Vellin did not vote on Monday to close the old bridge over the river in March.",
        "The council of Vellin voted on Tuesday to close the old bridge over the river in March.",
        "The council of Vellin voted on Monday to close the old bridge over the river in April.",
        "The council voted on Monday to close the old bridge over the river in March.",
    ),
    "es": (
        "El consejo de Vellin votó el lunes cerrar el viejo puente sobre el río en marzo.",
        "El consejo de Vellin acordó el lunes cerrar el viejo puente sobre el río al tráfico en marzo.",
        "El consejo de Vellin no votó el lunes cerrar el viejo puente sobre el río en marzo.",
        "El consejo de Vellin votó el martes cerrar el viejo puente sobre el río en marzo.",
        "El consejo de Vellin votó el lunes cerrar el viejo puente sobre el río en abril.",
        "El consejo votó el lunes cerrar el viejo puente sobre el río en marzo.",
    ),
    "nl": (
        "De raad van Vellin stemde maandag voor het sluiten van de oude brug over de rivier in maart.",
        "De raad van Vellin besloot maandag tot het sluiten van de oude brug over de rivier voor verkeer in maart.",
        "De raad van Vellin stemde maandag niet voor het sluiten van de oude brug over de rivier in maart.",
        "De raad van Vellin stemde dinsdagavond voor het sluiten van de oude brug over de rivier in maart.",
        "De raad van Vellin stemde maandag voor het sluiten van de oude brug over de rivier in april.",
        "De raad stemde maandag voor het sluiten van de oude brug over de rivier in maart.",
    ),
}


@pytest.mark.parametrize("language", DECIDED)
@pytest.mark.parametrize("known", [(0,), (1,), (0, 1)], ids=["one known", "the other known", "two known"])
def test_a_denial_and_another_day_stay_new_however_much_is_known(language: str, known: tuple[int, ...]) -> None:
    one, other, denied, weekday, month, same_day = DECIDED[language]
    yesterday = view_documents(Document(f"k{i}", text=(one, other)[i], language=language) for i in known)
    texts = (denied, weekday, month, same_day)
    today = view_documents(Document(f"d{i}", text=text, language=language) for i, text in enumerate(texts))
    assert novelty(today, yesterday).tolist() == [True, True, True, False]


def test_questions_together_do_not_cover_what_is_asserted() -> None:
    captain = "Captain Aurel Denko of the ferry Aurora was taken to hospital in Port Vell."
    both = "Captain Aurel Denko was taken to hospital in Port Vell after the ferry Aurora sank off Skerra on Monday."
    asked = [f"{text.removesuffix('.')}?" for text in (SANK, captain)]
    assert novel_rows(_story(*asked, both), [0, 1])[2]
    assert not novel_rows(_story(*asked, both.replace(".", "?")), [0, 1])[2]


def test_a_day_that_only_one_names_contradicts_nothing() -> None:
    assert subsumption_links(_story(SANK, SANK.replace(" on Monday", ""))) == [(0, 1), (1, 0)]
    assert who_else(_story(SANK, SANK.replace("Monday", "Sunday")), [0]) == [[]]


@given(documents)
def test_knowing_more_never_makes_more_new_of_single_sentences(made: list[Document]) -> None:
    story = view_documents(made, background=FLAT)
    everything = novel_rows(story, range(len(story)))
    assert not everything.any()
    assert novel_rows(story, []).all()
    some = novel_rows(story, range(0, len(story), 2))
    assert not some[::2].any()


def test_novelty_compares_two_views() -> None:
    today, yesterday = _story(SANK, FOURTEEN, STRIKE), _story(SANK_MORE, TWELVE)
    assert novelty(today, yesterday).tolist() == [False, True, True]
    assert novelty(today, _story()).tolist() == [True, True, True]
    assert novelty(_story(), yesterday).tolist() == []


def test_a_row_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"no sentence 7 .* numbered 0 to 1"):
        novel_rows(_story(SANK, STRIKE), [0, 7])
    with pytest.raises(InputError, match="no sentence -1"):
        novel_rows(_story(SANK, STRIKE), np.array([-1]).tolist())


NAMES = "Are you in Skerra, Aldern or Carrowmere?"
SANCTIONS = "Skerra, Aldern and Carrowmere agreed on a ban on trawling on Monday."


@pytest.mark.parametrize("question", [NAMES, NAMES[:-1] + '?"', NAMES[:-1] + "."])
def test_a_question_or_shared_names_alone_say_nothing_too(question: str) -> None:
    assert who_else(_story(SANCTIONS, question), [0], threshold=0.0) == [[]]
    assert who_else(_story(SANCTIONS, "Skerra, Aldern and Carrowmere agreed on a ban."), [0], threshold=0.0) == [[1]]


def test_two_questions_can_say_the_same() -> None:
    asked = "Why did the ferry Aurora sink off Skerra?"

    assert who_else(_story(asked, f"“{asked}”"), [0]) == [[1]]


@pytest.mark.parametrize("threshold", [0.5, 0.85, 0.88])
def test_whom_a_sentence_speaks_for_says_no_more_than_it(threshold: float) -> None:
    story = _story(SANK_MORE, SANK, TWELVE)

    assert who_else(story, [0], threshold=threshold) == [[1]]
    assert who_else(story, [1], threshold=max(threshold, 0.85)) == [[]]


@given(documents)
def test_words_of_some_sentences_are_counted_as_those_of_all(story: list[Document]) -> None:
    view = view_documents(story)
    rows, counts = np.arange(len(view))[::2], view.counts("words").matrix
    read = word_cells(view, rows)
    assert read.sums().tolist() == counts.sum(axis=1)[rows].tolist()
    assert [sorted(read.weights[start:end].tolist()) for start, end in pairwise(read.ends.tolist())] == [
        sorted(counts.data[counts.indptr[row] : counts.indptr[row + 1]].tolist()) for row in rows.tolist()
    ]
    assert all((np.diff(read.columns[start:end]) > 0).all() for start, end in pairwise(read.ends.tolist()))
