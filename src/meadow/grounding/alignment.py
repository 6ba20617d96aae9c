"""Which word of a claim is which word of a source sentence: by key, by figure, by day, by name, nearest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from meadow.grounding.frames import extended
from meadow.grounding.reading import Day, Figure, Read
from meadow.grounding.sources import Sources

_NAMING = frozenset({"name", "noun", "adjective"})
_NAME_REACH = 5  # words between the parts of a name, or a name and what its bearer is
_BACK = 3  # sentences before one in which its pronouns find whom they stand for


@dataclass(eq=False, slots=True)
class Alignment:
    """A claim laid beside a source sentence.

    `pairs` leads from words of the claim to words of the source; `elsewhere` are words that the same document accounts for
    (the first name behind a surname, the subject behind "it"); `missing` are those that nothing accounts for.
    """

    claim: Read
    source: Read
    number: int
    pairs: dict[int, int] = field(default_factory=dict)
    elsewhere: set[int] = field(default_factory=set)
    missing: list[int] = field(default_factory=list)
    figures: list[tuple[Figure, Figure | None]] = field(default_factory=list)
    days: list[tuple[Day, Day | None]] = field(default_factory=list)


def align(claim: Read, unit: range, source: Read, number: int, sources: Sources) -> Alignment:
    """Return a claim (some words of a sentence) laid beside a source sentence."""
    found = Alignment(claim, source, number)
    _align_figures(found, unit)
    _align_days(found, unit)
    before = None
    for place in unit:
        key = claim.keys[place]
        options = source.places.get(key, ()) if key else ()
        if options:
            wanted = -1 if before is None else before
            found.pairs[place] = min(options, key=lambda each: (abs(each - wanted - 1), each))
            before = found.pairs[place]
    open_words = [place for place in unit if claim.keys[place] and place not in found.pairs]
    for place in open_words:
        if _in_name(found, place, sources) or _is_resolved(found, place, sources):
            found.elsewhere.add(place)
        else:
            found.missing.append(place)
    return found


def _align_figures(found: Alignment, unit: range) -> None:
    for figure in found.claim.figures:
        if figure.first not in unit:
            continue
        equal = [each for each in found.source.figures if _same_figure(figure, each)]
        same = [each for each in equal if each.counted == figure.counted]
        best = next(iter(same or equal), None)
        found.figures.append((figure, best))
        if best is not None:
            found.pairs[figure.first] = best.first


def _same_figure(one: Figure, other: Figure) -> bool:
    ours, theirs = one.quantity, other.quantity
    return ours.value == theirs.value and ours.unit == theirs.unit and ours.high == theirs.high


def _align_days(found: Alignment, unit: range) -> None:
    for day in found.claim.days:
        if day.first not in unit:
            continue
        best = next((each for each in found.source.days if _same_day(day, each)), None)
        found.days.append((day, best))
        if best is not None:
            found.pairs[day.first] = best.first


def _same_day(one: Day, other: Day) -> bool:
    """Say whether two mentions mean one day; the same words do, and a bare weekday does where its name is the day's."""
    ours, theirs = one.text.lower().split(), other.text.lower().split()
    if ours == theirs or (one.day is None and set(ours) <= set(theirs)):
        return True
    if other.day is None:
        return False
    # A weekday of the text is not seen from the day of the source: its name must be that of the day.
    return one.day == other.day if _has_digit(one.text) else ours == [other.day.strftime("%A").lower()]


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _in_name(found: Alignment, place: int, sources: Sources) -> bool:
    """Say whether an open word belongs to a name or title whose other part is aligned, as the same document has it."""
    claim = found.claim
    if claim.tags[place] not in _NAMING:
        return False
    document = sources.sentences[found.number].document
    for near in extended(claim.chunks, claim.chunk_of[place]):
        if near in found.pairs and claim.tags[near] == "name" and claim.keys[near]:
            for number in sources.together(document, claim.keys[place], claim.keys[near]):
                read = sources.read(number)
                if read is not None and _are_near(read, claim.keys[place], claim.keys[near]):
                    return True
    return False


def _are_near(read: Read, one: str, other: str) -> bool:
    """Say whether two words are of one name or title somewhere in a sentence."""
    others = read.places.get(other, ())
    return any(
        abs(first - second) <= _NAME_REACH and second in extended(read.chunks, read.chunk_of[first])
        for first in read.places.get(one, ())
        for second in others
    )


def _is_resolved(found: Alignment, place: int, sources: Sources) -> bool:
    """Say whether an open word is in an argument of a verb for which the same verb of the source has a pronoun."""
    claim, source = found.claim, found.source
    number = claim.chunk_of[place]
    if claim.chunks[number].kind != "noun":
        return False
    asked = [
        theirs
        for frame in claim.frames
        for other in source.frames
        if other.key == frame.key
        for ours, theirs in ((frame.agent, other.agent), (frame.patient, other.patient))
        if ours is not None and theirs is not None and place in extended(claim.chunks, ours)
    ]
    if not any(_stands_for(source, each, sources) for each in asked):
        return False
    for before in sources.nearby(found.number, _BACK):
        read = sources.read(before)
        if read is not None and any(
            read.keys[at] == claim.keys[place] for each in _arguments(read) for at in extended(read.chunks, each)
        ):
            return True
    return False


def _stands_for(read: Read, number: int, sources: Sources) -> bool:
    return read.words[read.chunks[number].first] in sources.lists.words("pronouns resolved")


def _arguments(read: Read) -> Iterator[int]:
    for frame in read.frames:
        if frame.agent is not None:
            yield frame.agent
        if frame.patient is not None:
            yield frame.patient
