"""How rare words are in a collection of one's own, and that TSC3's systems rest on it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from lab.conftest import Run
from lab.kinds.running import measured, report, table
from lab.kinds.whole_bed import BED
from meadow.errors import InputError, MeadowError
from meadow.lab.catalogue import load_experiment
from meadow.lab.experiment import Experiment
from meadow.lab.kinds.word_rarity import idf_of, read_collection
from meadow.model import Document

TEXTS = ("The wolf ran.", "The wolf slept.", "The wolf ate.", "A ferry sank.")


def collection(folder: Path, texts: tuple[str, ...] = TEXTS) -> Path:
    path = folder / "news.jsonl"
    lines = [json.dumps({"id": str(number), "text": text, "language": "en"}) for number, text in enumerate(texts)]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def asked(path: Path) -> Experiment:
    base = replace(load_experiment("tsc3-tables"), systems=("tfidf",), baseline=None, resamples=100)
    return replace(base, options={**base.options, "collection": str(path)})


@pytest.mark.golden("T9")
def test_a_word_in_three_of_four_documents_has_the_log_of_four_thirds() -> None:
    table = idf_of([Document(str(n), text=text, language="en") for n, text in enumerate(TEXTS)], name="four")
    found = dict(zip(("wolf", "ferry", "otter"), table.idf(("wolf", "ferry", "otter")).tolist(), strict=True))
    assert found == pytest.approx({"wolf": math.log(4 / 3), "ferry": math.log(4), "otter": math.log(4)})


@pytest.mark.golden("T9")
def test_the_table_says_which_collection_it_rests_on_and_another_is_another_cell(tmp_path: Path) -> None:
    path = collection(tmp_path)
    (first,) = {json.dumps(each.cell.settings["collection"]) for each in measured(BED, asked(path))}
    shown = table(report(BED, asked(path)), "table-3")
    assert f"How rare a word is comes from a collection of 4 documents, {path}." in shown.notes
    collection(tmp_path, (*TEXTS, "An otter swam."))
    (second,) = {json.dumps(each.cell.settings["collection"]) for each in measured(BED, asked(path))}
    assert (json.loads(first)["documents"], json.loads(second)["documents"]) == (4, 5)
    assert json.loads(first)["digest"] != json.loads(second)["digest"]


def test_a_collection_changes_what_is_rare(tmp_path: Path) -> None:
    # Where every article of the collection holds the words of the story's first sentences, these weigh nothing.
    common = tuple(f"{document.text}" for topic in BED for document in topic.documents[:1])
    path = collection(tmp_path, common)
    taken = {json.dumps(each.measured.output["sentences"]) for each in measured(BED, asked(path)) if each.measured}
    usual = replace(asked(path), options={"gold": "people"})
    assert taken != {json.dumps(each.measured.output["sentences"]) for each in measured(BED, usual) if each.measured}


def test_a_collection_without_documents_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no document"):
        read_collection(str(tmp_path / "empty"))
    with pytest.raises(MeadowError):
        read_collection(str(tmp_path / "nowhere"))


def test_the_command_takes_a_collection_by_its_own_name(meadow: Run, folder: Path) -> None:
    collection(folder)
    line = "lab run tsc3-tables --documents stories/ferry --documents stories/wolf --references references.jsonl"
    options = "--systems tfidf --gold automatic --collection news.jsonl --workers 1 --resamples 100 --form markdown"
    status, out, err = meadow(f"{line} {options}")
    assert status == 0, err
    assert "a collection of 4 documents, news.jsonl" in out
    assert "--collection news.jsonl" in out
