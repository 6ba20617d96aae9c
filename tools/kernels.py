"""Compile the loops in place, where that was not done since one of them changed: `python tools/kernels.py`.

Then compile the kernels of numba for the tests. It takes half a minute, and each worker of the tests would do it anew: each
starts from a copy instead, see `tests/kernel_cache.py`.
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
_STATE = "from meadow.kernels.loops import state; print(state())"


def main() -> int:
    """Compile what is missing or older than its code, and return how that ended."""
    return compile_loops() or warm()


def compile_loops() -> int:
    """Compile the loops where those at hand are not of these sources, and return how that ended."""
    if _output("-c", _STATE) == "compiled":
        return 0
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "MEADOW_COMPILE": "1"}, check=False).returncode


def _output(*arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(CODE.parent), "MEADOW_KERNELS": "plain"}
    ran = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def warm() -> int:
    """Let numba compile what is missing or older than its code, and return how that ended."""
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
