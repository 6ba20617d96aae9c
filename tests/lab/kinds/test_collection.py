"""How rare words and patterns are in a collection of one's own, and that TSC3's systems rest on it."""

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
from meadow.model import Document
from meadow.pipeline.collecting import load_collection, make_collection

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
    four = make_collection([Document(str(n), text=text, language="en") for n, text in enumerate(TEXTS)], name="four")
    rarity = dict(zip(("Wolf", "ferry", "otter"), four.idf(("Wolf", "ferry", "otter")).tolist(), strict=True))
    assert rarity == pytest.approx({"Wolf": math.log(4 / 3), "ferry": math.log(4), "otter": math.log(4)})


@pytest.mark.golden("T9")
def test_the_table_says_which_collection_it_rests_on_and_another_is_another_cell(tmp_path: Path) -> None:
    path = collection(tmp_path)
    (first,) = {json.dumps(each.cell.settings["collection"]) for each in measured(BED, asked(path))}
    shown = table(report(BED, asked(path)), "table-3")
    said = f"a collection of 4 documents, {path}; patterns are counted in its 4 sentences, a story's own left out."
    assert f"How rare a word is comes from {said}" in shown.notes
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


@pytest.mark.golden("T10")
def test_the_table_says_whether_patterns_were_counted_or_expected() -> None:
    base = replace(load_experiment("tsc3-tables"), systems=("patterns",), baseline=None, resamples=100)
    for background, said in (("language", "is what these let expect."), ("testbed", "a story's own left out.")):
        shown = table(report(BED, replace(base, options={**base.options, "background": background})), "table-3")
        assert any(note.startswith("How rare a word is") and note.endswith(said) for note in shown.notes)


def test_a_collection_without_documents_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no document"):
        load_collection(str(tmp_path / "empty"))
    with pytest.raises(MeadowError):
        load_collection(str(tmp_path / "nowhere"))


def test_the_command_takes_a_collection_by_its_own_name(meadow: Run, folder: Path) -> None:
    collection(folder)
    line = "lab run tsc3-tables --documents stories/ferry --documents stories/wolf --references references.jsonl"
    options = "--systems tfidf --gold automatic --collection news.jsonl --workers 1 --resamples 100 --form markdown"
    status, out, err = meadow(f"{line} {options}")
    assert status == 0, err
    assert "a collection of 4 documents, news.jsonl" in out
    assert "--collection news.jsonl" in out
