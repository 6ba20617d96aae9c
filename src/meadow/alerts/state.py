"""A story with some articles that are new: what alerts are found in."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from meadow.brief.wording import title_text
from meadow.grouping.disagreement import find_differences
from meadow.model import CopyGroup, Disagreement, Document, independent_sources
from meadow.text.background import Background
from meadow.vectors.near_copies import view_copies
from meadow.vectors.view import StoryView, view_documents


@dataclass(frozen=True, slots=True, eq=False)
class StoryState:
    """A story as it is now, analysed once, and the ids of its articles that are new."""

    story_id: str
    view: StoryView
    new: frozenset[str]
    copies: tuple[CopyGroup, ...]
    name: str | None = None

    @property
    def documents(self) -> tuple[Document, ...]:
        """All articles, in time order."""
        return self.view.documents

    @property
    def earlier(self) -> tuple[Document, ...]:
        """The articles that were there before."""
        return tuple(each for each in self.documents if each.id not in self.new)

    @property
    def title(self) -> str:
        """The name of the story: given by a person, or that of its latest article."""
        return title_text(self.documents[-1]) if self.name is None else self.name

    def sources(self, documents: Iterable[Document]) -> tuple[str, ...]:
        """Return the independent sources of some of the articles."""
        return independent_sources(documents, self.copies)

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Return what the sources differ on; a single source differs with nobody."""
        if len(self.sources(self.documents)) < 2:
            return ()
        copies = {copy: each.first for each in self.copies for copy in each.copies}
        return find_differences(self.view, copies=copies).disagreements


def read_state(
    story_id: str,
    documents: Iterable[Document],
    new: Collection[str],
    *,
    name: str | None = None,
    background: Background | None = None,
) -> StoryState:
    """Return a story's state; `new` are the ids of articles that came since it was last looked at."""
    view = view_documents(documents, background=background)
    return StoryState(story_id, view, frozenset(new), view.kept(view_copies), name)
