"""One file for a game that is there: a policy to fill in, or a scenario to run."""

import re
from keyword import iskeyword
from pathlib import Path
from typing import Any

from simlab.contract.game import Game
from simlab.contract.knobs import show
from simlab.errors import InputError
from simlab.players.registry import policies
from simlab.scaffold.files import write_new
from simlab.scenarios.document import parse
from simlab.scenarios.prepare import prepare

MECHANICS = Path(__file__).parent.parent / "mechanics"
FIELD = re.compile(r'\("(\w+)",[^#\n]*#\s*(.+)')  # ("paid", "i4"),  # chips in the pot
SCHEMA = "scenario.schema.json"
POLICY = '''\
"""{name}, a player of {game}. Try it:

    simlab tournament {game} --policy-file {file}:{name}
    simlab replay {game} --policies {name} --policy-file {file}:{name}

What it may look at is `view`:

{fields}

`view.legal` holds the legal actions as a mask: can(view.legal, action), count(view.legal), nth(view.legal, n). The knobs are
`rules.{knob}` and so on (simlab games {game}); `me.dice` are its own random numbers, `me.memory` sixteen numbers that are cleared
with every game.
"""

from simlab.masks import count, first, nth
from simlab.rng import below, uniform


def {name}(view, rules, me, table):
    """Takes the first legal action, and now and then any."""
    if uniform(me.dice) < me.params[0]:
        return nth(view.legal, below(me.dice, count(view.legal)))
    return first(view.legal)


{name}.params = {{"whim": 0.1}}
'''
SCENARIO = """\
# yaml-language-server: $schema={schema}
question: {question}
game: {game}
policies: {policy}
variants:
  as it is: {{}}
  changed: {{rules: {{{knob}: {value}}}}}
rollouts: 100_000
seed: 1
metrics: [{metrics}]
"""


# ---- a policy


def new_policy(game: Game, name: str, path: Path) -> None:
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", name) or iskeyword(name):
        raise InputError(f"{name!r} cannot name a policy: small letters, digits and _ only (cautious)")
    if name in policies(game):
        raise InputError(f"{game.name} has a policy called {name!r} already: choose another name")
    knob = next((knob for knob in game.Rules.knobs() if knob != "players"), "players")
    text = POLICY.format(name=name, game=game.name, file=path, fields="\n".join(fields(game)), knob=knob)
    write_new(path, text)


def fields(game: Game, record: Any = None, under: str = "view") -> list[str]:
    """The fields of a view with what the sources say of each; records inside are opened."""
    notes, lines = field_notes(game), []
    for name in (record or game.engine.VIEW).names:
        kind = (record or game.engine.VIEW)[name]
        if kind.names:
            lines += fields(game, kind, f"{under}.{name}")
            continue
        shape = f"[{', '.join(map(str, kind.shape))}]" if kind.shape else ""
        lines.append(f"    {under + '.' + name + shape:32} {notes.get(name, '')}".rstrip())
    return lines


def field_notes(game: Game) -> dict[str, str]:
    """The comments behind fields of records, by the field's name: of the mechanics that games share, then of the game's own rules."""
    notes = {"round": "rounds begun"}
    for path in (*sorted(MECHANICS.glob("*.py")), Path(str(game.rules.__file__))):
        notes |= dict(FIELD.findall(path.read_text(encoding="utf-8")))
    return notes | {"seat": "your own seat", "legal": "legal actions, as a mask"}


# ---- a scenario


def new_scenario(game: Game, path: Path) -> None:
    """A comparison of the rules as they are with one knob changed; what is written is what the loader has read."""
    knob, value = other_knob(game)
    metrics = ["win", *(column.name for column in game.columns if column.seats and column.name != "win" and not column.hidden)][:3]
    text = SCENARIO.format(
        schema=SCHEMA, question=f"What does {knob} {show(value)} change?", game=game.name, policy=game.usual_player,
        knob=knob, value=show(value), metrics=", ".join(metrics),
    )  # fmt: skip
    prepare(parse(text, str(path)))
    write_new(path, text)


def other_knob(game: Game) -> tuple[str, Any]:
    """A knob that the usual player can play with, and a value of it that is not its default."""
    usual = next(policy for policy in game.policies if policy.name == game.usual_player)
    for knob, default in sorted(game.Rules().plain().items(), key=lambda pair: pair[0] == "players"):  # other seats last
        for value in near(default):
            try:
                rules = game.Rules.of({knob: value})
            except InputError:
                continue
            if not usual.fits(rules):
                return knob, value
    raise InputError(f"{game.name} has no knob to change: write its scenario by hand (docs/scenarios.md)")


def near(value: Any) -> list[Any]:
    """Values beside a knob's default, to be tried."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [value * 1.5, value / 2] if isinstance(value, float) else []
