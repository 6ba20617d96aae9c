"""`/d/ID`: one document, its sentences numbered, those that a summary uses marked, and its revisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.wording import title_text
from meadow.errors import UsageError
from meadow.model import Document, Revision, Sentence
from meadow.text.sentences import document_sentences
from meadow.web.addresses import story_url
from meadow.web.errors import NotFoundError
from meadow.web.revisions import Change, compare
from meadow.web.site import Here, Reader, page
from meadow.workspace import Workspace
from meadow.workspace.reading import StoryEntry

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A sentence with its number: as what the story's summary cites it, or which citation says the same."""

    number: int
    text: str
    cited: int | None
    echoed: int | None
    opens: bool


@dataclass(frozen=True, slots=True)
class Use:
    """The story that a document is in, and the numbers under which its summary uses the document."""

    entry: StoryEntry
    cited: Mapping[int, int]
    echoed: Mapping[int, int]

    @property
    def url(self) -> str:
        """The address of the story."""
        return story_url(self.entry.row.id)

    @property
    def cites(self) -> list[tuple[int, int]]:
        """The numbers of citations, each with the number of the sentence that is cited."""
        return sorted((number, index + 1) for index, number in self.cited.items())


@router.get("/d/{document_id:id}")
def document(request: Request, site: Here, reader: Reader, document_id: str) -> Response:
    """Show a document, in its last revision or in the one that is asked for, or what changed in that one."""
    revisions = site.workspace.store.revisions(document_id)
    if not revisions:
        raise NotFoundError(
            f"There is no document {document_id!r} in this workspace.", given=document_id,
            advice="It may have been forgotten on request. The list of stories is at /.",
        )  # fmt: skip
    shown = _asked(revisions, request.query_params.get("revision", "").strip())
    use = _use(site.workspace, shown.document, reader) if shown is revisions[-1] else None
    changes = _changes(revisions, shown) if request.query_params.get("changes", "") else None
    return page(
        request, "document.html", title=title_text(shown.document), document=shown.document, shown=shown,
        revisions=revisions, use=use, sentences=number_sentences(shown.document, use), changes=changes,
        comparing=request.query_params.get("changes", "") != "",
    )  # fmt: skip


def number_sentences(document: Document, use: Use | None) -> list[NumberedSentence]:
    """Return a document's sentences with their numbers, from 1; one that opens a paragraph says so."""
    cited, echoed = ({}, {}) if use is None else (use.cited, use.echoed)
    sentences = document_sentences(document)
    return [
        NumberedSentence(
            index + 1,
            " ".join(each.text.split()),
            cited.get(index),
            echoed.get(index),
            _opens(document, sentences, index),
        )
        for index, each in enumerate(sentences)
    ]


def _opens(document: Document, sentences: Sequence[Sentence], index: int) -> bool:
    return index == 0 or document.text[sentences[index - 1].end : sentences[index].start].count("\n") > 1


def _use(workspace: Workspace, document: Document, reader: str) -> Use | None:
    story_id = workspace.store.story_of([document.id]).get(document.id)
    if story_id is None:
        return None
    entry = workspace.story(story_id, reader=reader, keep=False)
    picks = list(enumerate(entry.brief.summary.picks, start=1))
    cited = {pick.ref.index: number for number, pick in picks if pick.ref.document_id == document.id}
    echoed = {ref.index: number for number, pick in picks for ref in pick.covers if ref.document_id == document.id}
    return Use(entry, cited, echoed)


def _asked(revisions: Sequence[Revision], text: str) -> Revision:
    """Return the revision that is asked for: the last one if none is."""
    if not text:
        return revisions[-1]
    for each in revisions:
        if str(each.number) == text:
            return each
    raise UsageError(
        f"There is no revision {text!r} of this document.", given=text,
        allowed=f"Revisions: {', '.join(str(each.number) for each in revisions)}.",
    )  # fmt: skip


def _changes(revisions: Sequence[Revision], shown: Revision) -> list[Change] | None:
    """Return what a revision changed in the one before; None where there is none, or both are too long."""
    index = revisions.index(shown)
    return compare(revisions[index - 1].document, shown.document) if index else None
