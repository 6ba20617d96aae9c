"""Groupers: the rules of G2 on any story, what a person expects of small ones, and the contract of the family."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.grouping import GROUPER_ALIASES, GROUPERS
from meadow.grouping.name_terms import name_terms
from meadow.grouping.statements import statements, threshold_for
from meadow.model import Document, SentenceRef
from meadow.pipeline import group, group_view
from meadow.recipe import Recipe
from meadow.testing import ContractError, check_grouper
from meadow.vectors.view import view_documents
from stories import FERRY, FLAT, document, documents, view

names = st.sampled_from(sorted(GROUPERS))

QUAKE = [
    document("a", ["A quake of magnitude 6.1 hit Lower Tarn at dawn.", "Twelve people died in the quake, said Iva Rell."]),
    document("b", ["Mayor Iva Rell said that 14 people died in the quake.", "Schools stay closed until Monday."], hours=2),
    document("c", ["At dawn a quake of magnitude 6.3 hit Lower Tarn.", "Trains to the coast were cancelled."], hours=3),
]  # fmt: skip


@pytest.mark.parametrize("name", list(GROUPERS))
def test_every_grouper_keeps_the_contract(name: str) -> None:
    check_grouper(GROUPERS.function(name))


@pytest.mark.golden("G2")
@settings(max_examples=60)
@given(documents, names)
def test_the_rules_hold_for_any_story(story: list[Document], name: str) -> None:
    result = group_view(view_documents(story, background=FLAT), Recipe(group=name))
    members = [ref for each in result.groups for ref in each.members]
    every = [sentence.ref for sentence in view_documents(story).sentences]
    assert sorted([*members, *result.ungrouped]) == sorted(every), "a sentence is in one group, or in none"
    for each in result.groups:
        assert len(each.members) >= 2
        assert len({ref.document_id for ref in each.members}) >= 2
        assert each.label in each.members


@settings(max_examples=40)
@given(documents, names, st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter(story: list[Document], name: str, random: object) -> None:
    shuffled = list(story)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert group(shuffled, method=name, idf=FLAT) == group(story, method=name, idf=FLAT)


@pytest.mark.parametrize("name", list(GROUPERS))
def test_a_higher_threshold_gives_fewer_and_tighter_groups(name: str) -> None:
    sizes = [
        [len(rows) for rows in GROUPERS.function(name)(view_documents([*FERRY, *QUAKE]), threshold=at)]
        for at in (0.05, 0.4, 1.0)
    ]
    assert sum(sizes[0]) > sum(sizes[1]) > sum(sizes[2]) == 0


@pytest.mark.golden("G2")
@pytest.mark.parametrize("name", list(GROUPERS))
def test_sentences_that_say_the_same_are_grouped_though_numbers_differ(name: str) -> None:
    found = {
        tuple(ref.document_id + str(ref.index) for ref in each.members) for each in group(QUAKE, method=name).groups
    }
    assert found == {("a0", "c0"), ("a1", "b0")}


def test_a_name_that_the_whole_story_holds_does_not_group() -> None:
    story = view(
        ["Aurel Denko steered the ferry.", "Aurel Denko was born in Skerra."],
        ["Aurel Denko plays chess on Sundays.", "Aurel Denko owes money to a bank."],
        ["Aurel Denko likes opera."],
    )
    assert statements(story) == ()


def test_names_are_told_by_their_capitals_inside_sentences() -> None:
    story = view(
        ["Ferry owner Denko spoke of rain.", "The Ferry sank."], ["Rain, Denko said, sank the ferry.", "Not ferry."]
    )
    counted = dict(zip(story.counts("terms").terms, name_terms(story).tolist(), strict=True))
    assert [term for term, name in counted.items() if name] == ["denko"]


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [
        (
            "ja",
            "塩見港で火曜日にフェリーが転覆し、九人が死亡した。",
            "フェリーは火曜日、塩見港で転覆し、九人が死亡した。",
        ),
        ("es", "El transbordador volcó ante Skerra y murieron nueve.", "Nueve murieron al volcar un transbordador."),
        ("nl", "De veerboot zonk bij Skerra en negen mensen verdronken.", "Negen mensen verdronken toen de boot zonk."),
    ],
)
def test_other_languages(language: str, first: str, second: str) -> None:
    story = [Document(name, text=text, language=language) for name, text in (("a", first), ("b", second))]
    assert [each.members for each in group(story).groups] == [(SentenceRef("a", 0), SentenceRef("b", 0))]


def test_one_shared_word_is_not_enough() -> None:
    assert statements(view(["Unusual weather."], ["Unusual prices."])) == ()
    assert statements(view(["Unusual weather."], ["Unusual weather today."])) == ((0, 1),)


def test_two_sentences_of_one_article_meet_only_through_a_third() -> None:
    twice = [
        "The harbour bridge at Skerra collapsed in the storm.",
        "At Skerra the storm made the harbour bridge collapse.",
    ]
    other = ["Ministers meet in Sant Oriel on Friday about taxes."]
    assert statements(view(twice, other)) == ()
    assert statements(view(twice, [*other, twice[0]])) == ((0, 3),), "whoever says both in one article means two things"
    between = "The bridge in the harbour of Skerra collapsed during a winter storm."
    assert statements(view(twice, [*other, between])) == ((0, 1, 3),)


@pytest.mark.parametrize("name", list(GROUPERS))
def test_identical_documents_give_a_group_for_each_sentence(name: str) -> None:
    copies = [replace(FERRY[0], id=f"copy{number}") for number in range(4)]
    result = group(copies, method=name)
    assert [len(each.members) for each in result.groups] == [4, 4, 4]
    assert result.ungrouped == ()


def test_copies_without_any_telling_word_are_a_group_too() -> None:
    assert statements(view(["It is what it was."], ["It is what it was.", "Who?"], ["Is it?"])) == ((0, 1),)


@pytest.mark.parametrize("name", list(GROUPERS))
@pytest.mark.parametrize("texts", [["One sentence only."], ["…! ?", "…! ?"], ["", ""]])
def test_stories_without_groups(name: str, texts: Sequence[str]) -> None:
    result = group([Document(f"d{number}", text=text, language="en") for number, text in enumerate(texts)], method=name)
    assert result.groups == ()


def test_a_sentence_of_twenty_thousand_characters() -> None:
    lead = FERRY[0].text.split(". ")[0]
    story = [*FERRY[:2], Document("long", text=lead + " and on" * 3_000 + ".", language="en")]
    result = group(story)
    assert SentenceRef("wire", 0) in result.groups[0].members


@pytest.mark.parametrize("name", list(GROUPERS))
def test_groups_stay_within_a_language(name: str) -> None:
    foreign = [replace(each, id=f"{each.id}-nl", language="nl") for each in QUAKE]
    for each in group([*QUAKE, *foreign], method=name).groups:
        assert len({ref.document_id.endswith("-nl") for ref in each.members}) == 1


def test_the_threshold_rises_with_the_story() -> None:
    assert [round(threshold_for(size, 0.22), 3) for size in (1, 40, 400, 40_000)] == [0.22, 0.22, 0.32, 0.52]
    assert threshold_for(10**12, 0.22) == 1.0


@pytest.mark.parametrize("name", list(GROUPERS))
@pytest.mark.parametrize("threshold", [0.0, -1.0, 1.5, float("nan")])
def test_a_threshold_outside_its_range(name: str, threshold: float) -> None:
    with pytest.raises(UsageError, match="above 0 and at most 1"):
        GROUPERS.function(name)(view(["A ferry sank."]), threshold=threshold)


def test_agglomerative_refuses_what_would_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadow.grouping.agglomerative.MOST_SENTENCES", 3)
    with pytest.raises(InputError, match=r"there are 6 sentences\. It takes 3 at most\..*--sentence-set"):
        group(QUAKE, method="agglomerative")


def test_the_default_is_shown_by_its_own_name_and_a_wrong_name_is_helped() -> None:
    assert "group:statements|" in group(QUAKE).run.signature
    assert GROUPER_ALIASES["meadow"] in GROUPERS
    with pytest.raises(UnknownNameError, match=r"no grouper called 'statement'\. Did you mean 'statements'"):
        group(QUAKE, method="statement")


class TestBrokenGroupers:
    """Each broken grouper must be caught."""

    @pytest.mark.parametrize(
        ("rows", "complaint"),
        [
            ([(0, 3), (3, 5)], "in two groups"),
            ([(0, 99)], "no such sentence"),
            ([(0, 1)], "of 1 document only"),
            ([(0,)], "of 1 document only"),
        ],
    )
    def test_rules(self, rows: list[tuple[int, ...]], complaint: str) -> None:
        with pytest.raises(ContractError, match=complaint):
            check_grouper(lambda view: rows)

    def test_languages_and_chance(self) -> None:
        with pytest.raises(ContractError, match="mixes languages"):
            check_grouper(lambda view: [tuple(range(len(view)))] if len(set(view.languages)) > 1 else [])
        answers = iter([[], [(0, 3)]])
        with pytest.raises(ContractError, match="second call"):
            check_grouper(lambda view: next(answers))
