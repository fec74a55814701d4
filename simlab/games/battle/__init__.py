"""Battle: draft a row of cards, swap, kill, steal and dig, then show the best poker hand."""
