"""Arcana: the tarot discard game; feed the Pot, work the deck, bid five cards for it."""
