"""What is proposed to judges: partners by containment, and groups only where a study allows them."""

from __future__ import annotations

import pytest

from judging.items import BLAZE, BURNED, CREWS, GONE, ITEM, sample_study
from meadow.errors import InputError, UsageError
from meadow.judging.answers import answers_of
from meadow.judging.suggestions import partners, suggested_groups
from meadow.model import SentenceRef
from meadow.pipeline import group


def test_partners_stand_by_containment_either_way() -> None:
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
