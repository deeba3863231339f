"""Sentences of the rulebook in the reader's language, from gettext catalogues.

The English sentence is the message's id, so English needs no catalogue and what a catalogue
lacks (a plugin's kinds, a stranger's variant) stays English. Code calls `t("...", name=value)`;
sentences that live in data are marked with `mark`. `tests/catalogues.py` collects both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import NamedTuple

from hazari_rules.cards import Card, Rank, Suit
from hazari_rules.errors import HazariError
from hazari_rules.kinds import Wording

DOMAIN = "hazari_rules"
_GROUPED_FROM = 10_000


class Language(NamedTuple):
    """A language of the rulebook: its name in itself, its digits, how long numbers are grouped.

    `reviewed` says whether a native reader has gone through its sentences.
    """

    name: str
    digits: str
    first_group: int
    reviewed: bool


LANGUAGES: Mapping[str, Language] = {
    "en": Language("English", "0123456789", 3, reviewed=True),
    "bn": Language("বাংলা", "০১২৩৪৫৬৭৮৯", 2, reviewed=False),
    "ne": Language("नेपाली", "०१२३४५६७८९", 2, reviewed=False),
}


def mark(message: str) -> str:
    """Mark a sentence that lives in data for the catalogues."""
    return message


_RANKS: Mapping[Rank, str] = {
    Rank.ACE: mark("Ace"),
    Rank.KING: mark("King"),
    Rank.QUEEN: mark("Queen"),
    Rank.JACK: mark("Jack"),
}
_SUITS: Mapping[Suit, str] = {
    Suit.SPADES: mark("Spades"),
    Suit.HEARTS: mark("Hearts"),
    Suit.DIAMONDS: mark("Diamonds"),
    Suit.CLUBS: mark("Clubs"),
}


_AND, _OR = mark("{items} and {last}"), mark("{items} or {last}")
_CARD = mark("{rank} of {suit}")


class _Sentences(NullTranslations):
    """Sentences by the English ones, where a catalogue lacks them."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        super().__init__()
        self._sentences = sentences

    def gettext(self, message: str) -> str:
        return self._sentences.get(message) or super().gettext(message)


class Messages(Wording):
    """The sentences of one language; calling it translates and fills in the placeholders.

    `names` are the words for ids that stand in sentences (combinations by their names).

    >>> Messages.load("en")("{n} players play.", n=4)
    '4 players play.'
    """

    def __init__(
        self, lang: str, catalogue: NullTranslations, names: Mapping[str, str] | None = None
    ) -> None:
        self.lang = lang
        self.language = LANGUAGES[lang]
        self._catalogue = catalogue
        self._names = names or {}
        self._digits = str.maketrans("0123456789", self.language.digits)

    @classmethod
    def load(cls, lang: str, more: Iterable[Mapping[str, str]] = ()) -> Messages:
        """The sentences of a language; raises HazariError for one that is not there.

        `more` are those that plugins bring, by the English ones; they come after the shipped ones.
        """
        if lang not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise HazariError(f"no rulebook in the language '{lang}'; known: {known}")
        if lang == "en":
            return cls(lang, NullTranslations())
        path = files("hazari_rules") / "locale" / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"
        with path.open("rb") as stream:
            catalogue = GNUTranslations(stream)
        for sentences in more:
            catalogue.add_fallback(_Sentences(sentences))
        return cls(lang, catalogue)

    def naming(self, names: Mapping[str, str]) -> Messages:
        """The same sentences with names for the ids that stand in them."""
        return Messages(self.lang, self._catalogue, names)

    def __call__(self, message: str, /, **values: str | int) -> str:
        """The sentence in this language with its placeholders filled; numbers in its digits."""
        return self.text(message).format_map(self._shown(values))

    def plural(self, one: str, many: str, n: int, /, **values: str | int) -> str:
        """The sentence for one thing or for several; `{n}` in it is their number."""
        text = self._catalogue.ngettext(one, many, n)
        return text.format_map(self._shown({"n": n, **values}))

    def _shown(self, values: Mapping[str, str | int]) -> dict[str, str]:
        return {k: self.number(v) if isinstance(v, int) else v for k, v in values.items()}

    def text(self, message: str) -> str:
        """The sentence in this language, its placeholders still in it."""
        # gettext keeps the catalogue's own head under the empty message.
        return self._catalogue.gettext(message) if message else ""

    def knows(self, message: str) -> bool:
        """Whether a text, such as a variant's own, is in this language."""
        return self.lang == "en" or self.text(message) != message

    def number(self, value: int) -> str:
        """A number in this language's digits, long ones in groups as its readers write them.

        >>> Messages.load("bn").number(270725)
        '২,৭০,৭২৫'
        """
        digits = str(abs(value))
        if abs(value) >= _GROUPED_FROM:
            head, tail = digits[:-3], digits[-3:]
            size = self.language.first_group
            first = len(head) % size
            parts = [head[:first], *(head[i : i + size] for i in range(first, len(head), size))]
            digits = ",".join([*filter(None, parts), tail])
        return self.digits(f"-{digits}" if value < 0 else digits)

    def digits(self, text: str) -> str:
        """The same text in this language's digits."""
        return text.translate(self._digits)

    def word(self, word: str) -> str:
        """The name of an id or rank."""
        return self._names.get(word, self.digits(word.replace("_", " ")))

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """Several things in a row: "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        head = ", ".join(items[:-1])
        return self(_OR if last == "or" else _AND, items=head, last=items[-1])

    def short(self, card: Card) -> str:
        """A card in running text: A♠."""
        return self.digits(card.pretty)

    def rank(self, rank: Rank) -> str:
        """A rank in words: Ace, King, 10."""
        return self.text(_RANKS[rank]) if rank in _RANKS else self.digits(rank.value)

    def suit(self, suit: Suit) -> str:
        """A suit in words."""
        return self.text(_SUITS[suit])

    def card(self, card: Card) -> str:
        """A card in words: Ace of Spades."""
        return self(_CARD, rank=self.rank(card.rank), suit=self.suit(card.suit))
