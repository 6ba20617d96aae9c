"""`/api/report`, `/api/pack` and `/api/check`: questions answered from a workspace, and texts checked against it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from meadow.brief.json import pack_value, report_value
from meadow.brief.verdicts import verdicts_value
from meadow.web.api.shapes import ERRORS, LONGEST, Body, Name, Value
from meadow.web.errors import NotFoundError
from meadow.web.site import Here
from meadow.workspace.asking import LONGEST_QUESTION
from meadow.workspace.checking import MOST_CHARACTERS

_MOST_TOKENS = 100_000

router = APIRouter(responses=ERRORS)
Question = Annotated[str, Query(max_length=LONGEST_QUESTION)]
Story = Annotated[str | None, Query(max_length=LONGEST)]


@router.get("/report")
def report(
    site: Here, question: Question, story: Story = None, sentences: Annotated[int, Query(ge=1, le=50)] = 50
) -> Value:
    """Return the report that answers a question, as `report --json` prints it; `answered` says whether it does."""
    made = site.workspace.report(question, story_id=story, sentences=sentences).report
    if made is None:
        raise _nothing(question)
    return report_value(made)


@router.get("/pack")
def pack(
    site: Here, question: Question, story: Story = None, tokens: Annotated[int, Query(ge=1, le=_MOST_TOKENS)] = 2_000
) -> Value:
    """Return the best evidence for a question within `tokens`, as `pack --json` prints it."""
    made = site.workspace.pack(question, story_id=story, tokens=tokens).pack
    if made is None:
        raise _nothing(question)
    return pack_value(made)


class CheckBody(Body):
    """A text to check, and the story whose articles are its sources; without one they are found by its words."""

    text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]
    story: Name | None = None


@router.post("/check")
def check(site: Here, body: CheckBody) -> Value:
    """Return whether each sentence of a text is in its sources, as `check --json` prints it.

    The text may be plain, Markdown with citations, or the JSON of an answer as a string.
    """
    return verdicts_value(site.workspace.check_text(body.text, story_id=body.story).verdicts)


def _nothing(question: str) -> NotFoundError:
    return NotFoundError("No article has any word of this question.", given=question, advice="Ask in other words.")
