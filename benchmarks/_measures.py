"""What the floors of quality measure: functions of their options that give a value by name.

Each asks the benchmark that prints the same. Streams are drawn with fixed seeds, so every run measures
the same.
"""

from __future__ import annotations

import io
import json
import re
import runpy
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from scipy.stats import spearmanr

import meadow
from benchmarks import (
    _headline_sets,
    answers,
    facts,
    headlines,
    presets,
    questions,
    residue,
    sameness,
    standing,
    tracking,
    weekdays,
)
from benchmarks._floors import Measurement
from benchmarks._measuring import DATA, Agreement
from benchmarks._news_streams import collections
from benchmarks.boundaries import CORPORA
from meadow.errors import NoTokensWarning
from meadow.model import Disagreement, Document, Movement
from meadow.pipeline import propose_headlines_view
from meadow.vectors.sameness import same_statement
from meadow.vectors.view import view_documents
from text.gold_sentences import LANGUAGES, load_cases, split_by_meadow, tally
from text.phrases.gold_phrases import KINDS, Figures, totals
from text.real_boundaries import tally_corpus

Values = dict[str, float]
_TOOLS = DATA.parent / "tools"
_NUMBER = r"(\d+(?:\.\d+)?)"


def measured(measurement: Measurement, *, whole: bool = False) -> Values:
    """Return the values of a measurement: as the tests take them, or of the whole set."""
    options = {**measurement.options, **(measurement.whole if whole else {})}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NoTokensWarning)  # an answer of QuoteSum without a word scores 0
        return MEASURES[measurement.measure](**options)


# Sentences and phrases -------------------------------------------------------------------------------------------


def _sentence_gold(*, held_out: bool) -> Values:
    """Return F1 of inner boundaries on the gold of each language."""
    cases = {language: load_cases(language, held_out=held_out) for language in LANGUAGES}
    return {language: tally(split_by_meadow, own).f1 for language, own in cases.items()}


def _sentence_corpora() -> Values:
    """Return F1 of boundaries after a mark in each corpus of news."""
    return {
        name: tally_corpus(split_by_meadow, DATA / name / "docs.jsonl.gz", language).f1 for name, language in CORPORA
    }


def _phrases(*, parts: Sequence[str]) -> Values:
    """Return F1 of each kind of phrase in each language."""
    found = {}
    for language in LANGUAGES:
        figures = [totals(language, part) for part in parts]
        for kind in KINDS:
            own = sum((each[kind] for each in figures), Figures())
            found[f"{language} {kind}"] = Agreement(own.found, own.gold, own.right).f1
    return found


def _judges(*, languages: Sequence[str]) -> Values:
    """Return Spearman's correlation of `same_statement` with the judges of STS-B, dev part."""
    found = {}
    for language in languages:
        pairs = sameness.sts(language, "dev")
        scores = same_statement(*sameness.paired_view(pairs, language))
        found[language] = float(spearmanr(scores, [judged for *_, judged in pairs]).statistic)
    return found


# Labels by hand --------------------------------------------------------------------------------------------------


def _standing(*, half: str, classes: Sequence[str]) -> Values:
    """Return F1 of each class of sentences, and of junk among lines around articles."""
    every = list(standing.labelled())
    found = standing.agreements([each for each in every if each.half == half])
    pages = standing.junk_lines([each for each in every if each.half == "pages"])
    return {name: found[name].f1 for name in classes} | {"junk lines of pages": pages.f1}


def _residue(*, half: str) -> Values:
    """Return the share of lines of each kind that are as wanted: residue left out, leads clean, news kept."""
    lines = [line for line in residue.labelled() if line.half == half]
    kinds = dict.fromkeys(line.kind for line in lines)
    return {kind: fmean(residue.as_wanted(line) for line in lines if line.kind == kind) for kind in kinds}


def _weekdays(*, parts: Sequence[str]) -> Values:
    """Return the shares of weekdays that get a wrong day, and none."""
    rows = [each for each in weekdays.judged() if each.part in parts]
    counts = weekdays.counted(rows)
    return {"wrong": counts.wrong / len(rows), "none": counts.none / len(rows)}


def _figure_pairs(*, half: str) -> Values:
    """Return precision and recall of pairs of figures that are listed as disagreements or updates."""
    return _precision_recall(facts.figures_listed(facts.labelled(facts.FIGURES, half)))


def _who_else(*, half: str) -> Values:
    """Return precision and recall of sentences found to say the same."""
    return _precision_recall(facts.who_else_found(facts.labelled(facts.WHO_ELSE, half)))


def _precision_recall(found: Agreement) -> Values:
    return {"precision": found.right / (found.said or 1), "recall": found.right / found.labelled}


# Answers, headlines, summaries -----------------------------------------------------------------------------------


def _own_questions(*, when: str) -> Values:
    """Return the shares of our questions that are answered, and refused, as they should be."""
    rows = answers.own_questions(when)
    return {
        name: fmean(answers.is_right(row) for row in rows if bool(row["answer"]) == has_answer)
        for name, has_answer in (("answered", True), ("refused", False))
    }


def _quotesum(*, half: str) -> Values:
    """Return the shares of QuoteSum's questions that are answered, and refused where the answer is not there."""
    asked = answers.asked(answers.half_rows(half))
    return {"answered": fmean(asked.answered), "refused": fmean(asked.refused), "refused, cut": fmean(asked.cut)}


def _question_recall(*, cases: str) -> Values:
    """Return ROUGE recall of summaries that are asked a question."""
    first, second = questions.mean_recalls(list(questions.SETS[cases]()), questions.SYSTEMS["question"])
    return {"ROUGE-1 recall": first, "ROUGE-2 recall": second}


_HEADLINE_SETS: Mapping[str, Callable[[], list[_headline_sets.Item]]] = {
    "japanese": _headline_sets.japanese_items,
    "uci_headlines": _headline_sets.uci_items,
    "multiling2011": partial(_headline_sets.multiling_items, "en"),
    "multiling2011, untitled": lambda: _headline_sets.untitled(_headline_sets.multiling_items("en")),
}


def _headlines(*, stories: str) -> Values:
    """Return ROUGE-1 recall and precision of the default headline."""
    items = _HEADLINE_SETS[stories]()
    views = (view_documents(item.documents) for item in items)
    texts = [propose_headlines_view(view, methods=headlines.METHODS[:1])[0].headline.text for view in views]
    references, language = [item.references for item in items], items[0].language
    mean = partial(headlines.mean_score, texts, references, penalty=None, language=language)
    return {"ROUGE-1 recall": mean("rouge1-recall"), "ROUGE-1 precision": mean("rouge1-precision")}


def _summaries(*, folder: str, languages: Sequence[str]) -> Values:
    """Return ROUGE recall of default summaries of 100 words."""
    stories = [story for code in languages for story in presets.load_set(folder, code)]
    recalls = [presets.recalls_of(presets.short_summary("meadow", story), story) for story in stories]
    first, second = (fmean(column) for column in zip(*recalls, strict=True))
    return {"ROUGE-1 recall": first, "ROUGE-2 recall": second}


# Stories ---------------------------------------------------------------------------------------------------------


def _tracking(*, collection: str, shapes: Sequence[str], draws: int) -> Values:
    """Return for each shape of stream B-cubed F, or the share of documents that stay alone where all should."""
    given = collections()[collection]
    streams = [each for own in given for each in tracking.streams_of(own, draws) if each.shape in shapes]
    values = tracking.values_by_shape(streams, partial(tracking.tracked_by, "meadow()"), [0.0])[0.0]
    return dict(values)


# The tools of ../shared, which measure any program -----------------------------------------------------------------


def _editors(*, half: str, values: Sequence[str]) -> Values:
    """Return how close summaries of 100 words come to what editors chose."""
    found = json.loads(_printed_by("editors.py", "--half", half, "--json"))["meadow"]
    return {name: found[name] for name in values}


def _wire() -> Values:
    """Return how well a business wire is grouped: B-cubed F, pairs, and single items that stay single."""
    line = _printed_by("wire.py")
    f, precision, recall, singles = _numbers(
        rf"\bF {_NUMBER}; pairs P {_NUMBER} R {_NUMBER}; singles alone {_NUMBER};", line
    )  # fmt: skip
    return {"B-cubed F": f, "precision of pairs": precision, "recall of pairs": recall, "singles alone": singles}


def _figures(*, every: int) -> Values:
    """Return the shares of facts in figures that are found, and of shown findings that are right; of every n-th story."""
    lines = (DATA / "figures" / "facts.jsonl").read_text(encoding="utf-8").splitlines()
    stories = [(row["collection"], row["story"]) for row in map(json.loads, lines)]
    chosen = set(list(dict.fromkeys(stories))[::every])
    with TemporaryDirectory() as folder:
        gold = Path(folder, "facts.jsonl")
        own = [line for line, story in zip(lines, stories, strict=True) if story in chosen]
        gold.write_text("\n".join(own), encoding="utf-8")
        line = _printed_by("figures.py", "--gold", str(gold), findings=_findings)
    shown, rivals, updates = _numbers(rf"shown {_NUMBER}: rival {_NUMBER}, update {_NUMBER},", line)
    counts = _numbers(rf"rivals found {_NUMBER} of {_NUMBER}; numeric updates found {_NUMBER} of {_NUMBER}", line)
    return {
        "found": (counts[0] + counts[2]) / (counts[1] + counts[3]),
        "right of shown": (rivals + updates) / (shown or 1),
    }


def _findings(documents: Sequence[Document]) -> list[tuple[str, list[set[tuple[str, int]]]]]:
    """Return what a summary lists on figures, in both of its lists, as the tool reads it."""
    summary = meadow.summarize(documents, words=100)
    listed: tuple[Movement | Disagreement, ...] = (*summary.moved, *summary.disagreements)
    return [
        (each.what, [{(ref.document_id, ref.index) for ref in value.refs} for value in each.values]) for each in listed
    ]


def _printed_by(tool: str, *arguments: str, **instead: object) -> str:
    """Return what a tool prints, with functions of its own replaced; it runs in this process, where kernels are loaded."""
    path, printed, before = _TOOLS / tool, io.StringIO(), sys.argv
    with warnings.catch_warnings(), redirect_stdout(printed):
        try:
            sys.argv = [str(path), *arguments]
            loaded = runpy.run_path(str(path), run_name="tool" if instead else "__main__")
            if instead:
                main = loaded["main"]
                main.__globals__.update(instead)
                main()
        finally:
            sys.argv = before
    return printed.getvalue()


def _numbers(pattern: str, line: str) -> list[float]:
    match = re.search(pattern, line)
    if match is None:
        raise ValueError(f"the tool prints other lines than its floors read: {line!r}, wanted {pattern!r}")
    return [float(number) for number in match.groups()]


MEASURES: Mapping[str, Callable[..., Values]] = {
    "sentence-gold": _sentence_gold,
    "sentence-corpora": _sentence_corpora,
    "phrases": _phrases,
    "judges": _judges,
    "standing": _standing,
    "residue": _residue,
    "weekdays": _weekdays,
    "figure-pairs": _figure_pairs,
    "who-else": _who_else,
    "own-questions": _own_questions,
    "quotesum": _quotesum,
    "question-recall": _question_recall,
    "headlines": _headlines,
    "summaries": _summaries,
    "tracking": _tracking,
    "editors": _editors,
    "wire": _wire,
    "figures": _figures,
}
