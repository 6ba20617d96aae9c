"""The jobs, each a few methods in order: track, summarize, headline, group, digest. The only place where methods meet.

A public function takes words and makes a recipe of them; what it calls takes the recipe. Names that end in `_view` work on a
story that has been analysed already.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from meadow.pipeline.briefs import brief_view
    from meadow.pipeline.digests import digest, single_digest
    from meadow.pipeline.groupings import group, group_view
    from meadow.pipeline.headings import (
        HEADLINE_METHODS,
        headline,
        headline_view,
        propose_headlines,
        propose_headlines_view,
    )
    from meadow.pipeline.summaries import (
        explain,
        explain_material,
        explain_view,
        later_step,
        summarize,
        summarize_material,
        summarize_view,
    )
    from meadow.pipeline.timelines import timeline, timeline_view
    from meadow.pipeline.tracks import explain_tracks, iter_assignments, make_tracker, settled_assignments, track
    from meadow.pipeline.updates import find_material
    from meadow.pipeline.views import Idf, Progress, background, story_view

# Jobs load on first use: who wants one summary does not wait for trackers and headlines.
_EXPORTS = {
    "meadow.pipeline.briefs": "brief_view",
    "meadow.pipeline.digests": "digest single_digest",
    "meadow.pipeline.groupings": "group group_view",
    "meadow.pipeline.headings": "HEADLINE_METHODS headline headline_view propose_headlines propose_headlines_view",
    "meadow.pipeline.summaries": (
        "explain explain_material explain_view later_step summarize summarize_material summarize_view"
    ),
    "meadow.pipeline.timelines": "timeline timeline_view",
    "meadow.pipeline.tracks": "explain_tracks iter_assignments make_tracker settled_assignments track",
    "meadow.pipeline.views": "Idf Progress background story_view",
    "meadow.pipeline.updates": "find_material",
}
_HOMES = {name: module for module, names in _EXPORTS.items() for name in names.split()}

__all__ = [
    "HEADLINE_METHODS",
    "Idf",
    "Progress",
    "background",
    "brief_view",
    "digest",
    "explain",
    "explain_material",
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
    "timeline",
    "timeline_view",
    "track",
]


def __getattr__(name: str) -> Any:
    module = _HOMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    member = globals()[name] = getattr(import_module(module), name)
    return member
