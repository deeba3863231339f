"""The rule that a case proves, in words, and where it is written."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from hazari_rules.describe import describe
from hazari_rules.resolve import Variant

_NONE = -1


class RuleWords:
    """The rule that a case proves, in the words of its kind."""

    def __init__(self, variant: Variant) -> None:
        self._lines = [(line.path, line.text) for line in describe(variant) if line.path]
        self.ruleset = variant.ruleset
        self._data = variant.ruleset.as_data()
        self._node = variant.node
        self._ladder = ", ".join(made.name for made in variant.ruleset.combinations)

    def of(self, pointer: str) -> str:
        """The sentence for a pointer, or for the nearest rule that has one."""
        if pointer == "/combinations":
            return f"From the strongest down: {self._ladder}."
        steps = self._path(pointer)
        if steps and self._data.get(str(steps[0])) == []:
            return f"There are no {str(steps[0]).replace('_', ' ')}."
        best, words = 0, ""
        for path, text in self._lines:
            common = 0
            while common < min(len(path), len(steps)) and path[common] == steps[common]:
                common += 1
            if common > best:
                best, words = common, text
        return words

    def place(self, pointer: str) -> str:
        """The file, without its folder, and the line of a rule, or of what is nearest above it."""
        steps = self._path(pointer)
        known = steps[: steps.index(_NONE)] if _NONE in steps else steps
        node = self._node.at(known)
        return f"{PurePath(node.span.file).name}:{node.span.line}"

    def _path(self, pointer: str) -> list[str | int]:
        """A pointer's steps, ids in lists as their places."""
        steps: list[str | int] = []
        value: Any = self._data
        for step in pointer.split("/")[1:]:
            key: str | int = step
            if isinstance(value, list):
                ids = [item.get("id") if isinstance(item, dict) else None for item in value]
                key = ids.index(step) if step in ids else int(step) if step.isdigit() else _NONE
            steps.append(key)
            try:
                value = value[key]
            except (KeyError, IndexError, TypeError):
                value = None
        return steps
