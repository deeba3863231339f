"""Rules that differ from given ones in a few knobs or option choices, ready to answer cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hazari_rules.build import build
from hazari_rules.compiled import Rules
from hazari_rules.conformance_knobs import Edit, Knob, knobs, turned
from hazari_rules.conformance_misreadings import misreading_kinds, misreadings
from hazari_rules.conformance_reads import RANKING, Fingerprints
from hazari_rules.documents import Node
from hazari_rules.errors import HazariError, Severity, Span
from hazari_rules.kinds import Vocabulary
from hazari_rules.lint import Known
from hazari_rules.lint_places import Check
from hazari_rules.loading import Loader
from hazari_rules.model import Ruleset
from hazari_rules.ranking import Ranking
from hazari_rules.resolve import Variant

OPEN = "open"
"""The last stage looks for steps of the ladder that nothing reaches; such rules can be played."""

_MOST_RANKINGS = 500

Load = Callable[[Mapping[str, str]], Variant]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice of one of the variant's options."""

    option: str
    choice: str
    status: str

    @property
    def words(self) -> str:
        """The choice as the command line takes it."""
        return f"{self.option}={self.choice}"

    @property
    def open(self) -> bool:
        """Whether the source leaves the question open."""
        return self.status == OPEN


@dataclass(frozen=True, slots=True)
class Change:
    """One change of the rules: a knob, a choice of an option, or a choice that turns one knob.

    `also` are further ways to make the same change. A `mistake` is no knob of the language.
    """

    knob: Knob | None = None
    chosen: Chosen | None = None
    also: tuple[str, ...] = ()
    mistake: bool = False

    @property
    def words(self) -> str:
        """The change on one line."""
        if self.knob is not None:
            return self.knob.words
        return f"option {self.chosen.words}" if self.chosen else ""


@dataclass(frozen=True, slots=True)
class Mutant:
    """Rules with one change or several.

    Where a fingerprint of an operation is the same as that of other rules, so are its answers.
    """

    changes: tuple[Change, ...]
    rules: Rules
    prints: Mapping[str, str]

    @property
    def words(self) -> str:
        """All changes on one line."""
        return " and ".join(change.words for change in self.changes)


@dataclass(slots=True)
class Workshop:
    """Makes changed rules from those of a variant, and refuses what makes no sense.

    `load` gives the variant under other option choices, where its file is at hand.
    """

    variant: Variant
    load: Load | None = None
    _vocabulary: Vocabulary = field(init=False)
    _prints: Fingerprints = field(init=False)
    _rankings: dict[str, Ranking] = field(default_factory=dict)
    _singles: tuple[Mutant, ...] = ()
    _mistakes: tuple[Mutant, ...] = ()
    _known: Known = field(init=False)
    _loaded: dict[tuple[tuple[str, str], ...], Variant | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kinds = self.variant.vocabulary
        families, more = kinds.families.values(), list(misreading_kinds(kinds))
        self._vocabulary = Vocabulary(families, [*kinds, *more])
        self._prints = Fingerprints(self._vocabulary, more)
        self._known = Known(self._vocabulary)

    @classmethod
    def of(cls, loader: Loader, name: str, options: Mapping[str, str]) -> Workshop:
        """For the variant that a loader finds by this name, with these choices."""
        variant = loader.load(name, options)
        return cls(variant, lambda chosen: loader.load(name, {**options, **chosen}))

    @classmethod
    def of_data(cls, data: Mapping[str, Any], vocabulary: Vocabulary) -> Workshop:
        """For resolved rules as data, whose options are then out of reach.

        Raises HazariError for what is no ruleset.
        """
        try:
            ruleset = build(data, data.get("options", {}), vocabulary)
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            raise HazariError(f"these are no resolved rules: {error}") from None
        return cls(Variant(ruleset, (), (), _node(data), vocabulary))

    def singles(self) -> tuple[Mutant, ...]:
        """Every knob turned and every other choice made, one at a time; each ruleset once.

        A choice whose rules have the digest of the original is among them, a knob is not.
        """
        if self._singles:
            return self._singles
        found: dict[str, Mutant] = {}
        same: list[Mutant] = []
        original = self.variant.ruleset.digest
        for change in (*self._knobs(), *self._choices()):
            mutant = self.mutant((change,))
            if mutant is None:
                continue
            digest = mutant.rules.ruleset.digest
            if digest == original:
                same += [mutant] if change.chosen else []
            elif digest in found:
                found[digest] = _joined(found[digest], change)
            else:
                found[digest] = mutant
        self._singles = (*found.values(), *same)
        return self._singles

    def mistakes(self) -> tuple[Mutant, ...]:
        """The mistakes that programs are known to make and that are no knob."""
        if not self._mistakes:
            found = misreadings(self.variant.ruleset.as_data())
            made = (self.mutant((Change(knob, mistake=True),)) for knob in found)
            self._mistakes = tuple(mutant for mutant in made if mutant is not None)
        return self._mistakes

    def original(self) -> Mutant:
        """The rules as they are, changed in nothing."""
        return self._of((), self._compiled(self.variant.ruleset))

    def _knobs(self) -> Iterator[Change]:
        for knob in knobs(self.variant.ruleset.as_data(), self.variant.vocabulary):
            yield Change(knob)

    def _choices(self) -> Iterator[Change]:
        now = self.variant.ruleset.options
        for option in self.variant.options if self.load else ():
            for choice in option.choices:
                if choice != now.get(option.id):
                    yield Change(chosen=Chosen(option.id, choice, option.status))

    def mutant(self, changes: Sequence[Change]) -> Mutant | None:
        """The rules with these changes, or None if they do not fit together."""
        chosen = [c.chosen for c in changes if c.knob is None and c.chosen is not None]
        options = {choice.option: choice.choice for choice in chosen}
        if len(options) < len(chosen):
            return None
        variant = self._under(options)
        if variant is None:
            return None
        edits = [edit for change in changes if change.knob for edit in change.knob.edits]
        rules = self._turned(variant, edits)
        return None if rules is None else self._of(tuple(changes), rules)

    def _of(self, changes: tuple[Change, ...], rules: Rules) -> Mutant:
        return Mutant(changes, rules, self._prints.of(rules.ruleset))

    def _under(self, options: Mapping[str, str]) -> Variant | None:
        if not options or self.load is None:
            return self.variant
        key = tuple(sorted(options.items()))
        if key not in self._loaded:
            try:
                self._loaded[key] = self.load(options)
            except HazariError:
                self._loaded[key] = None
        return self._loaded[key]

    def _turned(self, variant: Variant, edits: Sequence[Edit]) -> Rules | None:
        if len({edit.path for edit in edits}) < len(edits):
            return None
        ruleset: Ruleset | None = variant.ruleset
        if edits:
            ruleset = self._ruleset(variant, edits)
        if ruleset is None:
            return None
        try:
            return self._compiled(ruleset)
        except (HazariError, LookupError, TypeError, ValueError):
            return None

    def _compiled(self, ruleset: Ruleset) -> Rules:
        """The rules ready to play, with a ladder that is compiled only once for each."""
        key = self._prints.of(ruleset)[RANKING]
        rules = Rules.compile(ruleset, self._vocabulary, self._rankings.get(key))
        if len(self._rankings) < _MOST_RANKINGS:
            self._rankings[key] = rules.ranking
        return rules

    def _ruleset(self, variant: Variant, edits: Sequence[Edit]) -> Ruleset | None:
        """The edited rules if they mean something."""
        try:
            data = turned(variant.ruleset.as_data(), edits)
            ruleset = build(data, variant.ruleset.options, self._vocabulary)
            changed = replace(
                variant, ruleset=ruleset, node=_node(data), vocabulary=self._vocabulary
            )
            fits = all(self._clean(changed, stage) for stage in self._known.stages[:-1])
        except (HazariError, LookupError, TypeError, ValueError, AttributeError):
            return None
        finally:
            self._known.forget_nodes()
        return ruleset if fits else None

    def _clean(self, variant: Variant, stage: Sequence[Check]) -> bool:
        found = [finding for check in stage for finding in self._known.findings(check, variant)]
        return not any(finding.severity is Severity.ERROR for finding in found)


def _joined(mutant: Mutant, change: Change) -> Mutant:
    (first,) = mutant.changes
    if first.chosen is None and change.chosen is not None:
        joined = replace(first, chosen=change.chosen)
    else:
        joined = replace(first, also=(*first.also, change.words))
    return replace(mutant, changes=(joined,))


def _node(value: Any) -> Node:
    """Data as a document that stands nowhere."""
    if isinstance(value, Mapping):
        return Node({key: _node(item) for key, item in value.items()}, _NOWHERE)
    if isinstance(value, list):
        return Node([_node(item) for item in value], _NOWHERE)
    return Node(value, _NOWHERE)


_NOWHERE = Span("", 1, 1, 1, 1)
