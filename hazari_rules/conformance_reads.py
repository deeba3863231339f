"""What each operation reads of the rules, so that rules alike in that need no second question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

from hazari_rules.builtin import KINDS
from hazari_rules.kinds import Kind, Vocabulary
from hazari_rules.model import BLOCKS, Ruleset, canonical_json

_LADDER = ("deck", "runs", "combinations", "groups", "comparison")
_JUDGED = "arrangement.judged_on"

READS: Mapping[str, tuple[str, ...]] = {
    "classify": _LADDER,
    "compare": _LADDER,
    "value": _LADDER,
    "arrangement": (*_LADDER, "arrangement", "table"),
    "round": (*_LADDER, "play", "card_points", "table"),
    "seats": ("table",),
    "deal": BLOCKS,
    "points": ("deck", "card_points"),
    "sheet": ("deck", "card_points", "table", "play"),
    "target": ("match", "table"),
    "hand": (*_LADDER, "table", "redeals", "instant_wins"),
}
"""The blocks of the rules that decide the answer to each operation, with the shipped kinds."""

RANKING = "ranking"
"""Not an operation, but what the compiled ladder depends on."""


class Fingerprints:
    """Short texts that are equal for rules under which an operation has the same answers.

    The kinds of a plugin may read any part of the rules; where there are some, each operation is
    taken to read everything. `known` are further kinds that read no more than the shipped ones.

    >>> from hazari_rules.game import Game
    >>> one, other = (Game.load("hazari", {"direction": d}).rules for d in
    ...               ("clockwise", "counterclockwise"))
    >>> prints = Fingerprints(one.vocabulary)
    >>> a, b = prints.of(one.ruleset), prints.of(other.ruleset)
    >>> a["compare"] == b["compare"], a["seats"] == b["seats"]
    (True, False)
    """

    def __init__(self, vocabulary: Vocabulary, known: Iterable[Kind] = ()) -> None:
        shipped = {id(kind) for kind in (*KINDS, *known)}
        self._all = any(id(kind) not in shipped for kind in vocabulary)

    def of(self, ruleset: Ruleset) -> Mapping[str, str]:
        """The fingerprint of each operation, and of the compiled ladder under RANKING."""
        data = ruleset.as_data()
        texts = {block: canonical_json(data[block]) for block in BLOCKS}
        texts[_JUDGED] = canonical_json(data["arrangement"]["judged_on"])
        read = {**READS, RANKING: (*_LADDER, _JUDGED)}
        return {
            name: sha256("\n".join(texts[b] for b in (BLOCKS if self._all else blocks)).encode())
            .hexdigest()
            for name, blocks in read.items()
        }  # fmt: skip
