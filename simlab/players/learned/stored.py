"""Stored nets: where they are, and what must be right about a file before its numbers are used.

A file is data: a line that says what it is, a line of JSON (game, version, rules, how it was made, what was measured, a checksum), then
the numbers, compressed. It is found by game and rules: first in the user's data folder (override: SIMLAB_DATA), then among those
that ship with simlab.
"""

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.data_folder import data_root
from simlab.disk import storage, write_whole
from simlab.errors import PolicyError
from simlab.masks import WIDTH
from simlab.players.learned import net
from simlab.players.learned.brain import Brain
from simlab.players.learned.sight import marks_of, sight_record
from simlab.players.learned.slots import Looks

Array = npt.NDArray[Any]

MAGIC = b"simlab learned 2\n"
OLDER = b"simlab learned 1\n"  # their line of JSON has no checksum of its own
SHIPPED = Path(__file__).parent / "shipped"
MOST = 1 << 24  # bytes of a net, unpacked
LARGEST = 1 << 14  # of anything that is counted in a file
WIDTHS = (1, 2, 4, 8)  # bytes of a number
KINDS = {"slots": net.SLOT, "listed": np.dtype("<i4"), "bounds": np.dtype("<i4"), "weights": np.dtype("<f2")}


@dataclass(frozen=True)
class Stored:
    """A net as it was found: what it looks at and knows, on whom it stands, how it was made; a digest tells it from others."""

    brain: Brain
    base: str
    header: Mapping[str, Any]
    digest: str
    path: Path


def rules_digest(rules: Rules) -> str:
    return hashlib.sha256(rules.lower().tobytes()).hexdigest()[:8]


def file_name(game: Game, rules: Rules) -> str:
    return f"{game.name}-{rules.players}-{rules_digest(rules)}.learned"


def home_of(game: Game, rules: Rules) -> Path:
    """Where training for these rules leaves its net."""
    return data_root() / "learned" / file_name(game, rules)


def path_of(game: Game, rules: Rules) -> Path | None:
    """The file for these rules: the user's own, else the one that ships with simlab; none where nothing was learned."""
    known = home_of(game, rules), SHIPPED / file_name(game, rules)
    return next((path for path in known if path.is_file()), None)


def missing(game: Game, rules: Rules) -> str:
    """A sentence where nothing was learned for these rules."""
    return "" if path_of(game, rules) else f"nothing was learned for them yet: simlab train {command_for(game, rules)}"


def digest_for(game: Game, rules: Rules) -> str:
    """What tells the net for these rules from others; nothing where there is none."""
    return "" if path_of(game, rules) is None else find_brain(game, rules).digest


def find_brain(game: Game, rules: Rules) -> Stored:
    """The net for these rules."""
    path = path_of(game, rules)
    if path is None:
        raise PolicyError(f"{game.name}: policy 'learned' cannot play these rules: {missing(game, rules)}")
    return read_brain(path, game, rules)


def command_for(game: Game, rules: Rules) -> str:
    """What to type after `simlab train` for these rules."""
    changed = dict(rules.changed())
    players = changed.pop("players", None)
    words = [game.name, *([f"--players {players}"] if players is not None else [])]
    return " ".join([*words, *(f"--rules {knob}={json.dumps(value)}" for knob, value in changed.items())])


# ---- writing


def write_brain(path: Path, game: Game, rules: Rules, base: str, brain: Brain, made: Mapping[str, Any]) -> None:
    """Store a net with all that is known of it."""
    arrays = {"slots": brain.looks.slots, "listed": brain.looks.listed, "bounds": brain.looks.bounds, "weights": brain.weights}
    raw = b"".join(np.asarray(array, KINDS[name]).tobytes() for name, array in arrays.items())
    packed = zlib.compress(raw, 9)
    header = {
        "game": game.name, "version": game.version, "rules": rules.changed(), "rules_digest": rules_digest(rules), "base": base,
        "view": view_digest(game), "sizes": list(brain.sizes[:4]), "marks": brain.marks, "margin": brain.margin,
        "lengths": {name: len(array) for name, array in arrays.items()}, "made": dict(made),
        "checksum": hashlib.sha256(packed).hexdigest(),
    }  # fmt: skip
    with storage(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, MAGIC + sealed(header) + b"\n" + packed)


def sealed(header: Mapping[str, Any]) -> bytes:
    """A header as its line of JSON, with a checksum of all its keys."""
    plain = json.dumps({name: value for name, value in header.items() if name != "seal"}, sort_keys=True)
    return json.dumps({**header, "seal": hashlib.sha256(plain.encode()).hexdigest()}, sort_keys=True).encode()


def view_digest(game: Game) -> str:
    """Changes with the shape of a view, and of what the game tells of it."""
    gist = game.searching.gist
    told = np.dtype(game.engine.VIEW).descr if gist is None else [np.dtype(game.engine.VIEW).descr, gist.record.descr]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:12]


# ---- reading


def read_brain(path: Path, game: Game, rules: Rules) -> Stored:
    """A net from its file, checked."""
    header, packed = open_file(path)
    if not {"game", "version", "rules_digest", "view", "base"} <= header.keys():
        raise refused(path, "is broken", game, rules)
    made_for = f"{header['game']} version {header['version']}"
    if made_for != f"{game.name} version {game.version}":
        raise refused(path, f"was made for {made_for}, this is {game.name} version {game.version}", game, rules)
    if header["rules_digest"] != rules_digest(rules) or header["view"] != view_digest(game):
        raise refused(path, "was made for other rules", game, rules)
    try:
        brain = unpacked(header, packed)
    except (KeyError, TypeError, ValueError, OverflowError, zlib.error):
        raise refused(path, "is broken", game, rules) from None
    if brain.marks != marks_of(game) or not in_bounds(brain, sight_record(game).itemsize, rules.players):
        raise refused(path, "is broken", game, rules)
    return Stored(brain, str(header["base"]), header, str(header["checksum"])[:16], path)


def refused(path: Path, why: str, game: Game, rules: Rules) -> PolicyError:
    return PolicyError(f"{path}: this file {why}; make it anew: simlab train {command_for(game, rules)} --fresh")


def open_file(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header and packed numbers of a file that is whole."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PolicyError(f"{path}: cannot read: {(error.strerror or str(error)).lower()}") from None
    try:
        kind, head, packed = content.split(b"\n", 2)
        header = json.loads(head)
        whole = kind + b"\n" in (MAGIC, OLDER) and hashlib.sha256(packed).hexdigest() == header["checksum"]
        whole = whole and (kind + b"\n" == OLDER or head == sealed(header))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        whole = False
    if not whole:
        raise PolicyError(f"{path}: this is no learned player, or not a whole one")
    return header, packed


def unpacked(header: Mapping[str, Any], packed: bytes) -> Brain:
    """The arrays, of the lengths that the header tells."""
    stream = zlib.decompressobj()
    raw, lengths, at = stream.decompress(packed, MOST), header["lengths"], 0
    arrays: dict[str, Array] = {}
    for name, kind in KINDS.items():
        count = int(lengths[name])
        arrays[name] = np.frombuffer(raw, kind, count, at)
        at += count * kind.itemsize
    features, wide, narrow, actions = (int(size) for size in header["sizes"])
    looks = Looks(arrays["slots"], arrays["listed"], arrays["bounds"], features)
    return Brain(looks, arrays["weights"].astype(np.float32), wide, narrow, actions, float(header["margin"]), int(header.get("marks", 0)))


def in_bounds(brain: Brain, view_bytes: int, players: int) -> bool:
    """Can a kernel, which checks nothing, use these numbers?"""
    features, wide, narrow, actions, shared = brain.sizes
    if min(brain.sizes) < 1 or max(brain.sizes) > LARGEST or actions > WIDTH or not np.isfinite(brain.weights).all():
        return False
    if len(brain.weights) != (features + 1) * wide + (wide + 1) * narrow + (narrow + 1) * (actions + shared):
        return False
    return slots_in_view(brain.looks.slots, view_bytes, players) and features_in_lists(brain.looks)


def slots_in_view(slots: Array, view_bytes: int, players: int) -> bool:
    """Every slot is of a kind that is known, and lies in the view, whoever's it is."""
    ends = slots["at"] + slots["stride"].astype(np.int64) * (players - 1) + slots["width"]
    known = np.isin(slots["kind"], range(net.KINDS)) & (np.isin(slots["width"], WIDTHS) | (slots["kind"] == net.HINT))
    inside = (slots["at"] >= 0) & (slots["stride"] >= 0) & (slots["turn"] >= 0) & (ends <= view_bytes)
    return bool((known & inside).all())


def features_in_lists(looks: Looks) -> bool:
    """Every slot has its own part of the list, large enough; every feature is listed once; ranges have their bounds."""
    slots, listed = np.sort(looks.slots, order="first"), looks.listed
    sizes, ends = slots["size"], slots["first"].astype(np.int64) + slots["size"]
    room = np.where(slots["kind"] == net.BITS, WIDTH, 1)
    lows = np.where(slots["kind"] == net.RANGES, slots["low"] + sizes.astype(np.int64) - 1, 0)
    apart = (
        len(slots)
        and slots["first"][0] >= 0
        and (sizes >= room).all()
        and (ends[:-1] <= slots["first"][1:]).all()
        and ends[-1] <= len(listed)
    )
    once = (listed >= net.ABSENT).all() and (listed < looks.features).all() and len(np.unique(listed[listed >= 0])) == (listed >= 0).sum()
    counted = (slots["kind"] == net.RANGES) | (slots["kind"] >= net.GROUP)
    bounded = (lows <= len(looks.bounds)).all() and (slots["low"][counted] >= 0).all() and (slots["low"][counted] < LARGEST).all()
    return bool(apart and once and bounded and (listed[slots["first"][slots["kind"] == net.SCALED]] >= 0).all())
