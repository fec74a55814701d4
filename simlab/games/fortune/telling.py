"""Fortune told at the table."""

from typing import Any

from simlab.contract.telling import Moment, Telling, changes, counted, third
from simlab.games.fortune.rules import ARCANA_NAMES, Point
from simlab.games.fortune.text import PHASES, Phase, arcana_text, cards, own_memory, seat_text

EFFECTS = (  # of the Major Arcana, by number
    "a wild card on the table for everybody",
    "name a suit and turn up a card: if you are right it is yours",
    "everybody shows a card, which must be kept",
    "a sixth card for everybody, the best five count",
    "kings rank above aces",
    "it cancels the next Arcana",
    "the two best hands share the pot",
    "everybody passes a card to the left",
    "2 is high, the ace low",
    "no draw",
    "all hands are shuffled together and dealt again",
    "a bet may be matched with less",
    "a card for going all-in",
    "showdown at once",
    "give up a card; three are turned up, each plays four cards and one of these",
    "a raise must at least double the bet",
    "half the pot is lost",
    "change one card",
    "a card nobody may look at; exchange it for one of yours before the showdown",
    "the pot is divided equally",
    "folded players may return for an ante, with five new cards",
    "this round is the last",
)
PUBLIC = (Point.BET, Point.PRIESTESS, Point.JUDGEMENT)


def deed(moment: Moment) -> str:
    point, name = Point(int(moment.actor.table.point)), moment.name
    if point == Point.DRAW:
        return "stands pat" if name == "stand pat" else f"exchanges {counted(moment.action.bit_count(), 'card')}"
    if name.startswith("all-in"):
        return f"goes all-in with {name.partition(' ')[2]} chips"
    if point == Point.MAGICIAN:
        return f"names {name}"
    if point == Point.CHARIOT:
        return "passes a card to the left"
    return third(name) if point in PUBLIC or name == "keep all" else "gives up a card"


def results(moment: Moment) -> list[str]:
    """An Arcana that comes, the hands of a showdown, who won the pot."""
    before, after, n = moment.before.table, moment.after.table, len(moment.seats)
    told = []
    if before.arcana != after.arcana and after.arcana >= 0:
        number = int(after.arcana)
        told.append(f"a Page turns over the {ARCANA_NAMES[number].title()}: {EFFECTS[number]}")
    if int(before.round) == int(after.round) and not moment.over:
        return told
    shown = showdown(moment)
    stacks = [[int(bets.stack[s]) + int(bets.stake[s]) for s in range(n)] for bets in (moment.before.bets, moment.after.bets)]
    won = changes(*stacks)
    return [*told, *shown, f"chips: {won or 'nobody gains'}"]


def showdown(moment: Moment) -> list[str]:
    """Hands of those still in, where more than one is."""
    bets = moment.state.bets
    out = int(bets.folded) | (1 << moment.seat if moment.name == "fold" else 0)
    live = [seat for seat in moment.seats if int(bets.dealt) >> seat & 1 and not out >> seat & 1]
    return [f"showdown: {'; '.join(f'seat {seat} {cards(int(moment.state.hand[seat]))}' for seat in live)}"] if len(live) > 1 else []


def sight(view: Any, rules: Any) -> list[str]:
    """Where we are, the pot, every player, your cards."""
    table, bets, seat = view.table, view.bets, int(view.seat)
    head = f"round {table.round}, {PHASES[Phase(int(table.phase))]}; dealer: seat {table.dealer}{arcana_text(table)}"
    pot = f"pot {bets.pot}; you need {bets.level - bets.bet[seat]} to stay in"
    seats = [seat_text(view, other) for other in range(int(rules.players))]
    up = f" ({cards(table.open[seat])} face up)" if table.open[seat] else ""
    return [head, pot, *seats, *own_memory(view), f"your cards: {cards(view.hand) or 'none'}{up}"]


TELLING = Telling(deed, results, sight)
