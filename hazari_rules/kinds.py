"""The closed vocabulary: what a kind of rule is, and the collection of all kinds in force.

A *family* is a knob of the language whose value is chosen among named *kinds* (a tie rule, a
card test, a condition). Each kind owns four things: the schema of its argument, its meaning,
its check and its English sentence. The modules `kinds_*` define the shipped ones; a plugin
adds further ones through the hook `hazari_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hazari_rules.errors import HazariError
from hazari_rules.model import Choice, Combination, Ruleset


@dataclass(frozen=True, slots=True)
class Problem:
    """What a kind's check found wrong with its argument.

    `path` leads from the argument to the offending part: ("rounds", 2).
    """

    id: str
    message: str
    path: tuple[str | int, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a kind is used, for its check: the rules around it, the combination or the moment."""

    ruleset: Ruleset
    combination: Combination | None = None
    moment: Choice | None = None


def no_problems(argument: Any, place: Place) -> Iterable[Problem]:
    """Check nothing: for kinds whose schema says it all."""
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One named kind of a family.

    `argument` is the JSON Schema of the argument; None for a kind that is a word alone, and
    `optional` if the word alone is also allowed. `meaning(argument, ruleset)` builds what the
    engine calls; each family says which callable that is. `sentence` is English for the
    rulebook; `{name}` in it stands for the argument's part of that name, `{argument}` for the
    whole.
    """

    family: str
    name: str
    sentence: str
    description: str
    meaning: Callable[[Any, Ruleset], Any]
    argument: Mapping[str, Any] | None = None
    optional: bool = False
    check: Callable[[Any, Place], Iterable[Problem]] = no_problems

    def say(self, argument: Any = None) -> str:
        """The sentence with the argument's values in it."""
        parts = {k: _words(v) for k, v in argument.items()} if isinstance(argument, Mapping) else {}
        return self.sentence.format_map({"argument": _words(argument), **parts})


def _words(value: Any) -> str:
    if isinstance(value, tuple | list):
        items = [_words(item) for item in value]
        return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    return str(value).replace("_", " ")


@dataclass(frozen=True, slots=True)
class Family:
    """A knob whose value is one of several kinds, with the text for its schema."""

    name: str
    title: str
    description: str


class Vocabulary:
    """The families and kinds in force; it never changes once built.

    Raises HazariError when two kinds of one family have the same name, or a family is unknown.
    """

    def __init__(self, families: Iterable[Family], kinds: Iterable[Kind]) -> None:
        self.families: Mapping[str, Family] = {family.name: family for family in families}
        self._kinds: dict[str, dict[str, Kind]] = {name: {} for name in self.families}
        for kind in kinds:
            if kind.family not in self._kinds:
                known = ", ".join(sorted(self._kinds))
                raise HazariError(
                    f"kind '{kind.name}' names the unknown family '{kind.family}'; known: {known}"
                )
            if kind.name in self._kinds[kind.family]:
                raise HazariError(f"two kinds of {kind.family} are named '{kind.name}'")
            self._kinds[kind.family][kind.name] = kind

    def of(self, family: str) -> Mapping[str, Kind]:
        """All kinds of a family by name, in their order of registration."""
        return self._kinds[family]

    def kind(self, family: str, choice: Choice) -> Kind:
        """The kind that a ruleset chose; raises HazariError if no plugin in force brings it."""
        try:
            return self._kinds[family][choice.name]
        except KeyError:
            raise HazariError(
                f"no {family.replace('_', ' ')} is named '{choice.name}';"
                " the plugin that brings it is not loaded"
            ) from None

    def meaning(self, family: str, choice: Choice, ruleset: Ruleset) -> Any:
        """What the engine calls for this choice under these rules."""
        return self.kind(family, choice).meaning(choice.argument, ruleset)

    def say(self, family: str, choice: Choice) -> str:
        """The English sentence for this choice."""
        return self.kind(family, choice).say(choice.argument)

    def __iter__(self) -> Iterator[Kind]:
        for kinds in self._kinds.values():
            yield from kinds.values()
