"""The rules as they are against changes of them, as a scenario: what `simlab compare` and `simlab.compare` play."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from simlab.contract.game import Game
from simlab.contract.knobs import show
from simlab.contract.titles import titles_of
from simlab.scenarios.document import assignment
from simlab.words.asked import EVERYTHING
from simlab.words.titles import knob_words

BASE = "base"  # the variant of the rules as they are
MOST_ASKED = 3

Change = str | Mapping[str, Any]  # `bet=2`, as it is typed; or {"bet": 2}


def comparison(game: Game, changes: Sequence[Change], metrics: Sequence[str] = (), also: Sequence[str] = ()) -> dict[str, Any]:
    """The default rules against one or more changes of them; asked is what changes most, unless metrics are named."""
    variants = {name_of(change): variant(change) for change in changes}
    titles = {name: words_of(game, one) or name for name, one in variants.items()}
    scenario: dict[str, Any] = {
        "question": f"What does {' or '.join(titles.values())} change in {game.title.partition(':')[0]}?",
        "ask": list(metrics[:MOST_ASKED]) or EVERYTHING,
        "titles": {BASE: "the rules as they are", **titles},
        "game": game.name,
        "variants": {BASE: {}, **variants},
    }
    return scenario | ({"also": list(also)} if also else {})


def name_of(change: Change) -> str:
    """What the variant is called: what was typed."""
    if isinstance(change, str):
        return change.replace("rules.", "")
    return ",".join(f"{knob}={show(value)}" for knob, value in change.items())


def variant(change: Change) -> dict[str, Any]:
    """`bet=2`, `policies=honest`, or several at once, `bet=2,ante=2`, as a variant."""
    typed = [] if isinstance(change, Mapping) else [assignment(part, change) for part in re.split(r",(?=\s*[\w.]+\s*=)", change)]
    given = dict(change) if isinstance(change, Mapping) else dict(typed)
    who = {"policies": given.pop("policies")} if "policies" in given else {}
    return who | ({"rules": given} if given else {})


def words_of(game: Game, changed: Mapping[str, Any]) -> str:
    """A change as people say it: `bet 2, ante 2`."""
    words = titles_of(game)
    parts = [knob_words(words, knob, value) for knob, value in changed.get("rules", {}).items()]
    who = changed.get("policies")
    return ", ".join([*parts, *([words.policies.get(who, who)] if isinstance(who, str) else [])])
