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
from typing import Any, NamedTuple

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
    for when in ("beside", "after"):
        rows = own_questions(when)
        asked, others = [row for row in rows if row["answer"]], [row for row in rows if not row["answer"]]
        missed, not_refused = ([row for row in given if not is_right(row)] for given in (asked, others))
        told = f"answered in two sentences {len(asked) - len(missed)} of {len(asked)}"
        told += f", refused {len(others) - len(not_refused)} of {len(others)}"
        print(f"our questions, asked {when} writing the rules: {told}")
        if when == "beside":
            _show("not answered", [row["question"] for row in missed])
            _show("not refused", [row["question"] for row in not_refused])


def own_questions(when: str) -> list[Row]:
    """Return our questions that were asked `beside` writing the rules, or `after`."""
    with QUESTIONS.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["asked"] == when]


def is_right(row: Row) -> bool:
    """Say whether one of our questions is answered as it should be in the first sentences, or refused as it should be."""
    report = meadow.report(row["question"], _documents(row["collection"], row["story"]))
    if not row["answer"]:
        return not report.answered
    return re.search(row["answer"], first_sentences(report), re.IGNORECASE) is not None


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
    print(
        f"\n{'QuoteSum':<10}{'questions':>10}{'within reach':>14}  {'answered':<14}{'refused':<14}{'refused, cut':<14}"
    )
    for half in ("seen", "unseen"):
        _print_half(half, half_rows(half))


def half_rows(half: str) -> list[Row]:
    """Return the questions of a half in an order nobody chose."""
    rows = [row for row in shared_rows("questions", "quotesum-dev.jsonl.gz") if half_of(row) == half]
    return sorted(rows, key=lambda row: digest(row["question"]))


class Asked(NamedTuple):
    """For each question whether it is answered, refused with others' passages, and refused with its own cut ones."""

    answered: list[bool]
    refused: list[bool]
    cut: list[bool]


def asked(rows: Sequence[Row]) -> Asked:
    """Ask each question over its own passages, those of the next one, and its own without the short answers."""
    others = [*rows[1:], *rows[:1]]
    return Asked(
        [_holds_answer(row, first_sentences(meadow.report(row["question"], passages(row)))) for row in rows],
        [_is_refused(row, passages(other)) for row, other in zip(rows, others, strict=True)],
        [_is_refused(row, documents) for row in rows if (documents := _without_answers(row))],
    )


def _print_half(half: str, rows: Sequence[Row]) -> None:
    answered, refused, cut = asked(rows)
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
