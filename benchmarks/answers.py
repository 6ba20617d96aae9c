"""Questions that reports answer or refuse: `python -m benchmarks.answers [--wrong]`.

`answers.csv` holds questions of ours on the sample and on stories of four collections, each with what a right answer says (a
pattern); those without one are to be refused. The rules were written beside the first thirty; the others were asked once,
after that.

QuoteSum's questions come with encyclopedia passages and a short answer for each. A question is answered when the first two
sentences of the report hold one of its short answers, and refused rightly when its passages are those of the next question
of its half, or, which is harder, its own without the sentences that hold a short answer. Halves are by a hash of the
question, chosen before a rule was written; nothing was tuned on the half `unseen`, and `--wrong` prints mistakes of the half
`seen` only.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import meadow
from benchmarks._measuring import DATA, shared_rows
from meadow.ingest import read
from meadow.model import Document, Report
from meadow.sample import sample_path
from meadow.vectors.view import view_documents

QUESTIONS = Path(__file__).with_name("answers.csv")
_FIRST = 2  # sentences in which the answer is looked for
_LANGUAGES = {"spanish": "es"}
_NO_WORD = re.compile(r"[\W_]+")

Row = Mapping[str, Any]


def main() -> None:
    """Print both tables."""
    if not DATA.exists():
        print("../shared/data is not there; nothing to measure")
        return
    _print_own()
    _print_passages()


# Our own questions -----------------------------------------------------------------------------------------------


def _print_own() -> None:
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for when in ("beside", "after"):
        _print_asked(when, [row for row in rows if row["asked"] == when])


def _print_asked(when: str, rows: Sequence[Row]) -> None:
    asked, others = [row for row in rows if row["answer"]], [row for row in rows if not row["answer"]]
    answered = [row for row in asked if _is_answered(row)]
    refused = [row for row in others if not _own_report(row).answered]
    told = f"answered in two sentences {len(answered)} of {len(asked)}, refused {len(refused)} of {len(others)}"
    print(f"our questions, asked {when} writing the rules: {told}")
    if when == "beside":
        _show("not answered", [row["question"] for row in asked if row not in answered])
        _show("not refused", [row["question"] for row in others if row not in refused])


def _is_answered(row: Row) -> bool:
    return re.search(row["answer"], first_sentences(_own_report(row)), re.IGNORECASE) is not None


def _own_report(row: Row) -> Report:
    return meadow.report(row["question"], _documents(row["collection"], row["story"]))


@cache
def _documents(collection: str, story: str) -> tuple[Document, ...]:
    if collection == "sample":
        return tuple(read(sample_path()))
    rows = [row for row in shared_rows(collection, "docs.jsonl.gz") if row["cluster"] == story and row["text"]]
    return tuple(_document(row, row.get("lang") or _LANGUAGES.get(collection, "en")) for row in rows)


def _document(row: Row, language: str) -> Document:
    published = datetime.fromisoformat(row["date"]) if row.get("date") else None
    return Document(
        str(row["id"]), row.get("source") or None, row.get("title") or None, row["text"], published, language=language,
        day_only=True,
    )  # fmt: skip


# Questions with passages -----------------------------------------------------------------------------------------


def _print_passages() -> None:
    rows = list(shared_rows("questions", "quotesum-dev.jsonl.gz"))
    print(
        f"\n{'QuoteSum':<10}{'questions':>10}{'within reach':>14}  {'answered':<14}{'refused':<14}{'refused, cut':<14}"
    )
    for half in ("seen", "unseen"):
        chosen = sorted((row for row in rows if half_of(row) == half), key=lambda row: digest(row["question"]))
        _print_half(half, chosen)


def _print_half(half: str, rows: Sequence[Row]) -> None:
    answered = [_holds_answer(row, first_sentences(meadow.report(row["question"], passages(row)))) for row in rows]
    others = [*rows[1:], *rows[:1]]
    refused = [_is_refused(row, passages(other)) for row, other in zip(rows, others, strict=True)]
    cut = [_is_refused(row, documents) for row in rows if (documents := _without_answers(row))]
    within = sum(_holds_answer(row, " ".join(each["text"] for each in row["passages"])) for row in rows)
    shares = "".join(f"{f'{sum(each)} ({sum(each) / len(each):.2f})':<14}" for each in (answered, refused, cut))
    print(f"{half:<10}{len(rows):>10}{within:>14}  {shares}of {len(cut)}")
    if half == "seen":
        _show("not answered", [row["question"] for row, found in zip(rows, answered, strict=True) if not found])
        _show("not refused", [row["question"] for row, found in zip(rows, refused, strict=True) if not found])


def _is_refused(row: Row, documents: Sequence[Document]) -> bool:
    return not meadow.report(row["question"], documents).answered


def _without_answers(row: Row) -> list[Document]:
    """Return the passages of a question without the sentences that hold a short answer, and without empty ones."""
    view = view_documents(passages(row))
    kept = [each for each in view.sentences if not _holds_answer(row, each.text)]
    texts = {each.id: " ".join(one.text for one in kept if one.ref.document_id == each.id) for each in view.documents}
    return [replace(each, text=texts[each.id]) for each in view.documents if texts[each.id]]


def half_of(row: Row) -> str:
    """Return the half of a question: by a hash, so that nobody chose."""
    return "seen" if digest(row["question"]) % 2 == 0 else "unseen"


def digest(text: str) -> int:
    """Return a number that puts texts in an order nobody chose."""
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def passages(row: Row) -> list[Document]:
    """Return the passages of a question as documents."""
    return [
        Document(f"{row['id']}-{number}", each["title"], each["title"], each["text"], None, language="en")
        for number, each in enumerate(row["passages"])
    ]


def _holds_answer(row: Row, told: str) -> bool:
    words = f" {_plain(told)} "
    return any(f" {_plain(each['answer'])} " in words for each in row["passages"])


def _plain(text: str) -> str:
    return _NO_WORD.sub(" ", text.casefold()).strip()


# Both ------------------------------------------------------------------------------------------------------------


def first_sentences(report: Report) -> str:
    """Return what a reader meets first."""
    return " ".join(pick.written for pick in report.picks[:_FIRST])


def _show(label: str, questions: Sequence[str]) -> None:
    if "--wrong" in sys.argv:
        for question in questions:
            print(f"  {label}: {question}")


if __name__ == "__main__":
    main()
