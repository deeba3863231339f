"""The pytest plugin, in a pytest of its own."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.conformance_programs import program

RIGHT = shlex.join(program())
PLAIN = Path(__file__).parent / "implementations" / "plain.py"


def pytest_run(folder: Path, *arguments: str, everything: bool = False) -> tuple[int, str]:
    """A pytest with this plugin alone, which starts faster, or with everything installed."""
    alone = [] if everything else ["-p", "hazari_rules.conformance_pytest"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *alone, *arguments]
    environment = os.environ if everything else os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout


def test_nothing_happens_unless_asked_for(tmp_path: Path) -> None:
    code, text = pytest_run(tmp_path, everything=True)
    assert code == 5
    assert "no tests ran" in text


def test_cases_are_items_with_readable_ids_markers_and_skips(tmp_path: Path) -> None:
    code, text = pytest_run(
        tmp_path, "-v", "-rs", "--hazari-cmd", RIGHT, "-k", "points or ties", "-m", "hazari_L6"
    )
    assert code == 0
    assert "hazari::points.7-1" in text
    assert "'sheet' is not supported" in text
    assert "ties." not in text
    assert re.search(r"2\d passed, \d+ skipped, \d+ deselected", text)


def test_a_failure_names_the_rule_and_xdist_workers_agree(tmp_path: Path) -> None:
    wrong = shlex.join(program("wrong", "points.7-1"))
    chosen = ("-k", "points.7 or points.8")
    code, text = pytest_run(tmp_path, "-n2", "--hazari-cmd", wrong, *chosen, everything=True)
    assert code == 1
    assert "rule      /card_points/values/7" in text
    assert '{"result": {"points": -1}}' in text
    assert "1 failed, 1 passed" in text


def test_a_program_may_be_started_for_each_case_or_be_a_server(tmp_path: Path) -> None:
    plain = shlex.join([sys.executable, str(PLAIN)])
    code, text = pytest_run(
        tmp_path, "--hazari-cmd", plain, "--hazari-one-shot", "-k", "points.7 or points.8"
    )
    assert (code, "2 passed" in text) == (0, True)
    nowhere = "http://127.0.0.1:9/"
    code, text = pytest_run(tmp_path, "--hazari-url", nowhere, "-k", "points.7-1")
    assert code == 1
    assert "no connection" in text
    code, _ = pytest_run(tmp_path, "--hazari-url", nowhere, "--hazari-cmd", RIGHT)
    assert code == 4


def test_a_variant_that_is_none_is_wrong_use(tmp_path: Path) -> None:
    code, _ = pytest_run(tmp_path, "--hazari-cmd", RIGHT, "--hazari-variant", "hazri")
    assert code == 4
