"""The ladder's books."""


def held(word):
    return {card for card in range(64) if int(word) >> card & 1}


def audit(state, rules):
    players = int(rules.players)
    parts = [held(word) for words in (state.hands, state.played) for word in words[:players]]
    cards = set().union(*parts)
    if len(cards) != sum(map(len, parts)) or len(cards) != players * rules.cards or any(card % 16 > 7 for card in cards):
        return f"the cards are {parts}"
    return ""


def swap_hidden(state, rules, seat, random):
    """Give all cards of the others out anew."""
    others = [other for other in range(int(rules.players)) if other != seat]
    cards = [card for other in others for card in held(state.hands[other])]
    random.shuffle(cards)
    for other in others:
        number = len(held(state.hands[other]))
        state.hands[other] = sum(1 << cards.pop() for _ in range(number))
    state.key.k0 = random.getrandbits(64)
    return True
