"""Example cards for each combination of a rulebook, and how often each occurs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from hazari_rules.compiled import Rules
from hazari_rules.kinds_combinations import ACE_HIGH, ACE_LOW, Shape
from hazari_rules.messages import Messages
from hazari_rules.odds import group_counts, strength_counts
from hazari_rules.rulebook_model import Block, Figures, Hand, Row, Section, Table, remark
from hazari_rules.rulebook_patterns import Patterns, cards_of, close_calls, patterns

NO_BREAK = "\u00a0"


def with_examples(section: Section, rules: Rules, t: Messages) -> Section:
    """The section of the combinations with cards for each, and with their numbers at the end."""
    found = {
        f"combination-{one.step.combination.id}": one
        for one in patterns(rules.ruleset, rules.vocabulary)
    }
    blocks: list[Block] = []
    for block in section.blocks:
        if isinstance(block, Section) and block.id in found:
            blocks.append(block.and_then(*_examples(found[block.id], rules, t)))
        elif isinstance(block, Section) and block.id == "runs":
            blocks.append(block.and_then(*_round_the_corner([*found.values()], rules, t)))
        else:
            blocks.append(block)
    return replace(section, blocks=(*blocks, _numbers(rules, t)))


def _examples(found: Patterns, rules: Rules, t: Messages) -> Iterator[Block]:
    seen = replace(found, shapes=tuple(s for s in found.shapes if _counts(rules, found, s)))
    if not seen.shapes:
        yield remark(t("In these groups of this pack it cannot occur."))
        return
    figures: list[tuple[str, tuple[Hand, ...]]] = [
        (t("The highest"), (_hand(rules, seen.shapes[0], 0),))
    ]
    if len(seen.shapes) > 1:
        figures.append((t("The lowest"), (_hand(rules, seen.shapes[-1], 1),)))
    for pair in close_calls(seen):
        first, second = sorted(pair, key=lambda s: _strength(rules, s), reverse=True)
        winner = _hand(rules, first, 2)
        # Both lie on one table, so no card may be in both.
        losers = (_hand(rules, second, turn) for turn in range(len(rules.ruleset.deck.suits)))
        apart = (hand for hand in losers if not {*hand.cards} & {*winner.cards})
        for loser in islice(apart, 1):
            figures.append((t("The first beats the second"), (winner, loser)))
    yield Figures(tuple(figures))


def _group(rules: Rules, size: int) -> int | None:
    sizes = [group.cards for group in rules.ruleset.groups]
    return sizes.index(size) if size in sizes else None


def _counts(rules: Rules, found: Patterns, shape: Shape) -> bool:
    """Whether a group of just these cards counts as this combination in play."""
    group = _group(rules, len(shape.ranks))
    if group is None:
        return any(of.cards > len(shape.ranks) for of in rules.ruleset.groups)
    reading = rules.ranking.reading(cards_of(rules.ruleset, shape), group)
    return reading.combination == found.step.combination.id


def _strength(rules: Rules, shape: Shape) -> int:
    group = _group(rules, len(shape.ranks))
    if group is None:
        return 0
    return rules.ranking.reading(cards_of(rules.ruleset, shape), group).strength


def _hand(rules: Rules, shape: Shape, turn: int) -> Hand:
    cards = cards_of(rules.ruleset, shape, turn)
    group = _group(rules, len(cards))
    return Hand(cards if group is None else rules.ranking.reading(cards, group).cards)


def _round_the_corner(found: list[Patterns], rules: Rules, t: Messages) -> Iterator[Block]:
    """What the cards that are no run count as if they are of one suit (seed Grand, the Note)."""
    last = len(rules.ruleset.deck.ranks) - 1
    shape = Shape.of((0, 1, last), suited=True)
    both = not {ACE_HIGH, ACE_LOW} & set(rules.ruleset.runs.not_runs)
    for one in found if both and last > 2 else ():
        if shape in one.shapes:
            suited = [s for s in one.shapes if s.suited]
            place = suited.index(shape)
            name = t.word(one.step.combination.id)
            cards = _written(rules, Shape.of((last, 0, 1), suited=True), t)
            if 0 < place < len(suited) - 1:
                text = t(
                    "{cards} in one suit counts only as {name}, lower than {higher} and higher"
                    " than {lower}.",
                    cards=cards,
                    name=name,
                    higher=_written(rules, suited[place - 1], t),
                    lower=_written(rules, suited[place + 1], t),
                )
            else:
                text = t("{cards} in one suit counts only as {name}.", cards=cards, name=name)
            yield remark(text)


def _written(rules: Rules, shape: Shape, t: Messages) -> str:
    return t.digits("-".join(rules.ruleset.deck.ranks[rank] for rank in shape.ranks))


def _numbers(rules: Rules, t: Messages) -> Section:
    """How many groups of each size count as each combination."""
    sizes = sorted({group.cards for group in rules.ruleset.groups})
    counts = []
    for size in sizes:
        group = rules.ranking.group_of_size(size)
        counts.append(group_counts(rules.ruleset, strength_counts(rules.ranking, group)))
    rows = []
    for id_ in counts[0]:
        cells = [t.word(id_) if id_ else t("no combination")]
        for numbers in counts:
            number, total = numbers.get(id_, 0), sum(numbers.values())
            cells += [t.number(number), _share(t, number, total)] if number else ["–", "–"]
        rows.append(Row(tuple(cells)))
    sums = [
        cell for n in counts for cell in (t.number(sum(n.values())), t.digits(f"100{NO_BREAK}%"))
    ]
    rows.append(Row((t("All"), *sums)))
    heads = [
        h
        for n in sizes
        for h in (t.plural("Groups of {n} card", "Groups of {n} cards", n), t("of these"))
    ]
    table = Table(t("How many groups count as what"), (t("Combination"), *heads), tuple(rows), True)
    text = t("Counted exactly: every group that the pack can give, as what it counts in play.")
    return Section("numbers", t("How often they occur"), (remark(text), table))


def _share(t: Messages, number: int, total: int) -> str:
    percent = 100 * number / total
    shown = f"{percent:.1f}" if percent >= 1 else f"{percent:.3f}"
    return t.digits(f"{shown}{NO_BREAK}%")
