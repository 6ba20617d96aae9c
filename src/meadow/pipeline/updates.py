"""Updates: what the latest documents say that earlier ones, or a text you have read, did not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError
from meadow.model import Document, Scores
from meadow.pipeline.chosen import Chosen, check_chosen, chosen_rows
from meadow.provenance import data_digest
from meadow.recipe import Recipe
from meadow.vectors.view import StoryView, view_documents

_CALLED = {"known": "reading", "extract": "sentences"}
_READ = "known"  # the id of a text that was given as it is; it never shows

Known = Iterable[Document] | str | None


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What a summary may draw on: the whole story, the part that is new, and which of its sentences say something new.

    `fresh` is None where no one asked for news: then the part is the whole. `known` is a digest of what was read elsewhere.
    Where sentences were chosen before, `given` are their scores, `extract` their digest, and only they may go in.
    """

    story: StoryView
    view: StoryView
    fresh: NDArray[np.bool_] | None = None
    known: str | None = None
    given: Scores | None = None
    extract: str | None = None


def find_material(story: StoryView, recipe: Recipe, *, known: Known = None, extract: Chosen | None = None) -> Material:
    """Return what of a story a recipe asks for: all of it, only what is new, or only sentences that were chosen before."""
    material = _find_new(story, recipe, known)
    if extract is None:
        _check_data(recipe.extract, None, "extract")
        return material
    check_chosen(extract, story)
    _check_data(recipe.extract, extract.digest, "extract")
    given, rows = chosen_rows(extract, material.view)
    fresh = rows if material.fresh is None else rows & material.fresh
    return replace(material, fresh=fresh, given=given, extract=extract.digest)


def _find_new(story: StoryView, recipe: Recipe, known: Known) -> Material:
    """Return all of a story, or what of it is new.

    New are documents published at `recipe.since` or later, or without a time; the others are known, and so is what was read
    elsewhere: documents, or a text.
    """
    read = _read_documents(known)
    digest = data_digest(read) if read else None
    _check_data(recipe.known, digest, "known")
    if recipe.since is None and not read:
        return Material(story, story)
    earlier = _published_before(recipe.since, story)
    if earlier.all():
        # Nothing is new: the summary is empty, but it is still one of this story.
        return Material(story, story, np.zeros(len(story), dtype=np.bool_), digest)
    view = story.part(np.flatnonzero(~earlier).tolist())
    return Material(story, view, _fresh_rows(story, view, earlier, read), digest)


def _read_documents(known: Known) -> tuple[Document, ...]:
    given = (Document(_READ, text=known),) if isinstance(known, str) else tuple(known or ())
    return tuple({document.id: document for document in given}.values())


def _check_data(wanted: str | None, digest: str | None, name: str) -> None:
    """Raise an error where a recipe was made for other reading, or another extract, than is given."""
    if wanted is not None and wanted != digest:
        raise InputError(
            f"The recipe counts on other {_CALLED[name]} than was given: {name}:{wanted}.",
            given="nothing" if digest is None else f"{name}:{digest}",
            advice=f"Give what it was made with as {name}=, or leave {name} out of the recipe.",
        )


def _published_before(since: datetime | None, story: StoryView) -> NDArray[np.bool_]:
    """Return for each sentence whether its document came before a time."""
    before = [
        since is not None and document.published is not None and document.published < since
        for document in story.documents
    ]
    rows: NDArray[np.bool_] = np.array(before, dtype=np.bool_)[story.document_of]
    return rows


def _fresh_rows(
    story: StoryView, view: StoryView, earlier: NDArray[np.bool_], read: Sequence[Document]
) -> NDArray[np.bool_]:
    """Return for each new sentence whether it says what neither earlier documents nor what was read say."""
    from meadow.vectors.sameness import novelty  # needed only where something is known already

    read_ids = {document.id for document in read}
    rows = [row for row in np.flatnonzero(earlier).tolist() if story.sentences[row].ref.document_id not in read_ids]
    known = story.part(rows).beside(view_documents(read))
    return novelty(view, known) if len(known) else np.ones(len(view), dtype=np.bool_)
