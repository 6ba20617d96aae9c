"""Compile the kernels for the tests, where that was not done since the code last changed.

It takes a minute, and each worker of the tests would do it anew: each starts from a copy instead, see
`tests/kernel_cache.py`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CODE = ROOT / "src" / "meadow"
COMPILED = ROOT / ".pytest_cache" / "kernels" / "compiled"
WHOLE = COMPILED / ".whole"


def main() -> int:
    """Compile what is missing or older than its code, and return how that ended."""
    if is_new(WHOLE, [*(CODE / "kernels").glob("*.py"), CODE / "cli" / "warming.py"]):
        return 0
    COMPILED.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(COMPILED)}
    command = [sys.executable, "-m", "meadow", "doctor", "--warm"]
    status = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False).returncode
    if status == 0:
        WHOLE.touch()
    return status


def is_new(made: Path, sources: list[Path]) -> bool:
    """Say whether a file is there and no older than what it is made from."""
    return made.is_file() and all(source.stat().st_mtime_ns <= made.stat().st_mtime_ns for source in sources)


if __name__ == "__main__":
    sys.exit(main())
