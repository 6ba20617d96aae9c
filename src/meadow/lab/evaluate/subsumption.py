"""Cross-sentence informational subsumption: links between sentences, their classes, and how far judges agree on them.

A link (a, b) says that sentence a is subsumed by sentence b: a reader of b learns nothing more from a. Links are
transitive, and sentences that subsume each other form an equivalence class. Sentences are numbered from 0.

Source: Radev, Jing, Styś and Tam (2004), Centroid-based summarization of multiple documents, sections 2.2, 2.3 and 5.2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Sequence

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from meadow.errors import InputError
from meadow.model import FloatArray

__all__ = [
    "Answer",
    "Link",
    "agreement_levels",
    "agreement_scores",
    "counted_shares",
    "equivalence_classes",
    "greedy_extract",
    "possible_subsumers",
    "random_shares",
    "transitive_closure",
]

Link = tuple[int, int]
Answer = Collection[Hashable] | None

# Marginal credits that differ by less than rounding can explain are ties, and ties go to the earlier sentence.
_TIE_DIGITS = 9


def equivalence_classes(links: Iterable[Link], total: int) -> tuple[frozenset[int], ...]:
    """Return the classes of sentences that subsume each other: a partition of all sentences, by first member."""
    pairs = _checked(links, total)
    sources, targets = [a for a, _ in pairs], [b for _, b in pairs]
    graph = csr_array((np.ones(len(pairs)), (sources, targets)), shape=(total, total))
    _, labels = connected_components(graph, directed=True, connection="strong")
    members: dict[int, set[int]] = {}
    for sentence, label in enumerate(labels.tolist()):
        members.setdefault(label, set()).add(sentence)
    return tuple(frozenset(group) for group in members.values())


def transitive_closure(links: Iterable[Link], total: int) -> tuple[frozenset[int], ...]:
    """Return for each sentence all that subsume it, directly or through others; itself only if it lies on a cycle."""
    direct: list[set[int]] = [set() for _ in range(total)]
    for a, b in _checked(links, total):
        direct[a].add(b)
    return tuple(_reachable(direct, sentence) for sentence in range(total))


def possible_subsumers(links: Iterable[Link], total: int) -> tuple[frozenset[int], ...]:
    """Return for each sentence those that make it redundant when an extract holds them.

    These are its subsumers outside its equivalence class, and the earlier members of the class: of equivalent sentences
    the first one counts in full.
    """
    pairs = _checked(links, total)
    closure = transitive_closure(pairs, total)
    redundant_to: list[frozenset[int]] = [frozenset()] * total
    for group in equivalence_classes(pairs, total):
        for sentence in group:
            earlier = frozenset(other for other in group if other < sentence)
            redundant_to[sentence] = (closure[sentence] - group) | earlier
    return tuple(redundant_to)


def counted_shares(extract: Collection[int], subsumers: Sequence[frozenset[int]], *, credit: float) -> FloatArray:
    """Return for each sentence the share of its utility that an extract earns: 1, `credit` if redundant, else 0."""
    chosen = frozenset(extract)
    shares = np.zeros(len(subsumers))
    for sentence in chosen:
        shares[sentence] = 1.0 if subsumers[sentence].isdisjoint(chosen) else credit
    return shares


def random_shares(subsumers: Sequence[frozenset[int]], *, count: int, credit: float) -> FloatArray:
    """Return the expected share of each sentence's utility over all extracts of `count` sentences, in closed form."""
    total = len(subsumers)
    all_extracts = math.comb(total, count)
    # A sentence counts in full in the extracts that hold it and none of its m possible subsumers.
    sizes = {len(others) for others in subsumers}
    unspoilt = {m: math.comb(total - 1 - m, count - 1) / all_extracts for m in sizes}
    return np.array([credit * count / total + (1 - credit) * unspoilt[len(others)] for others in subsumers])


def greedy_extract(
    utilities: FloatArray, subsumers: Sequence[frozenset[int]], *, count: int, credit: float
) -> tuple[int, ...]:
    """Return a judge's extract: one by one the sentence that adds the most credit, the earlier one of equals."""
    subsumes = _inverted(subsumers)
    chosen: list[int] = []
    redundant = np.zeros(len(subsumers), dtype=bool)
    spoils = np.zeros(len(subsumers))  # utility of chosen, not yet redundant sentences that a candidate would subsume
    open_to_choice = np.ones(len(subsumers), dtype=bool)
    for _ in range(count):
        gain = np.where(redundant, credit, 1.0) * utilities - (1 - credit) * spoils
        best = int(np.argmax(np.where(open_to_choice, np.round(gain, _TIE_DIGITS), -np.inf)))
        for sentence in subsumes[best]:
            if not redundant[sentence] and not open_to_choice[sentence]:
                spoils[list(subsumers[sentence])] -= utilities[sentence]
            redundant[sentence] = True
        if not redundant[best]:
            spoils[list(subsumers[best])] += utilities[best]
        open_to_choice[best] = False
        chosen.append(best)
    return tuple(chosen)


def agreement_scores(answers: Sequence[Sequence[Answer]]) -> list[int]:
    """Return how many judges agree on each sentence: above 0 on one subsumer ("+ score"), below 0 on none ("− score").

    `answers[sentence][judge]` is the set of sentences that the judge names as subsumers; empty or None means none. The
    larger of the two scores wins, the "− score" when they are equal.
    """
    _check_answers(answers)
    return [_agreement([_targets(answer) for answer in row]) for row in answers]


def agreement_levels(answers: Sequence[Sequence[Answer]]) -> dict[int, tuple[int, int]]:
    """Return how many sentences each number of judges agrees on, all judges first: ("+" count, "−" count)."""
    scores = Counter(agreement_scores(answers))
    judges = len(answers[0])
    return {level: (scores[level], scores[-level]) for level in range(judges, 0, -1)}


def _agreement(answers: Sequence[frozenset[Hashable]]) -> int:
    named = Counter(target for answer in answers for target in answer)
    plus = max(named.values(), default=0)
    minus = sum(not answer for answer in answers)
    return plus if plus > minus else -minus


def _targets(answer: Answer) -> frozenset[Hashable]:
    if answer is None:
        return frozenset()
    # A text is a collection of characters to Python, but here it can only be the name of one sentence.
    return frozenset([answer]) if isinstance(answer, str) else frozenset(answer)


def _check_answers(answers: Sequence[Sequence[Answer]]) -> None:
    sizes = sorted({len(row) for row in answers})
    if not sizes or sizes[0] == 0 or len(sizes) > 1:
        given = f"answers of {', '.join(map(str, sizes)) or 'no'} judges"
        raise InputError(
            f"Subsumption agreement was given {given}.",
            given=given,
            allowed="Every sentence has one answer per judge, the same judges throughout.",
            advice="Write an empty set where a judge saw no subsumption.",
        )


def _checked(links: Iterable[Link], total: int) -> list[Link]:
    pairs = list(links)
    for pair in pairs:
        if not all(0 <= sentence < total for sentence in pair):
            raise InputError(
                f"The link {pair!r} names a sentence that is not there.",
                given=repr(pair),
                allowed=f"Sentences are numbered 0 to {total - 1}.",
                advice="A link (a, b) says that a is subsumed by b.",
            )
    # That a sentence subsumes itself is always true and says nothing.
    return [(a, b) for a, b in pairs if a != b]


def _reachable(direct: Sequence[set[int]], start: int) -> frozenset[int]:
    reached: set[int] = set()
    waiting = list(direct[start])
    while waiting:
        sentence = waiting.pop()
        if sentence not in reached:
            reached.add(sentence)
            waiting.extend(direct[sentence] - reached)
    return frozenset(reached)


def _inverted(subsumers: Sequence[frozenset[int]]) -> list[list[int]]:
    subsumes: list[list[int]] = [[] for _ in subsumers]
    for sentence, others in enumerate(subsumers):
        for other in others:
            subsumes[other].append(sentence)
    return subsumes
