"""`simlab rank arcana` and `simlab odds arcana`: hands in which a card may stand twice, decks of several kinds, and who draws a
card that was planted in the deck.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.errors import InputError
from simlab.games.arcana.game import GAME
from simlab.games.arcana.ranking.text import compare_hands, deck_models, rank_hand, rarity
from simlab.games.arcana.studies.effects import Situation, plant_of, situations, table_of
from simlab.games.arcana.studies.odds_page import decks_chart
from simlab.players.registry import usual_player
from simlab.ranking.hands import HAND
from simlab.ranking.text import Comparison
from simlab.stats.estimates import Estimate
from simlab.studies.ask import Ask
from simlab.studies.odds.measure import OddsAnswer, OddsQuestion, OwnOdds, Sampling

DEEPEST = 10


def rank_hands(hands: Sequence[str], wild: bool, knobs: Mapping[str, Any]) -> Comparison:
    """The hands side by side; a single one wins against nobody."""
    if wild:
        raise InputError("arcana's deck has no wild cards (--wild)")
    return compare_hands(hands, knobs) if len(hands) > 1 else Comparison((rank_hand(hands[0], knobs),), (0,), "")


def odds_answer(question: OddsQuestion) -> OddsAnswer:
    if question.plant is not None:
        return plant_answer(question.plant, question.knobs, question.sample)
    if question.wild or question.jokers or question.without:
        raise InputError("arcana's deck has no wild cards and knows no cards out of it (--wild, --jokers, --without)")
    return deck_answer(question.cards or HAND, question.knobs)


ODDS = OwnOdds(options=("--plant",), answer=odds_answer)


def deck_answer(cards: int, knobs: Mapping[str, Any]) -> OddsAnswer:
    """Different hands, orders in which they come, and the chance of each category in the chosen deck."""
    rows, finding = rarity(cards, knobs)
    lines = [f"{'category':16} {'hands':>12} {'orders':>16} {'share':>13}"]
    lines += [f"{row['category']:16} {row['multisets']:>12,} {row['sequences']:>16,} {row['share']:>13.3g}" for row in rows]
    data = {"game": GAME.name, "cards": cards, "categories": rows, "finding": finding}
    return OddsAnswer([*lines, finding], data, lambda file: decks_chart(deck_models(cards, knobs), cards, file))


# ---- planted cards


def plant_answer(depth: int, knobs: Mapping[str, Any], sample: Sampling) -> OddsAnswer:
    """Who draws a card planted at this depth: exactly where nothing interferes, and as it comes out in games."""
    if not 1 <= depth <= DEEPEST:
        raise InputError(f"--plant: a depth from 1 to {DEEPEST} (given: {depth})")
    _, rules = table_of(Ask(GAME.name, players=sample.players, rules=knobs))
    policy = usual_player(GAME, rules) if sample.policy is None else sample.policy
    trials, card = plant_of(Ask(GAME.name, policy, sample.players, knobs, sample.games, sample.seed), depth)
    own = trials.own_plants(depth)
    exact, fates, anywhere = situations(trials.rules, sample.left), trials.fates(card, own), trials.fates(card)
    head = {"game": GAME.name, "depth": depth, "players": trials.rules.players, "left": sample.left}
    cases = [{"situation": case.name, "words": case.words, "places_on": case.places(depth)} for case in exact]
    played = {"policy": policy, "seed": sample.seed, "games": trials.games}
    sampled = {**played, "plants": int(own.sum()), "fates": shares_of(fates)}
    at_random = {**played, "fates": shares_of(anywhere)}
    lines = [
        *exact_lines(exact, depth, sample.left),
        f"{int(own.sum()):,} plants of {policy}'s own, of {trials.games:,} games with one discard looked at in each (95 % interval):",
        *(fate_lines(fates) if own.any() else ["  none: play more games (--games)"]),
        f"for comparison, if a random discard of {trials.games:,} games had been such a Sword (95 % interval):",
        *fate_lines(anywhere),
    ]
    return OddsAnswer(lines, {**head, "exact": cases, "sampled": sampled, "at_a_random_discard": at_random})


def shares_of(fates: Sequence[tuple[str, Estimate]]) -> list[dict[str, Any]]:
    return [{"who": who, "share": share.value, "low": share.low, "high": share.high} for who, share in fates]


def exact_lines(exact: Sequence[Situation], depth: int, left: int) -> list[str]:
    more = f", the planter {left} more in this one" if left else ""
    head = f"exactly, when everybody draws all cards they may{more}, and no Sword or Cups come between:"
    return [head, *(f"  {case.words:60} {case.said(depth)}" for case in exact)]


def fate_lines(fates: Sequence[tuple[str, Estimate]]) -> list[str]:
    lines = []
    for who, share in fates:
        value, low, high = (100 * (part or 0.0) for part in (share.value, share.low, share.high))
        lines.append(f"  {who:20} {value:6.2f} %   {low:.2f} to {high:.2f} %")
    return lines
