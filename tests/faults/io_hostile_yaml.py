"""Files of the kinds that people write (scenarios, tuning files, orders of hands, pay tables, table games), with what does not belong."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from simlab.ranking.order_files import order_data
from simlab.scenarios.document import read
from simlab.scenarios.prepare import prepare
from simlab.studies.draw.by_order import draw_game
from simlab.studies.table_games.measure import House
from simlab.studies.table_games.shapes import table_game
from simlab.studies.tune import quest
from tests.faults.io_hostile import VALUES, as_file

Data = dict[str, Any]
PAIR = {"hand": "pair", "of": "J+", "pay": 1}
GOOD: dict[str, Data] = {
    "scenario": {
        "game": "template", "rollouts": 100, "seed": 1, "players": 2, "policies": ["honest", "uniform"], "rules": {"deals": 3},
        "variants": {"base": {}, "more": {"rules": {"bet": 2}}}, "sweep": {"rules.ante": [1, 2]}, "metrics": ["win"],
        "define": {"rich": "AVG(pot > 3)"}, "also": ["uniform"], "checks": ["win < 0.9"],
    },
    "tuning": {
        "game": "template", "policies": "honest", "knobs": {"deals": "1..9", "bet": [1, 2]},
        "targets": ["win spread below 1 %"], "trials": 9,
    },
    "order": {"like": "standard", "deck": {"suits": "cdhsr", "copies": 1, "jokers": 0}, "ties": [], "about": "ours"},
    "pay table": {
        "title": "ours", "deck": {"jokers": 1, "lowest": 2, "wild": 2}, "pays": [PAIR, {"hand": "flush", "wilds": [0, 2], "pay": 6}],
    },
    "pay table of an order": {"title": "ours", "order": "standard", "pays": [{"hand": "pair", "of": ["A"], "pay": "3/2", "name": "aces"}]},
    "table game": {
        "title": "ours", "order": "standard", "cards": 3, "deck": {"jokers": 0}, "dealer": {"shown": 1, "qualifies": "", "ante": "win"},
        "raise": {"times": [1, 2], "pays": [PAIR]}, "bonus": [PAIR], "fold": True, "side_bets": {"pairs": [PAIR]},
    },
}  # fmt: skip
READERS: dict[str, Callable[[Path], object]] = {
    "scenario": lambda path: prepare(read(path)),
    "tuning": quest.read,
    "order": order_data,
    "pay table": lambda path: draw_game(str(path)).pays.whole,
    "pay table of an order": lambda path: draw_game(str(path)).pays.whole,
    "table game": lambda path: House(table_game(str(path))),
}
TOWER = b"".join(b"%c: &%c [%s]\n" % (98 + k, 98 + k, b",".join([b"*%c" % (97 + k)] * 9)) for k in range(8))
RAW: dict[str, bytes] = {
    "empty": b"",
    "a word": b"game",
    "a list": b"- game: template\n",
    "deep lists": b"game: " + b"[" * 30_000,
    "deep blocks": b"a: " + b"{a: " * 10_000,
    "deep lines": b"".join(b" " * k + b"a:\n" for k in range(300)),
    "a bomb": b"a: &a [x,x,x,x,x,x,x,x,x]\n" + TOWER,
    "an anchor in itself": b"game: &a [*a]\n",
    "no anchor": b"game: *a\n",
    "a tag": b"game: !!python/object/apply:os.system [id]\n",
    "a tag of our own": b"game: !x template\n",
    "6,000 digits": b"game: " + b"9" * 6000 + b"\n",
    "a null byte": b"game: template\0\n",
    "a list as a key": b"? [a]\n: b\n",
    "a block as a key": b"? {a: b}\n: b\n",
    "a key twice": b"title: a\ntitle: b\n",
    "one and one as text": b"1: a\n'1': b\n",
    "latin": b"game: \xe9\n",
    "utf-16": "game: template\n".encode("utf-16"),
    "escapes": b'game: "\\e[31m"\n',
    "a merge": b"<<: {game: template}\n",
    "two documents": b"game: template\n---\ngame: battle\n",
    "tabs": b"game:\ttemplate\n\trules: 1\n",
    "an open quote": b"game: 'template\n",
    "an open bracket": b"game: [template\n",
    "40,000 spaces": b" " * 40_000 + b"x",
    "40,000 items": b"game: [" + b"x, " * 40_000 + b"]",
    "300 KB": b"game: " + b"a" * 300_000,
    "noise": bytes(range(256)) * 8,
    "a zip": b"PK\x03\x04" + bytes(200),
    "directives": b"%YAML 9.9\n---\ngame: template\n",
    "ends alone": b"...\n...\n",
    "a pay of 10^99999999": b"pays: [{hand: pair, pay: '1e99999999'}]\n",
    "pays without common parts": b"pays: [" + b", ".join(b"{hand: pair, pay: 1/%d}" % n for n in range(961, 1000)) + b"]\n",
}


def hostile_files(kind: str) -> Iterator[tuple[str, bytes]]:
    """Files under names that say what is wrong with them."""
    yield from RAW.items()
    for place in places(GOOD[kind]):
        yield f"{place} missing", as_file(changed(GOOD[kind], place, None))
        for what, value in VALUES.items():
            yield f"{place}: {what}", as_file(changed(GOOD[kind], place, [value]))
    for what, value in VALUES.items():
        yield f"a key that is {what}", as_file({**GOOD[kind], str(value)[:200]: 1})


def places(data: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where values stand, however deep."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*place, key)
        yield from places(value, (*place, key))


def changed(data: Any, place: tuple[Any, ...], to: list[Any] | None) -> Any:
    """The same with another value at one place; without `to`, with none there."""
    data = json.loads(json.dumps(data))
    home = data
    for key in place[:-1]:
        home = home[key]
    if to is None:
        del home[place[-1]]
    else:
        home[place[-1]] = to[0]
    return data
