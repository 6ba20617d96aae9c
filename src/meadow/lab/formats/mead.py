"""MEAD's files: clusters of docsent documents with judges' utilities, extracts and relations between sentences.

A topic is a `<name>.cluster` file, its documents `docsent/<id>.docsent` beside it. What lies in the same folder belongs to
it (in a folder of several clusters: what begins with its name): `sentjudge` are utilities, `extract` extracts, `sentrel`
subsumption, `query` title and question. Sentence SNO has index SNO - 1, and the headline is sentence 1, as MEAD counts.

An extract is by its JUDGE; one without was made by a program and is kept under the name of its SYSTEM with " (program)"
behind it. Its percentage is COMPRESSION, else the number in the file's name.

Relations have the numbers of the CST bank, and three kinds count: in 4 (subsumption) the source says all that the target
says, 1 (identity) and 2 (equivalence) go both ways. The other kinds say nothing about subsumption. Whatever sentence
some judge related to another was before all judges of the file, so that naming none is an answer too.

Source: the released MEAD 3.12 and its DTDs; Zhang, Blair-Goldensohn and Radev (2002), "Towards CST-enhanced
summarization", for the kinds of relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from meadow.errors import InputError, ReadError
from meadow.ingest import LIMITS
from meadow.lab.evaluate.judge_tables import JudgeTable, parse_sentjudge
from meadow.lab.formats import Format
from meadow.lab.formats.changes import changes
from meadow.lab.formats.folders import (
    at,
    check_places,
    file_name,
    load_text,
    read_documents,
    sentence_counts,
    visible_files,
)
from meadow.lab.formats.mead_writing import PROGRAM, save_topic
from meadow.lab.formats.records import check_folder, new_folder
from meadow.lab.testbed import JudgeExtract, SubsumptionAnswer, Testbed, Topic
from meadow.model import SentenceRef
from meadow.text.safexml import parse_xml

_COVERS = frozenset({"1", "2", "4"})
_MUTUAL = frozenset({"1", "2"})
_KINDS = (".sentjudge", ".extract", ".sentrel", ".query")
_PERCENT = re.compile(r"(?<![0-9])(100|[1-9]?[0-9])\.extract$")


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
        beside = [cluster for cluster in clusters if cluster.parent == file.parent]
        if file.suffix not in _KINDS or not beside:
            continue
        candidates = (
            [cluster for cluster in beside if file.name.startswith(f"{cluster.stem}.")] if len(beside) > 1 else beside
        )
        if not candidates:
            raise InputError(
                f"{file.as_posix()} belongs to none of the clusters beside it.",
                given=file.name,
                allowed=f"Names begin with one of: {', '.join(cluster.stem for cluster in beside)}.",
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
