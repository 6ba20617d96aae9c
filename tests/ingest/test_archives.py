from __future__ import annotations

import gzip
import io
import stat
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard
from hypothesis import example, given
from hypothesis import strategies as st

from ingest.archive_files import TEXT, tarred, tarred_as, zipped, zipped_as
from ingest.support import documents_of, errors_in, items_of, notes_in, told
from meadow.errors import LimitError
from meadow.ingest import LIMITS, Limits, iter_items, read
from meadow.model import Document

MEMBERS = {
    "news/": b"",
    "news/b.txt": TEXT,
    "news/a.jsonl": b'{"id": "a1", "text": "One."}\n{"id": "a2", "text": "Two."}\n',
    "top.md": b"# On top\n\nText.",
    "table.csv": b"id,text\nt1,Three.\n",
}
PLACES = ["news/b.txt", "news/a.jsonl:1", "news/a.jsonl:2", "top.md", "table.csv:2"]
ARCHIVES = {
    "n.zip": zipped(MEMBERS),
    "n.tar": tarred({name: content for name, content in MEMBERS.items() if content}),
    "n.tar.gz": gzip.compress(tarred({name: content for name, content in MEMBERS.items() if content})),
    "n.tar.zst": zstandard.compress(tarred({name: content for name, content in MEMBERS.items() if content})),
}


@pytest.mark.parametrize("name", list(ARCHIVES))
def test_members_are_read_like_files_of_a_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(ARCHIVES[name])
    documents = list(read(name, strict=True))
    assert [document.place for document in documents] == [f"{name}/{place}" for place in PLACES]
    assert [document.source for document in documents] == ["news", None, None, "n", None]
    assert [path.name for path in tmp_path.iterdir()] == [name], "nothing is unpacked"


@pytest.mark.parametrize("name", list(ARCHIVES))
def test_standard_input_may_be_an_archive(name: str) -> None:
    documents = documents_of(ARCHIVES[name])
    assert [document.place for document in documents] == [f"-/{place}" for place in PLACES]
    assert documents[3].source is None


def test_members_may_be_compressed_themselves() -> None:
    data = zipped({"a.txt.gz": gzip.compress(TEXT), "b.jsonl.zst": zstandard.compress(b'{"id": "b", "text": "x"}')})
    assert told(items_of(data))[1] == "b"
    assert documents_of(data)[0].title == "Ferry back in service"


OUTSIDE = [
    "../up.txt",
    "a/../../up.txt",
    "/etc/up.txt",
    "..\\up.txt",
    "C:\\up.txt",
    "c:up.txt",
    "\\\\host\\up.txt",
    "..",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_names_that_lead_out_of_the_archive_are_reported_and_not_read(name: str) -> None:
    for data in (zipped({name: TEXT, "in.txt": TEXT}), tarred({name: TEXT, "in.txt": TEXT})):
        bad, good = items_of(data)
        assert told([bad]) == [f"-: the member {name!r} leads out of the archive, and is not read."]
        assert isinstance(good, Document)


def test_a_name_cannot_play_with_the_terminal() -> None:
    for name in ("a\x1b[2Jb.txt", "a\u202etxt.b"):
        (error,) = errors_in(items_of(zipped({name: TEXT})))
        assert error.reason == f"the member {name!r} has control characters in its name, and is not read."
        assert name not in str(error)


def test_a_name_of_thousands_of_letters_is_refused_and_shortened() -> None:
    (error,) = errors_in(items_of(zipped({"x" * 5_000: TEXT})))
    assert "has a name of 5,000 characters" in error.reason
    assert len(str(error)) < 300


@pytest.mark.parametrize("mode", [stat.S_IFLNK, stat.S_IFBLK, stat.S_IFIFO])
def test_links_and_devices_of_a_zip_are_not_read(mode: int) -> None:
    assert told(items_of(zipped_as("a.txt", mode))) == ["-: the member 'a.txt' is a link or a device, and is not read."]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (tarfile.SYMTYPE, "is a link"),
        (tarfile.LNKTYPE, "is a link"),
        (tarfile.CHRTYPE, "is a device"),
        (tarfile.FIFOTYPE, "is a pipe"),
        (tarfile.GNUTYPE_SPARSE, "is a sparse file"),
        (b"Z", "is a member of an unknown kind"),
    ],
)
def test_links_and_devices_of_a_tar_are_not_read(kind: bytes, reason: str) -> None:
    bad, good = items_of(tarred_as("a.txt", kind, "../../secret"))
    assert told([bad]) == [f"-: the member 'a.txt' {reason}, and is not read."]
    assert isinstance(good, Document)


def test_hidden_names_and_folders_are_passed_over() -> None:
    data = zipped({".hidden": TEXT, "__MACOSX/._a.txt": TEXT, ".git/a.txt": TEXT, "./b/./c.txt": TEXT})
    (document,) = documents_of(data)
    assert document.place == "-/b/c.txt"


def test_encrypted_members_are_errors() -> None:
    data = bytearray(zipped({"a.txt": TEXT}, zipfile.ZIP_STORED))
    data[6] |= 1  # the flag in the member's own header and in the directory
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert told(items_of(bytes(data))) == ["-: the member 'a.txt' is encrypted, and is not read."]


def test_unusual_compression_is_refused() -> None:
    data = zipped({"a.txt": TEXT}, zipfile.ZIP_LZMA)
    assert told(items_of(data)) == ["-: the member 'a.txt' is compressed in an unusual way, and is not read."]


def test_archives_in_archives_are_read_one_level_deep() -> None:
    inner = zipped({"a.txt": TEXT})
    middle = tarred({"inner.zip": inner, "b.txt": b"Middle\n\nText."})
    items = items_of(zipped({"middle.tar": middle, "c.txt": b"Outer\n\nText."}))
    assert [item.place for item in items] == ["-/middle.tar/inner.zip", "-/middle.tar/b.txt", "-/c.txt"]
    assert isinstance(items[0], LimitError)
    assert items[0].reason == "an archive in an archive, nested more than 1 deep."
    assert isinstance(items_of(zipped({"middle.tar": middle}), Limits(nested_archives=2))[0], Document)


def test_a_cluster_file_in_an_archive_leaves_its_documents_to_themselves() -> None:
    docsent = b"<DOCSENT DID='D1'><BODY><TEXT><S PAR='1' RSNT='1' SNO='1'>One.</S></TEXT></BODY></DOCSENT>"
    items = items_of(zipped({"c.cluster": b"<CLUSTER><D DID='D1'/></CLUSTER>", "docsent/D1.docsent": docsent}))
    assert [note.place for note in notes_in(items)] == ["-/c.cluster"]
    assert told(items)[1] == "D1"


def test_an_archive_without_members_is_a_note() -> None:
    for data in (zipped({}), tarred({})):
        item = items_of(data)[0]
        assert told([item])[0].startswith("-: ")


def test_an_office_file_is_still_refused_with_advice() -> None:
    assert "office file" in told(items_of(zipped({"[Content_Types].xml": b"x", "xl/workbook.xml": b"y"})))[0]
    assert documents_of(zipped({"crossword/a.txt": TEXT}))[0].source == "crossword"


@pytest.mark.parametrize(
    "data", [zipped({f"{n}.txt": TEXT for n in range(9)}), tarred({f"{n}.txt": TEXT for n in range(9)})]
)
def test_too_many_members_are_a_limit(data: bytes) -> None:
    items = items_of(data, Limits(members=5))
    assert [type(item) for item in items] == [*[Document] * 5, LimitError]
    assert told(items)[-1] == "-: the archive has more than 5 members."


def test_a_long_directory_is_not_even_loaded() -> None:
    data = zipped({f"{n}{'x' * 200}.txt": b"" for n in range(30)})
    (error,) = items_of(data, Limits(members=10))
    assert isinstance(error, LimitError)
    assert "too many for 10 members" in error.reason


def test_a_bad_member_costs_itself() -> None:
    data = bytearray(zipped({"a.txt": TEXT * 50, "b.txt": TEXT}))
    data[60:70] = b"\xff" * 10
    bad, good = items_of(bytes(data))
    assert told([bad])[0].startswith("-/a.txt: damaged in the archive (")
    assert isinstance(good, Document)


def test_a_cut_archive_says_so() -> None:
    assert told(items_of(ARCHIVES["n.zip"][:-30]))[0].startswith("-: the zip archive is damaged (")
    cut = items_of(ARCHIVES["n.tar"][:2_000])
    assert told(cut)[-1] == "-: the tar data is cut short."
    assert isinstance(cut[0], Document)
    folded = items_of(
        gzip.compress(tarred({f"{n}.txt": bytes(f"{n}\n\n{n * 7919} text", "ascii") for n in range(900)}))[:-900]
    )
    assert [error.reason for error in errors_in(folded)] == ["the gzip data is cut short."]


def test_a_zip_bomb_stops_while_streaming() -> None:
    bomb = zipped({"a.jsonl": bytes(50_000_000), "b.txt": TEXT})
    items = items_of(bomb)
    assert isinstance(items[0], LimitError)
    assert errors_in(items)[0].reason == "the member unfolds to more than 200 times its size."


def test_many_small_members_are_one_bomb() -> None:
    """Each of them is below what is judged alone; together they are not."""
    bomb = zipped({f"{number}.jsonl": bytes(9_000_000) for number in range(12)})
    reasons = [error.reason for error in errors_in(items_of(bomb))]
    assert reasons[-1] == "the archive unfolds to more than 200 times its size."
    assert len(reasons) < 12


def test_layers_do_not_hide_a_bomb() -> None:
    inner = {f"{number}.jsonl.gz": gzip.compress(bytes(9_000_000)) for number in range(12)}
    for bomb in (zipped(inner), gzip.compress(tarred(inner)), zipped({"in.zip": zipped(inner)})):
        errors = errors_in(items_of(bomb))
        assert "unfolds to more than 200 times its size" in errors[-1].reason
        assert len(errors) < 12


def test_all_bytes_of_an_archive_have_a_limit() -> None:
    data = zipped({f"{number}.txt": bytes(f"Text {number} ", "ascii") * 9 for number in range(30)})
    items = items_of(data, Limits(inflated_bytes=1_000))
    assert told(items)[-1] == "-: the archive unfolds to more than 1,000 bytes."
    assert len(errors_in(items)) == 1


def test_a_member_without_a_name_or_with_a_nul_in_it_is_reported() -> None:
    named = {"": "has no name", "/": "has no name", "x/": "is a folder with content"}
    nul = dict.fromkeys(("\0", "\0a.txt", "a.txt\0.exe", "x/\0"), "has control characters in its name")
    for name, reason in (named | nul).items():
        stand_in = name.replace("\0", "#")  # zipfile writes no NUL
        data = zipped({stand_in: TEXT, "in.txt": TEXT}).replace(stand_in.encode(), name.encode(), 2 * bool(stand_in))
        for outer, place in ((data, "-"), (zipped({"inner.zip": data}), "-/inner.zip")):
            bad, good = items_of(outer)
            assert told([bad]) == [f"{place}: the member {name!r} {reason}, and is not read."]
            assert isinstance(good, Document)


@pytest.mark.parametrize("kind", [tarfile.DIRTYPE, tarfile.REGTYPE])
def test_a_folder_of_a_tar_that_has_content_is_reported(kind: bytes) -> None:
    member = tarfile.TarInfo("x")
    member.type, member.size = kind, len(TEXT)
    head = bytearray(member.tobuf(tarfile.USTAR_FORMAT))
    head[1:2] = b"/"
    head[148:156] = b"%06o\0 " % (sum(head) - sum(head[148:156]) + 8 * 32)
    bad, good = items_of(bytes(head) + TEXT.ljust(512, b"\0") + tarred({"in.txt": TEXT}))
    assert told([bad]) == ["-: the member 'x/' is a folder with content, and is not read."]
    assert isinstance(good, Document)


def test_archives_that_were_joined_are_read_to_the_last() -> None:
    """A block of zeros ends a tar archive; `cat a.tar b.tar` makes one that goes on."""
    first, second = tarred({"a.txt": TEXT}), tarred({"b.txt": TEXT})
    for zeros in (0, 512, 4_096):
        joined = documents_of(first[:1_024] + bytes(zeros) + second)
        assert [document.place for document in joined] == ["-/a.txt", "-/b.txt"]
    good, bad = items_of(first + b"trailer")
    assert isinstance(good, Document)
    assert told([bad]) == ["-: the tar data ends, and what follows is not tar data and is not read."]


def test_headers_that_extend_without_end_are_damage() -> None:
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 14
    data = (header.tobuf() + b"14 path=a.txt\n".ljust(512, b"\0")) * 9
    assert told(items_of(data)) == ["-: the tar data is damaged: too many headers extend one member."]


def test_what_comes_before_the_damage_of_gzip_is_read_though_it_is_short() -> None:
    lines = b'{"id": "a", "text": "One."}\n{"id": "b", "text": "Two."}\n'
    items = items_of(gzip.compress(lines) + b"garbage")
    assert told(items)[:2] == ["a", "b"]
    assert [error.advice for error in errors_in(items)] == ["What came before the damage was read."]


def check_named(archive: bytes) -> None:
    """Fail if reading raises, or gives text that cannot be written."""
    for item in items_of(archive):
        if isinstance(item, Document):
            item.text.encode()


@given(st.data())
def test_damaged_archives_give_documents_or_named_errors(data: st.DataObject) -> None:
    archive = bytearray(data.draw(st.sampled_from([*ARCHIVES.values(), ARCHIVES["n.tar"][:4_096]])))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(archive) - 1))
        archive[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    check_named(bytes(archive))


@given(st.integers(0, len(ARCHIVES["n.zip"]) - 1), st.sampled_from([0, 1, 0x2F, 0xFF]))
@example(ARCHIVES["n.zip"].rindex(b"top.md"), 0)  # a name that begins with NUL, at which zipfile cuts it
@example(ARCHIVES["n.zip"].rindex(b"top.md") - 18, 0)  # a name of no length
def test_one_byte_of_an_archive_may_be_any_other(at: int, byte: int) -> None:
    damaged = bytearray(ARCHIVES["n.zip"])
    damaged[at] = byte
    check_named(bytes(damaged))


@given(
    st.dictionaries(st.from_regex(r"[a-z]{1,8}(/[a-zé]{1,150}){0,3}\.txt", fullmatch=True), st.binary(max_size=1_500))
)
def test_tar_and_zip_give_the_same(members: dict[str, bytes]) -> None:
    forms = [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT]
    expected = told(items_of(zipped(members)))
    assert [told(items_of(tarred(members, form))) for form in forms] == [expected] * 2 or not members


def test_large_sizes_are_written_in_binary_and_understood() -> None:
    member = tarfile.TarInfo("a.txt")
    member.size = 1 << 40
    (error,) = items_of(member.tobuf(tarfile.GNU_FORMAT) + b"Text")
    assert told([error]) == ["-: the tar data is cut short."]


def test_a_pax_header_of_megabytes_is_not_held() -> None:
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, 5_000_000
    assert told(items_of(member.tobuf() + b"9" * 5_000_000)) == [
        "-: the tar data holds a header of 5,000,000 bytes, which is not read."
    ]


@pytest.mark.parametrize("record", [b"5 a\n", b"99 path=x\n", b"path=x\n", b"0 \n", b"12 size=-5\n\n"])
def test_a_pax_header_that_lies_is_damage(record: bytes) -> None:
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, len(record)
    after = tarfile.TarInfo("a.txt").tobuf()
    assert "damaged" in told(items_of(member.tobuf() + record.ljust(512, b"\0") + after + bytes(1_024)))[0]


def test_a_folder_mixes_archives_and_files(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"x.txt": TEXT}))
    (tmp_path / "b.txt").write_bytes(b"Other\n\nText.")
    assert [Path(item.place or "").name for item in iter_items([tmp_path])] == ["x.txt", "b.txt"]


def test_a_name_that_is_no_unicode_is_no_reason_to_fail() -> None:
    data = zipped({"a\u00e9.txt": TEXT}).replace("a\u00e9.txt".encode(), b"a\xff\xfe.txt")
    assert told(items_of(data))[0].startswith("-: the zip archive is damaged (")
    tar = bytearray(tarred({"ab.txt": TEXT}, tarfile.USTAR_FORMAT))
    tar[1] = 0xFF
    tar[148:154] = b"%06o" % (sum(tar[:148]) + sum(tar[156:512]) + 8 * 32)
    assert documents_of(bytes(tar))[0].place == "-/a\ufffd.txt"


def test_a_stream_that_cannot_be_sought_is_read_all_the_same() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    items = list(iter_items(["-"], standard_input=Pipe(ARCHIVES["n.zip"])))
    assert len(items) == 5
    too_large = list(iter_items(["-"], limits=Limits(file_bytes=100), standard_input=Pipe(ARCHIVES["n.zip"])))
    assert [type(item) for item in too_large] == [LimitError]
    assert LIMITS.file_bytes < sys.maxsize
