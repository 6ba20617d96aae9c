"""The hard rules of a judge's clusters of sentences: what no clustering may break.

Of the nine rules of the guidelines two can be checked without reading a sentence: a cluster's sentences come from many
documents and never from only one (3), and there are two of them or more (4). Beside them a sentence belongs to one cluster
only, and where clusters have labels, each has one of its own sentences. A page where judges work asks for the same.

Source: Geiss (2009), section 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meadow.model import SentenceRef

_SEVERAL_DOCUMENTS, _SEVERAL_SENTENCES = 3, 4


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """What is wrong with a clustering and what to do; `group` counts from 0 and is None where it is not about one.

    `rule` is its number in the guidelines, None for those that they take for granted.
    """

    problem: str
    advice: str
    group: int | None = None
    rule: int | None = None


def broken_rules(
    groups: Sequence[Sequence[SentenceRef]], labels: Sequence[SentenceRef | None] = (), *, labelled: bool = False
) -> tuple[BrokenRule, ...]:
    """Return every hard rule that clusters break, in their order; none of sound ones.

    `labels` are those of the groups, None for one without; either all have one or none, and with `labelled` all, as on the
    pages of judges, which say group for cluster.
    """
    return (
        *(
            fault
            for number, members in enumerate(groups)
            for fault in _group_faults(number, members, "group" if labelled else "cluster")
        ),
        *_repeats(groups),
        *_label_faults(groups, [*labels, *[None] * (len(groups) - len(labels))], labelled=labelled),
    )


def _group_faults(number: int, members: Sequence[SentenceRef], kind: str) -> Iterator[BrokenRule]:
    named = f"{kind.capitalize()} {number + 1}"
    if len(set(members)) < 2:
        counted = f"{len(set(members))} {'sentence' if len(set(members)) == 1 else 'sentences'}"
        advice = "Add what says the same, or leave its sentence out as irrelevant."
        yield BrokenRule(
            f"{named} has {counted}; a {kind} has at least two (rule 4).", advice, number, _SEVERAL_SENTENCES
        )
    elif len({ref.document_id for ref in members}) < 2:
        problem = (
            f"{named} has sentences of {members[0].document_id!r} only; they come from at least two documents (rule 3)."
        )
        yield BrokenRule(problem, "Add a sentence of another document, or leave them out.", number, _SEVERAL_DOCUMENTS)


def _repeats(groups: Sequence[Sequence[SentenceRef]]) -> Iterator[BrokenRule]:
    twice = [ref for ref, count in Counter(ref for members in groups for ref in members).items() if count > 1]
    if twice:
        problem = f"Sentence {twice[0].index} of {twice[0].document_id!r} is named twice; it can be there once."
        yield BrokenRule(problem, "Delete one of the two.")


def _label_faults(
    groups: Sequence[Sequence[SentenceRef]], labels: Sequence[SentenceRef | None], *, labelled: bool
) -> Iterator[BrokenRule]:
    for number, (members, label) in enumerate(zip(groups, labels, strict=True)):
        if label is not None and label not in members:
            problem = f"The label, sentence {label.index} of {label.document_id!r}, is not among the members."
            yield BrokenRule(problem, "Choose one of the members.", number)
    without = sum(label is None for label in labels)
    if without and (labelled or without < len(groups)):
        wanted = "every group has one" if labelled else "either all have one or none has"
        problem = f"{without} of {len(groups)} groups have no label; {wanted}."
        yield BrokenRule(problem, "Give each group a label." if labelled else "Give each group a label, or none.")
