"""Jobs on an engine: the same bytes as here, the same progress, and files that are read by parts."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

import meadow
from command import run_meadow
from meadow import pipeline
from meadow.engines import Engine, open_engine
from meadow.engines.processes import cores
from meadow.errors import EngineError, MeadowError
from meadow.ingest import iter_items
from meadow.model import Brief, Document
from meadow.pipeline import parts
from meadow.pipeline.collecting import make_collection
from meadow.pipeline.rehearsing import Rehearsal
from meadow.registry import load_plugin
from meadow.sample import sample_path
from project.guards import kept_running

QUESTION = "How many people died in the ferry accident off Skerra?"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with kept_running(open_engine("processes:2")) as opened:
        yield opened


@pytest.fixture(scope="module")
def documents() -> list[Document]:
    return list(meadow.read(sample_path()))


def _noted(told: list[str], brief: Brief) -> None:
    told.append(brief.story.id)


def _hearing(heard: list[tuple[str, int, int]]) -> Callable[[str, int, int], None]:
    return lambda *step: heard.append(step)


@pytest.mark.golden("C1")
def test_a_digest_is_the_same_bytes_with_its_stories_and_its_progress_in_order(
    engine: Engine, documents: list[Document]
) -> None:
    told: dict[str, list[str]] = {}
    heard: dict[str, list[tuple[str, int, int]]] = {}
    made = {}
    for name, used in (("here", None), ("elsewhere", engine)):
        told[name], heard[name] = [], []
        made[name] = pipeline.digest(
            documents,
            words=40,
            engine=used,
            on_story=partial(_noted, told[name]),
            progress=_hearing(heard[name]),
        )
    assert meadow.to_json(made["elsewhere"]) == meadow.to_json(made["here"])
    assert made["elsewhere"].run.signature == made["here"].run.signature
    assert told["elsewhere"] == told["here"] == [brief.story.id for brief in made["here"]]
    assert heard["elsewhere"] == heard["here"]
    # Documents are those that were given, not copies that came back.
    given = {id(document) for document in documents}
    assert {id(each) for brief in made["elsewhere"] for each in brief.documents} <= given


@pytest.mark.golden("C1")
def test_news_since_a_time_and_words_weighed_by_a_collection_are_the_same_too(
    engine: Engine, documents: list[Document]
) -> None:
    english = [document for document in documents if document.language == "en"]
    half = make_collection(english[::2], name="half")
    made = [
        meadow.to_json(meadow.digest(english, since="2026-03-05", idf=half, words=30, engine=used))
        for used in (None, engine)
    ]
    assert made[0] == made[1]


@pytest.mark.golden("C1")
def test_reports_and_stories_are_the_same(engine: Engine, documents: list[Document]) -> None:
    made = [meadow.to_json(meadow.report(QUESTION, documents, sentences=8, engine=used)) for used in (None, engine)]
    assert made[0] == made[1]
    unsaid = [Document(each.id, each.source, each.title, each.text, each.published) for each in documents]
    assert meadow.track(unsaid, engine=engine) == meadow.track(unsaid)


def test_an_error_of_a_story_is_the_error_of_the_digest(engine: Engine, documents: list[Document]) -> None:
    for used in (None, engine):
        with pytest.raises(MeadowError, match="no ranker called 'nosuch'"):
            meadow.digest(documents[:3], rank="nosuch", engine=used)


def test_a_plug_in_that_is_loaded_here_is_loaded_there(tmp_path: Path, documents: list[Document]) -> None:
    plugin = tmp_path / "backwards.py"
    plugin.write_text(
        "import numpy as np\nfrom meadow.model import Scores\n"
        "def last_first(view):\n    return Scores(np.arange(len(view), dtype=float))\n"
        'METHODS = {"rank": {"last-first": last_first}}\n',
        encoding="utf-8",
    )
    load_plugin(plugin)
    here, there = (meadow.digest(documents[:6], rank="last-first", engine=used) for used in (None, "processes:1"))
    assert meadow.to_json(there) == meadow.to_json(here)


@pytest.fixture
def folder(tmp_path: Path, documents: list[Document]) -> Path:
    """Return a folder of files large and small, folded and plain, with bad lines, odd dates and what is no document."""
    lines = [
        json.dumps({"id": f"n{number}", "text": each.text, "date": "no day" if number % 5 == 0 else "2026-03-02"})
        for number, each in enumerate(documents[:30] * 3)
    ]
    lines[7] = "{broken"
    (tmp_path / "large.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "folded.jsonl.gz").write_bytes(gzip.compress("\n".join(lines[:4]).encode()))
    for number in range(20):
        (tmp_path / f"note{number:02}.txt").write_text(f"Note {number}\n\nThe ferry sank again.", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    return tmp_path


@pytest.mark.golden("C1")
def test_files_that_others_read_by_parts_hold_the_same_items_in_the_same_order(
    engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "_LEAST_BYTES", 4_000)
    monkeypatch.chdir(folder)
    paths = ["large.jsonl", ".", str(folder)]
    wanted = [repr(item) for item in iter_items(paths)]
    # The engine was opened in another folder, so it is asked by whole paths.
    whole = [str(folder)]
    assert [repr(item) for item in parts.read_items(whole, engine)] == [repr(item) for item in iter_items(whole)]
    with open_engine("processes:2") as here:
        assert [repr(item) for item in parts.read_items(paths, here)] == wanted
        monkeypatch.setattr(parts, "_LARGE_BYTES", 0)
        rehearsal = Rehearsal("meadow")
        assert [repr(item) for item in parts.read_items(paths, here, rehearsal=rehearsal)] == wanted
        assert rehearsal._waiting  # it has heard of them; they are fewer than compiled code is loaded for
    assert len(wanted) > 200


def test_workers_that_cannot_see_a_file_say_so(engine: Engine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    with pytest.raises(EngineError, match=r"another folder cannot find 'large\.jsonl'\. Give the whole path: /"):
        list(parts.read_items(["large.jsonl"], engine))
    with pytest.raises(EngineError, match=r"does not find the file '/nowhere/a\.jsonl'"):
        parts._check_found("/nowhere/a.jsonl", "/nowhere")


@pytest.mark.golden("C1")
def test_commands_print_the_same_bytes(folder: Path) -> None:
    for words in (("digest", "--words", "20"), ("track",), ("report", QUESTION)):
        verb, *options = words
        given = [*options, ".", "--json"] if verb == "report" else [".", *options, "--json"]
        here = run_meadow(verb, *given, folder=folder)
        there = run_meadow(verb, *given, "--engine", "processes:2", folder=folder)
        assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)
        assert here.returncode == 0
        assert "{broken" not in here.stdout


def test_a_stream_is_tracked_here(folder: Path) -> None:
    done = run_meadow("track", "-", "--order", "given", "--engine", "processes:2", folder=folder)
    assert done.returncode == 2
    assert "A stream is tracked here, as it comes" in done.stderr
    assert run_meadow("digest", ".", "--engine", "proceses:2", folder=folder).returncode == 2


def test_a_digest_is_done_by_copies_unless_an_engine_is_named_and_is_the_same_bytes(tmp_path: Path) -> None:
    plugin = tmp_path / "telling.py"
    plugin.write_text(
        "import os\nfrom meadow.rank.lead import lead\n\ndef telling(view):\n"
        "    os.write(2, f'written by {os.getpid()}\\n'.encode())  # whole: copies share standard error\n"
        "    return lead(view)\n\n"
        "METHODS = {'rank': {'telling': telling}}\n",
        encoding="utf-8",
    )
    made, writers = {}, {}
    for engine in ("", "--engine=forks:3", "--engine=local"):
        command = [sys.executable, "-m", "meadow", "digest", str(sample_path()), "--json", "--plugin", str(plugin)]
        command += ["--rank", "telling", *filter(None, [engine])]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        made[engine] = done.stdout
        writers[engine] = {line for line in done.stderr.splitlines() if line.startswith("written by")}
    assert made[""] == made["--engine=forks:3"] == made["--engine=local"]
    assert len(writers["--engine=local"]) == 1
    assert 2 <= len(writers["--engine=forks:3"]) <= 3
    assert len(writers[""]) <= cores()
    assert cores() == 1 or len(writers[""]) > 1
