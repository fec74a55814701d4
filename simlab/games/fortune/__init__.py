"""Fortune: five-card draw with tarot cards; a Page at the dealer's hand turns over one of 22 Major Arcana."""
