"""From clusters to groups: the label that speaks for one, and which comes first."""

from __future__ import annotations

import pytest

from meadow.grouping.groups import groups_of, make_groups
from meadow.model import Document, SentenceRef
from meadow.pipeline import group
from meadow.vectors.view import StoryView, view_documents
from stories import FERRY, FLAT, document, view


def _labels(story: StoryView, *clusters: tuple[int, ...]) -> list[str]:
    texts = {sentence.ref: sentence.text for sentence in story.sentences}
    return [texts[each.label] for each in make_groups(story, clusters)]


@pytest.mark.golden("G2")
def test_only_labels_that_keep_the_rules_become_groups() -> None:
    story = view(["a b.", "c d.", "e f."], ["a b.", "g h."], ["c d."])
    # Label 1: two documents. Label 2: one sentence. Label 3: two sentences of one document.
    assert groups_of(story, [1, 3, 3, 1, 2, 4]) == ((0, 3),)
    assert groups_of(story, range(6)) == ()


def test_a_label_in_two_languages_is_two_groups() -> None:
    texts = {"a": "en", "b": "nl", "c": "en", "d": "nl"}
    story = view_documents(Document(name, text="Museum open.", language=code) for name, code in texts.items())
    assert groups_of(story, [7, 7, 7, 7]) == ((0, 2), (1, 3))


@pytest.mark.golden("G2")
def test_the_label_is_the_most_central_sentence() -> None:
    story = view(
        ["The ferry sank off Skerra while it was carrying mail and fruit."],
        ["The ferry sank off Skerra."],
        ["The ferry sank off Skerra after it had hit a rock."],
    )
    assert _labels(story, (0, 1, 2)) == ["The ferry sank off Skerra."]


def test_a_sentence_that_leans_on_another_is_no_label_if_any_other_is() -> None:
    story = view(["It sank off Skerra."], ["It sank off Skerra."], ["The old ferry sank at night off Skerra."])
    assert _labels(story, (0, 1, 2)) == ["The old ferry sank at night off Skerra."]
    assert _labels(story, (0, 1)) == ["It sank off Skerra."]


def test_a_sentence_without_dateline_is_preferred() -> None:
    story = view(["SANT ORIEL (LPA) - The ferry sank off Skerra."], ["The old ferry sank off Skerra at night."])
    assert _labels(story, (0, 1)) == ["The old ferry sank off Skerra at night."]


def test_of_equally_central_sentences_the_earlier_is_the_label() -> None:
    story = view(["The ferry sank off Skerra."], ["The ferry sank off Skerra."])
    assert make_groups(story, [(0, 1)])[0].label == SentenceRef("d0", 0)


@pytest.mark.golden("G2")
def test_outlets_then_documents_then_the_centroid_rank() -> None:
    made = [
        document("a", ["Rain fell.", "Ferry sank.", "Mayor spoke.", "Ferry sank ferry."]),
        document("b", ["Rain fell.", "Ferry sank.", "Mayor spoke."], hours=1),
        Document("c", "Outlet a", None, "Ferry sank. Ferry sank ferry.", language="en", spans=((0, 11), (12, 29))),
        document("d", ["Rain fell."], hours=2),
    ]
    story = view_documents(made, background=FLAT)
    row = {(each.ref.document_id, each.ref.index): place for place, each in enumerate(story.sentences)}
    three_outlets = (row["a", 0], row["b", 0], row["d", 0])
    three_documents = (row["a", 1], row["b", 1], row["c", 0])
    two_documents = (row["a", 2], row["b", 2])
    one_outlet = (row["a", 3], row["c", 1])
    clusters = [one_outlet, two_documents, three_documents, three_outlets]
    order = [three_outlets, three_documents, two_documents, one_outlet]
    expected = [tuple(story.sentences[place].ref for place in sorted(rows)) for rows in order]
    assert [each.members for each in make_groups(story, [tuple(sorted(rows)) for rows in clusters])] == expected


def test_what_the_centroid_holds_breaks_a_tie() -> None:
    story = view(["Rain fell.", "Ferry sank.", "Ferry ferry ferry."], ["Rain fell.", "Ferry sank."])
    assert _labels(story, (0, 3), (1, 4)) == ["Ferry sank.", "Rain fell."]


def test_a_copied_document_adds_no_outlet() -> None:
    story = view(["Rain fell.", "Ferry sank."], ["Ferry sank."], ["Rain fell."], ["Rain fell.", "Ferry sank."])
    rain, ferry = (0, 3, 4), (1, 2, 5)
    assert [each.members[1].document_id for each in make_groups(story, [rain, ferry])] == ["d2", "d1"]
    copied = make_groups(story, [rain, ferry], copies={"d2": "d0", "gone": "d1"})
    assert [each.members[1].document_id for each in copied] == ["d1", "d2"]


def test_documents_without_a_source_are_outlets_of_their_own() -> None:
    texts = {"a": "Rain fell. Ferry sank.", "b": "Rain fell. Ferry sank.", "c": "Rain fell."}
    result = group([Document(name, text=text, language="en") for name, text in texts.items()])
    assert [len(each.members) for each in result.groups] == [3, 2]


def test_a_whole_story() -> None:
    result = group(FERRY)
    assert [each.members for each in result.groups] == [(SentenceRef("wire", 0), SentenceRef("echo", 0))]
    assert len(result.ungrouped) == 6
