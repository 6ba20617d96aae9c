"""Figures measured in one run: ratios to peers, times, and how metrics agree with people.

This file makes the folder a package of its own: some development tool installs another `benchmarks`, which would win.
"""

import os
import sys
from pathlib import Path

# One thread each: `process_time` adds up the time of all, and threads that wait for small products would count as work.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

# Readers of gold that tests share with benchmarks.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
