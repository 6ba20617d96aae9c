"""Factors: the noun phrases that a document set keeps coming back to, without the names in them.

A phrase counts for itself and for its shorter forms ("the full recount" also for "recount"). A shorter form that hardly
stands without the longer one gives way to it; a longer one that is rare beside it becomes one of its forms. A phrase
headed by a word for an office or a company ("the environment ministry") is an organisation.

Source: our own; that the shorter form must stand alone often enough follows Frantzi, Ananiadou and Mima (2000), "Automatic
recognition of multi-word terms: the C-value/NC-value method".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from meadow.model import ConceptKind
from meadow.reports.mentions import Mentioned, by_frequency, mentioned
from meadow.reports.named import Spans
from meadow.text.language import UNSPACED
from meadow.text.phrases.lexicon import lexicon
from meadow.text.phrases.noun_phrases import noun_phrases_of
from meadow.text.phrases.tagger import tag
from meadow.text.phrases.values import TaggedWord
from meadow.text.rulebook import ANY, rulebook
from meadow.text.stems import stem_words
from meadow.text.stopwords import stop_words
from meadow.text.tokens import words
from meadow.text.word_sets import LETTERS
from meadow.vectors.view import StoryView

_HEAD_FIRST = frozenset({"es", "fr", "it", "pt", "ca"})
_INSIDE = frozenset({"noun", "adjective", "link", "article"})
_LONGEST = 5  # words
_MOST_WORDS = 12  # in those five: compounds with hyphens count by their parts
_LONGEST_SENTENCE = 5_000  # characters: more is no prose, and each phrase is looked for among all words
_ABSORBED = 0.6  # share of a shorter form's mentions from which on the longer one speaks for it
_RAREST_IDF = 6.0  # no word is rarer than a name
_COMMON_IDF = 2.0  # below that a word ("year", "people", "time") says nothing about a story
_SHORTEST = 3  # letters of a single word
_OFFICES = rulebook(ANY).words("offices")
_COUNTING = rulebook(ANY).words("counting nouns")
Key = tuple[str, ...]


@dataclass
class _Phrase:
    """The mentions of one phrase, filled while rows are read."""

    language: str
    surfaces: Counter[str] = field(default_factory=Counter)
    rows: list[int] = field(default_factory=list)


def factor_concepts(view: StoryView, rows: Sequence[int], named: Spans) -> list[Mentioned]:
    """Return the factors of some rows of a view, and the organisations without a name; `named` says where names stand."""
    phrases: dict[Key, _Phrase] = {}
    for row in rows:
        if len(view.sentences[row].text) > _LONGEST_SENTENCE:
            continue
        language = view.language_of(row)
        for surface, key in _forms(view.sentences[row].text, language, named.get(row, ())):
            phrase = phrases.setdefault(key, _Phrase(language))
            phrase.surfaces[surface] += 1
            phrase.rows.append(row)
    kept = _collapsed(phrases)
    rarity = _rarity(view, {key: phrases[key] for key in kept})
    return [
        _concept(view, phrases[key], [phrases[other] for other in absorbed], rarity[key])
        for key, absorbed in kept.items()
        if rarity[key] > 0
    ]


def _concept(view: StoryView, phrase: _Phrase, absorbed: Sequence[_Phrase], rarity: float) -> Mentioned:
    text = by_frequency(phrase.surfaces)[0]
    repeated = [form for each in absorbed for form, times in each.surfaces.items() if times > 1]
    forms = dict.fromkeys(by_frequency(phrase.surfaces) + repeated)
    office = _is_office(text, phrase.language) and (text in _OFFICES or _acts(view, text, phrase))
    kind: ConceptKind = "organisation" if office else "factor"
    return mentioned(view, kind, text, forms, phrase.rows, rarity=rarity)


def _acts(view: StoryView, text: str, phrase: _Phrase) -> bool:
    """Say whether a phrase does what organisations do somewhere: "the election board said", "according to the board"."""
    if phrase.language in UNSPACED:
        return True
    lists = lexicon(phrase.language)
    verbs = lists.words("organisation verbs") | lists.words("reporting") | lists.words("person verbs")
    for row in dict.fromkeys(phrase.rows):
        sentence = view.sentences[row].text.lower()
        for match in re.finditer(rf"\b{re.escape(text.lower())}\b", sentence):
            after = LETTERS.findall(sentence[match.end() : match.end() + 24])[:1]
            before = LETTERS.findall(sentence[max(0, match.start() - 24) : match.start()])[-2:]
            if (after and after[0] in verbs) or not verbs.isdisjoint(before[:1]) or "by" in before or "por" in before:
                return True
    return False


def _is_office(text: str, language: str) -> bool:
    """Say whether a phrase is what an organisation is called: a public office, or "… association" of some kind."""
    parts = text.lower().split()
    head = parts[0] if language in _HEAD_FIRST else parts[-1]
    return head in _OFFICES or (len(parts) > 1 and head in lexicon(language).words("organisation heads"))


def _forms(text: str, language: str, named: Sequence[tuple[int, int]]) -> Iterator[tuple[str, Key]]:
    """Yield the noun phrases of a sentence and their shorter forms, as written and as stems."""
    tagged = tag(text, language)
    for span in noun_phrases_of(text, language, tagged):
        inside = [word for word in tagged if span.start <= word.start and word.end <= span.end]
        for run in _runs(inside, named, split_links=language not in _HEAD_FIRST):
            for part in _parts(run, language):
                surface = _lowered(" ".join(text[part[0].start : part[-1].end].split()))
                key = _key(surface, language)
                if key:
                    yield surface, key


def _runs(
    inside: Sequence[TaggedWord], named: Sequence[tuple[int, int]], *, split_links: bool
) -> Iterator[list[TaggedWord]]:
    """Yield the stretches of a phrase without names and numbers; where heads stand last, "of" parts them too."""
    run: list[TaggedWord] = []
    for word in inside:
        in_name = any(start < word.end and word.start < end for start, end in named)
        if in_name or word.tag not in _INSIDE or (split_links and word.tag == "link"):
            yield run
            run = []
        else:
            run.append(word)
    yield run


def _parts(run: Sequence[TaggedWord], language: str) -> Iterator[Sequence[TaggedWord]]:
    """Yield a stretch and its shorter forms, all with a noun, none with a function word at an end."""
    if language in _HEAD_FIRST:
        starts = [index for index, word in enumerate(run) if word.tag == "noun"]
        ends = {(start, end) for start in starts for end in range(start + 1, min(start + _LONGEST, len(run)) + 1)}
        ends = {
            (start, end) for start, end in ends if start == 0 or run[start - 1].tag in ("link", "article", "adjective")
        }
    else:
        ends = {(start, len(run)) for start in range(max(0, len(run) - _LONGEST), len(run))}
    for start, end in sorted(ends):
        part = run[start:end]
        tags = [word.tag for word in part]
        if "noun" in tags and {tags[0], tags[-1]} <= {"noun", "adjective"}:
            yield part


def _key(surface: str, language: str) -> Key:
    content = [word for word in words(surface, language) if word not in stop_words(language)]
    short = len(content) == 1 and len(content[0]) < (_SHORTEST if language != "ja" else 2)
    if len(content) == 1 and content[0] in _no_factors(language):
        return ()
    if short or len(content) > _MOST_WORDS or not any(any(map(str.isalpha, word)) for word in content):
        return ()
    return tuple(stem_words(content, language))


@cache
def _no_factors(language: str) -> frozenset[str]:
    """Return words that count or date and say nothing on a story: units, months, weekdays."""
    lists = lexicon(language)
    return (
        frozenset(lists.table("units"))
        | frozenset(lists.table("months"))
        | frozenset(lists.table("weekdays"))
        | _COUNTING
    )


def _lowered(surface: str) -> str:
    return " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in surface.split())


def _collapsed(phrases: Mapping[Key, _Phrase]) -> dict[Key, list[Key]]:
    """Return the phrases that stand for themselves, each with the longer ones that have become forms of it."""
    within: defaultdict[Key, set[Key]] = defaultdict(set)
    for key in phrases:
        for size in range(1, len(key)):
            for start in range(len(key) - size + 1):
                if key[start : start + size] in phrases:
                    within[key[start : start + size]].add(key)
    counts = {key: len(phrase.rows) for key, phrase in phrases.items()}
    gone = {
        short
        for short, longer in within.items()
        if any(counts[key] > 1 and counts[key] >= _ABSORBED * counts[short] for key in longer)
    }
    kept: dict[Key, list[Key]] = {key: [] for key in phrases if key not in gone}
    for short in sorted(kept, key=len):
        for key in sorted(within.get(short, ())):
            if key in kept and short in kept and (key[-len(short) :] == short or key[: len(short)] == short):
                kept[short].append(key)
                del kept[key]
    return kept


def _rarity(view: StoryView, phrases: Mapping[Key, _Phrase]) -> dict[Key, float]:
    """Return how much rarer than common words the words of each phrase are on average, by its background."""
    found: dict[Key, float] = {}
    for language in {phrase.language for phrase in phrases.values()}:
        content = {
            key: [
                word for word in words(by_frequency(phrase.surfaces)[0], language) if word not in stop_words(language)
            ]
            for key, phrase in phrases.items()
            if phrase.language == language
        }
        flat = [word for phrase_words in content.values() for word in phrase_words]
        above = np.clip(view.background_for(language).folded().idf(flat) - _COMMON_IDF, 0.0, _RAREST_IDF - _COMMON_IDF)
        ends = np.cumsum([len(phrase_words) for phrase_words in content.values()]).tolist()
        for key, start, end in zip(content, [0, *ends], ends, strict=False):
            found[key] = float(above[start:end].mean())
    return found
