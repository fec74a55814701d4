"""Saved games that nobody saved: every key and value replaced by what does not belong there, and files that are no games at all."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

LONG = "@5,000 digits@"  # stands for a number that Python itself would not write

GOOD: dict[str, Any] = {
    "game": "template",
    "version": 1,
    "rules": {"deals": 3},
    "seed": 7,
    "index": 0,
    "actions": [],
    "you": 0,
    "policies": ["honest", "honest"],
}

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "minus one": -1,
    "one": 1,
    "two": 2,
    "2^31": 2**31,
    "2^63 - 1": 2**63 - 1,
    "2^63": 2**63,
    "2^64": 2**64,
    "a number of 41 digits": 10**40,
    "a number of 5,000 digits": LONG,
    "a half": 0.5,
    "1e308": 1e308,
    "nan": float("nan"),
    "infinity": float("inf"),
    "no word": "",
    "a word": "x",
    "a number as text": "7",
    "escapes": "\x1b[31mred\x07",
    "markup": "[/b]",
    "a path": "../../etc/passwd",
    "code": "__import__('os')",
    "a long word": "a" * 100_000,
    "a lone surrogate": "\ud800",
    "a null byte": "a\0b",
    "a right-to-left mark": "\u202eabc",
    "lines": "one\ntwo",
    "an empty list": [],
    "a list": [1, 2, 3],
    "an empty block": {},
    "a block": {"name": "honest"},
    "a list in a list": [[[[]]]],
    "numbers as keys": {"1": 1},
}
RULES: dict[str, Any] = {
    "an unknown knob": {"bett": 2},
    "out of range": {"deals": 10**9},
    "below range": {"ante": 0},
    "a knob of words": {"deals": "3"},
    "a knob of halves": {"deals": 2.5},
    "a knob of nan": {"deals": float("nan")},
    "a knob of lists": {"deals": [3]},
    "a true knob": {"deals": True},
    "knobs that do not go together": {"bet": 60},
    "players": {"players": 6},
    "no players": {"players": 0},
    "many knobs": {f"k{n}": n for n in range(500)},
    "a long knob": {"d" * 50_000: 1},
    "escapes in a knob": {"\x1b]0;title\x07": 1},
    "a knob 2^70": {"ante": 2**70},
}
ACTIONS: dict[str, Any] = {
    "an illegal action": [9],
    "action -1": [-1],
    "action 63": [63],
    "action 64": [64],
    "action 2^70": [2**70],
    "a half action": [0.5],
    "a true action": [True],
    "an action of words": ["0"],
    "no action": [None],
    "actions in lists": [[0]],
    "an action by name": {"0": 0},
    "too many actions": [0] * 500,
    "100,000 actions": [0] * 100_000,
    "legal, then not": [0, 0, 0, 5],
    "a nan action": [float("nan")],
}
POLICIES: dict[str, Any] = {
    "nobody known": ["nobody", "honest"],
    "too few": ["honest"],
    "too many": ["honest"] * 7,
    "a number": [1, 2],
    "none": [None, None],
    "an open block": ["{", "honest"],
    "no block": ["{name: [}", "honest"],
    "a block without a name": ["{alpha: 1}", "honest"],
    "an unknown parameter": ["{name: honest, x: 1}", "honest"],
    "worlds beyond all bounds": ["{name: search, worlds: 1e18}", "honest"],
    "worlds of nan": ["{name: search, worlds: .nan}", "honest"],
    "a tag": ["{name: !!python/name:os.system }", "honest"],
    "a bomb": ["{name: honest, a: &a [1,1,1,1,1,1,1,1], b: &b [*a,*a,*a,*a], c: [*b,*b,*b,*b,*b]}", "honest"],
    "blocks in blocks": [{"name": "honest"}, "honest"],
    "deep": ["{name: " + "[" * 3000, "honest"],
    "escapes": ["\x1b[2J", "honest"],
    "cannot play": ["learned", "learned"],
    "a long name": ["h" * 90_000, "honest"],
    "an alpha of words": ["{name: equilibrium, alpha: x}", "honest"],
}
RAW: dict[str, bytes] = {
    "empty": b"",
    "blank": b"  \n",
    "no JSON": b"game: template\n",
    "a number": b"7",
    "a word": b'"template"',
    "null": b"null",
    "a list": b"[]",
    "a list of games": b"[{}]",
    "open": b'{"game": "template"',
    "a comma too many": b'{"game": "template",}',
    "a comment": b"{} // game",
    "two games": json.dumps(GOOD).encode() * 2,
    "a key twice": b'{"game": "template", "game": "battle"}',
    "latin": b'{"game": "t\xe9"}',
    "utf-16": json.dumps(GOOD).encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + json.dumps(GOOD).encode(),
    "nulls": bytes(500),
    "deep lists": b"[" * 100_000,
    "deep blocks": b'{"a":' * 50_000,
    "deep and closed": b'{"rules": ' + b"[" * 2000 + b"]" * 2000 + b"}",
    "5,000 digits": b'{"seed": ' + b"9" * 5000 + b"}",
    "1e999": b'{"seed": 1e999}',
    "NaN": b'{"seed": NaN}',
    "random bytes": random.Random(5).randbytes(4000),
    "a zip": b"PK\x03\x04" + bytes(200),
    "a pickle": b"\x80\x04\x95cos\nsystem\n.",
    "40,000 spaces": b" " * 40_000 + b"x",
    "a megabyte of keys": ("{" + ",".join(f'"k{n}": {n}' for n in range(60_000)) + "}").encode(),
    "9 MB": b'{"game": "' + b"a" * 9_000_000 + b'"}',
}


def hostile_games(actions: list[int], rounds: int = 0, seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Files under names that say what is wrong with them. `actions` are those of a good game; `rounds` more are damaged by chance."""
    good = {**GOOD, "actions": actions}
    yield from RAW.items()
    for key in good:
        yield f"{key} missing", as_file({name: value for name, value in good.items() if name != key})
        for what, value in VALUES.items():
            yield f"{key}: {what}", as_file({**good, key: value})
    for key, kinds in (("rules", RULES), ("actions", ACTIONS), ("policies", POLICIES)):
        for what, value in kinds.items():
            yield f"{key}: {what}", as_file({**good, key: value})
    for what, value in VALUES.items():
        yield f"an unknown key: {what}", as_file({**good, "more": value})
        yield f"a key that is {what}", as_file({**good, str(value)[:200]: 1})
        yield f"an action: {what}", as_file({**good, "actions": [*actions[:2], value]})
        yield f"a policy: {what}", as_file({**good, "policies": ["honest", value]})
        yield f"a knob: {what}", as_file({**good, "rules": {"deals": value}})
    yield from by_chance(good, rounds, random.Random(seed))


def by_chance(good: dict[str, Any], rounds: int, dice: random.Random) -> Iterator[tuple[str, bytes]]:
    """Bytes flipped, cut out and doubled; then two values at once replaced."""
    whole = as_file(good)
    for n in range(rounds // 2):
        raw = bytearray(whole)
        for _ in range(dice.choice((1, 1, 3, 10))):
            at = dice.randrange(len(raw))
            how = dice.randrange(4)
            if how == 0:
                raw[at] ^= 1 << dice.randrange(8)
            elif how == 1:
                del raw[at : at + dice.randrange(1, 9)]
            elif how == 2:
                raw[at:at] = raw[at : at + dice.randrange(1, 9)]
            else:
                raw[at] = dice.choice(b'0-9eE{}[],:"\\ tn\x00\xff')
            raw = raw or bytearray(b"{")
        yield f"chance {n}", bytes(raw)
    for n in range(rounds - rounds // 2):
        bad = copy.deepcopy(good)
        for key in dice.sample(list(good), 2):
            bad[key] = dice.choice([*VALUES.values(), *RULES.values(), *ACTIONS.values(), *POLICIES.values()])
        yield f"two at once {n}", as_file(bad)


def as_file(data: dict[str, Any]) -> bytes:
    """As JSON, with numbers too that JSON does not have."""
    return json.dumps(data).replace(f'"{LONG}"', "1" + "0" * 5000).encode()
