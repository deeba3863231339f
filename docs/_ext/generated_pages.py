"""Pages made from the package itself at build time, so that none can go stale."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from hazari_rules.builtin import vocabulary
from hazari_rules.cli_common import Session
from hazari_rules.cli_rulebook import written
from hazari_rules.loading import load
from hazari_rules.schema import compose, shipped_schema

SHIPPED = ("hazari", "hazarey")


def language_page() -> str:
    """The reference of the language: every property with its meaning, values and use."""
    schema = compose(shipped_schema("variant"), vocabulary())
    data = {name: load(name).ruleset.as_data() for name in SHIPPED}
    lines = [
        "# Reference of the language",
        "",
        "Every key of a variant file, from the schema that checks it. *In the shipped files* says",
        "what the resolved rules of each shipped variant state there.",
        "",
        *_properties(schema, schema, "", data, 2),
    ]
    return "\n".join(lines) + "\n"


def _properties(
    schema: dict[str, Any], node: dict[str, Any], path: str, data: dict[str, Any], level: int
) -> Iterator[str]:
    for name, stated in node.get("properties", {}).items():
        prop = _resolved(schema, stated)
        here = f"{path}.{name}" if path else name
        inner = {
            key: value.get(name) if isinstance(value, dict) else None for key, value in data.items()
        }
        yield f"{'#' * min(level, 4)} `{here}`"
        yield ""
        yield from _about(prop)
        yield from _values(inner)
        item = _resolved(schema, prop.get("items", {})) if prop.get("type") == "array" else {}
        first = {k: v[0] if isinstance(v, list) and v else None for k, v in inner.items()}
        if name == "options":
            item = _resolved(schema, prop["additionalProperties"])
            first = dict.fromkeys(inner)
        if "properties" in item:
            yield from _properties(schema, item, f"{here}[]", first, level + 1)
        elif "properties" in prop and name not in ("values", "when"):
            yield from _properties(schema, prop, here, inner, level + 1)
        elif name == "when":
            for kind, argument in prop["properties"].items():
                yield f"- `{kind}`: {argument.get('description', '')}"
            yield ""


def _resolved(schema: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    found = schema["$defs"][node["$ref"].rsplit("/", 1)[1]]
    return {**found, **{key: value for key, value in node.items() if key != "$ref"}}


def _about(prop: dict[str, Any]) -> Iterator[str]:
    text = prop.get("description") or prop.get("title", "")
    for line in text.split("\n"):
        yield line if not line.startswith("- ") else "- `{}`:{}".format(*line[2:].split(":", 1))
        if not line.startswith("- "):
            yield ""
    allowed = prop.get("enum") or prop.get("items", {}).get("enum")
    if allowed and "\n- " not in text:
        yield "Values: " + ", ".join(f"`{value}`" for value in allowed) + "."
    bounds = [
        f"{word} {prop[key]}"
        for key, word in (("minimum", "from"), ("maximum", "to"))
        if key in prop
    ]
    if bounds:
        yield f"A whole number {' '.join(bounds)}."
    yield ""


def _values(data: dict[str, Any]) -> Iterator[str]:
    shown = {name: value for name, value in data.items() if isinstance(value, str | int)}
    if shown:
        yield "In the shipped files: " + ", ".join(f"{n} `{v}`" for n, v in shown.items()) + "."
        yield ""


def write_pages(app: Sphinx) -> None:
    """Write the generated pages into the source folder; they are not under version control."""
    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    (folder / "language.md").write_text(language_page(), encoding="utf-8")
    for name in SHIPPED:
        (folder / f"{name}.md").write_text(
            written(Session(), name, (), "md", "en"), encoding="utf-8"
        )


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_pages)
    return {"version": "1", "parallel_read_safe": True}
