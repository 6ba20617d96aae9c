"""Why each sentence is in a summary or not, for every selector: one reason per sentence, true of the summary made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import pytest

import meadow
from meadow.brief.choices import CHOSEN, WORDINGS, choice_text, places_of
from meadow.brief.explanation import format_explanation
from meadow.brief.json import explanation_value
from meadow.model import Choice, Document, Explanation, ScoreRow, SentenceRef
from meadow.pipeline.presets import PRESETS
from meadow.sample import sample_path
from meadow.select import SELECTORS
from stories import document

Story = Sequence[Document]


@pytest.fixture(scope="module")
def wolves() -> list[Document]:
    return [each for each in meadow.read(sample_path()) if each.id.startswith("wolf-")]


def ref(row: ScoreRow) -> SentenceRef:
    return SentenceRef(row.document_id, row.number - 1)


def choice(row: ScoreRow) -> Choice:
    assert row.choice is not None
    return row.choice


def row_of(explained: Explanation, name: str, number: int) -> ScoreRow:
    return next(row for row in explained.rows if (row.document_id, row.number) == (name, number))


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_reasons_agree_with_the_summary_of_every_preset(wolves: Story, name: str) -> None:
    summary = meadow.summarize(wolves, method=name, words=60)
    explained = meadow.explain(wolves, method=name, words=60)
    assert places_of(explained) == {pick.ref: place for place, pick in enumerate(summary.picks, start=1)}
    assert explained.run == summary.run
    assert len(explained.rows) == sum(1 for row in explained.rows if choice(row).kind in WORDINGS)
    for row in explained.rows:
        made = choice(row)
        assert (made.kind in CHOSEN) == (made.place is not None)
        if made.kind in ("covered", "repeats", "replaced"):
            assert made.other in places_of(explained), "what is repeated is in the summary"


@pytest.mark.parametrize("selector", list(SELECTORS))
def test_a_choice_that_is_explained_is_the_choice_that_is_made(wolves: Story, selector: str) -> None:
    summary = meadow.summarize(wolves, select=selector, sentences=4)
    explained = meadow.explain(wolves, select=selector, sentences=4)
    assert places_of(explained) == {pick.ref: place for place, pick in enumerate(summary.picks, start=1)}


def test_the_default_says_why_its_sentences_follow_each_other(wolves: Story) -> None:
    explained = meadow.explain(wolves)
    kinds = Counter(choice(row).kind for row in explained.rows)
    assert kinds["opens"] == 1
    assert kinds.keys() & {"adds", "follows"}
    assert kinds.keys() >= {"adds little", "outdated"}


def test_coverage_says_what_kept_a_sentence_out(wolves: Story) -> None:
    explained = meadow.explain(wolves, method="coverage")
    kinds = Counter(choice(row).kind for row in explained.rows)
    assert kinds.keys() >= {"chosen", "worth", "replaced", "context", "outdated", "short", "topic", "passed"}
    first = choice(row_of(explained, "wolf-lpa-01", 1))
    newer = explained.rows[[ref(row) for row in explained.rows].index(first.other or ref(explained.rows[0]))]
    times = {document.id: document.published_text or "" for document in wolves}
    assert first.kind == "replaced"
    assert times[newer.document_id] > times["wolf-lpa-01"]
    leaning = choice(row_of(explained, "wolf-lpa-01", 7))
    assert (leaning.kind, leaning.other) == ("context", SentenceRef("wolf-lpa-01", 5))
    best = max(choice(row).value or 0 for row in explained.rows if choice(row).kind in ("chosen", "worth"))
    assert best == 1


@pytest.mark.parametrize("method", ["meadow", "coverage"])
def test_an_old_toll_says_that_it_was_replaced(method: str) -> None:
    story = [
        document("one", ["A ferry capsized off Skerra and nine people died, the coast guard said."], hours=0),
        document("two", ["The ferry that capsized off Skerra killed 17 people, the coast guard said."], hours=50),
        document("three", ["The capsized ferry off Skerra killed 17 people, the coast guard said."], hours=52),
    ]
    old = row_of(meadow.explain(story, method=method, sentences=1), "one", 1)
    assert choice(old).kind == "outdated"
    assert choice(old).value is not None
    without = meadow.explain(story, method=method, sentences=1, figures="none")
    assert choice(row_of(without, "one", 1)).kind != "outdated"


def test_selectors_without_reasons_show_rank_and_length(wolves: Story) -> None:
    explained = meadow.explain(wolves, method="lead", words=100)
    scores = {ref(row): row.score for row in explained.rows}
    lowest = min(scores[chosen] for chosen in places_of(explained))
    for row in explained.rows:
        made = choice(row)
        if made.kind == "rank":
            assert made.value == pytest.approx(lowest - row.score)
        if made.kind == "rest":
            assert row.score >= lowest
    assert {choice(row).kind for row in explained.rows} >= {"chosen", "rank", "rest"}


def test_what_is_too_long_or_printed_as_nothing_says_so() -> None:
    story = [
        Document("a", text="By Jane Doe, Harbour Wire\n\nThe ferry Alma sank off Skerra on Monday.", language="en")
    ]
    kinds = [choice(row).kind for row in meadow.explain(story, method="lead", words=20).rows]
    assert kinds == ["unusable", "chosen"]
    longer = (
        "The ferry Alma sank off Skerra on Monday. The ferry had nine people aboard, all of whom were saved in time."
    )
    kinds = [choice(row).kind for row in meadow.explain([Document("a", text=longer, language="en")], words=9).rows]
    assert kinds == ["opens", "length"]


def test_every_kind_has_words_and_the_terminal_json_and_page_use_the_same(wolves: Story) -> None:
    explained = meadow.explain(wolves, words=60)
    places, printed = places_of(explained), format_explanation(explained)
    value = explanation_value(explained)
    rows = value["scores"]
    assert isinstance(rows, list)
    for row, listed in zip(explained.rows, rows, strict=True):
        text = choice_text(choice(row), places)
        assert listed["choice"]["text"] == text
        assert re.search(rf"^{row.document_id} .*  {re.escape(text)}$", printed, re.MULTILINE)
    for kind in WORDINGS:
        assert choice_text(Choice(kind, 1, SentenceRef("a", 0), 0.5), {})
    assert choice_text(Choice("repeats", None, SentenceRef("a", 2), 0.5), {}) == "left out: 50% like a 3"
    assert choice_text(Choice("a {reason} of its own"), {}) == "left out: a {reason} of its own"


def test_the_value_comes_back_from_json(wolves: Story) -> None:
    explained = meadow.explain(wolves, words=60)
    assert meadow.from_json(meadow.to_json(explained)) == explained


def test_nobody_asks_and_nothing_is_kept(wolves: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a reason was worked out that nobody asked for")

    monkeypatch.setattr("meadow.select.noting._conflicting", refuse)
    monkeypatch.setattr("meadow.select.noting._note_themselves", refuse)
    assert meadow.summarize(wolves).picks
