"""The public hypothesis strategies give what they promise, for both shipped variants."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hazari_rules import Game, Ruleset, strategies
from hazari_rules.arrange import Groups

GAMES = {name: Game.load(name) for name in ("hazari", "hazarey")}
FALLING = Game.load("hazari", {"equal_neighbours": "strictly_weaker"})
FEW = settings(max_examples=20)


@FEW
@given(st.data())
@pytest.mark.parametrize("name", GAMES)
def test_groups_and_hands_have_different_cards_of_the_right_number(
    name: str, data: st.DataObject
) -> None:
    game = GAMES[name]
    assert len(set(data.draw(strategies.groups(game, 4)))) == 4
    assert len(set(data.draw(strategies.hands(game)))) == 13
    assert data.draw(strategies.cards(game)) in game.rules.deck


@FEW
@given(strategies.arrangements(FALLING))
def test_arrangements_are_legal_even_where_few_are(groups: Groups) -> None:
    assert FALLING.faults(groups) == ()


@FEW
@given(strategies.deals(GAMES["hazarey"]))
def test_deals_can_be_played_and_add_up(deal: strategies.Deal) -> None:
    end = GAMES["hazarey"].play_deal(*deal).end
    assert end is not None
    assert sum(end.points) in (380, 0)


@FEW
@given(strategies.splits(GAMES["hazari"]))
def test_splits_have_the_sizes_of_the_groups(groups: Groups) -> None:
    assert [len(group) for group in groups] == [3, 3, 3, 4]


@FEW
@given(strategies.rulesets("hazarey"))
def test_rulesets_choose_among_the_options(ruleset: Ruleset) -> None:
    assert ruleset.id == "hazarey"
    assert ruleset.options["two_pairs"] in ("counted", "ignored")
