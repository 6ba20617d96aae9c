from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.support import items_of, told
from meadow.ingest import Skipped, iter_items, read
from meadow.model import Document
from shared import shared


def docsent(did: str, text: str) -> str:
    return f"<DOCSENT DID='{did}' LANG='ENG'><BODY><TEXT><S PAR='1' RSNT='1' SNO='1'>{text}</S></TEXT></BODY></DOCSENT>"


@pytest.fixture
def story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose cluster file lists c, a and b; a and b lie in docsent/, c next to it."""
    monkeypatch.chdir(tmp_path)
    folder = Path("story")
    (folder / "docsent").mkdir(parents=True)
    for did in ("a", "b"):
        (folder / "docsent" / f"{did}.docsent").write_text(docsent(did, f"The text of {did}."), encoding="utf-8")
    (folder / "c.docsent").write_text(docsent("c", "The text of c."), encoding="utf-8")
    cluster = "<?xml version='1.0'?>\n<CLUSTER LANG='ENG'><D DID='c'/><D DID='a'/><D DID='b'/></CLUSTER>"
    (folder / "zoo.cluster").write_text(cluster, encoding="utf-8")
    return folder


def test_documents_come_in_the_order_of_the_cluster(story: Path) -> None:
    documents = list(read(story / "zoo.cluster"))
    assert [document.id for document in documents] == ["c", "a", "b"]
    assert [document.place for document in documents] == [
        "story/c.docsent",
        "story/docsent/a.docsent",
        "story/docsent/b.docsent",
    ]


def test_a_folder_with_cluster_and_documents_passes_each_once(story: Path) -> None:
    assert sorted(document.id for document in read(story)) == ["a", "b", "c"]
    assert [document.id for document in read(story, strict=True)][1:] == ["a", "b"]


def test_a_missing_document_is_an_error_and_the_others_are_read(story: Path) -> None:
    (story / "docsent" / "a.docsent").unlink()
    assert told(list(iter_items([story / "zoo.cluster"]))) == [
        "c",
        "story/zoo.cluster:2: the document 'a' is missing: no a.docsent in docsent/ or next to the cluster file",
        "b",
    ]


def test_a_damaged_document_is_an_error_at_its_own_place(story: Path) -> None:
    (story / "docsent" / "a.docsent").write_text("<DOCSENT", encoding="utf-8")
    error = told(list(iter_items([story / "zoo.cluster"])))[1]
    assert error.startswith("story/docsent/a.docsent: not well-formed XML")


@pytest.mark.parametrize("did", ["../secret", "/etc/hostname", "a/b", "..", "x\\y", "n" * 400])
def test_an_id_cannot_lead_out_of_the_folder(story: Path, did: str) -> None:
    (story.parent / "secret.docsent").write_text(docsent("secret", "Nobody should read this."), encoding="utf-8")
    (story / "zoo.cluster").write_text(f"<CLUSTER><D DID='{did}'/><D DID='a'/></CLUSTER>", encoding="utf-8")
    error, document = iter_items([story / "zoo.cluster"])
    assert told([error])[0].startswith("story/zoo.cluster:1: the document")
    assert isinstance(document, Document)


def test_a_cluster_needs_a_folder() -> None:
    assert told(items_of("<CLUSTER><D DID='a'/></CLUSTER>")) == [
        "-: a MEAD cluster file names files next to it, but standard input has no folder"
    ]


def test_an_empty_cluster_is_a_note(tmp_path: Path) -> None:
    path = tmp_path / "x.cluster"
    path.write_text("<CLUSTER LANG='ENG'></CLUSTER>", encoding="utf-8")
    assert list(iter_items([path])) == [Skipped(path.as_posix(), "a MEAD cluster file that lists no documents")]


def test_mead_sample_story_by_file_and_by_folder() -> None:
    folder = shared("data", "mead", "GA3")
    by_file = list(read(folder / "GA3.cluster"))
    assert [document.id for document in by_file] == ["41", "81", "87"]
    assert sum(len(document.spans or ()) for document in by_file) == 100
    assert list(read(folder)) == by_file
    assert {document.language for document in by_file} == {"en"}


def test_mead_judgements_and_features_are_no_documents_and_no_errors() -> None:
    items = [item for item in iter_items([shared("data", "mead", "GA3")]) if not isinstance(item, Document)]
    assert all(isinstance(item, Skipped) for item in items)
    kinds = sorted(item.reason.split()[-2] for item in items if isinstance(item, Skipped))
    assert kinds == ["config", "extract", "extract", "query", *["sentfeature"] * 4, "sentjudge"]


def test_the_cross_document_sample_is_complete() -> None:
    documents = list(read(shared("data", "mead", "cst"), strict=True))
    assert len(documents) == 9
    assert sum(len(document.spans or ()) for document in documents) == 269
    assert documents[0].id == "2.10000000000001"  # the cluster's order, not that of the names


def test_a_copy_of_the_sample_elsewhere_is_the_same(tmp_path: Path) -> None:
    folder = shared("data", "mead", "GA3")
    shutil.copytree(folder, tmp_path / "GA3")
    assert list(read(tmp_path / "GA3")) == list(read(folder))
