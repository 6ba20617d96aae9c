"""One summary of a story, and why its sentences rank as they do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from meadow.ingest.frames import Documents
from meadow.model import CopyGroup, Disagreement, Explanation, ScoreRow, Scores, Summary
from meadow.pipeline.choices import choices
from meadow.pipeline.chosen import Chosen
from meadow.pipeline.extract import write_extract
from meadow.pipeline.presets import DEFAULT_METHOD, make_recipe, settled
from meadow.pipeline.updates import Known, Material, find_material
from meadow.pipeline.views import Idf, check_background, stamp_view, story_view
from meadow.rank import RANKERS
from meadow.rank.centroid import view_centroid
from meadow.rank.length import length
from meadow.recipe import Recipe
from meadow.rewrite import REWRITERS
from meadow.select import SELECTORS
from meadow.select.budget import Note
from meadow.superseded import FIGURES, NO_FIGURES
from meadow.vectors.view import StoryView

# What a summary's signature says of its recipe; the background and the documents follow.
SUMMARY_PARTS = ("rank", "figures", "select", "rewrite", "budget", "since", "known", "extract", "annotate")
_PLAIN_DIALECT = "meadow"


def summarize(
    documents: Documents,
    *,
    method: str = DEFAULT_METHOD,
    rank: str | None = None,
    figures: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    question: str | None = None,
    since: datetime | str | None = None,
    known: Known = None,
    extract: Chosen | Summary | None = None,
    annotate: bool = True,
    idf: Idf = None,
    recipe: Recipe | None = None,
) -> Summary:
    """Return one summary of all documents as one story: extractive, in time order, each sentence tied to its source.

    At most one length may be given; without any it is 100 words. A question makes sentences that answer it weigh more.
    With `since` or `known` only what is new is told: what documents published from then on say that earlier ones, or the
    known documents or text, did not. With `extract`, a summary or sentences that were chosen before, nothing is ranked: a
    selector works on those sentences alone, and without one as many of the best as fit are rewritten. Without
    `annotate` only the text is made, in less time: not who else says a sentence, and not what the sources disagree on. A
    recipe stands for all that but the data: documents, `known`, `extract` and `idf`.
    """
    chosen_before = Chosen.of(extract) if isinstance(extract, Summary) else extract
    chosen = make_recipe(
        method=method, rank=rank, figures=figures, select=later_step(select, chosen_before), rewrite=rewrite,
        sentences=sentences, words=words, characters=characters, percent=percent, seed=seed, question=question, since=since,
        annotate=annotate, recipe=recipe,
    )  # fmt: skip
    material = find_material(story_view(documents, idf=idf), chosen, known=known, extract=chosen_before)
    return summarize_material(material, chosen)


def later_step(select: str | None, extract: Chosen | None) -> str | None:
    """Return the selector to start with: where sentences were chosen before and none is asked for, rewriting is next."""
    return "top" if select is None and extract is not None else select


def summarize_view(
    view: StoryView, recipe: Recipe, *, story_id: str | None = None, copies: tuple[CopyGroup, ...] | None = None
) -> Summary:
    """Return the summary of a story that has been analysed already; its near-copies are looked for unless given."""
    return summarize_material(find_material(view, recipe), recipe, story_id=story_id, copies=copies)


def summarize_material(
    material: Material, recipe: Recipe, *, story_id: str | None = None, copies: tuple[CopyGroup, ...] | None = None
) -> Summary:
    """Return the summary of what a recipe may draw on."""
    return _summarized(material, recipe, story_id=story_id, copies=copies).summary


class _Summarized(NamedTuple):
    """A summary with the scores that it was made of: the ranker's, and those that the selector saw."""

    summary: Summary
    ranked: Scores
    corrected: Scores


def _summarized(
    material: Material,
    recipe: Recipe,
    *,
    story_id: str | None = None,
    copies: tuple[CopyGroup, ...] | None = None,
    notes: dict[int, Note] | None = None,
) -> _Summarized:
    if recipe.known is not material.known or recipe.extract is not material.extract:
        recipe = replace(recipe, known=material.known, extract=material.extract)
    recipe, view = settled(recipe), material.view
    check_background(recipe, view.background)
    selector, rewriter = SELECTORS.build(recipe.select), REWRITERS.build(recipe.rewrite)
    ranks_by_figures = material.given is None and recipe.figures != NO_FIGURES
    disagreements = _disagreements(view, copies) if recipe.annotate or ranks_by_figures else ()
    # Sentences that were chosen before come with their scores: nothing is ranked, and nothing ranked anew.
    parts = [part for part in SUMMARY_PARTS if material.given is None or part not in ("rank", "figures")]
    ranked: Scores = RANKERS.build(recipe.rank)(view) if material.given is None else material.given
    corrected: Scores = FIGURES.build(recipe.figures)(view, ranked, disagreements) if ranks_by_figures else ranked
    summary = write_extract(
        view,
        corrected,
        selector,
        rewriter,
        recipe.budget,
        story_id=story_id if story_id is not None else view.documents[0].id,
        run=stamp_view(material.story, recipe.parts(*parts)),
        disagreements=disagreements if recipe.annotate else (),
        covers=recipe.annotate,
        fresh=material.fresh,
        notes=notes,
    )
    return _Summarized(summary, ranked, corrected)


def _disagreements(view: StoryView, copies: tuple[CopyGroup, ...] | None) -> tuple[Disagreement, ...]:
    """Return what the sources differ on; those who copied one another count as one."""
    # Loaded only where more than the text is made.
    from meadow.grouping.disagreement import find_disagreements
    from meadow.vectors.near_copies import view_copies

    groups = view.kept(view_copies) if copies is None else copies
    return find_disagreements(view, copies={copy: group.first for group in groups for copy in group.copies})


def explain(
    documents: Documents,
    *,
    method: str = DEFAULT_METHOD,
    rank: str | None = None,
    figures: str | None = None,
    select: str | None = None,
    rewrite: str | None = None,
    sentences: int | None = None,
    words: int | None = None,
    characters: int | str | None = None,
    percent: float | None = None,
    seed: int | None = None,
    question: str | None = None,
    idf: Idf = None,
    recipe: Recipe | None = None,
) -> Explanation:
    """Return the centroid table and the score table of all documents as one story, with why each sentence is in or not.

    It takes what `summarize` takes, and explains the summary that `summarize` makes of it.
    """
    chosen = make_recipe(
        method=method, rank=rank, figures=figures, select=select, rewrite=rewrite, sentences=sentences, words=words,
        characters=characters, percent=percent, seed=seed, question=question, recipe=recipe,
    )  # fmt: skip
    return explain_material(find_material(story_view(documents, idf=idf), chosen), chosen)


def explain_material(material: Material, recipe: Recipe) -> Explanation:
    """Return both tables for what a recipe may draw on, and why each sentence is in its summary or not."""
    notes: dict[int, Note] = {}
    made = _summarized(material, recipe, notes=notes)
    explained = explain_view(material.view, recipe)
    reasons = choices(material.view, made.ranked, made.corrected, made.summary, notes, material.fresh)
    rows = tuple(replace(row, choice=choice) for row, choice in zip(explained.rows, reasons, strict=True))
    return replace(explained, rows=rows, run=made.summary.run)


def explain_view(view: StoryView, recipe: Recipe) -> Explanation:
    """Return the two tables for a story that has been analysed already, in the dialect of its ranker."""
    recipe = settled(recipe)
    check_background(recipe, view.background)
    ranker = RANKERS.build(recipe.rank)
    scores: Scores = ranker(view)
    dialect = str(dict(ranker.spec.keywords).get("dialect", _PLAIN_DIALECT))
    lengths = length(view, dialect=dialect).values
    rows = tuple(
        ScoreRow(
            sentence.ref.document_id,
            int(view.number[row]),
            int(lengths[row]),
            {name: float(values[row]) for name, values in scores.features.items() if name != "length"},
            float(scores.values[row]),
        )
        for row, sentence in enumerate(view.sentences)
    )
    centroid = tuple(view_centroid(view, dialect=dialect).table())
    return Explanation(centroid, rows, stamp_view(view, recipe.parts("rank")))
