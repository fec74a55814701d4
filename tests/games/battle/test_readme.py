"""Battle's page for players: its tables are written from the model. `python -m tests.games.battle.test_readme` writes them anew."""

from pathlib import Path

from simlab.games import battle
from simlab.games.battle.columns import COLUMNS
from simlab.games.battle.rules import Rules

PAGE = Path(battle.__file__).parent / "README.md"


def knob_table() -> list[str]:
    rows = [f"| `{name}` | {words} | {default} | {doc} |" for name, words, default, doc in Rules.table()]
    return ["| knob | range | default | what it changes |", "|---|---|---|---|", *rows]


def column_table() -> list[str]:
    rows = [f"| `{c.name}`{'*' if c.hidden else ''} | {c.kind}{', by seat' if c.seats else ''} | {c.doc} |" for c in COLUMNS]
    return ["| column | kind | meaning |", "|---|---|---|", *rows]


def filled(page: str) -> str:
    for name, table in (("knobs", knob_table()), ("columns", column_table())):
        head, rest = page.split(f"<!-- {name} -->")
        tail = rest.split(f"<!-- /{name} -->")[1]
        page = f"{head}<!-- {name} -->\n" + "\n".join(table) + f"\n<!-- /{name} -->{tail}"
    return page


def test_the_tables_of_the_page_are_those_of_the_model():
    page = PAGE.read_text(encoding="utf-8")
    assert page == filled(page)


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
