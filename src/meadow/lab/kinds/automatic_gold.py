"""Gold extracts without people: the sentences of a reference summary aligned to the source sentences that share its words.

It finds what was copied or lightly rephrased, so figures over it compare systems with each other, not with those over gold
by people. Of several references of one length the first is aligned; a sentence that cannot be aligned has no part.

Source: our own, after the task of Hirao, Okumura, Fukusima, Nobata and Nanba (2004), section 3.1;
`meadow.lab.evaluate.gold_alignment` is how.
"""

from __future__ import annotations

from functools import lru_cache

from meadow.lab.evaluate.gold_alignment import align
from meadow.lab.systems import view_of
from meadow.lab.testbed import AbstractSentence, GoldExtract, Topic, WrittenText
from meadow.text.sentences import split_sentences

_ENGLISH = "en"


@lru_cache(maxsize=256)
def automatic_gold(topic: Topic) -> tuple[GoldExtract, ...]:
    """Return gold of each length that references have; a length of which no sentence can be aligned has none."""
    first: dict[str | None, WrittenText] = {}
    for reference in topic.references:
        first.setdefault(reference.length, reference)
    golds = (_aligned(topic, reference) for reference in first.values())
    return tuple(gold for gold in golds if gold.sentences)


def _aligned(topic: Topic, reference: WrittenText) -> GoldExtract:
    language = topic.language or _ENGLISH
    sources = view_of(topic).sentences
    abstract = [reference.text[start:end] for start, end in split_sentences(reference.text, language)]
    if not abstract or not sources:
        return GoldExtract((), reference.length)
    alignment = align(abstract, [sentence.text for sentence in sources], language=language)
    sentences = (
        AbstractSentence(
            str(line + 1),
            tuple(frozenset(sources[number - 1].ref for number in numbers) for numbers in alternatives),
            text=abstract[line],
        )
        for line, alternatives in zip(alignment.aligned, alignment.gold, strict=True)
    )
    return GoldExtract(tuple(sentences), reference.length)
