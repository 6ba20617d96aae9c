from __future__ import annotations

import builtins
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meadow.errors import LimitError, ReadError
from meadow.text.safexml import MOST_NESTING, parse_tags, parse_xml


class Recorder:
    def __init__(self) -> None:
        self.events: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.events.append(f"<{name}{''.join(f' {key}={value}' for key, value in attributes.items())}>")

    def end(self, name: str) -> None:
        self.events.append(f"</{name}>")

    def text(self, data: str) -> None:
        self.events.append(data)


def events(text: str, nesting: int = MOST_NESTING) -> str:
    recorder = Recorder()
    parse_xml(text, recorder, place="a.xml", nesting=nesting)
    return "".join(recorder.events)


LAUGHS = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 12))
BOMBS = {
    "billion laughs": f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]><x>&l11;</x>',
    "quadratic": f'<!DOCTYPE x [<!ENTITY a "{"a" * 50_000}">]><x>{"&a;" * 50_000}</x>',
    "file": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]><x>&a;</x>',
    "network": '<!DOCTYPE x [<!ENTITY a SYSTEM "http://192.0.2.1/x">]><x>&a;</x>',
    "parameter": '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://192.0.2.1/x.dtd"> %a;]><x/>',
    "unparsed": '<!DOCTYPE x [<!NOTATION n SYSTEM "n"><!ENTITY a SYSTEM "a.png" NDATA n>]><x/>',
}


def test_events_come_in_order() -> None:
    assert events('<a x="1">one<b/>two &amp; &#233;</a>') == "<a x=1>one<b></b>two & é</a>"


def test_a_declared_encoding_no_longer_counts() -> None:
    assert events("<?xml version='1.0' encoding='ISO-8859-1'?><a>é船</a>") == "<a>é船</a>"


def test_a_doctype_is_ignored_and_never_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise AssertionError("a file was opened")

    monkeypatch.setattr(builtins, "open", refuse)
    assert events('<!DOCTYPE a SYSTEM "/etc/hostname"><a>x</a>') == "<a>x</a>"
    assert events('<!DOCTYPE a PUBLIC "-//X//EN" "http://192.0.2.1/a.dtd"><a>x</a>') == "<a>x</a>"
    assert events("<!DOCTYPE a [<!ELEMENT a (#PCDATA)>]><a>x</a>") == "<a>x</a>"


def test_characters_that_the_unread_dtd_would_name_are_read() -> None:
    assert events('<!DOCTYPE a SYSTEM "a.dtd"><a>caf&eacute; &mdash; bar</a>') == "<a>café — bar</a>"
    with pytest.raises(ReadError, match="the XML entity &ferry; is not defined"):
        events('<!DOCTYPE a SYSTEM "a.dtd"><a>&ferry;</a>')


@pytest.mark.parametrize("name", BOMBS)
def test_entity_declarations_are_refused(name: str) -> None:
    with pytest.raises(ReadError, match=r"a\.xml: the XML declares an entity"):
        events(BOMBS[name])


@pytest.mark.drill
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_in_a_fifth_of_a_second(name: str) -> None:
    begun = process_time()
    with pytest.raises(ReadError):
        events(BOMBS[name])
    assert process_time() - begun <= 0.2


def test_nesting_has_a_limit() -> None:
    assert events("<a>" * 5 + "</a>" * 5, nesting=5)
    with pytest.raises(LimitError, match="nested more than 5 deep"):
        events("<a>" * 6 + "</a>" * 6, nesting=5)
    with pytest.raises(LimitError):
        events("<a>" * 1_000_000)


def test_tags_come_in_order_with_their_attributes() -> None:
    assert parse_tags('<a x="1">text<b/></a>', place="a.xml") == [("a", {"x": "1"}), ("b", {})]
    with pytest.raises(ReadError, match=r"^a\.xml: not well-formed"):
        parse_tags("<a>", place="a.xml")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<a>\n<b></a>", "not well-formed XML: mismatched tag in line 2, column 6"),
        ("", "not well-formed XML: no element found in line 1, column 1"),
        ("<a>\x01</a>", "not well-formed XML: not well-formed"),
        ("<a>&undefined;</a>", "not well-formed XML: undefined entity"),
    ],
)
def test_what_is_malformed_says_where(text: str, reason: str) -> None:
    with pytest.raises(ReadError) as caught:
        events(text)
    assert caught.value.reason.startswith(reason)


@given(st.text(alphabet="<>/!?&;[]'\"=-aDOCTYPEN \ud800\0é", max_size=120))
def test_anything_gives_events_or_the_named_error(text: str) -> None:
    with suppress(ReadError):
        assert events(text)
