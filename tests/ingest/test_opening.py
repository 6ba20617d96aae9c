from __future__ import annotations

import gzip
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import whole
from meadow.errors import LimitError, ReadError
from meadow.ingest.items import LIMITS, Limits
from meadow.ingest.opening import iter_lines, open_file, open_standard_input, read_all


def chunked(data: bytes, size: int) -> Iterator[bytes]:
    return iter([data[at : at + size] for at in range(0, len(data), size)])


def test_a_file_is_opened_with_its_place_name_and_head(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl.gz"
    path.write_bytes(gzip.compress(b"one\ntwo"))
    with open_file(path, LIMITS) as opened:
        assert (opened.place, opened.path, opened.name) == (path.as_posix(), path, "news.jsonl")
        assert opened.head == b"one\ntwo"
        assert read_all(opened, LIMITS) == b"one\ntwo"


def test_the_head_is_bounded_and_taken_from_the_content() -> None:
    data = b"x" * 1_000_000
    with open_standard_input(io.BytesIO(data), LIMITS) as opened:
        assert len(opened.head) == 65_536
        assert read_all(opened, LIMITS) == data


def test_standard_input_has_no_name_and_stays_open() -> None:
    stream = io.BytesIO(b"text")
    with open_standard_input(stream, LIMITS) as opened:
        assert (opened.place, opened.path, opened.name) == ("-", None, "")
    assert not stream.closed


@given(st.binary(max_size=2_000))
def test_gzip_unfolds_to_what_was_folded(data: bytes) -> None:
    assert whole(gzip.compress(b"x" + data)) == b"x" + data


def test_gzip_members_and_padding_are_read_on() -> None:
    padded = gzip.compress(b"one\n") + b"\0" * 7 + gzip.compress(b"two\n") + b"\0" * 512
    assert whole(padded) == b"one\ntwo\n"


def test_padding_across_a_chunk_border_is_no_damage() -> None:
    assert whole(gzip.compress(b"one") + b"\0" * 600_000) == b"one"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gzip.compress(b"text" * 1_000, mtime=0)[:-9], "the gzip data is cut short"),
        (gzip.compress(b"text", mtime=0)[:10] + b"\xff" * 40, "the gzip data is damaged"),
        (gzip.compress(b"text", mtime=0) + b"garbage", "the gzip data is damaged"),
        (b"\x1f\x8b", "the gzip data is cut short"),
        (b"\x1f\x8bnot gzip at all", "the gzip data is damaged"),
    ],
)
def test_damaged_gzip_is_a_named_error(data: bytes, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        whole(data)


def test_a_bomb_stops_while_streaming() -> None:
    """64 MB of zeros in 62 KB: the reader stops at 200 times the size, long before the end."""
    bomb = gzip.compress(b"\0" * 64_000_000, compresslevel=9)
    sizes: list[int] = []
    too_much = pytest.raises(LimitError, match="unfolds to more than 200 times its size")
    with open_standard_input(io.BytesIO(bomb), LIMITS) as opened, too_much:
        sizes.extend(map(len, opened.chunks))
    assert 0 < sum(sizes) < 20_000_000


def test_the_unfolded_size_has_a_limit_of_its_own() -> None:
    with pytest.raises(LimitError, match="unfolds to more than 1,000 bytes") as caught:
        whole(gzip.compress(bytes(range(256)) * 8), Limits(inflated_bytes=1_000))
    assert caught.value.place == "-"


def test_a_whole_file_has_a_limit() -> None:
    assert whole(b"x" * 100, Limits(file_bytes=100)) == b"x" * 100
    with pytest.raises(LimitError, match="larger than 100 bytes"):
        whole(b"x" * 101, Limits(file_bytes=100))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-be"])
def test_marked_unicode_becomes_utf8(encoding: str) -> None:
    mark = "" if encoding in {"utf-8-sig", "utf-16", "utf-32"} else "\ufeff"
    text = "Der Kapitän sah 船。\n" * 30_000
    assert whole((mark + text).encode(encoding)).decode() == text


def test_damaged_utf16_stays_readable() -> None:
    assert whole(b"\xff\xfe" + "ab".encode("utf-16-le") + b"\x00") == "ab\ufffd".encode()


@given(st.lists(st.sampled_from([b"", b"a", b"bb", b"\n", b"\r\n", b"ccc\n\n"])), st.integers(1, 7))
def test_lines_do_not_depend_on_chunks(parts: list[bytes], size: int) -> None:
    data = b"".join(parts)
    expected = data.split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert list(iter_lines(chunked(data, size), longest=100)) == expected


def test_a_line_past_the_limit_is_reported_and_the_rest_goes_on() -> None:
    data = b"short\n" + b"x" * 1_000 + b"\nlast"
    for size in (1, 7, 100, 10_000):
        assert list(iter_lines(chunked(data, size), longest=10)) == [b"short", None, b"last"]


def test_a_long_last_line_is_reported_too() -> None:
    assert list(iter_lines(chunked(b"x" * 50, 8), longest=10)) == [None]
