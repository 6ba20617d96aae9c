"""What is proposed to judges: partners by containment, and groups only where a study allows them."""

from __future__ import annotations

import pytest

from meadow.errors import InputError, UsageError
from meadow.model import SentenceRef
from meadow.pipeline import group
from meadow.studies.answers import answers_of
from meadow.studies.suggestions import partners, suggested_groups
from studies.items import BLAZE, BURNED, CREWS, GONE, ITEM, sample_study


def test_partners_are_by_containment_either_way() -> None:
    found = partners(ITEM, CREWS)  # "Four crews came." and "Four fire crews fought a blaze in Orrin."
    assert [each.ref for each in found] == [BLAZE]
    assert found[0].holds > found[0].held > 0
    (one, *_) = partners(ITEM, GONE)  # the mill
    assert one.ref == BURNED


def test_partners_are_never_of_the_same_document_and_only_so_many() -> None:
    material = sample_study("utility", "wolf").materials[0]
    ref = material.sentences[0].ref
    found = partners(material, ref, limit=5)
    assert len(found) == 5
    assert all(each.ref.document_id != ref.document_id for each in found)
    assert [max(each.holds, each.held) for each in found] == sorted((max(e.holds, e.held) for e in found), reverse=True)
    with pytest.raises(InputError, match="no sentence"):
        partners(material, SentenceRef("nowhere", 0))


def test_groups_are_those_of_the_command_and_pass_every_check() -> None:
    material = sample_study("grouping", "wolf").materials[0]
    slots = dict(suggested_groups(material, allowed=True))
    kind = answers_of("grouping")
    for parts, answer in slots.items():
        kind.check(material, parts, answer)
    assert kind.missing(material, slots) == ()
    made = group(material.documents).groups
    assert [set(each.members) for each in kind.read(material, slots).groups] == [set(each.members) for each in made]


def test_a_study_that_does_not_allow_suggestions_gives_none() -> None:
    with pytest.raises(UsageError, match="--suggest"):
        suggested_groups(ITEM, allowed=False)


def test_partners_are_those_that_containment_by_hand_gives() -> None:
    material = sample_study("utility", "recount").materials[0]
    view = material.view
    terms = view.counts("terms").matrix.toarray()
    for row in range(0, len(view), 7):
        shared = [sum(map(min, terms[row].tolist(), other.tolist())) for other in terms]
        wanted = sorted(
            (-max(shared[at] / terms[row].sum(), shared[at] / terms[at].sum()), at)
            for at in range(len(view))
            if shared[at] and view.document_of[at] != view.document_of[row]
        )
        found = partners(material, view.sentences[row].ref, limit=5)
        assert [max(each.holds, each.held) for each in found] == pytest.approx([-score for score, _ in wanted[:5]])
