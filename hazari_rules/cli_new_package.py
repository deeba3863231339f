"""`hazari new --package`: around a new variant, around a file that is there, and once more."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from hazari_rules.cli_common import Session, show_findings
from hazari_rules.errors import ExitCode, FindingsError, HazariError
from hazari_rules.library import SUFFIXES, VariantFile, id_in
from hazari_rules.new_variant import Draft, write_all
from hazari_rules.resolve import Variant


def existing_file(name: str, folder: Path) -> Path | None:
    """The variant's file that a package is to be made around, if one is there.

    `name` is its path, or the id of a file in this folder or of the package's own one. Raises
    HazariError for a path where nothing is.
    """
    from hazari_rules.new_renew import inside  # noqa: PLC0415 - makes a rulebook

    if name.endswith(SUFFIXES) or "/" in name:
        path = Path(name)
        if not path.is_file():
            raise HazariError(f"cannot read '{name}': there is no such file")
        return path
    beside = [Path(f"{name}{suffix}") for suffix in SUFFIXES]
    return next((path for path in [*beside, inside(folder, name)] if path.is_file()), None)


def refuse_begun(file: Path, *, ask: bool) -> None:
    """Raise UsageError for options that begin a new variant where there is one."""
    source = click.get_current_context().get_parameter_source("parent")
    begins = "--ask" if ask else "--extends" if source is ParameterSource.COMMANDLINE else ""
    if begins:
        raise click.UsageError(
            f"{file} is there already, and {begins} begins a new variant; leave {begins} out to"
            " make a package around the file, or take another id"
        )


def pack_new(session: Session, draft: Draft, parent: Variant, folder: Path) -> None:
    """Write a package around a new variant."""
    from hazari_rules.new_package import drafted  # noqa: PLC0415
    from hazari_rules.new_renew import new_texts  # noqa: PLC0415

    loader = session.loader
    if parent.ruleset.id not in loader.resolver.library.ids():
        raise HazariError(
            f"a package must find what it extends, and '{draft.start}' is only a file;"
            " extend an installed variant (`hazari list`)"
        )
    _write(folder, new_texts(loader, drafted(loader, draft, parent)))


def pack(session: Session, file: Path, folder: Path) -> None:
    """Write a package around a file, or renew the one that is there.

    What is wrong with the variant or its cases then is told, with the exit code for findings.
    """
    from hazari_rules.new_renew import inside, new_texts, packed  # noqa: PLC0415

    loader = session.loader
    own = inside(folder, id_in(VariantFile(file, "file")) or file.stem)
    try:
        if own.is_file():
            _renew(session, file, folder)
        else:
            texts = new_texts(loader, packed(loader, file))
            click.echo(f"a package around {file}, which is copied into it:")
            _write(folder, texts)
    except FindingsError as error:
        show_findings(error.findings, loader.resolver.sources)
        raise click.exceptions.Exit(ExitCode.FINDINGS) from None
    _judge(session, own)


def _renew(session: Session, file: Path, folder: Path) -> None:
    from hazari_rules.new_renew import renewal  # noqa: PLC0415

    renewed = renewal(session.loader, folder, file)
    for name, text in renewed.texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        click.echo(f"renewed {folder / name}")
    for line in renewed.told:
        click.echo(line)
    if not renewed.texts:
        click.echo(f"nothing to renew in {folder}")


def _write(folder: Path, texts: dict[Path, str]) -> None:
    write_all({folder / name: text for name, text in texts.items()})
    for name in texts:
        click.echo(f"wrote {folder / name}")
    place = folder if folder.is_absolute() else f"./{folder}"
    click.echo(
        f"next: pip install {place} where hazari-rules is installed; hazari list;"
        " then confirm the cases"
    )


def _judge(session: Session, variant: Path) -> None:
    """Tell what the package's own test would find."""
    from hazari_rules.check_cases import cases_findings  # noqa: PLC0415
    from hazari_rules.conformance_cases import SUFFIX  # noqa: PLC0415

    loader, cases = session.loader, variant.with_name(variant.stem + SUFFIX)
    found = loader.check(VariantFile(variant, "file"))
    if cases.is_file():
        found += cases_findings(loader, cases, VariantFile(cases, "file").read())
    show_findings(found, loader.resolver.sources)
    if found:
        click.echo("the package's own test fails until this is mended", err=True)
        raise click.exceptions.Exit(ExitCode.FINDINGS)
