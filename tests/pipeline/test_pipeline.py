"""The jobs from documents to results: what must hold for every story, and what a reader gets."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meadow
from meadow import pipeline
from meadow.errors import BudgetError, InputError, UnknownNameError
from meadow.model import Document, Summary
from meadow.pipeline.presets import PRESETS
from meadow.provenance.installed import version_mark
from meadow.text.tokens import count_printed_words
from meadow.vectors.view import view_documents
from stories import FERRY, documents

BUDGETS = [
    {"sentences": 2},
    {"words": 12},
    {"words": 1},
    {"characters": 60},
    {"characters": 3},
    {"characters": "10%"},
    {"percent": 30},
]


@given(documents, st.sampled_from(BUDGETS), st.sampled_from(sorted(PRESETS)))
def test_offsets_slice_to_the_sentence_and_budgets_are_never_exceeded(
    made: list[Document], budget: dict[str, object], method: str
) -> None:
    summary = pipeline.summarize(made, method=method, **budget)  # type: ignore[arg-type]
    by_id = {document.id: document for document in made}
    for pick in summary.picks:
        assert by_id[pick.ref.document_id].text[pick.sentence.start : pick.sentence.end] == pick.sentence.text
    _assert_within(summary, made, budget)


def _assert_within(summary: Summary, made: list[Document], budget: dict[str, object]) -> None:
    total = sum(len(document.spans or ()) for document in made)
    if "words" in budget:
        assert count_printed_words(summary.text) <= int(str(budget["words"]))
    elif budget.get("characters") == "10%":
        assert len(summary.text) <= sum(e - s for d in made for s, e in d.spans or ()) // 10
    elif "characters" in budget:
        assert len(summary.text) <= int(str(budget["characters"]))
    elif "percent" in budget:
        assert len(summary.picks) <= max(1, -(-total * 30 // 100))
    else:
        assert len(summary.picks) <= 2


@given(documents, st.randoms())
def test_the_order_of_documents_changes_nothing(made: list[Document], chance: random.Random) -> None:
    shuffled = made.copy()
    chance.shuffle(shuffled)
    assert pipeline.summarize(made, words=20) == pipeline.summarize(shuffled, words=20)
    assert pipeline.digest(made, words=20) == pipeline.digest(shuffled, words=20)


@pytest.mark.golden("M6")
def test_picks_are_in_time_order_then_sentence_order() -> None:
    summary = pipeline.summarize(FERRY[::-1], method="mead", sentences=5)
    assert [pick.ref.document_id for pick in summary.picks] == sorted(
        (pick.ref.document_id for pick in summary.picks), key=["wire", "echo", "courier"].index
    )
    for one, other in zip(summary.picks, summary.picks[1:], strict=False):
        assert one.ref.document_id != other.ref.document_id or one.ref.index < other.ref.index


def test_the_default_opens_with_the_strongest_sentence_and_goes_on_in_time_order() -> None:
    rows = {sentence.ref: row for row, sentence in enumerate(view_documents(FERRY).sentences)}
    first, *others = [rows[pick.ref] for pick in pipeline.summarize(FERRY, sentences=4).picks]
    while others and others[0] == first + 1:  # what goes on behind the opening in its article follows it
        first = others.pop(0)
    assert others == sorted(others)
    assert first != min(first, *others)


def test_equal_times_are_ordered_by_id_where_there_is_no_place() -> None:
    same = [replace(FERRY[0], id=name) for name in ("b", "a")]
    assert [document.id for document in pipeline.digest(same).stories[0].documents] == ["a", "b"]


def test_a_summary_says_who_else_said_it_and_does_not_repeat_it() -> None:
    summary = pipeline.summarize(FERRY, sentences=4)
    (lead,) = [pick for pick in summary.picks if "245 people" in pick.written]
    assert lead.ref.document_id in {"wire", "echo"}
    assert {ref.document_id for ref in lead.covers} == {"wire", "echo"} - {lead.ref.document_id}


def test_where_no_sentence_fits_the_best_is_cut_at_a_clause_and_marked() -> None:
    summary = pipeline.summarize(FERRY, words=6)
    assert summary.text.endswith("…")
    assert len(summary.text.split()) <= 6
    (edit,) = summary.edits
    assert edit.kind == "shortened"
    document = next(each for each in FERRY if each.id == edit.ref.document_id)
    assert document.text[edit.start : edit.end] == edit.removed
    assert summary.text.removesuffix("…") in document.text


def test_a_cut_behind_a_dateline_records_both_edits() -> None:
    text = "SANT ORIEL (LPA) - A ferry with 245 people\naboard capsized off Skerra on Monday."
    summary = pipeline.summarize([Document("d", text=text, language="en")], words=4)
    assert summary.text == "A ferry with 245…"
    assert [(edit.kind, edit.removed) for edit in summary.edits] == [
        ("dateline", "SANT ORIEL (LPA) - "),
        ("shortened", " people\naboard capsized off Skerra on Monday."),
    ]


def test_signatures_name_everything_and_expand_the_default() -> None:
    signature = pipeline.summarize(FERRY, words=50).run.signature
    assert signature.startswith(
        "rank:mix(centroid=1, position=0.1)|figures:current|select:sequence|rewrite:trim|"
        "budget:words=50|background:wordfreq-en|data:"
    )
    assert signature.endswith(f"|v:{version_mark()}")


def test_a_seed_changes_chance_only_and_shows_in_the_signature() -> None:
    first, again = (pipeline.summarize(FERRY, method="random", sentences=2, seed=7) for _ in range(2))
    assert first == again
    assert "rank:random(seed=7)" in first.run.signature
    assert "seed" not in pipeline.summarize(FERRY, seed=7).run.signature


def test_identical_documents_give_one_sentence_once() -> None:
    copies = [replace(FERRY[0], id=f"copy{number}") for number in range(4)]
    summary = pipeline.summarize(copies, words=100)
    written = [pick.written for pick in summary.picks]
    assert len(set(written)) == len(written)


def test_one_sentence_is_its_own_summary_and_an_empty_document_gives_an_empty_one() -> None:
    assert pipeline.summarize([Document("one", text="A ferry capsized.")]).text == "A ferry capsized."
    empty = pipeline.summarize([Document("none", text="")])
    assert (empty.text, empty.picks) == ("", ())


def test_a_title_only_document_has_its_title_as_sentence_0() -> None:
    summary = pipeline.summarize([Document("t", title="Ferry capsizes off Skerra, nine dead")])
    assert summary.picks[0].ref.index == 0
    assert summary.text == "Ferry capsizes off Skerra, nine dead"


def test_no_documents_is_an_error_for_a_summary_and_an_empty_digest() -> None:
    with pytest.raises(InputError, match="no document"):
        pipeline.summarize([])
    assert len(pipeline.digest([])) == 0


def test_two_documents_under_one_id_are_an_error() -> None:
    with pytest.raises(InputError, match="Two documents have the id 'wire'"):
        pipeline.summarize([FERRY[0], replace(FERRY[1], id="wire")])


def test_unknown_methods_suggest_and_say_where_a_step_belongs() -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'mead'"):
        pipeline.summarize(FERRY, method="maed")
    with pytest.raises(UnknownNameError, match="'centroid' is a ranker: give it with --rank"):
        pipeline.summarize(FERRY, method="centroid")
    with pytest.raises(BudgetError):
        pipeline.summarize(FERRY, words=10, sentences=1)


def test_public_names_load_and_unknown_ones_do_not() -> None:
    for name in meadow.__all__:
        assert getattr(meadow, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'sumarize'"):
        _ = meadow.sumarize
    assert dir(meadow) == sorted(meadow.__all__)


def test_the_text_alone_is_the_same_text_without_notes() -> None:
    whole, bare = meadow.summarize(FERRY, words=40), meadow.summarize(FERRY, words=40, annotate=False)
    assert bare.disagreements == ()
    assert all(pick.covers == () for pick in bare.picks)
    assert "annotate:false" in bare.run.signature
    assert "annotate" not in whole.run.signature
    assert bare == meadow.summarize(FERRY, recipe=meadow.make_recipe(words=40, annotate=False))
    (brief,) = meadow.digest(FERRY, tracker="one", words=40, annotate=False).stories
    assert brief.summary.text == bare.text
    with pytest.raises(meadow.MeadowError, match="annotate="):
        meadow.summarize(FERRY, annotate=False, recipe=meadow.Recipe())
