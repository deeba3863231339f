"""What README and docs print is what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.console import DOCUMENTS, Example, examples


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_print_what_stands_there(document: Path) -> None:
    for example in examples(document):
        assert example.holds, f"$ {example.command}\n{example.actual}"


def test_a_wrong_example_is_noticed() -> None:
    assert not Example("hazari list", "nothing\n", "something\n").holds
    assert Example("hazari list", "a\n...\nd\n", "a\nb\nc\nd\n").holds
