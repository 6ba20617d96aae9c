"""Measured quality next to its floors: `python -m benchmarks.quality [--gate | --raise] [NAME…]`.

Without an option: whole sets. `--gate`: what `tests/quality` measures, a part of two sets.
`--raise`: the same, and floors rise to what was measured, less the margin of the measurement. Nothing here lowers a floor.
"""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime

from benchmarks._floors import FLOORS, ROOT, Measurement, changed_data, raised, read_floors, shortfalls
from benchmarks._measures import measured
from meadow.kernels.loading import load_kernels


def main() -> None:
    """Print every value with its floor, and raise floors where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="measurements of tests/quality/floors.toml; all without"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--gate", action="store_true", help="measure what the tests measure")
    how.add_argument("--raise", action="store_true", dest="raising", help="measure these and raise their floors")
    asked = parser.parse_args()
    gate = read_floors(FLOORS.read_text(encoding="utf-8"))
    if unknown := sorted(set(asked.names) - gate.measurements.keys()):
        parser.error(f"no floors are named {', '.join(unknown)}; there are {', '.join(gate.measurements)}")
    load_kernels()
    print(f"{'':<28}{'':<24}{'value':>8}{'floor':>8}{'seconds':>9}")
    for measurement in [gate.measurements[name] for name in asked.names or gate.measurements]:
        missing = [path for path in measurement.data if not (ROOT / path).exists()]
        if missing:
            print(f"{measurement.name}: {', '.join(missing)} is not there; nothing to measure")
            continue
        values = _print_measured(measurement, whole=not (asked.gate or asked.raising))
        if asked.raising:
            _raise(changed_data(gate, measurement), measurement, values)


def _print_measured(measurement: Measurement, *, whole: bool) -> dict[str, float]:
    start = time.process_time()
    values = measured(measurement, whole=whole)
    seconds = f"{time.process_time() - start:9.1f}"
    for name, value in values.items():
        floor = measurement.floors.get(name)
        bound = "–" if floor is None or not floor.steps else f"{floor.steps[-1].floor:.3f}"
        print(f"{measurement.name:<28}{name:<24}{value:>8.4f}{bound:>8}{seconds}", flush=True)
        seconds = ""
    return values


def _raise(changed: list[str], measurement: Measurement, values: dict[str, float]) -> None:
    if changed:
        print("not raised, since the data changed: " + "; ".join(changed))
        return
    before = FLOORS.read_text(encoding="utf-8")
    after = raised(before, measurement, values, datetime.now(UTC).date())
    FLOORS.write_text(after, encoding="utf-8")
    for line in shortfalls(read_floors(after).measurements[measurement.name], values):
        print(f"not raised: {line}")


if __name__ == "__main__":
    main()
