"""Answers to a question from many documents: a cited report, evidence in so many tokens, and the key concepts at hand.

Here the methods of reports meet rewriting and what sources disagree on. (A module called `report` would hide the function.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from meadow.errors import BudgetError, UsageError
from meadow.grouping.disagreement import find_disagreements
from meadow.model import Concept, Disagreement, Document, Pack, Pick, Report, SentenceRef
from meadow.pipeline.views import Idf, check_background, stamp_view, story_view
from meadow.recipe import Recipe
from meadow.reports.headings import make_sections
from meadow.reports.key_concepts import EACH, key_concepts
from meadow.reports.packing import TokenCounter, estimate_tokens, pack_picks
from meadow.reports.question import Question, read_question
from meadow.reports.retrieval import Evidence, find_evidence
from meadow.reports.synthesis import choose_rows
from meadow.rewrite.trim import trim
from meadow.select.budget import make_budget
from meadow.vectors.near_copies import near_copies
from meadow.vectors.sameness import who_else
from meadow.vectors.view import StoryView

LONGEST_REPORT = 50
_COMPARED_ROWS = 250  # the best evidence, in which disagreements are looked for


def concepts(documents: Iterable[Document], *, each: int = EACH, idf: Idf = None) -> tuple[Concept, ...]:
    """Return the key concepts of documents: at most `each` people, organisations and factors, the foremost first."""
    return key_concepts(story_view(documents, idf=idf), each=each)


def report(
    question: str,
    documents: Iterable[Document],
    *,
    sentences: int | None = None,
    by: str | None = None,
    idf: Idf = None,
    recipe: Recipe | None = None,
) -> Report:
    """Return a report that answers a question: at most 50 sentences or as told, in time order under headings, each cited.

    `by` is "time", "instances" or "auto". Where the documents do not speak of the question the report has no sentence.
    """
    return report_view(
        story_view(documents, idf=idf), make_report_recipe(question, sentences=sentences, by=by, recipe=recipe)
    )


def make_report_recipe(
    question: str, *, sentences: int | None = None, by: str | None = None, recipe: Recipe | None = None
) -> Recipe:
    """Return the recipe of a report; a whole recipe stands for everything but the question."""
    if recipe is None:
        budget = make_budget(sentences=LONGEST_REPORT if sentences is None else sentences)
        return Recipe(question=question, by="auto" if by is None else by, budget=budget)
    if sentences is not None or by is not None:
        raise UsageError(
            "A recipe was given, and sentences= or by= as well.", given=str(recipe),
            advice="Change the recipe: dataclasses.replace(recipe, by=…).",
        )  # fmt: skip
    return replace(recipe, question=question)


def report_view(view: StoryView, recipe: Recipe) -> Report:
    """Return the report on documents that have been analysed already; the recipe holds the question."""
    question, count = _question_of(recipe), _sentences_of(recipe)
    check_background(recipe, view.background)
    asked = read_question(view, question)
    evidence = find_evidence(view, asked)
    rows = _told(view, evidence, count) if evidence.answered else []
    sections = make_sections(view, rows, question, by=recipe.by)
    picks = _in_order(_picks(view, evidence, rows), [ref for section in sections for ref in section.refs])
    parts = {"report": "synthesis", **recipe.parts("question", "by", "budget")}
    return Report(
        question=question,
        picks=picks,
        concepts=tuple(found.concept for found in evidence.concepts),
        run=stamp_view(view, parts),
        sections=sections,
        disagreements=_disagreements(view, evidence, picks),
        missing=_missing(asked, evidence, rows),
        notes=asked.notes,
    )


def pack(
    question: str, documents: Iterable[Document], *, tokens: int, count: TokenCounter = estimate_tokens, idf: Idf = None
) -> Pack:
    """Return the best evidence for a question that fits so many tokens, none of it twice, each piece cited.

    `count` is any function from text to a number of tokens; the default is an estimate that errs on the safe side.
    """
    if tokens < 1:
        raise BudgetError(
            f"tokens={tokens} is no length.", given=str(tokens), allowed="A whole number from 1 on.",
            advice="Give the room that your model has for evidence, such as 2000.",
        )  # fmt: skip
    view = story_view(documents, idf=idf)
    asked = read_question(view, question)
    evidence = find_evidence(view, asked)
    rows = _told(view, evidence, None) if evidence.answered else []
    head = f"Question: {' '.join(question.split())}\n"
    text, picks = pack_picks(head, _picks(view, evidence, rows), view.documents, tokens=tokens, count=count)
    row_of = {view.sentences[row].ref: row for row in rows}
    counter = "estimate" if count is estimate_tokens else getattr(count, "__name__", "given")
    parts = {"pack": "synthesis", **Recipe(question=question).parts("question"), "tokens": f"{tokens} by {counter}"}
    missing = _missing(asked, evidence, [row_of[pick.ref] for pick in picks])
    return Pack(question, picks, text, count(text), missing, asked.notes, stamp_view(view, parts))


def _question_of(recipe: Recipe) -> str:
    if recipe.question is None:
        raise UsageError("The recipe holds no question.", given=str(recipe), advice="Give it one: Recipe(question=…).")
    return recipe.question


def _sentences_of(recipe: Recipe) -> int:
    if recipe.budget.unit != "sentences" or recipe.budget.share:
        raise BudgetError(
            f"A report cannot be {recipe.budget} long.", given=str(recipe.budget), allowed="A number of sentences.",
            advice="Give the recipe another budget: Budget('sentences', 50).",
        )  # fmt: skip
    return int(recipe.budget.amount)


def _told(view: StoryView, evidence: Evidence, count: int | None) -> list[int]:
    """Return the rows to tell, the most worth telling first; a byline or an advertisement is never told."""

    def printable(row: int) -> bool:
        return bool(trim(view.sentences[row].text, view.language_of(row)).text)

    return list(choose_rows(view, evidence, count=count, printable=printable))


def _picks(view: StoryView, evidence: Evidence, rows: Sequence[int]) -> list[Pick]:
    covered = who_else(view, rows) if rows else []
    return [
        Pick(
            ref=view.sentences[row].ref,
            score=float(evidence.scores[row]),
            features={name: float(values[row]) for name, values in evidence.features.items()},
            covers=tuple(view.sentences[other].ref for other in others),
            sentence=view.sentences[row],
            written=trim(view.sentences[row].text, view.language_of(row)).text,
        )
        for row, others in zip(rows, covered, strict=True)
    ]


def _in_order(picks: Sequence[Pick], refs: Sequence[SentenceRef]) -> tuple[Pick, ...]:
    by_ref = {pick.ref: pick for pick in picks}
    return tuple(by_ref[ref] for ref in refs)


def _missing(question: Question, evidence: Evidence, rows: Sequence[int]) -> tuple[str, ...]:
    """Return the words of the question that no told row holds; where nothing is told, those that no document holds."""
    held = evidence.held[list(rows)] if rows else evidence.held
    return tuple(asked.word for number, asked in enumerate(question.asked) if not held[:, number].any())


def _disagreements(view: StoryView, evidence: Evidence, picks: Sequence[Pick]) -> tuple[Disagreement, ...]:
    """Return what the evidence differs on, as far as the report touches it; who copied one another counts as one."""
    told = {ref for pick in picks for ref in (pick.ref, *pick.covers)}
    if not told:
        return ()
    part = view.part(sorted(evidence.rows[:_COMPARED_ROWS]))
    copies = {copy: group.first for group in near_copies(part.documents) for copy in group.copies}
    found = find_disagreements(part, copies=copies)
    return tuple(each for each in found if any(told.intersection(value.refs) for value in each.values))
