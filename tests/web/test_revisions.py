"""What changed between two revisions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.web.revisions import MOST_SENTENCES, RevisionPiece, compare
from stories import document, sentences

texts = st.lists(sentences, min_size=1, max_size=8)


def test_a_changed_word_is_shown_within_its_sentence() -> None:
    old = document("a", ["The toll is nine.", "Rescue goes on."])
    new = document("a", ["The toll is ten.", "Rescue goes on.", "More later."])
    assert compare(old, new) == [
        (
            RevisionPiece("same", "The toll is "),
            RevisionPiece("removed", "nine"),
            RevisionPiece("added", "ten"),
            RevisionPiece("same", "."),
        ),
        (RevisionPiece("same", "Rescue goes on."),),
        (RevisionPiece("added", "More later."),),
    ]


def test_sentences_that_share_little_replace_each_other_whole() -> None:
    changes = compare(document("a", ["The ferry sank off Skerra."]), document("a", ["Nobody knows why."]))
    assert changes == [
        (RevisionPiece("removed", "The ferry sank off Skerra."), RevisionPiece("added", "Nobody knows why."))
    ]


@given(texts, texts)
def test_what_stays_and_goes_is_the_old_text_and_what_stays_and_comes_the_new(
    before: list[str], after: list[str]
) -> None:
    changes = compare(document("a", before), document("a", after))
    assert changes is not None

    def told(gone: str) -> str:
        return "".join(piece.text for change in changes for piece in change if piece.kind != gone)

    assert (told("added"), told("removed")) == ("".join(before), "".join(after))
    differs = any(piece.kind != "same" for change in changes for piece in change)
    assert differs == (before != after)


def test_what_is_too_long_is_not_compared() -> None:
    long = Document("a", text="Yes. " * MOST_SENTENCES, spans=tuple((5 * n, 5 * n + 4) for n in range(MOST_SENTENCES)))
    assert compare(long, document("a", ["No."])) is None
