"""Write the generated parts of the docs: what stands between `<!-- name -->` and `<!-- /name -->` in each page.

`python -m tools.docs` writes them, `stale()` (used by the tests) says which pages are out of date. A game's page is the README.md of its
folder; a game without one is listed among the games, and that is all.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from simlab.contract.catalogue import HOME, load, shipped
from simlab.contract.charts import KINDS, LARGEST
from simlab.contract.columns import Column
from simlab.contract.game import Game
from simlab.contract.policy import Param, Role
from simlab.players.registry import policies
from simlab.players.strength import FILE
from simlab.ranking.order_files import names, order_data
from simlab.ranking.schema import described
from simlab.stats.claims import rounded
from tools import packages

ROOT = Path(__file__).parent.parent


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cell(entry) for entry in line) + " |" for line in lines)


def knobs(game: Game) -> str:
    rows = ((f"`{name}`", bounds, f"`{default}`", doc) for name, bounds, default, doc in game.Rules.table())
    return table(("knob", "range", "default", "what it changes"), rows)


def columns(game: Game) -> str:
    return table(("column", "kind", "what it says"), ((f"`{c.name}`{'*' * c.hidden}", kind(c), c.doc + rate(c)) for c in game.columns))


def kind(column: Column) -> str:
    entries = " by seat" if column.seats else f" × {len(column.levels)}" if column.is_array else ""
    return f"{column.kind}{entries}"


def rate(column: Column) -> str:
    return f"; divided by `{column.over}`" if column.over else ""


def players(game: Game) -> str:
    rows = ((f"`{p.name}`", p.doc, ", ".join([*map(told, p.params), *map(role, p.roles)])) for p in policies(game).values())
    return table(("policy", "how it plays", "parameters"), rows)


def told(param: Param) -> str:
    return f"`{param.name}` {param.default:g}: {param.doc}"


def role(role: Role) -> str:
    return f"`{role.name}`: {role.doc}"


def strength(game: Game) -> str:
    """How often one of each policy wins among players of a yardstick, as `tools/strength.py` measured it."""
    known = json.loads(Path(FILE).read_text(encoding="utf-8")).get(game.name, {})
    rows = [
        (f"`{name}`", f"`{found['against']}`", players, per_cent(found), gained(found["gain"]))
        for name, tables in known.items()
        for players, found in tables.items()
    ]
    return table(("policy", "among", "players", "wins, %", "a stronger player takes"), rows)


def gained(found: dict[str, Any] | None) -> str:
    """What the best known deviator takes from such players."""
    if found is None:
        return "not known"
    unit = f"{found['unit']} a {found['per']}"
    if found["ci_low"] is None:
        return f"{found['estimate']:.3g} {unit}, exactly"
    if found["ci_low"] <= 0:
        return "nothing that is sure"
    error = (found["ci_high"] - found["ci_low"]) / 4
    return "{} ({} to {}) {unit}".format(*(rounded(found[key], error) for key in ("estimate", "ci_low", "ci_high")), unit=unit)


def per_cent(found: dict[str, float]) -> str:
    error = 25 * (found["ci_high"] - found["ci_low"])
    return "{} ({} to {})".format(*(rounded(100 * found[key], error) for key in ("estimate", "ci_low", "ci_high")))


def commands() -> str:
    from simlab.cli import QUESTIONS, first_sentence

    rows = [(question, f"`simlab {command.name}`", first_sentence(command)) for question, all_ in QUESTIONS.items() for command in all_]
    return table(("question", "command", "what it does"), rows)


def functions() -> str:
    """What can be asked from Python: each with its first sentence."""
    from inspect import getdoc, isfunction, signature

    from simlab import calls

    rows = []
    for name in calls.__all__:
        found = getattr(calls, name)
        told = (getdoc(found) or "").partition("\n")[0]
        given = [p for p in signature(found).parameters.values() if p.name != "more"] if isfunction(found) else []
        rows.append((f"`simlab.{name}({', '.join(p.name for p in given)})`" if isfunction(found) else f"`{name}`", told))
    return table(("from Python", "what it answers"), sorted(rows, key=lambda row: "(" not in row[0]))


def decisions() -> str:
    """What can be asked about in each game, and what actions can be judged by."""
    rows = []
    for name in shipped():
        game = load(name)
        exact = game.study("exact", ())
        goals = [f"`{goal.name}`{' (exact)' if goal in exact else ''}: {goal.doc}" for goal in (*exact, *game.decision_goals)]
        rows.append((f"`{name}`", points(game), "<br>".join(goals), f"`{game.usual_player}`"))
    return table(("game", "`--at`, first by default", "`--goal`, first that applies by default", "plays on"), rows)


def points(game: Game) -> str:
    if game.questions is None:
        return "positions of its games only (`--from`)"
    return "<br>".join(f"`{at}`: {doc}" for at, doc in game.questions.points.items())


def chart_kinds() -> str:
    """What authors of games may choose from."""
    rows = ((f"`{name}`", kind.draws, kind.metrics, kind.labels, facts(kind.facts)) for name, kind in KINDS.items())
    return table(("kind", "what it draws", "metrics", "labels", "facts of the title"), rows)


def facts(names: tuple[str, ...]) -> str:
    return "as above" if names == LARGEST else ", ".join(f"`{{{name}}}`" for name in names) or "none"


def known_orders() -> str:
    return table(("order", "what it is"), ((f"`{name}`", order_data(name).about) for name in names()))


def order_words() -> str:
    """Every word of an order file, block by block."""
    rows = ((f"`{block}.{word}`" if block else f"`{word}`", sentence) for block, word, sentence in described())
    return table(("word", "what it says"), (("`like`", "A known order to begin from; blocks are joined word by word."), *rows))


def game_list() -> str:
    return table(("game", "what it is"), ((linked(name), load(name).title) for name in shipped()))


def linked(name: str) -> str:
    return f"[`{name}`](../simlab/games/{name}/README.md)" if page_of(name).exists() else f"`{name}`"


def page_of(name: str) -> Path:
    return HOME / name / "README.md"


Part = Callable[[Game], str]
PARTS: dict[str, Part] = {"knobs": knobs, "columns": columns, "policies": players}  # of every game's page ...
MORE: dict[str, Part] = {"strength": strength}  # ... and of those that have a place for it


def pages() -> Iterator[tuple[Path, dict[str, str]]]:
    """Every page with generated parts, and what they should be."""
    yield ROOT / "docs" / "command-line.md", {"commands": commands()}
    yield ROOT / "docs" / "games.md", {"games": game_list()}
    yield ROOT / "docs" / "python.md", {"api": functions()}
    yield ROOT / "docs" / "equity.md", {"decisions": decisions()}
    yield ROOT / "docs" / "ranking.md", {"known_orders": known_orders(), "order_words": order_words()}
    yield ROOT / "docs" / "reports.md", {"chart_kinds": chart_kinds()}
    yield ROOT / "docs" / "trust.md", {"licences": table(("package", "version", "licence"), packages.licences())}
    for name in shipped():
        if page_of(name).exists():
            text = page_of(name).read_text(encoding="utf-8")
            wanted = PARTS | {part: make for part, make in MORE.items() if opening(part) in text}
            yield page_of(name), {part: make(load(name)) for part, make in wanted.items()}


def opening(part: str) -> str:
    return f"<!-- {part} -->"


def filled(text: str, parts: dict[str, str]) -> str:
    for name, body in parts.items():
        text = re.sub(rf"({opening(name)}\n).*?(<!-- /{name} -->)", lambda m, b=body: f"{m[1]}{b}\n{m[2]}", text, flags=re.DOTALL)
    return text


def stale() -> list[str]:
    """Pages that are out of date, or have no place for one of their parts."""
    found = []
    for path, parts in pages():
        text = path.read_text(encoding="utf-8")
        if filled(text, parts) != text or lacking(text, parts):
            found.append(f"{path.relative_to(ROOT)}{lacking(text, parts)}")
    return found


def lacking(text: str, parts: Iterable[str]) -> str:
    missing = [opening(part) for part in parts if opening(part) not in text]
    return f" lacks {', '.join(missing)}" if missing else ""


def write() -> Iterator[str]:
    """Fill in every page; sentences about what has no place."""
    for path, parts in pages():
        text = path.read_text(encoding="utf-8")
        path.write_text(filled(text, parts), encoding="utf-8")
        if lacking(text, parts):
            yield f"{path.relative_to(ROOT)}{lacking(text, parts)}: left out"
    for name in shipped():
        if not page_of(name).exists():
            yield f"{page_of(name).relative_to(ROOT)} does not exist: {name} is listed in docs/games.md and has no page"


if __name__ == "__main__":
    for sentence in write():
        print(sentence)
