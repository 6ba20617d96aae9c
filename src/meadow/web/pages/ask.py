"""`/ask`: a question, the cited report that answers it, and the evidence for a language model one click away."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from json import dumps
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from meadow.brief.evidence import evidence_of
from meadow.brief.json import pack_value, report_value
from meadow.brief.markdown import format_report_markdown
from meadow.brief.places import split_cited
from meadow.brief.report import NO_ANSWER, about, concept_lines, facts_of, parts_of
from meadow.brief.wording import outlet_counts, zones_differ
from meadow.errors import MeadowError, UsageError
from meadow.model import Document, Report
from meadow.web.errors import NotFoundError
from meadow.web.site import Here, Site, page

LENGTHS = (5, 10, 20, 50)
TOKENS = 2_000
_MOST_TOKENS = 100_000
_NAME = "r"

router = APIRouter(include_in_schema=False)
Text = Annotated[str, Query()]
Story = Annotated[str | None, Query()]


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A question, its story (None: all), and the maximum length of the report."""

    q: str
    story: str | None
    sentences: int

    def url(self, kind: str) -> str:
        """Return where the report or the evidence is had as a file: `report.md` or `pack.json`."""
        given = {"q": self.q, "story": self.story, "sentences": str(self.sentences)}
        return f"/ask/{kind}?{urlencode({name: each for name, each in given.items() if each is not None}, errors='replace')}"


@router.get("/ask")
def ask(request: Request, site: Here, q: Text = "", story: Story = None, sentences: str = "20") -> Response:
    """Show a question with the report that answers it; one that cannot be answered is shown with the reason."""
    asked = QuestionForm(q.strip(), story or None, LENGTHS[2])
    values: dict[str, object] = {}
    error: UsageError | None = None
    try:
        asked = QuestionForm(asked.q, asked.story, _read_length(sentences))
        if asked.q:
            answered = site.workspace.report(asked.q, story_id=asked.story, sentences=asked.sentences)
            values = {} if answered.report is None else _laid_out(answered.report, answered.documents)
        headline = None if asked.story is None else site.workspace.story(asked.story, keep=False).brief.headline.text
    except UsageError as refused:
        error, headline = refused, None
    answer = page(
        request, "ask.html", title=f"{asked.q}: report" if asked.q else "Ask", asked=asked, lengths=LENGTHS, error=error,
        name=_NAME, laid_out=values, headline=headline, no_answer=NO_ANSWER,
    )  # fmt: skip
    answer.status_code = HTTPStatus.OK if error is None else HTTPStatus.BAD_REQUEST
    return answer


@router.get("/ask/report.md")
def report_markdown(site: Here, q: Text, story: Story = None, sentences: str = "20") -> Response:
    """Return the report as Markdown."""
    made, documents = _reported(site, q, story, sentences)
    return _file(format_report_markdown(made, documents), "text/markdown", "report.md")


@router.get("/ask/report.json")
def report_json(site: Here, q: Text, story: Story = None, sentences: str = "20") -> Response:
    """Return the report as `meadow report --json` prints it."""
    made, _ = _reported(site, q, story, sentences)
    return _file(_json(report_value(made)), "application/json", "report.json")


@router.get("/ask/pack.{kind}")
def pack(site: Here, kind: str, q: Text, story: Story = None, tokens: str = str(TOKENS)) -> Response:
    """Return the evidence for a language model: `pack.md` is the text to hand over, `pack.json` has its sentences too."""
    if kind not in ("md", "json"):
        raise NotFoundError("There is no evidence in this form.", given=kind, allowed="pack.md, pack.json")
    packed = site.workspace.pack(q.strip(), story_id=story or None, tokens=_read_tokens(tokens)).pack
    if packed is None:
        raise _nothing(q)
    if kind == "md":
        return _file(packed.text, "text/markdown", "pack.md")
    return _file(_json(pack_value(packed)), "application/json", "pack.json")


def _reported(site: Site, q: str, story: str | None, sentences: str) -> tuple[Report, tuple[Document, ...]]:
    answered = site.workspace.report(q.strip(), story_id=story or None, sentences=_read_length(sentences))
    if answered.report is None:
        raise _nothing(q)
    return answered.report, answered.documents


def _nothing(q: str) -> MeadowError:
    return NotFoundError("No article has any word of this question.", given=q, advice="Ask in other words.")


def _laid_out(report: Report, documents: tuple[Document, ...]) -> dict[str, object]:
    """Return a report as the template reads it, in the parts that its own page has."""
    sections = parts_of(report, documents)
    citations = [citation for part in sections for citation in part.citations]
    cited = {citation.document.id: citation.document for citation in citations}
    return {
        "report": report, "documents": documents, "sections": sections, "citations": citations,
        "facts": facts_of(report, documents), "concepts": tuple(concept_lines(report)), "about": about(report),
        "sentences": split_cited(citations) | evidence_of(report, documents),
        "zoned": zones_differ(documents), "outlets": outlet_counts(cited.values()),
    }  # fmt: skip


def _read_length(text: str) -> int:
    if text not in map(str, range(1, LENGTHS[-1] + 1)):
        raise UsageError(
            f"{text!r} is no length of a report.", given=text, allowed=f"Sentences from 1 to {LENGTHS[-1]}."
        )
    return int(text)


def _read_tokens(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > len(str(_MOST_TOKENS)) or int(text) > _MOST_TOKENS:
        raise UsageError(f"{text!r} is no number of tokens.", given=text, allowed=f"From 1 to {_MOST_TOKENS:,}.")
    return int(text)


def _json(value: object) -> str:
    return dumps(value, ensure_ascii=False, indent=2) + "\n"


def _file(text: str, kind: str, name: str) -> Response:
    body = text.encode("utf-8", "replace")
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=f"{kind}; charset=utf-8", headers=headers)
