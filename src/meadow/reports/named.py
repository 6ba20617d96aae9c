"""People, organisations and other names of a document set, over short and long forms, acronyms, case and accents.

A place or a thing with a name is a factor. Whoever publishes is no concept of the news: names of the sources and their
initials are left out.

Source: our own rules, on those of `meadow.text.phrases.names`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meadow.model import ConceptKind
from meadow.reports.mentions import Mentioned, by_frequency, mentioned, spelling_key
from meadow.text.phrases import Name, names
from meadow.text.phrases.values import NameKind
from meadow.vectors.view import StoryView

_KINDS: Mapping[NameKind, ConceptKind] = {
    "person": "person", "organisation": "organisation", "place": "factor", "other": "factor",
}  # fmt: skip
_RARITY = 4.0  # a name counts as a fairly rare word, whatever its words are

Spans = Mapping[int, Sequence[tuple[int, int]]]


@dataclass
class _Gathered:
    """One name over all languages of a set, filled while it is read."""

    kinds: Counter[NameKind] = field(default_factory=Counter)
    fullest: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    rows: list[int] = field(default_factory=list)


def read_names(view: StoryView, rows: Sequence[int]) -> list[tuple[Name, list[int]]]:
    """Return the names in some rows of a view, language by language, each with the row of every mention."""
    by_language: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_language[view.language_of(row)].append(row)
    return [
        (name, [own[span.index] for span in name.spans])
        for language, own in by_language.items()
        for name in names([view.sentences[row].text for row in own], language)
    ]


def name_spans(read: Sequence[tuple[Name, list[int]]]) -> Spans:
    """Return where names stand in each row."""
    spans: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for name, rows in read:
        for row, span in zip(rows, name.spans, strict=True):
            spans[row].append((span.start, span.end))
    return spans


def named_concepts(view: StoryView, read: Sequence[tuple[Name, list[int]]]) -> list[Mentioned]:
    """Return the concepts that have names; spellings that differ by case or accents are one."""
    gathered: dict[str, _Gathered] = defaultdict(_Gathered)
    for name, rows in read:
        one = gathered[spelling_key(name.text)]
        one.kinds[name.kind] += len(rows)
        one.fullest[" ".join(name.text.split())] += len(rows)
        one.forms.update(" ".join(span.text.split()) for span in name.spans)
        one.rows += rows
    outlets = frozenset(_outlet_keys(view))
    return [_concept(view, one) for key, one in gathered.items() if key not in outlets]


def _concept(view: StoryView, one: _Gathered) -> Mentioned:
    kind = _KINDS[one.kinds.most_common(1)[0][0]]
    text = by_frequency(one.fullest)[0]
    forms = dict.fromkeys([text, *by_frequency(one.forms)])
    return mentioned(view, kind, text, forms, one.rows, rarity=_RARITY)


def _outlet_keys(view: StoryView) -> Iterator[str]:
    for source in {document.source for document in view.documents if document.source is not None}:
        yield spelling_key(source)
        yield "".join(word[0] for word in spelling_key(source).split())
