"""Windows that have been tracked, each in a file of a folder: tracking the same again continues from there.

Source: our own. A file is an archive of arrays (`numpy.savez`), nothing in it is code. The caller sees to it that a folder
holds windows of one input, one way of tracking and one version of the code.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import numpy as np

from meadow.ingest.saving import on_disk
from meadow.tracking.evidence import Settings
from meadow.tracking.shards import Rows, ShardStories
from meadow.tracking.windows import Key, Shard

_SUFFIX = ".window.npz"
_ARRAYS = ("dates", "stories", "similarities")
_ROWS = ("places", "ends", "terms", "weights")


class FinishedWindows:
    """The stories of windows in the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __len__(self) -> int:
        return sum(1 for _ in self._files())

    def keep(self, stories: ShardStories) -> None:
        """Write the stories of a window that was tracked by itself; the file is whole or not there."""
        path = self._path(stories.key)
        draft = path.with_name(f".{path.name}.draft")
        texts = (list(stories.ids), list(stories.rows.names))
        arrays: dict[str, Any] = {name: getattr(stories, name) for name in _ARRAYS}
        arrays |= {f"rows_{name}": getattr(stories.rows, name) for name in _ROWS}
        arrays["shared"] = np.array([stories.before, stories.after])
        arrays["texts"] = np.frombuffer(msgspec.json.encode(texts), np.uint8)
        with on_disk(path):
            with draft.open("wb") as file:
                np.savez(file, **arrays)
            draft.replace(path)

    def find(self, shard: Shard, settings: Settings) -> ShardStories | None:
        """Return the stories of a window, or None where it is missing; one that a crash of the machine cut off is, too."""
        try:
            with self._path(shard.key).open("rb") as file, np.load(file, allow_pickle=False) as kept:
                ids, names = msgspec.json.decode(kept["texts"].tobytes(), type=tuple[list[str], list[str]])
                before, after = kept["shared"].tolist()
                rows = Rows(**{name: kept[f"rows_{name}"] for name in _ROWS}, names=tuple(names))
                arrays = {name: kept[name] for name in _ARRAYS}
        except (FileNotFoundError, EOFError, ValueError, zipfile.BadZipFile):
            return None
        return ShardStories(
            shard.language, shard.number, before, after, tuple(ids), rows=rows, settings=settings, **arrays
        )

    def _path(self, key: Key) -> Path:
        language, number = key
        return self._folder / f"{quote(language, safe='')}-{number:05d}{_SUFFIX}"

    def _files(self) -> Iterator[Path]:
        return (path for path in self._folder.glob(f"*{_SUFFIX}") if not path.name.startswith("."))
