"""Build wheel and sdist, install the wheel alone, and use it: `python -m tests.wheel`."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def expected_files() -> set[str]:
    """Every file of the checkout that must be inside the wheel."""
    files = {f"hazari_rules/{p.name}" for p in (ROOT / "hazari_rules").glob("*.py")}
    files.add("hazari_rules/py.typed")
    for folder, pattern in (("variants", "*.yaml"), ("schemas", "*.json")):
        files |= {f"hazari_rules/{folder}/{p.name}" for p in (ROOT / folder).glob(pattern)}
    for folder in ("templates", "locale"):
        inside = (ROOT / "hazari_rules" / folder).rglob("*")
        files |= {str(p.relative_to(ROOT)) for p in inside if p.suffix not in (".pyc", "")}
    return files


def main() -> None:
    """Build, compare the contents, install into a fresh environment and play."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        _run(sys.executable, "-m", "build", "-q", "--outdir", str(out), str(ROOT))
        (wheel,) = out.glob("*.whl")
        assert list(out.glob("*.tar.gz")), "no sdist was built"
        inside = set(zipfile.ZipFile(wheel).namelist())
        missing = expected_files() - inside
        assert not missing, f"not in the wheel: {sorted(missing)}"
        stray = {name for name in inside if name.startswith(("tests/", "variants/", "docs/"))}
        assert not stray, f"does not belong into the wheel: {sorted(stray)}"
        venv.create(out / "env", with_pip=True)
        binaries = out / "env" / "bin"
        _run(str(binaries / "pip"), "install", "-q", str(wheel))
        listed = _run(str(binaries / "hazari"), "list", cwd=out)
        assert "hazari " in listed, listed
        assert "hazarey" in listed, listed
        played = _run(str(binaries / "hazari"), "play", "-v", "hazarey", "--seed", "7", cwd=out)
        assert "the match" in played, played
        print(f"{wheel.name}: {len(inside)} files, installs and plays")


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


if __name__ == "__main__":
    main()
