"""A folder that mixes every format and five languages: each document comes out with its title, day, source and language."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import meadow
from ingest.mixed_files import planted_files
from meadow.brief.json import digest_value
from meadow.ingest.formats import FORMATS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for planted in planted_files():
        path = tmp_path / "news" / planted.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(planted.content.encode() if isinstance(planted.content, str) else planted.content)
    return tmp_path / "news"


def test_the_folder_holds_every_format_that_is_read() -> None:
    # A cluster names documents that stand elsewhere.
    assert {planted.kind for planted in planted_files()} == set(FORMATS) - {
        "cluster",
        *(["pdf"] if find_spec("pypdf") is None else []),
    }


@pytest.mark.golden("H9")
def test_every_document_has_its_title_day_source_and_language(folder: Path) -> None:
    documents = list(meadow.read(str(folder), strict=True))
    found = sorted(
        (document.title, document.published_text and document.published_text[:10], document.source, document.language)
        for document in documents
        if document.title is not None
    )
    assert found == sorted(tuple(told) for planted in planted_files() for told in planted.told)
    assert len(documents) == len(found)
    assert {document.language for document in documents} == {"en", "es", "nl", "ja", "fr"}


def test_a_digest_of_the_folder_keeps_languages_apart(folder: Path) -> None:
    documents = list(meadow.read(str(folder), strict=True))
    languages = {document.id: document.language for document in documents}
    told = meadow.digest(documents)
    assert {document.id for brief in told for document in brief.documents} == set(languages)
    for brief in told:
        assert len({languages[name] for name in brief.story.document_ids}) == 1
    value = digest_value(told)["stories"]
    assert isinstance(value, list)
    assert {story["language"] for story in value} == {"en", "es", "nl", "ja", "fr"}
