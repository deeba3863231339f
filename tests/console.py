"""Examples in Markdown, run as they stand: `python -m tests.console [--write] FILE...`.

In a `console` block each line after `$ ` is a command and what follows is its output. A `yaml`
block that states an `id`, or begins `# NAME.yaml`, is a file of that name for the commands after
it. A line `...` in the output stands for any number of lines.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
_BLOCK = re.compile(r"^```(console|yaml)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ID = re.compile(r"^(?:id: (\w+)|# (\w+)\.yaml)$", re.MULTILINE)


@dataclass(frozen=True)
class Example:
    """One command of a document with the output that stands there and the real one."""

    command: str
    printed: str
    actual: str

    @property
    def holds(self) -> bool:
        parts = [re.escape(part) for part in self.printed.split("\n...\n")]
        return re.fullmatch("\n(?:.*\n)*?".join(parts), self.actual) is not None


def examples(document: Path) -> Iterator[Example]:
    """Run the examples of one document in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        for kind, body in _BLOCK.findall(document.read_text(encoding="utf-8")):
            if kind == "yaml":
                if found := _ID.search(body):
                    (Path(folder) / f"{found[1] or found[2]}.yaml").write_text(
                        body, encoding="utf-8"
                    )
                continue
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, printed = part.partition("\n")
                while command.endswith("\\"):
                    more, _, printed = printed.partition("\n")
                    command += "\n" + more
                yield Example(command, printed, _run(command, folder))


def _run(command: str, folder: str) -> str:
    binaries = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"}
    for name in ("HAZARI_PLUGINS", "HAZARI_VARIANTS", "GITHUB_ACTIONS"):
        environment.pop(name, None)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return re.sub(r"[ \t]+$", "", done.stdout, flags=re.MULTILINE)


def rewritten(document: Path) -> str:
    """The document with the real output in place of the printed one, where they differ."""
    text = document.read_text(encoding="utf-8")
    for example in examples(document):
        if not example.holds:
            old, new = (f"$ {example.command}\n{o}" for o in (example.printed, example.actual))
            text = text.replace(old, new, 1)
    return text


def main(arguments: list[str]) -> int:
    """Show which examples do not hold; with --write put the real output into the documents."""
    write = "--write" in arguments
    wrong = 0
    for document in [Path(a) for a in arguments if a != "--write"] or list(DOCUMENTS):
        if write:
            document.write_text(rewritten(document), encoding="utf-8")
            continue
        for example in examples(document):
            if not example.holds:
                wrong += 1
                print(f"{document}: $ {example.command}\n{example.actual}")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
