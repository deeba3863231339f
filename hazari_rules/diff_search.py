"""Scenes on which two rulesets may disagree, the smallest and plainest first.

Comparisons are found over all classes of groups; arrangements, rounds and deals are built around
what differs there, or are dealt from fixed seeds. Everything found is a suggestion that the
caller plays under both rules.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, pairwise

from hazari_rules.arrange import Groups, faults, greedy, lexicographic
from hazari_rules.cards import Card
from hazari_rules.compiled import Rules
from hazari_rules.dealing import Hands, deal_hands
from hazari_rules.diff_classes import (
    LARGEST,
    Classes,
    Entry,
    apart,
    comparable,
    discordant,
    turned_round,
    with_other_suits,
)
from hazari_rules.diff_scenes import (
    ArrangementScene,
    ComparisonScene,
    DealingScene,
    DealScene,
    GroupScene,
    HandsScene,
    PackScene,
    RoundScene,
    Scene,
    TotalsScene,
)
from hazari_rules.errors import HazariError

SEEDS = 30
"""How many deals of seed 0 are played."""

RARE = 300
"""How many deals of seed 0 are looked at for what depends on the dealt hands alone."""

_PAIRS = 12


@dataclass(frozen=True, slots=True)
class Search:
    """Two rulesets, and the ids of the combinations that their difference is about."""

    one: Rules
    other: Rules
    about: Collection[str]
    classes: Classes

    def comparisons(self) -> Iterator[Scene]:
        """Two groups each, the better of which differs; one that counts otherwise after those."""
        for group in comparable(self.one, self.other):
            entries = self.classes.entries(self.one, self.other, group, judged=False)
            pairs = chain(turned_round(entries, self._named(entries, group)), discordant(entries))
            for x, y in islice(pairs, _PAIRS):
                for first, second in islice(apart(x, y), 1):
                    yield ComparisonScene(first, second, group)
            for entry in self._named(entries, group)[:_PAIRS]:
                yield GroupScene(entry.groups[0], group)
        for group in self._large():
            for deal in islice(self._dealt(), SEEDS):
                for one, other in pairwise(deal.arrangements):
                    yield ComparisonScene(one[group], other[group], group)

    def _large(self) -> list[int]:
        """The groups (from 0) with more cards than can be gone through."""
        groups = enumerate(self.one.ruleset.groups)
        return [i for i, group in groups if group.cards > LARGEST]

    def _named(self, entries: Sequence[Entry], group: int) -> list[Entry]:
        """The entries that count as one of the combinations that the difference is about."""
        both = (self.one, self.other) if self.about else ()
        reading = self.classes.reading
        return [
            entry
            for entry in entries
            if any(reading(r, group, entry.groups[0]).combination in self.about for r in both)
        ]

    def arrangements(self) -> Iterator[Scene]:
        """Arrangements around two neighbouring groups that may stand so in one ruleset only."""
        both_wrong: list[ArrangementScene] = []
        for i in self._neighbours():
            for x, y, wrong_in_both in islice(self._steps(i), 200):
                for first, second in islice(apart(x, y), 1):
                    groups = completed(self.one, i, first, second)
                    if groups is None:
                        continue
                    if wrong_in_both:
                        both_wrong.append(ArrangementScene(groups))
                    else:
                        yield ArrangementScene(groups)
        yield from both_wrong

    def _neighbours(self) -> Iterator[int]:
        """The first of each two neighbouring groups (from 0), each kind of pair once."""
        groups, others = self.one.ruleset.groups, self.other.ruleset.groups
        if groups != others or set(self.one.deck) != set(self.other.deck):
            return
        pairs = [(groups[i], groups[i + 1]) for i in range(len(groups) - 1)]
        if all(group.cards <= LARGEST for group in groups):
            yield from sorted(pairs.index(pair) for pair in set(pairs))

    def _steps(self, i: int) -> Iterator[tuple[Entry, Entry, bool]]:
        """Entries of group i and the next that may follow each other in one ruleset or in none."""
        first, second = (
            self.classes.entries(self.one, self.other, j, judged=True)[::-1] for j in (i, i + 1)
        )
        one, other = self.one.descends, self.other.descends
        wrong: list[tuple[Entry, Entry, bool]] = []
        for x in first:
            for y in second:
                before, after = one(x.one, y.one), other(x.other, y.other)
                if before != after:
                    yield x, y, False
                elif not before and len(wrong) < _PAIRS:
                    wrong.append((x, y, True))
        yield from wrong

    def same_arrangements(self) -> bool:
        """Whether the same groups may follow each other under both: proved over all classes."""
        if self.one.ruleset.groups != self.other.ruleset.groups:
            return False
        pairs = list(self._neighbours())
        known = bool(pairs) or len(self.one.ruleset.groups) == 1
        return known and not any(not wrong for i in pairs for *_, wrong in self._steps(i))

    def never_wrong(self) -> bool:
        """Whether no two groups are ever in the wrong order, under both: over all classes."""
        pairs = list(self._neighbours())
        return bool(pairs) and not any(True for i in pairs for _ in self._steps(i))

    def same_comparisons(self) -> bool:
        """Whether all groups count as the same and compare the same: proved over all classes."""
        groups = list(comparable(self.one, self.other))
        sizes = {group.cards for group in self.one.ruleset.groups}
        if (
            self.one.ruleset.groups != self.other.ruleset.groups
            or max(sizes) > LARGEST
            or not groups
        ):
            return False
        for group in groups:
            for judged in (False, True):
                entries = self.classes.entries(self.one, self.other, group, judged=judged)
                if next(discordant(entries), None) is not None:
                    return False
        return all(self.classes.same_readings(self.one, self.other, group) for group in groups)

    def tied_rounds(self) -> Iterator[Scene]:
        """Rounds with two equal best groups."""
        for group in comparable(self.one, self.other):
            entries = self.classes.entries(self.one, self.other, group, judged=False)
            best = [entry for entry in entries if entry.one and entry.other]
            for entry in best[len(best) // 2 :: max(1, len(best) // 16)]:
                yield from self._tied(entry, best[: len(best) // 2], group)

    def rounds(self) -> Iterator[Scene]:
        """Rounds as they are dealt."""
        for deal in islice(self._dealt(), SEEDS):
            order = self.one.order_from(0)
            for number in range(1, len(deal.arrangements[0]) + 1):
                plays = tuple((seat, deal.arrangements[seat][number - 1]) for seat in order)
                yield RoundScene(number, plays)

    def _tied(self, entry: Entry, weaker: Sequence[Entry], group: int) -> Iterator[Scene]:
        best = entry.groups[0]
        for equal in with_other_suits(best):
            if not set(equal) & set(best):
                break
        else:
            return
        used, others = {*best, *equal}, []
        for low in weaker:
            for cards in with_other_suits(low.groups[0]):
                if not set(cards) & used:
                    others.append(cards)
                    used |= set(cards)
                    break
            if len(others) == self.one.players - 2:
                break
        if len(others) < self.one.players - 2:
            return
        seats = self.one.order_from(0)
        for order in (
            (best, *others[:1], equal, *others[1:]),
            (equal, *others[:1], best, *others[1:]),
        ):
            yield RoundScene(group + 1, tuple(zip(seats, order, strict=True)))

    def totals(self) -> Iterator[Scene]:
        """Totals at and around the targets: one player there, several, equal ones."""
        players = self.one.players
        if players != self.other.players:
            return
        for target in sorted({r.ruleset.match.target for r in (self.one, self.other)}):
            low = [max(0, target - 10 * (i + 2)) for i in range(players)]
            yield TotalsScene((target, *low[1:]))
            yield TotalsScene((target + 20, target + 10, *low[2:]))
            yield TotalsScene((target + 10, target + 10, *low[2:]))

    def hands(self) -> Iterator[Scene]:
        """Dealt hands: built ones, then many from seeds, for what is rarely dealt."""
        if self._same_table():
            many = map(self._hands, range(RARE))
            for dealt in chain(islice(many, RARE // 3), self._ordered(), self._built(), many):
                yield HandsScene(dealt)

    def splits(self) -> Iterator[Scene]:
        """A hand as each side splits it, where they split hands otherwise."""
        sizes = [[group.cards for group in r.ruleset.groups] for r in (self.one, self.other)]
        if sizes[0] != sizes[1]:
            for rules in (self.one, self.other):
                table = rules.ruleset.table
                hand = deal_hands(rules.deck, table.players, table.cards_each, 0, 0)[0]
                yield ArrangementScene(strongest_first(rules, hand))

    def pack(self) -> Iterator[Scene]:
        """All cards counted."""
        yield PackScene()

    def dealing(self) -> Iterator[Scene]:
        """The pack is dealt out."""
        yield DealingScene()

    def deals(self) -> Iterator[Scene]:
        """Whole deals, with other totals and results before them, and with groups turned round."""
        for deal in self._dealt():
            yield deal
            players = range(len(deal.hands))
            points = tuple(200 if seat == 2 % len(players) else 50 for seat in players)
            yield DealScene(deal.hands, deal.arrangements, points, points)
            least = min(r.ruleset.match.target for r in (self.one, self.other))
            close = tuple(max(0, least - 20 - seat) for seat in players)
            yield DealScene(deal.hands, deal.arrangements, close)
            turned = tuple(_turned(groups) for groups in deal.arrangements)
            yield DealScene(deal.hands, turned, deal.totals)

    def _dealt(self) -> Iterator[DealScene]:
        hands: Iterable[Hands] = chain(
            (self._hands(seed) for seed in range(3)),
            self._built(),
            self._ordered(),
            (self._hands(seed) for seed in range(3, SEEDS)),
        )
        if self._same_table():
            for dealt in hands:
                arrangements = tuple(self._arranged(hand) for hand in dealt)
                yield DealScene(dealt, arrangements, (0,) * self.one.players)

    def _same_table(self) -> bool:
        one, other = self.one.ruleset, self.other.ruleset
        return (
            one.table.players == other.table.players
            and [group.cards for group in one.groups] == [group.cards for group in other.groups]
            and one.table.cards_each == other.table.cards_each
            and set(self.one.deck) == set(self.other.deck)
        )

    def _hands(self, number: int) -> Hands:
        table = self.one.ruleset.table
        return deal_hands(self.one.deck, table.players, table.cards_each, 0, number)

    def _ordered(self) -> Iterator[Hands]:
        """The pack dealt out by rank, then by suit: as many equals and runs as can be."""
        table = self.one.ruleset.table
        ranks = self.one.ruleset.deck.ranks
        by_rank = sorted(self.one.deck, key=lambda card: ranks.index(card.rank))
        for cards in (by_rank, sorted(self.one.deck)):
            yield tuple(
                tuple(cards[seat * table.cards_each : (seat + 1) * table.cards_each])
                for seat in range(table.players)
            )

    def _built(self) -> Iterator[Hands]:
        """Hands whose groups make one combination each, for one player and for two."""
        for id_ in [c.id for c in self.one.ruleset.combinations]:
            for players in (1, 2):
                used: set[Card] = set()
                made = [self._hand_of(id_, used) for _ in range(players)]
                if all(len(hand) >= 3 for hand in made):
                    yield self._filled(made, used)

    def _hand_of(self, id_: str, used: set[Card]) -> list[Card]:
        """As many groups as can be of one combination, the strongest first; `used` grows."""
        hand: list[Card] = []
        for i, group in enumerate(self.one.ruleset.groups):
            if group.cards > LARGEST:
                break
            cards = self._strongest(id_, i, used)
            hand += cards
            used |= set(cards)
        return hand

    def _strongest(self, id_: str, group: int, used: set[Card]) -> tuple[Card, ...]:
        for entry in reversed(self.classes.entries(self.one, self.one, group, judged=False)):
            if self.classes.reading(self.one, group, entry.groups[0]).combination != id_:
                continue
            for cards in chain.from_iterable(map(with_other_suits, entry.groups)):
                if not set(cards) & used:
                    return cards
        return ()

    def _filled(self, made: Sequence[list[Card]], used: set[Card]) -> Hands:
        """All hands, those begun first, filled up from the rest of the pack."""
        table = self.one.ruleset.table
        left = [card for card in self._mixed() if card not in used]
        hands = []
        for seat in range(table.players):
            begun = made[seat] if seat < len(made) else []
            missing = table.cards_each - len(begun)
            hands.append((*begun, *left[:missing]))
            left = left[missing:]
        return tuple(hands)

    def _mixed(self) -> list[Card]:
        return [card for hand in self._hands(1) for card in hand] + [
            card for card in self.one.deck if not any(card in hand for hand in self._hands(1))
        ]

    def _arranged(self, hand: Sequence[Card]) -> Groups:
        """An arrangement that both rulesets allow, if one of the usual ones is such."""
        if self._large():
            return strongest_first(self.one, hand)  # the bots would take too long
        found: list[Groups] = []
        for bot in (greedy, lexicographic):
            for rules in (self.one, self.other):
                try:
                    groups = bot(rules, hand)
                except HazariError:
                    continue
                if not faults(self.one, groups) and not faults(self.other, groups):
                    return groups
                found.append(groups)
        return found[0] if found else strongest_first(self.one, hand)


def strongest_first(rules: Rules, hand: Sequence[Card]) -> Groups:
    """Each group in turn the strongest that is left, whether or not the rules allow the order."""
    left, groups = list(rules.ranking.encode(hand)), []
    cards = dict(zip(left, hand, strict=True))
    for group, strength in zip(rules.ruleset.groups, rules.ranking.play, strict=True):
        best = max(combinations(left, group.cards), key=lambda part: strength(*part))
        groups.append(tuple(cards[code] for code in best))
        left = [code for code in left if code not in best]
    return tuple(groups)


def _turned(groups: Groups) -> Groups:
    """The groups of each size in the opposite order."""
    left = {size: [g for g in groups if len(g) == size] for size in {len(g) for g in groups}}
    return tuple(left[len(group)].pop() for group in groups)


def completed(
    rules: Rules, i: int, first: tuple[Card, ...], second: tuple[Card, ...]
) -> Groups | None:
    """An arrangement with these as groups i and i+1 (from 0): strong before, weak after them.

    None if the cards do not go round.
    """
    left = [card for card in rules.deck if card not in (*first, *second)]
    ranks = rules.ruleset.deck.ranks
    left.sort(key=lambda card: ranks.index(card.rank))
    sizes = [group.cards for group in rules.ruleset.groups]
    if sum(sizes) > len(rules.deck):
        return None
    groups: dict[int, tuple[Card, ...]] = {i: first, i + 1: second}
    for j in range(i):
        groups[j] = _extreme(rules, j, left[:16], max)
        left = [card for card in left if card not in groups[j]]
    least = 0
    for j in reversed(range(i + 2, len(sizes))):
        groups[j] = _extreme(rules, j, left[:: max(1, len(left) // 13)], min, least)
        least = _judged(rules, j, groups[j])
        left = [card for card in left if card not in groups[j]]
    return tuple(groups[j] for j in range(len(sizes)))


def _extreme(
    rules: Rules,
    group: int,
    cards: Sequence[Card],
    pick: Callable[..., tuple[Card, ...]],
    least: int = 0,
) -> tuple[Card, ...]:
    """The strongest or weakest group of these cards, as the order of groups is judged.

    Groups stronger than `least` are preferred.
    """
    parts = list(combinations(cards, rules.ruleset.groups[group].cards))
    enough = [part for part in parts if _judged(rules, group, part) > least]
    return pick(enough or parts, key=lambda part: _judged(rules, group, part))


def _judged(rules: Rules, group: int, cards: Sequence[Card]) -> int:
    return rules.ranking.judged[group](*rules.ranking.encode(cards))
