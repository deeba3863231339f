"""Stopping a simulation with workers: by one interrupt, by two, by the sudden end of its parent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")

LONGEST = 60  # seconds; only a fault makes it wait so long
BLOCK = 64 * 391  # deals: an eighth of the tables

# Signals its whole group, as a terminal does, or itself, when the first block is kept.
DRIVER = """
import os, signal, sys
from hazari_rules import cli, cli_simulate
from hazari_rules.simulate import simulate

def signalled(*args, **more):
    for number, done in enumerate(simulate(*args, **more)):
        yield done
        if number == 0:
            for _ in range(int(sys.argv[1])):
                os.killpg(0, signal.SIGINT)
            if sys.argv[1] == "0":
                os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    cli_simulate.simulate = signalled
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(cli.run(sys.argv[2:]))
"""


def stopped(interrupts: int, tmp_path: Path) -> tuple[int, str, str]:
    """Exit code, stdout and stderr once all processes are gone; they all hold stderr open."""
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER)
    words = ["simulate", "hazari", "--deals", "200000", "--workers", "2", "--format", "json"]
    program = subprocess.Popen(
        [sys.executable, driver, str(interrupts), *words, "--resume", str(tmp_path / "kept")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        out, err = program.communicate(timeout=LONGEST)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    return program.returncode, out, err


def kept(tmp_path: Path) -> int:
    return int(json.loads((tmp_path / "kept").read_text())["first"][0])


def test_one_interrupt_finishes_the_blocks_in_work_and_says_so(tmp_path: Path) -> None:
    code, out, err = stopped(1, tmp_path)
    assert code == 130, err
    assert "blocks in work are being finished; Ctrl-C again stops at once" in err
    deals = json.loads(out)["deals"]
    assert BLOCK < deals < 200_000
    assert kept(tmp_path) == deals
    assert f"stopped after {deals:,} of 200,000 deals; go on with --resume" in err
    assert "Traceback" not in err


def test_a_second_interrupt_ends_all_with_what_is_kept(tmp_path: Path) -> None:
    code, out, err = stopped(2, tmp_path)
    assert code == 130, err
    assert json.loads(out)["deals"] == kept(tmp_path) == BLOCK
    assert "Traceback" not in err


def test_more_interrupts_change_nothing(tmp_path: Path) -> None:
    code, out, err = stopped(5, tmp_path)
    assert code == 130, err
    assert json.loads(out)["deals"] == BLOCK
    assert "Traceback" not in err


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    code, _, _ = stopped(0, tmp_path)
    assert code == -signal.SIGKILL
    assert kept(tmp_path) == BLOCK
