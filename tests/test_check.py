"""`hazari check` on files that are wrong: the right findings at the right places, and no more."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazari_rules.cli import run
from hazari_rules.documents import Source, read_source
from hazari_rules.errors import ExitCode, Finding, FindingsError, Severity, errors_in
from hazari_rules.library import VariantFile
from tests.loaders import shipped
from tests.malformed import CASES, CLEAN, HEAD, MEANING, WARNINGS, Malformed
from tests.playing import play_a_deal

pytestmark = pytest.mark.timeout(60)

SHIPPED = {
    name: (Path(__file__).parent.parent / "variants" / f"{name}.yaml").read_text(encoding="utf-8")
    for name in ("hazari", "hazarey")
}


class Checked(NamedTuple):
    """What the command said of a file."""

    code: int
    findings: list[dict[str, Any]]

    @property
    def brief(self) -> list[tuple[str, int, int]]:
        return [(f["id"], f["line"], f["column"]) for f in self.findings]


def checked(path: Path, capsys: pytest.CaptureFixture[str]) -> Checked:
    code = run(["check", "--json", str(path)])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return Checked(code, json.loads(printed.out)["findings"])


def written(tmp_path: Path, contents: str | bytes, name: str = "village.yaml") -> Path:
    path = tmp_path / name
    path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    return path


def found_in(text: str, name: str = "t.yaml") -> list[Finding]:
    """What the library finds in a text; anything but findings is a failure of the package."""
    try:
        source = read_source(name, text.encode("utf-8", "surrogatepass"))
        return shipped().check(VariantFile(Path(name), "file"), source)
    except FindingsError as error:
        return list(error.findings)


# ---------------------------------------------------------------- the table of cases


@pytest.mark.usefixtures("one_loader")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_malformed_files(
    case: Malformed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, case.source)
    said = checked(path, capsys)
    assert [(f["id"], f["line"], f["column"]) for f in said.findings] == [
        (expected.id, *place) for expected, place in zip(case.findings, case.places, strict=True)
    ]
    for finding, expected in zip(said.findings, case.findings, strict=True):
        assert expected.message in finding["message"]
        assert expected.hint in finding["hint"]
        assert bool(expected.hint) == bool(finding["hint"])
        assert finding["file"] == str(path)
        assert finding["severity"] == "error"
    assert said.code == ExitCode.FINDINGS


@pytest.mark.parametrize("case", WARNINGS, ids=lambda case: case.name)
def test_warnings(case: Malformed) -> None:
    (finding,) = found_in(case.source)
    (expected,) = case.findings
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == case.places[0]
    assert (finding.id, finding.severity) == (expected.id, Severity.WARNING)
    assert expected.message in finding.message
    assert expected.hint in finding.hint


def test_a_warning_stops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = checked(written(tmp_path, WARNINGS[0].source), capsys)
    assert [f["severity"] for f in said.findings] == ["warning"]
    assert said.code == ExitCode.CLEAN


def test_cases_have_names_of_their_own() -> None:
    names = [case.name for case in (*CASES, *WARNINGS)]
    assert len(names) == len(set(names)) >= 60


# ---------------------------------------------------------------- bytes


@pytest.mark.usefixtures("one_loader")
@pytest.mark.parametrize(
    ("contents", "id_", "place", "hint"),
    [
        pytest.param(HEAD.encode("utf-16"), "not-text", (1, 1), "save it as UTF-8", id="utf-16"),
        pytest.param(HEAD.encode("utf-16-le"), "not-text", (1, 2), "not UTF-16", id="utf-16-le"),
        pytest.param(
            (HEAD + "summary: d'après\n").encode("latin-1"),
            "not-text",
            (5, 15),
            "save the file as UTF-8 text",
            id="latin-1",
        ),
        pytest.param(HEAD.encode() + b"\0", "not-text", (5, 1), "UTF-8", id="nul"),
        pytest.param(
            HEAD.encode() + "summary: é\x1b[31m\n".encode(), "not-text", (5, 11), "", id="escape"
        ),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "not-text", (1, 1), "UTF-8", id="picture"),
        pytest.param(bytes(range(256)) * 8, "not-text", (3, 115), "UTF-8", id="every byte"),
        pytest.param(b"x" * 5_000_000, "too-large", (1, 1), "the right file", id="5 MB"),
        pytest.param(b"[" * 5_000_000, "too-large", (1, 1), "the right file", id="5 MB of ["),
        pytest.param(
            HEAD.encode() + b"aliases: [" + b"a," * 100_000 + b"]\n",
            "too-many-values",
            (5, 39989),
            "the right file",
            id="100,000 values",
        ),
        pytest.param(
            HEAD.encode() + b"match: " + b"[" * 10_000, "too-deep", (5, 1007), "a bracket", id="[["
        ),
        pytest.param(
            HEAD.replace("\n", "\r\n").encode() + b"match:\r\n  target: 0\r\n",
            "out-of-range",
            (6, 11),
            "from 1",
            id="crlf",
        ),
        pytest.param(
            HEAD.replace("\n", "\r").encode() + b"match: {target: 0}\r",
            "out-of-range",
            (5, 17),
            "from 1",
            id="cr",
        ),
        pytest.param(
            b"\xef\xbb\xbfspec: 2\n" + HEAD[8:].encode(),
            "newer-language",
            (1, 7),
            "newer",
            id="bom",
        ),
        pytest.param(
            HEAD.encode() + b"\xef\xbb\xbfmatch: {}\n",
            "not-text",
            (5, 1),
            "take it out",
            id="bom in it",
        ),
    ],
)
def test_bytes(
    contents: bytes,
    id_: str,
    place: tuple[int, int],
    hint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = checked(written(tmp_path, contents), capsys)
    assert said.brief == [(id_, *place)]
    assert hint in said.findings[0]["hint"]
    assert said.code == ExitCode.FINDINGS


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param(CLEAN.replace("\n", "\r\n").encode(), id="crlf"),
        pytest.param(CLEAN.replace("\n", "\r").encode(), id="cr"),
        pytest.param(b"\xef\xbb\xbf" + CLEAN.encode(), id="bom"),
        pytest.param(CLEAN.encode().rstrip(), id="no end of line"),
        pytest.param(b"---\n" + CLEAN.encode() + b"...\n", id="document markers"),
        pytest.param(b"%YAML 1.2\n---\n" + CLEAN.encode(), id="directive"),
        pytest.param(
            b'{"spec": 1, "extends": "hazari", "id": "village", "name": "Vill\\u0101ge",\n'
            b'\t"summary": "One map in braces; \\"JSON\\"."}',
            id="json",
        ),
        pytest.param(
            CLEAN.encode()
            + b"combinations:\n- {id: troy, key: {multiples: {order: ['3', rest]}}}\n"
            b"- {id: run, aliases: [2024-01-01, 1e3, 0x1F, no]}\n",
            id="words like numbers and dates",
        ),
        pytest.param(
            CLEAN.encode() + b"combinations:\n"
            b"- {id: colour, key: {ranks: {order: [10, '9', rest]}}}\n"
            b"- {id: low, name: Low, cards: 3, above: troy, exact_ranks: ['5', 3, 2]}\n",
            id="ranks with and without quotes",
        ),
        pytest.param(CLEAN.encode() + "aliases: [🂡, খেলা]\n".encode(), id="letters of Bengal"),
    ],
)
def test_clean_files(contents: bytes) -> None:
    source = read_source("t.yaml", contents)
    assert shipped().check(VariantFile(Path("t.yaml"), "file"), source) == []


def test_a_clean_file_is_exit_code_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(written(tmp_path, CLEAN), capsys) == Checked(ExitCode.CLEAN, [])


# ---------------------------------------------------------------- several files


def test_a_cycle_of_two_files_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(tmp_path, "spec: 1\nextends: one\nid: two\nname: Two\n", "two.yaml")
    one = written(tmp_path, "spec: 1\nextends: two\nid: one\nname: One\n", "one.yaml")
    said = checked(one, capsys)
    assert said.brief == [("cycle", 2, 10)]
    assert said.findings[0]["file"] == str(tmp_path / "two.yaml")
    assert "one -> two -> one" in said.findings[0]["message"]


def test_a_cycle_of_three_files_is_shown_without_the_way_to_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, parent in (("b", "c"), ("c", "d"), ("d", "b")):
        written(tmp_path, f"spec: 1\nextends: {parent}\nid: {name}\nname: N\n", f"{name}.yaml")
    said = checked(written(tmp_path, "spec: 1\nextends: b\nid: a\nname: A\n", "a.yaml"), capsys)
    assert said.brief == [("cycle", 2, 10)]
    assert "itself: b -> c -> d -> b" in said.findings[0]["message"]
    assert said.findings[0]["file"] == str(tmp_path / "d.yaml")


def test_a_mistake_in_a_parent_is_found_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = HEAD.replace("village", "town") + "match: {target: 0}\n"
    written(tmp_path, parent, "town.yaml")
    said = checked(written(tmp_path, HEAD.replace("hazari", "town")), capsys)
    assert said.brief == [("out-of-range", 5, 17)]
    assert said.findings[0]["file"] == str(tmp_path / "town.yaml")


def test_a_parent_that_contradicts_itself_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parent = HEAD.replace("village", "town") + "card_points: {total: 365}\n"
    written(tmp_path, parent, "town.yaml")
    child = HEAD.replace("hazari", "town") + "match: {target: 77}\n"
    said = checked(written(tmp_path, child), capsys)
    assert said.brief == [("total-mismatch", 5, 22)]
    assert said.findings[0]["file"] == str(tmp_path / "town.yaml")


def test_a_parent_that_is_no_yaml_is_not_called_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, "spec: 1\nid: [town\n", "town.yaml")
    said = checked(written(tmp_path, HEAD.replace("hazari", "town")), capsys)
    assert said.brief == [("yaml-syntax", 2, 5)]
    assert said.findings[0]["file"] == str(tmp_path / "town.yaml")


def test_a_file_beside_with_another_id_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, HEAD.replace("village", "tawn"), "town.yaml")
    said = checked(written(tmp_path, HEAD.replace("hazari", "town")), capsys)
    assert said.brief == [("unknown-parent", 2, 10)]
    assert said.findings[0]["hint"] == (
        "town.yaml beside this file has the id 'tawn': extend that, or mend it"
    )


def test_every_file_of_a_folder_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, CLEAN, "a.yaml")
    written(tmp_path, HEAD + "mach: {}\n", "b.yaml")
    written(tmp_path, "[", "c.json")
    written(tmp_path, "[", "notes.txt")
    said = checked(tmp_path, capsys)
    assert [(Path(f["file"]).name, f["id"]) for f in said.findings] == [
        ("b.yaml", "unknown-key"),
        ("c.json", "yaml-syntax"),
    ]


def test_a_file_that_is_not_there_is_wrong_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", str(tmp_path / "none.yaml")]) == ExitCode.USAGE
    assert "none.yaml" in capsys.readouterr().err


def test_the_text_shows_the_line_and_marks_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, HEAD + "play: {ties: last_playd}\n")
    assert run(["check", str(path)]) == ExitCode.FINDINGS
    assert capsys.readouterr().out == (
        f"{path}:5:14: error: 'play.ties' cannot be 'last_playd' [unknown-value]\n"
        "  | play: {ties: last_playd}\n"
        "  |              ^^^^^^^^^^\n"
        "  hint: did you mean 'last_played'?\n"
        "1 file checked: 1 error, 0 warnings\n"
    )


# ---------------------------------------------------------------- large files


def many(template: str, number: int) -> str:
    return "".join(template.format(i=i) for i in range(number))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("match:\n" + many("  k{i}: 4\n", 9_900), id="unknown keys"),
        pytest.param("aliases: [" + many("k{i}, {i}, ", 9_900) + "]\n", id="texts and numbers"),
        pytest.param("aliases: [" + many("k{i}, ", 19_900) + "]\n", id="many aliases"),
        pytest.param(
            "combinations: [" + many("{{x{i}: 3}}, {i}, ", 4_900) + "]\n", id="no entries"
        ),
        pytest.param("options: {" + many("o{i}: {{x: 3}}, ", 4_900) + "}\n", id="wrong options"),
        pytest.param(f"summary: {'x ' * 100_000}\n", id="long line"),
        pytest.param(f"summary: x{'#' * 100_000}\n", id="many hashes"),
        pytest.param(f"summary: x{' ' * 100_000}y\n", id="many spaces"),
        pytest.param(f"? {'x' * 100_000}\n: 4\n", id="long key"),
        pytest.param(f"id2: {'_' * 100_000}\n", id="underscores"),
        pytest.param(f"extends2: '{'a' * 50_000}!'\n", id="almost a name"),
        pytest.param("? " * 10_000 + "\n", id="question marks"),
        pytest.param("a: &a [" + "x," * 9 + "]\nb: &b [" + "*a," * 9 + "]\n", id="alias bomb"),
    ],
)
@pytest.mark.timeout(10)
def test_large_files_are_refused_quickly_with_few_findings(text: str) -> None:
    found = found_in(HEAD + text)
    assert 1 <= len(found) <= 50
    assert all(len(finding.message) < 400 and len(finding.hint) < 400 for finding in found)


def test_keys_that_collide_are_told_apart() -> None:
    """Python's hash of -1 and -2 is the same; texts of digits never share a place."""
    values = ", ".join(f"'{n}': 1" for n in (-1, -2, 2**61 - 1, 0))
    found = found_in(HEAD + f"card_points: {{values: {{{values}}}}}\n")
    assert [finding.id for finding in found] == ["unknown-key"] * 4


@pytest.mark.timeout(30)
def test_hundreds_of_choices_are_checked_up_to_a_limit() -> None:
    options = "".join(
        f"  o{i}:\n    question: What?\n    status: house\n    where: Here.\n    default: c0\n"
        f"    choices:\n" + many(f"      c{{i}}: {{{{match: {{{{target: {i}0{{i}}}}}}}}}}\n", 12)
        for i in range(1, 13)
    )
    removed = "".join(f"  {name}: {{remove: true}}\n" for name in all_options("hazari"))
    found = found_in(CLEAN + "options:\n" + removed + options)
    assert ("untried-options", Severity.WARNING) in [(f.id, f.severity) for f in found]
    assert not errors_in(found)


def all_options(name: str) -> list[str]:
    return [option.id for option in shipped().load(name).options]


# ---------------------------------------------------------------- mutations


def assert_findings_lie_within(found: list[Finding], source: Source) -> None:
    lines = source.lines()
    for finding in found:
        span = finding.span
        assert span is not None
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        if span.file != source.name:
            continue
        for line, column in ((span.line, span.column), (span.end_line, span.end_column)):
            assert 1 <= line <= len(lines)
            assert 1 <= column <= len(lines[line - 1]) + 1
        assert finding.message.isprintable()
        assert finding.hint.isprintable()
        assert finding.text(source.line(span.line))


def assert_well_told(text: str) -> list[Finding]:
    found = found_in(text)
    assert_findings_lie_within(found, Source("t.yaml", text.removeprefix("\ufeff")))
    assert len(found) <= 50
    return found


ODD = st.sampled_from("[]{}:,-#&*!|>'\"%@`?\t\n \\~0123456789aA\u00e9\u2028\x00\x85\ufeff🂡")


@st.composite
def mutated_texts(draw: st.DrawFn) -> str:
    """A shipped file with a few characters or lines taken out, put in or changed."""
    text = SHIPPED[draw(st.sampled_from(sorted(SHIPPED)))]
    if draw(st.booleans()):
        text = text[: text.index("options:")]
    for _ in range(draw(st.integers(1, 4))):
        lines = text.split("\n")
        at = draw(st.integers(0, len(text) - 1))
        line = draw(st.integers(0, len(lines) - 1))
        match draw(st.integers(0, 6)):
            case 0:
                text = text[:at] + text[at + draw(st.integers(1, 5)) :]
            case 1:
                text = text[:at] + draw(ODD) + text[at:]
            case 2:
                text = text[:at] + draw(ODD) + text[at + 1 :]
            case 3:
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case 4:
                other = draw(st.integers(0, len(lines) - 1))
                text = "\n".join([*lines[:line], lines[other], *lines[line:]])
            case 5:
                indented = " " * draw(st.integers(0, 8)) + lines[line].lstrip()
                text = "\n".join([*lines[:line], indented, *lines[line + 1 :]])
            case _:
                text = text[:at]
        text = text or "\n"
    return text


@given(mutated_texts())
@settings(max_examples=80)
@pytest.mark.timeout(300)
def test_mutated_texts_give_findings_and_nothing_else(text: str) -> None:
    assert_well_told(text)


WORDS = ("", "A", "10", "all", "troy", "rest", "ace_low", "run", "split", "🂡", "x" * 90, "My Game")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 3, 5, 13, -1, 10**12),
    *([], {}, ["A"], {"cards": 3}, [[[]]]),
    *WORDS,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value below the root."""
    steps: list[Any] = []
    if isinstance(data, dict):
        steps = list(data)
    elif isinstance(data, list):
        steps = list(range(len(data)))
    found = [(*path, step) for step in steps]
    return found + [p for step in steps for p in places(data[step], (*path, step))]


def at(data: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@cache
def plain(name: str) -> str:
    variant = shipped().load(name)
    merged = shipped().resolver.merged(
        shipped().resolver.chain(shipped().resolver.library.find(name))
    )
    assert variant.ruleset.id == name
    return json.dumps(merged.plain())


@st.composite
def mutated_data(draw: st.DrawFn) -> Any:
    """The whole rules of a shipped variant with some values changed, moved, doubled or gone."""
    data = json.loads(plain(draw(st.sampled_from(sorted(SHIPPED)))))
    if draw(st.integers(0, 4)):
        data.pop("options")
    for _ in range(draw(st.integers(1, 3))):
        paths = places(data)
        path = draw(st.sampled_from(paths))
        parent, step = at(data, path[:-1]), path[-1]
        match draw(st.integers(0, 4)):
            case 0:
                parent[step] = draw(st.sampled_from(VALUES))
            case 1:
                del parent[step]
            case 2:
                parent[step] = json.loads(json.dumps(at(data, draw(st.sampled_from(paths)))))
            case 3 if isinstance(parent, list):
                parent.insert(draw(st.integers(0, len(parent))), parent[step])
            case 3:
                parent[draw(st.sampled_from(["cards", "id", "remove", "above", "x"]))] = parent[
                    step
                ]
            case _ if isinstance(parent, list):
                parent.reverse()
            case _:
                parent[step] = [parent[step]]
        if not places(data):
            break
    return data


@given(mutated_data())
@settings(max_examples=150)
@pytest.mark.timeout(300)
def test_mutated_data_give_findings_or_rules_that_play(data: Any) -> None:
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if not errors_in(assert_well_told(text)):
        file = VariantFile(Path("t.yaml"), "file")
        variant = shipped().resolver.resolve(file, source=Source("t.yaml", text))
        assert play_a_deal(variant, seed=len(text)).end


def test_every_kind_of_mistake_is_told_as_well_in_one_line() -> None:
    """The place follows the text however a file is laid out."""
    for case in MEANING:
        data = yaml_of(case)
        assert [f.id for f in found_in(data)] == [e.id for e in case.findings], case.name


def yaml_of(case: Malformed) -> str:
    from hazari_rules.documents import parse  # noqa: PLC0415

    return json.dumps(parse(Source("x", case.source)).plain())
