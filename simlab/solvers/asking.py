"""How often does a player take each action? Found by asking it, at every situation of a small game.

A player that rolls no dice is asked once. Another is asked thousands of times, its first random number going through the whole range in
equal steps, so that a choice made by one number is known to a part in that many. What it remembers is what it remembers after the same
choices; where it would never have made them, what it remembers after asking.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.minds import forget
from simlab.contract.records import PARAMS
from simlab.errors import InputError
from simlab.jit import ask_policy, kernel, new
from simlab.masks import can
from simlab.play.seats import Player, seated
from simlab.rng import R17, R47, mix
from simlab.solvers.trees import NOBODY, Tree

MOST_BITS, FEWEST_BITS, ALL_BITS = 16, 10, 26  # of the number of draws: for a situation, and for all of them

Array = npt.NDArray[Any]


def odds_of(tree: Tree, player: Player) -> Array:
    """Chances of all actions, as this player takes them."""
    if player.python or player.searches:
        raise InputError(f"{player.name} is too slow to be asked about every situation: name a policy that is compiled and does not search")
    (entry, *_), table, minds = seated([player])
    forget(minds, new(minds.dtype["key"]), 1)
    minds["round"] = 1
    lowered, sets = tree.rules.lower(), tree.sets
    bits = min(MOST_BITS, max(FEWEST_BITS, ALL_BITS - len(sets).bit_length()))
    odds, remembered = np.zeros(len(sets.actions)), np.zeros((len(sets.actions), PARAMS))
    for number in range(len(sets)):
        before, place = int(sets.before[number]), sets.of(number)
        memory = np.zeros(PARAMS) if before == NOBODY else remembered[before].copy()
        counts = np.zeros(64, np.int64)
        after = np.tile(memory, (64, 1))
        if not ask(int(entry), sets.views[number], lowered, minds[0], table, memory, after, counts, bits):
            raise InputError(f"{tree.game.name}: policy {player.name!r} chose an illegal action")
        actions = sets.actions[place]
        odds[place] = counts[actions] / counts[actions].sum()
        remembered[place] = after[actions]
    return odds


@kernel
def ask(entry, view, rules, me, table, memory, after, counts, bits):
    """Count its choices, and keep what it remembers after each. False for an illegal one."""
    step = np.uint64(1) << np.uint64(64 - bits)
    for draw in range(1 << bits):
        for i in range(PARAMS):
            me.memory[i] = memory[i]
        aim(me.dice, np.uint64(draw) * step + (step >> np.uint64(1)), np.uint64(draw))
        rolled = me.dice.s0
        action = ask_policy(entry, view, rules, me, table)
        if not can(view.legal, action):
            return False
        counts[action] += 1
        for i in range(PARAMS):
            after[action, i] = me.memory[i]
        if me.dice.s0 == rolled:  # no dice: it would choose the same again
            break
    return True


@kernel
def aim(stream, wanted, salt):
    """Set a stream so that its next 64 bits are these; those after them are like any."""
    stream.s0 = mix(salt + wanted)
    turned = wanted - stream.s0
    stream.s1 = ((turned >> R17) | (turned << R47)) - stream.s0
