"""Run the whole battery and print its p-values as the tables of docs/randomness.md: some ten minutes of one core."""

import platform
from importlib.metadata import version

import battery
import deals
from sources import SEED, Source, blocks
from test_battery import GAMES, LONG_RUN, ONE_FIELD


def row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    print(f"Seed {SEED}, Python {platform.python_version()}, numba {version('numba')}, numpy {version('numpy')}, {platform.machine()}.\n")
    results = {s: battery.run(blocks(s, LONG_RUN if s <= Source.INTERLEAVED else ONE_FIELD)) for s in Source}
    row(["test", *(s.name.lower() for s in Source)])
    row(["---"] * (1 + len(Source)))
    for name in results[Source.LONG]:
        row([name, *(f"{results[s][name]:.4f}" for s in Source)])
    print()
    row(["cards", "p"])
    row(["---", "---"])
    cards = deals.run(GAMES)
    for name, p in cards.items():
        row([name, f"{p:.4f}"])
    every = [p for part in (*results.values(), cards) for p in part.values()]
    farthest = max(every, key=battery.sigma)
    print(f"\n{len(every)} p-values; the farthest out is {farthest:.6f}, {battery.sigma(farthest):.2f} standard deviations.")


if __name__ == "__main__":
    main()
