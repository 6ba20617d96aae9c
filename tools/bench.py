"""Run every benchmark, one process each, and let it print its table of ratios."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def benchmark_names() -> list[str]:
    """Return the names of all benchmarks, in the order in which they run."""
    return sorted(file.stem for file in (ROOT / "benchmarks").glob("*.py") if not file.stem.startswith("_"))


def main() -> int:
    """Return 0 when every benchmark ran, else the first failure's status."""
    names = benchmark_names()
    if not names:
        print("benchmarks/ holds no benchmark yet")
    for name in names:
        print(f"== {name}", flush=True)
        status = subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
