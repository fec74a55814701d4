"""The games behind `simlab tournament` and `simlab skill`: policies meet in line-ups. One plays, two ask."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from simlab.commands.knobs import knobs
from simlab.commands.line_ups import own_policies, policy_list
from simlab.commands.study import Workplace, conduct, usual_folder

if TYPE_CHECKING:
    from simlab.reports.study import Study
    from simlab.studies.tournament.measure import Tournament


def hold(kind: str, page: Callable[["Tournament"], "Study"], more: dict[str, Any], game: str, policies: str | None,
         policy_files: Sequence[str], players: int | None, rules: Sequence[str], games: int, seed: int,
         goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Let policies meet, and show the page that is made of it."""
    from simlab.contract.catalogue import load
    from simlab.studies.tournament.measure import TournamentAsk, entrants, tournament

    found = load(game)
    specs = tuple(policy_list(policies) if policies is not None else entrants(found, own_policies(found, policy_files)))
    ask = TournamentAsk(
        game,
        players=players,
        rules=knobs(rules),
        rollouts=games,
        seed=seed,
        policy_files=tuple(policy_files),
        policies=specs,
        goal=goal,
        **more,
    )

    def make(at: Workplace) -> "Study":
        return page(tournament(ask, at.folder, **at.playing))

    conduct(make, usual_folder(kind, game, [specs, players, list(rules), seed, more, goal]), **kept)
