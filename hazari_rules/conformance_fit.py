"""Card points read off the answers of an implementation, whatever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hazari_rules.cards import parse_card
from hazari_rules.conformance_knobs import Edit, Knob, Op, flow
from hazari_rules.conformance_looks import Asked
from hazari_rules.conformance_protocol import AnswerKind
from hazari_rules.model import Ruleset

_MOST = 1_000


def fitted(asked: Iterable[Asked], ruleset: Ruleset) -> Iterator[Knob]:
    """The change of the card points that the answers about single cards show, if they show one."""
    right = ruleset.card_points.values
    seen: dict[str, set[int]] = {}
    for item in asked:
        if item.case.op != "points" or len(item.case.input["cards"]) != 1:
            continue
        rank = parse_card(item.case.input["cards"][0]).rank
        points = item.answer.value.get("points") if item.answer.kind is AnswerKind.RESULT else None
        if type(points) is int and 0 <= points <= _MOST:
            seen.setdefault(rank, set()).add(points)
    told = {rank: points.pop() for rank, points in seen.items() if len(points) == 1}
    wrong = {
        rank: told[rank]
        for rank in ruleset.deck.ranks
        if told.get(rank, right[rank]) != right[rank]
    }
    if wrong:
        where = ("card_points", "values")
        edit, *more = (Edit(Op.SET, (*where, rank), points) for rank, points in wrong.items())
        said = f"{'.'.join(where)}: {flow(wrong)}" if more else ""
        yield Knob(edit, tuple(more), said)
