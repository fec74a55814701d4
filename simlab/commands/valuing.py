"""`simlab equity`, `simlab coach`: what actions are worth, as a table, a chart and a sentence."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from simlab import jit
from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.policy import Policy
from simlab.errors import InputError
from simlab.play.drivers import Player
from simlab.play.transcript import Transcript
from simlab.players.registry import from_file, make_player
from simlab.studies.equity.measure import Equity, Position, Worth, goal_for, position_in_words, position_of, value_actions

BAR = 24  # letters of the longest bar
MOST = 12  # lines of a table in the terminal; JSON and the chart have all


def equity(
    game: str | None, hand: str | None, source: str | None, at: str | None, known: str, players: int | None, policy: str | None,
    policy_files: Sequence[str], goal: str | None, worlds: int, seed: int, settings: Sequence[str], variant: str | None,
    chart: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Value every action of a decision, asked about in words or met in a game."""
    jit.announce()
    if (source is None) == (game is None):
        raise InputError("name a game and --hand, or a position with --from RUN:GAME:MOVE")
    if source is not None:
        position, line_up = met(source, policy, variant, policy_files)
    else:
        position, line_up = in_words(str(game), hand, at, known, players, policy, policy_files, seed, settings)
    found = value_actions(position, goal_for(position, goal), line_up, seed, worlds)
    if chart is not None:
        draw(found, chart)
    if as_json:
        click.echo(json.dumps(as_data(found), indent=2, ensure_ascii=False))
        return
    if source is not None:
        click.echo("\n".join(f"| {line}" for line in position.text().splitlines()))
    for line in lines(found, MOST):
        click.echo(line)
    click.echo(finding(found))
    click.echo(origin(found))


def in_words(
    game: str, hand: str | None, at: str | None, known: str, players: int | None, policy: str | None, policy_files: Sequence[str],
    seed: int, settings: Sequence[str],
) -> tuple[Position, list[Player]]:  # fmt: skip
    from simlab.ranking.commands import knobs

    found = load(game)
    if hand is None:
        points = "; ".join(f"{name}: {doc}" for name, doc in found.asked().points.items())
        raise InputError(f"--hand is missing. Decisions of {game} (--at): {points}")
    rules = found.Rules.of({**knobs(tuple(settings)), **({} if players is None else {"players": players})})
    own = own_policies(found, policy_files)
    return position_in_words(found, rules, hand, at, known, policy or first_of(own), seed, own)


def own_policies(game: Game, policy_files: Sequence[str]) -> list[Policy]:
    return [from_file(game, spec) for spec in policy_files]


def first_of(own: Sequence[Policy]) -> str | None:
    """A policy that was brought along is there to be played."""
    return own[0].name if own else None


def met(source: str, policy: str | None, variant: str | None, policy_files: Sequence[str]) -> tuple[Position, list[Player]]:
    """`RUN:GAME:MOVE` or `TRANSCRIPT:MOVE`: the decision before that move."""
    name, _, move = source.rpartition(":")
    if not move.isdigit() or not name:
        raise InputError(f"--from {source!r}: write RUN:GAME:MOVE, or TRANSCRIPT.json:MOVE")
    if Path(name).is_file():
        from simlab.play.session import Played

        told: Transcript = Played.read(Path(name))
        own = own_policies(load(told.game), policy_files)
        seats = [policy or first_of(own) or default_policy(told.game)] * load(told.game).Rules.of(told.rules).players
        line_up = None
    else:
        from simlab.runs.retell import open_run

        folder, _, number = name.rpartition(":")
        if not number.isdigit() or not folder:
            raise InputError(f"--from {source!r}: write RUN:GAME:MOVE, or TRANSCRIPT.json:MOVE")
        run = open_run(Path(folder), variant, 0, policy_files)
        own = list(run.plan.own)
        told, seats = run.transcript(int(number)), [policy] * run.arm.rules.players if policy else []
        line_up = None if policy else run.seats(int(number))
    rules = load(told.game).Rules.of(told.rules)
    for number_now, table in enumerate(told.tables()):
        if number_now == int(move) and not table.over:
            return position_of(table, rules), line_up or [make_player(table.game, name, rules, own) for name in seats]
    raise InputError(f"move {move}: that game has moves 0 to {len(told.actions) - 1}")


def default_policy(game: str) -> str:
    return load(game).usual_player


# ---- how it is shown


def lines(found: Equity, most: int) -> list[str]:
    """The ranked table with bars."""
    shown = found.worths[:most]
    width = max(len(worth.name) for worth in shown)
    low, high = min(0.0, min(w.value for w in shown)), max(w.value for w in shown)
    value = f"{found.goal.name} ({found.goal.unit})" if found.goal.unit not in (found.goal.name, "share") else found.goal.name
    head = f"{'action':{width}}  {value:>{max(10, len(value))}}" + ("" if found.exact else f"  {'95 % interval':>19}") + "  loss to best"
    out = [head]
    for worth in shown:
        bar = "█" * round(BAR * (worth.value - low) / (high - low or 1.0))
        middle = "" if found.exact else f"  {shown_as(found, worth.low):>8} to {shown_as(found, worth.high):>7}"
        out.append(
            f"{worth.name:{width}}  {shown_as(found, worth.value):>{max(10, len(value))}}{middle}  {loss_text(found, worth):24} {bar}"
        )
    if len(found.worths) > most:
        out.append(f"... and {len(found.worths) - most} more, each worse")
    return [line.rstrip() for line in out]


def shown_as(found: Equity, value: float) -> str:
    if found.goal.is_share:
        return f"{100 * value:.2f} %"
    return f"{value:.4f}" if found.exact else f"{value:.3f}"


def loss_text(found: Equity, worth: Worth) -> str:
    if worth is found.best:
        return "best"
    if found.exact:
        return shown_as(found, worth.loss) if worth.loss else "as good"
    return f"{shown_as(found, worth.loss)} ({shown_as(found, worth.loss_low)} to {shown_as(found, worth.loss_high)})"


def finding(found: Equity) -> str:
    """The answer in a sentence, with its uncertainty."""
    best, unit = found.best, "" if found.goal.is_share else f" {found.goal.unit}"
    worth = f"{shown_as(found, best.value)}{unit}"
    if len(found.worths) == 1:
        return f"There is only one action: {best.name}, {worth}."
    second = found.worths[1]
    if found.exact:
        equal = [w.name for w in found.worths[1:] if w.loss == 0.0]
        rest = f"; as good: {', '.join(equal)}" if equal else f"; the next, {second.name}, is worth {shown_as(found, second.loss)} less"
        return f"Best: {best.name}, {worth}, exactly{rest}."
    if found.settled:
        near, far = shown_as(found, second.loss_low), shown_as(found, second.loss_high)
        return f"Best: {best.name}, {worth}; the next, {second.name}, loses {shown_as(found, second.loss)} ({near} to {far})."
    most = max(w.loss_high for w in found.equals)
    names = [w.name for w in found.equals]
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"Not settled: {best.name} leads with {worth}; {listed} may be as good (they lose at most {shown_as(found, most)}{unit})."


def origin(found: Equity) -> str:
    """What the numbers are."""
    if found.exact:
        return f"Value: {found.goal.doc}; every card that may come was counted."
    who = " and ".join(found.players) + (" plays on" if len(found.players) == 1 else " play on")
    return f"Value: {found.goal.doc}; {found.worlds:,} imagined worlds, the same for every action; {who}."


def as_data(found: Equity) -> dict[str, Any]:
    return {
        "game": found.position.game.name, "seat": found.position.seat, "goal": found.goal.name, "value": found.goal.doc,
        "unit": found.goal.unit, "exact": found.exact, "worlds": found.worlds, "settled": found.settled, "players": list(found.players),
        "finding": finding(found), "actions": [asdict(worth) for worth in found.worths],
    }  # fmt: skip


def draw(found: Equity, path: Path) -> None:
    from simlab.studies.equity.page import Bar, bars, save

    maybe = {found.best.action, *(w.action for w in found.equals)}
    rows = [Bar(w.name, w.value, w.low, w.high, w.action in maybe) for w in found.worths]
    save(bars(finding(found), found.goal.doc, rows, found.goal.is_share), path)


# ---- the coach


def coach(
    path: Path, seat: int | None, policy: str | None, policy_files: Sequence[str], goal: str | None, worlds: int, most: int, as_json: bool
) -> None:
    """Every decision of a played game with what it lost, worst first."""
    from simlab.play.session import Played

    jit.announce()
    told = Played.read(path)
    rules = told.model()
    if seat is not None and not 0 <= seat < rules.players:
        raise InputError(f"--seat {seat}: there are seats 0 to {rules.players - 1}")
    whose = seat if seat is not None else (told.you if told.you >= 0 else None)
    names = [policy] * rules.players if policy else list(told.policies) or [default_policy(told.game)] * rules.players
    own = own_policies(load(told.game), policy_files)
    made = {name: make_player(load(told.game), name, rules, own) for name in dict.fromkeys(names)}
    marks = list(judged(told, whose, [made[name] for name in names], goal, worlds))
    marks.sort(key=lambda mark: (-mark["loss"], mark["move"]))
    if as_json:
        click.echo(json.dumps({"game": told.game, "seat": whose, "decisions": marks}, indent=2, ensure_ascii=False))
        return
    tell(marks, most, path)


def judged(told: Transcript, whose: int | None, line_up: Sequence[Player], goal: str | None, worlds: int) -> Any:
    """A mark for each decision with a choice."""
    rules = load(told.game).Rules.of(told.rules)
    moves = iter(told.actions)
    for number, table in enumerate(told.tables()):
        action = next(moves, None)
        if action is None:
            return
        if len(table.legal()) < 2 or whose not in (None, table.seat):
            continue
        position = position_of(table, rules)
        found = value_actions(position, goal_for(position, goal, exact_first=False), line_up, told.seed, worlds)
        worth = found.of(action)
        yield {
            "move": number, "seat": table.seat, "round": int(table.state.round), "sight": position.text(), "played": worth.name,
            "better": found.best.name, "loss": worth.loss, "loss_low": worth.loss_low, "loss_high": worth.loss_high,
            "value": worth.value, "best_value": found.best.value, "goal": found.goal.name, "unit": found.goal.unit,
            "settled": worth.loss_low > 0.0, "worlds": worth.worlds,
        }  # fmt: skip


def tell(marks: list[dict[str, Any]], most: int, path: Path) -> None:
    """For people, worst first."""
    if not marks:
        click.echo("There was nothing to decide.")
        return
    unit = "of the win" if marks[0]["unit"] == "share" else marks[0]["unit"]
    sure = [mark for mark in marks if mark["settled"]]
    amount = amount_in(marks[0]["unit"])
    for mark in marks[:most]:
        if mark["loss"] <= 0.0:
            break
        doubt = "" if mark["settled"] else "  (not settled)"
        click.echo(f"move {mark['move']}, round {mark['round']}, seat {mark['seat']}: lost {amount(mark['loss'])} {unit}"
                   f" ({amount(mark['loss_low'])} to {amount(mark['loss_high'])}){doubt}")  # fmt: skip
        click.echo(f"    played {mark['played']}; better: {mark['better']}")
        click.echo("\n".join(f"    | {line}" for line in mark["sight"].splitlines()))
    best = sum(mark["loss"] <= 0.0 for mark in marks)
    click.echo(
        f"{len(marks)} decisions: {best} were the best found, {len(sure)} surely lost something, {amount(sum(m['loss'] for m in sure))} "
        f"{unit} in all; look closer with: simlab equity --from {path}:{marks[0]['move']}"
    )


def amount_in(unit: str) -> Any:
    return (lambda v: f"{100 * v:.2f} %") if unit == "share" else (lambda v: f"{v:.3f}")
