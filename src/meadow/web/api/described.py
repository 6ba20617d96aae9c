"""What OpenAPI says of every answer, so that generated clients have types; and the refusal of queries that nobody knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.requests import Request

from meadow.brief.schemas import BriefShape, CheckShape, PackShape, ReportShape, SearchShape, StoriesShape
from meadow.errors import UnknownNameError


class DoneShape(TypedDict, total=False):
    """What a change that has nothing to show answers: that it was done, and to what."""

    done: bool
    story: str
    name: str
    key: str
    source: str
    place: str


class CorrectionShape(TypedDict):
    """A correction, whose number takes it back."""

    number: int
    kind: str
    documents: list[str]
    others: list[str]
    name: str | None
    made: str | None
    undone: bool


class WatchShape(TypedDict):
    """A saved question."""

    name: str
    query: str
    made: str | None


class WatchesShape(TypedDict):
    """All saved questions."""

    watches: list[WatchShape]


class WatchedShape(TypedDict):
    """The ids of the stories that a watch matches."""

    stories: list[str]


class SourceShape(TypedDict):
    """A source and its state."""

    key: str
    kind: str
    title: str | None
    checked: str | None
    succeeded: str | None
    next_check: str | None
    failures: int
    problem: str | None
    moved: str | None
    documents: int


class SourcesShape(TypedDict):
    """All sources; `stopped` says why following has stopped for now."""

    sources: list[SourceShape]
    followed: bool
    stopped: str | None


class QuarantinedShape(TypedDict):
    """An item that could not be stored."""

    source: str
    place: str
    reason: str
    first: str | None
    last: str | None
    tries: int


class QuarantineShape(TypedDict):
    """All items that could not be stored."""

    items: list[QuarantinedShape]


_ANSWERS: Mapping[tuple[str, str], Any] = {
    ("get", "/api/stories"): StoriesShape,
    ("get", "/api/story/{story_id}"): BriefShape,
    ("get", "/api/search"): SearchShape,
    ("get", "/api/report"): ReportShape,
    ("get", "/api/pack"): PackShape,
    ("post", "/api/check"): CheckShape,
    ("post", "/api/mark"): DoneShape,
    **{("post", f"/api/{verb}"): CorrectionShape for verb in ("merge", "split", "rename", "undo")},
    ("get", "/api/watch"): WatchesShape,
    ("post", "/api/watch"): WatchShape,
    ("delete", "/api/watch"): DoneShape,
    ("get", "/api/watched"): WatchedShape,
    ("get", "/api/sources"): SourcesShape,
    ("post", "/api/sources"): SourceShape,
    ("delete", "/api/sources"): DoneShape,
    ("post", "/api/sources/retry"): SourceShape,
    ("get", "/api/quarantine"): QuarantineShape,
    ("delete", "/api/quarantine"): DoneShape,
}
_REFERENCE = "#/components/schemas/{name}"


def check_query(request: Request) -> None:
    """Raise an error if a query has a parameter that its path does not know: a misspelt filter would filter nothing."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute):
        return
    known = [each.alias for each in route.dependant.query_params]
    for name in request.query_params:
        if name not in known:
            raise UnknownNameError("parameter of this path", name, known)


def describe_answers(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """Return what makes an app's OpenAPI, with the shape of every answer of the API in it."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        document = make()
        kinds = list(dict.fromkeys(_ANSWERS.values()))
        references, components = msgspec.json.schema_components(kinds, ref_template=_REFERENCE)
        document.setdefault("components", {}).setdefault("schemas", {}).update(components)
        schemas = dict(zip(kinds, references, strict=True))
        for (method, path), kind in _ANSWERS.items():
            answer = document["paths"][path][method]["responses"]["200"]
            answer["content"]["application/json"]["schema"] = schemas[kind]
        return document

    return openapi
