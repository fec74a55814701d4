"""How good are the strong showdown players, what is each part worth, and what takes the last trick?

`python -m benchmarks.showdown_players strength 2` (or 3, 4), `... speed 2`, `... tricks 2`, and `... chart OUT.png` once `tricks` has
left its counts in `last-tricks.json`. Tables are printed as rows of markdown.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np

from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.stats.estimates import proportion

GAME = load("showdown")
GAMES = {2: 1500, 3: 500, 4: 250}  # for each line-up and rotation
PARTS = {
    "draw": "exact_draw",
    "tricks": "exact_tricks",
    "draw and tricks, no race table": {"name": "expert", "race": 0},
    "all: expert": "expert",
}
LAST = {"top": "top cards", "shape": "suit shape", "aces": "aces"}
SAVED = Path("last-tricks.json")


def line_ups(players: int) -> list[list[bool]]:
    """Who is the strong player: half of the seats, over all line-ups together, so that the fair share is a half."""
    if players == 2:
        return [[True, False]]
    if players == 3:
        return [[True, False, False], [True, True, False]]
    return [[True, False, True, False], [True, True, False, False]]


def share(players: int, spec, games: int, seed: int = 31) -> tuple[int, int]:
    """Games won by the strong seats, over all line-ups and rotations."""
    rules = GAME.Rules(players=players)
    strong, weak = make_player(GAME, spec, rules), make_player(GAME, "basic", rules)
    wins = total = 0
    for strong_seats in line_ups(players):
        for rotation in range(players):
            line_up = [strong if is_strong else weak for is_strong in strong_seats]
            out = roll(GAME, line_up, rules.lower(), seed, 0, games, rotation)
            seats = [(place + rotation) % players for place, is_strong in enumerate(strong_seats) if is_strong]
            wins += int(np.isin(out["winner"], seats).sum())
            total += games
    return wins, total


def strength(players: int) -> None:
    for name, spec in PARTS.items():
        started = time.thread_time()
        wins, total = share(players, spec, GAMES[players])
        p, _, low, high = proportion(wins, total)
        spent = time.thread_time() - started
        print(f"| {players} | {name} | {p:.3f} | {low:.3f} to {high:.3f} | {total:,} | {spent:.0f} s |", flush=True)


def speed(players: int) -> None:
    """CPU time of a game's decisions when all seats play alike, engine included."""
    rules = GAME.Rules(players=players)
    for name in ("basic", "exact_draw", "exact_tricks", "expert"):
        player = make_player(GAME, name, rules)
        games = {"basic": 2000}.get(name, {2: 60, 3: 10, 4: 3, 5: 1, 6: 1}[players])
        best = 1e9
        for repeat in range(3):
            started = time.thread_time_ns()
            out = roll(GAME, [player] * players, rules.lower(), 7 + repeat, 0, games)
            best = min(best, (time.thread_time_ns() - started) / out["decisions"].sum())
        print(f"| {players} | {name} | {best / 1000:.2f} |", flush=True)


def tricks(players: int, games: int) -> dict:
    """Fifth tricks won by what a seat brought to them."""
    rules = GAME.Rules(players=players)
    found = {}
    for name in ("basic", "exact_tricks"):
        player = make_player(GAME, name, rules)
        out = roll(GAME, [player] * players, rules.lower(), 41, 0, games * (20 if name == "basic" else 1))
        found[name] = {}
        for key in (*LAST, "cat", "top_pos"):
            won, seats = (out[f"{part}_by_{key}"].sum(axis=0).tolist() for part in ("last", "seats"))
            found[name][key] = {"won": won, "seats": seats}
        found[name]["pos"] = {"won": out["last"].sum(axis=0).tolist(), "seats": [int(out["last"].sum())] * 6}
    return found


def print_tricks(players: int, found: dict) -> None:
    levels = {column.name: column.levels for column in GAME.columns}
    for key, title in {**LAST, "cat": "category", "pos": "position"}.items():
        names = levels["last"][:players] if key == "pos" else levels[f"last_by_{key}"]
        for level, name in enumerate(names):
            cells = []
            for policy in ("basic", "exact_tricks"):
                won, seats = (found[policy][key][part][level] for part in ("won", "seats"))
                cells.append(rate(won, seats))
            if any(cells):
                print(f"| {players} | {title} | {name} | {cells[0]} | {cells[1]} |")


def rate(won: int, seats: int) -> str:
    if seats < 200:
        return ""
    p, _, low, high = proportion(won, seats)
    return f"{p:.3f} ± {(high - low) / 2:.3f}"


def chart(path: str) -> None:
    """Heat maps: chance of the fifth trick by number of top cards and position."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    saved = json.loads(SAVED.read_text())
    figure, axes = pyplot.subplots(len(saved), 2, figsize=(8, 2.6 * len(saved)), squeeze=False, layout="constrained")
    for row, (players, found) in zip(axes, sorted(saved.items()), strict=True):
        for axis, policy in zip(row, ("basic", "exact_tricks"), strict=True):
            won, seats = (np.array(found[policy]["top_pos"][part], float).reshape(5, 6)[:, : int(players)] for part in ("won", "seats"))
            grid = np.where(seats >= 50, won / np.maximum(seats, 1), np.nan)
            image = axis.imshow(grid, vmin=0, vmax=1, cmap="viridis", aspect="auto", origin="lower")
            for top, position in np.ndindex(*grid.shape):
                if not np.isnan(grid[top, position]):
                    ink = "black" if grid[top, position] > 0.6 else "white"
                    axis.text(position, top, f"{grid[top, position]:.2f}", ha="center", va="center", color=ink, fontsize=8)
            played = "basic" if policy == "basic" else "exact"
            axis.set(title=f"{players} players, {played} play", xticks=range(int(players)), yticks=range(5))
            axis.set(xlabel="position (0 leads)", ylabel="top cards")
        figure.colorbar(image, ax=row, label="chance of trick 5")
    figure.savefig(path, dpi=110)


def main() -> None:
    what = sys.argv[1]
    if what == "chart":
        chart(sys.argv[2])
        return
    players = int(sys.argv[2])
    if what == "tricks":
        found = tricks(players, {2: 2000, 3: 1000, 4: 250}[players])
        saved = json.loads(SAVED.read_text()) if SAVED.exists() else {}
        SAVED.write_text(json.dumps({**saved, str(players): found}))
        print_tricks(players, found)
    else:
        {"strength": strength, "speed": speed}[what](players)


if __name__ == "__main__":
    main()
