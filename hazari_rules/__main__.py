"""Run the command line: the program `hazari`, and `python -m hazari_rules`."""

from __future__ import annotations

import gc

_ALLOCATIONS = 100_000


def main() -> None:
    """Run the command line and leave with one of the exit codes of `errors.ExitCode`.

    A command that is over in a moment has no use for a search of its memory after every 700 new
    objects, nor for one when it ends: together they would take a fifth of its time.
    """
    gc.set_threshold(_ALLOCATIONS)
    from hazari_rules import cli  # noqa: PLC0415 - importing makes most of the objects

    try:
        cli.main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
