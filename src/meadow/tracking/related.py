"""Stories about one event, in two languages or as threads in one: never merged, and named by one another.

Source: our own; weights as in `weighing`, after Salton and Buckley (1988). Names and numbers stand in every language. So a
story is a row of those of its first articles, weighed by how likely a story has one by chance:

    weight(k) = −ln( (stories with k + N · p(k)) / (stories + N) )        N = 1000

where p(k) is what a name of so many letters, or a number of so many digits, may be expected to. Languages with one alphabet
compare how names are spelt, others how they sound (`text.sounds`). Two stories are related if each is the other's closest
in its language, the cosine is high enough, and they were not reported months apart. Without such evidence nothing is said.
Within a language stories are compared by their words, too (`threads`).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime, timedelta
from itertools import chain, combinations
from typing import NamedTuple

from meadow.model import Document, Relation, Story
from meadow.text.background import Background, default_background
from meadow.text.language import detect_language
from meadow.text.per_word import PerWord
from meadow.text.sounds import sound_key
from meadow.tracking.threads import find_threads

# Chosen on parallel news in seven languages, where no link is false, and on two collections in English and Spanish that
# share no story, where one is (docs/explanation/tracking.md).
_LEAST_SIMILARITY = 0.15
_FARTHEST_APART = timedelta(days=30)
_BACKGROUND = 1000.0
# Two names that two short notes share are weaker evidence than twenty that two stories do.
_DAMPING = 6.0
# News names its people and places early, and a story of a thousand articles in its first.
_ARTICLES, _CHARACTERS = 10, 4_000
# A name is a word that one text in ninety holds, or fewer (e^4.5), in its language.
_RARE = 4.5
_SPELT, _FEWEST_LETTERS = 5, 3
_LONGEST_NUMBER = 20
_RAREST, _NAMES_IN_A_STORY, _SOUNDS = 0.001, 30.0, 6.0
_SHARED_SHOWN, _FEWEST_SHOWN = 5, 3
_WORD = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")
_KATAKANA = re.compile(r"[ァ-ヴー]{3,}")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANCE_OF_NUMBER = {1: 0.3, 2: 0.15, 3: 0.04, 4: 0.01}
_CHANCE_OF_LONG_NUMBER, _CHANCE_OF_YEAR = 0.003, 0.2


class _Keys(NamedTuple):
    """What a story names in one way of writing: how often each key occurs, and the form that it has first."""

    counts: Counter[str]
    forms: dict[str, str]


class _Named(NamedTuple):
    """A story, its language, and the keys of what it names: as it is spelt, and as it sounds."""

    story: Story
    language: str
    spelt: _Keys
    sounding: _Keys


def find_related(
    stories: Iterable[tuple[Story, Sequence[Document]]], background: Background | None = None
) -> dict[str, tuple[Relation, ...]]:
    """Return by a story's id the stories about its event, in other languages and its own, the closest first."""
    with_languages = [(story, documents, _language(documents)) for story, documents in stories]
    of_language: dict[str, list[tuple[Story, Sequence[Document]]]] = defaultdict(list)
    for story, documents, language in with_languages:
        of_language[language].append((story, documents))
    by_language = {language: _read(every, language, background) for language, every in of_language.items()}
    links: dict[str, list[Relation]] = defaultdict(list)
    across = (_mutual(*both, len(with_languages)) for both in combinations(by_language.values(), 2))
    within = (_threads(own, of_language[code], background) for code, own in by_language.items())
    for found in chain(across, within):
        for one, other, similarity, shared in found:
            links[one.story.id].append(Relation(other.story.id, other.language, similarity, shared))
            links[other.story.id].append(Relation(one.story.id, one.language, similarity, shared))
    return {
        name: tuple(sorted(every, key=lambda each: (-each.similarity, each.story_id))) for name, every in links.items()
    }


def _read(
    stories: Sequence[tuple[Story, Sequence[Document]]], language: str, background: Background | None
) -> list[_Named]:
    """Return what the stories of a language name; how rare their words are is asked once for all."""
    words = [[_numbers_and_words(document, language) for document in documents[:_ARTICLES]] for _, documents in stories]
    rare = _rare(
        (word for texts in words for _, document_words in texts for word in document_words), language, background
    )
    return [
        _named(
            story,
            language,
            [[*numbers, *(word for word in document_words if word in rare)] for numbers, document_words in texts],
        )
        for (story, _), texts in zip(stories, words, strict=True)
    ]


def _rare(words: Iterable[str], language: str, background: Background | None) -> Set[str]:
    """Return which words are names: the rare ones, and all that is written in katakana."""
    known = dict.fromkeys(words)
    if language == "ja":
        return known.keys()
    rarity = (background or default_background(language)).folded().idf([word.lower() for word in known])
    return {word for word, value in zip(known, rarity.tolist(), strict=True) if value >= _RARE}


def _named(story: Story, language: str, forms: Iterable[Iterable[str]]) -> _Named:
    spelt, sounding = _Keys(Counter(), {}), _Keys(Counter(), {})
    for form, count in Counter(chain.from_iterable(forms)).items():
        for keys, key in ((spelt, _spellings[form]), (sounding, _sounds[form])):
            if form.isdecimal() or len(key) >= _FEWEST_LETTERS:
                keys.counts[key] += count
                keys.forms.setdefault(key, form)
    return _Named(story, language, spelt, sounding)


def _numbers_and_words(document: Document, language: str) -> tuple[list[str], list[str]]:
    """Return the numbers of two digits or more, and what may be names: in a language without capitals every word."""
    text = f"{document.title or ''}\n{document.text[:_CHARACTERS]}"
    spaced = language != "ja"
    words = _WORD.findall(text) if spaced else _DIGITS.findall(text)
    numbers = [str(int(word)) if len(word) < _LONGEST_NUMBER else word for word in words if word.isdecimal()]
    long = [number for number in numbers if len(number) > 1]
    if not spaced:  # katakana write what is foreign
        return long, _KATAKANA.findall(text)
    return long, [word for word in words if _begins_name[word[0]]]


def _spelling(form: str) -> str:
    """Return the first letters without their marks: the endings of names differ between languages, and within one."""
    letters = unicodedata.normalize("NFKD", form.casefold())
    return form if form.isdecimal() else "".join(each for each in letters if not unicodedata.combining(each))[:_SPELT]


# Every word of every article is asked about, by its first letter.
_begins_name = PerWord(lambda letter: not letter.isdigit() and letter in (letter.upper(), letter.title()))
# The names of the news occur in many articles.
_spellings = PerWord(_spelling)
_sounds = PerWord(lambda form: form if form.isdecimal() else sound_key(form))


def _mutual(
    ours: Sequence[_Named], theirs: Sequence[_Named], stories: int
) -> Iterator[tuple[_Named, _Named, float, tuple[str, ...]]]:
    """Iterate over the stories of two languages that are each other's closest, and close enough."""
    by_spelling = _alphabet(ours) == _alphabet(theirs)
    keys = [each.spelt if by_spelling else each.sounding for each in (*ours, *theirs)]
    rows = _weighed([each.counts for each in keys], stories)
    similarity = _similarities(rows[: len(ours)], rows[len(ours) :])
    closest: dict[tuple[int, int], tuple[float, int]] = {}
    for (i, j), value in sorted(similarity.items()):
        for side, index, other in ((0, i, j), (1, j, i)):
            if value > closest.get((side, index), (0.0, 0))[0]:
                closest[side, index] = value, other
    for (i, j), value in sorted(similarity.items()):
        mutual = closest[0, i][1] == j and closest[1, j][1] == i
        if mutual and value >= _LEAST_SIMILARITY and _near_in_time(ours[i].story, theirs[j].story):
            weights = {
                key: weight * rows[len(ours) + j][key] for key, weight in rows[i].items() if key in rows[len(ours) + j]
            }
            yield ours[i], theirs[j], value, tuple(keys[i].forms[key] for key in _shown(weights))


def _threads(
    own: Sequence[_Named], stories: Sequence[tuple[Story, Sequence[Document]]], background: Background | None
) -> Iterator[tuple[_Named, _Named, float, tuple[str, ...]]]:
    """Iterate over the stories of one language that may be threads of one event."""
    rows = _weighed([each.spelt.counts for each in own], len(own))
    for i, j, value in find_threads([documents[:_ARTICLES] for _, documents in stories], rows, background):
        if _near_in_time(own[i].story, own[j].story):
            weights = {key: weight * rows[j][key] for key, weight in rows[i].items() if key in rows[j]}
            yield own[i], own[j], value, tuple(own[i].spelt.forms[key] for key in _shown(weights))


def _shown(weights: Mapping[str, float]) -> list[str]:
    """Return the heaviest keys; numbers say little of a story, and come only where names are few."""
    heaviest = sorted(weights, key=lambda key: (key.isdecimal(), -weights[key], key))
    names = sum(not key.isdecimal() for key in heaviest)
    return heaviest[: min(_SHARED_SHOWN, max(names, _FEWEST_SHOWN))]


def _weighed(counts: Sequence[Counter[str]], stories: int) -> list[dict[str, float]]:
    """Return rows of damped unit length, each key by how rare it is."""
    used = Counter(key for row in counts for key in row)
    rarity = {
        key: -math.log((with_it + _BACKGROUND * _chances[key]) / (stories + _BACKGROUND))
        for key, with_it in used.items()
    }
    rows = []
    for row in counts:
        weights = {key: (1.0 + math.log(count)) * max(rarity[key], 0.0) for key, count in row.items()}
        length = math.sqrt(math.fsum(weight * weight for weight in weights.values())) + _DAMPING
        rows.append({key: weight / length for key, weight in weights.items()})
    return rows


def _similarities(
    ours: Sequence[Mapping[str, float]], theirs: Sequence[Mapping[str, float]]
) -> dict[tuple[int, int], float]:
    """Return the products of rows that share a key."""
    places: dict[str, list[int]] = defaultdict(list)
    for j, row in enumerate(theirs):
        for key in row:
            places[key].append(j)
    sums: dict[tuple[int, int], float] = defaultdict(float)
    for i, row in enumerate(ours):
        for key in sorted(row):
            for j in places.get(key, ()):
                sums[i, j] += row[key] * theirs[j][key]
    return dict(sums)


def _chance(key: str) -> float:
    """Return how likely a story holds a number of so many digits, or a name with so many letters or sounds, by chance."""
    if key.isdecimal():
        return _CHANCE_OF_YEAR if _YEAR.fullmatch(key) else _CHANCE_OF_NUMBER.get(len(key), _CHANCE_OF_LONG_NUMBER)
    return max(_RAREST, _NAMES_IN_A_STORY / _SOUNDS ** len(key))


_chances = PerWord(_chance)


def _alphabet(stories: Sequence[_Named]) -> str:
    """Return the script of most letters: LATIN, GREEK, CJK and so on."""
    letters = (key[0] for each in stories for key in each.spelt.counts if not key.isdecimal())
    scripts = Counter(unicodedata.name(letter, "").split(" ")[0] for letter in letters)
    return max(scripts, key=lambda script: (scripts[script], script), default="")


def _near_in_time(one: Story, other: Story) -> bool:
    if None in (one.first, one.last, other.first, other.last):
        return True
    return max(_gap(one.last, other.first), _gap(other.last, one.first)) <= _FARTHEST_APART


def _gap(last: datetime | None, first: datetime | None) -> timedelta:
    return timedelta() if last is None or first is None else first - last


def _language(documents: Sequence[Document]) -> str:
    counts = Counter(each.language or detect_language(each.text) for each in documents)
    return counts.most_common(1)[0][0]
