"""Play Jester's scenarios and write what they answer into its page: `python -m tools.jester FOLDER`, some two minutes on two cores.

Runs that lie in the folder already are not played again.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import simlab
from simlab.contract.catalogue import HOME
from simlab.stats.adjust import is_settled
from simlab.stats.claims import rounded
from tools.docs import ROOT, filled, table

PAGE = HOME / "jester" / "README.md"
PHASES = {"low": "Low", "high": "High", "bj": "Blackjack", "poker": "Poker"}
RANKS = (2, 4, 6, 8, 10, 12, 14)
BUCKETS = {"bid2_to_3": "to 3", "bid2_from_4": "4 to 6", "bid2_from_7": "7 to 9", "bid2_from_10": "10 to 12", "bid2_from_13": "13 and more"}
FIRST = "player 0"

Row = dict[str, Any]


def span(row: Row, times: float = 1.0) -> str:
    """`12.1 (12.0 to 12.2)`"""
    value, low, high, error = (times * row[key] for key in ("estimate", "ci_low", "ci_high", "std_error"))
    return f"{rounded(value, error)} ({rounded(low, error)} to {rounded(high, error)})" if error else f"{value:.6g}"


def gain(row: Row, times: float = 1.0) -> str:
    """The same for a difference, with its sign; `~` where it is not settled."""
    return ("" if is_settled(row["p_holm"]) else "~ ") + ("+" if row["estimate"] > 0 else "") + span(row, times)


def pick(rows: Any, metric: str, **where: Any) -> Row:
    """The one row of this metric, and of the entry asked for."""
    found = [row for row in rows.filter(metric=metric, **where).to_dicts() if where.get("level") or row["level"] is None]
    (row,) = found
    return dict(row)


def lines(names: Iterable[Any], cells: Callable[[Any], Sequence[str]]) -> Iterable[tuple[str, ...]]:
    return ((f"{name}", *cells(name)) for name in names)


def worth(result: Any) -> str:
    """The jester's points of a round less the mean of the others', by phase; and how often the first jester wins."""

    def cells(players: int) -> list[str]:
        here = {"players": players, "variant": "highest"}
        found = [span(pick(result.summary, f"edge_{phase}", **here)) for phase in PHASES]
        won = span(pick(result.summary, "first_jester_won", **here), 100)
        return [*found, span(pick(result.summary, "edge", **here)), f"{won}; {100 / players:.1f}"]

    head = ("players", *PHASES.values(), "together", "first jester wins, %; even share")
    return table(head, iter(lines(range(2, 7), cells)))


def phases(result: Any) -> str:
    """Share of points and of wins, and what the first player loses by playing the phase by chance."""

    def cells(phase: str) -> list[str]:
        short, here = {"Blackjack": "bj"}.get(phase, phase.lower()), {"variant": "basic"}
        scores = phase != "Trash"
        points = span(pick(result.summary, f"share_{short}", **here), 100) if scores else "-"
        ends = span(pick(result.summary, "ended_in", level=phase.lower(), **here), 100) if scores else "-"
        return [points, ends, gain(pick(result.pairs, "win_by_player", variant=phase.lower(), level=FIRST), 100)]

    head = ("phase", "of all points, %", "of all wins, %", "played by chance: win share, percentage points")
    return table(head, iter(lines(("Trash", *PHASES.values()), cells)))


def cards(result: Any) -> str:
    """Win share of whole games, and points of one round, against basic's card."""

    def cells(rank: int) -> list[str]:
        found = []
        for phase in ("trash", "low", "high"):
            where = {"variant": f"{phase}_{rank}", "level": FIRST}
            wins = pick(result.pairs, "win_by_player", **where, **{"rules.max_rounds": 40})
            points = pick(result.pairs, "points_by_player", **where, **{"rules.max_rounds": 1})
            found.append(f"{gain(wins, 100)}; {gain(points)}")
        return found

    return table(("nearest to rank", "in Trash", "in Low", "in High"), iter(lines(RANKS, cells)))


def bids(result: Any) -> str:
    """The highest bid by round, and in round 2 by the leader's points."""
    variants = result.summary["variant"].unique(maintain_order=True).to_list()

    def by(metrics: Sequence[str]) -> Callable[[str], list[str]]:
        return lambda name: [span(pick(result.summary, metric, variant=name)) for metric in metrics]

    rounds = table(("variant", *(f"round {k}" for k in range(1, 6))), iter(lines(variants, by([f"bid_r{k}" for k in range(1, 6)]))))
    leads = table(("variant, round 2: the leader has", *BUCKETS.values()), iter(lines(variants, by(list(BUCKETS)))))
    return f"{rounds}\n\n{leads}"


def pricing(result: Any) -> str:
    """One bully among basic players, under each rule."""

    def cells(name: str) -> list[str]:
        win = span(pick(result.summary, "win_by_player", variant=name, level=FIRST), 100)
        shares = [span(pick(result.summary, metric, variant=name), 100) for metric in ("priced_out", "leader_won_poker")]
        return [win, *shares, span(pick(result.summary, "rounds", variant=name))]

    head = ("variant", "the bully wins, %", "all others priced out, % of Poker phases", "won by the sole leader, %", "rounds")
    return table(head, iter(lines(result.summary["variant"].unique(maintain_order=True), cells)))


def ties(result: Any) -> str:
    """Showdowns that another tie-break would decide otherwise, and that nobody wins alone."""

    def cells(name: str) -> list[str]:
        return [span(pick(result.summary, metric, variant=name), 100) for metric in ("sum_vs_standard", "showdown_ties")]

    head = ("variant", "ordinary poker names others, % of showdowns", "tied, %")
    return table(head, iter(lines(result.summary["variant"].unique(maintain_order=True), cells)))


def strain(result: Any) -> str:
    """What more players do to the pile, the bidding and the pace."""

    def cells(players: int) -> list[str]:
        here = {"players": players, "variant": "reshuffle"}
        shares = [span(pick(result.summary, metric, **here), 100) for metric in ("reshuffles_bj", "forced_out")]
        return [*shares, *(span(pick(result.summary, metric, **here)) for metric in ("decisions_a_seat", "rounds"))]

    head = ("players", "the pile runs out, % of rounds", "can only fold, % of seats", "decisions of a seat in a round", "rounds")
    return table(head, iter(lines(range(2, 7), cells)))


def doubling(result: Any) -> str:
    """The first player among basic ones: never doubles, or plays exact blackjack."""

    def cells(name: str) -> list[str]:
        win = span(pick(result.summary, "win_by_player", variant=name, level=FIRST), 100)
        return [win, *(span(pick(result.summary, metric, variant=name)) for metric in ("bj_double_pts", "bj_double"))]

    head = ("variant", "the first player wins, %", "points of a Double", "Doubles of a game")
    return table(head, iter(lines(result.summary["variant"].unique(maintain_order=True), cells)))


def comebacks(result: Any) -> str:
    """How far winners were behind, how often the lead changes, how many seats are below nothing."""
    metrics = ("winner_max_deficit", "lead_changes", "neg_rounds", "rounds")

    def cells(name: str) -> list[str]:
        return [span(pick(result.summary, metric, variant=name)) for metric in metrics]

    head = ("variant", "points the winner was once behind", "changes of the lead", "seats below 0 at a round's end, a game", "rounds")
    return table(head, iter(lines(result.summary["variant"].unique(maintain_order=True), cells)))


ANSWERS: dict[str, Callable[[Any], str]] = {
    "worth-of-the-jester": worth,
    "phases": phases,
    "high-cards": cards,
    "bids": bids,
    "pricing-out": pricing,
    "tie-break": ties,
    "six-players": strain,
    "doubling": doubling,
    "comeback": comebacks,
}


def answers(home: Path, **how: Any) -> dict[str, str]:
    """Every generated part of the page, by scenario."""
    found = {}
    for name, make in ANSWERS.items():
        result = simlab.run(ROOT / "scenarios" / f"jester-{name}.yaml", out=home / f"jester-{name}", report=False, **how)
        found[name] = make(result)
    return found


def main(home: Path) -> None:
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), answers(home)), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "reports/studies"))
