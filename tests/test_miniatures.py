"""Each deliberately wrong little implementation fails, and diagnosis names exactly its mistakes."""

import shutil
import sys

import pytest

from hazari_rules.conformance_diagnosis import diagnose
from hazari_rules.conformance_results import asked_of
from hazari_rules.conformance_runner import Run, Status, run_suite
from hazari_rules.conformance_transport import ProcessConnection
from tests.implementations.miniatures import (
    DOUBLE,
    INTERPRETERS,
    MINIATURES,
    PLACE,
    SINGLE,
    Miniature,
)
from tests.suites import whole_suite, workshop


def run(miniature: Miniature) -> Run:
    name = miniature.interpreter
    interpreter = sys.executable if name == "python" else shutil.which(name)
    if interpreter is None:
        pytest.skip(f"{name} is not installed")
    words = [interpreter, str(miniature.path)]
    return run_suite(
        whole_suite(miniature.variant), miniature.file, lambda: ProcessConnection(words)
    )


@pytest.mark.parametrize("miniature", MINIATURES, ids=lambda m: m.file)
def test_each_miniature_fails_and_its_mistakes_are_named_exactly(miniature: Miniature) -> None:
    finished = run(miniature)
    assert not finished.refusal
    assert not finished.incidents
    assert finished.count(Status.PASSED, Status.FAILED) == len(finished.results)
    failed = {result.case.rule for result in finished.results if result.status is Status.FAILED}
    assert {mistake.rule for mistake in miniature.mistakes} <= failed
    found = diagnose(workshop(miniature.variant), *asked_of(finished.results))
    named = {part.change.words for part in found.parts}
    assert named == {mistake.words for mistake in miniature.mistakes}
    assert found.explained == found.failures == finished.count(Status.FAILED)
    assert not found.contradicted
    assert all(part.explains > 0 for part in found.parts)


def test_the_table_names_every_miniature_once() -> None:
    files = [miniature.file for miniature in MINIATURES]
    assert sorted(files) == sorted(path.name for path in PLACE.iterdir() if path.suffix in
                                   INTERPRETERS)  # fmt: skip
    assert len({repr(m.mistakes) for m in SINGLE if len(m.mistakes) == 1}) == len(SINGLE) >= 12
    assert len([m for m in DOUBLE if len(m.mistakes) == 2]) >= 3
