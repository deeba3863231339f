"""Hooks for plugins, and the guarded loading of what is installed.

A plugin is a distribution with an entry point in the group `hazari_rules`. Each is loaded by
itself; one that fails gives a warning with its name and the rest goes on. The environment
variable `HAZARI_PLUGINS` picks: `none` silences all, `a,b` loads only those, `-a` all but it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

from hazari_rules import builtin, installed
from hazari_rules.builtin import data_folder
from hazari_rules.errors import Finding, HazariError, Severity
from hazari_rules.hints import did_you_mean
from hazari_rules.kinds import Kind, Vocabulary

if TYPE_CHECKING:
    from importlib.abc import Traversable
    from importlib.metadata import EntryPoint

    import click

BUILTIN = "hazari-rules"
ENV_PLUGINS = "HAZARI_PLUGINS"
ENV_VARIANTS = "HAZARI_VARIANTS"

hookspec = pluggy.HookspecMarker("hazari_rules")
hookimpl = pluggy.HookimplMarker("hazari_rules")


class Hooks:
    """What a plugin may implement; every hook is optional."""

    @hookspec
    def hazari_variants(self) -> Iterable[Traversable | Path]:
        """Folders of YAML files, or single YAML files, with variants."""
        return ()

    @hookspec
    def hazari_kinds(self) -> Iterable[Kind]:
        """New kinds of rule: card tests, keys, tie rules, awards, conditions, effects and more."""
        return ()

    @hookspec
    def hazari_messages(self, lang: str) -> Iterable[Mapping[str, str]]:
        """Sentences of the plugin's kinds and variants in a language, by the English ones."""
        return ()

    @hookspec
    def hazari_observers(self) -> Iterable[Callable[[Any], None]]:
        """Callables that are told each event of a match (see hazari_rules.events)."""
        return ()

    @hookspec
    def hazari_commands(self) -> Iterable[click.Command]:
        """Commands to add to `hazari`."""
        return ()


class _Builtin:
    """What the package ships, through the same hooks."""

    @hookimpl
    def hazari_variants(self) -> Iterable[Traversable | Path]:
        return (data_folder("variants"),)

    @hookimpl
    def hazari_kinds(self) -> Iterable[Kind]:
        return builtin.KINDS


class _Folder:
    """A folder of YAML files, as a plugin without any Python."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @hookimpl
    def hazari_variants(self) -> Iterable[Traversable | Path]:
        return (self._folder,)


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """One plugin in force: its name, where it comes from, and the hooks it implements."""

    name: str
    origin: str
    hooks: tuple[str, ...]


@dataclass(slots=True)
class Plugins:
    """The plugins in force and what could not be loaded."""

    _manager: pluggy.PluginManager
    _origins: dict[str, str] = field(default_factory=dict)
    warnings: list[Finding] = field(default_factory=list)

    @classmethod
    def shipped(cls) -> Plugins:
        """Only what the package brings."""
        manager = pluggy.PluginManager("hazari_rules")
        manager.add_hookspecs(Hooks)
        plugins = cls(manager)
        plugins.register(_Builtin(), BUILTIN, "shipped")
        return plugins

    @classmethod
    def installed(cls, folders: Iterable[str | Path] = ()) -> Plugins:
        """The shipped plugin, the folders (and those of HAZARI_VARIANTS), and entry points."""
        plugins = cls.shipped()
        more = [part for part in os.environ.get(ENV_VARIANTS, "").split(os.pathsep) if part]
        for folder in [*map(Path, folders), *map(Path, more)]:
            if not folder.is_dir():
                raise HazariError(f"no folder of variants: '{folder}'; give a folder of YAML files")
            plugins.register(_Folder(folder), f"folder {folder}", str(folder))
        choice = os.environ.get(ENV_PLUGINS, "")
        for entry in _picked(choice):
            plugins._load(entry)
        plugins.warnings += _unknown(choice)
        return plugins

    def register(self, plugin: object, name: str, origin: str = "given") -> None:
        """Add a plugin object under a name; one already there is left as it is."""
        if self._manager.has_plugin(name):
            return
        self._manager.register(plugin, name)
        self._origins[name] = origin

    def _load(self, entry: EntryPoint) -> None:
        origin = entry.dist.name if entry.dist else entry.value
        try:
            loaded = entry.load()
            self.register(loaded() if isinstance(loaded, type) else loaded, entry.name, origin)
            self._manager.check_pending()
        except Exception as error:
            if (plugin := self._manager.get_plugin(entry.name)) is not None:
                self._manager.unregister(plugin)
            self._warn(entry.name, f"was not loaded: {_reason(error)}")

    def _warn(self, name: str, message: str) -> None:
        hint = f"mend or uninstall it, or set {ENV_PLUGINS}=-{name}"
        finding = Finding(
            "broken-plugin", f"plugin '{name}' {message}", hint=hint, severity=Severity.WARNING
        )
        if finding not in self.warnings:
            self.warnings.append(finding)

    def _results(
        self, hook: str, fits: Callable[[object], bool], **arguments: str
    ) -> Iterator[tuple[str, Any]]:
        """What each plugin gives for a hook, checked one plugin at a time."""
        for name, plugin in self._manager.list_name_plugin():
            others = [other for _, other in self._manager.list_name_plugin() if other is not plugin]
            try:
                for given in self._manager.subset_hook_caller(hook, others)(**arguments):
                    for item in given:
                        if not fits(item):
                            raise TypeError(f"{hook} gave {type(item).__name__}")
                        yield name, item
            except Exception as error:
                self._warn(name, f"failed in {hook}: {_reason(error)}")

    def vocabulary(self) -> Vocabulary:
        """All kinds; a plugin's kind that clashes or is malformed is left out with a warning."""
        kinds: list[Kind] = []
        for name, kind in self._results("hazari_kinds", lambda k: isinstance(k, Kind)):
            try:
                _refuse_bad_schema(kind)
                Vocabulary(builtin.FAMILIES, [*kinds, kind])
                kinds.append(kind)
            except HazariError as error:
                self._warn(name, f"brings a kind that cannot be used: {error}")
        return Vocabulary(builtin.FAMILIES, kinds)

    def variant_places(self) -> list[tuple[str, Traversable | Path]]:
        """(plugin name, folder or file) for every place with variants."""
        return list(self._results("hazari_variants", _is_place))

    def messages(self, lang: str) -> list[Mapping[str, str]]:
        """The sentences that plugins bring in a language, by the English ones."""

        def fits(item: object) -> bool:
            return isinstance(item, Mapping)

        return [found for _, found in self._results("hazari_messages", fits, lang=lang)]

    def observers(self) -> list[Callable[[Any], None]]:
        """All observers of a match."""
        return [observer for _, observer in self._results("hazari_observers", callable)]

    def commands(self) -> list[click.Command]:
        """All commands that plugins add."""
        import click  # noqa: PLC0415 - only the command line needs it

        def fits(item: object) -> bool:
            return isinstance(item, click.Command)

        return [command for _, command in self._results("hazari_commands", fits)]

    def infos(self) -> list[PluginInfo]:
        """The plugins in force, the shipped one first."""
        return [
            PluginInfo(
                name,
                self._origins[name],
                tuple(sorted(c.name for c in self._manager.get_hookcallers(plugin) or ())),
            )
            for name, plugin in self._manager.list_name_plugin()
        ]


def _is_place(item: object) -> bool:
    if isinstance(item, Path):
        return True
    from importlib.abc import Traversable  # noqa: PLC0415 - slow to import

    return isinstance(item, Traversable)


def _picked(choice: str) -> list[EntryPoint]:
    """The installed entry points that HAZARI_PLUGINS lets through, by name."""
    words = [word.strip() for word in choice.split(",") if word.strip()]
    if words == ["none"]:
        return []
    found = sorted(installed.entries(), key=lambda entry: entry.name)
    silenced = {word[1:] for word in words if word.startswith("-")}
    wanted = {word for word in words if not word.startswith("-")}
    return [e for e in found if e.name not in silenced and (not wanted or e.name in wanted)]


def _unknown(choice: str) -> Iterator[Finding]:
    """A warning for each name of HAZARI_PLUGINS that no installed plugin has."""
    words = [word.strip().removeprefix("-") for word in choice.split(",") if word.strip()]
    if words in ([], ["none"]):
        return
    known = sorted({entry.name for entry in installed.entries()})
    for word in words:
        if word not in known:
            message = f"{ENV_PLUGINS} names '{word}', and no plugin of that name is installed"
            hint = did_you_mean(word, known) or "no plugin is installed"
            yield Finding("unknown-plugin", message, hint=hint, severity=Severity.WARNING)


def _refuse_bad_schema(kind: Kind) -> None:
    if kind.argument is None or kind in builtin.KINDS:
        return
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import SchemaError  # noqa: PLC0415

    try:
        Draft202012Validator.check_schema(dict(kind.argument))
    except SchemaError as error:
        raise HazariError(
            f"the schema of '{kind.name}' is no JSON Schema: {error.message}"
        ) from None


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
