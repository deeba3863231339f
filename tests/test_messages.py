"""The catalogues are complete and compiled, and translations fit their sentences."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from hazari_rules.cards import parse_card
from hazari_rules.errors import HazariError
from hazari_rules.messages import LANGUAGES, Messages
from tests import catalogues
from tests.books import text_of

TRANSLATED = [lang for lang in LANGUAGES if lang != "en"]


def texts_of(message: Message) -> Sequence[str]:
    """The translations of a sentence: one, or those for one thing and for several."""
    return (message.string,) if isinstance(message.string, str) else (message.string or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_sentence_of_the_code_is_in_the_catalogue_and_translated(lang: str) -> None:
    catalogue = catalogues.read(lang)
    for sentence, place in catalogues.messages():
        message = catalogue.get(sentence if isinstance(sentence, str) else sentence[0])
        assert message is not None, f"{sentence} ({place}): run python -m tests.catalogues update"
        assert all(texts_of(message)), f"{sentence} ({place}) is not translated into {lang}"
        assert not message.fuzzy, sentence


def test_the_template_is_up_to_date() -> None:
    path = catalogues.LOCALE / "hazari_rules.pot"
    with path.open("rb") as stream:
        stored = {message.id for message in read_po(stream)}
    assert stored == {message.id for message in catalogues.template()}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_compiled_catalogue_holds_what_the_texts_say(lang: str) -> None:
    path = catalogues.po_path(lang).with_suffix(".mo")
    stored = GNUTranslations(BytesIO(path.read_bytes()))
    for message in catalogues.read(lang):
        if isinstance(message.id, str) and message.id:
            assert stored.gettext(message.id) == message.string
        elif message.id:
            one, many = message.id
            for n, text in enumerate(texts_of(message), start=1):
                assert stored.ngettext(one, many, n) == text


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_use_the_placeholders_of_their_sentences(lang: str) -> None:
    for message in catalogues.read(lang):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else message.id
        texts = texts_of(message)
        wanted = set().union(*map(fields, ids))
        for text in texts:
            assert fields(text) <= wanted, text
        assert set().union(*map(fields, texts)) >= fields(ids[-1]) - {"n"}, ids


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_a_translated_book_has_no_english_sentence_and_no_foreign_digit(
    name: str, lang: str
) -> None:
    rules, _, end = text_of(name, lang).rpartition("Hazari Grand - 1000 Points Game")
    assert "language" not in end
    english = "(This translation awaits a native reader; where in doubt, the English text counts.)"
    body = " ".join(rules.split())
    assert body.count(english) == 1
    body = re.sub(r"\b\w+=\w+:", "", body.replace(english, ""))  # the names of choices stay
    assert re.findall(r"[A-Za-z]{2,}|\d(?<=[0-9])", body) == []


@pytest.mark.parametrize("name", ["hazari", "hazarey"])
def test_a_translated_book_shows_the_same_cards_as_the_english_one(name: str) -> None:
    def cards(text: str) -> list[str]:
        return re.findall(r"[\dAKQJ]+[♠♥♦♣]", text)

    english = cards(text_of(name, "en"))
    assert len(english) > 100
    for lang in TRANSLATED:
        plain = str.maketrans(LANGUAGES[lang].digits, "0123456789")
        assert cards(text_of(name, lang).translate(plain)) == english


def test_numbers_are_grouped_as_their_readers_group_them() -> None:
    shown = [Messages.load(lang).number(12_345_678) for lang in ("en", "bn", "ne")]
    assert shown == ["12,345,678", "১,২৩,৪৫,৬৭৮", "१,२३,४५,६७८"]
    assert [Messages.load("en").number(n) for n in (1000, -12_345)] == ["1000", "-12,345"]


def test_cards_are_named_in_words() -> None:
    card = parse_card("10H")
    assert [Messages.load(lang).card(card) for lang in LANGUAGES] == [
        "10 of Hearts",
        "হরতনের ১০",
        "पानको १०",
    ]


def test_a_text_that_no_catalogue_has_stays_english() -> None:
    t = Messages.load("bn")
    assert t("Swap {n} cards.", n=3) == "Swap ৩ cards."
    assert not t.knows("Swap {n} cards.")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(HazariError, match="known: en, bn, ne"):
        Messages.load("xx")
