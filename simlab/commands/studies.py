"""`simlab tournament`, `skill`, `dials`, `effects`, `quality`, `actions` and `tune`: play, then say what came out."""

import json
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from simlab import api, jit
from simlab.commands.progress import Bar, progress
from simlab.errors import InputError
from simlab.reports.study import Block, Study
from simlab.runs.backends import Crew
from simlab.runs.progress import Progress
from simlab.scenarios.document import parse_value

SHOWN = 30  # lines of a table for people; the rest is in the report


def tournament(game: str, base: str | None, design: str, **options: Any) -> None:
    """Policies against each other."""
    contest(game, "tournament", {"base": base, "design": design}, **options)


def skill(game: str, **options: Any) -> None:
    """Luck and skill: the same games, asked otherwise."""
    contest(game, "skill", {}, **options)


def contest(game: str, kind: str, more: dict[str, Any], policies: str | None, policy_files: Sequence[str], players: int | None,
            rules: Sequence[str], rollouts: int, seed: int, **options: Any) -> None:  # fmt: skip
    from simlab.contract.catalogue import load
    from simlab.players.registry import from_file
    from simlab.studies.tournament.measure import TournamentAsk, entrants
    from simlab.studies.tournament.measure import tournament as play

    found = load(game)
    own = [from_file(found, spec) for spec in policy_files]
    specs = tuple(listed(policies)) if policies is not None else tuple(entrants(found, own))
    ask = TournamentAsk(game, "uniform", players, changed(rules), rollouts, seed, tuple(policy_files), specs, **more)

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.studies.tournament import page as contests

        held = play(ask, folder, crew=crew, fresh=fresh, progress=told)
        return contests.tournament_study(held) if kind == "tournament" else contests.skill_study(held)

    conduct(study, home(kind, game, [specs, players, list(rules), seed, more]), **options)


def dials(game: str, policy: str | None, metrics: str, policy_files: Sequence[str], players: int | None, rules: Sequence[str],
          rollouts: int, seed: int, **options: Any) -> None:  # fmt: skip
    """Every knob one step either way."""
    from simlab.studies.ask import Ask
    from simlab.studies.dials.measure import dials as play

    _, who = cast(game, policy, policy_files)
    ask = Ask(game, who, players, changed(rules), rollouts, seed, tuple(policy_files))
    names = [name.strip() for name in metrics.split(",") if name.strip()]

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.studies.dials import page as tornado

        return tornado.dials_study(play(ask, folder, metrics=names, crew=crew, fresh=fresh, progress=told))

    conduct(study, home("dials", game, [who, players, list(rules), names, seed]), **options)


def quality(game: str, policy: str | None, games: int, looks: int, worlds: int, policy_files: Sequence[str], players: int | None,
            rules: Sequence[str], rollouts: int, seed: int, **options: Any) -> None:  # fmt: skip
    """What a game is like to play."""
    from simlab.studies.quality.measure import QualityAsk
    from simlab.studies.quality.measure import quality as measure

    _, who = cast(game, policy, policy_files)
    ask = QualityAsk(game, who, players, changed(rules), rollouts, seed, tuple(policy_files), games, looks, worlds)

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.studies.quality.page import quality_study

        return quality_study(measure(ask, folder, crew=crew, fresh=fresh, progress=told))

    conduct(study, home("quality", game, [who, players, list(rules), games, looks, worlds, seed]), **options)


def effects(game: str, policy: str | None, policy_files: Sequence[str], rollouts: int | None, **options: Any) -> None:
    """What cards do beyond being held: fortune's Arcana, or the suits of arcana's discards."""
    _, who = cast(game, policy, policy_files)
    if game == "arcana":
        effects_of_discards(policy_files, who, rollouts or 10_000, **options)
    else:
        effects_of_arcana(game, policy_files, who, rollouts or 20_000, **options)


def effects_of_arcana(game: str, policy_files: Sequence[str], who: str, rollouts: int, players: int | None, rules: Sequence[str], seed: int,
                      **options: Any) -> None:  # fmt: skip
    """Every Major Arcana in both windows."""
    from simlab.games.fortune.studies.effects import effects as play
    from simlab.studies.ask import Ask

    ask = Ask(game, who, players, changed(rules), rollouts, seed, tuple(policy_files))

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.games.fortune.studies.effects_page import effects_study

        return effects_study(play(ask, folder, crew=crew, fresh=fresh, progress=told))

    conduct(study, home("effects", game, [who, players, list(rules), rollouts, seed]), **options)


def effects_of_discards(policy_files: Sequence[str], who: str, rollouts: int, players: int | None, rules: Sequence[str], seed: int,
                        **options: Any) -> None:  # fmt: skip
    """What the suits of a discard are worth."""
    from simlab.games.arcana.studies.effects import effects as measure
    from simlab.studies.ask import Ask

    ask = Ask("arcana", who, players, changed(rules), rollouts, seed, tuple(policy_files))

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.games.arcana.studies.effects_page import effects_study

        return effects_study(measure(ask, folder, crew=crew, fresh=fresh, progress=told))

    conduct(study, home("effects", "arcana", [who, players, list(rules), rollouts, seed]), **options)


def action_table(game: str, at: str | None, against: str | None, policy: str | None, policy_files: Sequence[str], players: str | None,
                 rules: Sequence[str], rollouts: int, seed: int, **options: Any) -> None:  # fmt: skip
    """Every kind of action against doing nothing."""
    from simlab.studies.actions.measure import ActionsAsk, actions

    _, who = cast(game, policy, policy_files)
    asks = [ActionsAsk(game, who, size, changed(rules), rollouts, seed, tuple(policy_files), at, against) for size in sizes(players)]

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.studies.actions.page import actions_study

        homes = [folder] if len(asks) == 1 else [folder / f"{ask.players}-players" for ask in asks]
        pairs = zip(asks, homes, strict=True)
        return actions_study([actions(ask, home, crew=crew, fresh=fresh, progress=told) for ask, home in pairs])

    conduct(study, home("actions", game, [at, against, who, players, list(rules), rollouts, seed]), **options)


def sizes(text: str | None) -> list[int | None]:
    """`2,4,6` as table sizes."""
    if text is None:
        return [None]
    found = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() for part in found):
        raise InputError(f"--players {text}: write a table size, or several with commas between")
    return list(dict.fromkeys(int(part) for part in found))


def cast(game: str, policy: str | None, policy_files: Sequence[str]) -> tuple[list[Any], str]:
    """Policies of the user's own, and who plays: `basic` where nobody is named and there is one."""
    from simlab.contract.catalogue import load
    from simlab.players.registry import from_file, policies

    found = load(game)
    own = [from_file(found, spec) for spec in policy_files]
    return own, policy if policy is not None else "basic" if "basic" in policies(found) else "uniform"


def tune(file: Path, trials: int | None, rollouts: int | None, seed: int | None, **options: Any) -> None:
    """Rules that meet the targets of a file."""
    from simlab.studies.tune import quest as tuning
    from simlab.studies.tune.measure import tune as search

    quest = tuning.read(file, {"trials": trials, "rollouts": rollouts, "seed": seed})

    def study(folder: Path, told: Progress, crew: Crew, fresh: bool) -> Study:
        from simlab.studies.tune.page import tune_study

        quiet = options["quiet"] or options["as_json"]
        notice = (lambda text: None) if quiet else told.notice
        return tune_study(search(quest, folder, crew=crew, fresh=fresh, progress=told, notice=notice))

    conduct(study, api.HOME / f"tune-{file.stem}", **options)


def listed(text: str) -> list[Any]:
    """`uniform, {name: equilibrium, alpha: 0.1}` as policies."""
    found = parse_value(f"[{text}]", f"--policies {text}")
    for spec in found:
        if not isinstance(spec, str | dict):
            raise InputError(f"--policies {text}: write names, or {{name: NAME, parameter: value}}, with commas between")
    return list(found)


def changed(rules: Sequence[str]) -> dict[str, Any]:
    """`--rules target=40` as knobs."""
    found: dict[str, Any] = {}
    for text in rules:
        place, value = api.assignment(text.removeprefix("rules."), f"--rules {text}")
        found[place[0]] = value
    return found


def home(kind: str, name: str, what: Any) -> Path:
    """Where a study goes that was not told where: the same question, the same place."""
    return api.HOME / f"{kind}-{name}-{sha256(json.dumps(what).encode()).hexdigest()[:8]}"


def conduct(study: Callable[..., Study], usual: Path, out: Path | None, as_json: bool, quiet: bool, threads: int | None,
            fresh: bool) -> None:  # fmt: skip
    """Make a study, write its page and show it."""
    if not quiet:
        jit.announce()
    told = progress(quiet or as_json)
    folder = out or usual
    try:
        found = study(folder, told, Crew(workers=threads), fresh)
    except KeyboardInterrupt:
        click.echo("\nsimlab: stopped; what was played is kept: the same command goes on from there", err=True)
        sys.exit(130)
    finally:
        if isinstance(told, Bar):
            told.stop()
    path = found.write(folder)
    if as_json:
        click.echo(json.dumps(found.data, ensure_ascii=False))
    elif not quiet:
        show(found, path)


def show(study: Study, path: Path) -> None:
    """For people: the question, the tables, the findings, the report's path."""
    from rich.console import Console

    from simlab.commands.running import WIDE

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    console.print(study.title, style="bold", markup=False)
    for block in study.tables:
        console.print(table(block))
    for sentence in study.findings:
        console.print(f"- {sentence}", markup=False)
    click.echo(f"report: {path}")


def table(block: Block) -> Any:
    from rich.table import Table

    shown = Table(*block.head, box=None, header_style="bold", title=block.title, title_justify="left")
    for row in block.rows[:SHOWN]:
        shown.add_row(*row)
    if len(block.rows) > SHOWN:
        shown.caption = f"{len(block.rows) - SHOWN} more rows in the report"
    return shown
