"""Systems of an experiment: summarizers by spec, and what a testbed already holds of others.

`mead` is a preset, `mead(select=mmr)` the same with a step replaced, `given("PRIMERA")` a system whose outputs the testbed
holds, `given` all of those, `presets` every preset.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from meadow.errors import InputError, SpecError, UnknownNameError
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Budget, Summary
from meadow.pipeline import summarize_view
from meadow.pipeline.presets import PRESETS, Preset, choose_preset
from meadow.select.budget import make_budget
from meadow.spec import Spec, parse_spec
from meadow.vectors.view import StoryView, view_documents

GIVEN, ALL_PRESETS = "given", "presets"
_STEPS = ("rank", "figures", "select", "rewrite")
_CUTOFF = "minimum_words"  # the option that presets have


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
