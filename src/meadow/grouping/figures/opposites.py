"""Where sources assert opposites of one thing: a permit granted and suspended, a blast that was an accident or an attack.

Two assertions are of one thing if they answer one question about the same noun or name, in sentences of different documents
that share more than that, and name nobody else. What people decide can change: there the later side is news, and where the
order in time is not clear nothing is listed. What was the cause, and a verdict, cannot be both.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import combinations, permutations

import numpy as np

from meadow.grouping.figures.asserted import Assertion, assertions_in, japanese_predicates
from meadow.grouping.figures.components import Components
from meadow.grouping.figures.lists import fact_lists
from meadow.grouping.figures.story import StoryFigures, meet
from meadow.grouping.figures.updates import UPDATE_HOURS
from meadow.model import DisagreeingValue, value_given
from meadow.text.language import UNSPACED
from meadow.vectors.counts import LanguageRows

Worded = tuple[list[DisagreeingValue], str]  # what each side says, and of what

_STATES = frozenset(
    {"permit", "custody", "access", "office"}
)  # questions whose answer changes in the course of a story
_ALIKE = 0.2
_TELLING = 2.8  # inverse document frequency of a noun that is not just anybody: a plan, but not a man
_MOST = 200  # sentences with such predicates that are compared of one story
_OTHER_SIDE = {"+": "-", "-": "+"}
_Sides = Mapping[int, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Asserted:
    """An assertion, with its sentence's row in the view and its document's index there."""

    assertion: Assertion
    row: int
    document: int


def find_opposites(story: StoryFigures, copies: Mapping[str, str]) -> Iterator[Worded]:
    """Iterate over what sources assert opposites of."""
    asked: dict[tuple[str, str], list[_Asserted]] = defaultdict(list)
    for each in _assertions(story):
        asked[each.assertion.asks, each.assertion.about].append(each)
    for (asks, about), answers in asked.items():
        if len({each.assertion.side for each in answers}) > 1 and _is_telling(story, about):
            for group in _of_one_thing(story, answers, copies):
                disagreement = _disagreement(story, asks, group)
                if disagreement is not None:
                    yield disagreement


def _assertions(story: StoryFigures) -> list[_Asserted]:
    """Return what is asserted in sentences that are like one of another document which may take the other side."""
    asserted: list[_Asserted] = []
    for part in story.view.words("words"):
        if part.vocabulary.language == "ja":
            asserted += _read(story, _japanese_rows(story, part))
        elif part.vocabulary.language not in UNSPACED:
            row_words = _held(part)
            asserted += _read(story, _deciding_rows(story, row_words, part.vocabulary.language))
    return asserted


def _read(story: StoryFigures, rows: Sequence[int]) -> Iterator[_Asserted]:
    view = story.view
    for row in rows:
        document = int(view.document_of[row])
        published, language = view.documents[document].published, view.languages[document]
        yield from (
            _Asserted(each, row, document) for each in assertions_in(view.sentences[row].text, language, published)
        )


def _japanese_rows(story: StoryFigures, part: LanguageRows) -> list[int]:
    predicates, texts = japanese_predicates(), story.view.sentences
    rows = [row for row in part.rows.tolist() if predicates.search(texts[row].text) is not None]
    return story.nearest_to_the_top(rows, most=_MOST)


def _deciding_rows(story: StoryFigures, row_words: Sequence[tuple[int, str]], language: str) -> list[int]:
    """Return the sentences of a language with a predicate whose opposite stands in a like one of another document."""
    known = _answers(language)
    answers: dict[int, frozenset[str]] = {}
    for row, word in row_words:
        if word in known:
            answers[row] = answers.get(row, frozenset()) | known[word]
    against = {
        row: frozenset(each[:-1] + _OTHER_SIDE[each[-1]] for each in row_answers)
        for row, row_answers in answers.items()
    }
    rows = story.nearest_to_the_top(answers, most=_MOST)
    return _rows_of_pairs(_like_pairs(story, rows, (answers, against)))


def _rows_of_pairs(pairs: Iterable[tuple[int, int]]) -> list[int]:
    return sorted({row for pair in pairs for row in pair})


def _like_pairs(
    story: StoryFigures, rows: Sequence[int], sides: tuple[_Sides, _Sides] | None = None
) -> Iterator[tuple[int, int]]:
    """Iterate over pairs of like rows of different documents.

    `sides` are the answers that each row may give and those that they are against: other pairs are left out.
    """
    owners = story.view.document_of
    for one, other in combinations(rows, 2):
        against = sides is None or not sides[0][one].isdisjoint(sides[1][other])
        if against and owners[one] != owners[other] and story.alike(one, other) >= _ALIKE:
            yield one, other


def _held(part: LanguageRows) -> list[tuple[int, str]]:
    """Return the rows that hold a word which takes a side, and the word."""
    places = np.flatnonzero(part.vocabulary.answers(_is_cue(part.vocabulary.language))[part.ids])
    owners, words = np.repeat(part.rows, part.lengths)[places], part.vocabulary.words
    return [(row, words[word]) for row, word in zip(owners.tolist(), part.ids[places].tolist(), strict=True)]


@cache
def _is_cue(language: str) -> Callable[[str], bool]:
    return frozenset(_answers(language)).__contains__


@cache
def _answers(language: str) -> Mapping[str, frozenset[str]]:
    """Return the answers that a word may stand for; of a phrase its longest word tells."""
    answers: dict[str, frozenset[str]] = {}
    for phrase, answer in fact_lists(language).table("opposed").items():
        word = max(phrase.split(), key=len)
        answers[word] = answers.get(word, frozenset()) | {answer}
    return answers


def _is_telling(story: StoryFigures, about: str) -> bool:
    return story.view.language == "ja" or story.rarity(about) >= _TELLING


def _of_one_thing(
    story: StoryFigures, answers: Sequence[_Asserted], copies: Mapping[str, str]
) -> Iterator[list[_Asserted]]:
    """Iterate over answers that hang together by like sentences; whoever gives both tells of a change, and is left out."""
    sides: dict[int, set[str]] = defaultdict(set)
    for each in answers:
        sides[each.document].add(each.assertion.side)
    single = [each for each in answers if len(sides[each.document]) == 1]
    if len({each.assertion.side for each in single}) < 2:
        return
    of_row = {each.row: place for place, each in enumerate(single)}
    linked = Components()
    for one, other in _like_pairs(story, sorted(of_row)):
        if _may_be_one(story, single[of_row[one]], single[of_row[other]], copies):
            linked.join(of_row[one], of_row[other])
    yield from ([single[place] for place in members] for members in linked.groups())


def _may_be_one(story: StoryFigures, first: _Asserted, second: _Asserted, copies: Mapping[str, str]) -> bool:
    one, other = (story.view.documents[each.document].id for each in (first, second))
    apart = copies.get(one, one) != copies.get(other, other) or first.assertion.side == second.assertion.side
    if not apart or not story.may_be_one_time(first.document, second.document):
        return False
    names = (
        frozenset(name for name in each.assertion.names if not story.is_everywhere(name)) for each in (first, second)
    )
    return meet(*names)


def _disagreement(story: StoryFigures, asks: str, group: Sequence[_Asserted]) -> Worded | None:
    sides: dict[str, list[_Asserted]] = defaultdict(list)
    for each in group:
        sides[each.assertion.side].append(each)
    if len(sides) != 2 or not story.are_of_several_sources({each.document for each in group}):
        return None  # what has three answers is a series
    if any(_tells_both(story, each) for each in group):
        return None
    older = _older_side(story, sides, hours=timedelta(0) if asks in _STATES else UPDATE_HOURS)
    if older is None and asks in _STATES:
        return None
    values = [
        value_given(
            asserted[0].assertion.shown,
            [story.view.documents[each.document] for each in asserted],
            [story.view.sentences[each.row].ref for each in asserted],
            superseded=side == older,
        )
        for side, asserted in sides.items()
    ]
    return sorted(values, key=lambda each: (each.superseded, each.value)), group[0].assertion.shown_about


def _tells_both(story: StoryFigures, asserted: _Asserted) -> bool:
    """Say whether a document takes the other side as well: it tells of a change, or of two things."""
    mine = asserted.assertion
    rows = np.flatnonzero(story.view.document_of == asserted.document).tolist()
    others = (each.assertion for each in _read(story, rows))
    return any(other.asks == mine.asks and other.about == mine.about and other.side != mine.side for other in others)


def _older_side(story: StoryFigures, sides: Mapping[str, Sequence[_Asserted]], *, hours: timedelta) -> str | None:
    """Return the side that nobody takes any more once the other was taken, so many hours later; None where none is."""
    documents = {side: [story.view.documents[each.document] for each in asserted] for side, asserted in sides.items()}
    times = {
        side: [each.published for each in articles if each.published is not None]
        for side, articles in documents.items()
    }
    if any(len(times[side]) < len(articles) for side, articles in documents.items()):
        return None
    bare = any(each.day_only for articles in documents.values() for each in articles)
    for side, other in permutations(times, 2):
        last, following = max(times[side]), min(times[other])
        later = last.date() < following.date() if bare else last < following
        if later and following - last >= hours:
            return side
    return None
