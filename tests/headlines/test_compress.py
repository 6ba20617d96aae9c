"""The most salient sentence as a headline: short, readable, and only words of its source."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import SpecError
from meadow.headlines.compress import compress
from meadow.headlines.readable import flaws, without_stop
from meadow.headlines.trimming import versions
from meadow.model import Document
from meadow.rank import RANKERS
from meadow.text.clean import clean_line
from meadow.text.phrases.pruning import prune, without
from meadow.text.shortening import MARK
from meadow.vectors.view import StoryView, view_documents
from stories import FERRY, view

RANK = RANKERS.build("lead")


def story(*texts: str, language: str = "en") -> StoryView:
    return view_documents([Document(f"d{n}", text=text, language=language) for n, text in enumerate(texts)])


@pytest.mark.golden("H4")
@pytest.mark.parametrize(
    ("language", "text", "characters", "wanted"),
    [
        (
            "en",
            "SANT ORIEL (LPA) - Nine people died on Monday, the coast guard said.",
            80,
            "Nine people died on Monday",
        ),
        (
            "en",
            "After a search of two days, divers found the wreck of the ferry.",
            60,
            "Divers found the wreck of the ferry",
        ),
        ("en", "The ferry, which was built in 1987, capsized off Skerra.", 40, "The ferry capsized off Skerra"),
        (
            "en",
            "A ferry capsized off Skerra on Monday, killing nine people.",
            40,
            "A ferry capsized off Skerra on Monday",
        ),
        (
            "en",
            "The old ferry left Sant Oriel on Monday with a broken door.",
            50,
            "The old ferry left Sant Oriel with a broken door",
        ),
        ("en", "A ferry capsized off Skerra and the coast guard sent three boats.", 40, "A ferry capsized off Skerra"),
        (
            "es",
            "Nueve personas murieron en el naufragio, según la guardia costera.",
            60,
            "Nueve personas murieron en el naufragio",
        ),
        ("nl", "Negen mensen kwamen om het leven, zei de kustwacht.", 60, "Negen mensen kwamen om het leven"),
        ("ja", "海上保安庁によると、渡し船が転覆し、9人が死亡した。", 40, "渡し船が転覆し、9人が死亡した"),
        ("ja", "二日の夜、荒天の中、スケラ沖で渡し船の乗客9人が死亡した。", 20, "スケラ沖で渡し船の乗客9人が死亡"),
    ],
)
def test_sentences_become_headlines(language: str, text: str, characters: int, wanted: str) -> None:
    chosen = compress(story(text, language=language), RANK, characters=characters)
    assert chosen.text == wanted
    assert [(ref.document_id, ref.index) for ref in chosen.evidence] == [("d0", 0)]


@pytest.mark.golden("H4")
def test_length_in_words_and_by_default() -> None:
    ferry = view_documents(FERRY)
    assert len(compress(ferry, RANK).text) <= 80
    assert len(compress(ferry, RANK, words=7).text.split()) <= 7


def test_what_would_dangle_gives_way_to_the_next_sentence() -> None:
    first = "The ministers of Lethria, Marenza, Aldern, Skerra, Haldmoor, Ninemile and Carrowmere in Sant Oriel met."
    chosen = compress(story(first, "A ferry capsized off Skerra."), RANK, characters=40)
    assert chosen.text == "A ferry capsized off Skerra"


def test_of_the_best_sentences_the_line_closest_to_the_story_is_taken() -> None:
    texts = ("The cup final was sold out.", "The ferry capsized off Skerra.", "Divers look for the ferry off Skerra.")
    chosen = compress(story(*texts), RANK)
    assert chosen.evidence[0].document_id != "d0"
    assert chosen.score == max(compress(story(*texts), RANK, words=count).score for count in (6, 7, 8))


def test_the_last_resort_is_cut_and_marked() -> None:
    chosen = compress(
        story("Lethria, Marenza, Aldern, Skerra, Haldmoor, Ninemile, Carrowmere, Sant Oriel."), RANK, words=3
    )
    assert chosen.text.endswith(MARK)
    assert len(chosen.text.split()) <= 3


@pytest.mark.parametrize("lengths", [{"words": 0}, {"characters": -1}, {"words": 5, "characters": 40}])
def test_impossible_lengths_say_what_is_allowed(lengths: dict[str, int]) -> None:
    with pytest.raises(SpecError, match=r"One length, a whole number from 1"):
        compress(view(["A ferry sank."]), RANK, **lengths)


pieces = st.sampled_from(
    ["the ferry", "which sank", "police said", "on Monday", "(a wreck)", "killing two", "and", "saw", "not", "“no”",
     "in Skerra", "After the storm", "a captain", "was found", "of the coast guard"]
)  # fmt: skip


@given(
    st.lists(pieces, min_size=1, max_size=9),
    st.sampled_from([", ", " "]),
    st.sampled_from(["en", "es", "nl", "ja", "fr"]),
)
def test_each_version_is_the_sentence_with_something_left_out(parts: Sequence[str], mark: str, language: str) -> None:
    text = mark.join(parts) + "."
    lengths = [len(text)]
    for version in versions(text, language):
        rest = iter(text.lower())
        assert all(character in rest for character in version.lower())
        lengths.append(len(version))
    assert lengths == sorted(lengths, reverse=True)
    assert len(lengths) > 1


@given(st.lists(pieces, min_size=1, max_size=6), st.integers(1, 60))
def test_no_headline_is_longer_than_asked_for(parts: Sequence[str], characters: int) -> None:
    chosen = compress(story(" ".join(parts) + "."), RANK, characters=characters)
    assert 0 < len(chosen.text) <= characters


def test_a_very_long_sentence_costs_no_more_than_it_must() -> None:
    endless = "The ferry sank and the crew swam, " * 2000
    assert compress(story(endless), RANK).text.endswith(MARK)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Ferry capsizes off Skerra", ()),
        ("en", "Ferry capsizes, 'nine dead'", ()),
        ("en", "iOS 7 is out", ()),
        ("en", "The captain's door", ()),
        ("en", "Ferry capsizes off “Skerra", ("unpaired marks",)),
        ("en", "'Nine dead as ferry sinks", ("unpaired marks",)),
        ("en", "Ferry capsizes with the", ("dangling end",)),
        ("en", "Ferry capsizes:", ("dangling end",)),
        ("en", "And a ferry sank", ("dangling start",)),
        ("en", ", killing nine", ("dangling start",)),
        ("en", "Ferry capsizes…", ("cut short",)),
        ("en", "…", ("wordless",)),
        ("es", "Naufragio de un ferry en", ("dangling end",)),
        ("nl", "Veerboot gekapseisd bij de", ("dangling end",)),
        ("nl", "„Negen doden” bij ramp", ()),
        ("ja", "渡し船が", ("dangling end",)),
        ("ja", "渡し船が転覆", ()),
    ],
)
def test_flaws(language: str, text: str, wanted: tuple[str, ...]) -> None:
    assert flaws(text, language) == wanted


@given(st.text(max_size=50), st.sampled_from(["en", "es", "nl", "ja", "th"]))
def test_flaws_are_found_in_any_text(text: str, language: str) -> None:
    assert set(flaws(text, language)) <= {"wordless", "unpaired marks", "dangling start", "dangling end", "cut short"}


@pytest.mark.parametrize(
    ("text", "wanted"), [("It sank.", "It sank"), ("In the U.S.", "In the U.S."), ("So…", "So…"), ("沈没。", "沈没")]
)
def test_a_headline_has_no_stop(text: str, wanted: str) -> None:
    assert without_stop(text) == wanted


def test_clean_line() -> None:
    assert clean_line("Ferry\r\n \x1b[31msinks\u202e") == "Ferry [31msinks"


def test_pruning_without_a_length_takes_only_what_can_always_go() -> None:
    text = "The ferry (built in 1987) sank off Skerra, killing nine people, the coast guard said."
    assert without(text, prune(text)) == "The ferry sank off Skerra, killing nine people."
    shorter = "The ferry (built in 1987) sank off Skerra, killing nine people."
    assert without(shorter, prune(shorter, enough=lambda left: len(left) < 30)) == "The ferry sank off Skerra."
