"""`simlab equity`: what is every action worth at a decision, or one hand against another?

A decision is asked about in words (a game and `--hand`) or met in a game that was played (`--from`). With `--cards` there is no
decision: the hands meet on every board, or on a sample of them.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import own_policies, player_at
from simlab.commands.worth_lines import finding, origin, table_lines
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.contract.policy import Policy
    from simlab.play.seats import Player
    from simlab.play.transcript import Transcript
    from simlab.ranking.versus import Equity as Shares
    from simlab.studies.equity.measure import Equity, Position

MOST = 12  # lines of a table in the terminal; JSON and the chart have all


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | HAND...]")
@click.option("--hand", help="The cards held, as 'As Ad 9c 6h 3d'.")
@click.option("--at", help="The decision, as draw1, bet1, blackjack; the game's first without it (wrong names list them).")
@click.option("--known", default="", help="What else is known there: cards seen, a Pot, an Arcana (see the docs).")
@click.option("--from", "source", metavar="RUN:GAME:MOVE", help="A decision of a game of a run, or TRANSCRIPT.json:MOVE.")
@click.option("--policy", help="Who plays on at all seats; the game's usual player, or the run's own, without it.")
@options.policy_file(": plays on unless --policy names another.")
@options.GOAL_OF_ACTIONS
@options.worlds(20_000, "Most imagined worlds; fewer when the best is settled.")
@click.option("--variant", help="With --from: the variant of the run; the first without it.")
@click.option("--chart", type=options.FILE, help="Draw the bar chart to this file (.png, .svg, .pdf).")
@options.PLAYERS
@options.RULES_SET
@options.SAME_WORLDS
@options.as_json()
@click.option("--cards", "first", metavar="HAND", help="Instead: hand against hand, the first; the others follow it.")
@click.option("--board", type=click.IntRange(0), default=5, show_default=True, help="With --cards: common cards in all.")
@click.option("--without", default="", metavar="CARDS", help="With --cards: other cards that cannot come.")
@click.option("--game", "order", default="standard", show_default=True, help="With --cards: whose order compares the hands.")
@click.option("--samples", type=click.IntRange(1), help="With --cards: random boards, instead of all.")
def equity(words: tuple[str, ...], first: str | None, board: int, without: str, order: str, samples: int | None, **asked: Any) -> None:
    """Value every action of a decision; with --cards, hand against hand.

    Example: simlab equity showdown --hand "As Ad 9c 6h 3d" --at draw1. Example: simlab equity --cards AcAd KhKs --board 5.
    """
    if first is not None:
        shared = {name: asked[name] for name in ("known", "seed", "settings", "as_json")}
        compare_hands((first, *words), board=board, without=without, game=order, samples=samples, **shared)
        return
    if len(words) > 1:
        raise click.UsageError("one game, and its cards with --hand (hand against hand: --cards HAND HAND...)")
    value_decision(words[0] if words else None, **asked)


# ---- a decision


def value_decision(
    game: str | None, hand: str | None, source: str | None, at: str | None, known: str, players: int | None, policy: str | None,
    policy_files: Sequence[str], goal: str | None, worlds: int, seed: int, settings: Sequence[str], variant: str | None,
    chart: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Value every action of a decision, asked about in words or met in a game."""
    from simlab import jit
    from simlab.studies.equity.measure import goal_for, value_actions

    jit.announce()
    if (source is None) == (game is None):
        raise InputError("name a game and --hand, or a position with --from RUN:GAME:MOVE")
    if source is not None:
        position, line_up = decision_met(source, policy, variant, policy_files)
    else:
        position, line_up = decision_in_words(str(game), hand, at, known, players, policy, policy_files, seed, settings)
    found = value_actions(position, goal_for(position, goal), line_up, seed, worlds)
    if chart is not None:
        draw(found, chart)
    if as_json:
        click.echo(json.dumps(as_data(found), indent=2, ensure_ascii=False))
        return
    if source is not None:
        click.echo("\n".join(f"| {line}" for line in position.text().splitlines()))
    click.echo("\n".join([*table_lines(found, MOST), finding(found), origin(found)]))


def decision_in_words(
    game: str, hand: str | None, at: str | None, known: str, players: int | None, policy: str | None, policy_files: Sequence[str],
    seed: int, settings: Sequence[str],
) -> tuple["Position", list["Player"]]:  # fmt: skip
    from simlab.contract.catalogue import load
    from simlab.studies.equity.measure import position_in_words

    found = load(game)
    if hand is None:
        points = "; ".join(f"{name}: {doc}" for name, doc in found.asked().points.items())
        raise InputError(f"--hand is missing. Decisions of {game} (--at): {points}")
    own = own_policies(found, policy_files)
    return position_in_words(found, table_rules(found, knobs(settings), players), hand, at, known, policy or first_of(own), seed, own)


def first_of(own: Sequence["Policy"]) -> str | None:
    """A policy that was brought along is there to be played."""
    return own[0].name if own else None


def decision_met(source: str, policy: str | None, variant: str | None, policy_files: Sequence[str]) -> tuple["Position", list["Player"]]:
    """`RUN:GAME:MOVE` or `TRANSCRIPT:MOVE`: the decision before that move."""
    from simlab.contract.catalogue import load
    from simlab.studies.equity.measure import position_of

    name, _, move = source.rpartition(":")
    game, _, number = name.rpartition(":")
    if move.isdigit() and Path(name).is_file():
        story, line_up = game_kept(Path(name), policy, policy_files)
    elif move.isdigit() and number.isdigit() and game:
        story, line_up = game_of_run(Path(game), int(number), policy, variant, policy_files)
    else:
        raise InputError(f"--from {source!r}: write RUN:GAME:MOVE, or TRANSCRIPT.json:MOVE")
    for turn, table in enumerate(story.tables()):
        if turn == int(move) and not table.over:
            return position_of(table, load(story.game).Rules.of(story.rules)), line_up
    raise InputError(f"move {move}: that game has moves 0 to {len(story.actions) - 1}")


def game_kept(path: Path, policy: str | None, policy_files: Sequence[str]) -> tuple["Transcript", list["Player"]]:
    """A game of a file, and who plays on."""
    from simlab.contract.catalogue import load
    from simlab.play.session import Played
    from simlab.players.registry import make_player

    kept = Played.read(path)
    game, rules = load(kept.game), kept.model()
    own = own_policies(game, policy_files)
    who = player_at(policy or first_of(own), game, [rules])
    return kept, [make_player(game, who, rules, own)] * rules.players


def game_of_run(
    folder: Path, number: int, policy: str | None, variant: str | None, policy_files: Sequence[str]
) -> tuple["Transcript", list["Player"]]:
    """A game of a run, and who plays on: those who played it, unless somebody is named."""
    from simlab.players.registry import make_player
    from simlab.runs.retell import open_run

    run = open_run(folder, variant, 0, policy_files)
    story, rules = run.transcript(number), run.arm.rules
    if policy is None:
        return story, run.seats(number)
    return story, [make_player(run.plan.game, policy, rules, run.plan.own)] * rules.players


def as_data(found: "Equity") -> dict[str, Any]:
    return {
        "game": found.position.game.name, "seat": found.position.seat, "goal": found.goal.name, "value": found.goal.doc,
        "unit": found.goal.unit, "exact": found.exact, "worlds": found.worlds, "settled": found.settled, "players": list(found.players),
        "mixed": {found.position.name(action): chance for action, chance in found.mixed.items()},
        "finding": finding(found), "actions": [asdict(worth) for worth in found.worths],
    }  # fmt: skip


def draw(found: "Equity", path: Path) -> None:
    from simlab.studies.equity.page import Bar, bars, save

    maybe = {found.best.action, *(w.action for w in found.equals)}
    rows = [Bar(w.name, w.value, w.low, w.high, w.action in maybe) for w in found.worths]
    save(bars(finding(found), found.goal.doc, rows, found.goal.is_share), path)


# ---- hand against hand


def compare_hands(
    hands: tuple[str, ...], board: int, known: str, without: str, game: str, samples: int | None, seed: int, settings: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Share of the pot of each hand when the board is dealt out."""
    if len(hands) < 2:
        raise InputError("--cards HAND needs another hand behind it, as in: simlab equity --cards AcAd KhKs")
    from simlab.contract.orders import order_of
    from simlab.ranking import versus

    found = versus.equity(hands, board, order_of(game, **knobs(settings)), known=known, without=without, samples=samples, seed=seed)
    rows = share_rows(found)
    if as_json:
        click.echo(json.dumps({"game": game, "board": board, "boards": found.boards, "exact": found.exact, "hands": rows}, indent=2))
        return
    click.echo(f"{'hand':14} {'equity':>10} {'won':>12} {'tied':>10} {'lost':>12}")
    for row in rows:
        margin = "" if found.exact else f"  95 %: {100 * row['low']:.4f} to {100 * row['high']:.4f} %"
        click.echo(f"{row['hand']:14} {100 * row['equity']:>8.4f} % {row['won']:>12,} {row['tied']:>10,} {row['lost']:>12,}{margin}")
    click.echo(f"{'all' if found.exact else 'a random sample of'} {found.boards:,} boards")


def share_rows(found: "Shares") -> list[dict[str, Any]]:
    return [
        {
            "hand": hand, "won": found.won[i], "tied": found.tied[i], "lost": found.lost[i], "equity": found.shares[i],
            "low": found.interval(i)[0], "high": found.interval(i)[1],
        }
        for i, hand in enumerate(found.hands)
    ]  # fmt: skip
