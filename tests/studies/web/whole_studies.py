"""What three judges press in each of the six tasks over two articles of the sample, and what they mean by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from meadow.lab.folder import save_testbed
from meadow.lab.testbed import Testbed
from meadow.text.sentences import document_sentences
from studies.items import sample_bed
from studies.web.judges import RATINGS

JUDGES = ("Ana", "Bo", "Cy")
STORY, EACH = "outbreak", 13  # sentences in each of its first two articles
TOTAL = 2 * EACH
SHORT, LONG = "Eleven fell ill.", "Eleven fell ill. One of them died."
CONCEPTS = (("Pia Holm", "Health Board", "hot water"), ("Pia Holm", "health board", "cooling"), ("Pia Holm", "", ""))

Keys = tuple[str, ...]


def small_sample(folder: Path) -> None:
    """Write a testbed of two articles of the sample about one story."""
    topic = sample_bed().topic(STORY)
    documents = topic.documents[:2]
    assert [len(document_sentences(each)) for each in documents] == [EACH, EACH]
    save_testbed(Testbed("small", (replace(type(topic)(STORY, documents), title="The outbreak"),)), folder)


def score_of(judge: int, sentence: int) -> int:
    """Return what a judge gives a sentence: judges agree on much, and not on all."""
    return (sentence * 7 + (sentence % 3) * judge) % 11


def scores() -> list[list[int]]:
    """Return what all judges give all sentences."""
    return [[score_of(judge, sentence) for sentence in range(TOTAL)] for judge in range(len(JUDGES))]


def utility_keys(judge: int) -> Keys:
    """Score every sentence."""
    return tuple("t" if score == 10 else str(score) for score in scores()[judge])


def subsumption_keys(judge: int) -> Keys:
    """Say that the first sentence covers the candidate on top, or is equal to it, and settle all."""
    return ("c" if judge < 2 else "e", *["Enter"] * TOTAL)


def covered_by() -> list[list[frozenset[int]]]:
    """Return by which sentences each one is covered, by judge; the candidate on top is the first of the other article."""
    first = [frozenset[int](), frozenset[int](), frozenset({EACH})]
    return [first if at == 0 else [frozenset({0} if at == EACH else ())] * 3 for at in range(TOTAL)]


def grouping_keys(judge: int) -> Keys:
    """Make two groups out of the first sentences of both articles, label both, and rank the second first."""
    joined = (("1", "2"), ("1", "2", "1"), ("2", "1"))[judge]
    down = ["j"] * (EACH - len(joined))  # what is left of the second article, and on to the groups
    size = 3 if judge == 1 else 2
    return ("a", "a", *["j"] * (EACH - 2), *joined, *down, "l", *["j"] * size, "l", "Alt+ArrowUp")


def groups(judge: int) -> list[str | None]:
    """Return the group of each sentence."""
    other = (("1", "2"), ("1", "2", "1"), ("2", "1"))[judge]
    return ["1", "2", *[None] * (EACH - 2), *other, *[None] * (EACH - len(other))]


def alignment_keys(judge: int) -> Keys:
    """Write both abstracts, give each of their sentences sources and a rank, ask one question about both."""
    move = ["j"] * judge
    return (
        "w", f"type:{SHORT}", "Escape", "w", f"type:{LONG}", "Escape", "wait:[data-length=long] [data-part='1']",
        "Space", "a", "q", "type:How many?", "Tab", "type:eleven; 11", "Tab", "Escape",
        "n", *move, "Space", "b", "+", "j", "Space", "n", "j", "Space", "c", "focus:#ask-again", "Enter",
    )  # fmt: skip


def sources(judge: int) -> dict[str, list[list[frozenset[int]]]]:
    """Return the alternative sources of each sentence of both abstracts."""
    first = [frozenset({judge}), frozenset({judge + 1})]
    return {"short": [[frozenset({0})]], "long": [first, [frozenset({judge + 2})]]}


def concept_keys(judge: int) -> Keys:
    """Name a person, an organisation and a factor, as far as the judge has one."""
    person, body, factor = CONCEPTS[judge]
    on = ["Tab"] * 8
    return ("j", f"type:{person}", *on, f"type:{body}", *on, f"type:{factor}", "Enter", "Escape")


def rating_of(judge: int, headline: int) -> tuple[int, int]:
    """Return the quality and the readability that a judge sees in the headline at a place of the page."""
    return 1 + (headline * 3 + judge // 2) % 5, 5 - (headline + judge) % 3


def headline_keys(judge: int) -> Keys:
    """Write a headline, then rate the four others."""
    rated = [str(value) for headline in range(4) for value in rating_of(judge, headline)]
    return (
        "w",
        f"type:Eleven ill, says {JUDGES[judge]}",
        "Enter",
        RATINGS,
        *rated,
    )


KEYS = {
    "utility": utility_keys,
    "subsumption": subsumption_keys,
    "grouping": grouping_keys,
    "alignment": alignment_keys,
    "concepts": concept_keys,
    "headlines": headline_keys,
}


def shown_table(page: str, name: str) -> dict[str, list[str]]:
    """Return the cells of a table on a page of results by the labels of their rows, without marks."""
    (section,) = LexborHTMLParser(page).css(f"section#{name}")
    rows = {}
    for line in section.css("tbody tr"):
        cells = [(cell.attributes.get("class"), " ".join(cell.text().split())) for cell in line.css("th, td")]
        labels = [text for kind, text in cells if kind == "label"]
        rows[" | ".join(labels)] = [text for kind, text in cells if kind != "label"]
    return rows
