"""The closed vocabulary: what a kind of rule is, and the collection of all kinds in force.

A *family* is a knob of the language whose value is chosen among named *kinds* (a tie rule, a
card test, a condition). Each kind owns four things: the schema of its argument, its meaning,
its check and its English sentence. The modules `kinds_*` define the shipped ones; a plugin
adds further ones through the hook `hazari_kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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


class Wording:
    """How sentences come out: here English as it is written; a translation changes every part."""

    def text(self, message: str) -> str:
        """A sentence or phrase, its `{placeholders}` still in it."""
        return message

    def number(self, value: int) -> str:
        """A number as it is written."""
        return str(value)

    def word(self, word: str) -> str:
        """A word of a variant file: the id of a combination, a rank."""
        return word.replace("_", " ")

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """Several things in a row; `last` is "and" or "or"."""
        return f" {last} ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


ENGLISH = Wording()


@dataclass(frozen=True, slots=True)
class Kind:
    """One named kind of a family.

    `argument` is the JSON Schema of the argument; None for a kind that is a word alone, and
    `optional` if the word alone is also allowed. `meaning(argument, ruleset)` builds what the
    engine calls; each family says which callable that is.

    `sentence` is English for the rulebook; `{name}` in it stands for the argument's part of that
    name, `{argument}` for the whole; `{name:or}` lists alternatives. `phrases` are the words for
    values of the argument ("whole_deal", "true", "2 1"); in the phrase of a map's key,
    `{argument}` is what the key holds. `parts` are further sentences for those optional parts of
    the argument that are there.
    """

    family: str
    name: str
    sentence: str
    description: str
    meaning: Callable[[Any, Ruleset], Any]
    argument: Mapping[str, Any] | None = None
    optional: bool = False
    check: Callable[[Any, Place], Iterable[Problem]] = no_problems
    phrases: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)

    def say(self, argument: Any = None, wording: Wording = ENGLISH) -> str:
        """The sentence with the argument's values in it.

        >>> kind = Kind("tie_rule", "x", "{who:or} wins {n}", "", print, phrases={"a": "Ann"})
        >>> kind.say({"who": ["a", "b_c"], "n": 2})
        'Ann or b c wins 2'
        """
        stated = argument if isinstance(argument, Mapping) else {}
        more = [part for name, part in self.parts.items() if name in stated]
        values = {name: _Value(self, value, wording) for name, value in stated.items()}
        values["argument"] = _Value(self, argument, wording)
        texts = [wording.text(sentence) for sentence in (self.sentence, *more)]
        return " ".join(text.format_map(values) for text in texts)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of an argument that puts itself into words."""

    kind: Kind
    value: Any
    wording: Wording

    def __format__(self, spec: str) -> str:
        value, phrases, wording = self.value, self.kind.phrases, self.wording
        if isinstance(value, Mapping):
            return " ".join(self._of_key(key, item) for key, item in value.items())
        many = isinstance(value, tuple | list)
        name = " ".join(map(str, value)) if many else str(value)
        name = name.lower() if isinstance(value, bool) else name
        if name in phrases:
            return wording.text(phrases[name])
        if many:
            items = [format(_Value(self.kind, item, wording)) for item in value]
            return wording.listed(items, spec or "and")
        return wording.number(value) if isinstance(value, int) else wording.word(name)

    def _of_key(self, key: str, item: Any) -> str:
        phrase = self.kind.phrases.get(key, f"{key} {{argument}}")
        values = {"argument": _Value(self.kind, item, self.wording)}
        return self.wording.text(phrase).format_map(values)


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

    def say(self, family: str, choice: Choice, wording: Wording = ENGLISH) -> str:
        """The sentence for this choice, in English or as worded."""
        return self.kind(family, choice).say(choice.argument, wording)

    def __iter__(self) -> Iterator[Kind]:
        for kinds in self._kinds.values():
            yield from kinds.values()
