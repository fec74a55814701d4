"""The strategies that come with games: solves every shipped game that declares buckets and writes `solved.npz` into its folder.

python -m tools.solved [DEALS]
"""

import sys
from pathlib import Path

from simlab.contract.catalogue import load, shipped
from simlab.players.solved.strategies import shipped_place
from simlab.runs.progress import Progress
from simlab.studies.solve.sampled import SampleAsk, solve_sampled
from simlab.studies.solve.sampled_page import sampled_study

HOME = Path(__file__).parent.parent / "reports"
DEALS = 40_000_000
SEED = 2024


class Spoken(Progress):
    def notice(self, text: str) -> None:
        print(text, flush=True)


def main(deals: int) -> None:
    for name in shipped():
        game = load(name)
        if game.chance is None and game.abstraction is not None:
            folder = HOME / f"solved-{name}"
            ask = SampleAsk(game, game.Rules.of(dict(game.abstraction.rules)), deals, SEED)
            study = sampled_study(solve_sampled(ask, folder, progress=Spoken(), path=shipped_place(game)))
            study.write(folder)
            print(*study.findings, sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else DEALS)
