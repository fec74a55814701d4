"""Jester: trash a card, play low and high, beat the deck at blackjack, bid on poker; first to 21 points wins."""
