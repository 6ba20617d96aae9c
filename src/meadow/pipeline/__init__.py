"""The jobs, each a few methods in order: track, summarize, headline, group, digest. The only place where methods meet.

A public function takes words and makes a recipe of them; what it calls takes the recipe. Names that end in `_view` work on a
story that has been analysed already.
"""

from meadow.pipeline.digests import brief_view, digest, single_digest
from meadow.pipeline.groupings import group, group_view
from meadow.pipeline.headings import (
    HEADLINE_METHODS,
    headline,
    headline_view,
    propose_headlines,
    propose_headlines_view,
)
from meadow.pipeline.summaries import explain, explain_view, later_step, summarize, summarize_material, summarize_view
from meadow.pipeline.tracks import explain_tracks, iter_assignments, make_tracker, settled_assignments, track
from meadow.pipeline.views import Idf, Progress, background, story_view
from meadow.updates import find_material

__all__ = [
    "HEADLINE_METHODS",
    "Idf",
    "Progress",
    "background",
    "brief_view",
    "digest",
    "explain",
    "explain_tracks",
    "explain_view",
    "find_material",
    "group",
    "group_view",
    "headline",
    "headline_view",
    "iter_assignments",
    "later_step",
    "make_tracker",
    "propose_headlines",
    "propose_headlines_view",
    "settled_assignments",
    "single_digest",
    "story_view",
    "summarize",
    "summarize_material",
    "summarize_view",
    "track",
]
