"""A variant as a Python package: its file, its cases, a test, and a README of its rules."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
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

The rules above are made from `$package/$id.yaml`; after a change there, write them anew with
`hazari rulebook $package/$id.yaml --format md`.

```sh
pip install .                         # `hazari list` then shows $id
hazari play --variant $id --seed 7
hazari check --fail-on warning $package/$id.yaml
pip install '.[test]' && pytest       # the file is right, and its cases hold
```

`$package/$id.cases.yaml` has the cases. Those whose note says $unconfirmed show what
the rules lead to; whether your table plays so, only you can say.
""")


def package_texts(loader: Loader, draft: Draft, parent: Variant) -> dict[Path, str]:
    """The files of a package by their paths inside it.

    Raises FindingsError if the variant is not right.
    """
    package = f"hazari_{draft.id}"
    words = {
        "id": draft.id,
        "package": package,
        "distribution": package.replace("_", "-"),
        "summary": json.dumps(draft.summary, ensure_ascii=False),
        "version": version("hazari-rules"),
        "unconfirmed": UNCONFIRMED,
    }
    inside, schemas = Path(package), Path("schemas")
    file = inside / f"{draft.id}.yaml"
    text = variant_text(draft, parent, "../schemas/variant.schema.json", str(file))
    cases, rules = _made(loader, draft.id, text)
    schema = compose(shipped_schema("variant"), loader.vocabulary)
    return {
        Path("pyproject.toml"): _PYPROJECT.substitute(words),
        Path("README.md"): f"{rules}\n{_ABOUT.substitute(words)}",
        inside / "__init__.py": _INIT.substitute(words),
        file: text,
        inside / f"{draft.id}{SUFFIX}": cases,
        Path("tests") / f"test_{draft.id}.py": _TEST.substitute(words),
        schemas / "variant.schema.json": _json(schema),
        schemas / "cases.schema.json": _json(shipped_schema("cases")),
    }


def _json(schema: Mapping[str, object]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _made(loader: Loader, id_: str, text: str) -> tuple[str, str]:
    """The cases and the rulebook of a variant, which is checked and loaded from its text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{id_}.yaml"
        path.write_text(text, encoding="utf-8")
        if errors := errors_in(loader.check(VariantFile(path, "file"))):
            raise FindingsError(errors)
        variant = loader.load(str(path))
        others = other_choices(loader.resolver, variant, str(path))
        t = Messages.load("en")
        readme = as_markdown(rulebook(variant, others, t), t)
    rules = Rules.compile(variant.ruleset, variant.vocabulary)
    return cases_text(rules, "../schemas/cases.schema.json"), readme
