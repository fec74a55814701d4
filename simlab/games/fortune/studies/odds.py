"""`simlab odds fortune`: the counts of all hands, and what they become while one of the Major Arcana is in force."""

from typing import Any

from simlab.contract.orders import order_of
from simlab.errors import InputError, UnknownName
from simlab.games.fortune.flops import flop_odds
from simlab.games.fortune.rules import ARCANA_NAMES
from simlab.ranking.counting import Odds, odds
from simlab.ranking.hands import HAND
from simlab.studies.odds.measure import OddsAnswer, OddsQuestion, OwnOdds, audit, general_answer

SIXTH = {"magician": "a right guess", "empress": "everybody", "hanged man": "who goes all-in"}  # who gets a sixth card
SHORT = {"high priestess": "priestess", "wheel of fortune": "wheel"}  # full names, as the rules call them


def odds_answer(question: OddsQuestion) -> OddsAnswer:
    """As in any game, unless an Arcana is named."""
    if question.arcana is None:
        return general_answer(question)
    arcana = arcana_named(question.arcana)
    found, effect = bent_odds(arcana, question)
    return audit(question.game, found, [f"{arcana}: {effect}"], {"arcana": arcana, "effect": effect})


ODDS = OwnOdds(options=("--arcana",), answer=odds_answer)


def arcana_named(name: str) -> str:
    """`the Hanged Man`, `hanged_man`: one of the 22."""
    word = " ".join(name.casefold().replace("_", " ").replace("-", " ").split()).removeprefix("the ")
    word = SHORT.get(word, word)
    if word not in ARCANA_NAMES:
        raise UnknownName("Arcana", name, ARCANA_NAMES)
    return word


def bent_odds(arcana: str, question: OddsQuestion) -> tuple[Odds, str]:
    """The counts while this Arcana is in force, and what it does to hands."""
    knobs: dict[str, Any] = dict(question.knobs)
    cards, wild, effect = question.cards, question.wild, "changes neither hands nor their order"
    if "arcana" in knobs:
        raise InputError("give --arcana or --rules arcana=..., not both")
    if arcana == "temperance":
        return temperance_odds(knobs, question)
    if arcana == "fool":
        wild, effect = True, "a wild card goes with every hand"
    elif arcana in ("emperor", "strength"):
        knobs["arcana"], effect = arcana, "another order of cards"
    elif arcana in SIXTH:
        cards, effect = cards or HAND + 1, f"a sixth card for {SIXTH[arcana]}, the best five count"
    order = order_of(question.game, **knobs)
    return odds(order, cards or HAND, wild=wild, jokers=question.jokers, without=question.without), effect


def temperance_odds(knobs: dict[str, Any], question: OddsQuestion) -> tuple[Odds, str]:
    """Four own cards with one of a few open ones."""
    flops = knobs.pop("temperance_flops", 3)
    if question.cards is not None or question.wild or question.jokers or not isinstance(flops, int):
        raise InputError("under temperance a hand is four cards and one of three: only --without and --rules go with it")
    return flop_odds(order_of(question.game, **knobs), flops, question.without), f"four own cards and the best of {flops} open ones"
