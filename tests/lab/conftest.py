"""The command line in this process, and a folder of small stories with references and judges: our own fiction."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from meadow.cli import main
from meadow.rank import RANKERS

Run = Callable[..., tuple[int, str, str]]

STORIES = {
    "ferry": [
        "A ferry with 245 people aboard capsized off Skerra on Monday, killing nine, the coast guard said. Families waited "
        "on the quay in Sant Oriel through the night for any news. Coffee was handed out by two bakeries near the harbour.",
        "Nine people died when a ferry with 245 people aboard capsized off Skerra, the coast guard said. Ticket sales "
        "for the summer season had opened only the week before, said the company.",
    ],
    "wolf": [
        "A wolf was seen near the school in Ninemile on Tuesday, and children were kept indoors all morning. The school "
        "choir will sing its spring concert next week as it has long planned.",
        "Children in Ninemile were kept indoors on Tuesday after a wolf was seen near the school, police said. Parking "
        "near the village square remains free of charge until the end of April.",
    ],
    "oven": [
        "The council of Ninemile voted on Thursday to let the last wood-fired bakery keep its oven. A new bench was "
        "painted green in front of the post office by two volunteers.",
        "The last wood-fired bakery of Ninemile may keep its oven, the council decided by eight votes to three. The "
        "meeting began twenty minutes late because the heating of the hall had failed.",
    ],
}
REFERENCES = {
    "ferry": "Nine people died when a ferry with 245 people aboard capsized off Skerra, the coast guard said.",
    "wolf": "Children were kept indoors in Ninemile on Tuesday after a wolf was seen near the school.",
    "oven": "The council of Ninemile decided that the last wood-fired bakery may keep its oven.",
}


@pytest.fixture(autouse=True)
def _rankers_of_this_test_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the rankers of plug-ins out again: other tests try every ranker there is."""
    monkeypatch.setattr(RANKERS, "_targets", dict(RANKERS._targets))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that commands run in: `stories/NAME/` with two articles each, and `references.jsonl`."""
    for name, texts in STORIES.items():
        (tmp_path / "stories" / name).mkdir(parents=True)
        for number, text in enumerate(texts):
            article = {"id": f"{name}-{number}", "text": text, "language": "en"}
            (tmp_path / "stories" / name / f"{number}.json").write_text(json.dumps(article), encoding="utf-8")
    rows = [json.dumps({"id": name, "text": text}) for name, text in REFERENCES.items()]
    (tmp_path / "references.jsonl").write_text("\n".join(rows), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def meadow(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a line of the command and gives its status, output and errors."""

    def run(line: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["meadow", *line.split(), *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return run
