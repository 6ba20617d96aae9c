from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from command import run_meadow
from meadow.errors import InputError, ReadError
from meadow.ingest import read
from meadow.ingest.items import Skipped
from meadow.ingest.paths import NO_FILES, check_paths, iter_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("news/b.txt", "news/a.txt", "news/zebra/1.txt", "news/alpha/2.txt", "news/alpha/deep/3.txt"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("x", encoding="utf-8")
    return Path("news")


def listed(path: Path) -> list[str]:
    return [
        found.as_posix() if isinstance(found, Path) else f"{found.place}: {found.reason}" for found in iter_files(path)
    ]


def test_files_come_before_folders_each_by_name(folder: Path) -> None:
    assert listed(folder) == [
        "news/a.txt",
        "news/b.txt",
        "news/alpha/2.txt",
        "news/alpha/deep/3.txt",
        "news/zebra/1.txt",
    ]


def test_hidden_names_are_passed_over_unless_they_are_named(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / ".git" / "x.txt").write_text("x", encoding="utf-8")
    (folder / ".DS_Store").write_text("x", encoding="utf-8")
    assert not any("/." in line for line in listed(folder))
    assert listed(folder / ".DS_Store") == ["news/.DS_Store"]
    assert listed(folder / ".git") == ["news/.git/x.txt"]


def test_an_empty_folder_is_a_note(folder: Path) -> None:
    (folder / "empty").mkdir()
    assert list(iter_files(folder / "empty")) == [Skipped("news/empty", NO_FILES)]


def test_links_to_folders_are_not_followed_and_links_to_files_of_the_folder_are(folder: Path) -> None:
    (folder / "alpha" / "loop").symlink_to(folder.resolve(), target_is_directory=True)
    (folder / "alpha" / "link.txt").symlink_to(Path("a.txt").absolute())
    (folder / "alpha" / "file.txt").symlink_to(Path("deep/3.txt"))
    (folder / "alpha" / "outside.txt").symlink_to((folder / "a.txt").resolve())
    (folder / "alpha" / "self.txt").symlink_to(Path("self.txt"))
    (folder / "alpha" / "there.txt").symlink_to(Path("back.txt"))
    (folder / "alpha" / "back.txt").symlink_to(Path("there.txt"))
    assert listed(folder / "alpha") == [
        "news/alpha/2.txt",
        "news/alpha/back.txt: a link that leads to itself",
        "news/alpha/file.txt",
        "news/alpha/link.txt: a link that leads nowhere",
        "news/alpha/loop: a link to a folder, which is not followed",
        "news/alpha/outside.txt: a link that leads out of the folder, which is not followed",
        "news/alpha/self.txt: a link that leads to itself",
        "news/alpha/there.txt: a link that leads to itself",
        "news/alpha/deep/3.txt",
    ]
    # Who names the folder around both means both.
    assert "news/alpha/outside.txt" in listed(folder)


def test_a_folder_that_is_named_by_a_link_is_read(folder: Path) -> None:
    (folder.parent / "named").symlink_to(folder.resolve(), target_is_directory=True)
    assert listed(folder.parent / "named")[0] == "named/a.txt"


def test_a_link_to_itself_that_is_named_is_not_there(folder: Path) -> None:
    Path("self.txt").symlink_to(Path("self.txt"))
    with pytest.raises(InputError, match=r"There is no file or folder 'self\.txt'"):
        check_paths(["self.txt"])


def test_an_empty_path_is_not_the_current_folder() -> None:
    with pytest.raises(InputError, match="A path is empty"):
        check_paths([""])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (b"caf\xe9.txt", r"caf\xe9.txt"),
        (b"a\nmeadow: wrote b.txt", r"a\nmeadow: wrote b.txt"),
        (b"\x1b[2J.txt", r"\x1b[2J.txt"),
        ("\u202etxt.a".encode(), r"\u202etxt.a"),
    ],
)
def test_a_name_that_no_line_could_hold_is_shown_escaped(tmp_path: Path, name: bytes, shown: str) -> None:
    folder = os.fsencode(tmp_path / "odd")
    os.mkdir(folder)  # noqa: PTH102 - the name is bytes
    with open(os.path.join(folder, name), "wb") as file:  # noqa: PTH118, PTH123 - the name is bytes
        file.write(b"The bell rang twice.")
    (document,) = read(tmp_path / "odd")
    assert document.place == f"{tmp_path.as_posix()}/odd/{shown}"
    done = run_meadow("digest", "odd", "--json", folder=tmp_path)
    assert json.loads(done.stdout)["stories"][0]["articles"][0]["place"] == f"odd/{shown}"
    assert done.stdout.isprintable() or done.stdout.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_a_folder_is_never_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "alpha" / "pipe")
    assert "news/alpha/pipe: not a regular file" in listed(folder / "alpha")


def test_a_folder_that_vanishes_is_an_error(folder: Path) -> None:
    walk = iter_files(folder)
    assert next(walk) == folder / "a.txt"
    (folder / "zebra" / "1.txt").unlink()
    (folder / "zebra").rmdir()
    last = list(walk)[-1]
    assert isinstance(last, ReadError)
    assert str(last).startswith("news/zebra: the folder cannot be listed")


def test_existing_paths_and_standard_input_pass(folder: Path) -> None:
    check_paths([folder, "news/a.txt", "-"])


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ((), "There is nothing to read. Name files, folders or web addresses, or - for standard input."),
        (("-", "-"), "Standard input (-) is named twice, but it can be read only once."),
        (("news/a.tx",), "There is no file or folder 'news/a.tx'. Did you mean 'news/a.txt'"),
        (("newz/a.txt",), "There is no file or folder 'newz/a.txt'. Did you mean 'news'?"),
        (("qqqqq",), "There is no file or folder 'qqqqq'. The current folder is"),
        (("ftp://wire.example/feed",), "'ftp://wire.example/feed' is an address of a kind that is not read"),
        (("x" * 5_000,), "There is no file or folder 'xxx"),
        (("nul\0name",), "There is no file or folder 'nul\\x00name'."),
    ],
)
def test_what_cannot_be_read_is_refused_with_advice(folder: Path, paths: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_paths(paths)
    assert str(caught.value).startswith(message)
