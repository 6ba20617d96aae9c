"""Ids: a document is passed once, and another one under a taken id, or the same text of another outlet, is never lost."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from command import run_meadow
from ingest.support import items_of
from meadow.errors import InputError, ReadError, ReadWarning
from meadow.ingest import Renamed, Repeated, Skipped, pass_once
from meadow.ingest.identities import check_same_text
from meadow.model import Document

BELL = "The harbour bell of Tolsby rings again after ten years of silence."


def document(identity: str, text: str, place: str, **more: str) -> Document:
    return Document(identity, text=text, place=place, language="en", **more)  # type: ignore[arg-type]


def test_another_text_under_a_taken_id_is_kept_and_both_places_are_named() -> None:
    first, second = document("a", "One.", "x:1"), document("a", "Two.", "x:2")
    kept, renamed, other = pass_once([first, second])
    assert kept == first
    assert renamed == Renamed("x:2", "a", "a#2", "x:1")
    assert str(renamed) == "x:2: another document has the id 'a' already, at x:1; kept as 'a#2'."
    assert isinstance(other, Document)
    assert (other.id, other.text) == ("a#2", "Two.")


def test_the_same_document_is_passed_once_and_at_another_place_that_is_reported() -> None:
    first = document("a", "One.", "x:1")
    assert list(pass_once([first, first])) == [first, Skipped("x:1", "the same document as x:1")]
    elsewhere = document("a", "One.", "y:1")
    assert list(pass_once([first, elsewhere])) == [first, Repeated("y:1", "the same document as x:1")]


@pytest.mark.parametrize("field", ["source", "title", "url"])
def test_the_same_text_with_another_outlet_title_or_address_is_another_document(field: str) -> None:
    items = [document("a", "One.", "x:1", **{field: "Echo"}), document("a", "One.", "x:2", **{field: "Wire"})]
    kept = [item for item in pass_once(items) if isinstance(item, Document)]
    assert [each.id for each in kept] == ["a", "a#2"]


def test_a_third_one_and_a_name_that_is_taken_find_free_names() -> None:
    items = [
        document(name, text, "x") for name, text in (("a", "1"), ("a#2", "2"), ("a", "3"), ("a", "4"), ("a#2", "5"))
    ]
    kept = [item.id for item in pass_once(items) if isinstance(item, Document)]
    assert kept == ["a", "a#2", "a#3", "a#4", "a#2#2"]


@given(st.lists(st.tuples(st.sampled_from(["a", "b", "a#2"]), st.sampled_from(["1", "2", "3"])), max_size=12))
def test_no_document_is_lost_and_no_id_is_there_twice(rows: list[tuple[str, str]]) -> None:
    items = [document(name, text, f"x:{number}") for number, (name, text) in enumerate(rows, start=1)]
    passed = list(pass_once(items))
    kept = [item for item in passed if isinstance(item, Document)]
    assert len({each.id for each in kept}) == len(kept)
    assert len(kept) + sum(isinstance(item, Skipped) for item in passed) == len(items)
    assert sorted((each.id.partition("#")[0], each.text) for each in kept) == sorted(
        {(name.partition("#")[0], name, text): (name.partition("#")[0], text) for name, text in rows}.values()
    )


def test_reading_warns_and_goes_on_and_strict_reading_stops(tmp_path: Path) -> None:
    file = tmp_path / "twice.jsonl"
    file.write_text('{"id": "a", "text": "The bell rang."}\n{"id": "a", "text": "It rang twice."}\n', encoding="utf-8")
    with pytest.warns(ReadWarning, match=r"twice.jsonl:2: another document has the id 'a' already, at .*twice.jsonl:1"):
        assert [each.id for each in meadow.read(file)] == ["a", "a#2"]
    with pytest.raises(ReadError, match="kept as 'a#2'"):
        list(meadow.read(file, strict=True))


@pytest.mark.golden("A5")
def test_a_feed_that_repeats_a_guid_or_a_link_loses_nothing() -> None:
    entries = "".join(
        f"<item><guid>g</guid><title>Bell {n}</title><description>Text {n}.</description></item>" for n in (1, 2)
    ) + "".join(
        f"<item><link>https://a.example/x</link><title>Ferry {n}</title><description>More {n}.</description></item>"
        for n in (1, 2)
    )
    feed = f'<?xml version="1.0"?><rss version="2.0"><channel><title>Wire</title>{entries}</channel></rss>'
    kept = [item.id for item in pass_once(items_of(feed)) if isinstance(item, Document)]
    assert kept == ["g", "g#2", "https://a.example/x", "https://a.example/x#2"]


@pytest.mark.golden("A5", "C1")
def test_the_same_text_of_two_outlets_is_two_documents_in_any_order_of_arguments(tmp_path: Path) -> None:
    for outlet in ("echo", "wire", "post"):
        (tmp_path / outlet).mkdir()
        (tmp_path / outlet / "bell.txt").write_text(BELL, encoding="utf-8")
        (tmp_path / f"{outlet}.jsonl").write_text(json.dumps({"text": BELL}), encoding="utf-8")
    paths = ["echo", "wire", "post", "echo.jsonl", "wire.jsonl"]
    outputs = {
        run_meadow("digest", *order, "--json", folder=tmp_path).stdout for order in list(permutations(paths))[::17]
    }
    (told,) = outputs
    (story,) = json.loads(told)["stories"]
    assert len(story["articles"]) == 5
    assert {article["source"] for article in story["articles"]} == {"echo", "wire", "post", None}


@pytest.mark.golden("C1")
def test_which_document_keeps_an_id_does_not_depend_on_the_order_of_arguments(tmp_path: Path) -> None:
    for name, text in (("a", BELL), ("b", "It rang twice before noon, the harbour master said.")):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"id": "x", "text": text}), encoding="utf-8")
    (tmp_path / "c.jsonl").write_text(json.dumps({"id": "x", "text": BELL}), encoding="utf-8")
    runs = [
        run_meadow("digest", *order, "--json", folder=tmp_path)
        for order in permutations(("a.jsonl", "b.jsonl", "c.jsonl"))
    ]
    assert len({(run.stdout, run.stderr) for run in runs}) == 1
    assert "b.jsonl:1: another document has the id 'x' already, at a.jsonl:1; kept as 'x#2'." in runs[0].stderr
    assert "count once: 1, such as c.jsonl:1, the same document as a.jsonl:1." in runs[0].stderr
    assert run_meadow("digest", "a.jsonl", "b.jsonl", "--strict", folder=tmp_path).returncode == 1
    assert run_meadow("digest", "a.jsonl", "c.jsonl", "--strict", folder=tmp_path).returncode == 0


def test_two_texts_of_one_id_are_an_error_where_an_id_must_mean_one_text() -> None:
    check_same_text(document("a", "One.", "x"), document("a", "One.", "y"))
    with pytest.raises(InputError, match="Two different texts have the id 'a': one at x, one at y"):
        check_same_text(document("a", "One.", "x"), document("a", "Two.", "y"))
