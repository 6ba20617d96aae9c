"""How two sentences put it: shared words, pairs and runs, counted by hand."""

import numpy as np

from meadow.model import Document
from meadow.vectors.sameness.statements import compare_wording
from meadow.vectors.sameness.wording import SharedWording, read_wording
from meadow.vectors.view import StoryView, view_documents

SANK = "The ferry Aurora sank off Skerra"
TURNED = "Off Skerra sank the ferry Aurora"


def _view(*texts: str, languages: tuple[str, ...] = ()) -> StoryView:
    spoken = languages or ("en",) * len(texts)
    made = enumerate(zip(texts, spoken, strict=True))
    return view_documents(Document(f"{n:02d}", text=t, language=own, spans=((0, len(t)),)) for n, (t, own) in made)


def _shared(view: StoryView, first: int, second: int) -> SharedWording:
    return compare_wording(view, np.array([first], np.int32), np.array([second], np.int32))


def test_words_pairs_and_runs_are_shares_of_each_sentence() -> None:
    # Six words each, all shared. Content: ferry Aurora sank Skerra / Skerra sank ferry Aurora: "ferry Aurora" is shared, of
    # three pairs. Runs of three: "the ferry aurora" is shared, of four.
    found = _shared(_view(SANK, TURNED), 0, 1)
    assert [side[0] for side in found.words] == [1.0, 1.0]
    assert [side[0] for side in found.pairs] == [1 / 3, 1 / 3]
    assert [side[0] for side in found.runs] == [1 / 4, 1 / 4]


def test_a_longer_sentence_shares_less_of_itself() -> None:
    # "The ferry Aurora sank": the same three runs less two, and two of three pairs.
    found = _shared(_view(SANK, "The ferry Aurora sank"), 0, 1)
    assert [side[0] for side in found.words] == [4 / 6, 1.0]
    assert [side[0] for side in found.pairs] == [2 / 3, 1.0]
    assert [side[0] for side in found.runs] == [2 / 4, 1.0]


def test_inflected_words_are_one_and_function_words_count() -> None:
    view = _view("the bakers strike", "the baker strikes", "a baker strikes")
    assert _shared(view, 0, 1).runs[0][0] == 1.0
    assert _shared(view, 0, 2).runs[0][0] == 0.0
    assert _shared(view, 0, 2).pairs[0][0] == 1.0


def test_sentences_without_a_pair_or_a_run_share_none() -> None:
    view = _view("Ferry", "Ferry", "", "…")
    for other in (1, 2, 3):
        found = _shared(view, 0, other)
        assert found.pairs[0][0] == found.runs[0][0] == 0.0


def test_some_rows_read_alone_are_read_as_among_all() -> None:
    view = _view(SANK, TURNED, "Bakers strike over pay in Port Vell", "Two aftershocks were felt within an hour")
    one = read_wording(view, np.array([3, 0, 1]))
    every = read_wording(view, np.arange(4))
    for few, all_of_them in zip(one, every, strict=True):
        assert few.sums().tolist() == all_of_them.sums()[[3, 0, 1]].tolist()


def test_words_of_two_languages_are_never_one() -> None:
    view = _view("Die in de storm", "Die in de storm", "Die in de storm", languages=("nl", "nl", "en"))
    assert _shared(view, 0, 1).words[0][0] == 1.0
    assert _shared(view, 0, 2).words[0][0] == 0.0
