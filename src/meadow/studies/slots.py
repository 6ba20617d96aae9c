"""The names of slots: the item, then what is asked, then a sentence, each part percent-encoded where it holds anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

from meadow.errors import AnswerError
from meadow.model import Document, Sentence, SentenceRef, StudyItem
from meadow.text.sentences import document_sentences

_SENTENCE = re.compile(r"([^/#]+)#(0|[1-9][0-9]{0,6})")
LONGEST_SLOT = 4_096


def sentence_key(ref: SentenceRef) -> str:
    """Return a sentence as slots name it: `document%20id#3`."""
    return f"{quote(ref.document_id, safe='', errors='replace')}#{ref.index}"


def parse_sentence_key(key: str) -> SentenceRef:
    """Return the sentence that part of a slot names."""
    match = _SENTENCE.fullmatch(key)
    if match is None:
        raise AnswerError(f"{key!r} names no sentence.", given=key, allowed="A document and an index from 0: wire#3.")
    return SentenceRef(unquote(match[1]), int(match[2]))


def split_slot(slot: str) -> tuple[str, str]:
    """Return the item that a slot is of, and the rest of its name."""
    item, slash, rest = slot.partition("/")
    if not item or not slash or not rest or len(slot) > LONGEST_SLOT or not slot.isprintable():
        raise AnswerError(
            "This is no slot of a study.", given=slot[:80], allowed="An item and what is asked: ITEM/pick/wire#3."
        )
    return item, rest


def check_sentence(item: StudyItem, key: str) -> SentenceRef:
    """Return the sentence that part of a slot names, which has to be one of the item's."""
    ref = parse_sentence_key(key)
    document = next((each for each in item.documents if each.id == ref.document_id), None)
    if document is None or ref.index >= len(document.spans or ()):
        raise AnswerError(
            f"The item {item.title!r} has no such sentence.", given=key,
            advice="Load the page again: it may be that of another study.",
        )  # fmt: skip
    return ref


def iter_sentences(item: StudyItem) -> Iterator[tuple[Document, Sentence]]:
    """Iterate over the sentences of an item, document by document in the order of time."""
    for document in item.documents:
        for sentence in document_sentences(document):
            yield document, sentence
