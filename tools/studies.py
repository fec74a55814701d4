"""Run the studies of the docs and write their numbers: `python -m tools.studies FOLDER` (`make studies`), half an hour on two cores.

A study that lies in the folder already is not run again. Writes the generated parts of tournaments.md, luck-and-skill.md (and its
chart) and quality.md.
"""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools.docs import ROOT, filled, table

GAMES = ("template", "showdown", "arcana", "battle", "fortune", "jester")
TOURNAMENTS = {
    "template": "--rules deals=20 --games 100000",
    "showdown": "--players 2 --games 3200",
    "arcana": "--games 6000",
    "battle": "--games 30000",
    "fortune": "--games 8000",
    "jester": "--games 20000",
}
SKILLS = {
    "template": "--rules deals=20 --policies uniform,equilibrium --goal win --games 100000",
    "showdown": "--policies uniform,basic --games 20000",
    "arcana": "--policies uniform,basic --games 8000",
    "battle": "--policies uniform,basic --games 20000",
    "fortune": "--policies uniform,basic --games 8000",
    "jester": "--policies uniform,basic --games 20000",
}
QUALITIES = dict.fromkeys(GAMES, "--watched 200") | {"template": "--rules deals=20 --policies equilibrium --goal win --watched 200"}
STUDIES = {"tournament": TOURNAMENTS, "skill": SKILLS, "quality": QUALITIES}

Data = dict[str, Any]


def study(home: Path, kind: str, game: str) -> Data:
    """A study, run unless it is there."""
    folder = home / f"{kind}-{game}"
    if not (folder / "study.json").exists():
        command = [sys.executable, "-m", "simlab", kind, game, *shlex.split(STUDIES[kind][game]), "--quiet", "--out", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True)
    found: Data = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    return found


def tournaments(found: dict[str, Data]) -> str:
    parts = []
    for game, data in found.items():
        head = (
            f"### {game}\n\n`simlab tournament {game} {TOURNAMENTS[game]}`: {data['players']} players, {len(data['line_ups'])} line-ups, "
        )
        head += f"{data['games']:,} games each.\n"
        parts.append("\n".join([head, *(f"- {sentence}" for sentence in data["findings"]), ""]))
    return "\n".join(parts)


def shares(found: dict[str, Data]) -> str:
    head = ("game", "players", "command", "deal", "seat", "policy", "remainder")
    rows = []
    for game, data in found.items():
        cells = [percent(data["shares"][source]) for source in ("deal", "seat", "policy", "remainder")]
        rows.append((game, str(data["players"]), f"`simlab skill {game} {SKILLS[game]}`", *cells))
    steps = "\n".join(f"- {game}: {sentence}" for game, data in found.items() for sentence in data["findings"][1:])
    return f"{table(head, iter(rows))}\n\nShares in per cent, with 95 % intervals.\n\n{steps}"


def qualities(found: dict[str, Data]) -> str:
    from simlab.contract.goals import WIN
    from simlab.studies.quality.measure import MEASURES, is_rate

    rows = []
    for name in MEASURES:
        cells = []
        for data in found.values():
            row = next(row for row in data["measures"] if row["measure"] == name)
            cells.append(percent(row) if is_rate(name, WIN) else plain(row))
        rows.append((f"`{name}`" + (", %" if is_rate(name, WIN) else ""), *cells))
    rows.append(
        ("hardly ever right", *(", ".join(o["option"] for o in data["options"] if o["dominated"]) or "-" for data in found.values()))
    )
    asked = "\n".join(f"- `simlab quality {game} {QUALITIES[game]}`: {data['players']} players" for game, data in found.items())
    return f"{table(('measure', *found), iter(rows))}\n\n{asked}"


def percent(row: Data) -> str:
    return plain({key: None if row[key] is None else 100 * row[key] for key in ("estimate", "std_error", "ci_low", "ci_high")})


def plain(row: Data) -> str:
    from simlab.stats.claims import rounded

    value, error, low, high = (row[key] for key in ("estimate", "std_error", "ci_low", "ci_high"))
    return f"{rounded(value, error)} ({rounded(low, error)} to {rounded(high, error)})" if error else f"{value:.6g}"


def chart(found: dict[str, Data], path: Path) -> None:
    """Luck and skill of every game in one picture."""
    import matplotlib

    from simlab.contract.goals import WIN
    from simlab.reports.charts.kit import STYLE
    from simlab.stats.estimates import Estimate
    from simlab.studies.skill.measure import Skill
    from simlab.studies.skill.page import share_chart

    def estimate(row: Data) -> Estimate:
        return Estimate(row["estimate"], row["std_error"], row["ci_low"], row["ci_high"])

    skills = {
        game: Skill(WIN, {k: estimate(v) for k, v in data["shares"].items()}, estimate(data["variance"]), {}, [])
        for game, data in found.items()
    }
    with matplotlib.rc_context(STYLE):
        path.write_bytes(share_chart(skills, "luck-and-skill").png())


def main(home: Path) -> None:
    found = {kind: {game: study(home, kind, game) for game in GAMES} for kind in STUDIES}
    docs = ROOT / "docs"
    pages = (
        ("tournaments.md", "tournaments", tournaments(found["tournament"])),
        ("luck-and-skill.md", "shares", shares(found["skill"])),
        ("quality.md", "qualities", qualities(found["quality"])),
    )
    for page, part, body in pages:
        path = docs / page
        path.write_text(filled(path.read_text(encoding="utf-8"), {part: body}), encoding="utf-8")
    chart(found["skill"], docs / "luck-and-skill.png")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "reports/studies"))
