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
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.studies.odds.measure import OddsAnswer, OwnOdds

SAMPLER = "With --plant: who plays the games of the sample; the game's usual player without it."


@click.command()
@click.argument("game")
@click.option("--cards", type=click.IntRange(1), help="Cards in a hand, 5 without it; the best five count.")
@click.option("--jokers", type=click.IntRange(0, 1), default=0, show_default=True, help="Wild cards in the deck.")
@click.option("--without", default="", metavar="CARDS", help="Known cards that are out of the deck.")
@click.option("--arcana", metavar="NAME", help="Fortune: the Major Arcana in force, as strength, empress or temperance.")
@click.option("--chart", type=options.FILE, help="Draw the rarity audit to this file (.png, .svg, .pdf).")
@click.option("--plant", type=int, metavar="DEPTH", help="Instead, of arcana: who draws a card planted at this depth (1 to 10)?")
@click.option("--players", type=int, help="With --plant: seats at the table; the game's default without it.")
@click.option("--left", type=click.IntRange(0, 3), default=0, show_default=True, help="With --plant: draws the planter still makes.")
@click.option("--policy", help=SAMPLER)
@click.option("--games", type=click.IntRange(2), default=20_000, show_default=True, help="With --plant: games of the sample.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="With --plant: seed of the sample.")
@options.WILD
@options.RANKING_SET
@options.as_json()
def odds(
    game: str, cards: int | None, jokers: int, without: str, arcana: str | None, chart: Path | None, wild: bool,
    settings: tuple[str, ...], as_json: bool, plant: int | None, **sample: Any,
) -> None:  # fmt: skip
    """Count all hands of a game exactly, and check its order against rarity.

    Example: simlab odds fortune --arcana strength. Example: simlab odds arcana --plant 4 --players 2.
    """
    from simlab import jit
    from simlab.studies.odds.measure import OddsQuestion, Sampling, general_answer

    own: OwnOdds | None = own_study(game, "odds")
    refuse_what_is_unknown(game, own, arcana, plant)
    if plant is not None and chart is not None:
        raise InputError(f"--chart draws the rarity audit; what becomes of planted cards is drawn by: simlab effects {game}")
    if plant is not None and not as_json:
        jit.announce()
    question = OddsQuestion(game, knobs(settings), cards, wild, jokers, without, arcana, plant, Sampling(**sample))
    answer = own.answer(question) if own else general_answer(question)
    if chart is not None:
        draw(answer, chart)
    click.echo(json.dumps(answer.data, indent=2) if as_json else "\n".join(answer.lines))


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
