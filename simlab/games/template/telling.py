"""One-card poker told at the table."""

from simlab.contract.telling import Moment, Telling, changes, third
from simlab.games.template.text import card_name


def results(moment: Moment) -> list[str]:
    """At the end of a deal: the cards, where they are shown, and who won what."""
    before, after = moment.before.table, moment.after.table
    if not moment.over and int(moment.after.round) == int(moment.before.round):
        return []
    ranks = int(moment.rules.ranks)
    shown = ", ".join(f"seat {seat} {card_name(int(moment.state.deck[seat]), ranks)}" for seat in moment.seats)
    cards = [] if moment.name == "fold" else [f"the cards: {shown}"]
    return [*cards, f"chips: {changes(before.net, after.net)}"]


TELLING = Telling(lambda moment: third(moment.name), results)
