"""Digests of what is new: earlier articles of a story are tracked, count as read, and are named."""

from __future__ import annotations

from datetime import timedelta

import meadow
from meadow.brief.wording import facts, no_summary_text
from meadow.model import Digest, Document
from stories import FERRY, START, document

EARLIER = FERRY[:2]
LATER = [
    document(
        "court",
        [
            "The captain of the ferry that capsized off Skerra was charged with negligence on Friday.",
            "Nine people died when the ferry capsized off Skerra on Monday, the coast guard said.",
        ],
        hours=96,
        title="Ferry captain charged over Skerra deaths",
    )
]
CUT = START + timedelta(hours=48)


def _digest(documents: list[Document]) -> Digest:
    return meadow.digest(documents, since=CUT, words=60)


def test_a_story_is_summarized_by_what_is_new() -> None:
    (brief,) = _digest([*EARLIER, *LATER])
    assert [each.id for each in brief.documents] == ["court"]
    assert brief.story.document_ids == ("court",)
    assert brief.earlier == tuple(each.id for each in EARLIER)
    assert brief.summary.text.startswith("The captain of the ferry")
    assert "Nine people died" not in brief.summary.text, "the earlier articles said so"
    assert brief.headline.text == "Ferry captain charged over Skerra deaths"
    assert "since:" in brief.summary.run.signature


def test_a_story_without_news_is_left_out_and_one_without_a_past_is_summarized_as_ever() -> None:
    assert len(_digest(list(EARLIER))) == 0
    (brief,) = _digest(LATER)
    assert brief.earlier == ()
    assert brief.summary.text == next(iter(meadow.digest(LATER, words=60))).summary.text


def test_a_repeat_is_called_nothing_new() -> None:
    repeat = Document("again", "Echo", EARLIER[0].title, EARLIER[0].text, CUT + timedelta(hours=1), language="en")
    (brief,) = _digest([*EARLIER, repeat])
    assert brief.summary.picks == ()
    assert no_summary_text(len(brief.earlier)).startswith("Nothing new")
    assert no_summary_text().startswith("No summary")


def test_counts_distinguish_new_articles_from_earlier_ones() -> None:
    assert facts(LATER, earlier=3)[0] == "1 new article, 3 earlier"
    assert facts(LATER)[0] == "1 article"
