"""The questions about a table's rules: from the parent's options, its knobs and the schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hazari_rules.build import build
from hazari_rules.diff import diff
from hazari_rules.difference import Topic
from hazari_rules.documents import Node
from hazari_rules.errors import HazariError
from hazari_rules.hints import did_you_mean
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, REST
from hazari_rules.lint import chosen_kinds
from hazari_rules.merge import choices_of
from hazari_rules.model import Ruleset
from hazari_rules.new_variant import Draft
from hazari_rules.resolve import Resolver, Variant
from hazari_rules.schema import shipped_schema

_BLOCKS = ("table", "comparison", "arrangement", "play", "match")


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to choose: its name, what it means, and what is written if not its name."""

    name: str
    meaning: str
    value: Any = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers; `where` leads to what it decides.

    That is ("options", id) for an option of the parent, else a block and its knob.
    """

    where: tuple[str, str]
    text: str
    about: str
    default: str
    answers: tuple[Answer, ...]

    def answer(self, said: str) -> Answer:
        """The answer that was meant, given by its number or name; raises HazariError."""
        names = [answer.name for answer in self.answers]
        said = said.strip()
        if said.isdecimal() and 1 <= int(said) <= len(names):
            return self.answers[int(said) - 1]
        if said in names:
            return self.answers[names.index(said)]
        raise HazariError(f"'{said}' is none of the answers; {did_you_mean(said, names)}")


class Interview:
    """What can be asked about a parent variant, and what the answers amount to.

    `merged` is the parent as a document without options applied.
    """

    def __init__(self, resolver: Resolver, parent: Variant, merged: Node) -> None:
        self._resolver = resolver
        self._merged = merged
        self.parent = parent
        self._schema = shipped_schema("variant")["$defs"]
        self._touched: dict[str, set[str]] = {option.id: set() for option in parent.options}
        for name, _, patch in choices_of(merged.value.get("options")):
            self._touched[name] |= set(_leaves(patch))

    def questions(self) -> Iterator[Question]:
        """The parent's options, then the knobs that none of them touches."""
        for option in self.parent.options:
            about = f"{option.status} question; {option.why or option.where}".rstrip("; ")
            answers = [
                Answer(choice, self._meaning(option.id, choice)) for choice in option.choices
            ]
            where = ("options", option.id)
            yield Question(where, option.question, about, option.default, tuple(answers))
        known = {path for touched in self._touched.values() for path in touched}
        words, rules = self.parent.vocabulary, self.parent.ruleset
        if "runs.order" not in known and (question := _run_question(rules)) is not None:
            yield question
        for family, choice, path, _ in chosen_kinds(rules):
            block, knob = str(path[0]), str(path[1])
            kinds = [kind for kind in words.of(family).values() if kind.argument is None]
            plain = choice.name in {kind.name for kind in kinds} and choice.argument is None
            if block not in _BLOCKS or not plain or len(kinds) < 2 or f"{block}.{knob}" in known:
                continue
            title = words.families[family]
            answers = [Answer(kind.name, kind.say()) for kind in kinds]
            yield Question((block, knob), title.title, title.description, choice.name, (*answers,))

    def _meaning(self, option: str, choice: str) -> str:
        """What a choice changes, in sentences."""
        other = self._with({option: choice})
        told = [d.sentence for d in diff(self.parent, other) if d.topic is not Topic.OPTIONS]
        # How it is now stands at the answer that is in force.
        return " ".join(
            sentence.partition(", instead of: ")[0].rstrip(".") + "." for sentence in told
        )

    def _with(self, options: Mapping[str, str]) -> Variant:
        node, chosen = self._resolver.applied(self._merged, options)
        ruleset = build(node.plain(), chosen, self._resolver.vocabulary)
        return replace(self.parent, ruleset=ruleset, node=node)

    def rules(self, options: Mapping[str, str]) -> Ruleset:
        """The parent's rules with these choices."""
        return self._with(options).ruleset

    def settled(self, draft: Draft, block: str, knob: str, value: Any) -> Draft:
        """The draft with a value typed by hand: as an option's choice where that says the same."""
        defaults = {option.id: option.default for option in self.parent.options}
        chosen = {**defaults, **{k: v for k, v in draft.options.items() if v is not None}}
        covering = self.covering(f"{block}.{knob}")
        for option in covering:
            for choice in next(o.choices for o in self.parent.options if o.id == option):
                if _value(self.rules({**chosen, option: choice}), block, knob) == value:
                    kept = {k: v for k, v in draft.options.items() if k != option}
                    more = {} if choice == defaults[option] else {option: choice}
                    return replace(draft, options={**kept, **more})
        options = {**draft.options, **dict.fromkeys(covering)}
        return replace(_stated(draft, self.parent.ruleset, block, knob, value), options=options)

    def covering(self, path: str) -> list[str]:
        """The options that decide this knob and nothing else."""
        together = {path, "card_points.total"} if path == "card_points.values" else {path}
        return [id_ for id_, touched in self._touched.items() if touched and touched <= together]


def _stated(draft: Draft, parent: Ruleset, block: str, knob: str, value: Any) -> Draft:
    before = _value(parent, block, knob)
    if block == "combinations":
        return replace(draft, names={k: v for k, v in value.items() if v != before[k]})
    stated: dict[str, Any] = {knob: value}
    if knob == "values":
        changed = {rank: points for rank, points in value.items() if points != before[rank]}
        total = sum(map(value.__getitem__, parent.deck.ranks)) * len(parent.deck.suits)
        stated = {"values": changed, "total": total}
    return replace(draft, blocks={**draft.blocks, block: {**draft.blocks.get(block, {}), **stated}})


def _run_question(rules: Ruleset) -> Question | None:
    """Where the run with the first rank at its low end stands, if it is one of the usual places."""
    ranks = rules.deck.ranks
    low = "-".join([ranks[0], *ranks[:-3:-1]])
    orders = {
        "second": (f"{low} is the second highest run.", [ACE_HIGH, ACE_LOW, REST]),
        "lowest": (f"{low} is the lowest run.", [ACE_HIGH, REST, ACE_LOW]),
        "highest": (f"{low} is the highest run.", [ACE_LOW, ACE_HIGH, REST]),
        "equal": (f"{low} is as high as the highest run.", [[ACE_HIGH, ACE_LOW], REST]),
    }
    now = _value(rules, "runs", "order")
    default = next((name for name, (_, order) in orders.items() if order == now), None)
    if default is None:
        return None
    answers = tuple(Answer(name, meaning, order) for name, (meaning, order) in orders.items())
    return Question(
        ("runs", "order"), f"Where does {low} stand among the runs?", "", default, answers
    )


def _value(rules: Ruleset, block: str, knob: str) -> Any:
    data = rules.as_data()[block]
    return {item["id"]: item[knob] for item in data} if isinstance(data, list) else data[knob]


def _leaves(patch: Node) -> Iterator[str]:
    """The knobs that a choice's patch touches: "play.ties", "combinations.name"."""
    for block, node in patch.value.items():
        items = node.value if isinstance(node.value, list) else [node]
        for item in items:
            for knob in item.value if isinstance(item.value, dict) else ():
                if knob not in ("id", "aliases"):
                    yield f"{block}.{knob}"


_PAIR = re.compile(r"\s*([^\s=,]+)\s*(?:=|\s)\s*(.+?)\s*")


def pairs(said: str, known: Mapping[str, str]) -> dict[str, str]:
    """`troy=Trail, run=Sequence` by the ids or names that are known; raises HazariError.

    `known` leads from everything that may stand before the sign to what it stands for.

    >>> pairs("A=15, k 12", {"a": "A", "k": "K"})
    {'A': '15', 'K': '12'}
    """
    found: dict[str, str] = {}
    for part in filter(str.strip, said.split(",")):
        match = _PAIR.fullmatch(part)
        if match is None:
            raise HazariError(f"'{part.strip()}' is not of the form WHAT=VALUE")
        key = match[1].casefold()
        if key not in known:
            raise HazariError(f"there is no '{match[1]}' here; {did_you_mean(key, known)}")
        found[known[key]] = match[2]
    return found
