"""Updates: what the latest documents say that earlier ones, or a text you have read, did not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from meadow.errors import InputError
from meadow.model import Document
from meadow.provenance import data_digest
from meadow.recipe import Recipe
from meadow.vectors.sameness import novelty
from meadow.vectors.view import StoryView, view_documents

_READ = "known"  # the id of a text that was given as it is; it never shows

Known = Iterable[Document] | str | None


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """What a summary may draw on: the whole story, the part that is new, and which of its sentences say something new.

    `fresh` is None where no one asked for news: then the part is the whole. `known` is a digest of what was read elsewhere.
    """

    story: StoryView
    view: StoryView
    fresh: NDArray[np.bool_] | None = None
    known: str | None = None


def find_material(story: StoryView, recipe: Recipe, *, known: Known = None) -> Material:
    """Return what of a story a recipe asks for: all of it, or only what is new.

    New are documents published at `recipe.since` or later, or without a time; the others are known, and so is what was read
    elsewhere: documents, or a text.
    """
    read = _read_documents(known)
    digest = data_digest(read) if read else None
    _check_known(recipe, digest)
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


def _check_known(recipe: Recipe, digest: str | None) -> None:
    """Raise an error where a recipe was made for other reading than is given."""
    if recipe.known is not None and recipe.known != digest:
        raise InputError(
            f"The recipe counts on other reading than was given: known:{recipe.known}.",
            given="nothing" if digest is None else f"known:{digest}",
            advice="Give the documents or the text that it was made with as known=, or leave known out of the recipe.",
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
    read_ids = {document.id for document in read}
    rows = [row for row in np.flatnonzero(earlier).tolist() if story.sentences[row].ref.document_id not in read_ids]
    known = story.part(rows).beside(view_documents(read))
    return novelty(view, known) if len(known) else np.ones(len(view), dtype=np.bool_)
