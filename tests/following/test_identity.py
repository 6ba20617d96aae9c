"""Under which id an article is kept: the rules of docs/explanation/following.md, row by row, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from following.known_documents import KnownDocuments
from meadow.following.identity import identify, identify_file
from meadow.ingest.article import Article, build_document, given_id
from meadow.model import Document

HARBOUR = "http://harbour.example/feed"
ECHO = "http://echo.example/rss"
FERRY = "The ferry Star of Skerra sank on Monday evening off the harbour, and divers searched the wreck all night long."
WOLVES = "Wolves have come back to the hills above Haldmoor, where shepherds lost eleven sheep within a single week."
BUDGET = "The council of Haldmoor passed its budget after nine hours, with two votes more than it would have needed."


def article(
    text: str, *, guid: str | None = None, url: str | None = None, title: str | None = None, number: int = 1
) -> Document:
    """Return an entry as the feed reader builds it."""
    fields = Article(id=guid, url=url, title=title, text=text, source="Harbour Wire")
    return build_document(fields, place=f"{HARBOUR}:{number}")


@pytest.fixture
def known() -> KnownDocuments:
    return KnownDocuments()


class TestTenFixtures:
    """The ten cases of TRUST A5, as documented."""

    def test_1_an_id_that_is_a_uri_is_the_documents_own(self, known: KnownDocuments) -> None:
        assert known.read(article(FERRY, guid="tag:harbour.example,2026:7"), source=HARBOUR) == [
            "tag:harbour.example,2026:7 1"
        ]

    def test_2_an_id_that_is_no_uri_is_scoped_by_its_feed(self, known: KnownDocuments) -> None:
        assert known.read(article(FERRY, guid="7"), source=HARBOUR) == [f"{HARBOUR}#7 1"]
        assert known.read(article(WOLVES, guid="7"), source=ECHO) == [f"{ECHO}#7 1"]

    def test_3_a_missing_or_empty_id_is_the_address(self, known: KnownDocuments) -> None:
        url = "http://harbour.example/ferry"
        assert known.read(article(FERRY, guid="  ", url=url), source=HARBOUR) == [f"{url} 1"]
        assert known.read(article(FERRY, url=url), source=HARBOUR) == []

    def test_4_without_id_and_address_the_content_names_it_wherever_it_is(self, known: KnownDocuments) -> None:
        (line,) = known.read(article(FERRY), source=HARBOUR)
        assert line.endswith(" 1")
        assert len(line.split()[0]) == 16
        assert known.read(article(FERRY, number=9), source=HARBOUR) == []

    def test_5_a_changed_title_or_text_is_a_revision(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7", title="Ferry sinks"), source=HARBOUR)
        assert known.read(article(FERRY, guid="7", title="Ferry sinks, 17 dead"), source=HARBOUR) == [f"{HARBOUR}#7 2"]
        assert known.read(article(BUDGET, guid="7", title="Ferry: live"), source=HARBOUR) == [f"{HARBOUR}#7 3"]

    def test_6_a_changed_address_under_one_id_changes_nothing(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7", url="http://harbour.example/a"), source=HARBOUR)
        assert known.read(article(FERRY, guid="7", url="http://harbour.example/b"), source=HARBOUR) == []

    def test_7_a_changed_id_under_one_address_is_the_same_document(self, known: KnownDocuments) -> None:
        url = "http://harbour.example/ferry"
        known.read(article(FERRY, guid="7", url=url, title="Ferry sinks"), source=HARBOUR)
        assert known.read(article(FERRY, guid="8", url=url, title="Ferry sinks off Skerra"), source=HARBOUR) == [
            f"{HARBOUR}#7 2"
        ]
        assert known.read(article(WOLVES, guid="9", url=url, title="FERRY sinks  off Skerra"), source=HARBOUR) == [
            f"{HARBOUR}#7 3"
        ]
        # From now on the new id means it too, whatever the address.
        assert known.read(article(BUDGET, guid="9", url="http://harbour.example/x"), source=HARBOUR) == [
            f"{HARBOUR}#7 4"
        ]

    def test_8_articles_that_all_link_to_the_home_page_are_documents_of_their_own(self, known: KnownDocuments) -> None:
        home = "http://harbour.example/"
        reading = [article(FERRY, url=home, title="A"), article(WOLVES, url=home, title="B")]
        first, second = known.read(*reading, source=HARBOUR)
        assert first == f"{home} 1"
        assert len(second.split()[0]) == 16
        assert known.read(article(BUDGET, url=home, title="C"), *reading[::-1], source=HARBOUR)[0].endswith(" 1")
        assert len(known.texts) == 3
        assert known.read(*reading, source=HARBOUR) == []

    def test_9_an_id_that_a_feed_repeats_is_numbered(self, known: KnownDocuments) -> None:
        name = f"{HARBOUR}#0"
        assert known.read(article(FERRY, guid="0"), article(WOLVES, guid="0"), source=HARBOUR) == [
            f"{name} 1", f"{name}#2 1"
        ]  # fmt: skip
        assert known.read(article(BUDGET, guid="0"), article(WOLVES, guid="0"), source=HARBOUR) == [f"{name}#3 1"]
        # An edit is a revision of the one it edits.
        assert known.read(article(WOLVES + " The hunt is on.", guid="0"), source=HARBOUR) == [f"{name}#2 2"]

    def test_10_one_text_in_two_feeds_is_two_documents(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7", url="http://harbour.example/a", title="Ferry sinks"), source=HARBOUR)
        assert known.read(
            article(FERRY, guid="7", url="http://echo.example/a", title="Ferry sinks"), source=ECHO
        ) == [f"{ECHO}#7 1"]  # fmt: skip


class TestTwoFeeds:
    URL = "http://harbour.example/ferry"

    def test_the_feed_that_brought_an_article_has_the_word_on_its_text(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7", url=self.URL, title="Ferry sinks"), source=HARBOUR)
        teaser = article("Ferry sinks: read more", guid="x", url=self.URL, title="Ferry sinks")
        assert known.read(teaser, source=ECHO, others=[HARBOUR, ECHO]) == []
        stored = known.document(f"{HARBOUR}#7")
        assert stored is not None
        assert stored.text == FERRY
        assert list(identify([teaser], ECHO, known, others=[HARBOUR, ECHO])) == []

    def test_a_feed_that_is_no_longer_followed_leaves_it_to_the_other(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7", url=self.URL, title="Ferry sinks"), source=HARBOUR)
        moved = article(FERRY + " Two were found.", guid="x", url=self.URL, title="Ferry sinks")
        assert known.read(moved, source=ECHO, others=[ECHO]) == [f"{HARBOUR}#7 2"]


class TestReadings:
    def test_one_title_for_all_is_no_evidence_against_the_article_itself(self, known: KnownDocuments) -> None:
        home = "http://harbour.example/"
        old = [article(FERRY, url=home, title="News"), article(WOLVES, url=home, title="News")]
        known.read(*old, source=HARBOUR)
        known.read(article(BUDGET, url=home, title="News"), *old, source=HARBOUR)
        assert sorted(len(texts) for texts in known.texts.values()) == [1, 1, 1]

    def test_many_texts_under_one_id_are_found_with_few_questions(self, known: KnownDocuments) -> None:
        texts = [f"Report {number} of the day: {WOLVES[number:]} And {BUDGET[:-number]}" for number in range(1, 70)]
        for number, text in enumerate(texts):
            words = " ".join(f"{word}{number}" for word in text.split())
            known.read(article(words, guid="0"), article(FERRY, guid="0"), source=HARBOUR)
        assert f"{HARBOUR}#0#70" in known.texts
        assert len(known.texts) == 70

    def test_titles_without_texts_are_distinguished_by_their_addresses(self, known: KnownDocuments) -> None:
        briefings = [article("", title="Morning briefing", url=f"http://harbour.example/{day}") for day in "abc"]
        assert len(known.read(*briefings, source=HARBOUR)) == 3


class TestForgotten:
    def test_what_was_forgotten_does_not_come_back(self, known: KnownDocuments) -> None:
        known.read(article(FERRY, guid="7"), source=HARBOUR)
        known.forget(f"{HARBOUR}#7")
        assert known.read(article(FERRY, guid="7"), article(FERRY + " More.", guid="7"), source=HARBOUR) == []

    def test_a_number_that_was_forgotten_is_not_given_again(self, known: KnownDocuments) -> None:
        reading = [article(FERRY, guid="0"), article(WOLVES, guid="0"), article(BUDGET, guid="0")]
        known.read(*reading, source=HARBOUR)
        known.forget(f"{HARBOUR}#0#3")
        storm = article("A storm took the roof off the old market hall on Tuesday night.", guid="0")
        assert known.read(storm, source=HARBOUR) == [f"{HARBOUR}#0#4 1"]


class TestFiles:
    def test_an_edited_file_is_a_revision_and_a_replaced_one_another_document(self, known: KnownDocuments) -> None:
        first = build_document(Article(text=FERRY), place="news/a.txt")
        edited = build_document(Article(text=FERRY + " Two were found."), place="news/a.txt")
        other = build_document(Article(text=WOLVES), place="news/a.txt")
        for document in (first, edited, other):
            list(known.keep([identify_file(document, known)]))
        assert {name: len(texts) for name, texts in known.texts.items()} == {first.id: 2, other.id: 1}

    def test_an_id_of_a_file_is_taken_at_its_word(self, known: KnownDocuments) -> None:
        document = build_document(Article(id="7", text=FERRY, url="http://a.example/"), place="a.jsonl:1")
        identified = identify_file(document, known)
        assert (identified.document, identified.keys) == (document, ("url:http://a.example/",))


def test_where_an_id_came_from_is_reported() -> None:
    assert given_id(article(FERRY, guid="7")) == "7"
    assert given_id(article(FERRY, url="http://a.example/")) is None
    assert given_id(article(FERRY)) is None
    assert given_id(article("", title="Only a title")) is None


ENTRIES = st.builds(
    article,
    st.sampled_from([FERRY, WOLVES, BUDGET, FERRY + " Two were found."]),
    guid=st.sampled_from([None, "0", "1", "urn:x:1"]),
    url=st.sampled_from([None, "http://harbour.example/", "http://harbour.example/a"]),
    title=st.sampled_from([None, "News", "Ferry sinks"]),
)
READINGS = st.lists(
    st.tuples(st.sampled_from([HARBOUR, ECHO]), st.lists(ENTRIES, max_size=5)), min_size=1, max_size=6
)  # fmt: skip


@given(READINGS)
def test_what_was_read_once_says_nothing_new_in_any_order(readings: list[tuple[str, list[Document]]]) -> None:
    known = KnownDocuments()
    for source, documents in readings:
        known.read(*documents, source=source, others=[HARBOUR, ECHO])
    for source, documents in reversed(readings):
        assert list(identify(documents[::-1], source, known, others=[HARBOUR, ECHO])) == []


@given(READINGS)
def test_no_text_is_lost(readings: list[tuple[str, list[Document]]]) -> None:
    known = KnownDocuments()
    for source, documents in readings:
        known.read(*documents, source=source)
    texts = {document.text for revisions in known.texts.values() for document in revisions}
    assert {document.text for _, documents in readings for document in documents} <= texts
