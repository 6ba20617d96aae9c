"""Mark the files of the package as those of the released version, so that signatures name the version alone."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from meadow.provenance.installed import package_digest

VERSION_FILE = Path(__file__).resolve().parents[1] / "src" / "meadow" / "version.py"


def marked(text: str, digest: str) -> str:
    """Return the text of the version file with the digest of the released files."""
    new, found = re.subn(r'^RELEASED = ".*"$', f'RELEASED = "{digest}"', text, flags=re.MULTILINE)
    if found != 1:
        raise ValueError(f'{VERSION_FILE.name} must have one line RELEASED = "…", but has {found}.')
    return new


if __name__ == "__main__":
    VERSION_FILE.write_text(marked(VERSION_FILE.read_text(encoding="utf-8"), package_digest()), encoding="utf-8")
    sys.stdout.write(f"{VERSION_FILE.name} names the files of this release; commit it last.\n")
