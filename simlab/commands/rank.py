"""`simlab rank`: what is a hand, and of several, who wins and why?"""

import json
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.completion import game_names
from simlab.commands.game_studies import own_study
from simlab.commands.knobs import knobs

if TYPE_CHECKING:
    from simlab.ranking.text import Comparison


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[GAME] HAND...", shell_complete=game_names)
@options.ORDER()
@options.WILD()
@options.RULES()
@options.JSON()
def rank(words: tuple[str, ...], order: str | None, wild: bool, rules: tuple[str, ...], as_json: bool) -> None:
    """Say what a hand is; of several, who wins and why.

    Example: simlab rank showdown "As Ad 9c 6h 3d" "KhKs2c2d3h". Example: simlab rank --order omaha "As Kd Qh Jc | 2c 3d 4h 5s 9c".
    """
    name, hands = (order, words) if order is not None else (words[0], words[1:])
    if not hands:
        raise click.UsageError("a hand is missing: simlab rank GAME HAND..., or simlab rank --order NAME HAND...")
    found = side_by_side(name, hands, wild, knobs(rules), known_first=order is not None)
    if as_json:
        rows = [{"cards": r.cards, "category": r.category, "text": r.text, "score": r.score} for r in found.hands]
        more = {"winners": [w + 1 for w in found.winners], "why": found.why} if len(hands) > 1 else {}
        click.echo(json.dumps({"game": name, "hands": rows, **more}, indent=2))
    elif len(hands) == 1:
        click.echo(found.hands[0].text)
    else:
        wide = max(24, *(len(hand.cards) for hand in found.hands))
        for number, hand in enumerate(found.hands, 1):
            click.echo(f"{number}  {hand.cards:{wide}} {hand.text}")
        click.echo(found.why)


def side_by_side(name: str, hands: tuple[str, ...], wild: bool, given: dict[str, Any], known_first: bool) -> "Comparison":
    """The hands by the game's own way where it has one, else by its order or one of that name; a single hand wins against nobody."""
    from simlab.contract import orders
    from simlab.ranking import named
    from simlab.ranking.text import Comparison

    own = own_study(name, "rank")
    if own is not None:
        compared: Comparison = own(hands, wild, given)
        return compared
    order: orders.AnyName = named.load(name) if known_first and name in named.names() and not given else name
    if len(hands) > 1:
        return orders.compare(hands, order, wild, **given)
    return Comparison((orders.rank(hands[0], order, wild, **given),), (0,), "")
