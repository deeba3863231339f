"""A variant as a Python package: its file, its cases, a test, and a README of its rules."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from string import Template

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import SUFFIX
from hazari_rules.errors import FindingsError, errors_in
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader
from hazari_rules.messages import Messages
from hazari_rules.new_cases import UNCONFIRMED, cases_text
from hazari_rules.new_variant import Draft, variant_text
from hazari_rules.resolve import Variant
from hazari_rules.rulebook import rulebook
from hazari_rules.rulebook_options import other_choices
from hazari_rules.rulebook_text import as_markdown
from hazari_rules.schema import compose, shipped_schema

_PYPROJECT = Template("""\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "$distribution"
version = "0.1.0"
description = $summary
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["hazari-rules>=$version"]

[project.optional-dependencies]
test = ["pytest>=8"]

[project.entry-points.hazari_rules]
$id = "$package"

[tool.setuptools]
packages = ["$package"]

[tool.setuptools.package-data]
$package = ["*.yaml"]

[tool.pytest.ini_options]
testpaths = ["tests"]
""")

_INIT = Template('''\
"""The rules of a variant, for `hazari`: the YAML files of this folder."""

from importlib.resources import files

from hazari_rules.plugins import hookimpl


@hookimpl
def hazari_variants():
    """The folder with the variant."""
    yield files("$package")
''')

_TEST = Template('''\
"""The variant is right, and its rules answer each case as the case says."""

from importlib.resources import files
from pathlib import Path

import pytest

from hazari_rules.compiled import Rules
from hazari_rules.conformance_cases import authored_cases
from hazari_rules.conformance_engine import Engine
from hazari_rules.library import VariantFile
from hazari_rules.loading import Loader

FILE = Path(str(files("$package"))) / "$id.yaml"
LOADER = Loader.installed()
CASES = authored_cases(LOADER.resolver.library, str(FILE))


def test_check_finds_nothing():
    assert LOADER.check(VariantFile(FILE, "file")) == []


def test_there_are_cases():
    assert CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case):
    variant = LOADER.load(str(FILE), case.options)
    engine = Engine(Rules.compile(variant.ruleset, variant.vocabulary))
    answer = engine.answer(case.op, case.input)
    assert any(outcome.accepts(answer) for outcome in case.expect), answer
''')

_ABOUT = Template("""\
## About this package

The rules above are made from `$package/$id.yaml`. After a change there, run
`hazari new --package . $package/$id.yaml` in this folder: it writes the rules above anew, and
those cases that still say $unconfirmed. What you wrote stays.

```sh
pip install .                         # `hazari list` then shows $id
hazari play --variant $id --seed 7
hazari check --fail-on warning $package
pip install '.[test]' && pytest       # the file is right, and its cases hold
```

`$package/$id.cases.yaml` has the cases. Those whose note says $unconfirmed show what
the rules lead to; whether your table plays so, only you can say.
""")

VARIANT_SCHEMA = "../schemas/variant.schema.json"
CASES_SCHEMA = "../schemas/cases.schema.json"
_EDITOR = "# yaml-language-server: $schema="


@dataclass(frozen=True, slots=True)
class Contents:
    """What a package is made of: the variant's file and its cases, and the rules in Markdown."""

    id: str
    summary: str
    variant: str
    cases: str
    rules: str

    @property
    def files(self) -> dict[Path, str]:
        """The two files that are the author's, by their paths inside the package."""
        inside = Path(package_name(self.id))
        return {
            inside / f"{self.id}.yaml": self.variant,
            inside / f"{self.id}{SUFFIX}": self.cases,
        }


def package_name(id_: str) -> str:
    """The Python package around a variant."""
    return f"hazari_{id_}"


def drafted(loader: Loader, draft: Draft, parent: Variant) -> Contents:
    """What a new variant's package holds; raises FindingsError if the variant is not right."""
    file = Path(package_name(draft.id)) / f"{draft.id}.yaml"
    text = variant_text(draft, parent, VARIANT_SCHEMA, str(file))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{draft.id}.yaml"
        path.write_text(text, encoding="utf-8")
        if errors := errors_in(loader.check(VariantFile(path, "file"))):
            raise FindingsError(errors)
        return contents(loader, path, text, None)


def contents(loader: Loader, path: Path, text: str, cases: str | None) -> Contents:
    """What a package holds around the variant at a path, which is known to be right.

    Cases that are not there yet are worked out from the rules.
    """
    variant = loader.load(str(path))
    others = other_choices(loader.resolver, variant, str(path))
    t = Messages.load("en")
    rules = Rules.compile(variant.ruleset, variant.vocabulary)
    return Contents(
        id=variant.ruleset.id,
        summary=variant.ruleset.summary or variant.ruleset.name,
        variant=with_editor_line(text, VARIANT_SCHEMA),
        cases=with_editor_line(cases or cases_text(rules, CASES_SCHEMA), CASES_SCHEMA),
        rules=as_markdown(rulebook(variant, others, t), t),
    )


def with_editor_line(text: str, schema: str) -> str:
    """The text of a YAML file with the line by which an editor finds its schema."""
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    if lines and lines[0].startswith(_EDITOR):
        del lines[0]
    return "".join([f"{_EDITOR}{schema}\n", *lines])


def package_texts(loader: Loader, made: Contents, readme: str) -> dict[Path, str]:
    """The files of a new package by their paths inside it; `readme` is its part with the rules."""
    package = package_name(made.id)
    words = {
        "id": made.id,
        "package": package,
        "distribution": package.replace("_", "-"),
        "summary": json.dumps(made.summary, ensure_ascii=False),
        "version": version("hazari-rules"),
        "unconfirmed": UNCONFIRMED,
    }
    return {
        Path("pyproject.toml"): _PYPROJECT.substitute(words),
        Path("README.md"): f"{readme}\n{_ABOUT.substitute(words)}",
        Path(package) / "__init__.py": _INIT.substitute(words),
        **made.files,
        Path("tests") / f"test_{made.id}.py": _TEST.substitute(words),
        **schema_texts(loader),
    }


def schema_texts(loader: Loader) -> dict[Path, str]:
    """The schemas that an editor reads, with the kinds of the plugins in force."""
    schemas = Path("schemas")
    schema = compose(shipped_schema("variant"), loader.vocabulary)
    return {
        schemas / "variant.schema.json": _json(schema),
        schemas / "cases.schema.json": _json(shipped_schema("cases")),
    }


def _json(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
