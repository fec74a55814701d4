"""The draft's books."""


def held(word):
    return {card for card in range(64) if int(word) >> card & 1}


def audit(state, rules):
    players = int(rules.players)
    parts = [held(word) for words in (state.packs, state.hands) for word in words[:players]]
    cards = set().union(*parts)
    if len(cards) != sum(map(len, parts)) or len(cards) != players * rules.pack or any(card % 16 > 12 for card in cards):
        return f"the cards are {parts}"
    return ""


def swap_hidden(state, rules, seat, random):
    """Give all cards of the others out anew."""
    places = [(words, other) for words in (state.packs, state.hands) for other in range(int(rules.players)) if other != seat]
    cards = [card for words, other in places for card in held(words[other])]
    random.shuffle(cards)
    for words, other in places:
        number = len(held(words[other]))
        words[other] = sum(1 << cards.pop() for _ in range(number))
    state.key.k0 = random.getrandbits(64)
    return True
