"""A toy draft: take a card, hand the pack on, score the cards that lie in melds."""
