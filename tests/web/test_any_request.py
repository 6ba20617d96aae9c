"""Whatever is asked, the app answers: never with an error of its own."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from meadow.workspace import Workspace
from web.apps import Reader, filled, reader_of

ODD = st.sampled_from(
    [
        "", "0", "-1", "1e400", "nan", "%", "~", "99999999 days", "999999 weeks", "0001-01-01", "2026-02-30", "1", "words",
        "9999-12-31T23:59:59+14:00", "mead", "mmr(balance=0.7)", "mmr(balance=9)", "mix(", "\x00", "\ud7ff", "a" * 3000, "٣",
        "2026-03-02T00:00+00:00~x",
    ]
)  # fmt: skip
TEXT = ODD | st.text(st.characters(codec="utf-8"), max_size=20)
LIST_NAMES = ["since", "until", "source", "language", "min_sources", "unread", "after"]
STORY_NAMES = ["amount", "unit", "method", "beside", "at", "why", "rank", "select", "rewrite", "sentences", "words"]
NAMES = [*LIST_NAMES, *STORY_NAMES, "characters", "percent", "revision", "changes", "q", "articles", "story"]
QUERIES = st.dictionaries(st.sampled_from(NAMES), TEXT, max_size=4).map(urlencode)
PATHS = st.sampled_from(
    [
        "/",
        "/s/wire",
        "/s/echo",
        "/d/wire",
        "/export/json/wire",
        "/export/markdown/wire",
        "/search",
        "/ask",
        "/f",
        "/x",
        "/x/first",
        "/stories.atom",
        "/nothing",
    ]
)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reader]:
    """Return a reader of one workspace for all examples."""
    with filled(tmp_path_factory.mktemp("any")) as workspace:
        yield reader_of(workspace)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PATHS, QUERIES)
def test_any_query_is_answered(asked: Reader, path: str, query: str) -> None:
    answer = asked.get(f"{path}?{query}")
    assert answer.status_code < 500, (path, query)
    assert "<script" not in answer.text.partition("<main")[2]


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["/s/", "/d/", "/export/json/", "/export/", "/"]), TEXT)
def test_any_id_is_answered(asked: Reader, path: str, name: str) -> None:
    assert asked.get(path + quote(name, safe="")).status_code < 500


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["/mark/", "/merge/", "/split/", "/rename/", "/undo", "/theme"]),
    TEXT,
    st.dictionaries(st.sampled_from(["other", "documents", "name", "number", "theme", "back"]), TEXT),
)
def test_any_form_is_answered(asked: Reader, path: str, name: str, form: dict[str, str]) -> None:
    answer = asked.post(path + quote(name, safe="") if path.endswith("/") else path, form)
    assert answer.status_code < 500, (path, name, form)
    if answer.status_code == 303:
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith("//")


def test_what_a_store_cannot_do_is_reported(workspace: Workspace) -> None:
    reader = reader_of(workspace)
    workspace.close()
    answer = reader.get("/")
    assert answer.status_code == 500
    assert "<h1" in answer.text
