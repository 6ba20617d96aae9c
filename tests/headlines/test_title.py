"""The best-fitting existing title."""

from dataclasses import replace

import pytest

from meadow import pipeline
from meadow.headlines.title import title
from meadow.vectors.view import view_documents
from stories import FERRY, document


@pytest.mark.golden("H3")
def test_the_title_closest_to_the_story_wins_over_an_outlier() -> None:
    outlier = document("odd", ["The cup final was sold out."], hours=2, title="Ticket fury before the cup final")
    chosen = title(view_documents([*FERRY, outlier]))
    assert chosen.text == "Ferry capsizes off Skerra, nine dead"
    assert [ref.document_id for ref in chosen.evidence] == ["wire"]
    assert 0 < chosen.score <= 1


@pytest.mark.golden("H3")
def test_cosine_by_hand() -> None:
    # Flat background of 2; text "wolf sheep": centroid weights 2, 2 are not over 3, so repeat the words twice each.
    from stories import FLAT

    documents = [document("a", ["Wolf wolf sheep sheep."], title="Wolf hunt")]
    chosen = title(view_documents(documents, background=FLAT))
    # Centroid (4, 4), title (wolf 2, hunt 2): 8 / (√32 · √8) = 1/2.
    assert chosen.score == pytest.approx(0.5)


@pytest.mark.golden("H3")
def test_of_equal_titles_the_earlier_documents_wins() -> None:
    twins = [
        replace(FERRY[0], id="b", title="Ferry  lost\n at sea"),
        replace(FERRY[0], id="a", title="Ferry lost at sea"),
    ]
    chosen = title(view_documents(twins))
    assert chosen.text == "Ferry lost at sea"
    assert chosen.evidence[0].document_id == "a"


def test_a_document_without_a_title_stands_in_with_its_first_sentence() -> None:
    untitled = document("u", ["CARROWMERE (LPA) — A wolf pack settled in Haldmoor.", "Farmers worry."], title=None)
    line = pipeline.headline([untitled])
    assert line.text == "A wolf pack settled in Haldmoor."
    assert line.method == "title"
    assert line.run.signature.startswith("headline:title|background:wordfreq-en|data:")
