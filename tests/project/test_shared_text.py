"""No run of 12 words is shared with the papers or corpora: they may be used, their text may not be copied."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from project.project import name_of, project_files, text_of
from project.runs import RUN_CHARACTERS, RUN_WORDS, Run, RunIndex, join_texts
from shared import SHARED, shared

# A licence's words are the same wherever it is.
LICENCES = re.compile(r"(^|/)(LICENSE|LICENCE|OFL)[^/]*$", re.IGNORECASE)

# Runs that everybody writes alike -> whose they are. An entry that is no longer met fails the test.
FREE = {"jan feb mar apr may jun jul aug sep oct nov dec": "the calendar's"}
_TAG = re.compile(r"<[^>]{0,400}>")
_BATCH_CHARACTERS = 4_000_000


def corpus_texts(path: Path) -> Iterator[str]:
    """Yield the texts of one file of a corpus: the strings of JSON lines, else the whole without markup."""
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if ".jsonl" in path.name:
        for line in data.splitlines():
            yield from strings_in(msgspec.json.decode(line))
    else:
        text = data.decode("utf-8", "replace")
        yield text
        if "<" in text:
            yield _TAG.sub(" ", text)


def strings_in(value: object) -> Iterator[str]:
    """Yield every string of a JSON value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from strings_in(part)


def batches(texts: Iterator[str]) -> Iterator[str]:
    """Yield joined texts of a few megabytes, so that memory stays small and each step large enough to be fast."""
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(text)
        if size >= _BATCH_CHARACTERS:
            yield join_texts(batch)
            batch, size = [], 0
    yield join_texts(batch)


def project_texts() -> Iterator[tuple[str, str]]:
    for path in project_files():
        text = None if LICENCES.search(name_of(path)) else text_of(path)
        if text is not None:
            yield name_of(path), text


def test_no_run_of_words_is_copied() -> None:
    files = sorted(path for folder in ("papers", "data") for path in shared(folder).rglob("*") if path.is_file())
    assert len(files) > 100, "the corpora have moved"
    index = RunIndex(project_texts())
    copied = {
        (words_of(run), f"{run.file}:{run.line} shares with {path.relative_to(SHARED)}: {run.text!r}")
        for path in files
        if LICENCES.search(path.name) is None
        for batch in batches(corpus_texts(path))
        for run in index.found_in(batch)
    }
    assert sorted(place for words, place in copied if words not in FREE) == []
    assert sorted(FREE.keys() - {words for words, _ in copied}) == [], "no longer met: drop the entry"


def words_of(run: Run) -> str:
    return " ".join(re.findall(r"\w+", run.text))


WORDS = re.findall(r"\w+", "the harbour master of sant oriel counted seven grey ferries before breakfast today")
JAPANESE = "灯台守は朝早く港へ出て七隻の船がまだ戻らないことを知り町長に電話をかけた"


def test_a_copied_run_is_found_with_its_place() -> None:
    ours = RunIndex([("a.md", "nothing here"), ("b.md", f"one\ntwo\n{' '.join(WORDS[:RUN_WORDS])}. end")])
    (found,) = ours.found_in(f"Before, {', '.join(WORDS).upper()}!")
    assert (found.file, found.line, found.text) == ("b.md", 3, " ".join(WORDS[:RUN_WORDS]))


def test_a_shorter_run_is_free() -> None:
    ours = RunIndex([("a.md", " ".join(WORDS[: RUN_WORDS - 1]))])
    assert ours.found_in(" ".join(WORDS)) == []


@pytest.mark.parametrize("extra", [0, -1])
def test_unspaced_text_counts_characters(extra: int) -> None:
    length = RUN_CHARACTERS + extra
    assert bool(RunIndex([("a.md", JAPANESE[:length])]).found_in(f"前文。{JAPANESE}")) is (extra == 0)


def test_punctuation_and_line_ends_do_not_hide_a_run() -> None:
    ours = RunIndex([("a.py", "# " + "\n# ".join(WORDS))])
    assert len(ours.found_in(" — ".join(WORDS))) == len(WORDS) - RUN_WORDS + 1


@pytest.mark.parametrize(
    "row",
    ["1 2 3.5 0.7222 0.7895 1 0.8824 0.8824 0.7558", "s1 s10 s11 s3 s5 s60 " * 3, "score s i w c c i w p p i w f f i"],
)
def test_figures_and_formulas_are_free(row: str) -> None:
    assert RunIndex([("a.py", row)]).found_in(row) == []


def test_no_run_crosses_from_one_text_to_the_next() -> None:
    ours = RunIndex([("a.md", " ".join(WORDS))])
    assert all(ours.found_in(join_texts([" ".join(left), " ".join(right)])) == [] for left, right in halves(WORDS))


def halves(words: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    whole = [0, *range(2, RUN_WORDS), len(words)]
    yield from ((words[:at], words[at:]) for _, at in pairwise(whole[:-1]))


def test_strings_are_found_at_any_depth() -> None:
    value = {"a": ["x", {"b": "y"}, 3, None], "c": {"d": ["z"]}}
    assert list(strings_in(value)) == ["x", "y", "z"]


def test_batches_keep_every_text() -> None:
    texts = ["a" * 3_000_000, "b" * 3_000_000, "c"]
    joined = list(batches(iter(texts)))
    assert len(joined) == 2
    assert [sum(part.count(letter) for part in joined) for letter in "abc"] == [3_000_000, 3_000_000, 1]
