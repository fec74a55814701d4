"""`simlab rank`: what is a hand, and of several, who wins and why?"""

import json
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.game_studies import own_study
from simlab.commands.knobs import knobs

if TYPE_CHECKING:
    from simlab.ranking.text import Comparison


@click.command()
@click.argument("game")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@options.WILD
@options.RANKING_SET
@options.as_json()
def rank(game: str, hands: tuple[str, ...], wild: bool, settings: tuple[str, ...], as_json: bool) -> None:
    """Say what a hand is; of several, who wins and why. Example: simlab rank showdown "As Ad 9c 6h 3d" "KhKs2c2d3h"."""
    found = side_by_side(game, hands, wild, knobs(settings))
    if as_json:
        rows = [{"cards": r.cards, "category": r.category, "text": r.text, "score": r.score} for r in found.hands]
        more = {"winners": [w + 1 for w in found.winners], "why": found.why} if len(hands) > 1 else {}
        click.echo(json.dumps({"game": game, "hands": rows, **more}, indent=2))
    elif len(hands) == 1:
        click.echo(found.hands[0].text)
    else:
        for number, hand in enumerate(found.hands, 1):
            click.echo(f"{number}  {hand.cards:24} {hand.text}")
        click.echo(found.why)


def side_by_side(game: str, hands: tuple[str, ...], wild: bool, given: dict[str, Any]) -> "Comparison":
    """The hands by the game's own way where it has one, else by its order; a single hand wins against nobody."""
    from simlab.contract import orders
    from simlab.ranking.text import Comparison

    own = own_study(game, "rank")
    if own is not None:
        compared: Comparison = own(hands, wild, given)
        return compared
    order = orders.order_of(game, **given)
    return orders.compare(hands, order, wild) if len(hands) > 1 else Comparison((orders.rank(hands[0], order, wild),), (0,), "")
