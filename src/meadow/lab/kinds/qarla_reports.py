"""The reports that QARLA compares: those of people, and those of baselines and systems on the same topic.

Automatic reports are `baselines` (the best of thirty, by sentences in common with people's), `report` (the report that
Meadow writes, also `report(by=time)`) and any summarizer by its spec. With few documents many of the thirty coincide, so
each counts once, an empty one not at all, and where fewer than wanted are left all of them stay. Baselines keep their own
length, as the paper's do; with `thinned` one longer than allowed is thinned evenly over its length, as the baselines thin
days.

Source: Amigó, Gonzalo, Peinado, Peñas and Verdejo (2004), sections 2.3 and 2.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from meadow.errors import InputError, SpecError, UnknownNameError, check_choice
from meadow.lab.evaluate.baseline_reports import SynthesisReport, baseline_reports, keep_best, thinned
from meadow.lab.systems import summarize_topic, summarizer, view_of
from meadow.lab.testbed import Topic
from meadow.model import Sentence, SentenceRef
from meadow.pipeline.answer import make_report_recipe, report_view
from meadow.pipeline.presets import PRESETS
from meadow.spec import Spec, parse_spec
from meadow.text.sentences import document_sentences

BASELINES, REPORT, LONGEST = "baselines", "report", "longest"
_WAYS = ("auto", "time", "instances")


@dataclass(frozen=True, slots=True)
class ReportPlan:
    """How automatic reports are made: by which systems, how many baselines stay, how many sentences (`longest`: as people).

    The length holds for reports that systems write; for baselines too where they are `thinned`.
    """

    systems: tuple[str, ...]
    kept: int
    sentences: int | str
    distinct: bool
    seed: int
    thinned: bool = False


def check_system(system: str) -> str:
    """Return the canonical spelling of a way to make automatic reports; raise an error for any other."""
    spec = parse_spec(system)
    if spec.name == REPORT:
        _way(spec)
    elif spec.name in PRESETS:
        summarizer(system).methods()
    elif spec != Spec(BASELINES):
        raise UnknownNameError("way to make automatic reports", system, (BASELINES, REPORT, *PRESETS))
    return str(spec)


def question_of(topic: Topic) -> str | None:
    """Return what a report on the topic is to answer: its question, or its title."""
    return topic.question if topic.question is not None else topic.title


@lru_cache(maxsize=8)
def manual_reports(topic: Topic) -> tuple[SynthesisReport, ...]:
    """Return people's reports with the sentences that they name."""
    sentences = {sentence.ref: sentence for document in topic.documents for sentence in document_sentences(document)}
    return tuple(
        SynthesisReport(tuple(_sentence(topic, sentences, ref) for ref in report.refs), report.author)
        for report in topic.reports
    )


@lru_cache(maxsize=8)
def automatic_reports(topic: Topic, plan: ReportPlan) -> tuple[SynthesisReport, ...]:
    """Return the automatic reports of a topic, in the order of the plan's systems, the best baselines first."""
    as_people = max(len(report.sentences) for report in manual_reports(topic))
    longest = as_people if plan.sentences == LONGEST else int(plan.sentences)
    made = [report for system in plan.systems for report in _reports(topic, parse_spec(system), plan, longest)]
    if not made:
        raise InputError(
            f"No system wrote a report on the topic {topic.id!r}.",
            given=", ".join(plan.systems),
            advice="Add baselines to the systems.",
        )
    return tuple(_distinct(made) if plan.distinct else made)


def _reports(topic: Topic, spec: Spec, plan: ReportPlan, longest: int) -> list[SynthesisReport]:
    if spec.name == BASELINES:
        return _baselines(topic, plan, longest)
    if spec.name == REPORT:
        report = report_view(view_of(topic), make_report_recipe(_asked(topic), sentences=longest, by=_way(spec)))
        picks = report.picks
    else:
        picks = summarize_topic(topic, str(spec), f"sentences={longest}", seed=plan.seed).picks
    sentences = tuple(pick.sentence for pick in picks if pick.sentence is not None)
    return [SynthesisReport(sentences, str(spec))] if sentences else []


def _baselines(topic: Topic, plan: ReportPlan, longest: int) -> list[SynthesisReport]:
    every = baseline_reports(topic.documents, _asked(topic), language=topic.language, seed=plan.seed)
    whole = [report for report in every if report.sentences]
    if plan.thinned:
        whole = [thinned(report, longest) for report in whole]
    usable = _distinct(whole) if plan.distinct else whole
    return keep_best(usable, manual_reports(topic), count=min(plan.kept, len(usable)))


def _distinct(reports: Iterable[SynthesisReport]) -> list[SynthesisReport]:
    """Return the first report of each set of sentences."""
    return list({report.refs: report for report in reversed(list(reports))}.values())[::-1]


def _asked(topic: Topic) -> str:
    question = question_of(topic)
    if question is None:
        raise InputError(f"The topic {topic.id!r} has no question.", given=topic.id, advice="Add it to stories.jsonl.")
    return question


def _way(spec: Spec) -> str:
    keywords = dict(spec.keywords)
    by = str(keywords.pop("by", _WAYS[0]))
    if spec.positional or keywords:
        raise SpecError(
            f"The system {str(spec)!r} cannot be read.",
            given=str(spec),
            allowed=f"A report takes by={', by='.join(_WAYS)}; its length is the option `sentences`.",
        )
    check_choice("order of a report", by, _WAYS)
    return by


def _sentence(topic: Topic, sentences: dict[SentenceRef, Sentence], ref: SentenceRef) -> Sentence:
    sentence = sentences.get(ref)
    if sentence is None:
        raise InputError(
            f"A report on the topic {topic.id!r} names sentence {ref.index} of {ref.document_id!r}, which is not there.",
            given=f"{ref.document_id} {ref.index}",
            advice="Correct reports.jsonl: sentences are counted from 0 in each document of the story.",
        )
    return sentence
