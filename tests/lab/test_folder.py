"""Testbeds as folders: what is saved reads back equal, saving is careful, and the page of the format is whole."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from docs.markdown import ROOT, blocks
from lab.testbeds import BED, BLAZE, BRIDGE, CREWS, FIRST, GONE, MILL, MILL_TOPIC, SMOKE, TIDE, savable_testbeds
from meadow import sample
from meadow.errors import InputError, UsageError
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.experiment import EXPERIMENTS, find_kind
from meadow.lab.folder import check_testbed, load_testbed, save_testbed
from meadow.lab.folder.shapes import SHAPES, GroupPart, SettingsOfTestbed
from meadow.lab.testbed import GoldExtract, JudgeClustering, Rating, Testbed, Topic, WrittenText
from meadow.model import Document
from shared import shared

PAGE = ROOT / "docs" / "reference" / "testbeds.md"


def held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@given(savable_testbeds())
@settings(max_examples=40)
def test_what_is_saved_reads_back_equal_and_saves_to_equal_bytes(testbed: Testbed) -> None:
    with TemporaryDirectory() as scratch:
        first, second = Path(scratch, "first"), Path(scratch, "second")
        save_testbed(testbed, first)
        loaded = load_testbed(first)
        assert loaded == testbed
        assert loaded.digest == testbed.digest
        save_testbed(loaded, second)
        assert held(first) == held(second)


def test_a_zero_below_zero_reads_back_with_the_same_digest(tmp_path: Path) -> None:
    judged = replace(BED.topics[0], ratings=(Rating("lead", "quality", "ana", -0.0),))
    bed = replace(BED, topics=(judged,))
    save_testbed(bed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed").digest == bed.digest


def test_a_complete_testbed_has_every_file(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path / "bed")
    names = {"testbed.toml", "documents.jsonl", *(f"{stem}.jsonl" for stem in SHAPES)}
    assert held(tmp_path / "bed").keys() == names
    assert load_testbed(tmp_path / "bed") == BED


def test_lines_are_as_the_page_says(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    lines = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in tmp_path.glob("*.jsonl")}
    assert json.loads(lines["stories"][1]) == {"story": "bridge", "documents": ["b1"]}
    assert lines["utilities"][2] == '{"story":"mill","document":"m2","index":0,"judges":{"ana":7.5,"bram":7}}'
    assert json.loads(lines["gold"][0])["alternatives"] == [[["m1", 0]], [["m2", 0], ["m2", 1]]]
    assert json.loads(lines["outputs"][2]) == {"story": "mill", "system": "mute", "text": "", "length": "short"}
    assert json.loads(lines["subsumption"][1])["by"] == []


def test_only_three_files_are_needed(tmp_path: Path) -> None:
    (tmp_path / "testbed.toml").write_text('name = "small"\n', encoding="utf-8")
    (tmp_path / "documents.jsonl").write_text('{"id": "a", "text": "A bell rang."}\n', encoding="utf-8")
    (tmp_path / "stories.jsonl").write_text('{"story": "bell", "documents": ["a"]}\n', encoding="utf-8")
    testbed = load_testbed(tmp_path)
    assert (testbed.name, testbed.about, testbed.illustration, testbed.loose) == ("small", "", False, ())
    assert testbed.topics == (Topic("bell", (Document("a", text="A bell rang.", language="en"),)),)


def test_documents_of_a_story_come_in_time_order_however_they_are_listed(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    stories = '{"story": "all", "documents": ["t1", "m2", "m1"]}\n'
    for path in tmp_path.glob("*.jsonl"):
        path.unlink() if path.name != "documents.jsonl" else None
    (tmp_path / "stories.jsonl").write_text(stories, encoding="utf-8")
    testbed = load_testbed(tmp_path)
    assert testbed.topics[0].documents == (MILL, SMOKE, TIDE)
    assert testbed.loose == (BRIDGE,)


def test_documents_that_share_a_time_keep_their_order(tmp_path: Path) -> None:
    later_id_first = (replace(MILL, id="z", place="a.jsonl:9"), replace(MILL, id="a", place="a.jsonl:10"))
    testbed = Testbed("ties", (Topic("mill", later_id_first),))
    save_testbed(testbed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed") == testbed


def test_any_file_may_be_compressed(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    for path in list(tmp_path.glob("*.jsonl")):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
        path.unlink()
    assert load_testbed(tmp_path) == BED


@pytest.mark.parametrize("place", ["news", "documents", "../elsewhere"])
def test_documents_may_be_a_folder_anywhere(tmp_path: Path, place: str) -> None:
    folder = tmp_path / "bed"
    save_testbed(BED, folder)
    (folder / place).mkdir()
    (folder / "documents.jsonl").rename(folder / place / "all.jsonl")
    if place != "documents":
        with (folder / "testbed.toml").open("a", encoding="utf-8") as file:
            file.write(f'documents = "{place}"\n')
    assert load_testbed(folder) == BED


def test_files_that_are_no_data_may_lie_beside(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    (tmp_path / "README.md").write_text("# Mills\n", encoding="utf-8")
    (tmp_path / ".notes.json").write_text("{}", encoding="utf-8")
    assert load_testbed(tmp_path) == BED


def test_saving_over_a_testbed_leaves_nothing_of_it(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    (tmp_path / "headlines.jsonl").rename(tmp_path / "headlines.jsonl.gz")
    small = Testbed("small", (Topic("bridge", (BRIDGE,)),))
    save_testbed(small, tmp_path)
    assert sorted(held(tmp_path)) == ["documents.jsonl", "stories.jsonl", "testbed.toml"]
    assert load_testbed(tmp_path) == small


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("thesis.tex", "holds 'thesis.tex'"),
        ("README.md", "holds 'README.md'"),
        ("stories.jsonl", "has no testbed.toml"),
    ],
)
def test_a_folder_that_is_no_testbed_is_not_written_to(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match=said) as caught:
        save_testbed(BED, tmp_path)
    assert "new or empty folder" in str(caught.value)
    assert held(tmp_path) == {name: b"mine"}


def test_a_folder_of_documents_in_a_testbed_is_never_deleted(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path)
    (tmp_path / "documents").mkdir()
    with pytest.raises(UsageError, match="holds 'documents'"):
        save_testbed(BED, tmp_path)


def test_a_file_is_no_place_to_save_to(tmp_path: Path) -> None:
    (tmp_path / "bed").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is a file"):
        save_testbed(BED, tmp_path / "bed")


Change = Callable[[Topic], Topic]
UNSAVABLE: dict[str, tuple[Change, str]] = {
    "unclean text": (
        lambda topic: replace(
            topic,
            documents=(
                MILL,
                SMOKE,
                replace(BRIDGE, text="Two  \nlines.", spans=None),
            ),
        ),
        "text of the document 'b1'",
    ),
    "title of two lines": (
        lambda topic: replace(
            topic,
            documents=(
                MILL,
                SMOKE,
                replace(BRIDGE, title="Bridge\nclosed"),
            ),
        ),
        "title of the document 'b1'",
    ),
    "not in time order": (lambda topic: replace(topic, documents=(SMOKE, MILL)), "documents of the story 'mill'"),
    "no documents": (lambda topic: replace(topic, documents=()), "stories.jsonl:1: The field 'documents'"),
    "gold of one length twice": (
        lambda topic: replace(topic, gold=(topic.gold[0], GoldExtract(topic.gold[1].sentences[1:], "short"))),
        "gold of the story 'mill'",
    ),
    "gold without a sentence": (
        lambda topic: replace(topic, gold=(*topic.gold, GoldExtract((), "none"))),
        "gold of the story 'mill'",
    ),
    "too few labels": (
        lambda topic: replace(topic, clusterings=(JudgeClustering("ana", ((FIRST, GONE), (CREWS, BLAZE)), (FIRST,)),)),
        "clusterings.jsonl:1: 1 of 2 groups have no label",
    ),
    "too many labels": (
        lambda topic: replace(topic, clusterings=(JudgeClustering("ana", ((FIRST, GONE),), (FIRST, GONE)),)),
        "clusterings of the story 'mill'",
    ),
    "a score that is no number": (
        lambda topic: replace(topic, utilities=JudgeTable(("ana",), (FIRST,), ((float("nan"),),))),
        "utilities.jsonl:1: The field 'judges",
    ),
    "a row too short": (
        lambda topic: replace(topic, utilities=JudgeTable(("ana", "bo"), (FIRST, GONE), ((1.0, 2.0), (1.0,)))),
        "The judge 'bo' of the story 'mill' gives no score to sentence 1 of 'm2'",
    ),
    "half a character": (
        lambda topic: replace(topic, references=(WrittenText("ana", "half \ud800"),)),
        "holds half a character",
    ),
}


@pytest.mark.parametrize(("change", "said"), UNSAVABLE.values(), ids=UNSAVABLE)
def test_what_would_not_read_back_is_refused_and_nothing_written(tmp_path: Path, change: Change, said: str) -> None:
    with pytest.raises(InputError) as caught:
        save_testbed(Testbed("bad", (change(MILL_TOPIC),)), tmp_path / "bed")
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_failed_save_leaves_the_testbed_that_was_there(tmp_path: Path) -> None:
    save_testbed(BED, tmp_path / "bed")
    before = held(tmp_path / "bed")
    with pytest.raises(InputError):
        save_testbed(Testbed("empty", ()), tmp_path / "bed")
    assert held(tmp_path / "bed") == before


def test_a_document_without_language_gets_the_one_it_was_split_in(tmp_path: Path) -> None:
    spanish = Document("e", title="The bridge", text="El puente de Tarn fue cerrado ayer por la tarde. Abrirá en mayo.")
    save_testbed(Testbed("bridge", (Topic("bridge", (spanish,)),)), tmp_path / "bed")
    (document,) = load_testbed(tmp_path / "bed").documents
    assert document == replace(spanish, language="es")


def test_the_testbed_of_the_sample_is_sound_and_saves(tmp_path: Path) -> None:
    checked = check_testbed(sample.testbed_path())
    assert [str(finding) for finding in checked.findings] == []
    assert checked.testbed is not None
    assert checked.testbed.illustration
    save_testbed(checked.testbed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed") == checked.testbed


def test_documents_whose_sentences_are_marked_survive(tmp_path: Path) -> None:
    from meadow.ingest import read

    documents = sorted(read(shared("data", "mead", "GA3", "docsent")), key=lambda document: document.order)
    assert all(document.spans is not None for document in documents)
    testbed = Testbed("GA3", (Topic("GA3", tuple(documents)),))
    save_testbed(testbed, tmp_path / "bed")
    assert load_testbed(tmp_path / "bed") == testbed


def sections() -> dict[str, str]:
    """Return the page's sections by their headings."""
    parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    return {part.partition("\n")[0].strip(): part for part in parts}


def test_the_page_names_every_file_and_field() -> None:
    found = sections()
    for stem, shape in SHAPES.items():
        section = found[f"{stem}.jsonl"]
        assert [field for field in shape.__struct_fields__ if f"`{field}`" not in section] == [], stem
    assert [field for field in GroupPart.__struct_fields__ if f"`{field}`" not in found["clusterings.jsonl"]] == []
    assert [field for field in SettingsOfTestbed.__struct_fields__ if f"{field} = " not in found["testbed.toml"]] == []


def test_the_page_says_what_each_experiment_needs() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", sections()["What each experiment needs"], re.MULTILINE)
    said = {name: tuple(re.findall(r"`(\w+)`", needs)) for name, needs in rows}
    assert said == {name: find_kind(name).needs for name in EXPERIMENTS}


def test_the_lines_on_the_page_make_a_testbed(tmp_path: Path) -> None:
    for name, section in sections().items():
        if name.endswith((".jsonl", ".toml")):
            shown = [block.code for block in blocks(section) if block.language in ("json", "toml")]
            (tmp_path / name).write_text("".join(shown), encoding="utf-8")
    assert len(load_testbed(tmp_path)) == 2
