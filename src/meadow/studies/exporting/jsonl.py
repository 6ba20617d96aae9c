"""Judgements as JSON Lines: one object per answer.

    {"task": "utility", "item": "wolf", "judge": "ana", "slot": "utility/wolf-1#0", "answer": 7}

Source: our own.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from meadow.errors import InputError
from meadow.studies.answer_slots import decode
from meadow.studies.exporting.lines import GivenAnswer, answer_of


def format_jsonl_answers(answers: Iterable[GivenAnswer]) -> str:
    """Return a line per answer."""
    encoder = msgspec.json.Encoder()
    lines = (
        encoder.encode(
            {"task": each.task, "item": each.item, "judge": each.judge, "slot": each.slot,
             "answer": msgspec.Raw(each.answer.encode("utf-8", "replace"))}
        )
        for each in answers
    )  # fmt: skip
    return "".join(f"{line.decode()}\n" for line in lines)


def parse_jsonl_answers(text: str) -> list[GivenAnswer]:
    """Return the answers of JSON Lines; a line that is none is an error with its number."""
    lines = enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
    return [_parse(f"line {number}", line) for number, line in lines if line.strip()]


def _parse(place: str, line: str) -> GivenAnswer:
    value = decode(line)
    if not isinstance(value, dict) or "answer" not in value:
        raise InputError(
            f"{place}: This is no judgement.",
            given=line[:80],
            allowed='An object such as {"task": "utility", "item": …, "judge": …, "slot": …, "answer": 7}.',
        )
    return answer_of(place, value, value["answer"])
