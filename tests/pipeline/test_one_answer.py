"""Equal inputs give equal bytes: whatever the process did before, plain or compiled, alone or among threads."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import every_answer
from every_answer import answers
from meadow.ingest import read
from meadow.kernels.intern import WordTable
from meadow.kernels.loops import COMPILED
from meadow.model import Document
from meadow.pipeline import summarize
from meadow.sample import sample_path
from meadow.text.language import detect_language
from meadow.vectors.vocabulary import PlainReader, Vocabulary
from shared import shared

_SCRIPT = Path(every_answer.__file__)
LANGUAGES = ("en", "es", "ja", "nl")
# Digits, letters with and without marks, scripts with and without blanks, marks that join and marks that part.
token = st.text("0123456789٣४aZéßİςक\u093fשָ漢かカเก\u0301.,'’-_²½\ud83d🐺", min_size=1, max_size=12)
tokens = st.one_of(token, token.map(lambda each: each * 60), st.sampled_from("0123456789").map(lambda each: each * 400))


def _said(before: str, *file: str, kernels: str = "compiled" if COMPILED else "plain") -> dict[str, str]:
    """Return what a fresh process says after it has done something else, with loops compiled or as they are."""
    ran = subprocess.run(
        [sys.executable, str(_SCRIPT), before, *file],
        env={**os.environ, "MEADOW_KERNELS": kernels, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, check=True, timeout=600,
    )  # fmt: skip
    found = json.loads(ran.stdout)
    assert found["compiled"] == (kernels == "compiled")
    said: dict[str, str] = found["said"]
    return said


def test_what_was_read_before_and_compiled_code_change_no_byte() -> None:
    alone = _said("nothing")
    assert len(alone) == 1 + 8 * len(LANGUAGES)
    assert _said("read") == alone
    assert _said("nothing", kernels="plain") == alone


@pytest.mark.parametrize("collection", ["multiling2011", "multi_news_100"])
def test_the_same_holds_on_a_real_story(collection: str, tmp_path: Path) -> None:
    lines = gzip.decompress(shared("data", collection, "docs.jsonl.gz").read_bytes()).decode().splitlines()
    rows = [json.loads(line) for line in lines[:10]]
    story = tmp_path / "story.jsonl"
    story.write_text(
        "".join(
            json.dumps(
                {"id": row["id"], "text": row["text"], "language": row.get("lang") or detect_language(row["text"])}
            )
            + "\n"
            for row in rows
        )
    )
    alone = _said("nothing", str(story))
    assert len(alone) == 8
    assert _said("nothing", str(story), kernels="plain") == alone


def _sample(language: str) -> list[Document]:
    return [document for document in read(sample_path()) if document.language == language][:6]


def test_sixteen_threads_in_four_languages_say_what_one_says() -> None:
    stories = [_sample(language) for language in LANGUAGES]
    alone = [answers(story) for story in stories]
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(answers, stories * 6))
    assert found == alone * 6


@settings(max_examples=60, deadline=None)
@given(st.lists(tokens, min_size=1, max_size=8), st.sampled_from(["en", "ja", "zh", "ar", None]))
def test_any_token_is_a_word(words: list[str], language: str | None) -> None:
    text = f"The ferry sank near {' '.join(words)} on Monday. Divers went down to the wreck at noon."
    for method in ("meadow", "mead", "lexrank"):
        summarize([Document("a", text=text, language=language)], sentences=1, method=method)


@pytest.mark.parametrize("word", ["3." + "1" * 310, "1" * 5000, "x" * 100_000, "1.1" * 2000])
def test_a_very_long_word_neither_fails_nor_spoils_the_next_story(word: str) -> None:
    ferry = [Document("b", text="The ferry sank near the harbour on Monday. All were saved by noon.")]
    before = repr(summarize(ferry, sentences=1))
    summarize([Document("a", text=f"Pi is {word} they say. The ferry sank.")], sentences=1)
    assert repr(summarize(ferry, sentences=1)) == before


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(tokens, max_size=6).map(" ".join), min_size=1, max_size=5))
def test_a_vocabulary_reads_anything_both_ways(texts: Sequence[str]) -> None:
    plain, compiled = Vocabulary("en", PlainReader("words", "en")), Vocabulary("en", WordTable.empty())
    for text in texts:
        (ids, ends), (compiled_ids, compiled_ends) = plain.read([text]), compiled.read([text])
        assert ids.tolist() == compiled_ids.tolist()
        assert ends.tolist() == compiled_ends.tolist()
    assert plain.words == compiled.words
    assert plain.terms == compiled.terms
