"""`simlab tune`: which rules meet declared targets?"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.study import Workplace, conduct

if TYPE_CHECKING:
    from simlab.reports.study import Study


@click.command()
@options.SCENARIO_FILE
@click.option("--trials", type=click.IntRange(1), metavar="N", help="Rules to try, instead of as many as the file says.")
@options.GAMES(without="the file's", type=click.IntRange(1000))
@options.SEED(without="the file's")
@options.STUDY
def tune(file: Path, trials: int | None, games: int | None, seed: int | None, **kept: Any) -> None:
    """Search for rules that meet declared targets, confirm them on fresh seeds. Example: simlab tune scenarios/tune/template.yaml"""
    from simlab.folders import HOME
    from simlab.studies.tune.measure import tune as search
    from simlab.studies.tune.page import tune_study
    from simlab.studies.tune.quest import read

    quest = read(file, {"trials": trials, "rollouts": games, "seed": seed})

    def make(at: Workplace) -> "Study":
        notice = (lambda text: None) if at.quiet else at.progress.notice
        return tune_study(search(quest, at.folder, notice=notice, **at.playing))

    conduct(make, HOME / f"tune-{file.stem}", **kept)
