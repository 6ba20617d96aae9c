"""Equal bytes for equal input (C1), for every verb: whatever the hash seed, the order of arguments, and what came before."""

from __future__ import annotations

from pathlib import Path

import pytest

from command import run_meadow, start_meadow
from hostile_corpus import VERBS
from meadow.sample import sample_path

QUESTION = "How many people died in the ferry accident off Skerra?"
OUTLETS = ("harbour-wire", "radio-aldern", "sant-oriel-echo")


@pytest.fixture(scope="module")
def news(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a file of ten articles for each of three outlets, and a plain file."""
    folder = tmp_path_factory.mktemp("news")
    for name in OUTLETS:
        lines = (sample_path() / f"{name}.jsonl").read_text("utf-8").splitlines()
        (folder / f"{name}.jsonl").write_text("\n".join(lines[:10]), encoding="utf-8")
    (folder / "note.txt").write_text("The ferry\n\nNine people died when the ferry sank off Skerra.", encoding="utf-8")
    return folder


def asked(verb: str, *paths: str) -> list[str]:
    question = [QUESTION] if verb in ("report", "pack") else []
    return [verb, *question, *paths, *VERBS[verb]]


PATHS = (*(f"{name}.jsonl" for name in OUTLETS), "note.txt")


@pytest.mark.golden("C1")
@pytest.mark.parametrize("verb", list(VERBS))
def test_the_order_of_arguments_and_earlier_calls_change_no_byte(verb: str, news: Path) -> None:
    orders = [PATHS, PATHS[::-1], (*PATHS[2:], *PATHS[:2]), (".",)]
    outputs = {run_meadow(*asked(verb, *order), folder=news).stdout for order in orders}
    assert len(outputs) == 1
    assert "" not in outputs


@pytest.mark.golden("C1")
@pytest.mark.drill
@pytest.mark.parametrize("verb", list(VERBS))
def test_hash_seeds_change_no_byte(verb: str, news: Path) -> None:
    outputs = {start_meadow(*asked(verb, *PATHS), folder=news, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "77")}
    assert len(outputs) == 1
    assert "" not in outputs
    assert outputs == {run_meadow(*asked(verb, *PATHS), folder=news).stdout}, "nor does a process of its own"
