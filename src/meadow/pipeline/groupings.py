"""Sentences that say the same across the documents of a story."""

from __future__ import annotations

from meadow.grouping import GROUPERS
from meadow.grouping.groups import make_groups
from meadow.ingest.frames import Documents
from meadow.model import Grouping
from meadow.pipeline.presets import DEFAULT_METHOD, settled
from meadow.pipeline.views import Idf, check_background, stamp_view, story_view
from meadow.recipe import Recipe
from meadow.vectors.view import StoryView


def group(
    documents: Documents, *, method: str = DEFAULT_METHOD, idf: Idf = None, recipe: Recipe | None = None
) -> Grouping:
    """Return the sentences of all documents, as one story, in groups that say the same across documents."""
    return group_view(story_view(documents, idf=idf), Recipe(group=method) if recipe is None else recipe)


def group_view(view: StoryView, recipe: Recipe | None = None) -> Grouping:
    """Return the groups of a story that has been analysed already, the most important first."""
    chosen = settled(Recipe() if recipe is None else recipe)
    check_background(chosen, view.background)
    grouper = GROUPERS.build(chosen.group)
    groups = make_groups(view, grouper(view))
    grouped = {ref for each in groups for ref in each.members}
    ungrouped = tuple(sentence.ref for sentence in view.sentences if sentence.ref not in grouped)
    texts = {f"{each.ref.document_id}:{each.ref.index}": each.text for each in view.sentences if each.ref in grouped}
    return Grouping(groups, ungrouped, stamp_view(view, chosen.parts("group")), texts)
