"""The Major Arcana of Fortune: how one comes to the table and what it does at once.

What a card changes later (betting, the draw, the order of hands, the sharing of the pot) stands where it is changed, in the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.fortune.referee.names import (
    CHARIOT,
    EMPRESS,
    HAND,
    HIEROPHANT,
    JUDGEMENT,
    MAGICIAN,
    MOON,
    PAGE,
    PRIESTESS,
    STAR,
    TEMPERANCE,
    TOWER,
    WHEEL,
    WORLD,
    pages,
    rank_of,
    suit_of,
)
from tests.games.fortune.referee.pots import lost_to_tower

if TYPE_CHECKING:
    from tests.games.fortune.referee.round import Round, Script


def turn_over(play: Round, window: str, new: dict[int, list[int]]) -> None:
    """Test the trigger on the cards each seat newly received, and turn over the Arcana it calls (FO-2.4, FO-2.11, FO-6)."""
    forced = play.rules["forced_arcana"]
    if forced is None:
        turn_over_for_a_page(play, window, new)
    elif forced != "none" and play.rules["forced_window"] == window:  # FO-6.10
        play.arcana, play.window = forced, window
    if play.window == window:
        play.row.update(arcana=play.arcana, window=("deal", "draw").index(window), cancelled=play.cancelled)


def turn_over_for_a_page(play: Round, window: str, new: dict[int, list[int]]) -> None:
    table, rules = play.table, play.rules
    holder = page_holder(play, window, new)
    if holder is None or play.window or not rules["arcana_per_round"] or not table.arcana_deck:  # FO-6.2, FO-6.8
        return
    play.shown_page = (holder, min(card for card in new[holder] if rank_of(card) == PAGE))  # FO-6.3
    play.arcana, play.window = table.arcana_deck.pop(0), window
    table.gone.append(play.arcana)
    play.cancelled = table.hierophant and play.arcana != WORLD and rules["hierophant_cancels"]  # FO-4.5, FO-6.7
    table.hierophant = play.arcana == HIEROPHANT
    if play.arcana == WORLD:
        table.last_round = play.number + (rules["world_last_round"] == "next")  # FO-4.21


def page_holder(play: Round, window: str, new: dict[int, list[int]]) -> int | None:
    """Who received the Page that calls an Arcana (FO-6.1): with `any_hand` the first in turn order (FO-6.3)."""
    trigger = play.rules["page_trigger"]
    if trigger == "never" or (trigger == "dealer_deal_only" and window == "draw"):
        return None
    watched = list(new) if trigger == "any_hand" else [play.dealer]
    return next((seat for seat in watched if pages(new.get(seat, []))), None)  # FO-6.6


def let_act(play: Round) -> Script:
    if play.in_force in EFFECTS:
        yield from EFFECTS[play.in_force](play)


def magician(play: Round) -> Script:
    """FO-4.1."""
    for seat in play.unfolded():
        suit = yield seat, "magician_guess", [0, 1, 2, 3]
        for card in play.take_cards(1):
            if suit_of(card) == suit:
                play.give(seat, [card])
                play.face_up.add(card)
                play.row["magician_hits"] += 1
            else:
                play.discards.append(card)
                play.misses.append(card)


def priestess(play: Round) -> Script:
    """FO-4.2: shown together."""
    yield from choose_cards(play, "priestess_show")
    play.face_up.update(play.chosen.values())
    play.chosen = {}


def chariot(play: Round) -> Script:
    """FO-4.7: all choose before any receives."""
    yield from choose_cards(play, "chariot_pass")
    play.passed, play.chosen = play.chosen, {}
    riders = play.unfolded()
    for seat, left in zip(riders, riders[1:] + riders[:1], strict=True):
        play.hands[seat].remove(play.passed[seat])
        play.give(left, [play.passed[seat]])
        play.received[left] = play.passed[seat]


def choose_cards(play: Round, point: str) -> Script:
    for seat in play.unfolded():
        slot = yield seat, point, list(range(len(play.hands[seat])))
        play.chosen[seat] = play.hands[seat][slot]


def empress(play: Round) -> Script:
    """FO-4.3."""
    for seat in play.unfolded():
        play.give(seat, play.take_cards(1))
    yield from ()


def wheel(play: Round) -> Script:
    """FO-4.10."""
    riders = play.unfolded()
    sizes = {seat: len(play.hands[seat]) for seat in riders}
    play.before_wheel = {seat: list(play.hands[seat]) for seat in play.stakes.dealt_in}
    with_deck = play.rules["wheel_pool"] == "hands_and_deck"
    pool = [card for hand in play.hands for card in hand]
    pool = play.aux_shuffle(pool + play.deck if with_deck else pool)
    play.hands = [[] for _ in play.hands]
    for place in range(max(sizes.values())):
        for seat in riders:
            if place < sizes[seat]:
                play.give(seat, [pool.pop(0)])
    if with_deck:
        play.deck = pool
    else:
        play.discards += pool
    yield from ()


def temperance(play: Round) -> Script:
    """FO-4.14."""
    for seat in play.unfolded():
        slot = yield seat, "temperance_discard", list(range(len(play.hands[seat])))
        play.give_up(seat, play.hands[seat][slot])
    play.flops = play.take_cards(play.rules["temperance_flops"])


def tower(play: Round) -> Script:
    """FO-4.16."""
    lost = lost_to_tower(play.pot, play.stakes.tower_fraction)
    play.stakes.tower_stake = list(play.stakes.stake)
    play.pot -= lost
    play.row["lost_tower"] = lost
    play.table.lost_tower += lost
    yield from ()


def star(play: Round) -> Script:
    """FO-4.17."""
    for seat in play.unfolded():
        keep = len(play.hands[seat])
        slot = yield seat, "star_change", list(range(keep + 1))
        if slot != keep:
            play.exchange(seat, [play.hands[seat][slot]])


def moon(play: Round) -> Script:
    """FO-4.18: a card nobody may look at."""
    for seat in play.unfolded():
        play.moon.update((seat, card) for card in play.take_cards(1))
    yield from ()


def judgement(play: Round) -> Script:
    """FO-4.20."""
    price = play.rules["judgement_price"] * play.ante
    for seat in play.stakes.dealt_in:
        if play.stakes.folded[seat] and play.chips[seat] >= price:
            returns = yield seat, "judgement_return", [0, 1]
            if returns:
                come_back(play, seat, price)


def come_back(play: Round, seat: int, price: int) -> None:
    """The ante is dead money in the main pot; the top stake so far is credited."""
    stakes = play.stakes
    play.chips[seat] -= price
    play.pot += price
    stakes.dead += price
    stakes.credit[seat] = (stakes.stake[seat], max(stakes.stake))
    stakes.stake[seat] = max(stakes.stake)
    stakes.folded[seat] = False
    play.exchange(seat, play.hands[seat], count=HAND)
    play.row["reentries"] += 1
    if play.chips[seat] == 0:
        play.row["allin"][seat] = True


EFFECTS = {
    MAGICIAN: magician,
    PRIESTESS: priestess,
    EMPRESS: empress,
    CHARIOT: chariot,
    WHEEL: wheel,
    TEMPERANCE: temperance,
    TOWER: tower,
    STAR: star,
    MOON: moon,
    JUDGEMENT: judgement,
}
