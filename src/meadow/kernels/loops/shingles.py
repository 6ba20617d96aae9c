"""Which earlier text each text was taken from: the loops of `meadow.kernels.shingles`, which says what the arrays hold.

Body i is `words[ends[i]:ends[i + 1]]`. `slots` lead to the newest posting of a key, `previous` from there to older ones.
"""

from __future__ import annotations

from meadow.kernels.loops.types import Ints, Longs, Reals, Word, Words

_ALL_BITS: Word = 0xFFFFFFFFFFFFFFFF
_FACTOR: Word = 0x9E3779B97F4A7C15
_ONE: Word = 1  # set in the hash of a figure, and turned over in that of a whole body


def _run_hash(words: Words, start: int, run: int) -> Word:
    code: Word = run
    for at in range(start, start + run):
        code = ((code ^ words[at]) * _FACTOR) & _ALL_BITS
        code ^= code >> 29
    return code


def fingerprints(
    words: Words,
    ends: Longs,
    runs: Longs,
    winnow: int,
    few_runs: int,
    hashes: Words,
    prints: Words,
    print_ends: Longs,
) -> int:
    """Write the fingerprints of all bodies, ascending within each, and where those of each end; return how many.

    `hashes` has room for those of the latest runs, `winnow` of them.
    """
    count = 0
    for body in range(len(runs)):
        start: int = count
        frame: int = winnow if ends[body + 1] - ends[body] - runs[body] + 1 > few_runs else 1
        count = _winnow(words, ends[body], ends[body + 1], runs[body], frame, hashes, prints, count)
        count = _unique(prints, start, count)
        print_ends[body + 1] = count
    return count


def _winnow(words: Words, begin: int, end: int, run: int, frame: int, hashes: Words, prints: Words, count: int) -> int:
    """Write the least hash of each frame of runs, once per place; return the number written."""
    least, written = -1, -1
    for start in range(end - begin - run + 1):
        hashes[start % frame] = _run_hash(words, begin + start, run)
        if least < 0 or least <= start - frame:  # none yet, or the least one so far has left the frame
            least = start - frame + 1 if start >= frame else 0
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


def _unique(values: Words, start: int, end: int) -> int:
    """Sort a part of an array and write each value of it once; return where the part now ends."""
    _sort(values, start, end - start)
    kept: int = start
    for index in range(start, end):
        if kept == start or values[index] != values[kept - 1]:
            values[kept] = values[index]
            kept += 1
    return kept


def _sort(values: Words, start: int, count: int) -> None:
    """Sort a part of an array, by a heap."""
    for root in range(count // 2 - 1, -1, -1):
        _sink(values, start, root, count)
    for last in range(count - 1, 0, -1):
        value: Word = values[start]
        values[start] = values[start + last]
        values[start + last] = value
        _sink(values, start, 0, last)


def _sink(values: Words, start: int, root: int, count: int) -> None:
    value = values[start + root]
    while 2 * root + 1 < count:
        child: int = 2 * root + 1
        if child + 1 < count and values[start + child] < values[start + child + 1]:
            child += 1
        if values[start + child] <= value:
            break
        values[start + root] = values[start + child]
        root = child
    values[start + root] = value


def _slot_of(slots: Ints, keys: Words, key: Word) -> int:
    """Return the slot of a key, or the free one where it belongs."""
    mask: Word = len(slots) - 1
    slot: int = (key >> 20) & mask
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & mask
    return slot


def _post(slots: Ints, keys: Words, owners: Ints, previous: Ints, posted: int, key: Word, body: int) -> None:
    slot = _slot_of(slots, keys, key)
    keys[posted] = key
    owners[posted] = body
    previous[posted] = slots[slot]
    slots[slot] = posted


def refill(
    slots: Ints, keys: Words, owners: Ints, previous: Ints, old_keys: Words, old_owners: Ints, posted: int
) -> None:
    """Post again, in their order, what was posted to smaller arrays."""
    for posting in range(posted):
        _post(slots, keys, owners, previous, posting, old_keys[posting], old_owners[posting])


def _same(words: Words, start: int, other_start: int, length: int) -> bool:
    offset = 0
    while offset < length and words[start + offset] == words[other_start + offset]:
        offset += 1
    return offset == length


def _find_run(words: Words, start: int, run: int, table: Ints, begin: int, mask: Word) -> int:
    """Return the slot of the run at a place in a table of the runs of the body that begins at another, or the free one."""
    slot: int = _run_hash(words, start, run) & mask
    while table[slot] >= 0 and not _same(words, begin + table[slot], start, run):
        slot = (slot + 1) & mask
    return slot


def words_in_runs(words: Words, ends: Longs, body: int, other: int, run: int, table: Ints) -> int:
    """Return how many words of a body stand in the other too, in runs of at least so many words."""
    begin = ends[other]
    length = ends[other + 1] - begin
    size: int = 16
    while size < 2 * length:
        size *= 2
    mask: Word = size - 1
    for slot in range(size):
        table[slot] = -1
    for start in range(length - run + 1):
        table[_find_run(words, begin + start, run, table, begin, mask)] = start
    covered, end = 0, 0
    for start in range(ends[body + 1] - ends[body] - run + 1):
        if table[_find_run(words, ends[body] + start, run, table, begin, mask)] >= 0:
            covered += run if start >= end else start + run - end
            end = start + run
    return covered


def _figures(words: Words, begin: int, end: int, figures: Words) -> int:
    """Write the figures of a body, ascending and each once; return how many."""
    count = 0
    for at in range(begin, end):
        if words[at] & _ONE:
            figures[count] = words[at]
            count += 1
    return _unique(figures, 0, count)


def figures_differ(words: Words, ends: Longs, body: int, other: int, ours: Words, theirs: Words) -> bool:
    """Say whether two bodies are one form filled in twice: several figures differ, and more than agree."""
    our_count = _figures(words, ends[body], ends[body + 1], ours)
    their_count = _figures(words, ends[other], ends[other + 1], theirs)
    agreeing, index = 0, 0
    for at in range(our_count):
        while index < their_count and theirs[index] < ours[at]:
            index += 1
        if index < their_count and theirs[index] == ours[at]:
            agreeing += 1
    differing = (min(their_count, our_count)) - agreeing
    return differing > 1 and differing > agreeing


def _newest_equal(words: Words, ends: Longs, body: int, owners: Ints, previous: Ints, posting: int, oldest: int) -> int:
    """Return the newest body with the very same words among those that a posting leads to, or -1."""
    length = ends[body + 1] - ends[body]
    while posting >= 0 and owners[posting] >= oldest:
        other = owners[posting]
        if ends[other + 1] - ends[other] == length and _same(words, ends[other], ends[body], length):
            return other
        posting = previous[posting]
    return -1


def _count_shared(
    prints: Words,
    begin: int,
    end: int,
    slots: Ints,
    keys: Words,
    owners: Ints,
    previous: Ints,
    most: int,
    oldest: int,
    tally: Ints,
    touched: Ints,
) -> int:
    """Count how many of the fingerprints each earlier body has, and return how many bodies have any."""
    count = 0
    for at in range(begin, end):
        posting: int = slots[_slot_of(slots, keys, prints[at])]
        for _ in range(most):
            if posting < 0 or owners[posting] < oldest:
                break
            body = owners[posting]
            if tally[body] == 0:
                touched[count] = body
                count += 1
            tally[body] += 1
            posting = previous[posting]
    return count


def _take_most_shared(tally: Ints, touched: Ints, count: int, enough: int) -> int:
    """Return the body that shares most fingerprints, of equal ones the earlier, and strike it off; -1 if none is left."""
    best: int = -1
    for at in range(count):
        body = touched[at]
        if tally[body] >= enough and (
            best < 0 or tally[body] > tally[best] or (tally[body] == tally[best] and body < best)
        ):
            best = body
    if best >= 0:
        tally[best] = 0
    return best


def _best_origin(
    words: Words,
    ends: Longs,
    body: int,
    run: int,
    tally: Ints,
    touched: Ints,
    count: int,
    enough: int,
    candidates: int,
    table: Ints,
    ours: Words,
    theirs: Words,
    threshold: float,
    least: float,
) -> tuple[int, float]:
    """Return the earlier body that most of this one stands in, -1 if none meets the rule, and the share that does."""
    best: int = -1
    best_taken: float = 0.0
    best_kept: float = 0.0
    length: float = ends[body + 1] - ends[body]
    for _ in range(candidates):
        other = _take_most_shared(tally, touched, count, enough)
        if other < 0:
            break
        taken = words_in_runs(words, ends, body, other, run, table) / length
        if taken < least or taken < best_taken:
            continue
        other_length: float = ends[other + 1] - ends[other]
        kept = words_in_runs(words, ends, other, body, run, table) / other_length
        if taken < threshold and kept < threshold:
            continue
        ahead: bool = taken > best_taken or (taken == best_taken and kept > best_kept)
        level: bool = taken == best_taken and kept == best_kept and other < best
        if (ahead or level) and not figures_differ(words, ends, body, other, ours, theirs):
            best = other
            best_taken = taken
            best_kept = kept
    return best, best_taken


def link(
    words: Words,
    ends: Longs,
    runs: Longs,
    first: int,
    prints: Words,
    print_ends: Longs,
    slots: Ints,
    keys: Words,
    owners: Ints,
    previous: Ints,
    posted: int,
    table: Ints,
    tally: Ints,
    touched: Ints,
    ours: Words,
    theirs: Words,
    threshold: float,
    least: float,
    window: int,
    postings_read: int,
    candidates_read: int,
    shared_part: int,
    parents: Longs,
    shares: Reals,
) -> int:
    """Link the bodies from `first` on to earlier ones, post each, and return the number of postings."""
    for row in range(len(parents)):
        body: int = first + row
        if ends[body + 1] == ends[body]:
            continue
        oldest: int = body - window if 0 < window < body else 0
        begin = print_ends[row]
        end = print_ends[row + 1]
        whole: Word = _run_hash(words, ends[body], ends[body + 1] - ends[body]) ^ _ONE
        equal = _newest_equal(words, ends, body, owners, previous, slots[_slot_of(slots, keys, whole)], oldest)
        if equal >= 0:
            parents[row] = equal
            shares[row] = 1.0
        elif least <= 1.0:
            count = _count_shared(
                prints, begin, end, slots, keys, owners, previous, postings_read, oldest, tally, touched
            )
            enough: int = (end - begin + shared_part - 1) // shared_part if end > begin else 1
            parents[row], shares[row] = _best_origin(
                words, ends, body, runs[body], tally, touched, count, enough, candidates_read, table, ours, theirs,
                threshold, least,
            )  # fmt: skip
            for at in range(count):
                tally[touched[at]] = 0
        _post(slots, keys, owners, previous, posted, whole, body)
        posted += 1
        for at in range(begin, end):
            _post(slots, keys, owners, previous, posted, prints[at], body)
            posted += 1
    return posted
