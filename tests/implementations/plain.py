"""Hazari and its family in plain Python, for the conformance protocol.

It needs the standard library only, reads the rules that it is sent and plays by them. Start
reading at `main`; `Game` has a method for each operation.
"""

import json
import os
import sys
from functools import cmp_to_key
from itertools import chain, combinations
from typing import NamedTuple

KNOWN = {  # every word of the rules that this program understands, by where it stands
    "table/direction": "counterclockwise clockwise",
    "table/first_leader": "next_to_dealer dealer last_deal_winner",
    "table/next_dealer": "next previous",
    "combinations/key": "run_order multiples ranks",
    "comparison/order": "high_wins low_wins",
    "comparison/made_from": "some_cards all_cards",
    "comparison/spare": "ignored kicker",
    "arrangement/order": "not_rising falling free",
    "arrangement/on_violation": "reject sort foul",
    "play/next_leader": "winner same",
    "play/ties": "last_played first_played nobody split suit",
    "play/award": "captured_card_points",
    "match/check": "after_deal at_once",
    "match/reached_together": "highest_wins extend_target",
    "match/winner": "highest_total",
    "match/ties": "shared play_on extend_target",
    "redeals/claim": "automatic on_request",
    "redeals/dealer": "stays moves",
    "instant_wins/after": "dealing arranging round deal",
    "instant_wins/if_several": "first_in_order all",
    "instant_wins/effect": "win_match win_deal",
}
CONDITIONS = {"rounds_won", "groups_held", "hand_lacks", "pairs_in_hand", "same_rank_in_hand"}
PARTS = {"id", "name", "aliases", "cards", "key", "same_rank", "run", "suited", "exact_ranks"}


class RejectError(Exception):
    """The input is against the rules; the reason is the argument."""


class UnsupportedError(Exception):
    """The rules have something that this program does not know."""


class Reading(NamedTuple):
    """What a group counts as. The bigger `strength`, the stronger."""

    strength: tuple
    combination: str
    cards: tuple
    spare: tuple


def kind(value):
    """A kind is a word, or an object of one word and its argument."""
    return (value, {}) if isinstance(value, str) else next(iter(value.items()))


def check_known(rules):
    """Find what this program does not know before it gives a wrong answer."""
    for path, words in KNOWN.items():
        block, name = path.split("/")
        things = rules[block] if isinstance(rules[block], list) else [rules[block]]
        for thing in things:
            if kind(thing[name])[0] not in words.split():
                raise UnsupportedError(f"{path}: {kind(thing[name])[0]} is not known")
    for combination in rules["combinations"]:
        if unknown := combination.keys() - PARTS:
            raise UnsupportedError(f"combinations: {min(unknown)} is not known")
    for event in rules["redeals"] + rules["instant_wins"]:
        if unknown := event["when"].keys() - CONDITIONS:
            raise UnsupportedError(f"when: {min(unknown)} is not known")


class Game:
    """A game by resolved rules."""

    def __init__(self, rules):
        check_known(rules)
        self.rules = rules
        self.ladder = rules["combinations"]
        self.place = {c["id"]: i for i, c in enumerate(self.ladder)}
        self.height = self.heights(["rest"])
        self.runs = self.run_heights()
        self.keys = {}  # of each combination: kind of key, heights of the ranks, how many count
        for combination in self.ladder:
            word, argument = kind(combination["key"])
            heights = self.heights(argument.get("order", ["rest"]))
            self.keys[combination["id"]] = word, heights, argument.get("cards")
        self.steps = {}  # what `ladder_of` has found

    # Ranks and runs

    def heights(self, order):
        """A height for each rank, bigger for stronger ones, by an order with exceptions."""
        places = [[place] if isinstance(place, str) else place for place in order]
        named = {rank for place in places for rank in place}
        rest = [[rank] for rank in self.rules["deck"]["ranks"] if rank not in named]
        at = places.index(["rest"]) if ["rest"] in places else len(places)
        places[at : at + 1] = rest
        return {rank: -i for i, place in enumerate(places) for rank in place}

    def run_heights(self):
        """A height for each set of ranks that is a run, of one to five cards."""
        ranks, found = self.rules["deck"]["ranks"], {}
        for size in range(1, 6):
            rest = [ranks[i : i + size] for i in range(len(ranks) - size + 1)]
            runs = {"ace_high": rest[:1], "ace_low": [[*ranks[1 - size :], "A"]]}
            if size == 1 or ranks[0] != "A":
                runs = {}
            height = 0
            for place in self.rules["runs"]["order"]:
                if place == "rest":
                    places = [[run] for run in (rest[1:] if runs else rest)]
                else:
                    names = [place] if isinstance(place, str) else place
                    places = [[run for name in names for run in runs.get(name, [])]]
                for equal in places:
                    height -= 1
                    found.update((frozenset(run), height) for run in equal)
        return found

    # What a group counts as

    def ladder_of(self, group, at_most):
        """The combinations that a group can make, of at most so many cards; None: as in play."""
        if (group, at_most) not in self.steps:
            stated = self.rules["groups"][group - 1]
            sizes = range(1, (at_most or stated["cards"]) + 1)
            if at_most is None and self.rules["comparison"]["made_from"] == "all_cards":
                sizes = [stated["cards"]]
            allowed = stated.get("combinations", self.place)
            self.steps[group, at_most] = [
                c for c in self.ladder if c["cards"] in sizes and c["id"] in allowed
            ]
        return self.steps[group, at_most]

    def first(self, cards, steps):
        """The first combination whose tests these cards pass, or None."""
        ranks = [card[:-1] for card in cards]
        held = frozenset(ranks)
        same_rank = sorted(map(ranks.count, held), reverse=True)
        run = len(held) == len(ranks) and held in self.runs
        suited = len({card[-1] for card in cards}) == 1
        for step in steps:
            if (
                step["cards"] == len(cards)
                and step.get("same_rank", same_rank) == same_rank
                and step.get("run", run) == run
                and step.get("suited", suited) == suited
                and ("exact_ranks" not in step or sorted(step["exact_ranks"]) == sorted(ranks))
            ):
                return step
        return None

    def key(self, cards, combination):
        """What decides between groups of the same combination."""
        word, heights, number = self.keys[combination]
        ranks = [card[:-1] for card in cards]
        if word == "run_order":
            return [self.runs[frozenset(ranks)]]
        if word == "multiples":
            return [h for _, h in sorted([(ranks.count(r), heights[r]) for r in set(ranks)])[::-1]]
        return sorted([heights[r] for r in ranks], reverse=True)[:number]

    def kicker(self, spare):
        """What the spare cards decide after everything else."""
        if self.rules["comparison"]["spare"] == "ignored":
            return []
        return sorted([self.height[card[:-1]] for card in spare], reverse=True)

    def best(self, cards, group, at_most=None):
        """What a group counts as, or None if its cards make no combination."""
        best = None
        steps = self.ladder_of(group, at_most)
        for size in {step["cards"] for step in steps}:
            for some in combinations(cards, size):
                step = self.first(some, steps)
                if step is None or (best and self.place[step["id"]] > -best.strength[0]):
                    continue
                spare = [card for card in cards if card not in some]
                kicker = [] if at_most else self.kicker(spare)
                strength = (-self.place[step["id"]], self.key(some, step["id"]), kicker)
                if best is None or strength > best.strength:
                    best = Reading(strength, step["id"], some, spare)
        return best

    def better(self, a, b):
        """1 if what a group counts as wins, -1 if it loses, 0 if they are equal."""
        if a is None or b is None:
            return (a is not None) - (b is not None)
        sign = (a.strength > b.strength) - (a.strength < b.strength)
        return sign if self.rules["comparison"]["order"] == "high_wins" else -sign

    def classify(self, cards, group):
        found = self.best(cards, group)
        return {"combination": found.combination if found else None}

    def value(self, cards, group):
        found = self.best(cards, group)
        if found is None:
            return {"combination": None, "cards": [], "spare": cards}
        return {"combination": found.combination, "cards": found.cards, "spare": found.spare}

    def compare(self, a, b):
        sign = self.better(self.best(**a), self.best(**b))
        return {"winner": {1: "a", -1: "b", 0: "tie"}[sign]}

    # Arrangements

    def judged(self, cards, group):
        """What a group counts as when the order of the groups is checked."""
        number = self.rules["arrangement"]["judged_on"]["cards"]
        return self.best(cards, group, None if number == "all" else min(number, len(cards)))

    def too_strong(self, groups):
        """The numbers of the groups that are too strong for the one before them."""
        least = {"not_rising": 1, "falling": 0, "free": 2}[self.rules["arrangement"]["order"]]
        values = [self.judged(cards, i) for i, cards in enumerate(groups, 1)]
        return [
            i + 1 for i in range(1, len(groups)) if self.better(values[i], values[i - 1]) >= least
        ]

    def put_right(self, groups):
        """Groups of the same size change places until they descend."""
        values = [self.judged(cards, i) for i, cards in enumerate(groups, 1)]
        strongest_first = cmp_to_key(lambda i, j: self.better(values[j], values[i]))
        left = sorted(range(len(groups)), key=strongest_first)
        order = []
        for cards in groups:
            order.append(next(i for i in left if len(groups[i]) == len(cards)))
            left.remove(order[-1])
        return [groups[i] for i in order]

    def check_cards(self, hand, groups):
        if [len(cards) for cards in groups] != [g["cards"] for g in self.rules["groups"]]:
            raise RejectError("wrong_size")
        arranged = list(chain(*groups))
        if len(set(arranged)) < len(arranged):
            raise RejectError("repeated_card")
        if set(arranged) - set(hand):
            raise RejectError("foreign_card")
        if set(hand) - set(arranged):
            raise RejectError("missing_card")

    def arrangement(self, hand, groups):
        self.check_cards(hand, groups)
        word, foul = kind(self.rules["arrangement"]["on_violation"])
        wrong = self.too_strong(groups)
        if wrong and word == "sort":
            groups = self.put_right(groups)
            wrong = self.too_strong(groups)
        if wrong and word != "foul":
            raise RejectError("wrong_order")
        nothing = bool(wrong) and foul["effect"] == "scores_nothing"
        cannot_win = None
        if wrong and not nothing:
            cannot_win = 1 if foul["scope"] == "whole_deal" else wrong[0]
        return {
            "groups": groups,
            "fouled": bool(wrong),
            "cannot_win_from": cannot_win,
            "scores_nothing": nothing,
        }

    # Rounds

    def after(self, seat, steps=1):
        """The seat so many steps on in the direction of play."""
        if self.rules["table"]["direction"] == "clockwise":
            steps = -steps
        return (seat + steps) % self.rules["table"]["players"]

    def order_from(self, leader):
        return [self.after(leader, i) for i in range(self.rules["table"]["players"])]

    def suits(self, found):
        """The suits of the cards that make a combination, from the most important card on."""
        suits, heights = self.rules["deck"]["suits"], self.keys[found.combination][1]
        ranks = [card[:-1] for card in found.cards]
        by_number = self.keys[found.combination][0] == "multiples"
        return [
            suit
            for *_, suit in sorted(
                [
                    (by_number * ranks.count(c[:-1]), heights[c[:-1]], -suits.index(c[-1]))
                    for c in found.cards
                ],
                reverse=True,
            )
        ]

    def winners(self, equal, found):
        """Who of the players with equally strong groups wins; they stand in playing order."""
        ties = self.rules["play"]["ties"]
        if len(equal) == 1 or ties == "split":
            return equal
        if ties == "suit":
            best = max(self.suits(found[seat]) for seat in equal)
            equal = [seat for seat in equal if self.suits(found[seat]) == best]
        return {"nobody": [], "first_played": equal[:1]}.get(ties, equal[-1:])

    def round(self, round, leader, groups, cannot_win):  # noqa: A002 - as the protocol says
        order = self.order_from(leader)
        found = [self.best(cards, round) for cards in groups]
        equal = []
        for seat in order:
            if found[seat] is None or seat in cannot_win:
                continue
            sign = self.better(found[seat], found[equal[0]]) if equal else 1
            if sign >= 0:
                equal = [seat] if sign > 0 else [*equal, seat]
        winners = self.winners(equal, found) if equal else []
        worth = self.worth(list(chain(*groups)))
        points = [worth // len(winners) if seat in winners else 0 for seat in range(len(groups))]
        if winners:
            points[winners[-1]] += worth - sum(points)
        if winners and self.rules["play"]["next_leader"] == "winner":
            leader = winners[-1]
        return {
            "order": order,
            "winners": winners,
            "points": points,
            "unclaimed": worth - sum(points),
            "next_leader": leader,
        }

    def seats(self, dealer, last_points):
        table = self.rules["table"]
        leader = dealer if table["first_leader"] == "dealer" else self.after(dealer)
        if table["first_leader"] == "last_deal_winner" and last_points is not None:
            leader = max(self.order_from(leader), key=lambda seat: last_points[seat])
        next_dealer = self.after(dealer, 1 if table["next_dealer"] == "next" else -1)
        return {"order": self.order_from(leader), "next_dealer": next_dealer}

    # Points and the end of the match

    def worth(self, cards):
        values = self.rules["card_points"]["values"]
        return sum(values[card[:-1]] for card in cards)

    def points(self, cards):
        return {"points": self.worth(cards)}

    def sheet(self, points, unclaimed, undealt):
        total = self.rules["card_points"]["total"] - self.worth(undealt)
        if len(points) != self.rules["table"]["players"]:
            raise RejectError("wrong_count")
        if min(points) < 0:
            raise RejectError("negative")
        if sum(points) + unclaimed != total:
            raise RejectError("wrong_total")
        if kind(self.rules["play"]["ties"])[0] != "split":
            sums = {0}
            for rank in self.rules["deck"]["ranks"]:
                for suit in self.rules["deck"]["suits"]:
                    if rank + suit not in undealt:
                        sums |= {points + self.worth([rank + suit]) for points in sums}
            if not sums >= {*points, unclaimed}:
                raise RejectError("impossible")
        return {"total": total}

    def target(self, totals, target):
        match = self.rules["match"]
        target = target or match["target"]
        there = [seat for seat, total in enumerate(totals) if total >= target]
        together, rise = kind(match["reached_together"])
        if len(there) > 1 and together == "extend_target":
            return {"winners": [], "target": target + rise["by"]}
        best = [seat for seat in there if totals[seat] == max(totals)]
        ties, rise = kind(match["ties"])
        if len(best) > 1 and ties != "shared":
            return {"winners": [], "target": target + rise.get("by", 0)}
        return {"winners": best, "target": target}

    # Redeals and instant wins

    def holds(self, when, hand, groups=None, rounds_won=()):
        """Whether all conditions hold for a player, who has won these rounds alone."""
        ranks = [card[:-1] for card in hand]
        for word, argument in when.items():
            if word == "hand_lacks":
                held = any(self.hand_makes(hand, argument))
                true = not held
            elif word == "pairs_in_hand":
                true = sum(ranks.count(r) // 2 for r in set(ranks)) >= argument["at_least"]
            elif word == "same_rank_in_hand":
                true = max(map(ranks.count, ranks)) >= argument["cards"]
            else:
                numbers = argument.get("rounds") or argument.get("groups")
                won = word == "groups_held" or set(numbers) <= set(rounds_won)
                true = (
                    groups is not None
                    and won
                    and all(
                        found and found.combination in argument["with"]
                        for found in (self.best(groups[i - 1], i) for i in numbers)
                    )
                )
            if not true:
                return False
        return True

    def hand_makes(self, hand, ids):
        """Whether some cards of a hand make one of these combinations, for each number of cards."""
        for size in {c["cards"] for c in self.ladder if c["id"] in ids}:
            found = (self.first(some, self.ladder) for some in combinations(hand, size))
            yield any(step and step["id"] in ids for step in found)

    def hand(self, hand):
        return {
            "redeals": [e["id"] for e in self.rules["redeals"] if self.holds(e["when"], hand)],
            "instant_wins": [
                e["id"]
                for e in self.rules["instant_wins"]
                if e["after"] == "dealing" and self.holds(e["when"], hand)
            ],
        }

    def deal(self, **given):
        return Deal(self, **given).play()


class Deal:
    """A whole deal, step by step. Each step returns the result if it ends the deal."""

    def __init__(self, game, dealer, totals, target, last_points, hands, arrangements, claims):
        self.game, self.rules = game, game.rules
        self.dealer, self.totals, self.hands = dealer, totals, hands
        self.target_now = target or self.rules["match"]["target"]
        self.last_points = last_points
        self.arrangements, self.claims = arrangements, claims
        seats = game.seats(dealer, last_points)
        self.order, self.next_dealer = seats["order"], seats["next_dealer"]
        self.placed = None  # what became of the arrangements, by seat
        self.fouled = []
        self.rounds = []

    def play(self):
        return (
            self.redeal("automatic")
            or self.redeal("on_request")
            or self.instant_win("dealing")
            or self.arrange()
            or self.instant_win("arranging")
            or self.all_fouled()
            or self.play_rounds()
            or self.instant_win("deal")
            or self.end("played", *self.captured())
        )

    def redeal(self, claim):
        for event in self.rules["redeals"]:
            if event["claim"] != claim:
                continue
            for seat in self.order:
                asked = {"seat": seat, "redeal": event["id"]} in self.claims
                if (asked or claim == "automatic") and self.game.holds(
                    event["when"], self.hands[seat]
                ):
                    return self.void("redeal", event["id"], [seat], event["dealer"] == "moves")
        return None

    def arrange(self):
        self.placed = [
            self.game.arrangement(hand, groups)
            for hand, groups in zip(self.hands, self.arrangements, strict=True)
        ]
        self.fouled = [seat for seat in self.order if self.placed[seat]["fouled"]]

    def all_fouled(self):
        word, foul = kind(self.rules["arrangement"]["on_violation"])
        if word != "foul" or foul["all_fouled"] == "play_on" or len(self.fouled) < len(self.order):
            return None
        moves = foul["all_fouled"] == "redeal_next_dealer"
        return self.void("all_fouled", None, self.fouled, moves)

    def play_rounds(self):
        leader, last = self.order[0], len(self.rules["groups"])
        for number in range(1, last + 1):
            cannot_win = [
                seat
                for seat, placed in enumerate(self.placed)
                if placed["cannot_win_from"] and placed["cannot_win_from"] <= number
            ]
            groups = [placed["groups"][number - 1] for placed in self.placed]
            played = self.game.round(number, leader, groups, cannot_win)
            leader = played.pop("next_leader")
            self.rounds.append(played)
            ended = self.instant_win({"round": number})
            if not ended and number < last and self.rules["match"]["check"] == "at_once":
                ended = self.check_now()
            if ended:
                return ended
        return None

    def check_now(self):
        points, unclaimed = self.captured()
        totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        checked = self.game.target(totals, self.target_now)
        if checked["winners"]:
            return self.end("target_reached", points, unclaimed)
        self.target_now = checked["target"]
        return None

    def captured(self):
        """Points by seat so far, and what nobody scores."""
        points, unclaimed = [0] * len(self.order), 0
        for played in self.rounds:
            points = [a + b for a, b in zip(points, played["points"], strict=True)]
            unclaimed += played["unclaimed"]
        for seat in self.fouled:
            if self.placed[seat]["scores_nothing"]:
                unclaimed += points[seat]
                points[seat] = 0
        return points, unclaimed

    def instant_win(self, moment):
        for event in self.rules["instant_wins"]:
            if event["after"] == moment:
                seats = [seat for seat in self.order if self.wins_by(event, seat)]
                if event["if_several"] == "first_in_order":
                    seats = seats[:1]
                if seats:
                    return self.won(event, seats)
        return None

    def wins_by(self, event, seat):
        alone = [i for i, played in enumerate(self.rounds, 1) if played["winners"] == [seat]]
        groups = self.placed[seat]["groups"] if self.placed else None
        return seat not in self.fouled and self.game.holds(
            event["when"], self.hands[seat], groups, alone
        )

    def won(self, event, seats):
        word, effect = kind(event["effect"])
        if word == "win_deal":
            whole = self.rules["card_points"]["total"]
            points = [
                whole // len(seats) if seat in seats else 0 for seat in range(len(self.order))
            ]
            points[seats[0]] += whole - sum(points)
            return self.end("instant_win", points, 0, event["id"], seats)
        points = [0] * len(self.order)
        if effect["deal_points"] == "counted":
            points = self.captured()[0]
        totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        for seat in seats:
            if effect["score"] == "target":
                totals[seat] = max(totals[seat], self.target_now)
            else:
                totals[seat] += effect["score"]["add"]
        return self.result(
            "instant_win", event["id"], seats, points=points, totals=totals, match_winners=seats
        )

    def void(self, ending, reason, seats, moves):
        return self.result(
            ending,
            reason,
            seats,
            points=[0] * len(self.order),
            totals=self.totals,
            next_dealer=self.next_dealer if moves else self.dealer,
            last_points=self.last_points,
        )

    def end(self, ending, points, unclaimed, reason=None, seats=()):
        totals = [a + b for a, b in zip(self.totals, points, strict=True)]
        checked = self.game.target(totals, self.target_now)
        return self.result(
            ending,
            reason,
            seats,
            points=points,
            unclaimed=unclaimed,
            totals=totals,
            target=checked["target"],
            match_winners=checked["winners"],
        )

    def result(self, ending, reason, seats, **more):
        return {
            "ending": ending,
            "reason": reason,
            "seats": list(seats),
            "fouled": self.fouled,
            "rounds": self.rounds,
            "unclaimed": 0,
            "target": self.target_now,
            "next_dealer": self.next_dealer,
            "match_winners": [],
            "last_points": more["points"],
            **more,
        }


OPERATIONS = [
    "classify",
    "compare",
    "value",
    "arrangement",
    "round",
    "seats",
    "deal",
    "points",
    "sheet",
    "target",
    "hand",
]


def answer(game, operation, given):
    """An answer without its id."""
    try:
        return {"result": getattr(game, operation)(**given)}
    except RejectError as reason:
        return {"reject": str(reason)}


def main(make=Game, name="plain"):
    """Answer what has come, line by line, until the input ends."""
    game, rest = None, b""
    while data := os.read(sys.stdin.fileno(), 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            message = json.loads(line)
            try:
                if "rules" in message:  # one process for each case
                    game = make(message["rules"])
                if message["op"] == "hello":
                    said = {
                        "result": {
                            "protocol": 1,
                            "name": name,
                            "version": "1",
                            "spec": [1],
                            "language": "Python",
                            "operations": OPERATIONS,
                        }
                    }
                elif message["op"] == "rules":
                    game = make(message["input"])
                    said = {"result": {}}
                else:
                    said = answer(game, message["op"], message["input"])
            except UnsupportedError as reason:
                said = {"skip": str(reason)}
            print(json.dumps({"id": message["id"], **said}))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
