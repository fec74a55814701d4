"""What each column of a run means and what people call it, for the manifest and for verdicts: the game's words, and the scenario's own."""

from dataclasses import asdict
from typing import Any

from simlab.contract.titles import titles_of
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import BY_PLAYER
from simlab.words.titles import PER_CENT, Title, Titles, metric_title, readable


def column_data(plan: Plan) -> dict[str, Any]:
    """What each column means, by its name; those that the scenario defines too."""
    columns = {column.name: {key: value for key, value in asdict(column).items() if key != "dtype"} for column in plan.game.columns}
    for column in [column for column in plan.game.columns if column.seats and plan.scenario.rotate_seats]:
        doc = f"{column.doc}, by place in the line-up whatever the seat"
        columns[column.name + BY_PLAYER] = {**columns[column.name], "doc": doc, "seats": False}
    columns |= {name: {"name": name, "doc": text, "kind": "defined", "unit": ""} for name, text in plan.scenario.define.items()}
    known = titles_of(plan.game)
    return {name: {**column, **title_data(plan, known, name, column)} for name, column in columns.items()}


def title_data(plan: Plan, known: Titles, name: str, column: dict[str, Any]) -> dict[str, Any]:
    """What people call a metric, its clause, its unit, and whether it is shown in per cent."""
    of, given = name.removesuffix(BY_PLAYER), plan.scenario.titles
    title = metric_title(known, of, str(column.get("title") or ""))
    for written in (given[key] for key in (of, name) if key in given):
        title = Title(written.title, written.says or title.says, written.unit or title.unit)
    unit = column["unit"] if title.unit is None else title.unit
    rate = {"rate": True} if unit == PER_CENT else {}
    return {"title": title.name, "says": title.says, "unit": "" if rate else unit, **rate}


def words(plan: Plan) -> dict[str, Any]:
    """What people call variants, knobs, policies and levels, and what knobs are about."""
    known = titles_of(plan.game)
    given = plan.scenario.titles
    variants = {name: given[name].title if name in given else readable(name) for name in plan.scenario.variant_names}
    about = {knob: list(metrics) for knob, metrics in known.about.items()}
    parts = {"knobs": known.knobs, "policies": known.policies, "levels": known.levels, "about": about}
    return {"variants": variants, **{name: dict(part) for name, part in parts.items()}}
