"""Tarot draw poker in words."""

from typing import Any

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.games.fortune.rules import ARCANA_NAMES, HISTORY, Bet, Phase, Point, Window

SUIT_NAMES = ("wands", "cups", "swords", "coins")
PHASES = {
    Phase.OPEN: "before the deal",
    Phase.DEAL_EFFECT: "after the deal",
    Phase.BET1: "first betting",
    Phase.DRAW: "draw",
    Phase.DRAW_EFFECT: "after the draw",
    Phase.BET2: "second betting",
    Phase.MOON: "Moon cards",
    Phase.SETTLE: "showdown",
}
VERBS = {Point.PRIESTESS: "show", Point.CHARIOT: "pass", Point.TEMPERANCE: "discard", Point.STAR: "change", Point.MOON: "exchange"}
ACT_WORDS = ("fold", "call", "raise", "raise half", "raise pot", "all-in", "match an ante", "match half")


def cards(mask: int) -> str:
    return DECK.write(DECK.cards(int(mask)))


def place_name(place: int) -> str:
    return cards(1 << int(place))


def action_name(view: Any, rules: Any, action: int) -> str:
    point = int(view.table.point)
    hand = DECK.cards(int(view.hand))
    if point == Point.BET:
        return bet_name(view, rules, action)
    if point == Point.DRAW:
        gone = [card for slot, card in enumerate(hand) if action >> slot & 1]
        return f"discard {DECK.write(gone)}" if gone else "stand pat"
    if point == Point.MAGICIAN:
        return SUIT_NAMES[action]
    if point == Point.JUDGEMENT:
        return "return" if action else "stay out"
    if point in VERBS:
        return "keep all" if action == len(hand) else f"{VERBS[Point(point)]} {DECK.write([hand[action]])}"
    return "go on"


def bet_name(view: Any, rules: Any, action: int) -> str:
    """With the chips it costs: what one adds, and for a raise the new level."""
    bets, seat = view.bets, int(view.seat)
    mine, level, stack = int(bets.bet[seat]), int(bets.level), int(bets.stack[seat])
    if action == Bet.FOLD:
        return "fold"
    if action == Bet.CALL:
        return "check" if level == mine else f"call {min(level - mine, stack)}"
    if action == Bet.ALL_IN:
        return f"all-in {stack}"
    if action == Bet.JUSTICE_MIN:
        return f"match {max(int(rules.ante), mine)} only"
    if action == Bet.JUSTICE_HALF:
        return f"match {mine + (level - mine) // 2} only"
    size = {Bet.RAISE_MIN: "the minimum", Bet.RAISE_HALF: "half the pot", Bet.RAISE_POT: "the pot"}[Bet(action)]
    return f"{'raise' if level else 'bet'} {size}"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees, in a few lines."""
    table, bets = view.table, view.bets
    head = f"round {table.round}, {PHASES[Phase(int(table.phase))]}: seat {view.seat} holds {cards(view.hand) or 'nothing'}"
    if table.open[int(view.seat)]:
        head += f" ({cards(table.open[int(view.seat)])} face up)"
    pot = f"pot {bets.pot}, to match {bets.level - bets.bet[int(view.seat)]}, dealer seat {table.dealer}"
    lines = [head, f"{pot}{arcana_text(table)}", seats_text(view, rules)]
    if table.acts:
        lines.append("betting: " + "; ".join(history(table)))
    lines += own_memory(view)
    return "\n".join(lines)


def arcana_text(table: Any) -> str:
    words = ""
    if table.arcana >= 0:
        when = "after the deal" if table.window == Window.DEAL else "after the draw"
        words += f"; the {ARCANA_NAMES[int(table.arcana)].title()} came {when}"
        words += ", cancelled by the Hierophant" if table.cancelled else ""
    if table.shown_page >= 0:
        words += f"; seat {table.shown_by} showed {place_name(table.shown_page)}"
    if table.hierophant and table.arcana != 5:
        words += "; the Hierophant lies on the table"
    if table.flops:
        words += f"; flops {cards(table.flops)}"
    if table.misses:
        words += f"; turned up in vain {cards(table.misses)}"
    return words


def seats_text(view: Any, rules: Any) -> str:
    """Every player's chips, bet, cards and fate."""
    return "; ".join(seat_text(view, seat) for seat in range(int(rules.players)))


def seat_text(view: Any, seat: int) -> str:
    bets, table = view.bets, view.table
    if not int(bets.dealt) >> seat & 1:
        return f"seat {seat} out of the game"
    words = f"seat {seat} {bets.stack[seat]} chips, {bets.stake[seat]} in"
    if int(bets.folded) >> seat & 1:
        return words + ", folded"
    if bets.stack[seat] == 0:
        words += ", all-in"
    if table.held[seat] != 5:
        words += f", {table.held[seat]} cards"
    if table.drew_from[seat]:
        words += f", drew {table.discarded[seat]}"
    if table.open[seat] and seat != int(view.seat):
        words += f", shows {cards(table.open[seat])}"
    return words


def history(table: Any) -> list[str]:
    """The betting of this round, action by action."""
    acts = []
    for k in range(min(int(table.acts), HISTORY)):
        code = int(table.history[k])
        acts.append(f"{'(draw) ' if k and k == table.acts1 else ''}{code >> 3} {ACT_WORDS[code & 7]}")
    return acts


def own_memory(view: Any) -> list[str]:
    """What only this seat knows."""
    known = []
    if view.given:
        known.append(f"gave up {cards(view.given)}")
    if view.passed >= 0:
        known.append(f"passed {place_name(view.passed)}, received {place_name(view.received)}")
    if view.before:
        known.append(f"held {cards(view.before)} before the Wheel")
    return ["you " + ", ".join(known)] if known else []
