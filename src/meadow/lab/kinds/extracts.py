"""Extracts of a topic's sentences: which ones a system takes, among all of them or among those that judges scored.

Gold without people is the sentences of a reference summary aligned to the source sentences that share its words. It finds
what was copied or lightly rephrased, so figures over it compare systems with each other, not with those over gold by people.
Of several references of one length the first is aligned; a sentence that cannot be aligned has no part.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", sections 4 and 5: systems
choose among the judged sentences, a subsumption holds where a majority of judges sees it, and so does an ideal extract.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from meadow.errors import InputError
from meadow.lab.checking import majority_extract
from meadow.lab.evaluate.gold_alignment import align
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.systems import summarizer, view_of
from meadow.lab.testbed import AbstractSentence, GoldExtract, Topic, WrittenText
from meadow.model import Budget, Document, SentenceRef, Summary
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import Preset
from meadow.select.budget import make_budget
from meadow.text.sentences import document_sentences, split_sentences
from meadow.vectors.view import StoryView, view_documents

Numbers = Mapping[SentenceRef, int]

_ENGLISH = "en"


@dataclass(frozen=True, slots=True, eq=False)
class JudgedStory:
    """A topic cut down to what judges scored: its view, the number of each sentence in their table, and their table."""

    view: StoryView
    numbers: Numbers
    table: JudgeTable


@lru_cache(maxsize=16)
def judged_story(topic: Topic) -> JudgedStory:
    """Return the judged sentences of a topic as a story; documents of which nothing was judged are not part of it."""
    table = topic.utilities
    if table is None:
        raise InputError(f"The story {topic.id!r} has no utilities.", given=topic.id, advice="See utilities.jsonl.")
    number_of = {ref: number for number, ref in enumerate(table.sentences)}
    documents: list[Document] = []
    numbers: dict[SentenceRef, int] = {}
    for document in topic.documents:
        judged = [one for one in document_sentences(document) if one.ref in number_of]
        documents.append(replace(document, spans=tuple((one.start, one.end) for one in judged)))
        # Without the sentences that nobody judged, those that follow have other indices.
        numbers |= {SentenceRef(document.id, index): number_of[one.ref] for index, one in enumerate(judged)}
    return JudgedStory(view_documents(document for document in documents if document.spans), numbers, table)


@lru_cache(maxsize=256)
def judged_extract(topic: Topic, system: str, count: int, seed: int) -> frozenset[int]:
    """Return the numbers in the judges' table of the `count` judged sentences that a system takes."""
    story = judged_story(topic)
    return frozenset(story.numbers[ref] for ref in extract(story.view, system, count=count, seed=seed))


def extract(view: StoryView, system: str, *, count: int, seed: int) -> tuple[SentenceRef, ...]:
    """Return the `count` sentences that a system takes as they stand: what it would rewrite plays no part."""
    preset = replace(summarizer(system, seed=seed), rewrite="none")
    return tuple(pick.ref for pick in summary_of(view, preset, make_budget(sentences=count)).picks)


def summary_of(view: StoryView, preset: Preset, budget: Budget) -> Summary:
    """Return a summary without what has no part in its figures: who else says so, and what sources disagree on."""
    return summarize_view(view, preset.recipe(budget, annotate=False))


def sentence_numbers(topic: Topic) -> dict[SentenceRef, int]:
    """Return the number of each sentence of a topic, from 0, over its documents in time order."""
    return {sentence.ref: number for number, sentence in enumerate(view_of(topic).sentences)}


@lru_cache(maxsize=16)
def agreed_links(topic: Topic) -> tuple[tuple[int, int], ...]:
    """Return the subsumptions between judged sentences that more than half of those asked about the sentence see."""
    table = judged_story(topic).table
    number_of = {ref: number for number, ref in enumerate(table.sentences)}
    asked = Counter(answer.ref for answer in topic.subsumption)
    named = Counter((answer.ref, target) for answer in topic.subsumption for target in sorted(answer.by))
    return tuple(
        (number_of[ref], number_of[target])
        for (ref, target), votes in named.items()
        if 2 * votes > asked[ref] and ref in number_of and target in number_of
    )


def ideal_extract(topic: Topic, percent: float | None) -> frozenset[int]:
    """Return the sentences that more than half of the judges' extracts of this length hold, numbered over the story."""
    numbers = sentence_numbers(topic)
    alike = replace(topic, extracts=tuple(one for one in topic.extracts if one.percent == percent))
    return frozenset(numbers[ref] for ref in majority_extract(alike))


def check_sentences(topic: Topic, refs: Iterable[SentenceRef], *, file: str) -> None:
    """Raise an error that names the first sentence which a file of the testbed speaks of and the story does not have."""
    sizes = {document.id: _size(document) for document in topic.documents}
    for ref in refs:
        if ref.index >= sizes.get(ref.document_id, 0):
            given = f"sentence {ref.index} of {ref.document_id!r}"
            listed = ", ".join(f"{name} ({size})" for name, size in sizes.items())
            raise InputError(
                f"{file} names {given}, which the story {topic.id!r} does not have.",
                given=given,
                allowed=f"Its documents have so many sentences, counted from 0: {listed}.",
                advice="Give the documents that were judged, with the sentences they had then.",
            )


@lru_cache(maxsize=1024)
def _size(document: Document) -> int:
    return len(document_sentences(document))


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
