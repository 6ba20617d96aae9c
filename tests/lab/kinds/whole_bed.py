"""A testbed of four small stories that has something for every kind of experiment, and an experiment of each: fiction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.experiment import Experiment
from meadow.lab.testbed import (
    AbstractSentence,
    GoldExtract,
    JudgeClustering,
    JudgeExtract,
    Output,
    PersonReport,
    Question,
    Rating,
    SubsumptionAnswer,
    Testbed,
    Topic,
    WrittenText,
)
from meadow.model import Concept, Document, SentenceRef
from stories import document

# What happened, where, who said so, and what else was in the paper.
NEWS = {
    "mill": ("mill burned down", "Orrin", "the fire brigade", "a choir"),
    "wolf": ("wolf was seen near the school", "Ninemile", "two teachers", "a bench"),
    "ferry": ("ferry hit a rock", "Skerra", "the coast guard", "a bakery"),
    "bridge": ("bridge was closed to lorries", "Tarn", "the council", "a market"),
}


def _topic(number: int, name: str) -> Topic:
    event, town, who, _ = NEWS[name]
    short, long = (f"The {event} in {town}.", f"The {event} in {town} on Monday, and nobody was hurt.")
    written = Topic(
        name,
        _documents(number, name),
        title=f"The {name}",
        kind="tracking" if number % 2 else "extraction",
        question=f"What happened in {town}?",
        references=(WrittenText("Ada", short), WrittenText("Ben", long)),
        questions=(Question("1", "Where?", (town,), "short"), Question("2", "When?", ("Monday",), "long")),
        concepts=(Concept(town, "factor", (), 0), Concept(who, "organisation", (), 0)),
        headlines=(WrittenText("Ada", f"{town} {event}"), WrittenText("Ben", f"{event} in {town}")),
        outputs=(
            Output("long", long),
            Output("short", short),
            Output("long", f"The {event} in {town} on Monday night", "headline"),
            Output("short", town, "headline"),
        ),
        ratings=tuple(
            Rating(system, "quality", judge, float((place + number * shift) % 5), task)
            for place, system in enumerate(("long", "short"))
            for shift, judge in enumerate(("Ada", "Ben"), start=1)
            for task in ("summary", "headline")
        ),
    )
    return _judged(written, number, [SentenceRef(f"{name}-{place}", index) for place in range(3) for index in range(3)])


def _documents(number: int, name: str) -> tuple[Document, ...]:
    event, town, who, other = NEWS[name]
    texts = (
        (f"The {event} in {town} on Monday.", f"Nobody in {town} was hurt, said {who}.", f"In spring {other} is due."),
        (f"On Monday the {event}, {who} of {town} said.", "Work will last for weeks.", f"They spoke of {other} too."),
        (f"A week after the {event}, {town} is calm.", f"Of {other} no more was heard.", "Rain is due on Friday."),
    )
    return tuple(
        document(f"{name}-{place}", sentences, hours=100 * number + place, title=f"{town}: {event}")
        for place, sentences in enumerate(texts)
    )


def _judged(topic: Topic, number: int, refs: list[SentenceRef]) -> Topic:
    """Return the topic with what judges say of its sentences, something else in each story."""
    return replace(
        topic,
        gold=(
            GoldExtract((_abstract("1", "A", {refs[0]}, {refs[3]}),), "short"),
            GoldExtract(
                (_abstract("1", "A", {refs[0]}, {refs[3], refs[6]}), _abstract("2", "B", {refs[1], refs[number]})),
                "long",
            ),
        ),
        extracts=(JudgeExtract("Ada", (refs[0], refs[3])), JudgeExtract("Ben", (refs[0], refs[number]))),
        utilities=_utilities(number, refs[: 9 - number]),
        subsumption=tuple(SubsumptionAnswer(judge, refs[0], frozenset({refs[3]})) for judge in ("Ada", "Ben")),
        clusterings=(
            JudgeClustering("Ada", ((refs[0], refs[3], refs[6]), (refs[2], refs[5]))),
            JudgeClustering("Ben", ((refs[0], refs[3]), (refs[1], refs[4 + number]))),
        ),
        reports=(PersonReport("Ada", (refs[0], refs[1])), PersonReport("Ben", (refs[0], refs[4 + number]))),
    )


def _abstract(name: str, rank: str, *alternatives: set[SentenceRef]) -> AbstractSentence:
    return AbstractSentence(name, tuple(map(frozenset, alternatives)), rank)


def _utilities(number: int, refs: Sequence[SentenceRef]) -> JudgeTable:
    ada = tuple(float(9 - place) for place in range(len(refs)))
    ben = tuple(float((place * (number + 2)) % 7) for place in range(len(refs)))
    return JudgeTable(("Ada", "Ben"), tuple(refs), (ada, ben))


BED = Testbed("whole", tuple(_topic(number, name) for number, name in enumerate(NEWS)))
STUDY = {"draws": 2, "study_set": "mill", "study_judge": "Ada"}
EXPERIMENTS = {
    each.kind: each
    for each in (
        Experiment("a", "clustering-agreement", metrics=("v_beta", "rand"), options=STUDY, resamples=50),
        Experiment(
            "b", "groups", systems=("statements", "agglomerative", "agglomerative(threshold=0.4)"),
            metrics=("nvi", "rand"), options={"draws": 2}, resamples=50,
        ),
        Experiment("c", "headline-tables", systems=("title", "compress", "given"), resamples=50),
        Experiment("d", "mead-tables", systems=("lead", "mead", "tfidf"), options={"rates": [30, 60]}, resamples=50),
        Experiment("e", "metric-correlation", metrics=("rouge1.recall", "rouge2", "words"), resamples=50),
        Experiment(
            "f", "qarla", systems=("lead", "mead"), metrics=("docsim", "sentence-recall", "rouge1"), resamples=50
        ),
        Experiment(
            "g", "summaries", systems=("lead", "mead", "oracle", "given"), metrics=("rouge1", "redundancy"),
            budgets=("words=12",), resamples=50,
        ),
        Experiment("h", "tracking", systems=("cidr", "average-link", "cidr(threshold=0.5)"), resamples=50),
        Experiment("l", "rating-tables", options={"task": "headline"}, resamples=50),
        Experiment("k", "mead-features", systems=("mead-cpf",), resamples=50),
        Experiment("j", "subsumption-agreement", resamples=50),
        Experiment("i", "tsc3-tables", systems=("lead", "tfidf", "tfidf+mmr"), resamples=50),
    )
}  # fmt: skip
