from __future__ import annotations

import gzip
import io
import json
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ingest.support import errors_in, notes_in, told
from meadow.errors import InputError, NothingReadableError, ReadError, ReadWarning
from meadow.ingest import Repeated, iter_items, pass_once, read
from meadow.model import Document
from shared import shared


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def save(name: str, content: str | bytes) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def line(identity: str, text: str = "Some words.") -> str:
    return json.dumps({"id": identity, "text": text, "language": "en"})


def ids(documents: Iterator[Document]) -> list[str]:
    return [document.id for document in documents]


BAD = [
    '{"id": "x", "text": "cut',
    '{"id": "x"}',
    '{"id": "x", "text": 17}',
    '{"id": "x", "text": "y", "source": true}',
    '["not", "an", "object"]',
    '{"id": "x", "text": "y", "language": "klingonish"}',
    "\x00\x01\x02 no JSON",
]


def test_paths_of_all_kinds_in_the_order_given(folder: Path) -> None:
    save("b.jsonl", f"{line('b1')}\n{line('b2')}\n")
    save("a.json.gz", gzip.compress(f"[{line('a1')}]".encode()))
    save("news/wire.txt", "Title\n\nText of the wire.")
    documents = list(read("b.jsonl", Path("a.json.gz"), "news/", "./b.jsonl"))
    assert [document.place for document in documents] == ["b.jsonl:1", "b.jsonl:2", "a.json.gz:1", "news/wire.txt"]
    assert documents[3].source == "news"


def test_reading_is_lazy(folder: Path) -> None:
    save("a.jsonl", line("a") + "\n" + "nonsense\n" * 3)
    assert next(read("a.jsonl", strict=True)).id == "a"


def test_a_missing_path_is_refused_before_anything_is_read(folder: Path) -> None:
    save("a.jsonl", line("a"))
    with pytest.raises(InputError, match=r"There is no file or folder 'b\.jsonl'\. Did you mean 'a\.jsonl'"):
        read("a.jsonl", "b.jsonl")
    with pytest.raises(InputError):
        iter_items(["b.jsonl"])


def test_seven_bad_items_of_a_hundred_cost_seven(folder: Path) -> None:
    """A6 of TRUST."""
    lines = [line(f"d{number}", f"Story number {number}.") for number in range(93)]
    for position, bad in enumerate(BAD):
        lines.insert(13 * position, bad)
    save("mixed.jsonl", "\n".join(lines))
    items = list(iter_items(["mixed.jsonl"]))
    assert len([item for item in items if isinstance(item, Document)]) == 93
    assert [error.place for error in errors_in(items)] == [f"mixed.jsonl:{13 * position + 1}" for position in range(7)]
    assert len({error.reason for error in errors_in(items)}) == 7


def test_bad_files_next_to_good_ones_cost_themselves(folder: Path) -> None:
    save("n/a.txt", "Good\n\nGood text.")
    save("n/b.ps", b"%!PS-Adobe-3.0")
    save("n/c.html", "<html><img src=x></html>")
    save("n/d.txt", "")
    save("n/e.docsent", "<DOCSENT")
    save("n/f.jsonl.gz", gzip.compress(line("f").encode() * 50)[:-12])
    save("n/g.docx", b"PK\x03\x04....[Content_Types].xml")
    save("n/h.bin", bytes(range(256)) * 20)
    save("n/z.md", "# Good too\n\nText.")
    told_lines = told(list(iter_items(["n"])))
    assert len(told_lines) == 9
    assert told_lines[1] == "n/b.ps: a PostScript file, which is not read."
    assert told_lines[2] == "n/c.html: a page without words"
    assert told_lines[3] == "n/d.txt: empty file"
    assert told_lines[5].startswith("n/f.jsonl.gz: the gzip data is cut short")
    assert told_lines[6] == "n/g.docx: the Word document is damaged (File is not a zip file)"


def test_a_gzip_file_that_is_cut_keeps_what_came_before(folder: Path) -> None:
    whole = gzip.compress("\n".join(line(f"d{number}", f"{number} " * 50) for number in range(5_000)).encode())
    save("cut.jsonl.gz", whole[: len(whole) // 2])
    items = list(iter_items(["cut.jsonl.gz"]))
    assert len(items) > 1_000
    assert [type(item) for item in items[-1:]] == [ReadError]
    assert len(errors_in(items)) == 1


def test_an_unreadable_item_warns_and_the_rest_goes_on(folder: Path) -> None:
    save("a.jsonl", f"{line('a')}\n{BAD[1]}\n{line('b')}\n")
    with pytest.warns(ReadWarning, match="a.jsonl:2: There is neither text nor title") as caught:
        assert ids(read("a.jsonl")) == ["a", "b"]
    assert [Path(warning.filename).name for warning in caught] == ["test_read.py"]


def test_strict_raises_at_the_place_of_the_item(folder: Path) -> None:
    save("a.jsonl", f"{line('a')}\n{BAD[1]}\n{line('b')}\n")
    documents = read("a.jsonl", strict=True)
    assert next(documents).id == "a"
    with pytest.raises(ReadError) as caught:
        next(documents)
    assert caught.value.place == "a.jsonl:2"


def test_what_is_skipped_neither_warns_nor_raises(folder: Path) -> None:
    save("n/a.jsonl", line("a"))
    save("n/x.extract", "<EXTRACT QID='1'></EXTRACT>")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ids(read("n")) == ["a"]
        assert ids(read("n", strict=True)) == ["a"]


def test_two_texts_under_one_id_are_both_kept_and_both_places_named(folder: Path) -> None:
    save("a.jsonl", line("x", "One text."))
    save("b.jsonl", f"{line('y')}\n{line('x', 'Another text.')}")
    with pytest.warns(ReadWarning, match=r"b.jsonl:2: another document has the id 'x' already, at a.jsonl:1"):
        assert ids(read("a.jsonl", "b.jsonl")) == ["x", "y", "x#2"]


def test_the_same_document_twice_is_passed_once(folder: Path) -> None:
    save("a.jsonl", f"{line('x')}\n{line('x')}\n")
    assert ids(read("a.jsonl", "a.jsonl")) == ["x"]
    notes = notes_in(list(pass_once(iter_items(["a.jsonl"]))))
    assert notes == [Repeated("a.jsonl:2", "the same document as a.jsonl:1")]


def test_the_same_words_elsewhere_are_another_document(folder: Path) -> None:
    """One text without an id in two files is two documents, and so is one text under two ids; one file is one."""
    save("a.txt", "The same words.")
    save("b.txt", "The same words.")
    save("c.jsonl", f"{line('1', 'The same words.')}\n{line('2', 'The same words.')}")
    assert len(set(ids(read("a.txt", "b.txt", "c.jsonl", "a.txt")))) == 4


def test_a_file_may_begin_with_many_blanks(folder: Path) -> None:
    save("a.jsonl", "\n" * 100_000 + line("x"))
    save("b.txt", " \n" * 50_000 + "The bell rang.")
    found = list(read("a.jsonl", "b.txt"))
    assert [(each.id == "x", each.place) for each in found] == [(True, "a.jsonl:100001"), (False, "b.txt")]
    save("c.txt", " " * 200_000)
    with pytest.raises(NothingReadableError, match="empty file"), pytest.warns(ReadWarning):
        list(read("c.txt"))


def test_nothing_readable_says_how_much_was_seen_and_why(folder: Path) -> None:
    for name in "abcde":
        save(f"n/{name}.ps", b"%!PS-Adobe-3.0")
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError) as caught:
        list(read("n"))
    message = str(caught.value)
    assert message.startswith(
        "There is no document in 'n'. Files seen: 5. 5 × a PostScript file, which is not read (n/*.ps, first n/a.ps). "
    )
    assert "Convert it to plain text" in message
    assert caught.value.exit_code == 2


def test_an_empty_folder_has_nothing_readable(folder: Path) -> None:
    Path("empty").mkdir()
    with pytest.raises(NothingReadableError, match=r"Files seen: 0\. empty: a folder without files"):
        list(read("empty"))


def test_bad_lines_of_one_file_are_one_file_seen(folder: Path) -> None:
    save("a.jsonl", "\n".join(BAD[:3]))
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError, match=r"Files seen: 1\."):
        list(read("a.jsonl"))


def test_standard_input_is_read_once_and_unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO(gzip.compress(f"{line('a')}\n{line('b')}".encode()))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=stream))
    assert [document.place for document in read("-")] == ["-:1", "-:2"]


def test_a_file_that_cannot_be_opened_is_an_error(folder: Path) -> None:
    save("n/a.jsonl", line("a"))
    save("n/b.jsonl", line("b"))
    items = iter_items(["n"])
    assert told([next(items)]) == ["a"]
    Path("n/b.jsonl").unlink()
    assert told(list(items)) == ["n/b.jsonl: cannot be read: No such file or directory"]


@pytest.mark.parametrize(
    ("parts", "count", "languages", "undated"),
    [
        (("multiling2011",), 700, {"ar", "cs", "el", "en", "fr", "he", "hi"}, 21),
        (("japanese",), 3_670, {"ja"}, 59),
        (("spanish",), 790, {"es"}, 0),
        (("dutch",), 287, {"nl"}, 287),
        (("multi_news_100",), 301, {"en"}, 301),
    ],
)
def test_real_collections_are_read_whole(parts: tuple[str, ...], count: int, languages: set[str], undated: int) -> None:
    documents = list(read(shared("data", *parts, "docs.jsonl.gz"), strict=True))
    assert len(documents) == count
    assert {document.language for document in documents} == languages
    assert sum(document.published is None for document in documents) == undated


def test_headlines_without_texts_are_title_only_documents() -> None:
    with pytest.warns(ReadWarning, match="only a title and no text in 6,366 documents"):
        documents = list(read(shared("data", "uci_headlines", "docs.jsonl.gz")))
    assert len(documents) == 6_366
    assert all(document.text == document.title for document in documents)
    assert documents[0].published is not None
    assert documents[0].published.microsecond == 698_000
