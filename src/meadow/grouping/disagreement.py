"""Where sources disagree: numbers that cannot both be true of one fact, who gives them, and which are merely older.

Precision goes before recall: a reader who meets three false alarms stops reading. `docs/explanation/disagreement.md` says
what is compared, what is not, and how often it is right.

Source: our own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal

from meadow.grouping.figures.agreement import agree, written
from meadow.grouping.figures.explicit import Fact
from meadow.grouping.figures.identity import disputed, same_facts
from meadow.grouping.figures.opposites import find_opposites
from meadow.grouping.figures.promising import promising_rows
from meadow.grouping.figures.rivals import SourcedClaim
from meadow.grouping.figures.ruled_out import find_ruled_out
from meadow.grouping.figures.sentences import Sentences
from meadow.grouping.figures.story_claims import StoryClaims
from meadow.grouping.figures.updates import superseded_values, without_fallen
from meadow.model import DisagreeingValue, Disagreement, Document, value_given
from meadow.vectors.view import StoryView

_SHOWN_WORDS = 3  # words around a number that help to name its fact


def find_disagreements(view: StoryView, *, copies: Mapping[str, str] | None = None) -> tuple[Disagreement, ...]:
    """Return the facts on which the documents of a story differ: conflicts first, then by how many documents speak.

    `copies` names, for the id of a near-copy, the document it was copied from: copies are listed and count once.
    """
    if len(view.documents) < 2:
        return ()
    known, originals = view.kept(_found), {} if copies is None else copies
    key = frozenset(originals.items())
    if key not in known:
        known[key] = _disagreements(view, originals)
    return known[key]


def _found(_view: StoryView) -> dict[frozenset[tuple[str, str]], tuple[Disagreement, ...]]:
    """Return where what is found in a view is kept, for each way in which its documents copy one another."""
    return {}


def _disagreements(view: StoryView, originals: Mapping[str, str]) -> tuple[Disagreement, ...]:
    story = StoryClaims(view)
    claims = _claims(story)
    outdated = [said for said in claims if said.claim.outdated]
    facts = same_facts(story, claims)
    of_facts = [each for fact in facts if len((each := _disagreement(story, fact, outdated, originals)).values) > 1]
    others = (*find_opposites(story, originals), *find_ruled_out(story, originals))
    return tuple(sorted((*of_facts, *others), key=lambda each: _order(each, originals)))


def _claims(story: StoryClaims) -> list[SourcedClaim]:
    """Return what the numbers of a story state that can be in dispute; reading sentences costs most."""
    sentences = Sentences(story.view)
    return sentences.claims(promising_rows(story, sentences))


def _disagreement(
    story: StoryClaims, fact: Fact, outdated: Sequence[SourcedClaim], copies: Mapping[str, str]
) -> Disagreement:
    given = _given(story, fact)
    of_this = [said for said in outdated if said.claim.kind == fact[0].claim.kind]
    standing = frozenset(without_fallen(story, fact))
    upheld = {value: [said for said in claims if said in standing] for value, claims in given.items()}
    superseded = superseded_values(story, upheld, of_this, copies=copies)
    shown = {
        value: claims
        for value, claims in given.items()
        if value in superseded or _is_in_force(value, given, superseded)
    }
    titled = _titled(story, fact)
    values = [
        _value(story, claims, titled.get(value, ()), superseded=value in superseded) for value, claims in shown.items()
    ]
    return Disagreement(_name(fact), tuple(sorted(values, key=lambda each: _value_order(each, copies))))


def _is_in_force(
    value: Decimal, given: Mapping[Decimal, Sequence[SourcedClaim]], superseded: frozenset[Decimal]
) -> bool:
    """Say whether a value stands: "at least 9", repeated after 17 was told, is true and says less."""
    larger = [claims for other, claims in given.items() if other > value and other not in superseded]
    return not larger or any(
        not agree(said.claim.quantity, each.claim.quantity)
        for said in given[value]
        for other, claims in given.items()
        if other not in superseded
        for each in claims[:1]
    )


def _given(story: StoryClaims, fact: Fact) -> dict[Decimal, list[SourcedClaim]]:
    """Return who gives each value, without the values that agree with all others."""
    kept = disputed(story, fact)
    given: dict[Decimal, list[SourcedClaim]] = defaultdict(list)
    for said in fact:
        if said.claim.value in kept:
            given[said.claim.value].append(said)
    return given


def _titled(story: StoryClaims, fact: Fact) -> Mapping[Decimal, list[Document]]:
    """Return whose title alone gives a value of a fact: "… charged over 17 deaths"."""
    tellers = {said.document for said in fact}
    found: dict[Decimal, list[Document]] = defaultdict(list)
    for number, claims in story.title_claims.items():
        if number not in tellers:
            same = [each for each in claims if each.told is not None and each.kind == fact[0].claim.kind]
            if len(same) == 1 and not same[0].outdated:
                found[same[0].value].append(story.view.documents[number])
    return found


def _value(
    story: StoryClaims, claims: Sequence[SourcedClaim], titled: Sequence[Document], *, superseded: bool
) -> DisagreeingValue:
    return value_given(
        Counter(written(said.claim.quantity) for said in claims).most_common(1)[0][0],
        [*(story.document(said) for said in claims), *titled],
        [story.view.sentences[said.row].ref for said in claims],
        superseded=superseded,
    )


def _name(fact: Fact) -> str:
    """Return what a fact is called most often, with the words around the number that its claims share.

    A measure has no name but its unit: "insured (crown)".
    """
    name = Counter(said.claim.fact.what for said in fact).most_common(1)[0][0]
    if fact[0].claim.fact.common:
        return name
    shared = frozenset.intersection(*(said.claim.stems for said in fact))
    near = (*fact[0].claim.before, *fact[0].claim.after)
    words = list({stem: word for stem, word in near if stem in shared and word not in name}.values())
    if not name.startswith("("):
        return ", ".join([name, *words[:_SHOWN_WORDS]])
    named = words[:_SHOWN_WORDS] or [word for _, word in fact[0].claim.before[-1:]]
    return " ".join([", ".join(named), name]).strip()


def _value_order(value: DisagreeingValue, copies: Mapping[str, str]) -> tuple[bool, int, str]:
    return value.superseded, -_independent([value], copies), value.value


def _order(disagreement: Disagreement, copies: Mapping[str, str]) -> tuple[bool, int, str]:
    return not disagreement.is_conflict, -_independent(disagreement.values, copies), disagreement.what


def _independent(values: Sequence[DisagreeingValue], copies: Mapping[str, str]) -> int:
    return len({copies.get(name, name) for value in values for name in value.document_ids})
