from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import document_of, items_of, told
from meadow.ingest import iter_items, read
from meadow.ingest.plain import folder_name, split_title
from meadow.text.clean import clean_text

PARAGRAPH = "The ferry left the harbour at nine. " * 6


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Ferry sinks\n\nThe ferry sank.", "Ferry sinks"),
        ("Ferry sinks.\n\nThe ferry sank.", "Ferry sinks."),
        ("Ferry sinks\nThe ferry sank.", "Ferry sinks"),
        ("Did the ferry sink?\nIt did.", "Did the ferry sink?"),
        (f"Ferry sinks\n{PARAGRAPH}\n{PARAGRAPH}", "Ferry sinks"),
        ("フェリー沈没\nフェリーが沈んだ。", "フェリー沈没"),
        # No title: nothing follows, a sentence, a paragraph, a line too long, a line that goes on.
        ("Ferry sinks", None),
        ("The ferry sank.\nNobody was hurt.", None),
        ("フェリーが沈んだ。\nけが人はいない。", None),
        (f"{PARAGRAPH}\n\n{PARAGRAPH}", None),
        ("x" * 121 + "\nThe ferry sank.", None),
        ("The ferry, which had left at nine,\nSank.", None),
        ("The ferry left the harbour and\nsank an hour later.", None),
    ],
)
def test_when_the_first_line_is_the_title(text: str, title: str | None) -> None:
    found, rest = split_title(text)
    assert found == title
    assert rest == (text if title is None else text[len(title) :].strip())


def test_a_hard_wrapped_paragraph_has_no_title() -> None:
    wrapped = (
        "The night ferry left the harbour at nine with two hundred people, said\n"
        "Captain Varga, who had sailed the route for eleven years without a fault\n"
        "and knew every rock of the coast. She was on the bridge at that moment."
    )
    assert split_title(wrapped)[0] is None


def test_a_title_above_a_hard_wrapped_paragraph_is_seen() -> None:
    wrapped = (
        "Night ferry returns\n"
        "The night ferry left the harbour at nine with two hundred people, said\n"
        "Captain Varga, who had sailed the route for eleven years without a fault."
    )
    assert split_title(wrapped)[0] == "Night ferry returns"


@given(st.text(alphabet="ab .\n", max_size=80).map(clean_text).filter(bool))
def test_no_character_is_lost(text: str) -> None:
    title, rest = split_title(text)
    assert ((title or "") + rest).split() == text.split() or (title or "").split() + rest.split() == text.split()


def test_a_file_becomes_one_document(tmp_path: Path) -> None:
    path = tmp_path / "Harbour Wire" / "a.txt"
    path.parent.mkdir()
    path.write_bytes("Ferry back\r\n\r\nThe ferry sails again.\r\nAll is well.\r\n".encode("utf-16"))
    (document,) = read(path)
    assert (document.title, document.text) == ("Ferry back", "The ferry sails again.\nAll is well.")
    assert (document.source, document.place, document.language) == ("Harbour Wire", path.as_posix(), "en")
    assert (document.published, document.spans) == (None, None)


def test_the_source_is_the_folder_also_for_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "wire" / "inner"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    assert folder_name(Path("a.txt")) == "inner"
    assert folder_name(Path("./a.txt")) == "inner"
    assert folder_name(Path("../a.txt")) == "wire"
    assert folder_name(Path("news/a.txt")) == "news"
    assert folder_name(Path("/a.txt")) is None
    assert folder_name(None) is None


def test_standard_input_has_no_source() -> None:
    assert document_of("Ferry back\n\nIt sails.").source is None


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n", "\u200b\u00a0".encode()])
def test_an_empty_file_is_an_error(data: bytes) -> None:
    assert told(items_of(data)) == ["-: empty file"]


def test_binary_data_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(bytes(range(256)) * 40)
    (error,) = iter_items([path])
    assert "looks like binary data" in told([error])[0]
