"""What every method says of some documents, as digests of all bytes: a process of its own that tests start.

`python every_answer.py BEFORE FILE` where BEFORE says what the process does first: `nothing`, or `read` five million
characters in small stories. FILE holds documents as JSON Lines of id, text and language.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

from meadow.ingest import read
from meadow.kernels.loops import COMPILED
from meadow.model import Document
from meadow.pipeline import digest, group, headline, summarize
from meadow.sample import sample_path
from meadow.vectors.view import view_documents

SPECS: Mapping[str, Mapping[str, str]] = {
    "default": {},
    "mead": {"method": "mead"},
    "lexrank": {"rank": "lexrank", "select": "top"},
    "tfidf+mmr": {"rank": "tfidf", "select": "mmr"},
    "icsi": {"select": "icsi"},
    "submodular": {"select": "submodular"},
}


def read_much() -> None:
    """Read five million characters of made-up words, a story at a time."""
    draw = random.Random(5)
    syllables = ["ka", "lo", "mi", "ner", "su", "tra", "vo", "el", "dor", "pin"]
    for story in range(50):
        words = ["".join(draw.choices(syllables, k=draw.randint(1, 5))) for _ in range(14_000)]
        text = ". ".join(" ".join(words[start : start + 14]) for start in range(0, len(words), 14))
        view = view_documents([Document(f"d{story}", text=text, language="en")])
        view.counts("terms").unit_rows()


BEFORE: Mapping[str, Callable[[], object]] = {"nothing": lambda: None, "read": read_much}


def answers(documents: list[Document]) -> dict[str, str]:
    """Return the digest of what each method says of the documents as one story."""
    said = {name: repr(summarize(documents, words=60, **spec)) for name, spec in SPECS.items()}  # type: ignore[arg-type]
    said |= {"group": repr(group(documents)), "headline": repr(headline(documents))}
    return {name: sha256(text.encode()).hexdigest() for name, text in said.items()}


def main() -> None:
    """Print the answers as JSON: those on the sample by story, or those on a file's documents."""
    BEFORE[sys.argv[1]]()
    if len(sys.argv) > 2:
        rows = map(json.loads, Path(sys.argv[2]).read_text(encoding="utf-8").splitlines())
        said = answers([Document(row["id"], text=row["text"], language=row["language"]) for row in rows])
    else:
        sample = list(read(sample_path()))
        said = {"digest": sha256(repr(digest(sample, method="mead", words=60)).encode()).hexdigest()}
        for language in ("en", "es", "ja", "nl"):
            some = [document for document in sample if document.language == language][:12]
            said |= {f"{language} {name}": each for name, each in answers(some).items()}
    sys.stdout.write(json.dumps({"said": said, "compiled": COMPILED}))


if __name__ == "__main__":
    main()
