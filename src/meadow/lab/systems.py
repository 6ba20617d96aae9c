"""Systems of an experiment: summarizers by spec, and what a testbed already holds of others.

`mead` is a preset, `mead(select=mmr)` the same with a step replaced, `given("PRIMERA")` a system whose outputs the testbed
holds, `given` all of those, `presets` every preset.

The oracle is about the best that an extract can reach against its references. Sentence by sentence it takes, of the forty
that score best alone, the one that raises the sum of its measures most (ROUGE-1 and ROUGE-2 F unless others are named),
while it fits. A search over all extracts would do a little better: this is a lower bound of what is possible.

Source: the greedy oracle is common practice since Nallapati, Zhai and Zhou (2017), SummaRuNNer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from meadow.errors import InputError, SpecError, UnknownNameError
from meadow.lab.scoring import figures_of
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Budget, Sentence, Summary
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import PRESETS, Preset, choose_preset
from meadow.select.budget import limit_of, make_budget
from meadow.spec import Spec, parse_spec
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import StoryView, view_documents

GIVEN, ALL_PRESETS = "given", "presets"
_STEPS = ("rank", "figures", "select", "rewrite")
_CUTOFF = "minimum_words"  # the option that presets have

_CANDIDATES = 40
_MEASURES = ("rouge1(dialect=google)", "rouge2(dialect=google)")


def expand_systems(systems: Sequence[str], testbed: Testbed, *, task: str = "summary") -> tuple[str, ...]:
    """Return the systems one by one, in canonical spelling: `presets` and `given` stand for several."""
    every: list[str] = []
    for system in systems:
        if system == ALL_PRESETS:
            every += PRESETS
        elif system == GIVEN:
            every += (given_spec(name) for name in given_systems(testbed, task=task))
        else:
            every.append(str(parse_spec(system)))
    return tuple(dict.fromkeys(every))


def given_systems(testbed: Testbed, *, task: str = "summary") -> tuple[str, ...]:
    """Return the systems whose outputs the testbed holds."""
    outputs = (output for topic in testbed for output in topic.outputs if output.task == task)
    return tuple(dict.fromkeys(output.system for output in outputs))


def given_spec(name: str) -> str:
    """Return the spec of a system whose outputs are given."""
    return str(Spec(GIVEN, (name,)))


def given_name(system: str) -> str | None:
    """Return the name of a given system, or None for a spec that is not `given(…)`."""
    spec = parse_spec(system)
    return str(spec.positional[0]) if spec.name == GIVEN and spec.positional else None


def summarizer(system: str, *, seed: int | None = None) -> Preset:
    """Return the preset that a spec names, with the steps that it replaces."""
    spec = parse_spec(system)
    options = tuple((key, value) for key, value in spec.keywords if key == _CUTOFF)
    unknown = [key for key, _ in spec.keywords if key not in (*_STEPS, _CUTOFF)]
    if unknown or spec.positional:
        raise SpecError(
            f"The system {system!r} cannot be read.",
            given=system,
            allowed=f"A system is a preset, with any of rank=, figures=, select=, rewrite= and {_CUTOFF}= in brackets.",
            advice="For example mead(select=mmr), or meadow(rank=mix(centroid=1, position=2)).",
        )
    # The spec's `none` is also the name of a rewriter, and of leaving figures alone.
    steps = {key: "none" if value is None else str(value) for key, value in spec.keywords if key in _STEPS}
    return choose_preset(str(Spec(spec.name, (), options)), **steps, seed=seed)


def check_summarizer(system: str, testbed: Testbed) -> None:
    """Raise an error for what is no summarizer; a name of outputs that the testbed holds is written `given(…)`."""
    try:
        summarizer(system).methods()
    except UnknownNameError as error:
        if error.given not in given_systems(testbed):
            raise
        raise SpecError(
            f"{error} The testbed {testbed.name} holds outputs of {error.given!r}.",
            given=system,
            advice=f"Write {given_spec(str(error.given))}.",
        ) from error


def parse_budget(text: str, *, preset: Preset | None = None) -> Budget:
    """Return the budget that a text such as `words=100`, `characters=5%`, `sentences=3` or `percent=20` writes down."""
    unit, _, amount = text.partition("=")
    rounding = preset.rounding if preset is not None else "half-up"
    try:
        if unit == "characters":
            return make_budget(characters=amount if amount.endswith("%") else int(amount))
        if unit == "percent":
            return make_budget(percent=float(amount), rounding=rounding)
        if unit == "words":
            return make_budget(words=int(amount))
        if unit == "sentences":
            return make_budget(sentences=int(amount))
    except ValueError:
        pass
    raise SpecError(
        f"The length {text!r} cannot be read.",
        given=text,
        allowed="A length is words=N, sentences=N, characters=N, characters=N% or percent=N.",
    )


def summarize_topic(topic: Topic, system: str, budget: str, *, seed: int | None = None) -> Summary:
    """Return a system's summary of a topic within a budget."""
    preset = summarizer(system, seed=seed)
    length = parse_budget(budget, preset=preset)
    # Who else says what, and what sources disagree on, is for readers.
    summary = summarize_view(view_of(topic), preset.recipe(length, annotate=False), story_id=topic.id)
    if not all(math.isfinite(pick.score) for pick in summary.picks):
        raise InputError(
            f"A sentence that {system} takes scores no finite number, so its order is chance.",
            given=system,
            allowed="A ranker gives every sentence a finite number.",
        )
    return summary


@lru_cache(maxsize=16)
def view_of(topic: Topic) -> StoryView:
    """Return a topic's sentences, analysed once for all systems that a process tries on it."""
    return view_documents(topic.documents)


def oracle_extract(
    view: StoryView, references: Sequence[str], budget: Budget, *, measures: Sequence[str] = _MEASURES
) -> list[Sentence]:
    """Return the sentences of the oracle's extract in time order."""
    language = view.language
    limit = limit_of(budget, sentences=len(view), characters=sum(len(each.text) for each in view.sentences))
    first = {sentence.text: row for row, sentence in reversed(list(enumerate(view.sentences)))}
    worth = _worth([[text] for text in first], references, measures, language)
    ranked = sorted(zip(first, worth, strict=True), key=lambda item: (-item[1], first[item[0]]))
    candidates = [text for text, _ in ranked[:_CANDIDATES]]
    chosen: list[str] = []
    best, left = 0.0, float(limit)
    while True:
        fitting = [text for text in candidates if text not in chosen and _size(text, budget, language) <= left]
        values = _worth([[*chosen, text] for text in fitting], references, measures, language)
        value, number = max(((value, -number) for number, value in enumerate(values)), default=(0.0, 0))
        if value <= best:
            return [view.sentences[row] for row in sorted(first[text] for text in chosen)]
        text = fitting[-number]
        best, left = value, left - _size(text, budget, language)
        chosen.append(text)


def _worth(
    extracts: Sequence[Sequence[str]], references: Sequence[str], measures: Sequence[str], language: str
) -> list[float]:
    texts = [" ".join(sentences) for sentences in extracts]
    return [sum(figures) for figures in figures_of(texts, references, measures, language=language)]


def _size(text: str, budget: Budget, language: str) -> int:
    if budget.unit == "sentences":
        return 1
    return len(text) if budget.unit == "characters" else count_printed_words(text, language)
