"""The table of formats: one door for readers, built in or added, each loaded when it is used and held to one contract."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import meadow
from command import run_meadow
from ingest.mixed_files import planted_files
from meadow.errors import PluginError
from meadow.ingest import FORMATS, LIMITS, Format, Item, Limits, Signs, detect_format
from meadow.ingest.article import Article, build_document
from meadow.ingest.formats import built_in_signs, find_format
from meadow.ingest.opening import Opened, read_all
from meadow.ingest.refusals import REFUSALS
from meadow.registry import load_plugin
from meadow.testing import ContractError, check_format

# What one line of JSON needs: the doors, the limits, the times, the language; no parser but that of JSON.
NEEDED_FOR_JSON_LINES = {
    "", "article", "columns", "detect", "folding", "formats", "identities", "items", "jsonl", "opening",
    "frames", "joined", "paths", "problems", "records", "refusals", "shapes", "times", "addresses",
}  # fmt: skip

WIRE = '''
"""Wire: articles between lines of plus signs, the first line of each its title."""

from meadow.errors import ReadError
from meadow.ingest import Format, Signs
from meadow.ingest.article import Article, build_document
from meadow.ingest.opening import read_all
from meadow.text.clean import decode


def read_wire(opened, limits):
    """Yield one document per part."""
    parts = decode(read_all(opened, limits), place=opened.place).split("++++")[1:]
    if not parts:
        raise ReadError(opened.place, "no line of plus signs begins an article")
    for number, part in enumerate(parts, start=1):
        title, _, text = part.strip().partition("\\n")
        try:
            yield build_document(Article(title=title, text=text), place=f"{opened.place}:{number}")
        except ReadError as error:
            yield error


METHODS = {"format": {"wire": Format(read_wire, Signs(suffixes=(".wire",), begins=rb"\\+{4}"))}}
'''
PARTS = (
    "++++ The bell rings again\nThe harbour bell of Tolsby rang.\n++++ Ferry is back\nIt sails at noon from Skerra.\n"
)


@pytest.fixture(autouse=True)
def _formats_of_this_test_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FORMATS, "_targets", dict(FORMATS._targets))
    monkeypatch.setattr(FORMATS, "_origins", dict(FORMATS._origins))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "wire.py").write_text(WIRE, encoding="utf-8")
    (tmp_path / "today.wire").write_text(PARTS, encoding="utf-8")
    return tmp_path


def examples() -> dict[str, bytes]:
    """Return the content of one file per format."""
    planted = {each.kind: each.content for each in planted_files()}
    return {kind: content.encode() if isinstance(content, str) else content for kind, content in planted.items()}


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "cluster"])
def test_every_format_keeps_the_contract(name: str) -> None:
    if name == "pdf":
        pytest.importorskip("pypdf")
    check_format(find_format(name), examples()[name])


def test_a_cluster_keeps_the_contract_where_its_documents_are(tmp_path: Path) -> None:
    listing = tmp_path / "example.cluster"
    listing.write_bytes(b"<?xml version='1.0'?><CLUSTER LANG='ENG'><D DID='one'/></CLUSTER>")
    with pytest.raises(ContractError, match="no document was found"):
        check_format(find_format("cluster"), listing.read_bytes(), path=listing)
    (tmp_path / "one.docsent").write_bytes(examples()["docsent"])
    assert [document.place for document in meadow.read(listing)] == [(tmp_path / "one.docsent").as_posix()]


def test_reading_json_lines_loads_no_other_reader(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"text": "The bell rang."}\n', encoding="utf-8")
    program = (
        "import sys, meadow.ingest; list(meadow.ingest.read('a.jsonl'))\n"
        "names = [name for name in sys.modules if name.startswith('meadow.ingest')]\n"
        "print(*(name.removeprefix('meadow.ingest').lstrip('.') for name in names), sep=',')"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert set(done.stdout.strip().split(",")) == NEEDED_FOR_JSON_LINES


def test_no_two_formats_claim_the_same_sign() -> None:
    suffixes = [suffix for _, signs in built_in_signs() for suffix in signs.suffixes]
    roots = [root for _, signs in built_in_signs() for root in signs.roots]
    assert len(suffixes) == len(set(suffixes))
    assert len(roots) == len(set(roots))
    assert not set(FORMATS) & set(REFUSALS)


def test_a_plugins_format_is_read_by_every_door(folder: Path) -> None:
    done = run_meadow("track", "today.wire", "--plugin", "wire.py", "--json", folder=folder)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 2)
    listed = run_meadow("methods", "wire", "--plugin", "wire.py", folder=folder)
    assert "Yield one document per part." in listed.stdout
    assert load_plugin(folder / "wire.py") == ("format:wire",)
    titles = [document.title for document in meadow.read(folder / "today.wire")]
    assert titles == ["The bell rings again", "Ferry is back"]
    assert detect_format(PARTS.encode(), "") == "wire"
    check_format(find_format("wire"), PARTS.encode())


def test_an_added_format_is_asked_first_by_root_beginning_and_suffix() -> None:
    FORMATS.add("house", Format(read_all_as_one, Signs(roots=("house",), suffixes=(".story",))), origin="here")
    assert detect_format(b"<?xml version='1.0'?>\n<house>", "a.xml") == "house"
    assert detect_format(b'{"text": "b"}', "a.story") == "house"
    assert detect_format(b'{"text": "b"}', "a.json") == "json"


def test_a_bare_function_is_no_format(tmp_path: Path) -> None:
    plugin = tmp_path / "bare.py"
    plugin.write_text("METHODS = {'format': {'bare': print}}\n", encoding="utf-8")
    with pytest.raises(PluginError, match="bare"):
        load_plugin(plugin)


def read_all_as_one(opened: Opened, limits: Limits) -> Iterator[Item]:
    """Yield the whole input as one document."""
    yield build_document(Article(text=read_all(opened, limits).decode("utf-8", "replace")), place=opened.place)


def silent(opened: Opened, limits: Limits) -> Iterator[Item]:
    text = read_all(opened, limits).decode("utf-8", "replace")
    if text.endswith("whole."):
        yield build_document(Article(text=text), place=opened.place)


def crashing(opened: Opened, limits: Limits) -> Iterator[Item]:
    yield build_document(Article(text=read_all(opened, limits).decode()), place=opened.place)


def elsewhere(opened: Opened, limits: Limits) -> Iterator[Item]:
    yield build_document(Article(text=read_all(opened, limits).decode()), place="nowhere")


def counting_chunks(opened: Opened, limits: Limits) -> Iterator[Item]:
    yield build_document(Article(text=f"{len(list(opened.chunks))} chunks"), place=opened.place)


def test_a_reader_that_breaks_the_contract_is_told_how() -> None:
    example = b"An example that is only good when it is whole."
    check_format(read_all_as_one, example)
    for reader, complaint in (
        (silent, "nothing was found, not even an error"),
        (elsewhere, "'nowhere' is no place in the input"),
        (counting_chunks, "small chunks gave something else"),
    ):
        with pytest.raises(ContractError, match=complaint):
            check_format(reader, example)
    with pytest.raises(UnicodeDecodeError):
        check_format(crashing, example)
    assert Limits() == LIMITS
