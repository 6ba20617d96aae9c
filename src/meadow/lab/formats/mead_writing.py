"""MEAD's files, written: a folder per topic with cluster, docsent, sentjudge, sentrel, extract and query.

A document's sentences are fixed by its docsent file, so that judgements keep their numbers: the title becomes MEAD's
headline only where it is the beginning of the text already. PAR counts the paragraphs and RSNT the sentences in each.

Source: the DTDs of the released MEAD 3.12.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from meadow.errors import InputError
from meadow.lab.evaluate.judge_tables import JudgeTable
from meadow.lab.formats.folders import file_name
from meadow.lab.formats.records import save_lines
from meadow.lab.testbed import JudgeExtract, SubsumptionAnswer, Topic
from meadow.model import Document, SentenceRef
from meadow.text.sentences import document_sentences

Places = Mapping[SentenceRef, tuple[int, int]]

# What ends the name of an extract's maker that is no judge.
PROGRAM = " (program)"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_SUBSUMPTION = "4"


def save_topic(topic: Topic, folder: Path) -> None:
    """Write all that MEAD's files can hold of a topic into a folder of its own."""
    (folder / "docsent").mkdir(parents=True)
    places: dict[SentenceRef, tuple[int, int]] = {}
    for document in topic.documents:
        within = dict(_places(document))
        save_lines(folder / "docsent" / f"{file_name(document.id)}.docsent", _docsent(document, within))
        places |= within
    stem = folder / topic.id
    save_lines(_with(stem, "cluster"), _cluster(topic))
    if topic.title is not None or topic.question is not None:
        save_lines(_with(stem, "query"), _query(topic))
    if topic.utilities is not None:
        save_lines(_with(stem, "sentjudge"), _sentjudge(topic, topic.utilities, places))
    if topic.subsumption:
        save_lines(_with(stem, "sentrel"), _sentrel(topic.subsumption))
    width = len(str(len(topic.extracts)))
    for number, extract in enumerate(topic.extracts, start=1):
        # The number keeps the order, which reading takes from the names.
        save_lines(_with(stem, f"{number:0{width}}.extract"), _extract(topic, extract))


def _with(stem: Path, ending: str) -> Path:
    return stem.with_name(f"{stem.name}.{ending}")


def _places(document: Document) -> Iterator[tuple[SentenceRef, tuple[int, int]]]:
    """Yield the paragraph and the place in it, both from 1, of each sentence; an empty line ends a paragraph."""
    headline = _headline(document)
    paragraph, within, end = 1, 0, 0
    for sentence in document_sentences(document):
        new = "\n\n" in document.text[end : sentence.start] or sentence.ref.index == headline > 0
        paragraph, within = (paragraph + 1, 1) if new and sentence.text else (paragraph, within + 1)
        end = max(end, sentence.end)
        yield sentence.ref, (paragraph, within)


def _headline(document: Document) -> int:
    """Return how many sentences at the beginning of a document are its title; 0 where the text begins otherwise."""
    texts = [" ".join(sentence.text.split()) for sentence in document_sentences(document)]
    beginnings = (" ".join(texts[:count]) for count in range(1, len(texts)))
    return next((count for count, beginning in enumerate(beginnings, start=1) if beginning == document.title), 0)


def _docsent(document: Document, places: Places) -> Iterator[str]:
    headline = _headline(document)
    lines = [
        f'<S PAR="{places[sentence.ref][0]}" RSNT="{places[sentence.ref][1]}" SNO="{sentence.ref.index + 1}">'
        f"{escape(sentence.text)}</S>"
        for sentence in document_sentences(document)
    ]
    yield _HEAD
    yield f'<DOCSENT DID={quoteattr(document.id)} LANG="{_language(document)}">'
    yield "<BODY>"
    if headline:
        yield from ("<HEADLINE>", *lines[:headline], "</HEADLINE>")
    yield from ("<TEXT>", *lines[headline:], "</TEXT>")
    yield from ("</BODY>", "</DOCSENT>")


def _language(document: Document) -> str:
    # The DTD knows two languages; what is in another reads back as English, which the notes then say.
    return "CHIN" if document.language == "zh" else "ENG"


def _cluster(topic: Topic) -> Iterator[str]:
    yield _HEAD
    yield f'<CLUSTER LANG="{_language(topic.documents[0]) if topic.documents else "ENG"}">'
    for number, document in enumerate(topic.documents, start=1):
        yield f'<D DID={quoteattr(document.id)} ORDER="{number}"/>'
    yield "</CLUSTER>"


def _query(topic: Topic) -> Iterator[str]:
    yield _HEAD
    yield f'<QUERY QID={quoteattr(topic.id)} QNO="1">'
    yield f"<TITLE>{escape(topic.title or '')}</TITLE>"
    if topic.question is not None:
        yield f"<NARRATIVE>{escape(topic.question)}</NARRATIVE>"
    yield "</QUERY>"


def _sentjudge(topic: Topic, table: JudgeTable, places: Places) -> Iterator[str]:
    _check_known(topic, table.sentences, places)
    yield _HEAD
    yield f"<SENT-JUDGE QID={quoteattr(topic.id)}>"
    for column, ref in enumerate(table.sentences):
        paragraph, within = places[ref]
        yield f'<S DID={quoteattr(ref.document_id)} PAR="{paragraph}" RSNT="{within}" SNO="{ref.index + 1}">'
        for judge, scores in zip(table.judges, table.utilities, strict=True):
            yield f'<JUDGE N={quoteattr(judge)} UTIL="{_number(scores[column])}"/>'
        yield "</S>"
    yield "</SENT-JUDGE>"


def _sentrel(answers: Sequence[SubsumptionAnswer]) -> Iterator[str]:
    """Yield every link as a subsumption; a sentence that nobody linked is shown as a pair with itself, unrelated."""
    links = sorted((by, answer.ref, answer.judge) for answer in answers for by in answer.by)
    linked = {ref for by, ref, _ in links} | {by for by, _, _ in links}
    alone = sorted({answer.ref for answer in answers} - linked)
    pairs: dict[tuple[SentenceRef, SentenceRef], list[str]] = {}
    for by, ref, judge in links:
        pairs.setdefault((by, ref), []).append(judge)
    yield from (_HEAD, "<SENT-REL>")
    for (source, target), judges in (*pairs.items(), *(((ref, ref), list[str]()) for ref in alone)):
        yield (
            f'<R SDID={quoteattr(source.document_id)} SSENT="{source.index + 1}"'
            f' TDID={quoteattr(target.document_id)} TSENT="{target.index + 1}">'
        )
        yield from (f'<RELATION TYPE="{_SUBSUMPTION}" JUDGE={quoteattr(judge)}/>' for judge in judges)
        yield "</R>"
    yield "</SENT-REL>"


def _extract(topic: Topic, extract: JudgeExtract) -> Iterator[str]:
    made = extract.judge.removesuffix(PROGRAM)
    judge = "" if made != extract.judge else f" JUDGE={quoteattr(made)}"
    percent = "none" if extract.percent is None else _number(extract.percent)
    language = _language(topic.documents[0]) if topic.documents else "ENG"
    yield _HEAD
    yield (
        f'<EXTRACT QID={quoteattr(topic.id)} COMPRESSION="{percent}" SYSTEM={quoteattr(made)}{judge} LANG="{language}">'
    )
    for number, ref in enumerate(extract.refs, start=1):
        yield f'<S ORDER="{number}" DID={quoteattr(ref.document_id)} SNO="{ref.index + 1}"/>'
    yield "</EXTRACT>"


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def _check_known(topic: Topic, refs: Iterable[SentenceRef], places: Places) -> None:
    strangers = [ref for ref in refs if ref not in places]
    if strangers:
        raise InputError(
            f"The topic {topic.id!r} has utilities of {strangers[0].document_id!r} {strangers[0].index} (from 0).",
            given=f"{strangers[0].document_id} {strangers[0].index}",
            allowed=f"Its documents have {len(places)} sentences.",
        )
