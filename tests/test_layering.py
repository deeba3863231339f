"""The house: every module has a fixed place in the order, and none grows too large."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "hazari_rules"
ORDER = (
    "errors",
    "hints",
    "syntax",
    "cards",
    "model",
    "documents",
    "filekinds",
    "validation",
    "ignores",
    "reports",
    "kinds",
    "kinds_table",
    "multiples",
    "kinds_combinations",
    "kinds_arrangement",
    "kinds_play",
    "kinds_match",
    "kinds_events",
    "builtin",
    "schema",
    "installed",
    "plugins",
    "build",
    "merge",
    "library",
    "resolve",
    "ladder",
    "lint_places",
    "lint_ladder",
    "lint",
    "lint_trials",
    "lint_options",
    "lint_answers",
    "masks",
    "whole_groups",
    "best_part",
    "ranking",
    "patterns",
    "lint_classes",
    "lint_repeats",
    "lint_idle",
    "lint_warnings",
    "checking",
    "loading",
    "compiled",
    "arrange",
    "rounds",
    "events",
    "verdict",
    "deal",
    "match",
    "dealing",
    "autoplay",
    "batch_codes",
    "batch_threes",
    "batch_worth",
    "batch_deal",
    "batch_arrange",
    "batch_events",
    "batch_rounds",
    "batch_values",
    "batch_verdicts",
    "batch_play",
    "batch",
    "hand_table",
    "solver_front",
    "solver_legal",
    "solver",
    "solver_objectives",
    "simulate_sums",
    "simulate_tables",
    "simulate",
    "simulate_saved",
    "simulate_estimates",
    "simulate_measures",
    "simulate_report",
    "simulate_workers",
    "odds",
    "odds_first",
    "odds_chart",
    "explain",
    "game",
    "record",
    "record_reader",
    "round_sums",
    "sheet",
    "replay",
    "scoring",
    "describe",
    "difference",
    "diff_sides",
    "diff_items",
    "diff",
    "diff_scenes",
    "diff_classes",
    "diff_search",
    "diff_examples",
    "export",
    "explain_steps",
    "explain_deal",
    "narrate",
    "conformance_protocol",
    "conformance_cases",
    "conformance_engine",
    "conformance_dice",
    "conformance_classes",
    "conformance_generate_groups",
    "conformance_generate_play",
    "conformance_generate_hands",
    "conformance_generate_deals",
    "conformance_generate_wins",
    "conformance_generate",
    "conformance_words",
    "conformance_suite",
    "conformance_transport",
    "conformance_strict",
    "conformance_talk",
    "conformance_runner",
    "conformance_knobs",
    "conformance_misreadings",
    "conformance_reads",
    "conformance_mutants",
    "conformance_equal",
    "conformance_strength",
    "conformance_looks",
    "conformance_predict",
    "conformance_fit",
    "conformance_search",
    "conformance_diagnosis",
    "conformance_results",
    "conformance_hints",
    "conformance_reports",
    "conformance_reports_files",
    "conformance_reports_html",
    "conformance_serve",
    "messages",
    "cardart",
    "rulebook_model",
    "rulebook_patterns",
    "rulebook_ladder",
    "rulebook_rules",
    "rulebook_combinations",
    "rulebook_examples",
    "rulebook_worked",
    "rulebook_options",
    "rulebook",
    "rulebook_text",
    "rulebook_html",
    "new_variant",
    "new_questions",
    "new_cases",
    "check_cases",
    "new_package",
    "new_renew",
    "cli_common",
    "cli_list",
    "cli_new_package",
    "cli_new",
    "cli_check",
    "cli_groups",
    "cli_arrange",
    "cli_odds",
    "cli_play",
    "cli_score",
    "cli_export",
    "cli_diff",
    "cli_simulate",
    "cli_explain",
    "cli_rulebook",
    "cli_conformance",
    "cli_conformance_run",
    "cli_conformance_strength",
    "conformance_pytest",
    "strategies",
    "cli",
    "__init__",
    "__main__",
)
MODULES = sorted(path for path in PACKAGE.glob("*.py"))
MAX_LINES = 450
MAX_COMMAND_LINES = 30


def test_every_module_has_a_place() -> None:
    assert sorted(path.stem for path in MODULES) == sorted(ORDER)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_imports_go_down_the_order(path: Path) -> None:
    place = ORDER.index(path.stem)
    for name in _imported(ast.parse(path.read_text(encoding="utf-8"))):
        assert ORDER.index(name) < place, f"{path.stem} imports {name}, which stands above it"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_commands_are_small(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            docstring = node.body[0]
            lines = (node.end_lineno or 0) - node.lineno + 1
            lines -= (docstring.end_lineno or 0) - docstring.lineno + 1
            assert lines <= MAX_COMMAND_LINES, f"{path.stem}.{node.name} has {lines} lines"


def _imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "hazari_rules":
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hazari_rules."):
            names.add((node.module or "").split(".")[1])
        elif isinstance(node, ast.Import):
            inner = (alias.name.split(".") for alias in node.names)
            names |= {parts[1] for parts in inner if parts[0] == "hazari_rules" and len(parts) > 1}
    return names


def _makes_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")
