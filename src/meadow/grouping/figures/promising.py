"""Sentences worth reading: those with a number for which another document may give a different value.

Nothing is tagged to find them: what each number may state is told by the words around it
(`meadow.grouping.figures.number_cues`). A kind of fact is open if figures of it can be in dispute by the rules of
`meadow.grouping.figures.identity`; what states no open kind can neither begin a fact nor tell two facts apart. So the
cost grows with what may be in dispute, not with all there is.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from decimal import Decimal

from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.identity import (
    ALIKE,
    FAR_VALUES,
    NEAR_VALUES,
    SHARED_WORDS,
    VERY_ALIKE,
    is_long_story,
    is_rare,
    may_be_one_time,
)  # fmt: skip
from meadow.grouping.figures.kinds import LOOSE_UNITS
from meadow.grouping.figures.number_cues import Figure, is_common, is_measure
from meadow.grouping.figures.rivals import SAME_ORDER, TELLING, may_be_resolved, needs_antecedent
from meadow.grouping.figures.sentences import Sentences
from meadow.grouping.figures.story_claims import StoryClaims

_LOOSE = frozenset(f"unit {unit}" for unit in LOOSE_UNITS)

_Kinds = Mapping[str, Sequence[Figure]]


def promising_rows(story: StoryClaims, sentences: Sentences) -> list[int]:
    """Return the rows of the figures that may take part in a dispute."""
    figures = sentences.figures(story.numbered)
    kinds: dict[str, list[Figure]] = defaultdict(list)
    for figure in figures:
        for kind in figure.kinds:
            kinds[kind].append(figure)
    shared = {kind: of_kind for kind, of_kind in kinds.items() if _may_differ(story, kind, of_kind)}
    opened = {kind for kind, of_kind in shared.items() if _is_open(story, kind, of_kind)}
    opened |= _open_in_like_sentences(story, {kind: of_kind for kind, of_kind in shared.items() if kind not in opened})
    rows = {figure.row for kind in opened for figure in kinds[kind]}
    return sorted(rows.union(_set_against_another(figures, opened, rows, sentences)))


def _may_differ(story: StoryClaims, kind: str, figures: Sequence[Figure]) -> bool:
    """Say whether several documents, and of what is not a common fact several outlets, give several values."""
    if len(figures) < 2:
        return False
    documents = {figure.document for figure in figures}
    if len(documents) < 2 or len({figure.value for figure in figures}) < 2:
        return False
    return is_common(kind) or story.are_of_several_sources(documents)


def _is_open(story: StoryClaims, kind: str, figures: Sequence[Figure]) -> bool:
    """Say whether a kind can be in dispute however different the sentences are."""
    if is_common(kind):
        return not is_long_story(story)
    if is_measure(kind):
        return kind not in _LOOSE and any(
            first.follows is not None and first.follows == second.follows for first, second in _near_pairs(figures)
        )
    return not is_long_story(story) and is_rare(story, kind) and any(True for _ in _near_pairs(figures))


def _near_pairs(figures: Sequence[Figure]) -> Iterator[tuple[Figure, Figure]]:
    """Iterate over figures of different documents that differ a little."""
    ordered = sorted(figures, key=lambda figure: figure.value)
    for place, first in enumerate(ordered):
        for second in ordered[place + 1 :]:
            if second.value > NEAR_VALUES * first.value:
                break
            if first.value != second.value and first.document != second.document:
                yield first, second


def _open_in_like_sentences(story: StoryClaims, kinds: _Kinds) -> set[str]:
    """Return the kinds that two like sentences of different documents give different values of."""
    by_row: dict[int, list[tuple[str, Figure]]] = defaultdict(list)
    for kind, figures in kinds.items():
        for figure in figures:
            by_row[figure.row].append((kind, figure))
    rows, found = sorted(by_row), set[str]()
    for first, second, alike in story.alike_pairs(rows, share=ALIKE, words=SHARED_WORDS):
        for one, other, share in zip(first.tolist(), second.tolist(), alike.tolist(), strict=True):
            theirs = by_row[rows[other]]
            for kind, figure in by_row[rows[one]]:
                if kind not in found and (share >= VERY_ALIKE or kind not in _LOOSE):
                    limit = FAR_VALUES if is_common(kind) else NEAR_VALUES
                    if any(kind == their and _differ(story, figure, each, limit) for their, each in theirs):
                        found.add(kind)
    return found


def _differ(story: StoryClaims, first: Figure, second: Figure, limit: Decimal) -> bool:
    low, high = sorted((first.value, second.value))
    elsewhere = first.document != second.document and may_be_one_time(story, first.document, second.document)
    return elsewhere and low != high <= limit * low


def _set_against_another(
    figures: Sequence[Figure], opened: Set[str], known: Set[int], sentences: Sentences
) -> Iterator[int]:
    """Iterate over the rows of figures that a document itself sets against another, and of all that may speak of the same.

    Such a figure may take its fact from one beside it, and that one from any other of its value. The words for it are
    common ("from", "while"), so its own sentence is read first, and tells nearly always that nothing is set against it:
    but only where that would add to the rows that are `known`.
    """
    contested = [figure for figure in figures if figure.opposed or figure.replaced]
    by_row: dict[int, list[Figure]] = defaultdict(list)
    by_value: dict[Decimal, list[Figure]] = defaultdict(list)
    for figure in figures if contested else ():
        by_row[figure.row].append(figure)
        by_value[figure.value].append(figure)
    for figure in contested:
        near = (*by_row[figure.row], *by_row.get(figure.row - 1, ()))
        beside = [other for other in near if other.document == figure.document and _may_be_rival(figure, other)]
        found = _contested_rows(figure, beside, opened, by_value) if beside else set[int]()
        if not found <= known and _contests(sentences, figure.row):
            yield from found


def _contested_rows(
    figure: Figure, beside: Sequence[Figure], opened: Set[str], by_value: Mapping[Decimal, Sequence[Figure]]
) -> set[int]:
    """Return the rows to read if a figure is set against one of those beside it."""
    found = {figure.row for other in beside if not opened.isdisjoint(other.kinds)}
    same = list(_speaking_of(figure, beside, by_value))
    if figure.opposed or any(other.document != figure.document for other in same):
        found.update(other.row for other in (figure, *beside, *same))
    return found


def _contests(sentences: Sentences, row: int) -> bool:
    """Say whether a sentence gives a new value for an older one, or a number that takes its fact from one beside it.

    Without either its numbers are values of the facts that they themselves state, as those of any other sentence.
    """
    claims = sentences.claims_of(row)
    told = [claim for claim in claims if claim.told is not None]
    if any(_replaces(new, old) for old in told if old.outdated for new in told):
        return True
    return any(map(needs_antecedent, claims)) and may_be_resolved(sentences.said(range(max(0, row - 1), row + 1)))


def _replaces(new: Claim, old: Claim) -> bool:
    return not new.outdated and new.kind == old.kind and new.value != old.value


def _may_be_rival(figure: Figure, other: Figure) -> bool:
    low, high = sorted((figure.value, other.value))
    return low != high and (figure.replaced or 0 < low < high <= SAME_ORDER * low)


def _speaking_of(
    figure: Figure, beside: Sequence[Figure], by_value: Mapping[Decimal, Sequence[Figure]]
) -> Iterator[Figure]:
    """Iterate over the figures that give one of some values for what may be the same."""
    kinds = figure.kinds.union(*(other.kinds for other in beside))
    for value in {figure.value, *(other.value for other in beside)}:
        told_elsewhere = value >= TELLING and value != figure.value
        yield from (other for other in by_value[value] if told_elsewhere or not kinds.isdisjoint(other.kinds))
