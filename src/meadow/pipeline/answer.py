"""Answers to a question from many documents: a cited report, evidence in so many tokens, and the key concepts at hand.

Here the methods of reports meet rewriting and what sources disagree on. (A module called `report` would hide the function.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from meadow.engines import Engine, using_engine
from meadow.errors import BudgetError, UsageError
from meadow.grouping.disagreement import find_disagreements
from meadow.grouping.figures.reading import common_figures
from meadow.ingest.frames import Documents
from meadow.model import (
    Concept,
    Disagreement,
    Disproof,
    Pack,
    Pick,
    Report,
    Scores,
    Section,
    SentenceRef,
)
from meadow.pipeline.presets import make_recipe
from meadow.pipeline.summaries import summarize_view
from meadow.pipeline.views import Idf, check_background, stamp_view, story_view
from meadow.recipe import Recipe
from meadow.reports.answering import MOST_ANSWERS, Answers, choose_answers, find_answers
from meadow.reports.denials import disproved_rows
from meadow.reports.headings import ANSWER, IN_SHORT, NEAREST, make_sections
from meadow.reports.key_concepts import EACH, key_concepts
from meadow.reports.packing import TokenCounter, estimate_tokens, pack_picks
from meadow.reports.question import Question, read_question
from meadow.reports.retrieval import Evidence, find_evidence
from meadow.reports.synthesis import choose_rows
from meadow.rewrite.trim import trim
from meadow.select.budget import make_budget
from meadow.select.positions import ends_as_a_sentence
from meadow.superseded.current import current
from meadow.text.japanese import split_notes
from meadow.text.selfcontained import check_sentence
from meadow.text.sentences import document_language
from meadow.text.tokens import count_printed_words
from meadow.vectors.near_copies import near_copies
from meadow.vectors.sameness import who_else
from meadow.vectors.view import StoryView

LONGEST_REPORT = 50
_IN_SHORT_WORDS = 250  # before the story of a topic
_FEW_SENTENCES = 20
_SENTENCE_WORDS = 25  # that a sentence takes
_COMPARED_ROWS = 250  # the best evidence, in which disagreements are looked for


def concepts(documents: Documents, *, each: int = EACH, idf: Idf = None) -> tuple[Concept, ...]:
    """Return the key concepts of documents: at most `each` people, organisations and factors, the foremost first."""
    return key_concepts(story_view(documents, idf=idf), each=each)


def report(
    question: str,
    documents: Documents,
    *,
    sentences: int | None = None,
    words: int | None = None,
    by: str | None = None,
    idf: Idf = None,
    recipe: Recipe | None = None,
    engine: str | Engine | None = None,
) -> Report:
    """Return a report that answers a question: at most 50 sentences, or so many sentences or words, each cited.

    The answer comes first, then the story of it in time order under headings; `by` is "time", "instances" or "auto". Where
    the documents hold no answer the report has at most the sentences that come nearest. On an `engine` such as
    `processes:2` documents are split into sentences by other processes, with the same result.
    """
    chosen = make_report_recipe(question, sentences=sentences, words=words, by=by, recipe=recipe)
    with using_engine(engine) as opened:
        view = story_view(documents, idf=idf, engine=opened)
    return report_view(view, chosen)


def make_report_recipe(
    question: str,
    *,
    sentences: int | None = None,
    words: int | None = None,
    by: str | None = None,
    recipe: Recipe | None = None,
) -> Recipe:
    """Return the recipe of a report; a whole recipe stands for everything but the question."""
    if recipe is None:
        budget = make_budget(
            sentences=LONGEST_REPORT if sentences is None and words is None else sentences, words=words
        )
        return Recipe(question=question, by="auto" if by is None else by, budget=budget)
    if sentences is not None or words is not None or by is not None:
        raise UsageError(
            "A recipe was given, and sentences=, words= or by= as well.", given=str(recipe),
            advice="Change the recipe: dataclasses.replace(recipe, by=…).",
        )  # fmt: skip
    return replace(recipe, question=question)


def report_view(view: StoryView, recipe: Recipe) -> Report:
    """Return the report on documents that have been analysed already; the recipe holds the question."""
    question, count = _question_of(recipe), _sentences_of(recipe)
    check_background(recipe, view.background)
    asked = read_question(view, question)
    found = _find(view, asked)
    first = _first_told(view, asked, found, count)
    refused = asked.asks and not found.answered
    # Documents that were gathered for the question have their story, even if no sentence of theirs is the answer.
    storied = found.evidence.is_gathered if refused else True
    rows = _told(view, found.evidence, count - len(first), first) if storied else []
    if recipe.budget.unit == "words":
        kept = _within_words(view, [*_by_worth(view, asked, first), *rows], int(recipe.budget.amount))
        first, rows = [row for row in first if row in kept], [row for row in rows if row in kept]
    # A report of few sentences on a topic needs no summary of itself: all of it goes under the headings of the story.
    opening = first if asked.asks or len(rows) > max(len(first), _FEW_SENTENCES) else []
    headed = make_sections(view, rows if opening else [*first, *rows], question, by=recipe.by)
    sections = (*_opening(view, opening, asks=asked.asks, refused=refused), *headed)
    picks = _in_order(_picks(view, found, [*first, *rows]), [ref for section in sections for ref in section.refs])
    parts = {"report": "synthesis", **recipe.parts("question", "by", "budget")}
    return Report(
        question=question,
        picks=picks,
        concepts=() if not storied else tuple(each.concept for each in found.evidence.concepts),
        run=stamp_view(view, parts),
        sections=sections,
        disagreements=_touched(found.disagreements, picks) if storied else (),
        missing=_missing(asked, found.evidence, [*first, *rows] if storied else []),
        notes=(*asked.notes, *split_notes(view.languages)),
        kind=asked.kind,
        disproved=_disproofs(view, found, [*first, *rows]),
    )


def pack(
    question: str, documents: Documents, *, tokens: int, count: TokenCounter = estimate_tokens, idf: Idf = None
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
    found = _find(view, asked)
    first = _first_told(view, asked, found, None)
    rows = [*_by_worth(view, asked, first), *_told(view, found.evidence, None, first)]
    head = f"Question: {' '.join(question.split())}\n"
    text, picks = pack_picks(head, _picks(view, found, rows), view.documents, tokens=tokens, count=count)
    row_of = {view.sentences[row].ref: row for row in rows}
    counter = "estimate" if count is estimate_tokens else getattr(count, "__name__", "given")
    parts = {"pack": "synthesis", **Recipe(question=question).parts("question"), "tokens": f"{tokens} by {counter}"}
    missing = _missing(asked, found.evidence, [row_of[pick.ref] for pick in picks])
    notes = (*asked.notes, *split_notes(view.languages))
    return Pack(question, picks, text, count(text), missing, notes, stamp_view(view, parts))


def _question_of(recipe: Recipe) -> str:
    if recipe.question is None:
        raise UsageError("The recipe holds no question.", given=str(recipe), advice="Give it one: Recipe(question=…).")
    return recipe.question


def _sentences_of(recipe: Recipe) -> int:
    if recipe.budget.unit not in ("sentences", "words") or recipe.budget.share:
        raise BudgetError(
            f"A report cannot be {recipe.budget} long.", given=str(recipe.budget),
            allowed="A number of sentences or of words.", advice="Give the recipe another budget: Budget('sentences', 50).",
        )  # fmt: skip
    return int(recipe.budget.amount) if recipe.budget.unit == "sentences" else LONGEST_REPORT


def _by_worth(view: StoryView, asked: Question, answers: Sequence[int]) -> Sequence[int]:
    """Return the rows of answers with the newest first, undated ones last; those of a topic as they are.

    Where there is little space, an answer that a later one has overtaken must not take the place of that.
    """
    if not asked.asks:
        return answers
    orders = {row: view.documents[view.document_of[row]].order for row in answers}
    return sorted(answers, key=lambda row: (not orders[row][0], orders[row][1]), reverse=True)


def _within_words(view: StoryView, rows: Sequence[int], words: int) -> frozenset[int]:
    """Return as many rows, given best first, as fit so many printed words; not even one is an error."""
    kept, left, least = set[int](), words, 0
    for row in rows:
        document = view.documents[view.document_of[row]]
        size = count_printed_words(_printed(view, row), document_language(document))
        least = min(least or size, size)
        if size <= left:
            kept.add(row)
            left -= size
    if rows and not kept:
        raise BudgetError(
            f"No sentence of this report fits {words} words.", given=str(words), allowed=f"At least {least} words.",
            advice="Give more words.",
        )  # fmt: skip
    return frozenset(kept)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What documents hold on a question: evidence, answers, what sources differ on, and which claims were ruled out."""

    evidence: Evidence
    answers: Answers
    answered: bool
    disagreements: tuple[Disagreement, ...]
    disproved: Mapping[int, int]


def _find(view: StoryView, asked: Question) -> _Found:
    evidence = find_evidence(view, asked)
    best = sorted(evidence.rows[:_COMPARED_ROWS])
    disagreements = _disagreements(view, best)
    disproved = disproved_rows(view, best)
    if evidence.rows:
        scores = current(view, Scores(evidence.scores, evidence.features), disagreements).values
        # What was supposed and ruled out belongs to the story of a question: it is marked, and not left out.
        ruled_out = list(disproved)
        scores[ruled_out] = evidence.scores[ruled_out]
        evidence = replace(evidence, scores=scores)
    answers = find_answers(view, asked, replaced=_replaced(view, disagreements) | frozenset(disproved))
    answered = answers.answers(asked) if asked.asks else evidence.answered
    return _Found(evidence, answers, answered, disagreements, disproved)


def _first_told(view: StoryView, asked: Question, found: _Found, count: int | None) -> list[int]:
    """Return the rows that come before the story: the answer, what comes nearest to one, or a topic in short."""
    if not (found.answered or found.evidence.answered):
        return []
    if not asked.asks:
        # Where few documents speak of a topic its own words tell it better than those of the others.
        return _in_short(view, asked, found, count) if found.evidence.is_gathered else []
    few = MOST_ANSWERS if count is None else min(MOST_ANSWERS, max(1, count // 2))
    return choose_answers(view, found.answers, most=few, printable=lambda row: bool(_printed(view, row)))


def _in_short(view: StoryView, asked: Question, found: _Found, count: int | None) -> list[int]:
    """Return the summary of a topic, in time order: what a reader who stops after it should know.

    It is chosen as a whole, as `summarize --question` does: sentence after sentence the best evidence tells less.
    """
    words = _IN_SHORT_WORDS if count is None else min(_IN_SHORT_WORDS, _SENTENCE_WORDS * count)
    recipe = make_recipe(question=asked.text, annotate=False, words=words)
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    picks = sorted(summarize_view(view, recipe).picks, key=lambda pick: -pick.score)
    rows = [row for pick in picks if (row := row_of[pick.ref]) not in found.disproved and _printed(view, row)]
    # Where they are too many for the report, the weakest go: in order of time it would be the latest.
    return sorted(rows[:count])


def _opening(view: StoryView, first: Sequence[int], *, asks: bool, refused: bool) -> tuple[Section, ...]:
    if not first:
        return ()
    refs = tuple(view.sentences[row].ref for row in first)
    if not asks:
        return (Section(IN_SHORT, "short", refs),)
    return (Section(NEAREST, "nearest", refs) if refused else Section(ANSWER, "answer", refs),)


def _told(view: StoryView, evidence: Evidence, count: int | None, first: Sequence[int]) -> list[int]:
    """Return the rows to tell, the most worth telling first; a byline, a caption or a heading is never told."""
    if not evidence.answered or count == 0:
        return []
    lifted = evidence.told_first(first) if first else evidence
    # Copies may differ by what is never printed, such as a dateline: of equal texts the first is told.
    printed = {_printed(view, row) for row in first}
    figures = frozenset[tuple[str, Decimal]]().union(*(_figures(view, row) for row in first))

    def printable(row: int) -> bool:
        text = _printed(view, row)
        fresh = text not in printed and ends_as_a_sentence(text)
        printed.add(text)
        return fresh and (not figures or figures.isdisjoint(_figures(view, row)))

    return list(choose_rows(view, lifted, count=count, printable=printable, first=first))


def _figures(view: StoryView, row: int) -> frozenset[tuple[str, Decimal]]:
    """Return the tolls and the like that a row gives: told with the answer, they are not told again."""
    return view.told(common_figures, row, view.documents[view.document_of[row]].published)


def _printed(view: StoryView, row: int) -> str:
    """Return a row as it is printed; nothing where it is a byline, an advertisement, a caption or other junk."""
    text = view.sentences[row].text
    return "" if view.told(check_sentence, row).junk else trim(text, view.language_of(row)).text


def _picks(view: StoryView, found: _Found, rows: Sequence[int]) -> list[Pick]:
    covered = who_else(view, rows) if rows else []
    answers, evidence = found.answers.scores, found.evidence
    return [
        Pick(
            ref=view.sentences[row].ref,
            score=float(evidence.scores[row]),
            features={
                **{name: float(values[row]) for name, values in evidence.features.items()},
                "answer": float(answers.get(row, 0.0)),
            },
            covers=tuple(view.sentences[other].ref for other in others),
            sentence=view.sentences[row],
            written=_printed(view, row),
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


def _disagreements(view: StoryView, rows: Sequence[int]) -> tuple[Disagreement, ...]:
    """Return what the best evidence differs on; who copied one another counts as one."""
    if not rows:
        return ()
    part = view.part(rows)
    copies = {copy: group.first for group in near_copies(part.documents) for copy in group.copies}
    return find_disagreements(part, copies=copies)


def _touched(found: Sequence[Disagreement], picks: Sequence[Pick]) -> tuple[Disagreement, ...]:
    """Return the disagreements that a report touches."""
    told = {ref for pick in picks for ref in (pick.ref, *pick.covers)}
    return tuple(each for each in found if any(told.intersection(value.refs) for value in each.values))


def _replaced(view: StoryView, found: Sequence[Disagreement]) -> frozenset[int]:
    """Return the rows whose figure was replaced and that give none in force."""
    row_of = {sentence.ref: row for row, sentence in enumerate(view.sentences)}
    values = [value for each in found for value in each.values]
    current = {ref for value in values if not value.superseded for ref in value.refs}
    return frozenset(row_of[ref] for value in values if value.superseded for ref in value.refs if ref not in current)


def _disproofs(view: StoryView, found: _Found, rows: Sequence[int]) -> tuple[Disproof, ...]:
    """Return which of the told rows were ruled out later, in time order."""
    return tuple(
        Disproof(view.sentences[row].ref, view.sentences[found.disproved[row]].ref)
        for row in sorted(rows)
        if row in found.disproved
    )
