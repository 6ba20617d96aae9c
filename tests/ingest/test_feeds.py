from __future__ import annotations

import builtins
import sys
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.support import document_of, documents_of, errors_in, items_of, told
from meadow.errors import LimitError, MissingReaderError, ReadError
from meadow.ingest import Limits, Skipped, write_jsonl
from meadow.ingest.feed_repair import repair_feed, tidy_feed
from meadow.model import Document

RSS = """<?xml version="1.0" encoding="UTF-8"?>
<?xml-stylesheet href="x.css"?><!-- a feed --><!DOCTYPE rss PUBLIC "-//X//EN" "http://192.0.2.1/rss.dtd">
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://m.example/">
<channel><title>Harbour &amp; Wire</title><language>en-us</language><link>http://wire.example/</link>
<image><title>Logo</title></image><pubDate>Mon, 02 Mar 2026 00:00:00 GMT</pubDate>
<item><title>Ferry back &mdash; AT&T pays</title><link>http://wire.example/1</link>
  <guid isPermaLink="false">20260101</guid><pubDate>Tue, 03 Mar 2026 09:00:00 +0100</pubDate>
  <description>&lt;p&gt;The ferry &amp;amp; its crew sail again.&lt;/p&gt;&lt;p&gt;All is well.&lt;/p&gt;</description>
  <media:group><title>A picture</title></media:group></item>
<item><title><![CDATA[Storm <b>coming</b>]]></title><guid>http://wire.example/2</guid><description>Short.</description>
  <content:encoded><![CDATA[<div><p>A storm is coming to Sant Oriel &amp; beyond.</p><script>x</script></div>]]>
  </content:encoded></item>
<item><pubDate>Tue, 03 Mar 2026 09:00:00 GMT</pubDate></item>
<item><description>Only a text about the harbour, and no title.</description><dc:date>2026-03-04</dc:date></item>
</channel></rss>
"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="nl"><title type="html">De &lt;b&gt;Haven&lt;/b&gt;</title>
<entry><id>urn:haven:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Boot <b>terug</b></div></title>
<link rel="self" href="http://haven.example/self"/><link href="http://haven.example/1"/>
<updated>2026-03-04T09:00:00Z</updated><published>2026-03-03T09:00:00Z</published><summary>Kort.</summary>
<source><id>e</id><title>Elders</title></source>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>De boot &lt;vaart&gt; weer.</p><p>Mooi.</p></div>
</content></entry>
<entry xml:lang="en"><title>1 &lt; 2 &amp;amp; &lt;b&gt;</title><summary type="html">&lt;i&gt;Yes&lt;/i&gt;.</summary>
<issued>x</issued><modified>2026-03-05</modified></entry></feed>
"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="http://faro.example/"><title>El Faro</title><dc:language>es</dc:language></channel>
<item rdf:about="http://faro.example/1"><title>El ferry vuelve</title><link>http://faro.example/1</link>
<description>El ferry ha vuelto.</description><dc:date>2026-03-03T09:00+01:00</dc:date></item></rdf:RDF>
"""


def rss(items: str, channel: str = "<title>Wire</title>") -> str:
    return f"<rss><channel>{channel}{items}</channel></rss>"


def test_rss_entries_become_documents() -> None:
    first, second, third, fourth = items_of(RSS)
    assert isinstance(first, Document)
    assert (first.id, first.url, first.source) == ("20260101", "http://wire.example/1", "Harbour & Wire")
    assert (first.title, first.text) == ("Ferry back — AT&T pays", "The ferry & its crew sail again.\n\nAll is well.")
    assert (first.published_text, first.language, first.place) == ("2026-03-03T09:00:00+01:00", "en", "-:1")
    assert isinstance(second, Document)
    assert (second.id, second.url, second.published) == ("http://wire.example/2", "http://wire.example/2", None)
    assert (second.title, second.text) == ("Storm coming", "A storm is coming to Sant Oriel & beyond.")
    assert told([third]) == ["-:3: There is neither text nor title. A document needs one of them."]
    assert isinstance(fourth, Document)
    assert (fourth.title, fourth.published_text, fourth.day_only) == (None, "2026-03-04", True)


def test_atom_entries_become_documents() -> None:
    first, second = documents_of(ATOM)
    assert (first.id, first.url, first.source) == ("urn:haven:1", "http://haven.example/1", "Elders")
    assert (first.title, first.text) == ("Boot terug", "De boot <vaart> weer.\n\nMooi.")
    assert (first.published_text, first.language) == ("2026-03-03T09:00:00+00:00", "nl")
    assert (second.title, second.text, second.language) == ("1 < 2 &amp; <b>", "Yes.", "en")
    assert second.published_text == "2026-03-05"


@pytest.mark.parametrize("prefixed", [False, True])
def test_rss_1_0_too(prefixed: bool) -> None:
    tags = ("channel", "item", "title", "link", "description")
    feed = RDF
    for tag in tags if prefixed else ():
        feed = feed.replace(f"<{tag}", f"<rss:{tag}").replace(f"</{tag}", f"</rss:{tag}")
    document = document_of(feed)
    assert (document.id, document.source, document.language) == ("http://faro.example/1", "El Faro", "es")
    assert (document.title, document.text) == ("El ferry vuelve", "El ferry ha vuelto.")
    assert document.published_text == "2026-03-03T09:00:00+01:00"


def test_a_prefix_on_everything_changes_nothing() -> None:
    feed = "<atom:feed><atom:title>W</atom:title><atom:entry><atom:title>A</atom:title></atom:entry></atom:feed>"
    assert (document_of(feed).title, document_of(feed).source) == ("A", "W")


@pytest.mark.parametrize("feed", [RSS, ATOM, RDF])
def test_what_is_read_is_written_and_read_again(feed: str) -> None:
    documents = [item for item in items_of(feed) if isinstance(item, Document)]
    assert documents_of("\n".join(write_jsonl(documents))) == documents


@pytest.mark.parametrize(
    ("item", "identity"),
    [
        ("<guid>g</guid><link>http://a.example</link>", "g"),
        ("<guid> </guid><link>http://a.example</link>", "http://a.example"),
        ("<guid>http://a.example/g</guid>", "http://a.example/g"),
        ("", "c2fb5a2d9ab2b1a4"),
    ],
)
def test_the_identity_is_the_guid_else_the_address_else_the_content(item: str, identity: str) -> None:
    document = document_of(rss(f"<item><title>A</title>{item}</item>"))
    assert document.id == identity or (not item and len(document.id) == 16)


@pytest.mark.parametrize(
    ("item", "published"),
    [
        ("<pubDate>Tue, 03 Mar 2026 09:00:00 GMT</pubDate>", "2026-03-03T09:00:00+00:00"),
        ("<pubDate>soon</pubDate><dc:date>2026-03-03</dc:date>", "2026-03-03"),
        ("<updated>2026-03-04</updated><published>2026-03-03</published>", "2026-03-03"),
        ("<pubDate>10:30</pubDate>", None),
        ("<guid>20260303</guid>", None),
    ],
)
def test_times_are_read_and_never_guessed(item: str, published: str | None) -> None:
    assert document_of(rss(f"<item><title>A</title>{item}</item>")).published_text == published
    damaged = items_of(rss(f"<item><title>A</title>{item}</item>").removesuffix("</rss>"))
    assert isinstance(damaged[0], Document)
    assert damaged[0].published_text == published


def test_an_unknown_language_is_detected() -> None:
    text = "De veerboot vaart weer en iedereen in de haven is daar heel erg blij mee."
    assert document_of(rss(f"<item><title>{text}</title></item>", "<language>klingon</language>")).language == "nl"


def test_a_feed_without_articles_is_passed_over() -> None:
    assert items_of(rss("")) == [Skipped("-", "a feed without articles")]


def test_the_number_of_articles_has_a_limit() -> None:
    (error,) = items_of(rss("<item><title>A</title></item>" * 3), Limits(feed_items=2))
    assert isinstance(error, LimitError)
    assert error.reason == "a feed of more than 2 articles."


LAUGHS = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 12))
BOMB = rss("<item><title>&l11;</title></item>")
BOMBS = {
    "billion laughs": f'<!DOCTYPE rss [<!ENTITY l0 "ha">{LAUGHS}]>{BOMB}',
    "quadratic": f'<!DOCTYPE rss [<!ENTITY l11 "{"a" * 50_000}">]>{rss("<item>" + "&l11;" * 50_000 + "</item>")}',
    "file": f'<?xml version="1.0"?><!-- x --><!DOCTYPE rss [<!ENTITY l11 SYSTEM "file:///etc/hostname">]>{BOMB}',
    "network": f'<!doctype rss [ <!ENTITY l11 SYSTEM "http://192.0.2.1/x">]>{BOMB}',
    "parameter": f'<!DOCTYPE rss [<!ENTITY % a SYSTEM "http://192.0.2.1/x.dtd"> %a;]>{BOMB}',
}


@pytest.mark.parametrize("name", BOMBS)
def test_entity_declarations_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise AssertionError("a file was opened")

    monkeypatch.setattr(builtins, "open", refuse)
    (error,) = errors_in(items_of(BOMBS[name]))
    assert error.reason.startswith("the XML declares an entity (")


@pytest.mark.drill
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_in_a_fifth_of_a_second(name: str) -> None:
    begun = process_time()
    items_of(BOMBS[name])
    assert process_time() - begun <= 0.2


@pytest.mark.parametrize(
    "feed",
    [
        # The declaration hides where a parser that looks for the feed's start might still find it.
        '<rss><!DOCTYPE rss [<!ENTITY a "b">]><channel><item><title>A &a;</title></item></channel></rss>',
        '<rss><?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b">]><rss><channel><item><title>A &a;</title></item>',
        '<rss><!-- <?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "b">]><rss> --><channel><item><title>A &a;</title>',
    ],
)
def test_a_declaration_out_of_place_declares_nothing(feed: str) -> None:
    assert all("b" not in item.text for item in items_of(feed) if isinstance(item, Document))


def test_deep_feeds_are_refused() -> None:
    assert told(items_of(rss("<item><title>" + "<b>" * 100_000))) == ["-: XML elements are nested more than 64 deep"]


def test_a_damaged_feed_gives_what_can_be_made_out_and_says_so() -> None:
    whole = "<item><title>One &amp; only</title><guid>1</guid><pubDate>2026-03-03</pubDate></item>"
    cut = "<item><title>Two</title><description>Text &lt;b&gt;bold&lt;/b&gt;</description><guid>2</guid>"
    first, second, error = items_of(f"<rss><channel><title>W</title><language>en</language>{whole}{cut}")
    assert isinstance(first, Document)
    assert (first.id, first.title, first.published_text, first.source) == ("1", "One & only", "2026-03-03", "W")
    assert isinstance(second, Document)
    assert (second.id, second.title, second.text) == ("2", "Two", "Text bold")
    assert isinstance(error, ReadError)
    assert error.reason.startswith("not well-formed XML: no element found in line 1")
    assert error.advice == "What could be made out of the feed was read."


def test_dirt_that_can_be_cleaned_is_no_damage() -> None:
    feed = rss("<item><title>Caf&eacute; &amp; R&D &#1; &unknown; \x0b&#xffff0; x</title></item>")
    assert document_of(feed).title == "Café & R&D \ufffd &unknown; \U000ffff0 x"


def test_feedparser_is_asked_where_the_first_parser_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("feedparser")
    damaged = "<rss><item><title>A</b></title><pubDate>2026-03-03</pubDate></item>"
    feed = repair_feed(damaged, place="p", reason="damaged")
    assert [(entry.title, entry.published) for entry in feed.entries] == [("A</b>", "2026-03-03")]
    monkeypatch.setitem(sys.modules, "feedparser", None)
    with pytest.raises(MissingReaderError, match="needs the extra 'feeds', which is not installed") as caught:
        repair_feed(damaged, place="p", reason="damaged")
    assert caught.value.exit_code == 3


def test_a_feed_of_which_nothing_is_left_is_an_error() -> None:
    pytest.importorskip("feedparser")
    (error,) = errors_in(items_of("<rss></channel>"))
    assert error.reason.endswith("and no article could be made out")
    (error,) = errors_in(items_of("<rss><!-- never closed"))
    assert error.reason.startswith("not well-formed XML")


def test_only_the_prolog_goes() -> None:
    assert tidy_feed("\ufeff <?xml?><!--a-->\n<!DOCTYPE x><rss/>", place="p") == "<rss/>"
    assert tidy_feed("<rss><![CDATA[a & b]]>c & d</rss>", place="p") == "<rss><![CDATA[a & b]]>c &amp; d</rss>"
    with pytest.raises(ReadError, match="never ends"):
        tidy_feed("<!-- x", place="p")


@settings(max_examples=150)
@given(st.binary(max_size=300))
def test_any_bytes_give_documents_or_named_errors(data: bytes) -> None:
    assert items_of(b"<rss><channel><item><title>" + data)


@settings(max_examples=150)
@given(
    st.sampled_from([RSS, ATOM, RDF]),
    st.floats(0, 1),
    st.integers(0, 80),
    st.text(alphabet="<>/\"'=&;![]- CDAT\0é船", max_size=20),
)
def test_a_changed_feed_gives_documents_or_named_errors(feed: str, share: float, cut: int, put: str) -> None:
    at = int(share * len(feed))
    for item in items_of(feed[:at] + put + feed[at + cut :]):
        assert isinstance(item, Document | ReadError | Skipped)
        if isinstance(item, Document):
            assert documents_of("\n".join(write_jsonl([item]))) == [item]


@given(st.text(alphabet="<>!-[]?&;#x0aENTITYDOCTYPE \n\ud800", max_size=120))
def test_tidying_never_fails_but_by_name(text: str) -> None:
    with suppress(ReadError):
        tidy_feed(text, place="p")


@pytest.mark.drill
def test_a_hundred_thousand_articles_take_linear_time() -> None:
    def seconds(count: int) -> float:
        item = "<item><title>Ferry</title><guid>{}</guid><description>&lt;p&gt;It sails.</description></item>"
        feed = rss("".join(item.format(number) for number in range(count)), "<language>en</language>")
        begun = process_time()
        assert len(items_of(feed)) == count
        return process_time() - begun

    seconds(1_000)
    assert seconds(100_000) <= 20 * max(seconds(10_000), 0.2)
