"""How far judges agree on which sentence says all that another says (Tables 8 and 9), and links found without them.

A cell is a story. `judges` counts on how many sentences how many of them agree, that one sentence subsumes it ("+") or that
none does ("−"); `automatic` compares the links that Meadow finds by itself with those that a majority of judges sees. Only
sentences that all judges of the story were asked about count.

Source: Radev, Jing, Styś and Tam (2004), "Centroid-based summarization of multiple documents", Tables 8 and 9 (M13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import msgspec

from meadow.errors import UnknownNameError
from meadow.lab.evaluate.subsumption import agreement_levels, agreement_scores
from meadow.lab.experiment import Cell, CellResult, Experiment, Kind, Measured
from meadow.lab.kinds.asked import check_unused, lacking, typed_options
from meadow.lab.scoring import column_bars, failure_notes, figure_row, paper_table
from meadow.lab.systems import view_of
from meadow.lab.tables import Column, Entry, Findings, Plot, Row, Table
from meadow.lab.testbed import Testbed, Topic
from meadow.model import SentenceRef
from meadow.vectors.sameness import subsumption_links

NAME = "subsumption-agreement"
JUDGES, AUTOMATIC = "judges", "automatic"
_FEWEST_JUDGES = 2
_NONE = "–"
_SHOWN_NAMES = 2
SCORES = (Column("+ score", digits=0), Column("− score", digits=0))
_LINKS = (
    Column("by a majority", digits=0), Column("automatic", digits=0), Column("in both", digits=0),
    Column("precision", "higher"), Column("recall", "higher"),
)  # fmt: skip

SCORES_NOTE = "+ score: most judges who name the same sentence; − score: judges who name none. The larger is shown."

Answers = Mapping[SentenceRef, Mapping[str, frozenset[SentenceRef]]]


class SubsumptionAgreementOptions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which story Table 8 shows, without it the one with the most judged sentences, and how many of its sentences."""

    story: str | None = None
    shown: Annotated[int, msgspec.Meta(ge=1)] = 7


def plan(testbed: Testbed, experiment: Experiment) -> list[Cell]:
    """Return two cells per story in which two judges or more were asked about the same sentences."""
    story = typed_options(experiment, SubsumptionAgreementOptions).story
    instead = "It compares the judges of a testbed with each other."
    check_unused(experiment, "systems", "metrics", "budgets", "baseline", instead=instead)
    topics = [topic.id for topic in testbed if _answers(topic)]
    if not topics:
        file = "subsumption.jsonl: which sentences say all that a sentence says, by judge"
        raise lacking(testbed, "subsumptions by two judges of the same sentences", kind=NAME, file=file)
    if story is not None and story not in topics:
        raise UnknownNameError("story with subsumptions", story, topics)
    return [Cell(system, topic) for system in (JUDGES, AUTOMATIC) for topic in topics]


def measure(testbed: Testbed, cell: Cell) -> Measured:
    """Return how many sentences each number of judges agrees on, or how automatic links compare with the judges'."""
    topic = testbed.topic(str(cell.topic))
    answers = _answers(topic)
    return _agreement(answers) if cell.system == JUDGES else _found_links(topic, answers)


def report(testbed: Testbed, experiment: Experiment, results: Sequence[CellResult]) -> Findings:
    """Return Table 8 for one story, Table 9 with a row per story, the links found without judges, and these as bars."""
    judged, automatic = (
        {str(each.cell.topic): each.measured for each in results if each.cell.system == system and each.measured}
        for system in (JUDGES, AUTOMATIC)
    )
    asked = typed_options(experiment, SubsumptionAgreementOptions)
    story = asked.story if asked.story is not None else _largest(judged)
    notes = failure_notes(results)
    tables = [_table_8(experiment, str(story), judged[str(story)], asked.shown)] if story in judged else []
    tables.append(_table_9(experiment, judged, notes))
    links = _links_table(experiment, automatic, notes)
    title = f"Subsumptions found without judges in {testbed.name}"
    bars = tuple(column_bars(links, column, label=links.columns[column].name) for column in (3, 4))
    return Findings((*tables, links), (Plot("links", title, "story", "share", bars, kind="bars"),))


def _largest(judged: Mapping[str, Measured]) -> str | None:
    """Return the story with the most judged sentences, the first by name of equals: whatever order they come in."""
    sizes = {story: int(measured.figures["sentences"] or 0) for story, measured in judged.items()}
    return min(sizes, key=lambda story: (-sizes[story], story), default=None)


def _answers(topic: Topic) -> Answers:
    """Return what all judges said of each sentence that all were asked about, in the order of the story."""
    judges = list(dict.fromkeys(answer.judge for answer in topic.subsumption))
    said: dict[SentenceRef, dict[str, frozenset[SentenceRef]]] = {}
    for answer in topic.subsumption:
        said.setdefault(answer.ref, {})[answer.judge] = answer.by
    if len(judges) < _FEWEST_JUDGES:
        return {}
    row_of = {sentence.ref: row for row, sentence in enumerate(view_of(topic).sentences)}
    every = sorted((ref for ref in said if len(said[ref]) == len(judges) and ref in row_of), key=row_of.__getitem__)
    return {ref: {judge: said[ref][judge] for judge in judges} for ref in every}


def _agreement(answers: Answers) -> Measured:
    rows = [list(by_judge.values()) for by_judge in answers.values()]
    levels = agreement_levels(rows)
    figures = {f"{level} {sign}": float(pair[side]) for level, pair in levels.items() for side, sign in enumerate("+−")}
    scores = agreement_scores(rows)
    answered = [
        [sentence_name(ref), [list(map(sentence_name, sorted(by))) for by in by_judge.values()], score]
        for (ref, by_judge), score in zip(answers.items(), scores, strict=True)
    ]
    judges = list(next(iter(answers.values())))
    return Measured({**figures, "sentences": float(len(rows))}, {"judges": judges, "sentences": answered})


def _found_links(topic: Topic, answers: Answers) -> Measured:
    agreed = {
        (ref, by)
        for ref, by_judge in answers.items()
        for by in frozenset().union(*by_judge.values())
        if 2 * sum(by in named for named in by_judge.values()) > len(by_judge)
    }
    view = view_of(topic)
    refs = [sentence.ref for sentence in view.sentences]
    automatic = {(refs[a], refs[b]) for a, b in subsumption_links(view) if refs[a] in answers}
    both = agreed & automatic
    figures: dict[str, float | None] = {
        "by a majority": float(len(agreed)),
        "automatic": float(len(automatic)),
        "in both": float(len(both)),
        "precision": len(both) / len(automatic) if automatic else None,
        "recall": len(both) / len(agreed) if agreed else None,
    }
    return Measured(figures, {"links": sorted([sentence_name(a), sentence_name(b)] for a, b in automatic)})


def _table_8(experiment: Experiment, story: str, measured: Measured, shown: int) -> Table:
    rows = [
        Row((name, *map(_listed, named)), score_entries(score))
        for name, named, score in measured.output["sentences"][:shown]
    ]
    title = f"Which sentence says all that a sentence says, by judge: the first of {story}"
    heads = ("sentence", *measured.output["judges"])
    return paper_table("table-8", title, heads, SCORES, rows, experiment, notes=(SCORES_NOTE,))


def _table_9(experiment: Experiment, judged: Mapping[str, Measured], notes: Sequence[str]) -> Table:
    """Return a row per story; the paper, of five judges, has a column for each."""
    theirs = [name for each in experiment.published if each.table == "table-9" for name in each.values]
    levels = {name.split()[0] for each in judged.values() for name in each.figures if name != "sentences"}
    numbers = sorted({int(name.split()[0]) for name in (*levels, *theirs)}, reverse=True)
    columns = level_columns(numbers)
    rows = [figure_row((story,), measured.figures, columns, contends=False) for story, measured in judged.items()]
    said = ("5 +: sentences of which five judges name one and the same subsumer; 5 −: of which five name none.", *notes)
    title = "On how many sentences how many judges agree"
    return paper_table("table-9", title, ("story",), columns, rows, experiment, notes=said)


def _links_table(experiment: Experiment, automatic: Mapping[str, Measured], notes: Sequence[str]) -> Table:
    rows = [figure_row((story,), measured.figures, _LINKS) for story, measured in automatic.items()]
    said = "Links a → b, a is subsumed by b, between sentences of different documents; `automatic` needs no judge."
    title = "Subsumptions found without judges"
    return paper_table("links", title, ("story",), _LINKS, rows, experiment, notes=(said, *notes))


def level_columns(levels: Iterable[int]) -> tuple[Column, ...]:
    """Return the columns of the numbers of judges who agree: `3 +` that one sentence subsumes it, `3 −` that none does."""
    return tuple(Column(f"{level} {sign}", digits=0) for level in levels for sign in "+−")


def score_entries(score: int) -> tuple[Entry, Entry]:
    """Return the entries of SCORES for the agreement on one sentence, which has one of both signs."""
    return Entry(score if score > 0 else None), Entry(-score if score < 0 else None)


def _listed(names: Sequence[str]) -> str:
    """Return the sentences that a judge names; of many the first, and how many more."""
    more = f" +{len(names) - _SHOWN_NAMES}" if len(names) > _SHOWN_NAMES else ""
    return ", ".join(names[:_SHOWN_NAMES]) + more or _NONE


def sentence_name(ref: SentenceRef) -> str:
    """Return what tables call a sentence: its document and its number from 1."""
    return f"{ref.document_id}-{ref.index + 1}"


KIND = Kind(NAME, ("subsumption",), plan, measure, report)
