"""The sentences that an extract names: by number, by document and index as `meadow summarize --json` prints, or MEAD's way.

Source: the released MEAD 3.12 for its `extract` file, which counts sentences from 1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from meadow.errors import InputError
from meadow.model import SentenceRef
from meadow.text.safexml import parse_tags

Places = frozenset[int] | frozenset[SentenceRef]

_SHAPES = "Give sentence numbers, the JSON of `meadow summarize --json`, or MEAD's extract file."
_NUMBER = re.compile(r"[sS]?([0-9]{1,9})")
_AROUND = "\ufeff \t\r\n,;"


def parse_places(text: str) -> Places:
    """Return the sentences of an extract: numbers as they are written, or places in documents."""
    start = text.lstrip(_AROUND)[:1]
    if start == "<":
        tags = parse_tags(text.lstrip(_AROUND), place="the extract")
        return frozenset(mead_place(attributes) for name, attributes in tags if name == "S")
    if start == "{":
        return frozenset(_summary_places(text))
    tokens = re.split(r"[\s,;]+", text.strip(_AROUND)) if text.strip(_AROUND) else []
    return frozenset(map(_number, tokens))


def mead_place(attributes: Mapping[str, str]) -> SentenceRef:
    """Return the place that the attributes DID and SNO of a MEAD sentence name; MEAD counts from 1."""
    document, number = attributes.get("DID"), attributes.get("SNO", "")
    if document is None or re.fullmatch(r"[0-9]{1,9}", number) is None or int(number) < 1:
        raise _unreadable("An element S has no DID, or no SNO from 1")
    return SentenceRef(document, int(number) - 1)


def place_name(ref: SentenceRef) -> str:
    """Return how messages call a sentence."""
    return f"sentence {ref.index} of {ref.document_id!r}" if ref.document_id else f"sentence {ref.index}"


def _summary_places(text: str) -> Iterator[SentenceRef]:
    try:
        summary = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise _unreadable(f"The extract is not valid JSON ({error})") from error
    sentences = summary.get("sentences") if isinstance(summary, dict) else None
    if not isinstance(sentences, list):
        raise _unreadable('The extract has no list "sentences"')
    for sentence in sentences:
        match sentence:
            case {"document": str(document), "index": int(index)} if index >= 0:
                yield SentenceRef(document, index)
            case _:
                raise _unreadable('A sentence has no "document" and "index"')


def _number(token: str) -> int:
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise _unreadable(f"{token[:60]!r} is not a sentence number")
    return int(match[1])


def _unreadable(why: str) -> InputError:
    return InputError(f"{why}.", given=why, advice=_SHAPES)
