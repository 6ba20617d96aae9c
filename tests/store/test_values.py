"""Every value comes back from JSON as it was, and what is none is refused with the reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import meadow
from meadow import model
from meadow.errors import InputError, NewerFormatError, UnknownNameError
from meadow.model import Budget, Digest, Document, Run, Scores, SentenceRef, Story
from meadow.recipe import Recipe
from meadow.store.values import TYPES, from_json, to_json

# Offsets of seconds existed before railways did; the reader of times knows them.
offsets = st.integers(-86399, 86399).map(lambda seconds: timezone(timedelta(seconds=seconds)))
times = st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.one_of(st.just(UTC), offsets))
words = st.text(st.characters(exclude_categories=()), max_size=12)  # half a character pair among them
finite = st.floats(allow_nan=False, allow_infinity=False)
arrays = st.lists(finite, max_size=5).map(lambda values: np.array(values, dtype=np.float64))
SPECS = ["lexrank", "mix(centroid=1, position=2)", 'focus(question="a|b")', "none"]
scores = st.builds(Scores, values=arrays, features=st.dictionaries(words, arrays, max_size=3))
budgets = st.builds(Budget, unit=st.sampled_from(["words", "sentences"]), amount=st.integers(1, 10**9))
recipes = st.builds(Recipe, rank=st.sampled_from(SPECS), question=st.none() | words, since=st.none() | times)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return values of a type: any that its fields allow, in small numbers."""
    if kind is Recipe:
        return recipes
    if kind is Budget:
        return budgets
    if isinstance(kind, type) and is_dataclass(kind):
        return st.builds(kind, **{name: values_of(hint) for name, hint in get_type_hints(kind).items()})
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple and inner[-1] is Ellipsis:
        return st.lists(values_of(inner[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, inner))
    if origin is Mapping:
        return st.dictionaries(words, values_of(inner[1]), max_size=2)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is not None:
        return st.none() | values_of(inner[0])
    return {str: words, float: finite, int: st.integers(), bool: st.booleans(), datetime: times, date: st.dates()}[kind]


@pytest.mark.parametrize("name", sorted(set(TYPES) - {"Scores"}))
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_value_comes_back(name: str, data: st.DataObject) -> None:
    value = data.draw(values_of(TYPES[name]))
    again = from_json(to_json(value))
    assert again == value
    assert type(again) is type(value)
    assert to_json(again) == to_json(value)
    to_json(value).encode("utf-8")


@given(scores)
def test_scores_come_back_to_the_last_bit(value: Scores) -> None:
    again = from_json(to_json(value))
    assert again.values.tobytes() == value.values.tobytes()
    assert again.values.dtype == np.float64
    assert {name: each.tobytes() for name, each in again.features.items()} == {
        name: each.tobytes() for name, each in value.features.items()
    }


def test_every_dataclass_of_the_model_is_a_value() -> None:
    held = {name for name in model.__all__ if is_dataclass(getattr(model, name))}
    assert set(TYPES) == {*held, "Recipe"}
    assert len(held) > 25


def test_a_whole_digest_comes_back_with_what_takes_no_part_in_equality() -> None:
    documents = [
        Document("a", "Wire", "Ferry", "A ferry capsized. Nine died.", datetime(2026, 3, 2), place="a.jsonl:1"),
        Document("b", "Echo", "Ferry", "A ferry capsized off Skerra. Ten died.", datetime(2026, 3, 3), day_only=True),
    ]
    digest = meadow.digest(documents)
    again = meadow.from_json(meadow.to_json(digest))
    assert isinstance(again, Digest)
    assert again == digest
    assert again.stories[0].documents[0].place == "a.jsonl:1"
    made = Run("rank:lead", "1f", made=datetime(2026, 3, 2, tzinfo=UTC))
    assert from_json(to_json(made)).made == made.made


def test_the_shape() -> None:
    assert json.loads(to_json(SentenceRef("a", 0))) == {
        "type": "SentenceRef", "version": 1, "value": {"document_id": "a", "index": 0}
    }  # fmt: skip


def test_numbers_of_numpy_are_written_as_numbers() -> None:
    ref = SentenceRef("a", np.int32(3))  # type: ignore[arg-type]
    assert from_json(to_json(ref)) == SentenceRef("a", 3)


def test_a_number_stays_whole_or_broken() -> None:
    assert isinstance(from_json(to_json(Budget("words", 100))).amount, int)
    assert isinstance(from_json(to_json(Budget("words", 100.0))).amount, float)


def test_a_field_with_a_default_may_be_absent() -> None:
    text = '{"type": "Story", "version": 1, "value": {"id": "s", "document_ids": ["a"]}}'
    assert from_json(text) == Story("s", ("a",))


def test_what_is_not_finite_cannot_be_written() -> None:
    with pytest.raises(InputError, match="Scores holds a number that is not finite"):
        to_json(Scores(np.array([np.inf])))


@pytest.mark.parametrize("value", [3, "text", [Document("a")], object()])
def test_what_is_no_value_cannot_be_written(value: object) -> None:
    with pytest.raises(UnknownNameError, match="There is no type of value called"):
        to_json(value)


def _changed(**changes: Any) -> str:
    return json.dumps({"type": "SentenceRef", "version": 1, "value": {"document_id": "a", "index": 0}} | changes)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("{", InputError, "This is no JSON"),
        ("[]", InputError, "no value of Meadow.*--json has another shape"),
        ('{"stories": []}', InputError, "no value of Meadow"),
        (_changed(type="SentenceRev"), UnknownNameError, "Did you mean 'SentenceRef'"),
        (_changed(version=2), NewerFormatError, "version 2.*reads version 1.*newer Meadow"),
        (_changed(value=[]), InputError, "It must be an object"),
        (_changed(value={"document_id": "a"}), InputError, "also has index"),
        (_changed(value={"document_id": 1, "index": 0}), InputError, "SentenceRef.document_id is 1. .*type str"),
        (_changed(value={"document_id": "a", "index": True}), InputError, "SentenceRef.index is True"),
        (_changed(value={"document_id": "a", "index": 0, "idx": 1}), UnknownNameError, "Did you mean 'index'"),
        (_changed(type="Story", value={"id": "s", "document_ids": "ab"}), InputError, "must be a list"),
        (_changed(type="Story", value={"id": "s", "document_ids": [], "first": "now"}), InputError, "ISO 8601"),
        (_changed(type="Budget", value={"unit": "pages", "amount": 1}), InputError, "'sentences' or 'words'"),
        (_changed(type="Budget", value={"unit": "words", "amount": "1"}), InputError, "must be a number"),
        (_changed(type="Document", value={"id": "a", "spans": [[1, 2, 3]]}), InputError, "a list of 2"),
        (_changed(type="Scores", value={"values": ["x"]}), InputError, "a list of numbers"),
        (_changed(type="Scores", value={"values": [], "features": []}), InputError, "Scores.features"),
    ],
)
def test_what_is_no_value_is_refused_with_the_place_and_the_reason(
    text: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        from_json(text)


def test_every_field_is_written() -> None:
    shape = json.loads(to_json(Document("a")))["value"]
    assert list(shape) == [field.name for field in fields(Document)]
