"""What a seat at the Jester table may know (section 4): nothing is in a view unless it is listed here."""

from typing import Any


def view(referee: Any, seat: int) -> dict[str, Any]:
    to_act = not referee.over and seat == referee.seat
    return {
        "seat": seat,
        "to_act": None if referee.over else referee.seat,
        "point": referee.point,
        "legal": referee.legal() if to_act else [],
        "round": referee.round,
        "dealer": referee.dealer,
        "jester": referee.jester,  # None until Trash is turned up
        "points": list(referee.points),
        "blind": referee.rules["centre_play"] == "blind",
        "hand": list(referee.hands[seat]),
        **table(referee, seat),
        **bidding(referee, seat),
        **pile(referee),
    }


def table(referee: Any, seat: int) -> dict[str, Any]:
    """Cards played in this round, by owner and phase; a hidden choice is seen by its owner only (JE-3.1, JE-5.2)."""

    def seen(phase: str, owner: int) -> bool:
        return phase != referee.secret or owner == seat

    return {
        "trash": [card if seen("trash", s) else None for s, card in enumerate(referee.trash)],
        "low": [(s, card) for s, card in referee.centre["low"] if seen("low", s)],  # in playing order
        "high": [(s, card) for s, card in referee.centre["high"] if seen("high", s)],
        "fronts": [list(cards) if seen("blackjack", s) else [] for s, cards in enumerate(referee.fronts)],
        "bj_choices": [list(choices) for choices in referee.bj_choices],
        "deck_cards": list(referee.deck_cards),
    }


def bidding(referee: Any, seat: int) -> dict[str, Any]:
    return {
        "caps": list(referee.caps),  # empty before Poker
        "bids": list(referee.bids),
        "highest": referee.highest,  # 0 before the opening
        "folded": list(referee.folded),
        "facing": list(referee.facing),
        "raises": referee.raises,
        "raises_by": list(referee.raises_by),
        "bidding": list(referee.bidding),  # (seat, action, own bid after it), in order
        "checks": referee.checks,
        "common": list(referee.common),
        "own_folded": list(referee.folded_hands.get(seat, [])),
        "last_shown": [None if hand is None else list(hand) for hand in referee.last_shown],
        "last_common": list(referee.last_common),
    }


def pile(referee: Any) -> dict[str, Any]:
    """Sizes, and which cards are known to be in the pile after a reshuffle; never the order, never a folded hand (JE-6.18)."""
    hidden = {card for hand in referee.folded_hands.values() for card in hand}
    return {
        "pile_size": len(referee.pile),
        "pile_known": sorted(set(referee.pile) - hidden) if referee.pile_is_reshuffled else None,
        "discards": sorted(set(referee.discards) - hidden),
        "hidden_discards": len(hidden & set(referee.discards)),
    }
