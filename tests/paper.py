"""What tests read from the MEAD paper and its sample data, which stay outside the project."""

from __future__ import annotations

import gzip
import re

from meadow.model import Document
from meadow.text.background import IdfTable, parse_idf_table
from shared import shared

# The wire's closing quotes were two apostrophes, which the background table knows; the figure prints one quotation mark.
_CLOSING = re.compile(r'(?<=[\w.,?!])"')


def enidf() -> IdfTable:
    """Return MEAD's table of English inverse document frequencies."""
    with gzip.open(shared("data", "mead", "enidf.txt.gz"), "rt", encoding="utf-8", errors="replace") as file:
        return parse_idf_table(file.read(), name="enidf")


def cluster_a(*, repaired: bool = True) -> list[Document]:
    """Return the two documents of the paper's cluster A, from its Figures 3 and 4, with their sentences as spans."""
    paper = shared("papers", "mead-2004.txt").read_text(encoding="utf-8")
    first = _sentences(paper, "[1] CAIRO", "Fig. 3.")
    second = _sentences(
        paper, "[1] BRUSSELS, Belgium, June 28 (UPI) -- Belgium Security forces are on\nhigh", "```\n\nFig. 4."
    )
    if repaired:
        second = [_CLOSING.sub("''", sentence) for sentence in second]
    return [_document("A1", first), _document("A2", second)]


def section_2_2() -> list[str]:
    """Return the two example sentences of section 2.2, of which the second subsumes the first."""
    paper = shared("papers", "mead-2004.txt").read_text(encoding="utf-8")
    examples = re.findall(r"^- \([12]\) (.*)$", paper[paper.index("2.2. Cross-sentence") :], re.MULTILINE)
    return [str(example) for example in examples[:2]]


def _sentences(paper: str, start: str, end: str) -> list[str]:
    begin = paper.index(start)
    figure = paper[begin : paper.index(end, begin)].replace("```", "")
    return [" ".join(part.split()) for part in re.split(r"\[\d+\]\s", figure) if part.strip()]


def _document(name: str, sentences: list[str]) -> Document:
    spans: list[tuple[int, int]] = []
    at = 0
    for sentence in sentences:
        spans.append((at, at + len(sentence)))
        at += len(sentence) + 1
    return Document(name, text=" ".join(sentences), language="en", spans=tuple(spans))


def table_3() -> dict[tuple[str, int], tuple[int, float, float, float, float]]:
    """Return the paper's Table 3: (document, sentence) to length, position, first overlap, centroid, score."""
    paper = shared("papers", "mead-2004.txt").read_text(encoding="utf-8")
    rows = re.findall(r"^(A\d)\t(\d+)\t(\d+)\t([\d.]+)\t([\d.]+)\t([\d.]+)\t([\d.]+)$", paper, re.MULTILINE)
    return {
        (name, int(number)): (int(length), float(position), float(first), float(centroid), float(score))
        for name, number, length, position, first, centroid, score in rows
    }


def feature_values(folder: str, cluster: str, feature: str) -> dict[tuple[str, int], float]:
    """Return a MEAD feature file: (document, sentence number) to value."""
    text = shared("data", "mead", folder, "feature", f"{cluster}.{feature}.sentfeature").read_text(encoding="utf-8")
    rows = re.findall(r"""<S DID=["'](.*?)["'] SNO=["'](\d+)["']\s*>\s*<FEATURE N=["']\w+["'] V=["'](.*?)["']""", text)
    return {(document, int(number)): float(value) for document, number, value in rows}


def extract_members(percent: int) -> set[tuple[str, int]]:
    """Return the sentences of the published GA3 extract at a percentage."""
    text = shared("data", "mead", "GA3", f"GA3.{percent}.extract").read_text(encoding="utf-8")
    return {(document, int(number)) for document, number in re.findall(r'DID="(\w+)" SNO="(\d+)"', text)}
