"""`simlab odds`: how often does each hand of a game come, and does its order agree with rarity?

A game with hands or a deck of its own answers in its own way; `--arcana` and `--plant` are for the games that know them.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.game_studies import games_with, own_study
from simlab.commands.knobs import knobs
from simlab.commands.line_ups import the_one
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.studies.odds.measure import OddsAnswer, OddsQuestion, OwnOdds


@click.command()
@options.game_argument(required=False)
@options.ORDER(without="the game's")
@options.HAND_SIZE()
@click.option(
    "--jokers",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Wild cards in the deck: one of a game's; orders say it themselves.",
)
@options.WITHOUT()
@click.option("--arcana", metavar="NAME", help="Fortune: the Major Arcana in force, as strength, empress or temperance.")
@options.CHART()
@click.option("--plant", type=int, metavar="DEPTH", help="Instead, of arcana: who draws a card planted at this depth (1 to 10)?")
@options.PLAYERS(without=options.USUAL_SEATS)
@click.option("--left", type=click.IntRange(0, 3), default=0, show_default=True, help="With --plant: draws the planter still makes.")
@options.POLICIES(without=options.USUAL_PLAYER)
@options.GAMES(20_000)
@options.SEED(1)
@options.WILD()
@options.RULES()
@options.JSON()
def odds(
    game: str | None, order: str | None, hand_size: int | None, jokers: int, without: str, arcana: str | None, chart: Path | None,
    wild: bool, rules: tuple[str, ...], as_json: bool, plant: int | None, policies: str | None, **sample: Any,
) -> None:  # fmt: skip
    """Count all hands of a game or an order exactly, and check the order against rarity.

    Example: simlab odds fortune --arcana strength. Example: simlab odds --order three_card. Example: simlab odds arcana --plant 4.
    """
    from simlab import jit
    from simlab.studies.odds.measure import OddsQuestion, Sampling

    name = one_name(game, order)
    own: OwnOdds | None = own_study(name, "odds")
    refuse_what_is_unknown(name, own, arcana, plant)
    if plant is not None and chart is not None:
        raise InputError(f"--chart draws the rarity audit; what becomes of planted cards is drawn by: simlab effects {name}")
    if plant is not None and not as_json:
        jit.announce()
    sampling = Sampling(policy=policies and the_one(policies), **sample)
    question = OddsQuestion(name, knobs(rules), hand_size, wild, jokers, without, arcana, plant, sampling)
    answer = answered(question)
    if chart is not None:
        draw(answer, chart)
    click.echo(json.dumps(answer.data, indent=2) if as_json else "\n".join(answer.lines))


def one_name(game: str | None, order: str | None) -> str:
    if (game is None) == (order is None):
        raise click.UsageError("name a game, or an order with --order NAME (one of the two)")
    return game or str(order)


def answered(question: "OddsQuestion") -> "OddsAnswer":
    """In the game's own way where it has one."""
    from simlab.studies.odds.measure import general_answer

    own: OwnOdds | None = own_study(question.game, "odds")
    return own.answer(question) if own else general_answer(question)


def refuse_what_is_unknown(game: str, own: "OwnOdds | None", arcana: str | None, plant: int | None) -> None:
    """Options that this game cannot answer to; the message names a game that can."""
    known = own.options if own else ()
    if arcana is not None and "--arcana" not in known:
        raise InputError(f"--arcana is for {' and '.join(games_that_know('--arcana'))}; {game} has no Arcana that bend its hands")
    if plant is not None and "--plant" not in known:
        able = games_that_know("--plant")
        raise InputError(f"cards are planted in {' and '.join(able)}, not in {game}: simlab odds {able[0]} --plant {plant}")


def games_that_know(option: str) -> list[str]:
    return [name for name in games_with("odds") if option in own_study(name, "odds").options]


def draw(answer: "OddsAnswer", chart: Path) -> None:
    if answer.draw is None:
        raise InputError(f"cannot write the chart {chart}: there is none of these odds")
    try:
        answer.draw(chart)
    except (OSError, ValueError) as wrong:
        raise InputError(f"cannot write the chart {chart}: {wrong}") from wrong
