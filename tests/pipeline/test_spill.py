"""Documents in a spill come back as they were, count once, and are tracked as if they had stayed in memory."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

from command import run_meadow
from meadow import digest, to_json
from meadow.brief.json import digest_value
from meadow.engines import open_engine
from meadow.ingest import Item, Renamed, Repeated, iter_items, pass_once
from meadow.model import Document
from meadow.pipeline.parts import read_items
from meadow.pipeline.presets import make_recipe
from meadow.pipeline.sharding import sharded_assignments
from meadow.pipeline.spill import DocumentSpill, PackedShard, SpilledDocument, pack_items
from meadow.tracking.windows import Shard, Windows, plan_shards
from tracking.shard_streams import sharded, stream

DOCUMENTS = stream(5, stories=40, days=20, longest_hours=24)
WINDOWS = Windows(timedelta(days=4), timedelta(days=1), least=1)


def _cards(items: list[Item]) -> list[Document]:
    return [item for item in items if isinstance(item, Document)]


def test_documents_come_back_as_they_were_and_notes_pass() -> None:
    note = Repeated("b.jsonl:1", "the same document as a.jsonl:1")
    with closing(DocumentSpill()) as spill:
        items = list(chain(spill.take(pack_items([DOCUMENTS[0], note])), spill.take_each(DOCUMENTS[1:])))
        assert items[1] == note
        cards = _cards(items)
        assert list(spill.whole(reversed(cards))) == list(reversed(DOCUMENTS))
    for card, document in zip(cards, DOCUMENTS, strict=True):
        assert isinstance(card, SpilledDocument)
        assert (card.id, card.order, card.text, card.title) == (document.id, document.order, "", None)


def test_a_language_that_nobody_gave_is_found_for_the_plan_and_left_open_in_the_document() -> None:
    texts = {"es": "El gobierno anunció que la ayuda llegaría a los pueblos.", "ja": "大臣は会議に出席した。"}
    documents = [Document(code, text=text) for code, text in texts.items()]
    with closing(DocumentSpill()) as spill:
        cards = _cards(list(spill.take_each(documents)))
        assert [card.language for card in cards] == list(texts)
        assert [each.language for each in spill.whole(cards)] == [None, None]


def test_what_is_met_again_counts_once_and_a_new_id_stays() -> None:
    first = Document("a", text="The ferry sank.", place="one.jsonl:1")
    met: list[Item] = [first, replace(first, place="two.jsonl:1"), replace(first, text="It rose.", place="two.jsonl:2")]
    with closing(DocumentSpill()) as spill:
        items = list(pass_once(spill.take_each(met), says=spill.said_by))
        plain = list(pass_once(met))
        assert [type(item) for item in items] == [SpilledDocument, Repeated, Renamed, SpilledDocument]
        assert items[1:3] == plain[1:3]
        assert list(spill.whole(_cards(items))) == _cards(plain)


def test_a_shard_travels_as_it_lies_and_arrives_whole() -> None:
    with closing(DocumentSpill()) as spill:
        cards = _cards(list(spill.take_each(DOCUMENTS)))
        packed = [spill.pack(each) for each in plan_shards(cards, WINDOWS)]
        assert all(isinstance(data, bytes) for each in packed for _, data in each.documents)
    assert [each.unpacked() for each in packed] == plan_shards(DOCUMENTS, WINDOWS)
    assert PackedShard("en", 0, (), 0, 0, np.zeros(0, np.int64)).unpacked() == Shard("en", 0, ())


@pytest.mark.parametrize("engine", ["local", "processes:2"])
def test_the_log_is_that_of_documents_in_memory(engine: str) -> None:
    with closing(DocumentSpill()) as spill:
        cards = _cards(list(spill.take_each(DOCUMENTS)))
        log = sharded_assignments(cards, windows=WINDOWS, engine=engine, spill=spill)
    assert log == sharded(DOCUMENTS, WINDOWS)


def test_documents_in_memory_are_not_in_a_spill() -> None:
    with closing(DocumentSpill()) as spill, pytest.raises(TypeError, match="is not in the spill"):
        sharded_assignments(DOCUMENTS, windows=WINDOWS, spill=spill)


def test_a_closed_spill_is_empty() -> None:
    with closing(DocumentSpill()) as spill:
        cards = _cards(list(spill.take_each(DOCUMENTS[:1])))
    with pytest.raises(ValueError, match="closed"):
        list(spill.whole(cards))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    rows = [
        {"id": each.id, "title": each.title, "text": each.text, "date": each.published_text, "source": each.source}
        for each in DOCUMENTS
    ]
    twice = [*rows, rows[0], {**rows[1], "text": "Another text under the same id."}]
    path = tmp_path / "archive.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in twice) + "{broken\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("engine", ["local", "processes:2"])
def test_files_are_read_into_a_spill_as_into_memory(archive: Path, engine: str) -> None:
    with open_engine(engine) as workers, closing(DocumentSpill()) as spill:
        items = list(read_items([archive], workers, spill=spill))
        documents = [each for each in iter_items([archive]) if isinstance(each, Document)]
        assert list(spill.whole(_cards(items))) == documents
        assert [str(each) for each in items if not isinstance(each, Document)] == [
            str(each) for each in iter_items([archive]) if not isinstance(each, Document)
        ]


def test_a_digest_from_a_spill_is_that_from_memory(archive: Path) -> None:
    documents = [each for each in pass_once(iter_items([archive])) if isinstance(each, Document)]
    since = sorted(each.published for each in documents if each.published is not None)[len(documents) // 2]
    recipes = [
        make_recipe(windows="4d+1d", words=30, top=3),
        make_recipe(windows="4d+1d", words=30, min_articles=2, since=since),
    ]
    with closing(DocumentSpill()) as spill:
        cards = _cards(list(spill.take_each(documents)))
        assert not any(each.text for each in cards)
        there = [digest(cards, recipe=each, spill=spill) for each in recipes]
    here = [digest(documents, recipe=each) for each in recipes]
    assert [(each, to_json(each)) for each in there] == [(each, to_json(each)) for each in here]
    assert all(document.text for each in there for brief in each for document in brief.documents)


def test_the_command_digests_windows_as_a_digest_in_memory_does(archive: Path, tmp_path: Path) -> None:
    bibliography = tmp_path / "sources.bib"
    options = ["--windows", "4d+1d", "--words", "30", "--top", "4", "--min-articles", "2"]
    done = run_meadow("digest", str(archive), *options, "--json", "--bibtex", str(bibliography), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    documents = [each for each in pass_once(iter_items([archive])) if isinstance(each, Document)]
    whole = digest(documents, windows="4d+1d", words=30, top=4, min_articles=2)
    assert json.loads(done.stdout) == digest_value(whole)
    cited = {pick.ref.document_id for brief in whole for pick in brief.summary.picks}
    assert bibliography.read_text(encoding="utf-8").count("@") == len(cited)
    shown = run_meadow("digest", str(archive), *options, folder=tmp_path)
    assert all(brief.summary.text.split()[0] in shown.stdout for brief in whole)


def test_the_command_writes_whole_documents_whichever_engine_tracks(
    archive: Path, tmp_path: Path, cluster: str
) -> None:
    written = {}
    for number, engine in enumerate(("local", "processes:2", f"dask:{cluster}")):
        out = f"out{number}"
        done = run_meadow(
            "track", str(archive), "--windows", "4d+1d", "--engine", engine, "--out", out, "--json", folder=tmp_path
        )
        assert done.returncode == 0, done.stderr
        parts = sorted(Path(tmp_path, out).rglob("*.jsonl"))
        written[engine] = done.stdout, "".join(part.read_text(encoding="utf-8") for part in parts)
    assert len(set(written.values())) == 1
    log, rows = written["local"]
    texts = {row["id"]: row["text"] for row in map(json.loads, rows.splitlines())}
    assert len(texts) == len(DOCUMENTS) + 1 == len(log.splitlines())
    assert {each.id: texts[each.id] for each in DOCUMENTS} == {each.id: each.text for each in DOCUMENTS}
    assert texts[f"{DOCUMENTS[1].id}#2"] == "Another text under the same id."
