"""The table of formats: every name leads to a module that keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from meadow.errors import InputError, UnknownNameError, UsageError
from meadow.lab.formats import TESTBED_FORMATS, find_format, find_writer
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import at
from meadow.lab.testbed import Testbed, Topic
from meadow.model import Document


@pytest.mark.parametrize("name", list(TESTBED_FORMATS))
def test_every_name_leads_to_its_format(name: str) -> None:
    found = find_format(name)
    assert (found.name, bool(found.about)) == (name, True)
    # Traces have two forms, which one reader tells apart.
    assert found.read.__name__ == ("read_traces" if name == "iscorpus" else f"read_{name}")
    assert found.write is None or found.write.__name__ == f"write_{name}"


@pytest.mark.parametrize("name", list(TESTBED_FORMATS))
def test_a_path_that_is_not_there_is_refused_by_every_reader(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"does not exist|There is no"):
        find_format(name).read(tmp_path / "nowhere")


def test_an_unknown_name_gets_suggestions() -> None:
    with pytest.raises(UnknownNameError, match=r"There is no format of testbeds called 'meat'\. Did you mean 'mead'"):
        find_format("meat")


def test_a_format_that_is_only_read_says_so() -> None:
    read_only = [name for name in TESTBED_FORMATS if find_format(name).write is None]
    for name in TESTBED_FORMATS:
        if name in read_only:
            with pytest.raises(UsageError, match="which is only read"):
                find_writer(name)
        else:
            assert find_writer(name) is find_format(name).write


def test_changes_tell_what_is_gone_what_is_another_and_what_moved() -> None:
    first, second = (Document(name, text="One.", title="T") for name in "ab")
    before = Testbed("bed", (Topic("x", (first, second), title="X"), Topic("y", ())), about="mine")
    after = Testbed("bed", (Topic("x", (second, first), title="Z"),), about="mine")
    assert changes(before, before) == ()
    assert changes(before, after) == (
        "Topics (1 of 2) are left out, the first is 'y'.",
        "Title of topics (1 of 2): not the same when read back.",
        "Documents of topics (1 of 2) do not read back in the same order or number.",
    )
    moved = Testbed("bed", (before.topics[1], before.topics[0]), about="mine")
    assert changes(before, moved) == ("The order of topics is not kept: they read back by name.",)


def test_an_error_gets_its_place() -> None:
    with pytest.raises(InputError) as raised, at("a.gold"):
        raise UsageError("No.", given="x", allowed="Only y.", advice="Use y.")
    assert str(raised.value) == "a.gold: No. Only y. Use y."
    assert raised.value.given == "x"
