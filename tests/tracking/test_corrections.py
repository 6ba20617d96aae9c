"""Corrections over a tracker's stories: by hand, and whatever arrives, merges, splits and is undone in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from meadow.model import Assignment, Correction, StoryEvent
from meadow.tracking.corrections import Side, aliases, changes, corrected, sides, story_names
from meadow.tracking.events import replay
from tracking.test_said import reach


def _tracked(**stories: str) -> dict[str, str]:
    """Return the story of each letter; letters arrive in order of the alphabet."""
    return dict(sorted((letter, story_id) for story_id, letters in stories.items() for letter in letters))


def _stories(partition: Mapping[str, str]) -> dict[str, str]:
    """Return the letters of each story."""
    return {
        story_id: "".join(each for each in partition if partition[each] == story_id) for story_id in partition.values()
    }


def _merge(number: int, documents: str, others: str) -> Correction:
    return Correction(number, "merge", tuple(documents), tuple(others))


def _split(number: int, documents: str, others: str) -> Correction:
    return Correction(number, "split", tuple(documents), tuple(others))


def test_without_corrections_the_tracker_is_right() -> None:
    tracked = _tracked(a="abd", c="ce")
    assert corrected(tracked, []) == tracked


def test_a_merge_makes_one_story_that_is_named_by_the_older_one() -> None:
    tracked = _tracked(b="b", c="cdef", a="a")
    assert _stories(corrected(tracked, [_merge(1, "c", "b")])) == {"b": "bcdef", "a": "a"}


def test_a_merge_holds_for_what_the_tracker_adds_later() -> None:
    merge = _merge(1, "a", "c")
    assert _stories(corrected(_tracked(a="abx", c="cdy"), [merge])) == {"a": "abcdxy"}


def test_split_documents_are_named_by_the_first_of_them() -> None:
    assert _stories(corrected(_tracked(a="abcd"), [_split(1, "cb", "ad")])) == {"a": "ad", "c": "bc"}


def test_the_id_of_a_story_goes_with_its_founding_document() -> None:
    assert _stories(corrected(_tracked(a="abcd"), [_split(1, "ca", "bd")])) == {"a": "ac", "b": "bd"}


def test_split_documents_are_a_story_wherever_the_tracker_puts_them() -> None:
    split = _split(1, "bc", "ad")
    assert _stories(corrected(_tracked(a="ac", b="bd"), [split])) == {"a": "a", "b": "bc", "d": "d"}
    assert _stories(corrected(_tracked(a="ad", b="bc"), [split])) == {"a": "ad", "b": "bc"}
    assert _stories(corrected(_tracked(a="ad", b="bcx", y="y"), [split])) == {"a": "ad", "b": "bcx", "y": "y"}


def test_unnamed_documents_stay_with_those_left_behind_unless_a_route_says_otherwise() -> None:
    tracked, split = _tracked(a="abcdxyz"), _split(1, "bc", "ad")
    assert _stories(corrected(tracked, [split])) == {"a": "adxyz", "b": "bc"}
    assert _stories(corrected(tracked, [split], {"x": "b", "y": "x"})) == {"a": "adz", "b": "bcxy"}


def test_a_route_counts_only_where_a_story_is_divided() -> None:
    split = _split(1, "b", "a")
    tracked = _tracked(a="ab", x="xy")
    assert _stories(corrected(tracked, [split], {"y": "b"})) == {"a": "a", "b": "b", "x": "xy"}
    assert _stories(corrected(_tracked(a="abxy"), [], {"y": "b"})) == {"a": "abxy"}


@pytest.mark.parametrize("routes", [{"x": "y", "y": "x"}, {"x": "x"}, {"x": "nowhere"}])
def test_a_route_that_leads_nowhere_is_none(routes: dict[str, str]) -> None:
    assert _stories(corrected(_tracked(a="abxy"), [_split(1, "b", "a")], routes)) == {"a": "axy", "b": "b"}


def test_a_routed_document_that_is_named_later_keeps_its_side() -> None:
    first, second = _split(1, "bcd", "a"), _split(2, "d", "bcx")
    partition = corrected(_tracked(a="abcdx"), [first, second], {"x": "b"})
    assert _stories(partition) == {"a": "a", "b": "bcx", "d": "d"}


def test_what_was_merged_leaves_a_story_that_the_tracker_forms_against_a_split() -> None:
    said = [_split(1, "b", "a"), _merge(2, "b", "q")]
    assert _stories(corrected(_tracked(a="ab", q="qrs"), said)) == {"a": "a", "q": "bqrs"}
    # The tracker now holds q to be of a's story, from which b is apart: what people said is kept, and the rest stays.
    partition = corrected(_tracked(a="abqrs"), said)
    assert {each: partition[each] == partition["b"] for each in "aqrs"} == {
        "a": False,
        "q": True,
        "r": False,
        "s": False,
    }


def test_a_merge_brings_the_whole_story_though_another_correction_names_some_of_it() -> None:
    said = [_split(1, "b", "a"), _merge(2, "r", "z"), _merge(3, "b", "q")]
    assert _stories(corrected(_tracked(a="ab", q="qrs", z="z"), said)) == {"a": "a", "q": "bqrsz"}


def test_a_name_goes_with_the_document_it_was_given_by() -> None:
    said = [
        Correction(1, "rename", ("a",), name="Ferry"),
        Correction(2, "rename", ("c",), name="Fire"),
        Correction(3, "rename", ("gone",), name="Nothing"),
    ]
    tracked = _tracked(a="ab", c="cd")
    assert story_names(tracked, said) == {"a": "Ferry", "c": "Fire"}
    assert story_names(corrected(tracked, [_merge(4, "a", "c")]), said) == {"a": "Fire"}
    assert story_names(tracked, [*said, Correction(4, "rename", ("b",))]) == {"c": "Fire"}
    assert story_names(tracked, [replace(each, undone=True) for each in said]) == {}


def test_an_id_that_was_merged_away_leads_to_where_its_document_is() -> None:
    tracked = _tracked(a="ab", c="cd")
    assert aliases("ac", corrected(tracked, [_merge(1, "a", "c")])) == {"c": "a"}
    assert aliases(["a", "gone"], tracked) == {}


def test_sides_are_those_that_a_new_document_finds_in_its_story() -> None:
    said = [_split(1, "bc", "ad")]
    assert sides("x", _tracked(a="abcdx", m="m"), said, {}) == [Side("a", ("a", "d")), Side("b", ("b", "c"))]
    assert sides("x", _tracked(a="abcd", x="x"), said, {}) == []
    assert sides("d", _tracked(a="abcd"), said, {}) == []
    assert sides("y", _tracked(a="abcdxy"), said, {"x": "b"})[1] == Side("b", ("b", "c", "x"))


def test_changes_are_splits_and_then_merges_that_leave_an_alias() -> None:
    assert changes(_tracked(a="ab", c="cd"), _tracked(a="acd", b="b"), 4) == [
        StoryEvent("split", "a", 4, "b", ("b",)),
        StoryEvent("merge", "c", 4, "a"),
    ]
    assert changes(_tracked(a="abg"), _tracked(a="abn"), 4) == [], "one was forgotten, one has just come"


_labels = st.lists(st.integers(0, 5), min_size=1, max_size=12)


def _partition(labels: Iterable[int], ids: str) -> dict[str, str]:
    return {chr(ord("a") + place): ids[label] for place, label in enumerate(labels)}


@given(_labels, st.randoms(use_true_random=False))
def test_changes_lead_from_any_partition_to_any_other(labels: list[int], chance: object) -> None:
    others = [chance.randrange(6) for _ in labels]  # type: ignore[attr-defined]
    before, after = _partition(labels, "abcdef"), _partition(others, "cbaxyz")
    log = [Assignment(each, story_id, 0.5, opened=False) for each, story_id in before.items()]
    replayed = replay(log, changes(before, after, len(log)))
    assert {each: story_id for story_id, own in replayed.items() for each in own} == after


class Corrections(RuleBasedStateMachine):
    """A tracker that thinks again, people who say otherwise and think again too, and a log of what a reader saw."""

    def __init__(self) -> None:
        super().__init__()
        self.tracked: dict[str, str] = {}
        self.said: list[Correction] = []
        self.routes: dict[str, str] = {}
        self.shown: dict[str, str] = {}
        self.log: list[Assignment] = []
        self.events: list[StoryEvent] = []

    def show(self) -> None:
        """Write down what changes for a reader."""
        after = corrected(self.tracked, self.said, self.routes)
        new = [each for each in after if each not in self.shown]
        self.log += [Assignment(each, after[each], 0.5, opened=after[each] == each) for each in new]
        self.events += changes(self.shown, after, len(self.log))
        self.shown = after

    def some(self, data: st.DataObject, *, most: int = 3) -> list[str]:
        names = st.sampled_from(list(self.tracked))
        return data.draw(st.lists(names, min_size=1, max_size=most, unique=True))

    @rule(data=st.data(), opens=st.booleans())
    def arrive(self, data: st.DataObject, opens: bool) -> None:
        name = f"d{len(self.tracked)}"
        stories = list(dict.fromkeys(self.tracked.values()))
        self.tracked[name] = name if opens or not stories else data.draw(st.sampled_from(stories))
        choices = sides(name, self.tracked, self.said, self.routes)
        if choices:
            self.routes[name] = data.draw(st.sampled_from(choices)).anchor
            after = corrected(self.tracked, self.said, self.routes)
            assert after[name] == after[self.routes[name]], "it is where its route leads"
        self.show()

    @precondition(lambda self: len(set(self.tracked.values())) > 1)
    @rule(data=st.data())
    def track_merge(self, data: st.DataObject) -> None:
        stories = st.sampled_from(list(dict.fromkeys(self.tracked.values())))
        one, into = data.draw(stories), data.draw(stories)
        self.tracked = {each: into if story_id == one else story_id for each, story_id in self.tracked.items()}
        self.show()

    @precondition(lambda self: self.tracked)
    @rule(data=st.data())
    def track_split(self, data: st.DataObject) -> None:
        story_id = self.tracked[self.some(data, most=1)[0]]
        rest = [each for each, own in self.tracked.items() if own == story_id and each != story_id]
        if rest:
            leaving = data.draw(st.lists(st.sampled_from(rest), min_size=1, unique=True))
            self.tracked |= dict.fromkeys(leaving, leaving[0])
            self.show()

    @precondition(lambda self: self.tracked)
    @rule(data=st.data())
    def merge(self, data: st.DataObject) -> None:
        number = len(self.said) + 1
        self.said.append(Correction(number, "merge", tuple(self.some(data)), tuple(self.some(data))))
        self.show()

    @precondition(lambda self: self.tracked)
    @rule(data=st.data(), whole=st.booleans())
    def split(self, data: st.DataObject, whole: bool) -> None:
        leaving = self.some(data)
        story = [each for each, story_id in self.shown.items() if story_id == self.shown[leaving[0]]]
        if whole:  # as a workspace does it: some of a story leave all the rest of it
            leaving = [each for each in leaving if each in story]
        others = [each for each in (story if whole else self.some(data)) if each not in leaving]
        self.said.append(Correction(len(self.said) + 1, "split", tuple(leaving), tuple(others)))
        self.show()

    @precondition(lambda self: self.said)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(self.said) - 1))
        self.said[at] = replace(self.said[at], undone=True)
        self.show()

    @precondition(lambda self: self.said)
    @rule()
    def undo_all(self) -> None:
        undone = [replace(each, undone=True) for each in self.said]
        assert corrected(self.tracked, undone, self.routes) == self.tracked

    @invariant()
    def the_log_gives_what_is_shown(self) -> None:
        replayed = replay(self.log, self.events)
        assert {each: story_id for story_id, own in replayed.items() for each in own} == self.shown

    @invariant()
    def every_id_names_a_document_of_its_story(self) -> None:
        assert all(self.shown[story_id] == story_id for story_id in self.shown.values())

    @invariant()
    def merged_documents_are_together(self) -> None:
        in_force = [each for each in self.said if not each.undone]
        for at, each in enumerate(in_force):
            if each.kind == "split" and at + 1 == len(in_force):
                assert len({self.shown[name] for name in each.documents}) == 1
            if each.kind == "merge":
                named = (*each.documents, *each.others)
                reached = reach(named, in_force)
                splits = [later for later in in_force[at:] if later.kind == "split"]
                if not any(reached & {*later.documents} and reached & {*later.others} for later in splits):
                    assert len({self.shown[name] for name in named}) == 1

    @invariant()
    def split_documents_are_apart_unless_someone_brought_them_together_since(self) -> None:
        in_force = [each for each in self.said if not each.undone]
        for at, each in enumerate(in_force):
            if each.kind == "split" and not reach(each.documents, in_force[at + 1 :]) & {*each.others}:
                left, stayed = ({self.shown[name] for name in own} for own in (each.documents, each.others))
                assert not left & stayed

    @invariant()
    def only_stories_with_a_named_document_differ(self) -> None:
        named = {name for each in self.said if not each.undone for name in (*each.documents, *each.others)}
        touched = {self.tracked[name] for name in named}
        assert all(self.shown[each] == story_id for each, story_id in self.tracked.items() if story_id not in touched)
        part = {each: story_id for each, story_id in self.tracked.items() if story_id in touched}
        assert corrected(part, self.said, self.routes) == {each: self.shown[each] for each in part}


Corrections.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
test_corrections_in_any_order = Corrections.TestCase
