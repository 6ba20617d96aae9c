"""The JSON of the API: the bodies of changes, the one shape of errors, and values of a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from meadow.brief.json import brief_value, moved_value
from meadow.model import Brief, Correction, Quarantined, SourceState, Watch
from meadow.web.wording import iso_text
from meadow.workspace.reading import StoryEntry

Value = dict[str, Any]
LONGEST = 4_096
Name = Annotated[str, Field(min_length=1, max_length=LONGEST)]


class Body(BaseModel):
    """A body of which every field is known: a misspelt one is an error, not a default."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error as JSON: the problem, the given value, the allowed ones, and advice."""

    problem: str
    given: str | None
    allowed: str | None
    advice: str | None


class Refusal(BaseModel):
    """An error, in the one shape that there is."""

    error: Problem


ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "What was sent cannot be done."},
    401: {"model": Refusal, "description": "The token is missing or wrong."},
    404: {"model": Refusal, "description": "There is nothing of that name."},
    422: {"model": Refusal, "description": "What was sent has not the shape that is described here."},
}


def entry_value(entry: StoryEntry, brief: Brief | None = None) -> Value:
    """Return a story as `stories --json` prints it, and what its reader has not seen of it; `brief` replaces its own."""
    own = {"name": entry.row.name, "new": list(entry.new), "moved": moved_value(entry.moved)}
    return brief_value(brief or entry.brief) | own


def correction_value(made: Correction) -> Value:
    """Return a correction, whose number takes it back."""
    return {
        "number": made.number, "kind": made.kind, "documents": list(made.documents), "others": list(made.others),
        "name": made.name, "made": time_value(made.made), "undone": made.undone,
    }  # fmt: skip


def source_value(state: SourceState) -> Value:
    """Return a source and its state."""
    return {
        "key": state.key, "kind": state.kind, "title": state.title, "checked": time_value(state.checked),
        "succeeded": time_value(state.succeeded), "next_check": time_value(state.next_check),
        "failures": state.failures, "problem": state.problem, "moved": state.moved, "documents": state.documents,
    }  # fmt: skip


def quarantined_value(item: Quarantined) -> Value:
    """Return an item that could not be stored."""
    return {
        "source": item.source, "place": item.place, "reason": item.reason, "first": time_value(item.first),
        "last": time_value(item.last), "tries": item.tries,
    }  # fmt: skip


def watch_value(watch: Watch) -> Value:
    """Return a watch."""
    return {"name": watch.name, "query": watch.query, "made": time_value(watch.made)}


def time_value(moment: datetime | None) -> str | None:
    """Return a time as machines read it; null where there is none."""
    return None if moment is None else iso_text(moment)


def done(**values: object) -> Mapping[str, object]:
    """Return what a change that has nothing to show answers."""
    return {"done": True, **values}
