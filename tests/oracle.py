"""A slow and plain reading of the rules, sharing nothing with the package that it checks.

Rules are a plain dict in the form of a fully resolved variant file. Cards are strings such as
`AS` or `10H`. Every function goes through all possibilities; nothing is stored or prepared.
In every value a bigger tuple is the stronger one; `compare` turns that round where low wins.
Seats count counter-clockwise: seat 1 sits to the right of seat 0.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations as subsets
from typing import Any

Rules = Mapping[str, Any]
Cards = Sequence[str]
Value = tuple[Any, ...]
Play = tuple[int, Cards, bool]


# ---------------------------------------------------------------- cards and orders


def rank(card: str) -> str:
    return card[:-1]


def suit_strength(rules: Rules, card: str) -> int:
    suits: list[str] = rules["deck"]["suits"]
    return -suits.index(card[-1])


def deck_ranks(rules: Rules) -> list[str]:
    return [str(name) for name in rules["deck"]["ranks"]]


def card_points(rules: Rules, cards: Iterable[str]) -> int:
    values = {str(name): int(points) for name, points in rules["card_points"]["values"].items()}
    return sum(values[rank(card)] for card in cards)


def as_list(entry: Any) -> list[str]:
    """An entry of an order: one name, or a list of names that stand equal."""
    return [str(name) for name in entry] if isinstance(entry, list) else [str(entry)]


def word(knob: Any) -> str:
    """The word of a knob that is either a word or a dict of one entry."""
    return knob if isinstance(knob, str) else str(next(iter(knob)))


def rank_strength(rules: Rules, card: str, order: list[Any] | None = None) -> int:
    """Bigger is stronger: by the named order if there is one, else as the deck says."""
    entries = [as_list(entry) for entry in (["rest"] if order is None else order)]
    named = [name for entry in entries for name in entry]
    places: list[list[str]] = []
    for entry in entries:
        if entry == ["rest"]:
            places += [[name] for name in deck_ranks(rules) if name not in named]
        else:
            places.append(entry)
    for index, place in enumerate(places):
        if rank(card) in place:
            return -index
    raise ValueError(f"no place for {card} in {order}")


def run_places(rules: Rules, length: int) -> list[list[set[str]]]:
    """The runs of so many cards, strongest place first; runs in the same place are equal."""
    ranks, order, not_runs = deck_ranks(rules), rules["runs"]["order"], rules["runs"]["not_runs"]
    named = {
        "ace_high": set(ranks[:length]),
        "ace_low": {ranks[0], *ranks[len(ranks) - length + 1 :]},
    }
    # Looked at by name: one card, or a whole deck, is ace_high and ace_low at the same time.
    apart = [name for entry in order for name in as_list(entry)] + not_runs
    first = 1 if "ace_high" in apart else 0
    windows = [set(ranks[i : i + length]) for i in range(first, len(ranks) - length + 1)]
    places: list[list[set[str]]] = []
    for entry in order:
        if entry == "rest":
            places += [[run] for run in windows]
        else:
            places.append([named[name] for name in as_list(entry) if name not in not_runs])
    return places


def run_strength(rules: Rules, cards: Cards) -> int | None:
    """Bigger is stronger; None if the cards are no run."""
    if len({rank(card) for card in cards}) < len(cards):
        return None
    for index, place in enumerate(run_places(rules, len(cards))):
        if {rank(card) for card in cards} in place:
            return -index
    return None


# ---------------------------------------------------------------- combinations and their keys


def held(cards: Cards, name: str) -> int:
    return sum(1 for card in cards if rank(card) == name)


def passes(rules: Rules, wanted: Mapping[str, Any], cards: Cards) -> bool:
    """Whether the cards pass all tests of one combination."""
    if wanted["cards"] != len(cards):
        return False
    names = [rank(card) for card in cards]
    if "same_rank" in wanted:
        counts = sorted(names.count(name) for name in set(names))
        if counts != sorted(wanted["same_rank"]):
            return False
    if "exact_ranks" in wanted and sorted(names) != sorted(map(str, wanted["exact_ranks"])):
        return False
    if "suited" in wanted and wanted["suited"] != (len({card[-1] for card in cards}) == 1):
        return False
    return "run" not in wanted or wanted["run"] == (run_strength(rules, cards) is not None)


def ladder_place(rules: Rules, cards: Cards, allowed: Collection[str] | None) -> int | None:
    """The place on the ladder, 0 at the top, of what exactly these cards make."""
    for place, wanted in enumerate(rules["combinations"]):
        if (allowed is None or wanted["id"] in allowed) and passes(rules, wanted, cards):
            return place
    return None


def key_of(wanted: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """How equals of a combination are compared: the word and its settings."""
    if "key" in wanted:
        key = wanted["key"]
        return (key, {}) if isinstance(key, str) else (word(key), key[word(key)])
    if wanted.get("run") is True:
        return "run_order", {}
    return ("multiples" if "same_rank" in wanted else "ranks"), {}


def in_key_order(rules: Rules, wanted: Mapping[str, Any], cards: Cards) -> list[str]:
    """The cards of a combination, most important first; of one rank the stronger suit."""
    name, settings = key_of(wanted)
    order = settings.get("order")

    def importance(card: str) -> tuple[int, ...]:
        times = held(cards, rank(card)) if name == "multiples" else 1
        strengths = rank_strength(rules, card, order), rank_strength(rules, card)
        return times, *strengths, suit_strength(rules, card)

    return sorted(cards, key=importance, reverse=True)


def key_value(rules: Rules, wanted: Mapping[str, Any], cards: Cards) -> Value:
    name, settings = key_of(wanted)
    if name == "run_order":
        return (run_strength(rules, cards),)
    ordered = in_key_order(rules, wanted, cards)
    counted = ordered[: settings.get("cards", len(ordered))]
    return tuple(rank_strength(rules, card, settings.get("order")) for card in counted)


# ---------------------------------------------------------------- what a group is worth


def readings(
    rules: Rules, cards: Cards, group_index: int | None, at_most: int | None = None
) -> list[tuple[Value, str, Cards]]:
    """Every way to read a group: its value, the combination's id and the cards it is made of.

    As in comparison, or from at most so many cards with the spare ones ignored.
    """
    allowed = None if group_index is None else rules["groups"][group_index].get("combinations")
    whole = at_most is None and rules["comparison"]["made_from"] == "all_cards"
    kicker = at_most is None and rules["comparison"]["spare"] == "kicker"
    found: list[tuple[Value, str, Cards]] = []
    for size in range(len(cards) if whole else 1, min(len(cards), at_most or len(cards)) + 1):
        for own in subsets(cards, size):
            place = ladder_place(rules, own, allowed)
            if place is not None:
                wanted = rules["combinations"][place]
                spare = [rank_strength(rules, card) for card in cards if card not in own]
                last = tuple(sorted(spare, reverse=True)) if kicker else ()
                found.append(((-place, key_value(rules, wanted, own), last), wanted["id"], own))
    return found


def reading(rules: Rules, cards: Cards, group_index: int | None = None) -> Value | None:
    """The strongest value of a group in comparison; None if it makes no combination."""
    return max((value for value, _, _ in readings(rules, cards, group_index)), default=None)


def combination(rules: Rules, cards: Cards, group_index: int | None = None) -> str | None:
    """The id of the combination that gives a group its strongest value."""
    found = readings(rules, cards, group_index)
    return max(found, key=lambda entry: entry[0])[1] if found else None


def best_suits(rules: Rules, cards: Cards, group_index: int | None) -> Value:
    """The suits of the group's combination, most important card first, read at their best."""
    ladder = {wanted["id"]: wanted for wanted in rules["combinations"]}
    best = reading(rules, cards, group_index)
    return max(
        tuple(suit_strength(rules, card) for card in in_key_order(rules, ladder[name], own))
        for value, name, own in readings(rules, cards, group_index)
        if value == best
    )


def compare(rules: Rules, a: Value | None, b: Value | None) -> int:
    """1 if the first value wins, -1 if the second does, 0 if they are equal."""
    if a is None or b is None:
        return (a is not None) - (b is not None)
    if rules["comparison"]["order"] == "low_wins":
        return (a < b) - (a > b)
    return (a > b) - (a < b)


def beats(rules: Rules, a: Cards, b: Cards, group_index: int | None = None) -> int:
    """1 if the first group beats the second in comparison, -1 the other way, 0 if equal."""
    return compare(rules, reading(rules, a, group_index), reading(rules, b, group_index))


# ---------------------------------------------------------------- the arrangement


def judged_value(rules: Rules, cards: Cards, group_index: int) -> Value | None:
    """What a group counts as when the order of the groups is checked."""
    at_most = rules["arrangement"]["judged_on"]["cards"]
    if at_most == "all":
        return reading(rules, cards, group_index)
    found = readings(rules, cards, group_index, at_most)
    return max((value for value, _, _ in found), default=None)


def violation(rules: Rules, groups: Sequence[Cards]) -> int | None:
    """The index of the first group that is too strong for the one before it."""
    order = rules["arrangement"]["order"]
    if order == "free":
        return None
    values = [judged_value(rules, cards, index) for index, cards in enumerate(groups)]
    for index in range(1, len(groups)):
        outcome = compare(rules, values[index], values[index - 1])
        if outcome > 0 or (outcome == 0 and order == "falling"):
            return index
    return None


def sort_groups(rules: Rules, groups: Sequence[Cards]) -> list[Cards]:
    """Groups of equal size in descending order among their places; equals stay as they stood."""
    result = list(groups)
    for size in {len(cards) for cards in groups}:
        places = [index for index, cards in enumerate(groups) if len(cards) == size]
        left = [(judged_value(rules, groups[index], index), groups[index]) for index in places]
        for place in places:
            for candidate in left:
                if all(compare(rules, candidate[0], other[0]) >= 0 for other in left):
                    result[place] = candidate[1]
                    left.remove(candidate)
                    break
    return result


def arranged(rules: Rules, hand: Cards, groups: Sequence[Cards]) -> tuple[list[Cards], int | None]:
    """The groups as they are played and the first fouled one; ValueError if they are refused."""
    if [len(cards) for cards in groups] != [group["cards"] for group in rules["groups"]]:
        raise ValueError("groups of the wrong sizes")
    if sorted(card for cards in groups for card in cards) != sorted(hand):
        raise ValueError("the groups are not the hand")
    index = violation(rules, groups)
    if index is None:
        return list(groups), None
    on_violation = rules["arrangement"]["on_violation"]
    if word(on_violation) == "foul":
        return list(groups), 0 if on_violation["foul"]["scope"] == "whole_deal" else index
    if word(on_violation) == "sort":
        in_order = sort_groups(rules, groups)
        if violation(rules, in_order) is None:
            return in_order, None
    raise ValueError("groups in the wrong order")


# ---------------------------------------------------------------- one round


def tie_winners(rules: Rules, tied: list[tuple[int, Cards]], group_index: int | None) -> list[int]:
    """Which of the players with equally good groups win, in playing order."""
    seats = [seat for seat, _ in tied]
    ties = rules["play"]["ties"]
    if len(seats) == 1 or ties == "split":
        return seats
    if ties == "suit":
        suits = [best_suits(rules, cards, group_index) for _, cards in tied]
        seats = [seat for seat, value in zip(seats, suits, strict=True) if value == max(suits)]
    return {
        "last_played": seats[-1:],
        "first_played": seats[:1],
        "nobody": [],
        "suit": seats[-1:],
    }[ties]


def play_round(
    rules: Rules, plays: Sequence[Play], group_index: int | None = None
) -> dict[str, Any]:
    """Play groups given in playing order. A next leader of None: the leader leads again."""
    points = [0] * rules["table"]["players"]
    values = [
        (None if fouled else reading(rules, cards, group_index), seat, cards)
        for seat, cards, fouled in plays
    ]
    able = [(value, seat, cards) for value, seat, cards in values if value is not None]
    best = [
        (seat, cards)
        for value, seat, cards in able
        if all(compare(rules, value, other) >= 0 for other, _, _ in able)
    ]
    winners = tie_winners(rules, best, group_index) if best else []
    if winners:
        total = sum(card_points(rules, cards) for _, cards, _ in plays)
        for seat in winners:
            points[seat] = total // len(winners)
        points[winners[-1]] += total % len(winners)
    stays = rules["play"]["next_leader"] == "same" or not winners
    return {"winners": winners, "points": points, "next_leader": None if stays else winners[-1]}


# ---------------------------------------------------------------- one deal


def neighbour(rules: Rules, seat: int, against: bool = False) -> int:
    """The next seat in the direction of play, or the one before."""
    step = 1 if rules["table"]["direction"] == "counterclockwise" else -1
    return int((seat + (-step if against else step)) % rules["table"]["players"])


def playing_order(rules: Rules, leader: int) -> list[int]:
    seats = [leader]
    while len(seats) < rules["table"]["players"]:
        seats.append(neighbour(rules, seats[-1]))
    return seats


def dealer_after(rules: Rules, dealer: int) -> int:
    return neighbour(rules, dealer, against=rules["table"]["next_dealer"] == "previous")


def first_leader(rules: Rules, dealer: int, last_points: Sequence[int] | None) -> int:
    knob, beside = rules["table"]["first_leader"], neighbour(rules, dealer)
    if knob == "dealer":
        return dealer
    if knob == "last_deal_winner" and last_points is not None:
        for seat in playing_order(rules, beside):
            if last_points[seat] == max(last_points):
                return seat
    return beside


def holds(
    rules: Rules, when: Mapping[str, Any], hand: Cards, groups: Sequence[Cards], won: Sequence[bool]
) -> bool:
    """Whether every condition holds for a player, given the rounds that player won alone."""
    counts = [held(hand, name) for name in deck_ranks(rules)]

    def makes(number: int, names: Collection[str]) -> bool:
        return combination(rules, groups[number - 1], number - 1) in names

    def one(name: str, value: Any) -> bool:
        if name == "hand_lacks":
            ladder = rules["combinations"]
            places = [place for place, wanted in enumerate(ladder) if wanted["id"] in value]
            return not any(
                ladder_place(rules, own, None) in places
                for size in {ladder[place]["cards"] for place in places}
                for own in subsets(hand, size)
            )
        if name == "pairs_in_hand":
            return bool(sum(count // 2 for count in counts) >= value["at_least"])
        if name == "same_rank_in_hand":
            return bool(max(counts) >= value["cards"])
        if name == "rounds_won":
            return all(
                number <= len(won) and won[number - 1] and makes(number, value["with"])
                for number in value["rounds"]
            )
        if name == "groups_held":
            return all(makes(number, value["with"]) for number in value["groups"])
        raise ValueError(f"unknown condition {name}")

    return all(one(name, value) for name, value in when.items())


def play_deal(
    rules: Rules,
    dealer: int,
    hands: Sequence[Cards],
    arrangements: Sequence[Sequence[Cards]],
    last_points: Sequence[int] | None = None,
    *,
    claims: Collection[str] = (),
) -> dict[str, Any]:
    """Play one deal: `points` are what it scores, `round_points` what each round captured."""
    seats = range(rules["table"]["players"])
    leader = first_leader(rules, dealer, last_points)
    order = playing_order(rules, leader)
    groups: list[list[Cards]] = [[] for _ in seats]
    fouls: list[int | None] = [None for _ in seats]
    deal: dict[str, Any] = {
        "voided": None,
        "next_dealer": dealer_after(rules, dealer),
        "leaders": [],
        "winners": [],
        "round_points": [],
        "points": [0 for _ in seats],
        "instant": None,
    }

    def void(name: str, dealer_stays: bool) -> dict[str, Any]:
        next_dealer = dealer if dealer_stays else dealer_after(rules, dealer)
        return {**deal, "voided": name, "next_dealer": next_dealer}

    def won_alone(seat: int) -> list[bool]:
        return [winners == [seat] for winners in deal["winners"]]

    def won_at_once(moment: Any) -> bool:
        """Look for an instant win at this moment and put down what it does to the deal."""
        for win in rules["instant_wins"]:
            if win["after"] != moment:
                continue
            found = [
                seat
                for seat in order
                if fouls[seat] is None
                and holds(rules, win["when"], hands[seat], groups[seat], won_alone(seat))
            ]
            if found:
                kept = found if win["if_several"] == "all" else found[:1]
                effect = word(win["effect"])
                deal["instant"] = {"id": win["id"], "seats": kept, "effect": effect}
                whole_pack = rules["card_points"]["total"]
                if effect == "win_deal":
                    # Several share the pack; what is left over goes to the first of them.
                    share, left_over = whole_pack // len(kept), whole_pack % len(kept)
                    deal["points"] = [share if seat in kept else 0 for seat in seats]
                    deal["points"][kept[0]] += left_over
                elif win["effect"]["win_match"]["deal_points"] == "void":
                    deal["points"] = [0 for _ in seats]
                return True
        return False

    # A deal that is void by itself is so before anyone can ask for another redeal.
    for redeal in sorted(rules["redeals"], key=lambda entry: entry["claim"] != "automatic"):
        called = redeal["claim"] == "automatic" or redeal["id"] in claims
        if called and any(holds(rules, redeal["when"], hands[s], [], []) for s in seats):
            return void(redeal["id"], redeal["dealer"] == "stays")
    if won_at_once("dealing"):
        return deal

    for seat in seats:
        groups[seat], fouls[seat] = arranged(rules, hands[seat], arrangements[seat])
    on_violation = rules["arrangement"]["on_violation"]
    foul = on_violation["foul"] if word(on_violation) == "foul" else {}
    if all(first is not None for first in fouls) and foul["all_fouled"] != "play_on":
        return void("all_fouled", foul["all_fouled"] == "redeal_same_dealer")
    if won_at_once("arranging"):
        return deal

    for index in range(len(rules["groups"])):
        plays = []
        for seat in playing_order(rules, leader):
            first = fouls[seat]
            barred = first is not None and first <= index and foul["effect"] == "cannot_win"
            plays.append((seat, groups[seat][index], barred))
        played = play_round(rules, plays, index)
        for seat in seats:
            if fouls[seat] is not None and foul["effect"] == "scores_nothing":
                played["points"][seat] = 0
            deal["points"][seat] += played["points"][seat]
        deal["leaders"].append(leader)
        deal["winners"].append(played["winners"])
        deal["round_points"].append(played["points"])
        if won_at_once({"round": index + 1}):
            return deal
        if played["next_leader"] is not None:
            leader = played["next_leader"]
    won_at_once("deal")
    return deal


# ---------------------------------------------------------------- the match


def finish(rules: Rules, totals: Sequence[int], target: int) -> tuple[list[int], int]:
    """The check of a match: its winners, or none of them, and the target from now on."""
    match = rules["match"]
    reached = [seat for seat, total in enumerate(totals) if total >= target]
    if not reached:
        return [], target
    if len(reached) > 1 and match["reached_together"] != "highest_wins":
        return [], target + match["reached_together"]["extend_target"]["by"]
    highest = [seat for seat in reached if totals[seat] == max(totals)]
    if len(highest) == 1 or match["ties"] == "shared":
        return highest, target
    if match["ties"] == "play_on":
        return [], target
    return [], target + match["ties"]["extend_target"]["by"]


def after_instant_win(
    rules: Rules, instant: Mapping[str, Any], totals: Sequence[int], target: int
) -> list[int]:
    """The totals when a match has been won at once."""
    win = next(entry for entry in rules["instant_wins"] if entry["id"] == instant["id"])
    score = win["effect"]["win_match"]["score"]
    result = list(totals)
    for seat in instant["seats"]:
        if score == "target":
            result[seat] = max(result[seat], target)
        else:
            result[seat] += score["add"]
    return result


def play_match(
    rules: Rules,
    first_dealer: int,
    deals: Sequence[tuple[Sequence[Cards], Sequence[Sequence[Cards]]]],
) -> dict[str, Any]:
    """Play deals in turn until the match is over or none is left; voided ones score zeros."""
    totals = [0] * rules["table"]["players"]
    target: int = rules["match"]["target"]
    dealer, last_points = first_dealer, None
    claims = [redeal["id"] for redeal in rules["redeals"]]
    points: list[list[int]] = []
    voided: list[str | None] = []
    winners: list[int] = []
    for hands, arrangements in deals:
        deal = play_deal(rules, dealer, hands, arrangements, last_points, claims=claims)
        dealer = deal["next_dealer"]
        voided.append(deal["voided"])
        points.append(deal["points"])
        if deal["voided"] is not None:
            continue
        if rules["match"]["check"] == "at_once":
            captured = [0] * len(totals)
            for gained in deal["round_points"][:-1]:
                captured = [a + b for a, b in zip(captured, gained, strict=True)]
                so_far = [a + b for a, b in zip(totals, captured, strict=True)]
                winners, target = finish(rules, so_far, target)
                if winners:
                    points[-1] = captured
                    break
        totals = [a + b for a, b in zip(totals, points[-1], strict=True)]
        if not winners:
            instant = deal["instant"]
            if instant is not None and instant["effect"] == "win_match":
                totals = after_instant_win(rules, instant, totals, target)
                winners = instant["seats"]
            else:
                winners, target = finish(rules, totals, target)
        if winners:
            break
        last_points = deal["points"]
    return {
        "totals": totals,
        "winners": winners,
        "deals": len(points),
        "points": points,
        "voided": voided,
        "target": target,
    }
