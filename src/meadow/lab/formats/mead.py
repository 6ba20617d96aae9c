"""MEAD's files: clusters of docsent documents with judges' utilities, extracts and relations between sentences.

A topic is a `<name>.cluster` file, its documents `docsent/<id>.docsent` next to it. What lies in the same folder belongs to
it (in a folder of several clusters: what begins with its name): `sentjudge` are utilities, `extract` extracts, `sentrel`
subsumption, `query` title and question. Sentence SNO has index SNO - 1, and the headline is sentence 1, as MEAD counts.

An extract is by its JUDGE; one without was made by a program and is kept under the name of its SYSTEM with " (program)"
behind it. Its percentage is COMPRESSION, else the number in the file's name.

Relations have the numbers of the CST bank, and three kinds count: in 4 (subsumption) the source says all that the target
says, 1 (identity) and 2 (equivalence) go both ways. The other kinds say nothing about subsumption. Whatever sentence
some judge related to another was before all judges of the file, so that naming none is an answer too.

A document's sentences are fixed by its docsent file, so that judgements keep their numbers: written, the title becomes
MEAD's headline only where it is the beginning of the text already. PAR counts the paragraphs and RSNT the sentences in each.

Source: the released MEAD 3.12 and its DTDs; Zhang, Blair-Goldensohn and Radev (2002), "Towards CST-enhanced
summarization", for the kinds of relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from meadow.errors import InputError, ReadError
from meadow.ingest import LIMITS
from meadow.lab.evaluate.judge_tables import JudgeTable, parse_sentjudge
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.records import (
    at,
    check_folder,
    check_places,
    file_name,
    load_text,
    new_folder,
    read_documents,
    save_lines,
    sentence_counts,
    visible_files,
)
from meadow.lab.testbed import JudgeExtract, SubsumptionAnswer, Testbed, Topic
from meadow.model import Document, SentenceRef
from meadow.text.safexml import parse_xml
from meadow.text.sentences import document_sentences

_COVERS = frozenset({"1", "2", "4"})
_MUTUAL = frozenset({"1", "2"})
_KINDS = (".sentjudge", ".extract", ".sentrel", ".query")
_PERCENT = re.compile(r"(?<![0-9])(100|[1-9]?[0-9])\.extract$")

Places = Mapping[SentenceRef, tuple[int, int]]
# What ends the name of an extract's maker that is no judge.
PROGRAM = " (program)"
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
_SUBSUMPTION = "4"


def read_mead(path: str | Path) -> Testbed:
    """Return the testbed of a folder with MEAD's cluster files, in it or in folders below it."""
    folder = Path(path)
    check_folder(folder, "MEAD's cluster files and docsent/ beside them")
    files = visible_files(folder)
    clusters = [file for file in files if file.suffix == ".cluster"]
    if not clusters:
        raise InputError(
            f"There is no cluster file in {str(path)!r}.",
            given=str(path),
            allowed="A topic is a file <name>.cluster with docsent/<document>.docsent beside it.",
        )
    twice = {cluster.stem for cluster in clusters if sum(cluster.stem == other.stem for other in clusters) > 1}
    if twice:
        raise InputError(f"Two clusters are called {min(twice)!r}.", given=min(twice), advice="Rename one of them.")
    belonging = _belonging(clusters, files)
    return Testbed(folder.resolve().name, tuple(_topic(cluster, belonging[cluster]) for cluster in clusters))


def write_mead(testbed: Testbed, path: str | Path) -> tuple[str, ...]:
    """Write a folder per topic, valid by MEAD's DTDs, and return notes on what has no place there."""
    folder = new_folder(path)
    for topic in testbed:
        save_topic(topic, folder / file_name(topic.id))
    return changes(testbed, read_mead(folder))


def _belonging(clusters: list[Path], files: list[Path]) -> dict[Path, list[Path]]:
    """Return the files of each cluster; one in a cluster's folder that belongs to none is an error."""
    belonging: dict[Path, list[Path]] = {cluster: [] for cluster in clusters}
    for file in files:
        siblings = [cluster for cluster in clusters if cluster.parent == file.parent]
        if file.suffix not in _KINDS or not siblings:
            continue
        candidates = (
            [cluster for cluster in siblings if file.name.startswith(f"{cluster.stem}.")]
            if len(siblings) > 1
            else siblings
        )
        if not candidates:
            raise InputError(
                f"{file.as_posix()} belongs to none of the clusters beside it.",
                given=file.name,
                allowed=f"Names begin with one of: {', '.join(cluster.stem for cluster in siblings)}.",
            )
        belonging[max(candidates, key=lambda cluster: len(cluster.stem))].append(file)
    return belonging


def _topic(cluster: Path, files: list[Path]) -> Topic:
    documents = read_documents(cluster)
    counts = sentence_counts(documents)
    title, question = next(map(_query, _of_kind(files, ".query")), (None, None))
    return Topic(
        cluster.stem,
        documents,
        title=title,
        question=question,
        extracts=tuple(_extract(file, counts) for file in _of_kind(files, ".extract")),
        utilities=_utilities(list(_of_kind(files, ".sentjudge")), counts),
        subsumption=tuple(answer for file in _of_kind(files, ".sentrel") for answer in _subsumption(file, counts)),
    )


def _of_kind(files: list[Path], suffix: str) -> Iterator[Path]:
    return (file for file in files if file.suffix == suffix)


def _utilities(files: list[Path], counts: Mapping[str, int]) -> JudgeTable | None:
    if len(files) > 1:
        raise InputError(
            f"{files[0].as_posix()} and {files[1].name} both hold utilities of one cluster.",
            given=files[1].name,
            advice="Put all judges of a cluster into one sentjudge file.",
        )
    for file in files:
        with at(file.as_posix()):
            table = parse_sentjudge(load_text(file))
        check_places(table.sentences, counts, file.as_posix())
        return table
    return None


def _extract(file: Path, counts: Mapping[str, int]) -> JudgeExtract:
    tags = _tags(file)
    head = next((attributes for name, attributes in tags if name == "EXTRACT"), {})
    judge, system = head.get("JUDGE"), head.get("SYSTEM")
    named = judge or (None if system is None else f"{system}{PROGRAM}")
    if named is None:
        raise ReadError(file.as_posix(), "the EXTRACT has neither JUDGE nor SYSTEM, so nobody made it")
    refs = tuple(_ref(attributes, "DID", "SNO", file) for name, attributes in tags if name == "S")
    check_places(refs, counts, file.as_posix())
    return JudgeExtract(named, refs, _percent(head.get("COMPRESSION"), file))


def _percent(compression: str | None, file: Path) -> float | None:
    """Return how long an extract was to be: MEAD writes 10 for 10 %; a word such as "none" says nothing."""
    if compression is None:
        number = _PERCENT.search(file.name)
        return None if number is None else float(number[1])
    try:
        return float(compression.rstrip(" %"))
    except ValueError:
        return None


def _subsumption(file: Path, counts: Mapping[str, int]) -> Iterator[SubsumptionAnswer]:
    """Yield an answer for each judge and each sentence of the file, by judge and place."""
    covered: dict[str, dict[SentenceRef, set[SentenceRef]]] = {}
    shown: set[SentenceRef] = set()
    pair: list[SentenceRef] = []
    for name, attributes in _tags(file):
        if name == "R":
            pair = [_ref(attributes, "SDID", "SSENT", file), _ref(attributes, "TDID", "TSENT", file)]
            shown |= set(pair)
        elif name == "RELATION" and pair:
            judge, kind = (_attribute(attributes, key, file) for key in ("JUDGE", "TYPE"))
            by_target = covered.setdefault(judge, {})
            if kind in _COVERS:
                by_target.setdefault(pair[1], set()).add(pair[0])
            if kind in _MUTUAL:
                by_target.setdefault(pair[0], set()).add(pair[1])
    check_places(sorted(shown), counts, file.as_posix())
    for judge in sorted(covered):
        for ref in sorted(shown):
            yield SubsumptionAnswer(judge, ref, frozenset(covered[judge].get(ref, ())))


def _query(file: Path) -> tuple[str | None, str | None]:
    """Return the title, and what description and narrative ask, of a query file."""
    collected = _collected(file)
    asked = " ".join(collected.texts[key] for key in ("DESCRIPTION", "NARRATIVE") if collected.texts.get(key))
    return collected.texts.get("TITLE") or None, asked or None


@dataclass
class _Collected:
    """The tags of a file in order, with their attributes, and the text of each element by name."""

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.tags.append((name, attributes))
        self.opened.append(name)

    def end(self, name: str) -> None:
        self.opened.pop()
        self.texts[name] = " ".join(self.texts.get(name, "").split())

    def text(self, data: str) -> None:
        self.texts[self.opened[-1]] = self.texts.get(self.opened[-1], "") + data


def _collected(file: Path) -> _Collected:
    collected = _Collected()
    parse_xml(load_text(file), collected, place=file.as_posix(), nesting=LIMITS.nesting)
    return collected


def _tags(file: Path) -> list[tuple[str, dict[str, str]]]:
    return _collected(file).tags


def _ref(attributes: Mapping[str, str], document: str, number: str, file: Path) -> SentenceRef:
    digits = _attribute(attributes, number, file)
    if not re.fullmatch(r"[0-9]{1,9}", digits) or int(digits) < 1:
        raise ReadError(file.as_posix(), f"{number}={digits!r} is no sentence number: MEAD counts from 1")
    return SentenceRef(_attribute(attributes, document, file), int(digits) - 1)


def _attribute(attributes: Mapping[str, str], name: str, file: Path) -> str:
    value = attributes.get(name)
    if value is None:
        raise ReadError(file.as_posix(), f"an element lacks the attribute {name}")
    return value


FORMAT = Format("mead", "MEAD: cluster, docsent, sentjudge, extract, sentrel and query files", read_mead, write_mead)


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
        save_lines(_with(stem, "query"), _query_lines(topic))
    if topic.utilities is not None:
        save_lines(_with(stem, "sentjudge"), _sentjudge(topic, topic.utilities, places))
    if topic.subsumption:
        save_lines(_with(stem, "sentrel"), _sentrel(topic.subsumption))
    width = len(str(len(topic.extracts)))
    for number, extract in enumerate(topic.extracts, start=1):
        # The number keeps the order, which reading takes from the names.
        save_lines(_with(stem, f"{number:0{width}}.extract"), _extract_lines(topic, extract))


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


def _query_lines(topic: Topic) -> Iterator[str]:
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


def _extract_lines(topic: Topic, extract: JudgeExtract) -> Iterator[str]:
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
