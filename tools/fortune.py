"""Play the studies of docs/fortune.md and write their numbers: `python -m tools.fortune FOLDER`, some three minutes on two cores.

Runs that lie in the folder already are not played again.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

import polars as pl

import simlab
from simlab.games.fortune.studies.effects import effects as measure
from simlab.games.fortune.studies.effects import with_sign
from simlab.games.fortune.studies.effects_page import effects_study
from simlab.reports.study import Study
from simlab.stats.adjust import is_settled
from simlab.stats.claims import rounded
from simlab.studies.ask import Ask
from tools.docs import ROOT, filled, table

ROUNDS = 50_000  # for each Arcana and window
SCENARIOS = ("habits", "trigger", "length", "page")
PICTURES = ("pot", "variance", "best_hand")  # of the forest plots
PAGE = ROOT / "docs" / "fortune.md"

Data = dict[str, Any]


def effects(home: Path) -> Study:
    """What each Arcana does; `simlab effects fortune --games 50000` gives the same."""
    study = effects_study(measure(Ask("fortune", "basic", rollouts=ROUNDS)))
    study.write(home / "effects-fortune")
    for name in PICTURES:
        shutil.copy(home / "effects-fortune" / "figures" / f"{name}_forest.png", ROOT / "docs" / f"fortune-{name.replace('_', '-')}.png")
    return study


def windows(study: Study) -> str:
    blocks = [f"**{block.title}:**\n\n{table(tuple(block.head), (tuple(row) for row in block.rows))}" for block in study.tables]
    return "\n\n".join([*blocks, study.tables[0].note])


def scenario(home: Path, name: str) -> Any:
    return simlab.run(ROOT / "scenarios" / f"fortune-{name}.yaml", out=home / f"fortune-{name}", report=False)


def span(row: Data, times: float = 1.0) -> str:
    """`12.1 (12.0 to 12.2)`"""
    value, low, high, error = (times * row[key] for key in ("estimate", "ci_low", "ci_high", "std_error"))
    return f"{rounded(value, error)} ({rounded(low, error)} to {rounded(high, error)})" if error else f"{value:.6g}"


def habits(result: Any) -> str:
    """The player with the habit (player 0) against a basic one in his place."""
    rows = result.pairs.filter(metric="net_by_player", level="player 0").to_dicts()
    names = list(dict.fromkeys(row["variant"] for row in rows))
    tables = sorted({row["players"] for row in rows})
    by_cell = {(row["variant"], row["players"]): row for row in rows}
    cells = ((f"`{name}`", *(habit(by_cell[name, players]) for players in tables)) for name in names)
    return table(("player", *(f"{players} players" for players in tables)), cells)


def habit(row: Data) -> str:
    return ("" if is_settled(row["p_holm"]) else "~ ") + with_sign(span(row))


def rates(result: Any) -> str:
    """How often an Arcana comes and how many rounds a game has, by whose Page counts."""
    found = {(row["metric"], row["variant"], row["players"]): row for row in result.summary.to_dicts() if row["level"] is None}
    variants, tables = result.summary["variant"].unique(maintain_order=True), sorted(result.summary["players"].unique())
    rows = [(f"{what}, `{name}`", *(span(found[metric, name, players], times) for players in tables))
            for metric, what, times in (("trigger_rate", "rounds with an Arcana, %", 100.0), ("rounds", "rounds of a game", 1.0))
            for name in variants]  # fmt: skip
    return table(("", *(f"{players} players" for players in tables)), iter(rows))


def lengths(result: Any) -> str:
    """Rounds until the game ends, and how often it is the World that ends it."""
    summary = result.summary
    chips = "rules.starting_chips"
    rounds = summary.filter(metric="rounds").to_dicts()
    world = {(row["variant"], row[chips]): row for row in summary.filter(metric="end_reason", level="world").to_dicts()}
    rows = [(f"`{row['variant']}`", str(row[chips]), span(row), span(world[row["variant"], row[chips]], 100.0)) for row in rounds]
    return table(("the World lies", "chips at the start", "rounds", "ended by the World, %"), iter(rows))


def worth(result: Any) -> str:
    """What being dealt a Page is worth, by the prize."""
    rows = result.summary.filter(pl.col("metric") == "page_worth").to_dicts()
    prizes = sorted({row["rules.page_prize"] for row in rows})
    cells = {(row["variant"], row["rules.page_prize"]): row for row in rows}
    lines = [
        (f"`{name}`", *(with_sign(span(cells[name, prize])) for prize in prizes)) for name in dict.fromkeys(row["variant"] for row in rows)
    ]
    return table(("prize in antes", *map(str, prizes)), iter(lines))


def main(home: Path) -> None:
    study = effects(home)
    runs = {name: scenario(home, name) for name in SCENARIOS}
    parts = {"arcana": windows(study), "findings": "\n".join(f"- {sentence}" for sentence in study.findings)}
    parts |= {"habits": habits(runs["habits"]), "trigger": rates(runs["trigger"]), "length": lengths(runs["length"])}
    parts |= {"page": worth(runs["page"])}
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), parts), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "reports/studies"))
