"""One-card poker: ante, one round of betting, the higher card wins (the game to copy)."""
