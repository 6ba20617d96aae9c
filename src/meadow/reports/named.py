"""People, organisations and other names of a document set, over short and long forms, acronyms, case and accents.

A place or a thing with a name is a factor. What a name is, is told by the evidence around its mentions; spellings and short
forms of one name are one. Whoever publishes is no concept of the news: names of the sources, their initials and agencies are
left out.

Source: our own rules, on those of `meadow.text.phrases.names`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meadow.model import ConceptKind
from meadow.reports.evidence_of_kind import (
    bare_name,
    is_agency,
    is_common,
    person_evidence,
    place_evidence,
    same_name,
)
from meadow.reports.mentions import Mentioned, by_frequency, mentioned, spelling_key
from meadow.text.language import UNSPACED
from meadow.text.phrases import Name, names
from meadow.text.phrases.values import NameKind
from meadow.vectors.view import StoryView

_KINDS: Mapping[NameKind, ConceptKind] = {
    "person": "person", "organisation": "organisation", "place": "factor", "other": "factor",
}  # fmt: skip
_OUTWEIGHS = 3  # of two people who share a name, the short form is the one's who is named so much more often
_RARE = 0.1  # the share of mentions below which a form is a variant
_RARITY = 4.0  # a name counts as a fairly rare word, whatever its words are

Spans = Mapping[int, Sequence[tuple[int, int]]]


@dataclass
class _Gathered:
    """One name over all languages of a set, filled while it is read."""

    kinds: Counter[NameKind] = field(default_factory=Counter)
    fullest: Counter[str] = field(default_factory=Counter)
    forms: Counter[str] = field(default_factory=Counter)
    rows: list[int] = field(default_factory=list)
    places: list[tuple[int, int, int]] = field(default_factory=list)
    language: str = "en"

    @property
    def text(self) -> str:
        """The most frequent form, or the most frequent one of several words that is no rare variant."""
        ranked = by_frequency(self.fullest)
        least = max(2, _RARE * sum(self.fullest.values()))
        return next((form for form in ranked if " " in form and self.fullest[form] >= least), ranked[0])

    @property
    def voted(self) -> NameKind:
        return self.kinds.most_common(1)[0][0]

    def join(self, other: _Gathered) -> None:
        """Take in the mentions of a name that turned out to be this one; what it is, its own mentions have told."""
        self.fullest.update(other.fullest)
        self.forms.update(other.forms)
        self.rows += other.rows
        self.places += other.places


def read_names(view: StoryView, rows: Sequence[int]) -> list[tuple[Name, list[int]]]:
    """Return the names in some rows of a view, language by language, each with the row of every mention."""
    by_language: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        by_language[view.language_of(row)].append(row)
    return [
        (name, [language_rows[span.index] for span in name.spans])
        for language, language_rows in by_language.items()
        for name in names([view.sentences[row].text for row in language_rows], language)
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
        language = view.language_of(rows[0])
        bare = bare_name(" ".join(name.text.split()), language)
        one = gathered[spelling_key(bare)]
        one.language = language
        one.kinds[name.kind] += len(rows)
        one.fullest[bare] += len(rows)
        one.forms.update(bare_name(" ".join(span.text.split()), language) for span in name.spans)
        one.rows += rows
        one.places += [(row, span.start, span.end) for row, span in zip(rows, name.spans, strict=True)]
    outlets = frozenset(_outlet_keys(view))
    kept = [one for key, one in gathered.items() if key not in outlets and not is_agency(one.text)]
    kinds = [(one, _kind(view, one)) for one in _joined(view, kept)]
    return [_concept(view, one, kind) for one, kind in kinds if kind is not None]


def _joined(view: StoryView, gathered: Sequence[_Gathered]) -> list[_Gathered]:
    """Return names with the spellings and short forms of each taken in, the frequent ones first.

    A form that fits two people stays alone, unless one of them is named far more often.
    """
    ordered = sorted(gathered, key=lambda one: (-len(one.rows), one.text))
    people: list[_Gathered] = []
    for one in (each for each in ordered if each.voted == "person"):
        if not _taken_in(
            one, [other for other in people if one.language == other.language and same_name(one.text, other.text)]
        ):
            people.append(one)
    rest = [each for each in ordered if each.voted != "person"]
    return [*people, *(one for one in rest if not _is_surname(view, one, people))]


def _is_surname(view: StoryView, one: _Gathered, people: Sequence[_Gathered]) -> bool:
    """Say whether a single word is the name of one of the people, and have it taken in; what things happen in is none."""
    if " " in one.text or place_evidence(view, one.places) > _RARE * len(one.places):
        return False
    key = spelling_key(one.text)
    return _taken_in(one, [each for each in people if key in spelling_key(each.text).split()[1:]])


def _taken_in(one: _Gathered, fitting: Sequence[_Gathered]) -> bool:
    if not fitting or (len(fitting) > 1 and len(fitting[0].rows) < _OUTWEIGHS * len(fitting[1].rows)):
        return False
    fitting[0].join(one)
    return True


def _kind(view: StoryView, one: _Gathered) -> ConceptKind | None:
    """Return what a name is by the evidence for it; None where it shows nothing and is a common word."""
    voted = one.voted
    if " " in one.text and one.text.isupper():
        return None  # a heading
    single = " " not in one.text and one.language not in UNSPACED
    if not single:
        return _KINDS[voted]
    person, place = person_evidence(view, one.places), place_evidence(view, one.places)
    if voted == "person" and person <= place:
        return "factor" if place or not is_common(view, one.text, one.language) else None
    bare = voted in ("person", "other") and not person and not place
    return None if bare and is_common(view, one.text, one.language) else _KINDS[voted]


def _concept(view: StoryView, one: _Gathered, kind: ConceptKind) -> Mentioned:
    forms = dict.fromkeys([one.text, *by_frequency(one.forms)])
    return mentioned(view, kind, one.text, forms, one.rows, rarity=_RARITY)


def _outlet_keys(view: StoryView) -> Iterator[str]:
    for source in {document.source for document in view.documents if document.source is not None}:
        yield spelling_key(source)
        yield "".join(word[0] for word in spelling_key(source).split())
