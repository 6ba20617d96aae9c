"""How figures moved and where sources disagree: the values of one quantity, who gives each, and which are merely older.

Precision goes before recall: a reader who meets three false alarms stops reading. So a finding comes with the chance that it
is right, and what is below `SHOWN` is left out unless asked for. `docs/explanation/disagreement.md` says what is compared.

Source: our own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal

from meadow.grouping.figures.agreement import written
from meadow.grouping.figures.candidates import candidate_rows
from meadow.grouping.figures.chances import chance_of
from meadow.grouping.figures.claim import SourcedClaim
from meadow.grouping.figures.contrasts import with_voices
from meadow.grouping.figures.facts import Fact, same_facts
from meadow.grouping.figures.opposites import find_opposites
from meadow.grouping.figures.rivals import resolve_rivals
from meadow.grouping.figures.ruled_out import find_ruled_out
from meadow.grouping.figures.story import StoryFigures
from meadow.grouping.figures.updates import values_of
from meadow.model import DisagreeingValue, Disagreement, Document, FigureFindings, Movement, value_given
from meadow.vectors.view import StoryView

_SHOWN_WORDS = 3  # words around a measure that help to name its fact
SHOWN = 0.8  # the least chance of a finding that is shown
_NEVER = datetime.max.replace(tzinfo=UTC)


def find_differences(
    view: StoryView, *, copies: Mapping[str, str] | None = None, all_figures: bool = False
) -> FigureFindings:
    """Return how the figures of a story moved and where its sources disagree, those of most documents first.

    `copies` names, for the id of a near-copy, the document it was copied from: copies are listed and count once. With
    `all_figures` findings are listed however small their chance is.
    """
    known, originals = view.kept(_found), {} if copies is None else copies
    key = frozenset(originals.items())
    if key not in known:
        known[key] = _differences(view, originals)
    found = known[key]
    if all_figures:
        return found
    return FigureFindings(
        tuple(each for each in found.moved if each.chance >= SHOWN),
        tuple(each for each in found.disagreements if each.chance >= SHOWN),
    )


def _found(_view: StoryView) -> dict[frozenset[tuple[str, str]], FigureFindings]:
    """Return where what is found in a view is kept, for each way in which its documents copy one another."""
    return {}


def _differences(view: StoryView, originals: Mapping[str, str]) -> FigureFindings:
    story = StoryFigures(view)
    moved: list[Movement] = []
    disagreements: list[Disagreement] = []
    claims = with_voices(resolve_rivals(story.claims(candidate_rows(story))))
    for fact in same_facts(story, claims):
        found = _finding(story, fact, originals)
        moved += found.moved
        disagreements += found.disagreements
    for values, what in (*find_opposites(story, originals), *find_ruled_out(story, originals)):
        if any(value.superseded for value in values):
            moved.append(Movement(what, tuple(sorted(values, key=_age)), chance_of("words")))
        else:
            disagreements.append(Disagreement(what, tuple(values), chance_of("words")))
    return FigureFindings(
        tuple(sorted(moved, key=lambda each: (-_independent(each.values, originals), each.what))),
        tuple(sorted(disagreements, key=lambda each: (-_independent(each.values, originals), each.what))),
    )


def _finding(story: StoryFigures, fact: Fact, copies: Mapping[str, str]) -> FigureFindings:
    """Return what became of one fact: its movement, where values were replaced, and its disagreement, where several hold."""
    given, replaced = values_of(story, fact, copies=copies)
    if not given:
        return FigureFindings()
    titled, what, chance = _titled(story, fact), _name(fact), chance_of(fact.ground)
    values = {
        value: _value(story, claims, titled.get(value, ()), superseded=value in replaced)
        for value, claims in given.items()
    }
    in_force = [value for value in values if value not in replaced]
    moved, disagreements = tuple[Movement, ...](), tuple[Disagreement, ...]()
    if replaced:
        moved = (Movement(what, tuple(sorted(values.values(), key=_age)), chance),)
    if len(in_force) > 1:
        named = sorted(
            (values[value] for value in in_force), key=lambda each: (-_independent([each], copies), each.value)
        )
        disagreements = (Disagreement(what, tuple(named), chance),)
    return FigureFindings(moved, disagreements)


def _titled(story: StoryFigures, fact: Fact) -> Mapping[Decimal, list[Document]]:
    """Return whose title alone gives a value of a fact: "… charged over 17 deaths"."""
    tellers = {said.document for said in fact.claims}
    found: dict[Decimal, list[Document]] = defaultdict(list)
    for number, claims in story.title_claims.items():
        if number not in tellers:
            same = [each for each in claims if each.told is not None and each.kind == fact.claims[0].claim.kind]
            if len(same) == 1 and not same[0].outdated:
                found[same[0].value].append(story.view.documents[number])
    return found


def _value(
    story: StoryFigures, claims: Sequence[SourcedClaim], titled: Sequence[Document], *, superseded: bool
) -> DisagreeingValue:
    claims = sorted(claims, key=lambda said: said.row)
    bounds = Counter(said.claim.quantity.bound for said in claims)
    return value_given(
        Counter(written(said.claim.quantity) for said in claims).most_common(1)[0][0],
        [*(story.document(said) for said in claims), *titled],
        [story.view.sentences[said.row].ref for said in claims],
        superseded=superseded,
        voices=[said.claim.voice for said in claims if said.claim.voice is not None],
        bound=None if None in bounds else bounds.most_common(1)[0][0],
    )


def _name(fact: Fact) -> str:
    """Return what a fact is called most often; a measure, which has no name but its unit, by the word it follows."""
    name = Counter(said.claim.fact.what for said in fact.claims).most_common(1)[0][0]
    if not name.startswith("("):
        return name
    shared = frozenset.intersection(*(said.claim.stems for said in fact.claims))
    near = (*fact.claims[0].claim.before, *fact.claims[0].claim.after)
    words = list(dict.fromkeys(word for stem, word in near if stem in shared and word not in name))
    return " ".join([*(words or [word for _, word in fact.claims[0].claim.before])[:_SHOWN_WORDS], name])


def _age(value: DisagreeingValue) -> tuple[bool, datetime, str]:
    """Order values by when they were first given, those in force last."""
    return not value.superseded, value.first or _NEVER, value.value


def _independent(values: Sequence[DisagreeingValue], copies: Mapping[str, str]) -> int:
    return len({copies.get(name, name) for value in values for name in value.document_ids})
