"""`simlab rank`, `simlab odds`, and hand against hand for `simlab equity`. Heavy modules are imported inside: the help answers at once."""

import json
from pathlib import Path
from typing import Any

import click

from simlab.errors import InputError, UnknownName

HAND = 5

KNOBS = click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="A ranking knob of the game; repeat for several.")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
WILD = click.option("--wild", is_flag=True, help="A wild card goes with every hand (fortune's Fool).")


@click.command("rank")
@click.argument("game")
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@WILD
@KNOBS
@AS_JSON
def rank_command(game: str, hands: tuple[str, ...], wild: bool, settings: tuple[str, ...], as_json: bool) -> None:
    """Say what a hand is; of several, who wins and why. Example: simlab rank showdown "As Ad 9c 6h 3d" "KhKs2c2d3h"."""
    found = compared(game, hands, wild, knobs(settings))
    ranked, found = found.hands, found if len(hands) > 1 else None
    if as_json:
        rows = [{"cards": r.cards, "category": r.category, "text": r.text, "score": r.score} for r in ranked]
        more = {"winners": [w + 1 for w in found.winners], "why": found.why} if found else {}
        click.echo(json.dumps({"game": game, "hands": rows, **more}, indent=2))
        return
    for number, hand in enumerate(ranked, 1):
        click.echo(f"{number}  {hand.cards:24} {hand.text}" if found else hand.text)
    if found:
        click.echo(found.why)


def compared(game: str, hands: tuple[str, ...], wild: bool, given: dict[str, Any]) -> Any:
    """The hands side by side; a single one wins against nobody."""
    if game == "arcana":  # its cards may stand twice, so its hands are no masks
        from simlab.games.arcana.ranking.text import compare_hands, rank_hand
        from simlab.ranking.text import Comparison

        return compare_hands(hands, given) if len(hands) > 1 else Comparison((rank_hand(hands[0], given),), (0,), "")
    from simlab.contract.orders import compare, order_of, rank
    from simlab.ranking.text import Comparison

    order = order_of(game, **given)
    return compare(hands, order, wild) if len(hands) > 1 else Comparison((rank(hands[0], order, wild),), (0,), "")


@click.command("odds")
@click.argument("game")
@click.option("--cards", type=click.IntRange(1), help="Cards in a hand, 5 without it; the best five count.")
@click.option("--jokers", type=click.IntRange(0, 1), default=0, show_default=True, help="Wild cards in the deck.")
@click.option("--without", default="", metavar="CARDS", help="Known cards that are out of the deck.")
@click.option("--arcana", metavar="NAME", help="Fortune: the Major Arcana in force, as strength, empress or temperance.")
@click.option("--chart", type=click.Path(path_type=Path, dir_okay=False), help="Draw the rarity audit to this file (.png, .svg, .pdf).")
@click.option("--plant", type=int, metavar="DEPTH", help="Instead, of arcana: who draws a card planted at this depth (1 to 10)?")
@click.option("--players", type=int, help="With --plant: seats at the table; the game's default without it.")
@click.option("--left", type=click.IntRange(0, 3), default=0, show_default=True, help="With --plant: draws the planter still makes.")
@click.option("--policy", default="basic", show_default=True, help="With --plant: who plays the games of the sample.")
@click.option("--games", type=click.IntRange(2), default=2_000, show_default=True, help="With --plant: games of the sample.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="With --plant: seed of the sample.")
@WILD
@KNOBS
@AS_JSON
def odds_command(
    game: str, cards: int | None, jokers: int, without: str, arcana: str | None, chart: Path | None, wild: bool,
    settings: tuple[str, ...], as_json: bool, plant: int | None, **sampled: Any,
) -> None:  # fmt: skip
    """Count all hands of a game exactly, and check its order against rarity.

    Example: simlab odds fortune --arcana strength. Example: simlab odds arcana --plant 4 --players 2.
    """
    if arcana is not None and game != "fortune":
        raise InputError(f"--arcana is for fortune; {game} has no Arcana that bend its hands")
    if plant is not None:
        if chart is not None:
            raise InputError("--chart draws the rarity audit; what becomes of planted cards is drawn by: simlab effects arcana")
        who_draws(game, plant, knobs(settings), as_json, **sampled)
        return
    if game == "arcana":
        if wild or jokers or without:
            raise InputError("arcana's deck has no wild cards and knows no cards out of it (--wild, --jokers, --without)")
        arcana_odds(cards or HAND, knobs(settings), chart, as_json)
        return
    if arcana is None:
        from simlab.contract.orders import order_of
        from simlab.ranking.counting import odds

        found, said = odds(order_of(game, **knobs(settings)), cards or HAND, wild=wild, jokers=jokers, without=without), ""
    else:
        found, said = bent_odds(arcana, cards, wild, jokers, without, knobs(settings))
    if chart is not None:
        draw(found, chart)
    if as_json:
        swaps = [[high.name.lower(), low.name.lower()] for high, low in found.swaps]
        more = dict(zip(("arcana", "effect"), said.split(": "), strict=True)) if said else {}
        result = {"game": game, "cards": found.cards, **more, "total": found.total, "categories": found.table(), "swaps": swaps}
        click.echo(json.dumps({**result, "finding": found.finding}, indent=2))
        return
    if said:
        click.echo(said)
    click.echo(f"{'category':16} {'hands':>15} {'share':>11}  rarity")
    for row in found.table():
        click.echo(f"{row['category']:16} {row['hands']:>15,} {row['share']:>11.7f}  {row['rarity'] or '-'}")
    click.echo(f"{'total':16} {found.total:>15,}\n{found.finding}")


SIXTH = {"magician": "a right guess", "empress": "everybody", "hanged man": "who goes all-in"}  # who gets a sixth card


def bent_odds(name: str, cards: int | None, wild: bool, jokers: int, without: str, given: dict[str, Any]) -> tuple[Any, str]:
    """The counts while one of the Major Arcana is in force, and what it does to hands."""
    from simlab.contract.orders import order_of
    from simlab.games.fortune.flops import flop_odds
    from simlab.ranking.counting import odds

    arcana = arcana_named(name)
    if "arcana" in given:
        raise InputError("give --arcana or --set arcana=..., not both")
    if arcana == "temperance":
        flops = given.pop("temperance_flops", 3)
        if cards is not None or wild or jokers or not isinstance(flops, int):
            raise InputError("under temperance a hand is four cards and one of three: only --without and --set go with it")
        said = f"temperance: four own cards and the best of {flops} open ones"
        return flop_odds(order_of("fortune", **given), flops, without), said
    said = f"{arcana}: changes neither hands nor their order"
    if arcana == "fool":
        wild, said = True, "fool: a wild card goes with every hand"
    elif arcana in ("emperor", "strength"):
        given["arcana"] = arcana
        said = f"{arcana}: another order of cards"
    elif arcana in SIXTH:
        cards, said = cards or HAND + 1, f"{arcana}: a sixth card for {SIXTH[arcana]}, the best five count"
    return odds(order_of("fortune", **given), cards or HAND, wild=wild, jokers=jokers, without=without), said


def arcana_named(name: str) -> str:
    """`the Hanged Man`, `hanged_man`: one of the 22."""
    from simlab.games.fortune.rules import ARCANA_NAMES

    word = " ".join(name.casefold().replace("_", " ").replace("-", " ").split()).removeprefix("the ")
    word = {"high priestess": "priestess", "wheel of fortune": "wheel"}.get(word, word)
    if word not in ARCANA_NAMES:
        raise UnknownName("Arcana", name, ARCANA_NAMES)
    return word


def arcana_odds(cards: int, given: dict[str, Any], chart: Path | None, as_json: bool) -> None:
    """Different hands, orders in which they come, and the chance of each category in the chosen deck."""
    from simlab.games.arcana.ranking.text import rarity

    rows, finding = rarity(cards, given)
    if chart is not None:
        draw_decks(cards, given, chart)
    if as_json:
        click.echo(json.dumps({"game": "arcana", "cards": cards, "categories": rows, "finding": finding}, indent=2))
        return
    click.echo(f"{'category':16} {'hands':>12} {'orders':>16} {'share':>13}")
    for row in rows:
        click.echo(f"{row['category']:16} {row['multisets']:>12,} {row['sequences']:>16,} {row['share']:>13.3g}")
    click.echo(finding)


def draw_decks(cards: int, given: dict[str, Any], chart: Path) -> None:
    """Rarity against rank for the deck asked for and for the others."""
    from simlab.games.arcana.ranking.text import deck_models
    from simlab.studies.odds.page import decks_chart

    try:
        decks_chart(deck_models(cards, given), cards, chart)
    except (OSError, ValueError) as wrong:
        raise InputError(f"cannot write the chart {chart}: {wrong}") from wrong


def who_draws(
    game: str, depth: int, given: dict[str, Any], as_json: bool, players: int | None, left: int, policy: str, games: int, seed: int
) -> None:
    """Exactly where nothing interferes, and as it comes out in games."""
    if game != "arcana":
        raise InputError(f"cards are planted in arcana, not in {game}: simlab odds arcana --plant {depth}")
    if not 1 <= depth <= 10:
        raise InputError(f"--plant: a depth from 1 to 10 (given: {depth})")
    from simlab import jit
    from simlab.games.arcana.studies.effects import plant_of, situations
    from simlab.studies.ask import Ask

    if not as_json:
        jit.announce()
    trials, card = plant_of(Ask(game, policy, players, given, games, seed), depth)
    exact = [(case, case.places(depth)) for case in situations(trials.rules, left)]
    fates = trials.fates(card)
    if as_json:
        head = {"game": game, "depth": depth, "players": trials.rules.players, "left": left}
        cases = [{"situation": case.name, "words": case.words, "places_on": place} for case, place in exact]
        shares = [{"who": who, "share": share.value, "low": share.low, "high": share.high} for who, share in fates]
        sample = {"policy": policy, "seed": seed, "games": trials.games, "fates": shares}
        click.echo(json.dumps({**head, "exact": cases, "sampled": sample}, indent=2))
        return
    more = f", the planter {left} more in this one" if left else ""
    click.echo(f"exactly, when everybody draws all cards they may{more}, and no Sword or Cups come between:")
    for case, _ in exact:
        click.echo(f"  {case.words:60} {case.said(depth)}")
    click.echo(f"in {trials.games:,} games of {policy} (95 % interval):")
    for who, share in fates:
        low, high = 100 * (share.low or 0.0), 100 * (share.high or 0.0)
        click.echo(f"  {who:20} {100 * (share.value or 0.0):6.2f} %   {low:.2f} to {high:.2f} %")


def draw(found: Any, chart: Path) -> None:
    from simlab.studies.odds.page import rarity_chart

    try:
        rarity_chart(found, chart)
    except (OSError, ValueError) as wrong:
        raise InputError(f"cannot write the chart {chart}: {wrong}") from wrong


def versus(
    first: str, others: tuple[str, ...], board: int, known: str, without: str, game: str, samples: int | None, seed: int,
    settings: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Share of the pot of each hand when the board is dealt out: the body of `simlab equity --cards`."""
    if not others:
        raise InputError("--cards HAND needs another hand behind it, as in: simlab equity --cards AcAd KhKs")
    from simlab.contract.orders import order_of
    from simlab.ranking.versus import equity

    order = order_of(game, **knobs(settings))
    found = equity((first, *others), board, order, known=known, without=without, samples=samples, seed=seed)
    rows = [
        {
            "hand": hand, "won": found.won[i], "tied": found.tied[i], "lost": found.lost[i], "equity": found.shares[i],
            "low": found.interval(i)[0], "high": found.interval(i)[1],
        }
        for i, hand in enumerate(found.hands)
    ]  # fmt: skip
    if as_json:
        click.echo(json.dumps({"game": game, "board": board, "boards": found.boards, "exact": found.exact, "hands": rows}, indent=2))
        return
    click.echo(f"{'hand':14} {'equity':>10} {'won':>12} {'tied':>10} {'lost':>12}")
    for row in rows:
        margin = "" if found.exact else f"  95 %: {100 * row['low']:.4f} to {100 * row['high']:.4f} %"  # type: ignore[operator]
        click.echo(f"{row['hand']:14} {100 * row['equity']:>8.4f} % {row['won']:>12,} {row['tied']:>10,} {row['lost']:>12,}{margin}")  # type: ignore[operator]
    click.echo(f"{'all' if found.exact else 'a random sample of'} {found.boards:,} boards")


def knobs(settings: tuple[str, ...]) -> dict[str, Any]:
    """KNOB=VALUE pairs; values as in a scenario file (true, 6, [a, b])."""
    import yaml

    found = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign or not name.strip():
            raise InputError(f"--set takes KNOB=VALUE, not {setting!r}")
        try:
            found[name.strip()] = yaml.safe_load(value)
        except yaml.YAMLError as wrong:
            raise InputError(f"--set {name.strip()}: {value!r} cannot be read") from wrong
    return found


COMMANDS = [rank_command, odds_command]
