"""Write into the documentation what its examples print now; a page that changed is yours to read and answer for."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests")]


def main(names: list[str]) -> int:
    """Bring the named pages up to date, or all of them, and say which changed."""
    from docs.markdown import DATABASE, page_name, pages
    from docs.reprinting import reprinted
    from meadow.sample import sample_path
    from postgres import running_server

    for page in [ROOT / name for name in names] or pages():
        old = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
            if DATABASE in old:
                os.environ[DATABASE.strip('"$')] = running.enter_context(running_server()).new_place()
            shutil.copytree(sample_path(), Path(folder, "news"))
            os.chdir(folder)
            new = reprinted(old, Path(folder))
            os.chdir(ROOT)
        if new != old:
            page.write_text(new, encoding="utf-8")
            print(f"changed: {page_name(page)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
