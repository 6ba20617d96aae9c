"""What every job begins and ends with: a story analysed once, and the stamp of what was made from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from meadow.engines import Engine
from meadow.errors import InputError
from meadow.ingest.frames import Documents, documents_from
from meadow.ingest.idf import load_idf_table
from meadow.model import Document, Run
from meadow.pipeline.analysing import split_documents
from meadow.provenance import data_digest, run_stamp, stamp_of
from meadow.recipe import Recipe
from meadow.text.background import Background, name_of
from meadow.text.japanese import reading_parts
from meadow.vectors.view import StoryView, check_unique_ids, view_documents

Progress = Callable[[str, int, int], None]  # a phase, how much of it is done, and its total
Idf = Background | str | Path | None
_OWN_FREQUENCIES = re.compile(r"wordfreq-[\w+-]*")  # how signatures call the lists that come with the languages


def background(idf: Idf) -> Background | None:
    """Return the background that was asked for: one as it is, a file's table, or None for each language's own."""
    return load_idf_table(idf) if isinstance(idf, str | Path) else idf


def story_view(documents: Documents, *, idf: Idf = None, engine: Engine | None = None) -> StoryView:
    """Return all documents as one story, analysed once for whatever is made from it; by the workers of an engine."""
    given = documents_from(documents)
    if not given:
        raise InputError("There is no document to work on.", given="0 documents", advice="Give at least one.")
    split = None if engine is None or engine.spec == "local" else partial(split_documents, engine=engine)
    return view_documents(given, background=background(idf), split=split)


def in_time_order(documents: Documents) -> list[Document]:
    """Return documents as they were published; an id that occurs twice is an error."""
    ordered = sorted(documents_from(documents), key=lambda document: document.order)
    check_unique_ids(ordered)
    return ordered


def stamp_view(view: StoryView, parts: dict[str, str]) -> Run:
    """Return the stamp of a result made from a view in the way that the parts of a recipe tell."""
    return stamp_of(named_words(parts, view.background, view.languages), view.kept(_digest_of_view))


def _digest_of_view(view: StoryView) -> str:
    """Return what tells a story's documents from others; summary and headline are both stamped with it."""
    return data_digest(view.documents)


def stamp(
    parts: dict[str, str], documents: Sequence[Document], table: Background | None, languages: Iterable[str]
) -> Run:
    """Return the stamp of a result made from documents; it says how their words were split and weighed."""
    return run_stamp(named_words(parts, table, languages), documents)


def named_words(parts: dict[str, str], table: Background | None, languages: Iterable[str]) -> dict[str, str]:
    """Return the parts of a signature with those that say how words were split and weighed."""
    known = frozenset(languages)
    return {**parts, "background": name_of(table, known), **reading_parts(known)}


def check_background(recipe: Recipe, table: Background | None) -> None:
    """Raise an error where a recipe was made for another background than is given."""
    wanted = recipe.background
    # A digest without a story weighed no word, and names no frequencies.
    if wanted is None or wanted == "" or (table is None and _OWN_FREQUENCIES.fullmatch(wanted)):
        return
    if table is None or name_of(table, ()) != wanted:
        raise InputError(
            f"The recipe weighs words by {wanted!r}.",
            given="no background" if table is None else name_of(table, ()),
            advice="Give that table as idf=, or leave the background out of the recipe.",
        )
