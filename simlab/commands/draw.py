"""`simlab draw`: what does a draw poker pay table return, how should a hand be played, how long does a bankroll last? Exactly."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.errors import InputError

if TYPE_CHECKING:
    from fractions import Fraction

    from simlab.studies.draw.card import StrategyCard
    from simlab.studies.draw.measure import DrawGame, Hold

SHOWN = 8  # holds of a hand; JSON has all 32


@click.command()
@click.option("--pay", default="jacks_9_6", show_default=True, metavar="NAME|FILE", help="The pay table: one that comes along, or a file.")
@options.ORDER(without="the pay table's")
@options.HAND(without="all hands")
@options.WITHOUT()
@click.option("--card", is_flag=True, help="Instead: a strategy card to go through from the top.")
@click.option("--bankroll", type=click.IntRange(1), metavar="BETS", help="Also: how likely it is to lose so many bets in so many games.")
@options.GAMES(1_000, type=click.IntRange(1, 100_000))
@options.CHART(without="none; the strategy card, to be printed")
@options.LIST()
@options.JSON()
def draw(
    pay: str, order: str | None, hand: str | None, without: str, card: bool, bankroll: int | None, games: int, chart: Path | None,
    list_all: bool, as_json: bool,
) -> None:  # fmt: skip
    """Say what a draw poker pay table returns, how to play it, and how long a bankroll lasts; exactly.

    Example: simlab draw --pay deuces_wild. Example: simlab draw --pay jacks_9_6 --hand "As Ks Qs Js 2d".
    """
    from simlab import jit
    from simlab.studies.draw.by_order import draw_game
    from simlab.studies.draw.measure import pay_table, pay_tables

    if list_all:
        titles = {name: pay_table(name).title for name in pay_tables()}
        click.echo(json.dumps(titles, indent=2) if as_json else "\n".join(f"{name:26} {title}" for name, title in titles.items()))
        return
    if hand is None and without:
        raise InputError("--without goes with --hand")
    jit.announce()
    game = draw_game(pay, order)
    if hand is not None:
        show_holds(game, game.holds(hand, without), as_json)
    elif card or chart is not None:
        show_card(game, chart, as_json)
    else:
        show_return(game, bankroll, games, as_json)


# ---- the whole game


def show_return(game: "DrawGame", bankroll: int | None, games: int, as_json: bool) -> None:
    ruin = ruin_of(game, bankroll, games) if bankroll is not None else {}
    if as_json:
        click.echo(json.dumps({**return_data(game), **({"ruin": ruin} if ruin else {})}, indent=2, ensure_ascii=False))
        return
    click.echo(f"{game.table.title} returns {percent(game.mean, 10)} of what is bet when it is played perfectly.")
    click.echo(f"The standard deviation of one game is {game.deviation:.4f} bets (variance {float(game.variance):.4f}).")
    click.echo(f"\n{'hand':34} {'pays':>7} {'one in':>12} {'share of the return':>20}")
    for line in game.paid:
        often = f"{float(1 / line.chance):,.1f}" if line.chance else "never"
        click.echo(f"{line.name:34} {float(line.pay):>7g} {often:>12} {percent(line.part, 4):>20}")
    for sentence in ruin_sentences(ruin):
        click.echo(sentence)


def return_data(game: "DrawGame") -> dict[str, Any]:
    lines = [{"hand": p.name, "pay": float(p.pay), "chance": float(p.chance), "return": float(p.part)} for p in game.paid]
    exact = {"exact_return": str(game.mean), "exact_variance": str(game.variance)}
    return {"title": game.table.title, "return": float(game.mean), "variance": float(game.variance), **exact, "lines": lines}


def percent(value: "Fraction", digits: int) -> str:
    """Exact numbers are printed to the digit, rounded once."""
    scaled = round(value * 100 * 10**digits)
    return f"{scaled // 10**digits}.{scaled % 10**digits:0{digits}d} %"


def ruin_of(game: "DrawGame", bankroll: int, games: int) -> dict[str, Any]:
    from simlab.studies.draw import ruin

    soon = ruin.within(game.paid, bankroll, games)
    return {"bankroll": bankroll, "games": games, "within": soon, "ever": ruin.ever(game.paid, bankroll)}


def ruin_sentences(ruin: dict[str, Any]) -> list[str]:
    if not ruin:
        return []
    who = f"\nWith {ruin['bankroll']:,} bets, one bet a game:"
    ever = "certain, as the game returns less than is bet" if ruin["ever"] == 1.0 else f"{100 * ruin['ever']:.4g} %"
    return [who, f"  ruin within {ruin['games']:,} games: {100 * ruin['within']:.4g} %", f"  ruin ever: {ever}"]


# ---- one hand


def show_holds(game: "DrawGame", holds: "list[Hold]", as_json: bool) -> None:
    if as_json:
        rows = [{"hold": hold.kept, "thrown": hold.thrown, "return": float(hold.mean), "exact": str(hold.mean)} for hold in holds]
        click.echo(json.dumps({"title": game.table.title, "holds": rows}, indent=2))
        return
    best = holds[0]
    click.echo(f"Hold {best.kept or 'nothing'}: it brings back {float(best.mean):.6f} bets on average.")
    click.echo(f"\n{'hold':24} {'brings back':>12} {'less than the best':>20}")
    for hold in holds[:SHOWN]:
        less = "" if hold.mean == best.mean else f"{float(best.mean - hold.mean):.6f}"
        click.echo(f"{hold.kept or 'nothing':24} {float(hold.mean):>12.6f} {less or 'best':>20}")


# ---- the card


def show_card(game: "DrawGame", chart: Path | None, as_json: bool) -> None:
    from simlab.studies.draw.by_order import OrderDrawGame
    from simlab.studies.draw.card import strategy_card

    if isinstance(game, OrderDrawGame):
        raise InputError("a strategy card is for pay tables of poker hands; by an order of your own ask about hands with --hand")
    card = strategy_card(game)
    if chart is not None:
        from simlab.studies.draw.card_page import card_figure
        from simlab.studies.equity.page import save

        save(card_figure(game.table.title, card), chart)
    if as_json:
        rules = [{"hold": rule.hold, "example": rule.example, "share_of_hands": rule.uses} for rule in card.rules]
        data = {"title": game.table.title, "return": float(card.mean), "perfect": float(card.best), "cost": float(card.cost)}
        click.echo(json.dumps({**data, "rules": rules}, indent=2, ensure_ascii=False))
        return
    click.echo(card_text(game, card))


def card_text(game: "DrawGame", card: "StrategyCard") -> str:
    lines = [
        f"{game.table.title}: hold the first of these that your hand has; if it has none, draw five.",
        f"This card returns {percent(card.mean, 4)}, {percent(card.cost, 4)} less than perfect play.",
        "",
        f"     {'hold':70} {'for example':20} {'hands':>8}",
    ]
    lines += [f"{at:>3}  {rule.hold:70} {rule.example:20} {100 * rule.uses:>7.3f}%" for at, rule in enumerate(card.rules, 1)]
    return "\n".join([*lines, "", "Of two holds of one line take the higher cards. A high card is one of which a pair pays."])
