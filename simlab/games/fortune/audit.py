"""Fortune's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any

from simlab.cards import TAROT_PAGE_LOW as DECK

SEATS = range(6)
ALL = DECK.full


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    return chips(state, rules) or cards(state) or hands(state) or arcana(state, rules)


def chips(state: Any, rules: Any) -> str:
    """Stacks, pot and what is lost are all the chips there ever were (FO-2.18)."""
    total = int(state.bets.stack.sum()) + int(state.bets.pot) + int(state.table.lost)
    if total != int(rules.players) * int(rules.starting_chips):
        return f"{total} chips: stacks {state.bets.stack}, pot {state.bets.pot}, lost {state.table.lost}"
    if min(state.bets.stack) < 0 or int(state.bets.pot) < 0 or min(state.bets.bet) < 0:
        return f"debts: stacks {state.bets.stack}, pot {state.bets.pot}"
    if any(int(state.bets.able) >> s & 1 != (state.bets.stack[s] > 0) for s in SEATS):
        return f"the seats with chips are noted wrongly: {state.bets.able:b}, {state.bets.stack}"
    return ""


def places(state: Any) -> dict[str, list[int]]:
    """Every card by where it lies, as places."""
    found = {f"hand {s}": bits(state.hand[s]) for s in SEATS}
    found["deck"] = [int(p) for p in state.deck[state.top : state.size]]
    found["moon"] = [int(p) for p in state.moon if p >= 0]
    return {**found, "pile": bits(state.pile), "flops": bits(state.table.flops)}


def bits(mask: int) -> list[int]:
    return [p for p in range(64) if int(mask) >> p & 1]


def mask_of(cards: list[int]) -> int:
    """As a signed 64-bit number, which is what records hold."""
    word = sum(1 << p for p in cards)
    return word - (1 << 64) if word >> 63 else word


def cards(state: Any) -> str:
    """The 56 cards are in exactly one place each."""
    lying = sorted(p for group in places(state).values() for p in group)
    return "" if lying == bits(ALL) else f"the cards are no partition: {places(state)}"


def hands(state: Any) -> str:
    table = state.table
    for s in SEATS:
        if len(bits(state.hand[s])) != table.held[s]:
            return f"seat {s} holds {len(bits(state.hand[s]))} cards, noted {table.held[s]}"
        if len(bits(state.buried[s])) != table.buried[s] or int(state.buried[s]) & ~int(state.pile):
            return f"the discards of seat {s} are noted wrongly"
        if int(table.open[s]) & ~int(state.hand[s]):
            return f"seat {s} shows a card it does not hold"
        if (int(table.moons) >> s & 1) != (state.moon[s] >= 0):
            return f"the Moon card of seat {s} is noted wrongly"
        if state.chosen[s] >= 0 and not int(state.hand[s]) >> int(state.chosen[s]) & 1:
            return f"seat {s} has chosen a card it does not hold"
    return ""


def arcana(state: Any, rules: Any) -> str:
    """Every enabled Arcana once; those turned over lie on top."""
    deck = [int(c) for c in state.arcana_deck[: state.arcana_size]]
    if sorted(deck) != [c for c in range(22) if rules.arcana_enabled[c]]:
        return f"the Arcana deck is {deck}"
    if sorted(deck[: int(state.arcana_top)]) != bits(state.table.gone):
        return f"Arcana gone: {bits(state.table.gone)}, deck {deck}, top {state.arcana_top}"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Shuffle all that `seat` must not know, in place: other hands, the deck, the discards, every Moon card, choices not yet
    carried out, what others remember, the order of the Arcana deck, and the keys of what is to come.
    """
    table = state.table
    known = set(bits(state.buried[seat])) | set(bits(table.misses_buried)) | set(bits(state.hand[seat])) | set(bits(table.flops))
    known |= {p for s in SEATS for p in bits(table.open[s])}
    groups = {name: [p for p in group if p not in known] for name, group in places(state).items()}
    hidden = [p for group in groups.values() for p in group]
    random.shuffle(hidden)
    dealt = {name: [hidden.pop() for _ in group] for name, group in groups.items()}
    kept = {name: [p for p in group if p in known] for name, group in places(state).items()}
    state.pile = mask_of(kept["pile"] + dealt["pile"])
    for place, card in enumerate(dealt["deck"]):
        state.deck[int(state.top) + place] = card
    for s, card in zip([s for s in SEATS if state.moon[s] >= 0], dealt["moon"], strict=True):
        state.moon[s] = card
    for s in (s for s in SEATS if s != seat):
        state.hand[s] = mask_of(kept[f"hand {s}"] + dealt[f"hand {s}"])
        forget(state, s, random)
    swap_to_come(state, random)
    return True


def forget(state: Any, seat: int, random: Random) -> None:
    """What another seat remembers and has chosen becomes something else."""
    state.given[seat] = random.getrandbits(50)
    state.buried[seat] = random.getrandbits(50)
    state.before[seat] = random.getrandbits(50)
    state.fresh[seat] = random.getrandbits(50)
    held = bits(state.hand[seat])
    for memory in (state.chosen, state.passed, state.received):
        if memory[seat] >= 0:
            memory[seat] = random.choice(held) if held else 0


def swap_to_come(state: Any, random: Random) -> None:
    rest = [int(c) for c in state.arcana_deck[state.arcana_top : state.arcana_size]]
    random.shuffle(rest)
    for place, card in enumerate(rest):
        state.arcana_deck[int(state.arcana_top) + place] = card
    state.key.k0 = random.getrandbits(64)
    state.shoe.s0 = random.getrandbits(64)
