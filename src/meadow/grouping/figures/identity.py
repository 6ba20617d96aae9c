"""Identity of facts: which claims are about one fact, so that different values of it are a disagreement.

In a story about one event, a common fact of news (the dead of an accident) is one fact: each document's total without a
place of its own counts. So is a noun that few stories count (signatures, wolves), if each document counts it once. For
everything else, and in a story of many events, two sentences must be alike around the number, and no document may give
both values, unless it contrasts them: a document that gives both treats them as two facts.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import partial
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from meadow.grouping.figures.agreement import agree, interval
from meadow.grouping.figures.components import Components
from meadow.grouping.figures.explicit import Fact, explicit_facts
from meadow.grouping.figures.rivals import TELLING, SourcedClaim
from meadow.grouping.figures.story_claims import StoryClaims, meet
from meadow.grouping.figures.subjects import WHOLE
from meadow.grouping.figures.updates import RISING, UPDATE_HOURS, is_open_above, kind_of, without_fallen
from meadow.model import FloatArray

_ONE_EVENT_DAYS = 21.0  # a longer story contains many events
_SAME_NEWS_DAYS = 3.0  # how far apart documents of such a story may report one event
ALIKE, VERY_ALIKE = 0.3, 0.5
SHARED_WORDS = 3
RARE, _UNKNOWN = 3.5, 9.0  # inverse document frequencies: of a thing that few stories count, and of what is no word
NEAR_VALUES, FAR_VALUES = Decimal("2.5"), Decimal(10)  # how many times larger one value of a fact may be than another
_FEW_VALUES = 4
_MOST_VALUES = 4  # what has more values in like sentences is not one fact but a series
_FEW_CLAIMS = 200  # claims of one unit up to which all pairs are compared
_FALLING = 0.25  # share of pairs in which a count may go against its course
# Facts of which a document gives parts and a whole, and facts of which every day has its own.
_WITH_PARTS = frozenset(
    {"dead", "injured", "missing", "arrested", "evacuated", "rescued", "homeless", "infected", "dark"}
)
_BY_DAY = frozenset({"marching", "striking", "dark", "turnout"})


def same_facts(story: StoryClaims, claims: Sequence[SourcedClaim]) -> Iterator[Fact]:
    """Iterate over the facts of which the sources give different values: all claims about each."""
    kinds: dict[str, list[SourcedClaim]] = defaultdict(list)
    for said in claims:
        if not said.claim.outdated:
            kinds[said.claim.kind].append(said)
    facts = list(explicit_facts(story, claims, partial(_hold_together, story)))
    for of_kind in kinds.values():
        if len({said.claim.value for said in of_kind}) > 1:
            facts += _of_one_kind(story, of_kind)
    current = (_without_fallen_values(story, fact) for fact in merged(facts))
    return (fact for fact in current if disputed(story, fact))


def is_long_story(story: StoryClaims) -> bool:
    """Say whether a story lasts so long that it holds many events."""
    return story.lasts_days > _ONE_EVENT_DAYS


def may_be_one_time(story: StoryClaims, first: int, second: int) -> bool:
    """Say whether two documents may report one event: in a story of many they must be of nearly the same time."""
    return not is_long_story(story) or story.days_apart(first, second) <= _SAME_NEWS_DAYS


def _without_fallen_values(story: StoryClaims, fact: Fact) -> Fact:
    """Return the claims of values that somebody gave before a higher one was known, or took back."""
    standing = {said.claim.value for said in without_fallen(story, fact)}
    return [said for said in fact if said.claim.value in standing]


def merged(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Iterate over facts, those of one kind that share a value taken together."""
    linked = Components()
    owners: dict[tuple[str, Decimal], int] = {}
    for place, fact in enumerate(facts):
        linked.join(place, place)
        for said in fact:
            linked.join(owners.setdefault((said.claim.kind, said.claim.value), place), place)
    for members in linked.groups():
        yield list(dict.fromkeys(said for place in members for said in facts[place]))


def disputed(story: StoryClaims, fact: Sequence[SourcedClaim]) -> frozenset[Decimal]:
    """Return the values of a fact that cannot be true together with another one that is given, or are news of it."""
    tellings = list({(said.claim.quantity, said.claim.days, said.document): said for said in fact}.values())
    distinct = list(
        {(said.claim.value, said.claim.quantity.bound, said.claim.days): said for said in tellings}.values()
    )
    found: set[Decimal] = set()
    for place, first in enumerate(tellings):
        for second in distinct if len(tellings) > len(distinct) else tellings[:place]:
            if _differ(first, second) or _updates(story, first, second) or _updates(story, second, first):
                found |= {first.claim.value, second.claim.value}
    return frozenset(found)


def _of_one_kind(story: StoryClaims, claims: Sequence[SourcedClaim]) -> Iterator[Fact]:
    fact = claims[0].claim.fact
    many_events = is_long_story(story)
    if fact.common and not many_events:
        yield from _common_facts(story, claims)
        return
    once = [] if many_events or fact.loose or not is_rare(story, fact.kind) else _stated_once(story, claims)
    yield from (
        each for each in ([once] if once else _alike_facts(story, claims)) if fact.common or story.has_sources(each)
    )


def _common_facts(story: StoryClaims, claims: Sequence[SourcedClaim]) -> Iterator[Fact]:
    for of_scope in _by_scope(story, claims):
        one_each = _without_strays(_one_each(of_scope))
        if not _is_one_count(story, one_each):
            yield from _alike_facts(story, of_scope)
        elif disputed(story, one_each):
            yield one_each


def _by_scope(story: StoryClaims, claims: Sequence[SourcedClaim]) -> list[list[SourcedClaim]]:
    """Part claims by the places they hold for; those that share a place belong together."""
    scopes: dict[str, list[int]] = defaultdict(list)
    linked = Components()
    for index, said in enumerate(claims):
        linked.join(index, index)
        places = frozenset[str]() if said.claim.kind.startswith("age:") else story.own_places(said)
        for place in places or {""}:
            scopes[place].append(index)
    for members in scopes.values():
        for index in members[1:]:
            linked.join(members[0], index)
    return [[claims[index] for index in members] for members in linked.groups()]


def _one_each(claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return what each document gives as the value, and what it sets against it.

    Of a fact with parts that is what it calls the toll, else its largest number; of another its first, if its sentence has
    no second.
    """
    chosen: dict[int, list[SourcedClaim]] = defaultdict(list)
    for said in claims:
        chosen[said.document].append(said)
    return [said for of_document in chosen.values() for said in _chosen(of_document)]


def _chosen(claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    rivals = [said for said in claims if said.claim.rival]
    if rivals:
        return rivals
    if claims[0].claim.kind.partition(":")[0] in _WITH_PARTS:
        return [max(claims, key=lambda said: (said.claim.fact.total, said.claim.value))]
    beside = [said for said in claims if said.row == claims[0].row and said.claim.value != claims[0].claim.value]
    return [] if beside else [claims[0]]


def _without_strays(claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return the claims without those that are far from the middle one: they count something else."""
    values = sorted(said.claim.value for said in claims)
    middle = values[len(values) // 2] if values else Decimal(0)
    return [
        said
        for said in claims
        if max(said.claim.value, middle) <= FAR_VALUES * max(min(said.claim.value, middle), Decimal(1))
    ]


def _is_one_count(story: StoryClaims, claims: Sequence[SourcedClaim]) -> bool:
    """Say whether the numbers of documents can be one count in the course of time: it does not go up and down."""
    values = np.array([float(said.claim.value) for said in claims])
    if len(np.unique(values)) < _FEW_VALUES:
        return True
    times = np.array([story.time(said) for said in claims])
    ordered = (times[:, None] < times[None, :]) & (values[:, None] != values[None, :])
    falling = int((ordered & (values[:, None] > values[None, :])).sum())
    astray = min(falling, int(ordered.sum()) - falling)
    return astray <= _FALLING * ordered.sum() if ordered.any() else len(np.unique(values)) == _FEW_VALUES


def is_rare(story: StoryClaims, kind: str) -> bool:
    """Say whether a kind is so many of a thing that few stories count."""
    noun = kind.split()[1] if kind.startswith("count ") else ""
    return RARE <= story.rarity(noun) < _UNKNOWN


def _stated_once(story: StoryClaims, claims: Sequence[SourcedClaim]) -> Fact:
    """Return the claims of documents that give one value only, or rivals, if they are disputed and not far apart."""
    given: dict[int, list[SourcedClaim]] = defaultdict(list)
    for said in claims:
        given[said.document].append(said)
    once = [
        said
        for of_document in given.values()
        if len({each.claim.value for each in of_document}) == 1 or all(each.claim.rival for each in of_document)
        for said in of_document
    ]
    near = _near_another(once)
    several = 1 < len({said.claim.value for said in near}) <= _MOST_VALUES
    together = all(_hold_together(story, near[0], said) and _say_alike(story, near[0], said) for said in near[1:])
    return near if several and together and disputed(story, near) else []


def _near_another(claims: Sequence[SourcedClaim]) -> list[SourcedClaim]:
    """Return the claims whose value is not far from another one."""
    values = sorted({said.claim.value for said in claims})
    close = {value for pair in pairwise(values) if pair[1] <= NEAR_VALUES * pair[0] for value in pair}
    return [said for said in claims if said.claim.value in close]


def _alike_facts(story: StoryClaims, claims: Sequence[SourcedClaim]) -> Iterator[Fact]:
    """Iterate over facts whose claims stand in like sentences."""
    same = partial(_same_facts, story, claims, _givers(claims), {})
    lows, highs = _intervals(claims)
    linked = Components()
    agreeing: list[tuple[int, int]] = []
    for first, second, alike in story.alike_pairs([said.row for said in claims], share=ALIKE, words=SHARED_WORDS):
        apart = (lows[first] > highs[second]) | (lows[second] > highs[first])
        agreeing += zip(first[~apart].tolist(), second[~apart].tolist(), strict=True)
        candidates = zip(first[apart].tolist(), second[apart].tolist(), alike[apart].tolist(), strict=True)
        for one, other, share in candidates:
            if same(one, other, share):
                linked.join(one, other)
    for one, other in _measured_alike(claims, same):
        linked.join(one, other)
    for one, other in agreeing if linked else ():
        if _hold_together(story, claims[one], claims[other]):
            linked.take_in(one, other)
    facts = ([claims[place] for place in members] for members in linked.groups())
    yield from (fact for fact in facts if 1 < len({said.claim.value for said in fact}) <= _MOST_VALUES)


def _measured_alike(
    claims: Sequence[SourcedClaim], same: Callable[[int, int, float], bool]
) -> Iterator[tuple[int, int]]:
    """Iterate over measures that differ a little and follow the same word: "is insured for 22 million crowns"."""
    if not claims[0].claim.kind.startswith("unit ") or claims[0].claim.fact.loose or len(claims) > _FEW_CLAIMS:
        return
    for one, other in combinations(range(len(claims)), 2):
        first, second = claims[one], claims[other]
        last = [each.claim.before[-1][0] if each.claim.before else None for each in (first, second)]
        if last[0] is not None and last[0] == last[1] and same(one, other, ALIKE):
            yield one, other


class Givers(NamedTuple):
    """Which documents give a value, and which values a document gives."""

    of_value: Mapping[Decimal, frozenset[int]]
    by_document: Mapping[int, frozenset[Decimal]]


def _givers(claims: Sequence[SourcedClaim]) -> Givers:
    """Return who gives which value, but for rivals: who sets one value against another tells of one fact."""
    documents: dict[Decimal, set[int]] = defaultdict(set)
    values: dict[int, set[Decimal]] = defaultdict(set)
    for said in claims:
        documents[said.claim.value].update(() if said.claim.rival else (said.document,))
        if not said.claim.rival:
            values[said.document].add(said.claim.value)
    return Givers(
        {value: frozenset(givers) for value, givers in documents.items()},
        {document: frozenset(given) for document, given in values.items()},
    )


def _intervals(claims: Sequence[SourcedClaim]) -> tuple[FloatArray, FloatArray]:
    bounds = [interval(said.claim.quantity) for said in claims]
    return np.array([float(low) for low, _ in bounds]), np.array([float(high) for _, high in bounds])


def _same_facts(
    story: StoryClaims,
    claims: Sequence[SourcedClaim],
    givers: Givers,
    near: dict[int, frozenset[str]],
    one: int,
    other: int,
    alike: float,
) -> bool:
    """Say whether two claims, by their places, are of one fact; a large story asks of many, so what is cheap comes first.

    `near` keeps the stems around each claim that are not what the whole story is about.
    """
    first, second = claims[one], claims[other]
    if (first.claim.fact.loose and alike < VERY_ALIKE) or not _may_be_rivals(first, second):
        return False
    for place in (one, other):
        if place not in near:
            near[place] = frozenset(stem for stem in claims[place].claim.stems if not story.is_topic(stem))
    return not near[one].isdisjoint(near[other]) and _same_fact(story, first, second, alike, givers)


def _same_fact(story: StoryClaims, first: SourcedClaim, second: SourcedClaim, alike: float, givers: Givers) -> bool:
    low, high = sorted((first.claim.value, second.claim.value))
    limit = FAR_VALUES if first.claim.fact.common else NEAR_VALUES
    if high > limit * low or givers.of_value[low] & givers.of_value[high] or not _differ(first, second):
        return False
    if alike < VERY_ALIKE and any(_gives_another(each, givers, limit) for each in (first, second)):
        return False
    return _hold_together(story, first, second) and _say_alike(story, first, second)


def _gives_another(said: SourcedClaim, givers: Givers, limit: Decimal) -> bool:
    """Say whether a document gives two values that could be of one fact; what is many times as large could not."""
    stated = said.claim.value
    others = givers.by_document.get(said.document, ())
    return any(value != stated and max(value, stated) <= limit * min(value, stated) for value in others)


def _hold_together(story: StoryClaims, first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two claims can hold for one place and one day; in a story of many events they must do so visibly."""
    if _days_apart(first, second) or not may_be_one_time(story, first.document, second.document):
        return False
    if (first.claim.quoted or second.claim.quoted) and not _of_one_day(story, first, second):
        return False
    many_events = is_long_story(story)
    one, other = story.own_places(first), story.own_places(second)
    return (one == other if many_events else meet(one, other)) and meet(*_subjects(story, first, second))


def _subjects(story: StoryClaims, first: SourcedClaim, second: SourcedClaim) -> tuple[frozenset[str], frozenset[str]]:
    """Return of whom two claims tell; what the dead of an event are called varies, so these are not asked."""
    if first.claim.fact.common:
        return frozenset(), frozenset()
    return story.own_names(first), story.own_names(second)


def _say_alike(story: StoryClaims, first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two counts of one thing say the same of it: "has nine justices" and "four justices voted" do not."""
    one, other = first.claim.predicate, second.claim.predicate
    if one == other or first.claim.rival or second.claim.rival or first.claim.value == second.claim.value:
        return True
    if WHOLE in (one, other):
        return False
    telling = min(first.claim.value, second.claim.value) >= TELLING
    return telling or None in (one, other) or story.alike(first.row, second.row) >= ALIKE


def _differ(first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two values of one fact cannot both be true; within a document only rivals are meant so."""
    if not _may_be_rivals(first, second) or agree(first.claim.quantity, second.claim.quantity):
        return False
    return first.claim.kind.partition(":")[0] not in _BY_DAY or not _days_apart(first, second)


def _may_be_rivals(first: SourcedClaim, second: SourcedClaim) -> bool:
    return first.document != second.document or (first.claim.rival and second.claim.rival)


def _updates(story: StoryClaims, old: SourcedClaim, new: SourcedClaim) -> bool:
    """Say whether a count that rises was so much and, half a day later, is more; if it was "at least" so much, later at all.

    Both are true, and one is news.
    """
    rising = kind_of(old) in RISING and old.claim.value < new.claim.value
    hours = (story.time(new) - story.time(old)) / 3600
    return rising and old.document != new.document and (hours >= UPDATE_HOURS or (hours > 0 and is_open_above(old)))


def _days_apart(first: SourcedClaim, second: SourcedClaim) -> bool:
    days = first.claim.days, second.claim.days
    return bool(days[0] and days[1] and days[0].isdisjoint(days[1]))


def _of_one_day(story: StoryClaims, first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two quotes are surely of one day: what a document names, else its own."""
    return not _quote_days(story, first).isdisjoint(_quote_days(story, second))


def _quote_days(story: StoryClaims, said: SourcedClaim) -> frozenset[date]:
    published = story.document(said).published
    return said.claim.days or frozenset({published.date()} if published is not None else ())
