"""Tables that are kept on disk: what a second process spares, and that nothing on disk can change an answer."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from meadow.text import kept_tables as room
from meadow.text.kept_tables import kept_table

_CONTENT = b"3 1 2"


class Maker:
    """What makes a table, and how often it was asked to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, content: bytes) -> Mapping[str, NDArray[Any]]:
        self.times += 1
        return {"numbers": np.array([int(number) for number in content.split()], dtype=np.uint16)}


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Return the two folders in which tables may lie, the nearer one first; neither is there yet."""
    near, far = tmp_path / "near", tmp_path / "far" / "deeper"
    monkeypatch.setattr(room, "_folders", lambda: iter((near, far)))
    return near, far


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Return a package's file that a table is made of."""
    path = tmp_path / "numbers.txt"
    path.write_bytes(_CONTENT)
    return path


def _numbers(source: Path, maker: Callable[[bytes], Mapping[str, NDArray[Any]]]) -> list[int]:
    numbers: list[int] = kept_table("numbers", source, maker)["numbers"].tolist()
    return numbers


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.exists() else []


def test_a_table_is_made_once_and_then_read(folders: tuple[Path, Path], source: Path) -> None:
    maker = Maker()
    assert [_numbers(source, maker) for _ in range(3)] == [[3, 1, 2]] * 3
    assert maker.times == 1
    (file,) = _files(folders[0])
    assert _files(folders[1]) == []
    assert file.name.startswith("numbers.")
    assert file.suffix == ".npz"
    assert kept_table("numbers", source, maker)["numbers"].dtype == np.uint16


def test_whoever_may_read_the_folder_may_read_the_table(folders: tuple[Path, Path], source: Path) -> None:
    kept_table("numbers", source, Maker())
    (file,) = _files(folders[0])
    assert stat.S_IMODE(file.stat().st_mode) == 0o644


def test_another_content_is_another_table_in_the_place_of_the_first(folders: tuple[Path, Path], source: Path) -> None:
    maker = Maker()
    kept_table("numbers", source, maker)
    source.write_bytes(b"7 8")
    assert _numbers(source, maker) == [7, 8]
    assert maker.times == 2
    assert len(_files(folders[0])) == 1


def test_another_way_to_make_tables_is_another_table(
    folders: tuple[Path, Path], source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = Maker()
    kept_table("numbers", source, maker)
    monkeypatch.setattr(room, "_VERSION", b"some other")
    kept_table("numbers", source, maker)
    assert maker.times == 2
    assert len(_files(folders[0])) == 1


def test_tables_of_other_names_stay(folders: tuple[Path, Path], source: Path) -> None:
    maker = Maker()
    kept_table("numbers", source, maker)
    kept_table("numbers-too", source, maker)
    kept_table("numbers", source, maker)
    assert maker.times == 2
    assert len(_files(folders[0])) == 2


@pytest.mark.parametrize("damage", ["empty", "cut", "a byte", "a flag", "no archive", "a folder"])
def test_a_damaged_file_is_as_good_as_none(folders: tuple[Path, Path], source: Path, damage: str) -> None:
    maker = Maker()
    kept_table("numbers", source, maker)
    (file,) = _files(folders[0])
    whole = file.read_bytes()
    place = whole.index(np.array([3, 1, 2], dtype=np.uint16).tobytes())
    if damage == "a folder":
        file.unlink()
        file.mkdir()
    else:
        file.write_bytes(
            {
                "empty": b"",
                "cut": whole[: len(whole) // 2],
                "a byte": whole[:place] + b"\x09" + whole[place + 1 :],
                "a flag": whole.replace(
                    b"PK\x01\x02\x2d\x03\x2d\x00\x00", b"PK\x01\x02\x2d\x03\x2d\x00\x01"
                ),  # encrypted
                "no archive": b"a sentence that somebody left here",
            }[damage]
        )
    assert [_numbers(source, maker) for _ in range(2)] == [[3, 1, 2]] * 2
    assert maker.times == 2
    assert len(_files(folders[1])) == (damage == "a folder")  # which no file can take the place of


def test_objects_in_a_file_are_never_brought_to_life(folders: tuple[Path, Path], source: Path) -> None:
    maker = Maker()
    kept_table("numbers", source, maker)
    (file,) = _files(folders[0])
    np.savez(file, numbers=np.array([{"a": "pickle"}], dtype=object))
    assert _numbers(source, maker) == [3, 1, 2]
    assert maker.times == 2


def test_where_the_nearer_folder_cannot_be_written_the_farther_is(folders: tuple[Path, Path], source: Path) -> None:
    near, far = folders
    near.write_text("a file, where a folder would be", encoding="utf-8")  # root may write in any folder
    maker = Maker()
    assert [_numbers(source, maker) for _ in range(2)] == [[3, 1, 2]] * 2
    assert maker.times == 1
    assert len(_files(far)) == 1


def test_where_nothing_can_be_written_tables_are_made_each_time(folders: tuple[Path, Path], source: Path) -> None:
    for folder in folders:
        folder.parent.mkdir(exist_ok=True)
        folder.write_text("a file, where a folder would be", encoding="utf-8")
    maker = Maker()
    assert [_numbers(source, maker) for _ in range(2)] == [[3, 1, 2]] * 2
    assert maker.times == 2


def test_who_cannot_finish_leaves_no_draft(
    folders: tuple[Path, Path], source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    assert _numbers(source, Maker()) == [3, 1, 2]
    assert [_files(folder) for folder in folders] == [[], []]


def test_tables_lie_beside_the_code_or_where_a_users_caches_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", os.sep + "caches")
    assert list(room._folders()) == [Path(room.__file__).parent / "__pycache__", Path(os.sep, "caches", "meadow")]
    monkeypatch.setenv("XDG_CACHE_HOME", "not absolute, which the standard tells to ignore")
    monkeypatch.setenv("HOME", os.sep + "somebody")
    assert list(room._folders())[1] == Path(os.sep, "somebody", ".cache", "meadow")


def test_a_user_without_a_home_has_no_caches(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    assert len(list(room._folders())) == 1
