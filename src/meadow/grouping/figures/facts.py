"""Which claims are values of one quantity: only those of one kind, place, day and subject are ever compared.

There are four grounds, from the surest down. One sentence, or two in a row, set the values against each other; a sentence
calls one value an earlier one; a story about one event has one toll, and one number of a noun that few stories count; two
sentences are alike around the number. What one outlet alone gives is a series, and hardly ever a dispute. A document that
gives two values for one thing without a reason (another voice, a revision) treats them as two facts: so does this module.

Source: our own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import combinations, pairwise, permutations
from typing import Literal

from meadow.grouping.figures.agreement import agree
from meadow.grouping.figures.claim import SourcedClaim
from meadow.grouping.figures.components import Components
from meadow.grouping.figures.rivals import TELLING
from meadow.grouping.figures.story import ALIKE, VERY_ALIKE, StoryFigures, meet
from meadow.grouping.figures.subjects import WHOLE

Ground = Literal["voices", "revised", "event", "noun", "alike", "series"]

NEAR_VALUES, FAR_VALUES = Decimal("2.5"), Decimal(10)  # how many times larger one value of a fact may be than another
_SAME_QUAKE = Decimal("1.2")  # magnitudes further apart are of two quakes
_LEAST_TERMS = 4  # of a sentence that is no mere label: "12 comments"
DAY_VALUES = Decimal(5)  # the same of one day
_MOST_VALUES = 4  # what has more values in like sentences is not one fact but a series
_FALLING = 0.25  # share of pairs in which a count may go against its course
_MOST_CLAIMS = 60  # of one kind, of which all pairs are compared
# Facts of which a document gives parts and a whole, and facts of which every day has its own.
WITH_PARTS = frozenset(
    {"dead", "injured", "missing", "arrested", "evacuated", "rescued", "homeless", "infected", "dark", "bodies"}
)
_BY_DAY = frozenset({"marching", "striking", "dark", "turnout"})
Claims = list[SourcedClaim]


@dataclass(frozen=True, slots=True)
class Fact:
    """Claims about one quantity, and the ground on which they are taken for one."""

    claims: Claims
    ground: Ground


def same_facts(story: StoryFigures, claims: Sequence[SourcedClaim]) -> list[Fact]:
    """Return the facts of which several values are given, all claims about each."""
    kinds: dict[str, Claims] = defaultdict(list)
    for said in claims:
        kinds[said.claim.kind].append(said)
    return [fact for of_kind in kinds.values() if _has_values(of_kind) for fact in _of_kind(story, of_kind)]


def differ(first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two claims of one fact cannot both be true; two voices that are set against each other mean so."""
    if first.claim.rival and second.claim.rival and first.claim.value != second.claim.value:
        return True
    if agree(first.claim.quantity, second.claim.quantity):
        return False
    return kind_of(first) not in _BY_DAY or not days_apart(first, second)


def kind_of(said: SourcedClaim) -> str:
    """Return the kind of fact without the subject: dead, of "dead:firefighters"."""
    return said.claim.kind.partition(":")[0]


def _has_values(claims: Sequence[SourcedClaim]) -> bool:
    return len({said.claim.value for said in claims}) > 1


def _of_kind(story: StoryFigures, claims: Claims) -> Iterator[Fact]:
    """Iterate over the facts of one kind, by the surest ground first; what one ground joins, no other takes apart."""
    contrasted = list(_contrasted(story, claims))
    fact = claims[0].claim.fact
    if fact.common and not story.is_long:
        yield from _of_event(story, claims, contrasted)
        return
    yield from contrasted
    taken = {id(said) for fact in contrasted for said in fact.claims}
    values = {said.claim.value for fact in contrasted for said in fact.claims}
    rest = [said for said in claims if id(said) not in taken and said.claim.value not in values]
    rest = [said for said in rest if not said.claim.outdated]
    if not _has_values(rest):
        return
    noun = fact.kind.split()[1] if fact.kind.startswith("count ") else ""
    once = [] if story.is_long or fact.loose or not story.is_rare(noun) else _stated_once(story, rest)
    ground: Ground = "noun" if once else "alike"
    for each in [once] if once else _alike(story, rest):
        several = story.are_of_several_sources({said.document for said in each})
        yield Fact(each, ground if several or fact.common else "series")


def _of_event(story: StoryFigures, claims: Claims, contrasted: Sequence[Fact]) -> Iterator[Fact]:
    """Iterate over the facts of a toll: one for each place, with what documents contrast where it is part of one count."""
    told = set[int]()
    for of_scope in _by_scope(story, claims):
        held = {id(said) for said in of_scope}
        inside = [each for each in contrasted if any(id(said) in held for said in each.claims)]
        if inside and len(_days_of(story, of_scope)) < 2:
            continue  # on one day others may count another place or hour: what is contrasted is sure alone
        if _is_one_count(story, of_scope):
            told.update(id(each) for each in inside)
            revised = any(said.claim.outdated for said in of_scope)
            yield Fact(of_scope, inside[0].ground if inside else "revised" if revised else "event")
        elif not inside:
            yield from (Fact(each, "alike") for each in _alike(story, of_scope))
    yield from (each for each in contrasted if id(each) not in told)


# What a document itself contrasts --------------------------------------------------------------------------------


def _contrasted(story: StoryFigures, claims: Claims) -> Iterator[Fact]:
    """Iterate over facts of which a document gives two values on purpose, with the claims of others that give one."""
    by_document: dict[int, Claims] = defaultdict(list)
    for said in claims:
        by_document[said.document].append(said)
    cores: list[tuple[Claims, Ground]] = []
    for own in by_document.values():
        rivals = [said for said in own if said.claim.rival]
        if _has_values(rivals):
            cores.append((rivals, "voices"))
        cores += ((list(pair), "revised") for pair in _replacements(story, own, claims))
    linked = Components()
    for place, (core, _) in enumerate(cores):
        linked.join(place, place)
        for other in range(place):
            if not {said.claim.value for said in core}.isdisjoint(said.claim.value for said in cores[other][0]):
                linked.join(other, place)
    for members in linked.groups():
        core = list(dict.fromkeys(said for place in members for said in cores[place][0]))
        ground: Ground = "voices" if any(cores[place][1] == "voices" for place in members) else "revised"
        yield Fact(_joined(story, core, claims), ground)


def _is_given(story: StoryFigures, old: SourcedClaim, claims: Sequence[SourcedClaim]) -> bool:
    """Say whether another outlet gives a value as current that one calls older: then "from 4 to 4.9" is news."""
    giving = {said.document for said in claims if said.claim.value == old.claim.value and not said.claim.outdated}
    return any(story.are_of_several_sources({old.document, each}) for each in giving)


def _replacements(
    story: StoryFigures, claims: Sequence[SourcedClaim], given: Sequence[SourcedClaim]
) -> Iterator[tuple[SourcedClaim, SourcedClaim]]:
    """Iterate over pairs of an older value and the one that replaced it, in one sentence."""
    for old in claims:
        if old.claim.outdated:
            yield from (
                (old, new)
                for new in claims
                if new.row == old.row and not new.claim.outdated and new.claim.value != old.claim.value
                if new.claim.fact.common or old.claim.replaced or _is_given(story, old, given)
            )


def _joined(story: StoryFigures, core: Claims, claims: Sequence[SourcedClaim]) -> Claims:
    """Return contrasted claims with those of other documents that give one of the values, or a toll in a like sentence."""
    values = {said.claim.value for said in core}
    about = frozenset[str]().union(*(said.claim.stems for said in core))
    common, own = core[0].claim.fact.common, {said.document for said in core}
    joined = [
        said
        for said in claims
        if said not in core
        and not said.claim.outdated
        and said.document not in own
        and (said.claim.value in values or (common and story.alike(said.row, core[0].row) >= ALIKE))
        and (common or not about.isdisjoint(said.claim.stems))
        and all(hold_together(story, said, each) for each in core)
    ]
    return [*core, *(_main(joined) if common else joined)]


# A story about one event -----------------------------------------------------------------------------------------


def _by_scope(story: StoryFigures, claims: Sequence[SourcedClaim]) -> Iterator[Claims]:
    """Iterate over the claims of each place; those that share a place, or name none, belong together."""
    scopes: dict[str, list[int]] = defaultdict(list)
    linked = Components()
    for index, said in enumerate(claims):
        if story.is_elsewhere(said):
            continue
        linked.join(index, index)
        for place in story.own_places(said) or {""}:
            scopes[place].append(index)
    for members in scopes.values():
        for index in members[1:]:
            linked.join(members[0], index)
    for members in linked.groups():
        main = _without_strays(story, _main([claims[index] for index in members]))
        if _has_values(main):
            yield main


def _main(claims: Sequence[SourcedClaim]) -> Claims:
    """Return what each document gives as the value: what it sets against another, its toll, else its largest."""
    chosen: dict[int, Claims] = defaultdict(list)
    for said in claims:
        chosen[said.document].append(said)
    return [said for of_document in chosen.values() for said in _chosen(of_document)]


def _chosen(claims: Claims) -> Claims:
    rivals, old = [said for said in claims if said.claim.rival], [said for said in claims if said.claim.outdated]
    current = [said for said in claims if not said.claim.outdated]
    if rivals or not current:
        return rivals or old
    main = current[0]
    if kind_of(main) in WITH_PARTS:
        main = max(current, key=lambda said: (said.claim.fact.total, said.claim.value))
    elif any(said.row == main.row and said.claim.value != main.claim.value for said in current):
        return []
    return [*old, *(said for said in current if said.claim.value == main.claim.value)]


def _without_strays(story: StoryFigures, claims: Claims) -> Claims:
    """Return the claims without those that are far from the middle one: they count something else.

    A count may grow by much from day to day; what is said on one day must be near.
    """
    values = sorted(said.claim.value for said in claims)
    middle = values[len(values) // 2] if values else Decimal(0)
    limit = _limit(claims[0], apart=len(_days_of(story, claims)) != 1) if claims else FAR_VALUES
    return [
        said
        for said in claims
        if max(said.claim.value, middle) <= limit * max(min(said.claim.value, middle), Decimal(1))
    ]


def _days_of(story: StoryFigures, claims: Sequence[SourcedClaim]) -> set[date]:
    """Return the days on which claims were published."""
    return {document.published.date() for document in map(story.document, claims) if document.published is not None}


def _limit(said: SourcedClaim, *, apart: bool) -> Decimal:
    """Return how many times larger another value of a common fact may be, on another day or on the same."""
    if kind_of(said) == "magnitude":
        return _SAME_QUAKE
    return FAR_VALUES if apart else DAY_VALUES


def _is_one_count(story: StoryFigures, claims: Claims) -> bool:
    """Say whether the numbers of documents can be one count in the course of time: it does not go up and down."""
    dated = all(story.document(said).published is not None for said in claims)
    if len({said.claim.value for said in claims}) < _MOST_VALUES + (not dated):
        return True
    steps = [
        second.claim.value > first.claim.value
        for first, second in permutations(claims, 2)
        if first.claim.value != second.claim.value and story.is_earlier(first, second)
    ]
    return bool(steps) and min(sum(steps), len(steps) - sum(steps)) <= _FALLING * len(steps)


def _stated_once(story: StoryFigures, claims: Sequence[SourcedClaim]) -> Claims:
    """Return the claims of a rare noun by documents that give one value only, if they can be of one thing and time."""
    given: dict[int, Claims] = defaultdict(list)
    for said in claims:
        given[said.document].append(said)
    once = [
        said
        for of_document in given.values()
        if not _has_values(of_document)
        for said in of_document
        if story.length(said.row) >= _LEAST_TERMS
    ]
    near = _near_another(once)
    several = 1 < len({said.claim.value for said in near}) <= _MOST_VALUES
    together = all(hold_together(story, near[0], said) and _say_alike(story, near[0], said) for said in near[1:])
    return near if several and together and story.are_of_several_sources({said.document for said in near}) else []


def _near_another(claims: Sequence[SourcedClaim]) -> Claims:
    """Return the claims whose value is not far from another one."""
    values = sorted({said.claim.value for said in claims})
    close = {value for pair in pairwise(values) if pair[1] <= NEAR_VALUES * pair[0] for value in pair}
    return [said for said in claims if said.claim.value in close]


# Like sentences --------------------------------------------------------------------------------------------------


def _alike(story: StoryFigures, claims: Sequence[SourcedClaim]) -> Iterator[Claims]:
    """Iterate over facts whose claims stand in like sentences of different documents."""
    compared = claims[:_MOST_CLAIMS]
    givers: dict[Decimal, set[int]] = defaultdict(set)
    for said in compared:
        givers[said.claim.value].add(said.document)
    linked = Components()
    pairs = list(combinations(range(len(compared)), 2))
    for one, other in pairs:
        if _is_same(story, compared[one], compared[other], givers):
            linked.join(one, other)
    for one, other in pairs if linked else ():
        first, second = compared[one], compared[other]
        if first.claim.value == second.claim.value and story.alike(first.row, second.row) >= ALIKE:
            linked.take_in(one, other)
    for members in linked.groups():
        fact = [compared[place] for place in members]
        if 1 < len({said.claim.value for said in fact}) <= _MOST_VALUES:
            yield fact


def _is_same(
    story: StoryFigures, first: SourcedClaim, second: SourcedClaim, givers: Mapping[Decimal, set[int]]
) -> bool:
    """Say whether two claims in different documents are different values of one fact."""
    low, high = sorted((first.claim.value, second.claim.value))
    common, loose = first.claim.fact.common, first.claim.fact.loose
    if first.document == second.document or low == high or high > (FAR_VALUES if common else NEAR_VALUES) * low:
        return False
    if givers[low] & givers[high] or not differ(first, second) or not hold_together(story, first, second):
        return False
    if first.claim.quantity.unit is not None and (first.claim.changed or second.claim.changed):
        return False  # a level that rises is another one an hour later
    near = (frozenset(stem for stem in each.claim.stems if not story.is_topic(stem)) for each in (first, second))
    alike = story.alike(first.row, second.row)
    shared = frozenset.intersection(*near)
    if not loose and first.claim.quantity.unit is not None and _follows(first) == _follows(second) is not None:
        return _say_alike(story, first, second)  # "is insured for 22 million", in whatever sentence
    return bool(shared) and alike >= (VERY_ALIKE if loose else ALIKE) and _say_alike(story, first, second)


def _follows(said: SourcedClaim) -> str | None:
    """Return the stem of the word before a number."""
    return said.claim.before[-1][0] if said.claim.before else None


# Scope -----------------------------------------------------------------------------------------------------------


def hold_together(story: StoryFigures, first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two claims can hold for one subject, place and day; in a story of many events they must do so visibly."""
    if days_apart(first, second) or not story.may_be_one_time(first.document, second.document):
        return False
    if (first.claim.quoted or second.claim.quoted) and _quote_days(story, first).isdisjoint(_quote_days(story, second)):
        return False
    one, other = story.own_places(first), story.own_places(second)
    subjects = first.claim.fact.common or meet(story.own_names(first), story.own_names(second))
    return subjects and (one == other if story.is_long else meet(one, other))


def _say_alike(story: StoryFigures, first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two counts of one thing say the same of it: "has nine justices" and "four justices voted" do not."""
    one, other = first.claim.predicate, second.claim.predicate
    if one == other or first.claim.value == second.claim.value:
        return True
    if WHOLE in (one, other):
        return False
    telling = min(first.claim.value, second.claim.value) >= TELLING
    return telling or None in (one, other) or story.alike(first.row, second.row) >= ALIKE


def days_apart(first: SourcedClaim, second: SourcedClaim) -> bool:
    """Say whether two claims name different days."""
    days = first.claim.days, second.claim.days
    return bool(days[0] and days[1] and days[0].isdisjoint(days[1]))


def _quote_days(story: StoryFigures, said: SourcedClaim) -> frozenset[date]:
    published = story.document(said).published
    return said.claim.days or frozenset({published.date()} if published is not None else ())
