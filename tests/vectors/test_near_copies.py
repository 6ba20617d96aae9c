"""Near-copies: what counts as one text printed twice, who was first, and what must hold for any documents."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError, UsageError
from meadow.ingest import read
from meadow.model import CopyGroup, Document, independent_sources
from meadow.sample import gold_stories, sample_path
from meadow.vectors import near_copies as module
from meadow.vectors.near_copies import CopyIndex, near_copies

START = datetime(2026, 3, 3, 8, tzinfo=UTC)
REPORT = [
    "The ferry Alda ran aground on the Skerra reef shortly before dawn on Tuesday with ninety people on board.",
    "All passengers were taken off by fishing boats and nobody was badly hurt, the harbour office said.",
    "Captain Aurel Denko told investigators that the steering had failed twice since the last refit in autumn.",
    "The island council asked the operator to keep the sister ship in port until divers have looked at her hull.",
    "Residents had complained for years that the two vessels were too old for the winter crossing.",
    "A spokesman for the operator said that both had passed every inspection and would sail again soon.",
]
OTHER = [
    "Bakers in Carrowmere closed their shops for a morning in protest against the new levy on flour.",
    "The guild wants the city to wait until the harvest is in and the mills have published their prices.",
    "A councillor answered that the levy pays for the repair of the bridge which every cart of grain must cross.",
    "Talks between both sides will go on next week in the old customs house by the river.",
]
JAPANESE = (
    "潮見港を出た連絡船が火曜日の夜明け前に暗礁に乗り上げた。乗客はすべて漁船に救助され、大きなけがをした人はいなかった。"
    "船長は調査官に対し、秋の改修のあとにも舵が二度きかなくなったと話した。島の議会は姉妹船を港にとどめるよう求めている。"
)


def article(number: int, text: str, **more: str | datetime | None) -> Document:
    fields: dict[str, object] = {"source": f"outlet {number}", "published": START + timedelta(minutes=number), **more}
    return Document(f"d{number}", text=text, **fields)  # type: ignore[arg-type]


def are_copies(first: str, second: str) -> bool:
    return bool(near_copies([article(1, first), article(2, second)]))


def joined(*sentences: str) -> str:
    return " ".join(sentences)


FULL = joined(*REPORT)


@pytest.mark.parametrize(
    "edited",
    [
        FULL,
        FULL.upper(),
        "SKERRA, March 3 (Harbour Wire) — " + FULL,
        "By Mira Sol\n" + FULL,
        "Ferry drama off Skerra ends well for ninety travellers\n" + FULL,
        joined(*REPORT[:2], *REPORT[3:]),
        joined(*REPORT[:3]),
        joined(REPORT[0]),
        FULL + "\n\n" + joined(*OTHER[:2]),
        FULL.replace("shortly", "shorlty").replace("council", "concil"),
    ],
    ids=["same", "capitals", "dateline", "byline", "headline", "sentence cut", "half", "brief", "appended", "typos"],
)
def test_an_edited_agency_report_is_a_copy(edited: str) -> None:
    assert are_copies(FULL, edited)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (FULL, joined(*OTHER)),
        (FULL, joined(*OTHER, *OTHER[::-1], REPORT[0])),
        (REPORT[0], joined(*OTHER, REPORT[0])),
        (FULL, "El transbordador Alda encalló el martes en el arrecife de Skerra con noventa personas a bordo."),
        (FULL, " ".join(sorted(FULL.split()))),
        ("", ""),
        ("?!", "…"),
    ],
    ids=["other story", "quotes a sentence", "longer holds a brief", "translation", "other order", "empty", "wordless"],
)
def test_what_is_no_copy(first: str, second: str) -> None:
    assert not are_copies(first, second)


def test_the_longer_version_that_comes_later_is_a_copy_while_a_good_part_of_it_is_old() -> None:
    assert are_copies(joined(*REPORT[:3]), FULL)
    assert not are_copies(REPORT[0], FULL)


@pytest.mark.parametrize(
    ("first", "second", "copies"),
    [
        ("Ferry runs aground off Skerra", "FERRY RUNS AGROUND OFF SKERRA!", True),
        ("Ferry runs aground off Skerra", "Ferry runs aground off Skerra reef", False),
        ("Storm", "Storm", True),
    ],
)
def test_a_headline_is_a_copy_only_of_the_same_words(first: str, second: str, copies: bool) -> None:
    assert are_copies(first, second) is copies


def test_a_form_with_other_figures_is_no_copy() -> None:
    form = "The bank lent the market a further {} crowns today, which brings the help of this week to {} in {} rounds."
    assert not are_copies(form.format(120, "1,900", 7), form.format(85, "2,450", 9))
    assert are_copies(form.format(120, "1,900", 7), form.format(120, "1,900", 7) + " Reporters were told so at noon.")


def test_a_figure_that_was_corrected_leaves_a_copy() -> None:
    assert are_copies(FULL + " It was 5.40 a.m. and 3 boats helped.", FULL + " It was 5.40 a.m. and 4 boats helped.")


def test_a_script_without_blanks_is_compared_by_characters() -> None:
    assert are_copies(JAPANESE, "【潮見共同】" + JAPANESE[:60])
    assert not are_copies(
        JAPANESE, "市のパン屋が小麦粉への新しい税に抗議して午前中店を閉めた。組合は収穫が終わるまで待つよう求めた。"
    )


def test_the_first_is_the_earliest_and_copies_follow_in_time_order() -> None:
    documents = [article(3, FULL), article(1, FULL), article(2, joined(*REPORT[:4])), article(0, joined(*OTHER))]
    assert near_copies(documents) == (CopyGroup("d1", ("d2", "d3"), (1.0, 1.0)),)


def test_the_share_says_how_much_of_the_copy_was_taken() -> None:
    appended = joined(*REPORT, OTHER[0])
    (group,) = near_copies([article(1, FULL), article(2, appended)])
    assert group.shares == (len(FULL.split()) / len(appended.split()),)


def test_undated_documents_come_after_dated_ones() -> None:
    (group,) = near_copies([article(1, FULL, published=None), article(2, FULL)])
    assert group.first == "d2"


def test_independent_sources_are_those_with_words_of_their_own() -> None:
    documents = [
        article(1, FULL, source="Harbour Wire"),
        article(2, FULL, source="The Lantern"),
        article(3, joined(*OTHER), source="Courier"),
        article(4, joined(*OTHER[::-1], *REPORT[5:]), source=None),
        article(5, FULL, source="Courier"),
    ]
    groups = near_copies(documents)
    assert independent_sources(reversed(documents), groups) == ("Harbour Wire", "Courier")
    assert independent_sources(documents, ()) == ("Harbour Wire", "The Lantern", "Courier")


def test_no_documents_and_one_document() -> None:
    assert near_copies([]) == ()
    assert near_copies([article(1, FULL)]) == ()


def test_many_equal_documents_are_one_group() -> None:
    (group,) = near_copies([article(number, FULL) for number in range(500)])
    assert group.first == "d0"
    assert len(group.copies) == 499


def test_a_sentence_of_twenty_thousand_characters() -> None:
    words = random.Random(3).choices(FULL.split(), k=3400)
    assert are_copies(" ".join(words), " ".join(words[:1700]))


def test_two_documents_of_one_id_are_an_error() -> None:
    with pytest.raises(InputError, match="Two documents have the id 'd1'"):
        near_copies([article(1, FULL), article(1, FULL)])


@pytest.mark.parametrize(("threshold", "least"), [(0, 0), (1.1, 0.3), (0.5, 0.6), (0.6, 0), (float("nan"), 0.3)])
def test_shares_out_of_range_are_an_error(threshold: float, least: float) -> None:
    with pytest.raises(UsageError, match="least is at most the threshold"):
        near_copies([], threshold=threshold, least=least)


def test_an_empty_window_is_an_error() -> None:
    with pytest.raises(UsageError, match="Give at least 1, or None"):
        CopyIndex(window=0)


# Stories made of few sentences, so that documents share many, some or none of them.
SENTENCES = [*REPORT, *OTHER]
TEXTS = st.lists(st.sampled_from(SENTENCES), max_size=5).map(" ".join)
STREAMS = st.lists(TEXTS, max_size=10).map(lambda texts: [article(n, text) for n, text in enumerate(texts)])


@given(STREAMS, st.randoms(use_true_random=False))
def test_the_order_in_which_documents_are_given_does_not_matter(documents: list[Document], rng: random.Random) -> None:
    shuffled = rng.sample(documents, len(documents))
    assert near_copies(shuffled) == near_copies(documents)


@given(STREAMS)
def test_each_document_is_in_one_group_at_most_and_its_first_is_the_earliest(documents: list[Document]) -> None:
    by_id = {document.id: document for document in documents}
    groups = near_copies(documents)
    members = [member for group in groups for member in (group.first, *group.copies)]
    assert len(members) == len(set(members))
    for group in groups:
        orders = [by_id[member].order for member in (group.first, *group.copies)]
        assert orders == sorted(orders)
        assert len(group.copies) == len(group.shares) > 0
        assert all(module.LEAST <= share <= 1 for share in group.shares)


@given(STREAMS)
def test_equal_texts_are_together(documents: list[Document]) -> None:
    home = {member: group.first for group in near_copies(documents) for member in (group.first, *group.copies)}
    for first in documents:
        for second in documents:
            if first.id != second.id and first.text == second.text != "":
                assert home[first.id] == home[second.id]


@given(STREAMS)
def test_a_stream_gives_what_all_at_once_gives(documents: list[Document]) -> None:
    index = CopyIndex()
    streamed = {document.id: index.add(document) for document in documents}
    grouped = {copy: group.first for group in near_copies(documents) for copy in group.copies}
    assert {copy: first for copy, first in streamed.items() if first is not None} == grouped


@given(STREAMS, st.integers(0, 10), st.sampled_from([None, 1, 2, 3, 50]))
def test_a_restored_index_has_the_same_future(documents: list[Document], cut: int, window: int | None) -> None:
    index, restored = CopyIndex(window=window), CopyIndex(window=window)
    for document in documents[:cut]:
        index.add(document)
    restored.restore(json.loads(json.dumps(index.snapshot())))
    future = documents[cut:]
    assert restored.extend(future) == index.extend(future)
    assert restored.snapshot() == index.snapshot()


@given(STREAMS)
def test_who_shares_nothing_has_no_say_in_the_groups(documents: list[Document]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_FEW", 0)
        every = near_copies(documents)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "COMPILED", False)
        assert near_copies(documents) == every


@settings(max_examples=50)
@given(STREAMS)
def test_both_indexes_give_the_same_answers_and_snapshots(documents: list[Document]) -> None:
    answers = []
    for compiled in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "COMPILED", compiled)
            index = CopyIndex(window=4)
            answers.append(([index.add(document) for document in documents], index.snapshot()))
    assert answers[0] == answers[1]


def test_a_window_forgets_and_stays_small() -> None:
    index = CopyIndex(window=3)
    stream = [article(0, FULL), *(article(n, f"{OTHER[n % 4]} It was edition {n}.") for n in range(1, 4))]
    assert [index.add(document) for document in stream] == [None] * 4
    assert index.add(article(10, FULL)) is None
    assert index.add(article(11, FULL)) == "d10"
    for number in range(20, 60):
        index.add(article(number, f"Edition {number} of the Courier is out."))
    assert len(index.snapshot()["bodies"]) == 3
    assert len(index._bodies) < 6


def test_a_copy_of_a_forgotten_first_still_names_it() -> None:
    index = CopyIndex(window=1)
    assert [index.add(article(number, FULL)) for number in range(5)] == [None, *["d0"] * 4]


def test_another_revision_of_a_document_is_no_copy_of_itself() -> None:
    index = CopyIndex()
    assert index.add(article(1, FULL)) is None
    assert index.add(article(1, FULL + " The harbour reopened at noon.")) is None
    assert index.add(article(2, FULL)) == "d1"


def test_snapshots_hold_no_text() -> None:
    index = CopyIndex()
    index.add(article(1, FULL))
    assert "ferry" not in json.dumps(index.snapshot()).lower()


def test_the_planted_copies_of_the_sample_are_found_and_no_others() -> None:
    groups = near_copies(read(sample_path()))
    planted = {tuple(pair) for story in gold_stories() for pair in story.near_copies}
    assert {(group.first, *group.copies) for group in groups} == planted
