from __future__ import annotations

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from brief.hostile import STRINGS, wearing
from brief.values import COURIER, SIGNATURE, UPDATED, WIRE, digest, ferry, pick, summary, week
from meadow.brief.json import assignment_value, brief_value, digest_value, headline_value, pick_value, summary_value
from meadow.model import Assignment, Pick

NO_EVIDENCE: dict[str, object] = {
    "bound": None,
    "voices": [],
    "superseded": False,
    "sources": [],
    "first": None,
    "last": None,
    "sentences": [],
}


def test_a_summary_has_the_shape_of_the_contract() -> None:
    value = summary_value(ferry().summary)

    assert json.loads(json.dumps(value)) == value
    assert value == {
        "story": "ferry-1",
        "text": "The pier had been closed to anglers since autumn. The captain blamed a cross current.",
        "signature": SIGNATURE,
        "moved": [],
        "disagreements": [
            {
                "what": "People hurt",
                "values": [
                    {"value": "2", "documents": ["wire-1"], **NO_EVIDENCE},
                    {"value": "3", "documents": ["courier-7", "radio-2"], **NO_EVIDENCE},
                ],
                "chance": 1.0,
            }
        ],
        "sentences": [
            {
                "document": "wire-1",
                "index": 2,
                "start": 112,
                "end": 161,
                "given": None,
                "given_spans": None,
                "text": "The pier had been closed to anglers since autumn.",
                "written": "The pier had been closed to anglers since autumn.",
                "score": 1.25,
                "features": {"centroid": 0.9, "position": 0.35},
                "covers": [["courier-7", 0]],
            },
            pick_value(pick(COURIER, 1)),
        ],
    }


def test_a_disputed_value_says_who_when_and_where() -> None:
    (found,) = json.loads(json.dumps(summary_value(summary([], moved=[UPDATED]))))["moved"]

    assert found["chance"] == 1.0
    assert found["values"] == [
        {
            "value": "2",
            "documents": ["wire-1"],
            **NO_EVIDENCE,
            "superseded": True,
            "sources": ["Harbour Wire"],
            "first": "2026-03-03T07:40:00+01:00",
        },
        {
            "value": "3",
            "bound": None,
            "voices": [],
            "documents": ["courier-7"],
            "superseded": False,
            "sources": ["Carrowmere Courier"],
            "first": "2026-03-04T18:05:00+01:00",
            "last": "2026-03-04T18:05:00+01:00",
            "sentences": [["courier-7", 0]],
        },
    ]


def test_keys_come_in_the_order_of_the_contract() -> None:
    (story,) = json.loads(json.dumps(digest_value(digest(ferry()))))["stories"]
    told = story["summary"]

    first = "id headline first last sources summary documents articles language"
    assert " ".join(story) == f"{first} independent_sources corroboration copies doubt related earlier"
    assert list(told) == ["story", "text", "signature", "moved", "disagreements", "sentences"]
    assert (
        " ".join(told["sentences"][0])
        == "document index start end given given_spans text written score features covers"
    )
    assert list(story["articles"][0]) == ["id", "title", "source", "published", "url", "place", "language"]


def test_offsets_are_code_points_of_the_text() -> None:
    for sentence in (pick_value(pick(WIRE, index)) for index in range(5)):
        assert WIRE.text[sentence["start"] : sentence["end"]] == sentence["text"]  # type: ignore[index]


def test_written_is_what_was_printed() -> None:
    value = pick_value(pick(WIRE, 1, written="Two passengers were hurt."))

    assert value["text"] == "Two passengers were hurt, the harbour master said."
    assert value["written"] == "Two passengers were hurt."


def test_a_story_carries_its_articles_and_times() -> None:
    value = brief_value(ferry())

    assert value["first"] == "2026-03-03T07:40:00+01:00"
    assert value["last"] == "2026-03-05T00:00:00+00:00"
    assert value["sources"] == ["Harbour Wire", "Carrowmere Courier", "Radio Aldern"]
    assert value["documents"] == ["wire-1", "courier-7", "radio-2", "note-9"]


def test_absent_fields_are_null_and_a_bare_day_stays_one() -> None:
    articles = brief_value(ferry())["articles"]
    assert isinstance(articles, list)

    assert [article["published"] for article in articles] == [
        "2026-03-03T07:40:00+01:00",
        "2026-03-04T18:05:00+01:00",
        "2026-03-05",
        None,
    ]
    assert articles[3]["title"] is articles[3]["source"] is articles[2]["url"] is None


def test_an_undated_story_has_null_times() -> None:
    (story,) = wearing("plain").stories
    value = brief_value(story)

    assert value["first"] is value["last"] is None


def test_an_empty_digest_is_an_empty_list() -> None:
    assert digest_value(digest()) == {"stories": []}


def test_a_headline_has_the_shape_of_the_contract() -> None:
    assert json.dumps(headline_value(ferry().headline)) == json.dumps(
        {
            "text": "Ferry strikes pier; two hurt",
            "method": "title",
            "evidence": [["wire-1", 0]],
            "signature": "headline:title|v:0.1.0",
        }
    )


def test_an_assignment_is_one_flat_line() -> None:
    value = assignment_value(Assignment("wire-1", "wire-1", np.float64(0.5), np.bool_(False)))  # type: ignore[arg-type]

    assert json.dumps(value) == '{"document": "wire-1", "story": "wire-1", "similarity": 0.5, "opened": false}'


def test_numpy_scalars_become_plain_numbers() -> None:
    plain = pick(WIRE, 0)
    scored = Pick(plain.ref, np.float64(0.25), {"centroid": np.float64(1.0)}, (), plain.sentence, plain.written)

    value = json.loads(json.dumps(summary_value(summary([scored]))))

    assert value["sentences"][0]["score"] == 0.25
    assert type(pick_value(scored)["score"]) is float


@given(st.one_of(st.text(), st.sampled_from(STRINGS)))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    value = digest_value(wearing(text))

    assert json.loads(json.dumps(value, allow_nan=False)) == value


def test_every_story_is_there() -> None:
    stories = digest_value(week())["stories"]
    assert isinstance(stories, list)

    assert [story["headline"] for story in stories] == [
        "Ferry strikes pier; two hurt",
        "新しい橋が開通",
        "افتتاح السوق الجديد",
    ]
