"""Notebooks show values as text that cannot become markup, and tables come as data frames."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

import meadow
from meadow.errors import MissingExtraError
from meadow.model import Disagreement, Document
from meadow.model.display import cited, table

DOCUMENTS = [
    Document("a", "Wire", "Ferry <b>sinks</b>", "A ferry sank off Skerra on Monday. Nine people died.", language="en"),
    Document("b", "Echo", "Nine dead", "A ferry sank off Skerra on Monday. Divers <i>wait</i> ashore.", language="en"),
]


class Tags(HTMLParser):
    """Collects the names of the elements that a text holds."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser's signature
        """Note an element."""
        self.names.add(tag)


def test_a_digest_shows_headlines_sentences_and_counts() -> None:
    shown = meadow.digest(DOCUMENTS)._repr_html_()
    assert Tags(shown).names <= {"h4", "p", "sup"}
    assert "2 articles · 2 sources" in shown
    assert '<sup title="a, sentence 1">1</sup>' in shown
    assert meadow.digest([])._repr_html_() == "<p>No stories.</p>"


def test_text_of_documents_stays_text() -> None:
    assert "&lt;i&gt;wait&lt;/i&gt;" in meadow.summarize(DOCUMENTS, sentences=9)._repr_html_()
    assert Tags(cited([("<script>x</script>", '"><img>')])).names == {"p", "sup"}
    assert Tags(table(("<b>",), [("<i>",)])).names == {"table", "thead", "tbody", "tr", "th", "td"}


def test_a_summary_without_a_sentence_says_so() -> None:
    assert "No sentence." in meadow.summarize([Document("none", text="")])._repr_html_()


def test_groups_are_a_table() -> None:
    shown = meadow.group(DOCUMENTS)._repr_html_()
    assert "<td>1</td><td>b:0</td><td>A ferry sank off Skerra on Monday.</td>" in shown


def test_tables_come_as_frames() -> None:
    pytest.importorskip("pandas")
    digest, summary = meadow.digest(DOCUMENTS), meadow.summarize(DOCUMENTS, sentences=2)
    assert list(digest.to_frame().columns) == [
        "story",
        "headline",
        "articles",
        "sources",
        "first",
        "last",
        "summary",
        "documents",
        "outlets",
    ]
    assert digest.to_frame().articles.tolist() == [2]
    assert summary.to_frame().written.tolist() == [pick.written for pick in summary.picks]
    assert meadow.group(DOCUMENTS).to_frame().label.tolist() == [True, False]
    scores = meadow.explain(DOCUMENTS, rank="lexrank").to_frame()
    assert len(scores) == 4
    assert list(scores.columns)[:3] == ["document", "sentence", "length"]
    assert list(scores.columns)[-2:] == ["score", "choice"]


def test_without_pandas_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"meadow\[frames\]"):
        DOCUMENTS[0].to_frame(library="pandas")


def test_every_result_shows_itself_and_none_prints_a_whole_text() -> None:
    long = [Document("x", "Wire", "Ferry", "The ferry sails at noon. " * 400, language="en"), *DOCUMENTS]
    results = [
        long[0], *meadow.track(long), meadow.summarize(long), meadow.digest(long), meadow.headline(long), meadow.group(long),
        meadow.explain(long), meadow.report("Who died?", long), meadow.pack("Who died?", long, tokens=200),
        *meadow.check("A ferry sank.", long), *meadow.summarize(DOCUMENTS).disagreements, Disagreement("deaths", ()),
    ]  # fmt: skip
    for value in results:
        assert len(repr(value)) < 400, repr(value)
        assert "The ferry sails at noon. The ferry" not in repr(value)
        shown = value._repr_html_() if hasattr(value, "_repr_html_") else ""
        assert Tags(shown).names <= {"h4", "p", "sup", "i", "table", "thead", "tbody", "tr", "th", "td", "meter"}
    assert repr(DOCUMENTS[0]) == (
        "Document(id='a', source='Wire', title='Ferry <b>sinks</b>', 52 characters, language='en')"
    )
