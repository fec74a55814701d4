"""Positions and games of battle for the tests, in words of the game."""

import random

from tests.games.battle.referee.game import DEFAULTS, KINDS, RandomChance, Referee
from tests.games.battle.referee.ranking import write

VARIED = {
    **{name: [False, True] for name, value in DEFAULTS.items() if isinstance(value, bool)},
    "players": [2, 3, 4],
    "draw_rounds": [1, 3, 5, 7],
    "draw_size": [2, 4, 5, 6],
    "return_order": ["full", "three", "fixed"],
    "max_facedown": [0, 1, 2, 3],
    "battle_rounds": [1, 2, 4],
    "battle_order": ["same", "reversed", "rotate"],
    "pair_draw_count": [1, 4, 6],
    "triple_draw_count": [1, 6, 8],
    "battle_draw_facing": ["down", "up"],
    "ace_sum": ["14", "1", "either"],
    "color_means": ["suit", "color"],
    "interrupt_match": ["number_or_suit", "number_or_color", "number", "none"],
    "interrupt_by": ["any", "target", "others"],
    "interrupt_order": ["target_first", "clockwise"],
    "protection": ["face_up", "all", "off"],
    "steal_high_support": [0, 1, 2, 5],
    "steal_low_support": [0, 1, 3],
    "discard_order": ["canonical", "choice"],
    "discard_to": ["bottom", "out"],
    "borrow_max": [0, 1, 2],
    "incomplete_hands": ["count", "dead"],
    "deck_low": [2, 2, 3, 6],
}


def start(*rows, pile=None, **rules):
    return Referee.at_battle({**DEFAULTS, **rules}, rows, pile)


def game(seed, **rules):
    return Referee({**DEFAULTS, **rules}, RandomChance(seed))


def play(referee, seed=0, policy=None, watch=lambda referee: None):
    luck = random.Random(seed)
    while not referee.over:
        watch(referee)
        referee.step(policy(referee, referee.seat) if policy else luck.choice(referee.legal()))
    watch(referee)
    return referee.outcome()


def do(referee, *meanings):
    """Take the actions with these meanings one after another."""
    for meaning in meanings:
        referee.step(referee.legal()[referee.options().index(meaning)])
    return referee


def kinds(referee):
    return [kind for (kind,) in referee.options()]


def targets(referee, kind):
    """Pairs of an own card and a card that it reaches by this kind."""
    choices = referee.view(referee.seat)["choices"].get(kind, [])
    rows = referee.rows
    return {(write(rows[referee.seat][slot].card), write(rows[seat][there].card)) for slot, seat, there in choices}


def row(referee, seat):
    return " ".join(("" if slot.up else "*") + write(slot.card) for slot in referee.rows[seat])


def bottom(referee, count):
    return " ".join(write(card) for card in referee.pile[-count:])


def check_table(referee):
    """No card is lost, everyone knows the open cards, each seat its own, and something can be done."""
    on_rows = [slot for row in referee.rows for slot in row]
    cards = [*referee.pile, *referee.out, *referee.drawn, *(slot.card for slot in on_rows)]
    assert sorted(cards) == sorted(referee.know)
    everyone = set(range(referee.players))
    assert all(referee.know[slot.card] == everyone for slot in on_rows if slot.up)
    assert all(seat in referee.know[slot.card] for seat, row in enumerate(referee.rows) for slot in row)
    if not referee.over:
        assert referee.legal() == sorted(set(referee.legal()))
        assert 1 <= len(referee.legal()) <= 52


def random_rules(luck):
    """Every knob at a random value, such that the pile suffices."""
    rules = {name: luck.choice(values) for name, values in VARIED.items()}
    rules["kinds"] = {kind: luck.random() < 0.8 for kind in KINDS[1:]}
    rules["category_order"] = luck.sample(DEFAULTS["category_order"], 10) if luck.random() < 0.3 else DEFAULTS["category_order"]
    if rules["draw_size"] > 5 and rules["return_order"] == "full":
        rules["return_order"] = "three"
    return {**DEFAULTS, **rules}
