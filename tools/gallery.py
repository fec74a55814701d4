"""Make the gallery: one small report of each game in `reports/gallery/`, with its scenario, and the pictures the README shows.

`make gallery` plays the scenarios below with few games each, keeps `report.html`, the scenario and some pictures of each, and
throws the rest away. All pictures together stay under 3 MB.
"""

import re
import shutil
import sys
import tempfile
from contextlib import chdir
from pathlib import Path

import yaml

import simlab

ROOT = Path(__file__).parent.parent
GALLERY = ROOT / "reports" / "gallery"
PICTURE = re.compile(r"data:image/svg\+xml;base64,[A-Za-z0-9+/=]+")
MOST_BYTES = 3_000_000  # of all pictures, those within the reports too
WEIGHT = 440_000  # of the pictures of a report
# scenario, games for each cell, the pictures that are kept
CHOSEN = {
    "showdown": ("showdown", 50_000, ("rounds_survival", "points_sources", "last_by_top_pos")),
    "arcana": ("arcana-answer", 5_000, ("answering", "planted", "rarity")),
    "battle": ("battle-interrupts", 10_000, ("interrupts", "hands", "win")),
    "fortune": ("fortune-arcana-deal", 10_000, ("pot_differences", "showdown_differences")),
    "jester": ("jester-worth-of-the-jester", 10_000, ("jester_worth", "phases", "blackjack")),
}


def make(game: str, scenario: str, rollouts: int, pictures: tuple[str, ...]) -> None:
    """One report, its scenario with the number of games played, and its pictures."""
    home = GALLERY / game
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    folder = Path("reports") / scenario  # where `simlab run` on the kept scenario would put it
    with tempfile.TemporaryDirectory() as scratch, chdir(scratch):
        result = simlab.run(ROOT / "scenarios" / f"{scenario}.yaml", games=rollouts, out=folder)
        shutil.copy(result.write_report(WEIGHT), home / "report.html")
        for name in pictures:
            shutil.copy(folder / "figures" / f"{name}.png", home / f"{name}.png")
        given = yaml.safe_load((folder / "scenario.yaml").read_text(encoding="utf-8"))
        (home / f"{scenario}.yaml").write_text(yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=120), encoding="utf-8")


def weighed() -> int:
    """Bytes of all pictures, those within the reports too."""
    pages = [path.read_text(encoding="utf-8") for path in GALLERY.rglob("report.html")]
    return sum(path.stat().st_size for path in GALLERY.rglob("*.png")) + sum(
        len(found) for page in pages for found in PICTURE.findall(page)
    )


def main(games: list[str]) -> None:
    """Those named, or all."""
    for game in games or CHOSEN:
        make(game, *CHOSEN[game])
    size = weighed()
    if size > MOST_BYTES:
        raise SystemExit(f"the pictures take {size:,} bytes: at most {MOST_BYTES:,}")


if __name__ == "__main__":
    main(sys.argv[1:])
