"""`simlab table`: what does a table game keep of a bet, and how is it played best? Exactly, from a file that states the game."""

import json
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from simlab.studies.table_games.measure import House


@click.command()
@click.argument("game", required=False, metavar="NAME|FILE")
@options.LIST()
@options.JSON()
def table(game: str | None, list_all: bool, as_json: bool) -> None:
    """Say what a table game keeps of a bet, and how to play it: a hand against a dealer or a pay table, as a file states it; exactly.

    Example: simlab table three_card_poker
    """
    from simlab import jit
    from simlab.studies.table_games.measure import House
    from simlab.studies.table_games.shapes import table_game, table_games

    if list_all:
        titles = {name: table_game(name).title for name in table_games()}
        click.echo(json.dumps(titles, indent=2) if as_json else "\n".join(f"{name:26} {title}" for name, title in titles.items()))
        return
    if game is None:
        raise InputError(f"name a table game ({', '.join(table_games())}), or a file that states one")
    jit.announce()
    house = House(table_game(game))
    click.echo(json.dumps(as_data(house), indent=2, ensure_ascii=False) if as_json else "\n".join(lines_of(house)))


def lines_of(house: "House") -> list[str]:
    from simlab.studies.table_games.strategy import advice

    answer, unit = house.answer, "ante" if house.game.dealer else "first bet" if house.game.bets == 1 else "single bet"
    who = "The house keeps" if answer.edge >= 0 else "The player gains"
    lines = [
        f"{who} {percent(abs(answer.edge))} of the {unit} in {house.game.title}, played perfectly.",
        f"That is {percent(abs(answer.risk))} of all that is bet: {float(answer.staked):.4f} {unit}s a game on average.",
        f"The standard deviation of one game is {answer.variance**0.5:.4f} {unit}s (variance {answer.variance:.4f}).",
    ]
    if house.game.dealer is not None:
        deals = sum(house.outcomes.values())
        lines += ["", f"{'what happens':30} {'deals':>24} {'share':>10}"]
        lines += [f"{name:30} {count:>24,} {100 * count / deals:>8.4f} %" for name, count in house.outcomes.items()]
    for one in advice(house):
        price = "as good as perfect play" if one.cost == 0 else f"costs {percent(one.cost)} of the {unit}"
        lines += ["", f"{one.title[:1].upper()}{one.title[1:]} ({price}):", *(f"  {rule}" for rule in one.rules)]
    for side in house.side_bets:
        lines += ["", f"Side bet, {side.name}: the house keeps {percent(-side.value)} (variance {float(side.variance):.4f})."]
    return lines


def percent(value: "Fraction") -> str:
    return f"{100 * float(value):.4f} %"


def as_data(house: "House") -> dict[str, Any]:
    from simlab.studies.table_games.strategy import advice

    answer = house.answer
    sides = [
        {"name": side.name, "edge": float(-side.value), "variance": float(side.variance),
         "lines": [{"hand": name, "pay": float(pay), "chance": float(chance)} for name, pay, chance in side.chances]}
        for side in house.side_bets
    ]  # fmt: skip
    rules = [{"decision": one.title, "rules": list(one.rules), "cost": float(one.cost)} for one in advice(house)]
    return {
        "title": house.game.title, "edge": float(answer.edge), "exact_edge": str(answer.edge), "variance": answer.variance,
        "staked": float(answer.staked), "edge_of_all_bets": float(answer.risk), "strategy": rules, "side_bets": sides,
        **({"outcomes": house.outcomes} if house.game.dealer is not None else {}),
    }  # fmt: skip
