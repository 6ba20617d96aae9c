"""Zstandard beside gzip: the same limits, the same errors, and a message where the extra is missing."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from ingest.support import documents_of, errors_in, items_of, told
from meadow.errors import LimitError, MissingReaderError, NothingReadableError, ReadError, ReadWarning
from meadow.ingest import LIMITS, Limits, iter_items, read
from meadow.ingest.folding import Inflation
from meadow.ingest.opening import open_file, open_standard_input, read_all


def folded(data: bytes, level: int = 3) -> bytes:
    return zstandard.ZstdCompressor(level=level).compress(data)


def whole(data: bytes, limits: Limits = LIMITS) -> bytes:
    with open_standard_input(io.BytesIO(data), limits) as opened:
        return read_all(opened, limits)


@given(st.binary(max_size=3_000))
def test_zstandard_unfolds_to_what_was_folded(data: bytes) -> None:
    assert whole(folded(b"x" + data)) == b"x" + data


def test_frames_follow_one_another() -> None:
    assert whole(folded(b"one\n") + folded(b"two\n")) == b"one\ntwo\n"


@pytest.mark.parametrize("number", [0, 15])
def test_skippable_frames_are_passed_over_wherever_they_are(number: int) -> None:
    """RFC 8878, section 3.1.2: a sign, the length, and bytes for other programs."""
    skipped = bytes([0x50 + number]) + b"\x2a\x4d\x18" + (5).to_bytes(4, "little") + b"notes"
    assert whole(skipped + folded(b"one\n") + skipped + skipped + folded(b"two\n") + skipped) == b"one\ntwo\n"


def test_data_larger_than_a_chunk_come_whole() -> None:
    data = b"".join(b"%d\n" % number for number in range(200_000))
    assert whole(folded(data)) == data


def test_a_file_is_named_without_its_suffix(tmp_path: Path) -> None:
    path = tmp_path / "news.jsonl.zst"
    path.write_bytes(folded(b'{"id": "a", "text": "One."}\n{"id": "b", "text": "Two."}\n'))
    with open_file(path, LIMITS) as opened:
        assert opened.name == "news.jsonl"
    assert [document.id for document in read(path)] == ["a", "b"]


def test_any_text_format_may_be_folded() -> None:
    assert documents_of(folded(b"# Ferry back\n\nIt sails."))[0].title == "Ferry back"
    assert documents_of(folded(b"id,title,text\n1,Ferry back,It sails.\n"))[0].id == "1"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (folded(b"text" * 1_000)[:-5], "the Zstandard data is cut short"),
        (folded(b"text" * 1_000)[:8], "the Zstandard data is cut short"),
        (folded(b"text")[:5] + b"\xff" * 40, "the Zstandard data is damaged"),
        (folded(b"text") + b"garbage", "the Zstandard data is damaged"),
    ],
)
def test_damage_is_a_named_error(data: bytes, reason: str) -> None:
    with pytest.raises(ReadError, match=reason):
        whole(data)


def test_what_came_before_the_damage_is_read() -> None:
    lines = "\n".join(f'{{"id": "d{number}", "text": "{number} {number * 7919}"}}' for number in range(20_000)).encode()
    items = items_of(folded(lines)[:-50_000])
    assert len(items) > 1_000
    assert [type(item) for item in items[-1:]] == [ReadError]
    assert len(errors_in(items)) == 1


def test_a_bomb_stops_while_streaming() -> None:
    """A gigabyte of zeros in 32 KB: fed in slices, no step gives more than 32 MB, and the first is one too many."""
    bomb = zstandard.ZstdCompressor(level=19).compress(bytes(1_000_000_000))
    sizes: list[int] = []
    too_much = pytest.raises(LimitError, match="the Zstandard data unfolds to more than 200 times its size")
    with too_much, open_standard_input(io.BytesIO(bomb), LIMITS) as opened:
        sizes.extend(map(len, opened.chunks))
    assert sum(sizes) < 50_000_000


def test_a_window_of_gigabytes_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=30)
    folding = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    with pytest.raises(ReadError, match="requires too much memory"):
        whole(folding.compress(b"text " * 100) + folding.flush())


def test_folded_twice_is_refused_with_advice() -> None:
    (error,) = errors_in(items_of(folded(folded(b"text"))))
    assert str(error) == "-: compressed twice, which is not read. Unpack it once."
    assert errors_in(items_of(gzip.compress(gzip.compress(b"text"))))[0].reason == error.reason


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.jsonl.zst").write_bytes(folded(b'{"text": "One."}'))
    (error,) = errors_in(list(iter_items([tmp_path])))
    assert isinstance(error, MissingReaderError)
    assert error.exit_code == 3
    assert str(error).endswith(
        "a.jsonl.zst: Zstandard compression (.zst) needs the extra 'files', which is not installed."
        " Install it with: pip install 'meadow[files]'"
    )


def test_if_only_extras_are_missing_the_whole_failure_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.jsonl.zst").write_bytes(folded(b'{"text": "One."}'))
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError, match="pip install") as caught:
        list(read(tmp_path))
    assert caught.value.exit_code == 3
    (tmp_path / "b.ps").write_bytes(b"%!PS-Adobe-3.0")
    with pytest.warns(ReadWarning), pytest.raises(NothingReadableError) as caught:
        list(read(tmp_path))
    assert caught.value.exit_code == 2


def test_an_empty_folder_is_no_missing_extra(tmp_path: Path) -> None:
    with pytest.raises(NothingReadableError) as caught:
        list(read(tmp_path))
    assert caught.value.exit_code == 2


def test_what_is_unfolded_inside_counts_outside_too() -> None:
    outer = Inflation("a.zip", "the archive", Limits(inflated_bytes=100), taken=1_000)
    inner = Inflation("a.zip/b.gz", "the gzip data", LIMITS, taken=1_000, outer=outer)
    inner.give(60)
    with pytest.raises(LimitError, match=r"a\.zip: the archive unfolds to more than 100 bytes"):
        inner.give(60)
    assert outer.excess is not None
    assert inner.excess is None


@given(st.binary(max_size=400))
def test_any_bytes_after_the_mark_give_text_or_a_named_error(data: bytes) -> None:
    assert told(items_of(b"\x28\xb5\x2f\xfd" + data))
