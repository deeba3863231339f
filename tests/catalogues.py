"""The message catalogues of the rulebook: `python -m tests.catalogues update` or `compile`.

`update` collects every sentence of the code, the kinds and the shipped variants into
`hazari_rules/locale/hazari_rules.pot` and brings the `.po` files up to it; what is new stands
there without a translation, to be filled in by hand. `compile` writes the `.mo` files that the
program reads. Needs Babel (`pip install -e .[dev]`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from hazari_rules.builtin import KINDS
from hazari_rules.messages import DOMAIN, LANGUAGES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "hazari_rules"
LOCALE = PACKAGE / "locale"
KEYWORDS = {"t": None, "plural": (1, 2), "mark": None}
SOURCES = ("messages.py", "rulebook*.py", "templates/*.j2")
HEADER = "# Sentences of the rulebook; how to translate them stands in tests/catalogues.py."
DATE = datetime(2026, 1, 1, tzinfo=UTC)  # fixed, so that files change only with their sentences
NAMED = ("combinations", "redeals", "instant_wins")

Message = tuple[str | tuple[str, ...], str]
"""(sentence, or the sentences for one and for several; where it stands)."""


def messages() -> Iterator[Message]:
    """Every sentence that a rulebook can print, with the file it is from."""
    for pattern in SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            with path.open("rb") as stream:
                method = "jinja2.ext:babel_extract" if path.suffix == ".j2" else "python"
                options = {"silent": "false"} if path.suffix == ".j2" else {}
                for _, found, _, _ in extract(method, stream, KEYWORDS, (), options):
                    yield found, str(path.relative_to(ROOT))
    for kind in KINDS:
        for sentence in (kind.sentence, *kind.phrases.values(), *kind.parts.values()):
            if any(sign.isalpha() for sign in sentence.replace("{argument}", "")):
                yield sentence, f"hazari_rules/kinds/{kind.family}/{kind.name}"
    for path in sorted((ROOT / "variants").glob("*.yaml")):
        if ".cases." not in path.name:
            data = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
            for text in dict.fromkeys(_of_variant(data)):
                yield text, f"variants/{path.name}"


def _of_variant(data: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a variant file that a rulebook shows, except the titles of sources."""
    yield data["name"]
    yield from data.get("aliases", ())
    yield from filter(None, [data.get("summary")])
    yield from _names(data)
    for option in data.get("options", {}).values():
        yield from (option[key] for key in ("question", "why", "where") if key in option)
        for patch in option.get("choices", {}).values():
            yield from _names(patch)


def _names(rules: Mapping[str, Any]) -> Iterator[str]:
    for block in NAMED:
        for item in rules.get(block, ()):
            yield from filter(None, [item.get("name"), *item.get("aliases", ())])


def template() -> Catalog:
    """The catalogue of all sentences, none translated."""
    catalogue = _empty(None)
    for sentence, place in messages():
        flags = ("python-brace-format",) if "{" in str(sentence) else ()
        catalogue.add(sentence, None, [(place, 0)], flags=flags)
    return catalogue


def _empty(lang: str | None) -> Catalog:
    return Catalog(
        lang,
        project="hazari-rules",
        header_comment=HEADER,
        charset="utf-8",
        fuzzy=False,
        creation_date=DATE,
        revision_date=DATE,
    )


def po_path(lang: str) -> Path:
    """The translations of a language, for people."""
    return LOCALE / lang / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(lang: str) -> Catalog:
    """The catalogue of a language; an empty one if it has none yet."""
    path = po_path(lang)
    if not path.exists():
        return _empty(lang)
    with path.open("rb") as stream:
        return read_po(stream, locale=lang)


def compiled(lang: str) -> bytes:
    """What the `.mo` file of a language must hold."""
    stream = BytesIO()
    write_mo(stream, read(lang))
    return stream.getvalue()


def update() -> None:
    """Bring the template and the catalogues up to the code."""
    LOCALE.mkdir(exist_ok=True)
    found = template()
    _write(LOCALE / f"{DOMAIN}.pot", found)
    for lang in LANGUAGES:
        if lang != "en":
            catalogue = read(lang)
            for message in catalogue:
                message.locations = []  # else the old ones would stand beside the new ones
            catalogue.update(found, no_fuzzy_matching=True)
            catalogue.obsolete.clear()
            _write(po_path(lang), catalogue)


def _write(path: Path, catalogue: Catalog) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(stream, catalogue, width=100, include_lineno=False)


def main(words: Sequence[str]) -> None:
    """Run `update` or `compile`."""
    if list(words) == ["update"]:
        update()
    elif list(words) == ["compile"]:
        for lang in LANGUAGES:
            if lang != "en":
                po_path(lang).with_suffix(".mo").write_bytes(compiled(lang))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
