"""What people said: the latest word counts, and earlier ones as far as it leaves them."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Correction
from meadow.tracking.said import Blocks, agree

LETTERS = "abcdefgh"


def merge(number: int, documents: str, others: str = "", *, undone: bool = False) -> Correction:
    return Correction(number, "merge", tuple(documents), tuple(others), undone=undone)


def split(number: int, documents: str, others: str = "", *, undone: bool = False) -> Correction:
    return Correction(number, "split", tuple(documents), tuple(others), undone=undone)


def reach(documents: Iterable[str], corrections: Iterable[Correction]) -> set[str]:
    """Return all that corrections could bring together with documents."""
    sets = [{*each.documents, *(each.others if each.kind == "merge" else ())} for each in corrections]
    reached, before = {*documents}, 0
    while len(reached) > before:
        before = len(reached)
        reached = reached.union(*(each for each in sets if each & reached))
    return reached


def _together(blocks: Blocks, documents: str) -> bool:
    return len({blocks.root(each) for each in documents}) == 1


def test_a_merge_joins_and_a_split_keeps_apart() -> None:
    blocks, splits = agree([merge(1, "a", "b"), split(2, "cd", "e")], LETTERS)
    assert _together(blocks, "ab")
    assert _together(blocks, "cd")
    assert blocks.apart("c", "e")
    assert blocks.apart("e", "d")
    assert not blocks.apart("a", "e")
    assert not blocks.join("e", "c")
    assert [each.number for each in splits] == [2]


def test_a_later_merge_of_two_sides_takes_the_split_back_as_a_whole() -> None:
    blocks, splits = agree([split(1, "ab", "cd"), merge(2, "a", "c")], LETTERS)
    assert not splits
    assert not blocks.apart("b", "d")
    assert _together(blocks, "ac")


def test_a_later_split_takes_its_documents_out_of_earlier_merges() -> None:
    blocks, _ = agree([merge(1, "a", "b"), merge(2, "b", "c"), split(3, "a", "c")], LETTERS)
    assert _together(blocks, "bc")
    assert blocks.apart("a", "b"), "it is one with what the split left behind"


def test_what_left_one_story_can_be_merged_with_another_as_a_whole() -> None:
    blocks, _ = agree([merge(1, "a", "d"), split(2, "b", "c"), merge(3, "b", "a")], LETTERS)
    assert _together(blocks, "abd"), "the split says nothing about the merged story"
    assert blocks.apart("d", "c")


def test_a_split_within_a_split_leaves_the_first_one_standing() -> None:
    blocks, splits = agree([split(1, "abc", "de"), split(2, "a", "bc")], LETTERS)
    assert len(splits) == 2
    assert _together(blocks, "bc")
    assert all(blocks.apart(first, second) for first, second in ("ab", "ac", "ad", "bd", "ce"))


def test_what_was_undone_or_is_not_known_does_not_count() -> None:
    blocks, splits = agree([split(1, "a", "b", undone=True), merge(2, "c", "z")], LETTERS)
    assert not splits
    assert [each in blocks for each in "abcz"] == [False, False, True, False]


def test_a_document_on_both_sides_of_a_split_leaves() -> None:
    blocks, splits = agree([split(1, "a", "ab")], LETTERS)
    assert blocks.apart("a", "b")
    assert len(splits) == 1


def test_names_say_nothing_about_what_is_together() -> None:
    blocks, _ = agree([Correction(1, "rename", ("a", "b"), name="Ferry")], LETTERS)
    assert "a" not in blocks


_sets = st.text(LETTERS, min_size=1, max_size=4)
_spoken = st.lists(st.tuples(st.sampled_from([merge, split]), _sets, _sets), min_size=1, max_size=8).map(
    lambda all_of: [kind(number, *sides) for number, (kind, *sides) in enumerate(all_of, start=1)]
)


@given(_spoken)
def test_the_latest_word_is_taken_whole(corrections: list[Correction]) -> None:
    blocks, _ = agree(corrections, LETTERS)
    last = corrections[-1]
    assert _together(blocks, "".join(last.documents))
    if last.kind == "merge":
        assert _together(blocks, "".join((*last.documents, *last.others)))
    else:
        assert all(blocks.apart(one, other) for one in last.documents for other in set(last.others) - {*last.documents})


@given(_spoken)
def test_every_split_that_counts_holds_and_no_block_is_apart_from_itself(corrections: list[Correction]) -> None:
    blocks, splits = agree(corrections, LETTERS)
    for each in splits:
        assert all(blocks.apart(one, other) for one in each.documents for other in set(each.others) - {*each.documents})
    assert not any(blocks.apart(each, each) for each in LETTERS if each in blocks)


@given(_spoken)
def test_a_merge_holds_unless_a_later_split_divides_what_is_said_to_be_together(corrections: list[Correction]) -> None:
    blocks, _ = agree(corrections, LETTERS)
    for at, each in enumerate(corrections):
        if each.kind == "merge":
            reached = reach((*each.documents, *each.others), corrections)
            later = [one for one in corrections[at + 1 :] if one.kind == "split"]
            if not any(reached & {*one.documents} and reached & {*one.others} for one in later):
                assert _together(blocks, "".join((*each.documents, *each.others)))


@given(_spoken)
def test_without_splits_merges_add_up_in_any_order(corrections: list[Correction]) -> None:
    merges = [each for each in corrections if each.kind == "merge"]
    (forward, _), (backward, _) = agree(merges, LETTERS), agree(merges[::-1], LETTERS)
    named = [each for each in LETTERS if each in forward]
    for one in named:
        assert [forward.root(one) == forward.root(each) for each in named] == [
            backward.root(one) == backward.root(each) for each in named
        ]
