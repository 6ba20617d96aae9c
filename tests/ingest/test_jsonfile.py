from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import documents_of, items_of, told
from meadow.errors import LimitError
from meadow.ingest import LIMITS, Item, Limits, iter_items
from meadow.ingest.jsonfile import read_json
from meadow.ingest.opening import Opened
from meadow.model import Document

ARTICLES = [
    {"id": f"a{number}", "text": f'Text {number} with [brackets], {{braces}} and "quotes\\".'} for number in range(5)
]
IDS = [article["id"] for article in ARTICLES]


def in_chunks(data: bytes, size: int, limits: Limits = LIMITS) -> list[Item]:
    chunks = iter([data[at : at + size] for at in range(0, len(data), size)])
    return list(read_json(Opened("a.json", None, data[:64], chunks), limits))


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_gives_its_elements_by_position(indent: int | None) -> None:
    documents = documents_of(json.dumps(ARTICLES, indent=indent))
    assert [document.id for document in documents] == IDS
    assert [document.place for document in documents] == [f"-:{position}" for position in range(1, 6)]
    assert documents[3].text == ARTICLES[3]["text"]


@given(st.integers(min_value=1, max_value=400), st.sampled_from([None, 1]))
def test_chunk_borders_do_not_matter(size: int, indent: int | None) -> None:
    data = json.dumps(ARTICLES, indent=indent).encode()
    assert [item.id for item in in_chunks(data, size) if isinstance(item, Document)] == IDS


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(st.fixed_dictionaries({"id": st.integers(), "text": st.just("x"), "other": json_values})),
    st.integers(1, 50),
)
def test_any_array_is_cut_as_json_cuts_it(articles: list[dict[str, object]], size: int) -> None:
    found = list(in_chunks(json.dumps(articles, ensure_ascii=False).encode("utf-8", "replace"), size))
    assert [item.id for item in found if isinstance(item, Document)] == [str(article["id"]) for article in articles]


def test_an_element_at_fault_does_not_take_the_others_with_it() -> None:
    data = '[{"id": "a", "text": "x"}, {"text": 5}, {"text": tru}, "word", 7, {"id": "b", "text": "y"}, ]'
    assert told(items_of(data)) == [
        "a",
        "-:2: The field 'text' holds a number (5); it must be a text.",
        "-:3: not valid JSON: Expecting value at character 11",
        "-:4: not a document: this is a text, but a JSON object is expected",
        "-:5: not a document: this is a number, but a JSON object is expected",
        "b",
        "-:7: not valid JSON: Expecting value at character 2",
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('[{"id": "a", "text": "x"}', ["a", "-: the list is cut short: its closing bracket is missing"]),
        (
            '[{"id": "a", "text": "x"}, {"id": "b", "te',
            ["a", "-: the list is cut short: its closing bracket is missing"],
        ),
        ('[{"id": "a", "text": "x"},', ["a", "-: the list is cut short: its closing bracket is missing"]),
        ('[{"id": "a", "text": "x"}] []', ["a", "-: there is something after the end of the list"]),
        ('[{"id": "a", "text": "x"}]\n\n', ["a"]),
        ("[]", ["-: an empty list of documents"]),
        (" [ ] ", ["-: an empty list of documents"]),
    ],
)
def test_how_a_list_may_end(data: str, expected: list[str]) -> None:
    assert told(items_of(data)) == expected
    chunked = told(in_chunks(data.encode(), 3))
    assert [line.replace("a.json:", "-:") for line in chunked] == expected


def test_an_element_past_the_limit_stops_the_list() -> None:
    data = b'[{"id": "a", "text": "x"}, {"text": "' + b"x" * 5_000 + b'"}, {"text": "y"}]'
    first, error = in_chunks(data, 100, Limits(item_bytes=1_000))
    assert isinstance(first, Document)
    assert isinstance(error, LimitError)
    assert str(error).startswith("a.json:2: longer than 1,000 bytes")


def test_a_long_string_is_not_scanned_again_and_again() -> None:
    """8 MB in pieces of 1 KB: a scan from the start per piece would look at 32 GB."""
    data = b'[{"id": "a", "text": "' + b"word " * 1_600_000 + b'"}]'
    (document,) = in_chunks(data, 1_024)
    assert isinstance(document, Document)
    assert len(document.text) == 7_999_999


def test_one_object_in_a_file_has_the_path_as_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one.json").write_text(json.dumps(ARTICLES[0], indent=4), encoding="utf-8")
    Path("line.json").write_text(json.dumps(ARTICLES[1]) + "\r\n \r\n", encoding="utf-8")
    Path("line.jsonl").write_text(json.dumps(ARTICLES[2]), encoding="utf-8")
    items = list(iter_items(["one.json", "line.json", "line.jsonl"]))
    assert told(items) == IDS[:3]
    assert [item.place for item in items] == ["one.json", "line.json", "line.jsonl:1"]


@pytest.mark.parametrize("key", ["documents", "articles"])
@pytest.mark.parametrize("indent", [None, 2])
def test_an_object_may_wrap_the_list(key: str, indent: int | None) -> None:
    documents = documents_of(json.dumps({"status": "ok", "title": "Feed", key: ARTICLES}, indent=indent))
    assert [document.place for document in documents] == [f"-:{position}" for position in range(1, 6)]


def test_a_wrapped_list_may_be_empty_or_hold_bad_elements() -> None:
    assert told(items_of('{"documents": []}')) == ["-: an empty list of documents"]
    items = told(items_of('{"documents": [{"id": "a", "text": "x"}, 5]}'))
    assert items == ["a", "-:2: not a document: this is a number, but a JSON object is expected"]


def test_an_object_with_text_is_a_document_whatever_else_it_holds() -> None:
    (document,) = documents_of('{"text": "x", "articles": [{"text": "y"}]}')
    assert document.text == "x"


def test_json_lines_with_a_first_line_longer_than_the_head(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    lines = [json.dumps({"id": "a", "text": "long " * 40_000}), "", json.dumps({"id": "b", "text": "short"})]
    path.write_text("\n".join(lines), encoding="utf-8")
    items = list(iter_items([path]))
    assert [(told([item])[0], item.place) for item in items] == [
        ("a", f"{path.as_posix()}:1"),
        ("b", f"{path.as_posix()}:3"),
    ]


def test_a_broken_object_is_one_error() -> None:
    assert told(items_of('{\n  "id": "a",\n  "text": \n}')) == ["-: not valid JSON: Expecting value at character 27"]


def test_an_object_past_the_limit_is_not_held() -> None:
    (error,) = items_of('{\n"text": "' + "x" * 500 + '"\n}', Limits(file_bytes=100))
    assert isinstance(error, LimitError)
    (error,) = items_of('{\n"text": ' + "\n" * 20 + '"x' * 60 + '"}', Limits(file_bytes=100))
    assert isinstance(error, LimitError)
