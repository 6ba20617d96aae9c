"""Stories that hold no near-copy are known by the ids of their words; of a story that may hold one all copies are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.kernels.word_runs import SHORT_TEXT
from meadow.model import Document
from meadow.vectors.near_copies import LEAST, near_copies, view_copies
from meadow.vectors.shared_runs import may_hold_copies
from meadow.vectors.view import view_documents

NAMES = ("Alda", "Borga", "Corva", "Denna", "Ervik", "Fossa", "Gudna", "Halla", "Irsa", "Jorva", "Kelda", "Lomma")
PIECES = [
    f"The ferry {name} left the harbour of {other} at noon with {count} people on board, the port office said."
    for count, (name, other) in enumerate(zip(NAMES, reversed(NAMES), strict=True), 11)
] + [
    f"{name} is a village of {size} people on the northern shore, where nets are mended in winter."
    for size, name in enumerate(NAMES, 301)
]
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=9)


def _documents(*texts: str, language: str = "en") -> list[Document]:
    return [Document(f"d{number}", text=text, language=language) for number, text in enumerate(texts)]


def _may_hold_copies(documents: list[Document]) -> bool:
    return may_hold_copies(view_documents(documents), least=LEAST)


def _told(opening: str) -> str:
    """Return a text in which no two sentences, nor those of another opening, share eight words in a row."""
    return " ".join(f"{opening} {name} met {opening.lower()} {name} near {name} as {opening} waited." for name in NAMES)


HEADS = st.sampled_from(["", "By Alda Borga\n", "SKERRA, March 3 (Reuters) - ", "(Reuters) - "])


@given(st.lists(st.tuples(HEADS, TEXTS), min_size=2, max_size=4), st.sampled_from([" ", "", "\n"]))
def test_a_view_has_the_copies_that_its_documents_have(texts: list[tuple[str, list[str]]], blank: str) -> None:
    documents = _documents(*(head + blank.join(pieces) for head, pieces in texts))
    assert view_copies(view_documents(documents)) == near_copies(documents)


def test_reports_in_words_of_their_own_hold_no_copy() -> None:
    documents = _documents(_told("Divers"), _told("Sailors"))
    assert min(len(document.text) for document in documents) >= SHORT_TEXT
    assert not _may_hold_copies(documents)


@pytest.mark.parametrize("head", ["", "By Alda Borga\n", "SKERRA, March 3 (Reuters) - "])
def test_a_short_report_may_be_a_copy_as_soon_as_it_shares_a_run(head: str) -> None:
    line = "Bakers in Carrowmere closed their shops for a morning in protest."
    own = _documents(f"{head}{PIECES[0]}", _told("Sailors"))
    assert not _may_hold_copies(own)
    assert near_copies(own) == ()
    assert _may_hold_copies(_documents(f"{head}{PIECES[0]} {line}", f"{line} {_told('Sailors')}"))


def test_a_shared_line_makes_no_copy_and_a_shared_half_may() -> None:
    line, half = "Bakers in Carrowmere closed their shops for a morning in protest.", " ".join(PIECES[:8])
    assert not _may_hold_copies(_documents(f"{_told('Divers')} {line}", f"{line} {_told('Sailors')}"))
    assert _may_hold_copies(_documents(f"{_told('Divers')} {half}", f"{half} {_told('Sailors')}"))


@pytest.mark.parametrize(
    "documents",
    [
        _documents("A short note of the port.", _told("Sailors")),
        _documents("SKERRA, March 3 (Reuters) - Ferries wait at three piers today.", _told("Sailors")),
        [*_documents(_told("Divers")), Document("e", text=_told("Sailors"), language="nl")],
        _documents("船長は調査官に対し、舵が二度きかなくなったと話した。" * 20, _told("Sailors")),
        [Document(name, text=_told(name), language="en", spans=((0, 40),)) for name in ("Divers", "Sailors")],
        _documents(_told("Divers") + " The road is 3m.Next day it was shut.", _told("Sailors")),
    ],
    ids=["short", "short without its dateline", "two languages", "unspaced", "marked sentences", "glued sentences"],
)
def test_where_words_alone_do_not_tell_there_may_be_a_copy(documents: list[Document]) -> None:
    view = view_documents(documents)
    assert may_hold_copies(view, least=LEAST)
    assert view_copies(view) == near_copies(documents)
