"""How alike sentences are: as counting by hand says, and the same in any company."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from meadow.grouping.figures.likeness import Likeness
from meadow.grouping.figures.story_claims import StoryClaims
from meadow.model import Document
from meadow.text.phrases.lexicon import lexicon
from meadow.vectors.view import StoryView, view_documents

_WORDS = st.sampled_from(
    ["ferry", "harbour", "pilot", "storm", "crew", "rescued", "sank", "fourteen", "14", "the", "near", "bridge"]
)
_SENTENCES = st.lists(_WORDS, min_size=1, max_size=8).map(lambda words: " ".join(words).capitalize() + ".")


def _view(sentences: Sequence[str]) -> StoryView:
    return view_documents(Document(f"d{place}", text=text, language="en") for place, text in enumerate(sentences))


def _by_hand(view: StoryView, first: int, second: int) -> tuple[float, int]:
    """Return Dice by rarity, added up from left to right, and how many words two rows share; numbers are no words."""
    counts = view.counts("terms")
    spelled = lexicon("en").table("numbers")
    told = [term for term, text in enumerate(counts.terms) if not text[0].isdigit() and text not in spelled]
    held = [{term for term in told if counts.matrix[row, term] > 0} for row in (first, second)]
    weights = [sum(counts.idf[term] for term in sorted(own)) for own in (*held, held[0] & held[1])]
    total = weights[0] + weights[1]
    return (2 * weights[2] / total if total > 0 else 0.0), len(held[0] & held[1])


@given(st.lists(_SENTENCES, min_size=1, max_size=6))
def test_likeness_is_what_counting_by_hand_says(sentences: list[str]) -> None:
    view = _view(sentences)
    likeness = Likeness.of(view, range(len(view)))
    for first in range(len(view)):
        for second in range(len(view)):
            assert (likeness.share[first, second], likeness.words[first, second]) == _by_hand(view, first, second)


@given(st.lists(_SENTENCES, min_size=2, max_size=6), st.data())
def test_two_sentences_are_as_alike_in_any_company(sentences: list[str], data: st.DataObject) -> None:
    view = _view(sentences)
    rows = data.draw(st.lists(st.sampled_from(range(len(view))), min_size=1, unique=True).map(sorted))
    every, some = Likeness.of(view, range(len(view))), Likeness.of(view, rows)
    assert some.share.tolist() == every.share[rows][:, rows].tolist()
    assert some.words.tolist() == every.words[rows][:, rows].tolist()


def test_a_story_answers_the_same_whichever_rows_were_asked_for_first() -> None:
    view = _view(
        ["Fourteen died on the ferry.", "The ferry sank in a storm.", "A storm closed the harbour.", "Nobody came."]
    )
    fresh, asked = StoryClaims(view), StoryClaims(view)
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 0)]
    assert [asked.alike(*pair) for pair in pairs] == [StoryClaims(view).alike(*pair) for pair in pairs]
    assert [fresh.alike(*pair) for pair in reversed(pairs)] == [asked.alike(*pair) for pair in reversed(pairs)]
    assert asked.alike(0, 1) == _by_hand(view, 0, 1)[0] > 0
    assert asked.alike(0, 3) == 0.0
