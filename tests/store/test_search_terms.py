"""Documents as the index keeps them: every word counted, once per language, whatever is next to it."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version

from hypothesis import given
from hypothesis import strategies as st

from meadow.model import Document
from meadow.store.tables.search_terms import TITLE_WEIGHT, index_documents, reading_of, term_of
from plain_search import document_stems

TEXTS = st.lists(st.sampled_from(("ferry", "Ferries", "the", "9,000", "barcos", "渡轮搁浅", "…")), max_size=9).map(
    " ".join
)
DOCUMENTS = st.builds(
    Document, id=st.just("d"), title=st.none() | TEXTS, text=TEXTS, language=st.sampled_from(("en", "es", "zh", "ja"))
)


def test_a_term_is_made_of_language_and_stem_alone() -> None:
    english, spanish = term_of("en"), term_of("es")
    assert english["ferry"] == english["ferries"]
    assert english["ferry"] != spanish["ferry"]
    # Written to disk: another number would make every store of today blind.
    assert english["ferry"] == 203_058_902_804_559_127
    assert spanish["barcos"] == 1_244_301_153_682_588_716


def test_what_reads_a_language_is_named_with_its_version() -> None:
    assert reading_of("he") == "words"
    assert reading_of("nl") == f"words PyStemmer {version('PyStemmer')}"
    assert reading_of("ja").startswith("words sudachipy ")


def test_titles_count_more_and_a_title_alone_counts_once() -> None:
    indexed, languages = index_documents(
        [
            (5, Document("a", title="Ferry", text="A ferry sank.", language="en")),
            (9, Document("b", title="Ferry sank", language="en")),
        ]
    )
    ferry = term_of("en")["ferry"]
    row = indexed.postings.terms.tolist().index(ferry)
    start = int(indexed.postings.starts[row])
    assert indexed.postings.counts[start : start + 2].tolist() == [TITLE_WEIGHT + 1, TITLE_WEIGHT]
    assert (indexed.numbers.tolist(), indexed.lengths.tolist()) == ([5, 9], [TITLE_WEIGHT + 3, 2 * TITLE_WEIGHT])
    assert languages == {"en"}


@given(st.lists(DOCUMENTS, min_size=1, max_size=6))
def test_every_word_of_every_document_is_counted(documents: list[Document]) -> None:
    indexed, languages = index_documents(list(enumerate(documents)))
    postings = indexed.postings
    held: list[Counter[int]] = [Counter() for _ in documents]
    for row, term in enumerate(postings.terms.tolist()):
        reach = slice(int(postings.starts[row]), int(postings.starts[row + 1]))
        for place, count in zip(postings.places[reach].tolist(), postings.counts[reach].tolist(), strict=True):
            held[place][term] = count
    wanted = [Counter(term_of(each.language or "")[stem] for stem in document_stems(each)) for each in documents]
    assert held == wanted
    assert indexed.lengths.tolist() == [count.total() for count in wanted]
    assert languages == {document.language for document in documents}
