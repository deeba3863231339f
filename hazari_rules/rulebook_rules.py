"""What a ruleset states, as sections of a rulebook: the rules alone, without worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hazari_rules.cards import Card
from hazari_rules.kinds import Vocabulary
from hazari_rules.kinds_play import Tied
from hazari_rules.messages import Messages
from hazari_rules.model import Choice, Redeal, Ruleset
from hazari_rules.rulebook_ladder import combinations_section
from hazari_rules.rulebook_model import Items, Row, Section, Sentence, Table, paragraph, steps


@dataclass(frozen=True, slots=True)
class Teller:
    """Puts the chosen kinds of a ruleset into the sentences of a language."""

    rules: Ruleset
    words: Vocabulary
    t: Messages

    @classmethod
    def of(cls, rules: Ruleset, words: Vocabulary, t: Messages) -> Teller:
        """With the combinations called by their names."""
        return cls(rules, words, t.naming({c.id: t.text(c.name) for c in rules.combinations}))

    def say(self, family: str, choice: Choice) -> str:
        """The sentence for a choice."""
        return self.words.say(family, choice, self.t)


def in_language(t: Messages, text: str) -> Sentence:
    """A text of the variant file, marked as English where it is not in the book's language."""
    return Sentence(t.text(text), rule=False, lang="" if t.knows(text) else "en")


def rule_sections(teller: Teller) -> tuple[Section, ...]:
    """Every rule of the ruleset, in the order in which players need them."""
    return (
        _cards(teller),
        _points(teller),
        combinations_section(teller.rules, teller.words, teller.t),
        _arrangement(teller),
        _play(teller),
        _scoring(teller),
        _end(teller),
        _redeals(teller),
        _instant_wins(teller),
    )


def _cards(of: Teller) -> Section:
    deck, table, t = of.rules.deck, of.rules.table, of.t
    ranks = t.listed([t.digits(rank) for rank in deck.ranks])
    suits = t.listed([f"{suit.symbol} {t.suit(suit)}" for suit in deck.suits])
    if _suits_decide(of):
        order = t("The suits, from the strongest to the weakest: {suits}.", suits=suits)
    else:
        order = t(
            "The suits: {suits}. No suit is stronger than another, and suits never break a tie.",
            suits=suits,
        )
    return Section(
        "cards",
        t("Players and cards"),
        (
            paragraph(
                t("{players} players sit round a table; each plays alone.", players=table.players),
                t(
                    "The pack has {pack} cards: {ranks} ranks in each of {suits} suits, without"
                    " jokers.",
                    pack=len(deck.ranks) * len(deck.suits),
                    ranks=len(deck.ranks),
                    suits=len(deck.suits),
                ),
            ),
            paragraph(
                t("The ranks of each suit, from the highest to the lowest: {ranks}.", ranks=ranks),
                order,
            ),
            paragraph(of.say("direction", table.direction)),
        ),
    )


def _suits_decide(of: Teller) -> bool:
    """Whether the tie rule in force looks at suits: the same groups, their suits exchanged."""
    deck = of.rules.deck
    if len(deck.suits) < 2:
        return False
    decide = of.words.meaning("tie_rule", of.rules.play.ties, of.rules)
    high, low = (Card(deck.ranks[0], suit) for suit in deck.suits[:2])
    one = decide([Tied(0, (high,)), Tied(1, (low,))])
    return bool(one != decide([Tied(0, (low,)), Tied(1, (high,))]))


def _points(of: Teller) -> Section:
    points, deck, t = of.rules.card_points, of.rules.deck, of.t
    by_value: dict[int, list[str]] = {}
    for rank in deck.ranks:
        by_value.setdefault(points.values[rank], []).append(t.digits(rank))
    worth = [
        t.plural("{ranks}: {n} point", "{ranks}: {n} points", value, ranks=t.listed(ranks))
        for value, ranks in by_value.items()
    ]
    suits = len(deck.suits)
    rows = [
        Row(
            (
                ", ".join(ranks),
                t.number(value),
                t.number(suits * len(ranks)),
                t.number(suits * len(ranks) * value),
            )
        )
        for value, ranks in by_value.items()
    ]
    pack = t.number(suits * len(deck.ranks))
    rows.append(Row((t("The whole pack"), "", pack, t.number(points.total))))
    head = (t("Cards"), t("Points each"), t("In the pack"), t("Together"))
    return Section(
        "points",
        t("What the cards are worth"),
        (
            paragraph(
                t("Cards score points for the player who captures them."),
                Sentence("", t("Each card is worth: {worth}.", worth="; ".join(worth))),
                t("The whole pack is worth {total} points.", total=points.total),
            ),
            Table(t("The points of the cards"), head, tuple(rows), total=True),
        ),
    )


def _arrangement(of: Teller) -> Section:
    rules, t = of.rules, of.t
    table, stated = rules.table, rules.arrangement
    dealt = t("The dealer shuffles and deals {n} cards to each player.", n=table.cards_each)
    left = (
        t.plural(
            "{n} card is left over and stays out of play.",
            "{n} cards are left over and stay out of play.",
            table.undealt,
        )
        if table.undealt
        else t("That is the whole pack; no card is left over.")
    )
    sizes = t.listed([t.number(group.cards) for group in rules.groups])
    split = t.plural(
        "In secret, each player makes one group of all the cards ({sizes}).",
        "In secret, each player divides the hand into {n} groups, of {sizes} cards in this order.",
        len(rules.groups),
        sizes=sizes,
    )
    judged = (
        t("When this order is checked, each group counts with its full value, as in play.")
        if stated.judged_on is None
        else t.plural(
            "When this order is checked, a group counts as the best combination that one of its"
            " cards makes.",
            "When this order is checked, a group counts as the best combination that at most {n}"
            " of its cards make.",
            stated.judged_on,
        )
    )
    ready = t(
        "A player who is ready says so (“up”); from then on the groups cannot be changed. When all"
        " {players} players have said it, play begins.",
        players=table.players,
    )
    return Section(
        "arranging",
        t("Dealing and arranging"),
        (
            steps(
                (dealt, left),
                split,
                (of.say("arrangement_order", stated.order), judged),
                of.say("violation", stated.on_violation),
                *_own_ladders(of),
                ready,
            ),
            paragraph(of.say("next_dealer", table.next_dealer)),
        ),
    )


def _own_ladders(of: Teller) -> Iterator[str]:
    t = of.t
    for number, group in enumerate(of.rules.groups, start=1):
        if group.combinations is not None:
            names = t.listed([t.word(id_) for id_ in group.combinations])
            yield t(
                "In group {number} only these combinations count: {names}.",
                number=number,
                names=names,
            )


def _play(of: Teller) -> Section:
    rules, t = of.rules, of.t
    many = len(rules.groups)
    rounds = t.plural(
        "A deal is played in {n} round.",
        "A deal is played in {n} rounds, one for each group: first all first groups, then all"
        " second ones, and so on.",
        many,
    )
    lay = t(
        "The leader lays the group of this round face up on the table. The others follow, one"
        " after the other in the direction of play, each with their own group of this round. Even"
        " after seeing what others play, nobody may change groups."
    )
    best = t(
        "The best group wins the round. There are no trumps and nobody must follow suit: only"
        " whole groups are compared."
    )
    return Section(
        "play",
        t("Play"),
        (
            paragraph(rounds),
            steps(
                of.say("first_leader", rules.table.first_leader),
                lay,
                (best, of.say("tie_rule", rules.play.ties)),
                (of.say("award", rules.play.award), *_at_stake(of)),
                of.say("next_leader", rules.play.next_leader),
            ),
        ),
    )


def _at_stake(of: Teller) -> Iterator[str]:
    """How many cards lie on the table in which rounds."""
    t, by_size = of.t, dict[int, list[int]]()
    for number, group in enumerate(of.rules.groups, start=1):
        by_size.setdefault(group.cards, []).append(number)
    for size, rounds in by_size.items():
        told: dict[str, str | int] = {
            "rounds": t.listed([t.number(number) for number in rounds]),
            "cards": size * of.rules.table.players,
        }
        if size == 1:
            yield t.plural(
                "In round {rounds} each player lays down one card, so {cards} cards are won.",
                "In each of the rounds {rounds} each player lays down one card, so {cards} cards"
                " are won.",
                len(rounds),
                **told,
            )
        else:
            yield t.plural(
                "In round {rounds} each player lays down {size} cards, so {cards} cards are won.",
                "In each of the rounds {rounds} each player lays down {size} cards, so {cards}"
                " cards are won.",
                len(rounds),
                size=size,
                **told,
            )


def _scoring(of: Teller) -> Section:
    t = of.t
    if of.rules.table.undealt:
        check = t(
            "As a check, the points of all players in a deal, with any that nobody won, must come"
            " to those of all the cards that were dealt."
        )
    else:
        check = t(
            "As a check, the points of all players in a deal, with any that nobody won, must come"
            " to {total}.",
            total=of.rules.card_points.total,
        )
    return Section(
        "scoring",
        t("Scoring"),
        (
            paragraph(
                t(
                    "After the last round all players count the points of the cards they have"
                    " captured and add them to their totals from earlier deals."
                ),
                t(
                    "What counts are the captured cards, not the groups a player held: a"
                    " combination brings no points of its own, and winning a round does not end"
                    " the deal."
                ),
                check,
            ),
        ),
    )


def _end(of: Teller) -> Section:
    match, t = of.rules.match, of.t
    return Section(
        "end",
        t("The end of the match"),
        (
            paragraph(
                t(
                    "The match is played to {target} points. While no player has that many, the"
                    " cards are shuffled and dealt again by the next dealer, and the totals go on"
                    " growing.",
                    target=match.target,
                ),
                of.say("target_check", match.check),
            ),
            paragraph(
                of.say("match_winner", match.winner),
                of.say("reached_together", match.reached_together),
                of.say("match_tie", match.ties),
            ),
        ),
    )


def _redeals(of: Teller) -> Section:
    t = of.t
    blocks = [
        Items(tuple((t.text(r.name), paragraph(*_redeal(of, r))) for r in of.rules.redeals)),
    ]
    none = paragraph(t("No hand makes a deal void; every deal is played."))
    return Section("redeals", t("Void deals"), tuple(blocks) if of.rules.redeals else (none,))


def _conditions(of: Teller, when: Iterable[Choice]) -> str:
    return of.t.listed([of.say("condition", condition) for condition in when])


def _redeal(of: Teller, redeal: Redeal) -> Sequence[str | Sentence]:
    conditions = _conditions(of, redeal.when)
    text = of.t("This counts if {conditions}.", conditions=conditions)
    name = of.t.text(redeal.name)
    return (
        Sentence(text, f"{name}: {text}"),
        of.say("claim", redeal.claim),
        of.say("dealer_move", redeal.dealer),
    )


def _instant_wins(of: Teller) -> Section:
    t, items = of.t, []
    for win in of.rules.instant_wins:
        text = t(
            "This counts {moment}, if {conditions}.",
            moment=of.say("moment", win.after),
            conditions=_conditions(of, win.when),
        )
        name = t.text(win.name)
        told = paragraph(
            Sentence(text, f"{name}: {text}"),
            of.say("effect", win.effect),
            of.say("if_several", win.if_several),
        )
        items.append((name, told))
    none = paragraph(t("Nothing wins at once: every deal is played to its last round and counted."))
    blocks = (Items(tuple(items)),) if items else (none,)
    fouls = t("A player whose groups are fouled wins nothing at once.")
    if items and of.rules.arrangement.on_violation.name == "foul":
        return Section("instant-wins", t("Instant wins"), (*blocks, paragraph(fouls)))
    return Section("instant-wins", t("Instant wins"), blocks)
