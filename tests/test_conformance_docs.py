"""The manual for implementers cannot lie: its exchange is run, its rules are the real ones."""

import json
import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from hazari_rules.builtin import vocabulary
from hazari_rules.conformance_engine import Engine
from hazari_rules.conformance_protocol import OPERATIONS, Outcome, read_answer
from hazari_rules.conformance_serve import Server
from hazari_rules.game import Game
from hazari_rules.schema import shipped_schema

MANUAL = Path(__file__).parent.parent / "docs" / "conformance.md"
SCHEMA = shipped_schema("protocol")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", MANUAL.read_text("utf-8"), re.M | re.S)


def exchange() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    game = Game.load("hazari")
    (block,) = (block for block in blocks("text") if block.startswith("> "))
    text = block.replace("RULES}", json.dumps(game.ruleset.as_data()) + "}")
    lines = text.replace("DIGEST", game.ruleset.digest).splitlines()
    asked = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    answered = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    return list(zip(asked, answered, strict=True))


def test_the_engine_gives_the_answers_of_the_manual() -> None:
    server = Server(vocabulary())
    for asked, answered in exchange():
        got = json.loads(server.reply(json.dumps(asked)))
        if asked["op"] != "hello":
            assert got == answered


def test_every_line_of_the_exchange_fits_the_schema() -> None:
    messages = Draft202012Validator(SCHEMA)
    for asked, answered in exchange():
        messages.validate(asked)
        answers = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/answer_{asked['op']}"}
        Draft202012Validator(answers).validate(answered)


def test_the_exchange_shows_every_operation() -> None:
    assert {asked["op"] for asked, _ in exchange()} == {"hello", "rules", *OPERATIONS}
    for operation in OPERATIONS:
        assert f"`{operation}` (L" in MANUAL.read_text("utf-8")


def test_schema_and_code_know_the_same_operations() -> None:
    assert SCHEMA["$defs"]["operation"]["enum"] == list(OPERATIONS)


def test_the_rules_of_the_manual_are_those_that_are_sent() -> None:
    (block,) = blocks("json")
    assert json.loads(block) == Game.load("hazari").ruleset.as_data()


def test_a_wrong_order_of_winners_is_no_difference_but_a_wrong_winner_is() -> None:
    outcome = Outcome(result={"winners": [0, 1]})
    assert outcome.accepts(read_answer('{"id":"a","result":{"winners":[1,0]}}')[1])
    assert not outcome.accepts(read_answer('{"id":"a","result":{"winners":[1]}}')[1])
    assert not outcome.accepts(read_answer('{"id":"a","result":{"winners":["0","1"]}}')[1])


def test_the_engine_answers_by_rules_sent_to_it() -> None:
    engine = Engine.from_data(Game.load("hazarey").ruleset.as_data(), vocabulary())
    cards = ["5S", "4H", "3D", "2C"]
    assert engine.answer("classify", {"group": 4, "cards": cards}).value == {"combination": "run_4"}
