"""Who shares runs of words with whom, for many texts at once: the compiled twin of `meadow.kernels.word_runs.BodyIndex`.

Bodies are runs of 64-bit word hashes in one array; body i is `words[ends[i]:ends[i + 1]]`. Fingerprints are found through an
open-addressing table whose slots hold the newest posting of a key, and each posting names the one before it. The table is
made large enough before bodies go in, so the loop over bodies never stops to grow it.

Source: Schleimer, Wilkerson and Aiken (2003), "Winnowing: local algorithms for document fingerprinting".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from meadow.kernels.compiling import inlined, kernel
from meadow.kernels.word_hashes import hash_words
from meadow.kernels.word_runs import (
    CANDIDATES_READ,
    FEW_RUNS,
    POSTINGS_READ,
    RUN_FACTOR,
    SHARED_PART,
    WINNOW,
    Bodies,
    Hashes,
    Links,
    Longs,
    Rule,
    body_text,
)

Ints = NDArray[np.int32]

_FACTOR = np.uint64(RUN_FACTOR)
_SHIFT = np.uint64(29)
_WHOLE = np.uint64(1)  # the start of a whole body's hash; that of a run starts with its length
_LOAD = 2  # slots per posting; the number of slots is a power of two, so that a mask finds one


def read_bodies(texts: Sequence[str]) -> Bodies:
    """Return the bodies of texts, word by word."""
    parts = [body_text(text) for text in texts]
    words, ends = hash_words([text for text, _ in parts])
    return Bodies(words, ends, np.array([run for _, run in parts], np.int64))


class _Postings(NamedTuple):
    """Which body has a key: `slots` lead to the newest posting of a key, `previous` from there to older ones."""

    slots: Ints
    keys: Hashes
    bodies: Ints
    previous: Ints

    @classmethod
    def sized(cls, room: int) -> _Postings:
        """Return empty postings with room for so many."""
        slots = np.full(_slots_for(room), -1, np.int32)
        return cls(slots, np.empty(room, np.uint64), np.empty(room, np.int32), np.empty(room, np.int32))


class _Batch(NamedTuple):
    """Bodies that go in together: the number of the first, and the fingerprints of each."""

    first: int
    prints: Hashes
    print_ends: Longs


class _Scratch(NamedTuple):
    """Room for one comparison after the other: a table of runs, and how many fingerprints each body shares."""

    runs: Ints
    tally: Ints
    touched: Ints

    @classmethod
    def sized(cls, longest: int, count: int) -> _Scratch:
        """Return room for bodies of so many words, and for so many bodies."""
        return cls(np.empty(_slots_for(longest), np.int32), np.zeros(count, np.int32), np.empty(count, np.int32))


def _slots_for(room: int) -> int:
    return 1 << max(4, (_LOAD * room - 1).bit_length())


class CompiledBodyIndex:
    """Bodies in the order they came, and who has which fingerprint: answers as `meadow.kernels.word_runs.BodyIndex` does."""

    def __init__(self) -> None:
        self._words = np.empty(1024, np.uint64)
        self._ends = np.zeros(64, np.int64)
        self._runs = np.empty(64, np.int64)
        self._postings = _Postings.sized(1024)
        self._scratch = _Scratch.sized(64, 64)
        self._posted = 0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def bodies(self) -> Bodies:
        """Return all bodies, oldest first."""
        ends = self._ends[: self._count + 1]
        return Bodies(self._words[: ends[-1]], ends, self._runs[: self._count])

    def put(self, bodies: Bodies) -> None:
        """Take bodies in without looking for where they come from."""
        self._take(bodies, Rule(threshold=np.inf, least=np.inf))

    def link(self, bodies: Bodies, rule: Rule) -> Links:
        """Take bodies in, one after the other, and return which earlier one each was taken from."""
        return self._take(bodies, rule)

    def _take(self, bodies: Bodies, rule: Rule) -> Links:
        first = self._count
        self._append(bodies)
        all_bodies = self.bodies()
        prints, print_ends = _fingerprints(bodies.words, bodies.ends, bodies.runs)
        self._make_room(len(prints) + len(bodies))
        links = Links(np.full(len(bodies), -1, np.int64), np.zeros(len(bodies)))
        batch = _Batch(first, prints, print_ends)
        self._posted = _link(all_bodies, batch, self._postings, self._posted, self._scratch, rule, links)
        return links

    def _append(self, bodies: Bodies) -> None:
        start, count = int(self._ends[self._count]), self._count + len(bodies)
        self._words = _grown(self._words, start + len(bodies.words))
        self._ends, self._runs = _grown(self._ends, count + 1), _grown(self._runs, count)
        self._words[start : start + len(bodies.words)] = bodies.words
        self._ends[self._count + 1 : count + 1] = bodies.ends[1:] + start
        self._runs[self._count : count] = bodies.runs
        self._count = count
        longest = _slots_for(int(np.diff(bodies.ends).max(initial=1)))
        if longest > len(self._scratch.runs) or count > len(self._scratch.tally):
            self._scratch = _Scratch.sized(max(longest, len(self._scratch.runs)) // _LOAD, len(self._runs))

    def _make_room(self, more: int) -> None:
        room = self._posted + more
        if room > len(self._postings.keys):
            old, self._postings = self._postings, _Postings.sized(max(room, 2 * len(self._postings.keys)))
            _refill(self._postings, old, self._posted)


def _grown(array: NDArray[Any], room: int) -> NDArray[Any]:
    if room <= len(array):
        return array
    larger = np.empty(max(room, 2 * len(array)), array.dtype)
    larger[: len(array)] = array
    return larger


@inlined
def _run_hash(words, start, run):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    code = np.uint64(run)
    for offset in range(run):
        code = (code ^ words[start + offset]) * _FACTOR
        code ^= code >> _SHIFT
    return code


@kernel
def _fingerprints(words, ends, runs):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the fingerprints of all bodies, ascending within each, and where those of each body begin."""
    prints = np.empty(len(words), np.uint64)
    print_ends = np.zeros(len(ends), np.int64)
    hashes = np.empty(WINNOW, np.uint64)  # the hashes of the latest runs, in a ring
    count = 0
    for body in range(len(runs)):
        run, start = runs[body], count
        count = _winnow(words[ends[body] : ends[body + 1]], run, hashes, prints, count)
        count = _unique(prints, start, count)
        print_ends[body + 1] = count
    return prints[:count].copy(), print_ends


@kernel
def _winnow(body, run, hashes, prints, count):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Write the least hash of each frame of runs, once per place where it stands; return the number written."""
    least = written = -1
    runs = len(body) - run + 1
    frame = WINNOW if runs > FEW_RUNS else 1
    for start in range(runs):
        hashes[start % frame] = _run_hash(body, start, run)
        if least < 0 or least <= start - frame:  # none yet, or the least one so far has left the frame
            least = max(0, start - frame + 1)
            for other in range(least + 1, start + 1):
                if hashes[other % frame] < hashes[least % frame]:
                    least = other
        elif hashes[start % frame] < hashes[least % frame]:
            least = start
        if start >= frame - 1 and least != written:
            prints[count] = hashes[least % frame]
            count += 1
            written = least
    return count


@kernel
def _unique(values, start, end):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Sort a part of an array and write each value of it once; return where the part now ends."""
    values[start:end].sort()
    kept = start
    for index in range(start, end):
        if kept == start or values[index] != values[kept - 1]:
            values[kept] = values[index]
            kept += 1
    return kept


@inlined
def _slot(postings, key):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the slot of a key, or the free one where it belongs."""
    slots, keys = postings.slots, postings.keys
    mask = len(slots) - 1
    slot = np.int64(key >> np.uint64(20)) & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@kernel
def _post(postings, posted, key, body):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    slot = _slot(postings, key)
    postings.keys[posted], postings.bodies[posted] = key, body
    postings.previous[posted] = postings.slots[slot]
    postings.slots[slot] = posted


@kernel
def _refill(postings, old, posted):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    for posting in range(posted):
        _post(postings, posting, old.keys[posting], old.bodies[posting])


@inlined
def _same(body, start, other, other_start, length):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    offset = 0
    while offset < length and body[start + offset] == other[other_start + offset]:
        offset += 1
    return offset == length


@inlined
def _find_run(body, start, other, run, table, mask):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the slot of the run that stands at a place of a body in a table of the other's runs, or the free one."""
    slot = np.int64(_run_hash(body, start, run)) & mask
    while table[slot] >= 0 and not _same(other, table[slot], body, start, run):
        slot = (slot + 1) & mask
    return slot


@kernel
def _words_in_runs(body, other, run, table):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return how many words of a body stand in the other too, in runs of at least so many words."""
    size = 16
    while size < _LOAD * len(other):
        size *= 2
    mask = size - 1
    table[:size] = -1
    for start in range(len(other) - run + 1):
        table[_find_run(other, start, other, run, table, mask)] = start
    covered = end = 0
    for start in range(len(body) - run + 1):
        if table[_find_run(body, start, other, run, table, mask)] >= 0:
            covered += start + run - max(start, end)
            end = start + run
    return covered


@kernel
def _figures(body):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    figures = np.empty(len(body), np.uint64)
    count = 0
    for word in body:
        if word & np.uint64(1):
            figures[count] = word
            count += 1
    return figures[: _unique(figures, 0, count)]


@kernel
def _figures_differ(body, other):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Say whether two bodies are one form filled in twice: several figures differ, and more than agree."""
    ours, theirs = _figures(body), _figures(other)
    agreeing = index = 0
    for figure in ours:
        while index < len(theirs) and theirs[index] < figure:
            index += 1
        if index < len(theirs) and theirs[index] == figure:
            agreeing += 1
    differing = min(len(ours), len(theirs)) - agreeing
    return differing > 1 and differing > agreeing


@kernel
def _newest_equal(bodies, body, postings, posting, oldest):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the newest body with the very same words among those that a posting leads to, or -1."""
    start, length = bodies.ends[body], bodies.ends[body + 1] - bodies.ends[body]
    while posting >= 0 and postings.bodies[posting] >= oldest:
        other = postings.bodies[posting]
        begins = bodies.ends[other]
        if bodies.ends[other + 1] - begins == length and _same(bodies.words, begins, bodies.words, start, length):
            return other
        posting = postings.previous[posting]
    return np.int32(-1)


@kernel
def _count_shared(prints, postings, oldest, tally, touched):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Count how many of the fingerprints each earlier body has, and return how many bodies have any."""
    count = 0
    for key in prints:
        posting = postings.slots[_slot(postings, key)]
        for _ in range(POSTINGS_READ):
            if posting < 0 or postings.bodies[posting] < oldest:
                break
            body = postings.bodies[posting]
            if tally[body] == 0:
                touched[count] = body
                count += 1
            tally[body] += 1
            posting = postings.previous[posting]
    return count


@inlined
def _take_most_shared(tally, touched, enough):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the body that shares most fingerprints, of equal ones the earlier, and strike it off; -1 if none is left."""
    best = np.int32(-1)
    for body in touched:
        if tally[body] >= enough and (
            best < 0 or tally[body] > tally[best] or (tally[body] == tally[best] and body < best)
        ):
            best = body
    if best >= 0:
        tally[best] = 0
    return best


@kernel
def _best_origin(bodies, body, tally, touched, enough, table, rule):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Return the earlier body that most of this one stands in, -1 if none meets the rule, and the share that does."""
    best, best_taken, best_kept = np.int32(-1), 0.0, 0.0
    run, words = bodies.runs[body], bodies.words[bodies.ends[body] : bodies.ends[body + 1]]
    for _ in range(CANDIDATES_READ):
        number = _take_most_shared(tally, touched, enough)
        if number < 0:
            break
        other = bodies.words[bodies.ends[number] : bodies.ends[number + 1]]
        taken = _words_in_runs(words, other, run, table) / len(words)
        if taken < max(rule.least, best_taken):
            continue
        kept = _words_in_runs(other, words, run, table) / len(other)
        ahead = taken > best_taken or (taken == best_taken and kept > best_kept)
        level = taken == best_taken and kept == best_kept and number < best
        better = max(taken, kept) >= rule.threshold and (ahead or level)
        if better and not _figures_differ(words, other):
            best, best_taken, best_kept = number, taken, kept
    return best, best_taken


@kernel
def _link(bodies, batch, postings, posted, scratch, rule, links):  # type: ignore[no-untyped-def] # pragma: no cover - compiled
    """Link the bodies of a batch to earlier ones, post each, and return the number of postings."""
    for row in range(len(links.parents)):
        body = batch.first + row
        start, length = bodies.ends[body], bodies.ends[body + 1] - bodies.ends[body]
        if length == 0:
            continue
        oldest = max(0, body - rule.window) if rule.window > 0 else 0
        whole = _run_hash(bodies.words, start, length) ^ _WHOLE
        prints = batch.prints[batch.print_ends[row] : batch.print_ends[row + 1]]
        equal = _newest_equal(bodies, body, postings, postings.slots[_slot(postings, whole)], oldest)
        if equal >= 0:
            links.parents[row], links.shares[row] = equal, 1.0
        elif rule.least <= 1:
            touched = scratch.touched[: _count_shared(prints, postings, oldest, scratch.tally, scratch.touched)]
            enough = max(1, (len(prints) + SHARED_PART - 1) // SHARED_PART)
            origin = _best_origin(bodies, body, scratch.tally, touched, enough, scratch.runs, rule)
            links.parents[row], links.shares[row] = origin
            for other in touched:
                scratch.tally[other] = 0
        _post(postings, posted, whole, body)
        posted += 1
        for key in prints:
            _post(postings, posted, key, body)
            posted += 1
    return posted
