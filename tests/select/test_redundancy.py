"""One event is told once by articles of about one time, and what is new beside it still comes in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

import meadow
from meadow.model import Document, Pick
from meadow.select.candidates import Candidates
from meadow.select.positions import article_positions
from meadow.select.redundancy import shared_words
from meadow.text.background import Background, IdfTable
from meadow.vectors.cells import cells_of_rows
from meadow.vectors.view import view_documents

_START = datetime(2026, 3, 2, 9, tzinfo=UTC)
# Five outlets open with one robbery, each in words of its own; the rest of each is new.
ROBBERY = (
    "Masked raiders rammed a stolen lorry at dawn into the window of a goldsmith and fled from Brackwater with rings. "
    "The owner, Ana Ruiz, was treated for cuts at Saint Brannoc's hospital.",
    "A gang of four smashed the window of a shop on the quay of Brackwater with a car and got away with a fortune. "
    "Detectives from Carrowmere searched a farm and found forged number plates.",
    "Thieves took jewels worth two million crowns early on Monday, leaving a street in Brackwater strewn with glass. "
    "Insurers offered a reward of 50,000 crowns for hints that lead to an arrest.",
    "A raid on a family of jewellers shook Brackwater before breakfast, and four men are on the run with a fortune. "
    "Ferries to Skerra were searched for hours, and sailings to the mainland were late.",
    "Witnesses saw robbers in overalls burn a car after a raid that cost a Brackwater family its jewels and stock. "
    "Mayor Ned Crane promised cameras along every street that leads down to the port.",
)


# Six outlets open with one sinking in nearly the same words.
SINKING = (
    "The ferry Aster sank off Skerra on Monday with grain aboard.",
    "The ferry Aster sank off Skerra on Monday with flour aboard.",
    "On Monday the ferry Aster sank off Skerra with barley aboard.",
    "Off Skerra the ferry Aster sank on Monday with oats aboard.",
    "The Aster, a ferry, sank off Skerra on Monday with rye aboard.",
    "The ferry Aster, with maize aboard, sank off Skerra on Monday.",
)


def _documents(*texts: str, days: float = 0.1) -> list[Document]:
    return [
        Document(f"d{number}", f"Paper {number}", None, text, _START + timedelta(days=days * number), language="en")
        for number, text in enumerate(texts)
    ]


def _picks(*texts: str) -> tuple[Pick, ...]:
    return meadow.summarize(_documents(*texts), method="coverage", words=80).picks


def _openings(documents: list[Document]) -> int:
    summary = meadow.summarize(documents, method="coverage", words=80)
    return sum(pick.ref.index == 0 for pick in summary.picks)


def test_one_opening_tells_the_event_unless_days_lie_between() -> None:
    assert _openings(_documents(*ROBBERY)) == 1
    assert _openings(_documents(*ROBBERY, days=9)) > 1


def _bars(*texts: str, retold: bool = False) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return which pairs of sentences are barred always, and which while one event is told once."""
    view = view_documents(_documents(*texts))
    rows = np.arange(len(view))
    found = Candidates(rows, np.full(len(rows), 10), 100)
    nothing = np.zeros((len(rows), len(rows)))
    units = cells_of_rows(view.counts("terms").unit_rows(), rows)
    conflicts = shared_words(view, found, units, article_positions(view)).conflicts(
        nothing, most=2, held=2, retold=retold
    )
    written = [sentence.text for sentence in view.sentences]
    always, told = (
        {(written[one], written[other]) for one, other in np.argwhere(np.triu(each)).tolist()}
        for each in (conflicts.always, conflicts.all)
    )
    return always, told


# A table of one's own may say that every word is rarer than any can be, so that one number cannot hold words and weights.
@pytest.mark.parametrize("table", [None, IdfTable("own", {"robbers": 999_999.5}, unknown=1e6)])
def test_two_candidates_share_as_many_words_of_such_a_weight_as_both_hold(table: Background | None) -> None:
    view = view_documents(_documents(*ROBBERY, *SINKING), background=table)
    rows, counts = np.arange(0, len(view), 2), view.counts("terms")
    units = cells_of_rows(counts.unit_rows(), rows)
    overlap = shared_words(view, Candidates(rows, np.full(len(rows), 10), 100), units, article_positions(view))
    held = counts.matrix[rows].toarray() > 0
    weights = np.rint(counts.idf * 2.0**20).astype(np.int64)
    both = held[:, None] & held[None, :]
    assert overlap.words.tolist() == both.sum(axis=2).tolist()
    assert overlap.weight.tolist() == (both * weights).sum(axis=2).tolist()


def test_openings_of_one_event_need_two_words() -> None:
    two, one = "Nobody drowned when the Aster sank, its owner wrote.", "Navy divers found the Aster in a deep trench."
    always, told = _bars(*SINKING, two, one)
    assert always == told
    assert {(each, two) for each in SINKING} <= always
    assert not any(one in pair for pair in always)
    assert _bars(*SINKING, two, one, retold=True) == (set(), set())


def test_other_sentences_need_four_and_may_come_in_later() -> None:
    behind = "Divers raised its anchor before a storm came in May."
    four, two = "Before a storm came, the anchor was raised by a pair of divers.", "Another storm blew divers home."
    always, told = _bars(f"{SINKING[0]} {behind}", *SINKING[2:], f"{SINKING[1]} {four}", f"{SINKING[1]} {two}")
    assert (behind, four) in told - always
    assert (behind, two) not in told


def test_articles_that_open_with_different_things_tell_no_single_event() -> None:
    others = ("Wheat prices rose sharply.", "Choirs sang old hymns.", "Snow fell overnight again.")
    assert _bars(*SINKING[:2], *others)[1] == set()
    assert _bars(*SINKING[:4])[1] == set()  # and of fewer than five each has much of its own to tell


def test_sentences_of_one_article_are_never_barred_as_one_event() -> None:
    again = "The ferry Aster sank off Skerra on Monday within minutes, the coast guard said."
    assert (SINKING[0], again) not in _bars(f"{SINKING[0]} {again}", *SINKING[1:])[1]


def test_room_is_filled_with_what_is_mostly_new() -> None:
    one = "A bomb exploded on Friday at a bank in Brackwater and killed a police officer."
    again = "A bomb at a bank in Brackwater killed an officer of the police on Friday, the governor said."
    more = (
        "The officer killed by the bomb on Friday at the bank, Ned Crane, had trained rescue dogs in Carrowmere and "
        "played the organ at Saint Brannoc's for nineteen years."
    )
    third = "An explosion on Friday at a bank of Brackwater killed a police officer, a radio reported."
    told = [pick.written for pick in _picks(one, f"{again} {more}", third, f"{third} {again}", f"{one} {third}")]
    assert more in told
    assert len(told) == 2
