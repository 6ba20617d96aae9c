"""What a claim changes of the source sentence it is laid beside: figures, days, roles, polarity, modality, attribution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from meadow.grounding.alignment import Alignment
from meadow.grounding.frames import Frame, extended
from meadow.grounding.reading import Figure, Read
from meadow.grounding.rules import Rules
from meadow.model import Change

_FAR = 12  # words between two neighbours of a claim in the source; more, and they belong to different things
_COUNT_REACH = 4
_CONTEXT = 3
_STATING = frozenset({"verb", "noun", "number"})
_LOOSE = frozenset({"of"})


def changes_in(found: Alignment, unit: range, lists: Rules) -> Iterator[Change]:
    """Yield what a claim changes; an empty iteration means that no rule objects."""
    yield from _figures(found)
    yield from _days(found)
    yield from _names(found, unit)
    for frame in found.claim.frames:
        if frame.verb in unit and frame.anchor in found.pairs:
            yield from _frame(found, frame, lists)
    yield from _restrictors(found, lists)
    yield from _prepositions(found, unit, lists)
    yield from _order(found, unit)
    yield from _attribution(found, unit)


def shown(read: Read, first: int, end: int) -> str:
    """Return some words of a sentence as a reader sees them."""
    return " ".join(read.shown[first:end])


def _figures(found: Alignment) -> Iterator[Change]:
    for figure, match in found.figures:
        if match is None:
            other = _rival(found, figure)
            yield Change("number", figure.quantity.text, "" if other is None else other.quantity.text)
        elif figure.counted is not None and match.counted is not None and figure.counted != match.counted:
            if not _counts_near(found, figure, match):
                yield Change("number", _counted(figure), _counted(match))
        elif figure.quantity.bound != match.quantity.bound and match.quantity.bound not in (None, "~"):
            yield Change(
                "number", _around(found.claim, figure.first, figure.end), _around(found.source, match.first, match.end)
            )


def _rival(found: Alignment, figure: Figure) -> Figure | None:
    """Return the figure of the source that counts the same; else its only one."""
    others = found.source.figures
    same = [each for each in others if each.quantity.unit == figure.quantity.unit and each.counted == figure.counted]
    return same[0] if same else others[0] if len(others) == 1 else None


def _counts_near(found: Alignment, figure: Figure, match: Figure) -> bool:
    claim, source = found.claim, found.source
    for place in range(figure.end, min(figure.end + _COUNT_REACH, len(claim.keys))):
        if claim.keys[place]:
            return any(0 < each - match.first <= 2 * _COUNT_REACH for each in source.places.get(claim.keys[place], ()))
    return False


def _counted(figure: Figure) -> str:
    return f"{figure.quantity.text} {figure.quantity.counted or ''}".strip()


def _around(read: Read, first: int, end: int) -> str:
    return shown(read, max(0, first - _CONTEXT), end)


def _days(found: Alignment) -> Iterator[Change]:
    for day, match in found.days:
        if match is None:
            others = found.source.days
            yield Change("day", day.text, others[0].text if others else "")


def _names(found: Alignment, unit: range) -> Iterator[Change]:
    """Yield names that the source does not have, where it has another one that the claim does not have."""
    claim, source = found.claim, found.source
    missing = [place for place in found.missing if claim.tags[place] == "name"]
    taken = set(found.pairs.values())
    spare = [
        place for place, tag in enumerate(source.tags) if tag == "name" and source.keys[place] and place not in taken
    ]
    if missing and spare and unit:
        yield Change("name", claim.shown[missing[0]], source.shown[spare[0]])


def _frame(found: Alignment, frame: Frame, lists: Rules) -> Iterator[Change]:
    """Yield what a claim changes at one of its verbs, compared with the same verb of the source that fits best."""
    own = frame.anchor == frame.verb
    places = found.source.places.get(found.claim.keys[frame.anchor], ()) if own else (found.pairs[frame.anchor],)
    others = [each for each in found.source.frames if each.anchor in places and (each.anchor == each.verb) == own]
    if not others:
        yield from _nominal(found, frame, found.pairs[frame.anchor], lists)
        return
    yield from min((list(_against(found, frame, other)) for other in others), key=len)


def _against(found: Alignment, frame: Frame, other: Frame) -> Iterator[Change]:
    claim, source = found.claim, found.source
    verb, theirs = claim.shown[frame.verb], source.shown[other.verb]
    if ("not" in frame.markers) != ("not" in other.markers):
        yield Change("polarity", _group(claim, frame), _group(source, other))
    if frame.markers - {"not"} != other.markers - {"not"}:
        yield Change("modality", _group(claim, frame), _group(source, other))
    if frame.tense and other.tense and frame.tense != other.tense and not (frame.reports and other.reports):
        yield Change("tense", _group(claim, frame), _group(source, other))
    for ours, right, wrong in ((frame.agent, other.agent, other.patient), (frame.patient, other.patient, other.agent)):
        if (
            ours is None
            or _says_nothing(claim, ours)
            or (ours == frame.agent and (frame.controlled or other.controlled))
        ):
            continue
        if right is not None and _same_thing(found, ours, right):
            continue
        if wrong is not None and _same_thing(found, ours, wrong):
            yield Change("role", f"{_chunk(claim, ours)} … {verb}", f"{_chunk(source, wrong)} … {theirs}")
        elif right is not None and not _is_open(found, right):
            yield Change("role", f"{_chunk(claim, ours)} … {verb}", f"{_chunk(source, right)} … {theirs}")


def _group(read: Read, frame: Frame) -> str:
    return shown(read, frame.first, read.chunks[frame.chunk].end)


def _chunk(read: Read, number: int) -> str:
    return shown(read, read.chunks[number].first, read.chunks[number].end)


def _says_nothing(read: Read, number: int) -> bool:
    chunk = read.chunks[number]
    return chunk.pronoun or not any(read.keys[chunk.first : chunk.end])


def _is_open(found: Alignment, number: int) -> bool:
    """Say whether an argument of the source is a pronoun, for which the claim may have the name."""
    return _says_nothing(found.source, number)


def _same_thing(found: Alignment, ours: int, theirs: int) -> bool:
    """Say whether two noun phrases share their head, or one's head is in the other and what names it."""
    claim, source = found.claim, found.source
    mine, other = claim.chunks[ours], source.chunks[theirs]
    wide = extended(source.chunks, theirs)
    keys = {source.keys[place] for place in wide if source.keys[place]}
    head = claim.keys[mine.head]
    if head in keys if head else any(found.pairs.get(place) in wide for place in range(mine.first, mine.end)):
        return True
    if source.keys[other.head] and source.keys[other.head] in claim.keys[mine.first : mine.end]:
        return True  # "the ferry Star of Skerra" for "the ferry": the other words are accounted for, or the claim fails
    owned = other.pronoun or source.tags[other.first] == "possessive"
    return owned and any(place in found.elsewhere for place in range(mine.first, mine.end))


def _nominal(found: Alignment, frame: Frame, place: int, lists: Rules) -> Iterator[Change]:
    """Yield what a claim changes where the source has a noun for its verb ("the closure of the port")."""
    near = found.source.words[max(0, place - _CONTEXT) : place]
    markers = {lists.hedges[word] for word in near if word in lists.hedges}
    if markers - frame.markers:
        yield Change("modality", _group(found.claim, frame), " ".join(near))
    if any(word in lists.negations for word in near) and "not" not in frame.markers:
        yield Change("polarity", _group(found.claim, frame), " ".join(near))


def _restrictors(found: Alignment, lists: Rules) -> Iterator[Change]:
    """Yield "only", "almost", "some" and their like that one side has right before a shared word and the other has not."""
    telling = lists.words("restrictors")
    for ours, theirs in found.pairs.items():
        mine = _restricting(found.claim, ours, telling)
        other = _restricting(found.source, theirs, telling)
        if mine != other:
            yield Change("modality", " ".join(sorted(mine)), " ".join(sorted(other)))


def _restricting(read: Read, place: int, telling: frozenset[str]) -> set[str]:
    words: set[str] = set()
    for index in range(place - 1, max(-1, place - 1 - _CONTEXT), -1):
        if read.words[index] in telling:
            words.add(read.words[index])
        elif read.keys[index] or read.tags[index] in ("punctuation", "conjunction", "preposition"):
            break
    return words


def _prepositions(found: Alignment, unit: range, lists: Rules) -> Iterator[Change]:
    """Yield noun phrases that stand behind another preposition than in the source: "from Orl" for "to Orl"."""
    claim, source = found.claim, found.source
    for number, chunk in enumerate(claim.chunks):
        theirs = found.pairs.get(chunk.head)
        if chunk.kind != "noun" or chunk.head not in unit or theirs is None:
            continue
        mine = _preposition(claim, number)
        options = source.places.get(claim.keys[chunk.head], (theirs,))
        others = [_preposition(source, source.chunk_of[place]) for place in options]
        other = _preposition(source, source.chunk_of[theirs])
        alike = lists.alike
        if mine is None or other is None or mine in _LOOSE or other in _LOOSE:
            continue
        if all(each is None or alike.get(mine, mine) != alike.get(each, each) for each in others):
            yield Change(
                "role", f"{mine} {_chunk(claim, number)}", f"{other} {_chunk(source, source.chunk_of[theirs])}"
            )


def _order(found: Alignment, unit: range) -> Iterator[Change]:
    """Yield two names that stand the other way round than in the source, where no verb changed its voice."""
    claim, source = found.claim, found.source
    voices = {frame.key: frame.passive for frame in source.frames}
    if any(voices.get(frame.key, frame.passive) != frame.passive for frame in claim.frames):
        return
    names = [place for place in unit if place in found.pairs and claim.tags[place] == "name" and claim.keys[place]]
    single = [each for each in names if len(source.places.get(claim.keys[each], ())) == 1]
    for first, second in pairwise(single):
        ours, theirs = (first, second), (found.pairs[first], found.pairs[second])
        between = [frame for frame in claim.frames if ours[0] < frame.verb < ours[1]]
        if theirs[0] > theirs[1] and claim.chunk_of[first] != claim.chunk_of[second] and (
            between or _preposition(claim, claim.chunk_of[second])
        ):  # fmt: skip
            yield Change("role", shown(claim, first, second + 1), shown(source, theirs[1], theirs[0] + 1))
            return


def _preposition(read: Read, number: int) -> str | None:
    if number and read.chunks[number - 1].kind in ("preposition", "of"):
        return read.words[read.chunks[number - 1].first]
    return None


def _attribution(found: Alignment, unit: range) -> Iterator[Change]:
    """Yield that a claim states as a fact what its source only reports."""
    claim, source = found.claim, found.source
    if not source.attributions:
        return
    theirs = [found.pairs[place] for place in unit if place in found.pairs and claim.tags[place] in _STATING]
    holding = [span for span in source.attributions if _holds_most(span, theirs)]
    kept = [span for span in claim.attributions if _overlap(span, unit)]
    if len(holding) > len(kept):
        reporting = next((frame for frame in source.frames if frame.reports), None)
        by = "" if reporting is None or reporting.agent is None else _chunk(source, reporting.agent)
        verb = "" if reporting is None else source.shown[reporting.verb]
        yield Change("attribution", "", f"{by} {verb}".strip())


def _holds_most(span: tuple[int, int], places: Sequence[int]) -> bool:
    inside = sum(span[0] <= each < span[1] for each in places)
    return inside > 0 and inside * 2 > len(places)


def _overlap(span: tuple[int, int], unit: range) -> bool:
    return span[0] < unit.stop and unit.start < span[1]
