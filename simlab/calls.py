"""simlab from Python: one function for each question, the same words as on the command line, answers that show themselves.

    >>> import simlab
    >>> result = simlab.compare("template", "ante=2", policies="honest", games=2_000, quiet=True)
    >>> result.summary["variant"].unique().sort().to_list()
    ['ante=2', 'base']

Every function takes `quiet=True` for no progress in a notebook, and `out=FOLDER` to keep what was played; without it a study lives as
long as its result. A wrong word is a `simlab.errors.InputError` with the nearest right one.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from simlab import api
from simlab.contract.catalogue import load as load_game
from simlab.contract.catalogue import titles
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.orders import rank
from simlab.errors import InputError
from simlab.players.registry import from_file, make_player, usual_player
from simlab.reports import notebook
from simlab.reports.result import Result
from simlab.reports.study import Study
from simlab.runs.backends import Crew, Kind
from simlab.runs.checks import Case, sentences, worst
from simlab.runs.notebook_progress import progress_here
from simlab.runs.progress import Progress
from simlab.scenarios.comparison import comparison
from simlab.stats.digits import rounded, worth
from simlab.studies.ask import Ask
from simlab.studies.coach.measure import Mark, marks_of, playing_on
from simlab.studies.equity.measure import Equity as Worths
from simlab.studies.equity.measure import goal_for, position_in_words, value_actions
from simlab.studies.equity.worth_lines import finding, loss, origin, value_and_ends

__all__ = [
    "Checks", "Equity", "Games",
    "Marks", "Odds", "Result", "Study", "check", "coach", "compare", "dials", "equity", "games", "load_game", "odds",
    "quality", "rank", "run", "skill", "tournament", "tune",
]  # fmt: skip
Knobs = Mapping[str, Any]
Source = str | Path | Mapping[str, Any]
Policies = str | Mapping[str, Any] | Sequence[Any]


# ---- games


class Games(dict[str, str]):
    """Games by name, with what each is."""

    def _repr_html_(self) -> str:
        return notebook.table(("game", "what it is"), list(self.items()))


def games() -> Games:
    """Every game there is.

    >>> "template" in simlab.games()
    True
    """
    return Games(titles())


class GamesPackage(ModuleType):
    """`simlab.games` is the package of the games that ship, and the question which games there are: `simlab.games()`."""

    def __call__(self) -> Games:
        return games()


import_module("simlab.games").__class__ = GamesPackage


# ---- scenarios


def run(source: Source, *, games: int | None = None, seed: int | None = None, rules: Knobs | None = None, players: int | None = None,
        policies: Policies | None = None, metrics: Sequence[str] | None = None, policy_files: Sequence[str] = (),
        out: str | Path | None = None, threads: int | None = None, backend: Kind = "threads", scheduler: str | None = None,
        fresh: bool = False, report: bool = True, quiet: bool = False, progress: Progress | None = None, **more: Any
        ) -> Result:  # fmt: skip
    """Play a scenario, a file or plain data, and return what came out.

    A file's run directory is `reports/NAME`; plain data goes into a temporary one unless `out` is given.

    >>> result = simlab.run({"game": "template", "policies": "honest"}, games=1_000, seed=2, quiet=True)
    >>> result.summary.filter(metric="rounds")["estimate"].item()
    1.0
    """
    told = progress or progress_here(quiet)
    try:
        return api.run(
            source, games=games, seed=seed, rules=rules or {}, players=players, policies=policies, metrics=metrics,
            policy_files=policy_files, out=out, threads=threads, backend=backend, scheduler=scheduler, fresh=fresh, report=report,
            progress=told, **more,
        )  # fmt: skip
    finally:
        told.stop()


def compare(game: str, *changes: str | Knobs, rules: Knobs | None = None, players: int | None = None, policies: Policies | None = None,
            also: Sequence[str] = (), metrics: Sequence[str] | None = None, games: int = 200_000, seed: int = 1, **more: Any
            ) -> Result:  # fmt: skip
    """The rules as they are against one or more changes of them, on the same cards: did the tweak help?

    >>> simlab.compare("template", {"bet": 2}, games=500, quiet=True).summary["variant"].unique().sort().to_list()
    ['base', 'bet=2']
    """
    if not changes:
        raise InputError('say what is changed, for example compare("template", "bet=2")')
    scenario = comparison(load_game(game), changes, metrics or (), also)
    return run(scenario, rules=rules, players=players, policies=policies, metrics=metrics, games=games, seed=seed, **more)


class Checks(list[Case]):
    """Checks and how each stands; `state` is the worst."""

    @property
    def state(self) -> str:
        return worst(self)

    def _repr_html_(self) -> str:
        rows = [(case.state, case.check.text, sentence) for case, sentence in sentences(self, several=False)]
        return notebook.cell(f"The checks: {self.state}", (), [notebook.table(("state", "check", "what was seen"), rows)])


def check(source: Source, *, games: int | None = None, seed: int | None = None, rules: Knobs | None = None, quiet: bool = False,
          **more: Any) -> Checks:  # fmt: skip
    """Play a scenario until its `checks:` are settled, and say how each stands.

    >>> simlab.check({"game": "template", "policies": "honest", "checks": "capped == 0"}, quiet=True).state
    'holds'
    """
    told = progress_here(quiet)
    try:
        return Checks(api.check(source, games=games, seed=seed, rules=rules or {}, progress=told, **more))
    finally:
        told.stop()


# ---- studies


@dataclass(frozen=True)
class Work:
    """How a study is played, whatever it asks."""

    out: str | Path | None = None
    threads: int | None = None
    backend: Kind = "threads"
    scheduler: str | None = None
    fresh: bool = False
    quiet: bool = False

    @contextmanager
    def under_way(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """A folder, and what every measure takes; a temporary folder goes when the study is measured."""
        told = progress_here(self.quiet)
        spare = tempfile.TemporaryDirectory(prefix="simlab-")
        try:
            crew = Crew(self.backend, self.threads, self.scheduler)
            yield Path(self.out or spare.name), {"crew": crew, "fresh": self.fresh, "progress": told}
        finally:
            told.stop()
            spare.cleanup()

    def finished(self, study: Study) -> Study:
        """Written where it was asked for."""
        if self.out is not None:
            study.write(Path(self.out))
        return study


def table_of(game: str, rules: Knobs | None, players: int | None) -> tuple[Game, Rules]:
    found = load_game(game)
    return found, found.Rules.of({**(rules or {}), **({} if players is None else {"players": players})})


def who_at(game: Game, table: Rules, named: Policies | None, policy_files: Sequence[str]) -> Any:
    """Whoever is named; else the one brought along; else the game's usual player."""
    return named or (policy_files[0].rpartition(":")[2] if policy_files else usual_player(game, table))


def tournament(game: str, policies: Sequence[Any] | None = None, *, base: str | None = None, players: int | None = None,
               rules: Knobs | None = None, games: int = 20_000, seed: int = 1, goal: str | None = None,
               policy_files: Sequence[str] = (), **work: Any) -> Study:  # fmt: skip
    """Policies meet in all line-ups: who beats whom.

    >>> simlab.tournament("template", ["honest", "uniform"], games=640, quiet=True).data["policies"]
    ['honest', 'uniform']
    """
    from simlab.studies.tournament.page import tournament_study

    return contest(tournament_study, game, policies, {"base": base}, players, rules, games, seed, goal, policy_files, Work(**work))


def skill(game: str, policies: Sequence[Any] | None = None, *, players: int | None = None, rules: Knobs | None = None,
          games: int = 20_000, seed: int = 1, goal: str | None = None, policy_files: Sequence[str] = (), **work: Any
          ) -> Study:  # fmt: skip
    """How much of a win is the cards, the seat, the player.

    >>> simlab.skill("template", ["honest", "uniform"], games=640, quiet=True).data["game"]
    'template'
    """
    from simlab.studies.skill.page import skill_study

    return contest(skill_study, game, policies, {}, players, rules, games, seed, goal, policy_files, Work(**work))


def contest(page: Any, game: str, named: Sequence[Any] | None, more: dict[str, Any], players: int | None, rules: Knobs | None, games: int,
            seed: int, goal: str | None, policy_files: Sequence[str], work: Work) -> Study:  # fmt: skip
    from simlab.studies.tournament.measure import TournamentAsk, entrants
    from simlab.studies.tournament.measure import tournament as measure

    found = load_game(game)
    specs = tuple(named or entrants(found, [from_file(found, spec) for spec in policy_files]))
    ask = TournamentAsk(
        game, players=players, rules=rules, rollouts=games, seed=seed, policy_files=tuple(policy_files), policies=specs, goal=goal, **more
    )
    with work.under_way() as (folder, how):
        study: Study = page(measure(ask, folder, **how))
    return work.finished(study)


def quality(game: str, *, policies: Policies | None = None, players: int | None = None, rules: Knobs | None = None, games: int = 20_000,
            watched: int = 300, looks: int = 12, worlds: int = 64, seed: int = 1, goal: str | None = None,
            policy_files: Sequence[str] = (), **work: Any) -> Study:  # fmt: skip
    """What a game is like to play: drama, comebacks, choices that matter.

    >>> study = simlab.quality("template", policies="honest", games=200, watched=10, looks=2, worlds=4, quiet=True)
    >>> len(study.tables)
    2
    """
    from simlab.studies.quality.measure import QualityAsk
    from simlab.studies.quality.measure import quality as measure
    from simlab.studies.quality.page import quality_study

    found, table = table_of(game, rules, players)
    who = who_at(found, table, policies, policy_files)
    ask = QualityAsk(game, who, players, rules, games, seed, tuple(policy_files), watched, looks, worlds, goal=goal)
    chosen = Work(**work)
    with chosen.under_way() as (folder, how):
        study = quality_study(measure(ask, folder, **how))
    return chosen.finished(study)


def dials(game: str, *, policies: Policies | None = None, metrics: Sequence[str] | None = None, players: int | None = None,
          rules: Knobs | None = None, games: int = 20_000, seed: int = 1, goal: str | None = None, policy_files: Sequence[str] = (),
          **work: Any) -> Study:  # fmt: skip
    """Every knob moved one step either way: which matter, and for what?

    >>> simlab.dials("template", policies="honest", games=400, quiet=True).title
    'template, 2 players: which knobs matter?'
    """
    from simlab.studies.dials.measure import dials as measure
    from simlab.studies.dials.page import dials_study
    from simlab.studies.dials.steps import steps

    found, table = table_of(game, rules, players)
    moved = [found.Rules.of({**table.changed(), **step.rules}) for step in steps(found, table, [])[0]]
    who = policies or (who_at(found, table, None, policy_files) if policy_files else usual_player(found, table, *moved))
    ask = Ask(game, who, players, rules, games, seed, tuple(policy_files), goal=goal)
    chosen = Work(**work)
    with chosen.under_way() as (folder, how):
        study = dials_study(measure(ask, folder, metrics=metrics, **how))
    return chosen.finished(study)


def tune(source: str | Path, *, trials: int | None = None, games: int | None = None, seed: int | None = None, **work: Any) -> Study:
    """Rules that meet the targets a file declares, confirmed on fresh seeds."""
    from simlab.studies.tune.measure import tune as measure
    from simlab.studies.tune.page import tune_study
    from simlab.studies.tune.quest import read

    quest = read(Path(source), {"trials": trials, "rollouts": games, "seed": seed})
    chosen = Work(**work)
    with chosen.under_way() as (folder, how):
        study = tune_study(measure(quest, folder, **how))
    return chosen.finished(study)


# ---- hands and decisions


def equity(game: str, hand: str, at: str | None = None, *, known: str = "", policies: str | None = None, goal: str | None = None,
           worlds: int = 20_000, players: int | None = None, rules: Knobs | None = None, seed: int = 1,
           policy_files: Sequence[str] = ()) -> "Equity":  # fmt: skip
    """What every action of a decision is worth with this hand, best first.

    >>> len(simlab.equity("template", "K", policies="honest", worlds=600).worths)
    2
    """
    found, table = table_of(game, rules, players)
    own = [from_file(found, spec) for spec in policy_files]
    position, line_up = position_in_words(found, table, hand, at, known, policies or (own[0].name if own else None), seed, own)
    return Equity(**vars(value_actions(position, goal_for(position, goal), line_up, seed, worlds)))


class Equity(Worths):
    """What every action is worth, best first."""

    def _repr_html_(self) -> str:
        rows = [(w.name, *value_and_ends(self, w), loss(self, w)) for w in self.worths]
        head = ("action", self.goal.name, "from", "to", "loss to best")
        return notebook.cell(finding(self), [origin(self)], [notebook.table(head, rows)])


class Marks(list[Mark]):
    """Decisions of a played game with what each lost, worst first."""

    def _repr_html_(self) -> str:
        head = ("move", "round", "seat", "played", "better", "lost", "from", "to", "unit")
        rows = [(m["move"], m["round"], m["seat"], m["played"], m["better"], *figures(m), m["unit"]) for m in self]
        return notebook.cell("", (), [notebook.table(head, rows)])


def figures(mark: Mark) -> list[str]:
    error = worth(None, mark["loss_low"], mark["loss_high"])
    return [rounded(mark[name], error) for name in ("loss", "loss_low", "loss_high")]


def coach(transcript: str | Path, seat: int | None = None, *, policies: str | None = None, goal: str | None = None,
          worlds: int = 1_000, policy_files: Sequence[str] = ()) -> Marks:  # fmt: skip
    """Which decisions of a game that was played and kept were mistakes, worst first."""
    from simlab.play.session import Played

    played = Played.read(Path(transcript))
    game, table = load_game(played.game), played.model()
    own = [from_file(game, spec) for spec in policy_files]
    names = [policies] * table.players if policies else list(played.policies) or [usual_player(game, table)] * table.players
    line_up = [make_player(game, name, table, own) for name in names]
    whose = seat if seat is not None else (played.you if played.you >= 0 else None)
    found = marks_of(played, whose, line_up if policies else playing_on(game, table, line_up), goal, worlds)
    return Marks(sorted(found, key=lambda mark: (-mark["loss"], mark["move"])))


@dataclass(frozen=True)
class Odds:
    """How often each hand comes, in words and as plain data."""

    lines: Sequence[str]
    data: dict[str, Any]

    def _repr_html_(self) -> str:
        rows = self.data.get("categories") or self.data.get("hands") or []
        if rows and isinstance(rows[0], Mapping):
            return notebook.table(list(rows[0]), [list(row.values()) for row in rows])
        return notebook.cell("", self.lines)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def odds(game: str, *, hand_size: int | None = None, wild: bool = False, jokers: int = 0, without: str = "",
         rules: Knobs | None = None) -> Odds:  # fmt: skip
    """How often each hand of a game comes, counted exactly, and whether its order agrees with rarity.

    >>> "flush" in str(simlab.odds("showdown"))
    True
    """
    from simlab.studies.odds.measure import OddsQuestion, general_answer

    own = load_game(game).study("odds", None) if game in titles() else None
    question = OddsQuestion(game, dict(rules or {}), hand_size, wild, jokers, without)
    answer = own.answer(question) if own else general_answer(question)
    return Odds(answer.lines, answer.data)
