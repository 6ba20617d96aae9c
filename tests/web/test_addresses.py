"""Addresses hold any id, and lead nowhere else."""

from __future__ import annotations

from urllib.parse import unquote

from hypothesis import given
from hypothesis import strategies as st

from meadow.brief.places import Place
from meadow.model import Document
from meadow.web.addresses import decoded, document_url, encoded, local_path, path_of, place_url, story_url, verb_url

IDS = st.text(st.characters(codec="utf-8"), min_size=1)


@given(IDS)
def test_an_id_is_one_segment_and_comes_back(name: str) -> None:
    assert not set(encoded(name)) & set("/?#&=\"'<> \n")
    assert decoded(encoded(name)) == name
    assert unquote(story_url(name).removeprefix("/s/")) == name


def test_addresses_of_pages() -> None:
    document = Document("https://a.example/x?y#z", text="One.")
    assert document_url(document) == "/d/https%3A%2F%2Fa.example%2Fx%3Fy%23z"
    assert place_url(Place(document, 2)) == f"{document_url(document)}#n3"
    assert story_url("a", sentences="3", at=None) == "/s/a?sentences=3"
    assert verb_url("mark", "a b") == "/mark/a%20b"
    assert story_url("\ud800") == "/s/%3F"


@given(
    st.text() | st.sampled_from(["//evil.example", "/\\evil.example", "https://evil.example", "/a\\..", "javascript:x"])
)
def test_a_way_back_stays_here(address: str) -> None:
    back = local_path(address)
    assert back.startswith("/")
    assert not back.startswith(("//", "/\\"))
    assert back in ("/", address)


def test_a_path_is_led_back_to_as_it_was_written() -> None:
    assert path_of({"raw_path": b"/s/a%2Fb", "path": "/s/a/b"}) == "/s/a%2Fb"
    assert path_of({"path": "/s/ä b"}) == "/s/%C3%A4%20b"
    assert path_of({"raw_path": b"//evil.example/x", "path": "//evil.example/x"}) == "/evil.example/x"
