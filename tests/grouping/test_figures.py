"""What a number may state, told without tags: never less than what reading its sentence finds."""

from __future__ import annotations

from decimal import Decimal

import pytest

from grouping.test_disagreement import STORIES
from grouping.test_identity import A, B, story
from grouping.test_near_misses import NEAR_MISSES
from meadow.grouping.figures.claim import Claim
from meadow.grouping.figures.number_cues import figure_of, figures_of
from meadow.grouping.figures.promising import promising_rows
from meadow.grouping.figures.reading import read_claims
from meadow.grouping.figures.sentences import Sentences
from meadow.text.phrases.tokens import read_tokens
from stories import START

_TEXTS = sorted({text for _, articles, _ in STORIES.values() for _, _, text in articles})
_TEXTS += sorted({text for _, articles in NEAR_MISSES.values() for _, _, text in articles})


@pytest.mark.parametrize("language", ["en", "es", "nl"])
def test_every_claim_is_among_the_figures_of_its_sentence(language: str) -> None:
    told = [
        (claim, figures_of([read_tokens(text, language)], language)[0])
        for text in _TEXTS
        for claim in read_claims(text, language, START)
        if claim.told is not None
    ]

    assert len(told) > 50
    for claim, figures in told:
        (kind,) = figure_of(claim, 0, 0).kinds
        assert any(figure.value == claim.value and kind in figure.kinds for figure in figures), (claim, figures)


def test_a_figure_by_hand() -> None:
    text = "The toll rose to 14, not 9 as first reported, while the union said the figure was 20 per cent."
    nothing, (toll, older, rival) = figures_of([read_tokens("The ferry sank."), read_tokens(text)], "en")

    assert (nothing, toll.value) == ([], Decimal(14))
    assert "dead" in toll.kinds
    assert not toll.opposed
    assert older.replaced
    assert rival.opposed
    assert "unit %" in rival.kinds


def test_figures_stand_in_the_rows_that_were_asked_for() -> None:
    made = story((0, A, "The ferry sank. It killed 12 people. It was 41 metres long."), (1, B, "Fourteen people died."))
    figures = Sentences(made.view).figures([3, 0, 2])
    assert [(each.row, each.document, each.value) for each in figures] == [
        (3, 1, Decimal(14)),
        (2, 0, Decimal(41)),
    ]
    assert Sentences(made.view).figures([2, 1])[0] == figures[1]


def test_only_figures_that_can_be_in_dispute_are_read() -> None:
    made = story(
        (0, A, "The ferry sank and killed 12 people. It was 41 metres long. Seven gulls watched."),
        (1, B, "Fourteen people died on the ferry. Three bakers sang. It was 41 metres long."),
    )
    assert promising_rows(made, Sentences(made.view)) == [0, 3]


class _Counting(Sentences):
    """Sentences that note which of them were read."""

    read: tuple[int, ...] = ()

    def claims_of(self, row: int) -> tuple[Claim, ...]:
        self.read += (row,)
        return super().claims_of(row)


@pytest.mark.parametrize(
    ("opening", "read"),
    [
        ("The ferry sank and killed 12 people, not 9 as first reported.", False),
        ("The price rose to 14 crowns from 12 crowns.", True),
    ],
    ids=["in dispute already", "by itself"],
)
def test_a_sentence_is_read_for_what_it_contests_only_where_that_adds_a_row(opening: str, *, read: bool) -> None:
    made = story((0, A, opening), (1, B, "Fourteen people died on the ferry. It cost 12 crowns."))
    sentences = _Counting(made.view)
    assert 0 in promising_rows(made, sentences)
    assert (0 in sentences.read) is read
