"""Compile the loops in place, where that was not done since one of them changed: `python tools/kernels.py`.

Without a C compiler nothing is compiled, and the tests run the loops as they are.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_STATE = "from meadow.kernels.loops import state; print(state())"


def main() -> int:
    """Compile the loops where those at hand are not of these sources, and return how that ended."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MEADOW_KERNELS": "plain"}
    ran = subprocess.run([sys.executable, "-c", _STATE], env=environment, capture_output=True, text=True, check=True)
    if ran.stdout.strip() == "compiled":
        return 0
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
