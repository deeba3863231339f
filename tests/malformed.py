"""Malformed variant files, each with the findings that its author must get.

In a text the mark `»` stands where a finding must start; it is not part of the file.
"""

from __future__ import annotations

from dataclasses import dataclass

MARK = "»"
HEAD = "spec: 1\nextends: hazari\nid: village\nname: Village\n"
CLEAN = HEAD + "summary: As the village plays it.\n"


@dataclass(frozen=True)
class Expected:
    """A finding: its id, a part of its message and a part of its hint; "" for no hint."""

    id: str
    message: str
    hint: str


@dataclass(frozen=True)
class Malformed:
    """A file and what must be found in it, in the order of the file."""

    name: str
    text: str
    findings: tuple[Expected, ...]

    @property
    def source(self) -> str:
        return self.text.replace(MARK, "")

    @property
    def places(self) -> list[tuple[int, int]]:
        """Line and column of each mark, the marks themselves not counted."""
        places: list[tuple[int, int]] = []
        for number, line in enumerate(self.text.split("\n"), start=1):
            parts = line.split(MARK)
            before = 0
            for part in parts[:-1]:
                before += len(part)
                places.append((number, before + 1))
        return places


def child(name: str, text: str, id_: str, message: str, hint: str) -> Malformed:
    """A file that extends Hazari, with one finding."""
    return Malformed(name, HEAD + text, (Expected(id_, message, hint),))


def warned(name: str, text: str, id_: str, message: str, hint: str) -> Malformed:
    """A file that extends Hazari, with one warning."""
    return Malformed(name, CLEAN + text, (Expected(id_, message, hint),))


def whole(name: str, text: str, id_: str, message: str, hint: str) -> Malformed:
    """A file with one finding, given from its first line."""
    return Malformed(name, text, (Expected(id_, message, hint),))


def option(choices: str, default: str = "a") -> str:
    """An option with these choices besides the choice `a`, which changes nothing."""
    return (
        "options:\n"
        f"  house:\n    question: What then?\n    status: house\n    where: Here.\n"
        f"    default: {default}\n    choices:\n      a: {{}}\n{choices}"
    )


def redeal(condition: str) -> str:
    return (
        f"redeals:\n  - id: again\n    name: Again\n    when: {condition}\n"
        "    claim: automatic\n    dealer: stays\n"
    )


def instant(after: str, condition: str, effect: str = "{win_deal: {points: whole_pack}}") -> str:
    return (
        f"instant_wins:\n  - id: at_once\n    name: At once\n    after: {after}\n"
        f"    when: {condition}\n    if_several: all\n    effect: {effect}\n"
    )


SYNTAX = (
    child("tab as indentation", "match:\n»\ttarget: 5\n", "yaml-syntax", "a tab", "spaces"),
    child(
        "tab below spaces",
        "match:\n  target: 5\n»\tcheck: at_once\n",
        "yaml-syntax",
        "a tab cannot indent",
        "indent with spaces",
    ),
    child(
        "list that is not closed",
        "deck:\n  ranks: »[A, K, Q\nmatch:\n  target: 500\n",
        "yaml-syntax",
        "the '[' here is not closed, or a comma is missing before line 7",
        "put ']' after the last entry",
    ),
    child(
        "map that is not closed",
        "groups:\n  - »{cards: 3\n  - {cards: 3}\n",
        "yaml-syntax",
        "the '{' here is not closed",
        "put '}' after the last entry",
    ),
    child(
        "map that is not closed at the end",
        "match: »{target: 500\n",
        "yaml-syntax",
        "the '{' here is not closed",
        "put '}' after the last entry",
    ),
    child(
        "list that ends in a comma at the end",
        "aliases: [Village,»\n\n",
        "yaml-syntax",
        "a bracket is not closed before the end of the file",
        "close it",
    ),
    child(
        "missing comma",
        "deck: {suits: [S, H] »ranks: [A]}\n",
        "yaml-syntax",
        "a comma or '}' is missing before this",
        "put commas between the entries",
    ),
    child(
        "two commas",
        "aliases: [A,», B]\n",
        "yaml-syntax",
        "a value is missing here",
        "a comma or a bracket too many",
    ),
    child(
        "wrong bracket",
        "deck: {suits: [S, H»}\n",
        "yaml-syntax",
        "this does not close the '[' in column 15",
        "write ']' first",
    ),
    child(
        "bracket too many",
        "deck: {suits: [S, H]}»}\n",
        "yaml-syntax",
        "this closes a bracket that was never opened",
        "take it out",
    ),
    child(
        "quotes that are not closed",
        'summary: »"A village game.\nmatch: {target: 500}\n',
        "yaml-syntax",
        "the quotes that open here are not closed",
        "close them",
    ),
    child(
        "apostrophe in single quotes",
        "summary: 'it'»s a game'\n",
        "yaml-syntax",
        "this follows a value that is already complete",
        "double quotes",
    ),
    child(
        "backslash in double quotes",
        'summary: "a»\\q"\n',
        "yaml-syntax",
        "'\\q' cannot be read",
        "use single quotes",
    ),
    child(
        "colon in a text",
        "summary: Rules»: many\n",
        "yaml-syntax",
        "a second ': ' in one line",
        "put a text in double quotes",
    ),
    child(
        "map in the line of its key",
        "redeals:\n  - id: poor\n    when: hand_lacks»: [troy]\n",
        "yaml-syntax",
        "a second ': ' in one line",
        "a map in braces: {key: value}",
    ),
    child(
        "spaces from a web page",
        "match:\n»\u00a0\u00a0target: 500\n",
        "not-text",
        "the space U+00A0 cannot indent a line",
        "indent with ordinary spaces",
    ),
    child(
        "no colon",
        "»match\n",
        "yaml-syntax",
        "there is no ':' after this key",
        "'key: value'",
    ),
    child(
        "no colon in a block",
        "match:\n  target 500\n  »check: at_once\n",
        "yaml-syntax",
        "a key cannot stand here",
        "a ':' missing in the line before",
    ),
    child(
        "colon without a space",
        "match:\n  »target:500\n",
        "wrong-type",
        "'match' must be a map (key: value), not 'target:500'",
        "put a space after 'target:'",
    ),
    child(
        "colon without a space in braces",
        "match: {»target:500}\n",
        "unknown-key",
        "'target:500' is not a key of 'match'",
        "put a space after the ':': 'target: 500'",
    ),
    child(
        "dash without a space",
        "groups:\n  »-{cards: 3}\n",
        "wrong-type",
        "'groups' must be a list, not a map",
        "a dash and a space",
    ),
    child(
        "line indented too far",
        "match:\n  target: 500\n   »check: at_once\n",
        "yaml-syntax",
        "a key cannot stand here",
        "indented too far",
    ),
    child(
        "line not indented far enough",
        "match:\n    target: 500\n  »check: at_once\n",
        "yaml-syntax",
        "the indentation of this line fits none above it",
        "by 0 or 4 spaces",
    ),
    child(
        "entry without its dash",
        "groups:\n  - cards: 3\n  »cards: 4\n",
        "yaml-syntax",
        "this is no entry of the list from line 6",
        "start each entry with '- '",
    ),
    child(
        "list in the line of its key",
        "aliases: »- Village\n",
        "yaml-syntax",
        "a list cannot start here",
        "in the line below its key",
    ),
    child("text with @", "summary: »@home\n", "yaml-syntax", "cannot start with '@'", "quotes"),
    child("text with %", "summary: »%50\n", "yaml-syntax", "cannot start with '%'", "quotes"),
    child("text with ?", "summary: »? what\n", "yaml-syntax", "cannot start with '?'", "quotes"),
    child("text with >", "summary: >»home\n", "yaml-syntax", "last thing in their line", "quotes"),
    child("no key", "»: 500\n", "yaml-syntax", "there is no key before this ':'", "write the key"),
    child("anchor", "redeals: »&none []\n", "anchor", "anchors are not read: &none", "write out"),
    child("alias", "redeals: »*none\n", "anchor", "aliases are not read: *none", "write out"),
    child("text with *", "summary: »*bold* play\n", "anchor", "'&' or '*'", "double quotes"),
    child("tag", "match: »!mine {target: 500}\n", "tag", "tags are not read: !mine", "take it out"),
    child("tag of YAML", "match: {target: »!!str 500}\n", "tag", "not read: !!str", "take it out"),
    child(
        "tag of Python",
        "match: »!!python/object/apply:os.getcwd []\n",
        "tag",
        "tags are not read: !!python/object/apply:os.getcwd",
        "take it out",
    ),
    child("unknown tag handle", "match: »!e!x 5\n", "tag", "tags are not read", "take it out"),
    child(
        "merge key",
        "match:\n  »<<: {target: 500}\n",
        "unknown-key",
        "'<<' is not a key of 'match'",
        "'extends'",
    ),
    child(
        "key twice",
        "match: {target: 500}\n»match: {target: 900}\n",
        "duplicate-key",
        "the key 'match' is there twice, first on line 5",
        "keep one of them",
    ),
    child(
        "key twice, as number and text",
        "card_points: {values: {10: 1, »'10': 2}}\n",
        "duplicate-key",
        "the key '10' is there twice",
        "keep one of them",
    ),
    child("list as key", "? »[a, b]\n: 500\n", "bad-key", "a key must be text", "misplaced"),
    child("braces as key", "»{{ name }}: 500\n", "bad-key", "a key must be text", "misplaced"),
    child("second document", "»---\nspec: 1\n", "several-documents", "a second", "without '---'"),
    whole("nothing", "»", "empty", "the file is empty", "spec: 1"),
    whole("only a comment", "»# nothing yet\n", "empty", "the file is empty", "spec: 1"),
    whole("only a line of dashes", "»---\n", "empty", "the file is empty", "spec: 1"),
    whole(
        "directive", "»%YAML 2.0\n---\nspec: 1\n", "yaml-syntax", "starts with '%'", "take the line"
    ),
    child(
        "nested too deep in braces",
        "match: " + "{a: " * 23 + "»{a: " + "{a: " * 500 + "\n",
        "too-deep",
        "nested more than 24 deep",
        "a bracket repeated",
    ),
    child(
        "nested too deep in lists of dashes",
        "match:\n " + "- " * 23 + "»- " + "- " * 5000 + "\n",
        "too-deep",
        "nested more than 24 deep",
        "a bracket repeated",
    ),
    child(
        "nested too deep in lines",
        "match:\n" + "".join(f"{' ' * i}a:\n" for i in range(1, 24)) + " " * 24 + "»a:\n",
        "too-deep",
        "nested more than 24 deep",
        "a bracket repeated",
    ),
    child(
        "control character by an escape",
        'summary: »"bell \\a"\n',
        "not-text",
        "the invisible character U+0007",
        "take it out",
    ),
    child(
        "line separator of Unicode",
        "summary: one»\u2028two\n",
        "not-text",
        "the invisible character U+2028",
        "write the line anew",
    ),
)

SCHEMA = (
    whole("list", "»- spec: 1\n", "wrong-type", "the file must be a map", "first one 'spec: 1'"),
    whole("text", "»hazari\n", "wrong-type", "the file must be a map", "first one 'spec: 1'"),
    whole("number", "»1\n", "wrong-type", "the file must be a map", "first one 'spec: 1'"),
    whole(
        "no spec",
        "»extends: hazari\nid: village\nname: Village\n",
        "missing-key",
        "the file lacks 'spec'",
        "add 'spec: 1'",
    ),
    whole(
        "no id", "»spec: 1\nextends: hazari\nname: V\n", "missing-key", "lacks 'id'", "add 'id:'"
    ),
    whole(
        "no name and no id",
        "»spec: 1\nextends: hazari\n",
        "missing-key",
        "the file lacks 'id', 'name'",
        "add 'id:' and 'name:'",
    ),
    whole(
        "neither a parent nor rules",
        "»spec: 1\nid: village\nname: Village\n",
        "missing-key",
        "the file lacks 'deck', 'table'",
        "extends: hazari",
    ),
    whole(
        "newer language",
        "spec: »2\nextends: hazari\nid: village\nname: Village\njokers: 2\n",
        "newer-language",
        "the file needs language version 2; this program reads 1",
        "install a newer",
    ),
    whole("quoted spec", "spec: »'1'\n" + HEAD[8:], "unknown-value", "'1'", "1, without quotes"),
    whole("spec zero", "spec: »0\n" + HEAD[8:], "unknown-value", "'spec' cannot be 0", "write 1"),
    whole("spec true", "spec: »true\n" + HEAD[8:], "unknown-value", "cannot be true", "write 1"),
    whole(
        "name of a game as id",
        "spec: 1\nextends: hazari\nid: »My Game\nname: Village\n",
        "bad-format",
        "'id' cannot be 'My Game'",
        "my_game",
    ),
    whole(
        "file as parent",
        "spec: 1\nextends: »../town.yaml\nid: village\nname: Village\n",
        "bad-format",
        "'extends' cannot be '../town.yaml'",
        "write the id of a variant, not its file: town",
    ),
    whole(
        "accents in an id",
        "spec: 1\nextends: hazari\nid: »Villáge Ñ\nname: Village\n",
        "bad-format",
        "'id' cannot be 'Villáge Ñ'",
        "a letter first: village_n",
    ),
    whole(
        "number as id",
        "spec: 1\nextends: hazari\nid: »29\nname: Village\n",
        "wrong-type",
        "'id' must be text, not 29",
        "small letters",
    ),
    whole(
        "number as name",
        "spec: 1\nextends: hazari\nid: village\nname: »1000\n",
        "wrong-type",
        "'name' must be text, not 1000",
        'write it in quotes: "1000"',
    ),
    whole(
        "true as name",
        "spec: 1\nextends: hazari\nid: village\nname: »true\n",
        "wrong-type",
        "'name' must be text, not true",
        'write it in quotes: "true"',
    ),
    whole(
        "no text as name",
        "spec: 1\nextends: hazari\nid: village\n»name:\n",
        "wrong-type",
        "'name' must be text, not empty",
        "write a value",
    ),
    whole(
        "empty name",
        "spec: 1\nextends: hazari\nid: village\nname: »''\n",
        "out-of-range",
        "'name' cannot be empty",
        "",
    ),
    whole(
        "long name",
        f"spec: 1\nextends: hazari\nid: village\nname: »{'x' * 81}\n",
        "out-of-range",
        "'name' can have at most 80 characters",
        "",
    ),
    child("unknown key", "»mach: {target: 5}\n", "unknown-key", "'mach' is not a key", "'match'?"),
    child(
        "key in capitals",
        "»Match: {target: 5}\n",
        "unknown-key",
        "'Match' is not a key",
        "'match'?",
    ),
    child(
        "unknown key in a block",
        "play: {»tie: split}\n",
        "unknown-key",
        "'tie' is not a key of 'play'",
        "did you mean 'ties'?",
    ),
    child(
        "key outside its block",
        "»players: 3\n",
        "unknown-key",
        "'players' is not a key of the file",
        "it belongs under 'table'",
    ),
    child(
        "block inside another",
        "table:\n  players: 4\n  »match: {target: 500}\n",
        "unknown-key",
        "'match' is not a key of 'table'",
        "at the beginning of its line",
    ),
    child(
        "unknown rank",
        "card_points: {values: {»1: 5}}\n",
        "unknown-key",
        "'1' is not a key of 'card_points.values'",
        "10",
    ),
    child(
        "misspelt value",
        "play: {ties: »last_playd}\n",
        "unknown-value",
        "'play.ties' cannot be 'last_playd'",
        "did you mean 'last_played'?",
    ),
    child(
        "value in capitals",
        "play: {ties: »Split}\n",
        "unknown-value",
        "'play.ties' cannot be 'Split'",
        "did you mean 'split'?",
    ),
    child(
        "value like none",
        "play: {ties: »coin}\n",
        "unknown-value",
        "'play.ties' cannot be 'coin'",
        "known here: last_played, first_played, nobody, split, suit",
    ),
    child(
        "list for a word",
        "play: {ties: »[split]}\n",
        "unknown-value",
        "'play.ties' cannot be a list",
        "did you mean 'split'?",
    ),
    child(
        "map for a word",
        "play: {ties: »{split: true}}\n",
        "unknown-value",
        "'play.ties' cannot be a map",
        "write the word alone: split",
    ),
    child(
        "nothing for a word",
        "play: {»ties: }\n",
        "unknown-value",
        "'play.ties' cannot be empty",
        "known here: last_played",
    ),
    child(
        "word for a kind with an argument",
        "arrangement: {on_violation: »foul}\n",
        "unknown-value",
        "'arrangement.on_violation' cannot be 'foul'",
        "write {foul: {scope: ..., effect: ..., all_fouled: ...}}",
    ),
    child(
        "kind with an argument, misspelt",
        "arrangement: {on_violation: {»fowl: {scope: whole_deal}}}\n",
        "unknown-key",
        "'fowl' is not a key",
        "write {foul: ",
    ),
    child(
        "argument for a kind without one",
        "arrangement: {on_violation: {»reject: {}}}\n",
        "unknown-key",
        "'reject' is not a key",
        "write the word alone: reject",
    ),
    child(
        "argument misspelt",
        "arrangement: {on_violation: {foul: {»scop: whole_deal}}}\n",
        "unknown-key",
        "'scop' is not a key of 'arrangement.on_violation.foul'",
        "did you mean 'scope'?",
    ),
    child(
        "missing arguments",
        "arrangement: {on_violation: {»foul: {scope: whole_deal}}}\n",
        "missing-key",
        "'arrangement.on_violation.foul' lacks 'effect', 'all_fouled'",
        "add 'effect:' and 'all_fouled:'",
    ),
    child(
        "missing argument of a condition",
        instant("deal", "{»rounds_won: {rounds: [1]}}"),
        "missing-key",
        "'instant_wins.at_once.when.rounds_won' lacks 'with'",
        "add 'with:'",
    ),
    child(
        "nothing as argument",
        "arrangement: {on_violation: {»foul: }}\n",
        "wrong-type",
        "'arrangement.on_violation.foul' must be a map",
        "scope, effect, all_fouled",
    ),
    child(
        "two kinds in one map",
        "arrangement: {on_violation: »{foul: {}, sort: {}}}\n",
        "two-kinds",
        "'arrangement.on_violation' can be only one of 'foul' and 'sort'",
        "keep one of them",
    ),
    child(
        "two keys in one map",
        "combinations: [{id: troy, key: »{ranks: {}, multiples: {}}}]\n",
        "two-kinds",
        "'combinations.troy.key' can be only one of 'ranks' and 'multiples'",
        "keep one of them",
    ),
    child(
        "no kind in the map",
        "arrangement: {on_violation: »{}}\n",
        "missing-key",
        "'arrangement.on_violation' is empty",
        "foul",
    ),
    child(
        "no condition", redeal("»{}"), "missing-key", "'redeals.again.when' is empty", "hand_lacks"
    ),
    child(
        "word for an effect",
        instant("deal", "{same_rank_in_hand: {cards: 4}}", "»win_deal"),
        "unknown-value",
        "'instant_wins.at_once.effect' cannot be 'win_deal'",
        "write {win_deal: {points: ...}}",
    ),
    child(
        "number for a moment",
        instant("»3", "{same_rank_in_hand: {cards: 4}}"),
        "unknown-value",
        "'instant_wins.at_once.after' cannot be 3",
        "write {round: 3}",
    ),
    child(
        "word for a moment with a number",
        instant("»round", "{same_rank_in_hand: {cards: 4}}"),
        "unknown-value",
        "'instant_wins.at_once.after' cannot be 'round'",
        "write {round: ...}",
    ),
    child(
        "quoted number",
        'match: {target: »"1000"}\n',
        "wrong-type",
        "'match.target' must be a whole number, not '1000'",
        "1000",
    ),
    child(
        "number with separators",
        "match: {target: »1_000}\n",
        "wrong-type",
        "must be a whole number, not '1_000'",
        "without anything else: 1000",
    ),
    child(
        "number with a point for thousands",
        "match: {target: »1.500}\n",
        "wrong-type",
        "must be a whole number, not '1.500'",
        "without anything else: 1500",
    ),
    child(
        "number and a word",
        "match: {target: »500 points}\n",
        "wrong-type",
        "must be a whole number, not '500 points'",
        "without anything else: 500",
    ),
    child(
        "number in words",
        "match: {target: »five hundred}\n",
        "wrong-type",
        "must be a whole number, not 'five hundred'",
        "from 1 to 1000000",
    ),
    child(
        "comment without a space",
        "match:\n  target: »500# as ever\n",
        "wrong-type",
        "must be a whole number, not '500# as ever'",
        "put a space before '#'",
    ),
    child(
        "number with a zero in front",
        "match: {target: »01000}\n",
        "wrong-type",
        "must be a whole number, not '01000'",
        "without anything else: 1000",
    ),
    child(
        "number with a point",
        "match: {target: »1000.0}\n",
        "wrong-type",
        "must be a whole number, not '1000.0'",
        "without anything else: 1000",
    ),
    child(
        "fraction",
        "match: {target: »999.5}\n",
        "wrong-type",
        "must be a whole number, not '999.5'",
        "write a whole number from 1 to 1000000",
    ),
    child(
        "hexadecimal number",
        "match: {target: »0x3e8}\n",
        "wrong-type",
        "must be a whole number, not '0x3e8'",
        "from 1 to 1000000",
    ),
    child(
        "power of ten",
        "match: {target: »1e3}\n",
        "wrong-type",
        "must be a whole number, not '1e3'",
        "from 1 to 1000000",
    ),
    child(
        "date for a number",
        "match: {target: »2024-01-01}\n",
        "wrong-type",
        "must be a whole number, not '2024-01-01'",
        "from 1 to 1000000",
    ),
    child(
        "very large number",
        f"match: {{target: »{'9' * 5000}}}\n",
        "wrong-type",
        "must be a whole number, not '9999",
        "from 1 to 1000000",
    ),
    child(
        "number above the limit",
        "match: {target: »1000000000}\n",
        "out-of-range",
        "'match.target' must be at most 1000000",
        "from 1 to 1000000",
    ),
    child(
        "number below the limit",
        "match: {target: »-1000}\n",
        "out-of-range",
        "'match.target' must be at least 1",
        "from 1 to 1000000",
    ),
    child(
        "true for a number",
        "match: {target: »true}\n",
        "wrong-type",
        "must be a whole number, not true",
        "from 1 to 1000000",
    ),
    child(
        "nothing for a number",
        "match:\n  »target:\n  check: at_once\n",
        "wrong-type",
        "'match.target' must be a whole number, not empty",
        "write a value, or take the key out",
    ),
    child(
        "yes for true",
        "combinations:\n  - {id: run, run: »yes}\n",
        "wrong-type",
        "'combinations.run.run' must be true or false, not 'yes'",
        "write true",
    ),
    child(
        "True for true",
        "combinations:\n  - {id: run, run: »True}\n",
        "wrong-type",
        "must be true or false, not 'True'",
        "write true",
    ),
    child(
        "remove: false",
        "combinations:\n  - {id: run, remove: »false}\n",
        "unknown-value",
        "'combinations.run.remove' cannot be false",
        "take the key out",
    ),
    child(
        "text for a list",
        "deck: {ranks: »A K Q}\n",
        "wrong-type",
        "'deck.ranks' must be a list, not 'A K Q'",
        "write it in brackets: [A, K, Q]",
    ),
    child(
        "map for a list",
        "combinations: »{troy: {name: Trio}}\n",
        "wrong-type",
        "'combinations' must be a list, not a map",
        "a dash and a space",
    ),
    child(
        "list for a map",
        "options: »[{id: house}]\n",
        "wrong-type",
        "'options' must be a map (key: value), not a list",
        "without dashes",
    ),
    child(
        "numbers for maps",
        "groups: [»3, 3, 3, 4]\n",
        "wrong-type",
        "'groups' entry 1 must be a map (key: value), not 3; so are 3 more entries",
        "write {cards: 3}",
    ),
    child(
        "text for a map",
        "sources: {book: »An old book}\n",
        "wrong-type",
        "'sources.book' must be a map",
        "write {title: An old book}",
    ),
    child("unknown suit", "deck: {suits: [S, H, »X]}\n", "unknown-value", "'X'", "S, H, D, C"),
    child(
        "unknown rank in the deck",
        "deck: {ranks: [A, K, »11]}\n",
        "unknown-value",
        "'deck.ranks' entry 3 cannot be 11",
        "10, 9",
    ),
    child(
        "two words for one",
        "deck: {suits: [»S H D C]}\n",
        "unknown-value",
        "'deck.suits' entry 1 cannot be 'S H D C'",
        "known here: S, H, D, C",
    ),
    child("no groups", "groups: »[]\n", "out-of-range", "'groups' needs at least 1 entry", ""),
    child(
        "the same name twice", "aliases: [V, »V]\n", "repeated-value", "'V' twice", "take one out"
    ),
    child(
        "entry without an id",
        "combinations:\n  - »name: Trio\n",
        "missing-key",
        "'combinations' entry 1 lacks 'id'",
        "add 'id:'",
    ),
    child(
        "name of an option",
        "options: {»Two Pairs: {remove: true}}\n",
        "bad-format",
        "'Two Pairs' cannot be a name here",
        "two_pairs",
    ),
    child(
        "long name of an option",
        f"options: {{»{'x' * 61}: {{remove: true}}}}\n",
        "bad-format",
        "is too long",
        "a shorter one",
    ),
    child(
        "choice that changes no block",
        option("      b: {»target: 500}\n"),
        "unknown-key",
        "'target' is not a key of 'options.house.choices.b'",
        "it belongs under 'match'",
    ),
    child(
        "choice without anything",
        option("      »b:\n"),
        "wrong-type",
        "'options.house.choices.b' must be a map",
        "indent its keys under it",
    ),
    child(
        "unknown order of runs",
        "runs: {order: [»ace_hi, rest]}\n",
        "unknown-value",
        "'runs.order' entry 1 cannot be 'ace_hi'",
        "did you mean 'ace_high'?",
    ),
    child(
        "number for the judged part",
        "arrangement: {judged_on: »3}\n",
        "wrong-type",
        "'arrangement.judged_on' must be a map",
        "write {cards: 3}",
    ),
    child(
        "too many cards in the judged part",
        "arrangement: {judged_on: {cards: »9}}\n",
        "out-of-range",
        "must be at most 5",
        "from 1 to 5",
    ),
    Malformed(
        "keys left outside their block",
        HEAD + "»match:\n»target: 500\n",
        (
            Expected("wrong-type", "'match' must be a map", "indent its keys under it: target"),
            Expected(
                "unknown-key", "'target' is not a key of the file", "it belongs under 'match'"
            ),
        ),
    ),
    Malformed(
        "two mistakes",
        HEAD + "match: {check: »sometimes}\nplay: {»tie: split}\n",
        (
            Expected("unknown-value", "'match.check' cannot be 'sometimes'", "after_deal, at_once"),
            Expected("unknown-key", "'tie' is not a key of 'play'", "did you mean 'ties'?"),
        ),
    ),
    Malformed(
        "text with no letters of Latin",
        HEAD + "match: {check: »🂡, target: »গোলাম}\n",
        (
            Expected("unknown-value", "'match.check' cannot be '🂡'", "after_deal, at_once"),
            Expected("wrong-type", "must be a whole number, not 'গোলাম'", "from 1 to 1000000"),
        ),
    ),
)

MERGING = (
    whole(
        "unknown parent",
        "spec: 1\nextends: »hazri\nid: village\nname: Village\n",
        "unknown-parent",
        "no variant is named 'hazri'",
        "did you mean 'hazari'?",
    ),
    whole(
        "parent like none",
        "spec: 1\nextends: »bridge\nid: village\nname: Village\n",
        "unknown-parent",
        "no variant is named 'bridge'",
        "known here: hazarey, hazari",
    ),
    whole(
        "its own parent",
        "spec: 1\nextends: »village\nid: village\nname: Village\n",
        "cycle",
        "a variant cannot extend itself: village -> village",
        "an id of its own",
    ),
    child(
        "misspelt combination",
        "combinations:\n  - {id: »tory, name: Trio}\n",
        "unknown-id",
        "nothing here has the id 'tory' to change",
        "did you mean 'troy'?",
    ),
    child(
        "half a new combination",
        "combinations:\n  - {id: »flush_house, name: Flush House}\n",
        "missing-key",
        "'flush_house' is new here and lacks 'cards'",
        "a known id",
    ),
    child(
        "removing what is not there",
        "combinations:\n  - {id: »tory, remove: true}\n",
        "unknown-id",
        "nothing here has the id 'tory' to remove",
        "did you mean 'troy'?",
    ),
    child(
        "removing and changing",
        "combinations:\n  - {id: troy, remove: true, »name: Trio}\n",
        "contradiction",
        "'troy' is removed, so 'name' says nothing",
        "take 'remove' out",
    ),
    child(
        "above what is not there",
        "combinations:\n  - {id: troy, above: »rum}\n",
        "unknown-id",
        "nothing here has the id 'rum' to stand above",
        "did you mean 'run'?",
    ),
    child(
        "below what is not there",
        "combinations:\n  - {id: troy, below: »straight}\n",
        "unknown-id",
        "nothing here has the id 'straight' to stand below",
        "known here: colour_run",
    ),
    child(
        "above itself",
        "combinations:\n  - {id: troy, above: »troy}\n",
        "unknown-id",
        "'troy' cannot stand above itself",
        "another entry",
    ),
    child(
        "above and below at once",
        "combinations:\n  - {id: troy, above: run, below: »pair}\n",
        "contradiction",
        "above or below another one, not both",
        "keep one",
    ),
    child(
        "the same id twice",
        "combinations:\n  - {id: troy, name: A}\n  - {id: »troy, name: B}\n",
        "duplicate-id",
        "two entries of 'combinations' have the id 'troy'",
        "remove one",
    ),
    child(
        "misspelt option",
        "options:\n  »spare_crad: {status: open, why: Nobody says.}\n",
        "unknown-id",
        "nothing here has the id 'spare_crad' to change",
        "did you mean 'spare_card'?",
    ),
    child(
        "half an option",
        "options:\n  »jokers: {question: With jokers?, status: house}\n",
        "missing-key",
        "'jokers' is new here and lacks 'default', 'choices'",
        "a known id",
    ),
    child(
        "removing an option that is not there",
        "options:\n  »spare_crad: {remove: true}\n",
        "unknown-id",
        "no option 'spare_crad' is inherited",
        "did you mean 'spare_card'?",
    ),
    child(
        "default that is no choice",
        "options:\n  spare_card: {default: »kickr}\n",
        "unknown-choice",
        "the default 'kickr' is not among the choices",
        "did you mean 'kicker'?",
    ),
    child(
        "option without choices",
        "options:\n  house: {question: What?, status: house, where: W, default: »a, choices: {}}\n",
        "unknown-choice",
        "the default 'a' is not among the choices",
        "state the choices",
    ),
)

MEANING = (
    child(
        "wrong total",
        "card_points: {total: »365}\n",
        "total-mismatch",
        "the pack is worth 360 points, not 365",
        "write total: 360",
    ),
    child(
        "values without their total",
        "card_points: {values: »{A: 11}}\n",
        "total-mismatch",
        "the pack is worth 364 points, not 360",
        "write total: 364",
    ),
    child(
        "no points at all",
        "card_points:\n  total: 0\n"
        "  values: »{A: 0, K: 0, Q: 0, J: 0, 10: 0, 9: 0, 8: 0, 7: 0, 6: 0, 5: 0, 4: 0,"
        " 3: 0, 2: 0}\n",
        "never-holds",
        "no card is worth anything",
        "give some cards points",
    ),
    child(
        "too many players",
        "table: {players: »5}\n",
        "cards-mismatch",
        "5 hands of 13 cards and 0 undealt are 65, but the pack has 52",
        "let fewer play",
    ),
    child(
        "too few players",
        "table: {players: »3}\n",
        "cards-mismatch",
        "3 hands of 13 cards and 0 undealt are 39, but the pack has 52",
        "write undealt: 13",
    ),
    child(
        "wrong number of undealt cards",
        "table: {undealt: »1}\n",
        "cards-mismatch",
        "and 1 undealt are 53, but the pack has 52",
        "write undealt: 0",
    ),
    child(
        "smaller deck",
        "deck: {ranks: »[A, K, Q]}\n",
        "cards-mismatch",
        "but the pack has 12",
        "deal fewer cards",
    ),
    child(
        "groups larger than the hand",
        "groups: »[{cards: 3}, {cards: 3}, {cards: 4}, {cards: 4}]\n",
        "cards-mismatch",
        "the groups hold 3 + 3 + 4 + 4 = 14 cards, but a hand has 13",
        "cards_each: 14",
    ),
    child(
        "hand smaller than its groups",
        "table: {cards_each: »12, undealt: 4}\n",
        "cards-mismatch",
        "= 13 cards, but a hand has 12",
        "change a group",
    ),
    child(
        "group that makes nothing",
        "groups: [{cards: »1}, {cards: 4}, {cards: 4}, {cards: 4}]\n",
        "group-not-served",
        "group 1 has 1 card and can make no combination on the ladder",
        "add a combination of 1 card",
    ),
    child(
        "all cards must count",
        "comparison: {made_from: »all_cards}\n",
        "group-not-served",
        "group 4 has 4 cards and can make no combination",
        "made_from: some_cards",
    ),
    child(
        "order judged on too few cards",
        "arrangement: {judged_on: {cards: »2}}\n",
        "group-not-served",
        "the order is judged on 2 cards, but no combination has so few",
        "a larger number, or all",
    ),
    child(
        "combination misspelt in a group",
        "groups: [{cards: 3, combinations: [»tory]}, {cards: 3}, {cards: 3}, {cards: 4}]\n",
        "unknown-combination",
        "no combination has the id 'tory'",
        "did you mean 'troy'?",
    ),
    child(
        "combination below one that takes all",
        "combinations:\n  - {id: »any, name: Any, cards: 3, above: indi}\n",
        "never-occurs",
        "'indi' can never occur: 'any' above it takes everything",
        "change their order",
    ),
    child(
        "combination moved below one that takes all",
        "combinations:\n  - {id: »pair, below: indi}\n",
        "never-occurs",
        "'pair' can never occur: 'indi' above it takes everything",
        "change their order",
    ),
    child(
        "tests that no cards pass",
        "combinations:\n"
        "  - {id: »odd, name: Odd, cards: 3, above: troy, same_rank: [3], suited: true}\n",
        "never-occurs",
        "'odd' can never occur: no cards of this pack pass all its tests",
        "drop a test",
    ),
    child(
        "combination larger than any group",
        "combinations:\n  - {id: five, name: Five, cards: »5, above: troy, suited: true}\n",
        "never-occurs",
        "'five' needs 5 cards, but no group can make it",
        "change a group",
    ),
    child(
        "two combinations with one name",
        "combinations:\n  - {id: troy, name: »Run}\n",
        "duplicate-name",
        "'troy' and 'run' have the same name 'Run'",
        "rename one",
    ),
    child(
        "sets that do not make the combination",
        "combinations:\n  - {id: pair, same_rank: »[2, 2]}\n",
        "cards-mismatch",
        "same_rank covers 4 cards, but the combination has 3",
        "add up to 3",
    ),
    child(
        "too few exact ranks",
        "combinations:\n  - {id: low, name: Low, cards: 3, above: troy, exact_ranks: »[5, 3]}\n",
        "cards-mismatch",
        "exact_ranks names 2 cards, but the combination has 3",
        "name 3 ranks",
    ),
    child(
        "order of runs for what is no run",
        "combinations:\n  - {id: colour, key: »run_order}\n",
        "key-needs-run",
        "only runs can be compared by the order of runs",
        "run: true",
    ),
    child(
        "more cards decide than there are",
        "combinations:\n  - {id: colour, key: {ranks: {cards: »5}}}\n",
        "key-too-long",
        "5 cards decide, but the combination has only 3",
        "from 1 to 3",
    ),
    child(
        "ranks left out of a key",
        "combinations:\n  - {id: colour, key: {ranks: {order: »[3, 2]}}}\n",
        "order-incomplete",
        "the order leaves out A, K",
        "add 'rest'",
    ),
    child(
        "rank twice in a key",
        "combinations:\n  - {id: colour, key: {ranks: {order: [3, »3, rest]}}}\n",
        "order-repeats",
        "rank '3' has two places here",
        "take one out",
    ),
    child(
        "rank twice in the deck",
        "deck: {ranks: [A, K, »K]}\n",
        "order-repeats",
        "'K' is twice among the ranks",
        "take one out",
    ),
    child(
        "deck that does not start with the ace",
        "deck: {ranks: [»K, A, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2]}\n",
        "ace-not-first",
        "need the ace as first rank; here it is K",
        "put A at the start",
    ),
    child(
        "A-2-3 left out",
        "runs: {order: »[ace_high, rest]}\n",
        "order-incomplete",
        "the order of runs leaves out ace_low",
        "not_runs: [ace_low]",
    ),
    child(
        "ordinary runs left out",
        "runs: {order: »[ace_high, ace_low]}\n",
        "order-incomplete",
        "the order of runs leaves out all others",
        "add 'rest'",
    ),
    child(
        "run twice",
        "runs: {order: [ace_high, »ace_high, rest]}\n",
        "order-repeats",
        "run 'ace_high' has two places here",
        "take one out",
    ),
    child(
        "place for what is no run",
        "runs: {not_runs: [»ace_low]}\n",
        "contradiction",
        "'ace_low' has a place in the order of runs and is said to be none",
        "take it out",
    ),
    child(
        "combination misspelt in a condition",
        redeal("{hand_lacks: [»tory]}"),
        "unknown-combination",
        "no combination has the id 'tory'",
        "did you mean 'troy'?",
    ),
    child(
        "more pairs than a hand holds",
        redeal("{pairs_in_hand: {at_least: »7}}"),
        "never-holds",
        "a hand of 13 cards has at most 6 pairs",
        "from 1 to 6",
    ),
    child(
        "rounds before they are played",
        redeal("{rounds_won: {rounds: [»1], with: [troy]}}"),
        "never-holds",
        "this is looked for before round 1 is known",
        "judge the dealt hand",
    ),
    child(
        "round that does not exist",
        instant("deal", "{rounds_won: {rounds: [1, »5], with: [troy]}}"),
        "never-holds",
        "there is no round 5; a deal has 4",
        "from 1 to 4",
    ),
    child(
        "round after the moment",
        instant("{round: 2}", "{rounds_won: {rounds: [1, 2, »3], with: [troy]}}"),
        "never-holds",
        "this is looked for before round 3 is known",
        "a later moment",
    ),
    child(
        "moment that does not exist",
        instant("{round: »5}", "{rounds_won: {rounds: [1], with: [troy]}}"),
        "never-holds",
        "there is no round 5; a deal has 4",
        "from 1 to 4",
    ),
    child(
        "groups before they are arranged",
        instant("dealing", "{groups_held: {groups: [»1], with: [troy]}}"),
        "never-holds",
        "this is looked for before group 1 is known",
        "judge the dealt hand",
    ),
    child(
        "combination too large for the group",
        "combinations:\n  - {id: four, name: Four, above: troy, cards: 4, same_rank: [4]}\n"
        + instant("deal", "{groups_held: {groups: [»1, 4], with: [four]}}"),
        "never-holds",
        "group 1 has 3 cards, too few for four",
        "a combination of fewer cards",
    ),
    child(
        "default choice that breaks the rules",
        option("      b: {table: {players: »5}}\n", default="b"),
        "cards-mismatch",
        "5 hands of 13 cards",
        "let fewer play",
    ),
)

OPTIONS = (
    child(
        "choice that breaks the rules",
        option("      b: {table: {players: »5}}\n"),
        "cards-mismatch",
        "with option house=b: 5 hands of 13 cards",
        "let fewer play",
    ),
    child(
        "choice with an unknown id",
        option("      b: {combinations: [{id: »tory, remove: true}]}\n"),
        "unknown-id",
        "with option house=b: nothing here has the id 'tory' to remove",
        "did you mean 'troy'?",
    ),
    child(
        "choice with half an argument",
        option("      b: {arrangement: {on_violation: {»foul: {scope: whole_deal}}}}\n"),
        "missing-key",
        "with option house=b: 'arrangement.on_violation.foul' lacks 'effect', 'all_fouled'",
        "add 'effect:' and 'all_fouled:'",
    ),
    Malformed(
        "choice that breaks with an inherited one",
        HEAD + option("      b: {combinations: [{id: pair, name: »Sequence}]}\n"),
        (
            Expected(
                "duplicate-name",
                "with option names=teen_patti and house=b: 'run' and 'pair' have the same name",
                "rename one",
            ),
        ),
    ),
    child(
        "choices that break only together",
        "options:\n"
        "  no_pair:\n"
        "    question: Do pairs count?\n    status: house\n    where: Here.\n"
        "    default: they_do\n"
        "    choices:\n"
        "      they_do: {}\n"
        "      they_do_not: {combinations: [{id: pair, remove: true}]}\n"
        "  low_hand:\n"
        "    question: Is a hand without a pair dealt again?\n    status: house\n    where: Here.\n"
        "    default: it_is_not\n"
        "    choices:\n"
        "      it_is_not: {}\n"
        "      it_is:\n"
        "        redeals:\n"
        "          - id: low\n            name: Low\n            when: {hand_lacks: [»pair]}\n"
        "            claim: automatic\n            dealer: stays\n",
        "unknown-combination",
        "with option no_pair=they_do_not and low_hand=it_is: no combination has the id 'pair'",
        "known here: troy, colour_run, run, colour, indi",
    ),
    whole(
        "change that an inherited rule does not stand",
        "spec: 1\nextends: »hazarey\nid: village\nname: Village\n"
        "combinations: [{id: troy, remove: true}]\n",
        "unknown-combination",
        "no combination has the id 'troy' (inherited from hazarey.yaml:",
        "known here: four_of_a_kind, colour_run_4",
    ),
    whole(
        "change that an inherited option does not stand",
        "spec: 1\nextends: »hazari\nid: village\nname: Village\n"
        "groups: [{cards: 3}, {cards: 5}, {cards: 5}]\n",
        "inherited-option",
        "with option four_card_group=four_cards_only: group 2 has 5 cards",
        "options: {four_card_group: {remove: true}}",
    ),
)

WARNINGS = (
    warned(
        "option of a house that is not named",
        "options:\n"
        "  »house:\n    question: What?\n    status: house\n    default: a\n"
        "    choices: {a: {}, b: {match: {target: 7}}}\n",
        "option-unexplained",
        "option 'house' has status house but does not say where",
        "add 'where:'",
    ),
    warned(
        "open option without a reason",
        "options:\n  »target: {status: open}\n",
        "option-unexplained",
        "option 'target' has status open but does not say why",
        "add 'why:'",
    ),
    warned(
        "punishment for nothing",
        "arrangement: {order: free, on_violation: »sort}\n",
        "never-matters",
        "nothing is ever in the wrong order",
        "on_violation: reject",
    ),
)

CASES = (*SYNTAX, *SCHEMA, *MERGING, *MEANING, *OPTIONS)
