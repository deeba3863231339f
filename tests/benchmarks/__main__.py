"""`python -m tests.benchmarks [NAME...] [--turns N] [--json]`: measure and print the table."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict

from tests.benchmarks.measure import table
from tests.benchmarks.targets import MEASUREMENTS


def main(arguments: list[str]) -> int:
    """Measure; the exit code is 1 if a target is not met."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--turns", type=int, default=25, help="how often each is run")
    parser.add_argument("--json", action="store_true", help="print JSON for programs")
    given = parser.parse_args(arguments)
    if unknown := [name for name in given.names if name not in MEASUREMENTS]:
        parser.error(f"unknown: {', '.join(unknown)}; known: {', '.join(MEASUREMENTS)}")
    names = given.names or list(MEASUREMENTS)
    rows = [row for name in names for row in MEASUREMENTS[name](given.turns)]
    if given.json:
        about = {"python": platform.python_version(), "turns": given.turns}
        print(json.dumps({**about, "rows": [asdict(row) for row in rows]}, indent=2))
    else:
        print(table(rows))
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
