"""The benchmark command: its arithmetic and its table, never its times."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks import targets
from tests.benchmarks.__main__ import main
from tests.benchmarks.measure import Row, Timing, interleaved, table


def test_medians_and_spread() -> None:
    timing = Timing((2e-9, 4e-9, 3e-9, 3e-9, 90e-9))
    assert (timing.best, timing.median) == (2e-9, 3e-9)
    assert timing.text.startswith("3.0 ns")


def test_every_contender_runs_once_a_turn_and_once_to_warm_up() -> None:
    calls: list[str] = []
    work = {name: ((lambda n=name: calls.append(n)), 1) for name in "ab"}
    found = interleaved(work, turns=3)
    assert calls == ["a", "b"] * 4
    assert all(len(timing.seconds) == 3 for timing in found.values())


def test_the_table_says_what_is_met_and_what_to_know() -> None:
    rows = [
        Row("T1", "speed", "5x", "at least 4x", met=True, caveat="not the same game"),
        Row("T2", "other", "1x", "at least 4x", met=False, caveat="not the same game"),
        Row("T3", "third", "-", "at least 4x", met=None),
    ]
    text = table(rows)
    assert [line.rsplit("  ", 1)[1] for line in text.splitlines()[1:4]] == [
        "met",
        "NOT MET",
        "left out",
    ]
    assert "T1: not the same game" in text


def test_an_unknown_name_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["nothing"])
    assert stopped.value.code == 2
    assert "known: strengths" in capsys.readouterr().err


def test_the_bare_loop_is_taken_off() -> None:
    assert Timing((5e-9, 7e-9)).without(Timing((2e-9, 2e-9))).seconds == pytest.approx((3e-9, 5e-9))


@pytest.mark.parametrize(
    ("name", "targets"),
    [
        ("strengths", ["T1", "T1", "T2", "T1"] * 2),
        ("compiling", ["T4", "T4"]),
        ("deals", ["T7"]),
        ("starting", ["T10", "T10"]),
        ("fronts", ["T5", "T5", "T5", "T6"] * 2),
    ],
)
def test_a_short_run_has_every_row(
    name: str, targets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main([name, "--turns", "2", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["target"] for row in rows] == targets
    assert all(row["measured"] != "-" or row["met"] is None for row in rows)


def test_missing_peers_are_left_out_with_a_way_to_install_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(targets, "find_spec", lambda name: None)
    rows = [row for row in targets.strengths(2) if "against a no-op" not in row.what]
    assert [row.met for row in rows] == [None] * 6
    assert all("pip install" in row.caveat for row in [*rows, *targets.starting(2)])
