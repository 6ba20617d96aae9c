"""Who does what to whom: a frame for each verb group, with its agent, its patient, negation, hedges and tense.

The subject of a verb is the nearest noun phrase before it that is free: not behind a preposition, not inside a pair of
commas. A second verb behind "and" shares the subject of the first; an infinitive has that of the verb that governs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from meadow.grounding.chunks import Chunk
from meadow.grounding.rules import Rules
from meadow.text.phrases.values import Tag

Tense = Literal["past", "present", "future"]
_BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "being", "get", "gets", "got", "'s", "'re"})
_PAST_AUXILIARIES = frozenset({"was", "were", "had", "did", "been", "wasn't", "weren't", "hadn't", "didn't"})
_PERFECT = frozenset({"has", "have", "having", "hasn't", "haven't", "'ve"})
_JOINS = frozenset({"of", "comma", "conjunction"})
_ANCHOR_REACH = 6
_HEDGE_REACH = 4  # words from "plan" to the "to" or "that" it governs


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """One verb with its arguments, as numbers of chunks; `markers` are negations and hedges that govern it.

    `controlled` says that the verb is an infinitive or a gerund, whose subject is a guess. `anchor` is the word by which the
    verb is found in another sentence: itself, or for "is" and its like the first word of content behind it, else before it.
    """

    verb: int
    first: int
    chunk: int
    key: str
    agent: int | None
    patient: int | None
    passive: bool
    markers: frozenset[str]
    tense: Tense | None
    reports: bool
    controlled: bool
    anchor: int


def frames_of(
    words: Sequence[str], tags: Sequence[Tag], keys: Sequence[str], chunks: Sequence[Chunk], lists: Rules
) -> list[Frame]:
    """Return the frames of a sentence in order of their verbs."""
    found: list[Frame] = []
    by_chunk: dict[int, Frame] = {}
    for number, chunk in enumerate(chunks):
        if chunk.kind == "verb":
            frame = _frame(words, tags, keys, chunks, number, by_chunk, lists)
            found.append(frame)
            by_chunk[number] = frame
    return found


def _frame(
    words: Sequence[str], tags: Sequence[Tag], keys: Sequence[str], chunks: Sequence[Chunk], number: int,
    earlier: dict[int, Frame], lists: Rules,
) -> Frame:  # fmt: skip
    chunk = chunks[number]
    group = words[chunk.first : chunk.end]
    verb = words[chunk.head]
    infinitive = group[0] == "to"
    gerund = verb.endswith("ing") and chunk.end - chunk.first == 1
    governor = _governor(chunks, number) if infinitive or gerund else None
    passive = _is_passive(words, tags, chunk, lists) or (
        _is_reduced(words, tags, chunks, number) and verb.endswith(("ed", "en"))
    )
    subject = _subject(words, chunks, number, earlier)
    after = _object(chunks, number)
    by = _by_agent(words, chunks, number) if passive else None
    markers = _markers([*group[: chunk.head - chunk.first], *group[chunk.head - chunk.first + 1 :]], lists)
    if governor is not None and governor in earlier:
        markers |= earlier[governor].markers | _markers(words[chunks[governor].first : chunk.first], lists)
    elif infinitive:
        markers |= _markers(words[max(0, chunk.first - _HEDGE_REACH) : chunk.first], lists)
    if tags[chunk.head] == "auxiliary":
        markers |= _markers([verb], lists) | _markers(words[chunk.end : chunk.end + 2], lists)
    agent, patient = (by, subject) if passive else (subject, after)
    return Frame(
        chunk.head, chunk.first, number, lists.keys[verb], agent, patient, passive, markers,
        None if infinitive or governor is not None else _tense(words, tags, chunk, lists), verb in lists.reporting,
        infinitive or governor is not None, _anchor(keys, chunk),
    )  # fmt: skip


def _anchor(keys: Sequence[str], chunk: Chunk) -> int:
    if keys[chunk.head]:
        return chunk.head
    behind = range(chunk.end, min(chunk.end + _ANCHOR_REACH, len(keys)))
    before = range(chunk.first - 1, max(-1, chunk.first - 1 - _ANCHOR_REACH), -1)
    return next((place for place in (*behind, *before) if keys[place]), chunk.head)


def _markers(words: Sequence[str], lists: Rules) -> frozenset[str]:
    negations = [lists.negations[word] for word in words if word in lists.negations]
    hedges = {lists.hedges[word] for word in words if word in lists.hedges}
    return frozenset(hedges | ({"not"} if negations else set()))


def _is_passive(words: Sequence[str], tags: Sequence[Tag], chunk: Chunk, lists: Rules) -> bool:
    group = words[chunk.first : chunk.head]
    participle = words[chunk.head]
    if tags[chunk.head] != "verb" or not _BE.intersection(group):
        return False
    verbs, others = lists.lexicon.verbs, lists.lexicon.noun_verbs
    return participle.endswith(("ed", "en")) or participle in verbs.participle or participle in others.participle


def _is_reduced(words: Sequence[str], tags: Sequence[Tag], chunks: Sequence[Chunk], number: int) -> bool:
    """Say whether a verb without auxiliary modifies the noun before it: "the man convicted of fraud left"."""
    chunk = chunks[number]
    if chunk.end - chunk.first != 1 or tags[chunk.head] != "verb" or number + 1 >= len(chunks):
        return False
    behind = chunks[number + 1]
    if words[chunk.head].endswith("ing"):
        return True
    if not words[chunk.head].endswith(("ed", "en")) or behind.kind != "preposition":
        return False
    # Some finite verb follows before the sentence or the clause ends: this one is not it.
    for later in chunks[number + 1 :]:
        if later.kind in ("comma", "conjunction", "subordinator", "relative"):
            return False
        if later.kind == "verb" and words[later.first] != "to":
            return True
    return False


def _governor(chunks: Sequence[Chunk], number: int) -> int | None:
    """Return the verb group before an infinitive or a gerund, if nothing but a noun phrase or preposition is between."""
    for index in range(number - 1, max(-1, number - 5), -1):
        kind = chunks[index].kind
        if kind == "verb":
            return index
        if kind not in ("noun", "preposition", "of") and not (kind == "conjunction" and index == number - 1):
            return None
    return None


def _subject(words: Sequence[str], chunks: Sequence[Chunk], number: int, earlier: dict[int, Frame]) -> int | None:
    index = number - 1
    if words[chunks[number].first] == "to":
        governor = _governor(chunks, number)
        return _surface_subject(earlier.get(governor)) if governor is not None else None
    while index >= 0:
        kind = chunks[index].kind
        if kind == "relative":
            return _antecedent(chunks, index)
        if kind == "noun":
            before = chunks[index - 1].kind if index else "mark"
            if before not in ("preposition", "of"):
                return _subject_of_noun(chunks, index)
            index -= 2
        elif kind == "verb":
            frame = earlier[index]
            if index == number - 1 or not _is_bare(words, chunks, index):
                return _surface_subject(frame)
            index -= 1
        elif kind == "comma":
            index = _before_pair(chunks, index)
        elif kind == "conjunction":
            return _shared_subject(index, earlier)
        else:
            index -= 1
    return None


def _subject_of_noun(chunks: Sequence[Chunk], index: int) -> int:
    """Return a free noun phrase as a subject, or the first of several that "and" or "of" join."""
    while index >= 2 and chunks[index - 1].kind == "conjunction" and chunks[index - 2].kind == "noun":
        if index >= 3 and chunks[index - 3].kind == "verb":
            return index  # "saw the ship and the crew left": a new clause
        index -= 2
    return index


def _surface_subject(frame: Frame | None) -> int | None:
    if frame is None:
        return None
    return frame.patient if frame.passive else frame.agent


def _shared_subject(index: int, earlier: dict[int, Frame]) -> int | None:
    for before in range(index - 1, -1, -1):
        if before in earlier:
            return _surface_subject(earlier[before])
    return None


def _antecedent(chunks: Sequence[Chunk], index: int) -> int | None:
    for before in range(index - 1, -1, -1):
        if chunks[before].kind == "noun":
            return before
        if chunks[before].kind == "verb":
            return None
    return None


def _is_bare(words: Sequence[str], chunks: Sequence[Chunk], index: int) -> bool:
    """Say whether a verb group is one participle, which may modify a noun."""
    chunk = chunks[index]
    return chunk.end - chunk.first == 1 and words[chunk.head].endswith(("ed", "en", "ing"))


def _before_pair(chunks: Sequence[Chunk], index: int) -> int:
    """Return the chunk before the comma that opens what a comma closes; the one before the comma if it closes nothing."""
    for before in range(index - 1, -1, -1):
        if chunks[before].kind == "comma":
            return before - 1
    return index - 1


def _object(chunks: Sequence[Chunk], number: int) -> int | None:
    after = number + 1
    if after >= len(chunks) or chunks[after].kind != "noun":
        return None
    return after


def _by_agent(words: Sequence[str], chunks: Sequence[Chunk], number: int) -> int | None:
    for index in range(number + 1, min(number + 8, len(chunks) - 1)):
        if chunks[index].kind in ("verb", "comma", "relative", "subordinator"):
            return None
        if (
            chunks[index].kind == "preposition"
            and words[chunks[index].first] == "by"
            and chunks[index + 1].kind == "noun"
        ):
            return index + 1
    return None


def _tense(words: Sequence[str], tags: Sequence[Tag], chunk: Chunk, lists: Rules) -> Tense | None:
    group = words[chunk.first : chunk.end]
    if lists.words("future").intersection(group):
        return "future"
    if any(word in lists.hedges for word in group[:-1]) and group[0] in lists.hedges:
        return None
    verb, alone = (
        words[chunk.head],
        chunk.head == chunk.first or all(tags[place] == "adverb" for place in range(chunk.first, chunk.head)),
    )
    if not alone or tags[chunk.head] == "auxiliary":
        if _PAST_AUXILIARIES.intersection(group) or (_PERFECT.intersection(group) and tags[chunk.head] == "verb"):
            return "past"
        return "present"
    if verb.endswith("ing"):
        return None
    return "past" if verb.endswith("ed") or verb in lists.table("forms") else "present"


def attributed(
    words: Sequence[str], chunks: Sequence[Chunk], frames: Sequence[Frame], lists: Rules
) -> tuple[tuple[int, int], ...]:
    """Return from which word to which a sentence is what somebody is said to have said."""
    spans: list[tuple[int, int]] = []
    last = len(words)
    for place, word in enumerate(words[:-1]):
        if word == "according" and words[place + 1] == "to":
            spans.append((0, last))
    for frame in frames:
        if not frame.reports:
            continue
        chunk = chunks[frame.chunk]
        before = _comma_before(chunks, frame.chunk)
        ends = _ends_clause(chunks, frame.chunk)
        spans.append((0, last) if before is not None and ends else (chunk.end, last))
    nouns = lists.words("report nouns")
    spans += [(place + 1, last) for place in range(last - 1) if words[place] in nouns and words[place + 1] == "that"]
    return tuple(spans)


def _ends_clause(chunks: Sequence[Chunk], number: int) -> bool:
    """Say whether no verb follows in the clause of a reporting verb, so that what it reports is before it."""
    for chunk in chunks[number + 1 :]:
        if chunk.kind == "comma":
            return True
        if chunk.kind in ("verb", "subordinator", "relative"):
            return False
    return True


def _comma_before(chunks: Sequence[Chunk], number: int) -> int | None:
    """Return the comma before the clause of a reporting verb: ", the coast guard said"."""
    for index in range(number - 1, max(-1, number - 7), -1):
        if chunks[index].kind == "comma" or (chunks[index].kind == "mark" and index > 0):
            return index
        if chunks[index].kind == "verb":
            return None
    return None


def extended(chunks: Sequence[Chunk], number: int) -> range:
    """Return the words of a noun phrase with the appositions and "of" phrases around it."""
    first, last = number, number
    while last + 2 < len(chunks) and chunks[last + 1].kind in _JOINS and chunks[last + 2].kind == "noun":
        last += 2
    while first >= 2 and chunks[first - 1].kind in _JOINS and chunks[first - 2].kind == "noun":
        first -= 2
    return range(chunks[first].first, chunks[last].end)
