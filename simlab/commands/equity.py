"""`simlab equity`: what is every action worth at a decision, or one hand against another?

A decision is asked about in words (a game and `--hand`) or met in a game that was played (`--from`). With `--cards` there is no
decision: the hands meet on every board, or on a sample of them.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import own_policies, player_at, the_one
from simlab.errors import InputError
from simlab.studies.equity.worth_lines import finding, origin, table_lines

if TYPE_CHECKING:
    from simlab.contract.policy import Policy
    from simlab.play.seats import Player
    from simlab.play.transcript import Transcript
    from simlab.ranking.range_equity import RangeEquity
    from simlab.ranking.versus import Equity as Shares
    from simlab.studies.equity.measure import Equity, Position
    from simlab.studies.equity.ranges import Question, Strength

MOST = 12  # lines of a table in the terminal; JSON and the chart have all


@click.command()
@click.argument("words", nargs=-1, metavar="[GAME | HAND...]")
@options.HAND()
@options.AT(without="the game's first")
@click.option("--known", default="", help="What else is known there: cards seen, a Pot, an Arcana (see the docs).")
@click.option("--from", "source", metavar="RUN:GAME:MOVE", help="A decision of a game of a run, or TRANSCRIPT.json:MOVE.")
@options.POLICIES(without="the game's usual player, or the run's own")
@options.POLICY_FILE()
@options.GOAL(without="the first the game has")
@options.WORLDS(20_000)
@options.VARIANT(without="the first")
@options.CHART()
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
@options.SEED(1)
@options.JSON()
@click.option("--cards", "first", metavar="RANGE", help="Instead: hand against hand, or ranges as QQ+,AKs or any; the others follow it.")
@click.option("--board", default="5", show_default=True, metavar="N|CARDS", help="With --cards: common cards in all, or those that lie.")
@options.WITHOUT()
@options.ORDER("standard")
@click.option("--samples", type=click.IntRange(1), help="With --cards: random deals, instead of all.")
@click.option(
    "--precision", type=options.Amount(0.00001, 0.5), metavar="SHARE", help="With --cards: sample until known to so much, as 0.001."
)
@click.option("--streets", is_flag=True, help="With --cards: what each range becomes, street by street.")
def equity(
    words: tuple[str, ...], first: str | None, board: str, without: str, order: str, samples: int | None, precision: float | None,
    streets: bool, **asked: Any,
) -> None:  # fmt: skip
    """Value every action of a decision; with --cards, hand against hand or range against range.

    Example: simlab equity showdown --hand "As Ad 9c 6h 3d" --at draw1. Example: simlab equity --cards "QQ+,AKs" any --board "2c 7d Th".
    """
    if first is not None:
        question = Asked((first, *words), board, asked["known"], without, order, tuple(asked["rules"]), asked["chart"], asked["as_json"])
        compare_hands(question, samples, precision, streets, asked["seed"])
        return
    if len(words) > 1:
        raise click.UsageError("one game, and its cards with --hand (hand against hand: --cards HAND HAND...)")
    value_decision(words[0] if words else None, **asked)


# ---- a decision


def value_decision(
    game: str | None, hand: str | None, source: str | None, at: str | None, known: str, players: int | None, policies: str | None,
    policy_files: Sequence[str], goal: str | None, worlds: int, seed: int, rules: Sequence[str], variant: str | None,
    chart: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Value every action of a decision, asked about in words or met in a game."""
    from simlab import jit
    from simlab.studies.equity.measure import goal_for, value_actions

    jit.announce()
    policy = policies and the_one(policies)
    if (source is None) == (game is None):
        raise InputError("name a game and --hand, or a position with --from RUN:GAME:MOVE")
    if source is not None:
        position, line_up = decision_met(source, policy, variant, policy_files)
    else:
        position, line_up = decision_in_words(str(game), hand, at, known, players, policy, policy_files, seed, rules)
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
    seed: int, rules: Sequence[str],
) -> tuple["Position", list["Player"]]:  # fmt: skip
    from simlab.contract.catalogue import load
    from simlab.studies.equity.measure import position_in_words

    found = load(game)
    if hand is None:
        points = "; ".join(f"{name}: {doc}" for name, doc in found.asked().points.items())
        raise InputError(f"--hand is missing. Decisions of {game} (--at): {points}")
    own = own_policies(found, policy_files)
    return position_in_words(found, table_rules(found, knobs(rules), players), hand, at, known, policy or first_of(own), seed, own)


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


# ---- hand against hand, range against range


@dataclass(frozen=True)
class Asked:
    """Hands or ranges, where they meet, and what is to come out."""

    hands: tuple[str, ...]
    board: str
    known: str
    without: str
    order: str
    rules: tuple[str, ...]
    chart: Path | None
    as_json: bool

    @property
    def plain(self) -> bool:
        """Just hands, card by card, and a number of common cards, in an order that has the fast kernels: every board is looked at."""
        from simlab.contract.orders import any_order_of
        from simlab.ranking.orders import Order
        from simlab.ranking.ranges import plain_hands

        if not self.board.isdigit() or self.order == "joker":
            return False
        order = any_order_of(self.order, **knobs(self.rules))
        return isinstance(order, Order) and plain_hands(self.hands, order.deck)


def compare_hands(asked: Asked, samples: int | None, precision: float | None, streets: bool, seed: int) -> None:
    """Share of the pot of each hand, or range of hands, when the board is dealt out."""
    if len(asked.hands) < 2 and not streets:
        raise InputError("--cards HAND needs another hand behind it, as in: simlab equity --cards AcAd KhKs")
    from simlab import jit

    jit.announce()
    if streets:
        show_streets(asked, seed)
    elif asked.plain and precision is None and asked.chart is None:
        show_hands(asked, samples, seed)
    else:
        show_ranges(asked, samples, precision, seed)


def show_hands(asked: Asked, samples: int | None, seed: int) -> None:
    from simlab.contract.orders import order_of
    from simlab.ranking import versus

    order, board = order_of(asked.order, **knobs(asked.rules)), int(asked.board)
    found = versus.equity(asked.hands, board, order, known=asked.known, without=asked.without, samples=samples, seed=seed)
    rows = share_rows(found)
    if asked.as_json:
        data = {"game": asked.order, "board": board, "boards": found.boards, "exact": found.exact, "hands": rows}
        click.echo(json.dumps(data, indent=2))
        return
    click.echo(f"{'hand':14} {'equity':>10} {'won':>12} {'tied':>10} {'lost':>12}")
    for row in rows:
        equity, margin = in_per_cent(row, found.exact)
        click.echo(f"{row['hand']:14} {equity:>8} % {row['won']:>12,} {row['tied']:>10,} {row['lost']:>12,}{margin}")
    click.echo(f"{'all' if found.exact else 'a random sample of'} {found.boards:,} boards")


def in_per_cent(row: dict[str, Any], exact: bool) -> tuple[str, str]:
    """A share and its interval: four digits where every deal was counted, else as many as they are worth."""
    from simlab.stats.claims import figures
    from simlab.stats.estimates import Estimate

    if exact:
        return f"{100 * row['equity']:.4f}", ""
    value, ends = figures(Estimate(row["equity"], None, row["low"], row["high"]), 100.0)
    return value, f"  95 %: {ends} %"


def share_rows(found: "Shares") -> list[dict[str, Any]]:
    return [
        {
            "hand": hand, "won": found.won[i], "tied": found.tied[i], "lost": found.lost[i], "equity": found.shares[i],
            "low": found.interval(i)[0], "high": found.interval(i)[1],
        }
        for i, hand in enumerate(found.hands)
    ]  # fmt: skip


def in_words(asked: Asked) -> "Question":
    from simlab.studies.equity.ranges import Question

    return Question(asked.hands, asked.board, asked.known, asked.without, asked.order, knobs(asked.rules))


def show_ranges(asked: Asked, samples: int | None, precision: float | None, seed: int) -> None:
    from simlab.ranking.range_equity import range_equity
    from simlab.studies.equity.ranges import table_of

    table, judge = table_of(in_words(asked))
    found = range_equity(table, samples, precision, seed)
    if asked.chart is not None:
        from simlab.studies.equity.page import heat, save
        from simlab.studies.equity.ranges_page import equity_grid

        save(heat(equity_grid(found, judge)), asked.chart)
    rows = range_rows(found)
    if asked.as_json:
        click.echo(json.dumps({"order": judge.name, "exact": found.exact, "deals": found.deals, "ranges": rows}, indent=2))
        return
    wide = max(14, *(len(row["range"]) for row in rows))
    click.echo(f"{'range':{wide}} {'hands':>7} {'equity':>10} {'won':>10} {'tied':>10} {'lost':>10}")
    for row in rows:
        equity, margin = in_per_cent(row, found.exact)
        places = len(equity.partition(".")[2])
        parts = " ".join(f"{100 * row[name]:>8.{places}f} %" for name in ("equity", "won", "tied", "lost"))
        click.echo(f"{row['range']:{wide}} {row['hands']:>7,} {parts}{margin}")
    click.echo(f"{'all' if found.exact else 'a random sample of'} {found.deals:,} deals" if found.deals else "all deals, by weight")


def range_rows(found: "RangeEquity") -> list[dict[str, Any]]:
    return [
        {
            "range": held.text, "hands": held.combinations, "equity": found.shares[i], "low": found.intervals[i][0],
            "high": found.intervals[i][1], "won": found.won[i], "tied": found.tied[i], "lost": max(0.0, 1 - found.won[i] - found.tied[i]),
        }
        for i, held in enumerate(found.ranges)
    ]  # fmt: skip


def show_streets(asked: Asked, seed: int) -> None:
    """What each range becomes, street by street."""
    from simlab.studies.equity.ranges import strengths

    found = strengths(in_words(asked), seed)
    if asked.chart is not None:
        from simlab.studies.equity.page import heat, save
        from simlab.studies.equity.ranges_page import strength_grid

        save(heat(strength_grid(found)), asked.chart)
    if asked.as_json:
        click.echo(json.dumps([street_data(one) for one in found], indent=2))
        return
    for one in found:
        click.echo(f"{one.held.text} ({one.held.combinations:,} hands)")
        click.echo(f"{'':18}" + "".join(f"{street.name:>12}" for street in one.streets))
        for at in range(len(one.categories) - 1, -1, -1):
            if any(street.shares[at] > 0 for street in one.streets):
                shares = "".join(f"{100 * street.shares[at]:>10.4f} %" for street in one.streets)
                click.echo(f"{one.categories[at]:18}{shares}")
        if not all(street.exact for street in one.streets):
            click.echo("sampled where there are too many deals: give or take 0.2 % at most (95 %)")


def street_data(one: "Strength") -> dict[str, Any]:
    streets = [
        {"street": street.name, "cards": street.cards, "exact": street.exact, "deals": street.deals,
         "shares": dict(zip(one.categories, street.shares, strict=True)),
         "intervals": dict(zip(one.categories, street.intervals, strict=True))}
        for street in one.streets
    ]  # fmt: skip
    return {"range": one.held.text, "hands": one.held.combinations, "streets": streets}
