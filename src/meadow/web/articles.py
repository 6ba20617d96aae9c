"""The articles of a story as its table shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from meadow.brief.places import documents_by_id
from meadow.brief.wording import outlet
from meadow.model import Document
from meadow.web.addresses import encoded
from meadow.workspace.reading import StoryEntry

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class Article:
    """An article: as what it is cited, whether it is new to the reader or in doubt, and what it copies.

    `likeness` is how alike it was to the story when it came; None of one that opened a story.
    """

    document: Document
    numbers: Sequence[int]
    new: bool
    doubtful: bool
    copy_of: str | None
    likeness: float | None

    @property
    def key(self) -> str:
        """Its id as a form sends it, whatever characters it holds."""
        return encoded(self.document.id)


def article_rows(
    entry: StoryEntry, numbers: Mapping[str, Sequence[int]], likeness: Mapping[str, float]
) -> list[Article]:
    """Return a story's articles, the latest first and undated ones last; `numbers` are those they are cited as."""
    brief = entry.brief
    copies, doubtful = _copies(entry), set(() if brief.doubt is None else brief.doubt.document_ids)
    dated = [each for each in brief.documents if each.published is not None]
    ordered = [*reversed(dated), *(each for each in brief.documents if each.published is None)]
    return [
        Article(
            each, numbers.get(each.id, ()), each.id in entry.new, each.id in doubtful, copies.get(each.id),
            likeness.get(each.id),
        )
        for each in ordered
    ]  # fmt: skip


def _copies(entry: StoryEntry) -> dict[str, str]:
    """Return whom each copy is of, and how much of it was taken: Harbour Wire, 92 %."""
    by_id = documents_by_id(entry.brief.documents)
    return {
        copy: f"{outlet(by_id[group.first])}, {round(_PERCENT * share)} %"
        for group in entry.brief.copies
        for copy, share in zip(group.copies, group.shares, strict=True)
    }
