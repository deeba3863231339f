"""Card notation: it round-trips, and what is unclear is refused and never guessed."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazari_rules import (
    PACK,
    Card,
    NotationError,
    Rank,
    Suit,
    format_arrangement,
    format_group,
    parse_arrangement,
    parse_card,
    parse_group,
)
from hazari_rules.cards import pretty_group

CARDS = st.sampled_from(PACK)
HANDS = st.permutations(PACK).flatmap(lambda pack: st.integers(1, 52).map(lambda n: pack[:n]))
BLANKS = st.text(" \t\r\n\u00a0\u202f", min_size=1, max_size=3)


def ways_to_write(card: Card) -> st.SearchStrategy[str]:
    ranks = {card.rank.value, card.rank.value.lower()}
    ranks |= {"T", "t"} if card.rank is Rank.TEN else set()
    symbol = card.suit.symbol
    suits = {card.suit.value, card.suit.value.lower()}
    suits |= {symbol, f"{symbol}\ufe0e", f"{symbol}\ufe0f"}
    return st.sampled_from([rank + suit for rank in sorted(ranks) for suit in sorted(suits)])


# ---------------------------------------------------------------- round trips


def test_the_pack_has_every_card_once() -> None:
    assert len(PACK) == len(set(PACK)) == 52
    assert {(card.rank, card.suit) for card in PACK} == {(r, s) for r in Rank for s in Suit}


def test_every_card_in_every_notation() -> None:
    for card in PACK:
        assert parse_card(str(card)) == parse_card(card.pretty) == card
        assert str(parse_card(card.pretty)) == str(card)
    assert len({str(card) for card in PACK}) == len({card.pretty for card in PACK}) == 52


@given(CARDS.flatmap(lambda card: st.tuples(st.just(card), ways_to_write(card))))
def test_cards_are_read_in_all_ways_to_write_them(written: tuple[Card, str]) -> None:
    card, text = written
    assert parse_card(text) == card


@given(HANDS)
def test_groups_round_trip(cards: list[Card]) -> None:
    assert parse_group(format_group(cards)) == parse_group(pretty_group(cards)) == tuple(cards)
    text = format_group(cards)
    assert format_group(parse_group(text)) == text


@given(HANDS, st.data())
def test_arrangements_round_trip(cards: list[Card], data: st.DataObject) -> None:
    inner = range(1, len(cards))
    cuts = data.draw(st.sets(st.sampled_from(inner), max_size=5)) if inner else set[int]()
    edges = [0, *sorted(cuts), len(cards)]
    groups = tuple(tuple(cards[a:b]) for a, b in pairwise(edges))
    text = format_arrangement(groups)
    assert parse_arrangement(text) == groups
    assert format_arrangement(parse_arrangement(text)) == text
    assert parse_arrangement(text.replace(" | ", "|")) == groups


@given(HANDS, st.data())
def test_any_blanks_between_and_around_cards(cards: list[Card], data: st.DataObject) -> None:
    """Web pages and spreadsheets bring no-break spaces and tabs; they separate and no more."""
    texts = [data.draw(ways_to_write(card)) for card in cards]
    text = data.draw(BLANKS) + "".join(text + data.draw(BLANKS) for text in texts)
    assert parse_group(text) == tuple(cards)


# ---------------------------------------------------------------- the same card, other spellings


@pytest.mark.parametrize("text", ["10S", "TS", "10s", "ts", "tS", "Ts", "10♠", "T♠\ufe0e"])
def test_all_spellings_of_the_ten_of_spades(text: str) -> None:
    assert parse_card(text) == Card(Rank.TEN, Suit.SPADES)
    assert str(parse_card(text)) == "10S"


@pytest.mark.parametrize("text", ["A♠", "A♠\ufe0f", "A♠\ufe0e", "a♠", " AS ", "\u00a0AS\u00a0"])
def test_all_spellings_of_the_ace_of_spades(text: str) -> None:
    assert parse_card(text) == Card(Rank.ACE, Suit.SPADES)


# ---------------------------------------------------------------- refused


UNCLEAR = [
    "", " ", "A", "S", "10", "♠", "AA", "SS", "ASS", "AAS", "AS2", "A S", "A-S", "AS,", "A/S",
    "1S", "0S", "11H", "12H", "010S", "100S", "1 0S", "10 S", "S10", "SA", "♠A", "XS", "AX",
    "JOKER", "IOS", "lOS", "1OS", "OS", "\N{FULLWIDTH LATIN CAPITAL LETTER A}S",
    "A\N{FULLWIDTH LATIN CAPITAL LETTER S}", "\N{FULLWIDTH DIGIT NINE}S",
    "A\N{LATIN SMALL LETTER LONG S}", "\N{KELVIN SIGN}S", "\N{KELVIN SIGN}♠",
    "\N{CYRILLIC CAPITAL LETTER A}S", "\N{CYRILLIC CAPITAL LETTER KA}S",
    "\N{CYRILLIC CAPITAL LETTER TE}S", "\N{CYRILLIC SMALL LETTER A}S",
    "A\N{CYRILLIC CAPITAL LETTER ES}", "A\N{CYRILLIC CAPITAL LETTER DZE}",
    "\N{GREEK CAPITAL LETTER ALPHA}S", "\N{GREEK CAPITAL LETTER KAPPA}S",
    "\N{ARABIC-INDIC DIGIT NINE}S", "\N{DEVANAGARI DIGIT NINE}S", "\N{BENGALI DIGIT NINE}S",
    "\N{SUPERSCRIPT TWO}S", "\N{CIRCLED DIGIT TWO}S", "1\N{FULLWIDTH DIGIT ZERO}S",
    "\N{MATHEMATICAL BOLD CAPITAL A}S", "\N{ROMAN NUMERAL TEN}S",
    "A\u200bS", "AS\u200b", "\u200bAS", "A\u200dS", "AS\u2060", "\ufeffAS", "AS\u00ad", "AS\u0301",
    "A\u00a0S", "10\u00a0S", "AS\x00", "AS\x1f", "AS\x85", "AS\u2028", "AS\u3000",
    "AS\ufe0f", "A\ufe0f♠", "\ufe0fA♠", "A♠\ufe0f\ufe0f", "A♠\ufe0e\ufe0f", "A♠\ufe01", "A♠\u20e3",
    "A♠♠", "A♠S", "A♤", "A♡", "\N{PLAYING CARD ACE OF SPADES}", "A\N{BLACK STAR}",
]  # fmt: skip


@pytest.mark.parametrize("text", UNCLEAR, ids=ascii)
def test_unclear_cards_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)
    with pytest.raises(NotationError):
        parse_group(f"KD {text} 2H" if text.strip() else text)


def test_only_known_spellings_are_cards() -> None:
    """Every text of up to two characters around those in use: nothing else is a card."""
    letters = [*"AKQJT1023456789akqjtSHDCshdc♠♥♦♣ ", "\ufe0f"]
    texts = {a + b for a in ["", *letters] for b in letters}
    cards = {text for text in texts if _readable(text)}
    assert cards == {rank + suit for rank in "AKQJT23456789akqjt" for suit in [*"SHDCshdc♠♥♦♣"]}


def _readable(text: str) -> bool:
    try:
        parse_card(text)
    except NotationError:
        return False
    return True


@given(st.text("AKQJT10298sS♠♥hH \u00a0\ufe0f\ufe0e\u200b", max_size=4))
def test_what_is_read_is_what_was_written(text: str) -> None:
    """No character is dropped but blanks at the ends and one emoji selector after a symbol."""
    if _readable(text):
        written = text.strip(" \u00a0").removesuffix("\ufe0f").removesuffix("\ufe0e").upper()
        written = written.replace("♠", "S").replace("♥", "H").replace("T", "10")
        assert str(parse_card(text)) == written


@pytest.mark.parametrize(
    "text", ["", " \n", "AS,KS", "AS;KS", "AS.KS", "ASKS", "AS|KS", "AS\x1cKS", "AS\u200bKS"]
)
def test_unclear_groups_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_group(text)


@pytest.mark.parametrize("text", ["", "|", "AS |", "| AS", "AS || KS", "AS \uff5c KS", "AS / KS"])
def test_unclear_arrangements_are_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_arrangement(text)


@pytest.mark.parametrize("text", ["AS KS AS", "10H TH", "A♠ KD a♠\ufe0f"])
def test_repeated_cards_are_refused_by_name(text: str) -> None:
    card = str(parse_card(text.split(maxsplit=1)[0]))
    with pytest.raises(NotationError, match=f"the card {card} is there twice"):
        parse_group(text)
    with pytest.raises(NotationError, match=f"the card {card} is there twice"):
        parse_arrangement(" | ".join(text.split()))


def test_refusals_say_what_to_write() -> None:
    with pytest.raises(NotationError, match="not a card: '1S'; write rank then suit, such as AS"):
        parse_card("1S")
    with pytest.raises(NotationError, match=r"not a card: '\\u212aS'"):
        parse_card("\N{KELVIN SIGN}S")
    with pytest.raises(NotationError, match="no cards given; write them separated by spaces"):
        parse_group(" ")


@pytest.mark.parametrize("read", [parse_group, parse_arrangement])
@pytest.mark.parametrize("text", ["AS " * 1000, "AS|" * 1000, "x" * 10**6])
def test_overlong_texts_are_refused(read: object, text: str) -> None:
    assert callable(read)
    with pytest.raises(NotationError, match="too long for cards"):
        read(text)


def test_refusals_of_long_tokens_are_short() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_card("x" * 10**6)
    assert len(str(refusal.value)) < 300
