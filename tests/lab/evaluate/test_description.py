"""The description table of a corpus."""

import pytest

from meadow.errors import InputError
from meadow.ingest import read
from meadow.lab.evaluate.description import StoryDescription, describe
from shared import shared
from stories import FERRY, document


@pytest.mark.golden("M16")
def test_a_row_counts_documents_sentences_and_sources_and_names_the_topic() -> None:
    wolf = document("wolf", ["A wolf was seen.", "It ran."], hours=None, title=None)
    first, second = describe({"ferry": FERRY[::-1], "wolf": [wolf]}, topics={"wolf": "Wolves return"})
    assert first == StoryDescription(
        story="ferry",
        documents=3,
        sentences=8,
        sources=("Outlet wire", "Outlet echo", "Outlet courier"),
        first="2026-03-02T08:00:00+00:00",
        last="2026-03-06T02:00:00+00:00",
        topic="Ferry capsizes off Skerra, nine dead",
    )
    assert (second.topic, second.first, second.sentences) == ("Wolves return", None, 2)
    assert describe({"wolf": [wolf]})[0].topic is None


@pytest.mark.golden("M16")
def test_the_released_story_has_three_documents_and_a_hundred_sentences() -> None:
    (row,) = describe({"GA3": list(read(shared("data", "mead", "GA3", "GA3.cluster")))})
    assert (row.documents, row.sentences) == (3, 100)


def test_a_story_without_documents_is_an_error() -> None:
    with pytest.raises(InputError, match="'none' has no document"):
        describe({"none": []})
