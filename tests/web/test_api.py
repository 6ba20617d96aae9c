"""The JSON API: the verbs of a workspace, one shape of errors, and no error of its own whatever is sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from brief.hostile import STRINGS
from meadow.brief.json import brief_value, report_value
from meadow.brief.schemas import BriefShape, PackShape, ReportShape, SearchShape, StoriesShape
from meadow.model import Quarantined, SourceState
from meadow.store.contract import Wanted
from meadow.web.api import router
from meadow.web.api.described import QuarantineShape, SourcesShape, WatchesShape
from meadow.workspace import Workspace
from meadow.workspace.workspace import EVERY_STORY
from stories import document
from web.apps import NOW, ORIGIN, TOKEN, Reader, filled, reader_of
from web.live import serving
from workspace.test_relating import ENGLISH, SPANISH

BEARER = {"Authorization": f"Bearer {TOKEN}"}
JSON = {"Content-Type": "application/json"}
FEED = "http://harbour.example/feed.xml"


def call(reader: Reader, method: str, path: str, body: object = None, **query: str) -> httpx.Response:
    content = None if body is None else json.dumps(body)  # in ASCII, so that any text can be sent

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(reader.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=BEARER) as client:
            return await client.request(method, f"/api{path}", content=content, headers=JSON, params=query)

    # In a thread of its own: where a browser is driven, this one has an event loop running already.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, ask()).result()


def value(answer: httpx.Response) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    given: dict[str, Any] = answer.json()
    return given


def test_stories_and_a_story_have_the_shape_of_the_command_line(workspace: Workspace, reader: Reader) -> None:
    listed = value(call(reader, "GET", "/stories"))
    assert [story["id"] for story in listed["stories"]] == ["wire", "bridge-1"]
    assert listed["next"] is None
    told = value(call(reader, "GET", "/story/wire"))
    brief = workspace.story("wire").brief
    assert {**told, "name": None, "new": []} == {**json.loads(json.dumps(brief_value(brief))), "name": None, "new": []}
    assert set(told["new"]) == {"wire", "echo", "courier"}
    assert [each["id"] for each in value(call(reader, "GET", "/stories", language="es"))["stories"]] == []


def test_stories_and_hits_say_what_pages_and_commands_say(tmp_path: Path) -> None:
    undated = [
        replace(document(f"n{number}", [f"Word{number} came to port{number}."]), published=None) for number in (1, 2)
    ]
    with filled(tmp_path, [*ENGLISH, *SPANISH, *undated]) as workspace:
        reader = reader_of(workspace)
        linked = {row.id: workspace.related(row.id) for row in workspace.store.stories(Wanted())}
        assert any(linked.values())
        pages: list[dict[str, Any]] = []
        after: str | None = ""
        while after is not None:
            page = value(call(reader, "GET", "/stories", limit="1", after=after))
            pages += page["stories"]
            after = page["next"]
        assert {each["id"]: [one["story"] for one in each["related"]] for each in pages} == {
            name: [one.story_id for one in found] for name, found in linked.items()
        }
        assert {each["id"] for each in pages[-2:]} == {"n1", "n2"}, "those without a date are last"
        one = value(call(reader, "GET", f"/story/{pages[0]['id']}"))
        assert one["related"] == pages[0]["related"]
        (hit,) = value(call(reader, "GET", "/search", q="Word1"))["stories"]
        assert (hit["id"], hit["headline"]) == ("n1", workspace.headings(Wanted(ids=["n1"]))[0].headline)


def test_search_report_and_pack(workspace: Workspace, reader: Reader) -> None:
    found = value(call(reader, "GET", "/search", q="bridge council"))
    assert (found["all_words"], [story["id"] for story in found["stories"]]) == (True, ["bridge-1"])
    report = workspace.report("What does the bridge cost?").report
    assert report is not None
    told = value(call(reader, "GET", "/report", question="What does the bridge cost?"))
    assert told == json.loads(json.dumps(report_value(report)))
    packed = value(call(reader, "GET", "/pack", question="What does the bridge cost?", tokens="60"))
    assert 0 < packed["tokens"] <= 60
    assert call(reader, "GET", "/report", question="xylophones").status_code == 404


def test_stories_are_corrected_and_all_of_it_undone(workspace: Workspace, reader: Reader) -> None:
    assert value(call(reader, "POST", "/rename", {"story": "wire", "name": "The ferry"}))["number"] == 1
    assert value(call(reader, "GET", "/story/wire"))["headline"] == "The ferry"
    assert value(call(reader, "POST", "/split", {"story": "wire", "documents": ["echo"]}))["kind"] == "split"
    assert value(call(reader, "GET", "/story/echo"))["documents"] == ["echo"]
    assert value(call(reader, "POST", "/merge", {"story": "wire", "other": "bridge-1"}))["number"] == 3
    for number in (3, 2, 1):
        assert value(call(reader, "POST", "/undo", {}))["number"] == number
    assert [row.documents for row in workspace.store.stories(EVERY_STORY)] == [3, 2]
    assert call(reader, "POST", "/undo", {}).status_code == 400


def test_marks_are_of_the_reader_whose_token_it_is(workspace: Workspace, reader: Reader) -> None:
    value(call(reader, "POST", "/mark", {"story": "wire"}))
    assert set(workspace.store.marks("me")) == {"wire"}
    assert [story["id"] for story in value(call(reader, "GET", "/stories", unread="1"))["stories"]] == ["bridge-1"]


def test_watches_come_and_go(reader: Reader) -> None:
    assert value(call(reader, "POST", "/watch", {"query": "bridge council"}))["name"] == "bridge council"
    assert [each["query"] for each in value(call(reader, "GET", "/watch"))["watches"]] == ["bridge council"]
    assert value(call(reader, "GET", "/watched", name="bridge council"))["stories"] == ["bridge-1"]
    value(call(reader, "DELETE", "/watch", name="bridge council"))
    assert call(reader, "DELETE", "/watch", name="bridge council").status_code == 404


def test_sources_and_quarantine(workspace: Workspace, reader: Reader) -> None:
    assert value(call(reader, "POST", "/sources", {"address": FEED}))["checked"] is None
    with workspace.store.writing() as writer:
        writer.save_source(SourceState(FEED, "feed", checked=NOW, failures=2, problem="No."))
        writer.put_aside(Quarantined(FEED, "feed:1", "It is torn.", NOW, NOW))
    assert value(call(reader, "GET", "/sources"))["sources"][0]["failures"] == 2
    assert value(call(reader, "POST", "/sources/retry", {"key": FEED}))["failures"] == 0
    (item,) = value(call(reader, "GET", "/quarantine"))["items"]
    value(call(reader, "DELETE", "/quarantine", source=item["source"], place=item["place"]))
    value(call(reader, "DELETE", "/sources", key=FEED))
    assert (workspace.sources(), workspace.quarantine()) == ([], [])


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/story/nowhere", None, 404),
        ("GET", "/search", None, 422),
        ("GET", "/stories?min_sources=many", None, 400),
        ("GET", "/story/wire?at=nonsense", None, 400),
        ("POST", "/merge", {"story": "wire", "other": "wire"}, 400),
        ("POST", "/split", {"story": "wire", "documents": ["bridge-1"]}, 400),
        ("POST", "/split", {"story": "wire", "documents": []}, 422),
        ("POST", "/rename", {"story": "wire", "title": "x"}, 422),
        ("POST", "/rename", {"story": "wire", "name": " "}, 400),
        ("POST", "/undo", {"number": "x"}, 422),
        ("POST", "/sources", {"address": "/etc/passwd"}, 400),
        ("POST", "/mark", [], 422),
        ("PUT", "/mark", {}, 405),
        ("GET", "/nothing", None, 404),
    ],
)
def test_every_error_has_one_shape(reader: Reader, method: str, path: str, body: object, status: int) -> None:
    route, _, query = path.partition("?")
    answer = call(reader, method, route, body, **dict(pair.split("=") for pair in query.split("&") if pair))
    assert answer.status_code == status
    assert set(answer.json()["error"]) == {"problem", "given", "allowed", "advice"}


def test_the_api_wants_a_token_and_changes_want_our_origin(reader: Reader) -> None:
    assert Reader(reader.app, {}).get("/api/stories").status_code == 401
    assert reader.send("POST", "/api/undo", {"Origin": "https://evil.example"}).status_code == 403


def test_the_description_names_every_verb(reader: Reader) -> None:
    paths = value(call(reader, "GET", "/openapi.json"))["paths"]
    verbs = [
        "stories",
        "search",
        "report",
        "pack",
        "mark",
        "merge",
        "split",
        "rename",
        "undo",
        "watch",
        "sources",
        "quarantine",
    ]
    assert {f"/api/{verb}" for verb in verbs} <= set(paths)
    for path in paths.values():
        for operation in path.values():
            assert operation["responses"]["400"]["content"]["application/json"]["schema"]["$ref"].endswith("Refusal")


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with filled(tmp_path_factory.mktemp("api")) as workspace, serving(workspace) as served:
        yield served


def description() -> dict[str, Any]:
    app = FastAPI(title="Meadow")
    app.include_router(router)
    return app.openapi()


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    """Return what the description says can be asked, each by its name."""
    import schemathesis  # takes a second to load, which every worker would pay to list its tests
    from schemathesis.core.result import Ok

    listed = schemathesis.openapi.from_dict(description()).get_all_operations()
    return {each.ok().label: each.ok() for each in listed if isinstance(each, Ok)}


NAMES = [f"{method.upper()} {path}" for path, methods in description()["paths"].items() for method in methods]


def test_every_operation_is_tried(operations: dict[str, Any]) -> None:
    assert sorted(operations) == sorted(NAMES)
    assert len(NAMES) > 10


@pytest.mark.parametrize("name", NAMES)
def test_whatever_fits_or_breaks_the_description_is_answered(
    origin: str, operations: dict[str, Any], name: str
) -> None:
    from schemathesis import GenerationMode

    operation = operations[name]
    strategy = operation.as_strategy(generation_mode=GenerationMode.POSITIVE) | operation.as_strategy(
        generation_mode=GenerationMode.NEGATIVE
    )

    @settings(
        max_examples=15, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(strategy)
    def try_it(case: Any) -> None:
        answer = case.call(base_url=origin, headers=BEARER)
        assert answer.status_code < 500, (operation.label, answer.text)

    try_it()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.sampled_from(STRINGS), st.sampled_from(["mark", "merge", "split", "rename", "watch", "sources", "sources/retry"])
)
def test_hostile_bodies_are_refused_or_done(reader: Reader, text: str, verb: str) -> None:
    bodies = {
        "mark": {"story": text}, "merge": {"story": text, "other": text}, "split": {"story": "wire", "documents": [text]},
        "rename": {"story": "wire", "name": text}, "watch": {"query": text, "name": text}, "sources": {"address": text},
        "sources/retry": {"key": text},
    }  # fmt: skip
    answer = call(reader, "POST", f"/{verb}", bodies[verb])
    assert answer.status_code < 500
    assert answer.headers["content-type"] == "application/json"


def test_readers_see_their_own_marks_only(workspace: Workspace) -> None:
    reader = reader_of(workspace)
    value(call(reader, "POST", "/mark", {"story": "wire"}))
    assert set(workspace.store.marks("Bo")) == set()


def test_pages_are_as_long_as_asked_and_lead_to_the_next(tmp_path: Path) -> None:
    words = ("zebra", "harbour", "council", "orchard", "glacier")
    told = [[f"{word.capitalize()}s met {word}men {n} near {word}ton." for n in range(4)] for word in words]
    made = [document(f"n{n}", [*each, "Vellin heard of it."], hours=20 * n) for n, each in enumerate(told)]
    with filled(tmp_path, made) as workspace:
        reader = reader_of(workspace)
        first = value(call(reader, "GET", "/stories", limit="2"))
        second = value(call(reader, "GET", "/stories", limit="200", after=first["next"]))
        both = [each["id"] for each in (*first["stories"], *second["stories"])]
        assert (len(first["stories"]), second["next"]) == (2, None)
        assert both == [row.id for row in workspace.store.stories(Wanted())]
        found = [value(call(reader, "GET", "/search", q="Vellin", limit="3", after=str(after))) for after in (0, 3)]
        assert [each["next"] for each in found] == [3, None]
        ids = [hit["id"] for each in found for story in each["stories"] for hit in story["documents"]]
        assert sorted(ids) == sorted(each.id for each in made)
        assert call(reader, "GET", "/stories", limit="0").status_code == 422


def test_every_answer_of_the_api_is_described_and_as_described(workspace: Workspace, reader: Reader) -> None:
    described = value(call(reader, "GET", "/openapi.json"))
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/api/"):
                schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
                assert schema["$ref"].removeprefix("#/components/schemas/") in described["components"]["schemas"], (
                    method,
                    path,
                )
    for path, query, shape in (
        ("/stories", {}, StoriesShape), ("/story/wire", {}, BriefShape), ("/search", {"q": "ferry"}, SearchShape),
        ("/report", {"question": "Why did the ferry sink?"}, ReportShape),
        ("/pack", {"question": "Why did the ferry sink?"}, PackShape), ("/sources", {}, SourcesShape),
        ("/quarantine", {}, QuarantineShape), ("/watch", {}, WatchesShape),
    ):  # fmt: skip
        given = value(call(reader, "GET", path, None, **query))
        assert msgspec.to_builtins(msgspec.convert(given, shape)) == given


def test_a_parameter_that_a_path_does_not_know_is_refused(reader: Reader) -> None:
    answer = call(reader, "GET", "/stories", None, sorce="wire")
    assert answer.status_code == 400
    assert answer.json()["error"]["problem"].startswith(
        "There is no parameter of this path called 'sorce'. Did you mean 'source'"
    )
