"""Policies by name: `find` one, `make_player` it for given rules, or take one from the user's own file."""

import importlib.util
import inspect
import json
import linecache
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import numba
from numba import types as nt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.policy import Param, Policy
from simlab.contract.records import PARAMS
from simlab.contract.uniform import uniform
from simlab.errors import InputError, PolicyError, UnknownName
from simlab.jit import JIT, address_of
from simlab.play.bounds import ASKED, ask_helpers
from simlab.play.faults import telling_line
from simlab.play.read_only import COMPLAINTS, on_copies, only_reads, trial, writes
from simlab.play.seats import NO_TABLE, Player, policy_signature
from simlab.players.learned.policy import LEARNED
from simlab.players.learned.stored import missing
from simlab.players.search.policy import SEARCH
from simlab.players.solved.policy import solved_policies
from simlab.printable import prints_aside
from simlab.user_files import read_yaml

READY: dict[tuple[str, Path, bytes, str], Any] = {}  # policies from files, compiled: by game, file, its content, function
UNIFORM = Policy("uniform", uniform, "Each legal action with equal probability.")


def policies(game: Game, own: Sequence[Policy] = ()) -> dict[str, Policy]:
    """Every policy of a game: `uniform`, rules of thumb, strong players, `solved`, `search`, `learned`, probes, then the user's own."""
    known = [UNIFORM, *game.policies, *game.part(game.players, ()), *solved_policies(game), SEARCH, LEARNED, *probes(game), *own]
    return {policy.name: policy for policy in known}


def probes(game: Game) -> tuple[Policy, ...]:
    """Players made to answer one question: nobody's rivals, so not in tournaments unless they are named."""
    return tuple(game.part(game.probes, ()))


def searches(policy: Policy) -> bool:
    """Does it try out every action before it chooses? That takes a thousand times as long as a rule of thumb."""
    return policy.make is SEARCH.make


def refusal(game: Game, policy: Policy, rules: Rules) -> str:
    """Why a policy cannot play these rules; nothing if it can."""
    return missing(game, rules) if policy.make is LEARNED.make else policy.fits(rules)


def usual_player(game: Game, *tables: Rules) -> str:
    """Who plays where nobody is named: the usual player, the last of the game's policies that can play by all these rules, or `uniform`."""
    names = [game.usual_player, *(policy.name for policy in reversed(game.policies))]
    return next((name for name in names if not any(refusal(game, find(game, name), rules) for rules in tables)), UNIFORM.name)


def find(game: Game, name: str, own: Sequence[Policy] = ()) -> Policy:
    known = policies(game, own)
    if name not in known:
        raise UnknownName(f"{game.name} policy", name, known)
    return known[name]


def make_player(game: Game, spec: str | Mapping[str, Any], rules: Rules, own: Sequence[Policy] = ()) -> Player:
    """A player from `basic` or `{name: expert, depth: 2}` (as data or as text), compiled and set up for these rules."""
    given = spelled_out(spec) if isinstance(spec, str) else dict(spec)
    if "name" not in given:
        raise InputError(f"a policy needs a name: {given}")
    policy = find(game, str(given.pop("name")), own)
    why_not = refusal(game, policy, rules)
    if why_not:
        raise PolicyError(f"{game.name}: policy {policy.name!r} cannot play these rules: {why_not}")
    check_roles(game, policy, given, own)
    params = parameters(policy, given)
    if policy.make is not None:
        return cast(Player, policy.make(game, rules, given, lambda name: make_player(game, name, rules, own)))
    table = NO_TABLE if policy.table is None else policy.table(rules)
    python = bool(getattr(policy.act, "python", False))
    if python:
        return Player(policy.name, policy.act, params, table, python)
    if JIT:
        compile_for(game, policy)
    return Player(policy.name, policy.act, params, table, entry=address_of(policy.act, policy_signature(game) if JIT else None))


def spelled_out(text: str) -> dict[str, Any]:
    """`basic`, or `{name: search, worlds: 8}` as it is typed on a command line."""
    if not text.startswith("{"):
        return {"name": text}
    try:
        given, _ = read_yaml(text, "a policy", "a policy")
    except InputError:
        given = None
    if not isinstance(given, dict) or not isinstance(given.get("name"), str):
        raise InputError(f"a policy is a name, or {{name: NAME, parameter: value}} (given: {text:.100})")
    return {str(key): value for key, value in given.items()}


def make_line_up(game: Game, specs: Sequence[str | Mapping[str, Any]], rules: Rules, own: Sequence[Policy] = ()) -> list[Player]:
    """A player for each place; who stands there twice is made once."""
    made: dict[str, Player] = {}
    names = [json.dumps(spec, sort_keys=True) for spec in specs]
    for name, spec in zip(names, specs, strict=True):
        if name not in made:
            made[name] = make_player(game, spec, rules, own)
    return [made[name] for name in names]


def parameters(policy: Policy, given: Mapping[str, Any]) -> tuple[float, ...]:
    """Numbers for `me.params`, by name, within their bounds."""
    names = [*(param.name for param in policy.params), *(role.name for role in policy.roles)]
    for name in given:
        if name not in names:
            raise UnknownName(f"parameter of policy {policy.name!r}:", name, names)
    return tuple(number(policy, param, given.get(param.name, param.default)) for param in policy.params)


def check_roles(game: Game, policy: Policy, given: Mapping[str, Any], own: Sequence[Policy] = ()) -> None:
    """Policies by whose names a policy is set up: they are there, and can be asked a thousand times a second."""
    for role in policy.roles:
        name = given.get(role.name)
        if name is None or name in role.also:
            continue
        if not isinstance(name, str):
            raise InputError(f"policy {policy.name!r}: {role.name} must be the name of a policy (given: {name!r})")
        if searches(find(game, name, own)):
            raise InputError(f"policy {policy.name!r}: {role.name} cannot be {name!r}, which searches itself")


def number(policy: Policy, param: Param, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"policy {policy.name!r}: {param.name} must be a number (given: {value!r})")
    if not param.low <= value <= param.high:
        raise InputError(f"policy {policy.name!r}: {param.name} must lie between {param.low:g} and {param.high:g} (given: {value:g})")
    return float(value)


def compile_for(game: Game, policy: Policy) -> None:
    """Compile (or load) a policy for its game; a wrong return is named here, not deep inside a driver."""
    signature = policy_signature(game)
    if signature.args in policy.act.overloads:
        return
    policy.act.compile(signature.args)
    answer = policy.act.overloads[signature.args].signature.return_type
    if answer != nt.int64 and not isinstance(answer, nt.IntegerLiteral | nt.IntEnumMember):
        raise PolicyError(f"{game.name}: policy {policy.name!r} returns {answer}: it must return the number of an action")


def from_file(game: Game, spec: str) -> Policy:
    """A policy of the user's own, given as `my_policies.py:cautious`, compiled."""
    return made_ready(game, spec, read_from_file(spec))


def made_ready(game: Game, spec: str, policy: Policy) -> Policy:
    """A policy that was read from a file, compiled."""
    path, _, name = spec.rpartition(":")
    return policy if getattr(policy.act, "python", False) else replace(policy, act=compiled(game, path, name, policy.act))


def read_from_file(spec: str) -> Policy:
    """A policy of the user's own before it is compiled: good for all that asks about names and parameters."""
    path, _, name = spec.rpartition(":")
    if not path:
        raise InputError(f"a policy file is given as FILE:FUNCTION, for example my_policies.py:cautious (given: {spec!r})")
    function = functions_of(Path(path)).get(name)
    if function is None:
        raise UnknownName(f"function in {path}:", name, functions_of(Path(path)))
    if len(inspect.signature(function).parameters) != 4:
        raise PolicyError(f"{path}: {name} must take (view, rules, me, table)")
    doc = inspect.getdoc(function) or f"From {Path(path).name}."
    return Policy(name, function, doc, own_parameters(path, name, function))


def own_parameters(path: str, name: str, function: Any) -> tuple[Param, ...]:
    """Of a function with an attribute `params = {"caution": 0.5}`: names in the order of `me.params`."""
    given = getattr(function, "params", {})
    if not isinstance(given, Mapping) or len(given) > PARAMS or not all(isinstance(v, int | float) for v in given.values()):
        raise PolicyError(f"{path}: {name}.params must name at most {PARAMS} numbers, for example {{'caution': 0.5}}")
    return tuple(Param(str(key), float(value), "") for key, value in given.items())


def functions_of(path: Path) -> dict[str, Any]:
    """The functions a file defines. It is run: it comes from the command line, never from a scenario."""
    spec = importlib.util.spec_from_file_location(f"simlab_own_{path.stem}", path)
    if spec is None or spec.loader is None or not path.exists():
        raise InputError(f"{path}: no such Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        linecache.checkcache(str(path))
        with prints_aside():
            exec(compile(path.read_bytes(), str(path), "exec"), vars(module))  # as it is now: kept bytecode is told from others by seconds
    except (Exception, SystemExit) as error:  # a file that ends Python itself has given no answer
        raise PolicyError(f"{path}: {type(error).__name__}: {error}") from None
    ask_helpers(module, path)
    return {name: f for name, f in vars(module).items() if inspect.isfunction(getattr(f, "py_func", f)) and f.__module__ == spec.name}


def compiled(game: Game, path: str, name: str, function: Any) -> Any:
    """The user's function for the game's signature, with messages about its own lines; once for a file as it is."""
    plain = getattr(function, "py_func", function)
    if not JIT:
        return plain
    key = (game.package, Path(path).resolve(), sha256(Path(path).read_bytes()).digest(), name)
    if key not in READY:
        READY[key] = newly_compiled(game, path, name, plain)
    return READY[key]


def newly_compiled(game: Game, path: str, name: str, plain: Any) -> Any:
    """For the game's signature. One that writes rules or views does not compile; one that might is handed copies."""
    signature = policy_signature(game)
    try:
        answer = returned(game, plain)
        usual = numba.njit(signature, nogil=True, **ASKED)(plain) if isinstance(answer, nt.Integer | nt.IntEnumMember) else None
        made = usual if usual is None or only_reads(usual) else numba.njit(signature, nogil=True)(on_copies(plain, signature))
    except COMPLAINTS as error:
        raise PolicyError(f"{path}: {name}: {explain(game, plain, error)}") from None
    if made is None:
        raise PolicyError(f"{path}: {name} returns {answer}: it must return the number of an action (an int)")
    return made


def returned(game: Game, plain: Any) -> Any:
    """The type of what a policy returns."""
    try:
        return trial(game, plain)
    except COMPLAINTS as error:
        if writes(error):
            raise
    usual, signature = numba.njit(plain), policy_signature(game)  # it may call what takes only arrays that can be written
    usual.compile(signature.args)
    return usual.overloads[signature.args].signature.return_type


def explain(game: Game, function: Any, error: Exception) -> str:
    """The one line a policy's author needs out of numba's report."""
    text = str(error)
    source = inspect.getsource(function)
    for record, fields in (("view", game.engine.VIEW.names), ("rules", game.engine.RULES.names)):
        for found in re.finditer(rf"\b{record}\.(\w+)", source):
            if found.group(1) not in fields:
                return str(UnknownName(f"field {record}.", found.group(1), fields)).replace("field " + record + ". '", f"field '{record}.")
    place = re.search(r"line (\d+)", text) or re.search(r"\.py \((\d+)\)", text)
    where = f" (line {place.group(1)})" if place else ""
    if writes(error):
        return f"rules and views are read-only to policies{where}: they are everybody's"
    return f"does not compile{where}: {telling_line(text, error)}"
