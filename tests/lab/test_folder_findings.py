"""What checking a testbed finds: where, what and what to do; all of it at once, and a testbed only if there is nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.testbeds import BED
from meadow.errors import InputError
from meadow.lab.folder import check_testbed, load_testbed, save_testbed
from meadow.lab.folder.checks import LineFinding
from meadow.lab.folder.shapes import SHAPES

STORY = {"story": "mill", "documents": ["m1", "m2"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a sound and complete testbed: m1 has three sentences, m2 two, b1 is another story's."""
    save_testbed(BED, tmp_path / "bed")
    return tmp_path / "bed"


def findings(folder: Path) -> list[LineFinding]:
    checked = check_testbed(folder)
    assert (checked.testbed is None) == bool(checked.findings)
    return list(checked.findings)


def only(folder: Path) -> LineFinding:
    (finding,) = findings(folder)
    return finding


def write(folder: Path, name: str, *lines: object) -> None:
    """Write a file of JSON lines; text is taken as it is."""
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    (folder / name).write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")


def test_a_sound_testbed_has_no_finding(folder: Path) -> None:
    checked = check_testbed(folder)
    assert checked.findings == ()
    assert checked.testbed == BED


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("testbed.toml", "testbed.toml", "missing"),
        ("stories.jsonl", "stories.jsonl", "missing"),
        ("documents.jsonl", "documents.jsonl", "missing, and so is a folder documents/"),
    ],
)
def test_a_missing_file_is_named(folder: Path, name: str, place: str, said: str) -> None:
    (folder / name).unlink()
    finding = only(folder)
    assert finding.place == place
    assert said in finding.problem


@pytest.mark.parametrize("stem", SHAPES)
def test_an_empty_file_is_named(folder: Path, stem: str) -> None:
    write(folder, f"{stem}.jsonl", "", "   ")
    finding = only(folder)
    assert finding.place == f"{stem}.jsonl"
    assert "empty" in finding.problem


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "It is not TOML"),
        (
            'nmae = "x"',
            "There is no field 'nmae'. Did you mean 'name'? The fields are name, about, illustration, documents.",
        ),
        ('about = "x"', "missing required field name"),
        ('name = ""', "The field 'name' cannot be used: expected str of length >= 1."),
        ('name = "x"\ndocuments = "news"', "several places for documents: news, documents.jsonl"),
        ('name = "x"\nillustration = "yes"', "The field 'illustration' cannot be used: expected bool, got str."),
    ],
)
def test_settings_say_what_is_wrong(folder: Path, text: str, said: str) -> None:
    (folder / "testbed.toml").write_text(text, encoding="utf-8")
    finding = only(folder)
    assert finding.place == "testbed.toml"
    assert said in finding.problem


def test_settings_that_are_no_text(folder: Path) -> None:
    (folder / "testbed.toml").write_bytes(b'name = "\xff"')
    assert "UTF-8" in only(folder).problem


@pytest.mark.parametrize(
    ("place", "said"), [("news", "leads to nothing"), (".", "the folder of the testbed"), ("..", "or one around it")]
)
def test_a_path_of_documents_that_cannot_be(folder: Path, place: str, said: str) -> None:
    (folder / "documents.jsonl").unlink()
    (folder / "testbed.toml").write_text(f'name = "x"\ndocuments = "{place}"', encoding="utf-8")
    finding = only(folder)
    assert finding.place == "testbed.toml"
    assert said in finding.problem


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{not json}", "'{not json}' is not a JSON object on one line"),
        ('{"story": "mill"', "truncated"),
        ('["mill"]', "The line cannot be used: expected object, got array."),
        (
            '{"story": "mill", "judge": "x", "sentence": [["m1", 0]]}',
            "There is no field 'sentence'. Did you mean 'sentences'?",
        ),
        ('{"story": "mill", "sentences": []}', "missing required field judge"),
        (
            '{"story": "mill", "judge": "x", "sentences": [["m1", "0"]]}',
            "'sentences[0][1]' cannot be used: expected int, got str",
        ),
        ('{"story": "mill", "judge": "x", "sentences": [["m1", -1]]}', "expected int >= 0"),
        ('{"story": "mill", "judge": "x", "sentences": [], "percent": 120}', "expected float <= 100"),
        ('{"story": "mill", "judge": "", "sentences": []}', "The field 'judge' cannot be used"),
    ],
)
def test_a_line_without_its_shape(folder: Path, line: str, said: str) -> None:
    write(folder, "extracts.jsonl", {"story": "mill", "judge": "ana", "sentences": []}, "", line)
    finding = only(folder)
    assert finding.place == "extracts.jsonl:3"
    assert said in finding.problem


def test_a_group_without_its_shape(folder: Path) -> None:
    line = {"story": "mill", "judge": "ana", "groups": [{"members": [["m1", 0]], "lable": ["m1", 0]}]}
    write(folder, "clusterings.jsonl", line)
    assert only(folder).problem == "The field 'groups[0]' cannot be used: object contains unknown field lable."


def test_bytes_that_are_no_text_and_gzip_that_is_none(folder: Path) -> None:
    (folder / "headlines.jsonl").write_bytes(b'{"story": "mill", "id": "a", "text": "\xff"}\n')
    (folder / "ratings.jsonl").unlink()
    (folder / "ratings.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00broken")
    places = [finding.place for finding in findings(folder)]
    assert places == ["headlines.jsonl:1", "ratings.jsonl.gz"]


def test_a_file_twice(folder: Path) -> None:
    (folder / "gold.jsonl.gz").write_bytes((folder / "gold.jsonl").read_bytes())
    finding = only(folder)
    assert (finding.place, finding.problem) == (
        "gold.jsonl.gz",
        "It is there beside gold.jsonl; only one of them can count.",
    )


def test_a_name_that_no_file_has(folder: Path) -> None:
    (folder / "refrences.jsonl").write_text("{}", encoding="utf-8")
    finding = only(folder)
    assert (finding.place, finding.problem) == (
        "refrences.jsonl",
        "No part of a testbed has this name. Did you mean 'references.jsonl'?",
    )


def test_documents_that_cannot_be_read_are_all_named_and_nothing_follows_from_them(folder: Path) -> None:
    write(
        folder, "documents.jsonl", '{"id": "m1", "text": "A bell."}', '{"id": "m2"}', "{", '{"id": "b1", "text": "B."}'
    )
    found = findings(folder)
    assert [finding.place for finding in found] == ["documents.jsonl:2", "documents.jsonl:3"]
    assert "neither text nor title" in found[0].problem


def test_two_texts_under_one_id(folder: Path) -> None:
    write(folder, "documents.jsonl", '{"id": "m1", "text": "A bell."}', '{"id": "m1", "text": "A gong."}')
    finding = only(folder)
    assert finding.place == "documents.jsonl:2"
    assert "another document has the id 'm1' already, at" in finding.problem


def extract(*sentences: tuple[str, int], **more: object) -> dict[str, object]:
    return {"story": "mill", "judge": "x", "sentences": sentences, **more}


def clustering(*groups: list[list[object]]) -> dict[str, object]:
    return {"story": "mill", "judge": "x", "groups": [{"members": members} for members in groups]}


MILLS = extract(("m1", 0))
CASES: dict[str, tuple[str, tuple[object, ...], str, str]] = {
    "unknown document of a story": (
        "stories.jsonl",
        ({"story": "mill", "documents": ["m1", "m2", "m1x"]}, {"story": "bridge", "documents": ["b1"]}),
        "stories.jsonl:1",
        "The story 'mill' names the document 'm1x', not among the 4 read. Did you mean 'm1'?",
    ),
    "many unknown documents": (
        "stories.jsonl",
        (STORY, {"story": "bridge", "documents": ["b1", *"vwxyz"]}),
        "stories.jsonl:2",
        "The story 'bridge' names 5 documents ('v', 'w', 'x' …), not among the 4 read.",
    ),
    "a document twice": (
        "stories.jsonl",
        (STORY, {"story": "bridge", "documents": ["b1", "b1"]}),
        "stories.jsonl:2",
        "The story 'bridge' names the document 'b1' more than once.",
    ),
    "a story twice": (
        "stories.jsonl",
        (STORY, {"story": "mill", "documents": ["m1", "m2"], "title": "again"}),
        "stories.jsonl:2",
        "stories.jsonl:1 has the same story 'mill'; each may be there once.",
    ),
    "unknown story": (
        "headlines.jsonl",
        ({"story": "mils", "id": "a", "text": "Mill"},),
        "headlines.jsonl:1",
        "There is no story 'mils'. Did you mean 'mill'?",
    ),
    "a document of another story": (
        "extracts.jsonl",
        (MILLS, extract(("b1", 0), percent=20)),
        "extracts.jsonl:2",
        "The story 'mill' does not have the document 'b1': 'b1' belongs to another story or to none.",
    ),
    "a document that is nowhere": (
        "extracts.jsonl",
        (extract(("m1", 0), ("mm2", 0)),),
        "extracts.jsonl:1",
        "The story 'mill' does not have the document 'mm2': 'mm2' is nowhere among the documents. Did you mean 'm2'?",
    ),
    "a sentence after the last": (
        "reports.jsonl",
        ({"story": "mill", "author": "ana", "sentences": [["m1", 2], ["m1", 3], ["m2", 7]]},),
        "reports.jsonl:1",
        "There is no sentence 3 in 'm1', which has 3, counted from 0. 1 more such sentences are on the line.",
    ),
    "a subsumption by a sentence after the last": (
        "subsumption.jsonl",
        ({"story": "mill", "judge": "ana", "sentence": ["m1", 0], "by": [["m2", 2]]},),
        "subsumption.jsonl:1",
        "There is no sentence 2 in 'm2', which has 2, counted from 0.",
    ),
    "a sentence subsumed by itself": (
        "subsumption.jsonl",
        ({"story": "mill", "judge": "ana", "sentence": ["m1", 0], "by": [["m1", 0]]},),
        "subsumption.jsonl:1",
        "Sentence 0 of 'm1' is named twice",
    ),
    "an extract twice": (
        "extracts.jsonl",
        (extract(("m1", 0), percent=20), extract(("m1", 1), percent=20)),
        "extracts.jsonl:2",
        "extracts.jsonl:1 has the same story 'mill', judge 'x', percent 20.0; each may be there once.",
    ),
    "a sentence in two groups": (
        "clusterings.jsonl",
        (clustering([["m1", 0], ["m2", 1]], [["m1", 0], ["m2", 0]]),),
        "clusterings.jsonl:1",
        "Sentence 0 of 'm1' is named twice",
    ),
    "a cluster of one sentence": (
        "clusterings.jsonl",
        (clustering([["m1", 0], ["m2", 1]]), {**clustering([["m1", 0], ["m2", 1]], [["m1", 1]]), "judge": "y"}),
        "clusterings.jsonl:2",
        "Cluster 2 has 1 sentence; a cluster has at least two (rule 4).",
    ),
    "a cluster of one document": (
        "clusterings.jsonl",
        (clustering([["m1", 0], ["m1", 1]]),),
        "clusterings.jsonl:1",
        "Cluster 1 has sentences of 'm1' only; they come from at least two documents (rule 3).",
    ),
    "a label from outside": (
        "clusterings.jsonl",
        ({"story": "mill", "judge": "x", "groups": [{"label": ["m1", 1], "members": [["m1", 0], ["m2", 0]]}]},),
        "clusterings.jsonl:1",
        "The label, sentence 1 of 'm1', is not among the members.",
    ),
    "an alternative that repeats": (
        "gold.jsonl",
        ({"story": "mill", "id": "1", "alternatives": [[["m1", 0]], [["m1", 0], ["m1", 0]]]},),
        "gold.jsonl:1",
        "Sentence 0 of 'm1' is named twice",
    ),
    "a blank reference": (
        "references.jsonl",
        ({"story": "mill", "id": "a", "text": " \n"},),
        "references.jsonl:1",
        "The text is blank.",
    ),
    "a judge with a gap": (
        "utilities.jsonl",
        (
            {"story": "mill", "document": "m1", "index": 0, "judges": {"ana": 7, "bram": 3}},
            {"story": "mill", "document": "m1", "index": 1, "judges": {"ana": 7}},
            {"story": "mill", "document": "m1", "index": 2, "judges": {"ana": 1}},
            {"story": "bridge", "document": "b1", "index": 0, "judges": {"ana": 7}},
        ),
        "utilities.jsonl:2",
        "The judge 'bram' of the story 'mill' gives no score to sentence 1 of 'm1' (of 3 sentences, 2 without a score); "
        "every judge scores every sentence that is listed.",
    ),
}


@pytest.mark.parametrize(("name", "lines", "place", "said"), CASES.values(), ids=CASES)
def test_a_reference_that_leads_nowhere(
    folder: Path, name: str, lines: tuple[object, ...], place: str, said: str
) -> None:
    if name == "stories.jsonl":
        for path in folder.glob("*.jsonl"):
            path.unlink() if path.name != "documents.jsonl" else None
    write(folder, name, *lines)
    finding = only(folder)
    assert finding.place == place
    assert said in finding.problem
    assert finding.advice.endswith(".")


def test_lengths_and_percents_tell_lines_apart(folder: Path) -> None:
    write(folder, "extracts.jsonl", MILLS, extract(("m1", 0), percent=10), extract(("m1", 0), percent=20))
    write(folder, "gold.jsonl", *({"story": "mill", "id": "1", "alternatives": [[["m1", 0]]], **more} for more in
                                  ({}, {"length": "short"}, {"length": "long"})))  # fmt: skip
    assert findings(folder) == []


def test_everything_is_found_at_once_and_the_error_shows_ten(folder: Path) -> None:
    write(folder, "headlines.jsonl", *({"story": f"s{number}", "id": "a", "text": "x"} for number in range(9)))
    write(folder, "reports.jsonl", "{", {"story": "mill", "author": "x", "sentences": [["m1", 9]]})
    write(folder, "concepts.jsonl", "")
    assert len(findings(folder)) == 12
    with pytest.raises(InputError) as caught:
        load_testbed(folder)
    lines = str(caught.value).splitlines()
    assert lines[0] == f"The testbed {str(folder)!r} cannot be used, 12 findings:"
    assert len(lines) == 12
    assert lines[-1] == "  … and 2 more findings."
    assert lines[1].startswith("  concepts.jsonl: The file is empty. Delete it")


def test_one_finding_is_one(folder: Path) -> None:
    write(folder, "concepts.jsonl", "")
    with pytest.raises(InputError, match=r"cannot be used, one finding:\n  concepts\.jsonl: The file is empty\."):
        load_testbed(folder)


@pytest.mark.parametrize(("make", "said"), [(Path.touch, "is a file"), (lambda path: None, "does not exist")])
def test_a_path_that_is_no_folder(tmp_path: Path, make: Callable[[Path], None], said: str) -> None:
    make(tmp_path / "bed")
    with pytest.raises(InputError, match=said) as caught:
        check_testbed(tmp_path / "bed")
    assert "testbed.toml" in str(caught.value)


def test_places_do_not_depend_on_how_the_folder_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(folder, "documents.jsonl", "{")
    monkeypatch.chdir(folder.parent)
    assert findings(Path("bed")) == findings(folder)
    monkeypatch.chdir(folder)
    assert findings(Path()) == findings(folder)


@given(stem=st.sampled_from(sorted(SHAPES)), data=st.binary(min_size=1, max_size=40))
def test_any_bytes_give_findings_and_never_a_crash(
    tmp_path_factory: pytest.TempPathFactory, stem: str, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("bed")
    save_testbed(BED, folder)
    (folder / f"{stem}.jsonl").write_bytes(data)
    assert findings(folder) != []
